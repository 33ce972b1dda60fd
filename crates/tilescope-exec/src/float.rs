//! Float rules that differ between GPUs, built from [`Exec`].

use crate::double;
use crate::exec::Exec;

/// Bits of the exponent of a binary32.
pub const EXPONENT: u32 = 0x7f80_0000;
/// The sign bit.
pub const SIGN: u32 = 0x8000_0000;
/// Bits of the magnitude.
pub const MAGNITUDE: u32 = 0x7fff_ffff;
/// Plus infinity.
pub const INFINITY: u32 = EXPONENT;

/// Replaces denormals with zeros of their sign.
#[inline(always)]
pub fn flush_denormals<E: Exec>(e: &mut E, a: E::V) -> E::V {
    let exponent = e.splat(EXPONENT);
    let sign = e.splat(SIGN);
    let zero = e.splat(0);
    let bits = e.and(a, exponent);
    let small = e.eq(bits, zero);
    let signed_zero = e.and(a, sign);
    e.select(small, signed_zero, a)
}

/// Replaces NaN with `with`.
#[inline(always)]
pub fn replace_nan<E: Exec>(e: &mut E, a: E::V, with: u32) -> E::V {
    let nan = e.is_nan(a);
    let with = e.splat(with);
    e.select(nan, with, a)
}

/// Greatest integer not above `a`. Infinities, NaNs and zeros are unchanged.
#[inline(always)]
pub fn floor<E: Exec>(e: &mut E, a: E::V) -> E::V {
    let magnitude = e.splat(MAGNITUDE);
    let sign = e.splat(SIGN);
    let size = e.and(a, magnitude);
    let sign = e.and(a, sign);
    // From 2^23 on there are no fractions; below, adding it rounds them away.
    let whole = e.splat(0x4b00_0000);
    let r = e.fadd(size, whole);
    let r = e.fsub(r, whole);
    let nearest = e.or(r, sign);
    let one = e.splat(0x3f80_0000);
    let below = e.fsub(nearest, one);
    let above = e.flt(a, nearest);
    let r = e.select(above, below, nearest);
    let small = e.flt(size, whole);
    e.select(small, r, a)
}

/// Least integer not below `a`. Infinities, NaNs and zeros are unchanged.
#[inline(always)]
pub fn ceil<E: Exec>(e: &mut E, a: E::V) -> E::V {
    let sign = e.splat(SIGN);
    let negative = e.xor(a, sign);
    let r = floor(e, negative);
    e.xor(r, sign)
}

/// The integer nearest to `a`, ties to even, with the sign of `a`. Infinities and
/// NaNs are unchanged.
#[inline(always)]
pub fn round_even<E: Exec>(e: &mut E, a: E::V) -> E::V {
    let (size, sign) = parts(e, a);
    let whole = e.splat(WHOLE);
    let r = e.fadd(size, whole);
    let r = e.fsub(r, whole);
    with_integer(e, a, size, [r, sign])
}

/// The integer nearest to `a`, ties away from zero, with the sign of `a`. Infinities
/// and NaNs are unchanged.
#[inline(always)]
pub fn round_away<E: Exec>(e: &mut E, a: E::V) -> E::V {
    let (size, sign) = parts(e, a);
    let r = truncated(e, size);
    let fraction = e.fsub(size, r);
    let half = e.splat(0x3f00_0000);
    let one = e.splat(0x3f80_0000);
    let above = e.fadd(r, one);
    let up = e.fle(half, fraction);
    let r = e.select(up, above, r);
    with_integer(e, a, size, [r, sign])
}

/// `a` without its fraction, with the sign of `a`. Infinities and NaNs are unchanged.
#[inline(always)]
pub fn trunc<E: Exec>(e: &mut E, a: E::V) -> E::V {
    let (size, sign) = parts(e, a);
    let r = truncated(e, size);
    with_integer(e, a, size, [r, sign])
}

/// 2^23: from here on there are no fractions.
const WHOLE: u32 = 0x4b00_0000;

/// The magnitude.
#[inline(always)]
pub fn abs<E: Exec>(e: &mut E, a: E::V) -> E::V {
    let magnitude = e.splat(MAGNITUDE);
    e.and(a, magnitude)
}

/// The number with the other sign.
#[inline(always)]
pub fn neg<E: Exec>(e: &mut E, a: E::V) -> E::V {
    let sign = e.splat(SIGN);
    e.xor(a, sign)
}

