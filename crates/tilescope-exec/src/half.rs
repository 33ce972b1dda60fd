//! Binary16 in the low 16 bits of each lane, built from [`Exec`].
//!
//! Every half is a binary32, so values that are not rounded (comparisons, minimum,
//! maximum, integers) are those of [`float`](crate::float) between [`f32_from_f16`] and
//! [`f16_from_f32`].

use crate::exec::Exec;
use crate::float::{self, EXPONENT, MAGNITUDE, SIGN};
use crate::part::Part;

/// Rounding of results that binary16 does not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rounding {
    /// To nearest, ties to even.
    NearestEven,
    /// Towards zero; a finite value never becomes infinite.
    TowardZero,
    /// Towards plus infinity.
    Up,
    /// Towards minus infinity.
    Down,
}

/// Treatment of denormal halves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Denormals {
    /// They are numbers.
    Keep,
    /// Operands that are denormal, and results that are after rounding, are zeros of
    /// their sign.
    Flush,
}

/// The arithmetic of a family.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// Rounding of results.
    pub rounding: Rounding,
    /// Treatment of denormals.
    pub denormals: Denormals,
}

impl Rules {
    /// Denormals are numbers.
    pub const fn keeping(rounding: Rounding) -> Rules {
        Rules {
            rounding,
            denormals: Denormals::Keep,
        }
    }
}

/// The lower of the two halves in a word.
#[inline(always)]
pub fn low<E: Exec>(e: &mut E, a: E::V) -> E::V {
    let mask = e.splat(0xffff);
    e.and(a, mask)
}

/// The upper of the two halves in a word.
#[inline(always)]
pub fn high<E: Exec>(e: &mut E, a: E::V) -> E::V {
    let n16 = e.splat(16);
    e.shr(a, n16)
}

/// A half of a word.
#[inline(always)]
pub fn part<E: Exec>(e: &mut E, part: Part, a: E::V) -> E::V {
    match part {
        Part::Low => low(e, a),
        Part::High => high(e, a),
    }
}

/// A word with `h` as one of its halves. The upper 16 bits of `h` must be zero.
#[inline(always)]
pub fn put<E: Exec>(e: &mut E, part: Part, h: E::V, word: E::V) -> E::V {
    match part {
        Part::Low => {
            let mask = e.splat(0xffff_0000);
            let kept = e.and(word, mask);
            e.or(kept, h)
        }
        Part::High => {
            let kept = low(e, word);
            join(e, kept, h)
        }
    }
}

/// Two halves in a word. The upper 16 bits of `low` must be zero.
#[inline(always)]
pub fn join<E: Exec>(e: &mut E, low: E::V, high: E::V) -> E::V {
    let n16 = e.splat(16);
    let high = e.shl(high, n16);
    e.or(low, high)
}

/// Sum. An exact zero of different signs is plus zero. Which NaN results is open.
#[inline(always)]
pub fn add<E: Exec>(e: &mut E, r: Rules, a: E::V, b: E::V) -> E::V {
    let (a, b) = (widen(e, r, a), widen(e, r, b));
    let sum = float::fadd_to_odd(e, a, b);
    narrow(e, r, sum)
}

/// Product. Which NaN results is open.
#[inline(always)]
pub fn mul<E: Exec>(e: &mut E, r: Rules, a: E::V, b: E::V) -> E::V {
    let (a, b) = (widen(e, r, a), widen(e, r, b));
    // Exact, with 22 bits.
    let product = e.fmul(a, b);
    narrow(e, r, product)
}

/// `a * b + c`, rounded once. An exact zero of different signs is plus zero. Which NaN
/// results is open.
#[inline(always)]
pub fn fma<E: Exec>(e: &mut E, r: Rules, [a, b, c]: [E::V; 3]) -> E::V {
    let (a, b) = (widen(e, r, a), widen(e, r, b));
    let c = widen(e, r, c);
    let product = e.fmul(a, b);
    let sum = float::fadd_to_odd(e, product, c);
    narrow(e, r, sum)
}

/// An operand as a binary32.
#[inline(always)]
pub fn widen<E: Exec>(e: &mut E, r: Rules, h: E::V) -> E::V {
    let h = flushed(e, r.denormals, h);
    f32_from_f16(e, h)
}

/// A binary32 as a result.
#[inline(always)]
pub fn narrow<E: Exec>(e: &mut E, r: Rules, a: E::V) -> E::V {
    let h = match r.rounding {
        Rounding::NearestEven => f16_from_f32(e, a),
        directed => f16_directed(e, directed, a),
    };
    flushed(e, r.denormals, h)
}

/// A binary32 as a result; every NaN is 0x7e00.
#[inline(always)]
pub fn narrow_canonical<E: Exec>(e: &mut E, r: Rules, a: E::V) -> E::V {
    let a = float::replace_nan(e, a, 0x7fc0_0000);
    narrow(e, r, a)
}

#[inline(always)]
fn flushed<E: Exec>(e: &mut E, d: Denormals, h: E::V) -> E::V {
    match d {
        Denormals::Keep => h,
        Denormals::Flush => {
            let (exponent, sign) = (e.splat(0x7c00), e.splat(0x8000));
            let bits = e.and(h, exponent);
            let zero = e.splat(0);
            let small = e.eq(bits, zero);
            let signed_zero = e.and(h, sign);
            e.select(small, signed_zero, h)
        }
    }
}

