//! S3TC, also known as DXT and BC: blocks of 4x4 texels
//! (Khronos, `EXT_texture_compression_s3tc`).

use crate::channel::Widen;

/// Red, green and blue of a 5-6-5 colour.
fn colour(bits: u16) -> [u32; 3] {
    let wide = |at: u8, n| u32::from(Widen::Replicate.to_8(u32::from(bits) >> at, n));
    [wide(11, 5), wide(5, 6), wide(0, 5)]
}

fn word([r, g, b]: [u32; 3], alpha: u32) -> u32 {
    r | g << 8 | b << 16 | alpha << 24
}

/// The colours of the two-bit indices of a block.
fn palette(first: u16, second: u16, always_four: bool) -> [u32; 4] {
    let (c0, c1) = (colour(first), colour(second));
    let mix = |a: u32, b: u32| std::array::from_fn(|i| (a * c0[i] + b * c1[i]) / (a + b));
    let (c2, c3) = match always_four || first > second {
        true => (word(mix(2, 1), 255), word(mix(1, 2), 255)),
        false => (word(mix(1, 1), 255), 0),
    };
    [word(c0, 255), word(c1, 255), c2, c3]
}

fn colours(block: [u8; 8], always_four: bool) -> [u32; 16] {
    let [a, b, c, d, indices @ ..] = block;
    let palette = palette(
        u16::from_le_bytes([a, b]),
        u16::from_le_bytes([c, d]),
        always_four,
    );
    let indices = u32::from_le_bytes(indices);
    std::array::from_fn(|i| palette[(indices >> (2 * i) & 3) as usize])
}

/// Alpha and colours of a block of 16 bytes.
fn halves(block: &[u8; 16]) -> (u64, [u32; 16]) {
    let [a, b, c, d, e, f, g, h, colour @ ..] = *block;
    let alpha = u64::from_le_bytes([a, b, c, d, e, f, g, h]);
    (alpha, colours(colour, true))
}

fn with_alpha(mut texels: [u32; 16], alpha: impl Fn(usize) -> u32) -> [u32; 16] {
    for (i, t) in texels.iter_mut().enumerate() {
        *t = *t & 0xff_ffff | alpha(i) << 24;
    }
    texels
}

/// Decodes a DXT1 block, given as its bytes in memory order, to colour words in
/// raster order. Index 3 is transparent black when the first colour is not the
/// larger number.
#[inline]
pub fn decode_dxt1(block: &[u8; 8]) -> [u32; 16] {
    colours(*block, false)
}

/// Decodes a DXT3 block: 4 bits of alpha for each texel.
#[inline]
pub fn decode_dxt3(block: &[u8; 16]) -> [u32; 16] {
    let (alpha, texels) = halves(block);
    with_alpha(texels, |i| (alpha >> (4 * i) & 15) as u32 * 17)
}

/// Decodes a DXT5 block: alpha between two values.
#[inline]
pub fn decode_dxt5(block: &[u8; 16]) -> [u32; 16] {
    let (alpha, texels) = halves(block);
    let (a0, a1) = (alpha as u32 & 0xff, alpha as u32 >> 8 & 0xff);
    let values: [u32; 8] = std::array::from_fn(|i| match (i as u32, a0 > a1) {
        (0, _) => a0,
        (1, _) => a1,
        (i, true) => ((8 - i) * a0 + (i - 1) * a1) / 7,
        (6, false) => 0,
        (7, false) => 255,
        (i, false) => ((6 - i) * a0 + (i - 1) * a1) / 5,
    });
    with_alpha(texels, |i| values[(alpha >> (16 + 3 * i) & 7) as usize])
}
