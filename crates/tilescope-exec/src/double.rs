//! Functions in binary64, written over [`Exec`].
//!
//! They are accurate to about 2^-50, so that rounding them to binary32 gives the
//! nearest, except close to ties. None depends on the host's mathematics library.

use crate::exec::Exec;
use crate::float::{self, MAGNITUDE};
use crate::pair::{self, Pair};
use std::f64::consts::{LN_2, LOG2_E, PI, SQRT_2};

/// 1.5 * 2^52: a sum with it is rounded to an integer in its low bits.
const ROUNDER: f64 = 6_755_399_441_055_744.0;

/// Signed integer to binary64, exact.
#[inline(always)]
pub fn from_signed<E: Exec>(e: &mut E, a: E::V) -> E::D {
    // 2^52 + 2^31 + a.
    let top = e.splat(0x8000_0000);
    let low = e.xor(a, top);
    let high = e.splat(0x4330_0000);
    let shifted = e.double_from_words(low, high);
    let shift = e.double(4_503_601_774_854_144.0);
    e.dsub(shifted, shift)
}

/// The magnitude.
#[inline(always)]
pub fn abs<E: Exec>(e: &mut E, a: E::D) -> E::D {
    let [low, high] = e.words_of_double(a);
    let magnitude = e.splat(MAGNITUDE);
    let high = e.and(high, magnitude);
    e.double_from_words(low, high)
}

/// Whether it is zero, of either sign.
#[inline(always)]
pub fn is_zero<E: Exec>(e: &mut E, a: E::D) -> E::M {
    let [low, high] = e.words_of_double(a);
    let magnitude = e.splat(MAGNITUDE);
    let high = e.and(high, magnitude);
    let bits = e.or(low, high);
    let zero = e.splat(0);
    e.eq(bits, zero)
}

/// Whether it is NaN.
#[inline(always)]
pub fn is_nan<E: Exec>(e: &mut E, a: E::D) -> E::M {
    let zero = e.double(0.0);
    let (below, above) = (e.dlt(a, zero), e.dlt(zero, a));
    let ordered = e.mask_or(below, above);
    let is_zero = is_zero(e, a);
    let number = e.mask_or(ordered, is_zero);
    e.mask_not(number)
}

/// Whether one is NaN.
#[inline(always)]
fn unordered<E: Exec>(e: &mut E, a: E::D, b: E::D) -> E::M {
    let (no_a, no_b) = (is_nan(e, a), is_nan(e, b));
    e.mask_or(no_a, no_b)
}

/// `a == b`: zeros are equal; false if either is NaN.
#[inline(always)]
pub fn eq<E: Exec>(e: &mut E, a: E::D, b: E::D) -> E::M {
    let (less, more) = (e.dlt(a, b), e.dlt(b, a));
    let differ = e.mask_or(less, more);
    let unordered = unordered(e, a, b);
    let differ = e.mask_or(differ, unordered);
    e.mask_not(differ)
}

/// `a <= b`; false if either is NaN.
#[inline(always)]
pub fn le<E: Exec>(e: &mut E, a: E::D, b: E::D) -> E::M {
    let (more, unordered) = (e.dlt(b, a), unordered(e, a, b));
    let no = e.mask_or(more, unordered);
    e.mask_not(no)
}

/// The lesser, `b` if they are equal. Of a number and a NaN it is the number.
#[inline(always)]
pub fn min<E: Exec>(e: &mut E, a: E::D, b: E::D) -> E::D {
    let less = e.dlt(a, b);
    chosen(e, less, a, b)
}

/// The greater, `b` if they are equal. Of a number and a NaN it is the number.
#[inline(always)]
pub fn max<E: Exec>(e: &mut E, a: E::D, b: E::D) -> E::D {
    let more = e.dlt(b, a);
    chosen(e, more, a, b)
}

/// `a` where `first` or `b` is NaN, else `b`.
#[inline(always)]
fn chosen<E: Exec>(e: &mut E, first: E::M, a: E::D, b: E::D) -> E::D {
    let r = e.dselect(first, a, b);
    let nan = is_nan(e, b);
    e.dselect(nan, a, r)
}

