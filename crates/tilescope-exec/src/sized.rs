//! Integers of so many bits, 1 to 32, each extended to a word: saturated sums and shifts, and
//! leading zeros.

use crate::pair::{self, Pair};
use crate::{Exec, int};

/// The sum, limited to what signed integers can be.
#[inline(always)]
pub fn add_saturated_signed<E: Exec>(e: &mut E, bits: u32, a: E::V, b: E::V) -> E::V {
    if bits == 32 {
        return int::add_sat_signed(e, a, b);
    }
    let sum = e.add(a, b);
    int::limit_signed(e, bits, sum)
}

/// The difference, limited to what signed integers can be.
#[inline(always)]
pub fn sub_saturated_signed<E: Exec>(e: &mut E, bits: u32, a: E::V, b: E::V) -> E::V {
    if bits == 32 {
        return int::sub_sat_signed(e, a, b);
    }
    let difference = e.sub(a, b);
    int::limit_signed(e, bits, difference)
}

/// The sum of unsigned integers, at most the largest.
#[inline(always)]
pub fn add_saturated_unsigned<E: Exec>(e: &mut E, bits: u32, a: E::V, b: E::V) -> E::V {
    if bits == 32 {
        return int::add_sat_unsigned(e, a, b);
    }
    let sum = e.add(a, b);
    let most = e.splat(u32::MAX >> (32 - bits));
    e.min_unsigned(sum, most)
}

/// A signed integer shifted left by less than `bits`, limited.
#[inline(always)]
pub fn shl_saturated_signed<E: Exec>(e: &mut E, bits: u32, a: E::V, by: E::V) -> E::V {
    let exact: Pair<E::V> = pair::from_signed(e, a);
    let exact = pair::shl(e, exact, by);
    pair::saturated_signed(e, bits, exact)
}

/// An unsigned integer shifted left by less than `bits`, limited.
#[inline(always)]
pub fn shl_saturated_unsigned<E: Exec>(e: &mut E, bits: u32, a: E::V, by: E::V) -> E::V {
    let exact: Pair<E::V> = pair::from_unsigned(e, a);
    let exact = pair::shl(e, exact, by);
    pair::saturated_unsigned(e, bits, exact)
}

/// The number of zeros above the highest one of an unsigned integer.
#[inline(always)]
pub fn leading_zeros<E: Exec>(e: &mut E, bits: u32, a: E::V) -> E::V {
    let zeros = e.clz(a);
    let above = e.splat(32 - bits);
    e.sub(zeros, above)
}
