//! Packet, record and register tables: const rows of plain data, and the
//! functions that read and write bits by them.
//!
//! A [`Layout`] names bit ranges of a little-endian byte string. A
//! [`PacketRow`] is a layout after an opcode byte, a [`RegisterRow`] a layout
//! of four bytes at an offset of a register window. Decoders, encoders,
//! printers, assemblers and reference pages walk the same rows; [`check`] has
//! the requirements on every table.

pub mod check;
mod macros;
mod reserved;
mod typed;
mod value;

pub use reserved::{count_with_reserved, with_reserved};
pub use typed::Typed;
pub use value::{Number, ValueError};

use crate::source::Source;

/// The named values of an enumerated field. Values without a name are legal
/// bits and stay numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EnumTable {
    /// The kind of the values, for messages: "primitive mode".
    pub what: &'static str,
    /// Encoding and name.
    pub values: &'static [(u64, &'static str)],
}

impl EnumTable {
    /// The name of an encoding.
    pub fn name(&self, raw: u64) -> Option<&'static str> {
        self.values.iter().find(|v| v.0 == raw).map(|v| v.1)
    }

    /// The encoding of a name; letter case does not matter.
    pub fn value(&self, name: &str) -> Option<u64> {
        self.values
            .iter()
            .find(|v| v.1.eq_ignore_ascii_case(name))
            .map(|v| v.0)
    }
}

/// The meaning of the bits of a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// An unsigned number.
    Uint,
    /// An unsigned number that reads best in hexadecimal: masks, colours.
    Hex,
    /// A two's complement number.
    Int,
    /// One bit: off or on.
    Bool,
    /// One bit: if it is set, a write leaves these fields of the register as
    /// they are.
    Keeps(&'static [&'static Field]),
    /// One of a list.
    Enum(&'static EnumTable),
    /// An IEEE 754 single.
    Float32,
    /// An IEEE 754 half.
    Float16,
    /// The upper 16 bits of an IEEE 754 single.
    Float16Hi,
    /// A two's complement number with this many fraction bits.
    Fixed(u8),
    /// A byte address; the given number of lowest bits are zero and not stored.
    Address(u8),
    /// An unsigned number whose encoding 0 means this value.
    ZeroMeans(u64),
    /// An unsigned number minus one.
    MinusOne,
    /// A power of two: this value shifted left by the encoding.
    ShiftOf(u64),
    /// Bits without a known meaning. Decoders keep them, printers show them
    /// when they are not zero.
    Reserved,
}

impl Kind {
    /// Whether omitting the field in a text form would give it a value that is
    /// unlikely to be meant (a count of 8, one byte), so that the text must
    /// state it.
    pub fn must_be_written(self) -> bool {
        matches!(self, Kind::ZeroMeans(_) | Kind::MinusOne)
    }
}

/// One field of a layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field {
    /// Name in text forms, `lower_snake`.
    pub name: &'static str,
    /// Lowest bit, counted from bit 0 of byte 0 of the layout.
    pub lo: u16,
    /// Width in bits, 1 to 64.
    pub width: u8,
    /// The meaning of the bits.
    pub kind: Kind,
    /// Unit of the value, or empty: "px", "tiles", "bytes".
    pub unit: &'static str,
    /// A description, in one line.
    pub doc: &'static str,
}

impl Field {
    /// Highest bit.
    pub const fn hi(&self) -> u16 {
        self.lo + self.width as u16 - 1
    }

    /// The largest encoding.
    pub const fn mask(&self) -> u64 {
        u64::MAX >> (64 - self.width as u32)
    }

    /// The bits of the field in the first word of a layout. Bits beyond it count
    /// as zero.
    #[inline]
    pub const fn of(&self, word: u32) -> u32 {
        if self.lo >= u32::BITS as u16 {
            return 0;
        }
        (word >> self.lo) & self.mask() as u32
    }

    /// `word` with the field replaced by the low bits of `value`. Bits beyond the
    /// word are dropped.
    #[inline]
    pub const fn with(&self, word: u32, value: u32) -> u32 {
        if self.lo >= u32::BITS as u16 {
            return word;
        }
        let mask = (self.mask() as u32) << self.lo;
        word & !mask | value << self.lo & mask
    }

    /// The number that an encoding means in fields where 0 means another
    /// ([`Kind::ZeroMeans`]); in others the encoding itself.
    #[inline]
    pub const fn zero_means(&self, raw: u32) -> u32 {
        match (self.kind, raw) {
            (Kind::ZeroMeans(number), 0) => number as u32,
            _ => raw,
        }
    }

    /// The bits of the field in the first word of a layout, as ones.
    pub const fn word_mask(&self) -> u32 {
        self.with(0, u32::MAX)
    }

    /// The bits of the field in `bytes`. Bytes beyond the end count as zero.
    #[inline]
    pub fn get(&self, bytes: &[u8]) -> u64 {
        let first = (self.lo / 8) as usize;
        let last = (self.hi() / 8) as usize;
        // Most fields, in one load: the descriptors of a draw have over a hundred.
        if let Some((eight, _)) = bytes.get(first..).and_then(|rest| rest.split_first_chunk())
            && last < first + 8
        {
            return u64::from_le_bytes(*eight) >> (self.lo % 8) & self.mask();
        }
        let mut wide = 0u128;
        for i in (first..=last).rev() {
            wide = wide << 8 | u128::from(bytes.get(i).copied().unwrap_or(0));
        }
        (wide >> (self.lo % 8)) as u64 & self.mask()
    }

