//! What the bits of a texel mean.
//!
//! Names list channels from the least significant bit of a little-endian word
//! upwards, as Mesa's `u_format` does.

use half::f16;

use crate::channel::{Narrow, Widen};
use crate::dither::Dither;
use crate::etc1;

/// Where a byte of the colour word comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Channel {
    /// A fraction in `bits` bits of the texel from bit `at` up.
    Bits {
        /// Lowest bit.
        at: u8,
        /// How many, 1 to 8.
        bits: u8,
    },
    /// Not stored, reads as 0.
    Zero,
    /// Not stored, reads as 255.
    One,
}

/// How the bits of a format are to be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Storage {
    /// Fractions, for red, green, blue and alpha. Unpacks to a colour word.
    Unorm([Channel; 4]),
    /// Half floats in this many channels. Unpacks to the same bits.
    Half(u8),
    /// An integer. Unpacks to itself, extended with zeros.
    Integer,
    /// Depth in the high 24 bits, stencil in the low 8. Unpacks to itself.
    DepthStencil,
    /// ETC1 blocks. Unpacks to colour words.
    Etc1,
    /// Two texels in four bytes Y0 U Y1 V. Unpacks to words with Y in byte 0, U in
    /// byte 1, V in byte 2 and 255 in byte 3.
    Yuyv,
}

/// A row of the format table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FormatRow {
    /// Which format this is.
    pub format: Format,
    /// Its name in Mesa's `u_format` style.
    pub name: &'static str,
    /// Bits per block.
    pub block_bits: u8,
    /// Texels per block: width and height. 1x1 unless compressed or subsampled.
    pub block: (u8, u8),
    /// How to read it.
    pub storage: Storage,
    /// Where the facts come from.
    pub source: &'static str,
}

/// A texel format, known by the layout of its bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Format {
    /// Four bytes R, G, B, A: the colour word itself.
    R8G8B8A8Unorm,
    /// Four bytes R, G, B and one that is ignored and reads as 255.
    R8G8B8X8Unorm,
    /// 4 bits each, alpha lowest and red highest (`GL_UNSIGNED_SHORT_4_4_4_4`).
    A4B4G4R4Unorm,
    /// Alpha in bit 0, then 5 bits each of blue, green, red (`GL_UNSIGNED_SHORT_5_5_5_1`).
    A1B5G5R5Unorm,
    /// Blue in the low 5 bits, 6 of green, 5 of red (`GL_UNSIGNED_SHORT_5_6_5`).
    B5G6R5Unorm,
    /// A byte of luminance; alpha reads as 255.
    L8Unorm,
    /// A byte of alpha; colour reads as 0.
    A8Unorm,
    /// A byte of luminance, a byte of alpha.
    L8A8Unorm,
    /// ETC1 blocks of 4x4 texels in 64 bits.
    Etc1Rgb8,
    /// One half float.
    R16Float,
    /// One byte, as an integer.
    R8Uint,
    /// Two bytes, as an integer.
    R16Uint,
    /// One bit: black or white.
    L1Unorm,
    /// Four bits of alpha.
    A4Unorm,
    /// One bit of alpha.
    A1Unorm,
    /// Four half floats.
    R16G16B16A16Float,
    /// Two texels in Y0 U Y1 V.
    Y8U8Y8V8,
    /// 24 bits of depth above 8 bits of stencil.
    S8UintZ24Unorm,
}

use Channel::{One, Zero};
use Storage::{DepthStencil, Etc1, Half, Integer, Unorm, Yuyv};

const fn b(at: u8, bits: u8) -> Channel {
    Channel::Bits { at, bits }
}

const FORMATS: &str = "Mesa 22.3.6 vc4_formats.c: hardware type and swizzle";
const SIZES: &str = "size from Mesa 22.3.6 kernel/vc4_validate.c; meaning from the type's name";
const NAMES: &str = "type names in Mesa 22.3.6 kernel/vc4_packet.h; nothing confirms the bits";

const fn row(
    format: Format,
    name: &'static str,
    block_bits: u8,
    storage: Storage,
    source: &'static str,
) -> FormatRow {
    let block = match storage {
        Etc1 => (4, 4),
        Yuyv => (2, 1),
        _ => (1, 1),
    };
    FormatRow {
        format,
        name,
        block_bits,
        block,
        storage,
        source,
    }
}

