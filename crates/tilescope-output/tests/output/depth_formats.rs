//! Depth and stencil of every format against a model of one sample, after Vulkan 1.3,
//! chapter "Fragment Operations": depth bounds test, stencil test, depth test.

use proptest::prelude::*;
use proptest::sample::select;
use tilescope_output::{
    Area, DepthBits, DepthConfig, DepthFormat, DepthRounding, DepthState, DepthStencil, Merger,
};

use crate::depth::state;
use crate::lanes::Noise;
use crate::memory::{Frame, Memory, Order};

const FORMATS: [DepthFormat; 8] = [
    DepthFormat::D16,
    DepthFormat::D24S8(DepthBits::High),
    DepthFormat::D24S8(DepthBits::Low),
    DepthFormat::D24X8(DepthBits::High),
    DepthFormat::D24X8(DepthBits::Low),
    DepthFormat::D32F,
    DepthFormat::D32FS8,
    DepthFormat::S8,
];

/// A stored value, as fields of the pixel: first bit and width.
type Field = (u32, u32);

/// The bits of depth and of stencil in a pixel.
fn fields(format: DepthFormat) -> (Option<Field>, Option<Field>) {
    match format {
        DepthFormat::D16 => (Some((0, 16)), None),
        DepthFormat::D24S8(DepthBits::High) => (Some((8, 24)), Some((0, 8))),
        DepthFormat::D24S8(DepthBits::Low) => (Some((0, 24)), Some((24, 8))),
        DepthFormat::D24X8(DepthBits::High) => (Some((8, 24)), None),
        DepthFormat::D24X8(DepthBits::Low) => (Some((0, 24)), None),
        DepthFormat::D32F => (Some((0, 32)), None),
        DepthFormat::D32FS8 => (Some((0, 32)), Some((32, 8))),
        DepthFormat::S8 => (None, Some((0, 8))),
    }
}

fn get(pixel: u128, (at, bits): Field) -> u32 {
    (pixel >> at & ((1 << bits) - 1)) as u32
}

fn set(pixel: u128, (at, bits): Field, value: u32) -> u128 {
    let mask = ((1u128 << bits) - 1) << at;
    pixel & !mask | u128::from(value) << at & mask
}

/// The stored depth as a number.
fn depth_of(format: DepthFormat, code: u32) -> f64 {
    match format.is_float() {
        true => f32::from_bits(code).into(),
        false => code.into(),
    }
}

#[derive(Clone, Debug)]
struct Case {
    config: DepthConfig,
    reference: bool,
    samples: u32,
    seed: u64,
}

fn case() -> impl Strategy<Value = Case> {
    let bound = || prop_oneof![Just(0.0f32), Just(1.0), 0.0f32..1.0];
    let config = (
        select(&FORMATS[..]),
        any::<[bool; 3]>(),
        (state(), state()),
        (bound(), bound()),
        prop::option::weighted(0.3, (bound(), bound())),
    );
    let samples = select(vec![1u32, 4, 16]);
    (config, samples, any::<u64>()).prop_map(|(config, samples, seed)| {
        let (format, [separate_stencil, nearest, reference], tests, range, bounds) = config;
        Case {
            config: DepthConfig {
                format,
                separate_stencil,
                tests: [tests.0, tests.1],
                range: (range.0.min(range.1), range.0.max(range.1)),
                largest: match format {
                    DepthFormat::D16 => 65_535.0,
                    _ => 16_777_215.0,
                },
                rounding: match nearest {
                    true => DepthRounding::Nearest,
                    false => DepthRounding::Truncate,
                },
                bounds,
            },
            reference,
            samples,
            seed,
        }
    })
}

/// The new pixel, the new stencil byte of a separate buffer, and whether the sample
/// passes.
fn model(
    case: &Case,
    face: &DepthStencil,
    z: f32,
    reference: Option<u8>,
    (pixel, byte): (u128, u32),
) -> (u128, u32, bool) {
    let c = &case.config;
    let (depth_field, own_stencil) = fields(c.format);
    let (near, far) = c.range;
    let limited = match z.is_nan() {
        true => near,
        false => z.clamp(near, far),
    };
    let code = match c.format.is_float() {
        true => limited.to_bits(),
        false => {
            let scaled = f64::from(limited) * f64::from(c.largest);
            match c.rounding {
                DepthRounding::Truncate => scaled.floor() as u32,
                DepthRounding::Nearest => (scaled + 0.5).floor() as u32,
            }
        }
    };
    if let Some((low, high)) = c.bounds
        && let Some(field) = depth_field
    {
        let unit = if c.format.is_float() {
            1.0
        } else {
            f64::from(c.largest)
        };
        let stored = depth_of(c.format, get(pixel, field));
        if !(stored >= f64::from(low) * unit && stored <= f64::from(high) * unit) {
            return (pixel, byte, false);
        }
    }
    let stencil = match (c.separate_stencil, own_stencil) {
        (true, _) => Some(byte),
        (false, Some(field)) => Some(get(pixel, field)),
        (false, None) => None,
    };
    let face_stencil = face.stencil.filter(|_| stencil.is_some());
    let stored = stencil.unwrap_or(0) as u8;
    let wanted = |s: &tilescope_output::StencilFace| reference.unwrap_or(s.reference);
    let stencil_passes = face_stencil.is_none_or(|s| {
        let masked = (wanted(&s) & s.read_mask, stored & s.read_mask);
        s.func.passes(masked.0, masked.1)
    });
    let depth_passes = match (face.depth, depth_field) {
        (Some(test), Some(field)) => {
            let (a, b) = (
                depth_of(c.format, code),
                depth_of(c.format, get(pixel, field)),
            );
            use tilescope_output::CompareFunc::*;
            match test.func {
                Never => false,
                Less => a < b,
                Equal => a == b,
                LessEqual => a <= b,
                Greater => a > b,
                NotEqual => a != b,
                GreaterEqual => a >= b,
                Always => true,
            }
        }
        _ => true,
    };
    let mut pixel = pixel;
    let mut byte = byte;
    if let Some(s) = face_stencil {
        let op = match (stencil_passes, depth_passes) {
            (false, _) => s.fail,
            (true, false) => s.depth_fail,
            (true, true) => s.pass,
        };
        let new = op.apply(stored, wanted(&s));
        let new = u32::from(new & s.write_mask | stored & !s.write_mask);
        match (c.separate_stencil, own_stencil) {
            (false, Some(field)) => pixel = set(pixel, field, new),
            _ => byte = new,
        }
    }
    let passes = stencil_passes && depth_passes;
    if passes
        && face.depth.is_some_and(|d| d.write)
        && let Some(field) = depth_field
    {
        pixel = set(pixel, field, code);
    }
    (pixel, byte, passes)
}