/// The binary64 of two words.
#[inline(always)]
pub fn from_words<E: Exec>(e: &mut E, a: Pair<E::V>) -> E::D {
    e.double_from_words(a.low, a.high)
}

/// The words of a binary64, with one NaN on every host.
#[inline(always)]
pub fn to_words<E: Exec>(e: &mut E, a: E::D) -> Pair<E::V> {
    let nan = is_nan(e, a);
    let [low, high] = e.words_of_double(a);
    let (none, quiet) = (e.splat(0), e.splat(0x7ff8_0000));
    Pair {
        low: e.select(nan, none, low),
        high: e.select(nan, quiet, high),
    }
}

/// Binary64 to binary32, rounded towards zero.
#[inline(always)]
pub fn to_float_toward_zero<E: Exec>(e: &mut E, a: E::D) -> E::V {
    let nearest = e.float_from_double(a);
    let back = e.double_from_float(nearest);
    let (size, back) = (abs(e, a), abs(e, back));
    let away = e.dlt(size, back);
    let one = e.splat(1);
    let smaller = e.sub(nearest, one);
    e.select(away, smaller, nearest)
}

/// Sum rounded to odd: of the two neighbours of an inexact sum the one whose last bit
/// is 1, so that rounding to at most 51 bits afterwards gives what rounding the exact
/// sum gives. The sum must not overflow.
#[inline(always)]
pub fn add_to_odd<E: Exec>(e: &mut E, a: E::D, b: E::D) -> E::D {
    // Knuth's TwoSum: `err` is the exact difference between a + b and `s`.
    let s = e.dadd(a, b);
    let bb = e.dsub(s, a);
    let sa = e.dsub(s, bb);
    let ea = e.dsub(a, sa);
    let eb = e.dsub(b, bb);
    let err = e.dadd(ea, eb);
    let zero = e.double(0.0);
    let below = e.dlt(err, zero);
    let above = e.dlt(zero, err);
    let [low, high] = e.words_of_double(s);
    let step = float::odd_step(e, [below, above], low, high);
    let step = pair::from_signed(e, step);
    let Pair { low, high } = pair::add(e, Pair { low, high }, step);
    e.double_from_words(low, high)
}

/// The nearest integer, ties to even.
#[inline(always)]
fn round<E: Exec>(e: &mut E, x: E::D) -> E::D {
    let rounder = e.double(ROUNDER);
    let r = e.dadd(x, rounder);
    let r = e.dsub(r, rounder);
    // From 2^51 on there are no fraction bits that matter here.
    let limit = e.double(2_251_799_813_685_248.0);
    let size = abs(e, x);
    let small = e.dlt(size, limit);
    e.dselect(small, r, x)
}

/// `x` modulo 2, from -1 to 1. Exact.
#[inline(always)]
fn turn<E: Exec>(e: &mut E, x: E::D) -> E::D {
    let half = e.double(0.5);
    let turns = e.dmul(x, half);
    let turns = round(e, turns);
    let two = e.double(2.0);
    let whole = e.dmul(two, turns);
    e.dsub(x, whole)
}

/// 2 to the power of the integer `n`, from -1022 to 1023.
#[inline(always)]
fn power<E: Exec>(e: &mut E, n: E::V) -> E::D {
    let (bias, n20) = (e.splat(1023), e.splat(20));
    let exponent = e.add(n, bias);
    let high = e.shl(exponent, n20);
    let low = e.splat(0);
    e.double_from_words(low, high)
}

/// `c[0] + c[1] x + c[2] x^2 + ...`
#[inline(always)]
fn polynomial<E: Exec, const N: usize>(e: &mut E, x: E::D, c: [f64; N]) -> E::D {
    let mut sum = e.double(0.0);
    let mut k = N;
    while k > 0 {
        k -= 1;
        sum = e.dmul(sum, x);
        let c = e.double(c[k]);
        sum = e.dadd(sum, c);
    }
    sum
}

