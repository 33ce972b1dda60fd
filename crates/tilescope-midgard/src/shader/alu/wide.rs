//! Components of 64 bits: two words.

use super::integer::{bitwise, truth};
use crate::isa::AluOp;
use crate::shader::op::Part;
use tilescope_exec::pair::{self, Pair};
use tilescope_exec::{Exec, Interp, Lanes, double};

/// Whether an operation is implemented for 64 bits.
pub(super) fn has(op: AluOp) -> bool {
    value(&mut Interp::<1>, op, [Lanes::ZERO; 4]).is_some()
}

/// A truth value in both words.
#[inline(always)]
fn both<E: Exec>(e: &mut E, m: E::M, negated: bool) -> Pair<E::V> {
    let word = truth(e, m, negated);
    Pair {
        low: word,
        high: word,
    }
}

/// A comparison, and whether its negation is the result.
#[inline(always)]
fn comparison<E: Exec>(e: &mut E, op: AluOp, a: Pair<E::V>, b: Pair<E::V>) -> Option<(E::M, bool)> {
    use AluOp::*;
    Some(match op {
        Ieq => (pair::eq(e, a, b), false),
        Ine => (pair::eq(e, a, b), true),
        Ult => (pair::lt_unsigned(e, a, b), false),
        Ule => (pair::lt_unsigned(e, b, a), true),
        Ilt => (pair::lt_signed(e, a, b), false),
        Ile => (pair::lt_signed(e, b, a), true),
        _ => return None,
    })
}

#[inline(always)]
fn words<E: Exec>(e: &mut E, a: E::D) -> Pair<E::V> {
    // One NaN, on every host.
    let nan = is_nan(e, a);
    let [low, high] = e.words_of_double(a);
    let (none, quiet) = (e.splat(0), e.splat(0x7ff8_0000));
    Pair {
        low: e.select(nan, none, low),
        high: e.select(nan, quiet, high),
    }
}

/// The value of an operation that is implemented: `s` are the low and the high word of both
/// sources.
#[inline(always)]
pub(super) fn value<E: Exec>(e: &mut E, op: AluOp, s: [E::V; 4]) -> Option<Pair<E::V>> {
    use AluOp::*;
    let a = Pair {
        low: s[0],
        high: s[1],
    };
    let b = Pair {
        low: s[2],
        high: s[3],
    };
    Some(match op {
        Fadd | Fmul | Fmin | Fmax | Feq | Fne | Flt | Fle | Frcp | Frsqrt | Fsqrt => {
            float(e, op, a, b)
        }
        Fmov | Imov => b,
        Iadd => pair::add(e, a, b),
        Isub => pair::sub(e, a, b),
        Ishladd | Ishlsub => {
            let twice = pair::add(e, a, a);
            match op {
                Ishladd => pair::add(e, twice, b),
                _ => pair::sub(e, twice, b),
            }
        }
        Imul => pair::mul_low(e, a, b),
        Imin | Imax | Umin | Umax | Iabsdiff | Uabsdiff => {
            let less = match op {
                Imin | Imax | Iabsdiff => pair::lt_signed(e, a, b),
                _ => pair::lt_unsigned(e, a, b),
            };
            let (low, high) = (pair::select(e, less, a, b), pair::select(e, less, b, a));
            match op {
                Imin | Umin => low,
                Imax | Umax => high,
                _ => pair::sub(e, high, low),
            }
        }
        Iasr => pair::asr(e, a, b.low),
        Ilsr => pair::shr(e, a, b.low),
        Ishl => pair::shl(e, a, b.low),
        Iand | Ior | Ixor | Inand | Inor | Inxor | Iandnot | Iornot => Pair {
            low: bitwise(e, op, a.low, b.low),
            high: bitwise(e, op, a.high, b.high),
        },
        _ => {
            let (m, negated) = comparison(e, op, a, b)?;
            both(e, m, negated)
        }
    })
}

#[inline(always)]
fn float<E: Exec>(e: &mut E, op: AluOp, a: Pair<E::V>, b: Pair<E::V>) -> Pair<E::V> {
    use AluOp::*;
    let x = e.double_from_words(a.low, a.high);
    let y = e.double_from_words(b.low, b.high);
    let (less, more) = (e.dlt(x, y), e.dlt(y, x));
    let r = match op {
        Fadd => e.dadd(x, y),
        Fmul => e.dmul(x, y),
        Frcp | Frsqrt | Fsqrt => {
            let root = if op == Frcp { x } else { e.dsqrt(x) };
            let one = e.double(1.0);
            match op {
                Fsqrt => root,
                _ => e.ddiv(one, root),
            }
        }
        Fmin | Fmax => {
            // Of a number and a NaN the number.
            let smaller = if op == Fmin { less } else { more };
            let r = e.dselect(smaller, x, y);
            let nan = is_nan(e, y);
            e.dselect(nan, x, r)
        }
        _ => {
            let (no_x, no_y) = (is_nan(e, x), is_nan(e, y));
            let unordered = e.mask_or(no_x, no_y);
            let differ = e.mask_or(less, more);
            let differ = e.mask_or(differ, unordered);
            return match op {
                Feq => both(e, differ, true),
                Fne => both(e, differ, false),
                Flt => both(e, less, false),
                _ => {
                    let no = e.mask_or(more, unordered);
                    both(e, no, true)
                }
            };
        }
    };
    words(e, r)
}

#[inline(always)]
fn is_nan<E: Exec>(e: &mut E, a: E::D) -> E::M {
    let zero = e.double(0.0);
    let (below, above) = (e.dlt(a, zero), e.dlt(zero, a));
    let ordered = e.mask_or(below, above);
    let is_zero = double::is_zero(e, a);
    let number = e.mask_or(ordered, is_zero);
    e.mask_not(number)
}

/// A word of a binary32 as a binary64.
#[inline(always)]
pub fn widen_float<E: Exec>(e: &mut E, part: Part, a: E::V) -> E::V {
    let d = e.double_from_float(a);
    let pair = words(e, d);
    match part {
        Part::Low => pair.low,
        Part::High => pair.high,
    }
}

/// A binary64 as a binary32, rounded to nearest.
#[inline(always)]
pub fn narrow_float<E: Exec>(e: &mut E, low: E::V, high: E::V) -> E::V {
    let d = e.double_from_words(low, high);
    e.float_from_double(d)
}
