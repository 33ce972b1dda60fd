//! The instruction set as the shader engine sees it: values, and the loops that compute
//! them for all batches of a group.

use super::alu::{self, Test, Value};
use super::function::Function;
use super::op::{Code, Constant, Unit};
use super::quirks::{Derivatives, ShaderQuirks};
use super::slots;
use tilescope_exec::{Exec, Interp, Lanes16, Vectorised, float, vectorised};
use tilescope_shader::{Each, Isa, Nan, Shape, each};

/// Quirks that codes other than [`Code::Slow`] stand for.
const Q: ShaderQuirks = ShaderQuirks::DEFAULT;

/// The instruction set of the shader cores.
#[derive(Clone, Copy, Debug)]
pub struct ShaderCores;

/// The value that a code stands for by default quirks, if it is exactly one.
fn value_of(code: Code) -> Option<Value> {
    Some(match code {
        Code::Mov => Value::Move,
        Code::Neg => Value::FloatNegate,
        Code::Abs => Value::FloatAbs,
        Code::Saturate => Value::Saturate,
        Code::Fraction => Value::Fraction,
        Code::Floor => Value::Floor,
        Code::Ceil => Value::Ceil,
        Code::Reciprocal => Value::Function(Function::Reciprocal),
        Code::ReciprocalRoot => Value::Function(Function::ReciprocalRoot),
        Code::Root => Value::Function(Function::Root),
        Code::FloatGt => Value::Choose(Test::FloatGt),
        Code::FloatGe => Value::Choose(Test::FloatGe),
        Code::FloatEq => Value::Choose(Test::FloatEq),
        Code::FloatNe => Value::Choose(Test::FloatNe),
        Code::SignedGt => Value::Choose(Test::SignedGt),
        Code::SignedGe => Value::Choose(Test::SignedGe),
        Code::UnsignedGt => Value::Choose(Test::UnsignedGt),
        Code::UnsignedGe => Value::Choose(Test::UnsignedGe),
        Code::WordEq => Value::Choose(Test::WordEq),
        Code::WordNe => Value::Choose(Test::WordNe),
        Code::AddInt => Value::Add,
        Code::And => Value::And,
        Code::Or => Value::Or,
        Code::Xor => Value::Xor,
        Code::Not => Value::Not,
        Code::Add | Code::Sub | Code::Mul | Code::MulNeg | Code::MulAdd | Code::MulSub => {
            return None;
        }
        Code::SubMul | Code::NegMulSub | Code::Canonical => return None,
        Code::DerivativeX | Code::DerivativeY | Code::Slow(_) => return None,
    })
}

impl Isa for ShaderCores {
    type Quirks = ShaderQuirks;
    type Value = Code;
    type Unit = Unit;
    type Constant = Constant;

    const SLOTS: usize = slots::COUNT;

    fn shape(code: Code) -> Shape {
        match code {
            Code::Mov | Code::Neg | Code::Abs => Shape::bits(1).nan(Nan::Passes(1)),
            Code::Canonical | Code::Saturate | Code::Fraction | Code::Floor | Code::Ceil => {
                Shape::bits(1).nan(Nan::Canonical)
            }
            Code::Reciprocal | Code::ReciprocalRoot | Code::Root => {
                Shape::bits(1).nan(Nan::Canonical)
            }
            Code::Not => Shape::bits(1),
            Code::DerivativeX | Code::DerivativeY => Shape::bits(1).nan(Nan::Open),
            Code::Add | Code::Sub | Code::Mul | Code::MulNeg => Shape::bits(2).nan(Nan::Open),
            Code::AddInt | Code::And | Code::Or | Code::Xor => Shape::bits(2),
            Code::MulAdd | Code::MulSub | Code::SubMul | Code::NegMulSub => {
                Shape::bits(3).nan(Nan::Open)
            }
            Code::FloatGt | Code::FloatGe | Code::FloatEq | Code::FloatNe => {
                Shape::bits(4).nan(Nan::Passes(0b1100))
            }
            Code::SignedGt | Code::SignedGe | Code::UnsignedGt | Code::UnsignedGe => Shape::bits(4),
            Code::WordEq | Code::WordNe | Code::Slow(_) => Shape::bits(4),
        }
    }

    #[inline(always)]
    fn value<E: Exec>(e: &mut E, q: &ShaderQuirks, code: Code, s: [E::V; 4]) -> E::V {
        let [a, b, c, _] = s;
        match code {
            // Sums and products of `alu`, except for the NaN bits.
            Code::Add => e.fadd(a, b),
            Code::Sub => e.fsub(a, b),
            Code::Mul => e.fmul(a, b),
            Code::MulNeg => mul_neg(e, a, b),
            Code::MulAdd => mul_add(e, [a, b, c]),
            Code::MulSub => mul_sub(e, [a, b, c]),
            Code::SubMul => sub_mul(e, [a, b, c]),
            Code::NegMulSub => neg_mul_sub(e, [a, b, c]),
            Code::Canonical => alu::canonical(e, q, a),
            Code::Slow(value) => alu::value(e, q, value, s),
            Code::DerivativeX => derivative(e, q.derivatives, a, 1),
            Code::DerivativeY => derivative(e, q.derivatives, a, 2),
            code => value_of(code).map_or(a, |value| alu::value(e, &Q, value, s)),
        }
    }

