//! Two and four samples: positions, drawing and resolves. Registers are those
//! written by Mesa's etnaviv_state.c, `etna_set_framebuffer_state`; positions were
//! decoded by hand.

use tilescope_vivante::chips::{GC880, GC2000, GC3000};
use tilescope_vivante::quirks::{Interpolation, QueryCounts, SampleSet};

use crate::scene::{Corner, Drawn, QUERY, RESOLVED, SIDE, STATUS, Scene, plain, rectangle};

const WHITE: [f32; 4] = [1.0; 4];

/// Samples of a pixel in sixteenths, and their register values.
struct Pattern {
    count: u32,
    places: &'static [(u32, u32)],
    states: &'static str,
}

const TWO: Pattern = Pattern {
    count: 2,
    places: &[(2, 2), (10, 10)],
    states: "
LOAD_STATE RA.MULTISAMPLE_UNK00E04 0
LOAD_STATE RA.MULTISAMPLE_UNK00E10[0] 0x0000aa22
LOAD_STATE RA.CENTROID_TABLE[0] 0x66aa2288, 0x88558800, 0x88881100, 0x33888800",
};

const FOUR: Pattern = Pattern {
    count: 4,
    places: &[(6, 2), (14, 6), (2, 10), (10, 14)],
    states: "
LOAD_STATE RA.MULTISAMPLE_UNK00E04 0
LOAD_STATE RA.MULTISAMPLE_UNK00E10[0] 0xeaa26e26, 0xe6ae622a, 0xaaa22a22
LOAD_STATE RA.CENTROID_TABLE[0] 0x4a6e2688, 0x888888a2, 0x888888ea, 0x888888c6
LOAD_STATE RA.CENTROID_TABLE[4] 0x46622a88, 0x888888ae, 0x888888e6, 0x888888ca
LOAD_STATE RA.CENTROID_TABLE[8] 0x262a2288, 0x886688a2, 0x888866aa, 0x668888a6",
};

/// The same positions in another order, which reveals exchanged axes or samples.
const ODD: Pattern = Pattern {
    count: 4,
    places: &[(15, 1), (3, 12), (0, 0), (8, 5)],
    states: "
LOAD_STATE RA.MULTISAMPLE_UNK00E10[0] 0x5800c31f
LOAD_STATE RA.CENTROID_TABLE[0] 0x88888888, 0x88888888, 0x88888888, 0x88888888",
};

impl Pattern {
    fn scene(&self, corners: &[Corner]) -> Scene {
        let mut scene = Scene::new(&GC880, corners);
        let name = if self.count == 2 { "2X" } else { "4X" };
        let enables = (1 << self.count) - 1;
        scene.first = format!(
            "LOAD_STATE GL.MULTI_SAMPLE_CONFIG msaa_samples={name}, msaa_enables={enables}\n"
        );
        let rows = if self.count == 2 { 64 } else { 32 };
        scene.with(self.states).with(&format!(
            "LOAD_STATE SE.SCISSOR_LEFT 0.0, 0.0, 32.0, {rows}.0"
        ))
    }

    /// The position in memory of sample `s` of pixel (x, y).
    fn place(&self, x: u32, y: u32, s: u32) -> (u32, u32) {
        match self.count {
            2 => (2 * x + s, y),
            _ => (2 * x + s % 2, 2 * y + s / 2),
        }
    }

    fn sample(&self, drawn: &Drawn, x: u32, y: u32, s: u32) -> [u8; 4] {
        let (x, y) = self.place(x, y, s);
        drawn.color(x, y)
    }
}

/// Edges at every sixteenth of a pixel, horizontally and vertically.
#[test]
fn samples_are_where_the_registers_say() {
    for pattern in [TWO, FOUR, ODD] {
        for step in 0..=16 {
            let edge = 8.0 + step as f32 / 16.0;
            let across = pattern.scene(&plain([4.0, 4.0, edge, 12.0], WHITE)).drawn();
            let down = pattern.scene(&plain([4.0, 4.0, 12.0, edge], WHITE)).drawn();
            for (s, &(x, y)) in (0..).zip(pattern.places) {
                let is = |covered: bool| [255 * u8::from(covered); 4];
                // The far edge in x is a right edge, which owns no samples; that in
                // y is a bottom edge with y down, and thus a top edge with y up.
                assert_eq!(
                    pattern.sample(&across, 8, 8, s),
                    is(x < step),
                    "x {step} {s}"
                );
                assert_eq!(
                    pattern.sample(&down, 8, 8, s),
                    is(y <= step),
                    "y {step} {s}"
                );
                assert_eq!(pattern.sample(&across, 7, 8, s), is(true));
                assert_eq!(pattern.sample(&across, 9, 8, s), is(false));
                assert_eq!(pattern.sample(&down, 8, 7, s), is(true));
                assert_eq!(pattern.sample(&down, 8, 9, s), is(y + 16 <= step));
            }
        }
    }
}