/// The number, limited to a range; the lower limit for NaN.
#[inline(always)]
pub fn clamp<E: Exec>(e: &mut E, [low, high]: [f32; 2], a: E::V) -> E::V {
    let low = e.splat(low.to_bits());
    let above = e.flt(low, a);
    let a = e.select(above, a, low);
    if high == f32::INFINITY {
        return a;
    }
    let high = e.splat(high.to_bits());
    let below = e.flt(a, high);
    e.select(below, a, high)
}

/// `r`, or the quiet NaN if `a` or `b` is NaN.
#[inline(always)]
pub fn unless_nan<E: Exec>(e: &mut E, [a, b]: [E::V; 2], r: E::V) -> E::V {
    let (no_a, no_b) = (e.is_nan(a), e.is_nan(b));
    let none = e.mask_or(no_a, no_b);
    let nan = e.splat(0x7fc0_0000);
    e.select(none, nan, r)
}

/// `a` times a power of two, given as the number to add to its bits. What becomes smaller than
/// normal is zero, without a check for what becomes too large; NaNs are kept.
#[inline(always)]
pub fn scaled<E: Exec>(e: &mut E, a: E::V, by: E::V) -> E::V {
    let zero = e.splat(0);
    let (size, sign) = parts(e, a);
    let moved = e.add(size, by);
    let least = e.splat(0x0080_0000);
    let (small, under) = (e.lt_signed(size, least), e.lt_signed(moved, least));
    let none = e.mask_or(small, under);
    let moved = e.select(none, zero, moved);
    let moved = e.or(moved, sign);
    let nan = e.is_nan(a);
    e.select(nan, a, moved)
}

/// Magnitude and sign.
#[inline(always)]
fn parts<E: Exec>(e: &mut E, a: E::V) -> (E::V, E::V) {
    let sign = e.splat(SIGN);
    (abs(e, a), e.and(a, sign))
}

/// Greatest integer not above a magnitude below [`WHOLE`].
#[inline(always)]
fn truncated<E: Exec>(e: &mut E, size: E::V) -> E::V {
    let whole = e.splat(WHOLE);
    let r = e.fadd(size, whole);
    let r = e.fsub(r, whole);
    let one = e.splat(0x3f80_0000);
    let below = e.fsub(r, one);
    let above = e.flt(size, r);
    e.select(above, below, r)
}

/// The integer `r` with a sign where `a`, of magnitude `size`, has fractions, else `a`.
#[inline(always)]
fn with_integer<E: Exec>(e: &mut E, a: E::V, size: E::V, [r, sign]: [E::V; 2]) -> E::V {
    let r = e.or(r, sign);
    let whole = e.splat(WHOLE);
    let small = e.flt(size, whole);
    e.select(small, r, a)
}

/// Unsigned integer to float, rounded to nearest.
#[inline(always)]
pub fn from_unsigned<E: Exec>(e: &mut E, a: E::V) -> E::V {
    // Large values are halved; the dropped bit still takes part in rounding.
    let one = e.splat(1);
    let half = e.shr(a, one);
    let lost = e.and(a, one);
    let half = e.or(half, lost);
    let zero = e.splat(0);
    let large = e.lt_signed(a, zero);
    let small = e.select(large, half, a);
    let f = e.float_from_signed(small);
    let twice = e.fadd(f, f);
    e.select(large, twice, f)
}

/// Float to unsigned integer, towards zero. Out of range the nearest representable
/// integer, and 0 for NaN.
#[inline(always)]
pub fn to_unsigned<E: Exec>(e: &mut E, a: E::V) -> E::V {
    let limit = e.splat(0x4f00_0000);
    let above = e.fsub(a, limit);
    let above = e.signed_from_float(above);
    let top = e.splat(0x8000_0000);
    let above = e.xor(above, top);
    let below = e.signed_from_float(a);
    let zero = e.splat(0);
    let below = e.max_signed(below, zero);
    let large = e.fle(limit, a);
    e.select(large, above, below)
}

/// The lesser. Of a number and a NaN it is the number; minus zero is less than zero.
#[inline(always)]
pub fn fmin<E: Exec>(e: &mut E, a: E::V, b: E::V) -> E::V {
    let (x, y) = (sort_key(e, a), sort_key(e, b));
    let less = e.lt_signed(x, y);
    chosen(e, less, a, b)
}

