//! Areas: what is read and written when, and that nothing else can be seen of it.

use proptest::prelude::*;
use proptest::sample::select;
use tilescope_output::{
    Area, Blend, BlendEquation, BlendFactor, BlendPart, ColorConfig, ColorTarget, CompareFunc,
    DepthBits, DepthConfig, DepthFormat, DepthRounding, DepthState, DepthStencil, DepthTest,
    Fragments, Merger, Plane, Sources,
};
use tilescope_pixel::Format;
use tilescope_raster::Rect;

use crate::lanes::Noise;
use crate::memory::{Frame, Memory, Order};

const SUM: BlendPart = BlendPart {
    new: BlendFactor::One,
    stored: BlendFactor::One,
    equation: BlendEquation::Add,
};

fn blended(format: Format) -> ColorConfig {
    ColorConfig {
        blend: Some(Blend {
            color: SUM,
            alpha: SUM,
            constant: [0.0; 4],
        }),
        ..ColorConfig::replacing(format)
    }
}

fn merger(configs: &[ColorConfig], depth: Option<DepthConfig>, samples: u32) -> Merger {
    Merger {
        samples,
        colors: configs.iter().map(ColorTarget::new).collect(),
        depth: depth.as_ref().map(DepthState::new),
        ..Merger::default()
    }
}

fn less(format: DepthFormat) -> DepthConfig {
    let test = DepthStencil {
        depth: Some(DepthTest {
            func: CompareFunc::Less,
            write: true,
        }),
        stencil: None,
    };
    DepthConfig {
        format,
        separate_stencil: false,
        tests: [test; 2],
        range: (0.0, 1.0),
        largest: 16_777_215.0,
        rounding: DepthRounding::Nearest,
        bounds: None,
    }
}

fn frame(configs: &[ColorConfig], depth: Option<DepthFormat>, samples: u32, order: Order) -> Frame {
    let memory = |bytes| {
        let mut memory = Memory::new(bytes, samples as usize, order);
        memory.fill(bytes as u64);
        memory
    };
    let bytes = |c: &ColorConfig| usize::from(c.format.row().block_bits) / 8;
    Frame {
        depth: depth.map(|f| memory(f.bytes())),
        stencil: None,
        colors: configs.iter().map(|c| memory(bytes(c))).collect(),
    }
}

/// All pixels of tile (x, y).
fn tile(x: u32, y: u32) -> Fragments {
    let mut f = Fragments {
        mask: u16::MAX,
        z: [0.5; 16],
        tile: true,
        ..Fragments::default()
    };
    for lane in 0..16u32 {
        let (quad, i) = (lane / 4, lane % 4);
        f.x[lane as usize] = 4 * x + quad % 2 * 2 + i % 2;
        f.y[lane as usize] = 4 * y + quad / 2 * 2 + i / 2;
    }
    f
}

#[test]
fn what_is_drawn_over_is_never_read() {
    let configs = [ColorConfig::replacing(Format::R8G8B8A8Unorm)];
    let merger = merger(&configs, None, 1);
    let mut buffers = frame(&configs, None, 1, Order::Ascending);
    let mut area = Area::new();
    let color = [[0.25; 16]; 4];
    for (x, y) in (0..16).flat_map(|y| (0..16).map(move |x| (x, y))) {
        let passed = area
            .bind(&merger)
            .draw(&tile(x, y), &Sources::one(&color), &mut buffers);
        assert_eq!(passed.unwrap(), u16::MAX);
    }
    area.store(&mut buffers).unwrap();
    let memory = &buffers.colors[0];
    assert_eq!((memory.reads, memory.ahead, memory.writes), (0, 0, 256));
    assert!(memory.bytes.iter().all(|b| *b == 64));
}

#[test]
fn a_part_of_a_tile_is_joined_with_what_was_there() {
    let configs = [ColorConfig::replacing(Format::R8G8B8A8Unorm)];
    let merger = merger(&configs, None, 1);
    let mut buffers = frame(&configs, None, 1, Order::None);
    let before = buffers.colors[0].clone();
    let mut f = tile(3, 5);
    f.mask = 1;
    let mut area = Area::new();
    let color = [[1.0; 16]; 4];
    area.bind(&merger)
        .draw(&f, &Sources::one(&color), &mut buffers)
        .unwrap();
    assert_eq!(buffers.colors[0].reads, 0);
    area.store(&mut buffers).unwrap();
    area.discard();
    let memory = &buffers.colors[0];
    assert_eq!((memory.reads, memory.writes), (1, 1));
    assert_eq!(memory.pixel(0, 12, 20), 0xffff_ffff);
    assert_eq!(memory.pixel(0, 13, 20), before.pixel(0, 13, 20));
    // Nothing is left of it.
    area.store(&mut buffers).unwrap();
    assert_eq!(buffers.colors[0].writes, 1);
}

