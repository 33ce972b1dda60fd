//! Pixel formats: from the 22 bits of a format word to the bits of a texel.
//!
//! A word has a swizzle of four channels, the number of the format, and two flags. Most
//! formats are products: numbers 96 to 223 are a class in bits 7:5, a number of channels
//! in bits 4:3 and a width in bits 2:0.
//!
//! Sources: Mesa 22.3.6 `src/panfrost/lib/genxml/v5.xml` (numbers and names) and
//! `src/panfrost/lib/pan_format.c` (the order of channels, by the formats of Gallium that
//! use them).

mod numbers;

pub use numbers::storage;
use std::ops::Deref;
pub use tilescope_pixel::texel::{RegisterType, Storage, Texels};
pub use tilescope_pixel::{Compression, Swizzle};

/// A format word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Format {
    /// The number of the format.
    pub index: u8,
    /// Bytes are in the opposite order. Not implemented: drivers do not use it.
    pub big_endian: bool,
    /// Its texels.
    pub texels: Texels,
}

impl Deref for Format {
    type Target = Texels;

    #[inline]
    fn deref(&self) -> &Texels {
        &self.texels
    }
}

impl Format {
    /// The format of a word of 22 bits.
    pub const fn from_bits(word: u32) -> Format {
        let index = (word >> 12) as u8;
        Format {
            index,
            big_endian: word >> 21 & 1 != 0,
            texels: Texels {
                storage: storage(index),
                swizzle: Swizzle((word & 0xfff) as u16),
                srgb: word >> 20 & 1 != 0,
            },
        }
    }

    /// The number's name in Mesa, or the number.
    pub fn name(&self) -> String {
        match crate::descriptors::Format::from_bits(self.index).name() {
            Some(name) => name.to_string(),
            None => format!("format {}", self.index),
        }
    }
}

#[cfg(test)]
mod tests;
