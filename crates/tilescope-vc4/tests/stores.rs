//! Stores of the tile buffer: resolves, and the position of each plane in every memory
//! format.
//!
//! Averages are computed here from a full-resolution dump, whose order is Mesa's
//! (`vc4_nir_lower_txf_ms.c`); layouts are compared with Mesa's in `tilescope-pixel`.

mod frame;

use frame::*;
use tilescope_core::Status;
use tilescope_pixel::{Surface, layouts};
use tilescope_vc4::quirks::Quirks;

const SAMPLED: &str = "enable_prim_front, enable_prim_back, oversample=X4, depth_func=ALWAYS";

/// A slanted triangle over most of the first tile.
const SLANTED: [Vertex; 3] = [
    Vertex([-505, -490], 0.0, 0.1),
    Vertex([131, -377], 1.0, 1.0),
    Vertex([-402, 77], 0.5, 0.6),
];

fn drawn(scene: &Scene<'_>) -> Drawn {
    let drawn = draw(scene, Quirks::default());
    assert_eq!(drawn.outcome.status, Status::Done);
    assert!(drawn.seen.unimplemented.is_empty());
    drawn
}

fn rules(drawn: &Drawn) -> Vec<&'static str> {
    drawn.seen.findings.iter().map(|f| f.rule.title).collect()
}

fn sampled(store: &str) -> Scene<'_> {
    Scene {
        vertices: &SLANTED,
        mode_flags: ", ms_mode_4x",
        config: SAMPLED,
        store,
        ..Scene::default()
    }
}

/// Sample `s` of pixel (x, y) in a full-resolution dump. Source: Mesa's address of a
/// texel of a multisampled surface.
fn sample(dump: &[u32], x: usize, y: usize, s: usize) -> u32 {
    let byte = (x & !1) * 32 + (y & !1) * 512 + s * 16 + (y & 1) * 8 + (x & 1) * 4;
    dump[byte / 4]
}

/// The average of samples, channel by channel, ties upwards.
fn average(samples: &[u32]) -> u32 {
    let n = samples.len() as u32;
    let channel = |lo: u32| samples.iter().map(|w| w >> lo & 0xff).sum::<u32>();
    let mean = |lo: u32| ((channel(lo) + n / 2) / n) << lo;
    mean(0) | mean(8) | mean(16) | mean(24)
}

#[test]
fn sixteen_samples_become_a_pixel() {
    let dump = drawn(&sampled(
        "STORE_FULL_RES_TILE_BUFFER address=0x4000000, disable_zs, eof",
    ));
    let general = "STORE_TILE_BUFFER_GENERAL buffer=COLOR, mode=DECIMATE_X16, address=0x4000000\n\
                   TILE_COORDINATES column=1\n\
                   STORE_TILE_BUFFER_GENERAL buffer=COLOR, mode=DECIMATE_X16, address=0x4000000, eof";
    let general = drawn(&sampled(general));
    let by_frame = drawn(&Scene {
        before: "TILE_RENDERING_MODE_CONFIG address=0x4000000, width=64, height=64, \
                 format=RGBA8888, ms_mode_4x, decimate_mode=X16\n\
                 TILE_COORDINATES\nSTORE_TILE_BUFFER_GENERAL",
        ..sampled("STORE_MS_TILE_BUFFER_AND_EOF")
    });
    let mut mixed = 0;
    for y in 0..16 {
        for x in 0..16 {
            let pixels = [(0, 0), (1, 0), (0, 1), (1, 1)];
            let of = |(dx, dy): (usize, usize), s| sample(&dump.words, 2 * x + dx, 2 * y + dy, s);
            let all: Vec<u32> = pixels
                .into_iter()
                .flat_map(|at| (0..4).map(move |s| of(at, s)))
                .collect();
            let (px, py) = (x as u32, y as u32);
            assert_eq!(general.pixel(px, py), average(&all), "({x}, {y})");
            assert_eq!(by_frame.pixel(px, py), average(&all), "({x}, {y})");
            mixed += usize::from(all.iter().any(|w| *w != all[0]));
        }
    }
    assert!(mixed > 50, "{mixed} pixels are of several colours");
    // The second tile starts where the first ends, and has the clear colour.
    assert_eq!(general.pixel(16, 0), 0xff00_0000);
    assert_eq!(general.pixel(31, 15), 0xff00_0000);
    assert_eq!(general.pixel(32, 0), 0);
    assert_eq!(general.pixel(0, 16), 0);
}

