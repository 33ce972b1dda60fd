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
