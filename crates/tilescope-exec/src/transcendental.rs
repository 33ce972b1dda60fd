//! Functions from basic operations only: the host's mathematics library may
//! differ between hosts. Results are good to about 2^-50, so that rounded once
//! more they are the nearest binary32 but where that is nearly a tie.

/// 2 to the power of `x`.
#[inline(always)]
pub fn exp2(x: f64) -> f64 {
    if x >= 1024.0 {
        return f64::INFINITY;
    }
    if x <= -1024.0 {
        return 0.0;
    }
    // 2^x = 2^n * e^(f ln 2), |f| <= 1/2; the series is exact to 2^-55 there.
    let n = (x + 0.5).floor();
    let t = (x - n) * std::f64::consts::LN_2;
    let mut sum = 1.0;
    for k in (1..=14).rev() {
        sum = 1.0 + t * sum / f64::from(k);
    }
    // |n| <= 1024, and 1024 only if the result overflows binary32 anyway.
    let n = (n as i64).clamp(-1022, 1023);
    sum * f64::from_bits(((n + 1023) as u64) << 52)
}

/// Logarithm to base 2 of a value that is not negative.
#[inline(always)]
pub fn log2(x: f64) -> f64 {
    if x == 0.0 {
        return f64::NEG_INFINITY;
    }
    if x == f64::INFINITY {
        return x;
    }
    let bits = x.to_bits();
    let mut e = ((bits >> 52) & 0x7ff) as i32 - 1023;
    let mut m = f64::from_bits((bits & 0x000f_ffff_ffff_ffff) | (1023u64 << 52));
    if m > std::f64::consts::SQRT_2 {
        m /= 2.0;
        e += 1;
    }
    // ln m = 2 artanh s with s = (m - 1) / (m + 1), |s| < 0.172.
    let s = (m - 1.0) / (m + 1.0);
    let s2 = s * s;
    let mut sum = 0.0;
    for k in (0..=11).rev() {
        sum = 1.0 / f64::from(2 * k + 1) + s2 * sum;
    }
    f64::from(e) + 2.0 * s * sum * std::f64::consts::LOG2_E
}

/// Sine of `x` half turns, that is of `x` times pi. NaN if `x` is not finite.
#[inline(always)]
pub fn sin_pi(x: f64) -> f64 {
    // sin(pi (n + f)) = (-1)^n sin(pi f), |f| <= 1/2. All of it exact but the series.
    let turns = x * 0.5;
    let x = x - 2.0 * turns.round_ties_even();
    let n = x.round_ties_even();
    let f = x - n;
    let sign = if n == 0.0 { 1.0 } else { -1.0 };
    let t = f * std::f64::consts::PI;
    let t2 = t * t;
    let mut sum = 1.0;
    for k in (1..=11).rev() {
        sum = 1.0 - t2 * sum / f64::from(2 * k * (2 * k + 1));
    }
    sign * t * sum
}

/// Cosine of `x` half turns, that is of `x` times pi. NaN if `x` is not finite.
#[inline(always)]
pub fn cos_pi(x: f64) -> f64 {
    // Even, and a sine half a turn further; the sum is exact enough once reduced.
    let x = x.abs();
    let x = x - 2.0 * (x * 0.5).round_ties_even();
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
