//! Chips, places in on-chip memory, tiles, pipes, modes.

use proptest::prelude::*;
use tilescope_adreno::chips::{self, CHIPS, Chip, Release, Size};
use tilescope_adreno::plan::device::{Found, Identity, Version, identify};
use tilescope_adreno::plan::gmem::{
    Attachment, CacheNeed, GmemLayout, GmemPlan, NoGmem, Pixels, Plane, layout, places,
};
use tilescope_adreno::plan::mode::{
    ForcedMode, GmemCause, Has, Mode, PassUse, Sorting, SysmemCause, mode, sorting,
};
use tilescope_adreno::plan::tiles::{Binning, Cause, Forced, Limits, TileError, TilePlan, divide};

fn chip(name: &str) -> &'static Chip {
    chips::named(name).expect("a chip")
}

const fn size(width: u32, height: u32) -> Size {
    Size { width, height }
}

fn attachment(bytes: u32, samples: u32) -> Attachment {
    Attachment::new(bytes, samples).expect("sizes")
}

fn plan(chip: &Chip, framebuffer: Size, gmem: &GmemPlan) -> TilePlan {
    let limits = Limits::new(chip, gmem, chip.tile_max);
    divide(framebuffer, limits, Forced::Nothing).expect("tiles")
}

/// T01: versions in the device tree.
#[test]
fn versions_of_the_device_tree() {
    let id = |text: &str| Version::from_compatible(text).ok().map(Version::chip_id);
    assert_eq!(id("qcom,adreno-635.0"), Some(0x0603_0500));
    assert_eq!(id("qcom,adreno-618.0"), Some(0x0601_0800));
    assert_eq!(id("qcom,adreno-630.2"), Some(0x0603_0002));
    assert_eq!(id("amd,imageon-200.0"), Some(0x0200_0000));
    for bad in [
        "",
        "qcom,adreno",
        "qcom,adreno-635",
        "qcom,adreno-63.0",
        "qcom,adreno-6350.0",
        "qcom,adreno-6x5.0",
        "qcom,adreno-635.",
        "qcom,adreno-635.256",
        "qcom,adreno-635.-1",
        "qcom,adreno-+35.0",
        "arm,mali-t860",
        "qcom,adreno-6\u{e9}5.0",
    ] {
        assert_eq!(id(bad), None, "{bad}");
    }
}

/// T05: the chip of what the kernel states, for every speed bin.
#[test]
fn chips_of_identities() {
    let found = |gpu_id, chip_id| {
        let chip = identify(Identity { gpu_id, chip_id })?;
        Some((chip.0.name, chip.1))
    };
    assert_eq!(found(618, 0x0601_0800), Some(("a618", Found::GpuId)));
    for bin in [0x00ac, 0x0075, 0x00be, 0x0060, 0xffff] {
        let id = bin << 32 | 0x0603_0500;
        assert_eq!(found(0, id), Some(("a635", Found::ChipId)));
        assert_eq!(
            Identity {
                gpu_id: 0,
                chip_id: id
            }
            .speed_bin(),
            bin as u16
        );
    }
    assert_eq!(found(0, 0x0700_0000), None);
    assert_eq!(found(999, 0x0603_0500), None);
}

/// T14: the parts of the colour cache. In system memory the colour cache follows 64 KiB of
/// depth cache for each unit: the recording `indirect-draw-count`, of an A630 with two units, has
/// 0x20000 and 0xf8000 in `RB_CCU_CNTL`.
#[test]
fn offsets_of_the_colour_cache() {
    let offsets = |name| (chip(name).ccu_offset_bypass(), chip(name).ccu_offset_gmem());
    assert_eq!(offsets("a630"), (0x2_0000, 0xf_8000));
    assert_eq!(offsets("a618"), (0x1_0000, 496 << 10));
    assert_eq!(offsets("a635"), (0x2_0000, 480 << 10));
}

/// T15, T16: 62 blocks of 8 KiB, shared by four and two bytes a pixel.
#[test]
fn blocks_are_shared_by_bytes() {
    let both = [attachment(4, 1), attachment(2, 1)];
    let got = places(chip("a618"), GmemLayout::AvoidCcu, &both, false);
    assert_eq!((got.block_bytes, got.blocks), (8192, 62));
    let rows: Vec<[u32; 3]> = got
        .places
        .iter()
        .map(|p| [p.offset, p.blocks, p.pixels])
        .collect();
    assert_eq!(rows, [[0, 41, 83968], [41 * 8192, 21, 86016]]);
    assert_eq!(got.pixels, 83968);
    assert_eq!(got.limit, Ok(Pixels::Smallest(got.places[0])));
}

