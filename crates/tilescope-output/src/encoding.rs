//! Colours as bits of the buffer, word by word.
//!
//! A pixel has one to four words of 32 bits, and no component is in two of them. Each
//! word has an [`Encoding`], which packs and unpacks sixteen lanes at a time.

use half::f16;
use tilescope_exec::convert::{byte_fraction, truncated, truncated_small};
use tilescope_exec::sixteen;
use tilescope_pixel::Format;
use tilescope_pixel::channel::fraction;

use crate::dither::Dither;

/// Four components of sixteen pixels: red, green, blue, alpha. Integers are the bits
/// of floats.
pub type Colors = [[f32; 16]; 4];

/// The same, each component where it is.
pub type Channels<'a> = [&'a [f32; 16]; 4];

/// The components of colours.
#[inline(always)]
pub fn channels([r, g, b, a]: &Colors) -> Channels<'_> {
    [r, g, b, a]
}

/// A number limited to -1 to 1; NaN is 0.
#[inline(always)]
pub fn signed_fraction(x: f32) -> f32 {
    let x = if x.is_nan() { 0.0 } else { x };
    x.clamp(-1.0, 1.0)
}

/// Integers of a shader output that the format cannot hold.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum IntegerRange {
    /// The low bits are stored.
    #[default]
    Wrap,
    /// The nearest integer that fits is stored.
    Saturate,
}

/// The components in one word of a pixel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    /// Fractions from 0 to 1.
    Unorm {
        /// Lowest bit of red, green, blue and alpha.
        at: [u8; 4],
        /// The largest value of each; 0 if it is not in this word.
        largest: [u32; 4],
        /// Components that are packed: of those that share bits, the first.
        packed: u8,
    },
    /// Fractions from -1 to 1.
    Snorm {
        /// Lowest bit of each component.
        at: [u8; 4],
        /// Bits of each component; 0 if it is not in this word.
        bits: [u8; 4],
    },
    /// Halves, from this component on.
    Half {
        /// The component in the low half.
        first: u8,
        /// One or two.
        count: u8,
    },
    /// A component as a single.
    Single(u8),
    /// Red, green and blue as small floats.
    Small(Format),
    /// Integers.
    Integer {
        /// Lowest bit of each component.
        at: [u8; 4],
        /// Bits of each component; 0 if it is not in this word.
        bits: [u8; 4],
        /// They are signed.
        signed: bool,
        /// Those that do not fit.
        range: IntegerRange,
    },
}

/// Bits of the common exponent of [`Format::R9G9B9E5Float`].
const SHARED_EXPONENT: u32 = 0xf800_0000;

impl Encoding {
    /// The bits of some components; bit 0 is red.
    ///
    /// A shared exponent belongs to every colour; the specification allows no masks
    /// that differ between its components.
    pub fn mask(&self, components: u32) -> u32 {
        let bits = |i: usize| match *self {
            Encoding::Unorm { at, largest, .. } => largest[i] << at[i],
            Encoding::Snorm { at, bits } | Encoding::Integer { at, bits, .. } => {
                ones(bits[i]) << at[i]
            }
            Encoding::Half { first, count } => match i.checked_sub(first.into()) {
                Some(n) if n < usize::from(count) => 0xffff << (16 * n),
                _ => 0,
            },
            Encoding::Single(component) => match usize::from(component) == i {
                true => u32::MAX,
                false => 0,
            },
            Encoding::Small(Format::R9G9B9E5Float) => match i {
                0..3 => 0x1ff << (9 * i) | SHARED_EXPONENT,
                _ => 0,
            },
            Encoding::Small(_) => [0x7ff, 0x3f_f800, 0xffc0_0000, 0][i],
        };
        let parts = (0..4).filter(|i| components >> i & 1 != 0).map(bits);
        parts.fold(0, |a, b| a | b)
    }

    /// The largest value of the channel with the fewest bits; that of none if channels are not
    /// fractions from 0 to 1.
    pub(crate) fn narrowest(&self) -> u32 {
        match self {
            Encoding::Unorm { largest, .. } => {
                let largest = largest.iter().copied().filter(|largest| *largest != 0);
                largest.min().unwrap_or(u32::MAX)
            }
            _ => u32::MAX,
        }
    }

    /// Whether colours are fractions from 0 to 1.
    pub fn is_unorm(&self) -> bool {
        matches!(self, Encoding::Unorm { .. })
    }

    /// Whether colours are fractions from -1 to 1.
    pub fn is_snorm(&self) -> bool {
        matches!(self, Encoding::Snorm { .. })
    }

    /// Whether colours are integers.
    pub fn is_integer(&self) -> bool {
        matches!(self, Encoding::Integer { .. })
    }

