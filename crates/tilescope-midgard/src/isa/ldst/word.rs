//! The 60-bit word of a load/store instruction.

use super::op::LdstCode;
use crate::isa::source::MESA;
use crate::isa::table::slot;
use crate::isa::word::Word;
use tilescope_tables::{Field, Format};

/// The word of a load/store instruction. A bundle has two.
pub static LOAD_STORE: Format = Format {
    name: "load/store word",
    width: 60,
    fields: &[
        Field::new(
            "offset",
            59,
            42,
            "signed offset; by the operation also a selector and flags",
        ),
        Field::new("index_shift", 41, 38, "left shift of the index"),
        Field::new("index_reg", 37, 35, "index register"),
        Field::new("index_comp", 34, 33, "component of the index register"),
        Field::new(
            "index_format",
            32,
            31,
            "index format; attributes and varyings: bit 0 infers the type, bit 1 selects the second table",
        ),
        Field::new(
            "bitsize",
            30,
            30,
            "64-bit addresses and coordinates; 32-bit cube map coordinates and divisions; explicit vertex of attributes",
        ),
        Field::new("arg_reg", 29, 27, "argument register"),
        Field::new("arg_comp", 26, 25, "component of the argument register"),
        Field::new(
            "swizzle",
            24,
            17,
            "four selectors of two bits, x lowest; atomics: source register and component",
        ),
        Field::new("mask", 16, 13, "components that are loaded or stored"),
        Field::new("reg", 12, 8, "register that is loaded or stored"),
        Field::new("op", 7, 0, "operation"),
    ],
};

slot! {
    /// The type of an index in an address.
    IndexFormat, INDEX_FORMAT = "index format", 2, MESA;
    Reserved = 0, "00", "reserved", "Undocumented.";
    U64 = 1, "01", "u64", "64-bit unsigned.";
    U32 = 2, "10", "u32", "32-bit unsigned.";
    S32 = 3, "11", "s32", "32-bit signed.";
}

/// A load/store instruction. The meaning of most fields depends on the operation,
/// see [`LOAD_STORE`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LoadStore {
    /// The operation.
    pub op: LdstCode,
    /// The register that is loaded or stored, below 32.
    pub reg: u8,
    /// The components, below 16.
    pub mask: u8,
    /// Four selectors of two bits.
    pub swizzle: u8,
    /// Component of the argument register, below 4.
    pub arg_comp: u8,
    /// The argument register, below 8.
    pub arg_reg: u8,
    /// A width or a mode.
    pub bitsize: bool,
    /// The type of the index, or two flags, below 4.
    pub index_format: u8,
    /// Component of the index register, below 4.
    pub index_comp: u8,
    /// The index register, below 8.
    pub index_reg: u8,
    /// The shift of the index, below 16.
    pub index_shift: u8,
    /// The offset, of 18 bits with sign.
    pub offset: i32,
}

impl LoadStore {
    /// The word of the instruction that does nothing.
    pub(in crate::isa) const NOP: u64 = 3;
}

impl Word for LoadStore {
    const FORMATS: &'static [&'static Format] = &[&LOAD_STORE];

    fn bits(&self) -> [u64; 2] {
        let word = u64::from(self.op.0)
            | u64::from(self.reg) << 8
            | u64::from(self.mask) << 13
            | u64::from(self.swizzle) << 17
            | u64::from(self.arg_comp) << 25
            | u64::from(self.arg_reg) << 27
            | u64::from(self.bitsize) << 30
            | u64::from(self.index_format) << 31
            | u64::from(self.index_comp) << 33
            | u64::from(self.index_reg) << 35
            | u64::from(self.index_shift) << 38
            | (self.offset as u64 & 0x3_ffff) << 42;
        [word, 0]
    }

    fn from_bits([word, _]: [u64; 2]) -> LoadStore {
        let field = |lo: u32, width: u32| (word >> lo & ((1 << width) - 1)) as u8;
        LoadStore {
            op: LdstCode(word as u8),
            reg: field(8, 5),
            mask: field(13, 4),
            swizzle: field(17, 8),
            arg_comp: field(25, 2),
            arg_reg: field(27, 3),
            bitsize: field(30, 1) != 0,
            index_format: field(31, 2),
            index_comp: field(33, 2),
            index_reg: field(35, 3),
            index_shift: field(38, 4),
            offset: ((word << 4) as i64 >> 46) as i32,
        }
    }
}
