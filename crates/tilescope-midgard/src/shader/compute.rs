//! The instruction set as the shader engine sees it: values, and the loops that compute
//! them for all batches of a group.

use super::alu;
use super::op::{Code, Constant, Part, Width};
use super::quirks::{ShaderQuirks, VectorSelect};
use super::slots;
use super::unit::Unit;
use crate::isa::AluOp;
use tilescope_exec::half::{self, Rounding, Rules};
use tilescope_exec::{Exec, Interp, Lanes, double, float, int, quad};
use tilescope_shader::{Isa, Nan, Shape, values};

/// The instruction set of the shader cores.
#[derive(Clone, Copy, Debug)]
pub struct ShaderCores;

/// The words of a code, with the chip's own NaN.
pub fn words<const N: usize>(q: &ShaderQuirks, code: Code, operands: [Lanes<N>; 4]) -> Lanes<N> {
    let words = ShaderCores::value(&mut Interp::<N>, q, code, operands);
    match ShaderCores::shape(code).nan {
        Nan::Open => float::replace_nan(&mut Interp::<N>, words, q.nan),
        _ => words,
    }
}

/// [`words`] of one lane.
pub fn word(q: &ShaderQuirks, code: Code, operands: [u32; 4]) -> u32 {
    words(q, code, operands.map(|x| Lanes([x]))).0[0]
}

impl Isa for ShaderCores {
    type Quirks = ShaderQuirks;
    type Value = Code;
    type Unit = Unit;
    type Constant = Constant;

    const SLOTS: usize = slots::COUNT;

