//! Polygon offset.

use crate::interp::Plane;

/// The largest 24-bit depth.
const LARGEST: f64 = 16_777_215.0;

/// Polygon offset of a depth plane in steps of 24-bit depth: `factor * max(|a|, |b|)`,
/// and a step for each unit (OpenGL ES 2.0, section 3.5.2: r is the smallest value that
/// is guaranteed to be resolvable).
#[inline]
#[must_use]
pub fn offset_steps(plane: &Plane, factor: f32, units: f32) -> f64 {
    let slope = f64::from(plane.a.abs().max(plane.b.abs()));
    f64::from(factor) * slope * LARGEST + f64::from(units)
}
