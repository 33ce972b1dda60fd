//! Encoding of colours in the buffer.

use half::f16;
use tilescope_exec::convert::truncated;
use tilescope_exec::transcendental::{exp2, log2};
use tilescope_pixel::Format;
use tilescope_pixel::format::{Channel, Storage};

use crate::regs::pe::dither;
use crate::state::State;

/// Four components of sixteen pixels: red, green, blue, alpha.
pub(super) type Colors = [[f32; 16]; 4];

/// `x` clamped to [0, 1]; NaN gives 0.
#[inline(always)]
#[expect(clippy::manual_clamp, reason = "clamp keeps NaN")]
pub(super) fn fraction(x: f32) -> f32 {
    x.max(0.0).min(1.0)
}

/// [`fraction`] in sixteen lanes.
#[inline(always)]
pub(super) fn fractions(x: &[f32; 16]) -> [f32; 16] {
    let mut out = [0.0; 16];
    for lane in 0..16 {
        out[lane] = fraction(x[lane]);
    }
    out
}

/// Encoding of colours as bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    /// Fractions.
    Unorm {
        /// Lowest bit of red, green, blue and alpha.
        at: [u8; 4],
        /// The largest value of each component; 0 if it is not stored.
        largest: [u32; 4],
        /// Bits of the whole pixel.
        bits: u8,
    },
    /// binary16, one or two components.
    Half(u8),
    /// binary32, or 32 bits stored unchanged.
    Single,
    /// Floats without a sign: 11 bits of red, 11 of green, 10 of blue.
    SmallFloat,
    /// Integers, whose low bits are stored.
    Integer {
        /// Bits of each component, red lowest.
        bits: [u8; 4],
    },
}

impl Encoding {
    /// The encoding of a format: of the low word, and of the high word of 64-bit
    /// pixels. `None` for formats that PE does not write pixel by pixel.
    pub fn of(format: Format) -> Option<(Encoding, Option<HighWord>)> {
        let row = format.row();
        let high = |encoding, first| Some((encoding, Some(HighWord { encoding, first })));
        match (row.storage, row.block_bits) {
            _ if row.block != (1, 1) => None,
            (Storage::Half(4), 64) => high(Encoding::Half(2), 2),
            (Storage::Float(2), 64) => high(Encoding::Single, 1),
            (Storage::Integer(4), 64) => high(Encoding::integers([16, 16, 0, 0]), 2),
            (storage, 0..=32) => Some((Encoding::of_word(storage, row.block_bits)?, None)),
            _ => None,
        }
    }

    fn integers(bits: [u8; 4]) -> Encoding {
        Encoding::Integer { bits }
    }

    fn of_word(storage: Storage, bits: u8) -> Option<Encoding> {
        match storage {
            Storage::Unorm(channels) | Storage::Wide(channels) => {
                let (mut at, mut largest) = ([0; 4], [0; 4]);
                for (i, channel) in channels.into_iter().enumerate() {
                    if let Channel::Bits { at: low, bits } = channel {
                        (at[i], largest[i]) = (low, u32::MAX >> (32 - bits));
                    }
                }
                Some(Encoding::Unorm { at, largest, bits })
            }
            Storage::Half(n @ 1..=2) => Some(Encoding::Half(n)),
            Storage::Float(1) => Some(Encoding::Single),
            Storage::SmallFloat => Some(Encoding::SmallFloat),
            Storage::Integer10 => Some(Encoding::integers([10, 10, 10, 2])),
            Storage::Integer(n @ 1..=4) => {
                let each = bits / n;
                let each = [0, 1, 2, 3].map(|i| if i < n { each } else { 0 });
                Some(Encoding::integers(each))
            }
            _ => None,
        }
    }

    /// The bits of a pixel.
    pub fn word_mask(&self) -> u32 {
        match *self {
            Encoding::Unorm { bits, .. } => u32::MAX >> (32 - u32::from(bits)),
            Encoding::Half(1) => 0xffff,
            Encoding::Half(_) | Encoding::Single | Encoding::SmallFloat => u32::MAX,
            Encoding::Integer { .. } => self.mask(0xf),
        }
    }

    /// The bits of some components; bit 0 is red.
    pub fn mask(&self, components: u32) -> u32 {
        let bits = |i: usize| match *self {
            Encoding::Unorm { at, largest, .. } => largest[i] << at[i],
            Encoding::Half(n) if i < usize::from(n) => 0xffff << (16 * i),
            Encoding::Single if i == 0 => u32::MAX,
            Encoding::Half(_) | Encoding::Single => 0,
            Encoding::SmallFloat => [0x7ff, 0x3f_f800, 0xffc0_0000, 0][i],
            Encoding::Integer { bits } => {
                let below: u8 = bits.iter().take(i).sum();
                (((1u64 << bits[i]) - 1) << below) as u32
            }
        };
        let parts = (0..4).filter(|i| components >> i & 1 != 0).map(bits);
        parts.fold(0, |a, b| a | b)
    }

    /// Whether colours are normalised to [0, 1].
    pub fn is_unorm(&self) -> bool {
        matches!(self, Encoding::Unorm { .. })
    }

    /// Whether colours can be blended.
    pub fn blends(&self) -> bool {
        !matches!(self, Encoding::Integer { .. })
    }

