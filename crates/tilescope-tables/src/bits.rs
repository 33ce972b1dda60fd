//! Bit fields of words, and the bit patterns of rows.

use tilescope_core::BitSpan;

/// Bits `lo..=hi` of a word of at most 64 bits, under the hardware's name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field {
    /// The hardware's name.
    pub name: &'static str,
    /// Lowest bit.
    pub lo: u8,
    /// Highest bit.
    pub hi: u8,
    /// The meaning of the field, in one line.
    pub doc: &'static str,
}

impl Field {
    /// A field of bits `hi..=lo`, in the order in which manuals write them.
    pub const fn new(name: &'static str, hi: u8, lo: u8, doc: &'static str) -> Self {
        assert!(lo <= hi && hi < 64);
        Field { name, lo, hi, doc }
    }

    /// Width in bits.
    pub const fn width(&self) -> u32 {
        (self.hi - self.lo) as u32 + 1
    }

    /// The greatest value that fits.
    pub const fn max(&self) -> u64 {
        u64::MAX >> (64 - self.width())
    }

    /// The field's bits in place.
    pub const fn mask(&self) -> u64 {
        self.max() << self.lo
    }

    /// The field's value in `word`.
    pub const fn get(&self, word: u64) -> u64 {
        (word >> self.lo) & self.max()
    }

    /// `word` with the field replaced. Bits of `value` that do not fit are dropped.
    pub const fn set(&self, word: u64, value: u64) -> u64 {
        (word & !self.mask()) | ((value & self.max()) << self.lo)
    }

    /// The same bits as a span for findings.
    pub const fn span(&self) -> BitSpan {
        BitSpan {
            lo: self.lo as u16,
            hi: self.hi as u16,
        }
    }
}

/// The division of a word: fields that together cover all of its bits.
#[derive(Clone, Copy, Debug)]
pub struct Format {
    /// The name for words of this format.
    pub name: &'static str,
    /// Width of the word in bits.
    pub width: u32,
    /// The fields, highest first.
    pub fields: &'static [Field],
}

impl Format {
    /// The field of this name.
    pub fn field(&self, name: &str) -> Option<&'static Field> {
        self.fields.iter().find(|f| f.name == name)
    }

    /// Problems of the format: bits in two fields or in none, fields outside
    /// the word, names used twice.
    pub fn check(&self) -> Vec<String> {
        let mut wrong = Vec::new();
        let mut seen = 0u64;
        for (i, f) in self.fields.iter().enumerate() {
            if u32::from(f.hi) >= self.width {
                wrong.push(format!("{}: {} is outside the word", self.name, f.name));
            }
            if seen & f.mask() != 0 {
                wrong.push(format!("{}: {} overlaps another field", self.name, f.name));
            }
            if self.fields[..i].iter().any(|g| g.name == f.name) {
                wrong.push(format!("{}: two fields named {}", self.name, f.name));
            }
            seen |= f.mask();
        }
        let all = u64::MAX >> (64 - self.width);
        if seen != all {
            let free = all & !seen;
            wrong.push(format!("{}: bits {free:#x} are in no field", self.name));
        }
        wrong
    }
}

/// The bit pattern of a row. Written most significant bit first: `0` and `1`
/// are fixed, a lower-case letter is part of the field of that letter, `-` is
/// declared as don't-care, `_` and spaces only separate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pattern {
    /// The text of the pattern.
    pub text: &'static str,
    /// Number of bits.
    pub width: u32,
    /// Mask of the fixed bits.
    pub mask: u64,
    /// The fixed bits.
    pub value: u64,
    /// Mask of the don't-care bits.
    pub dont_care: u64,
}