/// Binary32 to binary16 in the low 16 bits, rounded in a direction. Infinities are kept;
/// a NaN becomes the quiet NaN `0x7e00` of its sign.
#[inline(always)]
fn f16_directed<E: Exec>(e: &mut E, r: Rounding, a: E::V) -> E::V {
    let magnitude = e.splat(MAGNITUDE);
    let m = e.and(a, magnitude);
    // Truncated, of normal results: 13 bits of the mantissa are lost.
    let (n13, zero) = (e.splat(13), e.splat(0));
    let rebias = e.splat(112 << 23);
    let normal = e.sub(m, rebias);
    let normal = e.shr(normal, n13);
    let lost_mask = e.splat(0x1fff);
    let lost = e.and(m, lost_mask);
    // Of denormal results: multiples of 2^-24.
    let scale = e.splat(0x4b80_0000);
    let scaled = e.fmul(m, scale);
    let denormal = e.signed_from_float(scaled);
    let back = e.float_from_signed(denormal);
    let rest = e.xor(back, scaled);
    let smallest_normal = e.splat(0x3880_0000);
    let small = e.lt_unsigned(m, smallest_normal);
    let size = e.select(small, denormal, normal);
    let lost = e.select(small, rest, lost);
    // Of results beyond the largest number, which are all inexact.
    let largest = e.splat(0x7bff);
    let size = e.min_unsigned(size, largest);
    let too_large = e.splat(0x477f_e000);
    let large = e.lt_unsigned(too_large, m);
    let lost = e.select(large, m, lost);
    let exact = e.eq(lost, zero);
    let inexact = e.mask_not(exact);
    let negative = e.lt_signed(a, zero);
    let away = match r {
        Rounding::NearestEven | Rounding::TowardZero => e.mask_and(exact, inexact),
        Rounding::Up => {
            let positive = e.mask_not(negative);
            e.mask_and(inexact, positive)
        }
        Rounding::Down => e.mask_and(inexact, negative),
    };
    // The step after the largest number is infinity.
    let away = e.mask_to_word(away);
    let size = e.sub(size, away);
    let infinity = e.splat(EXPONENT);
    let infinite = e.eq(m, infinity);
    let inf = e.splat(0x7c00);
    let size = e.select(infinite, inf, size);
    let nan = e.is_nan(a);
    let quiet = e.splat(0x7e00);
    let size = e.select(nan, quiet, size);
    let n16 = e.splat(16);
    let sign = e.shr(a, n16);
    let sign_bit = e.splat(0x8000);
    let sign = e.and(sign, sign_bit);
    e.or(size, sign)
}

/// Binary16 in the low 16 bits of each lane to binary32, exact. Denormals become normal
/// numbers, infinities are preserved, and NaNs become quiet.
#[inline(always)]
pub fn f32_from_f16<E: Exec>(e: &mut E, h: E::V) -> E::V {
    e.float_from_half(h)
}

/// [`f32_from_f16`] where hosts have no instruction for it.
#[inline(always)]
pub(crate) fn widened<E: Exec>(e: &mut E, h: E::V) -> E::V {
    let low15 = e.splat(0x7fff);
    let n13 = e.splat(13);
    let n16 = e.splat(16);
    let sign_bit = e.splat(SIGN);
    let sign = e.shl(h, n16);
    let sign = e.and(sign, sign_bit);
    let m = e.and(h, low15);
    let bits = e.shl(m, n13);
    // 2^112 moves the exponent from bias 15 to bias 127, also for denormals.
    let scale = e.splat(0x7780_0000);
    let value = e.fmul(bits, scale);
    let infinity = e.splat(0x7c00);
    let finite = e.lt_unsigned(m, infinity);
    let nan = e.lt_unsigned(infinity, m);
    let exponent = e.splat(EXPONENT);
    let special = e.or(bits, exponent);
    let quiet = e.splat(0x0040_0000);
    let quiet = e.or(special, quiet);
    let special = e.select(nan, quiet, special);
    let value = e.select(finite, value, special);
    e.or(value, sign)
}

/// Binary32 to binary16 in the low 16 bits, round to nearest even. Values that
/// are too large become infinities; a NaN becomes the quiet NaN `0x7e00` of its
/// sign.
#[inline(always)]
pub fn f16_from_f32<E: Exec>(e: &mut E, a: E::V) -> E::V {
    e.half_from_float(a)
}

/// [`f16_from_f32`] where hosts have no instruction for it.
#[inline(always)]
pub(crate) fn narrowed<E: Exec>(e: &mut E, a: E::V) -> E::V {
    let magnitude = e.splat(MAGNITUDE);
    let m = e.and(a, magnitude);
    // Normal results: drop 13 bits of the mantissa, rounding in integers. A
    // carry runs into the exponent, which is what rounding up needs.
    let n13 = e.splat(13);
    let one = e.splat(1);
    let odd = e.shr(m, n13);
    let odd = e.and(odd, one);
    let rebias = e.splat((0u32.wrapping_sub(112 << 23)).wrapping_add(0xfff));
    let x = e.add(m, rebias);
    let x = e.add(x, odd);
    let normal = e.shr(x, n13);
    // Denormal results: adding 0.5 lines up the wanted bits at the bottom and
    // lets the float adder round.
    let half = e.splat(0x3f00_0000);
    let aligned = e.fadd(m, half);
    let denormal = e.sub(aligned, half);
    let smallest_normal = e.splat(0x3880_0000);
    let small = e.lt_unsigned(m, smallest_normal);
    let r = e.select(small, denormal, normal);
    // 65520 and above round to infinity.
    let too_large = e.splat(0x477f_efff);
    let large = e.lt_unsigned(too_large, m);
    let inf = e.splat(0x7c00);
    let r = e.select(large, inf, r);
    let nan = e.is_nan(a);
    let quiet = e.splat(0x7e00);
    let r = e.select(nan, quiet, r);
    let n16 = e.splat(16);
    let sign = e.shr(a, n16);
    let sign_bit = e.splat(0x8000);
    let sign = e.and(sign, sign_bit);
    e.or(r, sign)
}
