//! Reciprocals, roots, exponentials and sines.
//!
//! They are computed in binary64 and rounded once, so that results are the same on
//! every host. [`Precision`] is the precision of the hardware.

use super::quirks::{Precision, ShaderQuirks};
use tilescope_exec::transcendental::{cos_pi, exp2, log2, sin_pi};
use tilescope_exec::{Lanes, float};

/// The unit of the argument of a sine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Angle {
    /// Quarter turns: pi/2.
    Quarter,
    /// Half turns: pi.
    Half,
}

/// A function of one operand a, or of two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Function {
    /// 1 / a.
    Reciprocal,
    /// 1 / sqrt(a).
    ReciprocalRoot,
    /// sqrt(a).
    Root,
    /// 2 to the power of a.
    Power,
    /// Logarithm of a to base 2.
    Logarithm,
    /// Sine of a.
    Sine(Angle),
    /// Cosine of a.
    Cosine(Angle),
    /// a / b.
    Quotient,
}

#[inline(always)]
fn half_turns(a: f64, angle: Angle) -> f64 {
    match angle {
        Angle::Quarter => a * 0.5,
        Angle::Half => a,
    }
}

#[inline(always)]
fn each<const N: usize>(a: Lanes<N>, b: Lanes<N>, f: impl Fn(f32, f32) -> f32) -> Lanes<N> {
    Lanes::from_fn(|i| f(f32::from_bits(a.0[i]), f32::from_bits(b.0[i])).to_bits())
}

/// Applies the function to each lane. The bits of a NaN result are unspecified.
#[inline(always)]
pub fn function<const N: usize>(
    q: &ShaderQuirks,
    f: Function,
    a: Lanes<N>,
    b: Lanes<N>,
) -> Lanes<N> {
    let wide = f64::from;
    let r = match f {
        Function::Reciprocal => each(a, b, |a, _| 1.0 / a),
        Function::ReciprocalRoot => each(a, b, |a, _| (1.0 / wide(a).sqrt()) as f32),
        Function::Root => each(a, b, |a, _| a.sqrt()),
        Function::Power => each(a, b, |a, _| exp2(wide(a)) as f32),
        Function::Logarithm => each(a, b, |a, _| match a >= 0.0 {
            false => f32::NAN,
            true => log2(wide(a)) as f32,
        }),
        Function::Sine(angle) => each(a, b, |a, _| sin_pi(half_turns(wide(a), angle)) as f32),
        Function::Cosine(angle) => each(a, b, |a, _| cos_pi(half_turns(wide(a), angle)) as f32),
        Function::Quotient => each(a, b, |a, b| a / b),
    };
    match q.precision {
        Precision::Nearest => r,
        Precision::FractionBits(n) => {
            let drop = 23u32.saturating_sub(u32::from(n));
            Lanes::from_fn(|i| match r.0[i] & float::EXPONENT {
                float::EXPONENT => r.0[i],
                _ => r.0[i] >> drop << drop,
            })
        }
    }
}
