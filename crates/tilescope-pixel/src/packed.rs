//! Texels described by their channels: a class of numbers, and the bits of each channel.
//!
//! [`crate::Format`] lists formats with names. Hardware whose formats are products of a
//! number of channels, a width and a class describes them with [`Packed`] instead.

use half::f16;

/// The numbers that the channels of a format hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Class {
    /// Fractions from 0 to 1.
    Unorm,
    /// Fractions from -1 to 1, in two's complement.
    Snorm,
    /// Unsigned integers.
    Uint,
    /// Signed integers, in two's complement.
    Sint,
    /// Floats of 64, 32 or 16 bits, and floats without a sign of 11 or 10 bits.
    Float,
    /// Numbers with 16 bits after the point, in two's complement.
    Fixed,
}

impl Class {
    /// Whether values are integers, not floats.
    pub const fn is_integer(self) -> bool {
        matches!(self, Class::Uint | Class::Sint)
    }

    /// The bits of 1.
    pub const fn one(self) -> u32 {
        match self.is_integer() {
            true => 1,
            false => 0x3f80_0000,
        }
    }
}

/// The bits of a channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Bits {
    /// Lowest bit.
    pub at: u8,
    /// Width, 1 to 64; 0 if the channel is not stored.
    pub width: u8,
}

/// Largest size of a texel in bytes.
pub const MAX_BYTES: usize = 32;

/// A format: red, green, blue and alpha in bits of a little-endian number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Packed {
    /// The numbers that the channels hold.
    pub class: Class,
    /// Size of a texel in bytes, up to [`MAX_BYTES`].
    pub bytes: u8,
    /// Red, green, blue, alpha.
    pub channels: [Bits; 4],
}

impl Packed {
    /// `count` channels of `width` bits each, red lowest.
    pub const fn regular(class: Class, count: u8, width: u8) -> Packed {
        let mut widths = [0; 4];
        let mut i = 0;
        while i < count as usize && i < 4 {
            widths[i] = width;
            i += 1;
        }
        Packed::upwards(class, widths)
    }

    /// Channels of these widths, the first lowest; a width of 0 means not stored.
    pub const fn upwards(class: Class, widths: [u8; 4]) -> Packed {
        let mut channels = [Bits { at: 0, width: 0 }; 4];
        let mut total = 0u16;
        let mut i = 0;
        while i < 4 {
            channels[i] = Bits {
                at: total as u8,
                width: widths[i],
            };
            total += widths[i] as u16;
            i += 1;
        }
        Packed {
            class,
            bytes: total.div_ceil(8) as u8,
            channels,
        }
    }

    /// Channels of these widths, the last lowest; a width of 0 means not stored.
    pub const fn downwards(class: Class, widths: [u8; 4]) -> Packed {
        let mut channels = [Bits { at: 0, width: 0 }; 4];
        let mut at = 0;
        let mut i = 4;
        while i > 0 {
            i -= 1;
            channels[i] = Bits {
                at,
                width: widths[i],
            };
            at += widths[i];
        }
        Packed {
            class,
            bytes: at.div_ceil(8),
            channels,
        }
    }

    /// The number of the channels, if they are words one after the other that are returned as they
    /// are, the most common attributes.
    #[inline]
    pub(crate) fn words(&self) -> Option<usize> {
        const WORDS: [[Bits; 4]; 5] = arrays(32);
        let plain = matches!(self.class, Class::Float | Class::Uint | Class::Sint);
        let count = usize::from(self.bytes) / 4;
        (plain && WORDS.get(count) == Some(&self.channels)).then_some(count)
    }

    /// The number of the channels, if they are floats of 16 bits one after the other.
    pub(crate) fn halves(&self) -> Option<usize> {
        const HALVES: [[Bits; 4]; 5] = arrays(16);
        let count = usize::from(self.bytes) / 2;
        let halves = self.class == Class::Float && HALVES.get(count) == Some(&self.channels);
        halves.then_some(count)
    }

    /// The values of a texel: bits of floats, or integers. Integers and fixed-point
    /// numbers of more than 32 bits lose their high bits. Channels that are not stored
    /// are 0, and alpha 1. Bytes beyond the end count as zero.
    #[inline]
    pub fn load(&self, bytes: &[u8]) -> [u32; 4] {
        let mut out = [0, 0, 0, self.class.one()];
        if let Some(count) = self.words()
            && bytes.len() >= usize::from(self.bytes)
        {
            for (out, word) in out.iter_mut().zip(bytes.as_chunks().0).take(count) {
                *out = u32::from_le_bytes(*word);
            }
            return out;
        }
        // Almost all texels fit into a word, of which channels are shifted out.
        let mut word = [0; 16];
        let fits = bytes.len() <= word.len();
        if fits {
            word[..bytes.len()].copy_from_slice(bytes);
        }
        let word = u128::from_le_bytes(word);
        for (out, bits) in out.iter_mut().zip(self.channels) {
            if bits.width != 0 {
                let raw = match fits {
                    true => word.checked_shr(bits.at.into()).unwrap_or(0) as u64,
                    false => field(bytes, bits),
                };
                *out = value(self.class, raw & largest(bits.width), bits.width);
            }
        }
        out
    }

