//! Conversion of texels to floats, and back.

use half::f16;

use super::Storage::*;
use super::{Channel, Format, depth, depth_stencil, stencil};

impl Format {
    /// The value of a colour word as floats, red first: [`Format::to_floats`] of formats that
    /// [are colours](Format::is_colour).
    #[inline(always)]
    pub fn colour_to_floats(word: u32) -> [f32; 4] {
        word.to_le_bytes().map(|v| f32::from(v) / 255.0)
    }

    /// The value of one texel as floats, from the result of [`Format::unpack`]: red, green, blue,
    /// alpha. Channels that are not stored are 0, alpha 1. Integers are themselves; depth is a
    /// fraction in the first channel, stencil an integer in the second.
    pub fn to_floats(self, words: [u32; 4]) -> [f32; 4] {
        let half = |bits: u32| f16::from_bits(bits as u16).to_f32();
        let [low, high, ..] = words;
        let both = u64::from(high) << 32 | u64::from(low);
        let row = self.row();
        // The n-th of channels of `bits` bits, with what is above it.
        let at = |bits: u8, n: usize| {
            let bit = usize::from(bits) * n;
            words.get(bit / 32).map_or(0, |w| w >> (bit % 32))
        };
        match row.storage {
            Unorm(_) | Block(_) | Yuyv | Uyvy => Self::colour_to_floats(low),
            Wide(channels) => channels.map(|c| match c {
                Channel::Bits { at, bits } => {
                    let max = (1u64 << bits) - 1;
                    ((both >> at & max) as f64 / max as f64) as f32
                }
                Channel::Zero => 0.0,
                Channel::One => 1.0,
            }),
            Snorm(n) => {
                let bits = row.block_bits / n;
                let max = largest_signed(bits);
                channels(n, |i| {
                    signed(at(bits, i), bits).max(-max) as f32 / max as f32
                })
            }
            Half(n) => channels(n, |i| half(at(16, i))),
            Float(n) => channels(n, |i| f32::from_bits(at(32, i))),
            Integer(n) => {
                let bits = row.block_bits / n;
                let max = u32::MAX >> (32 - bits);
                channels(n, |i| (at(bits, i) & max) as f32)
            }
            Signed(n) => {
                let bits = row.block_bits / n;
                channels(n, |i| signed(at(bits, i), bits) as f32)
            }
            Integer10 => {
                let [r, g, b] = [low, low >> 10, low >> 20].map(|v| (v & 0x3ff) as f32);
                [r, g, b, (low >> 30) as f32]
            }
            SmallFloat => [
                small_float(low & 0x7ff, 6),
                small_float(low >> 11 & 0x7ff, 6),
                small_float(low >> 22, 5),
                1.0,
            ],
            SharedExponent => {
                let scale = power_of_two((low >> 27) as i32 - 24);
                let [r, g, b] = [low, low >> 9, low >> 18].map(|v| (v & 0x1ff) as f32 * scale);
                [r, g, b, 1.0]
            }
            DepthStencil => [
                depth(low) as f32 / 0xff_ffff as f32,
                stencil(low).into(),
                0.0,
                1.0,
            ],
        }
    }