    #[inline(always)]
    fn each<const B: usize>(q: &ShaderQuirks, code: Code, at: Each<'_, Self, B>) {
        macro_rules! unary {
            ($value:expr) => {
                each!(at, |e, a| alu::value(e, &Q, $value, [a; 4]))
            };
        }
        macro_rules! binary {
            ($value:expr) => {
                each!(at, |e, a, b| alu::value(e, &Q, $value, [a, b, b, b]))
            };
        }
        macro_rules! choose {
            ($test:ident) => {
                each!(at, |e, a, b, c, d| {
                    let m = alu::test(e, &Q, Test::$test, a, b);
                    e.select(m, c, d)
                })
            };
        }
        match code {
            Code::Mov => each!(at, |_e, a| a),
            Code::Neg => unary!(Value::FloatNegate),
            Code::Abs => unary!(Value::FloatAbs),
            Code::Add => each!(at, |e, a, b| e.fadd(a, b)),
            Code::Sub => each!(at, |e, a, b| e.fsub(a, b)),
            Code::Mul => each!(at, |e, a, b| e.fmul(a, b)),
            Code::MulNeg => each!(at, |e, a, b| mul_neg(e, a, b)),
            Code::MulAdd => each!(at, |e, a, b, c| mul_add(e, [a, b, c])),
            Code::MulSub => each!(at, |e, a, b, c| mul_sub(e, [a, b, c])),
            Code::SubMul => each!(at, |e, a, b, c| sub_mul(e, [a, b, c])),
            Code::NegMulSub => each!(at, |e, a, b, c| neg_mul_sub(e, [a, b, c])),
            Code::Canonical => each!(at, |e, a| alu::canonical(e, q, a)),
            Code::Saturate => unary!(Value::Saturate),
            Code::Fraction => unary!(Value::Fraction),
            Code::Floor => unary!(Value::Floor),
            Code::Ceil => unary!(Value::Ceil),
            Code::Reciprocal => unary!(Value::Function(Function::Reciprocal)),
            Code::ReciprocalRoot => unary!(Value::Function(Function::ReciprocalRoot)),
            Code::Root => unary!(Value::Function(Function::Root)),
            Code::FloatGt => choose!(FloatGt),
            Code::FloatGe => choose!(FloatGe),
            Code::FloatEq => choose!(FloatEq),
            Code::FloatNe => choose!(FloatNe),
            Code::SignedGt => choose!(SignedGt),
            Code::SignedGe => choose!(SignedGe),
            Code::UnsignedGt => choose!(UnsignedGt),
            Code::UnsignedGe => choose!(UnsignedGe),
            Code::WordEq => choose!(WordEq),
            Code::WordNe => choose!(WordNe),
            Code::AddInt => binary!(Value::Add),
            Code::And => binary!(Value::And),
            Code::Or => binary!(Value::Or),
            Code::Xor => binary!(Value::Xor),
            Code::Not => unary!(Value::Not),
            Code::DerivativeX => each!(at, |e, a| derivative(e, q.derivatives, a, 1)),
            Code::DerivativeY => each!(at, |e, a| derivative(e, q.derivatives, a, 2)),
            Code::Slow(value) => each!(at, |_e, a, b, c, d| {
                vectorised(Slow {
                    quirks: q,
                    value,
                    operands: [a, b, c, d],
                })
            }),
        }
    }

    fn canonical() -> Option<Code> {
        Some(Code::Canonical)
    }
}

#[inline(always)]
fn negate<E: Exec>(e: &mut E, a: E::V) -> E::V {
    let sign = e.splat(float::SIGN);
    e.xor(a, sign)
}

/// -(a * b)
#[inline(always)]
fn mul_neg<E: Exec>(e: &mut E, a: E::V, b: E::V) -> E::V {
    let p = e.fmul(a, b);
    negate(e, p)
}

/// a * b + c
#[inline(always)]
fn mul_add<E: Exec>(e: &mut E, [a, b, c]: [E::V; 3]) -> E::V {
    let p = e.fmul(a, b);
    e.fadd(p, c)
}

/// a * b - c
#[inline(always)]
fn mul_sub<E: Exec>(e: &mut E, [a, b, c]: [E::V; 3]) -> E::V {
    let p = e.fmul(a, b);
    e.fsub(p, c)
}

/// c - a * b
#[inline(always)]
fn sub_mul<E: Exec>(e: &mut E, [a, b, c]: [E::V; 3]) -> E::V {
    let p = e.fmul(a, b);
    e.fsub(c, p)
}

