//! Layouts of images, the choice of tiles and compression, and the order of pixels in tiles.

use crate::vectors::{VECTORS, Vector};
use proptest::prelude::*;
use std::collections::HashSet;
use tilescope_adreno::chips::{self, Chip, Release};
use tilescope_adreno::plan::formats::{Tiling, named};
use tilescope_adreno::plan::image::{
    Choice, Dimensions, Flags, Image, Layout, LinearCause, Mutable, PlainCause, Request, choose,
    flag_block, layout,
};
use tilescope_adreno::plan::tiled::{Banks, Macrotile, Tiled};

fn a630() -> &'static Chip {
    chips::named("a630").expect("a chip")
}

fn plane(name: &str, width: u32, height: u32) -> Image {
    Image::plane(named(name).expect("a format"), width, height)
}

fn of(vector: &Vector) -> Layout {
    let [width, height, depth] = vector.size;
    let image = Image {
        dimensions: vector.dimensions,
        depth,
        samples: vector.samples,
        levels: vector.levels.len() as u32,
        ..plane(vector.format, width, height)
    };
    layout(a630(), image, vector.tiling, vector.flags).expect("a layout")
}

/// T34, T35, T36: the layouts of the vendor's driver.
#[test]
fn vendor_layouts() {
    for vector in &VECTORS {
        let got = of(vector);
        // Where a vector does not count the flags, neither do its offsets.
        let flags = match vector.levels[0][0] {
            0 => got.levels[0].offset,
            _ => 0,
        };
        for (n, (level, want)) in got.levels.iter().zip(vector.levels).enumerate() {
            let what = format!("{} {:?} level {n}", vector.format, vector.size);
            assert_eq!(level.offset - flags, want[0], "{what}");
            assert_eq!(u64::from(level.pitch), want[1], "{what}");
            if want[2] != 0 {
                assert_eq!(level.size, want[2], "{what}");
            }
            let flags = level.flags.map_or((0, 0), |f| (f.offset, f.pitch));
            assert_eq!(flags, (want[3], want[4] as u32), "{what}");
        }
    }
}

/// T34: blocks of flags.
#[test]
fn blocks_of_flags() {
    for (format, samples, wanted) in [
        ("R8G8_UNORM", 1, Some((16, 8))),
        ("Y8_UNORM", 1, Some((32, 8))),
        ("R8_UNORM", 1, Some((16, 4))),
        ("R16_UNORM", 1, Some((16, 4))),
        ("R8G8B8A8_UNORM", 1, Some((16, 4))),
        ("R16G16B16A16_FLOAT", 1, Some((8, 4))),
        ("R32G32B32A32_FLOAT", 1, Some((4, 4))),
        ("R32G32B32A32_FLOAT", 2, Some((4, 2))),
        ("R32G32B32A32_FLOAT", 4, None),
        // Two samples of two bytes are not two components.
        ("R8G8_UNORM", 2, Some((16, 4))),
    ] {
        let row = named(format).expect("a format");
        assert_eq!(
            flag_block(row, row.bytes * samples, samples, Release::Mesa22_3),
            wanted,
            "{format}"
        );
    }
    // One byte a block, before the pixels, layer by layer: 1920x1080 has 120x270 blocks, of
    // which rows are a multiple of 64 and columns of 16.
    let image = Image {
        layers: 3,
        ..plane("R8G8B8A8_UNORM", 1920, 1080)
    };
    let got = layout(a630(), image, Tiling::Tiled, Flags::Present).expect("a layout");
    let flags = got.levels[0].flags.expect("flags");
    assert_eq!((flags.pitch, flags.size), (128, 128 * 272 + 2048));
    assert_eq!(got.levels[0].offset, 3 * flags.size);
    assert_eq!(got.size, 3 * (flags.size + got.layer_size));
    assert_eq!(got.offset(0, 2), Some(3 * flags.size + 2 * got.layer_size));
}

