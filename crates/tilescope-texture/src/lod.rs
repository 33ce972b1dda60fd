//! Level of detail, in fixed point: the same bits on every host, which the
//! logarithm of a host's library would not give.

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

/// Below every level; far from overflow when biases are added.
const LOWEST: i32 = -(1 << 20);

/// The levels and filter of one lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Plan {
    pub(crate) level: u32,
    /// The level to blend with; the same as `level` if none.
    pub(crate) next: u32,
    /// Weight of it.
    pub(crate) weight: u32,
    pub(crate) filter: Filter,
}

/// Whether the level of detail decides anything.
pub(crate) fn matters(sampler: &Sampler, image: &Image) -> bool {
    sampler.min.within() != sampler.mag || (sampler.min.between().is_some() && image.levels() > 1)
}

/// Levels to fixed point, rounded down. NaN is 0.
#[inline(always)]
fn fixed(levels: f32, bits: u32) -> i32 {
    let levels = (levels * (1 << bits) as f32).floor();
    truncated(levels.clamp(LOWEST as f32, -LOWEST as f32))
}

/// The base-2 logarithm of a number from 0 up, rounded down to `bits` fraction bits.
#[inline(always)]
fn log2(x: f32, bits: u32) -> i32 {
    if x.is_infinite() {
        return -LOWEST;
    }
    if x.is_nan() || x < f32::MIN_POSITIVE {
        return LOWEST;
    }
    let raw = x.to_bits();
    let mut log = (raw >> 23) as i32 - 127;
    // The mantissa from 1 up to 2; squaring it shifts the next bit of its
    // logarithm in front of the point.
    let mut m = u64::from(raw & 0x7f_ffff | 0x80_0000) << 7;
    for _ in 0..bits {
        m = (m * m) >> 30;
        let bit = m >> 31;
        m >>= bit;
        log = log << 1 | bit as i32;
    }
    log
}

/// The logarithm of the scale factor for differences along x and y, in texels.
#[inline(always)]
fn scale(dx: [f32; 3], dy: [f32; 3], precision: &Precision) -> i32 {
    let bits = precision.lod_fraction();
    let squared = match precision.footprint {
        Footprint::Euclid => {
            let x = dx[0] * dx[0] + dx[1] * dx[1] + dx[2] * dx[2];
            let y = dy[0] * dy[0] + dy[1] * dy[1] + dy[2] * dy[2];
            x.max(y)
        }
        Footprint::LargestComponent => {
            let largest = |d: [f32; 3]| d[0].abs().max(d[1].abs()).max(d[2].abs());
            let m = largest(dx).max(largest(dy));
            m * m
        }
    };
    // Half of it, as it is of the square.
    log2(squared, bits) >> 1
}

