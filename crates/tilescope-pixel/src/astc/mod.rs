//! ASTC: blocks of 4x4 to 12x12, or of 3x3x3 to 6x6x6 texels in 128 bits
//! (Khronos Data Format Specification, "ASTC Compressed Texture Image Formats").
//!
//! ```text
//! bits 10:0   mode: size and range of the grid of weights     mode.rs, grid.rs
//! bits 12:11  partitions
//! bits 28:13  seed of the partitions, modes of the endpoints
//! from 17/29  endpoints, a sequence of integers               sequence.rs, endpoints.rs, hdr.rs
//! to 127      weights, a sequence with its bits in reverse
//! ```

mod endpoints;
mod grid;
mod hdr;
mod mode;
mod sequence;

use endpoints::Ends;
use mode::{Endpoints, Mode};

/// The sizes of blocks of two dimensions.
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

/// The sizes of blocks of three dimensions.
pub const VOLUMES: [(u8, u8, u8); 10] = [
    (3, 3, 3),
    (4, 3, 3),
    (4, 4, 3),
    (4, 4, 4),
    (5, 4, 4),
    (5, 5, 4),
    (5, 5, 5),
    (6, 5, 5),
    (6, 6, 5),
    (6, 6, 6),
];

/// Texels of the largest block.
pub const MAX_TEXELS: usize = 216;

/// The colour of blocks, and of partitions, that are not valid.
const ERROR: u32 = 0xffff_00ff;
/// The same as halves.
const ERROR_HALVES: [u16; 4] = [0x3c00, 0, 0x3c00, 0x3c00];

/// The expansion of endpoints to 16 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expand {
    /// Bytes are repeated.
    Linear,
    /// Red, green and blue are sRGB: 128 is below their bytes.
    Srgb,
}

/// Columns, rows and slices of a block.
type Size = (u32, u32, u32);

/// A size with numbers of 32 bits, if blocks have it.
fn valid((x, y, z): (u8, u8, u8)) -> Option<Size> {
    let known = VOLUMES.contains(&(x, y, z)) || z == 1 && SIZES.contains(&(x, y));
    known.then_some((x.into(), y.into(), z.into()))
}

/// Whether the block has a single colour.
fn is_single(bits: u128) -> bool {
    bits & 0x1ff == 0x1fc
}

/// Decodes a block of `size`, one of [`SIZES`] with a depth of 1 or of [`VOLUMES`], to colour
/// words in raster order. Blocks of another size, and those that are invalid in low dynamic
/// range, are magenta.
pub fn decode(block: &[u8; 16], size: (u8, u8, u8), expand: Expand) -> [u32; MAX_TEXELS] {
    let mut out = [ERROR; MAX_TEXELS];
    let bits = u128::from_le_bytes(*block);
    let Some(size) = valid(size) else {
        return out;
    };
    if is_single(bits) {
        if let (Some(colour), false) = (single(bits, size), bits >> 9 & 1 != 0) {
            out = [u32::from_le_bytes(colour.map(|v| (v >> 8) as u8)); MAX_TEXELS];
        }
        return out;
    }
    let _ = each(bits, size, |n, texel| {
        if texel.ends.hdr == [false; 4] {
            let wide = |c: usize, v: u16| match expand {
                Expand::Srgb if c < 3 => u32::from(v) << 8 | 0x80,
                _ => u32::from(v) * 0x101,
            };
            let bytes = [0, 1, 2, 3].map(|c| (texel.channel(c, wide) >> 8) as u8);
            out[n] = u32::from_le_bytes(bytes);
        }
    });
    out
}

/// Decodes a block of `size`, as [`decode`] does, to binary16, with what high dynamic range
/// adds. Invalid blocks are magenta.
pub fn decode_halves(block: &[u8; 16], size: (u8, u8, u8)) -> [[u16; 4]; MAX_TEXELS] {
    let mut out = [ERROR_HALVES; MAX_TEXELS];
    let bits = u128::from_le_bytes(*block);
    let Some(size) = valid(size) else {
        return out;
    };
    if is_single(bits) {
        if let Some(colour) = single(bits, size) {
            let halves = match bits >> 9 & 1 {
                0 => colour.map(|v| hdr::of_fraction(v.into())),
                _ => colour,
            };
            out = [halves; MAX_TEXELS];
        }
        return out;
    }
    let _ = each(bits, size, |n, texel| {
        let wide = |c: usize, v: u16| match texel.ends.hdr[c] {
            true => u32::from(v) << 4,
            false => u32::from(v) * 0x101,
        };
        out[n] = [0, 1, 2, 3].map(|c| match texel.ends.hdr[c] {
            true => hdr::of_logarithm(texel.channel(c, wide)),
            false => hdr::of_fraction(texel.channel(c, wide)),
        });
    });
    out
}

