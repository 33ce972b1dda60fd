//! Exchange inside quads: four lanes with consecutive numbers, of two rows of two pixels.
//!
//! Votes and ballots of a whole wave are units of `tilescope-shader`, which see every
//! batch of a group and the lanes that run. What is here sees one batch: semantics pass
//! the lanes that run as a mask where they matter.

use crate::exec::Exec;

/// The lane that each lane of a quad receives from.
pub type Pattern = [u8; 4];

/// The neighbour in the same row.
pub const HORIZONTAL: Pattern = [1, 0, 3, 2];
/// The neighbour in the same column.
pub const VERTICAL: Pattern = [2, 3, 0, 1];
/// The lane in the other row and column.
pub const DIAGONAL: Pattern = [3, 2, 1, 0];

/// Every lane receives from lane `n`, modulo 4.
pub const fn broadcast(n: u8) -> Pattern {
    [n & 3; 4]
}

/// Lane `i` of each quad is lane `from[i]`, modulo 4, of the same quad.
#[inline(always)]
pub fn shuffle<E: Exec>(e: &mut E, a: E::V, from: Pattern) -> E::V {
    let mut lanes = [0; 16];
    for (i, lane) in lanes.iter_mut().enumerate() {
        *lane = (i as u8 & 12) | (from[i & 3] & 3);
    }
    e.permute(a, lanes)
}

/// Each lane receives from the lane of its quad whose number is in `n`, modulo 4.
#[inline(always)]
pub fn shuffle_by<E: Exec>(e: &mut E, a: E::V, n: E::V) -> E::V {
    let three = e.splat(3);
    let n = e.and(n, three);
    let mut r = shuffle(e, a, broadcast(0));
    for lane in 1..4 {
        let from = shuffle(e, a, broadcast(lane));
        let number = e.splat(lane.into());
        let this = e.eq(n, number);
        r = e.select(this, from, r);
    }
    r
}

/// Lanes whose difference is a derivative.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Derivatives {
    /// In every row and column by itself.
    Fine,
    /// In the first row and column, for the whole quad.
    Coarse,
}

/// The difference between the lanes of a quad whose numbers differ in the bit `step`: 1 along
/// rows, 2 along columns.
#[inline(always)]
pub fn derivative<E: Exec>(e: &mut E, which: Derivatives, v: E::V, step: u8) -> E::V {
    let rest = match which {
        Derivatives::Fine => !step,
        Derivatives::Coarse => !3,
    };
    let (mut low, mut high) = ([0; 16], [0; 16]);
    for i in 0..16 {
        low[usize::from(i)] = i & rest;
        high[usize::from(i)] = i & rest | step;
    }
    let (low, high) = (e.permute(v, low), e.permute(v, high));
    e.fsub(high, low)
}

/// A bit for each lane of the quad, in all its lanes: lane 0 is bit 0.
#[inline(always)]
pub fn ballot<E: Exec>(e: &mut E, m: E::M) -> E::V {
    let word = e.mask_to_word(m);
    let mut bits = e.splat(0);
    for lane in 0..4 {
        let from = shuffle(e, word, broadcast(lane));
        let bit = e.splat(1 << lane);
        let bit = e.and(from, bit);
        bits = e.or(bits, bit);
    }
    bits
}

/// Whether any lane of the quad is true.
#[inline(always)]
pub fn any<E: Exec>(e: &mut E, m: E::M) -> E::M {
    let bits = ballot(e, m);
    let zero = e.splat(0);
    let none = e.eq(bits, zero);
    e.mask_not(none)
}

/// Whether all lanes of the quad are true.
#[inline(always)]
pub fn all<E: Exec>(e: &mut E, m: E::M) -> E::M {
    let bits = ballot(e, m);
    let every = e.splat(0b1111);
    e.eq(bits, every)
}
