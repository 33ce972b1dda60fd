//! ASTC, low dynamic range, two dimensions: blocks of 4x4 to 12x12 texels in 128 bits
//! (Khronos, `KHR_texture_compression_astc_ldr`).

use crate::format::swap_red_blue;

/// The sizes of blocks.
pub const SIZES: [(u8, u8); 14] = [
    (4, 4),
    (5, 4),
    (5, 5),
    (6, 5),
    (6, 6),
    (8, 5),
    (8, 6),
    (8, 8),
    (10, 5),
    (10, 6),
    (10, 8),
    (10, 10),
    (12, 10),
    (12, 12),
];

/// Texels of the largest block.
pub const MAX_TEXELS: usize = 144;

/// Decodes a block of `width` x `height` texels, one of [`SIZES`], to colour words in
/// raster order. Blocks of another size, and those that the specification calls invalid, are
/// magenta.
pub fn decode(block: &[u8; 16], (width, height): (u8, u8)) -> [u32; MAX_TEXELS] {
    let mut texels = [0xffff_00ff; MAX_TEXELS];
    if SIZES.contains(&(width, height)) && is_valid(block, (width, height)) {
        texture2ddecoder::decode_astc_block(block, width.into(), height.into(), &mut texels);
        // The decoder writes blue to byte 0 and red to byte 2.
        texels = texels.map(swap_red_blue);
    }
    texels
}

/// Whether a block has an encoding that the low dynamic range profile allows. The
/// decoder takes anything else for granted.
fn is_valid(block: &[u8; 16], (block_width, block_height): (u8, u8)) -> bool {
    let bits = u128::from_le_bytes(*block);
    let field = |at: u32, n: u32| (bits >> at & ((1 << n) - 1)) as u32;
    if field(0, 9) == 0x1fc {
        // A single colour, of low range, with reserved bits set, and an extent that is
        // ignored.
        return field(9, 1) == 0 && field(10, 2) == 3;
    }
    let (a, b) = (field(5, 2), field(7, 2));
    let low = field(0, 2);
    let (width, height, range) = if low != 0 {
        let (w, h) = match field(2, 2) {
            0 => (b + 4, a + 2),
            1 => (b + 8, a + 2),
            2 => (a + 2, b + 8),
            _ if b & 2 == 0 => (a + 2, (b & 1) + 6),
            _ => ((b & 1) + 2, a + 2),
        };
        (w, h, low << 1 | field(4, 1))
    } else {
        let (w, h) = match b {
            0 => (12, a + 2),
            1 => (a + 2, 12),
            2 => (a + 6, field(9, 2) + 6),
            _ if a == 0 => (6, 10),
            _ if a == 1 => (10, 6),
            _ => return false,
        };
        (w, h, field(2, 2) << 1 | field(4, 1))
    };
    if range < 2 {
        return false;
    }
    // Both are part of the size in one case.
    let (dual, high) = match low == 0 && b == 2 {
        true => (false, false),
        false => (field(10, 1) == 1, field(9, 1) == 1),
    };
    let partitions = field(11, 2) + 1;
    let count = width * height * if dual { 2 } else { 1 };
    let weights = match (range, high) {
        (2, false) => count,
        (3, false) => (8 * count).div_ceil(5),
        (4, false) => 2 * count,
        (5, false) => count + (7 * count).div_ceil(3),
        (6, false) => count + (8 * count).div_ceil(5),
        (_, false) => 3 * count,
        (2, true) => count + (7 * count).div_ceil(3),
        (3, true) => 2 * count + (8 * count).div_ceil(5),
        (4, true) => 4 * count,
        (5, true) => 2 * count + (7 * count).div_ceil(3),
        (6, true) => 3 * count + (8 * count).div_ceil(5),
        (_, true) => 5 * count,
    };
    if width > block_width.into() || height > block_height.into() {
        return false;
    }
    if count > 64 || !(24..=96).contains(&weights) || (partitions == 4 && dual) {
        return false;
    }
    endpoints_fit(&field, partitions, weights + if dual { 2 } else { 0 })
}

/// Whether the modes of endpoints are of low range, and their values fit between the
/// configuration and the `taken` highest bits.
fn endpoints_fit(field: &dyn Fn(u32, u32) -> u32, partitions: u32, taken: u32) -> bool {
    let weights = |n: u32| taken + n;
    let (modes, config): ([u32; 4], u32) = if partitions == 1 {
        ([field(13, 4); 4], 17)
    } else if field(23, 2) == 0 {
        ([field(25, 4); 4], 29)
    } else {
        // Classes from bit 25, then two bits a partition, of which those beyond bit 28
        // are below the weights.
        let more = 3 * partitions - 4;
        if weights(more) > 128 - 29 {
            return false;
        }
        let high = field(128 - weights(more), more) << 4;
        let all = high | field(25, 4);
        let class = field(23, 2) - 1;
        let mode = |i: u32| (class + (all >> i & 1)) << 2 | (all >> (partitions + 2 * i) & 3);
        ([mode(0), mode(1), mode(2), mode(3)], 29 + more)
    };
    let modes = &modes[..partitions as usize];
    if modes.iter().any(|m| [2, 3, 7, 11, 14, 15].contains(m)) {
        return false;
    }
    let values: u32 = modes.iter().map(|m| 2 * (m >> 2) + 2).sum();
    values <= 18 && config + taken + (13 * values).div_ceil(5) <= 128
}
