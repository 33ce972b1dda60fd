//! Floats of 16 and 32 bits.

use super::{functions, rounding};
use crate::isa::AluOp;
use crate::shader::op::Width;
use crate::shader::quirks::ShaderQuirks;
use tilescope_exec::cube::{OnCube, on_cube};
use tilescope_exec::half::{self, Rounding, Rules};
use tilescope_exec::{Exec, Part, cast, float, int};
use tilescope_texture::cube_direction;

pub(super) const ONE: u32 = 0x3f80_0000;

#[inline(always)]
fn fused<E: Exec>(e: &mut E, r: Rounding, width: Width, [a, b, c]: [E::V; 3]) -> E::V {
    if width == Width::W16 {
        let [a, b, c] = [a, b, c].map(|x| half::f16_from_f32(e, x));
        let h = half::fma(e, Rules::keeping(r), [a, b, c]);
        return half::f32_from_f16(e, h);
    }
    cast::fma(e, r, [a, b, c])
}

/// The value of an operation that reads or writes floats.
#[inline(always)]
pub(super) fn value<E: Exec>(
    e: &mut E,
    q: &ShaderQuirks,
    (op, width): (AluOp, Width),
    [a, b, c]: [E::V; 3],
) -> Option<E::V> {
    use AluOp::*;
    let comparison = match op {
        Feq | FballEq | FbanyEq => Some((e.feq(a, b), false)),
        Fne | FballNeq | FbanyNeq => Some((e.feq(a, b), true)),
        Flt | FballLt | FbanyLt => Some((e.flt(a, b), false)),
        Fle | FballLte | FbanyLte => Some((e.fle(a, b), false)),
        _ => None,
    };
    if let Some((m, negated)) = comparison {
        return Some(int::truth(e, m, negated));
    }
    let r = rounding(op);
    let [a, b] = match op {
        Fabsmin | FabsminNan | Fabsmax | FabsmaxNan => [a, b].map(|x| float::abs(e, x)),
        _ => [a, b],
    };
    let float = match op {
        Fadd | FaddRtz | FaddRtn | FaddRtp => cast::add(e, r, a, b),
        Fmul | FmulRtz | FmulRtn | FmulRtp => cast::mul(e, r, a, b),
        Fmov | FmovRtz | FmovRtn | FmovRtp => return Some(b),
        Ffma | FfmaRtz | FfmaRtn | FfmaRtp => fused(e, r, width, [a, b, c]),
        Fmin | Fabsmin => float::fmin(e, a, b),
        FminNan | FabsminNan => float::fmin_nan(e, a, b),
        Fmax | Fabsmax => float::fmax(e, a, b),
        FmaxNan | FabsmaxNan => float::fmax_nan(e, a, b),
        Froundeven => float::round_even(e, a),
        Ftrunc => float::trunc(e, a),
        Ffloor => float::floor(e, a),
        Fceil => float::ceil(e, a),
        Froundaway => float::round_away(e, a),
        I2fRte | I2fRtz | I2fRtn | I2fRtp => cast::from_signed(e, r, a),
        U2fRte | U2fRtz | U2fRtn | U2fRtp => cast::from_unsigned(e, r, a),
        Frcp | Frsqrt | Fsqrt | Fexp2 | Flog2 | Fsinpi | Fcospi => {
            functions::looked_up(e, q, op, a)
        }
        Fatan2Pt2 => functions::arctangent(e, q, a, b),
        // The largest high part of the exponents is the second operand.
        Freduce => functions::reduced(e, a, b),
        F2iRte | F2iRtz | F2iRtn | F2iRtp => {
            let whole = cast::integral(e, r, a);
            return Some(cast::to_signed(e, width.bits(), whole));
        }
        F2uRte | F2uRtz | F2uRtn | F2uRtp => {
            let whole = cast::integral(e, r, a);
            return Some(cast::to_unsigned(e, width.bits(), whole));
        }
        _ => return None,
    };
    Some(float::replace_nan(e, float, q.nan))
}

/// A word of the coordinates of a cube map: s and t in [0, 1], and the face in the top
/// three bits of s. The encoding is private to the chip; Bifrost has it in software
/// (Mesa, bifrost_compile.c: the face replaces bits 31:29 of s, which are 001 in all
/// floats from 2^-63 to 1).
#[inline(always)]
pub fn cube<E: Exec>(e: &mut E, part: Part, direction: [E::V; 3]) -> E::V {
    let OnCube { face, at: [s, t] } = on_cube(e, direction);
    match part {
        Part::Low => int::put_field(e, (29, 3), face, s),
        Part::High => t,
    }
}

/// The direction that [`cube`] encoded, up to its length: three floats.
pub fn direction(words: [u32; 2]) -> [f32; 3] {
    let [packed, t] = words;
    let low = packed & 0x1fff_ffff;
    // Only zero has none of the bits 31:29.
    let s = f32::from_bits(if low == 0 { 0 } else { low | 0x2000_0000 });
    let (s, t) = (s * 2.0 - 1.0, f32::from_bits(t) * 2.0 - 1.0);
    cube_direction(packed >> 29, s, t)
}
