//! Integers of 8, 16 and 32 bits.

use crate::isa::{AluOp, OutmodInt};
use crate::shader::op::Width;
use crate::shader::quirks::{HighProduct, ShaderQuirks};
use tilescope_exec::pair::{self, Pair};
use tilescope_exec::{Exec, int};

/// The low bits of a word, extended.
#[inline(always)]
fn word<E: Exec>(e: &mut E, a: E::V, width: Width, signed: bool) -> E::V {
    if width == Width::W32 {
        return a;
    }
    let up = e.splat(32 - width.bits());
    let a = e.shl(a, up);
    match signed {
        true => e.asr(a, up),
        false => e.shr(a, up),
    }
}

/// The low bits of a word as an exact integer.
#[inline(always)]
pub(super) fn extended<E: Exec>(e: &mut E, a: E::V, width: Width, signed: bool) -> Pair<E::V> {
    let a = word(e, a, width, signed);
    match signed {
        true => pair::from_signed(e, a),
        false => pair::from_unsigned(e, a),
    }
}

/// Shift amounts are taken modulo the width.
#[inline(always)]
fn amount<E: Exec>(e: &mut E, b: E::V, width: Width) -> E::V {
    let mask = e.splat(width.bits() - 1);
    e.and(b, mask)
}

/// A mask, or its negation, as a truth value in all bits.
#[inline(always)]
pub fn truth<E: Exec>(e: &mut E, m: E::M, negated: bool) -> E::V {
    let m = match negated {
        true => e.mask_not(m),
        false => m,
    };
    e.mask_to_word(m)
}

/// A comparison, and whether its negation is the result.
#[inline(always)]
fn comparison<E: Exec>(e: &mut E, op: AluOp, a: E::V, b: E::V) -> Option<(E::M, bool)> {
    use AluOp::*;
    Some(match op {
        Ieq | IballEq | IbanyEq => (e.eq(a, b), false),
        Ine | IballNeq | IbanyNeq => (e.eq(a, b), true),
        Ult | UballLt | UbanyLt => (e.lt_unsigned(a, b), false),
        Ule | UballLte | UbanyLte => (e.lt_unsigned(b, a), true),
        Ilt | IballLt | IbanyLt => (e.lt_signed(a, b), false),
        Ile | IballLte | IbanyLte => (e.lt_signed(b, a), true),
        _ => return None,
    })
}

/// An operation on bits.
#[inline(always)]
pub(super) fn bitwise<E: Exec>(e: &mut E, op: AluOp, a: E::V, b: E::V) -> E::V {
    use AluOp::*;
    let b = match op {
        Iandnot | Iornot => e.not(b),
        _ => b,
    };
    let r = match op {
        Iand | Inand | Iandnot => e.and(a, b),
        Ior | Inor | Iornot => e.or(a, b),
        _ => e.xor(a, b),
    };
    match op {
        Inand | Inor | Inxor => e.not(r),
        _ => r,
    }
}

/// Average: the floor of half the sum, or the ceiling.
#[inline(always)]
fn average<E: Exec>(e: &mut E, signed: bool, up: bool, a: E::V, b: E::V) -> E::V {
    let one = e.splat(1);
    let different = e.xor(a, b);
    let half = match signed {
        true => e.asr(different, one),
        false => e.shr(different, one),
    };
    match up {
        true => {
            let either = e.or(a, b);
            e.sub(either, half)
        }
        false => {
            let both = e.and(a, b);
            e.add(both, half)
        }
    }
}

