//! Render targets: the path of colours to the words of a buffer.

use tilescope_exec::sixteen;
use tilescope_pixel::Format;

use crate::blend::{Blend, Sources};
use crate::dither::Dither;
use crate::encoding::{Channels, Colors, Encoding, IntegerRange, channels, signed_fraction};
use crate::logic::LogicOp;
use crate::pixel::{MAX_WORDS, PixelEncoding};
use tilescope_pixel::channel::fraction;
use tilescope_pixel::srgb::{from_srgb, to_srgb};

/// A render target, as a family decodes it.
#[derive(Clone, Copy, Debug)]
pub struct ColorConfig {
    /// The format.
    pub format: Format,
    /// The components that are written; bit 0 is red.
    pub components: u32,
    /// The whole pixel is written, unused bits as 0, whatever `components` are.
    pub overwrites: bool,
    /// Fractions are stored as sRGB has them, but for alpha. For formats of fractions
    /// from 0 to 1 only.
    pub srgb: bool,
    /// Colours are limited to 0 to 1 although the format is not.
    pub clamps: bool,
    /// Integers that do not fit.
    pub integers: IntegerRange,
    /// Blending. Integers are never blended.
    pub blend: Option<Blend>,
    /// The logic operation, on the bits of the format.
    pub logic: Option<LogicOp>,
}

impl ColorConfig {
    /// A target whose pixels are replaced.
    pub fn replacing(format: Format) -> ColorConfig {
        ColorConfig {
            format,
            components: 0xf,
            overwrites: false,
            srgb: false,
            clamps: false,
            integers: IntegerRange::Wrap,
            blend: None,
            logic: None,
        }
    }
}

/// The transfer function of stored colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Curve {
    /// Fractions are stored as they are.
    Linear,
    /// The sRGB transfer function; not of alpha.
    Srgb,
}

/// Limits of colours before they are blended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Limits {
    None,
    /// 0 to 1.
    Unsigned,
    /// -1 to 1.
    Signed,
}

/// A render target of a draw, resolved.
#[derive(Clone, Copy, Debug)]
pub struct ColorTarget {
    pixel: PixelEncoding,
    written: [u32; MAX_WORDS],
    limits: Limits,
    curve: Curve,
    blend: Option<Blend>,
    logic: Option<LogicOp>,
    reads: bool,
    /// Blending uses the second colour.
    dual: bool,
    /// Blended colours can be NaN, whose bits differ between hosts.
    cleans_nan: bool,
    /// New colours are packed as they are, but for alpha to one.
    stores_as_is: bool,
    /// The largest value of the channel with the fewest bits, if channels are fractions.
    narrowest: u32,
}

/// New colours of sixteen pixels for a target.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NewColors<'a> {
    pub sources: &'a Sources<'a>,
    /// Columns and rows.
    pub place: (&'a [u32; 16], &'a [u32; 16]),
    pub dither: Option<&'a Dither>,
    /// Alpha is 1.
    pub alpha_to_one: bool,
}

impl ColorTarget {
    /// Resolves a target; `None` if its format has no separate pixels, or if no
    /// component is written.
    pub fn new(config: &ColorConfig) -> Option<ColorTarget> {
        let pixel = PixelEncoding::of(config.format, config.integers)?;
        if config.components & 0xf == 0 {
            return None;
        }
        let [first, ..] = pixel.words;
        let blend = config.blend.filter(|_| pixel.blends());
        let limits = match () {
            // Packing limits fractions.
            () if first.is_unorm() && blend.is_none() => Limits::None,
            () if first.is_unorm() || config.clamps && pixel.blends() => Limits::Unsigned,
            () if blend.is_some() && first.is_snorm() => Limits::Signed,
            () => Limits::None,
        };
        // The constant is limited by the format (Vulkan 1.3, blend factors).
        let blend = blend.map(|blend| Blend {
            constant: match () {
                () if first.is_unorm() => blend.constant.map(fraction),
                () if first.is_snorm() => blend.constant.map(signed_fraction),
                () => blend.constant,
            },
            ..blend
        });
        let mut written = [0; MAX_WORDS];
        for (written, word) in written.iter_mut().zip(pixel.each()) {
            *written = match config.overwrites {
                true => pixel.word_mask(),
                false => word.mask(config.components),
            };
        }
        let masked = written.iter().take(pixel.count);
        let masked = masked.into_iter().any(|bits| *bits != pixel.word_mask());
        let curve = match config.srgb && first.is_unorm() {
            true => Curve::Srgb,
            false => Curve::Linear,
        };
        Some(ColorTarget {
            written,
            limits,
            curve,
            narrowest: pixel.each().iter().map(Encoding::narrowest).min()?,
            stores_as_is: blend.is_none() && limits == Limits::None && curve == Curve::Linear,
            blend,
            logic: config.logic,
            dual: blend.is_some_and(|blend| blend.uses_second()),
            reads: blend.is_some() || config.logic.is_some() || masked,
            cleans_nan: blend.is_some() && !first.is_unorm() && !first.is_snorm(),
            pixel,
        })
    }