/// One row for each format, in the order of [`Format`].
#[rustfmt::skip]
pub static TABLE: [FormatRow; 18] = [
    //                                                    bits          R         G         B         A
    row(Format::R8G8B8A8Unorm,     "R8G8B8A8_UNORM",       32, Unorm([b(0, 8),  b(8, 8),  b(16, 8), b(24, 8)]), FORMATS),
    row(Format::R8G8B8X8Unorm,     "R8G8B8X8_UNORM",       32, Unorm([b(0, 8),  b(8, 8),  b(16, 8), One]),      SIZES),
    row(Format::A4B4G4R4Unorm,     "A4B4G4R4_UNORM",       16, Unorm([b(12, 4), b(8, 4),  b(4, 4),  b(0, 4)]),  FORMATS),
    row(Format::A1B5G5R5Unorm,     "A1B5G5R5_UNORM",       16, Unorm([b(11, 5), b(6, 5),  b(1, 5),  b(0, 1)]),  FORMATS),
    row(Format::B5G6R5Unorm,       "B5G6R5_UNORM",         16, Unorm([b(11, 5), b(5, 6),  b(0, 5),  One]),      FORMATS),
    row(Format::L8Unorm,           "L8_UNORM",              8, Unorm([b(0, 8),  b(0, 8),  b(0, 8),  One]),      SIZES),
    row(Format::A8Unorm,           "A8_UNORM",              8, Unorm([Zero,     Zero,     Zero,     b(0, 8)]),  FORMATS),
    row(Format::L8A8Unorm,         "L8A8_UNORM",           16, Unorm([b(0, 8),  b(0, 8),  b(0, 8),  b(8, 8)]),  FORMATS),
    row(Format::Etc1Rgb8,          "ETC1_RGB8",            64, Etc1,         FORMATS),
    row(Format::R16Float,          "R16_FLOAT",            16, Half(1),      SIZES),
    row(Format::R8Uint,            "R8_UINT",               8, Integer,      SIZES),
    row(Format::R16Uint,           "R16_UINT",             16, Integer,      SIZES),
    row(Format::L1Unorm,           "L1_UNORM",              1, Unorm([b(0, 1),  b(0, 1),  b(0, 1),  One]),      NAMES),
    row(Format::A4Unorm,           "A4_UNORM",              4, Unorm([Zero,     Zero,     Zero,     b(0, 4)]),  NAMES),
    row(Format::A1Unorm,           "A1_UNORM",              1, Unorm([Zero,     Zero,     Zero,     b(0, 1)]),  NAMES),
    row(Format::R16G16B16A16Float, "R16G16B16A16_FLOAT",   64, Half(4),      NAMES),
    row(Format::Y8U8Y8V8,          "Y8U8Y8V8",             32, Yuyv,         NAMES),
    row(Format::S8UintZ24Unorm,    "S8_UINT_Z24_UNORM",    32, DepthStencil, FORMATS),
];

