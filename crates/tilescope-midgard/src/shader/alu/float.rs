//! Floats of 16 and 32 bits.

use super::integer::truth;
use super::{Clamp, functions, rounding};
use crate::isa::AluOp;
use crate::shader::op::{Part, Width};
use crate::shader::quirks::ShaderQuirks;
use tilescope_exec::half::{self, Denormals, Rounding, Rules};
use tilescope_exec::{Exec, cast, double, float};

pub(super) const ONE: u32 = 0x3f80_0000;
const MINUS_ONE: u32 = 0xbf80_0000;

fn rules(rounding: Rounding) -> Rules {
    Rules {
        rounding,
        denormals: Denormals::Keep,
    }
}

/// A binary32 as a binary16; NaN is 0x7e00.
#[inline(always)]
pub fn half_from_float<E: Exec>(e: &mut E, rounding: Rounding, a: E::V) -> E::V {
    let a = float::replace_nan(e, a, 0x7fc0_0000);
    half::narrow(e, rules(rounding), a)
}

/// A clamped float; NaN becomes the lower limit.
#[inline(always)]
pub fn clamp<E: Exec>(e: &mut E, clamp: Clamp, a: E::V) -> E::V {
    let low = e.splat(if clamp == Clamp::Signed { MINUS_ONE } else { 0 });
    let above = e.flt(low, a);
    let a = e.select(above, a, low);
    if clamp == Clamp::Positive {
        return a;
    }
    let one = e.splat(ONE);
    let below = e.flt(a, one);
    e.select(below, a, one)
}

#[inline(always)]
fn sum<E: Exec>(e: &mut E, r: Rounding, a: E::V, b: E::V) -> E::V {
    let (a, b) = (e.double_from_float(a), e.double_from_float(b));
    let s = double::add_to_odd(e, a, b);
    cast::from_double(e, r, s)
}

#[inline(always)]
fn product<E: Exec>(e: &mut E, r: Rounding, a: E::V, b: E::V) -> E::V {
    let (a, b) = (e.double_from_float(a), e.double_from_float(b));
    // Exact, with 48 bits.
    let p = e.dmul(a, b);
    cast::from_double(e, r, p)
}

#[inline(always)]
fn fused<E: Exec>(e: &mut E, r: Rounding, width: Width, [a, b, c]: [E::V; 3]) -> E::V {
    if width == Width::W16 {
        let [a, b, c] = [a, b, c].map(|x| half::f16_from_f32(e, x));
        let h = half::fma(e, rules(r), [a, b, c]);
        return half::f32_from_f16(e, h);
    }
    if r == Rounding::NearestEven {
        return e.fma(a, b, c);
    }
    let (a, b) = (e.double_from_float(a), e.double_from_float(b));
    let c = e.double_from_float(c);
    let p = e.dmul(a, b);
    let s = double::add_to_odd(e, p, c);
    cast::from_double(e, r, s)
}

/// A minimum or maximum; with `nan`, NaN if one is NaN.
#[inline(always)]
fn extreme<E: Exec>(e: &mut E, greater: bool, nan: bool, a: E::V, b: E::V) -> E::V {
    let r = match greater {
        true => float::fmax(e, a, b),
        false => float::fmin(e, a, b),
    };
    if !nan {
        return r;
    }
    let (no_a, no_b) = (e.is_nan(a), e.is_nan(b));
    let none = e.mask_or(no_a, no_b);
    let word = e.splat(0x7fc0_0000);
    e.select(none, word, r)
}