/// -(a * b) - c
#[inline(always)]
fn neg_mul_sub<E: Exec>(e: &mut E, [a, b, c]: [E::V; 3]) -> E::V {
    let p = mul_neg(e, a, b);
    e.fsub(p, c)
}

/// The difference between the lanes of a quad whose numbers differ in the bit
/// `step`.
#[inline(always)]
fn derivative<E: Exec>(e: &mut E, which: Derivatives, v: E::V, step: u8) -> E::V {
    let rest = match which {
        Derivatives::Fine => !step,
        Derivatives::Coarse => !3,
    };
    let (mut low, mut high) = ([0; 16], [0; 16]);
    for i in 0..16 {
        low[usize::from(i)] = i & rest;
        high[usize::from(i)] = i & rest | step;
    }
    let (low, high) = (e.permute(v, low), e.permute(v, high));
    e.fsub(high, low)
}

/// A value that few programs need, compiled once and not inlined everywhere.
struct Slow<'a> {
    quirks: &'a ShaderQuirks,
    value: Value,
    operands: [Lanes16; 4],
}

impl Vectorised for Slow<'_> {
    type Output = Lanes16;

    #[inline(always)]
    fn run(self) -> Lanes16 {
        alu::value(&mut Interp::<16>, self.quirks, self.value, self.operands)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every code but [`Code::Slow`], whose values `alu` has.
    const CODES: &[Code] = {
        use Code::*;
        &[
            Mov,
            Neg,
            Abs,
            Add,
            Sub,
            Mul,
            MulNeg,
            MulAdd,
            MulSub,
            SubMul,
            NegMulSub,
            Canonical,
            Saturate,
            Fraction,
            Floor,
            Ceil,
            FloatGt,
            FloatGe,
            FloatEq,
            FloatNe,
            SignedGt,
            SignedGe,
            UnsignedGt,
            UnsignedGe,
            WordEq,
            WordNe,
            AddInt,
            And,
            Or,
            Xor,
            Not,
            Reciprocal,
            ReciprocalRoot,
            Root,
            DerivativeX,
            DerivativeY,
        ]
    };

    /// Codes that native code may have are the values that the group computes, except for
    /// NaN bits that are open.
    #[test]
    fn codes_over_exec_are_what_groups_compute() {
        use tilescope_shader::{Access, Batch, Refused, Units};
        use tilescope_shader::{BlockBuilder, End, Group, Layout, Lower, Mask, Program, Ran};
        struct One(Code);
        impl Lower<ShaderCores> for One {
            fn lower(&mut self, _: u32, b: &mut BlockBuilder<'_, ShaderCores>) -> End {
                b.value(self.0, 4, [0, 1, 2, 3]);
                End::Next
            }
        }
        struct NoUnits;
        impl Units<ShaderCores, 1> for NoUnits {
            fn run(&mut self, _: &Unit, _: u32, _: &mut Batch<'_, 1>) -> Result<Access, Refused> {
                Err(Refused)
            }
        }
        let words = [
            0u32,
            0x8000_0000,
            0x3f80_0000,
            0xbf80_0000,
            0x7fc0_0000,
            0xff80_0000,
            1,
            u32::MAX,
            0x4049_0fdb,
            0x0000_0fff,
            0xc2c8_0000,
            7,
            0x8000_0001,
            0x7f80_0000,
            0x4b00_0001,
            3,
        ];
        let operands = [0usize, 3, 7, 10].map(|by| Lanes16::from_fn(|i| words[(i + by) % 16]));
        for &code in CODES {
            let layout = Layout {
                start: 0,
                end: 1,
                state: 5,
                scratch: 0,
                shared: 0..0,
                inputs: &[0, 1, 2, 3],
                outputs: &[],
                undefined: 0,
                call_depth: 0,
            };
            let p = Program::new(&mut One(code), &layout, Q);
            let mut group = Group::<ShaderCores, 1>::new();
            for (slot, lanes) in (0u16..).zip(operands) {
                group.slot_mut(slot)[0] = lanes;
            }
            let (all, mut fuel) = (Mask::ALL, 100);
            let ran = group.run(&p, &all, &all, &mut NoUnits, &mut fuel);
            assert_eq!(ran, Ok(Ran::Ended));
            let value = ShaderCores::value(&mut Interp::<16>, &Q, code, operands);
            let open = ShaderCores::shape(code).nan == Nan::Open;
            for lane in 0..16 {
                let [ours, theirs] = [group.slot(4)[0].0[lane], value.0[lane]];
                let nan = |w: u32| f32::from_bits(w).is_nan();
                let same = ours == theirs || open && nan(ours) && nan(theirs);
                assert!(same, "{code:?}, lane {lane}: {ours:08x} and {theirs:08x}");
            }
        }
    }
}
