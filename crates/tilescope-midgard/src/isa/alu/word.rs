//! Words of ALU instructions: a 16-bit register word and a body.

use super::modes::{EXPAND, Expand, REG_MODE, RegMode, SHRINK, Shrink};
use super::op::AluCode;
use crate::isa::word::Word;
use tilescope_tables::{Field, Format};

const OP: Field = Field::new("op", 7, 0, "operation");

/// The register word of an instruction.
pub static REGS: Format = Format {
    name: "register word",
    width: 16,
    fields: &[
        Field::new("src2_imm", 15, 15, "src2 is an immediate"),
        Field::new("out_reg", 14, 10, "destination"),
        Field::new("src2_reg", 9, 5, "src2; bits 15:11 of an immediate"),
        Field::new("src1_reg", 4, 0, "src1"),
    ],
};

/// The body of an instruction of a vector unit.
pub static VECTOR: Format = Format {
    name: "vector body",
    width: 48,
    fields: &[
        Field::new("mask", 47, 40, "a bit for each 16 bits of the result"),
        Field::new(
            "outmod",
            39,
            38,
            "output modifier, by the type of the result",
        ),
        Field::new("shrink", 37, 36, "shrink mode"),
        Field::new(
            "swizzle2",
            35,
            28,
            "swizzle of src2; bits 7:0 of an immediate",
        ),
        Field::new(
            "expand2",
            27,
            25,
            "expand mode of src2; bits 10:8 of an immediate",
        ),
        Field::new("mod2", 24, 23, "source modifier of src2"),
        Field::new("swizzle1", 22, 15, "swizzle of src1"),
        Field::new("expand1", 14, 12, "expand mode of src1"),
        Field::new("mod1", 11, 10, "source modifier of src1"),
        Field::new("reg_mode", 9, 8, "register mode"),
        OP,
    ],
};

/// A source of a vector instruction, as 13 bits of its body.
pub static VECTOR_SRC: Format = Format {
    name: "vector source",
    width: 13,
    fields: &[
        Field::new("swizzle", 12, 5, "four selectors of two bits, x lowest"),
        Field::new("expand", 4, 2, "expand mode"),
        Field::new(
            "mod",
            1,
            0,
            "floats: bit 0 absolute value, bit 1 negation; integers: integer source modifier",
        ),
    ],
};

/// The body of an instruction of a scalar unit.
pub static SCALAR: Format = Format {
    name: "scalar body",
    width: 32,
    fields: &[
        Field::new(
            "out_component",
            31,
            29,
            "component of the destination, in 16-bit units",
        ),
        Field::new("out_full", 28, 28, "the result has 32 bits, not 16"),
        Field::new(
            "outmod",
            27,
            26,
            "output modifier, by the type of the result",
        ),
        Field::new("reserved", 25, 25, "undocumented"),
        Field::new("src2_high", 24, 20, "bits of an immediate"),
        Field::new("component2", 19, 17, "component of src2, in 16-bit units"),
        Field::new("full2", 16, 16, "src2 has 32 bits, not 16"),
        Field::new("mod2", 15, 14, "source modifier of src2"),
        Field::new("component1", 13, 11, "component of src1, in 16-bit units"),
        Field::new("full1", 10, 10, "src1 has 32 bits, not 16"),
        Field::new("mod1", 9, 8, "source modifier of src1"),
        OP,
    ],
};

/// A source of a scalar instruction, as 6 bits of its body.
pub static SCALAR_SRC: Format = Format {
    name: "scalar source",
    width: 6,
    fields: &[
        Field::new("component", 5, 3, "component, in 16-bit units"),
        Field::new("full", 2, 2, "32 bits, not 16"),
        Field::new(
            "mod",
            1,
            0,
            "floats: bit 0 absolute value, bit 1 negation; integers: integer source modifier",
        ),
    ],
};

/// The registers of an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Regs {
    /// The first source, below 32.
    pub src1: u8,
    /// The second source, or the upper bits of an immediate, below 32.
    pub src2: u8,
    /// The destination, below 32.
    pub out: u8,
    /// Whether the second source is an immediate.
    pub immediate: bool,
}

impl Regs {
    fn bits(self) -> u64 {
        let Regs {
            src1,
            src2,
            out,
            immediate,
        } = self;
        let word = u64::from(src1) | u64::from(src2) << 5 | u64::from(out) << 10;
        word | u64::from(immediate) << 15
    }

    fn from_bits(bits: u64) -> Regs {
        Regs {
            src1: (bits & 31) as u8,
            src2: (bits >> 5 & 31) as u8,
            out: (bits >> 10 & 31) as u8,
            immediate: bits >> 15 & 1 != 0,
        }
    }
}

/// A source of a vector instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VectorSrc {
    /// Two bits whose meaning depends on the type of the sources, see [`VECTOR_SRC`].
    pub modifier: u8,
    /// The components that are read.
    pub expand: Expand,
    /// Four selectors of two bits. With 16-bit components both halves use all four,
    /// with 8-bit components a selector is for two.
    pub swizzle: u8,
}

impl VectorSrc {
    fn bits(self) -> u64 {
        u64::from(self.modifier) | (self.expand as u64) << 2 | u64::from(self.swizzle) << 5
    }

    fn from_bits(bits: u64) -> VectorSrc {
        VectorSrc {
            modifier: (bits & 3) as u8,
            expand: EXPAND.rows[(bits >> 2 & 7) as usize].op,
            swizzle: (bits >> 5) as u8,
        }
    }
}

