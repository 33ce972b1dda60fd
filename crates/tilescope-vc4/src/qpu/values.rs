//! The QPU's instruction set as the shader engine sees it: values of slots, and the
//! loops that compute them for all threads of a group.

use super::decode::{Immediate, SfuOp};
use super::quirks::QpuQuirks;
use super::sfu::sfu;
use super::step::branch_taken;
use super::units::Unit;
use crate::isa::alu::{self, Number};
use crate::isa::word::BranchCond;
use crate::isa::{AddOp, Cond, MulOp};
use tilescope_exec::{Exec, Interp, Lanes16, float};
use tilescope_shader::{Each, Isa, Shape, each};

/// Quirks that the values of single operations stand for; others have `Quirk` values.
const Q: QpuQuirks = QpuQuirks::DEFAULT;

/// The instruction set of the QPU. A batch of sixteen lanes is a thread.
#[derive(Clone, Copy, Debug)]
pub struct Qpu;

/// A value of up to four slots, here `a` to `d`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// `a`
    Mov,
    Fadd,
    Fsub,
    Fmin,
    Fmax,
    Fminabs,
    Fmaxabs,
    Ftoi,
    Itof,
    Add,
    Sub,
    Shr,
    Asr,
    Ror,
    Shl,
    Min,
    Max,
    And,
    Or,
    Xor,
    Not,
    Clz,
    V8adds,
    V8subs,
    Fmul,
    Mul24,
    V8muld,
    V8min,
    V8max,
    /// The same operations of operands that cannot be denormal.
    FaddFlushed,
    FsubFlushed,
    FminFlushed,
    FmaxFlushed,
    FmulFlushed,
    /// An add-ALU operation with quirks that are not the default.
    AddQuirk(AddOp),
    /// A mul-ALU operation with quirks that are not the default.
    MulQuirk(MulOp),
    /// `c`, the result of the operation on `a` and `b`, saturated.
    Saturate(AddOp),
    /// Carry of an add-ALU operation on `a` and `b`.
    AddCarry(AddOp),
    /// Carry of a mul-ALU operation on `a` and `b`.
    MulCarry(MulOp),
    /// Lanes where the condition passes: Z and N are those of `a`, C is `b`.
    MaskZs,
    MaskZc,
    MaskNs,
    MaskNc,
    MaskCc,
    /// `a` where `b` is not 0, else `c`.
    Blend,
    /// `a` where the condition passes, Z and N being those of `b`, else `c`.
    BlendZs,
    BlendZc,
    BlendNs,
    BlendNc,
    /// The immediate `a` of two bits for each lane, signed; `b` has the lane numbers.
    LoadSigned,
    /// The same, unsigned.
    LoadUnsigned,
    /// `a` unpacked by a mode.
    Unpack(Number, u8),
    /// `a` packed over `b` by a mode of file A.
    PackA(Number, u8),
    /// `a` packed over `b` by a mode of the mul ALU.
    PackMul(u8),
    /// `a` rotated by this many lanes.
    Rotate(u8),
    /// `a` rotated by element 0 of `b`.
    RotateBy,
    /// `a` rotated inside each quad.
    RotateQuads(u8),
    /// `a` rotated inside each quad by element 0 of `b`.
    RotateQuadsBy,
    /// `a` rotated, and `b` in lanes that read from a higher quad.
    RotateStale(u8),
    /// The same by element 0 of `c`.
    RotateStaleBy,
    /// Element 0 of each quad of `a`.
    R5Quad,
    /// Element 0 of `a`.
    R5All,
    /// Element 15 of `a`.
    Last,
    /// A function of the SFU.
    Sfu(SfuOp),
    /// All ones if a branch is taken, else 0: Z and N are those of `a`, C is `b`.
    Taken(BranchCond),
}