    /// The bits of a texel with these values: the inverse of [`Format::to_floats`], rounded to
    /// nearest. Values out of range become the largest or smallest value; NaN becomes 0 in formats
    /// without NaN. Luminance is taken from red. Texels in blocks and pairs have no separate bits:
    /// 0.
    pub fn from_floats(self, [r, g, b, a]: [f32; 4]) -> u128 {
        let rgba = [r, g, b, a];
        let row = self.row();
        match row.storage {
            Unorm(channels) | Wide(channels) => {
                let (mut texel, mut taken) = (0, 0u64);
                for (c, v) in channels.into_iter().zip(rgba) {
                    if let Channel::Bits { at, bits } = c
                        && taken >> at & 1 == 0
                    {
                        let max = (1u64 << bits) - 1;
                        texel |= ((f64::from(v).clamp(0.0, 1.0) * max as f64).round() as u64) << at;
                        taken |= 1 << at;
                    }
                }
                texel.into()
            }
            Snorm(n) => {
                let bits = row.block_bits / n;
                let max = largest_signed(bits);
                let mask = u32::MAX >> (32 - bits);
                join(&rgba, n, bits.into(), |v| {
                    let v = (f64::from(v).clamp(-1.0, 1.0) * f64::from(max)).round();
                    (v as i32 as u32 & mask).into()
                })
            }
            Half(n) => join(&rgba, n, 16, |v| f16::from_f32(v).to_bits().into()),
            Float(n) => join(&rgba, n, 32, |v| v.to_bits().into()),
            Integer(n) => {
                let bits = row.block_bits / n;
                let max = u64::from(u32::MAX >> (32 - bits));
                join(&rgba, n, bits.into(), |v| (v.round() as u64).min(max))
            }
            Signed(n) => {
                let bits = row.block_bits / n;
                let max = largest_signed(bits);
                let mask = u32::MAX >> (32 - bits);
                join(&rgba, n, bits.into(), |v| {
                    ((v.round() as i32).clamp(-max - 1, max) as u32 & mask).into()
                })
            }
            Integer10 => {
                join(&rgba, 3, 10, |v| (v.round() as u64).min(1023))
                    | u128::from((a.round() as u64).min(3)) << 30
            }
            SmallFloat => {
                let [r, g, b] = [(r, 6), (g, 6), (b, 5)].map(|(v, m)| to_small_float(v, m));
                (r | g << 11 | b << 22).into()
            }
            SharedExponent => shared_exponent([r, g, b]).into(),
            DepthStencil => {
                let z = (f64::from(r).clamp(0.0, 1.0) * f64::from(0xff_ffff)).round();
                depth_stencil(z as u32, g as u8).into()
            }
            Block(_) | Yuyv | Uyvy => 0,
        }
    }
}

/// The first `n` channels by `value`; 0, 0, 0, 1 for the rest.
fn channels(n: u8, value: impl Fn(usize) -> f32) -> [f32; 4] {
    let mut rgba = [0.0, 0.0, 0.0, 1.0];
    for (i, v) in rgba.iter_mut().take(n.into()).enumerate() {
        *v = value(i);
    }
    rgba
}

/// `n` channels of `width` bits each, the first lowest.
fn join(rgba: &[f32; 4], n: u8, width: u32, bits: impl Fn(f32) -> u64) -> u128 {
    let mut texel = 0;
    for (v, i) in rgba.iter().take(n.into()).zip(0..) {
        texel |= u128::from(bits(*v)) << (i * width);
    }
    texel
}

/// The low `bits` bits (1 to 32) in two's complement.
fn signed(word: u32, bits: u8) -> i32 {
    let unused = 32 - u32::from(bits);
    (word << unused) as i32 >> unused
}

/// The largest number of `bits` bits in two's complement.
fn largest_signed(bits: u8) -> i32 {
    i32::MAX >> (32 - bits)
}

/// A float of 5 bits of exponent and `mantissa` bits below, without a sign: a
/// half without its lowest bits (OpenGL ES 3.0, 2.1.3 and 2.1.4).
fn small_float(bits: u32, mantissa: u32) -> f32 {
    f16::from_bits((bits << (10 - mantissa)) as u16).to_f32()
}

fn to_small_float(value: f32, mantissa: u32) -> u32 {
    let drop = 10 - mantissa;
    let infinity = 31 << mantissa;
    if value.is_nan() {
        return infinity | 1;
    }
    if value.is_infinite() {
        return if value > 0.0 { infinity } else { 0 };
    }
    let half = u32::from(f16::from_f32(value.max(0.0)).to_bits());
    // Rounding up may carry into the exponent, which is the next larger number.
    ((half + (1 << (drop - 1))) >> drop).min(infinity - 1)
}

/// Source: OpenGL ES 3.0, 3.8.3.2, encoding of shared exponent colours.
fn shared_exponent(rgb: [f32; 3]) -> u32 {
    const LARGEST: f32 = 511.0 / 512.0 * 65536.0;
    let rgb = rgb.map(|v| {
        if v.is_nan() {
            0.0
        } else {
            v.clamp(0.0, LARGEST)
        }
    });
    let most = rgb.into_iter().fold(0.0, f32::max);
    // The exponent of the largest channel, read from its bits.
    let floor = (most.to_bits() >> 23) as i32 - 127;
    let mut exponent = floor.max(-16) + 16;
    let scale = |e: i32| power_of_two(e - 24);
    if (most / scale(exponent)).round() as u32 == 512 {
        exponent += 1;
    }
    let [r, g, b] = rgb.map(|v| (v / scale(exponent)).round() as u32);
    r | g << 9 | b << 18 | (exponent as u32) << 27
}

