//! Values of the engine's operations, the result of translation.

use crate::isa::{AluOp, OutmodInt};
pub use tilescope_exec::Part;
use tilescope_exec::half::Rounding;

/// The width of the components of an integer operation, below 64 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Width {
    W8,
    W16,
    W32,
}

impl Width {
    pub const fn bits(self) -> u32 {
        match self {
            Width::W8 => 8,
            Width::W16 => 16,
            Width::W32 => 32,
        }
    }
}

/// The value of an operation on slots. Floats of 16 and 32 bits are binary32, integers
/// below 32 bits are extended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Code {
    Mov,
    Neg,
    Abs,
    /// a, with every NaN replaced by the canonical one.
    Canonical,
    /// Float output modifiers: at least 0; in [-1, 1]; in [0, 1].
    Positive,
    Signed,
    Unit,
    /// The half in the lower or upper 16 bits as a binary32.
    Half(Part),
    /// The second operand with the binary32 of the first as one of its halves.
    PutHalf(Part, Rounding),
    /// A field of the first operand, extended.
    Field {
        shift: u8,
        bits: u8,
        signed: bool,
    },
    /// The second operand with the low bits of the first in a field.
    PutField {
        shift: u8,
        bits: u8,
    },
    /// b if a is not 0, else c.
    Select,
    /// b where a has bits, else c.
    SelectBits,
    DerivativeX,
    DerivativeY,
    /// An operation on components below 64 bits.
    Alu(AluOp, Width),
    /// The same, with an output modifier other than keeplo: the destination has so many
    /// bits.
    Saturated(AluOp, Width, OutmodInt, u8),
    /// An operation on components of 64 bits: operands are two pairs of words.
    Wide(AluOp, Part),
    /// A binary32 as binary64.
    WidenFloat(Part),
    /// The binary64 of two words as binary32.
    NarrowFloat,
    /// A quotient of floats.
    Div,
    /// Words of the coordinates of a cube map, from a direction.
    Cube(Part),
    /// A component of the result of FATAN2_PT1: 0, 2 or 3.
    Angle(u8),
}

impl Code {
    /// An operation on components of 32 bits.
    pub const fn word(op: AluOp) -> Code {
        Code::Alu(op, Width::W32)
    }

    /// The field of so many bits with this number.
    pub const fn field(bits: u32, number: u8, signed: bool) -> Code {
        let bits = bits as u8;
        Code::Field {
            shift: number * bits,
            bits,
            signed,
        }
    }

    /// The same, to be written.
    pub const fn put_field(bits: u32, number: u8) -> Code {
        let bits = bits as u8;
        Code::PutField {
            shift: number * bits,
            bits,
        }
    }
}

/// A value that is the same in all lanes for a whole job.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Constant {
    /// A word.
    Word(u32),
    /// A component of a uniform register, counted from r23 downward.
    Uniform {
        /// 0 for r23.
        index: u8,
        /// The component.
        component: u8,
    },
}
