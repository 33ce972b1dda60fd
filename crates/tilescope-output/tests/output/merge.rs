//! Colours against a model of one pixel in doubles, after OpenGL ES 3.0, 4.1.7 to
//! 4.1.10, and Vulkan 1.3, chapter "The Framebuffer".

use proptest::prelude::*;
use proptest::sample::select;
use tilescope_output::{
    Area, Blend, BlendEquation, BlendFactor, ColorConfig, ColorTarget, Colors, Dither,
    IntegerRange, LogicOp, Merger, Sources,
};

use crate::blending::blend;
use crate::formats::{self, Kind, Named, float, ones};
use crate::lanes::Noise;
use crate::memory::{Frame, Memory, Order};

/// Everything that a draw to one target depends on.
#[derive(Clone, Debug)]
struct Case {
    named: Named,
    config: ColorConfig,
    alpha_to_one: bool,
    matrix: Option<[[u8; 4]; 4]>,
    samples: u32,
    seed: u64,
}

/// Channels of as many bits are not dithered.
const DITHERED_BELOW: u8 = 8;

fn case() -> impl Strategy<Value = Case> {
    let target = (
        select(formats::all()),
        prop_oneof![Just(0xf), 0..16u32],
        any::<[bool; 4]>(),
        prop::option::of(blend(-0.5f32..1.5)),
        prop::option::weighted(0.3, select(&LogicOp::ALL[..])),
    );
    let matrix = prop::option::of(prop::array::uniform4(prop::array::uniform4(0..16u8)));
    let samples = select(vec![1u32, 2, 4, 8, 16]);
    (target, matrix, samples, any::<u64>(), any::<bool>()).prop_map(
        |((named, components, flags, blend, logic), matrix, samples, seed, alpha_to_one)| {
            let [overwrites, srgb, clamps, saturates] = flags;
            let floats = named.kind == Kind::Float;
            Case {
                config: ColorConfig {
                    format: named.format,
                    components,
                    overwrites,
                    srgb,
                    clamps,
                    integers: match saturates {
                        true => IntegerRange::Saturate,
                        false => IntegerRange::Wrap,
                    },
                    blend,
                    // The bits of a rounded float say little about its value.
                    logic: logic.filter(|_| !floats),
                },
                named,
                alpha_to_one,
                matrix,
                samples,
                seed,
            }
        },
    )
}

/// A value with a bound of what single precision may have added to it.
#[derive(Clone, Copy, Debug)]
struct Approx {
    value: f64,
    slack: f64,
}

/// Rounding of a few operations in single precision, relative to their operands.
const STEPS: f64 = 8.0 / (1u64 << 24) as f64;

fn from_srgb(c: f64) -> f64 {
    match c <= 0.04045 {
        true => c / 12.92,
        false => ((c + 0.055) / 1.055).powf(2.4),
    }
}

fn to_srgb(c: f64) -> f64 {
    match c < 0.003_130_8 {
        true => 12.92 * c,
        false => 1.055 * c.powf(1.0 / 2.4) - 0.055,
    }
}

/// The values that the blend equations of one pixel are made from.
struct Pixel {
    new: [f64; 4],
    second: [f64; 4],
    stored: [f64; 4],
    constant: [f64; 4],
}

impl Pixel {
    fn factor(&self, factor: BlendFactor, i: usize) -> f64 {
        use BlendFactor::*;
        let saturate = self.new[3].min(1.0 - self.stored[3]);
        match factor {
            Zero => 0.0,
            One => 1.0,
            NewColor => self.new[i],
            OneMinusNewColor => 1.0 - self.new[i],
            NewAlpha => self.new[3],
            OneMinusNewAlpha => 1.0 - self.new[3],
            StoredColor => self.stored[i],
            OneMinusStoredColor => 1.0 - self.stored[i],
            StoredAlpha => self.stored[3],
            OneMinusStoredAlpha => 1.0 - self.stored[3],
            ConstantColor => self.constant[i],
            OneMinusConstantColor => 1.0 - self.constant[i],
            ConstantAlpha => self.constant[3],
            OneMinusConstantAlpha => 1.0 - self.constant[3],
            NewAlphaSaturate => [saturate, saturate, saturate, 1.0][i],
            SecondColor => self.second[i],
            OneMinusSecondColor => 1.0 - self.second[i],
            SecondAlpha => self.second[3],
            OneMinusSecondAlpha => 1.0 - self.second[3],
        }
    }