/// The operation of the add ALU that a value is with default quirks.
fn add_op(v: Value) -> Option<AddOp> {
    Some(match v {
        Value::Fadd => AddOp::Fadd,
        Value::Fsub => AddOp::Fsub,
        Value::Fmin => AddOp::Fmin,
        Value::Fmax => AddOp::Fmax,
        Value::Fminabs => AddOp::Fminabs,
        Value::Fmaxabs => AddOp::Fmaxabs,
        Value::Ftoi => AddOp::Ftoi,
        Value::Itof => AddOp::Itof,
        Value::Add => AddOp::Add,
        Value::Sub => AddOp::Sub,
        Value::Shr => AddOp::Shr,
        Value::Asr => AddOp::Asr,
        Value::Ror => AddOp::Ror,
        Value::Shl => AddOp::Shl,
        Value::Min => AddOp::Min,
        Value::Max => AddOp::Max,
        Value::And => AddOp::And,
        Value::Or => AddOp::Or,
        Value::Xor => AddOp::Xor,
        Value::Not => AddOp::Not,
        Value::Clz => AddOp::Clz,
        Value::V8adds => AddOp::V8adds,
        Value::V8subs => AddOp::V8subs,
        _ => return None,
    })
}

/// The condition that a value tests.
fn condition(v: Value) -> Cond {
    match v {
        Value::MaskZs | Value::BlendZs => Cond::Zs,
        Value::MaskZc | Value::BlendZc => Cond::Zc,
        Value::MaskNs | Value::BlendNs => Cond::Ns,
        Value::MaskNc | Value::BlendNc => Cond::Nc,
        _ => Cond::Cc,
    }
}

impl Isa for Qpu {
    type Quirks = QpuQuirks;
    type Value = Value;
    type Unit = Unit;
    type Constant = u32;

    const SLOTS: usize = 256;
    const FLUSHES: bool = true;
    const WHOLE_BATCHES: bool = true;

    fn shape(v: Value) -> Shape {
        use Value::*;
        let merge = |operands| Shape {
            merges: true,
            ..Shape::bits(operands)
        };
        match v {
            Mov | Ftoi | Itof | Not | Clz | Unpack(..) | Rotate(_) | RotateQuads(_) | R5Quad
            | R5All | Last | Sfu(_) => Shape::bits(1),
            Fadd | Fsub | Fmin | Fmax | Fminabs | Fmaxabs | Add | Sub | Shr | Asr | Ror | Shl
            | Min | Max | And | Or | Xor | V8adds | V8subs | Fmul | Mul24 | V8muld | V8min
            | V8max | FaddFlushed | FsubFlushed | FminFlushed | FmaxFlushed | FmulFlushed
            | AddQuirk(_) | MulQuirk(_) | AddCarry(_) | MulCarry(_) => Shape::bits(2),
            MaskZs | MaskZc | MaskNs | MaskNc => Shape::bits(1),
            MaskCc | LoadSigned | LoadUnsigned | RotateBy | RotateQuadsBy | RotateStale(_)
            | Taken(_) => Shape::bits(2),
            Saturate(_) | RotateStaleBy => Shape::bits(3),
            PackA(..) | PackMul(_) => merge(2),
            Blend | BlendZs | BlendZc | BlendNs | BlendNc => merge(3),
        }
    }

