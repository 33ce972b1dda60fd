//! Words of ALU instructions: a 16-bit register word and a body.

use super::modes::{Expand, RegMode, Shrink};
use super::op::AluCode;
use super::swizzle::Swizzle;
use tilescope_tables::word::Word;
use tilescope_tables::{fields, word};

fields! {
    /// The register word of an instruction.
    pub static REGS = "register word", 16;
    "src2_imm", 15, 15, "src2 is an immediate";
    "out_reg", 14, 10, "destination";
    "src2_reg", 9, 5, "src2; bits 15:11 of an immediate";
    "src1_reg", 4, 0, "src1";
}

fields! {
    /// The body of an instruction of a vector unit.
    pub static VECTOR = "vector body", 48;
    "mask", 47, 40, "a bit for each 16 bits of the result";
    "outmod", 39, 38, "output modifier, by the type of the result";
    "shrink", 37, 36, "shrink mode";
    "swizzle2", 35, 28, "swizzle of src2; bits 7:0 of an immediate";
    "expand2", 27, 25, "expand mode of src2; bits 10:8 of an immediate";
    "mod2", 24, 23, "source modifier of src2";
    "swizzle1", 22, 15, "swizzle of src1";
    "expand1", 14, 12, "expand mode of src1";
    "mod1", 11, 10, "source modifier of src1";
    "reg_mode", 9, 8, "register mode";
    "op", 7, 0, "operation";
}

fields! {
    /// A source of a vector instruction, as 13 bits of its body.
    pub static VECTOR_SRC = "vector source", 13;
    "swizzle", 12, 5, "four selectors of two bits, x lowest";
    "expand", 4, 2, "expand mode";
    "mod", 1, 0, "floats: bit 0 absolute value, bit 1 negation; integers: integer source modifier";
}

fields! {
    /// The body of an instruction of a scalar unit.
    pub static SCALAR = "scalar body", 32;
    "out_component", 31, 29, "component of the destination, in 16-bit units";
    "out_full", 28, 28, "the result has 32 bits, not 16";
    "outmod", 27, 26, "output modifier, by the type of the result";
    "reserved", 25, 25, "undocumented";
    "src2_high", 24, 20, "bits of an immediate";
    "component2", 19, 17, "component of src2, in 16-bit units";
    "full2", 16, 16, "src2 has 32 bits, not 16";
    "mod2", 15, 14, "source modifier of src2";
    "component1", 13, 11, "component of src1, in 16-bit units";
    "full1", 10, 10, "src1 has 32 bits, not 16";
    "mod1", 9, 8, "source modifier of src1";
    "op", 7, 0, "operation";
}

fields! {
    /// A source of a scalar instruction, as 6 bits of its body.
    pub static SCALAR_SRC = "scalar source", 6;
    "component", 5, 3, "component, in 16-bit units";
    "full", 2, 2, "32 bits, not 16";
    "mod", 1, 0, "floats: bit 0 absolute value, bit 1 negation; integers: integer source modifier";
}

word! {
    /// The registers of an instruction.
    pub struct Regs: REGS {
        /// The sources, below 32. The second can be the upper bits of an immediate.
        pub src: [u8; 2] = ["src1_reg", "src2_reg"],
        /// The destination, below 32.
        pub out: u8 = "out_reg",
        /// Whether the second source is an immediate.
        pub immediate: bool = "src2_imm",
    }
}

word! {
    /// A source of a vector instruction.
    pub struct VectorSrc: VECTOR_SRC {
        /// Two bits whose meaning depends on the type of the sources, see [`VECTOR_SRC`].
        pub modifier: u8 = "mod",
        /// The components that are read.
        pub expand: Expand,
        /// Four selectors of two bits. With 16-bit components both halves use all four,
        /// with 8-bit components a selector is for two.
        pub swizzle: u8,
    }
}

impl VectorSrc {
    /// The first component that each half of an instruction reads, in the width that is read.
    pub fn bases(self, mode: RegMode) -> [u8; 2] {
        self.components().bases(mode)
    }

