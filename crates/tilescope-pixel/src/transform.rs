//! Conversion of rows of pixels between formats.

use crate::format::swap_red_blue;
use crate::{Dither, Format, Narrow, Storage, Widen};

/// Rounding of the mean of samples.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MeanRounding {
    /// To nearest, ties up.
    #[default]
    Nearest,
    /// Downwards.
    Down,
}

/// Reduction of the pixels that are merged by downscaling.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sampling {
    /// Their mean, component by component.
    Mean(MeanRounding),
    /// The top left one.
    First,
}

/// Exchange of the bytes of a pixel in memory.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ByteSwap {
    /// None.
    #[default]
    Keep,
    /// The two bytes of each half word.
    Halves,
    /// The four bytes of each word.
    Words,
}

/// Parameters of a transform.
#[derive(Clone, Copy, Debug)]
pub struct Wanted {
    /// Format of the source.
    pub from: Format,
    /// Format of the destination.
    pub to: Format,
    /// Sources of red, green, blue and alpha of the destination: bytes of a colour
    /// word, 4 for zero and 5 for one.
    pub swizzle: [u8; 4],
    /// Powers of two by which width and height shrink: 0 or 1.
    pub halve: (u32, u32),
    /// Reduction of merged pixels.
    pub sampling: Sampling,
    /// Dithering applied before truncation.
    pub dither: Option<Dither>,
    /// Byte swap of the destination.
    pub swap: ByteSwap,
}

/// The identity swizzle.
pub const IDENTITY: [u8; 4] = [0, 1, 2, 3];
/// The swizzle that swaps red and blue.
pub const SWAP_RB: [u8; 4] = [2, 1, 0, 3];

/// The method of a transform.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Method {
    /// Copies bits.
    Bits,
    /// Converts through colour words.
    Colours,
}

/// A transform of rows of pixels.
#[derive(Clone, Copy, Debug)]
pub struct Transform {
    wanted: Wanted,
    method: Method,
}

/// Pixels of a row that are transformed at once.
const ROW: usize = 64;

impl Transform {
    /// The transform with the given parameters; `None` if formats are converted that are
    /// not normalised with up to 8 bits.
    pub fn new(wanted: Wanted) -> Option<Transform> {
        let Wanted { from, to, .. } = wanted;
        let same = from == to && wanted.swizzle == IDENTITY && wanted.halve == (0, 0);
        let colours = |f: Format| matches!(f.row().storage, Storage::Unorm(_));
        let method = if same {
            Method::Bits
        } else if colours(from) && colours(to) {
            Method::Colours
        } else if wanted.halve != (0, 0)
            && wanted.sampling == Sampling::First
            && from == to
            && wanted.swizzle == IDENTITY
            && from.row().block == (1, 1)
        {
            Method::Bits
        } else {
            return None;
        };
        Some(Transform { wanted, method })
    }

    /// Whether the bits of every pixel are unchanged.
    pub fn changes_nothing(&self) -> bool {
        self.method == Method::Bits
            && self.wanted.halve == (0, 0)
            && self.wanted.swap == ByteSwap::Keep
    }

    /// Powers of two by which width and height shrink.
    pub fn halve(&self) -> (u32, u32) {
        self.wanted.halve
    }

    /// Computes row `y` of the destination, from column `x` on, from one row of the
    /// source, or from two if the height is halved.
    pub fn row(&self, rows: [&[u8]; 2], out: &mut [u8], x: u32, y: u32) {
        match self.method {
            Method::Bits => self.bits(rows[0], out),
            Method::Colours => self.colours(rows, out, x, y),
        }
        match self.wanted.swap {
            ByteSwap::Keep => {}
            ByteSwap::Halves => (out.as_chunks_mut::<2>().0.iter_mut()).for_each(|p| p.reverse()),
            ByteSwap::Words => (out.as_chunks_mut::<4>().0.iter_mut()).for_each(|p| p.reverse()),
        }
    }

    fn bits(&self, row: &[u8], out: &mut [u8]) {
        let bytes = (self.wanted.from.bits_per_texel() / 8) as usize;
        if self.wanted.halve.0 == 0 {
            let n = row.len().min(out.len());
            out[..n].copy_from_slice(&row[..n]);
            return;
        }
        for (from, to) in row.chunks(2 * bytes).zip(out.chunks_mut(bytes)) {
            let n = from.len().min(to.len());
            to[..n].copy_from_slice(&from[..n]);
        }
    }

    fn colours(&self, rows: [&[u8]; 2], out: &mut [u8], x: u32, y: u32) {
        let Wanted { from, halve, .. } = self.wanted;
        let (across, down) = halve;
        let mut words = [[0; 2 * ROW]; 2];
        let mut n = 0;
        for (row, words) in rows.into_iter().zip(&mut words).take(1 + down as usize) {
            n = from.unpack(row, Widen::Replicate, words);
        }
        n >>= across;
        let [first, second] = &mut words;
        if across + down > 0 {
            for i in 0..n {
                let at = i << across;
                first[i] = match (across, down) {
                    (0, _) => self.sample([first[at], second[at]]),
                    (_, 0) => self.sample([first[at], first[at + 1]]),
                    _ => self.sample([first[at], first[at + 1], second[at], second[at + 1]]),
                };
            }
        }
        let words = &mut first[..n];
        match self.wanted.swizzle {
            IDENTITY => {}
            SWAP_RB => words.iter_mut().for_each(|w| *w = swap_red_blue(*w)),
            _ => words.iter_mut().for_each(|w| *w = self.swizzled(*w)),
        }
        self.pack(words, out, x, y);
    }