/// An instruction of a vector unit or of the lookup tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Vector {
    /// The registers.
    pub regs: Regs,
    /// The operation.
    pub op: AluCode,
    /// The width of the components.
    pub mode: RegMode,
    /// The sources.
    pub src: [VectorSrc; 2],
    /// The part of the destination.
    pub shrink: Shrink,
    /// Two bits: [`OutmodFloat`](super::OutmodFloat) or [`OutmodInt`](super::OutmodInt).
    pub outmod: u8,
    /// A bit for each 16 bits of the result.
    pub mask: u8,
}

impl Vector {
    /// The value of the immediate, if there is one: an integer, or the bits of a
    /// half float.
    pub fn immediate(&self) -> Option<u16> {
        let low = self.src[1].bits() >> 2;
        let value = u16::from(self.regs.src2) << 11 | ((low & 7) as u16) << 8 | (low >> 3) as u16;
        self.regs.immediate.then_some(value)
    }

    pub(super) fn set_immediate(&mut self, value: u16) {
        self.regs.immediate = true;
        self.regs.src2 = (value >> 11) as u8;
        let low = u64::from(value & 0xff) << 3 | u64::from(value >> 8 & 7);
        self.src[1] = VectorSrc::from_bits(low << 2);
    }
}

impl Word for Vector {
    const FORMATS: &'static [&'static Format] = &[&REGS, &VECTOR];

    fn bits(&self) -> [u64; 2] {
        let body = u64::from(self.op.0)
            | (self.mode as u64) << 8
            | self.src[0].bits() << 10
            | self.src[1].bits() << 23
            | (self.shrink as u64) << 36
            | u64::from(self.outmod) << 38
            | u64::from(self.mask) << 40;
        [self.regs.bits(), body]
    }

    fn from_bits([regs, body]: [u64; 2]) -> Vector {
        Vector {
            regs: Regs::from_bits(regs),
            op: AluCode(body as u8),
            mode: REG_MODE.rows[(body >> 8 & 3) as usize].op,
            src: [10, 23].map(|lo| VectorSrc::from_bits(body >> lo & 0x1fff)),
            shrink: SHRINK.rows[(body >> 36 & 3) as usize].op,
            outmod: (body >> 38 & 3) as u8,
            mask: (body >> 40) as u8,
        }
    }
}

/// A source of a scalar instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScalarSrc {
    /// Two bits whose meaning depends on the type of the sources, see [`SCALAR_SRC`].
    pub modifier: u8,
    /// Whether it has 32 bits, not 16.
    pub full: bool,
    /// The component in 16-bit units, below 8.
    pub component: u8,
}

impl ScalarSrc {
    fn bits(self) -> u64 {
        u64::from(self.modifier) | u64::from(self.full) << 2 | u64::from(self.component) << 3
    }

    fn from_bits(bits: u64) -> ScalarSrc {
        ScalarSrc {
            modifier: (bits & 3) as u8,
            full: bits >> 2 & 1 != 0,
            component: (bits >> 3 & 7) as u8,
        }
    }
}

/// An instruction of a scalar unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scalar {
    /// The registers.
    pub regs: Regs,
    /// The operation.
    pub op: AluCode,
    /// The sources.
    pub src: [ScalarSrc; 2],
    /// Five bits that only immediates use.
    pub src2_high: u8,
    /// A bit of unknown meaning.
    pub reserved: bool,
    /// Two bits: [`OutmodFloat`](super::OutmodFloat) or [`OutmodInt`](super::OutmodInt).
    pub outmod: u8,
    /// Whether the result has 32 bits, not 16.
    pub full: bool,
    /// The component of the destination in 16-bit units, below 8.
    pub component: u8,
}

impl Scalar {
    /// The value of the immediate, if there is one: an integer, or the bits of a
    /// half float. Its bits are scrambled in the word.
    pub fn immediate(&self) -> Option<u16> {
        let bits = (self.src[1].bits() | u64::from(self.src2_high) << 6) as u16;
        let value = u16::from(self.regs.src2) << 11
            | (bits & 3) << 9
            | (bits & 4) << 6
            | (bits & 0x38) << 2
            | bits >> 6;
        self.regs.immediate.then_some(value)
    }

    pub(super) fn set_immediate(&mut self, value: u16) {
        self.regs.immediate = true;
        self.regs.src2 = (value >> 11) as u8;
        let low = value >> 9 & 3 | value >> 6 & 4 | value >> 2 & 0x38;
        self.src[1] = ScalarSrc::from_bits(low.into());
        self.src2_high = (value & 31) as u8;
    }
}

impl Word for Scalar {
    const FORMATS: &'static [&'static Format] = &[&REGS, &SCALAR];

    fn bits(&self) -> [u64; 2] {
        let body = u64::from(self.op.0)
            | self.src[0].bits() << 8
            | self.src[1].bits() << 14
            | u64::from(self.src2_high) << 20
            | u64::from(self.reserved) << 25
            | u64::from(self.outmod) << 26
            | u64::from(self.full) << 28
            | u64::from(self.component) << 29;
        [self.regs.bits(), body]
    }

    fn from_bits([regs, body]: [u64; 2]) -> Scalar {
        Scalar {
            regs: Regs::from_bits(regs),
            op: AluCode(body as u8),
            src: [8, 14].map(|lo| ScalarSrc::from_bits(body >> lo & 0x3f)),
            src2_high: (body >> 20 & 31) as u8,
            reserved: body >> 25 & 1 != 0,
            outmod: (body >> 26 & 3) as u8,
            full: body >> 28 & 1 != 0,
            component: (body >> 29 & 7) as u8,
        }
    }
}