#[test]
fn limits_of_on_chip_memory() {
    let a618 = chip("a618");
    let none = places(a618, GmemLayout::Full, &[], false);
    assert_eq!(
        (none.pixels, none.limit),
        (1 << 20, Ok(Pixels::NoAttachments))
    );
    let several = places(a618, GmemLayout::Full, &[attachment(4, 1)], true);
    assert_eq!((several.pixels, several.limit), (0, Err(NoGmem::Multiview)));
    // A pixel of 16 bytes and 8 samples takes 16 blocks at least: five do not fit into 64.
    let large = [attachment(16, 8); 5];
    let full = places(a618, GmemLayout::Full, &large, false);
    assert_eq!((full.pixels, full.limit), (0, Err(NoGmem::Full(4))));
    // An attachment of one byte doubles the alignment of the width.
    let byte = places(a618, GmemLayout::Full, &[attachment(1, 1)], false);
    assert_eq!(byte.tile_align_width, 64);
    let stencil = [attachment(4, 1).with_stencil()];
    let stencil = places(chip("a660"), GmemLayout::Full, &stencil, false);
    assert_eq!(stencil.tile_align_width, 192);
    assert_eq!(stencil.places[1].plane, Plane::Stencil);
    assert_eq!(layout(&[CacheNeed::ResolveOfFormat]), GmemLayout::AvoidCcu);
}

/// T17, T18, with attachments: size, attachments, then tile, count, tiles of a pipe, pipes,
/// pixels, offsets. From the project's notes on turnip 22.3.6, checked with its own functions.
#[test]
fn framebuffers() {
    let rgba = attachment(4, 1);
    let separate = attachment(4, 1).with_stencil();
    let rows = [
        (
            "a618",
            size(1920, 1080),
            vec![rgba, rgba],
            [256, 224, 8, 5, 1, 2, 8, 3],
            63488,
            vec![0, 0x3e000],
        ),
        (
            "a635",
            size(1920, 1080),
            vec![rgba, rgba],
            [256, 224, 8, 5, 1, 2, 8, 3],
            61440,
            vec![0, 0x3c000],
        ),
        (
            "a635",
            size(1920, 1080),
            vec![rgba, separate],
            [192, 224, 10, 5, 1, 2, 10, 3],
            53248,
            vec![0, 0x34000, 0x6a000],
        ),
        (
            "a618",
            size(256, 256),
            vec![rgba],
            [256, 256, 1, 1, 1, 1, 1, 1],
            126976,
            vec![0],
        ),
        (
            "a618",
            size(64, 64),
            vec![rgba],
            [64, 64, 1, 1, 1, 1, 1, 1],
            126976,
            vec![0],
        ),
        (
            "a618",
            size(3840, 2160),
            vec![attachment(8, 4), attachment(4, 4).with_stencil()],
            [96, 96, 40, 23, 5, 6, 8, 4],
            9216,
            vec![0, 0x48000, 0x70000],
        ),
    ];
    for (name, framebuffer, attachments, wanted, pixels, offsets) in rows {
        let gmem = places(chip(name), GmemLayout::AvoidCcu, &attachments, false);
        let got = plan(chip(name), framebuffer, &gmem);
        let sizes = [got.tile, got.count, got.pipe, got.pipes];
        let sizes: Vec<u32> = sizes.iter().flat_map(|s| [s.width, s.height]).collect();
        let what = format!("{name} {framebuffer:?}");
        assert_eq!(sizes, wanted, "{what}");
        let places: Vec<u32> = gmem.places.iter().map(|p| p.offset).collect();
        assert_eq!(places, offsets, "{what}");
        assert_eq!(gmem.pixels, pixels, "{what}");
    }
}

/// T19: words of pipes, by the rows of the register.
#[test]
fn words_of_pipes() {
    let rgba = attachment(4, 1);
    let gmem = places(chip("a618"), GmemLayout::AvoidCcu, &[rgba, rgba], false);
    let got = plan(chip("a618"), size(1920, 1080), &gmem);
    assert_eq!(got.pipe_config[0], 1 << 20 | 2 << 26);
    assert_eq!(got.pipe_sizes[0], 2 << 16);
    // The last row of pipes has one row of tiles.
    assert_eq!(got.pipe_config[23], 7 | 4 << 10 | 1 << 20 | 1 << 26);
    assert_eq!(got.pipe_sizes[23], 1 << 16);
    assert_eq!((got.pipe_config[24], got.pipe_sizes[24]), (0, 0));
    let row = tilescope_adreno::regs::at(0xc10)
        .expect("VSC_PIPE_CONFIG")
        .0;
    let text = tilescope_adreno::regs::text(&row.value, u64::from(got.pipe_config[23]));
    assert_eq!(text, "{ X = 7 | Y = 4 | W = 1 | H = 1 }");
    assert_eq!(got.binning, Binning::ManyTiles);
    let steps: Vec<Cause> = got.steps.iter().map(|s| s.cause).collect();
    assert_eq!(steps[0], Cause::TooWide);
    assert_eq!(steps.len(), 7 + 4);
}