/// `sign^k / (step k + first)!` for each k.
const fn factorials<const N: usize>(step: usize, first: usize, sign: f64) -> [f64; N] {
    let mut c = [0.0; N];
    let (mut k, mut i, mut factorial, mut s) = (0, 1, 1.0, 1.0);
    while k < N {
        while i <= step * k + first {
            factorial *= i as f64;
            i += 1;
        }
        c[k] = s / factorial;
        s *= sign;
        k += 1;
    }
    c
}

/// `1 / (2 k + 1)` for each k.
const fn odd_reciprocals<const N: usize>() -> [f64; N] {
    let mut c = [0.0; N];
    let mut k = 0;
    while k < N {
        c[k] = 1.0 / (2 * k + 1) as f64;
        k += 1;
    }
    c
}

/// Coefficients with every other sign changed.
const fn alternating<const N: usize>(mut c: [f64; N]) -> [f64; N] {
    let mut k = 1;
    while k < N {
        c[k] = -c[k];
        k += 2;
    }
    c
}

/// 2 to the power of `x`.
#[inline(always)]
pub fn exp2<E: Exec>(e: &mut E, x: E::D) -> E::D {
    const SERIES: [f64; 15] = factorials(1, 0, 1.0);
    // Outside this range the result is 0 or infinite. A NaN is preserved.
    let (most, least) = (e.double(1100.0), e.double(-1100.0));
    let above = e.dlt(most, x);
    let x = e.dselect(above, most, x);
    let below = e.dlt(x, least);
    let x = e.dselect(below, least, x);
    // 2^x = 2^n e^(f ln 2), |f| <= 1/2; the series is exact to 2^-55 there.
    let rounder = e.double(ROUNDER);
    let rounded = e.dadd(x, rounder);
    let [n, _] = e.words_of_double(rounded);
    // Arbitrary for a NaN; the result is NaN because of its fraction.
    let (most, least) = (e.splat(1100), e.splat(-1100i32 as u32));
    let n = e.min_signed(n, most);
    let n = e.max_signed(n, least);
    let whole = e.dsub(rounded, rounder);
    let f = e.dsub(x, whole);
    let ln2 = e.double(LN_2);
    let t = e.dmul(f, ln2);
    // In two steps, because the whole range of n does not fit one exponent.
    let one = e.splat(1);
    let half = e.asr(n, one);
    let rest = e.sub(n, half);
    let r = polynomial(e, t, SERIES);
    let by = power(e, half);
    let r = e.dmul(r, by);
    let by = power(e, rest);
    e.dmul(r, by)
}

/// Logarithm to base 2 of a normal number that is not negative, or of a zero.
#[inline(always)]
pub fn log2<E: Exec>(e: &mut E, x: E::D) -> E::D {
    const SERIES: [f64; 12] = odd_reciprocals();
    let [low, high] = e.words_of_double(x);
    let (mantissa, one) = (e.splat(0x000f_ffff), e.splat(1023 << 20));
    let m = e.and(high, mantissa);
    let m = e.or(m, one);
    let m = e.double_from_words(low, m);
    let root = e.double(SQRT_2);
    let large = e.dlt(root, m);
    let (n20, eleven, bias) = (e.splat(20), e.splat(0x7ff), e.splat(1023));
    let exponent = e.shr(high, n20);
    let exponent = e.and(exponent, eleven);
    let exponent = e.sub(exponent, bias);
    // All ones are -1.
    let more = e.mask_to_word(large);
    let exponent = e.sub(exponent, more);
    let half = e.double(0.5);
    let halved = e.dmul(m, half);
    let m = e.dselect(large, halved, m);
    // ln m = 2 artanh s with s = (m - 1) / (m + 1), |s| < 0.172.
    let one = e.double(1.0);
    let (below, above) = (e.dsub(m, one), e.dadd(m, one));
    let s = e.ddiv(below, above);
    let squared = e.dmul(s, s);
    let series = polynomial(e, squared, SERIES);
    let two = e.double(2.0);
    let r = e.dmul(two, s);
    let r = e.dmul(r, series);
    let base = e.double(LOG2_E);
    let r = e.dmul(r, base);
    let exponent = from_signed(e, exponent);
    let r = e.dadd(exponent, r);
    let least = e.double(f64::NEG_INFINITY);
    let zero = is_zero(e, x);
    let r = e.dselect(zero, least, r);
    // Infinities and NaNs.
    let infinite = e.double(f64::INFINITY);
    let finite = e.dlt(x, infinite);
    e.dselect(finite, r, x)
}

