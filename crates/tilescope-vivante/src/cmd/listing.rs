//! Listings of command streams: text that assembles to the same bytes, and
//! annotated listings of `tilescope decode`.
//!
//! ```text
//! 00001000  0801050b 00100f05   LOAD_STATE PE.COLOR_FORMAT format=A8R8G8B8, components=0xf
//! ```

use super::parse::{CommandError, RawCommand};
use super::rows::{self, Tail, draw_2d, load_state, rectangle};
use crate::isa::{self, Inst};
use crate::regs::{self, Place, STATE_WORDS, ps, sh, vs};
use std::fmt::Write as _;
use tilescope_tables::listing::{self, Lines, ListingLine, Options, Units, write_value};
use tilescope_tables::packet::{Field, Kind};

/// The most bytes that are data even if they are all zero.
const ROW: usize = 16;
/// Words per line of an array of numbers.
const NUMBERS: usize = 4;

/// Disassembles the stream in `bytes` at address `base` to text that assembles to
/// the same bytes.
pub fn disassemble(bytes: &[u8], base: u32, options: &Options<'_>) -> Vec<ListingLine> {
    lines(bytes, base, options, Units::Hidden)
}

/// Lists the stream in `bytes` at address `base`, with units.
pub fn describe(bytes: &[u8], base: u32, options: &Options<'_>) -> Vec<ListingLine> {
    lines(bytes, base, options, Units::Shown)
}

/// The value of the state at byte `offset` as in listings, with units.
pub fn value(offset: u32, word: u32, options: &Options<'_>) -> String {
    let listing = Listing(Lines::new(&[], 0, options, Units::Shown));
    let mut line = ListingLine::default();
    listing.write(offset, &[word.to_le_bytes()], false, &mut line);
    line.text.trim_start().to_owned()
}

fn lines(bytes: &[u8], base: u32, options: &Options<'_>, units: Units) -> Vec<ListingLine> {
    let mut listing = Listing(Lines::new(bytes, base.into(), options, units));
    let mut at = 0;
    // Consecutive words that do not start a command, or are zero, are merged.
    let mut run = 0;
    while let Some(rest) = bytes.get(at..).filter(|r| !r.is_empty()) {
        match RawCommand::at(rest) {
            Ok(raw) => {
                listing.strange(at - run, run, "not a command");
                run = 0;
                listing.command(at, raw);
                at += raw.bytes.len();
            }
            Err(CommandError::Unknown(_)) => {
                let len = rest.len().min(super::FETCH);
                run += len;
                at += len;
            }
            Err(CommandError::Truncated { need, .. }) => {
                listing.strange(at - run, run, "not a command");
                run = 0;
                let header = rest.first_chunk().map(|h| u32::from_le_bytes(*h));
                let note = match header.and_then(rows::find) {
                    Some(row) => format!("truncated {}: it has {need} bytes", row.name()),
                    None => "not a command".to_owned(),
                };
                listing.strange(at, rest.len(), &note);
                at = bytes.len();
            }
        }
    }
    listing.strange(at - run, run, "not a command");
    listing.0.lines
}

struct Listing<'l, 'o>(Lines<'l, 'o>);

impl Listing<'_, '_> {
    /// Adds bytes that are not a command.
    fn strange(&mut self, from: usize, len: usize, note: &str) {
        self.0.data(from..from + len, ROW + 1, Some(note));
    }

    fn command(&mut self, at: usize, raw: RawCommand<'_>) {
        match raw.row.tail {
            Tail::Nothing => {
                let line = self.fixed(at, raw, &["op"]);
                self.0.lines.push(line);
            }
            Tail::States => self.load(at, raw),
            Tail::Rectangles => self.draw_2d(at, raw),
        }
    }

    /// The fixed words of a command, without the fields in `hidden`.
    fn fixed(&self, at: usize, raw: RawCommand<'_>, hidden: &[&str]) -> ListingLine {
        let layout = raw.row.layout;
        let size = usize::from(layout.size);
        let bytes = raw.bytes.get(..size).unwrap_or(raw.bytes);
        let shown = |f: &&Field| !hidden.contains(&f.name);
        let fields = layout.fields.iter().filter(shown);
        self.0.record((at, bytes), layout.name, fields)
    }

    fn draw_2d(&mut self, at: usize, raw: RawCommand<'_>) {
        if raw.padding().is_some_and(|word| word != 0) {
            // It has no text form.
            self.strange(at, raw.bytes.len(), "DRAW_2D with a word after its data");
            return;
        }
        let mut head = self.fixed(at, raw, &["op", "count", "data_count"]);
        head.text.push_str(" {");
        self.0.lines.push(head);
        let mut from = at + usize::from(raw.row.layout.size);
        let count = draw_2d::COUNT.zero_means(draw_2d::COUNT.of(raw.header())) as usize;
        let tail = raw.tail();
        let (rectangles, pixels) = tail.split_at((count * 8).min(tail.len()));
        for bytes in rectangles.chunks(8) {
            let name = format!("  {}", rectangle::LAYOUT.name);
            let fields = rectangle::LAYOUT.fields.iter();
            let line = self.0.record((from, bytes), &name, fields);
            self.0.lines.push(line);
            from += bytes.len();
        }
        let (words, _) = pixels.as_chunks::<4>();
        for row in words.chunks(NUMBERS) {
            self.0.push(
                from,
                row.len() * 4,
                format!("  .u32 {}", listing::words(row)),
                None,
            );
            from += row.len() * 4;
        }
        self.0
            .push(from, at + raw.bytes.len() - from, "}".to_owned(), None);
    }

