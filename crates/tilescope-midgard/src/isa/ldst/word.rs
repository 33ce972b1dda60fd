//! The 60-bit word of a load/store instruction.

use super::op::LdstCode;
use crate::isa::source::MESA;
use tilescope_tables::{fields, slot, word};

fields! {
    /// The word of a load/store instruction. A bundle has two.
    pub static LOAD_STORE = "load/store word", 60;
    "offset", 59, 42, "signed offset; by the operation also a selector and flags";
    "index_shift", 41, 38, "left shift of the index";
    "index_reg", 37, 35, "index register";
    "index_comp", 34, 33, "component of the index register";
    "index_format", 32, 31, "index format; attributes and varyings: bit 0 infers the type, bit 1 selects the second table";
    "bitsize", 30, 30, "64-bit addresses and coordinates; 32-bit cube map coordinates and divisions; explicit vertex of attributes";
    "arg_reg", 29, 27, "argument register";
    "arg_comp", 26, 25, "component of the argument register";
    "swizzle", 24, 17, "four selectors of two bits, x lowest; atomics: source register and component";
    "mask", 16, 13, "components that are loaded or stored";
    "reg", 12, 8, "register that is loaded or stored";
    "op", 7, 0, "operation";
}

slot! {
    /// The type of an index in an address.
    pub enum IndexFormat;
    /// The encodings of [`IndexFormat`].
    pub static INDEX_FORMAT = "index format", 2, MESA;
    Reserved = "00", "reserved", [], "Undocumented.";
    U64 = "01", "u64", [], "64-bit unsigned.";
    U32 = "10", "u32", [], "32-bit unsigned.";
    S32 = "11", "s32", [], "32-bit signed.";
}

word! {
    /// A load/store instruction. The meaning of most fields depends on the operation,
    /// see [`LOAD_STORE`].
    pub struct LoadStore: LOAD_STORE {
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
}

impl LoadStore {
    /// The word of the instruction that does nothing.
    pub(in crate::isa) const NOP: u64 = 3;
}
