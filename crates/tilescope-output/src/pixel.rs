//! Formats of render targets as the encodings of their words.

use tilescope_pixel::Format;
use tilescope_pixel::format::{Channel, Storage};

use crate::encoding::{Colors, Encoding, IntegerRange, ones};

/// The most words of a pixel.
pub const MAX_WORDS: usize = 4;

/// The encodings of the words of a pixel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PixelEncoding {
    /// The words; those from `count` on are not used.
    pub words: [Encoding; MAX_WORDS],
    /// The number of words.
    pub count: usize,
    /// Bytes of a pixel: 1, 2, 4, 8 or 16.
    pub bytes: usize,
}

impl PixelEncoding {
    /// The encoding of a format; `None` for formats without separate pixels.
    pub fn of(format: Format, range: IntegerRange) -> Option<PixelEncoding> {
        let row = format.row();
        let bytes = usize::from(row.block_bits) / 8;
        if row.block != (1, 1) || !matches!(bytes, 1 | 2 | 4 | 8 | 16) {
            return None;
        }
        let count = bytes.div_ceil(4);
        let mut words = [Encoding::Single(0); MAX_WORDS];
        for (n, word) in words.iter_mut().enumerate().take(count) {
            *word = word_of(format, n, range)?;
        }
        Some(PixelEncoding {
            words,
            count,
            bytes,
        })
    }

    /// The words of a pixel.
    #[inline(always)]
    pub fn each(&self) -> &[Encoding] {
        &self.words[..self.count.min(MAX_WORDS)]
    }

    /// The bits of a word of the pixel.
    pub fn word_mask(&self) -> u32 {
        ones((8 * self.bytes.min(4)) as u8)
    }

    /// Whether colours can be blended.
    pub fn blends(&self) -> bool {
        !self.words[0].is_integer()
    }

    /// The components that are not stored: alpha is 1, others 0.
    #[inline(always)]
    pub fn missing(&self) -> Colors {
        let one = match self.words[0].is_integer() {
            true => f32::from_bits(1),
            false => 1.0,
        };
        [[0.0; 16], [0.0; 16], [0.0; 16], [one; 16]]
    }
}

/// Word `n` of a pixel.
fn word_of(format: Format, n: usize, range: IntegerRange) -> Option<Encoding> {
    let row = format.row();
    // Equal components that follow each other.
    let even = |count: u8| {
        let width = row.block_bits / count.max(1);
        let (mut at, mut bits) = ([0; 4], [0; 4]);
        for i in 0..usize::from(count.min(4)) {
            let low = usize::from(width) * i;
            if low / 32 == n {
                (at[i], bits[i]) = ((low % 32) as u8, width);
            }
        }
        (at, bits)
    };
    let integer = |(at, bits), signed| Encoding::Integer {
        at,
        bits,
        signed,
        range,
    };
    Some(match row.storage {
        Storage::Unorm(channels) | Storage::Wide(channels) => unorm(channels, n)?,
        Storage::Snorm(count) => {
            let (at, bits) = even(count);
            Encoding::Snorm { at, bits }
        }
        Storage::Half(count) => {
            let first = (2 * n) as u8;
            let count = count.checked_sub(first)?.min(2);
            Encoding::Half { first, count }
        }
        Storage::Float(_) => Encoding::Single(n as u8),
        Storage::Integer(count) => integer(even(count), false),
        Storage::Signed(count) => integer(even(count), true),
        Storage::Integer10 => integer(([0, 10, 20, 30], [10, 10, 10, 2]), false),
        Storage::SmallFloat | Storage::SharedExponent => Encoding::Small(format),
        Storage::DepthStencil | Storage::Block(_) | Storage::Yuyv | Storage::Uyvy => return None,
    })
}

/// The widest fraction that singles hold with a bit to spare for rounding.
const WIDEST_UNORM: u8 = 16;

fn unorm(channels: [Channel; 4], n: usize) -> Option<Encoding> {
    let (mut at, mut largest, mut packed, mut taken) = ([0; 4], [0; 4], 0, 0u32);
    for (i, channel) in channels.into_iter().enumerate() {
        let Channel::Bits { at: low, bits } = channel else {
            continue;
        };
        if bits > WIDEST_UNORM {
            return None;
        }
        if usize::from(low) / 32 != n {
            continue;
        }
        (at[i], largest[i]) = (low % 32, ones(bits));
        if taken >> at[i] & 1 == 0 {
            packed |= 1 << i;
            taken |= largest[i] << at[i];
        }
    }
    Some(Encoding::Unorm {
        at,
        largest,
        packed,
    })
}