impl Pattern {
    /// Parses a pattern. Evaluated in constants, so that a bad pattern does not build.
    ///
    /// # Panics
    /// On any other character and on more than 64 bits.
    pub const fn new(text: &'static str) -> Self {
        let bytes = text.as_bytes();
        let mut p = Pattern {
            text,
            width: 0,
            mask: 0,
            value: 0,
            dont_care: 0,
        };
        let mut i = 0;
        while i < bytes.len() {
            let (mask, value, dont_care) = match bytes[i] {
                b'0' => (1, 0, 0),
                b'1' => (1, 1, 0),
                b'a'..=b'z' => (0, 0, 0),
                b'-' => (0, 0, 1),
                b'_' | b' ' => {
                    i += 1;
                    continue;
                }
                _ => panic!("a pattern consists of 0, 1, letters, - and _"),
            };
            p.mask = p.mask << 1 | mask;
            p.value = p.value << 1 | value;
            p.dont_care = p.dont_care << 1 | dont_care;
            p.width += 1;
            assert!(p.width <= 64, "a pattern has at most 64 bits");
            i += 1;
        }
        p
    }

    /// Whether `bits` match.
    pub const fn matches(&self, bits: u64) -> bool {
        bits & self.mask == self.value
    }

    /// Whether some value matches both.
    pub const fn overlaps(&self, other: &Pattern) -> bool {
        let both = self.mask & other.mask;
        self.value & both == other.value & both
    }

    /// The letter field's place as (lowest bit, width), if the letter occurs and
    /// its bits are contiguous.
    pub fn letter(&self, letter: char) -> Option<(u32, u32)> {
        let bits: Vec<char> = self
            .text
            .chars()
            .filter(|c| !matches!(c, '_' | ' '))
            .collect();
        let first = bits.iter().position(|&c| c == letter)?;
        let last = bits.iter().rposition(|&c| c == letter)?;
        let contiguous = bits[first..=last].iter().all(|&c| c == letter);
        contiguous.then(|| (self.width - 1 - last as u32, (last - first + 1) as u32))
    }

    /// `value` put into the letter field, with the fixed bits and don't-cares zero.
    /// `None` if the letter is not a field or the value does not fit.
    pub fn with(&self, letter: char, value: u64) -> Option<u64> {
        let (lo, width) = self.letter(letter)?;
        (value >> width == 0).then_some(self.value | value << lo)
    }

    /// The letter field's value in `bits`.
    pub fn value_of(&self, letter: char, bits: u64) -> Option<u64> {
        let (lo, width) = self.letter(letter)?;
        Some(bits >> lo & (u64::MAX >> (64 - width)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn field_get_and_set() {
        const F: Field = Field::new("op", 28, 24, "");
        assert_eq!(F.get(0x1f00_0000), 0x1f);
        assert_eq!(F.set(u64::MAX, 0), !0x1f00_0000);
        assert_eq!(F.set(0, 0xff), 0x1f00_0000);
        assert_eq!(Field::new("all", 63, 0, "").max(), u64::MAX);
    }

    #[test]
    fn pattern_fields() {
        const P: Pattern = Pattern::new("01_vvv-");
        assert_eq!((P.width, P.mask, P.value), (6, 0b110000, 0b010000));
        assert_eq!(P.dont_care, 1);
        assert_eq!(P.letter('v'), Some((1, 3)));
        assert_eq!(P.with('v', 5), Some(0b011010));
        assert_eq!(P.with('v', 8), None);
        assert_eq!(P.value_of('v', 0b011011), Some(5));
        assert_eq!(P.letter('w'), None);
        assert!(!Pattern::new("10----").overlaps(&P));
        assert!(Pattern::new("--0110").overlaps(&P));
    }

    #[test]
    fn a_format_with_holes_and_overlaps_is_reported() {
        const BAD: Format = Format {
            name: "bad",
            width: 8,
            fields: &[
                Field::new("x", 7, 4, ""),
                Field::new("y", 4, 2, ""),
                Field::new("x", 0, 0, ""),
            ],
        };
        assert_eq!(
            BAD.check(),
            [
                "bad: y overlaps another field",
                "bad: two fields named x",
                "bad: bits 0x2 are in no field"
            ]
        );
    }
}
