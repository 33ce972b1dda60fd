//! Sets of lanes.

use tilescope_exec::{Lanes16, sixteen};

/// A bit for each lane of a group: `B` batches of sixteen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mask<const B: usize>(pub [u16; B]);

impl<const B: usize> Mask<B> {
    /// No lane.
    pub const NONE: Mask<B> = Mask([0; B]);

    /// Every lane.
    pub const ALL: Mask<B> = Mask([u16::MAX; B]);

    /// Number of lanes in the set.
    pub fn count(&self) -> u64 {
        let four = |count: u64, bits: &[u16]| {
            let all = (bits.iter()).fold(0, |all, b| all << 16 | u64::from(*b));
            count + u64::from(all.count_ones())
        };
        self.0.chunks(4).fold(0, four)
    }

    /// Whether no lane is in the set.
    pub fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |all, b| all | b) == 0
    }

    /// Whether a lane is in the set; lane 16 is the first of batch 1.
    pub fn has(&self, lane: usize) -> bool {
        self.0
            .get(lane / 16)
            .is_some_and(|b| b >> (lane % 16) & 1 != 0)
    }

    /// Adds a lane.
    pub fn insert(&mut self, lane: usize) {
        if let Some(b) = self.0.get_mut(lane / 16) {
            *b |= 1 << (lane % 16);
        }
    }

    /// Adds the lanes of another set.
    pub fn unite(&mut self, other: &Mask<B>) {
        for (a, b) in self.0.iter_mut().zip(&other.0) {
            *a |= b;
        }
    }

    /// The lanes that are not in another set.
    pub fn without(&self, other: &Mask<B>) -> Mask<B> {
        let mut rest = *self;
        for (a, b) in rest.0.iter_mut().zip(&other.0) {
            *a &= !b;
        }
        rest
    }

    /// The lanes that are in both sets.
    pub fn both(&self, other: &Mask<B>) -> Mask<B> {
        let mut both = *self;
        for (a, b) in both.0.iter_mut().zip(&other.0) {
            *a &= b;
        }
        both
    }

    /// Lane numbers, ascending.
    pub fn lanes(&self) -> impl Iterator<Item = usize> + use<B> {
        let set = *self;
        (0..B * 16).filter(move |lane| set.has(*lane))
    }
}

/// All ones in the lanes whose bit is set.
#[inline(always)]
pub(crate) fn words(bits: u16) -> Lanes16 {
    Lanes16::from_fn(|i| 0u32.wrapping_sub(u32::from(bits) >> i & 1))
}

/// The lanes whose word is not 0.
#[inline(always)]
pub fn bits(words: &Lanes16) -> u16 {
    sixteen::nonzero(&words.0)
}