    /// Whether any bit of the field is set in `bytes`.
    #[inline]
    pub fn is_set(&self, bytes: &[u8]) -> bool {
        self.get(bytes) != 0
    }

    /// Replaces the field in `bytes` by the low bits of `raw`. Bytes beyond the
    /// end are not written.
    #[inline]
    pub fn set(&self, bytes: &mut [u8], raw: u64) {
        let first = (self.lo / 8) as usize;
        let last = (self.hi() / 8) as usize;
        let shift = self.lo % 8;
        let mut mask = u128::from(self.mask()) << shift;
        let mut value = u128::from(raw & self.mask()) << shift;
        for i in first..=last {
            if let Some(b) = bytes.get_mut(i) {
                *b = *b & !(mask as u8) | value as u8;
            }
            mask >>= 8;
            value >>= 8;
        }
    }
}

/// Named bit ranges of a little-endian byte string.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    /// Name, in the hardware's or its driver's terms, `UPPER_SNAKE`.
    pub name: &'static str,
    /// Size in bytes.
    pub size: u16,
    /// The fields, lowest first.
    pub fields: &'static [Field],
    /// A description, in one line.
    pub doc: &'static str,
    /// The source of the fact.
    pub source: Source,
}

impl Layout {
    /// The bits of the first word that leave other fields unchanged
    /// ([`Kind::Keeps`]).
    pub const fn keep_bits(&self) -> u32 {
        let mut bits = 0;
        let mut i = 0;
        while i < self.fields.len() {
            if let Kind::Keeps(_) = self.fields[i].kind {
                bits |= self.fields[i].word_mask();
            }
            i += 1;
        }
        bits
    }

    /// The bits of a stored first word that are unchanged when `written` is
    /// written.
    pub const fn preserved(&self, written: u32) -> u32 {
        let mut preserved = 0;
        let mut i = 0;
        while i < self.fields.len() {
            if let Kind::Keeps(others) = self.fields[i].kind
                && self.fields[i].of(written) != 0
            {
                let mut other = 0;
                while other < others.len() {
                    preserved |= others[other].word_mask();
                    other += 1;
                }
            }
            i += 1;
        }
        preserved
    }

    /// The field of this name.
    pub fn field(&self, name: &str) -> Option<&'static Field> {
        self.fields.iter().find(|f| f.name == name)
    }
}

/// The control threads that a packet is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Threads {
    /// Only the binning thread.
    Bin,
    /// Only the rendering thread.
    Render,
    /// Either.
    Both,
}

impl Threads {
    /// The lower-case word used in listings and reference pages.
    pub fn name(self) -> &'static str {
        match self {
            Threads::Bin => "bin",
            Threads::Render => "render",
            Threads::Both => "both",
        }
    }
}

/// A packet: an opcode byte and the layout of the payload.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PacketRow {
    /// The first byte.
    pub opcode: u8,
    /// The threads that may use it.
    pub threads: Threads,
    /// The payload: everything after the opcode.
    pub payload: &'static Layout,
}

impl PacketRow {
    /// The packet's name.
    pub const fn name(&self) -> &'static str {
        self.payload.name
    }

    /// Bytes of the packet with its opcode.
    pub const fn size(&self) -> usize {
        self.payload.size as usize + 1
    }
}

/// Software access to a register.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// Writes are ignored.
    Read,
    /// Reads return nothing useful.
    Write,
    /// Reads return the written value or the hardware's modification of it.
    ReadWrite,
    /// Reads return flags; writing ones clears them.
    WriteOneToClear,
}

impl Access {
    /// The short form used in listings and reference pages.
    pub fn name(self) -> &'static str {
        match self {
            Access::Read => "ro",
            Access::Write => "wo",
            Access::ReadWrite => "rw",
            Access::WriteOneToClear => "w1c",
        }
    }
}

/// One dimension of a register array.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dimension {
    /// The number of elements.
    pub count: u32,
    /// Bytes from one element to the next.
    pub stride: u32,
}

/// A 32-bit register, or an array of equal registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RegisterRow {
    /// Byte offset in the register window, of the first one.
    pub offset: u32,
    /// The dimensions of the array, outermost first; empty for one register.
    pub array: &'static [Dimension],
    /// Software access.
    pub access: Access,
    /// Value after power-on where a source states it.
    pub reset: Option<u32>,
    /// Its four bytes.
    pub layout: &'static Layout,
    /// Its bits that leave other bits unchanged: [`Layout::keep_bits`].
    pub keep_bits: u32,
}

impl RegisterRow {
    /// The register's name.
    pub const fn name(&self) -> &'static str {
        self.layout.name
    }

    /// Byte offsets of all its registers, in the order of their indices.
    pub fn offsets(&self) -> impl Iterator<Item = u32> {
        let total: u32 = self.array.iter().map(|d| d.count).product();
        (0..total).map(|n| self.at(n))
    }

    /// Byte offset of register `n`, counted through all dimensions.
    pub fn at(&self, n: u32) -> u32 {
        let (mut rest, mut offset) = (n, self.offset);
        for d in self.array.iter().rev() {
            offset += rest % d.count * d.stride;
            rest /= d.count;
        }
        offset
    }
}
