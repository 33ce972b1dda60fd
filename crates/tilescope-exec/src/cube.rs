//! Coordinates on cube maps, built from [`Exec`].

use crate::exec::Exec;
use crate::float;

/// The point at which a direction hits a cube.
#[derive(Clone, Copy, Debug)]
pub struct OnCube<V> {
    /// The face, in the order +x, -x, +y, -y, +z, -z. Ties go to the earlier axis of z, y, x.
    pub face: V,
    /// Column and row on it, floats from 0 to 1 (OpenGL ES 2.0, table 3.21).
    pub at: [V; 2],
}

/// The point at which a direction of three floats hits a cube.
#[inline(always)]
pub fn on_cube<E: Exec>(e: &mut E, [x, y, z]: [E::V; 3]) -> OnCube<E::V> {
    let (ax, ay, az) = (float::abs(e, x), float::abs(e, y), float::abs(e, z));
    let (y_over_z, x_over_z, x_over_y) = (e.flt(az, ay), e.flt(az, ax), e.flt(ay, ax));
    let x_major = e.mask_and(x_over_z, x_over_y);
    let not_x = e.mask_not(x_major);
    let y_major = e.mask_and(y_over_z, not_x);
    let (nx, ny, nz) = (float::neg(e, x), float::neg(e, y), float::neg(e, z));
    let zero = e.splat(0);
    let [xn, yn, zn] = [
        e.lt_signed(x, zero),
        e.lt_signed(y, zero),
        e.lt_signed(z, zero),
    ];
    let major = e.select(y_major, ay, az);
    let major = e.select(x_major, ax, major);
    let (s_x, s_z, t_y) = (
        e.select(xn, z, nz),
        e.select(zn, nx, x),
        e.select(yn, nz, z),
    );
    let s = e.select(y_major, x, s_z);
    let s = e.select(x_major, s_x, s);
    let t = e.select(y_major, t_y, ny);
    let (x_face, y_face, z_face) = (face(e, 0, xn), face(e, 2, yn), face(e, 4, zn));
    let face = e.select(y_major, y_face, z_face);
    OnCube {
        face: e.select(x_major, x_face, face),
        at: [unit(e, s, major), unit(e, t, major)],
    }
}

/// The face `first`, or the one after it where the direction is negative.
#[inline(always)]
fn face<E: Exec>(e: &mut E, first: u32, negative: E::M) -> E::V {
    let (first, one) = (e.splat(first), e.splat(1));
    let second = e.mask_to_word(negative);
    let second = e.and(second, one);
    e.add(first, second)
}

/// A quotient from -1 to 1 as a coordinate from 0 to 1; 0 if it is NaN.
#[inline(always)]
fn unit<E: Exec>(e: &mut E, a: E::V, major: E::V) -> E::V {
    let (half, one) = (e.splat(0.5f32.to_bits()), e.splat(1f32.to_bits()));
    let ratio = e.fdiv(a, major);
    let sum = e.fadd(ratio, one);
    let unit = e.fmul(sum, half);
    float::clamp(e, [0.0, 1.0], unit)
}