    values! { |e, q|
        Shape::bits(1).nan(Nan::Passes(1)) => inlined {
            Code::Mov => |a| a;
            Code::Neg => |a| float::neg(e, a);
            Code::Abs => |a| float::abs(e, a);
        }
        Shape::bits(1).nan(Nan::Canonical) => inlined {
            Code::Canonical => |a| float::replace_nan(e, a, q.nan);
            Code::Positive => |a| float::clamp(e, [0.0, f32::INFINITY], a);
            Code::Unit => |a| float::clamp(e, [0.0, 1.0], a);
            Code::Alu(AluOp::Ffloor, _) => |a|
                { let r = float::floor(e, a); float::replace_nan(e, r, q.nan) };
            Code::Alu(AluOp::Frcp, _) => |a| alu::value(e, q, AluOp::Frcp, Width::W32, [a; 4]);
            Code::Alu(AluOp::Frsqrt, _) => |a| alu::value(e, q, AluOp::Frsqrt, Width::W32, [a; 4]);
        }
        Shape::bits(1).nan(Nan::Canonical) => seldom {
            Code::Signed => |a| float::clamp(e, [-1.0, 1.0], a);
            Code::WidenFloat(part) => |a|
                { let d = e.double_from_float(a); double::to_words(e, d).part(part) };
        }
        Shape::bits(2).nan(Nan::Open) => inlined {
            Code::Alu(AluOp::Fadd, _) => |a, b| e.fadd(a, b);
            Code::Alu(AluOp::Fmul, _) => |a, b| e.fmul(a, b);
        }
        Shape::bits(2).nan(Nan::Open) => seldom {
            Code::Div => |a, b| e.fdiv(a, b);
            Code::NarrowFloat => |a, b| { let d = e.double_from_words(a, b); e.float_from_double(d) };
        }
        Shape::bits(2).nan(Nan::Canonical) => inlined {
            Code::Alu(AluOp::Fmin, _) => |a, b|
                { let r = float::fmin(e, a, b); float::replace_nan(e, r, q.nan) };
            Code::Alu(AluOp::Fmax, _) => |a, b|
                { let r = float::fmax(e, a, b); float::replace_nan(e, r, q.nan) };
        }
        Shape::bits(2).nan(Nan::Passes(0)) => inlined {
            Code::Alu(AluOp::Flt | AluOp::FballLt | AluOp::FbanyLt, _) => |a, b|
                { let m = e.flt(a, b); int::truth(e, m, false) };
            Code::Alu(AluOp::Fle | AluOp::FballLte | AluOp::FbanyLte, _) => |a, b|
                { let m = e.fle(a, b); int::truth(e, m, false) };
            Code::Alu(AluOp::Feq | AluOp::FballEq | AluOp::FbanyEq, _) => |a, b|
                { let m = e.feq(a, b); int::truth(e, m, false) };
            Code::Alu(AluOp::Fne | AluOp::FballNeq | AluOp::FbanyNeq, _) => |a, b|
                { let m = e.feq(a, b); int::truth(e, m, true) };
        }
        Shape::bits(1) => inlined {
            Code::Half(Part::Low) => |a| { let h = half::low(e, a); half::f32_from_f16(e, h) };
            Code::Half(Part::High) => |a| { let h = half::high(e, a); half::f32_from_f16(e, h) };
        }
        Shape::bits(1) => seldom {
            Code::Field { shift, bits, signed } => |a| int::field(e, (shift, bits, signed), a);
        }
        // The first operand becomes a half, which has one NaN.
        merges(2).nan(Nan::Passes(0b10)) => inlined {
            Code::PutHalf(Part::Low, Rounding::NearestEven) => |a, b|
                put_half(e, Part::Low, Rounding::NearestEven, [a, b]);
            Code::PutHalf(Part::High, Rounding::NearestEven) => |a, b|
                put_half(e, Part::High, Rounding::NearestEven, [a, b]);
        }
        merges(2).nan(Nan::Passes(0b10)) => seldom {
            Code::PutHalf(part, rounding) => |a, b| put_half(e, part, rounding, [a, b]);
        }
        merges(2) => seldom {
            Code::PutField { shift, bits } => |a, b| int::put_field(e, (shift, bits), a, b);
        }
        Shape::bits(2) => inlined {
            Code::Alu(AluOp::Iadd, _) => |a, b| e.add(a, b);
            Code::Alu(AluOp::Isub, _) => |a, b| e.sub(a, b);
            Code::Alu(AluOp::Imul, _) => |a, b| e.mul_low(a, b);
            Code::Alu(AluOp::Iand, _) => |a, b| e.and(a, b);
            Code::Alu(AluOp::Ior, _) => |a, b| e.or(a, b);
            Code::Alu(AluOp::Ixor, _) => |a, b| e.xor(a, b);
            Code::Alu(AluOp::Ieq | AluOp::IballEq | AluOp::IbanyEq, _) => |a, b|
                { let m = e.eq(a, b); int::truth(e, m, false) };
            Code::Alu(AluOp::Ine | AluOp::IballNeq | AluOp::IbanyNeq, _) => |a, b|
                { let m = e.eq(a, b); int::truth(e, m, true) };
            Code::Alu(AluOp::Ilt | AluOp::IballLt | AluOp::IbanyLt, _) => |a, b|
                { let m = e.lt_signed(a, b); int::truth(e, m, false) };
            Code::Alu(AluOp::Ult | AluOp::UballLt | AluOp::UbanyLt, _) => |a, b|
                { let m = e.lt_unsigned(a, b); int::truth(e, m, false) };
            Code::Alu(AluOp::Ishl, Width::W32) => |a, b| e.shl(a, b);
        }
        Shape::bits(3).nan(Nan::Passes(0b110)) => inlined {
            Code::Select => |a, b, c| int::choose(e, [a, b, c]);
        }
        Shape::bits(3) => inlined {
            Code::SelectBits => |a, b, c| match q.vector_select {
                VectorSelect::Bits => int::choose_bits(e, [a, b, c]),
                VectorSelect::NonZero => int::choose(e, [a, b, c]),
            };
        }
        Shape::bits(1).nan(Nan::Open) => inlined {
            Code::DerivativeX => |a| quad::derivative(e, q.derivatives, a, 1);
            Code::DerivativeY => |a| quad::derivative(e, q.derivatives, a, 2);
        }
        Shape::bits(2) => seldom {
            Code::Angle(component) => |a, b| alu::angle(e, q, component, [a, b]);
        }
        Shape::bits(3) => seldom {
            Code::Alu(op, width) => |a, b, c| alu::value(e, q, op, width, [a, b, c, c]);
            Code::Saturated(op, width, out, bits) => |a, b, c|
                alu::saturated(e, q, (op, width, out, bits), [a, b, c, c]);
            Code::Cube(part) => |a, b, c| alu::cube(e, part, [a, b, c]);
        }
        Shape::bits(4) => seldom {
            Code::Wide(op, part) => |a, b, c, d| alu::wide(e, op, part, [a, b, c, d]);
        }
    }

    fn canonical() -> Option<Code> {
        Some(Code::Canonical)
    }
}

/// A value that keeps a part of its last operand.
const fn merges(operands: u8) -> Shape {
    Shape {
        merges: true,
        ..Shape::bits(operands)
    }
}

#[inline(always)]
fn put_half<E: Exec>(e: &mut E, part: Part, rounding: Rounding, [a, b]: [E::V; 2]) -> E::V {
    let h = half::narrow_canonical(e, Rules::keeping(rounding), a);
    half::put(e, part, h, b)
}
