//! The instruction set as the shader engine sees it: values, and the loops that compute
//! them for all batches of a group.

use super::alu::{self, Test, Value};
use super::function::Function;
use super::op::{Code, Constant, Unit};
use super::quirks::ShaderQuirks;
use super::slots;
use tilescope_exec::{Exec, float, quad};
use tilescope_shader::{Isa, Nan, Shape, values};

/// Quirks that codes other than [`Code::Slow`] stand for.
const Q: ShaderQuirks = ShaderQuirks::DEFAULT;

/// The instruction set of the shader cores.
#[derive(Clone, Copy, Debug)]
pub struct ShaderCores;

impl Isa for ShaderCores {
    type Quirks = ShaderQuirks;
    type Value = Code;
    type Unit = Unit;
    type Constant = Constant;

    const SLOTS: usize = slots::COUNT;

    values! { |e, q|
        Shape::bits(1).nan(Nan::Passes(1)) => inlined {
            Code::Mov => |a| a;
            Code::Neg => |a| plain(e, Value::FloatNegate, [a; 4]);
            Code::Abs => |a| plain(e, Value::FloatAbs, [a; 4]);
        }
        Shape::bits(1).nan(Nan::Canonical) => inlined {
            Code::Canonical => |a| alu::canonical(e, q, a);
            Code::Saturate => |a| plain(e, Value::Saturate, [a; 4]);
            Code::Fraction => |a| plain(e, Value::Fraction, [a; 4]);
            Code::Floor => |a| plain(e, Value::Floor, [a; 4]);
            Code::Ceil => |a| plain(e, Value::Ceil, [a; 4]);
            Code::Reciprocal => |a| plain(e, Value::Function(Function::Reciprocal), [a; 4]);
            Code::ReciprocalRoot => |a| plain(e, Value::Function(Function::ReciprocalRoot), [a; 4]);
            Code::Root => |a| plain(e, Value::Function(Function::Root), [a; 4]);
        }
        Shape::bits(1).nan(Nan::Open) => inlined {
            Code::DerivativeX => |a| quad::derivative(e, q.derivatives, a, 1);
            Code::DerivativeY => |a| quad::derivative(e, q.derivatives, a, 2);
        }
        // Sums and products of `alu`, except for the NaN bits.
        Shape::bits(2).nan(Nan::Open) => inlined {
            Code::Add => |a, b| e.fadd(a, b);
            Code::Sub => |a, b| e.fsub(a, b);
            Code::Mul => |a, b| e.fmul(a, b);
            Code::MulNeg => |a, b| mul_neg(e, a, b);
        }
        Shape::bits(3).nan(Nan::Open) => inlined {
            Code::MulAdd => |a, b, c| mul_add(e, [a, b, c]);
            Code::MulSub => |a, b, c| mul_sub(e, [a, b, c]);
            Code::SubMul => |a, b, c| sub_mul(e, [a, b, c]);
            Code::NegMulSub => |a, b, c| neg_mul_sub(e, [a, b, c]);
        }
        Shape::bits(1) => inlined {
            Code::Not => |a| plain(e, Value::Not, [a; 4]);
        }
        Shape::bits(2) => inlined {
            Code::AddInt => |a, b| plain(e, Value::Add, [a, b, b, b]);
            Code::And => |a, b| plain(e, Value::And, [a, b, b, b]);
            Code::Or => |a, b| plain(e, Value::Or, [a, b, b, b]);
            Code::Xor => |a, b| plain(e, Value::Xor, [a, b, b, b]);
        }
        Shape::bits(4).nan(Nan::Passes(0b1100)) => inlined {
            Code::FloatGt => |a, b, c, d| plain(e, Value::Choose(Test::FloatGt), [a, b, c, d]);
            Code::FloatGe => |a, b, c, d| plain(e, Value::Choose(Test::FloatGe), [a, b, c, d]);
            Code::FloatEq => |a, b, c, d| plain(e, Value::Choose(Test::FloatEq), [a, b, c, d]);
            Code::FloatNe => |a, b, c, d| plain(e, Value::Choose(Test::FloatNe), [a, b, c, d]);
        }
        Shape::bits(4) => inlined {
            Code::SignedGt => |a, b, c, d| plain(e, Value::Choose(Test::SignedGt), [a, b, c, d]);
            Code::SignedGe => |a, b, c, d| plain(e, Value::Choose(Test::SignedGe), [a, b, c, d]);
            Code::UnsignedGt => |a, b, c, d| plain(e, Value::Choose(Test::UnsignedGt), [a, b, c, d]);
            Code::UnsignedGe => |a, b, c, d| plain(e, Value::Choose(Test::UnsignedGe), [a, b, c, d]);
            Code::WordEq => |a, b, c, d| plain(e, Value::Choose(Test::WordEq), [a, b, c, d]);
            Code::WordNe => |a, b, c, d| plain(e, Value::Choose(Test::WordNe), [a, b, c, d]);
        }
        Shape::bits(4) => seldom {
            Code::Slow(value) => |a, b, c, d| alu::value(e, q, value, [a, b, c, d]);
        }
    }

    fn canonical() -> Option<Code> {
        Some(Code::Canonical)
    }
}

/// A value by default quirks.
#[inline(always)]
fn plain<E: Exec>(e: &mut E, value: Value, operands: [E::V; 4]) -> E::V {
    alu::value(e, &Q, value, operands)
}

/// -(a * b)
#[inline(always)]
fn mul_neg<E: Exec>(e: &mut E, a: E::V, b: E::V) -> E::V {
    let p = e.fmul(a, b);
    float::neg(e, p)
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

#[cfg(test)]
mod tests {
    use super::*;
    use tilescope_exec::{Interp, Lanes16};

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
