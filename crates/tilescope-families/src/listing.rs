//! Listings of memory: pieces that refer to each other, and their output.

use std::io::{self, Write};

use tilescope_core::{AddressSpace, BitSpan, ChipInfo, GpuMemory, Unit, Work};
use tilescope_tables::draws::Visitor;
use tilescope_tables::listing::{Addresses, ListingLine, Options, SHOWN_BYTES};
use tilescope_tables::packet::Field;

/// A piece of a listing, of one family.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Piece {
    /// Its kind, in the family's words: `list`, `vertex shader`.
    pub kind: &'static str,
    /// The address of its first byte.
    pub address: u64,
    /// The address after its last byte, if it is known.
    pub end: Option<u64>,
    /// Parameters of the kind.
    pub detail: u32,
}

impl Piece {
    /// A piece without parameters whose end is in its bytes.
    pub fn at(kind: &'static str, address: u64) -> Piece {
        Piece {
            kind,
            address,
            end: None,
            detail: 0,
        }
    }

    /// The piece with an end.
    pub fn until(self, end: u64) -> Piece {
        Piece {
            end: Some(end),
            ..self
        }
    }
}

/// A walk over the draws of the submissions of one process: state is carried from one to the next.
pub trait DrawWalk {
    /// Describes the draws of the next submission that `visitor` asks for.
    fn submission(&mut self, work: &[Work], memory: &AddressSpace, visitor: &mut dyn Visitor);
}

/// The minimum width of folded text in columns, whatever its indent.
const LEAST: usize = 24;

const UNIT: Unit = Unit("listing");

/// Memory to list, and the output.
pub struct Sheet<'a> {
    /// The chip, if it is known.
    pub chip: Option<&'static ChipInfo>,
    /// The memory.
    pub memory: &'a AddressSpace,
    /// Whether addresses are relative to their buffers.
    pub stable: bool,
    /// The output.
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

    /// Prints the line before a piece.
    ///
    /// # Errors
    /// Those of the output.
    pub fn header(&mut self, what: &str, address: u64) -> io::Result<()> {
        let place = self.place(address);
        let named = match self.stable {
            true => String::new(),
            false => self.named(address),
        };
        writeln!(self.out, "\n{what} {place}{named}")
    }

    /// Prints a line with an address and bytes.
    ///
    /// # Errors
    /// Those of the output.
    pub fn line(&mut self, address: u64, hex: &str, text: &str) -> io::Result<()> {
        let place = self.place(address);
        if self.stable {
            // The bytes of a packet contain its addresses too; the text omits nothing.
            let text = fold(text, 4 + place.chars().count(), self.width);
            return writeln!(self.out, "  {place}  {text}");
        }
        let text = fold(text, 6 + place.chars().count() + HEX, self.width);
        writeln!(self.out, "  {place}  {hex:<HEX$}  {text}")
    }

    /// Prints lines of a list whose bytes begin at `start`. `hex` formats the bytes of a line.
    ///
    /// # Errors
    /// Those of the output.
    pub fn lines(
        &mut self,
        lines: Vec<ListingLine>,
        start: u64,
        bytes: &[u8],
        hex: fn(&[u8]) -> String,
    ) -> io::Result<()> {
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

/// The name of the first field that has any of these bits.
pub(crate) fn first_field(fields: &'static [Field], bits: BitSpan) -> Option<&'static str> {
    let has = |f: &&Field| f.lo <= bits.hi && bits.lo <= f.hi();
    fields.iter().find(has).map(|f| f.name)
}

/// `text`, which starts in column `indent`, with line breaks at spaces so that lines are at most
/// `width` columns wide. Longer words are not split.
pub fn fold(text: &str, indent: usize, width: usize) -> String {
    let room = width.saturating_sub(indent).max(LEAST);
    let mut out = String::new();
    let mut used = 0;
    for word in text.split(' ') {
        let len = word.chars().count();
        if used > 0 && used + 1 + len > room {
            out.push('\n');
            out.push_str(&" ".repeat(indent));
            used = 0;
        } else if used > 0 {
            out.push(' ');
            used += 1;
        }
        out.push_str(word);
        used += len;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_at_spaces() {
        let text = "depth_func=LESS, z_update, early_z, a_word_that_is_longer_than_the_room";
        let folded = fold(text, 10, 40);
        assert_eq!(
            folded,
            "depth_func=LESS, z_update,\n          early_z,\n          \
             a_word_that_is_longer_than_the_room"
        );
        assert_eq!(fold("short", 90, 100), "short");
    }
}
