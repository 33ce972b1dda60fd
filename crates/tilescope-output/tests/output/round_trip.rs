//! Stored pixels that are read, drawn as colours and stored again.

use half::f16;
use tilescope_output::{
    Area, ColorConfig, ColorTarget, IntegerRange, LogicOp, Merger, PixelEncoding, Sources,
};
use tilescope_pixel::Format;
use tilescope_pixel::format::TABLE;
use tilescope_pixel::srgb::{from_srgb, to_srgb};

use crate::formats::{self, Kind};
use crate::lanes::Noise;
use crate::memory::{Frame, Memory, Order};

/// Draws what is stored to a cleared copy. Gives the words before and after.
fn copied(config: ColorConfig, fill: impl Fn(usize) -> u8) -> (Memory, Memory) {
    let target = ColorTarget::new(&config).unwrap();
    let bytes = target.pixel().bytes;
    let merger = Merger {
        colors: vec![Some(target), Some(target)],
        ..Merger::default()
    };
    let mut source = Memory::new(bytes, 1, Order::Ascending);
    for (i, byte) in source.bytes.iter_mut().enumerate() {
        *byte = fill(i);
    }
    let mut frame = Frame {
        colors: vec![source, Memory::new(bytes, 1, Order::Ascending)],
        ..Frame::default()
    };
    let mut area = Area::new();
    let mut noise = Noise::new(1);
    let mut f = noise.fragments();
    f.mask = u16::MAX;
    for tile in 0..256 {
        for i in 0..16 {
            let (tile, i) = (tile as u32, i as u32);
            // Quad by quad.
            let (x, y) = (i & 1 | i >> 1 & 2, i >> 1 & 1 | i >> 2 & 2);
            f.x[i as usize] = tile % 16 * 4 + x;
            f.y[i as usize] = tile / 16 * 4 + y;
        }
        let mut bound = area.bind(&merger);
        let colors = bound.load(0, &f, &mut frame).unwrap();
        bound
            .color(1, &f, &Sources::one(&colors), &mut frame)
            .unwrap();
    }
    area.store(&mut frame).unwrap();
    let copy = frame.colors.pop().unwrap();
    (frame.colors.pop().unwrap(), copy)
}

