//! Level of detail, in fixed point: a host's logarithm may differ between hosts.

use tilescope_exec::convert::truncated;

use crate::LANES;
use crate::image::Image;
use crate::sampler::{Derivative, Filter, Footprint, Magnify, MipTie, Precision, Sampler};

/// The source of each lane's level of detail.
#[derive(Clone, Copy, Debug)]
pub enum Lod<'a> {
    /// From the differences within quads.
    Implicit,
    /// The same, plus a bias per lane.
    Bias(&'a [f32; LANES]),
    /// Given per lane; the sampler's bias is not added.
    Absolute(&'a [f32; LANES]),
    /// From differences of s, t and r to the pixels at the right and below, per lane.
    Gradients(&'a [[f32; LANES]; 3], &'a [[f32; LANES]; 3]),
}

/// Fraction bits that a level of detail is computed with. Levels are chosen by them;
/// weights between levels have the hardware's number, the highest of these.
///
/// Truncation before a bias is added would move boundaries between levels: boards pass dEQP-GLES2's
/// `texture.mipmap`, which allows an error of 2^-8 in all.
const FINE: u32 = 12;
/// Half a level.
const HALF: i32 = 1 << (FINE - 1);

/// Below every level; far from overflow when biases are added.
const LOWEST: i32 = -(1 << 24);

/// The levels and filter of one lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Plan {
    pub(crate) level: u32,
    /// The level to blend with; the same as `level` if none.
    pub(crate) next: u32,
    /// Weight of `next`.
    pub(crate) weight: u32,
    pub(crate) filter: Filter,
}

/// Whether the level of detail has any effect.
pub(crate) fn matters(sampler: &Sampler, image: &Image) -> bool {
    sampler.min.within() != sampler.mag || (sampler.min.between().is_some() && image.levels() > 1)
}

/// Levels to fixed point, rounded down. NaN is 0.
#[inline(always)]
fn fixed(levels: f32) -> i32 {
    let levels = (levels * (1 << FINE) as f32).floor();
    truncated(levels.clamp(LOWEST as f32, -LOWEST as f32))
}

/// Coefficients of f in log2(1 + f) / f, for f from 0 to 1: the polynomial through the
/// seven Chebyshev nodes. The logarithm is off by 2e-6 at most, FINE counts 2e-4.
const LOGARITHM: [f32; 7] = [
    1.442_693,
    -0.721_144_1,
    0.477_496_36,
    -0.338_377_2,
    0.213_943_21,
    -0.094_626_81,
    0.020_016_65,
];

/// The base-2 logarithm of a number from 0 up, exact for powers of two. Without
/// branches, so that a loop of it becomes vector instructions.
#[inline(always)]
fn log2(x: f32) -> i32 {
    let raw = x.to_bits();
    let exponent = (raw >> 23) as i32 - 127;
    let f = (raw & 0x7f_ffff) as f32 * (1.0 / 8_388_608.0);
    let [a, b, c, d, e, g, h] = LOGARITHM;
    let p = f * (a + f * (b + f * (c + f * (d + f * (e + f * (g + f * h))))));
    let fraction = truncated(p * (1 << FINE) as f32).min((1 << FINE) - 1);
    let log = (exponent << FINE) + fraction;
    let log = if x >= f32::INFINITY { -LOWEST } else { log };
    // Also for NaN.
    if x >= f32::MIN_POSITIVE { log } else { LOWEST }
}

/// The square of the scale factor along one direction on the screen, from differences
/// in texels.
#[inline(always)]
fn square([s, t, r]: [f32; 3], precision: &Precision) -> f32 {
    match precision.footprint {
        Footprint::Euclid => s * s + t * t + r * r,
        Footprint::LargestComponent => {
            let largest = s.abs().max(t.abs()).max(r.abs());
            largest * largest
        }
    }
}

/// Level of detail of each lane in units of 2^-[`FINE`]. `s` and `t` are
/// normalised, those of a quad on one plane.
#[inline(always)]
pub(crate) fn lambda16(
    sampler: &Sampler,
    image: &Image,
    s: &[f32; LANES],
    t: &[f32; LANES],
    lod: Lod<'_>,
) -> [i32; LANES] {
    lambda16_volume(sampler, image, [s, t, &[0.0; LANES]], lod)
}