/// The colour of a block of a single one: 16 bits each.
fn single(bits: u128, (_, _, depth): Size) -> Option<[u16; 4]> {
    let field = |at: u32, n: u32| (bits >> at) as u32 & ((1 << n) - 1);
    // Ranges of coordinates; all ones mean that there are none. They have no effect here.
    let (first, n, count) = if depth == 1 { (12, 13, 4) } else { (10, 9, 6) };
    let extents = (0..count).map(|i| field(first + n * i, n));
    let none = extents.clone().all(|v| v == (1 << n) - 1);
    let pairs = extents.clone().step_by(2).zip(extents.skip(1).step_by(2));
    let valid = none || pairs.into_iter().all(|(low, high)| low < high);
    valid.then(|| [64, 80, 96, 112].map(|at| (bits >> at) as u16))
}

/// A texel before its channels are interpolated.
struct Texel<'e> {
    ends: &'e Ends,
    /// The weight of each channel.
    weights: [u32; 4],
}

impl Texel<'_> {
    /// A channel, of the endpoints that `wide` expands.
    fn channel(&self, c: usize, wide: impl Fn(usize, u16) -> u32) -> u32 {
        let (low, high) = (self.ends.low[c], self.ends.high[c]);
        let weight = self.weights[c];
        (wide(c, low) * (64 - weight) + wide(c, high) * weight + 32) >> 6
    }
}

/// Calls `put` for each texel of a block. `None` if it is not valid.
fn each(bits: u128, size: Size, mut put: impl FnMut(usize, &Texel<'_>)) -> Option<()> {
    let (width, height, depth) = size;
    let mode = Mode::decode(bits, size)?;
    let shape = Endpoints::decode(bits, &mode)?;
    let ends = endpoints::decode(bits, &mode, &shape);
    let mut weights = [sequence::Value::default(); 64];
    let count = mode.weight_count() as usize;
    sequence::decode(bits.reverse_bits(), mode.weights, &mut weights[..count]);
    let weights = weights.map(|w| mode.weights.weight(w));
    let small = width * height * depth < 31;
    for z in 0..depth {
        for y in 0..height {
            for x in 0..width {
                let partition = match mode.partitions {
                    1 => 0,
                    n => partition(shape.seed, (x, y, z), n, small),
                };
                let infill = |plane| grid::weight(&weights, &mode, (x, y, z), size, plane);
                let first = infill(0);
                let mut channels = [first; 4];
                if mode.dual {
                    // The component that the second plane of weights is for.
                    channels[shape.second_component & 3] = infill(1);
                }
                let texel = Texel {
                    ends: &ends[partition & 3],
                    weights: channels,
                };
                put(((z * height + y) * width + x) as usize, &texel);
            }
        }
    }
    Some(())
}

/// The partition of a texel.
fn partition(seed: u32, (x, y, z): Size, count: u32, small: bool) -> usize {
    let double = if small { 1 } else { 0 };
    let (x, y, z) = (x << double, y << double, z << double);
    let seed = seed + (count - 1) * 1024;
    let r = hash(seed);
    let odd = if count == 3 { 6 } else { 5 };
    let even = if seed & 2 != 0 { 4 } else { 5 };
    let (first, second) = if seed & 1 != 0 {
        (even, odd)
    } else {
        (odd, even)
    };
    let third = if seed & 16 != 0 { first } else { second };
    let part = |at: u32, shift: u32| {
        let v = r.rotate_right(at) & 15;
        (v * v) >> shift
    };
    let plane = |at: u32, deep: u32, c: u32| {
        let flat = part(at, first) * x + part(at + 4, second) * y;
        (flat + part(deep, third) * z + (r >> c)) & 63
    };
    let a = plane(0, 26, 14);
    let b = plane(8, 30, 10);
    let c = if count < 3 { 0 } else { plane(16, 18, 6) };
    let d = if count < 4 { 0 } else { plane(24, 22, 2) };
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