    /// The encoding of its pixels.
    pub fn pixel(&self) -> &PixelEncoding {
        &self.pixel
    }

    /// The bits of each word that are written.
    pub fn written(&self) -> &[u32] {
        &self.written[..self.pixel.count.min(MAX_WORDS)]
    }

    /// The transfer function of stored colours.
    pub fn curve(&self) -> Curve {
        self.curve
    }

    /// Blending.
    pub fn blend(&self) -> Option<&Blend> {
        self.blend.as_ref()
    }

    /// Whether the result depends on the stored pixel.
    pub fn reads(&self) -> bool {
        self.reads
    }

    /// The new word of pixels of one word.
    #[inline(always)]
    pub(crate) fn merge_word(&self, new: &NewColors<'_>, stored: &[u32; 16]) -> [u32; 16] {
        let [word, ..] = &self.pixel.words;
        let (blended, refs);
        let colors = match self.stores_as_is && !new.alpha_to_one {
            true => &new.sources.first,
            false => {
                let mut before = self.pixel.missing();
                if self.blend.is_some() {
                    word.unpack(stored, &mut before);
                }
                blended = self.blended(new, before);
                refs = channels(&blended);
                &refs
            }
        };
        let mut words = word.pack(colors, self.dither(new), new.place);
        self.join(0, &mut words, stored);
        words
    }

    /// Dithering, if it changes any channel.
    #[inline(always)]
    fn dither<'n>(&self, new: &NewColors<'n>) -> Option<&'n Dither> {
        match new.dither {
            Some(dither) if dither.affects(self.narrowest) => Some(dither),
            _ => None,
        }
    }

    /// The new words of pixels of any number of words.
    pub(crate) fn merge_words(
        &self,
        new: &NewColors<'_>,
        stored: &[[u32; 16]; MAX_WORDS],
    ) -> [[u32; 16]; MAX_WORDS] {
        let mut out = [[0; 16]; MAX_WORDS];
        let mut before = self.pixel.missing();
        if self.blend.is_some() {
            for (word, stored) in self.pixel.each().iter().zip(stored) {
                word.unpack(stored, &mut before);
            }
        }
        let colors = self.blended(new, before);
        for (n, word) in self.pixel.each().iter().enumerate() {
            out[n] = word.pack(&channels(&colors), self.dither(new), new.place);
            self.join(n, &mut out[n], &stored[n]);
        }
        out
    }

    /// The colours of stored words, converted from sRGB.
    pub(crate) fn load(&self, stored: &[[u32; 16]; MAX_WORDS]) -> Colors {
        let mut colors = self.pixel.missing();
        for (word, stored) in self.pixel.each().iter().zip(stored) {
            word.unpack(stored, &mut colors);
        }
        if self.curve == Curve::Srgb {
            curved(&mut colors, from_srgb);
        }
        colors
    }

    /// New colours, clamped, blended with the stored ones `before`, and converted to sRGB.
    #[inline(always)]
    fn blended(&self, new: &NewColors<'_>, mut before: Colors) -> Colors {
        let mut colors = self.limited(new, &new.sources.first);
        if let Some(blend) = &self.blend {
            if self.curve == Curve::Srgb {
                curved(&mut before, from_srgb);
            }
            let limited;
            let second = match self.dual {
                false => &colors,
                true => {
                    limited = self.limited(new, &new.sources.second);
                    &limited
                }
            };
            colors = blend.apply(&colors, second, &before);
            if self.cleans_nan {
                each(&mut colors, |c| if c.is_nan() { f32::NAN } else { c });
            }
        }
        if self.curve == Curve::Srgb {
            curved(&mut colors, to_srgb);
        }
        colors
    }

    /// A new colour, clamped as the format requires.
    #[inline(always)]
    fn limited(&self, new: &NewColors<'_>, [r, g, b, a]: &Channels<'_>) -> Colors {
        let mut colors = [**r, **g, **b, **a];
        if new.alpha_to_one {
            colors[3] = [1.0; 16];
        }
        match self.limits {
            Limits::None => {}
            Limits::Unsigned => each(&mut colors, fraction),
            Limits::Signed => each(&mut colors, signed_fraction),
        }
        colors
    }

    /// The logic operation and the mask of word `n`.
    #[inline(always)]
    fn join(&self, n: usize, words: &mut [u32; 16], stored: &[u32; 16]) {
        if let Some(op) = self.logic {
            op.lanes(words, stored);
        }
        let written = self.written[n];
        // Most targets: without a wait for stored pixels that do not matter.
        if written != u32::MAX {
            *words = sixteen::with_bits(words, stored, written);
        }
    }
}

/// Applies `f` to every component. One loop over all of them: of two, the compiler unrolls the
/// inner one, and gathers and scatters lanes for the outer one.
#[inline(always)]
fn each(colors: &mut Colors, f: impl Fn(f32) -> f32) {
    for value in colors.as_flattened_mut() {
        *value = f(*value);
    }
}

/// Applies a curve to red, green and blue.
#[inline(never)]
fn curved(colors: &mut Colors, curve: fn(f32) -> f32) {
    for c in colors[..3].iter_mut().flatten() {
        *c = curve(*c);
    }
}