    fn blend(&self, blend: &Blend, i: usize) -> Approx {
        let part = if i == 3 { &blend.alpha } else { &blend.color };
        let (n, d) = (self.new[i], self.stored[i]);
        let fs = self.factor(part.new, i);
        let fd = self.factor(part.stored, i);
        let value = match part.equation {
            BlendEquation::Add => n * fs + d * fd,
            BlendEquation::Subtract => n * fs - d * fd,
            BlendEquation::ReverseSubtract => d * fd - n * fs,
            BlendEquation::Min => n.min(d),
            BlendEquation::Max => n.max(d),
        };
        let size = match part.equation {
            // One of them, also where the other is NaN.
            BlendEquation::Min | BlendEquation::Max => value.abs(),
            _ => n.abs() * (2.0 + fs.abs()) + d.abs() * (2.0 + fd.abs()),
        };
        Approx {
            value,
            slack: size * STEPS,
        }
    }
}

impl Case {
    fn limits(&self) -> Option<(f64, f64)> {
        match self.named.kind {
            Kind::Unorm => Some((0.0, 1.0)),
            Kind::Snorm if self.config.clamps => Some((0.0, 1.0)),
            Kind::Snorm => Some((-1.0, 1.0)),
            Kind::Float if self.config.clamps => Some((0.0, 1.0)),
            _ => None,
        }
    }

    /// The colour that is packed.
    fn color(&self, new: [f32; 4], second: [f32; 4], before: u128) -> [Approx; 4] {
        let clamp = |c: f64| self.limits().map_or(c, |(low, high)| c.clamp(low, high));
        let one = |mut c: [f32; 4]| {
            if self.alpha_to_one {
                c[3] = 1.0;
            }
            c.map(|c| clamp(c.into()))
        };
        let srgb = self.config.srgb && self.named.kind == Kind::Unorm;
        let mut stored = self.named.color(before);
        if srgb {
            stored[..3].iter_mut().for_each(|c| *c = from_srgb(*c));
        }
        let mut color = one(new).map(|value| Approx { value, slack: 0.0 });
        if let Some(blend) = &self.config.blend {
            let format = |c: f32| match self.named.kind {
                Kind::Unorm => f64::from(c).clamp(0.0, 1.0),
                Kind::Snorm => f64::from(c).clamp(-1.0, 1.0),
                _ => c.into(),
            };
            let pixel = Pixel {
                new: one(new),
                second: one(second),
                stored,
                constant: blend.constant.map(format),
            };
            color = [0, 1, 2, 3].map(|i| pixel.blend(blend, i));
        }
        if srgb {
            for c in &mut color[..3] {
                // The steepest part of the curve.
                *c = Approx {
                    value: to_srgb(c.value.clamp(0.0, 1.0)),
                    slack: 12.92 * c.slack + STEPS,
                };
            }
        }
        color
    }

    /// Whether `code` may be stored for a value in a channel of `bits`.
    fn fits(&self, c: Approx, code: u64, bits: u32, add: f64) -> bool {
        let Approx { value, slack } = c;
        if !value.is_finite() {
            return true;
        }
        match self.named.kind {
            Kind::Unorm => {
                let largest = ones(bits) as f64;
                let exact = value.clamp(0.0, 1.0) * largest;
                let slack = largest * (slack + STEPS);
                let low = (exact + add - slack).floor().max(0.0);
                let high = (exact + add + slack).floor().min(largest);
                (low..=high).contains(&(code as f64))
            }
            Kind::Snorm => {
                let largest = ones(bits - 1) as f64;
                let exact = value.clamp(-1.0, 1.0) * largest;
                let stored = formats::signed(code, bits) as f64;
                (stored - exact).abs() <= 0.5 + largest * (slack + STEPS)
            }
            Kind::Float => fits_float(c, code, bits),
            Kind::Uint | Kind::Sint => true,
        }
    }

