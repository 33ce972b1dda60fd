//! Formats of colours in the tile buffer and in memory.

use tilescope_pixel::Format;
use tilescope_pixel::format::{Channel, Storage};

use crate::descriptors::{ColorBufferInternalFormat, ColorFormatV4, ColorFormatV5};

/// The format of a render target in the tile buffer.
///
/// The chip keeps more bits of narrow channels than memory has, and dithers when it
/// writes them. Here pixels have the channels of memory, and are dithered when they are
/// drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Internal {
    /// Channels, red first. Raw formats are integers.
    pub format: Format,
    /// Bits of each channel that the clear colour has below those of `format`.
    fractions: [u32; 4],
    /// A raw format: bits that a blend shader gives a meaning.
    pub raw: bool,
}

impl Internal {
    /// The internal format of an encoding; `None` if it is undefined.
    pub fn new(format: ColorBufferInternalFormat) -> Option<Internal> {
        use ColorBufferInternalFormat as F;
        let fractions = |format, fractions| Internal {
            format,
            fractions,
            raw: false,
        };
        let raw = |format| Internal {
            format,
            fractions: [0; 4],
            raw: true,
        };
        Some(match format {
            F::R8G8B8A8 => fractions(Format::R8G8B8A8Unorm, [0; 4]),
            F::R10G10B10A2 => fractions(Format::R10G10B10A2Unorm, [0; 4]),
            F::R8G8B8A2 => fractions(Format::R8G8B8X8Unorm, [2, 2, 2, 2]),
            F::R4G4B4A4 => fractions(Format::A4B4G4R4Unorm, [4; 4]),
            F::R5G6B5A0 => fractions(Format::B5G6R5Unorm, [5, 4, 5, 2]),
            F::R5G5B5A1 => fractions(Format::A1B5G5R5Unorm, [5, 5, 5, 1]),
            F::RAW8 => raw(Format::R8Uint),
            F::RAW16 => raw(Format::R16Uint),
            F::RAW32 | F::RawValue => raw(Format::R32Uint),
            F::RAW64 => raw(Format::R32G32Uint),
            F::RAW128 => raw(Format::R32G32B32A32Uint),
            F::Unknown(_) => return None,
        })
    }

    /// Bytes of a pixel.
    pub fn bytes(&self) -> usize {
        usize::from(self.format.row().block_bits) / 8
    }

    /// The channels of a pixel in the tile buffer: lowest bit and width.
    pub(super) fn channels(&self) -> [(u32, u32); 4] {
        match self.format.row().storage {
            Storage::Unorm(channels) | Storage::Wide(channels) => channels.map(|c| match c {
                Channel::Bits { at, bits } => (at.into(), bits.into()),
                Channel::Zero | Channel::One => (0, 0),
            }),
            _ => [(0, 0); 4],
        }
    }

    /// The pixel of a clear colour, whose channels follow each other from red, the lowest.
    pub fn clear_pixel(&self, color: &[u32; 4]) -> [u8; 16] {
        let mut out = [0; 16];
        if self.raw {
            for (bytes, word) in out.chunks_exact_mut(4).zip(color) {
                bytes.copy_from_slice(&word.to_le_bytes());
            }
            return out;
        }
        let (mut pixel, mut from) = (0, 0);
        for ((at, bits), fraction) in self.channels().into_iter().zip(self.fractions) {
            let value = u64::from(color[0]) >> from & ((1 << (bits + fraction)) - 1);
            // Half of a step up, at most the largest.
            let rounded = value + (1 << fraction >> 1);
            pixel |= (rounded >> fraction).min((1 << bits) - 1) << at;
            from += bits + fraction;
        }
        out[..8].copy_from_slice(&pixel.to_le_bytes());
        out
    }

    /// The word that a shader reads for a pixel. Each channel is at the top of its own byte;
    /// of 10 bits the lower two are in the last byte, which alpha shares (Mesa
    /// pan_lower_framebuffer.c, pan_pack_unorm_small and pan_pack_unorm_1010102).
    pub fn shader_word(&self, pixel: u32) -> u32 {
        let fields = self.shader_fields();
        fields.fold(0, |word, (at, to, mask)| word | (pixel >> at & mask) << to)
    }

    /// The pixel of a word that a shader writes.
    pub fn shader_pixel(&self, word: u32) -> u32 {
        let fields = self.shader_fields();
        fields.fold(0, |pixel, (at, to, mask)| pixel | (word >> to & mask) << at)
    }