#[test]
fn four_samples_become_a_pixel() {
    let dump = drawn(&sampled(
        "STORE_FULL_RES_TILE_BUFFER address=0x4000000, disable_zs, eof",
    ));
    let general = drawn(&sampled(
        "STORE_TILE_BUFFER_GENERAL buffer=COLOR, mode=DECIMATE_X4, address=0x4000000, eof",
    ));
    let by_frame = drawn(&sampled("STORE_MS_TILE_BUFFER_AND_EOF"));
    for y in 0..32 {
        for x in 0..32 {
            let all: [u32; 4] = std::array::from_fn(|s| sample(&dump.words, x, y, s));
            let (px, py) = (x as u32, y as u32);
            assert_eq!(general.pixel(px, py), average(&all), "({x}, {y})");
            assert_eq!(by_frame.pixel(px, py), average(&all), "({x}, {y})");
        }
    }
}

/// Headers that restate the guide: 16x only in multisample mode.
#[test]
fn decimating_one_sample_is_reported_and_skipped() {
    for store in [
        "STORE_TILE_BUFFER_GENERAL buffer=COLOR, mode=DECIMATE_X16, address=0x4000000, eof",
        "STORE_TILE_BUFFER_GENERAL buffer=COLOR, mode=DECIMATE_X4, address=0x4000000, eof",
    ] {
        let drawn = draw(
            &Scene {
                vertices: &SLANTED,
                store,
                ..Scene::default()
            },
            Quirks::default(),
        );
        let rule = &tilescope_vc4::rules::tlb::RESOLVE_WITHOUT_MS;
        assert_eq!(rules(&drawn), [rule.title], "{store}");
        assert_eq!(drawn.seen.unimplemented.len(), 1, "{store}");
    }
}

fn depth_and_stencil(store: &str) -> Scene<'_> {
    Scene {
        vertices: &SLANTED,
        fragment: "fmul r0, vary_rd, a15;\nli tlb_stencil_setup, -, 0xf28f33ff\nmov tlb_z, rb15\n\
                   li tlb_clr_all, -, 0xff00ff5a;\npe;;;",
        config: "enable_prim_front, enable_prim_back, depth_func=ALWAYS, z_update",
        store,
        ..Scene::default()
    }
}

#[test]
fn every_plane_goes_to_every_memory_format() {
    let dump = drawn(&depth_and_stencil(
        "STORE_FULL_RES_TILE_BUFFER address=0x4000000, disable_color, eof",
    ));
    // A quad is four words, of columns first.
    let word = |x: u32, y: u32| {
        let quad = y / 2 * 32 + x / 2;
        dump.words[(quad * 4 + y % 2 * 2 + x % 2) as usize]
    };
    assert_ne!(word(9, 9), word(63, 63));
    for (format, layout) in [
        ("RASTER", &layouts::LINEAR_4),
        ("T", &layouts::T_4),
        ("LT", &layouts::LT_4),
    ] {
        let surface = Surface::new(layout, SIZE, SIZE);
        for (buffer, kept) in [("ZS", u32::MAX), ("Z", !0xff)] {
            let store = format!(
                "STORE_TILE_BUFFER_GENERAL buffer={buffer}, memory_format={format}, \
                 address=0x4000000, eof"
            );
            let stored = drawn(&depth_and_stencil(&store));
            assert!(rules(&stored).is_empty(), "{:?}", rules(&stored));
            for y in 0..SIZE {
                for x in 0..SIZE {
                    let at = surface.offset(x, y) as usize / 4;
                    let want = word(x, y) & kept;
                    assert_eq!(stored.words[at], want, "{buffer} {format} ({x}, {y})");
                }
            }
        }
    }
}

#[test]
fn depth_alone_cannot_be_loaded() {
    let drawn = draw(
        &Scene {
            vertices: &SLANTED,
            before: "TILE_COORDINATES\nSTORE_TILE_BUFFER_GENERAL\n\
                     LOAD_TILE_BUFFER_GENERAL buffer=Z, address=0x4000000",
            ..Scene::default()
        },
        Quirks::default(),
    );
    let rule = &tilescope_vc4::rules::tlb::BUFFER_KIND;
    assert_eq!(rules(&drawn), [rule.title]);
}
