//! Texels of hardware whose formats are chosen by a number: channels side by side, and all that
//! is not.

use crate::packed::{Class, MAX_BYTES, Packed};
use crate::{Compression, Format};

/// The storage of texels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Storage {
    /// Channels side by side.
    Packed(Packed),
    /// Mantissas of 9 bits with a common exponent of 5.
    SharedExponent {
        /// The exponent is lowest, red highest.
        reversed: bool,
    },
    /// Blocks.
    Compressed(Compression),
    /// Floats of which the first two are rounded to 1/256 when they are stored: screen
    /// positions.
    Snapped {
        /// Components, 2 or 4.
        count: u8,
    },
    /// Nothing is stored: 0, 0, 0, 1.
    Constant,
    /// The format of the tile buffer, which is known there only.
    TileBuffer,
    /// A number without a known format.
    Unknown,
}

impl Storage {
    /// Bytes of an element: a texel, or a compressed block. 0 if nothing is stored, or the
    /// format is not known.
    pub const fn bytes(&self) -> u32 {
        match *self {
            Storage::Packed(packed) => packed.bytes as u32,
            Storage::SharedExponent { .. } => 4,
            Storage::Compressed(compression) => compression.block_bytes(),
            Storage::Snapped { count } => 4 * count as u32,
            Storage::Constant | Storage::TileBuffer | Storage::Unknown => 0,
        }
    }

    /// The numbers that channels hold: floats unless they are packed.
    pub const fn class(&self) -> Class {
        match *self {
            Storage::Packed(packed) => packed.class,
            _ => Class::Float,
        }
    }

    /// The channels of an element that is not compressed: bits of floats, or integers.
    #[inline]
    pub fn load(&self, bytes: &[u8]) -> [u32; 4] {
        match *self {
            Storage::Packed(packed) => packed.load(bytes),
            Storage::SharedExponent { reversed } => shared_exponent(bytes, reversed),
            Storage::Snapped { count } => Packed::regular(Class::Float, count, 32).load(bytes),
            Storage::Constant | Storage::TileBuffer | Storage::Unknown | Storage::Compressed(_) => {
                [0, 0, 0, Class::Float.one()]
            }
        }
    }

    /// The bytes of an element with these channels: the first [`Storage::bytes`] of the
    /// result.
    #[inline]
    pub fn store(&self, values: [u32; 4]) -> [u8; MAX_BYTES] {
        let mut out = [0; MAX_BYTES];
        match *self {
            Storage::Packed(packed) => packed.store(values, &mut out),
            Storage::SharedExponent { reversed } => {
                let [r, g, b, _] = values.map(f32::from_bits);
                let texel = Format::R9G9B9E5Float.from_floats([r, g, b, 1.0]);
                let word = match reversed {
                    true => reverse_fields(texel as u32),
                    false => texel as u32,
                };
                out[..4].copy_from_slice(&word.to_le_bytes());
            }
            Storage::Snapped { count } => {
                let [x, y, z, w] = values;
                let packed = Packed::regular(Class::Float, count, 32);
                packed.store([snap(x), snap(y), z, w], &mut out);
            }
            Storage::Constant | Storage::TileBuffer | Storage::Unknown | Storage::Compressed(_) => {
            }
        }
        out
    }
}

/// A float rounded to a multiple of 1/256: the grid of screen positions. Numbers too
/// large to have such a fraction, infinities and NaN stay.
fn snap(bits: u32) -> u32 {
    let v = f32::from_bits(bits);
    match v.abs() < 32768.0 {
        true => ((v * 256.0).round_ties_even() / 256.0).to_bits(),
        false => bits,
    }
}

/// The fields 9, 9, 9, 5 of a word in the order 5, 9, 9, 9.
const fn reverse_fields(word: u32) -> u32 {
    word >> 27 | (word >> 18 & 0x1ff) << 5 | (word >> 9 & 0x1ff) << 14 | (word & 0x1ff) << 23
}

fn shared_exponent(bytes: &[u8], reversed: bool) -> [u32; 4] {
    let byte = |i: usize| bytes.get(i).copied().unwrap_or(0);
    let word = u32::from_le_bytes([byte(0), byte(1), byte(2), byte(3)]);
    let word = match reversed {
        // Exponent, blue, green, red, from the lowest bit.
        true => {
            (word & 31) << 27 | (word >> 5 & 0x1ff) << 18 | (word >> 14 & 0x1ff) << 9 | word >> 23
        }
        false => word,
    };
    let floats = Format::R9G9B9E5Float.to_floats([word, 0, 0, 0]);
    floats.map(f32::to_bits)
}
