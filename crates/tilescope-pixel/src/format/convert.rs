//! Conversion from bytes of memory to words.

use super::Storage::*;
use super::{Codec, Format, unorm};
use crate::channel::Widen;
use crate::{etc1, etc2, s3tc};

impl Format {
    /// Unpacks texels that are contiguous in memory: one, two or four words for each
    /// texel, block by block, each block in raster order. Texels smaller than a byte start at its lowest bit
    /// (unconfirmed for VideoCore IV). Stops at the end of the shorter slice; returns the number of
    /// words written.
    pub fn unpack(self, bytes: &[u8], widen: Widen, out: &mut [u32]) -> usize {
        let row = self.row();
        match row.storage {
            Snorm(_) | Half(_) | Float(_) | Integer(_) | Signed(_) | Wide(_) | Integer10
            | SmallFloat | SharedExponent | DepthStencil => match row.block_bits {
                8 => each(bytes.iter(), out, |&v| v.into()),
                16 => words16(bytes, out, |w| w),
                _ => words32(bytes, out, |w| w),
            },
            Block(codec) => match codec {
                Codec::Etc1 => blocks(bytes, out, etc1::decode),
                Codec::Etc2Rgb8 => blocks(bytes, out, etc2::decode_rgb8),
                Codec::Etc2Rgb8A1 => blocks(bytes, out, etc2::decode_rgb8a1),
                Codec::Etc2Rgba8 => blocks(bytes, out, etc2::decode_rgba8),
                Codec::Dxt1 => blocks(bytes, out, s3tc::decode_dxt1),
                Codec::Dxt3 => blocks(bytes, out, s3tc::decode_dxt3),
                Codec::Dxt5 => blocks(bytes, out, s3tc::decode_dxt5),
            },
            Yuyv => pairs(bytes, out, |[y0, u, y1, v]| [[y0, u, v], [y1, u, v]]),
            Uyvy => pairs(bytes, out, |[u, y0, v, y1]| [[y0, u, v], [y1, u, v]]),
            Unorm(channels) => match (self, row.block_bits) {
                (Format::R8G8B8A8Unorm, _) => words32(bytes, out, |w| w),
                (Format::R8G8B8X8Unorm, _) => words32(bytes, out, |w| w | 0xff00_0000),
                (Format::B8G8R8A8Unorm, _) => words32(bytes, out, swap_red_blue),
                (Format::B8G8R8X8Unorm, _) => {
                    words32(bytes, out, |w| swap_red_blue(w) | 0xff00_0000)
                }
                (Format::L8Unorm, _) => each(bytes.iter(), out, |&l| {
                    (u32::from(l) * 0x01_0101) | 0xff00_0000
                }),
                (Format::A8Unorm, _) => each(bytes.iter(), out, |&a| u32::from(a) << 24),
                (Format::B5G6R5Unorm, _) => words16(bytes, out, |w| {
                    let r = widen.to_8(w >> 11, 5);
                    let g = widen.to_8(w >> 5, 6);
                    let b = widen.to_8(w, 5);
                    u32::from_le_bytes([r, g, b, 255])
                }),
                (_, 32) => words32(bytes, out, |w| unorm(&channels, w, widen)),
                (_, 16) => words16(bytes, out, |w| unorm(&channels, w, widen)),
                (_, bits @ (1 | 2 | 4)) => {
                    let per_byte = 8 / bits;
                    let texels = bytes
                        .iter()
                        .flat_map(|&byte| (0..per_byte).map(move |i| byte >> (i * bits)));
                    each(texels, out, |v| unorm(&channels, v.into(), widen))
                }
                _ => each(bytes.iter(), out, |&v| unorm(&channels, v.into(), widen)),
            },
        }
    }

    /// The channels of a texel of an integer format of up to 64 bits, whose words
    /// [`Format::unpack`] gives. Missing ones are 0, and alpha 1.
    pub fn to_integers(self, [low, high]: [u32; 2]) -> [u32; 4] {
        let both = u64::from(high) << 32 | u64::from(low);
        let (channels, bits) = match self.row().storage {
            Integer(n) => (n, self.row().block_bits / n.max(1)),
            Integer10 => {
                return [low & 0x3ff, low >> 10 & 0x3ff, low >> 20 & 0x3ff, low >> 30];
            }
            _ => return [low, 0, 0, 1],
        };
        let mask = u32::MAX >> (32 - u32::from(bits).clamp(1, 32));
        let mut out = [0, 0, 0, 1];
        for (i, out) in out.iter_mut().enumerate().take(channels.into()) {
            *out = (both >> (u32::from(bits) * i as u32)) as u32 & mask;
        }
        out
    }
}

/// A colour word with red and blue swapped.
#[inline]
pub const fn swap_red_blue(word: u32) -> u32 {
    word & 0xff00_ff00 | (word & 0xff) << 16 | word >> 16 & 0xff
}

/// The colour word of Y, U and V in bytes 0 to 2: BT.601, narrow range, in 1/256.
pub fn rgb_of_bt601(yuv: u32) -> u32 {
    let [y, u, v, _] = yuv.to_le_bytes().map(i32::from);
    let (y, u, v) = (298 * (y - 16) + 128, u - 128, v - 128);
    let channel = |sum: i32| (sum >> 8).clamp(0, 255) as u8;
    u32::from_le_bytes([
        channel(y + 409 * v),
        channel(y - 100 * u - 208 * v),
        channel(y + 516 * u),
        255,
    ])
}

#[inline]
fn each<T>(
    texels: impl Iterator<Item = T>,
    out: &mut [u32],
    mut word: impl FnMut(T) -> u32,
) -> usize {
    let mut n = 0;
    for (t, out) in texels.zip(out) {
        *out = word(t);
        n += 1;
    }
    n
}

#[inline]
fn words16(bytes: &[u8], out: &mut [u32], word: impl Fn(u32) -> u32) -> usize {
    each(bytes.as_chunks().0.iter(), out, |&b| {
        word(u16::from_le_bytes(b).into())
    })
}

#[inline]
fn words32(bytes: &[u8], out: &mut [u32], word: impl Fn(u32) -> u32) -> usize {
    each(bytes.as_chunks().0.iter(), out, |&b| {
        word(u32::from_le_bytes(b))
    })
}

#[inline]
fn blocks<const N: usize>(
    bytes: &[u8],
    out: &mut [u32],
    decode: impl Fn(&[u8; N]) -> [u32; 16],
) -> usize {
    let mut n = 0;
    for (block, out) in bytes.as_chunks().0.iter().zip(out.as_chunks_mut().0) {
        *out = decode(block);
        n += 16;
    }
    n
}

/// Two texels of Y, U and V from four bytes.
#[inline]
fn pairs(bytes: &[u8], out: &mut [u32], split: impl Fn([u8; 4]) -> [[u8; 3]; 2]) -> usize {
    let mut n = 0;
    for (b, out) in bytes.as_chunks().0.iter().zip(out.as_chunks_mut().0) {
        *out = split(*b).map(|[y, u, v]| u32::from_le_bytes([y, u, v, 255]));
        n += 2;
    }
    n
}