    /// Fields of a pixel: lowest bit, that in the word of a shader, and the mask.
    fn shader_fields(&self) -> impl Iterator<Item = (u32, u32, u32)> {
        const NONE: (u32, u32, u32) = (0, 0, 0);
        let of = |(n, (at, bits)): (u32, (u32, u32))| match bits {
            0 => [NONE; 2],
            10 => [(at + 2, 8 * n, 0xff), (at, 24 + 2 * n, 3)],
            2 => [(at, 24 + 2 * n, 3), NONE],
            bits => {
                let bits = bits.min(8);
                [(at, 8 * n + 8 - bits, (1 << bits) - 1), NONE]
            }
        };
        (0..).zip(self.channels()).flat_map(of)
    }

    /// The channels of a pixel, each with the largest value; 0 and 0 where there is none.
    pub fn unpack(&self, pixel: u32) -> [(u32, u32); 4] {
        self.channels().map(|(at, bits)| {
            let largest = ((1u64 << bits) - 1) as u32;
            (pixel.checked_shr(at).unwrap_or(0) & largest, largest)
        })
    }
}

/// The format of a render target in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stored {
    /// This many bytes of the pixel.
    Raw(usize),
    /// Channels in the order of memory: lowest bit, width, and the channel of the tile
    /// buffer that it comes from (4 is zero, 5 one).
    Channels {
        /// Bytes of a pixel.
        bytes: usize,
        /// Lowest bit, width and source.
        channels: [(u32, u32, u32); 4],
    },
}

impl Stored {
    /// The format of an encoding of v5, with the swizzle of the target; `None` if it is
    /// undefined.
    pub fn v5(format: ColorFormatV5, swizzle: u64) -> Option<Stored> {
        use ColorFormatV5 as F;
        let widths = match format {
            F::RAW8 => return Some(Stored::Raw(1)),
            F::RAW16 => return Some(Stored::Raw(2)),
            F::RAW24 => return Some(Stored::Raw(3)),
            F::RAW32 => return Some(Stored::Raw(4)),
            F::RAW48 => return Some(Stored::Raw(6)),
            F::RAW64 => return Some(Stored::Raw(8)),
            F::RAW96 => return Some(Stored::Raw(12)),
            F::RAW128 => return Some(Stored::Raw(16)),
            F::R8 => [8, 0, 0, 0],
            F::R8G8 => [8, 8, 0, 0],
            F::R8G8B8 | F::R8G8B8FromR8G8B8A2 => [8, 8, 8, 0],
            F::R8G8B8A8 => [8; 4],
            F::R4G4B4A4 => [4; 4],
            F::R5G6B5 => [5, 6, 5, 0],
            F::R10G10B10A2 => [10, 10, 10, 2],
            F::R5G5B5A1 => [5, 5, 5, 1],
            F::A2B10G10R10 => return Some(reversed([10, 10, 10, 2], swizzle)),
            F::A1B5G5R5 => return Some(reversed([5, 5, 5, 1], swizzle)),
            _ => return None,
        };
        Some(upwards(widths, swizzle))
    }

    /// The format of an encoding of v4.
    pub fn v4(format: ColorFormatV4, swizzle: u64) -> Option<Stored> {
        use ColorFormatV4 as F;
        match format {
            F::N432BChannels => Some(Stored::Raw(16)),
            F::N332BChannels => Some(Stored::Raw(12)),
            F::N232BChannels | F::N416BChannels => Some(Stored::Raw(8)),
            F::N132BChannel | F::N216BChannels => Some(Stored::Raw(4)),
            F::N316BChannels => Some(Stored::Raw(6)),
            F::N116BChannel => Some(Stored::Raw(2)),
            F::Unknown(_) => None,
            other => Stored::v5(ColorFormatV5::from_bits(other.bits()), swizzle),
        }
    }

    /// Bytes of a pixel.
    pub fn bytes(&self) -> usize {
        match self {
            Stored::Raw(bytes) | Stored::Channels { bytes, .. } => *bytes,
        }
    }

    /// Writes a pixel of channels with their largest values.
    pub fn pack(&self, from: &[(u32, u32); 4], out: &mut [u8]) {
        let Stored::Channels { channels, .. } = self else {
            return;
        };
        let mut word = 0u32;
        for &(at, bits, source) in channels {
            let largest = ((1u64 << bits) - 1) as u32;
            let value = match from.get(source as usize) {
                Some(&(value, of)) if of == largest => value,
                Some(&(value, of)) if of > 0 => rescale(value, of, largest),
                // A missing alpha is opaque.
                Some(_) if source == 3 => largest,
                None if source == 5 => largest,
                _ => 0,
            };
            word |= value.checked_shl(at).unwrap_or(0);
        }
        for (out, byte) in out.iter_mut().zip(word.to_le_bytes()) {
            *out = byte;
        }
    }

