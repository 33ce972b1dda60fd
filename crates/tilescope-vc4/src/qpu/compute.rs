//! Operations that need nothing from outside the QPU, for one
//! thread or several that do the same.

use super::decode::{Immediate, SfuOp};
use super::op::{Code, Op};
use super::program::Program;
use super::quirks::QpuQuirks;
use super::sfu::sfu;
use super::slots;
use crate::isa::alu::{self, Number};
use crate::isa::{AddOp, Cond, MulOp};
use tilescope_exec::interp::Mask;
use tilescope_exec::{Exec, Interp, Lanes16};

const Q: QpuQuirks = QpuQuirks::DEFAULT;

/// Executes `op` on the registers of the first `WIDTH` of `THREADS` threads.
/// False, and nothing done, if it is none of these operations.
#[inline(always)]
pub(super) fn compute<const WIDTH: usize, const THREADS: usize>(
    p: &Program,
    op: &Op,
    regs: &mut [[Lanes16; THREADS]; slots::COUNT],
) -> bool {
    const { assert!(WIDTH <= THREADS) };
    let Op { code, d, a, b, imm } = *op;
    let (d, a, b) = (usize::from(d), usize::from(a), usize::from(b));
    let e = &mut Interp::<16>;
    // One thread after the other: the registers of all would not fit into those of
    // the host.
    macro_rules! each {
        (|$n:ident| $value:expr) => {
            for $n in 0..WIDTH {
                regs[d][$n] = $value;
            }
        };
    }
    macro_rules! add {
        ($op:ident) => {
            each!(|n| alu::add_op(e, &Q, AddOp::$op, regs[a][n], regs[b][n]))
        };
    }
    macro_rules! mul {
        ($op:ident) => {
            each!(|n| alu::mul_op(e, &Q, MulOp::$op, regs[a][n], regs[b][n]))
        };
    }
    macro_rules! add_flushed {
        ($op:ident) => {
            each!(|n| alu::add_op_flushed(e, &Q, AddOp::$op, regs[a][n], regs[b][n]))
        };
    }
    macro_rules! mask {
        ($cond:ident) => {
            each!(|n| {
                let carry = Mask::from_words(regs[usize::from(slots::CARRY)][n]);
                let zn = regs[a][n];
                alu::condition(e, Cond::$cond, zn, carry).words()
            })
        };
    }
    macro_rules! blend {
        ($cond:ident) => {
            each!(|n| {
                let zn = regs[b][n];
                let lanes = alu::condition(e, Cond::$cond, zn, Mask::NEVER);
                e.select(lanes, regs[a][n], regs[d][n])
            })
        };
    }
    match code {
        Code::Mov => each!(|n| regs[a][n]),
        Code::Fadd => add!(Fadd),
        Code::Fsub => add!(Fsub),
        Code::Fmin => add!(Fmin),
        Code::Fmax => add!(Fmax),
        Code::Fminabs => add!(Fminabs),
        Code::Fmaxabs => add!(Fmaxabs),
        Code::Ftoi => add!(Ftoi),
        Code::Itof => add!(Itof),
        Code::Add => add!(Add),
        Code::Sub => add!(Sub),
        Code::Shr => add!(Shr),
        Code::Asr => add!(Asr),
        Code::Ror => add!(Ror),
        Code::Shl => add!(Shl),
        Code::Min => add!(Min),
        Code::Max => add!(Max),
        Code::And => add!(And),
        Code::Or => add!(Or),
        Code::Xor => add!(Xor),
        Code::Not => add!(Not),
        Code::Clz => add!(Clz),
        Code::V8adds => add!(V8adds),
        Code::V8subs => add!(V8subs),
        Code::Fmul => mul!(Fmul),
        Code::Mul24 => mul!(Mul24),
        Code::V8muld => mul!(V8muld),
        Code::V8min => mul!(V8min),
        Code::V8max => mul!(V8max),
        Code::FaddFlushed => add_flushed!(Fadd),
        Code::FsubFlushed => add_flushed!(Fsub),
        Code::FminFlushed => add_flushed!(Fmin),
        Code::FmaxFlushed => add_flushed!(Fmax),
        Code::FmulFlushed => each!(|n| alu::fmul_flushed(e, &Q, regs[a][n], regs[b][n])),
        Code::AddQuirk => each!(|n| add_quirk(p.quirks(), imm, &regs[a][n], &regs[b][n])),
        Code::MulQuirk => each!(|n| mul_quirk(p.quirks(), imm, &regs[a][n], &regs[b][n])),
        Code::Saturate => each!(|n| saturate(imm, &regs[a][n], &regs[b][n], &regs[d][n])),
        Code::AddCarry => each!(|n| add_carry(p.quirks(), imm, &regs[a][n], &regs[b][n])),
        Code::MulCarry => each!(|n| mul_carry(imm, &regs[a][n], &regs[b][n])),
        Code::MaskZs => mask!(Zs),
        Code::MaskZc => mask!(Zc),
        Code::MaskNs => mask!(Ns),
        Code::MaskNc => mask!(Nc),
        Code::MaskCc => mask!(Cc),
        Code::Blend => each!(|n| e.select(Mask::from_words(regs[b][n]), regs[a][n], regs[d][n])),
        Code::BlendZs => blend!(Zs),
        Code::BlendZc => blend!(Zc),
        Code::BlendNs => blend!(Ns),
        Code::BlendNc => blend!(Nc),
        Code::Splat => each!(|n| Lanes16::splat(imm)),
        Code::LoadSigned => each!(|n| Lanes16::from_fn(|i| Immediate::Signed.lane(imm, i))),
        Code::LoadUnsigned => each!(|n| Lanes16::from_fn(|i| Immediate::Unsigned.lane(imm, i))),
        Code::UnpackFloat => {
            each!(|n| alu::unpack(e, p.quirks(), imm as u8, Number::Float, regs[a][n]));
        }
        Code::UnpackInteger => {
            each!(|n| alu::unpack(e, p.quirks(), imm as u8, Number::Integer, regs[a][n]));
        }
        Code::PackFloat => {
            each!(|n| alu::pack_a(
                e,
                p.quirks(),
                imm as u8,
                Number::Float,
                regs[a][n],
                regs[d][n]
            ));
        }
        Code::PackInteger => {
            each!(|n| alu::pack_a(
                e,
                p.quirks(),
                imm as u8,
                Number::Integer,
                regs[a][n],
                regs[d][n]
            ));
        }
        Code::PackMul => {
            each!(|n| alu::pack_mul(e, p.quirks(), imm as u8, regs[a][n], regs[d][n]));
        }
        Code::Rotate => each!(|n| rotate(&regs[a][n], imm as usize)),
        Code::RotateBy => each!(|n| rotate(&regs[a][n], regs[b][n][0] as usize)),
        Code::RotateQuads => each!(|n| rotate_quads(&regs[a][n], imm as usize)),
        Code::RotateQuadsBy => each!(|n| rotate_quads(&regs[a][n], regs[b][n][0] as usize)),
        Code::R5Quad => {
            each!(|n| {
                let v = regs[a][n];
                Lanes16::from_fn(|i| v[i & !3])
            });
        }
        Code::R5All => {
            each!(|n| Lanes16::splat(regs[a][n][0]));
        }
        Code::Sfu => each!(|n| sfu(SfuOp::ALL[imm as usize & 3], &regs[a][n], p.quirks())),
        _ => return false,
    }
    true
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

fn add_op(n: u32) -> AddOp {
    AddOp::from_bits(n as u8).unwrap_or(AddOp::Nop)
}

fn mul_op(n: u32) -> MulOp {
    MulOp::from_bits(n as u8).unwrap_or(MulOp::Nop)
}

#[inline(never)]
fn add_quirk(q: &QpuQuirks, op: u32, a: &Lanes16, b: &Lanes16) -> Lanes16 {
    alu::add_op(&mut Interp, q, add_op(op), *a, *b)
}

#[inline(never)]
fn mul_quirk(q: &QpuQuirks, op: u32, a: &Lanes16, b: &Lanes16) -> Lanes16 {
    alu::mul_op(&mut Interp, q, mul_op(op), *a, *b)
}

#[inline(never)]
fn saturate(op: u32, a: &Lanes16, b: &Lanes16, r: &Lanes16) -> Lanes16 {
    alu::saturate_add(&mut Interp, add_op(op), *a, *b, *r)
}

#[inline(never)]
fn add_carry(q: &QpuQuirks, op: u32, a: &Lanes16, b: &Lanes16) -> Lanes16 {
    let e = &mut Interp;
    let r = alu::add_op(e, q, add_op(op), *a, *b);
    alu::add_carry(e, q, add_op(op), *a, *b, r).words()
}

#[inline(never)]
fn mul_carry(op: u32, a: &Lanes16, b: &Lanes16) -> Lanes16 {
    let e = &mut Interp;
    let r = alu::mul_op(e, &Q, mul_op(op), *a, *b);
    alu::mul_carry(e, mul_op(op), *a, *b, r).words()
}
