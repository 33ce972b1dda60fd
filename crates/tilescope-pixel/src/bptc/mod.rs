//! BPTC, also known as BC6H and BC7: blocks of 4x4 texels in 128 bits
//! (Khronos, `ARB_texture_compression_bptc`).

mod modes;

use crate::format::swap_red_blue;
use half::f16;
use modes::{ANCHORS, MODES, Mode, SHAPES};

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

/// Weights of the second endpoint, of 64, by an index of three bits.
const WEIGHTS3: [i32; 8] = [0, 9, 18, 27, 37, 46, 55, 64];
/// By an index of four bits.
const WEIGHTS4: [i32; 16] = [0, 4, 9, 13, 17, 21, 26, 30, 34, 38, 43, 47, 51, 55, 60, 64];

/// Decodes a block of floats to red, green and blue in raster order. Blocks of reserved
/// modes are 0. Values are finite.
pub fn decode_bc6h(block: &[u8; 16], signed: bool) -> [[f16; 3]; 16] {
    let bits = u128::from_le_bytes(*block);
    let (code, mut at) = match bits & 2 {
        0 => (bits & 3, 2),
        _ => (bits & 31, 5),
    };
    let Some(mode) = MODES.iter().find(|m| u128::from(m.code) == code) else {
        return [[f16::ZERO; 3]; 16];
    };
    let mut take = |n: u32| {
        let v = (bits >> at) as i32 & ((1 << n) - 1);
        at += n;
        v
    };
    let mut raw = [[0; 3]; 4];
    for &(endpoint, component, low, n) in mode.fields {
        raw[usize::from(endpoint & 3)][usize::from(component) % 3] |= take(n.into()) << low;
    }
    let ends = endpoints(mode, raw, signed);
    let shape = if mode.two { take(5) as usize & 31 } else { 0 };
    let (second, anchor) = match mode.two {
        true => (SHAPES[shape], usize::from(ANCHORS[shape])),
        false => (0, 0),
    };
    std::array::from_fn(|texel| {
        let short = u32::from(texel == 0 || mode.two && texel == anchor);
        let weight = match mode.two {
            true => WEIGHTS3[take(3 - short) as usize & 7],
            false => WEIGHTS4[take(4 - short) as usize & 15],
        };
        let first = 2 * usize::from(second >> texel & 1);
        std::array::from_fn(|c| {
            let (a, b) = (ends[first][c], ends[first + 1][c]);
            finish(((64 - weight) * a + weight * b + 32) >> 6, signed)
        })
    })
}

/// Endpoints of 16 bits, with a sign if `signed`.
fn endpoints(mode: &Mode, mut raw: [[i32; 3]; 4], signed: bool) -> [[i32; 3]; 4] {
    let extend = |v: i32, bits: u32| v << (32 - bits) >> (32 - bits);
    let first = raw[0];
    if mode.transformed {
        for end in &mut raw[1..] {
            for c in 0..3 {
                let moved = first[c] + extend(end[c], mode.deltas[c]);
                end[c] = moved & ((1 << mode.bits) - 1);
            }
        }
    }
    let bits = mode.bits;
    raw.map(|end| {
        end.map(|v| match signed {
            true => {
                let v = extend(v, bits);
                let size = match v.abs() {
                    _ if bits >= 16 => return v,
                    0 => 0,
                    most if most >= (1 << (bits - 1)) - 1 => 0x7fff,
                    v => ((v << 15) + 0x4000) >> (bits - 1),
                };
                size * v.signum()
            }
            false => match v {
                _ if bits >= 15 => v,
                0 => 0,
                most if most == (1 << bits) - 1 => 0xffff,
                v => ((v << 15) + 0x4000) >> (bits - 1),
            },
        })
    })
}

/// The half float of an interpolated value: 31/32 of its range is that of finite floats.
fn finish(v: i32, signed: bool) -> f16 {
    f16::from_bits(match signed {
        true => ((v.abs() * 31) >> 5) as u16 | if v < 0 { 0x8000 } else { 0 },
        false => ((v * 31) >> 6) as u16,
    })
}
