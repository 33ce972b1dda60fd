//! Anisotropic filtering: several lookups along the longer axis of a pixel's
//! footprint.
//!
//! ```text
//! n = min(ceil(longer / shorter), max)       level = log2(longer / n)
//! lookup i of n is at i / (n + 1) - 1/2 along the longer axis
//! ```
//!
//! Source: the formulas proposed in EXT_texture_filter_anisotropic. The registers
//! only limit the number of lookups.

use tilescope_exec::transcendental::{exp2, log2};
use tilescope_texture::Image;

use crate::shader::{Lod, Lookup};

const LANES: usize = 16;

/// The largest number of lookups for a pixel, from its logarithm in the registers,
/// whose steps of 1/32 give integers only approximately.
pub(super) fn most_lookups(logarithm: f32) -> f32 {
    exp2(f64::from(logarithm)).round() as f32
}

/// The footprints of the pixels of sixteen lanes.
pub(super) struct Covered {
    /// Lookups of each lane; at least one.
    pub counts: [f32; LANES],
    /// The longer axis of the footprint, in s and in t.
    along: [[f32; LANES]; 2],
    /// The level, before all biases.
    pub levels: [f32; LANES],
}

impl Covered {
    /// The footprints of `lookup` at the coordinates `s` and `t` of `image`, for at
    /// most `most` lookups. `None` if the shader specifies the level.
    pub(super) fn new(
        image: &Image,
        [s, t]: [&[f32; LANES]; 2],
        lookup: &Lookup,
        limit: f32,
    ) -> Option<Covered> {
        let sides = |lane: usize| -> [[f32; 2]; 2] {
            let first = lane & !3;
            let to = |other: usize| [s[other] - s[first], t[other] - t[first]];
            [to(first + 1), to(first + 2)]
        };
        let given = |lane: usize, [x, y]: [&[tilescope_exec::Lanes16; 4]; 2]| {
            [x, y].map(|d| [d[0], d[1]].map(|d| f32::from_bits(d[lane])))
        };
        let mut covered = Covered {
            counts: [1.0; LANES],
            along: [[0.0; LANES]; 2],
            levels: [0.0; LANES],
        };
        let (width, height) = image.size(0);
        let (width, height) = (width as f32, height as f32);
        for lane in 0..LANES {
            let [x, y] = match &lookup.lod {
                Lod::Implicit | Lod::Bias(_) => sides(lane),
                Lod::Gradients(x, y) => given(lane, [x, y]),
                Lod::Explicit(_) => return None,
            };
            let length = |d: [f32; 2]| {
                let (x, y) = (f64::from(d[0] * width), f64::from(d[1] * height));
                (x * x + y * y).sqrt() as f32
            };
            let (x, y) = ((length(x), x), (length(y), y));
            let (longer, shorter) = if x.0 >= y.0 { (x, y) } else { (y, x) };
            let count = (longer.0 / shorter.0).ceil().clamp(1.0, limit);
            // Both are NaN if the coordinates are.
            let count = if count.is_nan() { 1.0 } else { count };
            covered.counts[lane] = count;
            covered.along[0][lane] = longer.1[0];
            covered.along[1][lane] = longer.1[1];
            covered.levels[lane] = log2(f64::from(longer.0 / count)) as f32;
        }
        Some(covered)
    }

    /// The largest number of lookups of any lane.
    pub(super) fn most(&self) -> u32 {
        self.counts.iter().fold(1.0, |a: f32, b| a.max(*b)) as u32
    }

    /// The lanes that have lookup `i`, from 1 on.
    pub(super) fn lanes(&self, i: u32) -> u16 {
        let has = |lane: &usize| i as f32 <= self.counts[*lane];
        (0..LANES).filter(has).fold(0, |all, lane| all | 1 << lane)
    }

    /// The coordinates of lookup `i`, from 1 on.
    pub(super) fn at(&self, i: u32, [s, t]: [&[f32; LANES]; 2]) -> [[f32; LANES]; 2] {
        let offset = |lane: usize| i as f32 / (self.counts[lane] + 1.0) - 0.5;
        let moved = |from: &[f32; LANES], along: &[f32; LANES]| {
            std::array::from_fn(|lane| from[lane] + along[lane] * offset(lane))
        };
        [moved(s, &self.along[0]), moved(t, &self.along[1])]
    }
}
