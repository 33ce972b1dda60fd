//! Operations without side effects, for all lanes of a group.

use super::alu::{self, Test, Value};
use super::function::Function;
use super::group::{BATCHES, Register};
use super::op::{Code, Op};
use super::program::Program;
use super::quirks::{Derivatives, ShaderQuirks};
use super::slots::COUNT;
use tilescope_exec::{Exec, Interp, Lanes16, Vectorised, vectorised};

/// Quirks that codes without a value number stand for.
const Q: ShaderQuirks = ShaderQuirks::DEFAULT;

/// Executes `op` on the registers of the batches in `batches`. Returns false,
/// without any effect, if `op` is not a pure operation.
#[inline(always)]
pub(super) fn compute(p: &Program, op: &Op, regs: &mut [Register; COUNT], batches: &[u8]) -> bool {
    let slot = |s: u16| usize::from(s) & (COUNT - 1);
    let (d, a, b, c) = (slot(op.d), slot(op.a), slot(op.b), slot(op.c));
    let e = &mut Interp::<16>;
    macro_rules! each {
        (|$n:ident| $value:expr) => {
            for &n in batches {
                let $n = usize::from(n) & (BATCHES - 1);
                regs[d][$n] = $value;
            }
        };
    }
    // Codes that are exactly one value.
    macro_rules! value {
        ($value:expr) => {
            each!(|n| alu::value(&Q, $value, [regs[a][n], regs[b][n], regs[c][n], regs[c][n]]))
        };
    }
    macro_rules! choose {
        ($test:ident) => {{
            let f = slot(op.e);
            each!(|n| {
                let m = alu::test(e, &Q, Test::$test, regs[a][n], regs[b][n]);
                e.select(m, regs[c][n], regs[f][n])
            })
        }};
    }
    match op.code {
        Code::Mov => each!(|n| regs[a][n]),
        Code::Neg => value!(Value::FloatNegate),
        Code::Abs => value!(Value::FloatAbs),
        // Sums and products of `alu`, except for the NaN that they produce.
        Code::Add => each!(|n| e.fadd(regs[a][n], regs[b][n])),
        Code::Sub => each!(|n| e.fsub(regs[a][n], regs[b][n])),
        Code::Mul => each!(|n| e.fmul(regs[a][n], regs[b][n])),
        Code::MulNeg => each!(|n| {
            let p = e.fmul(regs[a][n], regs[b][n]);
            negate(e, p)
        }),
        Code::MulAdd => each!(|n| {
            let p = e.fmul(regs[a][n], regs[b][n]);
            e.fadd(p, regs[c][n])
        }),
        Code::MulSub => each!(|n| {
            let p = e.fmul(regs[a][n], regs[b][n]);
            e.fsub(p, regs[c][n])
        }),
        Code::SubMul => each!(|n| {
            let p = e.fmul(regs[a][n], regs[b][n]);
            e.fsub(regs[c][n], p)
        }),
        Code::NegMulSub => each!(|n| {
            let p = e.fmul(regs[a][n], regs[b][n]);
            let p = negate(e, p);
            e.fsub(p, regs[c][n])
        }),
        Code::Canonical => each!(|n| alu::canonical(e, &p.quirks, regs[a][n])),
        Code::Saturate => value!(Value::Saturate),
        Code::Fraction => value!(Value::Fraction),
        Code::Floor => value!(Value::Floor),
        Code::Ceil => value!(Value::Ceil),
        Code::Reciprocal => value!(Value::Function(Function::Reciprocal)),
        Code::ReciprocalRoot => value!(Value::Function(Function::ReciprocalRoot)),
        Code::Root => value!(Value::Function(Function::Root)),
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
        Code::AddInt => value!(Value::Add),
        Code::And => value!(Value::And),
        Code::Or => value!(Value::Or),
        Code::Xor => value!(Value::Xor),
        Code::Not => value!(Value::Not),
        Code::DerivativeX => each!(|n| derivative(p.quirks.derivatives, &regs[a][n], 1)),
        Code::DerivativeY => each!(|n| derivative(p.quirks.derivatives, &regs[a][n], 2)),
        Code::Slow => {
            let Some(&value) = p.tables.values.get(usize::from(op.imm)) else {
                return true;
            };
            let f = slot(op.e);
            each!(|n| vectorised(Slow {
                quirks: &p.quirks,
                value,
                operands: [regs[a][n], regs[b][n], regs[c][n], regs[f][n]],
            }));
        }
        Code::Refresh | Code::Constant | Code::IndirectTemp | Code::IndirectUniform => {
            return false;
        }
        Code::IndirectWrite | Code::Texture | Code::Load | Code::Store | Code::Kill => {
            return false;
        }
        Code::Check | Code::Mark | Code::Missing => return false,
    }
    true
}

#[inline(always)]
fn negate(e: &mut Interp<16>, a: Lanes16) -> Lanes16 {
    let sign = e.splat(tilescope_exec::float::SIGN);
    e.xor(a, sign)
}

/// The difference between lanes of a quad whose numbers differ in the bit `step`.
#[inline(always)]
fn derivative(which: Derivatives, v: &Lanes16, step: usize) -> Lanes16 {
    let rest = match which {
        Derivatives::Fine => !step,
        Derivatives::Coarse => !3,
    };
    let low = Lanes16::from_fn(|i| v.0[i & rest & 15]);
    let high = Lanes16::from_fn(|i| v.0[(i & rest | step) & 15]);
    Interp::<16>.fsub(high, low)
}

/// A rarely used value, compiled once instead of inlined at every use.
struct Slow<'a> {
    quirks: &'a ShaderQuirks,
    value: Value,
    operands: [Lanes16; 4],
}

impl Vectorised for Slow<'_> {
    type Output = Lanes16;

    #[inline(always)]
    fn run(self) -> Lanes16 {
        alu::value(self.quirks, self.value, self.operands)
    }
}
