//! The QPU's instruction set as the shader engine sees it: values of slots, and the
//! loops that compute them for all threads of a group.

use super::decode::{Immediate, SfuOp};
use super::quirks::QpuQuirks;
use super::sfu;
use super::units::Unit;
use crate::isa::alu::{self, Number};
use crate::isa::word::BranchCond;
use crate::isa::{AddOp, Cond, MulOp};
use tilescope_exec::{Exec, Lanes16, float};
use tilescope_shader::{Isa, Shape, values};

/// Quirks that the values of single operations stand for; others have `Quirk` values.
const Q: QpuQuirks = QpuQuirks::DEFAULT;

/// A word that is the same in all lanes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Constant {
    /// This word.
    Word(u32),
    /// The uniform with this number.
    Uniform(u32),
}

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

/// The values that are the add ALU's operations of the same name.
macro_rules! same_name {
    ($op:expr, $($name:ident)+) => {
        match $op {
            AddOp::Nop => None,
            $(AddOp::$name => Some(Value::$name),)+
        }
    };
}

impl Value {
    /// An operation of the add ALU, except NOP, with default quirks.
    pub(super) fn of_add(op: AddOp) -> Option<Value> {
        same_name!(op, Fadd Fsub Fmin Fmax Fminabs Fmaxabs Ftoi Itof Add Sub Shr Asr Ror Shl
            Min Max And Or Xor Not Clz V8adds V8subs)
    }
}

impl Isa for Qpu {
    type Quirks = QpuQuirks;
    type Value = Value;
    type Unit = Unit;
    type Constant = Constant;

    const SLOTS: usize = 256;
    const FLUSHES: bool = true;
    const WHOLE_BATCHES: bool = true;

    values! { |e, q|
        Shape::bits(1) => inlined {
            Value::Mov => |a| a;
            Value::Ftoi => |a| add(e, AddOp::Ftoi, a, a);
            Value::Itof => |a| add(e, AddOp::Itof, a, a);
            Value::Not => |a| add(e, AddOp::Not, a, a);
            Value::Clz => |a| add(e, AddOp::Clz, a, a);
            Value::Unpack(Number::Float, mode) => |a| alu::unpack(e, q, mode, Number::Float, a);
            Value::Unpack(Number::Integer, mode) => |a| alu::unpack(e, q, mode, Number::Integer, a);
        }
        Shape::bits(2) => inlined {
            Value::Fadd => |a, b| add(e, AddOp::Fadd, a, b);
            Value::Fsub => |a, b| add(e, AddOp::Fsub, a, b);
            Value::Fmin => |a, b| add(e, AddOp::Fmin, a, b);
            Value::Fmax => |a, b| add(e, AddOp::Fmax, a, b);
            Value::Fminabs => |a, b| add(e, AddOp::Fminabs, a, b);
            Value::Fmaxabs => |a, b| add(e, AddOp::Fmaxabs, a, b);
            Value::Add => |a, b| add(e, AddOp::Add, a, b);
            Value::Sub => |a, b| add(e, AddOp::Sub, a, b);
            Value::Shr => |a, b| add(e, AddOp::Shr, a, b);
            Value::Asr => |a, b| add(e, AddOp::Asr, a, b);
            Value::Ror => |a, b| add(e, AddOp::Ror, a, b);
            Value::Shl => |a, b| add(e, AddOp::Shl, a, b);
            Value::Min => |a, b| add(e, AddOp::Min, a, b);
            Value::Max => |a, b| add(e, AddOp::Max, a, b);
            Value::And => |a, b| add(e, AddOp::And, a, b);
            Value::Or => |a, b| add(e, AddOp::Or, a, b);
            Value::Xor => |a, b| add(e, AddOp::Xor, a, b);
            Value::V8adds => |a, b| add(e, AddOp::V8adds, a, b);
            Value::V8subs => |a, b| add(e, AddOp::V8subs, a, b);
            Value::Fmul => |a, b| mul(e, MulOp::Fmul, a, b);
            Value::Mul24 => |a, b| mul(e, MulOp::Mul24, a, b);
            Value::V8muld => |a, b| mul(e, MulOp::V8muld, a, b);
            Value::V8min => |a, b| mul(e, MulOp::V8min, a, b);
            Value::V8max => |a, b| mul(e, MulOp::V8max, a, b);
            Value::FaddFlushed => |a, b| alu::add_op_flushed(e, &Q, AddOp::Fadd, a, b);
            Value::FsubFlushed => |a, b| alu::add_op_flushed(e, &Q, AddOp::Fsub, a, b);
            Value::FminFlushed => |a, b| alu::add_op_flushed(e, &Q, AddOp::Fmin, a, b);
            Value::FmaxFlushed => |a, b| alu::add_op_flushed(e, &Q, AddOp::Fmax, a, b);
            Value::FmulFlushed => |a, b| alu::fmul_flushed(e, &Q, a, b);
            Value::LoadSigned => |a, b| immediate(e, Immediate::Signed, [a, b]);
            Value::LoadUnsigned => |a, b| immediate(e, Immediate::Unsigned, [a, b]);
            Value::MaskCc => |a, b| mask(e, Cond::Cc, a, b);
        }
        Shape::bits(1) => inlined {
            Value::MaskZs => |a| mask(e, Cond::Zs, a, a);
            Value::MaskZc => |a| mask(e, Cond::Zc, a, a);
            Value::MaskNs => |a| mask(e, Cond::Ns, a, a);
            Value::MaskNc => |a| mask(e, Cond::Nc, a, a);
        }
        merge(2) => inlined {
            Value::PackA(Number::Float, mode) => |a, b| alu::pack_a(e, q, mode, Number::Float, a, b);
            Value::PackA(Number::Integer, mode) => |a, b| alu::pack_a(e, q, mode, Number::Integer, a, b);
            Value::PackMul(mode) => |a, b| alu::pack_mul(e, q, mode, a, b);
        }
        merge(3) => inlined {
            Value::Blend => |a, b, c| choose(e, [a, b, c]);
            Value::BlendZs => |a, b, c| blend(e, Cond::Zs, [a, b, c]);
            Value::BlendZc => |a, b, c| blend(e, Cond::Zc, [a, b, c]);
            Value::BlendNs => |a, b, c| blend(e, Cond::Ns, [a, b, c]);
            Value::BlendNc => |a, b, c| blend(e, Cond::Nc, [a, b, c]);
        }
        Shape::bits(2) => seldom {
            Value::AddQuirk(op) => |a, b| alu::add_op(e, q, op, a, b);
            Value::MulQuirk(op) => |a, b| alu::mul_op(e, q, op, a, b);
            Value::AddCarry(op) => |a, b| {
                let r = alu::add_op(e, q, op, a, b);
                let carry = alu::add_carry(e, q, op, a, b, r);
                e.mask_to_word(carry)
            };
            Value::MulCarry(op) => |a, b| {
                let r = alu::mul_op(e, &Q, op, a, b);
                let carry = alu::mul_carry(e, op, a, b, r);
                e.mask_to_word(carry)
            };
        }
        Shape::bits(1) => seldom {
            Value::Rotate(by) => |a| e.permute(a, FROM.map(|i| i.wrapping_sub(by)));
            Value::RotateQuads(by) => |a| {
                e.permute(a, FROM.map(|i| i & !3 | i.wrapping_sub(by) & 3))
            };
            Value::R5Quad => |a| e.permute(a, FROM.map(|i| i & !3));
            Value::R5All => |a| e.permute(a, [0; 16]);
            Value::Sfu(op) => |a| sfu::over(e, op, a, q);
        }
        Shape::bits(2) => inlined {
            Value::Taken(cond) => |a, b| taken(e, cond, a, b);
        }
        Shape::bits(3) => seldom {
            Value::Saturate(op) => |a, b, c| alu::saturate_add(e, op, a, b, c);
        }
        Shape::bits(1) => lanes {
            Value::Last => |a| Lanes16::splat(a.0[15]);
        }
        Shape::bits(2) => lanes {
            Value::RotateBy => |a, b| rotate(&a, b.0[0] as usize);
            Value::RotateQuadsBy => |a, b| rotate_quads(&a, b.0[0] as usize);
            Value::RotateStale(by) => |a, b| rotate_stale(&a, &b, by.into());
        }
        Shape::bits(3) => lanes {
            Value::RotateStaleBy => |a, b, c| rotate_stale(&a, &b, c.0[0] as usize);
        }
    }