/// T35: three levels of two layers, and of a volume. Literals of Mesa 22.3.6's own function.
#[test]
fn layers_and_slices() {
    let array = Image {
        levels: 3,
        layers: 2,
        ..plane("R8G8B8A8_UNORM", 64, 64)
    };
    let got = layout(a630(), array, Tiling::Linear, Flags::Absent).expect("a layout");
    assert!(got.layer_first);
    let offsets: Vec<u64> = got.levels.iter().map(|l| l.offset).collect();
    assert_eq!(offsets, [0, 256 * 64, 256 * 64 + 256 * 32]);
    // Levels of one layer come one after another, the layer is a multiple of 4096.
    assert_eq!(got.layer_size, 28672);
    assert_eq!(got.offset(1, 1), Some(28672 + 16384));
    let volume = Image {
        dimensions: Dimensions::Three,
        depth: 4,
        layers: 1,
        ..array
    };
    let got = layout(a630(), volume, Tiling::Linear, Flags::Absent).expect("a layout");
    // All slices of a level come one after another: 4, 2, 1 slices. A level whose pitch
    // cannot halve is the least; it stays a multiple of 4096.
    assert!(!got.layer_first);
    let levels: Vec<(u64, u64)> = got.levels.iter().map(|l| (l.offset, l.size)).collect();
    assert_eq!(levels, [(0, 16384), (65536, 8192), (81920, 8192)]);
    assert_eq!(got.offset(0, 3), Some(49152));
    assert_eq!(got.size, 90112);
}

/// T36: levels narrower than 16 pixels are linear, unless all are tiled.
#[test]
fn narrow_levels_are_linear() {
    let tiled = |name, flags| {
        let image = Image {
            levels: 7,
            ..plane(name, 64, 64)
        };
        let got = layout(a630(), image, Tiling::Tiled, flags).expect("a layout");
        let tiled = got.levels.iter().filter(|l| l.tiling == Tiling::Tiled);
        tiled.count()
    };
    assert_eq!(tiled("R8G8B8A8_UNORM", Flags::Absent), 3);
    assert_eq!(tiled("R8G8B8A8_UNORM", Flags::Present), 7);
    assert_eq!(tiled("Z24_UNORM_S8_UINT", Flags::Absent), 7);
    assert_eq!(tiled("S8_UINT", Flags::Absent), 7);
}

#[test]
fn sizes_out_of_range_are_refused() {
    let base = plane("R8_UNORM", 16, 16);
    for bad in [
        Image { width: 0, ..base },
        Image {
            height: 16385,
            ..base
        },
        Image { depth: 0, ..base },
        Image { samples: 3, ..base },
        Image {
            samples: 16,
            ..base
        },
        Image { levels: 16, ..base },
        Image { layers: 0, ..base },
    ] {
        assert!(
            layout(a630(), bad, Tiling::Tiled, Flags::Present).is_err(),
            "{bad:?}"
        );
    }
    let error = layout(
        a630(),
        Image { width: 0, ..base },
        Tiling::Linear,
        Flags::Absent,
    );
    let message = error.expect_err("is refused").to_string();
    assert_eq!(message, "the image has width 0; it must be 1 to 16384");
}

