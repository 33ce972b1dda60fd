//! Words of memory as registers have them: the order of bytes, and extension.

use crate::lanes::Lanes16;

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