#[test]
fn the_quirk_chooses_one_of_three_sets() {
    let sets = [
        (SampleSet::First, [(6, 2), (14, 6), (2, 10), (10, 14)]),
        // The mirror image, and a grid.
        (SampleSet::Second, [(10, 2), (2, 6), (14, 10), (6, 14)]),
        (SampleSet::Third, [(2, 2), (10, 2), (2, 10), (10, 10)]),
    ];
    for (set, places) in sets {
        for step in 0..16 {
            let edge = 8.0 + step as f32 / 16.0;
            let scene = FOUR.scene(&plain([4.0, 4.0, edge, 12.0], WHITE));
            let drawn = scene.quirks(|q| q.sample_set = set).drawn();
            for (s, (x, _)) in (0..).zip(places) {
                assert_eq!(FOUR.sample(&drawn, 8, 8, s)[0] == 255, x < step);
            }
        }
    }
}

#[test]
fn disabled_samples_are_not_written() {
    let mut scene = FOUR.scene(&plain([4.0, 4.0, 12.0, 12.0], WHITE));
    scene.first = "LOAD_STATE GL.MULTI_SAMPLE_CONFIG msaa_samples=4X, msaa_enables=0b0110\n".into();
    let drawn = scene.drawn();
    let values = [0, 1, 2, 3].map(|s| FOUR.sample(&drawn, 6, 6, s)[0]);
    assert_eq!(values, [0, 255, 255, 0]);
}

/// Depth is evaluated per sample.
#[test]
fn depth_is_that_of_the_sample() {
    for pattern in [TWO, FOUR] {
        let slope = |x: f32, y: f32| (x / 64.0 + y / 256.0, WHITE);
        let scene = pattern
            .scene(&rectangle([4.0, 4.0, 12.0, 12.0], slope))
            .with(
                "LOAD_STATE PE.DEPTH_CONFIG depth_mode=Z, depth_format=D24S8, depth_func=ALWAYS, write_enable",
            );
        let drawn = scene.drawn();
        for (s, &(x, y)) in (0..).zip(pattern.places) {
            let (mx, my) = pattern.place(6, 9, s);
            let stored = drawn.pixel(1, 4, mx, my) >> 8;
            let (x, y) = (6.0 + f64::from(x) / 16.0, 9.0 + f64::from(y) / 16.0);
            let expected = (x / 64.0 + y / 256.0) * 16_777_215.0;
            let error = stored as f64 - expected;
            // Planes are of 24 bits of mantissa.
            assert!(error.abs() < 4.0, "{s}: {stored} {expected}");
        }
    }
}

/// A near rectangle covers some samples of a pixel, a far one the others.
#[test]
fn samples_are_tested_independently() {
    let near = rectangle([4.0, 4.0, 8.5, 12.0], |_, _| (0.25, [1.0, 0.0, 0.0, 1.0]));
    let far = rectangle([4.0, 4.0, 12.0, 12.0], |_, _| (0.75, [0.0, 1.0, 0.0, 1.0]));
    let corners: Vec<Corner> = near.into_iter().chain(far).collect();
    let scene = FOUR.scene(&corners).filled(crate::scene::surface(1), vec![0xff; 0x4000]).with(
        "LOAD_STATE PE.DEPTH_CONFIG depth_mode=Z, depth_format=D24S8, depth_func=LESS, write_enable",
    );
    let drawn = scene.drawn();
    let (red, green) = ([255, 0, 0, 255], [0, 255, 0, 255]);
    let at = |s| FOUR.sample(&drawn, 8, 8, s);
    // x of 6 and 2 sixteenths is left of 8.5.
    assert_eq!([0, 1, 2, 3].map(at), [red, green, red, green]);
}

/// A pixel is shaded once for any coverage.
#[test]
fn pixels_are_shaded_once() {
    let corners = plain([4.0, 4.0, 12.0, 12.0], WHITE);
    let quads = |scene: Scene| scene.drawn().counters.get("ps.quads");
    let one = quads(Scene::new(&GC880, &corners));
    assert_eq!(quads(FOUR.scene(&corners)), one);
    assert_eq!(quads(TWO.scene(&corners)), one);
}

