//! EAC: one channel of 11 bits in blocks of 4x4 texels (Khronos Data Format
//! Specification, "ETC2 Compressed Texture Image Formats").

/// Modifiers by table and index.
const MODIFIERS: [[i32; 8]; 16] = [
    [-3, -6, -9, -15, 2, 5, 8, 14],
    [-3, -7, -10, -13, 2, 6, 9, 12],
    [-2, -5, -8, -13, 1, 4, 7, 12],
    [-2, -4, -6, -13, 1, 3, 5, 12],
    [-3, -6, -8, -12, 2, 5, 7, 11],
    [-3, -7, -9, -11, 2, 6, 8, 10],
    [-4, -7, -8, -11, 3, 6, 7, 10],
    [-3, -5, -8, -11, 2, 4, 7, 10],
    [-2, -6, -8, -10, 1, 5, 7, 9],
    [-2, -5, -8, -10, 1, 4, 7, 9],
    [-2, -4, -8, -10, 1, 3, 7, 9],
    [-2, -5, -7, -10, 1, 4, 6, 9],
    [-3, -4, -7, -10, 2, 3, 6, 9],
    [-1, -2, -3, -10, 0, 1, 2, 9],
    [-4, -6, -8, -9, 3, 5, 7, 8],
    [-3, -5, -7, -9, 2, 4, 6, 8],
];

/// The base, and for each texel in raster order, eight times its modifier.
fn parts(block: [u8; 8]) -> (u8, [i32; 16]) {
    let [base, table, ..] = block;
    let bits = u64::from_be_bytes(block);
    let row = &MODIFIERS[usize::from(table & 15)];
    // A multiplier of 0 counts as 1/8.
    let multiplier = match i32::from(table >> 4) {
        0 => 1,
        m => 8 * m,
    };
    // Texels go down the columns, from the highest bits.
    let modifier = |i: usize| {
        let number = (i & 3) * 4 + (i >> 2);
        row[(bits >> (45 - 3 * number) & 7) as usize] * multiplier
    };
    (base, std::array::from_fn(modifier))
}

/// Decodes a block of fractions from 0 to 1, in raster order.
pub fn decode_unsigned(block: [u8; 8]) -> [f32; 16] {
    let (base, modifiers) = parts(block);
    let base = i32::from(base) * 8 + 4;
    modifiers.map(|m| (base + m).clamp(0, 2047) as f32 / 2047.0)
}

/// Decodes a block of fractions from -1 to 1, in raster order. A base of -128 counts as
/// -127.
pub fn decode_signed(block: [u8; 8]) -> [f32; 16] {
    let (base, modifiers) = parts(block);
    let base = i32::from(base as i8).max(-127) * 8;
    modifiers.map(|m| (base + m).clamp(-1023, 1023) as f32 / 1023.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    proptest::proptest! {
        /// Against the alpha of ETC2, which has the same form in eight bits and no
        /// multiplier of 1/8, and which is checked against Mesa.
        #[test]
        fn agrees_with_the_alpha_of_etc2(mut block: [u8; 8]) {
            block[1] |= 16;
            let alpha = |base: u8| {
                let mut both = [0; 16];
                both[..8].copy_from_slice(&block);
                both[0] = base;
                crate::etc2::decode_rgba8(&both).map(|word| (word >> 24) as i32)
            };
            for (mine, alpha) in decode_unsigned(block).into_iter().zip(alpha(block[0])) {
                let eleven = (mine * 2047.0).round() as i32;
                proptest::prop_assert_eq!(eleven >> 3, alpha);
            }
            let base = block[0] ^ 0x80;
            // The lowest base counts as the next one.
            let base = base.max(1);
            for (mine, alpha) in decode_signed(block).into_iter().zip(alpha(base)) {
                let eleven = (mine * 1023.0).round() as i32;
                proptest::prop_assert_eq!((eleven >> 3) + 128, alpha);
            }
        }
    }

    /// Modifiers of multiplier 0 are not scaled. Texels go down the columns.
    #[test]
    fn small_modifiers() {
        // Indices 0, 1, 2, 3 in the first column, 4 elsewhere, of table 13.
        let indices = 0o0123_4444_4444_4444u64.to_be_bytes();
        let mut block = indices;
        (block[0], block[1]) = (10, 13);
        let eleven = decode_unsigned(block).map(|v| (v * 2047.0).round() as i32 - 84);
        assert_eq!(
            eleven,
            [-1, 0, 0, 0, -2, 0, 0, 0, -3, 0, 0, 0, -10, 0, 0, 0]
        );
        let eleven = decode_signed(block).map(|v| (v * 1023.0).round() as i32 - 80);
        assert_eq!(eleven[12], -10);
    }
}
