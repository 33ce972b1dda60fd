//! RGTC, also known as BC4 and BC5: one channel in blocks of 4x4 texels
//! (Khronos, `ARB_texture_compression_rgtc`).

/// Values by index. `low` and `high` are those of the indices that a block without
/// six steps has besides.
fn palette(first: f32, second: f32, six: bool, (low, high): (f32, f32)) -> [f32; 8] {
    let mix = |i: usize, steps: usize| {
        (first * (steps + 1 - i) as f32 + second * (i - 1) as f32) / steps as f32
    };
    std::array::from_fn(|i| match (i, six) {
        (0, _) => first,
        (1, _) => second,
        (i, true) => mix(i, 7),
        (6, false) => low,
        (7, false) => high,
        (i, false) => mix(i, 5),
    })
}

fn texels(block: [u8; 8], palette: [f32; 8]) -> [f32; 16] {
    let bits = u64::from_le_bytes(block) >> 16;
    std::array::from_fn(|i| palette[(bits >> (3 * i) & 7) as usize])
}

/// Decodes a block of fractions from 0 to 1, in raster order.
pub fn decode_unsigned(block: [u8; 8]) -> [f32; 16] {
    let [first, second, ..] = block;
    let value = |v: u8| f32::from(v) / 255.0;
    let palette = palette(value(first), value(second), first > second, (0.0, 1.0));
    texels(block, palette)
}

/// Decodes a block of fractions from -1 to 1, in raster order. -128 counts as -127.
pub fn decode_signed(block: [u8; 8]) -> [f32; 16] {
    let [first, second, ..] = block.map(|v| v as i8);
    let value = |v: i8| f32::from(v.max(-127)) / 127.0;
    let palette = palette(value(first), value(second), first > second, (-1.0, 1.0));
    texels(block, palette)
}

#[cfg(test)]
mod tests {
    use super::*;

    proptest::proptest! {
        /// Against S3TC, whose alpha is the same with values rounded down to bytes.
        #[test]
        fn agrees_with_the_alpha_of_s3tc(block: [u8; 8]) {
            let mut both = [0; 16];
            both[..8].copy_from_slice(&block);
            let words = crate::s3tc::decode_dxt5(&both);
            for (mine, word) in decode_unsigned(block).into_iter().zip(words) {
                let exact = mine * 255.0 + 1e-3;
                proptest::prop_assert_eq!(exact as u32, word >> 24);
            }
        }

        /// A signed block is an unsigned one whose values are moved.
        #[test]
        fn signed_blocks_are_moved_ones(block: [u8; 8]) {
            let [a, b, ..] = block.map(|v| (v as i8).max(-127));
            let mut moved = block;
            (moved[0], moved[1]) = ((i16::from(a) + 127) as u8, (i16::from(b) + 127) as u8);
            // The order of the ends, which selects the palette, is of the bytes before.
            let same = (block[0] as i8 > block[1] as i8) == (moved[0] > moved[1]);
            for (mine, other) in decode_signed(block).into_iter().zip(decode_unsigned(moved)) {
                let ends = mine == -1.0 || mine == 1.0;
                let exact = (other * 255.0 - 127.0) / 127.0;
                proptest::prop_assert!(!same || ends || (mine - exact).abs() < 1e-5);
            }
        }
    }
}
