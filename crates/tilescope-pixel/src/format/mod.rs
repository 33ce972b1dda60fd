//! Texel formats: channels, storage and compression.
//!
//! Names list channels from the least significant bit of a little-endian word
//! upwards, as Mesa's `u_format` does.

mod convert;
mod floats;
mod table;

use crate::channel::{Narrow, Widen};
use crate::dither::Dither;

pub use convert::{rgb_of_bt601, swap_red_blue};
pub use table::TABLE;

/// The source of one byte of the colour word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Channel {
    /// A fraction in `bits` bits of the texel from bit `at` up.
    Bits {
        /// Lowest bit.
        at: u8,
        /// Width: 1 to 8, or up to 32 in [`Storage::Wide`].
        bits: u8,
    },
    /// Not stored, reads as 0.
    Zero,
    /// Not stored, reads as 255.
    One,
}

/// The storage class of a format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Storage {
    /// Fractions, for red, green, blue and alpha. Unpacks to a colour word.
    Unorm([Channel; 4]),
    /// Fractions of which some have more than 8 bits. Unpacks to itself.
    Wide([Channel; 4]),
    /// Fractions from -1 to 1 in this many channels. Unpacks to itself.
    Snorm(u8),
    /// Half floats in this many channels. Unpacks to the same bits.
    Half(u8),
    /// Singles in this many channels. Unpacks to the same bits.
    Float(u8),
    /// Unsigned integers in this many channels. Unpacks to itself, extended with zeros.
    Integer(u8),
    /// Signed integers in this many channels, in two's complement. Unpacks to itself,
    /// extended with zeros.
    Signed(u8),
    /// Integers of 10, 10, 10 and 2 bits, red lowest. Unpacks to itself.
    Integer10,
    /// Floats without a sign: 11 bits of red, 11 of green, 10 of blue. Unpacks to
    /// itself.
    SmallFloat,
    /// Three mantissas of 9 bits, red lowest, and an exponent for all of them.
    /// Unpacks to itself.
    SharedExponent,
    /// Depth in the high 24 bits, stencil in the low 8. Unpacks to itself.
    DepthStencil,
    /// Compressed blocks of 4x4 texels. Unpacks to colour words.
    Block(Codec),
    /// Two texels in four bytes Y0 U Y1 V. Unpacks to words with Y in byte 0, U in
    /// byte 1, V in byte 2 and 255 in byte 3.
    Yuyv,
    /// Two texels in four bytes U Y0 V Y1. Unpacks like [`Storage::Yuyv`].
    Uyvy,
}

/// The compression of blocks of 4x4 texels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Codec {
    /// [`crate::etc1`].
    Etc1,
    /// [`crate::etc2::decode_rgb8`].
    Etc2Rgb8,
    /// [`crate::etc2::decode_rgb8a1`].
    Etc2Rgb8A1,
    /// [`crate::etc2::decode_rgba8`].
    Etc2Rgba8,
    /// [`crate::s3tc::decode_dxt1`].
    Dxt1,
    /// [`crate::s3tc::decode_dxt3`].
    Dxt3,
    /// [`crate::s3tc::decode_dxt5`].
    Dxt5,
}

