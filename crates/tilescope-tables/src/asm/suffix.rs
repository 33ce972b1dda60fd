//! Suffixes of mnemonics and operands: texts that stand for bits.

use crate::Slot;

/// A suffix: a text, and the bits that it stands for.
#[derive(Clone, Copy, Debug)]
pub struct Suffix {
    text: &'static str,
    mask: u32,
    value: u32,
    shown: bool,
    /// Whether a number follows the text, in place of the value.
    number: bool,
}

/// The bits that a suffix of a text sets.
pub(super) struct Found {
    pub len: usize,
    pub mask: u32,
    pub value: u32,
}

impl Suffix {
    /// A suffix that is written where the bits of `mask` are those of `value`.
    pub const fn new(text: &'static str, mask: u32, value: u32) -> Suffix {
        Suffix {
            text,
            mask,
            value,
            shown: true,
            number: false,
        }
    }

    /// A text and the number in the bits of `mask`.
    pub const fn number(text: &'static str, mask: u32) -> Suffix {
        Suffix {
            number: true,
            ..Suffix::new(text, mask, 0)
        }
    }

    /// The names of a slot: `mask` has the lowest bit of the field, and the bits of `with` are
    /// set too.
    pub fn rows<O>(slot: &Slot<O>, mask: u32, with: u32) -> impl Iterator<Item = Suffix> {
        let low = mask.trailing_zeros();
        slot.rows
            .iter()
            .map(move |row| Suffix::new(row.name, mask, (row.bits.value as u32) << low | with))
    }

    /// The suffix, written only if `shown`. It is read in any case.
    #[must_use]
    pub const fn shown_if(self, shown: bool) -> Suffix {
        Suffix {
            shown: self.shown && shown,
            ..self
        }
    }

    pub(super) fn show(&self, bits: u32) -> Option<String> {
        if !self.shown {
            return None;
        }
        match self.number {
            true => {
                let number = (bits & self.mask) >> self.mask.trailing_zeros();
                Some(format!("{}{number}", self.text))
            }
            false => (bits & self.mask == self.value).then(|| self.text.to_string()),
        }
    }

    /// The suffix, if `text` begins with it.
    pub(super) fn read(&self, text: &str) -> Option<Found> {
        let rest = text.strip_prefix(self.text)?;
        let digits = rest.find('.').unwrap_or(rest.len());
        let (mut len, mut value) = (self.text.len(), self.value);
        if self.number {
            let low = self.mask.trailing_zeros();
            let number: u32 = rest[..digits].parse().ok()?;
            value = number.checked_shl(low).filter(|n| n & !self.mask == 0)?;
            len += digits;
        }
        let mask = self.mask;
        let ends = text.len() == len || text[len..].starts_with('.');
        ends.then_some(Found { len, mask, value })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_names() {
        let number = Suffix::number("ooo", 0xf0);
        assert_eq!(number.show(0x53).as_deref(), Some("ooo5"));
        let read = |suffix: Suffix, text: &str| suffix.read(text).map(|f| (f.len, f.value));
        assert_eq!(read(number, "ooo12.x"), Some((5, 0xc0)));
        assert_eq!(read(number, "ooo16"), None);
        let name = Suffix::new("gather.shadow", 15, 6).shown_if(false);
        assert_eq!(name.show(6), None);
        assert_eq!(read(name, "gather.shadow.2d"), Some((13, 6)));
        assert_eq!(read(name, "gather.shadows"), None);
    }
}
