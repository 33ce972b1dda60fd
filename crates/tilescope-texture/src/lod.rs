//! Level of detail, in fixed point: a host's logarithm may differ between hosts.

use tilescope_exec::convert::{truncated, truncated_small};

#[cfg(target_arch = "x86_64")]
use tilescope_exec::host::Host;

use crate::LANES;
use crate::image::Image;
use crate::sampler::{Derivative, Filter, Footprint, Magnify, MipTie, Precision, Sampler};
#[cfg(target_arch = "x86_64")]
use crate::vectors;

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
pub(crate) const FINE: u32 = 12;
/// Half a level.
const HALF: i32 = 1 << (FINE - 1);

/// Below every level; far from overflow when biases are added.
pub(crate) const LOWEST: i32 = -(1 << 24);

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

/// The levels and filters of all lanes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(64))]
pub(crate) struct Plans {
    pub(crate) level: [u32; LANES],
    /// The levels to blend with; those of `level` if none.
    pub(crate) next: [u32; LANES],
    /// Weights of `next`.
    pub(crate) weight: [u32; LANES],
    /// 1 for lanes with a linear filter, else 0.
    pub(crate) linear: [u32; LANES],
}

impl Plans {
    /// The largest level only.
    #[inline(always)]
    pub(crate) fn largest(filter: Filter) -> Plans {
        Plans {
            level: [0; LANES],
            next: [0; LANES],
            weight: [0; LANES],
            linear: [u32::from(filter == Filter::Linear); LANES],
        }
    }

    #[inline(always)]
    pub(crate) fn lane(&self, i: usize) -> Plan {
        Plan {
            level: self.level[i],
            next: self.next[i],
            weight: self.weight[i],
            filter: match self.linear[i] {
                0 => Filter::Nearest,
                _ => Filter::Linear,
            },
        }
    }

    /// Takes lane `i` of `from`.
    pub(crate) fn take(&mut self, i: usize, from: &Plans) {
        self.level[i] = from.level[i];
        self.next[i] = from.next[i];
        self.weight[i] = from.weight[i];
        self.linear[i] = from.linear[i];
    }
}

/// Whether the level of detail has any effect.
pub(crate) fn matters(sampler: &Sampler, image: &Image) -> bool {
    sampler.min.within() != sampler.mag || (sampler.min.between().is_some() && image.levels() > 1)
}

/// Levels to fixed point, rounded down. NaN is 0.
#[inline(always)]
pub(crate) fn fixed(levels: f32) -> i32 {
    let levels = (levels * (1 << FINE) as f32).floor();
    truncated(levels.clamp(LOWEST as f32, -LOWEST as f32))
}