#[test]
fn framebuffers_that_cannot_be_divided() {
    let limits = Limits {
        align: size(32, 32),
        max: size(1024, 1008),
        pixels: 4096,
        release: Release::Mesa22_3,
    };
    let bad = |framebuffer, limits| divide(framebuffer, limits, Forced::Nothing).expect_err("bad");
    assert_eq!(bad(size(0, 1), limits), TileError::Framebuffer(0, 1));
    assert_eq!(
        bad(size(1, 16385), limits),
        TileError::Framebuffer(1, 16385)
    );
    let zero = Limits {
        align: size(0, 32),
        ..limits
    };
    assert_eq!(bad(size(1, 1), zero), TileError::Limits);
    let few = Limits {
        pixels: 1023,
        ..limits
    };
    assert_eq!(bad(size(64, 64), few), TileError::NoTileFits(1024));
}

/// T56: sorted draws.
#[test]
fn sorted_draws() {
    let gmem = places(chip("a618"), GmemLayout::Full, &[attachment(4, 1)], false);
    let limits = Limits::new(chip("a618"), &gmem, chip("a618").tile_max);
    let of = |framebuffer, forced| divide(framebuffer, limits, forced).expect("tiles").binning;
    assert_eq!(of(size(256, 256), Forced::Nothing), Binning::FewTiles);
    assert_eq!(of(size(2048, 64), Forced::Nothing), Binning::FewTiles);
    assert_eq!(of(size(1920, 1080), Forced::Nothing), Binning::ManyTiles);
    assert_eq!(of(size(64, 64), Forced::Binning), Binning::Forced);
    assert_eq!(of(size(1920, 1080), Forced::NoBinning), Binning::Forbidden);
    // 512x512 tiles of 32x32: more than 32 for each pipe.
    let small = Limits {
        pixels: 1024,
        ..limits
    };
    let got = divide(size(16384, 16384), small, Forced::Binning).expect("tiles");
    assert_eq!(got.binning, Binning::Impossible);
    let nothing = Has::default();
    let feedback = Has {
        transform_feedback: true,
        ..nothing
    };
    let query = Has {
        primitives_query: true,
        ..nothing
    };
    for (has, binning, wanted, used) in [
        (
            nothing,
            Binning::FewTiles,
            Sorting::Tiles(Binning::FewTiles),
            false,
        ),
        (
            nothing,
            Binning::ManyTiles,
            Sorting::Tiles(Binning::ManyTiles),
            true,
        ),
        (
            feedback,
            Binning::FewTiles,
            Sorting::TransformFeedback,
            true,
        ),
        (query, Binning::Forbidden, Sorting::PrimitivesQuery, true),
    ] {
        assert_eq!(sorting(&has, binning), wanted);
        assert_eq!(wanted.used(), used);
    }
}

/// T56: the mode; each row differs from a pass drawn to tiles in one property.
#[test]
fn modes() {
    let pass = PassUse {
        pixels: 1000,
        layers: 1,
        area: (64, 64),
        draws: 6,
        ..PassUse::default()
    };
    let has = |has| PassUse { has, ..pass };
    let none = Has::default();
    let feedback = has(Has {
        transform_feedback: true,
        ..none
    });
    let query = has(Has {
        primitives_query: true,
        ..none
    });
    let few = PassUse { draws: 5, ..pass };
    let sysmem = Mode::Sysmem;
    let many = Binning::ManyTiles;
    let rows = [
        (pass, many, Mode::Gmem(GmemCause::ManyDraws)),
        (few, many, sysmem(SysmemCause::FewDraws)),
        (
            PassUse {
                multisampled: true,
                ..few
            },
            many,
            Mode::Gmem(GmemCause::Multisampled),
        ),
        (
            PassUse {
                forced: ForcedMode::Gmem,
                ..few
            },
            many,
            Mode::Gmem(GmemCause::Forced),
        ),
        (
            PassUse {
                forced: ForcedMode::Sysmem,
                ..pass
            },
            many,
            sysmem(SysmemCause::Forced),
        ),
        (
            PassUse { pixels: 0, ..pass },
            many,
            sysmem(SysmemCause::NoPixels),
        ),
        (
            PassUse { layers: 2, ..pass },
            many,
            sysmem(SysmemCause::Layers),
        ),
        (
            PassUse {
                area: (0, 64),
                ..pass
            },
            many,
            sysmem(SysmemCause::EmptyArea),
        ),
        (
            has(Has {
                tessellation: true,
                ..none
            }),
            many,
            sysmem(SysmemCause::Tessellation),
        ),
        (
            has(Has {
                whole_barrier: true,
                ..none
            }),
            many,
            sysmem(SysmemCause::Barrier),
        ),
        (feedback, many, Mode::Gmem(GmemCause::ManyDraws)),
        (
            feedback,
            Binning::Impossible,
            sysmem(SysmemCause::FeedbackWithoutBinning),
        ),
        (
            query,
            Binning::Impossible,
            sysmem(SysmemCause::QueryWithoutBinning),
        ),
        (
            PassUse {
                has: Has {
                    feedback_loop: true,
                    ..none
                },
                ..few
            },
            many,
            Mode::Gmem(GmemCause::FeedbackLoop),
        ),
        // Reasons for system memory precede the setting for tiles.
        (
            PassUse {
                forced: ForcedMode::Gmem,
                layers: 2,
                ..pass
            },
            many,
            sysmem(SysmemCause::Layers),
        ),
    ];
    for (pass, binning, wanted) in rows {
        assert_eq!(mode(&pass, binning), wanted, "{pass:?}");
    }
}