/// The greater. Of a number and a NaN it is the number; minus zero is less than zero.
#[inline(always)]
pub fn fmax<E: Exec>(e: &mut E, a: E::V, b: E::V) -> E::V {
    let (x, y) = (sort_key(e, a), sort_key(e, b));
    let greater = e.lt_signed(y, x);
    chosen(e, greater, a, b)
}

/// The less, or the quiet NaN if one is NaN.
#[inline(always)]
pub fn fmin_nan<E: Exec>(e: &mut E, a: E::V, b: E::V) -> E::V {
    let r = fmin(e, a, b);
    unless_nan(e, [a, b], r)
}

/// The greater, or the quiet NaN if one is NaN.
#[inline(always)]
pub fn fmax_nan<E: Exec>(e: &mut E, a: E::V, b: E::V) -> E::V {
    let r = fmax(e, a, b);
    unless_nan(e, [a, b], r)
}

/// `a` where `first`, else `b`; but of a number and a NaN the number.
#[inline(always)]
fn chosen<E: Exec>(e: &mut E, first: E::M, a: E::V, b: E::V) -> E::V {
    let r = e.select(first, a, b);
    let none = e.is_nan(a);
    let r = e.select(none, b, r);
    let none = e.is_nan(b);
    e.select(none, a, r)
}

/// Words whose signed order is that of floats, with minus zero below zero.
#[inline(always)]
fn sort_key<E: Exec>(e: &mut E, a: E::V) -> E::V {
    let n31 = e.splat(31);
    let negative = e.asr(a, n31);
    let magnitude = e.splat(MAGNITUDE);
    let flip = e.and(negative, magnitude);
    e.xor(a, flip)
}

/// The low 32 bits of `a` truncated to an integer. Infinities and NaNs, whose
/// exponent is that of a large number, give 0.
#[inline(always)]
pub fn wrapping_from_float<E: Exec>(e: &mut E, a: E::V) -> E::V {
    let fits = e.signed_from_float(a);
    let magnitude = e.splat(MAGNITUDE);
    let size = e.and(a, magnitude);
    let (exponent, mantissa) = split(e, a);
    // From 2^31 on the last bit of a mantissa has the value 2^8 or more.
    let whole = e.splat(150);
    let by = e.sub(exponent, whole);
    let low = e.shl(mantissa, by);
    let zero = e.splat(0);
    let width = e.splat(32);
    let any = e.lt_unsigned(by, width);
    let low = e.select(any, low, zero);
    let negated = e.sub(zero, low);
    let negative = e.lt_signed(a, zero);
    let wrapped = e.select(negative, negated, low);
    let limit = e.splat(0x4eff_ffff);
    let large = e.lt_unsigned(limit, size);
    e.select(large, wrapped, fits)
}

/// Words whose signed order is the order of `a` as sign and magnitude: both
/// zeros are equal, and NaNs sort beyond the infinity of their sign.
#[inline(always)]
pub fn order_key<E: Exec>(e: &mut E, a: E::V) -> E::V {
    let by = e.splat(31);
    let s = e.asr(a, by);
    let magnitude = e.splat(MAGNITUDE);
    let m = e.and(a, magnitude);
    let flipped = e.xor(m, s);
    e.sub(flipped, s)
}

/// Knuth's TwoSum: the sum, and the exact difference between `a + b` and it.
#[inline(always)]
fn two_sum<E: Exec>(e: &mut E, a: E::V, b: E::V) -> (E::V, E::V) {
    let s = e.fadd(a, b);
    let bb = e.fsub(s, a);
    let sa = e.fsub(s, bb);
    let ea = e.fsub(a, sa);
    let eb = e.fsub(b, bb);
    (s, e.fadd(ea, eb))
}

/// Sum rounded towards zero.
#[inline(always)]
pub fn fadd_toward_zero<E: Exec>(e: &mut E, a: E::V, b: E::V) -> E::V {
    let (s, err) = two_sum(e, a, b);
    let zero = e.splat(0);
    let below = e.flt(err, zero);
    let above = e.flt(zero, err);
    let s_positive = e.flt(zero, s);
    let s_negative = e.flt(s, zero);
    let too_high = e.mask_and(s_positive, below);
    let too_low = e.mask_and(s_negative, above);
    let away = e.mask_or(too_high, too_low);
    step_back(e, a, b, s, away)
}