/// [`lambda16`] with a third axis.
#[inline(always)]
pub(crate) fn lambda16_volume(
    sampler: &Sampler,
    image: &Image,
    [s, t, r]: [&[f32; LANES]; 3],
    lod: Lod<'_>,
) -> [i32; LANES] {
    let mut lambda = [0; LANES];
    if let Lod::Absolute(levels) = lod {
        for (l, v) in lambda.iter_mut().zip(levels) {
            *l = fixed(*v);
        }
    } else {
        let (w, h) = image.size(0);
        let (w, h, d) = (w as f32, h as f32, image.layers(0) as f32);
        let between =
            |a: usize, b: usize| [(s[b] - s[a]) * w, (t[b] - t[a]) * h, (r[b] - r[a]) * d];
        let precision = &sampler.precision;
        let mut squares = [0.0; LANES];
        if let Lod::Gradients(x, y) = lod {
            for (i, square_of) in squares.iter_mut().enumerate() {
                let texels = |g: &[[f32; LANES]; 3]| [g[0][i] * w, g[1][i] * h, g[2][i] * d];
                *square_of = square(texels(x), precision).max(square(texels(y), precision));
            }
        } else {
            for q in (0..LANES).step_by(4) {
                let side = |a, b| square(between(q + a, q + b), precision);
                let (top, left) = (side(0, 1), side(0, 2));
                let (bottom, right) = match precision.derivative {
                    Derivative::Coarse => (top, left),
                    Derivative::Fine => (side(2, 3), side(1, 3)),
                };
                squares[q] = top.max(left);
                squares[q + 1] = top.max(right);
                squares[q + 2] = bottom.max(left);
                squares[q + 3] = bottom.max(right);
            }
        }
        for (l, square) in lambda.iter_mut().zip(squares) {
            // Half of it, as it is of the square.
            *l = log2(square) >> 1;
        }
        let bias = fixed(sampler.lod_bias);
        for l in &mut lambda {
            *l += bias;
        }
        if let Lod::Bias(levels) = lod {
            for (l, v) in lambda.iter_mut().zip(levels) {
                *l += fixed(*v);
            }
        }
    }
    let (lo, hi) = (fixed(sampler.lod_min), fixed(sampler.lod_max));
    for l in &mut lambda {
        *l = (*l).max(lo).min(hi);
    }
    lambda
}

/// [`plan`] for all lanes. A loop, as closures of array methods stay calls.
#[inline(always)]
pub(crate) fn plan16(
    sampler: &Sampler,
    image: &Image,
    lambda: &[i32; LANES],
    plans: &mut [Plan; LANES],
) {
    for (plan, l) in plans.iter_mut().zip(lambda) {
        *plan = self::plan(sampler, image, *l);
    }
}