    /// The value of each channel of the tile buffer that a stored pixel has, with its
    /// largest value.
    pub fn unpack(&self, pixel: &[u8]) -> [(u32, u32); 4] {
        let mut out = [(0, 0), (0, 0), (0, 0), (1, 1)];
        if let Stored::Channels { channels, .. } = self {
            let word = (pixel.iter().rev()).fold(0, |word: u32, byte| word << 8 | u32::from(*byte));
            for &(at, bits, source) in channels {
                let largest = ((1u64 << bits) - 1) as u32;
                let value = word.checked_shr(at).unwrap_or(0) & largest;
                if let Some(out) = out.get_mut(source as usize).filter(|_| bits > 0) {
                    *out = (value, largest);
                }
            }
        }
        out
    }
}

impl Internal {
    /// The pixel of channels with their largest values.
    pub fn pack(&self, from: &[(u32, u32); 4]) -> u32 {
        let mut pixel = 0;
        for ((at, bits), &(value, of)) in self.channels().into_iter().zip(from) {
            let largest = ((1u64 << bits) - 1) as u32;
            if of > 0 {
                pixel |= rescale(value, of, largest) << at;
            }
        }
        pixel
    }
}

/// A fraction of `of` as one of `largest`, rounded to the nearest.
fn rescale(value: u32, of: u32, largest: u32) -> u32 {
    let of = u64::from(of);
    ((2 * u64::from(value) * u64::from(largest) + of) / (2 * of)) as u32
}

/// The source of channel `n` of a swizzle.
fn source(swizzle: u64, n: u32) -> u32 {
    (swizzle >> (3 * n) & 7) as u32
}

/// Channels of these widths, the first lowest.
fn upwards(widths: [u32; 4], swizzle: u64) -> Stored {
    let mut at = 0;
    let mut channels = [(0, 0, 4); 4];
    for (n, (channel, bits)) in (0..).zip(channels.iter_mut().zip(widths)) {
        if bits > 0 {
            *channel = (at, bits, source(swizzle, n));
        }
        at += bits;
    }
    Stored::Channels {
        bytes: (at as usize).div_ceil(8),
        channels,
    }
}

/// Channels of these widths, the first highest.
fn reversed(widths: [u32; 4], swizzle: u64) -> Stored {
    let all: u32 = widths.iter().sum();
    match upwards(widths, swizzle) {
        Stored::Channels { bytes, channels } => Stored::Channels {
            bytes,
            channels: channels.map(|(at, bits, from)| (all - at - bits, bits, from)),
        },
        raw => raw,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ColorBufferInternalFormat as F;

    /// Literal words: channels with their bits from Mesa's pan_lower_framebuffer.c.
    #[test]
    fn shaders_see_a_byte_for_each_channel() {
        let seen = |format, word: u32| {
            let internal = Internal::new(format).unwrap();
            let pixel = internal.shader_pixel(word);
            (pixel, internal.shader_word(pixel))
        };
        assert_eq!(seen(F::R8G8B8A8, 0x1234_5678), (0x1234_5678, 0x1234_5678));
        // Red 1, green 2, blue 3, alpha 4, at the tops of bytes.
        let word = 0x4030_2010;
        let (_, back) = seen(F::R4G4B4A4, word | 0x0f0f_0f0f);
        assert_eq!(back, word);
        let word = 1 << 3 | 2 << 10 | 3 << 19;
        assert_eq!(seen(F::R5G6B5A0, word), (1 << 11 | 2 << 5 | 3, word));
        let word = 1 << 3 | 2 << 11 | 3 << 19 | 1 << 31;
        assert_eq!(seen(F::R5G5B5A1, word).1, word);
        // Red 0x155, green 0x2aa, blue 0x3ff, alpha 2.
        let word = 0x55 | 0xaa << 8 | 0xff << 16 | 1 << 24 | 2 << 26 | 3 << 28 | 2 << 30;
        let pixel = 0x155 | 0x2aa << 10 | 0x3ff << 20 | 2 << 30;
        assert_eq!(seen(F::R10G10B10A2, word), (pixel, word));
    }
}
