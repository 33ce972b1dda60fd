//! The instruction set as the shader engine sees it: values, and the loops that compute
//! them for all batches of a group.

use super::alu::{self, Clamp};
use super::op::{Code, Constant, Part, Unit};
use super::quirks::{ShaderQuirks, VectorSelect};
use super::slots;
use tilescope_exec::half::Rounding;
use tilescope_exec::{Exec, Interp, Lanes, Lanes16, Vectorised, float, half, quad, vectorised};
use tilescope_shader::{Each, Isa, Nan, Shape, each};

/// The instruction set of the shader cores.
#[derive(Clone, Copy, Debug)]
pub struct ShaderCores;

/// A code of one word in every lane.
pub fn word(q: &ShaderQuirks, code: Code, operands: [u32; 4]) -> u32 {
    let operands = operands.map(|x| Lanes([x]));
    value(&mut Interp::<1>, q, code, operands).0[0]
}

impl Isa for ShaderCores {
    type Quirks = ShaderQuirks;
    type Value = Code;
    type Unit = Unit;
    type Constant = Constant;

    const SLOTS: usize = slots::COUNT;

    fn shape(code: Code) -> Shape {
        let merges = |shape| Shape {
            merges: true,
            ..shape
        };
        match code {
            Code::Mov | Code::Neg | Code::Abs => Shape::bits(1).nan(Nan::Passes(1)),
            Code::Canonical | Code::Positive | Code::Signed | Code::Unit | Code::Floor => {
                Shape::bits(1).nan(Nan::Canonical)
            }
            Code::Rcp | Code::Rsqrt => Shape::bits(1).nan(Nan::Canonical),
            Code::Add | Code::Mul | Code::Div => Shape::bits(2).nan(Nan::Open),
            Code::Min | Code::Max => Shape::bits(2).nan(Nan::Canonical),
            Code::Lt | Code::Le | Code::Eq | Code::Ne => Shape::bits(2).nan(Nan::Passes(0)),
            Code::Half(_) | Code::Field { .. } => Shape::bits(1),
            Code::PutHalf(..) | Code::PutField { .. } => merges(Shape::bits(2)),
            Code::IntAdd | Code::IntSub | Code::IntMul | Code::And | Code::Or | Code::Xor => {
                Shape::bits(2)
            }
            Code::IntEq | Code::IntNe | Code::IntLt | Code::UintLt | Code::ShiftLeft => {
                Shape::bits(2)
            }
            Code::Select => Shape::bits(3).nan(Nan::Passes(0b110)),
            Code::SelectBits => Shape::bits(3),
            Code::DerivativeX | Code::DerivativeY => Shape::bits(1).nan(Nan::Open),
            Code::Alu(..) => Shape::bits(3),
            Code::Saturated(..) => Shape::bits(3),
            Code::Wide(..) => Shape::bits(4),
            Code::WidenFloat(_) => Shape::bits(1).nan(Nan::Canonical),
            Code::NarrowFloat => Shape::bits(2).nan(Nan::Open),
            Code::Cube(_) => Shape::bits(3),
        }
    }

    #[inline(always)]
    fn value<E: Exec>(e: &mut E, q: &ShaderQuirks, code: Code, s: [E::V; 4]) -> E::V {
        value(e, q, code, s)
    }

