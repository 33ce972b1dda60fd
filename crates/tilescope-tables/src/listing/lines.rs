//! Lines of a listing in the making.

use std::ops::Range;

use super::{ListingLine, Options, Units, data, words, write_fields};
use crate::descriptor::Statement;
use crate::packet::Field;

/// Bytes of data in a line.
const ROW: usize = 16;

/// Lines about bytes.
pub struct Lines<'l, 'o> {
    /// All bytes.
    pub bytes: &'l [u8],
    base: u64,
    /// The form of addresses, and their names.
    pub options: &'l Options<'o>,
    /// Units of numbers.
    pub units: Units,
    /// The lines so far.
    pub lines: Vec<ListingLine>,
}

impl<'l, 'o> Lines<'l, 'o> {
    /// No lines about `bytes`, which are at `base`.
    pub fn new(bytes: &'l [u8], base: u64, options: &'l Options<'o>, units: Units) -> Self {
        Lines {
            bytes,
            base,
            options,
            units,
            lines: Vec::new(),
        }
    }

    /// A line about `len` bytes.
    pub fn line(&self, at: usize, len: usize, text: impl Into<String>) -> ListingLine {
        ListingLine::new(self.base, at, len, text)
    }

    /// Adds a line.
    pub fn push(&mut self, at: usize, len: usize, text: impl Into<String>, note: Option<&str>) {
        let note = note.map(str::to_owned);
        let line = self.line(at, len, text);
        self.lines.push(ListingLine { note, ..line });
    }

    /// The line of a record with fields, whose bytes are given.
    pub fn record<'f>(
        &self,
        (at, bytes): (usize, &[u8]),
        name: &str,
        fields: impl Iterator<Item = &'f Field>,
    ) -> ListingLine {
        let mut line = self.line(at, bytes.len(), name);
        write_fields(fields, bytes, self.options, self.units, &mut line);
        line
    }

    /// Adds bytes as data: words, bytes, and `.zero` for at least `fewest` zeros.
    pub fn data(&mut self, range: Range<usize>, fewest: usize, note: Option<&str>) {
        let from = range.start;
        let Some(bytes) = self.bytes.get(range).filter(|b| !b.is_empty()) else {
            return;
        };
        let len = bytes.len();
        if len >= fewest && bytes.iter().all(|b| *b == 0) {
            self.push(from, len, format!(".zero {len}"), note);
            return;
        }
        for (i, row) in bytes.chunks(ROW).enumerate() {
            let at = from + i * ROW;
            let (whole, rest) = row.as_chunks::<4>();
            if !whole.is_empty() {
                let text = format!(".u32 {}", words(whole));
                self.push(at, whole.len() * 4, text, note);
            }
            if !rest.is_empty() {
                self.push(at + whole.len() * 4, rest.len(), data(rest), note);
            }
        }
    }

    /// Adds a descriptor at `at`, after the bytes from `done` on as data. Returns the offset after
    /// it; `done` if it is not complete.
    pub fn descriptor<A: PartialEq>(
        &mut self,
        at: usize,
        row: &Statement<A>,
        done: usize,
    ) -> usize {
        let size = usize::from(row.layout.size);
        let Some(bytes) = self.bytes.get(at..at + size) else {
            return done;
        };
        self.data(done..at, 1, None);
        let fields = row.descriptor.shown_fields(bytes);
        let line = self.record((at, bytes), &row.name, fields.iter());
        self.lines.push(line);
        at + size
    }

    /// Adds bytes as addresses of 64 bits.
    pub fn addresses(&mut self, range: Range<usize>) {
        let from = range.start;
        let (addresses, tail) = self.bytes.get(range).unwrap_or_default().as_chunks::<8>();
        for (i, address) in addresses.iter().enumerate() {
            let address = u64::from_le_bytes(*address);
            let name = self.options.symbolize.and_then(|name| name(address));
            let text = match name {
                Some(name) => format!(".u64 @{name}"),
                None => format!(".u64 {address:#x}"),
            };
            self.push(from + 8 * i, 8, text, None);
        }
        let end = from + 8 * addresses.len();
        self.data(end..end + tail.len(), 1, None);
    }
}
