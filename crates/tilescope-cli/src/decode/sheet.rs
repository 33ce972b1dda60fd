//! Output of listings.

use std::io::Write;

use tilescope_core::{AddressSpace, GpuMemory, Unit};
use tilescope_tables::listing::{Addresses, ListingLine, Options, SHOWN_BYTES};

use super::fold::fold;
use crate::exit::Failure;

const UNIT: Unit = Unit("listing");

/// Memory to list, and the output.
pub struct Sheet<'a> {
    pub memory: &'a AddressSpace,
    pub stable: bool,
    pub out: &'a mut dyn Write,
    /// First and last address of the memory that is known before execution.
    pub limits: Vec<(u64, u64)>,
    /// Columns at which lines are folded.
    pub width: usize,
}

/// Columns that the bytes of a line take.
const HEX: usize = 32;

impl Sheet<'_> {
    /// An address in the format of the listing.
    pub fn place(&self, address: u64) -> String {
        match self.memory.locate(address) {
            Some((name, offset)) if self.stable => format!("{name}+{offset:#06x}"),
            _ if self.stable => "outside".to_owned(),
            _ => format!("{address:#010x}"),
        }
    }

    /// ` = @buffer+0x10`, if the address is in one.
    pub fn named(&self, address: u64) -> String {
        match self.memory.locate(address) {
            Some((name, 0)) => format!(" (@{name})"),
            Some((name, offset)) => format!(" (@{name}+{offset:#x})"),
            None => String::new(),
        }
    }

    /// The known bytes from `start` up to `end`.
    pub fn known(&self, start: u64, end: Option<u64>) -> Vec<u8> {
        let inside = |&&(from, to): &&(u64, u64)| from <= start && start < to;
        let Some((_, limit)) = self.limits.iter().find(inside) else {
            return Vec::new();
        };
        let end = end.map_or(*limit, |e| e.min(*limit));
        let mut bytes = vec![0; end.saturating_sub(start) as usize];
        match self.memory.read(start, &mut bytes, UNIT) {
            Ok(()) => bytes,
            Err(_) => Vec::new(),
        }
    }

    pub fn header(&mut self, what: &str, address: u64) -> Result<(), Failure> {
        let place = self.place(address);
        let named = match self.stable {
            true => String::new(),
            false => self.named(address),
        };
        Ok(writeln!(self.out, "\n{what} {place}{named}")?)
    }

    pub fn line(&mut self, address: u64, hex: &str, text: &str) -> Result<(), Failure> {
        let place = self.place(address);
        if self.stable {
            // The bytes of a packet contain its addresses too; the text omits nothing.
            let text = fold(text, 4 + place.chars().count(), self.width);
            return Ok(writeln!(self.out, "  {place}  {text}")?);
        }
        let text = fold(text, 6 + place.chars().count() + HEX, self.width);
        Ok(writeln!(self.out, "  {place}  {hex:<HEX$}  {text}")?)
    }

    /// Prints lines of a list whose bytes begin at `start`. `hex` formats the bytes of a line.
    pub fn lines(
        &mut self,
        lines: Vec<ListingLine>,
        start: u64,
        bytes: &[u8],
        hex: fn(&[u8]) -> String,
    ) -> Result<(), Failure> {
        for line in lines {
            let from = line.offset as usize;
            let len = (line.len as usize).min(SHOWN_BYTES);
            let shown = bytes.get(from..(from + len).min(bytes.len()));
            let note = line.note.map_or(String::new(), |n| format!("  # {n}"));
            let text = format!("{}{note}", line.text);
            self.line(start + from as u64, &hex(shown.unwrap_or_default()), &text)?;
        }
        Ok(())
    }

    /// Calls `show` with the options of list decoding.
    pub fn with_options<T>(&self, show: impl FnOnce(&Options<'_>) -> T) -> T {
        let memory = self.memory;
        let symbolize = |address: u64| {
            let (name, offset) = memory.locate(address)?;
            Some(match offset {
                0 => name.to_owned(),
                _ => format!("{name}+{offset:#x}"),
            })
        };
        show(&Options {
            addresses: match self.stable {
                true => Addresses::Relative,
                false => Addresses::Absolute,
            },
            symbolize: Some(&symbolize),
        })
    }
}
