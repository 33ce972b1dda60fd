//! Fragment operations on alpha and coverage.

use half::f16;

use crate::compare::CompareFunc;
use crate::dither::Dither;

/// The precision of alpha and reference in the alpha test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AlphaPrecision {
    /// Integers of 8 bits, rounded to the nearest. The reference is one of 0 to 255.
    Byte,
    /// Halves, rounded to the nearest.
    Half,
    /// Singles.
    Single,
}

/// The alpha test.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AlphaTest {
    /// Alpha against the reference.
    pub func: CompareFunc,
    /// The reference, in units of the precision.
    pub reference: f32,
    /// The precision of the comparison.
    pub precision: AlphaPrecision,
}

impl AlphaTest {
    /// The lanes whose alpha passes.
    #[inline(always)]
    pub fn lanes(&self, alpha: &[f32; 16]) -> u16 {
        let mut values = [0.0; 16];
        for (value, a) in values.iter_mut().zip(alpha) {
            let a = a.clamp(0.0, 1.0);
            *value = match self.precision {
                AlphaPrecision::Byte => (a * 255.0 + 0.5).floor(),
                AlphaPrecision::Half => f16::from_f32(a).to_f32(),
                AlphaPrecision::Single => a,
            };
        }
        self.func.lanes(&values, &[self.reference; 16])
    }
}

/// The largest number of samples of a pixel.
pub const MAX_SAMPLES: usize = 16;

/// Alpha to coverage: the number of samples grows with alpha.
///
/// The specifications leave the function to the implementation (OpenGL ES 3.0, 4.1.3;
/// Vulkan 1.3, multisample coverage), so its data comes from the family.
#[derive(Clone, Copy, Debug)]
pub struct AlphaToCoverage {
    /// Samples of a pixel.
    pub samples: u8,
    /// Samples in the order in which they are added.
    pub order: [u8; MAX_SAMPLES],
    /// The offset added at each pixel before the number is truncated; without it, numbers
    /// are rounded to the nearest.
    pub dither: Option<Dither>,
}

impl AlphaToCoverage {
    /// A bit for each sample to which alpha gives coverage, in each lane.
    #[inline]
    pub fn lanes(&self, alpha: &[f32; 16], x: &[u32; 16], y: &[u32; 16]) -> [u16; 16] {
        let samples = usize::from(self.samples).min(MAX_SAMPLES);
        let mut out = [0; 16];
        for (lane, out) in out.iter_mut().enumerate() {
            let add = (self.dither.as_ref()).map_or(0.5, |d| d.at(x[lane], y[lane]));
            // NaN has no coverage.
            let number = (alpha[lane].clamp(0.0, 1.0) * samples as f32 + add) as usize;
            *out = first_samples(&self.order, number.min(samples));
        }
        out
    }
}

/// Sample coverage: a part of the samples, in the order in which they are added. With
/// `invert` the others (OpenGL ES 3.0, 4.1.3).
pub fn sample_coverage(value: f32, invert: bool, samples: u8, order: &[u8; MAX_SAMPLES]) -> u16 {
    let count = usize::from(samples).min(MAX_SAMPLES);
    let number = (value.clamp(0.0, 1.0) * count as f32 + 0.5) as usize;
    let bits = first_samples(order, number.min(count));
    let all = (1u32 << count) - 1;
    match invert {
        true => !bits & all as u16,
        false => bits,
    }
}

#[inline]
fn first_samples(order: &[u8; MAX_SAMPLES], number: usize) -> u16 {
    let taken = order.iter().take(number);
    taken.fold(0, |bits, sample| bits | 1 << (sample & 15))
}

/// The lanes that have sample `n` in their coverage.
#[inline]
pub fn lanes_of_sample(coverage: &[u16; 16], n: u32) -> u16 {
    let mut bits = 0;
    for (lane, coverage) in coverage.iter().enumerate() {
        bits |= (coverage >> (n & 15) & 1) << lane;
    }
    bits
}