    fn load(&mut self, at: usize, raw: RawCommand<'_>) {
        let header = raw.header();
        let first = load_state::OFFSET.of(header) << 2;
        let (words, _) = raw.tail().as_chunks::<4>();
        if first as usize / 4 + words.len() > STATE_WORDS {
            let note = "LOAD_STATE of words beyond the end of the state";
            return self.strange(at, raw.bytes.len(), note);
        }
        let fixed_point = load_state::FIXP.of(header) != 0;
        let mut text = format!("{} ", raw.row.name());
        if fixed_point {
            text.push_str("fixp ");
        }
        if let Some(word) = raw.padding().filter(|w| *w != 0) {
            let _ = write!(text, "padding={word:#010x}, ");
        }
        match regs::find(first) {
            Some(place) => _ = write!(text, "{place}"),
            None => _ = write!(text, "{first:#07x}"),
        }
        let mut pieces = Pieces { first, words };
        let (offset, one) = pieces.next().unwrap_or((first, &[]));
        if one.len() == words.len() {
            let mut line = self.0.line(at, raw.bytes.len(), text);
            self.write(offset, one, fixed_point, &mut line);
            for field in &mut line.fields {
                field.lo += 32;
                field.hi += 32;
            }
            self.0.lines.push(line);
            return;
        }
        self.0.push(at, 4, format!("{text} {{"), None);
        let mut from = at + 4;
        for (offset, words) in (Pieces { first, words }) {
            let text = match regs::find(offset) {
                Some(place) => format!("  {place}"),
                None => "  .u32".to_owned(),
            };
            let mut line = self.0.line(from, words.len() * 4, text);
            self.write(offset, words, fixed_point, &mut line);
            self.0.lines.push(line);
            from += words.len() * 4;
        }
        self.0
            .push(from, at + raw.bytes.len() - from, "}".to_owned(), None);
    }

    /// Appends the values written from `offset` on; the name is already there.
    fn write(&self, offset: u32, words: &[[u8; 4]], fixed_point: bool, line: &mut ListingLine) {
        let place = regs::find(offset);
        let number = match (fixed_point, place) {
            (_, None) => None,
            (true, Some(_)) => Some(&FIXED_POINT),
            (false, Some(place)) => place.number(),
        };
        match (number, place) {
            (None, Some(place)) => {
                let fields = place.row.layout.fields.iter();
                listing::write_fields(
                    fields,
                    words.as_flattened(),
                    self.0.options,
                    self.0.units,
                    line,
                );
            }
            (Some(field), _) => {
                for (i, word) in words.iter().enumerate() {
                    line.text.push_str(if i == 0 { " " } else { ", " });
                    let raw = u32::from_le_bytes(*word).into();
                    write_value(field, raw, self.0.options, self.0.units, &mut line.text);
                }
            }
            (None, None) => {
                line.text.push(' ');
                line.text.push_str(&listing::words(words));
            }
        }
        if let (Some(place), [a, b, c, d]) = (place, words)
            && CODE.contains(&place.row.offset)
        {
            let inst = [a, b, c, d].map(|w| u32::from_le_bytes(*w));
            line.note = Some(isa::disassemble(Inst(inst)));
        }
    }
}

/// A word of a load that converts.
pub(super) const FIXED_POINT: Field = Field {
    name: "fixp",
    lo: 0,
    width: 32,
    kind: Kind::Fixed(16),
    unit: "",
    doc: "A number in 16.16.",
};

/// The first offsets of arrays of instructions.
const CODE: [u32; 5] = [
    vs::inst_mem::AT,
    ps::inst_mem::AT,
    sh::inst_mem::AT,
    sh::inst_mem_mirror::AT,
    sh::unk20000::AT,
];

/// Consecutive words of a load, split into lines: one register, up to four numbers
/// of an array, or up to four unnamed words.
struct Pieces<'w> {
    first: u32,
    words: &'w [[u8; 4]],
}

impl<'w> Iterator for Pieces<'w> {
    type Item = (u32, &'w [[u8; 4]]);

    fn next(&mut self) -> Option<Self::Item> {
        if self.words.is_empty() {
            return None;
        }
        let at = |i: usize| regs::find(self.first.wrapping_add(i as u32 * 4));
        let start = at(0);
        let mut len = 1;
        while len < NUMBERS.min(self.words.len()) && goes_on(start, at(len)) {
            len += 1;
        }
        let (piece, rest) = self.words.split_at(len);
        let first = self.first;
        self.words = rest;
        self.first = first.wrapping_add(len as u32 * 4);
        Some((first, piece))
    }
}

/// Whether a word belongs to the line that starts with `start`.
fn goes_on(start: Option<Place>, next: Option<Place>) -> bool {
    match (start, next) {
        (None, None) => true,
        (Some(start), Some(next)) => {
            let alike = std::ptr::eq(start.row, next.row) && next.number().is_some();
            alike && next.index % NUMBERS as u32 != 0
        }
        _ => false,
    }
}
