//! Blocks of compressed formats, as four floats a texel.

use tilescope_pixel::{bptc, eac, etc2, rgtc, s3tc};

use crate::formats::Compression;

/// The texels of a block of 4x4, in raster order. `None` if the compression is not
/// implemented, or has blocks of another size.
pub(super) fn decode(compression: Compression, bytes: &[u8; 16]) -> Option<[[u32; 4]; 16]> {
    let [a, b, c, d, e, f, g, h, second @ ..] = *bytes;
    let first = [a, b, c, d, e, f, g, h];
    let texels = match compression {
        Compression::Etc2Rgb8 => words(etc2::decode_rgb8(&first)),
        Compression::Etc2Rgb8A1 => words(etc2::decode_rgb8a1(&first)),
        Compression::Etc2Rgba8 => words(etc2::decode_rgba8(bytes)),
        Compression::Bc1 => words(s3tc::decode_dxt1(&first)),
        Compression::Bc2 => words(s3tc::decode_dxt3(bytes)),
        Compression::Bc3 => words(s3tc::decode_dxt5(bytes)),
        Compression::Bc7 => words(bptc::decode_bc7(bytes)),
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
        Compression::Astc { .. } => return None,
    };
    Some(texels)
}

type Decoder = fn([u8; 8]) -> [f32; 16];

fn pick(signed: bool, yes: Decoder, no: Decoder) -> Decoder {
    if signed { yes } else { no }
}

fn words(texels: [u32; 16]) -> [[u32; 4]; 16] {
    texels.map(word)
}

/// The floats of a colour word.
pub(super) fn word(word: u32) -> [u32; 4] {
    word.to_le_bytes().map(|v| (f32::from(v) / 255.0).to_bits())
}

fn two(red: [f32; 16], green: [f32; 16]) -> [[u32; 4]; 16] {
    let one = 1f32.to_bits();
    std::array::from_fn(|i| [red[i].to_bits(), green[i].to_bits(), 0, one])
}