impl Format {
    /// Its row of the table.
    #[inline]
    pub fn row(self) -> &'static FormatRow {
        &TABLE[self as usize]
    }

    /// Bits per texel; half the sum for formats that share bits between texels.
    pub fn bits_per_texel(self) -> u32 {
        let row = self.row();
        u32::from(row.block_bits) / (u32::from(row.block.0) * u32::from(row.block.1))
    }

    /// Whether the bits are unpacked to colour words, that is, whether filtering
    /// bytes makes sense.
    pub fn is_colour(self) -> bool {
        matches!(self.row().storage, Unorm(_) | Etc1 | Yuyv)
    }

    /// Words that a texel unpacks to: 2 for 64-bit formats, low word first, else 1.
    pub fn words_per_texel(self) -> usize {
        match self.row().storage {
            Half(4) => 2,
            _ => 1,
        }
    }

    /// Size in texels of 64 bytes of this format, kept as square as powers of two
    /// allow, wider than high if in doubt.
    ///
    /// This is the microtile of VideoCore IV. Its size for 1-bit and 4-bit texels
    /// goes on with the pattern (32x16 and 16x8) and is unconfirmed.
    pub fn utile_size(self) -> (u32, u32) {
        let row = self.row();
        let (w, h) = match row.block_bits {
            1 => (32, 16),
            4 => (16, 8),
            8 => (8, 8),
            16 => (8, 4),
            32 => (4, 4),
            _ => (2, 4),
        };
        (w * u32::from(row.block.0), h * u32::from(row.block.1))
    }

    /// Where [`Format::unpack`] puts the texel at (x, y) of 64 bytes of size
    /// [`Format::utile_size`]: its number, to be multiplied by
    /// [`Format::words_per_texel`].
    #[inline]
    pub fn index_in_utile(self, x: u32, y: u32) -> usize {
        let (w, _) = self.utile_size();
        match self {
            Format::Etc1Rgb8 => (((y >> 2) * 2 + (x >> 2)) * 16 + (y & 3) * 4 + (x & 3)) as usize,
            _ => (y * w + x) as usize,
        }
    }

    /// Unpacks texels that follow each other in memory: one or two words for each
    /// texel, block by block, each block in raster order. Texels smaller than a
    /// byte start at its lowest bit (unconfirmed for VideoCore IV). Stops with the
    /// shorter of the two; says how many words were written.
    pub fn unpack(self, bytes: &[u8], widen: Widen, out: &mut [u32]) -> usize {
        let row = self.row();
        match row.storage {
            Integer if row.block_bits == 8 => each(bytes.iter(), out, |&v| v.into()),
            Integer => words16(bytes, out, |w| w),
            Half(1) => words16(bytes, out, |w| w),
            Half(_) | DepthStencil => words32(bytes, out, |w| w),
            Etc1 => {
                let mut n = 0;
                for (block, out) in bytes.as_chunks().0.iter().zip(out.as_chunks_mut().0) {
                    *out = etc1::decode(block);
                    n += 16;
                }
                n
            }
            Yuyv => {
                let mut n = 0;
                for (b, out) in bytes.as_chunks::<4>().0.iter().zip(out.as_chunks_mut().0) {
                    *out = [
                        u32::from_le_bytes([b[0], b[1], b[3], 255]),
                        u32::from_le_bytes([b[2], b[1], b[3], 255]),
                    ];
                    n += 2;
                }
                n
            }
            Unorm(channels) => match (self, row.block_bits) {
                (Format::R8G8B8A8Unorm, _) => words32(bytes, out, |w| w),
                (Format::R8G8B8X8Unorm, _) => words32(bytes, out, |w| w | 0xff00_0000),
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

    /// Unpacks one texel of a format without blocks from its bits, low bit first.
    /// The low half of the result is what [`Format::unpack`] writes first.
    #[inline]
    pub fn unpack_texel(self, bits: u64, widen: Widen) -> u64 {
        match self.row().storage {
            Unorm(channels) => unorm(&channels, bits as u32, widen).into(),
            _ => bits,
        }
    }

    /// Packs a colour word into the bits of a fraction format; other formats that
    /// are not compressed take their bits as they are. Luminance is taken from red.
    pub fn pack(self, word: u32, narrow: Narrow) -> u64 {
        match self.row().storage {
            Unorm(channels) => pack(&channels, word, |v, bits| narrow.from_8(v, bits)),
            _ => word.into(),
        }
    }

    /// Packs a colour word for the pixel at (x, y) with ordered dithering. Channels
    /// of 8 bits stay as they are.
    pub fn pack_dithered(self, word: u32, x: u32, y: u32, dither: &Dither) -> u64 {
        match self.row().storage {
            Unorm(channels) => pack(&channels, word, |v, bits| dither.narrow(v, bits, x, y)),
            _ => word.into(),
        }
    }

    /// The value of one texel as floats, from what [`Format::unpack`] gave: red,
    /// green, blue, alpha. Channels that are not stored are 0, alpha 1. Integers
    /// are themselves; depth is a fraction in the first channel, stencil an integer
    /// in the second.
    pub fn to_floats(self, words: [u32; 2]) -> [f32; 4] {
        let half = |bits: u32| f16::from_bits(bits as u16).to_f32();
        let [low, high] = words;
        match self.row().storage {
            Unorm(_) | Etc1 | Yuyv => low.to_le_bytes().map(|v| f32::from(v) / 255.0),
            Half(1) => [half(low), 0.0, 0.0, 1.0],
            Half(_) => [half(low), half(low >> 16), half(high), half(high >> 16)],
            Integer => [low as f32, 0.0, 0.0, 1.0],
            DepthStencil => [
                depth(low) as f32 / 0xff_ffff as f32,
                stencil(low).into(),
                0.0,
                1.0,
            ],
        }
    }
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
fn unorm(channels: &[Channel; 4], texel: u32, widen: Widen) -> u32 {
    u32::from_le_bytes(channels.map(|c| match c {
        Channel::Bits { at, bits } => widen.to_8(texel >> at, bits),
        Zero => 0,
        One => 255,
    }))
}

fn pack(channels: &[Channel; 4], word: u32, narrow: impl Fn(u8, u8) -> u32) -> u64 {
    let mut texel = 0;
    let mut taken = 0;
    for (c, v) in channels.iter().zip(word.to_le_bytes()) {
        if let Channel::Bits { at, bits } = *c
            && taken >> at & 1 == 0
        {
            texel |= narrow(v, bits) << at;
            taken |= 1 << at;
        }
    }
    texel.into()
}

/// Joins 24 bits of depth and 8 of stencil to the word of [`Format::S8UintZ24Unorm`].
#[inline]
pub const fn depth_stencil(depth: u32, stencil: u8) -> u32 {
    depth << 8 | stencil as u32
}

/// The 24-bit depth of a word of [`Format::S8UintZ24Unorm`].
#[inline]
pub const fn depth(word: u32) -> u32 {
    word >> 8
}

/// The stencil of a word of [`Format::S8UintZ24Unorm`].
#[inline]
pub const fn stencil(word: u32) -> u8 {
    word as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_in_order_and_disjoint() {
        for (i, row) in TABLE.iter().enumerate() {
            assert_eq!(row.format as usize, i, "{}", row.name);
            if let Unorm(channels) = row.storage {
                let mut used = 0u64;
                for c in channels {
                    if let Channel::Bits { at, bits } = c {
                        let mask = ((1u64 << bits) - 1) << at;
                        let again = used & mask;
                        assert!(again == 0 || again == mask, "{}", row.name);
                        assert!(at + bits <= row.block_bits, "{}", row.name);
                        used |= mask;
                    }
                }
            }
            let (w, h) = row.format.utile_size();
            let blocks = w * h / (u32::from(row.block.0) * u32::from(row.block.1));
            assert_eq!(blocks * u32::from(row.block_bits), 512, "{}", row.name);
        }
    }

    /// Source: Mesa's `u_format` definition of each name, worked by hand.
    #[test]
    fn known_texels() {
        let cases: &[(Format, &[u8], &[u32])] = &[
            (Format::R8G8B8A8Unorm, &[1, 2, 3, 4], &[0x0403_0201]),
            (Format::R8G8B8X8Unorm, &[1, 2, 3, 4], &[0xff03_0201]),
            (Format::A4B4G4R4Unorm, &[0x4d, 0xf2], &[0xdd44_22ff]),
            (Format::A1B5G5R5Unorm, &[0x01, 0xf8], &[0xff00_00ff]),
            (Format::A1B5G5R5Unorm, &[0xc0, 0x07], &[0x0000_ff00]),
            (Format::A1B5G5R5Unorm, &[0x3e, 0x00], &[0x00ff_0000]),
            (Format::B5G6R5Unorm, &[0x00, 0xf8], &[0xff00_00ff]),
            (Format::B5G6R5Unorm, &[0xe0, 0x07], &[0xff00_ff00]),
            (Format::B5G6R5Unorm, &[0x1f, 0x00], &[0xffff_0000]),
            (Format::L8Unorm, &[0x80], &[0xff80_8080]),
            (Format::A8Unorm, &[0x80], &[0x8000_0000]),
            (Format::L8A8Unorm, &[0x40, 0x80], &[0x8040_4040]),
            (Format::R16Float, &[0x00, 0x3c], &[0x3c00]),
            (Format::R8Uint, &[0xfe], &[0xfe]),
            (Format::R16Uint, &[0xfe, 0xca], &[0xcafe]),
            (
                Format::L1Unorm,
                &[0b101],
                &[0xffff_ffff, 0xff00_0000, 0xffff_ffff],
            ),
            (Format::A4Unorm, &[0x2f], &[0xff00_0000, 0x2200_0000]),
            (Format::A1Unorm, &[0b10], &[0, 0xff00_0000]),
            (
                Format::R16G16B16A16Float,
                &[1, 2, 3, 4, 5, 6, 7, 8],
                &[0x0403_0201, 0x0807_0605],
            ),
            (Format::Y8U8Y8V8, &[1, 2, 3, 4], &[0xff04_0201, 0xff04_0203]),
            (Format::S8UintZ24Unorm, &[1, 2, 3, 4], &[0x0403_0201]),
        ];
        for (format, bytes, words) in cases {
            let mut out = vec![0; words.len()];
            let n = format.unpack(bytes, Widen::Replicate, &mut out);
            assert_eq!((n, &out[..]), (words.len(), *words), "{format:?}");
        }
        assert_eq!(
            Format::R16Float.to_floats([0x3c00, 0]),
            [1.0, 0.0, 0.0, 1.0]
        );
        assert_eq!(
            Format::R16G16B16A16Float.to_floats([0x4000_3c00, 0x3c00_0000]),
            [1.0, 2.0, 0.0, 1.0]
        );
    }

    #[test]
    fn fast_rows_agree_with_the_table() {
        let bytes: Vec<u8> = (0..=255).cycle().take(4096).collect();
        for row in TABLE {
            let Unorm(channels) = row.storage else {
                continue;
            };
            for widen in [Widen::Replicate, Widen::Round] {
                let mut out = vec![0; 4096 * 8];
                let n = row.format.unpack(&bytes, widen, &mut out);
                assert_eq!(n, 4096 * 8 / usize::from(row.block_bits));
                for (i, word) in out[..n].iter().enumerate() {
                    let bit = i * usize::from(row.block_bits);
                    let mut texel = 0u32;
                    for k in 0..usize::from(row.block_bits) {
                        let at = bit + k;
                        texel |= u32::from(bytes[at / 8] >> (at % 8) & 1) << k;
                    }
                    assert_eq!(*word, unorm(&channels, texel, widen), "{}", row.name);
                    let one = row.format.unpack_texel(texel.into(), widen);
                    assert_eq!(one, u64::from(*word));
                }
            }
        }
    }

    #[test]
    fn packing_undoes_unpacking() {
        for row in TABLE {
            let Unorm(channels) = row.storage else {
                continue;
            };
            let mut stored = 0u32;
            for c in channels {
                if let Channel::Bits { at, bits } = c {
                    stored |= ((1u64 << bits) - 1).wrapping_shl(at.into()) as u32;
                }
            }
            for seed in 0..1u32 << 16 {
                let texel = seed.wrapping_mul(0x9e37_79b1) & stored;
                let word = row.format.unpack_texel(texel.into(), Widen::Replicate) as u32;
                let back = row.format.pack(word, Narrow::Truncate);
                assert_eq!(back, u64::from(texel), "{}", row.name);
            }
        }
    }

    #[test]
    fn a_utile_of_etc1_is_found_texel_by_texel() {
        let bytes: Vec<u8> = (0..64u32).map(|i| (i * 37 + 11) as u8).collect();
        let mut out = [0; 128];
        Format::Etc1Rgb8.unpack(&bytes, Widen::Replicate, &mut out);
        let (w, h) = Format::Etc1Rgb8.utile_size();
        assert_eq!((w, h), (8, 16));
        for y in 0..h {
            for x in 0..w {
                let block = ((y / 4) * 2 + x / 4) as usize;
                let block: &[u8; 8] = bytes[block * 8..][..8].try_into().unwrap();
                assert_eq!(
                    out[Format::Etc1Rgb8.index_in_utile(x, y)],
                    etc1::decode(block)[(y % 4 * 4 + x % 4) as usize]
                );
            }
        }
    }

    #[test]
    fn short_input_and_output_are_no_error() {
        for row in TABLE {
            for n in 0..9 {
                let mut out = vec![0; 64];
                let whole = row
                    .format
                    .unpack(&[0xa5; 8][..n.min(8)], Widen::Round, &mut out);
                assert!(whole <= 64);
                assert!(row.format.unpack(&[0xa5; 64], Widen::Round, &mut out[..n]) <= n);
            }
        }
    }
}
