//! The types of rows: fields, registers, and the kinds of their values.
//!
//! They are not those of `tilescope-tables`, because this database has kinds that no
//! other family has (register numbers, unsigned fixed point, shifted values) and
//! registers of 64 bits.

use std::fmt::Write;
use tilescope_tables::packet::EnumTable;

/// The meaning of bits.
#[derive(Clone, Copy, Debug)]
pub enum Kind {
    /// An unsigned number.
    Uint,
    /// A two's complement number.
    Int,
    /// Bits that read best in hexadecimal, among them those of unknown meaning.
    Hex,
    /// A bit: off or on.
    Bool,
    /// A component of a shader register.
    RegId,
    /// An IEEE 754 single, or a half in 16 bits.
    Float,
    /// A two's complement number with this many fraction bits.
    Fixed(u8),
    /// An unsigned number with this many fraction bits.
    Ufixed(u8),
    /// A GPU address.
    Address,
    /// One of a list.
    Enum(&'static EnumTable),
    /// Fields.
    Set(&'static [Field]),
}

/// Bits `hi..=lo` of a word.
#[derive(Clone, Copy, Debug)]
pub struct Field {
    /// The name in the database of Mesa.
    pub name: &'static str,
    /// Highest bit.
    pub hi: u8,
    /// Lowest bit.
    pub lo: u8,
    /// Zero bits below the value that are not stored.
    pub shl: u8,
    /// The meaning.
    pub kind: Kind,
}

impl Field {
    /// A mask of the bits.
    pub const fn mask(&self) -> u64 {
        u64::MAX >> (63 - self.hi) >> self.lo << self.lo
    }

    /// The value in `word`, with the bits that are not stored.
    pub const fn get(&self, word: u64) -> u64 {
        ((word & self.mask()) >> self.lo) << self.shl
    }

    /// The field with its value shifted.
    pub const fn shl(mut self, by: u8) -> Field {
        self.shl = by;
        self
    }

    /// Whether the database knows that the bits exist and not what they do.
    pub fn is_unknown(&self) -> bool {
        let digits = self.name.strip_prefix("UNK").unwrap_or("");
        digits.starts_with(|c: char| c.is_ascii_digit())
    }
}

/// A field.
pub(crate) const fn field(name: &'static str, hi: u8, lo: u8, kind: Kind) -> Field {
    assert!(lo <= hi && hi < 64);
    Field {
        name,
        hi,
        lo,
        shl: 0,
        kind,
    }
}

/// A field of one bit.
pub(crate) const fn bit(name: &'static str, at: u8) -> Field {
    field(name, at, at, Kind::Bool)
}

/// A condition on an earlier word of the same packet: bits `hi..=lo` of word `word`
/// are `value`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct When {
    /// The word.
    pub word: u8,
    /// Highest bit.
    pub hi: u8,
    /// Lowest bit.
    pub lo: u8,
    /// The value.
    pub value: u32,
}

/// A register of one or two words, a word of a packet or of a descriptor, or an array
/// of them.
#[derive(Clone, Copy, Debug)]
pub struct Register {
    /// The number of the word, of the first element.
    pub at: u32,
    /// 1 or 2.
    pub words: u8,
    /// The value: its name is that of the register, with `[]` where an index goes.
    pub value: Field,
    /// The number of elements.
    pub count: u32,
    /// Words from one element to the next.
    pub stride: u32,
    /// The condition under which the word has this meaning.
    pub when: Option<When>,
}

impl Register {
    const fn new(at: u32, words: u8, name: &'static str, kind: Kind) -> Register {
        Register {
            at,
            words,
            value: field(name, words * 32 - 1, 0, kind),
            count: 1,
            stride: 1,
            when: None,
        }
    }

    /// The register whose value has only some of its bits.
    pub(crate) const fn bits(mut self, hi: u8, lo: u8) -> Register {
        self.value.hi = hi;
        self.value.lo = lo;
        self
    }

    /// The register with its value shifted.
    pub(crate) const fn shl(mut self, by: u8) -> Register {
        self.value.shl = by;
        self
    }

    /// `count` registers, `stride` words apart.
    pub(crate) const fn array(mut self, count: u32, stride: u32) -> Register {
        self.count = count;
        self.stride = stride;
        self
    }

    /// A word that exists under a condition.
    pub(crate) const fn when(mut self, word: u8, hi: u8, lo: u8, value: u32) -> Register {
        self.when = Some(When {
            word,
            hi,
            lo,
            value,
        });
        self
    }

    /// The index of the element that has the word `at`, and the word within it.
    pub const fn element(&self, at: u32) -> Option<(u32, u32)> {
        if at < self.at {
            return None;
        }
        let (index, word) = if self.count == 1 {
            (0, at - self.at)
        } else {
            ((at - self.at) / self.stride, (at - self.at) % self.stride)
        };
        if index < self.count && word < self.words as u32 {
            Some((index, word))
        } else {
            None
        }
    }

    /// The number after that of the last word.
    pub(crate) const fn end(&self) -> u32 {
        self.at + (self.count - 1) * self.stride + self.words as u32
    }

    /// The name of word `word` of element `index`.
    pub fn name(&self, index: u32, word: u32) -> String {
        let mut out = String::new();
        self.write_name(&mut out, index, word);
        out
    }

    /// Appends what [`Self::name`] returns.
    pub(crate) fn write_name(&self, out: &mut String, index: u32, word: u32) {
        // Writing to a String cannot fail.
        match self.value.name.split_once('[') {
            Some((array, rest)) => {
                out.push_str(array);
                out.push('[');
                super::value::hex(out, index.into());
                out.push_str(rest);
            }
            None => out.push_str(self.value.name),
        }
        match (word, self.value.kind) {
            (0, _) => {}
            (1, Kind::Address) => out.push_str("_HI"),
            (n, _) => {
                let _ = write!(out, "+{n:#x}");
            }
        }
    }
}

/// A register.
pub(crate) const fn reg(at: u32, name: &'static str, kind: Kind) -> Register {
    Register::new(at, 1, name, kind)
}

/// A register of two words.
pub(crate) const fn reg64(at: u32, name: &'static str, kind: Kind) -> Register {
    Register::new(at, 2, name, kind)
}