/// The levels and filter for a level of detail.
#[inline(always)]
pub(crate) fn plan(sampler: &Sampler, image: &Image, lambda: i32) -> Plan {
    let at = |level, filter| Plan {
        level,
        next: level,
        weight: 0,
        filter,
    };
    let sharper = sampler.mag == Filter::Linear
        && sampler.min.within() == Filter::Nearest
        && sampler.min.between().is_some();
    let magnify = match sampler.precision.magnify {
        Magnify::UpToHalfIfSharper if sharper => HALF,
        Magnify::UpToHalfIfSharper | Magnify::UpToZero => 0,
    };
    if lambda <= magnify {
        return at(0, sampler.mag);
    }
    let filter = sampler.min.within();
    let last = image.levels() - 1;
    match sampler.min.between() {
        None => at(0, filter),
        Some(Filter::Nearest) => {
            let up = match sampler.precision.mip_tie {
                MipTie::Larger => HALF - 1,
                MipTie::Smaller => HALF,
            };
            at(((lambda + up) >> FINE).min(last as i32) as u32, filter)
        }
        Some(Filter::Linear) => {
            let level = (lambda >> FINE) as u32;
            if level >= last {
                return at(last, filter);
            }
            let bits = sampler.precision.lod_fraction();
            let weight = (lambda & ((1 << FINE) - 1)) as u32 >> (FINE - bits);
            let next = if weight == 0 { level } else { level + 1 };
            Plan {
                level,
                next,
                weight,
                filter,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::image::{Minify, Shape};
    use crate::sampler::MinFilter;

    #[test]
    fn logarithm_is_right() {
        let one = f64::from(1 << FINE);
        for i in 1..4000u32 {
            let x = i as f32 * 0.0137;
            let exact = tilescope_exec::transcendental::log2(f64::from(x)) * one;
            let got = f64::from(log2(x));
            assert!(got <= exact + 0.02 && got > exact - 1.02, "{x}");
        }
        for e in -100..100 {
            assert_eq!(log2(f32::from_bits(((127 + e) as u32) << 23)), e << FINE);
        }
        assert_eq!(log2(0.0), LOWEST);
        assert_eq!(log2(f32::NAN), LOWEST);
        assert_eq!(log2(f32::INFINITY), -LOWEST);
    }

    const LEVEL: i32 = 1 << FINE;

    fn lanes(ds: f32, dt: f32) -> ([f32; LANES], [f32; LANES]) {
        (
            std::array::from_fn(|i| (i & 1) as f32 * ds),
            std::array::from_fn(|i| (i >> 1 & 1) as f32 * dt),
        )
    }

    #[test]
    fn level_of_detail_counts_texels_per_pixel() {
        let image = Image::new(64, 32, 6, Shape::Flat, Minify::Floor);
        let sampler = Sampler::default();
        for (ds, dt, want) in [
            (1.0 / 64.0, 1.0 / 32.0, 0),
            (2.0 / 64.0, 1.0 / 32.0, LEVEL),
            (1.0 / 64.0, 8.0 / 32.0, 3 * LEVEL),
            (0.5 / 64.0, 0.25 / 32.0, -LEVEL),
        ] {
            let (s, t) = lanes(ds, dt);
            let l = lambda16(&sampler, &image, &s, &t, Lod::Implicit);
            assert_eq!(l, [want; LANES]);
            let l = lambda16(&sampler, &image, &s, &t, Lod::Bias(&[1.5; LANES]));
            assert_eq!(l, [want + LEVEL + HALF; LANES]);
            let l = lambda16(&sampler, &image, &s, &t, Lod::Absolute(&[1.5; LANES]));
            assert_eq!(l, [LEVEL + HALF; LANES]);
        }
    }

    #[test]
    fn fine_derivatives_differ_within_a_quad() {
        let image = Image::new(64, 64, 7, Shape::Flat, Minify::Floor);
        let mut sampler = Sampler::default();
        sampler.precision.derivative = Derivative::Fine;
        let mut s = [0.0; LANES];
        (s[1], s[3]) = (1.0 / 64.0, 4.0 / 64.0);
        let l = lambda16(&sampler, &image, &s, &[0.0; LANES], Lod::Implicit);
        assert_eq!(l[..4], [0, 6492, 2 * LEVEL, 2 * LEVEL]);
        sampler.precision.derivative = Derivative::Coarse;
        let l = lambda16(&sampler, &image, &s, &[0.0; LANES], Lod::Implicit);
        assert_eq!(l[..4], [0; 4]);
    }

    #[test]
    fn plans() {
        let image = Image::new(64, 64, 4, Shape::Flat, Minify::Floor);
        let of = |min, mag, lambda| {
            let sampler = Sampler {
                min,
                mag,
                ..Sampler::default()
            };
            let p = plan(&sampler, &image, lambda);
            (p.level, p.next, p.weight, p.filter)
        };
        use Filter::{Linear, Nearest};
        use MinFilter::*;
        // The smallest step of a weight.
        let step = LEVEL / 256;
        assert_eq!(of(LinearMipLinear, Nearest, 0), (0, 0, 0, Nearest));
        assert_eq!(of(LinearMipLinear, Nearest, 1), (0, 0, 0, Linear));
        assert_eq!(of(LinearMipLinear, Nearest, step), (0, 1, 1, Linear));
        assert_eq!(of(LinearMipLinear, Nearest, LEVEL), (1, 1, 0, Linear));
        let two = 2 * LEVEL + 188 * step;
        assert_eq!(of(NearestMipLinear, Linear, two), (2, 3, 188, Nearest));
        assert_eq!(of(NearestMipLinear, Linear, 99999), (3, 3, 0, Nearest));
        assert_eq!(of(LinearMipNearest, Nearest, HALF), (0, 0, 0, Linear));
        assert_eq!(of(LinearMipNearest, Nearest, HALF + 1), (1, 1, 0, Linear));
        assert_eq!(of(LinearMipNearest, Nearest, 999_999), (3, 3, 0, Linear));
        assert_eq!(of(MinFilter::Linear, Nearest, 9999), (0, 0, 0, Linear));
        assert_eq!(of(MinFilter::Linear, Nearest, -9), (0, 0, 0, Nearest));
    }

    /// A bias of half a level keeps the sum of two fractions that are no steps of any
    /// weight.
    #[test]
    fn levels_are_chosen_before_anything_is_cut_off() {
        let image = Image::new(64, 64, 7, Shape::Flat, Minify::Floor);
        for bits in 1..=8 {
            let mut sampler = Sampler {
                min: MinFilter::NearestMipNearest,
                ..Sampler::default()
            };
            sampler.precision.lod_fraction_bits = bits;
            // log2(1.01) is 0.0144.
            let (s, t) = lanes(1.01 / 64.0, 1.01 / 64.0);
            for (bias, level) in [(0.48, 0), (0.49, 1), (1.48, 1), (1.49, 2)] {
                let l = lambda16(&sampler, &image, &s, &t, Lod::Bias(&[bias; LANES]));
                assert_eq!(plan(&sampler, &image, l[0]).level, level, "{bits} {bias}");
            }
        }
    }

    #[test]
    fn nan_is_harmless() {
        let image = Image::new(64, 64, 7, Shape::Flat, Minify::Floor);
        for bad in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, f32::MAX, 1e-45] {
            let sampler = Sampler {
                lod_bias: bad,
                min: MinFilter::LinearMipLinear,
                ..Sampler::default()
            };
            for lod in [
                Lod::Implicit,
                Lod::Bias(&[bad; LANES]),
                Lod::Absolute(&[bad; LANES]),
            ] {
                let mut s = [0.0; LANES];
                s[1] = bad;
                for l in lambda16(&sampler, &image, &s, &s, lod) {
                    assert!(plan(&sampler, &image, l).next < 7);
                }
            }
        }
    }
}
