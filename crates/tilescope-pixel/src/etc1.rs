//! ETC1: 64-bit blocks of 4x4 texels without alpha
//! (Khronos, `OES_compressed_ETC1_RGB8_texture`).

use crate::format::swap_red_blue;

/// Decodes a block, given as its 8 bytes in memory order, to colour words in
/// raster order. Alpha is 255.
///
/// A differential block whose second base colour leaves 0..=31 is undefined by the
/// specification; here the sum wraps, and nothing panics.
#[inline]
pub fn decode(block: &[u8; 8]) -> [u32; 16] {
    let mut texels = [0; 16];
    texture2ddecoder::decode_etc1_block(block, &mut texels);
    // The decoder writes blue to byte 0 and red to byte 2.
    texels.map(swap_red_blue)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The modifier pairs of the specification's table 3.17.2.
    const MODIFIERS: [[i32; 2]; 8] = [
        [2, 8],
        [5, 17],
        [9, 29],
        [13, 42],
        [18, 60],
        [24, 80],
        [33, 106],
        [47, 183],
    ];

    /// The extension's text, word by word: texel (x, y) of the 64-bit big-endian block.
    fn by_the_book(block: &[u8; 8], x: u32, y: u32) -> u32 {
        let b = u64::from_be_bytes(*block);
        let field = |lo: u32, n: u32| (b >> lo & ((1 << n) - 1)) as i32;
        let flip = field(32, 1) == 1;
        let second = if flip { y >= 2 } else { x >= 2 };
        let mut rgb = [0i32; 3];
        for (c, v) in rgb.iter_mut().enumerate() {
            let top = 56 - 8 * c as u32;
            *v = if field(33, 1) == 0 {
                let n = field(if second { top } else { top + 4 }, 4);
                n * 17
            } else {
                let mut n = field(top + 3, 5);
                if second {
                    let d = field(top, 3);
                    n = (n + if d >= 4 { d - 8 } else { d }) & 31;
                }
                n << 3 | n >> 2
            };
        }
        let table = field(if second { 34 } else { 37 }, 3) as usize;
        let pixel = x * 4 + y;
        let large = field(pixel, 1) as usize;
        let negative = field(pixel + 16, 1) == 1;
        let m = MODIFIERS[table][large] * if negative { -1 } else { 1 };
        let byte = |v: i32| (v + m).clamp(0, 255) as u32;
        byte(rgb[0]) | byte(rgb[1]) << 8 | byte(rgb[2]) << 16 | 0xff00_0000
    }

    proptest::proptest! {
        #[test]
        fn agrees_with_the_specification(block: [u8; 8]) {
            let texels = decode(&block);
            for y in 0..4 {
                for x in 0..4 {
                    proptest::prop_assert_eq!(
                        texels[(y * 4 + x) as usize],
                        by_the_book(&block, x, y),
                        "texel ({}, {})", x, y
                    );
                }
            }
        }
    }
}