/// Depths as memory holds them, often near each other.
fn stored(noise: &mut Noise, format: DepthFormat, memory: &mut Memory) {
    memory.fill(u64::from(noise.bits()));
    if format.is_float() {
        for pixel in memory.bytes.chunks_exact_mut(format.bytes()) {
            let z = match noise.below(6) {
                0 => 0.0,
                1 => 1.0,
                2 => f32::NAN,
                _ => noise.below(64) as f32 / 63.0,
            };
            pixel[..4].copy_from_slice(&z.to_bits().to_le_bytes());
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(1500) })]

    #[test]
    fn a_sample_of_every_format(case in case()) {
        let mut noise = Noise::new(case.seed);
        let c = &case.config;
        let mut f = noise.fragments();
        f.sample = noise.below(case.samples);
        if case.reference {
            f.reference = Some(std::array::from_fn(|_| noise.bits() as u8));
        }
        let sample = f.sample as usize;
        let samples = case.samples as usize;
        let mut depth = Memory::new(c.format.bytes(), samples, Order::Mixed);
        stored(&mut noise, c.format, &mut depth);
        let mut stencil = Memory::new(1, samples, Order::None);
        stencil.fill(case.seed);
        for lane in 0..16 {
            f.z[lane] = match noise.below(8) {
                0 => f32::NAN,
                1 => -1.0,
                2 => 2.0,
                3 => f32::INFINITY,
                4 => match fields(c.format).0 {
                    Some(field) if !c.format.is_float() => {
                        // The depth that is stored there, so that equality is met.
                        let code = get(depth.pixel(sample, f.x[lane], f.y[lane]), field);
                        (f64::from(code) / f64::from(c.largest)) as f32
                    }
                    _ => noise.below(64) as f32 / 63.0,
                },
                _ => noise.below(64) as f32 / 63.0,
            };
        }
        let merger = Merger {
            samples: case.samples,
            depth: Some(DepthState::new(c)),
            ..Merger::default()
        };
        let mut frame = Frame {
            depth: Some(depth.clone()),
            stencil: Some(stencil.clone()),
            ..Frame::default()
        };
        let mut area = Area::new();
        let passed = area.bind(&merger).test(&f, &mut frame).unwrap();
        area.store(&mut frame).unwrap();
        for lane in 0..16 {
            let (x, y) = (f.x[lane], f.y[lane]);
            let live = f.mask >> lane & 1 != 0;
            let before = (depth.pixel(sample, x, y), stencil.pixel(sample, x, y) as u32);
            let face = &c.tests[usize::from(f.front >> lane & 1 == 0)];
            let reference = f.reference.map(|r| r[lane]);
            let (pixel, byte, passes) = match live {
                true => model(&case, face, f.z[lane], reference, before),
                false => (before.0, before.1, false),
            };
            let after = |m: &Memory| m.pixel(sample, x, y);
            prop_assert_eq!(passed >> lane & 1 != 0, passes, "lane {}", lane);
            prop_assert_eq!(after(frame.depth.as_ref().unwrap()), pixel, "lane {}", lane);
            prop_assert_eq!(after(frame.stencil.as_ref().unwrap()) as u32, byte, "lane {}", lane);
            let at = depth.offset(sample, x, y);
            let bytes = c.format.bytes();
            depth.bytes[at..at + bytes].copy_from_slice(&pixel.to_le_bytes()[..bytes]);
            let at = stencil.offset(sample, x, y);
            stencil.bytes[at] = byte as u8;
        }
        prop_assert!(frame.depth.unwrap().bytes == depth.bytes, "other samples stay");
        prop_assert!(frame.stencil.unwrap().bytes == stencil.bytes, "other samples stay");
    }
}
