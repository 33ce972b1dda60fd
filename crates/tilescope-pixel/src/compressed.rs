//! Compressed formats by name: blocks decoded to colour words, or four floats a texel.

use crate::{astc, bptc, eac, etc2, rgtc, s3tc};

/// A compressed format. Blocks have 4x4 texels, except those of ASTC.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Compression {
    /// ETC2 without alpha; ETC1 too.
    Etc2Rgb8,
    /// ETC2 with one bit of alpha.
    Etc2Rgb8A1,
    /// ETC2 with EAC alpha.
    Etc2Rgba8,
    /// EAC, one channel.
    EacR11 {
        /// Values are from -1 to 1.
        signed: bool,
    },
    /// EAC, two channels.
    EacRg11 {
        /// Values are from -1 to 1.
        signed: bool,
    },
    /// S3TC with one bit of alpha.
    Bc1,
    /// S3TC with 4 bits of alpha.
    Bc2,
    /// S3TC with interpolated alpha.
    Bc3,
    /// RGTC, one channel.
    Bc4 {
        /// Values are from -1 to 1.
        signed: bool,
    },
    /// RGTC, two channels.
    Bc5 {
        /// Values are from -1 to 1.
        signed: bool,
    },
    /// BPTC, floats.
    Bc6h {
        /// Values may be negative.
        signed: bool,
    },
    /// BPTC, fractions.
    Bc7,
    /// ASTC, with blocks of any size.
    Astc {
        /// Blocks have three dimensions.
        volume: bool,
        /// Texels are halves, also of endpoints beyond 1.
        hdr: bool,
    },
}

impl Compression {
    /// Bytes of a block.
    pub const fn block_bytes(self) -> u32 {
        match self {
            Compression::Etc2Rgb8
            | Compression::Etc2Rgb8A1
            | Compression::EacR11 { .. }
            | Compression::Bc1
            | Compression::Bc4 { .. } => 8,
            _ => 16,
        }
    }

    /// The texels of a block of 4x4 in raster order, as bits of floats. `None` for ASTC.
    pub fn floats(self, bytes: &[u8; 16]) -> Option<[[u32; 4]; 16]> {
        let (halves, _) = bytes.as_chunks::<8>();
        let texels = match self {
            Compression::EacR11 { signed } => two(eac_of(signed), [halves.first(), None]),
            Compression::EacRg11 { signed } => two(eac_of(signed), [halves.first(), halves.get(1)]),
            Compression::Bc4 { signed } => two(rgtc_of(signed), [halves.first(), None]),
            Compression::Bc5 { signed } => two(rgtc_of(signed), [halves.first(), halves.get(1)]),
            Compression::Bc6h { signed } => bptc::decode_bc6h(bytes, signed).map(|texel| {
                let [r, g, b] = texel.map(|v| v.to_f32().to_bits());
                [r, g, b, 1f32.to_bits()]
            }),
            _ => self.words(bytes)?.map(floats_of_word),
        };
        Some(texels)
    }

    /// Blocks have colour words.
    pub fn is_of_words(self) -> bool {
        self.words(&[0; 16]).is_some()
    }

    /// The texels of a block, as colour words. `None` if they have other channels.
    pub fn words(self, bytes: &[u8; 16]) -> Option<[u32; 16]> {
        let [a, b, c, d, e, f, g, h, ..] = *bytes;
        let first = [a, b, c, d, e, f, g, h];
        Some(match self {
            Compression::Etc2Rgb8 => etc2::decode_rgb8(&first),
            Compression::Etc2Rgb8A1 => etc2::decode_rgb8a1(&first),
            Compression::Etc2Rgba8 => etc2::decode_rgba8(bytes),
            Compression::Bc1 => s3tc::decode_dxt1(&first),
            Compression::Bc2 => s3tc::decode_dxt3(bytes),
            Compression::Bc3 => s3tc::decode_dxt5(bytes),
            Compression::Bc7 => bptc::decode_bc7(bytes),
            _ => return None,
        })
    }
}

/// A decoder of blocks of one channel.
type Decoder = fn([u8; 8]) -> [f32; 16];

fn eac_of(signed: bool) -> Decoder {
    if signed {
        eac::decode_signed
    } else {
        eac::decode_unsigned
    }
}

fn rgtc_of(signed: bool) -> Decoder {
    if signed {
        rgtc::decode_signed
    } else {
        rgtc::decode_unsigned
    }
}

/// Texels of up to two channels.
fn two(decode: Decoder, blocks: [Option<&[u8; 8]>; 2]) -> [[u32; 4]; 16] {
    let [red, green] = blocks.map(|block| block.map_or([0.0; 16], |block| decode(*block)));
    let one = 1f32.to_bits();
    std::array::from_fn(|i| [red[i].to_bits(), green[i].to_bits(), 0, one])
}

/// The floats of a colour word.
fn floats_of_word(word: u32) -> [u32; 4] {
    word.to_le_bytes().map(|v| (f32::from(v) / 255.0).to_bits())
}

/// A decoder of ASTC blocks of a size: bits of floats of texels in raster order.
pub type AstcDecoder = fn(&[u8; 16], (u8, u8, u8)) -> [[u32; 4]; astc::MAX_TEXELS];

/// The decoder of ASTC blocks: halves of any range, or bytes, which may be encoded as sRGB has
/// them.
pub const fn astc_decoder(srgb: bool, hdr: bool) -> AstcDecoder {
    match (srgb, hdr) {
        (true, _) => {
            |block, size| astc::decode(block, size, astc::Expand::Srgb).map(floats_of_word)
        }
        (false, true) => |block, size| {
            let float = |half| half::f16::from_bits(half).to_f32().to_bits();
            astc::decode_halves(block, size).map(|texel| texel.map(float))
        },
        (false, false) => {
            |block, size| astc::decode(block, size, astc::Expand::Linear).map(floats_of_word)
        }
    }
}

/// The 4x4 texels with that at `at`, up to `end`, of ASTC blocks of `size` texels, in `slice`.
/// `block` reads the block of a column and a row.
///
/// # Errors
/// That of `block`.
pub fn astc_tile<E>(
    decode: AstcDecoder,
    (size, slice): ([u32; 3], u32),
    (at, end): ((u32, u32), (u32, u32)),
    mut block: impl FnMut((u32, u32)) -> Result<[u8; 16], E>,
    tile: &mut [[u32; 4]; 16],
) -> Result<(), E> {
    let [width, height, depth] = size.map(|n| n.max(1));
    let shape = (width as u8, height as u8, depth as u8);
    let mut last = None;
    let mut texels = [[0; 4]; astc::MAX_TEXELS];
    for (i, texel) in (0..).zip(tile) {
        let (x, y) = ((at.0 & !3) + (i & 3), (at.1 & !3) + (i >> 2));
        if x >= end.0 || y >= end.1 {
            continue;
        }
        let place = (x / width, y / height);
        if last != Some(place) {
            texels = decode(&block(place)?, shape);
            last = Some(place);
        }
        let within = (slice % depth * height + y % height) * width + x % width;
        *texel = texels.get(within as usize).copied().unwrap_or_default();
    }
    Ok(())
}
