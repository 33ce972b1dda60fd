//! Functions of the lookup tables, and the reduction of vectors.

use super::float::ONE;
use crate::isa::AluOp;
use crate::shader::quirks::ShaderQuirks;
use tilescope_exec::functions::{self, Octant};
use tilescope_exec::{Exec, float};

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
pub fn angle<E: Exec>(e: &mut E, q: &ShaderQuirks, component: u8, point: [E::V; 2]) -> E::V {
    match component {
        0 => {
            let octant = Octant::of(e, point);
            let mut sum = e.splat(0);
            for (flag, weight) in [(octant.steep, 1.0), (octant.left, 2.0), (octant.below, 4.0)] {
                let (word, weight) = (e.mask_to_word(flag), e.splat(f32::to_bits(weight)));
                let weight = e.and(word, weight);
                sum = e.fadd(sum, weight);
            }
            sum
        }
        2 => {
            let ratio = functions::ratio(e, point);
            float::replace_nan(e, ratio, q.nan)
        }
        _ => e.splat(ONE),
    }
}

/// The second step of atan2: the angle of an octant and a ratio, as [`angle`] has them.
#[inline(always)]
pub(super) fn arctangent<E: Exec>(e: &mut E, q: &ShaderQuirks, octant: E::V, ratio: E::V) -> E::V {
    let (below, octant) = flag(e, octant, 4.0);
    let (left, octant) = flag(e, octant, 2.0);
    let (steep, _) = flag(e, octant, 1.0);
    let octant = Octant { below, left, steep };
    let angle = octant.angle(e, ratio);
    functions::precise(e, q.precision, angle)
}

/// Whether a sum of flags has this one, and the sum without it.
#[inline(always)]
fn flag<E: Exec>(e: &mut E, sum: E::V, weight: f32) -> (E::M, E::V) {
    let weight = e.splat(weight.to_bits());
    let set = e.fle(weight, sum);
    let rest = e.fsub(sum, weight);
    (set, e.select(set, rest, sum))
}

/// A component of a vector whose exponents are shifted alike: `largest` has the high bits
/// of the largest exponent of its components. Numbers that become smaller than normal are
/// zero; NaNs are kept.
#[inline(always)]
pub(super) fn reduced<E: Exec>(e: &mut E, a: E::V, largest: E::V) -> E::V {
    let middle = e.splat(0x4000_0000);
    let shift = e.sub(middle, largest);
    float::scaled(e, a, shift)
}
