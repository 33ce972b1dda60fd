//! Functions of the lookup tables, and the reduction of vectors.

use super::float::{ONE, magnitude};
use crate::isa::AluOp;
use crate::shader::quirks::ShaderQuirks;
use tilescope_exec::{Exec, double, float, functions};

/// The value of a function of one operand.
#[inline(always)]
pub(super) fn looked_up<E: Exec>(e: &mut E, q: &ShaderQuirks, op: AluOp, a: E::V) -> E::V {
    let value = match op {
        AluOp::Frcp => functions::rcp(e, a),
        AluOp::Frsqrt => functions::rsqrt(e, a),
        AluOp::Fsqrt => e.fsqrt(a),
        AluOp::Fexp2 => functions::exp2(e, a),
        AluOp::Flog2 => functions::log2(e, a),
        AluOp::Fsinpi => functions::sin_pi(e, a),
        _ => functions::cos_pi(e, a),
    };
    functions::precise(e, q.precision, value)
}

/// A component of the result of the first step of atan2, whose operands are those of
/// GLSL's atan(y, x). Programs write x, z and w, and give the second step x, and the
/// product of z and w (cwabbott0/mali-isa-docs, Midgard.md). The encoding is private to
/// the chip: here x has the octant, z the ratio of the smaller to the larger operand, and
/// w is 1.
#[inline(always)]
pub fn angle<E: Exec>(e: &mut E, q: &ShaderQuirks, component: u8, [y, x]: [E::V; 2]) -> E::V {
    let (high, wide) = (magnitude(e, y), magnitude(e, x));
    let steep = e.flt(wide, high);
    let (one, zero) = (e.splat(ONE), e.splat(0));
    match component {
        0 => {
            let two = e.splat(2f32.to_bits());
            let four = e.splat(4f32.to_bits());
            let (below, left) = (e.lt_signed(y, zero), e.lt_signed(x, zero));
            let octant = e.select(steep, one, zero);
            let half = e.select(left, two, zero);
            let octant = e.fadd(octant, half);
            let half = e.select(below, four, zero);
            e.fadd(octant, half)
        }
        2 => {
            let small = e.select(steep, wide, high);
            let large = e.select(steep, high, wide);
            let ratio = e.fdiv(small, large);
            // Two zeros are alike on the axis, two infinities on the diagonal.
            let alike = e.feq(small, large);
            let ratio = e.select(alike, one, ratio);
            let none = e.feq(large, zero);
            let ratio = e.select(none, zero, ratio);
            float::replace_nan(e, ratio, q.nan)
        }
        _ => one,
    }
}

/// The second step of atan2: the angle of an octant and a ratio, as [`angle`] has them.
#[inline(always)]
pub(super) fn arctangent<E: Exec>(e: &mut E, q: &ShaderQuirks, octant: E::V, ratio: E::V) -> E::V {
    use std::f64::consts::{FRAC_PI_2, PI};
    let flag = |e: &mut E, octant: E::V, weight: f32| {
        let weight = e.splat(weight.to_bits());
        let set = e.fle(weight, octant);
        let rest = e.fsub(octant, weight);
        (set, e.select(set, rest, octant))
    };
    let (below, octant) = flag(e, octant, 4.0);
    let (left, octant) = flag(e, octant, 2.0);
    let (steep, _) = flag(e, octant, 1.0);
    let ratio = e.double_from_float(ratio);
    let angle = double::atan(e, ratio);
    let mirrored = |e: &mut E, at: f64, when: E::M, angle: E::D| {
        let at = e.double(at);
        let other = e.dsub(at, angle);
        e.dselect(when, other, angle)
    };
    let angle = mirrored(e, FRAC_PI_2, steep, angle);
    let angle = mirrored(e, PI, left, angle);
    let angle = e.float_from_double(angle);
    let angle = functions::precise(e, q.precision, angle);
    let (sign, zero) = (e.splat(float::SIGN), e.splat(0));
    let sign = e.select(below, sign, zero);
    e.xor(angle, sign)
}

/// A component of a vector whose exponents are shifted alike: `largest` has the high bits
/// of the largest exponent of its components. Numbers that become smaller than normal are
/// zero; NaNs are kept.
#[inline(always)]
pub(super) fn reduced<E: Exec>(e: &mut E, a: E::V, largest: E::V) -> E::V {
    let zero = e.splat(0);
    let size = magnitude(e, a);
    let middle = e.splat(0x4000_0000);
    let shift = e.sub(middle, largest);
    let moved = e.add(size, shift);
    let least = e.splat(0x0080_0000);
    let (small, under) = (e.lt_signed(size, least), e.lt_signed(moved, least));
    let gone = e.mask_or(small, under);
    let moved = e.select(gone, zero, moved);
    let sign = e.splat(float::SIGN);
    let sign = e.and(a, sign);
    let moved = e.or(moved, sign);
    let nan = e.is_nan(a);
    e.select(nan, a, moved)
}
