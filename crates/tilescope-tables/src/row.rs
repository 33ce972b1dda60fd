//! Rows of a slot, and the checks that every table must pass.

use crate::asm::{Cursor, Parsed};
use crate::bits::Pattern;
use crate::source::Source;
use crate::text::meant;

/// One encoding of a slot: bits, meaning, text form, provenance.
#[derive(Clone, Copy, Debug)]
pub struct Row<O: 'static> {
    /// The operation that the executor matches on.
    pub op: O,
    /// The bits of the slot.
    pub bits: Pattern,
    /// The canonical text form.
    pub name: &'static str,
    /// Other text forms that the assembler accepts.
    pub aliases: &'static [&'static str],
    /// A description, in one line.
    pub doc: &'static str,
    /// The source of the fact.
    pub source: Source,
}

impl<O> Row<O> {
    /// A row whose pattern is given as text, see [`Pattern::new`].
    pub const fn new(
        op: O,
        bits: &'static str,
        name: &'static str,
        aliases: &'static [&'static str],
        doc: &'static str,
        source: Source,
    ) -> Self {
        Row {
            op,
            bits: Pattern::new(bits),
            name,
            aliases,
            doc,
            source,
        }
    }
}

/// Encodings of a slot without a row, and the reason.
#[derive(Debug)]
pub struct Reserved {
    /// The bits of the slot.
    pub bits: Pattern,
    /// The known facts about them.
    pub doc: &'static str,
}

/// A field of an instruction word that selects a row.
#[derive(Debug)]
pub struct Slot<O: 'static> {
    /// The purpose of the slot, for messages: "add operation".
    pub name: &'static str,
    /// Width in bits.
    pub width: u32,
    /// The rows, in encoding order.
    pub rows: &'static [Row<O>],
    /// The remaining encodings.
    pub reserved: &'static [Reserved],
}

impl<O> Slot<O> {
    /// The row that matches `bits`; `None` if the encoding is reserved.
    pub fn decode(&self, bits: u64) -> Option<&'static Row<O>> {
        self.rows.iter().find(|r| r.bits.matches(bits))
    }

    /// The row of this name or alias.
    pub fn named(&self, name: &str) -> Option<&'static Row<O>> {
        self.rows
            .iter()
            .find(|r| r.name == name || r.aliases.contains(&name))
    }

    /// The name of an encoding; of one without a row, `prefix` and two hexadecimal digits.
    pub fn name_of(&self, bits: u8, prefix: &str) -> String {
        match self.decode(bits.into()) {
            Some(row) => row.name.to_string(),
            None => format!("{prefix}{bits:02X}"),
        }
    }

    /// The encoding without a row that [`Slot::name_of`] calls `name`.
    pub fn without_row(&self, name: &str, prefix: &str) -> Option<u8> {
        let bits = u8::from_str_radix(name.strip_prefix(prefix)?, 16).ok()?;
        let fits = u32::from(bits) >> self.width == 0;
        (fits && self.name_of(bits, prefix) == name).then_some(bits)
    }

    /// Every name and alias.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        self.rows
            .iter()
            .flat_map(|r| std::iter::once(r.name).chain(r.aliases.iter().copied()))
            .filter(|n| !n.is_empty())
    }

    /// Problems of the slot. Rows must be as wide as the slot and disjoint,
    /// rows and reserved patterns together must cover every encoding, names
    /// must be unique and documented. Exhaustive over the encodings, so only
    /// for slots of at most 16 bits.
    pub fn check(&self) -> Vec<String> {
        let mut wrong = Vec::new();
        assert!(self.width <= 16, "too wide to try every encoding");
        let patterns = self
            .rows
            .iter()
            .map(|r| (r.name, &r.bits))
            .chain(self.reserved.iter().map(|r| (r.doc, &r.bits)));
        for (name, p) in patterns.clone() {
            if p.width != self.width {
                wrong.push(format!(
                    "{}: {name}: {} bits in a slot of {}",
                    self.name, p.width, self.width
                ));
            }
        }
        for bits in 0..1u64 << self.width {
            let hits: Vec<&str> = patterns
                .clone()
                .filter(|(_, p)| p.matches(bits))
                .map(|(n, _)| n)
                .collect();
            match hits.len() {
                1 => {}
                0 => wrong.push(format!("{}: {bits:#b} is in no row", self.name)),
                _ => wrong.push(format!("{}: {bits:#b} is in {hits:?}", self.name)),
            }
        }
        let mut names: Vec<&str> = self.names().collect();
        names.sort_unstable();
        for pair in names.windows(2) {
            if pair[0] == pair[1] {
                wrong.push(format!("{}: two rows named {}", self.name, pair[0]));
            }
        }
        for r in self.rows {
            if r.doc.is_empty() || r.source.text.is_empty() {
                wrong.push(format!("{}: {} has no doc or source", self.name, r.name));
            }
        }
        wrong
    }
}

impl<O> Slot<O> {
    /// The row that `name` names. `unknown` is the message about another name.
    ///
    /// # Errors
    /// There is no row of this name; with the nearest one as a suggestion.
    pub fn find(
        &self,
        name: Cursor<'_>,
        unknown: impl FnOnce(&str) -> String,
    ) -> Parsed<&'static Row<O>> {
        match self.named(name.text) {
            Some(row) => Ok(row),
            None => {
                let help = meant(name.text, self.names());
                name.refuse(unknown(name.text), &help)
            }
        }
    }
}

impl<O: PartialEq> Slot<O> {
    /// The row of this operation. A table in which some operation has no row
    /// fails its own test, see [`Slot::check_ops`].
    pub fn row(&self, op: &O) -> Option<&'static Row<O>> {
        self.rows.iter().find(|r| r.op == *op)
    }

    /// The operations of `all` that have no row.
    pub fn check_ops(&self, all: &[O]) -> Vec<String>
    where
        O: std::fmt::Debug,
    {
        all.iter()
            .filter(|op| self.row(op).is_none())
            .map(|op| format!("{}: {op:?} has no row", self.name))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOURCE: Source = Source {
        text: "made up",
        confidence: crate::source::Confidence::Inferred,
    };

    const fn row(op: u8, bits: &'static str, name: &'static str) -> Row<u8> {
        Row::new(op, bits, name, &[], "x", SOURCE)
    }

    #[test]
    fn a_broken_slot_is_reported() {
        static ROWS: &[Row<u8>] = &[row(0, "0-", "zero"), row(1, "01", "zero")];
        static RESERVED: &[Reserved] = &[Reserved {
            bits: Pattern::new("10"),
            doc: "unused",
        }];
        let slot = Slot {
            name: "test",
            width: 2,
            rows: ROWS,
            reserved: RESERVED,
        };
        assert_eq!(
            slot.check(),
            [
                "test: 0b1 is in [\"zero\", \"zero\"]",
                "test: 0b11 is in no row",
                "test: two rows named zero"
            ]
        );
        assert_eq!(slot.check_ops(&[0, 1, 2]), ["test: 2 has no row"]);
    }
}