#[test]
fn tiles_that_are_expected_are_read_together() {
    let configs = [blended(Format::R8G8B8A8Unorm)];
    let merger = merger(&configs, None, 1);
    let mut buffers = frame(&configs, None, 1, Order::Ascending);
    let mut area = Area::new();
    area.anticipate(Rect::new(0, 0, 16, 8));
    let color = [[0.0; 16]; 4];
    for x in 0..4 {
        area.bind(&merger)
            .draw(&tile(x, 0), &Sources::one(&color), &mut buffers)
            .unwrap();
    }
    let memory = &buffers.colors[0];
    assert_eq!((memory.reads, memory.ahead), (0, 8));
}

/// A tile whose access fails is read when it is needed.
#[test]
fn reading_ahead_may_fail() {
    let configs = [blended(Format::R8G8B8A8Unorm)];
    let merger = merger(&configs, None, 1);
    let mut buffers = frame(&configs, None, 1, Order::Ascending);
    buffers.colors[0].refuses_ahead = true;
    buffers.colors[0].stops_at = Some(1);
    let mut area = Area::new();
    area.anticipate(Rect::new(0, 0, 64, 64));
    let color = [[0.0; 16]; 4];
    let mut draw = |x, buffers: &mut Frame| {
        area.bind(&merger)
            .draw(&tile(x, 0), &Sources::one(&color), buffers)
            .is_ok()
    };
    assert!(draw(0, &mut buffers));
    assert!(!draw(1, &mut buffers));
    buffers.colors[0].stops_at = None;
    assert!(draw(1, &mut buffers));
    assert_eq!(buffers.colors[0].reads, 2);
}

#[test]
fn failed_tests_touch_no_colour() {
    let configs = [ColorConfig::replacing(Format::R8G8B8A8Unorm)];
    let merger = merger(&configs, Some(less(DepthFormat::D32F)), 1);
    let mut buffers = frame(&configs, Some(DepthFormat::D32F), 1, Order::Ascending);
    let zero = 0.25f32.to_bits().to_le_bytes();
    let depth = buffers.depth.as_mut().unwrap();
    (depth.bytes.chunks_exact_mut(4)).for_each(|b| b.copy_from_slice(&zero));
    let mut area = Area::new();
    let color = [[1.0; 16]; 4];
    let passed = area
        .bind(&merger)
        .draw(&tile(0, 0), &Sources::one(&color), &mut buffers);
    assert_eq!(passed.unwrap(), 0);
    area.store(&mut buffers).unwrap();
    assert_eq!(buffers.colors[0].writes, 0);
    assert_eq!(buffers.depth.unwrap().writes, 0);
}

/// A render target that is not there, and more of them than there are.
#[test]
fn missing_targets_are_not_drawn_to() {
    let config = ColorConfig::replacing(Format::R8Unorm);
    let mut merger = merger(&[config; 12], None, 1);
    merger.colors[2] = None;
    let mut buffers = frame(&[config; 12], None, 1, Order::Ascending);
    let mut area = Area::new();
    let color = [[1.0; 16]; 4];
    for n in 0..14 {
        let sources = &Sources::one(&color);
        let mut bound = area.bind(&merger);
        bound.color(n, &tile(0, 0), sources, &mut buffers).unwrap();
    }
    area.store(&mut buffers).unwrap();
    for (n, memory) in buffers.colors.iter().enumerate() {
        let drawn = n < 8 && n != 2;
        assert_eq!(memory.writes, usize::from(drawn), "target {n}");
    }
}

/// The words that a shader blends by itself.
#[test]
fn words_are_loaded_and_stored_as_they_are() {
    let configs = [ColorConfig::replacing(Format::R32G32B32A32Uint)];
    let merger = merger(&configs, None, 4);
    let mut buffers = frame(&configs, None, 4, Order::Mixed);
    let before = buffers.colors[0].clone();
    let mut area = Area::new();
    let mut f = tile(7, 9);
    f.sample = 2;
    let mut bound = area.bind(&merger);
    let words = bound.load_words(0, &f, &mut buffers).unwrap();
    for lane in 0..16 {
        let pixel = before.pixel(2, f.x[lane], f.y[lane]);
        let expected = [0, 1, 2, 3].map(|i| (pixel >> (32 * i)) as u32);
        assert_eq!(words.map(|w| w[lane]), expected);
    }
    bound.store_words(0, &f, &words.map(|w| w.map(|w| !w)));
    area.store(&mut buffers).unwrap();
    for lane in 0..16 {
        let (x, y) = (f.x[lane], f.y[lane]);
        assert_eq!(buffers.colors[0].pixel(2, x, y), !before.pixel(2, x, y));
    }
}