    #[inline(always)]
    fn each<const B: usize>(q: &ShaderQuirks, code: Code, at: Each<'_, Self, B>) {
        macro_rules! unary {
            ($code:expr) => {
                each!(at, |e, a| value(e, q, $code, [a; 4]))
            };
        }
        macro_rules! binary {
            ($code:expr) => {
                each!(at, |e, a, b| value(e, q, $code, [a, b, b, b]))
            };
        }
        match code {
            Code::Mov => each!(at, |_e, a| a),
            Code::Neg => unary!(Code::Neg),
            Code::Abs => unary!(Code::Abs),
            Code::Add => each!(at, |e, a, b| e.fadd(a, b)),
            Code::Mul => each!(at, |e, a, b| e.fmul(a, b)),
            Code::Canonical => unary!(Code::Canonical),
            Code::Min => binary!(Code::Min),
            Code::Max => binary!(Code::Max),
            Code::Lt => binary!(Code::Lt),
            Code::Le => binary!(Code::Le),
            Code::Eq => binary!(Code::Eq),
            Code::Ne => binary!(Code::Ne),
            Code::Floor => unary!(Code::Floor),
            Code::Rcp => unary!(Code::Rcp),
            Code::Rsqrt => unary!(Code::Rsqrt),
            Code::Positive => unary!(Code::Positive),
            Code::Unit => unary!(Code::Unit),
            Code::Half(Part::Low) => unary!(Code::Half(Part::Low)),
            Code::Half(Part::High) => unary!(Code::Half(Part::High)),
            Code::PutHalf(Part::Low, Rounding::NearestEven) => {
                binary!(Code::PutHalf(Part::Low, Rounding::NearestEven))
            }
            Code::PutHalf(Part::High, Rounding::NearestEven) => {
                binary!(Code::PutHalf(Part::High, Rounding::NearestEven))
            }
            Code::IntAdd => each!(at, |e, a, b| e.add(a, b)),
            Code::IntSub => each!(at, |e, a, b| e.sub(a, b)),
            Code::IntMul => each!(at, |e, a, b| e.mul_low(a, b)),
            Code::And => each!(at, |e, a, b| e.and(a, b)),
            Code::Or => each!(at, |e, a, b| e.or(a, b)),
            Code::Xor => each!(at, |e, a, b| e.xor(a, b)),
            Code::IntEq => binary!(Code::IntEq),
            Code::IntNe => binary!(Code::IntNe),
            Code::IntLt => binary!(Code::IntLt),
            Code::UintLt => binary!(Code::UintLt),
            Code::ShiftLeft => each!(at, |e, a, b| e.shl(a, b)),
            Code::Select => each!(at, |e, a, b, c| value(e, q, Code::Select, [a, b, c, c])),
            Code::SelectBits => {
                each!(at, |e, a, b, c| value(e, q, Code::SelectBits, [a, b, c, c]))
            }
            Code::DerivativeX => unary!(Code::DerivativeX),
            Code::DerivativeY => unary!(Code::DerivativeY),
            slow => each!(at, |_e, a, b, c, d| vectorised(Slow {
                quirks: q,
                code: slow,
                operands: [a, b, c, d],
            })),
        }
    }

    fn canonical() -> Option<Code> {
        Some(Code::Canonical)
    }
}

/// A value that few programs need, compiled once and not inlined everywhere.
struct Slow<'a> {
    quirks: &'a ShaderQuirks,
    code: Code,
    operands: [Lanes16; 4],
}

impl Vectorised for Slow<'_> {
    type Output = Lanes16;

    #[inline(always)]
    fn run(self) -> Lanes16 {
        value(&mut Interp::<16>, self.quirks, self.code, self.operands)
    }
}