    /// The components that are read.
    pub(in crate::isa) fn components(self) -> Swizzle {
        Swizzle {
            expand: self.expand,
            selectors: self.swizzle,
        }
    }
}

word! {
    /// An instruction of a vector unit or of the lookup tables.
    pub struct Vector: REGS, VECTOR {
        /// The registers.
        pub regs: Regs = ("src2_imm" .. "src1_reg"),
        /// The operation.
        pub op: AluCode,
        /// The width of the components.
        pub mode: RegMode = "reg_mode",
        /// The sources.
        pub src: [VectorSrc; 2] = [("swizzle1" .. "mod1"), ("swizzle2" .. "mod2")],
        /// The part of the destination.
        pub shrink: Shrink,
        /// Two bits: [`OutmodFloat`](super::OutmodFloat) or [`OutmodInt`](super::OutmodInt).
        pub outmod: u8,
        /// A bit for each 16 bits of the result.
        pub mask: u8,
    }
}

impl Vector {
    /// The value of the immediate, if there is one: an integer, or the bits of a
    /// half float.
    pub fn immediate(&self) -> Option<u16> {
        let low = self.src[1].bits()[0] >> 2;
        let value = u16::from(self.regs.src[1]) << 11 | ((low & 7) as u16) << 8 | (low >> 3) as u16;
        self.regs.immediate.then_some(value)
    }

    pub(super) fn set_immediate(&mut self, value: u16) {
        self.regs.immediate = true;
        self.regs.src[1] = (value >> 11) as u8;
        let low = u64::from(value & 0xff) << 3 | u64::from(value >> 8 & 7);
        self.src[1] = VectorSrc::from_bits([low << 2, 0]);
    }
}

word! {
    /// A source of a scalar instruction.
    pub struct ScalarSrc: SCALAR_SRC {
        /// Two bits whose meaning depends on the type of the sources, see [`SCALAR_SRC`].
        pub modifier: u8 = "mod",
        /// Whether it has 32 bits, not 16.
        pub full: bool,
        /// The component in 16-bit units, below 8.
        pub component: u8,
    }
}

word! {
    /// An instruction of a scalar unit.
    pub struct Scalar: REGS, SCALAR {
        /// The registers.
        pub regs: Regs = ("src2_imm" .. "src1_reg"),
        /// The operation.
        pub op: AluCode,
        /// The sources.
        pub src: [ScalarSrc; 2] = [("component1" .. "mod1"), ("component2" .. "mod2")],
        /// Five bits that only immediates use.
        pub src2_high: u8,
        /// A bit of unknown meaning.
        pub reserved: bool,
        /// Two bits: [`OutmodFloat`](super::OutmodFloat) or [`OutmodInt`](super::OutmodInt).
        pub outmod: u8,
        /// Whether the result has 32 bits, not 16.
        pub full: bool = "out_full",
        /// The component of the destination in 16-bit units, below 8.
        pub component: u8 = "out_component",
    }
}

/// The width of a component of a scalar instruction, and its number in units of that, from its
/// number in 16-bit units.
pub fn scalar_component(full: bool, number: u8) -> (u32, u8) {
    match full {
        true => (32, number / 2),
        false => (16, number),
    }
}

impl Scalar {
    /// The value of the immediate, if there is one: an integer, or the bits of a
    /// half float. Its bits are scrambled in the word.
    pub fn immediate(&self) -> Option<u16> {
        let bits = (self.src[1].bits()[0] | u64::from(self.src2_high) << 6) as u16;
        let value = u16::from(self.regs.src[1]) << 11
            | (bits & 3) << 9
            | (bits & 4) << 6
            | (bits & 0x38) << 2
            | bits >> 6;
        self.regs.immediate.then_some(value)
    }

    pub(super) fn set_immediate(&mut self, value: u16) {
        self.regs.immediate = true;
        self.regs.src[1] = (value >> 11) as u8;
        let low = value >> 9 & 3 | value >> 6 & 4 | value >> 2 & 0x38;
        self.src[1] = ScalarSrc::from_bits([low.into(), 0]);
        self.src2_high = (value & 31) as u8;
    }
}
