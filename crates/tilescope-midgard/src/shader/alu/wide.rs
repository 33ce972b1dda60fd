//! Components of 64 bits: two words.

use super::integer::of_any_size;
use crate::isa::AluOp;
use tilescope_exec::integers::{Integers, Pairs};
use tilescope_exec::pair::Pair;
use tilescope_exec::{Exec, Interp, Lanes, double};

/// Whether an operation is implemented for 64 bits.
pub fn has(op: AluOp) -> bool {
    value(&mut Interp::<1>, op, [Lanes::ZERO; 4]).is_some()
}

/// The value of an operation that is implemented: `s` are the low and the high word of both
/// sources.
#[inline(always)]
pub(super) fn value<E: Exec>(e: &mut E, op: AluOp, s: [E::V; 4]) -> Option<Pair<E::V>> {
    use AluOp::*;
    let [low, high, ..] = s;
    let a = Pair { low, high };
    let [.., low, high] = s;
    let b = Pair { low, high };
    match op {
        Fadd | Fmul | Fmin | Fmax | Frcp | Frsqrt | Fsqrt => {
            let r = float(e, op, a, b);
            Some(double::to_words(e, r))
        }
        Feq | Fne | Flt | Fle => {
            let m = comparison(e, op, a, b);
            Some(Pairs::from_mask(e, m))
        }
        Fmov => Some(b),
        _ => of_any_size::<E, Pairs>(e, op, [a, b], b.low),
    }
}

#[inline(always)]
fn comparison<E: Exec>(e: &mut E, op: AluOp, a: Pair<E::V>, b: Pair<E::V>) -> E::M {
    let (x, y) = (double::from_words(e, a), double::from_words(e, b));
    match op {
        AluOp::Feq => double::eq(e, x, y),
        AluOp::Flt => e.dlt(x, y),
        AluOp::Fle => double::le(e, x, y),
        _ => {
            let same = double::eq(e, x, y);
            e.mask_not(same)
        }
    }
}

#[inline(always)]
fn float<E: Exec>(e: &mut E, op: AluOp, a: Pair<E::V>, b: Pair<E::V>) -> E::D {
    let (x, y) = (double::from_words(e, a), double::from_words(e, b));
    let one = e.double(1.0);
    match op {
        AluOp::Fadd => e.dadd(x, y),
        AluOp::Fmul => e.dmul(x, y),
        AluOp::Fmin => double::min(e, x, y),
        AluOp::Fmax => double::max(e, x, y),
        AluOp::Frcp => e.ddiv(one, x),
        AluOp::Fsqrt => e.dsqrt(x),
        _ => {
            let root = e.dsqrt(x);
            e.ddiv(one, root)
        }
    }
}