    fn normal_constant(constant: Constant) -> bool {
        match constant {
            Constant::Word(word) => word == 0 || word & float::EXPONENT != 0,
            Constant::Uniform(_) => false,
        }
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

/// The numbers of the lanes.
const FROM: [u8; 16] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15];

/// All ones if a branch is taken, else 0; as [`branch_taken`](super::step::branch_taken).
#[inline(always)]
fn taken<E: Exec>(e: &mut E, cond: BranchCond, zn: E::V, carry: E::V) -> E::V {
    let zero = e.splat(0);
    // The flags that are tested; whether their sign is, instead of zero; whether its opposite is;
    // and whether the branch is taken if no lane has it, instead of any.
    let (flags, negative, opposite, none) = match cond {
        BranchCond::AllZs => (zn, false, true, true),
        BranchCond::AllZc => (zn, false, false, true),
        BranchCond::AnyZs => (zn, false, false, false),
        BranchCond::AnyZc => (zn, false, true, false),
        BranchCond::AllNs => (zn, true, true, true),
        BranchCond::AllNc => (zn, true, false, true),
        BranchCond::AnyNs => (zn, true, false, false),
        BranchCond::AnyNc => (zn, true, true, false),
        BranchCond::AllCs => (carry, false, false, true),
        BranchCond::AllCc => (carry, false, true, true),
        BranchCond::AnyCs => (carry, false, true, false),
        BranchCond::AnyCc => (carry, false, false, false),
        BranchCond::Always => return e.splat(u32::MAX),
    };
    let lanes = match negative {
        true => e.lt_signed(flags, zero),
        false => e.eq(flags, zero),
    };
    let lanes = if opposite { e.mask_not(lanes) } else { lanes };
    let mut any = e.mask_to_word(lanes);
    for step in [8, 4, 2, 1] {
        let others = e.permute(any, FROM.map(|i| i ^ step));
        any = e.or(any, others);
    }
    match none {
        true => e.not(any),
        false => any,
    }
}

/// A shape whose last operand is the former content of the destination.
fn merge(operands: u8) -> Shape {
    Shape {
        merges: true,
        ..Shape::bits(operands)
    }
}

#[inline(always)]
fn add<E: Exec>(e: &mut E, op: AddOp, a: E::V, b: E::V) -> E::V {
    alu::add_op(e, &Q, op, a, b)
}

#[inline(always)]
fn mul<E: Exec>(e: &mut E, op: MulOp, a: E::V, b: E::V) -> E::V {
    alu::mul_op(e, &Q, op, a, b)
}

#[inline(always)]
fn mask<E: Exec>(e: &mut E, cond: Cond, zn: E::V, carry: E::V) -> E::V {
    let carry = lanes(e, carry);
    let lanes = alu::condition(e, cond, zn, carry);
    e.mask_to_word(lanes)
}

#[inline(always)]
fn choose<E: Exec>(e: &mut E, [a, picks, old]: [E::V; 3]) -> E::V {
    let lanes = lanes(e, picks);
    e.select(lanes, a, old)
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