    /// Writes a texel with these values, which [`Packed::load`] describes, to the first
    /// bytes of `out`. Fractions are rounded to nearest and clamped, integers clamped,
    /// NaN is 0 where there is none. Bits between channels become 0.
    #[inline]
    pub fn store(&self, values: [u32; 4], out: &mut [u8; MAX_BYTES]) {
        *out = [0; MAX_BYTES];
        if let Some(count) = self.words() {
            let words = out.as_chunks_mut().0.iter_mut().zip(values).take(count);
            words.for_each(|(out, word)| *out = word.to_le_bytes());
            return;
        }
        for (value, bits) in values.into_iter().zip(self.channels) {
            if bits.width != 0 {
                put(out, bits, encoding(self.class, value, bits.width));
            }
        }
    }
}

/// Channels of `width` bits each, by their number.
const fn arrays(width: u8) -> [[Bits; 4]; 5] {
    let mut all = [[Bits { at: 0, width: 0 }; 4]; 5];
    let mut count = 0;
    while count < all.len() {
        all[count] = Packed::regular(Class::Uint, count as u8, width).channels;
        count += 1;
    }
    all
}

/// The largest number of `width` bits.
const fn largest(width: u8) -> u64 {
    match width {
        0 => 0,
        w if w >= 64 => u64::MAX,
        w => (1 << w) - 1,
    }
}

fn field(bytes: &[u8], bits: Bits) -> u64 {
    let (first, shift) = (usize::from(bits.at) / 8, bits.at % 8);
    let count = usize::from(shift + bits.width.min(64)).div_ceil(8);
    let mut wide = 0u128;
    for (i, k) in (first..first + count).zip(0..) {
        wide |= u128::from(bytes.get(i).copied().unwrap_or(0)) << (8 * k);
    }
    (wide >> shift) as u64 & largest(bits.width)
}

fn put(out: &mut [u8; MAX_BYTES], bits: Bits, raw: u64) {
    let (first, shift) = (usize::from(bits.at) / 8, bits.at % 8);
    let wide = u128::from(raw & largest(bits.width)) << shift;
    for (out, byte) in out.iter_mut().skip(first).zip(wide.to_le_bytes()) {
        *out |= byte;
    }
}

fn signed(raw: u64, width: u8) -> i64 {
    let unused = 64 - u32::from(width.clamp(1, 64));
    (raw << unused) as i64 >> unused
}

#[inline]
fn value(class: Class, raw: u64, width: u8) -> u32 {
    match class {
        Class::Unorm => ((raw as f64 / largest(width) as f64) as f32).to_bits(),
        Class::Snorm => {
            let max = largest(width) >> 1;
            let v = signed(raw, width) as f64 / max.max(1) as f64;
            (v.max(-1.0) as f32).to_bits()
        }
        Class::Uint => raw as u32,
        Class::Sint => signed(raw, width) as u32,
        Class::Fixed => ((signed(raw, width) as f64 / 65536.0) as f32).to_bits(),
        Class::Float => match width {
            64 => (f64::from_bits(raw) as f32).to_bits(),
            32 => raw as u32,
            // A half without its sign and its lowest bits (OpenGL ES 3.0, 2.1.3).
            10 | 11 => f16::from_bits((raw as u16) << (15 - width))
                .to_f32()
                .to_bits(),
            _ => f16::from_bits(raw as u16).to_f32().to_bits(),
        },
    }
}

#[inline]
fn encoding(class: Class, value: u32, width: u8) -> u64 {
    let float = f64::from(f32::from_bits(value));
    let float = if float.is_nan() { 0.0 } else { float };
    let half = largest(width) >> 1;
    match class {
        Class::Unorm => (float.clamp(0.0, 1.0) * largest(width) as f64).round() as u64,
        Class::Snorm => (float.clamp(-1.0, 1.0) * half as f64).round() as i64 as u64,
        Class::Uint => u64::from(value).min(largest(width)),
        Class::Sint => {
            let v = i64::from(value as i32);
            v.clamp(-(half as i64) - 1, half as i64) as u64
        }
        Class::Fixed => {
            let most = half as f64;
            (float * 65536.0).round().clamp(-most - 1.0, most) as i64 as u64
        }
        Class::Float => match width {
            64 => f64::from(f32::from_bits(value)).to_bits(),
            32 => value.into(),
            10 | 11 => small_float(value, width).into(),
            _ => f16::from_f32(f32::from_bits(value)).to_bits().into(),
        },
    }
}

