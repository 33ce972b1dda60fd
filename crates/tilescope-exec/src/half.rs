//! Conversions between binary16 and binary32, built from [`Exec`].

use crate::exec::Exec;
use crate::float::{EXPONENT, MAGNITUDE, SIGN};

/// Binary16 in the low 16 bits of each lane to binary32, exact. Denormals
/// become normal numbers; infinities and NaNs are preserved.
#[inline(always)]
pub fn f32_from_f16<E: Exec>(e: &mut E, h: E::V) -> E::V {
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
    let last_finite = e.splat(0x7bff);
    let special = e.lt_unsigned(last_finite, m);
    let exponent = e.splat(EXPONENT);
    let special_bits = e.or(bits, exponent);
    let value = e.select(special, special_bits, value);
    e.or(value, sign)
}

/// Binary32 to binary16 in the low 16 bits, round to nearest even. Values that
/// are too large become infinities; a NaN becomes the quiet NaN `0x7e00` of its
/// sign.
#[inline(always)]
pub fn f16_from_f32<E: Exec>(e: &mut E, a: E::V) -> E::V {
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