const TARGETS: [Format; 8] = [
    Format::R8G8B8A8Unorm,
    Format::B5G6R5Unorm,
    Format::R16G16B16A16Float,
    Format::R8Unorm,
    Format::R32G32B32A32Float,
    Format::R10G10B10A2Unorm,
    Format::R8G8B8A8Snorm,
    Format::R11G11B10Float,
];

/// Draws at random: all of them to every target, with depth.
fn draws(seed: u64, merger: &Merger, buffers: &mut Frame, store_each: bool, expects: bool) {
    let mut noise = Noise::new(seed);
    let mut area = Area::new();
    if expects {
        area.anticipate(Rect::new(3, 1, 60, 50));
    }
    for _ in 0..24 {
        let mut f = noise.fragments();
        f.sample = noise.below(merger.samples);
        f.z = std::array::from_fn(|_| noise.component());
        // Tiles are drawn as four quads here.
        f.tile &= !store_each;
        let colors = noise.colors();
        let mut bound = area.bind(merger);
        let sources = &Sources::one(&colors);
        f.mask = bound.draw(&f, sources, buffers).unwrap();
        for n in 1..merger.colors.len() {
            bound.color(n, &f, sources, buffers).unwrap();
        }
        if store_each {
            area.store(buffers).unwrap();
            area.discard();
        }
    }
    area.store(buffers).unwrap();
    area.discard();
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(40) })]

    /// When tiles are read and stored, and in which order they are in memory, cannot be
    /// seen in the pixels.
    #[test]
    fn caching_cannot_be_seen(
        seed: u64,
        samples in select(vec![1u32, 2, 16]),
        format in select(vec![
            DepthFormat::D24S8(DepthBits::Low), DepthFormat::D32FS8, DepthFormat::D16,
        ]),
        order in select(vec![Order::None, Order::Ascending, Order::Mixed]),
        blends: [bool; 8], expects: bool, refuses: bool
    ) {
        let configs: Vec<ColorConfig> = TARGETS.iter().zip(blends).map(|(format, blends)| {
            if blends { blended(*format) } else { ColorConfig::replacing(*format) }
        }).collect();
        let merger = merger(&configs, Some(less(format)), samples);
        let mut plain = frame(&configs, Some(format), samples, Order::None);
        draws(seed, &merger, &mut plain, true, false);
        let mut cached = frame(&configs, Some(format), samples, order);
        cached.colors.iter_mut().for_each(|m| m.refuses_ahead = refuses);
        draws(seed, &merger, &mut cached, false, expects);
        for (a, b) in plain.colors.iter().zip(&cached.colors) {
            prop_assert!(a.bytes == b.bytes);
        }
        prop_assert!(plain.depth.unwrap().bytes == cached.depth.unwrap().bytes);
    }
}

#[test]
fn tiles_are_read_out_as_they_would_be_stored() {
    let config = ColorConfig::replacing(Format::R8G8B8A8Unorm);
    let merger = merger(
        &[config],
        Some(less(DepthFormat::D24S8(DepthBits::High))),
        1,
    );
    let depth = Some(DepthFormat::D24S8(DepthBits::High));
    let mut frame = frame(&[config], depth, 1, Order::None);
    let mut area = Area::new();
    let color = [[0.25; 16], [0.5; 16], [0.75; 16], [1.0; 16]];
    let mut f = tile(3, 2);
    // Half of the pixels.
    f.mask = 0x5a5a;
    area.bind(&merger)
        .draw(&f, &Sources::one(&color), &mut frame)
        .unwrap();
    let number = 2 * (64 / 4) + 3;
    let planes = [Plane::Depth, Plane::Color(0)];
    assert!(planes.iter().all(|plane| area.is_drawn(*plane, number)));
    assert!(
        planes
            .iter()
            .all(|plane| !area.is_drawn(*plane, number + 1))
    );
    assert!(!area.is_drawn(Plane::Color(1), number));
    let mut read = |area: &mut Area, plane, tile| {
        let mut out = [0xee; 64];
        let tiles = std::iter::once(tile);
        area.read_out(plane, tiles, &mut frame, (64, &mut out))
            .unwrap();
        out
    };
    let drawn = planes.map(|plane| read(&mut area, plane, number));
    let beside = planes.map(|plane| read(&mut area, plane, number + 1));
    assert_eq!(read(&mut area, Plane::Color(3), number), [0; 64]);
    assert_eq!(read(&mut area, Plane::Stencil, number), [0; 64]);
    area.store(&mut frame).unwrap();
    let stored = |tile: u32| {
        let at = tile as usize * 64..(tile as usize + 1) * 64;
        let depth = &frame.depth.as_ref().unwrap().bytes;
        [&depth[at.clone()], &frame.colors[0].bytes[at]].map(<[u8]>::to_vec)
    };
    assert_eq!(stored(number), drawn.map(|tile| tile.to_vec()));
    assert_eq!(stored(number + 1), beside.map(|tile| tile.to_vec()));
}
