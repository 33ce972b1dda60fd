//! Masks of active lanes: a bit each, and a word each.

use super::group::BATCHES;
use tilescope_exec::Lanes16;

/// A bit for each lane of a group, sixteen in a batch.
pub type Bits = [u16; BATCHES];

/// No lane.
pub const NONE: Bits = [0; BATCHES];

/// All ones in the lanes whose bit is set.
#[inline(always)]
pub fn words(bits: u16) -> Lanes16 {
    Lanes16::from_fn(|i| 0u32.wrapping_sub(u32::from(bits) >> i & 1))
}

/// The lanes whose word is not 0.
#[inline(always)]
pub fn bits(words: &Lanes16) -> u16 {
    let mut bits = 0;
    for (i, word) in words.0.iter().enumerate() {
        bits |= u32::from(*word != 0) << i;
    }
    bits as u16
}

/// The number of lanes in the set.
pub fn count(bits: &Bits) -> u64 {
    bits.iter().map(|b| u64::from(b.count_ones())).sum()
}

/// Adds the lanes of `other`.
pub fn unite(bits: &mut Bits, other: &Bits) {
    for (a, b) in bits.iter_mut().zip(other) {
        *a |= b;
    }
}