    /// Stores colour words of row `y` from column `x` on.
    fn pack(&self, words: &[u32], out: &mut [u8], x: u32, y: u32) {
        let to = stored_alpha(self.wanted.to);
        if to == Format::B8G8R8A8Unorm {
            for (out, word) in out.as_chunks_mut().0.iter_mut().zip(words) {
                *out = swap_red_blue(*word).to_le_bytes();
            }
            return;
        }
        let bytes = (to.bits_per_texel() / 8) as usize;
        for ((word, out), i) in words.iter().zip(out.chunks_mut(bytes)).zip(0..) {
            let texel = match &self.wanted.dither {
                Some(dither) => to.pack_dithered(*word, x.wrapping_add(i), y, dither),
                None => to.pack(*word, Narrow::Truncate),
            };
            let n = out.len();
            out.copy_from_slice(&texel.to_le_bytes()[..n]);
        }
    }

    fn swizzled(&self, word: u32) -> u32 {
        let [r, g, b, a] = word.to_le_bytes();
        let sources = [r, g, b, a, 0, 255];
        u32::from_le_bytes(
            self.wanted
                .swizzle
                .map(|s| sources.get(usize::from(s)).copied().unwrap_or(0)),
        )
    }

    /// Reduces `N` pixels, a power of two, to one.
    fn sample<const N: usize>(&self, words: [u32; N]) -> u32 {
        let rounding = match self.wanted.sampling {
            Sampling::First => return words[0],
            Sampling::Mean(MeanRounding::Nearest) => N as u32 / 2,
            Sampling::Mean(MeanRounding::Down) => 0,
        };
        // Two components at a time, with room for the sum of four pixels.
        let pairs = |shift: u32| {
            let sum: u32 = words.iter().map(|w| w >> shift & 0x00ff_00ff).sum();
            ((sum + rounding * 0x0001_0001) / N as u32) & 0x00ff_00ff
        };
        pairs(0) | pairs(8) << 8
    }
}

/// The format with alpha for formats that ignore it: the ignored bits may have any
/// value, such as those of the source.
fn stored_alpha(format: Format) -> Format {
    match format {
        Format::B8G8R8X8Unorm => Format::B8G8R8A8Unorm,
        Format::B4G4R4X4Unorm => Format::B4G4R4A4Unorm,
        Format::B5G5R5X1Unorm => Format::B5G5R5A1Unorm,
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wanted(from: Format, to: Format) -> Wanted {
        Wanted {
            from,
            to,
            swizzle: IDENTITY,
            halve: (0, 0),
            sampling: Sampling::Mean(MeanRounding::Nearest),
            dither: None,
            swap: ByteSwap::Keep,
        }
    }

    fn run(wanted: Wanted, rows: [&[u8]; 2], len: usize) -> Vec<u8> {
        let mut out = vec![0; len];
        Transform::new(wanted).unwrap().row(rows, &mut out, 0, 0);
        out
    }

    const BGRA: Format = Format::B8G8R8A8Unorm;

    #[test]
    fn components_change_places_and_width() {
        let px = [0x10, 0x20, 0xff, 0x40];
        let swapped = Wanted {
            swizzle: SWAP_RB,
            ..wanted(BGRA, BGRA)
        };
        assert_eq!(run(swapped, [&px, &px], 4), [0xff, 0x20, 0x10, 0x40]);
        let rgba = wanted(BGRA, Format::R8G8B8A8Unorm);
        assert_eq!(run(rgba, [&px, &px], 4), [0xff, 0x20, 0x10, 0x40]);
        let narrow = wanted(BGRA, Format::B5G6R5Unorm);
        let want = (31 << 11 | 8 << 5 | 2u16).to_le_bytes();
        assert_eq!(run(narrow, [&px, &px], 2), want);
        let ones = Wanted {
            swizzle: [0, 4, 2, 5],
            ..wanted(BGRA, BGRA)
        };
        assert_eq!(run(ones, [&px, &px], 4), [0x10, 0, 0xff, 0xff]);
    }

    #[test]
    fn halving_takes_means_or_the_first() {
        let a = [1, 2, 3, 4, 3, 3, 3, 3];
        let b = [2, 2, 3, 4, 255, 3, 4, 3];
        let halved = |halve, sampling| {
            let w = Wanted {
                halve,
                sampling,
                ..wanted(BGRA, BGRA)
            };
            run(w, [&a, &b], 8 >> halve.0)
        };
        let nearest = Sampling::Mean(MeanRounding::Nearest);
        assert_eq!(halved((1, 0), nearest), [2, 3, 3, 4]);
        assert_eq!(halved((0, 1), nearest), [2, 2, 3, 4, 129, 3, 4, 3]);
        assert_eq!(halved((1, 1), nearest), [65, 3, 3, 4]);
        let down = Sampling::Mean(MeanRounding::Down);
        assert_eq!(halved((1, 1), down), [65, 2, 3, 3]);
        assert_eq!(halved((1, 1), Sampling::First), [1, 2, 3, 4]);
    }

    #[test]
    fn bytes_are_swapped_last() {
        let px = [1, 2, 3, 4];
        let swapped = |swap| {
            let w = Wanted {
                swap,
                ..wanted(BGRA, BGRA)
            };
            run(w, [&px, &px], 4)
        };
        assert_eq!(swapped(ByteSwap::Halves), [2, 1, 4, 3]);
        assert_eq!(swapped(ByteSwap::Words), [4, 3, 2, 1]);
    }

    #[test]
    fn unimplemented_transforms_are_refused() {
        let depth = Wanted {
            halve: (1, 0),
            ..wanted(Format::Z16Unorm, Format::Z16Unorm)
        };
        assert!(Transform::new(depth).is_none());
        let first = Wanted {
            sampling: Sampling::First,
            ..depth
        };
        assert_eq!(run(first, [&[1, 2, 3, 4], &[]], 2), [1, 2]);
    }
}
