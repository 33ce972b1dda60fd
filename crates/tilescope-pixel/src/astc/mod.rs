//! ASTC, low dynamic range, two dimensions: blocks of 4x4 to 12x12 texels in 128 bits
//! (Khronos Data Format Specification, "ASTC Compressed Texture Image Formats").
//!
//! ```text
//! bits 10:0   mode: size and range of the grid of weights     mode.rs
//! bits 12:11  partitions
//! bits 28:13  seed of the partitions, modes of the endpoints
//! from 17/29  endpoints, a sequence of integers               sequence.rs, endpoints.rs
//! to 127      weights, a sequence with its bits in reverse
//! ```

mod endpoints;
mod mode;
mod sequence;

use mode::{Endpoints, Mode};

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

/// The colour of blocks, and of partitions, that are not valid.
const ERROR: u32 = 0xffff_00ff;

/// The expansion of endpoints to 16 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expand {
    /// Bytes are repeated.
    Linear,
    /// Red, green and blue are sRGB: 128 is below their bytes.
    Srgb,
}

/// Decodes a block of `size`, one of [`SIZES`], to colour words in raster order. Blocks of another
/// size, and those that are invalid in low dynamic range, are magenta.
pub fn decode(block: &[u8; 16], size: (u8, u8), expand: Expand) -> [u32; MAX_TEXELS] {
    if !SIZES.contains(&size) {
        return [ERROR; MAX_TEXELS];
    }
    let bits = u128::from_le_bytes(*block);
    if bits & 0x1ff == 0x1fc {
        return [single(bits); MAX_TEXELS];
    }
    texels(bits, size, expand).unwrap_or([ERROR; MAX_TEXELS])
}

/// The colour of a block of a single one.
fn single(bits: u128) -> u32 {
    let extent = |at: u32| (bits >> at & 0x1fff) as u32;
    let [s0, s1, t0, t1] = [12, 25, 38, 51].map(extent);
    // All ones mean that there is no extent. It has no effect on the texels.
    let valid = [s0, s1, t0, t1] == [0x1fff; 4] || s0 < s1 && t0 < t1;
    if bits >> 9 & 1 != 0 || !valid {
        return ERROR;
    }
    let byte = |at: u32| (bits >> at) as u8;
    u32::from_le_bytes([72, 88, 104, 120].map(byte))
}

fn texels(bits: u128, (width, height): (u8, u8), expand: Expand) -> Option<[u32; MAX_TEXELS]> {
    let (width, height) = (u32::from(width), u32::from(height));
    let mode = Mode::decode(bits, (width, height))?;
    let shape = Endpoints::decode(bits, &mode)?;
    let ends = endpoints::decode(bits, &mode, &shape);
    let mut weights = [sequence::Value::default(); 64];
    let count = mode.weight_count() as usize;
    sequence::decode(bits.reverse_bits(), mode.weights, &mut weights[..count]);
    let weights = weights.map(|w| mode.weights.weight(w));
    // The component that the second plane of weights is for.
    let second = mode.dual.then_some(shape.second_component);
    let mut out = [ERROR; MAX_TEXELS];
    for y in 0..height {
        for x in 0..width {
            let partition = match mode.partitions {
                1 => 0,
                n => partition(shape.seed, (x, y), n, width * height < 31),
            };
            let Some([low, high]) = ends[partition] else {
                continue;
            };
            let infill = |plane| infill(&weights, &mode, (x, y), (width, height), plane);
            let first = infill(0);
            let other = if mode.dual { infill(1) } else { first };
            let channel = |c: usize| {
                let weight = if second == Some(c) { other } else { first };
                let wide = |v: u8| match expand {
                    Expand::Srgb if c < 3 => u32::from(v) << 8 | 0x80,
                    _ => u32::from(v) * 0x101,
                };
                let sum = wide(low[c]) * (64 - weight) + wide(high[c]) * weight;
                ((sum + 32) >> 6 >> 8) as u8
            };
            out[(y * width + x) as usize] = u32::from_le_bytes([0, 1, 2, 3].map(channel));
        }
    }
    Some(out)
}

/// The weight of a texel, from the four around it in the grid.
fn infill(
    weights: &[u32; 64],
    mode: &Mode,
    (x, y): (u32, u32),
    (width, height): (u32, u32),
    plane: u32,
) -> u32 {
    let along = |at: u32, size: u32, grid: u32| {
        let step = (1024 + size / 2) / (size - 1);
        let place = (step * at * (grid - 1) + 32) >> 6;
        (place >> 4, place & 15)
    };
    let (column, right) = along(x, width, mode.width);
    let (row, below) = along(y, height, mode.height);
    let at = |dx: u32, dy: u32| {
        let number = (row + dy) * mode.width + column + dx;
        let number = if mode.dual {
            2 * number + plane
        } else {
            number
        };
        weights.get(number as usize).copied().unwrap_or(0)
    };
    let both = (right * below + 8) >> 4;
    let sum = at(0, 0) * (16 + both - right - below)
        + at(1, 0) * (right - both)
        + at(0, 1) * (below - both)
        + at(1, 1) * both;
    (sum + 8) >> 4
}

/// The partition of a texel.
fn partition(seed: u32, (x, y): (u32, u32), count: u32, small: bool) -> usize {
    let (x, y) = if small { (2 * x, 2 * y) } else { (x, y) };
    let seed = seed + (count - 1) * 1024;
    let r = hash(seed);
    let odd = if count == 3 { 6 } else { 5 };
    let even = if seed & 2 != 0 { 4 } else { 5 };
    let (first, second) = if seed & 1 != 0 {
        (even, odd)
    } else {
        (odd, even)
    };
    let part = |at: u32, shift: u32| {
        let v = r >> at & 15;
        (v * v) >> shift
    };
    let plane = |at: u32, c: u32| (part(at, first) * x + part(at + 4, second) * y + (r >> c)) & 63;
    let a = plane(0, 14);
    let b = plane(8, 10);
    let c = if count < 3 { 0 } else { plane(16, 6) };
    let d = if count < 4 { 0 } else { plane(24, 2) };
    if a >= b && a >= c && a >= d {
        0
    } else if b >= c && b >= d {
        1
    } else if c >= d {
        2
    } else {
        3
    }
}

fn hash(mut p: u32) -> u32 {
    p ^= p >> 15;
    p = p.wrapping_sub(p << 17);
    p = p.wrapping_add(p << 7);
    p = p.wrapping_add(p << 4);
    p ^= p >> 5;
    p = p.wrapping_add(p << 16);
    p ^= p >> 7;
    p ^= p >> 3;
    p ^= p << 6;
    p ^ p >> 17
}