/// A float of `width` bits without a sign: negative numbers are 0, finite ones do not
/// become infinite (OpenGL ES 3.0, 2.1.3 and 2.1.4).
fn small_float(value: u32, width: u8) -> u32 {
    let (value, mantissa) = (f32::from_bits(value), u32::from(width) - 5);
    let infinity = 31 << mantissa;
    if value.is_nan() {
        return infinity | 1;
    }
    if value.is_infinite() {
        return if value > 0.0 { infinity } else { 0 };
    }
    let (half, drop) = (
        u32::from(f16::from_f32(value.max(0.0)).to_bits()),
        10 - mantissa,
    );
    ((half + (1 << (drop - 1))) >> drop).min(infinity - 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Format;

    /// Rows of the format table that are products of channels are the same.
    #[test]
    fn agrees_with_the_format_table() {
        use Class::*;
        let pairs = [
            (Format::R16Unorm, Packed::regular(Unorm, 1, 16)),
            (Format::R16G16B16A16Unorm, Packed::regular(Unorm, 4, 16)),
            (Format::R8G8B8A8Snorm, Packed::regular(Snorm, 4, 8)),
            (Format::R16G16Snorm, Packed::regular(Snorm, 2, 16)),
            (Format::R16G16B16A16Float, Packed::regular(Float, 4, 16)),
            (Format::R32G32B32A32Float, Packed::regular(Float, 4, 32)),
            (
                Format::R10G10B10A2Unorm,
                Packed::upwards(Unorm, [10, 10, 10, 2]),
            ),
            (
                Format::R11G11B10Float,
                Packed::upwards(Float, [11, 11, 10, 0]),
            ),
        ];
        for (format, packed) in pairs {
            assert_eq!(
                u32::from(format.row().block_bits),
                8 * u32::from(packed.bytes)
            );
            for seed in 0..4000u64 {
                let noise = |n: u64| n.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ n << 7;
                let mut bytes = [0; 16];
                bytes[..8].copy_from_slice(&noise(seed).to_le_bytes());
                bytes[8..].copy_from_slice(&noise(!seed).to_le_bytes());
                let words: [u32; 4] = std::array::from_fn(|i| {
                    u32::from_le_bytes(std::array::from_fn(|k| bytes[4 * i + k]))
                });
                let want = format.to_floats(words);
                let got = packed.load(&bytes).map(f32::from_bits);
                if want.iter().any(|v| v.is_nan()) {
                    continue;
                }
                assert_eq!(got, want, "{format:?} {words:08x?}");
                let mut out = [0; MAX_BYTES];
                packed.store(got.map(f32::to_bits), &mut out);
                let stored = u128::from_le_bytes(std::array::from_fn(|i| out[i]));
                assert_eq!(stored, format.from_floats(want), "{format:?}");
            }
        }
    }

    /// The order of channels, and integers, worked by hand.
    #[test]
    fn places_and_integers() {
        let up = Packed::upwards(Class::Uint, [5, 6, 5, 0]);
        assert_eq!(up.load(&[0b0010_0001, 0b0000_1000]), [1, 1, 1, 1]);
        let down = Packed::downwards(Class::Uint, [5, 5, 5, 1]);
        // Alpha in bit 0, blue from 1, green from 6, red from 11.
        assert_eq!(down.load(&[0b0100_0011, 0b0000_1000]), [1, 1, 1, 1]);
        let wide = Packed::regular(Class::Sint, 3, 64);
        assert_eq!(wide.bytes, 24);
        let mut out = [0; MAX_BYTES];
        wide.store([u32::MAX, 2, 0x8000_0000, 9], &mut out);
        assert_eq!(out[..9], [255, 255, 255, 255, 255, 255, 255, 255, 2]);
        assert_eq!(wide.load(&out), [u32::MAX, 2, 0x8000_0000, 1]);
        let bytes = Packed::regular(Class::Sint, 3, 8);
        bytes.store([-200i32 as u32, 200, 5, 0], &mut out);
        assert_eq!(out[..4], [0x80, 0x7f, 5, 0]);
        let nibbles = Packed::regular(Class::Uint, 3, 4);
        assert_eq!(nibbles.bytes, 2);
        assert_eq!(nibbles.load(&[0x21, 0x03]), [1, 2, 3, 1]);
    }

    proptest::proptest! {
        #[test]
        fn what_is_loaded_is_stored(raw: [u8; 32], class in 0usize..6, count in 1u8..=4, log in 0u32..=5) {
            let class = [Class::Unorm, Class::Snorm, Class::Uint, Class::Sint, Class::Float, Class::Fixed][class];
            let width = match class {
                Class::Float => [16, 32][log as usize & 1],
                Class::Fixed => 32,
                // A single has 24 bits.
                Class::Unorm => 1 << log.min(4),
                // One bit has no 1.
                Class::Snorm => 2 << log.min(3),
                Class::Uint | Class::Sint => 1 << log,
            };
            let packed = Packed::regular(class, count, width);
            let values = packed.load(&raw);
            let mut out = [0; MAX_BYTES];
            packed.store(values, &mut out);
            let again = packed.load(&out);
            for (a, b) in again.into_iter().zip(values) {
                let nan = !class.is_integer() && f32::from_bits(b).is_nan();
                proptest::prop_assert!(a == b || nan, "{:?} {:x} {:x}", packed, a, b);
            }
        }
    }
}
