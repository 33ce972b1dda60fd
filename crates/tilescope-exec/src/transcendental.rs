//! Functions built from basic operations only, because the host's mathematics
//! library may differ between hosts. Results are accurate to about 2^-50, so
//! that rounding them again gives the nearest binary32, except close to ties.
//!
//! None has a branch, so that loops of them become vector instructions.

use std::f64::consts::{LN_2, LOG2_E, PI, SQRT_2};

/// 1.5 * 2^52: a sum with it is rounded to an integer in its low bits.
const ROUNDER: f64 = 6_755_399_441_055_744.0;

/// The nearest integer, ties to even.
#[inline(always)]
fn round(x: f64) -> f64 {
    let r = (x + ROUNDER) - ROUNDER;
    // From 2^51 on there are no fraction bits that matter here.
    if x.abs() < 2_251_799_813_685_248.0 {
        r
    } else {
        x
    }
}

/// 2 to the power of the integer `n`, from -1022 to 1023.
#[inline(always)]
fn power(n: i64) -> f64 {
    f64::from_bits(((n + 1023) as u64) << 52)
}

/// `c[0] + c[1] x + c[2] x^2 + ...`
#[inline(always)]
fn polynomial<const N: usize>(x: f64, c: [f64; N]) -> f64 {
    let mut sum = 0.0;
    let mut k = N;
    while k > 0 {
        k -= 1;
        sum = sum * x + c[k];
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

/// 2 to the power of `x`.
#[inline(always)]
pub fn exp2(x: f64) -> f64 {
    const SERIES: [f64; 15] = factorials(1, 0, 1.0);
    // Outside this range the result is 0 or infinite. A NaN is preserved.
    let x = if x > 1100.0 { 1100.0 } else { x };
    let x = if x < -1100.0 { -1100.0 } else { x };
    // 2^x = 2^n e^(f ln 2), |f| <= 1/2; the series is exact to 2^-55 there.
    let rounded = x + ROUNDER;
    let n = rounded.to_bits().wrapping_sub(ROUNDER.to_bits()) as i64;
    // Arbitrary for a NaN; the result is NaN because of its fraction.
    let n = n.clamp(-1100, 1100);
    let t = (x - (rounded - ROUNDER)) * LN_2;
    // In two steps, because the whole range of n does not fit one exponent.
    polynomial(t, SERIES) * power(n >> 1) * power(n - (n >> 1))
}

/// Logarithm to base 2 of a value that is not negative.
#[inline(always)]
pub fn log2(x: f64) -> f64 {
    const SERIES: [f64; 12] = odd_reciprocals();
    let bits = x.to_bits();
    let m = f64::from_bits((bits & 0x000f_ffff_ffff_ffff) | (1023u64 << 52));
    let large = m > SQRT_2;
    let e = ((bits >> 52) & 0x7ff) as i32 - 1023 + i32::from(large);
    let m = if large { m * 0.5 } else { m };
    // ln m = 2 artanh s with s = (m - 1) / (m + 1), |s| < 0.172.
    let s = (m - 1.0) / (m + 1.0);
    let r = f64::from(e) + 2.0 * s * polynomial(s * s, SERIES) * LOG2_E;
    let r = if x == 0.0 { f64::NEG_INFINITY } else { r };
    // Infinities and NaNs.
    if x < f64::INFINITY { r } else { x }
}

/// Sine of `x` half turns, that is, of `x` times pi. NaN if `x` is not finite.
#[inline(always)]
pub fn sin_pi(x: f64) -> f64 {
    const SERIES: [f64; 12] = factorials(2, 1, -1.0);
    // sin(pi (n + f)) = (-1)^n sin(pi f), |f| <= 1/2. Exact except for the series.
    let x = x - 2.0 * round(x * 0.5);
    let n = round(x);
    let sign = if n == 0.0 { 1.0 } else { -1.0 };
    let t = (x - n) * PI;
    sign * t * polynomial(t * t, SERIES)
}

/// Cosine of `x` half turns, that is, of `x` times pi. NaN if `x` is not
/// finite.
#[inline(always)]
pub fn cos_pi(x: f64) -> f64 {
    // An even function, and a sine half a turn further; the sum is exact enough
    // once reduced.
    let x = x.abs();
    let x = x - 2.0 * round(x * 0.5);
    sin_pi(0.5 - x.abs())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sines_are_those_of_the_library() {
        for i in -40_000..40_000 {
            let x = f64::from(i) / 1024.0 + 1e-4;
            let pi = std::f64::consts::PI;
            assert!((sin_pi(x) - (x * pi).sin()).abs() < 1e-13, "{x}");
            assert!((cos_pi(x) - (x * pi).cos()).abs() < 1e-13, "{x}");
        }
    }

    #[test]
    fn quarter_turns_are_exact_in_binary32() {
        for i in -16i32..16 {
            let x = f64::from(i) / 2.0;
            let s = [0.0, 1.0, 0.0, -1.0f32];
            assert_eq!(sin_pi(x) as f32, s[i.rem_euclid(4) as usize], "{x}");
            assert_eq!(cos_pi(x) as f32, s[(i + 1).rem_euclid(4) as usize], "{x}");
        }
        assert!(sin_pi(f64::INFINITY).is_nan() && cos_pi(f64::NAN).is_nan());
    }

    #[test]
    fn powers_of_two_are_exact() {
        for n in -1000..1000 {
            let power = 2f64.powi(n);
            assert_eq!(exp2(f64::from(n)), power);
            assert_eq!(log2(power), f64::from(n));
        }
    }
}
