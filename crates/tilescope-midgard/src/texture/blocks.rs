//! Blocks of compressed formats, as four floats a texel.

use tilescope_pixel::{astc, bptc, eac, etc2, rgtc, s3tc};

use crate::formats::Compression;

/// The texels of a block of 4x4, in raster order. `None` if the compression is not
/// implemented, or has blocks of another size.
pub(super) fn decode(compression: Compression, bytes: &[u8; 16]) -> Option<[[u32; 4]; 16]> {
    let [a, b, c, d, e, f, g, h, second @ ..] = *bytes;
    let first = [a, b, c, d, e, f, g, h];
    if let Some(words) = decode_words(compression, bytes) {
        return Some(words.map(word));
    }
    let texels = match compression {
        Compression::EacR11 { signed } => {
            let decode = pick(signed, eac::decode_signed, eac::decode_unsigned);
            two(decode(first), [0.0; 16])
        }
        Compression::EacRg11 { signed } => {
            let decode = pick(signed, eac::decode_signed, eac::decode_unsigned);
            two(decode(first), decode(second))
        }
        Compression::Bc4 { signed } => {
            let decode = pick(signed, rgtc::decode_signed, rgtc::decode_unsigned);
            two(decode(first), [0.0; 16])
        }
        Compression::Bc5 { signed } => {
            let decode = pick(signed, rgtc::decode_signed, rgtc::decode_unsigned);
            two(decode(first), decode(second))
        }
        Compression::Bc6h { signed } => bptc::decode_bc6h(bytes, signed).map(|texel| {
            let [r, g, b] = texel.map(|v| v.to_f32().to_bits());
            [r, g, b, 1f32.to_bits()]
        }),
        _ => return None,
    };
    Some(texels)
}

/// Whether blocks have colour words.
pub(super) fn is_of_words(compression: Compression) -> bool {
    decode_words(compression, &[0; 16]).is_some()
}

/// The texels of a block, as colour words. `None` if they have other channels.
pub(super) fn decode_words(compression: Compression, bytes: &[u8; 16]) -> Option<[u32; 16]> {
    let [a, b, c, d, e, f, g, h, ..] = *bytes;
    let first = [a, b, c, d, e, f, g, h];
    Some(match compression {
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

type Decoder = fn([u8; 8]) -> [f32; 16];

fn pick(signed: bool, yes: Decoder, no: Decoder) -> Decoder {
    if signed { yes } else { no }
}

/// A decoder of ASTC blocks of a size: floats of texels in raster order.
pub(super) type Astc = fn(&[u8; 16], (u8, u8, u8)) -> [[u32; 4]; astc::MAX_TEXELS];

/// Bytes of low dynamic range.
pub(super) fn astc_words(block: &[u8; 16], size: (u8, u8, u8)) -> [[u32; 4]; astc::MAX_TEXELS] {
    astc::decode(block, size, astc::Expand::Linear).map(word)
}

/// Bytes of low dynamic range, encoded as sRGB has them.
pub(super) fn astc_srgb(block: &[u8; 16], size: (u8, u8, u8)) -> [[u32; 4]; astc::MAX_TEXELS] {
    astc::decode(block, size, astc::Expand::Srgb).map(word)
}

/// Halves, of any range.
pub(super) fn astc_halves(block: &[u8; 16], size: (u8, u8, u8)) -> [[u32; 4]; astc::MAX_TEXELS] {
    let float = |half| half::f16::from_bits(half).to_f32().to_bits();
    astc::decode_halves(block, size).map(|texel| texel.map(float))
}

/// The floats of a colour word.
fn word(word: u32) -> [u32; 4] {
    word.to_le_bytes().map(|v| (f32::from(v) / 255.0).to_bits())
}

fn two(red: [f32; 16], green: [f32; 16]) -> [[u32; 4]; 16] {
    let one = 1f32.to_bits();
    std::array::from_fn(|i| [red[i].to_bits(), green[i].to_bits(), 0, one])
}