/// Level of detail of each lane in units of 2^-`lod_fraction_bits`. `s` and `t` are
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
    let bits = sampler.precision.lod_fraction();
    let mut lambda = [0; LANES];
    if let Lod::Absolute(levels) = lod {
        for (l, v) in lambda.iter_mut().zip(levels) {
            *l = fixed(*v, bits);
        }
    } else {
        let (w, h) = image.size(0);
        let (w, h, d) = (w as f32, h as f32, image.layers(0) as f32);
        let between =
            |a: usize, b: usize| [(s[b] - s[a]) * w, (t[b] - t[a]) * h, (r[b] - r[a]) * d];
        if let Lod::Gradients(x, y) = lod {
            for (i, l) in lambda.iter_mut().enumerate() {
                let texels = |g: &[[f32; LANES]; 3]| [g[0][i] * w, g[1][i] * h, g[2][i] * d];
                *l = scale(texels(x), texels(y), &sampler.precision);
            }
        }
        for q in (0..LANES).step_by(4) {
            if matches!(lod, Lod::Gradients(..)) {
                break;
            }
            let (top, left) = (between(q, q + 1), between(q, q + 2));
            let own = match sampler.precision.derivative {
                Derivative::Coarse => [scale(top, left, &sampler.precision); 4],
                Derivative::Fine => {
                    let (bottom, right) = (between(q + 2, q + 3), between(q + 1, q + 3));
                    [(top, left), (top, right), (bottom, left), (bottom, right)]
                        .map(|(dx, dy)| scale(dx, dy, &sampler.precision))
                }
            };
            lambda[q..q + 4].copy_from_slice(&own);
        }
        let bias = fixed(sampler.lod_bias, bits);
        for l in &mut lambda {
            *l += bias;
        }
        if let Lod::Bias(levels) = lod {
            for (l, v) in lambda.iter_mut().zip(levels) {
                *l += fixed(*v, bits);
            }
        }
    }
    let (lo, hi) = (fixed(sampler.lod_min, bits), fixed(sampler.lod_max, bits));
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
    let bits = sampler.precision.lod_fraction();
    let half = 1 << (bits - 1);
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
        Magnify::UpToHalfIfSharper if sharper => half,
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
                MipTie::Larger => half - 1,
                MipTie::Smaller => half,
            };
            at(((lambda + up) >> bits).min(last as i32) as u32, filter)
        }
        Some(Filter::Linear) => {
            let level = (lambda >> bits) as u32;
            if level >= last {
                return at(last, filter);
            }
            let weight = (lambda & ((1 << bits) - 1)) as u32;
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
        for bits in 1..=9 {
            let one = f64::from(1 << bits);
            for i in 1..4000u32 {
                let x = i as f32 * 0.0137;
                let exact = f64::from(x).log2() * one;
                let got = f64::from(log2(x, bits));
                assert!(got <= exact + 1e-4 && got > exact - 1.0 - 1e-4, "{x}");
            }
            for e in -100..100 {
                assert_eq!(log2(2f32.powi(e), bits), e << bits);
            }
        }
        assert_eq!(log2(0.0, 8), LOWEST);
        assert_eq!(log2(f32::NAN, 8), LOWEST);
        assert_eq!(log2(f32::INFINITY, 8), -LOWEST);
    }

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
            (2.0 / 64.0, 1.0 / 32.0, 256),
            (1.0 / 64.0, 8.0 / 32.0, 3 * 256),
            (0.5 / 64.0, 0.25 / 32.0, -256),
        ] {
            let (s, t) = lanes(ds, dt);
            let l = lambda16(&sampler, &image, &s, &t, Lod::Implicit);
            assert_eq!(l, [want; LANES]);
            let l = lambda16(&sampler, &image, &s, &t, Lod::Bias(&[1.5; LANES]));
            assert_eq!(l, [want + 384; LANES]);
            let l = lambda16(&sampler, &image, &s, &t, Lod::Absolute(&[1.5; LANES]));
            assert_eq!(l, [384; LANES]);
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
        assert_eq!(l[..4], [0, 405, 512, 512]);
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
        assert_eq!(of(LinearMipLinear, Nearest, 0), (0, 0, 0, Nearest));
        assert_eq!(of(LinearMipLinear, Nearest, 1), (0, 1, 1, Linear));
        assert_eq!(of(LinearMipLinear, Nearest, 256), (1, 1, 0, Linear));
        assert_eq!(of(NearestMipLinear, Linear, 700), (2, 3, 188, Nearest));
        assert_eq!(of(NearestMipLinear, Linear, 9999), (3, 3, 0, Nearest));
        assert_eq!(of(LinearMipNearest, Nearest, 128), (0, 0, 0, Linear));
        assert_eq!(of(LinearMipNearest, Nearest, 129), (1, 1, 0, Linear));
        assert_eq!(of(LinearMipNearest, Nearest, 99999), (3, 3, 0, Linear));
        assert_eq!(of(MinFilter::Linear, Nearest, 999), (0, 0, 0, Linear));
        assert_eq!(of(MinFilter::Linear, Nearest, -9), (0, 0, 0, Nearest));
    }

    #[test]
    fn no_numbers_are_harmless() {
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