    #[inline(always)]
    fn value<E: Exec>(e: &mut E, q: &QpuQuirks, v: Value, [a, b, c, _]: [E::V; 4]) -> E::V {
        use Value::*;
        match v {
            Mov => a,
            Fadd | Fsub | Fmin | Fmax | Fminabs | Fmaxabs | Ftoi | Itof | Add | Sub | Shr | Asr
            | Ror | Shl | Min | Max | And | Or | Xor | Not | Clz | V8adds | V8subs => {
                add_op(v).map_or(a, |op| alu::add_op(e, &Q, op, a, b))
            }
            Fmul => alu::mul_op(e, &Q, MulOp::Fmul, a, b),
            Mul24 => alu::mul_op(e, &Q, MulOp::Mul24, a, b),
            V8muld => alu::mul_op(e, &Q, MulOp::V8muld, a, b),
            V8min => alu::mul_op(e, &Q, MulOp::V8min, a, b),
            V8max => alu::mul_op(e, &Q, MulOp::V8max, a, b),
            FaddFlushed => alu::add_op_flushed(e, &Q, AddOp::Fadd, a, b),
            FsubFlushed => alu::add_op_flushed(e, &Q, AddOp::Fsub, a, b),
            FminFlushed => alu::add_op_flushed(e, &Q, AddOp::Fmin, a, b),
            FmaxFlushed => alu::add_op_flushed(e, &Q, AddOp::Fmax, a, b),
            FmulFlushed => alu::fmul_flushed(e, &Q, a, b),
            AddQuirk(op) => alu::add_op(e, q, op, a, b),
            MulQuirk(op) => alu::mul_op(e, q, op, a, b),
            Saturate(op) => alu::saturate_add(e, op, a, b, c),
            AddCarry(op) => {
                let r = alu::add_op(e, q, op, a, b);
                let carry = alu::add_carry(e, q, op, a, b, r);
                e.mask_to_word(carry)
            }
            MulCarry(op) => {
                let r = alu::mul_op(e, &Q, op, a, b);
                let carry = alu::mul_carry(e, op, a, b, r);
                e.mask_to_word(carry)
            }
            MaskZs | MaskZc | MaskNs | MaskNc | MaskCc => {
                let carry = lanes(e, b);
                let lanes = alu::condition(e, condition(v), a, carry);
                e.mask_to_word(lanes)
            }
            Blend => {
                let lanes = lanes(e, b);
                e.select(lanes, a, c)
            }
            BlendZs | BlendZc | BlendNs | BlendNc => blend(e, condition(v), [a, b, c]),
            LoadSigned => immediate(e, Immediate::Signed, [a, b]),
            LoadUnsigned => immediate(e, Immediate::Unsigned, [a, b]),
            Unpack(number, mode) => alu::unpack(e, q, mode, number, a),
            PackA(number, mode) => alu::pack_a(e, q, mode, number, a, b),
            PackMul(mode) => alu::pack_mul(e, q, mode, a, b),
            // Not over `Exec`.
            Rotate(_) | RotateBy | RotateQuads(_) | RotateQuadsBy | RotateStale(_)
            | RotateStaleBy | R5Quad | R5All | Last | Sfu(_) | Taken(_) => a,
        }
    }