/// Red is x in pixels, of which the whole surface has 32.
#[test]
fn varyings_of_partly_covered_pixels_are_taken_at_centroids() {
    let ramp = |x: f32, y: f32| (0.5, [x / 32.0, y / 32.0, 0.0, 1.0]);
    let scene = || FOUR.scene(&rectangle([4.0, 4.0, 8.5, 12.0], ramp));
    let byte = |v: f32| (v / 32.0 * 255.0).round() as u8;
    let drawn = scene().drawn();
    // Samples 0 and 2 are covered: entry 5 of the table is 0x88, the centre.
    assert_eq!(FOUR.sample(&drawn, 8, 8, 0)[0], byte(8.5));
    // Sample 2 alone: entry 4, which is 0xa2.
    let thin = FOUR.scene(&rectangle([4.0, 4.0, 8.25, 12.0], ramp));
    let at = FOUR.sample(&thin.drawn(), 8, 8, 2);
    assert_eq!(at[..2], [byte(8.0 + 2.0 / 16.0), byte(8.0 + 10.0 / 16.0)]);
    // All of them: entry 15, the centre.
    assert_eq!(FOUR.sample(&drawn, 7, 8, 3)[0], byte(7.5));
    let centre = thin
        .quirks(|q| q.interpolation = Interpolation::Centre)
        .drawn();
    assert_eq!(FOUR.sample(&centre, 8, 8, 2)[0], byte(8.5));
}

fn counted(scene: &Scene) -> u64 {
    let bytes = scene.drawn().bytes(QUERY, 8);
    u64::from_le_bytes(bytes.try_into().unwrap())
}

#[test]
fn queries_count_samples() {
    let scene = |pattern: &Pattern| {
        // Eight pixels wide, and half a pixel more.
        let mut scene = pattern.scene(&plain([4.0, 4.0, 12.5, 12.0], WHITE));
        scene = scene.with("LOAD_STATE GL.OCCLUSION_QUERY_ADDR @query");
        scene.after = "LOAD_STATE GL.OCCLUSION_QUERY_CONTROL 0x1DF5E76".into();
        scene
    };
    // Half of the samples of a pattern are left of its middle.
    assert_eq!(counted(&scene(&FOUR)), 8 * 8 * 4 + 8 * 2);
    assert_eq!(counted(&scene(&TWO)), 8 * 8 * 2 + 8);
    let pixels = scene(&FOUR).quirks(|q| q.query_counts = QueryCounts::Pixels);
    // Those along the diagonal are of both triangles.
    assert_eq!(counted(&pixels), 9 * 8 + 8);
    // Nothing is written, and still it is counted.
    let unseen = scene(&FOUR).with("LOAD_STATE PE.COLOR_FORMAT format=A8R8G8B8, components=0");
    assert_eq!(counted(&unseen), 8 * 8 * 4 + 8 * 2);
}

/// Mesa's resolve of a multisampled surface: `etna_compile_rs_state`.
fn resolve(pattern: &Pattern, tiled_status: bool) -> String {
    let down = if pattern.count == 4 {
        ", downsample_y"
    } else {
        ""
    };
    let status = match tiled_status {
        true => "color_fast_clear",
        false => "",
    };
    format!(
        "LOAD_STATE GL.FLUSH_CACHE depth, color
LOAD_STATE GL.SEMAPHORE_TOKEN from=RA, to=PE
LOAD_STATE GL.STALL_TOKEN from=RA, to=PE
LOAD_STATE TS.FLUSH_CACHE flush
LOAD_STATE TS.MEM_CONFIG {status}
LOAD_STATE RS.CONFIG source_format=A8R8G8B8, source_tiled, downsample_x{down}, dest_format=A8R8G8B8
LOAD_STATE RS.SOURCE_STRIDE stride=64 * 16
LOAD_STATE RS.DEST_STRIDE stride=64 * 4
LOAD_STATE RS.SOURCE_ADDR @color
LOAD_STATE RS.DEST_ADDR @resolved
LOAD_STATE RS.PIPE.SOURCE_ADDR[0] @color, @color
LOAD_STATE RS.PIPE.DEST_ADDR[0] @resolved, @resolved
LOAD_STATE RS.WINDOW_SIZE width=64, height=64
LOAD_STATE RS.DITHER[0] 0xffffffff, 0xffffffff
LOAD_STATE RS.CLEAR_CONTROL mode=DISABLED
LOAD_STATE RS.EXTRA_CONFIG aa=0, endian=NO_SWAP
LOAD_STATE RS.KICKER 0xbeebbeeb\n"
    )
}

