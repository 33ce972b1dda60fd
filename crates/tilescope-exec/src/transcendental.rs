//! The functions of [`double`](crate::double) of one number, for code that is not about
//! lanes: the host's mathematics library may differ between hosts.
//!
//! None has a branch, so that loops of them become vector instructions.

use crate::double;
use crate::interp::Interp;
use crate::lanes::Doubles;

/// 2 to the power of `x`.
#[inline(always)]
pub fn exp2(x: f64) -> f64 {
    double::exp2(&mut Interp::<1>, Doubles([x])).0[0]
}

/// Logarithm to base 2 of a normal number that is not negative, or of a zero.
#[inline(always)]
pub fn log2(x: f64) -> f64 {
    double::log2(&mut Interp::<1>, Doubles([x])).0[0]
}

/// Sine of `x` half turns, that is, of `x` times pi. NaN if `x` is not finite.
#[inline(always)]
pub fn sin_pi(x: f64) -> f64 {
    double::sin_pi(&mut Interp::<1>, Doubles([x])).0[0]
}

/// Cosine of `x` half turns, that is, of `x` times pi. NaN if `x` is not
/// finite.
#[inline(always)]
pub fn cos_pi(x: f64) -> f64 {
    double::cos_pi(&mut Interp::<1>, Doubles([x])).0[0]
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