    #[inline(always)]
    fn each<const B: usize>(q: &QpuQuirks, v: Value, at: Each<'_, Self, B>) {
        use Value::*;
        macro_rules! add {
            ($op:ident) => {
                each!(at, |e, a, b| alu::add_op(e, &Q, AddOp::$op, a, b))
            };
        }
        macro_rules! mul {
            ($op:ident) => {
                each!(at, |e, a, b| alu::mul_op(e, &Q, MulOp::$op, a, b))
            };
        }
        macro_rules! flushed {
            ($op:ident) => {
                each!(at, |e, a, b| alu::add_op_flushed(e, &Q, AddOp::$op, a, b))
            };
        }
        macro_rules! mask {
            ($cond:ident) => {
                each!(at, |e, a, b| {
                    let carry = lanes(e, b);
                    let lanes = alu::condition(e, Cond::$cond, a, carry);
                    e.mask_to_word(lanes)
                })
            };
        }
        macro_rules! blend {
            ($cond:ident) => {
                each!(at, |e, a, b, c| blend(e, Cond::$cond, [a, b, c]))
            };
        }
        match v {
            Mov => each!(at, |_e, a| a),
            Fadd => add!(Fadd),
            Fsub => add!(Fsub),
            Fmin => add!(Fmin),
            Fmax => add!(Fmax),
            Fminabs => add!(Fminabs),
            Fmaxabs => add!(Fmaxabs),
            Ftoi => add!(Ftoi),
            Itof => add!(Itof),
            Add => add!(Add),
            Sub => add!(Sub),
            Shr => add!(Shr),
            Asr => add!(Asr),
            Ror => add!(Ror),
            Shl => add!(Shl),
            Min => add!(Min),
            Max => add!(Max),
            And => add!(And),
            Or => add!(Or),
            Xor => add!(Xor),
            Not => add!(Not),
            Clz => add!(Clz),
            V8adds => add!(V8adds),
            V8subs => add!(V8subs),
            Fmul => mul!(Fmul),
            Mul24 => mul!(Mul24),
            V8muld => mul!(V8muld),
            V8min => mul!(V8min),
            V8max => mul!(V8max),
            FaddFlushed => flushed!(Fadd),
            FsubFlushed => flushed!(Fsub),
            FminFlushed => flushed!(Fmin),
            FmaxFlushed => flushed!(Fmax),
            FmulFlushed => each!(at, |e, a, b| alu::fmul_flushed(e, &Q, a, b)),
            AddQuirk(_) | MulQuirk(_) | Saturate(_) | AddCarry(_) | MulCarry(_) => {
                each!(at, |_e, a, b, c| seldom(q, v, &a, &b, &c));
            }
            MaskZs => mask!(Zs),
            MaskZc => mask!(Zc),
            MaskNs => mask!(Ns),
            MaskNc => mask!(Nc),
            MaskCc => mask!(Cc),
            Blend => each!(at, |e, a, b, c| {
                let lanes = lanes(e, b);
                e.select(lanes, a, c)
            }),
            BlendZs => blend!(Zs),
            BlendZc => blend!(Zc),
            BlendNs => blend!(Ns),
            BlendNc => blend!(Nc),
            LoadSigned => each!(at, |e, a, b| immediate(e, Immediate::Signed, [a, b])),
            LoadUnsigned => each!(at, |e, a, b| immediate(e, Immediate::Unsigned, [a, b])),
            Unpack(Number::Float, mode) => {
                each!(at, |e, a| alu::unpack(e, q, mode, Number::Float, a));
            }
            Unpack(Number::Integer, mode) => {
                each!(at, |e, a| alu::unpack(e, q, mode, Number::Integer, a));
            }
            PackA(Number::Float, mode) => {
                each!(at, |e, a, b| alu::pack_a(e, q, mode, Number::Float, a, b));
            }
            PackA(Number::Integer, mode) => {
                each!(at, |e, a, b| alu::pack_a(e, q, mode, Number::Integer, a, b));
            }
            PackMul(mode) => each!(at, |e, a, b| alu::pack_mul(e, q, mode, a, b)),
            Rotate(by) => each!(at, |_e, a| rotate(&a, by.into())),
            RotateBy => each!(at, |_e, a, b| rotate(&a, b.0[0] as usize)),
            RotateQuads(by) => each!(at, |_e, a| rotate_quads(&a, by.into())),
            RotateQuadsBy => each!(at, |_e, a, b| rotate_quads(&a, b.0[0] as usize)),
            RotateStale(by) => each!(at, |_e, a, b| rotate_stale(&a, &b, by.into())),
            RotateStaleBy => {
                each!(at, |_e, a, b, c| rotate_stale(&a, &b, c.0[0] as usize));
            }
            R5Quad => each!(at, |_e, a| Lanes16::from_fn(|i| a.0[i & !3])),
            R5All => each!(at, |_e, a| Lanes16::splat(a.0[0])),
            Last => each!(at, |_e, a| Lanes16::splat(a.0[15])),
            Sfu(op) => each!(at, |_e, a| sfu(op, &a, q)),
            Taken(cond) => each!(at, |_e, a, b| {
                Lanes16::splat(0u32.wrapping_sub(u32::from(branch_taken(cond, &a, &b))))
            }),
        }
    }

    fn over_exec(v: Value) -> bool {
        use Value::*;
        !matches!(
            v,
            Rotate(_)
                | RotateBy
                | RotateQuads(_)
                | RotateQuadsBy
                | RotateStale(_)
                | RotateStaleBy
                | R5Quad
                | R5All
                | Last
                | Sfu(_)
                | Taken(_)
        )
    }

