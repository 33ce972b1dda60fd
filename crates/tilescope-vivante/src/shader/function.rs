//! Reciprocals, roots, exponentials and sines.
//!
//! They are computed in binary64 and rounded once, so that results are the same on
//! every host. [`Precision`](functions::Precision) is the precision of the hardware.

use super::quirks::ShaderQuirks;
use tilescope_exec::{Exec, double, functions};

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

/// Applies the function to each lane. The bits of a NaN result are unspecified.
#[inline(always)]
pub fn function<E: Exec>(e: &mut E, q: &ShaderQuirks, f: Function, a: E::V, b: E::V) -> E::V {
    let r = match f {
        Function::Reciprocal => functions::rcp(e, a),
        Function::ReciprocalRoot => functions::rsqrt(e, a),
        Function::Root => e.fsqrt(a),
        Function::Power => functions::exp2(e, a),
        Function::Logarithm => functions::log2(e, a),
        Function::Sine(angle) => {
            let turns = half_turns(e, a, angle);
            let r = double::sin_pi(e, turns);
            e.float_from_double(r)
        }
        Function::Cosine(angle) => {
            let turns = half_turns(e, a, angle);
            let r = double::cos_pi(e, turns);
            e.float_from_double(r)
        }
        Function::Quotient => e.fdiv(a, b),
    };
    functions::precise(e, q.precision, r)
}

#[inline(always)]
fn half_turns<E: Exec>(e: &mut E, a: E::V, angle: Angle) -> E::D {
    let a = e.double_from_float(a);
    match angle {
        Angle::Half => a,
        Angle::Quarter => {
            let half = e.double(0.5);
            e.dmul(a, half)
        }
    }
}
