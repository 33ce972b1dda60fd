//! Formats of colours in the tile buffer and in memory.

use tilescope_pixel::fields::{Fields, Stored};
use tilescope_pixel::{Class, Format, Packed, Swizzle};

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
    /// The channels of a pixel; none of raw formats.
    pub fields: Fields,
}

impl Internal {
    /// The internal format of an encoding; `None` if it is undefined.
    pub fn new(format: ColorBufferInternalFormat) -> Option<Internal> {
        use ColorBufferInternalFormat as F;
        let fractions = |format, fractions| Internal {
            format,
            fractions,
            raw: false,
            fields: Fields::of(format),
        };
        let raw = |format| Internal {
            raw: true,
            ..fractions(format, [0; 4])
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
        self.fields.bytes
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
        for ((at, bits), fraction) in self.fields.bits().into_iter().zip(self.fractions) {
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
        (0..).zip(self.fields.bits()).flat_map(of)
    }
}

/// The format in memory of an encoding of v5, with the swizzle of the target; `None` if it is
/// undefined.
pub fn stored_v5(format: ColorFormatV5, swizzle: u64) -> Option<Stored> {
    use ColorFormatV5 as F;
    let upwards = |widths| Packed::upwards(Class::Unorm, widths);
    let downwards = |widths| Packed::downwards(Class::Unorm, widths);
    let packed = match format {
        F::RAW8 => return Some(Stored::Raw(1)),
        F::RAW16 => return Some(Stored::Raw(2)),
        F::RAW24 => return Some(Stored::Raw(3)),
        F::RAW32 => return Some(Stored::Raw(4)),
        F::RAW48 => return Some(Stored::Raw(6)),
        F::RAW64 => return Some(Stored::Raw(8)),
        F::RAW96 => return Some(Stored::Raw(12)),
        F::RAW128 => return Some(Stored::Raw(16)),
        F::R8 => upwards([8, 0, 0, 0]),
        F::R8G8 => upwards([8, 8, 0, 0]),
        F::R8G8B8 | F::R8G8B8FromR8G8B8A2 => upwards([8, 8, 8, 0]),
        F::R8G8B8A8 => upwards([8; 4]),
        F::R4G4B4A4 => upwards([4; 4]),
        F::R5G6B5 => upwards([5, 6, 5, 0]),
        F::R10G10B10A2 => upwards([10, 10, 10, 2]),
        F::R5G5B5A1 => upwards([5, 5, 5, 1]),
        F::A2B10G10R10 => downwards([10, 10, 10, 2]),
        F::A1B5G5R5 => downwards([5, 5, 5, 1]),
        _ => return None,
    };
    let swizzle = Swizzle(swizzle as u16);
    let fields = Fields::new(&packed, |n| swizzle.source(n));
    Some(Stored::Fractions(fields))
}

/// The format of an encoding of v4.
pub fn stored_v4(format: ColorFormatV4, swizzle: u64) -> Option<Stored> {
    use ColorFormatV4 as F;
    match format {
        F::N432BChannels => Some(Stored::Raw(16)),
        F::N332BChannels => Some(Stored::Raw(12)),
        F::N232BChannels | F::N416BChannels => Some(Stored::Raw(8)),
        F::N132BChannel | F::N216BChannels => Some(Stored::Raw(4)),
        F::N316BChannels => Some(Stored::Raw(6)),
        F::N116BChannel => Some(Stored::Raw(2)),
        F::Unknown(_) => None,
        other => stored_v5(ColorFormatV5::from_bits(other.bits()), swizzle),
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

    #[test]
    fn pixels_move_as_they_are_converted() {
        use ColorFormatV5 as M;
        use tilescope_pixel::fields::Moves;
        let formats = [
            (F::R8G8B8A8, M::R8G8B8A8),
            (F::R8G8B8A8, M::R8G8B8),
            (F::R8G8B8A8, M::R8),
            (F::R5G6B5A0, M::R5G6B5),
            (F::R10G10B10A2, M::R10G10B10A2),
            (F::R10G10B10A2, M::A2B10G10R10),
            (F::R5G5B5A1, M::R5G5B5A1),
            (F::R8G8B8A8, M::R5G6B5),
        ];
        // Red first, blue first, alpha one, zero in blue.
        let swizzles = [0o3210, 0o3012, 0o5210, 0o3410];
        let mut moved = 0;
        for (internal, stored) in formats {
            for swizzle in swizzles {
                let internal = Internal::new(internal).expect("a known format");
                let stored = stored_v5(stored, swizzle).expect("a known format");
                let Stored::Fractions(fields) = stored else {
                    continue;
                };
                let Some(moves) = Moves::new(&internal.fields, &fields) else {
                    continue;
                };
                moved += 1;
                for pixel in [0u32, u32::MAX, 0x0123_4567, 0x89ab_cdef, 0x5a3c_9617] {
                    let bytes = internal.bytes();
                    let pixel = &pixel.to_le_bytes()[..bytes];
                    let mut want = [0; 4];
                    fields.pack(&internal.fields.unpack(pixel), &mut want[..fields.bytes]);
                    let mut out = [0; 4];
                    moves.pixels(bytes, pixel, fields.bytes, &mut out[..fields.bytes]);
                    assert_eq!(out, want, "{internal:?} {stored:?} {swizzle:o}");
                }
            }
        }
        assert_eq!(moved, 28);
    }
}
