//! Pixel formats: from the 22 bits of a format word to the bits of a texel.
//!
//! A word has a swizzle of four channels, the number of the format, and two flags. Most
//! formats are products: numbers 96 to 223 are a class in bits 7:5, a number of channels
//! in bits 4:3 and a width in bits 2:0.
//!
//! Sources: Mesa 22.3.6 `src/panfrost/lib/genxml/v5.xml` (numbers and names) and
//! `src/panfrost/lib/pan_format.c` (the order of channels, by the formats of Gallium that
//! use them).

use std::ops::Deref;
use tilescope_pixel::packed::{Class, Packed};
pub use tilescope_pixel::texel::{RegisterType, Storage, Texels};
pub use tilescope_pixel::{Compression, Swizzle};

/// The storage of format `index`.
pub const fn storage(index: u8) -> Storage {
    use Class::{Fixed, Float, Sint, Snorm, Uint, Unorm};
    const fn up(class: Class, widths: [u8; 4]) -> Storage {
        Storage::Packed(Packed::upwards(class, widths))
    }
    const fn down(class: Class, widths: [u8; 4]) -> Storage {
        Storage::Packed(Packed::downwards(class, widths))
    }
    const fn block(compression: Compression) -> Storage {
        Storage::Compressed(compression)
    }
    match index {
        1 => block(Compression::Etc2Rgb8),
        2 => block(Compression::EacR11 { signed: false }),
        3 => block(Compression::Etc2Rgba8),
        4 => block(Compression::EacRg11 { signed: false }),
        7 => block(Compression::Bc1),
        8 => block(Compression::Bc2),
        9 => block(Compression::Bc3),
        10 => block(Compression::Bc4 { signed: false }),
        11 => block(Compression::Bc4 { signed: true }),
        12 => block(Compression::Bc5 { signed: false }),
        13 => block(Compression::Bc5 { signed: true }),
        14 => block(Compression::Bc6h { signed: false }),
        15 => block(Compression::Bc6h { signed: true }),
        16 => block(Compression::Bc7),
        17 => block(Compression::EacR11 { signed: true }),
        18 => block(Compression::EacRg11 { signed: true }),
        19 => block(Compression::Etc2Rgb8A1),
        20..=23 => block(Compression::Astc {
            volume: index < 22,
            hdr: index & 1 != 0,
        }),
        64 => up(Unorm, [5, 6, 5, 0]),
        65 => up(Unorm, [5, 5, 5, 1]),
        66 => down(Unorm, [5, 5, 5, 1]),
        67 => up(Unorm, [10, 10, 10, 2]),
        68 => down(Unorm, [10, 10, 10, 2]),
        69 => up(Snorm, [10, 10, 10, 2]),
        70 => down(Snorm, [10, 10, 10, 2]),
        71 => up(Uint, [10, 10, 10, 2]),
        72 => down(Uint, [10, 10, 10, 2]),
        73 => up(Sint, [10, 10, 10, 2]),
        74 => down(Sint, [10, 10, 10, 2]),
        75 => up(Unorm, [3, 3, 2, 0]),
        76 => down(Unorm, [3, 3, 2, 0]),
        77 => depth24(0),
        78 => depth24(8),
        79 => up(Uint, [32, 8, 24, 0]),
        80 => up(Uint, [24, 8, 32, 0]),
        81..=84 => Storage::Packed(Packed::regular(Fixed, index - 80, 32)),
        85 => Storage::TileBuffer,
        89 => up(Float, [11, 11, 10, 0]),
        90 => down(Float, [11, 11, 10, 0]),
        91 => Storage::SharedExponent { reversed: false },
        92 => Storage::SharedExponent { reversed: true },
        93 => Storage::Snapped { count: 2 },
        94 => Storage::Snapped { count: 4 },
        95 => Storage::Constant,
        96..=223 => {
            let (class, float) = match index >> 5 {
                3 => (Snorm, 0),
                4 => (Uint, 64),
                5 => (Unorm, 32),
                _ => (Sint, 16),
            };
            let count = (index >> 3 & 3) + 1;
            match index & 7 {
                7 if float == 0 => Storage::Unknown,
                7 => Storage::Packed(Packed::regular(Float, count, float)),
                log => Storage::Packed(Packed::regular(class, count, 1 << log)),
            }
        }
        _ => Storage::Unknown,
    }
}

/// 24 bits of depth in a word of 32.
const fn depth24(at: u8) -> Storage {
    let mut packed = Packed::upwards(Class::Unorm, [24, 0, 0, 0]);
    packed.channels[0].at = at;
    packed.bytes = 4;
    Storage::Packed(packed)
}

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
