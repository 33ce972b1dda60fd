//! Multisampling: sample positions on the screen and in memory.
//!
//! A multisampled surface is a larger surface: twice as wide with two samples,
//! twice as wide and high with four, and each sample is a pixel of it. Tile status,
//! layouts and the resolve engine treat it as such. The order of samples within a
//! pixel is unknown, and not visible once they are averaged; here it is from left
//! to right, then down.
//!
//! Sources: etna_viv doc/hardware.md, multisampling; Mesa etnaviv_state.c,
//! `etna_set_framebuffer_state`, and `translate_samples_to_xyscale`.

use tilescope_output::Fragments;
use tilescope_raster::SamplePositions;

use crate::chips::Chip;
use crate::features::Feature;
use crate::log::Log;
use crate::quirks::{Interpolation, Quirks, SampleSet};
use crate::regs::gl::{MsaaSamples, multi_sample_config};
use crate::regs::ps::msaa_config;
use crate::regs::ra::{centroid_table, multisample_unk00e10};
use crate::state::State;

/// The most samples of a pixel.
pub(super) const MOST: usize = 4;

/// The samples of each pixel.
#[derive(Clone, Debug)]
pub(super) struct Samples {
    /// Mask of the samples that are drawn.
    pub enabled: u16,
    /// The position at which varyings are evaluated for each mask of covered
    /// samples, in pixels.
    pub centroids: [(f32, f32); 16],
    positions: [(f32, f32); MOST],
    count: usize,
    quads: [Sampled; MOST],
}

/// A sample position in sixteenths of a pixel.
///
/// That x is in the low four bits is inferred: only then is every entry of the
/// drivers' centroid tables the mean of its samples.
fn place(state: &State, at: u32, i: u32) -> (u8, u8) {
    let byte = (state.word(at + i / 4 * 4) >> (i % 4 * 8)) as u8;
    (byte & 15, byte >> 4)
}

/// Positions of two and of four samples with HALTI5, which has no registers for
/// them: those of Direct3D 10, as drivers set them on older chips.
const STANDARD: [[(u8, u8); 4]; 2] = [
    [(12, 12), (4, 4), (8, 8), (8, 8)],
    [(6, 2), (14, 6), (2, 10), (10, 14)],
];

fn pixels((x, y): (u8, u8)) -> (f32, f32) {
    (f32::from(x) / 16.0, f32::from(y) / 16.0)
}

impl Samples {
    /// Decodes the registers; `None` without multisampling.
    pub(super) fn new(
        state: &State,
        chip: &Chip,
        quirks: &Quirks,
        log: &mut Log,
    ) -> Option<Samples> {
        let word = state.word(multi_sample_config::AT);
        let samples = multi_sample_config::MSAA_SAMPLES.of(word);
        let count = match MsaaSamples::from_bits(samples as u8) {
            MsaaSamples::None => return None,
            MsaaSamples::X2 => 2,
            MsaaSamples::X4 => 4,
            MsaaSamples::Unknown(_) => {
                log.unimplemented("an undefined number of samples");
                return None;
            }
        };
        let set = match (count, quirks.sample_set) {
            (2, _) | (_, SampleSet::First) => 0,
            (_, SampleSet::Second) => 1,
            (_, SampleSet::Third) => 2,
        };
        let newest = chip.features.halti() >= Some(5);
        let position = |i| match newest {
            true => STANDARD[usize::from(count == 4)][i as usize],
            false => place(state, multisample_unk00e10::AT + 4 * set, i),
        };
        let centroid = |mask: u32| match quirks.interpolation {
            Interpolation::Centroid if !newest => place(state, centroid_table::AT + 16 * set, mask),
            Interpolation::Centroid | Interpolation::Centre => (8, 8),
        };
        let masks = std::array::from_fn(|mask| mask as u32);
        let mut enabled = multi_sample_config::MSAA_ENABLES.of(word) as u16;
        if chip.features.has(Feature::Halti4) {
            enabled &= fragment_operations(state.word(msaa_config::AT), log);
        }
        Some(Samples {
            enabled,
            centroids: masks.map(|mask| pixels(centroid(mask))),
            positions: [0, 1, 2, 3].map(|i| pixels(position(i))),
            count,
            quads: quads(count),
        })
    }

    /// Sample positions for the rasteriser.
    pub(super) fn positions(&self) -> SamplePositions {
        let all = self
            .positions
            .map(|(x, y)| ((x * 16.0) as u8, (y * 16.0) as u8));
        match self.count {
            2 => SamplePositions::Two([all[0], all[1]]),
            _ => SamplePositions::Four(all),
        }
    }

    /// Pixels of memory per pixel, across and down.
    pub(super) fn scale(&self) -> (u32, u32) {
        (2, self.count as u32 / 2)
    }

    /// The number of samples.
    pub(super) fn count(&self) -> usize {
        self.count
    }

    /// The position of each sample in the pixel.
    pub(super) fn each(&self) -> impl Iterator<Item = (f32, f32)> {
        self.positions.iter().copied().take(self.count)
    }

    /// Part `n` of the samples of a batch, whose fragments for each sample are `parts`, as quads
    /// of the larger surface, and the lane of the pixel of each. There are
    /// [`count`](Samples::count) parts.
    pub(super) fn quads(&self, n: usize, parts: &[Fragments; MOST]) -> (Fragments, &[usize; 16]) {
        let (across, down) = self.scale();
        let (lanes, samples) = &self.quads[n % MOST];
        let mut out = Fragments::default();
        for (i, (&lane, &sample)) in lanes.iter().zip(samples).enumerate() {
            let from = &parts[sample % MOST];
            out.x[i] = from.x[lane] * across + sample as u32 % 2;
            out.y[i] = from.y[lane] * down + sample as u32 / 2;
            out.z[i] = from.z[lane];
            out.mask |= (from.mask >> lane & 1) << i;
            out.front |= (from.front >> lane & 1) << i;
        }
        (out, lanes)
    }
}

/// The lane of the pixel, and the sample, of each lane of sixteen.
type Sampled = ([usize; 16], [usize; 16]);

/// The samples of a batch as quads of the larger surface, in parts: each quad of pixels is
/// `count` quads of samples. Sample `i` is at column `i & 1` and row `i >> 1` of those of its pixel.
fn quads(count: usize) -> [Sampled; MOST] {
    let (across, down) = (2, count / 2);
    let of = |n: usize, lane: usize| {
        let quad = 4 * n + lane / 4;
        let (of, part) = (quad / count, quad % count);
        let x = part % across * 2 + lane % 2;
        let y = part / across * 2 + lane / 2 % 2;
        let pixel = of * 4 + y / down * 2 + x / across;
        (pixel % 16, y % down * 2 + x % across)
    };
    std::array::from_fn(|n| {
        let lane = |i| of(n, i).0;
        let sample = |i| of(n, i).1;
        (std::array::from_fn(lane), std::array::from_fn(sample))
    })
}

/// The samples enabled in `PS.MSAA_CONFIG`.
fn fragment_operations(word: u32, log: &mut Log) -> u16 {
    if msaa_config::ALPHA_TO_COVERAGE.of(word) != 0 || msaa_config::SAMPLE_COVERAGE.of(word) != 0 {
        log.unimplemented("alpha to coverage and sample coverage");
    }
    match msaa_config::SAMPLE_MASK_ENABLE.of(word) {
        0 => 15,
        _ => msaa_config::SAMPLE_MASK.of(word) as u16,
    }
}