fn resolved(drawn: &Drawn, x: u32, y: u32) -> [u8; 4] {
    let at = RESOLVED + (y * SIDE + x) * 4;
    drawn.bytes(at, 4).try_into().unwrap()
}

#[test]
fn a_resolve_gives_the_mean_of_samples() {
    for pattern in [TWO, FOUR] {
        let mut scene = pattern.scene(&plain([4.0, 4.0, 8.5, 12.0], WHITE));
        scene.after = resolve(&pattern, false);
        let drawn = scene.drawn();
        assert_eq!(resolved(&drawn, 7, 8), [255; 4]);
        // 127.5, to the nearest, halves up.
        assert_eq!(resolved(&drawn, 8, 8), [128; 4]);
        assert_eq!(resolved(&drawn, 9, 8), [0; 4]);
    }
}

/// Cleared by tile status, then drawn to: untouched tiles are still cleared, and
/// the mean includes new and cleared samples.
#[test]
fn tile_status_is_that_of_the_larger_surface() {
    let status = "
LOAD_STATE TS.MEM_CONFIG color_fast_clear, color_compression
LOAD_STATE TS.COLOR_STATUS_BASE @status
LOAD_STATE TS.COLOR_SURFACE_BASE @color
LOAD_STATE TS.COLOR_CLEAR_VALUE 0xff0000ff";
    let mut scene = FOUR
        .scene(&plain([4.0, 4.0, 8.5, 12.0], [0.0, 1.0, 0.0, 1.0]))
        .with(status)
        .filled(STATUS, vec![0x55; 256])
        .filled(crate::scene::surface(0), vec![0x33; 0x4000]);
    scene.after = resolve(&FOUR, true);
    let drawn = scene.drawn();
    assert_eq!(resolved(&drawn, 7, 8), [0, 255, 0, 255]);
    assert_eq!(resolved(&drawn, 8, 8), [128, 128, 0, 255]);
    assert_eq!(resolved(&drawn, 9, 8), [255, 0, 0, 255]);
    assert_eq!(resolved(&drawn, 20, 20), [255, 0, 0, 255]);
    // A tile of 4x4 samples is four pixels: those at (8, 8) and (9, 9) have the
    // status after that of the left neighbour.
    let entry = |x: u32, y: u32| {
        let n = y / 4 * 16 + x / 4;
        drawn.bytes(STATUS + n / 4, 1)[0] >> (n % 4 * 2) & 3
    };
    assert_eq!(entry(16, 16), 0);
    assert_eq!(entry(20, 16), 1);
}

/// The pixel shader has one additional input, which drivers count.
#[test]
fn the_additional_input_is_required() {
    let scene = FOUR
        .scene(&plain([4.0, 4.0, 8.0, 8.0], WHITE))
        .with("LOAD_STATE PS.INPUT_COUNT count=2, unk8=31");
    assert_eq!(scene.run().found, ["VIV-DRAW-003"]);
}

/// Pixel centres of Direct3D 9 are at integers, with samples around them.
#[test]
fn without_half_pixel_centres_samples_move_with_the_pixel() {
    for step in 0..16 {
        let edge = 7.5 + step as f32 / 16.0;
        let scene = FOUR
            .scene(&plain([4.0, 4.0, edge, 12.0], WHITE))
            .with("LOAD_STATE PA.SYSTEM_MODE");
        let drawn = scene.drawn();
        for (s, &(x, _)) in (0..).zip(FOUR.places) {
            assert_eq!(FOUR.sample(&drawn, 8, 8, s)[0] == 255, x < step);
        }
    }
}

/// Two pipes share a surface in a checkerboard of tiles, with and without samples.
#[test]
fn every_layout_takes_samples() {
    for chip in [&GC2000, &GC3000] {
        let corners = plain([4.0, 4.0, 8.5, 12.0], WHITE);
        let mut scene = FOUR.scene(&corners);
        scene.chip = chip;
        scene = scene.with(
            "LOAD_STATE PE.COLOR_FORMAT format=A8R8G8B8, components=0xf, super_tiled
LOAD_STATE PE.PIPE.COLOR_ADDR[0] @color, @color + 0x4000",
        );
        let drawn = scene.drawn();
        let covered = drawn.bytes(crate::scene::surface(0), 0x8000);
        let covered = covered.chunks(4).filter(|p| **p == [255; 4]).count();
        assert_eq!(covered, 4 * 8 * 4 + 8 * 2, "{}", chip.info.title);
    }
}