    /// The components of stored words. Others stay as they are in `out`.
    #[inline(always)]
    pub fn unpack(&self, words: &[u32; 16], out: &mut Colors) {
        match *self {
            Encoding::Unorm { at, largest, .. } => {
                for (i, out) in out.iter_mut().enumerate() {
                    match largest[i] {
                        0 => {}
                        255 => {
                            for (out, word) in out.iter_mut().zip(words) {
                                *out = byte_fraction((word >> at[i] & 255) as f32);
                            }
                        }
                        largest => {
                            let scale = largest as f32;
                            for (out, word) in out.iter_mut().zip(words) {
                                *out = (word >> at[i] & largest) as f32 / scale;
                            }
                        }
                    }
                }
            }
            Encoding::Snorm { at, bits } => {
                for i in (0..4).filter(|&i| bits[i] != 0) {
                    let largest = (ones(bits[i]) >> 1) as i32;
                    for (out, word) in out[i].iter_mut().zip(words) {
                        let value = sign_extended(word >> at[i], bits[i]);
                        *out = value.max(-largest) as f32 / largest as f32;
                    }
                }
            }
            Encoding::Half { first, count } => {
                let colors = out.iter_mut().skip(first.into()).take(count.into());
                for (i, out) in colors.enumerate() {
                    for (out, word) in out.iter_mut().zip(words) {
                        *out = f16::from_bits((word >> (16 * i)) as u16).to_f32();
                    }
                }
            }
            Encoding::Single(component) => {
                for (out, word) in out[usize::from(component & 3)].iter_mut().zip(words) {
                    *out = f32::from_bits(*word);
                }
            }
            Encoding::Small(format) => {
                for (lane, word) in words.iter().enumerate() {
                    let color = format.to_floats([*word, 0, 0, 0]);
                    out.iter_mut().zip(color).for_each(|(c, v)| c[lane] = v);
                }
            }
            Encoding::Integer {
                at, bits, signed, ..
            } => {
                for i in (0..4).filter(|&i| bits[i] != 0) {
                    for (out, word) in out[i].iter_mut().zip(words) {
                        let value = word >> at[i];
                        *out = f32::from_bits(match signed {
                            true => sign_extended(value, bits[i]) as u32,
                            false => value & ones(bits[i]),
                        });
                    }
                }
            }
        }
    }

    /// Colours as bits. Fractions are rounded to the nearest, or dithered at the pixels
    /// of columns and rows `place`.
    #[inline(always)]
    pub fn pack(
        &self,
        colors: &Channels<'_>,
        dither: Option<&Dither>,
        place: (&[u32; 16], &[u32; 16]),
    ) -> [u32; 16] {
        let mut out = [0; 16];
        match *self {
            Encoding::Unorm {
                at,
                largest,
                packed,
            } => {
                let mut channels = [(0, 0); 4];
                for (i, channel) in channels.iter_mut().enumerate() {
                    if packed >> i & 1 != 0 {
                        *channel = (largest[i], at[i]);
                    }
                }
                let Some(dither) = dither else {
                    return sixteen::joined_fractions(colors, &channels);
                };
                let mut added = [[0.5; 16]; 2];
                for (lane, add) in added[1].iter_mut().enumerate() {
                    *add = dither.at(place.0[lane], place.1[lane]);
                }
                for (colors, channel) in colors.iter().zip(channels) {
                    let added = &added[usize::from(dither.affects(channel.0))];
                    join_fractions(&mut out, colors, channel, added);
                }
            }
            Encoding::Snorm { at, bits } => {
                for i in (0..4).filter(|&i| bits[i] != 0) {
                    let mask = ones(bits[i]);
                    let scale = (mask >> 1) as f32;
                    for (out, c) in out.iter_mut().zip(colors[i]) {
                        let value = signed_fraction(*c) * scale;
                        let value = truncated(value + if value < 0.0 { -0.5 } else { 0.5 });
                        *out |= (value as u32 & mask) << at[i];
                    }
                }
            }
            Encoding::Half { first, count } => {
                let colors = colors.iter().skip(first.into()).take(count.into());
                for (i, colors) in colors.enumerate() {
                    for (out, c) in out.iter_mut().zip(*colors) {
                        *out |= u32::from(f16::from_f32(*c).to_bits()) << (16 * i);
                    }
                }
            }
            Encoding::Single(component) => {
                for (out, c) in out.iter_mut().zip(colors[usize::from(component & 3)]) {
                    *out = c.to_bits();
                }
            }
            Encoding::Small(format) => {
                for (lane, out) in out.iter_mut().enumerate() {
                    let color = [0, 1, 2, 3].map(|i| colors[i][lane]);
                    *out = format.from_floats(color) as u32;
                }
            }
            Encoding::Integer {
                at,
                bits,
                signed,
                range,
            } => {
                for i in (0..4).filter(|&i| bits[i] != 0) {
                    let mask = ones(bits[i]);
                    for (out, c) in out.iter_mut().zip(colors[i]) {
                        let value = c.to_bits();
                        let value = match (range, signed) {
                            (IntegerRange::Wrap, _) => value,
                            (IntegerRange::Saturate, false) => value.min(mask),
                            (IntegerRange::Saturate, true) => {
                                let largest = (mask >> 1) as i32;
                                (value as i32).clamp(-largest - 1, largest) as u32
                            }
                        };
                        *out |= (value & mask) << at[i];
                    }
                }
            }
        }
        out
    }
}

/// Joins words with fractions of a channel: of its largest value, at its lowest bit. `added` is
/// added before the fraction of a step is cut off. A channel without bits changes nothing.
#[inline(always)]
fn join_fractions(
    out: &mut [u32; 16],
    colors: &[f32; 16],
    (largest, at): (u32, u8),
    added: &[f32; 16],
) {
    let scale = largest as f32;
    for (lane, out) in out.iter_mut().enumerate() {
        let scaled = fraction(colors[lane]) * scale + added[lane];
        *out |= truncated_small(scaled).min(largest) << at;
    }
}

/// The low `bits` bits set, 0 to 32.
#[inline(always)]
pub(crate) const fn ones(bits: u8) -> u32 {
    match bits {
        0 => 0,
        bits => u32::MAX >> (32 - (bits & 63) as u32),
    }
}

/// The low `bits` bits (1 to 32) in two's complement.
#[inline(always)]
const fn sign_extended(word: u32, bits: u8) -> i32 {
    let unused = 32 - bits as u32;
    (word << unused) as i32 >> unused
}