/// Sine of `x` half turns, that is, of `x` times pi. NaN if `x` is not finite.
#[inline(always)]
pub fn sin_pi<E: Exec>(e: &mut E, x: E::D) -> E::D {
    const SERIES: [f64; 12] = factorials(2, 1, -1.0);
    // sin(pi (n + f)) = (-1)^n sin(pi f), |f| <= 1/2. Exact except for the series.
    let x = turn(e, x);
    let n = round(e, x);
    let f = e.dsub(x, n);
    let pi = e.double(PI);
    let t = e.dmul(f, pi);
    let squared = e.dmul(t, t);
    let series = polynomial(e, squared, SERIES);
    let sign = parity(e, n);
    let r = e.dmul(sign, t);
    e.dmul(r, series)
}

/// Cosine of `x` half turns, that is, of `x` times pi. NaN if `x` is not finite.
#[inline(always)]
pub fn cos_pi<E: Exec>(e: &mut E, x: E::D) -> E::D {
    // An even function, and a sine half a turn further; the sum is exact enough
    // once reduced.
    let x = abs(e, x);
    let x = turn(e, x);
    let size = abs(e, x);
    let half = e.double(0.5);
    let x = e.dsub(half, size);
    sin_pi(e, x)
}

/// Arc tangent of `x`, from 0 to 1.
#[inline(always)]
pub fn atan<E: Exec>(e: &mut E, x: E::D) -> E::D {
    const SERIES: [f64; 19] = alternating(odd_reciprocals());
    const TAN_PI_8: f64 = SQRT_2 - 1.0;
    // atan x = pi/4 + atan((x - 1) / (x + 1)); the series is exact to 2^-55 up to tan(pi/8).
    let limit = e.double(TAN_PI_8);
    let large = e.dlt(limit, x);
    let one = e.double(1.0);
    let (below, above) = (e.dsub(x, one), e.dadd(x, one));
    let turned = e.ddiv(below, above);
    let t = e.dselect(large, turned, x);
    let squared = e.dmul(t, t);
    let series = polynomial(e, squared, SERIES);
    let r = e.dmul(t, series);
    let eighth = e.double(PI / 4.0);
    let sum = e.dadd(r, eighth);
    e.dselect(large, sum, r)
}

/// 1 if the integer `n`, from -1 to 1, is even, else -1.
#[inline(always)]
fn parity<E: Exec>(e: &mut E, n: E::D) -> E::D {
    let (one, minus_one) = (e.double(1.0), e.double(-1.0));
    let even = is_zero(e, n);
    e.dselect(even, one, minus_one)
}

/// The binary32 `x`, an angle in radians, as half turns modulo 2 and a factor of their
/// sine and cosine, 1 or -1. To 2^-50 up to 2^48, where binary32 has no fractions by far.
#[inline(always)]
pub(crate) fn half_turns<E: Exec>(e: &mut E, x: E::V) -> [E::D; 2] {
    // 1 / pi. Products with the first two parts are exact, so that they can be reduced.
    const PARTS: [u64; 3] = [
        0x3fd4_5f30_6800_0000,
        0x3e37_2722_0800_0000,
        0x3c84_a7f0_9d5f_47d4,
    ];
    let x = e.double_from_float(x);
    let mut parts = [x; 3];
    for (part, bits) in parts.iter_mut().zip(PARTS) {
        let factor = e.double(f64::from_bits(bits));
        let product = e.dmul(x, factor);
        *part = turn(e, product);
    }
    let [first, second, third] = parts;
    // Angles near multiples of pi lose no bits: these parts cancel exactly.
    let n = round(e, first);
    let rest = e.dsub(first, n);
    let small = e.dadd(second, third);
    let turns = e.dadd(rest, small);
    [turns, parity(e, n)]
}
