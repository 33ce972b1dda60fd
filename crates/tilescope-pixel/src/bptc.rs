//! BPTC, also known as BC7: blocks of 4x4 texels in 128 bits
//! (Khronos, `ARB_texture_compression_bptc`).

use crate::format::swap_red_blue;

/// Decodes a block of fractions to colour words in raster order. Blocks without a mode
/// are transparent black.
pub fn decode_bc7(block: &[u8; 16]) -> [u32; 16] {
    let mut texels = [0; 16];
    // Modes are numbered by the lowest set bit of the first byte.
    if block[0] != 0 {
        texture2ddecoder::decode_bc7_block(block, &mut texels);
    }
    // The decoder writes blue to byte 0 and red to byte 2.
    texels.map(swap_red_blue)
}
