//! Integers of 64 bits: two words of each lane.

use crate::exec::Exec;
use crate::int;
use crate::part::Part;

/// The low and the high word of an integer of 64 bits.
#[derive(Clone, Copy, Debug)]
pub struct Pair<V> {
    /// Bits 0 to 31.
    pub low: V,
    /// Bits 32 to 63.
    pub high: V,
}

impl<V> Pair<V> {
    /// One of the words.
    pub fn part(self, part: Part) -> V {
        match part {
            Part::Low => self.low,
            Part::High => self.high,
        }
    }
}

/// A word as an unsigned number.
#[inline(always)]
pub fn from_unsigned<E: Exec>(e: &mut E, a: E::V) -> Pair<E::V> {
    let high = e.splat(0);
    Pair { low: a, high }
}

/// A word as a signed number.
#[inline(always)]
pub fn from_signed<E: Exec>(e: &mut E, a: E::V) -> Pair<E::V> {
    let n31 = e.splat(31);
    let high = e.asr(a, n31);
    Pair { low: a, high }
}

/// Sum, wrapping.
#[inline(always)]
pub fn add<E: Exec>(e: &mut E, a: Pair<E::V>, b: Pair<E::V>) -> Pair<E::V> {
    let low = e.add(a.low, b.low);
    let carry = e.lt_unsigned(low, a.low);
    let carry = e.mask_to_word(carry);
    let high = e.add(a.high, b.high);
    // All ones are -1.
    let high = e.sub(high, carry);
    Pair { low, high }
}

/// Difference, wrapping.
#[inline(always)]
pub fn sub<E: Exec>(e: &mut E, a: Pair<E::V>, b: Pair<E::V>) -> Pair<E::V> {
    let low = e.sub(a.low, b.low);
    let borrow = e.lt_unsigned(a.low, b.low);
    let borrow = e.mask_to_word(borrow);
    let high = e.sub(a.high, b.high);
    let high = e.add(high, borrow);
    Pair { low, high }
}

/// The product of two unsigned words, exact.
#[inline(always)]
pub fn product_unsigned<E: Exec>(e: &mut E, a: E::V, b: E::V) -> Pair<E::V> {
    let low = e.mul_low(a, b);
    let high = e.mul_high_unsigned(a, b);
    Pair { low, high }
}

/// The product of two signed words, exact.
#[inline(always)]
pub fn product_signed<E: Exec>(e: &mut E, a: E::V, b: E::V) -> Pair<E::V> {
    let low = e.mul_low(a, b);
    let high = int::mul_high_signed(e, a, b);
    Pair { low, high }
}

/// Low 64 bits of the product.
#[inline(always)]
pub fn mul_low<E: Exec>(e: &mut E, a: Pair<E::V>, b: Pair<E::V>) -> Pair<E::V> {
    let Pair { low, high } = product_unsigned(e, a.low, b.low);
    let x = e.mul_low(a.low, b.high);
    let y = e.mul_low(a.high, b.low);
    let high = e.add(high, x);
    let high = e.add(high, y);
    Pair { low, high }
}

/// Left shift; `by` is taken modulo 64.
#[inline(always)]
pub fn shl<E: Exec>(e: &mut E, a: Pair<E::V>, by: E::V) -> Pair<E::V> {
    let (far, zero) = (is_far(e, by), e.splat(0));
    let low = e.shl(a.low, by);
    let across = opposite(e, by);
    // In two steps, as a shift by 32 is none.
    let one = e.splat(1);
    let half = e.shr(a.low, one);
    let into = e.shr(half, across);
    let high = e.shl(a.high, by);
    let high = e.or(high, into);
    Pair {
        low: e.select(far, zero, low),
        high: e.select(far, low, high),
    }
}

/// Logical right shift; `by` is taken modulo 64.
#[inline(always)]
pub fn shr<E: Exec>(e: &mut E, a: Pair<E::V>, by: E::V) -> Pair<E::V> {
    let (far, zero) = (is_far(e, by), e.splat(0));
    let high = e.shr(a.high, by);
    let low = down(e, a, by);
    Pair {
        low: e.select(far, high, low),
        high: e.select(far, zero, high),
    }
}

