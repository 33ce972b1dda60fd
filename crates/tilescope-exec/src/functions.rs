//! Reciprocals, roots, exponentials, logarithms, sines and powers in binary32, written
//! over [`Exec`] and bit-identical on every host.
//!
//! Results are the nearest binary32, but for a few in a million that are close to ties.
//! What hardware drops of them, families drop afterwards. Denormal operands and results
//! are not flushed. Which NaN results is open.

use crate::double;
use crate::exec::Exec;
use crate::float;
use std::f64::consts::{FRAC_PI_2, PI};

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

/// The octant of a point.
#[derive(Clone, Copy, Debug)]
pub struct Octant<M> {
    /// The point is below the x axis.
    pub below: M,
    /// It is left of the y axis.
    pub left: M,
    /// It is nearer to the y axis than to the x axis.
    pub steep: M,
}

impl<M: Copy> Octant<M> {
    /// That of the point (x, y).
    #[inline(always)]
    pub fn of<E: Exec<M = M>>(e: &mut E, [y, x]: [E::V; 2]) -> Octant<M> {
        let zero = e.splat(0);
        let (high, wide) = (float::abs(e, y), float::abs(e, x));
        Octant {
            below: e.lt_signed(y, zero),
            left: e.lt_signed(x, zero),
            steep: e.flt(wide, high),
        }
    }

    /// The angle of its points with this ratio of the smaller to the larger coordinate, in
    /// radians, from -pi to pi.
    #[inline(always)]
    pub fn angle<E: Exec<M = M>>(self, e: &mut E, ratio: E::V) -> E::V {
        let ratio = e.double_from_float(ratio);
        let angle = double::atan(e, ratio);
        let angle = mirrored(e, FRAC_PI_2, self.steep, angle);
        let angle = mirrored(e, PI, self.left, angle);
        let angle = e.float_from_double(angle);
        let negated = float::neg(e, angle);
        e.select(self.below, negated, angle)
    }
}

/// `at` - `angle` where `when`, else `angle`.
#[inline(always)]
fn mirrored<E: Exec>(e: &mut E, at: f64, when: E::M, angle: E::D) -> E::D {
    let at = e.double(at);
    let other = e.dsub(at, angle);
    e.dselect(when, other, angle)
}

/// The ratio of the smaller to the larger magnitude, 1 if they are equal, 0 if both are zero.
#[inline(always)]
pub fn ratio<E: Exec>(e: &mut E, [y, x]: [E::V; 2]) -> E::V {
    let (high, wide) = (float::abs(e, y), float::abs(e, x));
    let (one, zero) = (e.splat(1f32.to_bits()), e.splat(0));
    let steep = e.flt(wide, high);
    let small = e.select(steep, wide, high);
    let large = e.select(steep, high, wide);
    let ratio = e.fdiv(small, large);
    let alike = e.feq(small, large);
    let ratio = e.select(alike, one, ratio);
    let none = e.feq(large, zero);
    e.select(none, zero, ratio)
}