/// Every code of channels up to 12 bits is met, and many of the others.
#[test]
fn pixels_survive_unpacking_and_packing() {
    for named in formats::all() {
        for seed in 0..8u64 {
            let fill = |i: usize| {
                let n = (i as u64 + (seed << 20)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
                (n >> 40) as u8
            };
            let (before, after) = copied(ColorConfig::replacing(named.format), fill);
            for (x, y) in (0..64).flat_map(|y| (0..64).map(move |x| (x, y))) {
                let (old, new) = (before.pixel(0, x, y), after.pixel(0, x, y));
                for field in named.fields.iter().filter(|f| f.component.is_some()) {
                    let (a, b) = (named.code(old, field), named.code(new, field));
                    let same = match named.kind {
                        // The smallest code is -1 as well.
                        Kind::Snorm => {
                            let value = |code| named.value(code, field.bits);
                            value(a) == value(b)
                        }
                        Kind::Float => a == b || named.value(a, field.bits).is_nan(),
                        _ => a == b,
                    };
                    assert!(same, "{:?}: {a:#x} became {b:#x}", named.format);
                }
            }
        }
    }
}

/// A shared exponent has several codes for a colour; all of them survive as colours.
#[test]
fn shared_exponents_keep_their_colours() {
    let format = Format::R9G9B9E5Float;
    let fill = |i: usize| ((i as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40) as u8;
    let (before, after) = copied(ColorConfig::replacing(format), fill);
    for (x, y) in (0..64).flat_map(|y| (0..64).map(move |x| (x, y))) {
        let color = |m: &Memory| {
            let code = m.pixel(0, x, y) as u64;
            let exponent = (code >> 27) as i32;
            [0, 9, 18].map(|at| (code >> at & 0x1ff) as f64 * 2f64.powi(exponent - 24))
        };
        assert_eq!(color(&before), color(&after));
    }
}

#[test]
fn srgb_codes_survive() {
    let config = ColorConfig {
        srgb: true,
        ..ColorConfig::replacing(Format::R8G8B8A8Unorm)
    };
    let (before, after) = copied(config, |i| (i / 4 + i % 4 * 64) as u8);
    assert!(before.bytes == after.bytes);
}

#[test]
fn srgb_curves_are_those_of_the_specification() {
    let mut last = 0.0;
    for i in 0..=4096 {
        let c = i as f32 / 4096.0;
        let exact = f64::from(c);
        let expected = match exact < 0.003_130_8 {
            true => 12.92 * exact,
            false => 1.055 * exact.powf(0.41666) - 0.055,
        };
        assert!((f64::from(to_srgb(c)) - expected).abs() < 1e-5, "{c}");
        assert!((from_srgb(to_srgb(c)) - c).abs() < 1e-6, "{c}");
        assert!(to_srgb(c) >= last);
        last = to_srgb(c);
    }
    assert_eq!(
        [to_srgb(-1.0), to_srgb(2.0), to_srgb(f32::NAN)],
        [0.0, 1.0, 0.0]
    );
}

/// Worked by hand from the definitions of the formats.
#[test]
fn known_pixels() {
    let half = |v: f32| u128::from(f16::from_f32(v).to_bits());
    let cases: &[(Format, [f32; 4], u128)] = &[
        (
            Format::R16G16B16A16Unorm,
            [0.0, 1.0, 0.5, 2.0],
            0xffff_8000_ffff_0000,
        ),
        (Format::R16G16Snorm, [-1.0, 0.5, 0.0, 0.0], 0x4000_8001),
        (Format::R8G8Snorm, [1.0, -0.5, 0.0, 0.0], 0xc07f),
        (
            Format::R16G16B16A16Float,
            [1.0, -2.0, 0.5, 65504.0],
            half(1.0) | half(-2.0) << 16 | half(0.5) << 32 | 0x7bff << 48,
        ),
        (
            Format::R32G32B32A32Float,
            [1.0, 2.0, -1.0, 0.5],
            0x3f00_0000_bf80_0000_4000_0000_3f80_0000,
        ),
        (Format::L8Unorm, [1.0, 0.0, 0.0, 0.0], 0xff),
        (Format::L8A8Unorm, [0.0, 1.0, 1.0, 1.0], 0xff00),
    ];
    for (format, color, expected) in cases {
        let target = ColorTarget::new(&ColorConfig::replacing(*format)).unwrap();
        let merger = Merger {
            colors: vec![Some(target)],
            ..Merger::default()
        };
        let bytes = target.pixel().bytes;
        let mut frame = Frame {
            colors: vec![Memory::new(bytes, 1, Order::None)],
            ..Frame::default()
        };
        let mut f = Noise::new(0).fragments();
        f.mask = 1;
        let colors = color.map(|c| [c; 16]);
        let mut area = Area::new();
        let mut bound = area.bind(&merger);
        bound
            .color(0, &f, &Sources::one(&colors), &mut frame)
            .unwrap();
        area.store(&mut frame).unwrap();
        let pixel = frame.colors[0].pixel(0, f.x[0], f.y[0]);
        assert_eq!(pixel, *expected, "{format:?} {pixel:#x}");
    }
}

#[test]
fn formats_that_are_not_drawn_to_have_no_encoding() {
    for row in TABLE.iter() {
        let pixel = PixelEncoding::of(row.format, IntegerRange::Wrap);
        let drawn = row.block == (1, 1)
            && row.block_bits >= 8
            && row.name != "Z32_UNORM"
            && row.name != "S8_UINT_Z24_UNORM";
        assert_eq!(pixel.is_some(), drawn, "{}", row.name);
        if let Some(pixel) = pixel {
            assert_eq!(pixel.bytes * 8, usize::from(row.block_bits));
            // Masks of components cover each other's bits only where they share them.
            let all = pixel.each().iter().map(|w| w.mask(0xf).count_ones());
            assert!(all.sum::<u32>() <= u32::from(row.block_bits));
        }
    }
}

#[test]
fn logic_operations_have_their_truth_tables() {
    for (n, op) in LogicOp::ALL.into_iter().enumerate() {
        // The order of OpenGL is that of the tables, read from s = d = 1 down.
        let table = [(1, 1), (1, 0), (0, 1), (0, 0)];
        let bits = table.map(|(s, d): (u32, u32)| op.apply(s, d) & 1);
        let number = bits[0] | bits[1] << 1 | bits[2] << 2 | bits[3] << 3;
        assert_eq!(number as usize, n, "{op:?}");
        let mut noise = Noise::new(n as u64);
        let s: [u32; 16] = std::array::from_fn(|_| noise.bits());
        let d: [u32; 16] = std::array::from_fn(|_| noise.bits());
        let mut lanes = s;
        op.lanes(&mut lanes, &d);
        for i in 0..16 {
            assert_eq!(lanes[i], op.apply(s[i], d[i]), "{op:?}");
        }
    }
}