/// A row of the format table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FormatRow {
    /// The format.
    pub format: Format,
    /// Its name in Mesa's `u_format` style.
    pub name: &'static str,
    /// Bits per block.
    pub block_bits: u8,
    /// Texels per block: width and height. 1x1 unless compressed or subsampled.
    pub block: (u8, u8),
    /// Its storage class.
    pub storage: Storage,
    /// The source of the facts.
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
    /// Four bytes B, G, R, A.
    B8G8R8A8Unorm,
    /// Four bytes B, G, R and one that is ignored and reads as 255.
    B8G8R8X8Unorm,
    /// 4 bits each, blue lowest and alpha highest.
    B4G4R4A4Unorm,
    /// 4 bits each of blue, green, red; the highest are ignored, alpha reads as 255.
    B4G4R4X4Unorm,
    /// 5 bits each of blue, green, red, and alpha in the highest bit.
    B5G5R5A1Unorm,
    /// 5 bits each of blue, green, red; the highest is ignored, alpha reads as 255.
    B5G5R5X1Unorm,
    /// A byte of red; green and blue read as 0, alpha as 255.
    R8Unorm,
    /// A byte of red, a byte of green; blue reads as 0, alpha as 255.
    R8G8Unorm,
    /// A byte of intensity: red, green, blue and alpha alike.
    I8Unorm,
    /// 10 bits each of red, green and blue, red lowest, and 2 of alpha.
    R10G10B10A2Unorm,
    /// 10 bits each of blue, green and red, blue lowest, and 2 of alpha.
    B10G10R10A2Unorm,
    /// 16 bits of depth.
    Z16Unorm,
    /// 32 bits of depth.
    Z32Unorm,
    /// One byte, -1 to 1.
    R8Snorm,
    /// Two bytes, -1 to 1.
    R8G8Snorm,
    /// Four bytes, -1 to 1.
    R8G8B8A8Snorm,
    /// Two half floats.
    R16G16Float,
    /// One single.
    R32Float,
    /// Two singles.
    R32G32Float,
    /// Two bytes, as integers.
    R8G8Uint,
    /// Four bytes, as integers.
    R8G8B8A8Uint,
    /// Two 16-bit integers.
    R16G16Uint,
    /// Four 16-bit integers.
    R16G16B16A16Uint,
    /// One 32-bit integer.
    R32Uint,
    /// Two 32-bit integers.
    R32G32Uint,
    /// Integers of 10 bits of red, green and blue, red lowest, and 2 of alpha.
    R10G10B10A2Uint,
    /// Floats of 11 bits of red, 11 of green and 10 of blue, red lowest.
    R11G11B10Float,
    /// Red, green and blue of 9 bits with a common exponent above them.
    R9G9B9E5Float,
    /// Two texels in U Y0 V Y1.
    U8Y8V8Y8,
    /// ETC2 blocks without alpha, of 4x4 texels in 64 bits.
    Etc2Rgb8,
    /// ETC2 blocks with one bit of alpha, of 4x4 texels in 64 bits.
    Etc2Rgb8A1,
    /// ETC2 blocks with alpha, of 4x4 texels in 128 bits.
    Etc2Rgba8,
    /// S3TC blocks with one bit of alpha, of 4x4 texels in 64 bits.
    Dxt1Rgba,
    /// S3TC blocks with 4 bits of alpha, of 4x4 texels in 128 bits.
    Dxt3Rgba,
    /// S3TC blocks with interpolated alpha, of 4x4 texels in 128 bits.
    Dxt5Rgba,
    /// 16 bits of red.
    R16Unorm,
    /// 16 bits of red and of green.
    R16G16Unorm,
    /// 16 bits of each channel.
    R16G16B16A16Unorm,
    /// 16 bits, -1 to 1.
    R16Snorm,
    /// Two channels of 16 bits, -1 to 1.
    R16G16Snorm,
    /// Four channels of 16 bits, -1 to 1.
    R16G16B16A16Snorm,
    /// One byte, as a signed integer.
    R8Sint,
    /// Two bytes, as signed integers.
    R8G8Sint,
    /// Four bytes, as signed integers.
    R8G8B8A8Sint,
    /// One signed 16-bit integer.
    R16Sint,
    /// Two signed 16-bit integers.
    R16G16Sint,
    /// Four signed 16-bit integers.
    R16G16B16A16Sint,
    /// One signed 32-bit integer.
    R32Sint,
    /// Two signed 32-bit integers.
    R32G32Sint,
    /// Four signed 32-bit integers.
    R32G32B32A32Sint,
    /// Four unsigned 32-bit integers.
    R32G32B32A32Uint,
    /// Four singles.
    R32G32B32A32Float,
}

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

    /// Whether texels are unpacked to colour words, that is, whether filtering
    /// bytes makes sense.
    pub fn is_colour(self) -> bool {
        matches!(
            self.row().storage,
            Storage::Unorm(_) | Storage::Block(_) | Storage::Yuyv | Storage::Uyvy
        )
    }

    /// Words that a texel unpacks to, low word first: 2 for 64-bit formats, 4 for those
    /// of 128 bits, else 1.
    pub fn words_per_texel(self) -> usize {
        let row = self.row();
        match row.block {
            (1, 1) => usize::from(row.block_bits).div_ceil(32),
            _ => 1,
        }
    }

    /// Size in texels of 64 bytes of this format, kept as square as powers of two
    /// allow, wider than high if in doubt.
    ///
    /// This is the microtile of VideoCore IV. Its size for 1-bit and 4-bit texels
    /// continues the pattern (32x16 and 16x8) and is unconfirmed.
    pub fn utile_size(self) -> (u32, u32) {
        let row = self.row();
        let (w, h) = match row.block_bits {
            1 => (32, 16),
            4 => (16, 8),
            8 => (8, 8),
            16 => (8, 4),
            32 => (4, 4),
            64 => (2, 4),
            _ => (2, 2),
        };
        (w * u32::from(row.block.0), h * u32::from(row.block.1))
    }

    /// The position at which [`Format::unpack`] puts the texel at (x, y) of 64 bytes of size
    /// [`Format::utile_size`]: its number, to be multiplied by
    /// [`Format::words_per_texel`].
    #[inline]
    pub fn index_in_utile(self, x: u32, y: u32) -> usize {
        let (w, _) = self.utile_size();
        match self {
            Format::Etc1Rgb8
            | Format::Etc2Rgb8
            | Format::Etc2Rgb8A1
            | Format::Etc2Rgba8
            | Format::Dxt1Rgba
            | Format::Dxt3Rgba
            | Format::Dxt5Rgba => {
                (((y >> 2) * (w >> 2) + (x >> 2)) * 16 + (y & 3) * 4 + (x & 3)) as usize
            }
            _ => (y * w + x) as usize,
        }
    }

    /// Packs a colour word into the bits of a fraction format; other formats that
    /// are not compressed take their bits as they are. Luminance is taken from red.
    pub fn pack(self, word: u32, narrow: Narrow) -> u64 {
        match self.row().storage {
            Storage::Unorm(channels) => pack(&channels, word, |v, bits| narrow.from_8(v, bits)),
            _ => word.into(),
        }
    }

    /// Packs a colour word for the pixel at (x, y) with ordered dithering. Channels of 8 bits are
    /// unchanged.
    pub fn pack_dithered(self, word: u32, x: u32, y: u32, dither: &Dither) -> u64 {
        match self.row().storage {
            Storage::Unorm(channels) => {
                pack(&channels, word, |v, bits| dither.narrow(v, bits, x, y))
            }
            _ => word.into(),
        }
    }

    /// Unpacks one texel of a format without blocks from its bits, low bit first.
    /// The low half of the result is what [`Format::unpack`] writes first.
    #[inline]
    pub fn unpack_texel(self, bits: u64, widen: Widen) -> u64 {
        match self.row().storage {
            Storage::Unorm(channels) => unorm(&channels, bits as u32, widen).into(),
            _ => bits,
        }
    }
}

#[inline]
fn unorm(channels: &[Channel; 4], texel: u32, widen: Widen) -> u32 {
    u32::from_le_bytes(channels.map(|c| match c {
        Channel::Bits { at, bits } => widen.to_8(texel >> at, bits),
        Channel::Zero => 0,
        Channel::One => 255,
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
mod tests;
