//! ETC2: blocks of 4x4 texels (Khronos Data Format Specification, "ETC2
//! Compressed Texture Image Formats").
//!
//! Blocks that the specification leaves undefined decode to some value, and
//! nothing panics.

use crate::format::swap_red_blue;

/// The decoder writes blue to byte 0 and red to byte 2.
fn colour_words(texels: [u32; 16]) -> [u32; 16] {
    texels.map(swap_red_blue)
}

/// Decodes a block without alpha, given as its bytes in memory order, to colour
/// words in raster order. Alpha is 255.
#[inline]
pub fn decode_rgb8(block: &[u8; 8]) -> [u32; 16] {
    let mut texels = [0; 16];
    texture2ddecoder::decode_etc2_rgb_block(block, &mut texels);
    colour_words(texels)
}

/// Decodes a block with one bit of alpha. Transparent texels are black.
#[inline]
pub fn decode_rgb8a1(block: &[u8; 8]) -> [u32; 16] {
    let mut texels = [0; 16];
    texture2ddecoder::decode_etc2_rgba1_block(block, &mut texels);
    // The decoder leaves their colour in.
    colour_words(texels.map(|t| if t >> 24 == 0 { 0 } else { t }))
}

/// Decodes a block with 8 bits of alpha.
#[inline]
pub fn decode_rgba8(block: &[u8; 16]) -> [u32; 16] {
    let mut texels = [0; 16];
    texture2ddecoder::decode_etc2_rgba8_block(block, &mut texels);
    colour_words(texels)
}
