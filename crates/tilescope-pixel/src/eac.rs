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
        /// Against the crate that decodes ETC2, which keeps the high eight of eleven
        /// bits, in byte 0, and takes -128 as it is.
        #[test]
        fn agrees_with_another_decoder(block: [u8; 8]) {
            let mut words = [0; 16];
            texture2ddecoder::decode_eac_block(&block, 0, &mut words);
            for (mine, word) in decode_unsigned(block).into_iter().zip(words) {
                let eleven = (mine * 2047.0).round() as u32;
                proptest::prop_assert_eq!(eleven >> 3, word & 0xff);
            }
            if block[0] != 0x80 {
                let mut words = [0; 16];
                texture2ddecoder::decode_eac_signed_block(&block, 0, &mut words);
                for (mine, word) in decode_signed(block).into_iter().zip(words) {
                    let eleven = (mine * 1023.0).round() as i32 + 1023;
                    proptest::prop_assert_eq!(eleven as u32 >> 3, word & 0xff);
                }
            }
        }
    }
}