/// Each reason against tiles or compression, alone.
#[test]
fn reasons_of_choices() {
    let (a618, a635) = (chips::named("a618").unwrap(), chips::named("a635").unwrap());
    let rgba = plane("R8G8B8A8_UNORM", 64, 64);
    let usual = Request::default();
    let plain = |cause| Choice {
        linear: None,
        plain: Some(cause),
    };
    let linear = |cause| Choice {
        linear: Some(cause),
        plain: Some(PlainCause::Linear),
    };
    let best = Choice {
        linear: None,
        plain: None,
    };
    let mutable = |mutable| Request { mutable, ..usual };
    let several = Image { samples: 4, ..rgba };
    let volume = Image {
        dimensions: Dimensions::Three,
        depth: 2,
        ..rgba
    };
    let row = Image {
        dimensions: Dimensions::One,
        height: 1,
        ..rgba
    };
    let depth = plane("Z24_UNORM_S8_UINT", 64, 64);
    let sampled = Request {
        stencil_sampled: true,
        ..usual
    };
    let rows = [
        (a618, rgba, usual, best),
        (
            a618,
            rgba,
            Request {
                linear: true,
                ..usual
            },
            linear(LinearCause::Requested),
        ),
        (
            a618,
            plane("R8G8_R8B8_UNORM", 64, 64),
            usual,
            linear(LinearCause::Format),
        ),
        (a618, row, usual, linear(LinearCause::OneDimension)),
        (
            a618,
            plane("ETC2_RGB8", 64, 64),
            usual,
            plain(PlainCause::Format),
        ),
        (
            a618,
            plane("R9G9B9E5_FLOAT", 64, 64),
            usual,
            plain(PlainCause::Format),
        ),
        (
            a618,
            plane("S8_UINT", 64, 64),
            usual,
            plain(PlainCause::Format),
        ),
        (
            a618,
            plane("R8G8B8A8_SNORM", 64, 64),
            usual,
            plain(PlainCause::Snorm),
        ),
        (a618, plane("R8_UNORM", 64, 64), usual, best),
        (
            a635,
            plane("R8_UNORM", 64, 64),
            usual,
            plain(PlainCause::OneByte),
        ),
        (a635, volume, usual, plain(PlainCause::Volume)),
        (
            a635,
            rgba,
            Request {
                storage: true,
                ..usual
            },
            plain(PlainCause::Storage),
        ),
        (a618, depth, sampled, plain(PlainCause::StencilSampled)),
        (a635, depth, sampled, best),
        (a618, several, usual, plain(PlainCause::Multisampled)),
        (a635, several, usual, best),
        (a635, rgba, mutable(Mutable::SameCompression), best),
        (
            a635,
            rgba,
            mutable(Mutable::SameOrder),
            plain(PlainCause::Views),
        ),
        (a635, depth, mutable(Mutable::Any), best),
        (
            a635,
            rgba,
            Request {
                compression_off: true,
                ..usual
            },
            plain(PlainCause::Off),
        ),
    ];
    for (chip, image, request, wanted) in rows {
        assert_eq!(
            choose(chip, &image, &request),
            wanted,
            "{image:?} {request:?}"
        );
    }
    let any = choose(a635, &rgba, &mutable(Mutable::Any));
    assert_eq!(any.linear, Some(LinearCause::Views));
    let two = choose(a635, &plane("R8G8_SNORM", 64, 64), &usual);
    assert_eq!(two.linear, Some(LinearCause::UncompressedR8G8));
    assert_eq!((two.tiling(), two.flags()), (Tiling::Linear, Flags::Absent));
}

