//! Integers of 8, 16 and 32 bits.

use crate::isa::{AluOp, OutmodInt};
use crate::shader::op::Width;
use crate::shader::quirks::{HighProduct, ShaderQuirks};
use tilescope_exec::integers::{Integers, Pairs, Words};
use tilescope_exec::pair::{self, Pair};
use tilescope_exec::{Exec, int, sized};

/// The low bits of a word as an exact integer.
#[inline(always)]
pub(super) fn extended<E: Exec>(e: &mut E, a: E::V, width: Width, signed: bool) -> Pair<E::V> {
    let a = match width {
        Width::W32 => a,
        width => int::field(e, (0, width.bits() as u8, signed), a),
    };
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

/// A comparison, and whether its negation is the result.
#[inline(always)]
fn comparison<E: Exec, W: Integers<E>>(
    e: &mut E,
    op: AluOp,
    [a, b]: [W::N; 2],
) -> Option<(E::M, bool)> {
    use AluOp::*;
    Some(match op {
        Ieq | IballEq | IbanyEq => (W::eq(e, a, b), false),
        Ine | IballNeq | IbanyNeq => (W::eq(e, a, b), true),
        Ult | UballLt | UbanyLt => (W::lt_unsigned(e, a, b), false),
        Ule | UballLte | UbanyLte => (W::lt_unsigned(e, b, a), true),
        Ilt | IballLt | IbanyLt => (W::lt_signed(e, a, b), false),
        Ile | IballLte | IbanyLte => (W::lt_signed(e, b, a), true),
        _ => return None,
    })
}

/// An operation on bits.
#[inline(always)]
fn bitwise<E: Exec, W: Integers<E>>(e: &mut E, op: AluOp, a: W::N, b: W::N) -> W::N {
    use AluOp::*;
    let b = match op {
        Iandnot | Iornot => W::not(e, b),
        _ => b,
    };
    let r = match op {
        Iand | Inand | Iandnot => W::and(e, a, b),
        Ior | Inor | Iornot => W::or(e, a, b),
        _ => W::xor(e, a, b),
    };
    match op {
        Inand | Inor | Inxor => W::not(e, r),
        _ => r,
    }
}

/// The value of an operation that is the same for integers of all sizes. Shifts are by `by`.
#[inline(always)]
pub(super) fn of_any_size<E: Exec, W: Integers<E>>(
    e: &mut E,
    op: AluOp,
    [a, b]: [W::N; 2],
    by: E::V,
) -> Option<W::N> {
    use AluOp::*;
    Some(match op {
        Iadd => W::add(e, a, b),
        Isub => W::sub(e, a, b),
        Ishladd => {
            let twice = W::add(e, a, a);
            W::add(e, twice, b)
        }
        Ishlsub => {
            let twice = W::add(e, a, a);
            W::sub(e, twice, b)
        }
        Imul => W::mul_low(e, a, b),
        Imin => W::min_signed(e, a, b),
        Imax => W::max_signed(e, a, b),
        Umin => W::min_unsigned(e, a, b),
        Umax => W::max_unsigned(e, a, b),
        Iabsdiff => {
            let (low, high) = (W::min_signed(e, a, b), W::max_signed(e, a, b));
            W::sub(e, high, low)
        }
        Uabsdiff => {
            let (low, high) = (W::min_unsigned(e, a, b), W::max_unsigned(e, a, b));
            W::sub(e, high, low)
        }
        Iasr => W::asr(e, a, by),
        Ilsr => W::shr(e, a, by),
        Ishl => W::shl(e, a, by),
        Iand | Ior | Ixor | Inand | Inor | Inxor | Iandnot | Iornot => bitwise::<E, W>(e, op, a, b),
        Imov => b,
        _ => {
            let (m, negated) = comparison::<E, W>(e, op, [a, b])?;
            let m = if negated { e.mask_not(m) } else { m };
            W::from_mask(e, m)
        }
    })
}

/// The value of an operation on integers, whose operands are extended as
/// [`super::unsigned_sources`] states.
#[inline(always)]
pub(super) fn value<E: Exec>(e: &mut E, (op, width): (AluOp, Width), [a, b]: [E::V; 2]) -> E::V {
    use AluOp::*;
    let by = match op {
        Iasr | Ilsr | Ishl | Ishlsat | Ushlsat => amount(e, b, width),
        _ => b,
    };
    let bits = width.bits();
    if let Some(value) = of_any_size::<E, Words>(e, op, [a, b], by) {
        return value;
    }
    match op {
        Iaddsat => sized::add_saturated_signed(e, bits, a, b),
        Isubsat => sized::sub_saturated_signed(e, bits, a, b),
        Uaddsat => sized::add_saturated_unsigned(e, bits, a, b),
        Usubsat => int::sub_sat_unsigned(e, a, b),
        Iwmul | Uwmul | Iuwmul => e.mul_low(a, b),
        Uavg => int::average_unsigned(e, a, b),
        Uravg => int::average_up_unsigned(e, a, b),
        Iravg => int::average_up_signed(e, a, b),
        Iavg => int::average_signed(e, a, b),
        Ishlsat => sized::shl_saturated_signed(e, bits, a, by),
        Ushlsat => sized::shl_saturated_unsigned(e, bits, a, by),
        Iclz => sized::leading_zeros(e, bits, a),
        Ipopcnt => int::popcount(e, a),
        // Floats are in `float`; the others are lowered to several operations, or are
        // not implemented.
        _ => e.splat(0),
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
    let op = match op {
        // Modulo 2^64 the product of extended numbers is the exact one.
        Iwmul | Uwmul | Iuwmul => Imul,
        op => op,
    };
    let x = extended(e, a, width, signed[0]);
    let y = extended(e, b, width, signed[1]);
    of_any_size::<E, Pairs>(e, op, [x, y], y.low)
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
            pair::shr(e, a, by).low
        }
        OutmodInt::Ssat => pair::saturated_signed(e, bits, a),
        OutmodInt::Usat => pair::saturated_unsigned(e, bits, a),
    }
}
