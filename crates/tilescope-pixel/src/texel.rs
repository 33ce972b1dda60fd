//! Texels of hardware whose formats are chosen by a number: channels side by side, and all that
//! is not.

use tilescope_exec::convert::nearest_even;

use crate::fields::{Fields, Moves};
use crate::packed::{Class, MAX_BYTES, Packed};
use crate::srgb::from_srgb;
use crate::{Compression, Format, Source, Swizzle};

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

/// Texels of a format: swizzled, as registers have them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Texels {
    /// The storage.
    pub storage: Storage,
    /// The source of each channel.
    pub swizzle: Swizzle,
    /// Red, green and blue are encoded as sRGB has them.
    pub srgb: bool,
}

/// The type of a register that texels are loaded to, or stored from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RegisterType {
    /// Floats: integers are converted.
    Float,
    /// Unsigned integers. Bits of floats are not converted.
    Unsigned,
    /// Signed integers. Bits of floats are not converted.
    Signed,
    /// That of the format.
    Format,
}

impl Texels {
    /// [`Storage::bytes`].
    pub const fn bytes(&self) -> u32 {
        self.storage.bytes()
    }

    /// Whether texels are integers.
    pub const fn is_integer(&self) -> bool {
        self.storage.class().is_integer()
    }

    /// The bits of 1 in a channel.
    #[inline]
    pub const fn one(&self) -> u32 {
        self.storage.class().one()
    }

    /// Red, green, blue and alpha of the channels of an element. sRGB is decoded after the
    /// swizzle: only then can alpha be the first channel, as in Mesa's `A8B8G8R8_SRGB`
    /// (pan_format.c), or the second, as in piglit's `fbo-generatemipmap-formats`.
    #[inline]
    pub fn arranged(&self, channels: [u32; 4]) -> [u32; 4] {
        let values = self.swizzle.apply(channels, self.one());
        match self.srgb {
            true => linear(values),
            false => values,
        }
    }

    /// An element that is not compressed, swizzled, as a register of type `to` has it.
    #[inline]
    pub fn load(&self, bytes: &[u8], to: RegisterType) -> [u32; 4] {
        let values = self.arranged(self.storage.load(bytes));
        match (to, self.storage.class()) {
            (RegisterType::Float, Class::Uint) => values.map(|v| (v as f32).to_bits()),
            (RegisterType::Float, Class::Sint) => values.map(|v| (v as i32 as f32).to_bits()),
            _ => values,
        }
    }

    /// The bytes of an element with the values of a register of type `from`: the first
    /// [`Texels::bytes`] of the result. Channels go to the places that the swizzle loads
    /// them from.
    #[inline]
    pub fn store(&self, values: [u32; 4], from: RegisterType) -> [u8; MAX_BYTES] {
        let values = self.swizzle.invert(values);
        let values = match (from, self.storage.class()) {
            (RegisterType::Float, Class::Uint) => values.map(|v| f32::from_bits(v) as u32),
            (RegisterType::Float, Class::Sint) => values.map(|v| f32::from_bits(v) as i32 as u32),
            _ => values,
        };
        self.storage.store(values)
    }

    /// The colour words of texels with their components taken by `swizzle`, from the words in
    /// memory or of blocks. `None` if texels have other channels.
    pub fn colour_words(&self, swizzle: Swizzle) -> Option<Moves> {
        let stored = match self.storage {
            _ if self.srgb => return None,
            Storage::Packed(packed) => {
                let bytes = packed.channels.iter().all(|c| matches!(c.width, 0 | 8));
                let is_word =
                    packed.class == Class::Unorm && matches!(packed.bytes, 1..=4) && bytes;
                is_word.then(|| Fields::identity(&packed))?
            }
            Storage::Compressed(compression) if compression.is_of_words() => Fields::COLOUR_WORD,
            _ => return None,
        };
        let source = |n| match swizzle.source(n) {
            Source::Component(n) => self.swizzle.source(n.into()),
            constant => constant,
        };
        let selected = Fields::new(&Packed::regular(Class::Unorm, 4, 8), source);
        Moves::new(&stored, &selected)
    }
}

/// A float rounded to a multiple of 1/256: the grid of screen positions. Numbers too
/// large to have such a fraction, infinities and NaN stay.
pub(crate) fn snap(bits: u32) -> u32 {
    let v = f32::from_bits(bits);
    match v.abs() < 32768.0 {
        true => (nearest_even(v * 256.0) / 256.0).to_bits(),
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

/// Red, green and blue, which are encoded as sRGB has them, proportional to light.
fn linear([r, g, b, a]: [u32; 4]) -> [u32; 4] {
    let light = |v: u32| from_srgb(f32::from_bits(v)).to_bits();
    [light(r), light(g), light(b), a]
}