/// [`Exec::fma`] in binary64, where the product is exact.
#[inline(always)]
pub fn fma<E: Exec>(e: &mut E, a: E::V, b: E::V, c: E::V) -> E::V {
    let sum = exact_enough(e, [a, b, c]);
    e.float_from_double(sum)
}

/// `a * b + c`, rounded once, towards zero.
#[inline(always)]
pub fn fma_toward_zero<E: Exec>(e: &mut E, a: E::V, b: E::V, c: E::V) -> E::V {
    let sum = exact_enough(e, [a, b, c]);
    double::to_float_toward_zero(e, sum)
}

/// `a * b + c`, rounded to odd in binary64.
#[inline(always)]
pub(crate) fn exact_enough<E: Exec>(e: &mut E, abc: [E::V; 3]) -> E::D {
    let [a, b, c] = abc;
    let (a, b) = (e.double_from_float(a), e.double_from_float(b));
    let c = e.double_from_float(c);
    let product = e.dmul(a, b);
    double::add_to_odd(e, product, c)
}

/// Sum rounded to odd: of the two neighbours of an inexact sum the one whose last bit
/// is 1, so that rounding to at most 22 bits afterwards gives what rounding the exact
/// sum gives. The sum must not overflow.
#[inline(always)]
pub(crate) fn fadd_to_odd<E: Exec>(e: &mut E, a: E::V, b: E::V) -> E::V {
    let (s, err) = two_sum(e, a, b);
    let zero = e.splat(0);
    let below = e.flt(err, zero);
    let above = e.flt(zero, err);
    let step = odd_step(e, [below, above], s, s);
    e.add(s, step)
}

/// 1 or -1 for a sum whose magnitude has to grow or shrink by one to be odd, by the
/// sign of its error. `low` has its last bit, `high` its sign.
#[inline(always)]
pub(crate) fn odd_step<E: Exec>(
    e: &mut E,
    [below, above]: [E::M; 2],
    low: E::V,
    high: E::V,
) -> E::V {
    let (below, above) = (e.mask_to_word(below), e.mask_to_word(above));
    let step = e.sub(below, above);
    let n31 = e.splat(31);
    let negative = e.asr(high, n31);
    let step = e.xor(step, negative);
    let step = e.sub(step, negative);
    let one = e.splat(1);
    let odd = e.and(low, one);
    let even = e.sub(odd, one);
    e.and(step, even)
}

/// [`Exec::fmul_toward_zero`] in binary64, where the product is exact.
#[inline(always)]
pub fn fmul_toward_zero<E: Exec>(e: &mut E, a: E::V, b: E::V) -> E::V {
    let (a, b) = (e.double_from_float(a), e.double_from_float(b));
    let product = e.dmul(a, b);
    let product = double::to_float_toward_zero(e, product);
    flush_denormals(e, product)
}

/// Biased exponent and mantissa with its hidden bit.
#[inline(always)]
fn split<E: Exec>(e: &mut E, a: E::V) -> (E::V, E::V) {
    let by = e.splat(23);
    let x = e.shr(a, by);
    let low8 = e.splat(0xff);
    let exponent = e.and(x, low8);
    let low23 = e.splat(0x7f_ffff);
    let m = e.and(a, low23);
    let hidden = e.splat(0x80_0000);
    (exponent, e.or(m, hidden))
}

/// Makes the magnitude of `s` one step smaller where `away`, and where finite
/// operands overflowed; other infinities and NaNs are unchanged.
#[inline(always)]
fn step_back<E: Exec>(e: &mut E, a: E::V, b: E::V, s: E::V, away: E::M) -> E::V {
    let magnitude = e.splat(MAGNITUDE);
    let inf = e.splat(INFINITY);
    let s_abs = e.and(s, magnitude);
    let a_abs = e.and(a, magnitude);
    let b_abs = e.and(b, magnitude);
    let s_finite = e.lt_unsigned(s_abs, inf);
    let a_finite = e.lt_unsigned(a_abs, inf);
    let b_finite = e.lt_unsigned(b_abs, inf);
    let finite = e.mask_and(a_finite, b_finite);
    let s_inf = e.eq(s_abs, inf);
    let overflow = e.mask_and(s_inf, finite);
    let away = e.mask_and(away, s_finite);
    let back = e.mask_or(away, overflow);
    let one = e.splat(1);
    let smaller = e.sub(s, one);
    e.select(back, smaller, s)
}