    fn integer(&self, bits: u32, word: u32) -> u64 {
        let mask = ones(bits);
        match (self.config.integers, self.named.kind) {
            (IntegerRange::Wrap, _) => u64::from(word) & mask,
            (IntegerRange::Saturate, Kind::Uint) => u64::from(word).min(mask),
            (IntegerRange::Saturate, _) => {
                let half = 1i64 << (bits - 1);
                (i64::from(word as i32).clamp(-half, half - 1) as u64) & mask
            }
        }
    }

    /// Codes that may be stored before the logic operation.
    fn codes(&self, c: Approx, word: u32, bits: u32, add: f64) -> Vec<u64> {
        let near = |exact: f64| {
            let at = exact.round() as i64;
            (at - 3..=at + 3).map(|code| code as u64 & ones(bits))
        };
        let all: Vec<u64> = match self.named.kind {
            Kind::Uint | Kind::Sint => return vec![self.integer(bits, word)],
            Kind::Unorm => near(c.value.clamp(0.0, 1.0) * ones(bits) as f64).collect(),
            Kind::Snorm => near(c.value.clamp(-1.0, 1.0) * ones(bits - 1) as f64).collect(),
            Kind::Float => Vec::new(),
        };
        let fits = all
            .into_iter()
            .filter(|code| self.fits(c, *code, bits, add));
        fits.collect()
    }

    fn check(&self, new: [f32; 4], second: [f32; 4], pixels: (u128, u128), at: (u32, u32)) {
        let (before, after) = pixels;
        let color = self.color(new, second, before);
        let mut unused = u128::MAX >> (128 - 8 * self.named.bytes);
        for field in &self.named.fields {
            let Some(i) = field.component else {
                continue;
            };
            unused &= !(u128::from(ones(field.bits)) << field.at);
            let (old, code) = (
                self.named.code(before, field),
                self.named.code(after, field),
            );
            let written = self.config.overwrites || self.config.components >> i & 1 != 0;
            if !written {
                assert_eq!(code, old, "component {i} is masked");
                continue;
            }
            let dithers = field.bits < DITHERED_BELOW.into() && self.named.kind == Kind::Unorm;
            let add = match self.matrix.filter(|_| dithers) {
                Some(m) => (f64::from(m[at.1 as usize % 4][at.0 as usize % 4]) + 0.5) / 16.0,
                None => 0.5,
            };
            let word = match (self.alpha_to_one, i) {
                (true, 3) => 1f32.to_bits(),
                _ => new[i].to_bits(),
            };
            let ok = match self.named.kind {
                Kind::Float if self.config.blend.is_none() && field.bits == 32 => {
                    color[i].value.is_nan() || code == u64::from((color[i].value as f32).to_bits())
                }
                Kind::Float => self.fits(color[i], code, field.bits, add),
                _ => {
                    let mut codes = self.codes(color[i], word, field.bits, add).into_iter();
                    codes.any(|new| {
                        let new = match self.config.logic {
                            None => new,
                            Some(op) => logic(op, new, old) & ones(field.bits),
                        };
                        new == code
                    })
                }
            };
            assert!(
                ok,
                "component {i} of {:?}: {:?} over {old:#x} became {code:#x}",
                self.named.format, color[i]
            );
        }
        let expected = match (self.config.overwrites, self.config.logic) {
            (false, _) => before & unused,
            (true, None) => 0,
            (true, Some(op)) => {
                let bit = |i: u32| {
                    let stored = (before >> i) as u64 & 1;
                    u128::from(logic(op, 0, stored) & 1) << i
                };
                (0..128).map(bit).fold(0, |a, b| a | b) & unused
            }
        };
        assert_eq!(after & unused, expected, "unused bits");
    }
}

