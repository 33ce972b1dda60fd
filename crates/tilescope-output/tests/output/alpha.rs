//! Alpha test, coverage from alpha, sample coverage and dithering.

use proptest::prelude::*;
use tilescope_output::alpha::{lanes_of_sample, sample_coverage};
use tilescope_output::{
    AlphaPrecision, AlphaTest, AlphaToCoverage, Area, ColorConfig, ColorTarget, CompareFunc,
    Dither, Merger, Sources,
};
use tilescope_pixel::Format;

use crate::lanes::Noise;
use crate::memory::{Frame, Memory, Order};

const BAYER: [[u8; 4]; 4] = [[0, 8, 2, 10], [12, 4, 14, 6], [3, 11, 1, 9], [15, 7, 13, 5]];

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    /// OpenGL ES 1.1, 4.1.4: the fragment's alpha is compared with the reference.
    #[test]
    fn alpha_passes_by_its_comparison(bits in 0..8u32, byte in 0..256u32, seed: u64) {
        let func = CompareFunc::from_bits(bits);
        let mut noise = Noise::new(seed);
        let alpha: [f32; 16] = std::array::from_fn(|_| noise.component());
        for precision in [AlphaPrecision::Byte, AlphaPrecision::Half, AlphaPrecision::Single] {
            let reference = match precision {
                AlphaPrecision::Byte => byte as f32,
                _ => half::f16::from_f32(byte as f32 / 255.0).to_f32(),
            };
            let test = AlphaTest { func, reference, precision };
            let passed = test.lanes(&alpha);
            for (lane, a) in alpha.iter().enumerate() {
                let a = f64::from(*a).clamp(0.0, 1.0);
                let a = match precision {
                    AlphaPrecision::Byte => (a * 255.0 + 0.5).floor(),
                    AlphaPrecision::Half => half::f16::from_f64(a).to_f64(),
                    AlphaPrecision::Single => a,
                };
                // A tie between two bytes may be rounded either way.
                let tie = (f64::from(alpha[lane]) * 255.0).fract();
                if precision == AlphaPrecision::Byte && (tie - 0.5).abs() < 1e-4 {
                    continue;
                }
                let order = a.partial_cmp(&f64::from(reference)).unwrap();
                let pass = bits >> (order as i8 + 1) & 1 != 0;
                prop_assert_eq!(passed >> lane & 1 != 0, pass, "{:?} {}", precision, a);
            }
        }
    }

    /// OpenGL ES 3.0, 4.1.3: all samples for alpha 1, none for 0, and more of them never
    /// fewer for a larger alpha.
    #[test]
    fn coverage_grows_with_alpha(a in 0.0f32..1.0, b in 0.0f32..1.0, log in 0..5u8, dithers: bool) {
        let samples = 1 << log;
        let to_coverage = AlphaToCoverage {
            samples,
            order: std::array::from_fn(|i| (i as u8 * 5 + 3) % samples),
            dither: dithers.then(|| Dither::of_sixteenths(&BAYER, 8)),
        };
        let (low, high) = (a.min(b), a.max(b));
        let x = std::array::from_fn(|i| i as u32);
        let y = [0; 16];
        let cover = |alpha: f32| to_coverage.lanes(&[alpha; 16], &x, &y);
        let all = u16::MAX >> (16 - samples);
        prop_assert_eq!(cover(0.0), [0; 16]);
        prop_assert_eq!(cover(1.0), [all; 16]);
        prop_assert_eq!(cover(f32::NAN), [0; 16]);
        for (low, high) in cover(low).into_iter().zip(cover(high)) {
            prop_assert_eq!(low & high, low);
            prop_assert_eq!(high & !all, 0);
        }
        let number = f64::from(a) * f64::from(samples);
        for coverage in cover(a) {
            prop_assert!((f64::from(coverage.count_ones()) - number).abs() <= 1.0);
        }
    }

    #[test]
    fn sample_coverage_and_its_inverse_are_all_samples(value in -1.0f32..2.0, samples in 1..=16u8) {
        let order = std::array::from_fn(|i| i as u8);
        let bits = sample_coverage(value, false, samples, &order);
        let others = sample_coverage(value, true, samples, &order);
        prop_assert_eq!(bits | others, u16::MAX >> (16 - samples));
        prop_assert_eq!(bits & others, 0);
        let number = (f64::from(value).clamp(0.0, 1.0) * f64::from(samples)).round();
        prop_assert!((f64::from(bits.count_ones()) - number).abs() <= 1.0);
    }

    #[test]
    fn lanes_of_a_sample(coverage: [u16; 16], n in 0..16u32) {
        let lanes = lanes_of_sample(&coverage, n);
        for (lane, coverage) in coverage.iter().enumerate() {
            prop_assert_eq!(lanes >> lane & 1, coverage >> n & 1);
        }
    }
}

#[test]
fn the_whole_number_of_samples_is_rounded_without_dithering() {
    let to_coverage = AlphaToCoverage {
        samples: 4,
        order: std::array::from_fn(|i| i as u8),
        dither: None,
    };
    let alpha = std::array::from_fn(|i| i as f32 / 16.0);
    let at = [0; 16];
    let numbers = to_coverage.lanes(&alpha, &at, &at).map(u16::count_ones);
    assert_eq!(numbers, [0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4]);
}

/// The mean of the dithered pixels of a matrix is the colour, to a part of a step.
#[test]
fn dithering_keeps_the_mean() {
    let target = ColorTarget::new(&ColorConfig::replacing(Format::B5G6R5Unorm)).unwrap();
    let merger = Merger {
        colors: vec![Some(target)],
        dither: Some(Dither::of_sixteenths(&BAYER, 8)),
        ..Merger::default()
    };
    for value in [0.0, 0.01, 0.2, 0.5, 0.77, 0.99, 1.0] {
        let mut frame = Frame {
            colors: vec![Memory::new(2, 1, Order::Ascending)],
            ..Frame::default()
        };
        let mut f = Noise::new(3).fragments();
        f.mask = u16::MAX;
        f.x = [0, 1, 0, 1, 2, 3, 2, 3, 0, 1, 0, 1, 2, 3, 2, 3];
        f.y = [0, 0, 1, 1, 0, 0, 1, 1, 2, 2, 3, 3, 2, 2, 3, 3];
        let color = [[value; 16]; 4];
        let mut area = Area::new();
        let mut bound = area.bind(&merger);
        bound
            .color(0, &f, &Sources::one(&color), &mut frame)
            .unwrap();
        area.store(&mut frame).unwrap();
        let pixels = (0..16).map(|i| frame.colors[0].pixel(0, i % 4, i / 4) as u32);
        let mean = pixels.map(|p| f64::from(p & 31)).sum::<f64>() / 16.0;
        let expected = f64::from(value) * 31.0;
        // Half of a sixteenth at most, except at the end of the range.
        let slack = if value == 1.0 { 0.5 } else { 1.0 / 16.0 };
        assert!((mean - expected).abs() <= slack, "{value}: {mean}");
    }
}

#[test]
fn matrices_have_a_period_of_eight() {
    let wide = Dither::new(8, |x, y| (x * 8 + y) as f32 / 64.0);
    for (x, y) in [(0, 0), (7, 3), (2, 6)] {
        assert_eq!(wide.at(x, y), (x * 8 + y) as f32 / 64.0);
        assert_eq!(wide.at(x + 8, y + 64), wide.at(x, y));
    }
    let small = Dither::of_sixteenths(&BAYER, 8);
    assert_eq!(small.at(1, 0), 8.5 / 16.0);
    assert_eq!(small.at(5, 4), small.at(1, 0));
}