#[inline(always)]
pub fn magnitude<E: Exec>(e: &mut E, a: E::V) -> E::V {
    let mask = e.splat(float::MAGNITUDE);
    e.and(a, mask)
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
        return Some(truth(e, m, negated));
    }
    let r = rounding(op);
    let float = match op {
        Fadd | FaddRtz | FaddRtn | FaddRtp => sum(e, r, a, b),
        Fmul | FmulRtz | FmulRtn | FmulRtp => product(e, r, a, b),
        Fmov | FmovRtz | FmovRtn | FmovRtp => return Some(b),
        Ffma | FfmaRtz | FfmaRtn | FfmaRtp => fused(e, r, width, [a, b, c]),
        Fmin => extreme(e, false, false, a, b),
        FminNan => extreme(e, false, true, a, b),
        Fmax => extreme(e, true, false, a, b),
        FmaxNan => extreme(e, true, true, a, b),
        Fabsmin | FabsminNan | Fabsmax | FabsmaxNan => {
            let (a, b) = (magnitude(e, a), magnitude(e, b));
            let greater = matches!(op, Fabsmax | FabsmaxNan);
            extreme(e, greater, matches!(op, FabsminNan | FabsmaxNan), a, b)
        }
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
pub fn cube<E: Exec>(e: &mut E, part: Part, [x, y, z]: [E::V; 3]) -> E::V {
    let (ax, ay, az) = (magnitude(e, x), magnitude(e, y), magnitude(e, z));
    // The largest magnitude: z before y before x, as OpenGL's tables list them last.
    let zy = e.flt(az, ay);
    let not_z_y = e.flt(az, ax);
    let x_over_y = e.flt(ay, ax);
    let x_major = e.mask_and(not_z_y, x_over_y);
    let not_x = e.mask_not(x_major);
    let y_major = e.mask_and(zy, not_x);
    let ma = e.select(y_major, ay, az);
    let ma = e.select(x_major, ax, ma);
    let sign = e.splat(float::SIGN);
    let (nx, ny, nz) = (e.xor(x, sign), e.xor(y, sign), e.xor(z, sign));
    let zero = e.splat(0);
    let (xn, yn, zn) = (
        e.lt_signed(x, zero),
        e.lt_signed(y, zero),
        e.lt_signed(z, zero),
    );
    let s_x = e.select(xn, z, nz);
    let s_z = e.select(zn, nx, x);
    let s = e.select(y_major, x, s_z);
    let s = e.select(x_major, s_x, s);
    let t_y = e.select(yn, nz, z);
    let t = e.select(y_major, t_y, ny);
    let coordinate = match part {
        Part::Low => s,
        Part::High => t,
    };
    let (half, one) = (e.splat(0x3f00_0000), e.splat(ONE));
    let ratio = e.fdiv(coordinate, ma);
    let unit = e.fadd(ratio, one);
    let unit = e.fmul(unit, half);
    let unit = clamp(e, Clamp::Unit, unit);
    if part == Part::High {
        return unit;
    }
    let three = [(x_major, xn, 0u32), (y_major, yn, 2)];
    let four = e.splat(4);
    let one_word = e.splat(1);
    let n = e.mask_to_word(zn);
    let n = e.and(n, one_word);
    let mut face = e.add(four, n);
    for (major, negative, first) in three.into_iter().rev() {
        let n = e.mask_to_word(negative);
        let n = e.and(n, one_word);
        let first = e.splat(first);
        let own = e.add(first, n);
        face = e.select(major, own, face);
    }
    let n29 = e.splat(29);
    let face = e.shl(face, n29);
    let low = e.splat(0x1fff_ffff);
    let unit = e.and(unit, low);
    e.or(face, unit)
}

/// The direction that [`cube`] encoded, up to its length: three floats.
pub fn direction(words: [u32; 2]) -> [f32; 3] {
    let [packed, t] = words;
    let low = packed & 0x1fff_ffff;
    // Only zero has none of the bits 31:29.
    let s = f32::from_bits(if low == 0 { 0 } else { low | 0x2000_0000 });
    let (s, t) = (s * 2.0 - 1.0, f32::from_bits(t) * 2.0 - 1.0);
    match packed >> 29 {
        0 => [1.0, -t, -s],
        1 => [-1.0, -t, s],
        2 => [s, 1.0, t],
        3 => [s, -1.0, -t],
        4 => [s, -t, 1.0],
        _ => [-s, -t, -1.0],
    }
}
