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

    /// The bits of operand `n` that the value may depend on.
    pub const fn bits_of(self, n: usize) -> u32 {
        const fn half(part: Part) -> u32 {
            match part {
                Part::Low => 0xffff,
                Part::High => 0xffff_0000,
            }
        }
        const fn field(shift: u8, bits: u8) -> u32 {
            let ones = u32::MAX.unbounded_shr(32 - bits as u32);
            ones.unbounded_shl(shift as u32)
        }
        match (self, n) {
            (Code::Half(part), 0) => half(part),
            (Code::PutHalf(part, _), 1) => !half(part),
            (Code::Field { shift, bits, .. }, 0) => field(shift, bits),
            (Code::PutField { shift, bits }, 1) => !field(shift, bits),
            _ => u32::MAX,
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_of_operands() {
        let put = Code::PutHalf(Part::High, Rounding::NearestEven);
        assert_eq!(Code::Half(Part::High).bits_of(0), 0xffff_0000);
        assert_eq!((put.bits_of(0), put.bits_of(1)), (u32::MAX, 0xffff));
        assert_eq!(Code::field(8, 2, true).bits_of(0), 0xff_0000);
        assert_eq!(Code::field(32, 0, false).bits_of(0), u32::MAX);
        assert_eq!(Code::put_field(16, 1).bits_of(1), 0xffff);
        assert_eq!(Code::Mov.bits_of(0), u32::MAX);
    }
}