/// The value of an operation on integers, whose operands are extended as
/// [`super::unsigned_sources`] states.
#[inline(always)]
pub(super) fn value<E: Exec>(e: &mut E, (op, width): (AluOp, Width), [a, b]: [E::V; 2]) -> E::V {
    use AluOp::*;
    let zero = e.splat(0);
    if let Some((m, negated)) = comparison(e, op, a, b) {
        return truth(e, m, negated);
    }
    match op {
        Iadd => e.add(a, b),
        Isub => e.sub(a, b),
        Ishladd | Ishlsub => {
            let twice = e.add(a, a);
            match op {
                Ishladd => e.add(twice, b),
                _ => e.sub(twice, b),
            }
        }
        Iaddsat if width == Width::W32 => int::add_sat_signed(e, a, b),
        Isubsat if width == Width::W32 => int::sub_sat_signed(e, a, b),
        Uaddsat if width == Width::W32 => int::add_sat_unsigned(e, a, b),
        Usubsat if width == Width::W32 => int::sub_sat_unsigned(e, a, b),
        Iaddsat | Isubsat => {
            let r = if op == Iaddsat {
                e.add(a, b)
            } else {
                e.sub(a, b)
            };
            let most = e.splat((1 << (width.bits() - 1)) - 1);
            let least = e.not(most);
            let r = e.min_signed(r, most);
            e.max_signed(r, least)
        }
        Uaddsat => {
            let r = e.add(a, b);
            let most = e.splat(u32::MAX >> (32 - width.bits()));
            e.min_unsigned(r, most)
        }
        Usubsat => int::sub_sat_unsigned(e, a, b),
        Imul | Iwmul | Uwmul | Iuwmul => e.mul_low(a, b),
        Imin => e.min_signed(a, b),
        Imax => e.max_signed(a, b),
        Umin => e.min_unsigned(a, b),
        Umax => e.max_unsigned(a, b),
        Uavg => average(e, false, false, a, b),
        Uravg => average(e, false, true, a, b),
        Iravg => average(e, true, true, a, b),
        Iavg => {
            // Towards zero: up if the floor is negative.
            let floor = average(e, true, false, a, b);
            let ceiling = average(e, true, true, a, b);
            let negative = e.lt_signed(floor, zero);
            e.select(negative, ceiling, floor)
        }
        Iasr => {
            let by = amount(e, b, width);
            e.asr(a, by)
        }
        Ilsr => {
            let by = amount(e, b, width);
            e.shr(a, by)
        }
        Ishl => {
            let by = amount(e, b, width);
            e.shl(a, by)
        }
        Ishlsat | Ushlsat => {
            let by = amount(e, b, width);
            let exact = match op {
                Ishlsat => pair::from_signed(e, a),
                _ => pair::from_unsigned(e, a),
            };
            let exact = pair::shl(e, exact, by);
            let out = match op {
                Ishlsat => OutmodInt::Ssat,
                _ => OutmodInt::Usat,
            };
            modified(e, exact, out, width.bits(), width.bits())
        }
        Iand | Ior | Ixor | Inand | Inor | Inxor | Iandnot | Iornot => bitwise(e, op, a, b),
        Iclz => {
            let n = e.clz(a);
            let above = e.splat(32 - width.bits());
            e.sub(n, above)
        }
        Ipopcnt => int::popcount(e, a),
        Imov => b,
        Iabsdiff => {
            let (low, high) = (e.min_signed(a, b), e.max_signed(a, b));
            e.sub(high, low)
        }
        Uabsdiff => {
            let (low, high) = (e.min_unsigned(a, b), e.max_unsigned(a, b));
            e.sub(high, low)
        }
        // Floats are in `float`; the others are lowered to several operations, or are
        // not implemented.
        _ => zero,
    }
}

/// The exact result of an operation that can exceed its width.
#[inline(always)]
pub(super) fn exact<E: Exec>(
    e: &mut E,
    q: &ShaderQuirks,
    (op, width, out): (AluOp, Width, OutmodInt),
    [a, b]: [E::V; 2],
) -> Option<Pair<E::V>> {
    use AluOp::*;
    let plain = out != OutmodInt::Usat;
    let signed = match op {
        Iadd | Isub | Ishladd | Ishlsub => [plain; 2],
        Imul if out == OutmodInt::KeepHi => [q.high_product == HighProduct::Signed; 2],
        Imul => [plain; 2],
        Iwmul => [true; 2],
        Uwmul => [false; 2],
        Iuwmul => [true, false],
        _ => return None,
    };
    let (x, y) = (
        extended(e, a, width, signed[0]),
        extended(e, b, width, signed[1]),
    );
    Some(match op {
        Iadd => pair::add(e, x, y),
        Isub => pair::sub(e, x, y),
        Ishladd | Ishlsub => {
            let twice = pair::add(e, x, x);
            match op {
                Ishladd => pair::add(e, twice, y),
                _ => pair::sub(e, twice, y),
            }
        }
        // Modulo 2^64 the product of extended numbers is the exact one.
        _ => pair::mul_low(e, x, y),
    })
}

/// An exact result with an output modifier, for a destination of `bits` bits.
#[inline(always)]
pub(super) fn modified<E: Exec>(
    e: &mut E,
    a: Pair<E::V>,
    out: OutmodInt,
    width: u32,
    bits: u32,
) -> E::V {
    match out {
        OutmodInt::KeepLo => a.low,
        OutmodInt::KeepHi => {
            // The upper half of twice the width, or of the width if that is halved.
            let by = e.splat(width.min(bits));
            let r = pair::shr(e, a, by);
            r.low
        }
        OutmodInt::Ssat => {
            let most = e.splat(u32::MAX >> (33 - bits));
            let most = pair::from_unsigned(e, most);
            let least = Pair {
                low: e.not(most.low),
                high: e.not(most.high),
            };
            let above = pair::lt_signed(e, most, a);
            let below = pair::lt_signed(e, a, least);
            let r = e.select(above, most.low, a.low);
            e.select(below, least.low, r)
        }
        OutmodInt::Usat => {
            let zero = e.splat(0);
            let most = e.splat(u32::MAX >> (32 - bits));
            let most = pair::from_unsigned(e, most);
            let above = pair::lt_signed(e, most, a);
            let below = e.lt_signed(a.high, zero);
            let r = e.select(above, most.low, a.low);
            e.select(below, zero, r)
        }
    }
}