/// Arithmetic right shift; `by` is taken modulo 64.
#[inline(always)]
pub fn asr<E: Exec>(e: &mut E, a: Pair<E::V>, by: E::V) -> Pair<E::V> {
    let (far, n31) = (is_far(e, by), e.splat(31));
    let sign = e.asr(a.high, n31);
    let high = e.asr(a.high, by);
    let low = down(e, a, by);
    Pair {
        low: e.select(far, high, low),
        high: e.select(far, sign, high),
    }
}

/// The low word of a right shift by less than 32.
#[inline(always)]
fn down<E: Exec>(e: &mut E, a: Pair<E::V>, by: E::V) -> E::V {
    let low = e.shr(a.low, by);
    let across = opposite(e, by);
    let one = e.splat(1);
    let twice = e.shl(a.high, one);
    let from = e.shl(twice, across);
    e.or(low, from)
}

/// Whether `by` modulo 64 is 32 or more.
#[inline(always)]
fn is_far<E: Exec>(e: &mut E, by: E::V) -> E::M {
    let (bit, zero) = (e.splat(32), e.splat(0));
    let far = e.and(by, bit);
    let near = e.eq(far, zero);
    e.mask_not(near)
}

/// 31 - `by`, modulo 32.
#[inline(always)]
fn opposite<E: Exec>(e: &mut E, by: E::V) -> E::V {
    e.not(by)
}

/// `a == b`.
#[inline(always)]
pub fn eq<E: Exec>(e: &mut E, a: Pair<E::V>, b: Pair<E::V>) -> E::M {
    let low = e.eq(a.low, b.low);
    let high = e.eq(a.high, b.high);
    e.mask_and(low, high)
}

/// `a < b`, unsigned.
#[inline(always)]
pub fn lt_unsigned<E: Exec>(e: &mut E, a: Pair<E::V>, b: Pair<E::V>) -> E::M {
    let less = e.lt_unsigned(a.high, b.high);
    below(e, a, b, less)
}

/// `a < b`, signed.
#[inline(always)]
pub fn lt_signed<E: Exec>(e: &mut E, a: Pair<E::V>, b: Pair<E::V>) -> E::M {
    let less = e.lt_signed(a.high, b.high);
    below(e, a, b, less)
}

#[inline(always)]
fn below<E: Exec>(e: &mut E, a: Pair<E::V>, b: Pair<E::V>, high_less: E::M) -> E::M {
    let same = e.eq(a.high, b.high);
    let low_less = e.lt_unsigned(a.low, b.low);
    let below = e.mask_and(same, low_less);
    e.mask_or(high_less, below)
}

/// `a` where `m`, else `b`.
#[inline(always)]
pub fn select<E: Exec>(e: &mut E, m: E::M, a: Pair<E::V>, b: Pair<E::V>) -> Pair<E::V> {
    Pair {
        low: e.select(m, a.low, b.low),
        high: e.select(m, a.high, b.high),
    }
}

/// The nearest signed integer of so many bits, 1 to 32.
#[inline(always)]
pub fn saturated_signed<E: Exec>(e: &mut E, bits: u32, a: Pair<E::V>) -> E::V {
    let most = e.splat(u32::MAX >> 1 >> (32 - bits));
    let most = from_unsigned(e, most);
    let least = Pair {
        low: e.not(most.low),
        high: e.not(most.high),
    };
    let above = lt_signed(e, most, a);
    let below = lt_signed(e, a, least);
    let r = e.select(above, most.low, a.low);
    e.select(below, least.low, r)
}

/// The nearest unsigned integer of so many bits, 1 to 32.
#[inline(always)]
pub fn saturated_unsigned<E: Exec>(e: &mut E, bits: u32, a: Pair<E::V>) -> E::V {
    let zero = e.splat(0);
    let most = e.splat(u32::MAX >> (32 - bits));
    let most = from_unsigned(e, most);
    let above = lt_signed(e, most, a);
    let below = e.lt_signed(a.high, zero);
    let r = e.select(above, most.low, a.low);
    e.select(below, zero, r)
}