/// 2 to the power of `n`, from -126 to 127.
fn power_of_two(n: i32) -> f32 {
    f32::from_bits(((n + 127) as u32) << 23)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Widen;
    use crate::format::TABLE;

    /// Source: OpenGL ES 3.0, 2.1.3, 2.1.4 and 3.8.3.2, worked by hand.
    #[test]
    fn known_values() {
        let small = Format::R11G11B10Float;
        // 1.0 is exponent 15 and no mantissa.
        let ones = 15 << 6 | 15 << 17 | 15 << 27;
        assert_eq!(small.to_floats([ones, 0, 0, 0]), [1.0; 4]);
        assert_eq!(small.from_floats([1.0; 4]), u128::from(ones));
        assert_eq!(
            small.from_floats([-1.0, 1e9, f32::INFINITY, 0.0]),
            0x7bf << 11 | 31 << 27
        );
        let shared = Format::R9G9B9E5Float;
        // 1.0 = 256 / 512 * 2^1, the exponent is biased by 15.
        let ones = 256 | 256 << 9 | 256 << 18 | 16 << 27;
        assert_eq!(shared.to_floats([ones, 0, 0, 0]), [1.0; 4]);
        assert_eq!(shared.from_floats([1.0; 4]), u128::from(ones));
        let wide = Format::R10G10B10A2Unorm;
        assert_eq!(
            wide.from_floats([1.0, 0.0, 0.5, 1.0]),
            0xc000_0000 | 512 << 20 | 1023
        );
        assert_eq!(
            Format::Z16Unorm.to_floats([0xffff, 0, 0, 0]),
            [1.0, 0.0, 0.0, 1.0]
        );
        assert_eq!(
            Format::R8Snorm.to_floats([0x80, 0, 0, 0]),
            [-1.0, 0.0, 0.0, 1.0]
        );
        assert_eq!(
            Format::R16G16Snorm.to_floats([0x8000_7fff, 0, 0, 0]),
            [1.0, -1.0, 0.0, 1.0]
        );
        assert_eq!(
            Format::R8G8B8A8Sint.from_floats([-1.0, 127.0, -300.0, 300.0]),
            0x7f80_7fff
        );
        assert_eq!(
            Format::R32G32B32A32Sint.to_floats([u32::MAX, 1, 0x8000_0000, 3]),
            [-1.0, 1.0, -2_147_483_648.0, 3.0]
        );
        assert_eq!(
            Format::B5G6R5Unorm.from_floats([1.0, 0.0, 0.0, 0.0]),
            0xf800
        );
    }

    #[test]
    fn floats_and_back() {
        for row in TABLE
            .iter()
            .filter(|r| r.block == (1, 1) && r.block_bits >= 8)
        {
            for seed in 0..5000u64 {
                let noise = |n: u64| u128::from(n.wrapping_mul(0x9e37_79b9_7f4a_7c15));
                let mut texel = noise(seed) | noise(!seed) << 64;
                texel &= u128::MAX >> (128 - row.block_bits);
                let words = |texel: u128| [0, 1, 2, 3].map(|i| (texel >> (32 * i)) as u32);
                let [low, high, third, fourth] = words(texel);
                let both = u64::from(high) << 32 | u64::from(low);
                let unpacked = row.format.unpack_texel(both, Widen::Round);
                let (low, high) = (unpacked as u32, (unpacked >> 32) as u32);
                let floats = row.format.to_floats([low, high, third, fourth]);
                if floats.iter().any(|f| f.is_nan()) {
                    continue;
                }
                // Channels that are not stored are lost, and two texels may have the same value.
                match row.storage {
                    Unorm(channels) => {
                        let stored = channels.into_iter().fold(0, |mask, c| match c {
                            Channel::Bits { at, bits } => mask | ((1u128 << bits) - 1) << at,
                            _ => mask,
                        });
                        texel &= stored;
                    }
                    Snorm(_) | SharedExponent => {
                        let again = words(row.format.from_floats(floats));
                        assert_eq!(row.format.to_floats(again), floats, "{}", row.name);
                        continue;
                    }
                    // More bits than a single has.
                    Integer(n) | Signed(n) if row.block_bits / n >= 32 => continue,
                    Wide(_) if row.format == Format::Z32Unorm => continue,
                    _ => {}
                }
                assert_eq!(
                    row.format.from_floats(floats),
                    texel,
                    "{} {texel:#x}",
                    row.name
                );
            }
        }
    }
}
