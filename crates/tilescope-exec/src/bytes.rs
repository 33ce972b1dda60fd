//! Words of memory as registers have them: the order of bytes, and extension.

use crate::lanes::Lanes16;
use std::ops::Range;

/// The bytes of a memory operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bytes {
    /// Their number. Fewer than four are extended to a word.
    pub count: u8,
    /// Whether they are extended with sign.
    pub signed: bool,
    /// The order of bytes in memory: groups of so many are reversed.
    pub reversed: u8,
}

/// Words whose groups of `size` bytes have their bytes reversed.
fn reversed(words: [u32; 4], size: u8) -> [u32; 4] {
    match size {
        2 => words.map(|w| w.rotate_left(8) & 0xff00_ff00 | w.rotate_right(8) & 0x00ff_00ff),
        4 => words.map(u32::swap_bytes),
        8 => {
            let [a, b, c, d] = words.map(u32::swap_bytes);
            [b, a, d, c]
        }
        _ => words,
    }
}

/// A word of fewer than four bytes, extended.
#[inline(always)]
fn extended(word: u32, bytes: u8, signed: bool) -> u32 {
    let up = match bytes {
        1 => 24,
        2 => 16,
        _ => return word,
    };
    match signed {
        true => ((word << up) as i32 >> up) as u32,
        false => word << up >> up,
    }
}

impl Bytes {
    /// The words of a load, in the order of the register.
    #[inline(always)]
    pub fn arranged(self, words: &[Lanes16; 4]) -> [Lanes16; 4] {
        let Bytes {
            count,
            signed,
            reversed: size,
        } = self;
        if !matches!(size, 2 | 4 | 8) && count > 2 {
            return *words;
        }
        let mut out = [Lanes16::ZERO; 4];
        for lane in 0..16 {
            let mut own = reversed(words.map(|w| w.0[lane]), size);
            own[0] = extended(own[0], count, signed);
            for (to, word) in out.iter_mut().zip(own) {
                to.0[lane] = word;
            }
        }
        out
    }
}

/// The bytes of a lane, in the order of memory.
pub fn of_lane(words: &[Lanes16; 4], lane: usize) -> [u8; 16] {
    let mut bytes = [0; 16];
    let (chunks, _) = bytes.as_chunks_mut();
    for (bytes, words) in chunks.iter_mut().zip(words) {
        *bytes = words[lane & 15].to_le_bytes();
    }
    bytes
}

/// The ranges of bytes that a mask has, from the lowest bit on.
pub fn ranges(mut mask: u16) -> impl Iterator<Item = Range<usize>> {
    std::iter::from_fn(move || {
        let start = (mask != 0).then(|| mask.trailing_zeros())?;
        let end = start + (!(mask >> start)).trailing_zeros().min(16 - start);
        mask &= (u32::from(u16::MAX) << end) as u16;
        Some(start as usize..end as usize)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_runs_of_ones() {
        for mask in 0..=u16::MAX {
            let found: Vec<_> = ranges(mask).collect();
            let ones = found
                .iter()
                .flat_map(Clone::clone)
                .fold(0, |all, n| all | 1u16 << n);
            assert_eq!(ones, mask);
            assert!(found.windows(2).all(|pair| pair[0].end < pair[1].start));
        }
    }
}