/// Whether a float is next to a value that was rounded once or twice.
fn fits_float(c: Approx, code: u64, bits: u32) -> bool {
    let unsigned = bits < 16;
    let (exponent, mantissa) = match bits {
        10 => (5, 5),
        11 => (5, 6),
        16 => (5, 10),
        _ => (8, 23),
    };
    let infinity = ones(exponent) << mantissa;
    let largest = float(infinity - 1, bits);
    let value = match unsigned {
        true => c.value.clamp(0.0, largest),
        false => c.value,
    };
    let got = float(code, bits);
    let magnitude = code & !(u64::from(!unsigned) << (bits - 1));
    let spacing = match magnitude {
        m if m >= infinity - 1 => largest - float(infinity - 2, bits),
        m => float(m + 1, bits) - float(m, bits),
    };
    let slack = 0.6 * spacing + 2.0 * c.slack;
    match got.is_infinite() {
        true => value.abs() >= largest - slack && value.signum() == got.signum(),
        false => (got - value).abs() <= slack || value.abs() > largest && got.abs() == largest,
    }
}

/// A logic operation bit by bit: OpenGL 4.6, table 17.3.
fn logic(op: LogicOp, s: u64, d: u64) -> u64 {
    let mut out = 0;
    for bit in 0..64 {
        let (s, d) = (s >> bit & 1 != 0, d >> bit & 1 != 0);
        let new = match op {
            LogicOp::Clear => false,
            LogicOp::And => s && d,
            LogicOp::AndReverse => s && !d,
            LogicOp::Copy => s,
            LogicOp::AndInverted => !s && d,
            LogicOp::Noop => d,
            LogicOp::Xor => s != d,
            LogicOp::Or => s || d,
            LogicOp::Nor => !s && !d,
            LogicOp::Equiv => s == d,
            LogicOp::Invert => !d,
            LogicOp::OrReverse => s || !d,
            LogicOp::CopyInverted => !s,
            LogicOp::OrInverted => !s || d,
            LogicOp::Nand => !s || !d,
            LogicOp::Set => true,
        };
        out |= u64::from(new) << bit;
    }
    out
}

/// One of sixteen pixels.
pub fn lane(colors: &Colors, lane: usize) -> [f32; 4] {
    [0, 1, 2, 3].map(|i| colors[i][lane])
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(1500) })]

    #[test]
    fn a_pixel_by_the_specifications(case in case()) {
        let mut noise = Noise::new(case.seed);
        let mut f = noise.fragments();
        f.sample = noise.below(case.samples);
        let integers = matches!(case.named.kind, Kind::Uint | Kind::Sint);
        let (first, second) = match integers {
            true => (noise.integers(), noise.integers()),
            false => (noise.colors(), noise.colors()),
        };
        let merger = Merger {
            samples: case.samples,
            colors: vec![None, ColorTarget::new(&case.config)],
            alpha_to_one: case.alpha_to_one,
            dither: case.matrix.map(|m| Dither::of_sixteenths(&m, DITHERED_BELOW)),
            ..Merger::default()
        };
        let mut memory = Memory::new(case.named.bytes, case.samples as usize, Order::Ascending);
        memory.fill(case.seed);
        let before = memory.clone();
        let mut buffers = Frame { colors: vec![memory.clone(), memory], ..Frame::default() };
        let mut area = Area::new();
        let sources = &Sources::two(&first, &second);
        area.bind(&merger).color(1, &f, sources, &mut buffers).unwrap();
        area.store(&mut buffers).unwrap();
        let after = &buffers.colors[1];
        prop_assert!(buffers.colors[0].bytes == before.bytes);
        let mut untouched = after.clone();
        for i in 0..16 {
            let sample = f.sample as usize;
            let (x, y) = (f.x[i], f.y[i]);
            let old = before.pixel(sample, x, y);
            let new = after.pixel(sample, x, y);
            if f.mask >> i & 1 == 0 || case.config.components == 0 {
                prop_assert_eq!(new, old);
                continue;
            }
            case.check(lane(&first, i), lane(&second, i), (old, new), (x, y));
            let at = untouched.offset(sample, x, y);
            untouched.bytes[at..at + case.named.bytes]
                .copy_from_slice(&before.bytes[at..at + case.named.bytes]);
        }
        prop_assert!(untouched.bytes == before.bytes, "other pixels stay");
    }
}