    fn normal_constant(word: u32) -> bool {
        word == 0 || word & float::EXPONENT != 0
    }

    fn normal(v: Value, normal: [bool; 4]) -> bool {
        use Value::*;
        match v {
            Fadd | Fsub | Fmin | Fmax | Fmul | Fminabs | Fmaxabs | Itof | Sfu(_) => true,
            FaddFlushed | FsubFlushed | FminFlushed | FmaxFlushed | FmulFlushed => true,
            // Bytes only: a half may be a zero with a sign, and mode 3 converts nothing.
            Unpack(Number::Float, mode) => mode > 3,
            Mov | Rotate(_) | RotateBy | RotateQuads(_) | RotateQuadsBy | R5Quad | R5All | Last => {
                normal[0]
            }
            RotateStale(_) | RotateStaleBy => normal[0] && normal[1],
            Blend | BlendZs | BlendZc | BlendNs | BlendNc => normal[0] && normal[2],
            _ => false,
        }
    }

    fn unflushed(v: Value, normal: [bool; 4]) -> Option<Value> {
        if !(normal[0] && normal[1]) {
            return None;
        }
        Some(match v {
            Value::Fadd => Value::FaddFlushed,
            Value::Fsub => Value::FsubFlushed,
            Value::Fmin => Value::FminFlushed,
            Value::Fmax => Value::FmaxFlushed,
            Value::Fmul => Value::FmulFlushed,
            _ => return None,
        })
    }
}

/// The lanes whose word is not 0.
#[inline(always)]
fn lanes<E: Exec>(e: &mut E, words: E::V) -> E::M {
    let zero = e.splat(0);
    let off = e.eq(words, zero);
    e.mask_not(off)
}

#[inline(always)]
fn blend<E: Exec>(e: &mut E, cond: Cond, [a, zn, old]: [E::V; 3]) -> E::V {
    let zero = e.splat(0);
    let carry = e.lt_unsigned(zero, zero);
    let lanes = alu::condition(e, cond, zn, carry);
    e.select(lanes, a, old)
}

/// An immediate of two bits for each lane: bit i and bit 16 + i.
#[inline(always)]
fn immediate<E: Exec>(e: &mut E, form: Immediate, [word, lane]: [E::V; 2]) -> E::V {
    let one = e.splat(1);
    let sixteen = e.splat(16);
    let low = e.shr(word, lane);
    let low = e.and(low, one);
    let high = e.shr(word, sixteen);
    let high = e.shr(high, lane);
    let high = e.and(high, one);
    let high = e.add(high, high);
    match form {
        Immediate::Word => word,
        Immediate::Signed => e.sub(low, high),
        Immediate::Unsigned => e.add(low, high),
    }
}

/// A value that few programs need, compiled once.
#[inline(never)]
fn seldom(q: &QpuQuirks, v: Value, a: &Lanes16, b: &Lanes16, c: &Lanes16) -> Lanes16 {
    Qpu::value(&mut Interp::<16>, q, v, [*a, *b, *c, *c])
}

#[inline(always)]
fn rotate(v: &Lanes16, by: usize) -> Lanes16 {
    let mut twice = [0; 32];
    twice[..16].copy_from_slice(&v.0);
    twice[16..].copy_from_slice(&v.0);
    let from = 16 - (by & 15);
    let mut r = Lanes16::ZERO;
    r.0.copy_from_slice(&twice[from..from + 16]);
    r
}

#[inline(always)]
fn rotate_quads(v: &Lanes16, by: usize) -> Lanes16 {
    Lanes16::from_fn(|i| v[(i & !3) | ((i + 4 - (by & 3)) & 3)])
}

#[inline(always)]
fn rotate_stale(now: &Lanes16, before: &Lanes16, by: usize) -> Lanes16 {
    let (now, before) = (rotate(now, by), rotate(before, by));
    let from = |i: usize| (i + 16 - (by & 15)) & 15;
    Lanes16::from_fn(|i| match from(i) / 4 > i / 4 {
        true => before[i],
        false => now[i],
    })
}