/// Coefficients of f in log2(1 + f) / f, for f from 0 to 1: the polynomial through the
/// seven Chebyshev nodes. The logarithm is off by 2e-6 at most, FINE counts 2e-4.
pub(crate) const LOGARITHM: [f32; 7] = [
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
    // Estrin's scheme: a shorter chain of dependent operations than Horner's.
    let f2 = f * f;
    let (low, high) = ((a + f * b) + f2 * (c + f * d), (e + f * g) + f2 * h);
    let p = f * (low + (f2 * f2) * high);
    let fraction = (truncated_small(p * (1 << FINE) as f32) as i32).min((1 << FINE) - 1);
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

/// [`square`] between the lanes `A` and `B` of each quad. With the lanes as constants, the loop
/// becomes vector instructions.
#[inline(always)]
fn edge<const A: usize, const B: usize>(
    [s, t, r]: [&[f32; LANES]; 3],
    [w, h, d]: [f32; 3],
    precision: &Precision,
) -> [f32; LANES / 4] {
    let mut out = [0.0; LANES / 4];
    for (q, out) in out.iter_mut().enumerate() {
        let (a, b) = (4 * q + A, 4 * q + B);
        let texels = [(s[b] - s[a]) * w, (t[b] - t[a]) * h, (r[b] - r[a]) * d];
        *out = square(texels, precision);
    }
    out
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
    #[cfg(target_arch = "x86_64")]
    if let (Lod::Implicit, Some(host)) = (lod, Host::new()) {
        return vectors::lod::lambda(host, sampler, image, [s, t]);
    }
    lambda16_volume(sampler, image, [s, t, &[0.0; LANES]], lod)
}

/// [`lambda16`] with a third axis, as loops.
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
        let precision = &sampler.precision;
        let mut squares = [0.0; LANES];
        if let Lod::Gradients(x, y) = lod {
            for (i, square_of) in squares.iter_mut().enumerate() {
                let texels = |g: &[[f32; LANES]; 3]| [g[0][i] * w, g[1][i] * h, g[2][i] * d];
                *square_of = square(texels(x), precision).max(square(texels(y), precision));
            }
        } else {
            let edges = [s, t, r];
            let (top, left) = (
                edge::<0, 1>(edges, [w, h, d], precision),
                edge::<0, 2>(edges, [w, h, d], precision),
            );
            let (bottom, right) = match precision.derivative {
                Derivative::Coarse => (top, left),
                Derivative::Fine => (
                    edge::<2, 3>(edges, [w, h, d], precision),
                    edge::<1, 3>(edges, [w, h, d], precision),
                ),
            };
            for q in 0..LANES / 4 {
                squares[4 * q] = top[q].max(left[q]);
                squares[4 * q + 1] = top[q].max(right[q]);
                squares[4 * q + 2] = bottom[q].max(left[q]);
                squares[4 * q + 3] = bottom[q].max(right[q]);
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

/// [`plan`] for all lanes.
#[inline(always)]
pub(crate) fn plan16(sampler: &Sampler, image: &Image, lambda: &[i32; LANES]) -> Plans {
    #[cfg(target_arch = "x86_64")]
    if let Some(host) = Host::new() {
        return vectors::lod::plan(host, sampler, image, lambda);
    }
    plan_loops(sampler, image, lambda)
}

/// [`plan16`] for hosts without AVX-512.
#[inline(always)]
fn plan_loops(sampler: &Sampler, image: &Image, lambda: &[i32; LANES]) -> Plans {
    let last = image.levels() as i32 - 1;
    let mut plans = Plans::largest(sampler.min.within());
    match sampler.min.between() {
        None => {}
        Some(Filter::Nearest) => {
            let up = sampler.precision.mip_tie.up();
            for (level, l) in plans.level.iter_mut().zip(lambda) {
                *level = ((l + up) >> FINE).min(last) as u32;
            }
            plans.next = plans.level;
        }
        Some(Filter::Linear) => {
            let bits = sampler.precision.lod_fraction();
            for (i, l) in lambda.iter().enumerate() {
                let level = (l >> FINE).min(last);
                let weight = (l & ((1 << FINE) - 1)) as u32 >> (FINE - bits);
                let weight = if level == last { 0 } else { weight };
                plans.level[i] = level as u32;
                plans.next[i] = (level as u32).wrapping_add(u32::from(weight != 0));
                plans.weight[i] = weight;
            }
        }
    }
    let largest = magnified_up_to(sampler);
    let linear = u32::from(sampler.mag == Filter::Linear);
    for (i, l) in lambda.iter().enumerate() {
        let minified = *l > largest;
        plans.level[i] = if minified { plans.level[i] } else { 0 };
        plans.next[i] = if minified { plans.next[i] } else { 0 };
        plans.weight[i] = if minified { plans.weight[i] } else { 0 };
        plans.linear[i] = if minified { plans.linear[i] } else { linear };
    }
    plans
}

/// The largest level of detail that is magnified.
#[inline(always)]
pub(crate) fn magnified_up_to(sampler: &Sampler) -> i32 {
    let sharper = sampler.mag == Filter::Linear
        && sampler.min.within() == Filter::Nearest
        && sampler.min.between().is_some();
    match sampler.precision.magnify {
        Magnify::UpToHalfIfSharper if sharper => HALF,
        Magnify::UpToHalfIfSharper | Magnify::UpToZero => 0,
    }
}

impl MipTie {
    /// The number that is added to a level of detail before its fraction is dropped.
    #[inline(always)]
    pub(crate) fn up(self) -> i32 {
        match self {
            MipTie::Larger => HALF - 1,
            MipTie::Smaller => HALF,
        }
    }
}

/// The levels and filter for a level of detail.
#[cfg(test)]
fn plan(sampler: &Sampler, image: &Image, lambda: i32) -> Plan {
    let at = |level, filter| Plan {
        level,
        next: level,
        weight: 0,
        filter,
    };
    if lambda <= magnified_up_to(sampler) {
        return at(0, sampler.mag);
    }
    let filter = sampler.min.within();
    let last = image.levels() - 1;
    match sampler.min.between() {
        None => at(0, filter),
        Some(Filter::Nearest) => {
            let up = sampler.precision.mip_tie.up();
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

    #[test]
    fn all_lanes_are_planned_as_one() {
        use MinFilter::*;
        let image = Image::new(64, 64, 4, Shape::Flat, Minify::Floor);
        let filters = [
            Linear,
            Nearest,
            LinearMipLinear,
            LinearMipNearest,
            NearestMipLinear,
            NearestMipNearest,
        ];
        let mut sampler = Sampler::default();
        for n in 0..filters.len() * 8 {
            sampler.min = filters[n / 8];
            sampler.mag = [Filter::Nearest, Filter::Linear][n & 1];
            sampler.precision.magnify = [Magnify::UpToZero, Magnify::UpToHalfIfSharper][n >> 1 & 1];
            sampler.precision.mip_tie = [MipTie::Larger, MipTie::Smaller][n >> 2 & 1];
            for first in (-LEVEL..6 * LEVEL).step_by(509) {
                let lambda = std::array::from_fn(|i| first + 37 * i as i32);
                let plans = plan16(&sampler, &image, &lambda);
                assert_eq!(plans, plan_loops(&sampler, &image, &lambda), "{n} {first}");
                for (i, l) in lambda.into_iter().enumerate() {
                    assert_eq!(plans.lane(i), plan(&sampler, &image, l), "{n} {l}");
                }
            }
        }
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

    proptest::proptest! {
        #[test]
        fn loops_have_the_same_levels(
            s: [u32; LANES], t: [u32; LANES], near in 0u32..0x4000_0000, coarse: bool, largest: bool,
        ) {
            let image = Image::new(640, 48, 8, Shape::Flat, Minify::Floor);
            let mut sampler = Sampler { lod_bias: 0.3, lod_max: 5.7, ..Sampler::default() };
            if coarse {
                sampler.precision.derivative = Derivative::Coarse;
            }
            if largest {
                sampler.precision.footprint = Footprint::LargestComponent;
            }
            // Any bits, and numbers that are near each other.
            let [any_s, any_t] = [s, t].map(|at| at.map(f32::from_bits));
            let [near_s, near_t] = [s, t].map(|at| at.map(|bits| f32::from_bits(near | bits >> 12)));
            for (s, t) in [(any_s, any_t), (near_s, near_t), (near_s, any_t)] {
                let levels = lambda16(&sampler, &image, &s, &t, Lod::Implicit);
                let at = [&s, &t, &[0.0; LANES]];
                let looped = lambda16_volume(&sampler, &image, at, Lod::Implicit);
                proptest::prop_assert_eq!(levels, looped);
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
