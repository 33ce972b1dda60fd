//! Reciprocals, roots, exponentials, logarithms, sines and powers in binary32, written
//! over [`Exec`] and bit-identical on every host.
//!
//! Results are the nearest binary32, but for a few in a million that are close to ties.
//! What hardware drops of them, families drop afterwards. Denormal operands and results
//! are not flushed. Which NaN results is open.

use crate::double;
use crate::exec::Exec;

/// The precision of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Precision {
    /// The binary32 nearest to the exact result.
    Nearest,
    /// Mantissas are truncated to this many fraction bits, as from a lookup table
    /// of that precision.
    FractionBits(u8),
}

/// A result with a precision.
#[inline(always)]
pub fn precise<E: Exec>(e: &mut E, precision: Precision, a: E::V) -> E::V {
    match precision {
        Precision::Nearest => a,
        Precision::FractionBits(bits) => {
            let kept = e.splat(u32::MAX << (23 - u32::from(bits.min(23))));
            let truncated = e.and(a, kept);
            let nan = e.is_nan(a);
            e.select(nan, a, truncated)
        }
    }
}

/// 1 / a.
#[inline(always)]
pub fn rcp<E: Exec>(e: &mut E, a: E::V) -> E::V {
    let one = e.splat(0x3f80_0000);
    e.fdiv(one, a)
}

/// 1 / sqrt(a); NaN below minus zero.
#[inline(always)]
pub fn rsqrt<E: Exec>(e: &mut E, a: E::V) -> E::V {
    let a = e.double_from_float(a);
    let root = e.dsqrt(a);
    let one = e.double(1.0);
    let r = e.ddiv(one, root);
    e.float_from_double(r)
}

/// 2 to the power of `a`.
#[inline(always)]
pub fn exp2<E: Exec>(e: &mut E, a: E::V) -> E::V {
    let a = e.double_from_float(a);
    let r = double::exp2(e, a);
    e.float_from_double(r)
}

/// Logarithm to base 2; NaN below minus zero.
#[inline(always)]
pub fn log2<E: Exec>(e: &mut E, a: E::V) -> E::V {
    let r = wide_log2(e, a);
    e.float_from_double(r)
}

#[inline(always)]
fn wide_log2<E: Exec>(e: &mut E, a: E::V) -> E::D {
    let zero = e.splat(0);
    let negative = e.flt(a, zero);
    let a = e.double_from_float(a);
    let nan = e.double(f64::NAN);
    let a = e.dselect(negative, nan, a);
    double::log2(e, a)
}

/// `a` to the power of `b` as exp2(b log2(a)), which is how drivers lower it: NaN for a
/// negative `a`, and for 0 to the power of 0.
#[inline(always)]
pub fn pow<E: Exec>(e: &mut E, a: E::V, b: E::V) -> E::V {
    let logarithm = wide_log2(e, a);
    let b = e.double_from_float(b);
    let power = e.dmul(b, logarithm);
    let r = double::exp2(e, power);
    e.float_from_double(r)
}

/// Sine of `a` radians. NaN if `a` is not finite.
#[inline(always)]
pub fn sin<E: Exec>(e: &mut E, a: E::V) -> E::V {
    let [turns, sign] = double::half_turns(e, a);
    let r = double::sin_pi(e, turns);
    let r = e.dmul(r, sign);
    e.float_from_double(r)
}

/// Cosine of `a` radians. NaN if `a` is not finite.
#[inline(always)]
pub fn cos<E: Exec>(e: &mut E, a: E::V) -> E::V {
    let [turns, sign] = double::half_turns(e, a);
    let r = double::cos_pi(e, turns);
    let r = e.dmul(r, sign);
    e.float_from_double(r)
}

/// Sine of `a` half turns, that is, of `a` times pi. NaN if `a` is not finite.
#[inline(always)]
pub fn sin_pi<E: Exec>(e: &mut E, a: E::V) -> E::V {
    let a = e.double_from_float(a);
    let r = double::sin_pi(e, a);
    e.float_from_double(r)
}

/// Cosine of `a` half turns, that is, of `a` times pi. NaN if `a` is not finite.
#[inline(always)]
pub fn cos_pi<E: Exec>(e: &mut E, a: E::V) -> E::V {
    let a = e.double_from_float(a);
    let r = double::cos_pi(e, a);
    e.float_from_double(r)
}
