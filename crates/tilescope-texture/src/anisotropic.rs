//! Anisotropic filtering: several lookups along the longer axis of a pixel's footprint.
//!
//! ```text
//! n = min(ceil(longer / shorter), most)      level = log2(longer / n)
//! lookup i of n is at i / (n + 1) - 1/2 along the longer axis
//! ```
//!
//! Source: the formulas proposed in EXT_texture_filter_anisotropic. Registers of known
//! hardware only limit the number of lookups.

use tilescope_exec::transcendental::log2;

use crate::LANES;
use crate::image::Image;
use crate::lod::Lod;
use crate::sampler::Sampler;
use crate::wide::{WideSource, sample16_wide};

/// The footprints of the pixels of sixteen lanes.
struct Footprints {
    /// Lookups of each lane; at least one.
    counts: [f32; LANES],
    /// The longer axis of the footprint, in s and in t.
    along: [[f32; LANES]; 2],
    /// The level, before the sampler's bias.
    levels: [f32; LANES],
}

impl Footprints {
    /// The footprints at the coordinates `s` and `t`, for at most `most` lookups. `None` if
    /// the level is given.
    fn new(image: &Image, [s, t]: [&[f32; LANES]; 2], lod: Lod<'_>, most: f32) -> Option<Self> {
        let sides = |lane: usize| -> [[f32; 2]; 2] {
            let first = lane & !3;
            let to = |other: usize| [s[other] - s[first], t[other] - t[first]];
            [to(first + 1), to(first + 2)]
        };
        let mut of = Footprints {
            counts: [1.0; LANES],
            along: [[0.0; LANES]; 2],
            levels: [0.0; LANES],
        };
        let (width, height) = image.size(0);
        let (width, height) = (width as f32, height as f32);
        for lane in 0..LANES {
            let [x, y] = match lod {
                Lod::Implicit | Lod::Bias(_) => sides(lane),
                Lod::Gradients(x, y) => [x, y].map(|d| [d[0][lane], d[1][lane]]),
                Lod::Absolute(_) => return None,
            };
            let length = |d: [f32; 2]| {
                let (x, y) = (f64::from(d[0] * width), f64::from(d[1] * height));
                (x * x + y * y).sqrt() as f32
            };
            let (x, y) = ((length(x), x), (length(y), y));
            let (longer, shorter) = if x.0 >= y.0 { (x, y) } else { (y, x) };
            let count = (longer.0 / shorter.0).ceil().clamp(1.0, most);
            // Both are NaN if the coordinates are.
            let count = if count.is_nan() { 1.0 } else { count };
            of.counts[lane] = count;
            of.along[0][lane] = longer.1[0];
            of.along[1][lane] = longer.1[1];
            of.levels[lane] = log2(f64::from(longer.0 / count)) as f32;
            if let Lod::Bias(bias) = lod {
                of.levels[lane] += bias[lane];
            }
        }
        Some(of)
    }

    /// The lanes that have lookup `i`, from 1 on.
    fn lanes(&self, i: u32) -> u16 {
        let has = |lane: &usize| i as f32 <= self.counts[*lane];
        (0..LANES).filter(has).fold(0, |all, lane| all | 1 << lane)
    }

    /// The coordinates of lookup `i`, from 1 on.
    fn at(&self, i: u32, [s, t]: [&[f32; LANES]; 2]) -> [[f32; LANES]; 2] {
        let offset = |lane: usize| i as f32 / (self.counts[lane] + 1.0) - 0.5;
        let moved = |from: &[f32; LANES], along: &[f32; LANES]| {
            std::array::from_fn(|lane| from[lane] + along[lane] * offset(lane))
        };
        [moved(s, &self.along[0]), moved(t, &self.along[1])]
    }
}

/// Samples `image` as [`sample16_wide`] does, with the mean of up to `most` lookups a pixel;
/// with one if the level is given.
///
/// It stays a function of its own, so that callers, which have the other samplers inline,
/// stay small.
#[inline(never)]
pub fn sample16_anisotropic<S: WideSource>(
    (sampler, most): (&Sampler, f32),
    image: &Image,
    source: &mut S,
    [s, t, r]: [&[f32; LANES]; 3],
    lod: Lod<'_>,
    mask: u16,
) -> [[u32; LANES]; 4] {
    let Some(mut of) = Footprints::new(image, [s, t], lod, most) else {
        return sample16_wide(sampler, image, source, [s, t, r], lod, mask);
    };
    of.levels.iter_mut().for_each(|l| *l += sampler.lod_bias);
    let mut sums = [[0.0; LANES]; 4];
    let all = of.counts.iter().fold(1.0, |a: f32, b| a.max(*b)) as u32;
    for i in 1..=all {
        let [s, t] = of.at(i, [s, t]);
        let (at, lod) = ([&s, &t, r], Lod::Absolute(&of.levels));
        let texels = sample16_wide(sampler, image, source, at, lod, mask & of.lanes(i));
        for (sum, texel) in sums.iter_mut().flatten().zip(texels.iter().flatten()) {
            *sum += f32::from_bits(*texel);
        }
    }
    sums.map(|sum| std::array::from_fn(|lane| (sum[lane] / of.counts[lane]).to_bits()))
}
