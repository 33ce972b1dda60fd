//! Textures whose texels are colour words: four bytes, fractions of 255.

use tilescope_pixel::packed::{Bits, Class, Packed};

use super::blocks::is_of_words;
use crate::formats::{Format, Storage, Swizzle};

/// The bytes of a word, from another word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bytes {
    /// Of each byte, its lowest bit in the other word; `None` for a constant.
    from: [Option<u8>; 4],
    /// The bytes of constants.
    constants: u32,
}

impl Bytes {
    const IDENTITY: Bytes = Bytes {
        from: [Some(0), Some(8), Some(16), Some(24)],
        constants: 0,
    };

    fn new(byte: impl Fn(u32) -> Result<u8, u8>) -> Bytes {
        let (mut from, mut constants) = ([None; 4], 0);
        for (n, from) in (0..).zip(&mut from) {
            match byte(n) {
                Ok(at) => *from = Some(at),
                Err(constant) => constants |= u32::from(constant) << (8 * n),
            }
        }
        Bytes { from, constants }
    }

    /// The stored channels: alpha is 1 where it is missing, others 0.
    fn stored(channels: [Bits; 4]) -> Bytes {
        Bytes::new(|n| match channels[n as usize & 3] {
            Bits { width: 0, .. } => Err(if n == 3 { 255 } else { 0 }),
            Bits { at, .. } => Ok(at),
        })
    }

    /// Selected channels.
    fn swizzled(swizzle: Swizzle) -> Bytes {
        Bytes::new(|n| match swizzle.source(n) {
            source @ 0..=3 => Ok(8 * source as u8),
            5 => Err(255),
            _ => Err(0),
        })
    }

    /// The bytes of `first`, then these of the result.
    fn after(&self, first: &Bytes) -> Bytes {
        Bytes::new(|n| match self.from[n as usize & 3] {
            None => Err((self.constants >> (8 * n)) as u8),
            Some(at) => match first.from[usize::from(at / 8) & 3] {
                None => Err((first.constants >> at) as u8),
                Some(at) => Ok(at),
            },
        })
    }

    /// Whether words stay as they are.
    pub fn is_identity(&self) -> bool {
        *self == Bytes::IDENTITY
    }

    /// The bytes of a word.
    #[inline]
    pub fn apply(&self, word: u32) -> u32 {
        let mut out = self.constants;
        for (n, from) in self.from.iter().enumerate() {
            if let Some(at) = from {
                out |= (word >> (at & 31) & 0xff) << (8 * n);
            }
        }
        out
    }
}

/// The conversion of texels to colour words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Words {
    /// Red, green, blue and alpha, from the bytes of a texel that is not compressed.
    pub stored: Bytes,
    /// The swizzles of the format and of the texture.
    pub swizzle: Bytes,
}

impl Words {
    /// `None` if texels of the format are not colour words.
    pub fn new(format: &Format, swizzle: Swizzle) -> Option<Words> {
        let stored = match format.storage {
            _ if format.srgb => return None,
            Storage::Packed(Packed {
                class: Class::Unorm,
                bytes: 1..=4,
                channels,
            }) if channels.iter().all(|bits| matches!(bits.width, 0 | 8)) => {
                Bytes::stored(channels)
            }
            Storage::Compressed(compression) if is_of_words(compression) => Bytes::IDENTITY,
            _ => return None,
        };
        let all = Bytes::swizzled(swizzle).after(&Bytes::swizzled(format.swizzle));
        Some(Words {
            stored,
            swizzle: all,
        })
    }
}
