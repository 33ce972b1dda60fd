//! Pixel formats: from the 22 bits of a format word to the bits of a texel.
//!
//! A word has a swizzle of four channels, the number of the format, and two flags. Most
//! formats are products: numbers 96 to 223 are a class in bits 7:5, a number of channels
//! in bits 4:3 and a width in bits 2:0.
//!
//! Sources: Mesa 22.3.6 `src/panfrost/lib/genxml/v5.xml` (numbers and names) and
//! `src/panfrost/lib/pan_format.c` (the order of channels, by the formats of Gallium that
//! use them).

use tilescope_output::srgb::from_srgb;
use tilescope_pixel::packed::{Class, MAX_BYTES, Packed};
pub use tilescope_pixel::texel::Storage;
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

/// A format word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Format {
    /// The number of the format.
    pub index: u8,
    /// The source of each channel.
    pub swizzle: Swizzle,
    /// Red, green and blue are encoded as sRGB has them.
    pub srgb: bool,
    /// Bytes are in the opposite order. Not implemented: drivers do not use it.
    pub big_endian: bool,
    /// The storage.
    pub storage: Storage,
}

impl Format {
    /// The format of a word of 22 bits.
    pub const fn from_bits(word: u32) -> Format {
        let index = (word >> 12) as u8;
        Format {
            index,
            swizzle: Swizzle((word & 0xfff) as u16),
            srgb: word >> 20 & 1 != 0,
            big_endian: word >> 21 & 1 != 0,
            storage: storage(index),
        }
    }

    /// The number's name in Mesa, or the number.
    pub fn name(&self) -> String {
        match crate::descriptors::Format::from_bits(self.index).name() {
            Some(name) => name.to_string(),
            None => format!("format {}", self.index),
        }
    }

    /// Bytes of an element: a texel, or a compressed block. 0 if nothing is stored, or
    /// the format is unknown.
    pub const fn bytes(&self) -> u32 {
        self.storage.bytes()
    }

    /// Whether texels are integers.
    pub const fn is_integer(&self) -> bool {
        self.storage.class().is_integer()
    }

    /// The channels of an element that is not compressed, before the swizzle: bits of
    /// floats, or integers.
    #[inline]
    pub fn channels(&self, bytes: &[u8]) -> [u32; 4] {
        self.storage.load(bytes)
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

    /// The bits of 1 in a channel.
    #[inline]
    pub const fn one(&self) -> u32 {
        self.storage.class().one()
    }

    /// An element that is not compressed, swizzled, as a register of type `to` has it.
    #[inline]
    pub fn load(&self, bytes: &[u8], to: RegisterType) -> [u32; 4] {
        let values = self.arranged(self.channels(bytes));
        match (to, self.storage.class()) {
            (RegisterType::Float, Class::Uint) => values.map(|v| (v as f32).to_bits()),
            (RegisterType::Float, Class::Sint) => values.map(|v| (v as i32 as f32).to_bits()),
            _ => values,
        }
    }

    /// The bytes of an element with the values of a register of type `from`: the first
    /// [`Format::bytes`] of the result. Channels go to the places that the swizzle loads
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
}

/// Red, green and blue, which are encoded as sRGB has them, proportional to light.
fn linear([r, g, b, a]: [u32; 4]) -> [u32; 4] {
    let light = |v: u32| from_srgb(f32::from_bits(v)).to_bits();
    [light(r), light(g), light(b), a]
}

#[cfg(test)]
mod tests;