fn attachments() -> impl Strategy<Value = Vec<Attachment>> {
    let one = (0u32..5, 0u32..4, any::<bool>()).prop_map(|(bytes, samples, stencil)| {
        let one = attachment(1 << bytes, 1 << samples);
        if stencil { one.with_stencil() } else { one }
    });
    prop::collection::vec(one, 0..9)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    /// T16: places are in on-chip memory, do not overlap, and hold the pixels.
    #[test]
    fn places_fit(attachments in attachments(), chip in 0..CHIPS.len(), full in any::<bool>()) {
        let chip = &CHIPS[chip];
        let part = if full { GmemLayout::Full } else { GmemLayout::AvoidCcu };
        let plan = places(chip, part, &attachments, false);
        let mut end = 0;
        for place in &plan.places {
            prop_assert_eq!(place.offset, end);
            end += place.blocks * plan.block_bytes;
        }
        prop_assert!(end <= part.size(chip));
        if plan.pixels == 0 {
            prop_assert!(plan.limit.is_err());
            return Ok(());
        }
        for place in &plan.places {
            let of = attachments[place.attachment];
            let bytes = if place.plane == Plane::Main { of.cpp } else { of.samples }.get();
            prop_assert!(plan.pixels * bytes <= place.blocks * plan.block_bytes);
        }
    }

    /// T17, T18: tiles cover the framebuffer within their limits; each is in one pipe, which
    /// lists it once.
    #[test]
    fn tiles_and_pipes(
        width in 1u32..16385,
        height in 1u32..16385,
        attachments in attachments(),
        chip in 0..CHIPS.len(),
    ) {
        let chip = &CHIPS[chip];
        let gmem = places(chip, GmemLayout::Full, &attachments, false);
        let limits = Limits::new(chip, &gmem, chip.tile_max);
        let Ok(plan) = divide(size(width, height), limits, Forced::Nothing) else {
            prop_assert!(gmem.pixels < 64 * 1024);
            return Ok(());
        };
        if gmem.pixels == 0 {
            prop_assert_eq!(plan.count, size(1, 1));
            return Ok(());
        }
        let (tile, count) = (plan.tile, plan.count);
        prop_assert!(tile.width.is_multiple_of(limits.align.width));
        prop_assert!(tile.height.is_multiple_of(limits.align.height));
        prop_assert!(tile.width <= limits.max.width && tile.height <= limits.max.height);
        prop_assert!(tile.width * tile.height <= gmem.pixels);
        prop_assert!(tile.width * count.width >= width && tile.height * count.height >= height);
        prop_assert!(plan.pipes.width * plan.pipes.height <= 32);
        let mut tiles = 0;
        for pipe in 0..32 {
            let Some([x, y, w, h]) = plan.pipe_tiles(pipe) else {
                prop_assert_eq!(plan.pipe_config[pipe as usize], 0);
                continue;
            };
            for row in y..y + h {
                for column in x..x + w {
                    let slot = (row - y) * w + column - x;
                    prop_assert_eq!(plan.pipe_of(column, row), Some((pipe, slot)));
                }
            }
            tiles += w * h;
        }
        prop_assert_eq!(tiles, count.width * count.height);
        prop_assert_eq!(plan.pipe_of(count.width, 0), None);
    }
}
