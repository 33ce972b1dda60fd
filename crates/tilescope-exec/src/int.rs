//! Integer arithmetic beyond that of [`Exec`], of words.

use crate::exec::Exec;

/// High 32 bits of the signed product.
#[inline(always)]
pub fn mul_high_signed<E: Exec>(e: &mut E, a: E::V, b: E::V) -> E::V {
    // A negative factor is 2^32 less than its word.
    let high = e.mul_high_unsigned(a, b);
    let n31 = e.splat(31);
    let (a_negative, b_negative) = (e.asr(a, n31), e.asr(b, n31));
    let less = e.and(a_negative, b);
    let high = e.sub(high, less);
    let less = e.and(b_negative, a);
    e.sub(high, less)
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

/// Unsigned sum, at most 2^32 - 1.
#[inline(always)]
pub fn add_sat_unsigned<E: Exec>(e: &mut E, a: E::V, b: E::V) -> E::V {
    let sum = e.add(a, b);
    let carry = e.lt_unsigned(sum, a);
    let most = e.splat(u32::MAX);
    e.select(carry, most, sum)
}

/// Unsigned difference, at least 0.
#[inline(always)]
pub fn sub_sat_unsigned<E: Exec>(e: &mut E, a: E::V, b: E::V) -> E::V {
    let difference = e.sub(a, b);
    let borrow = e.lt_unsigned(a, b);
    let zero = e.splat(0);
    e.select(borrow, zero, difference)
}

/// Signed sum, limited to 32 bits.
#[inline(always)]
pub fn add_sat_signed<E: Exec>(e: &mut E, a: E::V, b: E::V) -> E::V {
    let sum = e.add(a, b);
    // Overflow: the sum has neither operand's sign.
    let (x, y) = (e.xor(a, sum), e.xor(b, sum));
    let overflow = e.and(x, y);
    saturated(e, a, sum, overflow)
}

/// Signed difference, limited to 32 bits.
#[inline(always)]
pub fn sub_sat_signed<E: Exec>(e: &mut E, a: E::V, b: E::V) -> E::V {
    let difference = e.sub(a, b);
    let (x, y) = (e.xor(a, b), e.xor(a, difference));
    let overflow = e.and(x, y);
    saturated(e, a, difference, overflow)
}

/// `r`, but the limit on the side of `a` where bit 31 of `overflow` is set.
#[inline(always)]
fn saturated<E: Exec>(e: &mut E, a: E::V, r: E::V, overflow: E::V) -> E::V {
    let n31 = e.splat(31);
    let side = e.asr(a, n31);
    let most = e.splat(i32::MAX as u32);
    let limit = e.xor(side, most);
    let zero = e.splat(0);
    let overflow = e.lt_signed(overflow, zero);
    e.select(overflow, limit, r)
}

/// The floor of half the unsigned sum.
#[inline(always)]
pub fn average_unsigned<E: Exec>(e: &mut E, a: E::V, b: E::V) -> E::V {
    let one = e.splat(1);
    let different = e.xor(a, b);
    let half = e.shr(different, one);
    let both = e.and(a, b);
    e.add(both, half)
}

/// The ceiling of half the unsigned sum.
#[inline(always)]
pub fn average_up_unsigned<E: Exec>(e: &mut E, a: E::V, b: E::V) -> E::V {
    let one = e.splat(1);
    let different = e.xor(a, b);
    let half = e.shr(different, one);
    let either = e.or(a, b);
    e.sub(either, half)
}

/// The ceiling of half the signed sum.
#[inline(always)]
pub fn average_up_signed<E: Exec>(e: &mut E, a: E::V, b: E::V) -> E::V {
    let one = e.splat(1);
    let different = e.xor(a, b);
    let half = e.asr(different, one);
    let either = e.or(a, b);
    e.sub(either, half)
}

/// Half the signed sum, towards zero.
#[inline(always)]
pub fn average_signed<E: Exec>(e: &mut E, a: E::V, b: E::V) -> E::V {
    let (zero, one) = (e.splat(0), e.splat(1));
    let different = e.xor(a, b);
    let half = e.asr(different, one);
    let both = e.and(a, b);
    let floor = e.add(both, half);
    let ceiling = average_up_signed(e, a, b);
    let negative = e.lt_signed(floor, zero);
    e.select(negative, ceiling, floor)
}

/// A word, limited to what a signed integer of so many bits, 1 to 32, can be.
#[inline(always)]
pub fn limit_signed<E: Exec>(e: &mut E, bits: u32, a: E::V) -> E::V {
    let most = e.splat(u32::MAX >> 1 >> (32 - bits.clamp(1, 32)));
    let least = e.not(most);
    let a = e.min_signed(a, most);
    e.max_signed(a, least)
}

/// A field of a word, extended to 32 bits: so many bits, 1 to 32, from one on.
#[inline(always)]
pub fn field<E: Exec>(e: &mut E, (shift, bits, signed): (u8, u8, bool), a: E::V) -> E::V {
    let up = e.splat((32 - u32::from(bits)).saturating_sub(shift.into()) & 31);
    let down = e.splat((32 - u32::from(bits)) & 31);
    let r = e.shl(a, up);
    match signed {
        true => e.asr(r, down),
        false => e.shr(r, down),
    }
}

/// `word` with the low bits of `a` in a field: so many bits, 1 to 32, from one on.
#[inline(always)]
pub fn put_field<E: Exec>(e: &mut E, (shift, bits): (u8, u8), a: E::V, word: E::V) -> E::V {
    let mask = u32::MAX >> ((32 - u32::from(bits)) & 31) << (shift & 31);
    let (inside, outside) = (e.splat(mask), e.splat(!mask));
    let by = e.splat(shift.into());
    let new = e.shl(a, by);
    let new = e.and(new, inside);
    let kept = e.and(word, outside);
    e.or(new, kept)
}

/// `b` if `a` is not 0, else `c`.
#[inline(always)]
pub fn choose<E: Exec>(e: &mut E, [a, b, c]: [E::V; 3]) -> E::V {
    let zero = e.splat(0);
    let no = e.eq(a, zero);
    e.select(no, c, b)
}

/// The bits of `b` where `a` has ones, else those of `c`.
#[inline(always)]
pub fn choose_bits<E: Exec>(e: &mut E, [a, b, c]: [E::V; 3]) -> E::V {
    let yes = e.and(a, b);
    let no = e.not(a);
    let no = e.and(no, c);
    e.or(yes, no)
}

/// Number of ones.
#[inline(always)]
pub fn popcount<E: Exec>(e: &mut E, a: E::V) -> E::V {
    let mut r = a;
    for (by, mask) in [(1, 0x5555_5555), (2, 0x3333_3333), (4, 0x0f0f_0f0f)] {
        let (by, mask) = (e.splat(by), e.splat(mask));
        let low = e.and(r, mask);
        let high = e.shr(r, by);
        let high = e.and(high, mask);
        r = e.add(low, high);
    }
    let bytes = e.splat(0x0101_0101);
    let r = e.mul_low(r, bytes);
    let n24 = e.splat(24);
    e.shr(r, n24)
}

/// Bit 31 - `i` becomes bit `i`.
#[inline(always)]
pub fn bit_reverse<E: Exec>(e: &mut E, a: E::V) -> E::V {
    let swaps = [
        (1, 0x5555_5555),
        (2, 0x3333_3333),
        (4, 0x0f0f_0f0f),
        (8, 0x00ff_00ff),
    ];
    let mut r = a;
    for (by, mask) in swaps {
        let (by, mask) = (e.splat(by), e.splat(mask));
        let high = e.and(r, mask);
        let high = e.shl(high, by);
        let low = e.shr(r, by);
        let low = e.and(low, mask);
        r = e.or(high, low);
    }
    let n16 = e.splat(16);
    e.ror(r, n16)
}

/// Number of zeros below the lowest one; 32 for zero.
#[inline(always)]
pub fn ctz<E: Exec>(e: &mut E, a: E::V) -> E::V {
    let zero = e.splat(0);
    let one = e.splat(1);
    let n32 = e.splat(32);
    let negative = e.sub(zero, a);
    let lowest = e.and(a, negative);
    let above = e.clz(lowest);
    let n31 = e.sub(n32, one);
    let r = e.sub(n31, above);
    let none = e.eq(a, zero);
    e.select(none, n32, r)
}

/// Unsigned `width` bits from bit `offset` on. Bits from 32 on are zeros; offset and
/// width are taken as unsigned numbers.
#[inline(always)]
pub fn extract_unsigned<E: Exec>(e: &mut E, a: E::V, offset: E::V, width: E::V) -> E::V {
    let zero = e.splat(0);
    let n32 = e.splat(32);
    let shifted = e.shr(a, offset);
    let inside = e.lt_unsigned(offset, n32);
    let shifted = e.select(inside, shifted, zero);
    let mask = low_ones(e, width);
    e.and(shifted, mask)
}

/// The same, with the highest of the bits as the sign. 0 for a width of 0.
#[inline(always)]
pub fn extract_signed<E: Exec>(e: &mut E, a: E::V, offset: E::V, width: E::V) -> E::V {
    let field = extract_unsigned(e, a, offset, width);
    let n32 = e.splat(32);
    let zero = e.splat(0);
    let width = e.min_unsigned(width, n32);
    let unused = e.sub(n32, width);
    let r = e.shl(field, unused);
    let r = e.asr(r, unused);
    let none = e.eq(width, zero);
    e.select(none, zero, r)
}

/// `base` with its `width` bits from bit `offset` on replaced by the low bits of
/// `insert`. Bits from 32 on have no effect; offset and width are taken as unsigned
/// numbers.
#[inline(always)]
pub fn insert<E: Exec>(e: &mut E, base: E::V, insert: E::V, [offset, width]: [E::V; 2]) -> E::V {
    let zero = e.splat(0);
    let n32 = e.splat(32);
    let ones = low_ones(e, width);
    let mask = e.shl(ones, offset);
    let inside = e.lt_unsigned(offset, n32);
    let mask = e.select(inside, mask, zero);
    let moved = e.shl(insert, offset);
    let new = e.and(moved, mask);
    let rest = e.not(mask);
    let old = e.and(base, rest);
    e.or(old, new)
}

/// The lowest `width` bits are ones; all from 32 on.
#[inline(always)]
fn low_ones<E: Exec>(e: &mut E, width: E::V) -> E::V {
    let one = e.splat(1);
    let n32 = e.splat(32);
    let all = e.splat(u32::MAX);
    let power = e.shl(one, width);
    let ones = e.sub(power, one);
    let some = e.lt_unsigned(width, n32);
    e.select(some, ones, all)
}

/// The low 24 bits, as an unsigned number.
#[inline(always)]
pub fn low24_unsigned<E: Exec>(e: &mut E, a: E::V) -> E::V {
    let mask = e.splat(0xff_ffff);
    e.and(a, mask)
}

/// The low 24 bits, as a signed number.
#[inline(always)]
pub fn low24_signed<E: Exec>(e: &mut E, a: E::V) -> E::V {
    let n8 = e.splat(8);
    let a = e.shl(a, n8);
    e.asr(a, n8)
}

/// Low 32 bits of the product of unsigned numbers of 24 bits, plus `c`.
#[inline(always)]
pub fn mad24_unsigned<E: Exec>(e: &mut E, a: E::V, b: E::V, c: E::V) -> E::V {
    let (a, b) = (low24_unsigned(e, a), low24_unsigned(e, b));
    let product = e.mul_low(a, b);
    e.add(product, c)
}

/// Low 32 bits of the product of signed numbers of 24 bits, plus `c`.
#[inline(always)]
pub fn mad24_signed<E: Exec>(e: &mut E, a: E::V, b: E::V, c: E::V) -> E::V {
    let (a, b) = (low24_signed(e, a), low24_signed(e, b));
    let product = e.mul_low(a, b);
    e.add(product, c)
}