    /// Colours of stored pixels. Alpha that is not stored is 1, other components 0.
    #[inline(always)]
    pub(super) fn unpack(&self, words: &[u32; 16]) -> Colors {
        let mut out = [[0.0; 16]; 4];
        out[3] = [1.0; 16];
        match *self {
            Encoding::Unorm { at, largest, .. } => {
                for i in (0..4).filter(|&i| largest[i] != 0) {
                    let scale = largest[i] as f32;
                    for (out, word) in out[i].iter_mut().zip(words) {
                        *out = (word >> at[i] & largest[i]) as f32 / scale;
                    }
                }
            }
            Encoding::Half(n) => {
                for i in 0..usize::from(n) {
                    for (out, word) in out[i].iter_mut().zip(words) {
                        *out = f16::from_bits((word >> (16 * i)) as u16).to_f32();
                    }
                }
            }
            Encoding::Single => out[0] = words.map(f32::from_bits),
            Encoding::SmallFloat => {
                for (lane, word) in words.iter().enumerate() {
                    let color = Format::R11G11B10Float.to_floats([*word, 0, 0, 0]);
                    out.iter_mut().zip(color).for_each(|(c, v)| c[lane] = v);
                }
            }
            // Integers are not blended.
            Encoding::Integer { .. } => {}
        }
        out
    }

    /// Packs colours. Normalised ones are rounded to nearest, or truncated after
    /// adding the dither value of each lane.
    #[inline(always)]
    pub(super) fn pack(&self, colors: &Colors, add: Option<&[f32; 16]>) -> [u32; 16] {
        let mut out = [0; 16];
        match *self {
            Encoding::Unorm { at, largest, .. } => {
                for i in (0..4).filter(|&i| largest[i] != 0) {
                    let scale = largest[i] as f32;
                    // Components of 8 bits are not dithered.
                    let add = add.filter(|_| largest[i] < 0xff).unwrap_or(&[0.5; 16]);
                    for lane in 0..16 {
                        let value = fraction(colors[i][lane]) * scale + add[lane];
                        let value = (truncated(value) as u32).min(largest[i]);
                        out[lane] |= value << at[i];
                    }
                }
            }
            Encoding::Half(n) => {
                for (i, colors) in colors.iter().enumerate().take(n.into()) {
                    for (out, c) in out.iter_mut().zip(colors) {
                        *out |= u32::from(f16::from_f32(*c).to_bits()) << (16 * i);
                    }
                }
            }
            Encoding::Single => out = colors[0].map(f32::to_bits),
            Encoding::SmallFloat => {
                for (lane, out) in out.iter_mut().enumerate() {
                    let color = [0, 1, 2, 3].map(|i| colors[i][lane]);
                    *out = Format::R11G11B10Float.from_floats(color) as u32;
                }
            }
            Encoding::Integer { bits } => {
                let mut below = 0;
                for (colors, bits) in colors.iter().zip(bits).filter(|(_, bits)| *bits > 0) {
                    let largest = u32::MAX >> (32 - u32::from(bits));
                    for (out, c) in out.iter_mut().zip(colors) {
                        *out |= (c.to_bits() & largest) << below;
                    }
                    below += bits;
                }
            }
        }
        out
    }
}

/// The high word of a pixel of 64 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HighWord {
    /// The encoding of its components.
    pub encoding: Encoding,
    /// Its first component: 1 is green.
    pub first: usize,
}

/// Converts a linear component to sRGB.
///
/// Source: OpenGL ES 3.0, 4.1.8, conversion to sRGB.
pub(super) fn to_srgb(light: f32) -> f32 {
    let light = f64::from(fraction(light));
    let value = match light {
        ..0.003_130_8 => 12.92 * light,
        _ => 1.055 * exp2(log2(light) / 2.4) - 0.055,
    };
    value as f32
}

/// Converts an sRGB component to linear, the inverse of [`to_srgb`]. Source: OpenGL
/// ES 3.0, 3.8.16, sRGB texture colour conversion.
pub(super) fn from_srgb(value: f32) -> f32 {
    let value = f64::from(value);
    let light = match value {
        ..=0.04045 => value / 12.92,
        _ => exp2(log2((value + 0.055) / 1.055) * 2.4),
    };
    light as f32
}

/// Ordered dithering: thresholds of a square of 4x4 pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Dither {
    /// The value added before truncation, row by row.
    add: [f32; 16],
}

impl Dither {
    /// Decodes the registers; `None` if all thresholds are equal.
    ///
    /// A threshold t adds (t + 1/2) / 16 of a step: inferred from the matrix that
    /// the vendor's driver writes, which contains every number from 0 to 15 once.
    pub(super) fn new(state: &State) -> Option<Dither> {
        let [low, high] = [dither::AT, dither::AT + 4].map(|at| state.optional(at));
        if low == high {
            return None;
        }
        let all = u64::from(high) << 32 | u64::from(low);
        let threshold = |i: usize| (all >> (4 * i) & 15) as f32;
        let add = std::array::from_fn(|i| (threshold(i) + 0.5) / 16.0);
        Some(Dither { add })
    }

    /// The value added at (x, y).
    #[inline(always)]
    pub(super) fn at(&self, x: u32, y: u32) -> f32 {
        self.add[((y & 3) * 4 + (x & 3)) as usize]
    }
}