/// The offsets of pixels that no swizzle of banks changes. From the description of bits in
/// Mesa's `fd6_tiled_memcpy.cc`: y2 x4 x3 x2 y1 x1 y0 x0, and macrotiles of 4x4 blocks in pairs.
#[test]
fn first_pixels_of_tiles() {
    let banks = Banks {
        highest_bit: 15,
        levels: 0,
        macrotile: Macrotile::Four,
    };
    let tiled = Tiled::new(4, 1024, banks).expect("an order");
    assert_eq!(tiled.block(), (16, 4));
    for ((x, y), wanted) in [
        ((0, 0), 0),
        ((1, 0), 4),
        ((0, 1), 8),
        ((2, 0), 16),
        ((0, 2), 32),
        ((4, 0), 64),
        ((8, 0), 128),
        // The next blocks: x0 flips bits 0, 1, 2; y0 bits 1, 2; y1 bits 0, 1.
        ((16, 0), 7 << 8),
        ((0, 4), 6 << 8),
        ((0, 8), 3 << 8),
        // x1 is bit 3, and flips bit 1.
        ((32, 0), 10 << 8),
        // The next row of macrotiles.
        ((0, 16), 16384),
    ] {
        assert_eq!(tiled.offset(x, y), wanted, "{x},{y}");
    }
    // Four bytes of pitch more are no order.
    assert!(Tiled::new(4, 1028, banks).is_none());
    assert!(Tiled::new(3, 1024, banks).is_none());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// T38: every pixel has its own place, all inside the level, whatever the banks.
    #[test]
    fn tiles_are_a_bijection(
        shift in 0u32..7,
        across in 1u32..9,
        rows in 1u32..4,
        highest_bit in 13u32..17,
        levels in 0u32..8,
        eight in any::<bool>(),
    ) {
        let cpp = 1 << shift;
        let macrotile = if eight { Macrotile::Eight } else { Macrotile::Four };
        let banks = Banks { highest_bit, levels, macrotile };
        let (width, height) = match cpp { 1 => (32, 8), 2 => (32, 4), 4 => (16, 4), 8 => (8, 4),
            16 => (4, 4), 32 => (4, 2), _ => (2, 2) };
        // Rows of pairs of macrotiles, in powers of two too, where banks are swizzled.
        let (width, height) = (width * 4 * across, height * 4 * rows);
        let pitch = width * cpp;
        let tiled = Tiled::new(cpp, pitch, banks).expect("an order");
        let bytes = u64::from(pitch) * u64::from(height);
        let mut seen = HashSet::new();
        for y in 0..height {
            for x in 0..width {
                let offset = tiled.offset(x, y);
                prop_assert!(offset < bytes, "{x},{y}: {offset:#x} of {bytes:#x}");
                prop_assert!(offset.is_multiple_of(u64::from(cpp)));
                prop_assert!(seen.insert(offset), "{x},{y}");
            }
        }
    }

    /// T37: the samples of a pixel lie together, as a pixel of as many bytes would, and every sample
    /// has its own place in the level.
    #[test]
    fn samples_lie_together(
        name in prop::sample::select(vec!["R8_UNORM", "R8G8B8A8_UNORM", "R16G16B16A16_FLOAT"]),
        samples in prop::sample::select(vec![2u32, 4]),
        width in 1u32..80,
        height in 1u32..40,
    ) {
        let single = plane(name, width, height);
        let bytes = single.format.bytes;
        let image = Image { samples, ..single };
        let got = layout(a630(), image, Tiling::Tiled, Flags::Absent).expect("a layout");
        prop_assert_eq!(got.cpp, bytes * samples);
        let level = got.levels[0];
        let banks = Banks { highest_bit: 15, levels: 6, macrotile: Macrotile::Four };
        // Two components of a byte are the only pixels of two bytes with another order.
        let tiled = Tiled::new(got.cpp, level.pitch, banks).expect("an order");
        let mut seen = HashSet::new();
        for (y, x) in (0..height).flat_map(|y| (0..width).map(move |x| (y, x))) {
            let first = tiled.offset(x, y);
            prop_assert!(first.is_multiple_of(u64::from(got.cpp)));
            for sample in 0..samples {
                let at = first + u64::from(sample * bytes);
                prop_assert!(at + u64::from(bytes) <= level.size, "{x},{y}: {at:#x}");
                prop_assert!(seen.insert(at), "{x},{y}: {at:#x}");
            }
        }
    }

    /// Levels do not overlap, and are inside the image.
    #[test]
    fn levels_are_disjoint(
        format in 0usize..259,
        width in 1u32..2000,
        height in 1u32..2000,
        levels in 1u32..11,
        layers in 1u32..4,
        volume in any::<bool>(),
        tiled in any::<bool>(),
        present in any::<bool>(),
    ) {
        let format = tilescope_adreno::plan::formats::all().nth(format).expect("a format");
        let image = Image {
            dimensions: if volume { Dimensions::Three } else { Dimensions::Two },
            depth: if volume { layers * 2 } else { 1 },
            layers: if volume { 1 } else { layers },
            levels,
            ..Image::plane(format, width, height)
        };
        let tiling = if tiled { Tiling::Tiled } else { Tiling::Linear };
        let flags = if present && tiled { Flags::Present } else { Flags::Absent };
        let got = layout(a630(), image, tiling, flags).expect("a layout");
        let mut ranges = Vec::new();
        for (n, level) in got.levels.iter().enumerate() {
            let slices = if volume { (image.depth >> n).max(1) } else { image.layers };
            for slice in 0..slices {
                let from = got.offset(n, slice).expect("a slice");
                ranges.push((from, from + level.size));
                if let Some(flags) = level.flags {
                    let from = flags.offset + got.flags_layer_size * u64::from(slice);
                    ranges.push((from, from + flags.size));
                }
            }
        }
        ranges.sort_unstable();
        for pair in ranges.windows(2) {
            prop_assert!(pair[0].1 <= pair[1].0, "{pair:?}");
        }
        prop_assert!(ranges.last().is_none_or(|r| r.1 <= got.size));
    }
}