#[inline(always)]
fn value<E: Exec>(e: &mut E, q: &ShaderQuirks, code: Code, s: [E::V; 4]) -> E::V {
    let [a, b, c, _] = s;
    let truth = |e: &mut E, m: E::M| e.mask_to_word(m);
    match code {
        Code::Mov => a,
        Code::Neg => {
            let sign = e.splat(float::SIGN);
            e.xor(a, sign)
        }
        Code::Abs => {
            let magnitude = e.splat(float::MAGNITUDE);
            e.and(a, magnitude)
        }
        Code::Add => e.fadd(a, b),
        Code::Mul => e.fmul(a, b),
        Code::Div => e.fdiv(a, b),
        Code::Canonical => float::replace_nan(e, a, q.nan),
        Code::Min => {
            let r = float::fmin(e, a, b);
            float::replace_nan(e, r, q.nan)
        }
        Code::Max => {
            let r = float::fmax(e, a, b);
            float::replace_nan(e, r, q.nan)
        }
        Code::Lt => {
            let m = e.flt(a, b);
            truth(e, m)
        }
        Code::Le => {
            let m = e.fle(a, b);
            truth(e, m)
        }
        Code::Eq => {
            let m = e.feq(a, b);
            truth(e, m)
        }
        Code::Ne => {
            let m = e.feq(a, b);
            let m = e.mask_not(m);
            truth(e, m)
        }
        Code::Floor => {
            let r = float::floor(e, a);
            float::replace_nan(e, r, q.nan)
        }
        Code::Rcp => alu::value(e, q, crate::isa::AluOp::Frcp, super::op::Width::W32, s),
        Code::Rsqrt => alu::value(e, q, crate::isa::AluOp::Frsqrt, super::op::Width::W32, s),
        Code::Positive => alu::clamp(e, Clamp::Positive, a),
        Code::Signed => alu::clamp(e, Clamp::Signed, a),
        Code::Unit => alu::clamp(e, Clamp::Unit, a),
        Code::Half(part) => {
            let h = match part {
                Part::Low => half::low(e, a),
                Part::High => half::high(e, a),
            };
            half::f32_from_f16(e, h)
        }
        Code::PutHalf(part, rounding) => {
            let h = alu::half_from_float(e, rounding, a);
            match part {
                Part::Low => {
                    let kept = e.splat(0xffff_0000);
                    let kept = e.and(b, kept);
                    e.or(kept, h)
                }
                Part::High => {
                    let kept = half::low(e, b);
                    half::join(e, kept, h)
                }
            }
        }
        Code::Field {
            shift,
            bits,
            signed,
        } => {
            let up = e.splat((32 - u32::from(bits)).saturating_sub(shift.into()) & 31);
            let down = e.splat((32 - u32::from(bits)) & 31);
            let r = e.shl(a, up);
            match signed {
                true => e.asr(r, down),
                false => e.shr(r, down),
            }
        }
        Code::PutField { shift, bits } => {
            let mask = u32::MAX >> ((32 - u32::from(bits)) & 31) << (shift & 31);
            let (inside, outside) = (e.splat(mask), e.splat(!mask));
            let by = e.splat(shift.into());
            let new = e.shl(a, by);
            let new = e.and(new, inside);
            let kept = e.and(b, outside);
            e.or(new, kept)
        }
        Code::IntAdd => e.add(a, b),
        Code::IntSub => e.sub(a, b),
        Code::IntMul => e.mul_low(a, b),
        Code::And => e.and(a, b),
        Code::Or => e.or(a, b),
        Code::Xor => e.xor(a, b),
        Code::IntEq => {
            let m = e.eq(a, b);
            truth(e, m)
        }
        Code::IntNe => {
            let m = e.eq(a, b);
            let m = e.mask_not(m);
            truth(e, m)
        }
        Code::IntLt => {
            let m = e.lt_signed(a, b);
            truth(e, m)
        }
        Code::UintLt => {
            let m = e.lt_unsigned(a, b);
            truth(e, m)
        }
        Code::ShiftLeft => e.shl(a, b),
        Code::Select => {
            let zero = e.splat(0);
            let no = e.eq(a, zero);
            e.select(no, c, b)
        }
        Code::SelectBits => match q.vector_select {
            VectorSelect::Bits => {
                let yes = e.and(a, b);
                let no = e.not(a);
                let no = e.and(no, c);
                e.or(yes, no)
            }
            VectorSelect::NonZero => {
                let zero = e.splat(0);
                let no = e.eq(a, zero);
                e.select(no, c, b)
            }
        },
        Code::DerivativeX => quad::derivative(e, q.derivatives, a, 1),
        Code::DerivativeY => quad::derivative(e, q.derivatives, a, 2),
        Code::Alu(op, width) => alu::value(e, q, op, width, s),
        Code::Saturated(op, width, out, bits) => alu::saturated(e, q, (op, width, out, bits), s),
        Code::Wide(op, part) => alu::wide(e, op, part, s),
        Code::WidenFloat(part) => alu::widen_float(e, part, a),
        Code::NarrowFloat => alu::narrow_float(e, a, b),
        Code::Cube(part) => alu::cube(e, part, [a, b, c]),
    }
}
