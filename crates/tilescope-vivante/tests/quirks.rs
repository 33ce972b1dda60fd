//! The effect of each quirk of the drawing pipeline on pixels, depth and counters.
//!
//! Quirks of shaders: `tests/shader/quirks.rs`; of texture units:
//! `tests/te/quirks.rs`.

mod frame;

use frame::*;
use tilescope_core::Status;
use tilescope_raster::{
    FillRule, LineRule, LineShape, OwnedSide, PointRule, SubpixelBits, TOrigin,
};
use tilescope_vivante::quirks::{
    DepthBias, Interpolation, PointSize, QueryCounts, Quirks, SampleSet, ScissorHang, ShaderDepth,
};
use tilescope_vivante::{Options, chips};

/// A field without a line here is a compile error, as is a line without a test.
#[test]
fn every_quirk_has_a_test() {
    let Quirks {
        subpixel: _,
        fill: _,
        guard: _,
        line: _,
        point: _,
        shader_point_size: _,
        sample_set: _,
        interpolation: _,
        query_counts: _,
        shader_depth: _,
        depth_bias: _,
        scissor_hang: _,
        power_on_state: _,
    } = Quirks::default();
    let _: [fn(); 13] = [
        subpixel,
        fill,
        guard,
        line,
        point,
        shader_point_size,
        sample_set,
        interpolation,
        query_counts,
        shader_depth,
        depth_bias,
        scissor_hang,
        power_on_state,
    ];
}

/// Results of a scene by default and after `flip`; both must complete without
/// findings.
fn both(scene: &Scene<'_>, flip: impl FnOnce(&mut Quirks)) -> [Drawn; 2] {
    let mut quirks = Quirks::default();
    let default = quirks;
    flip(&mut quirks);
    [default, quirks].map(|quirks| {
        let options = Options {
            quirks,
            ..Options::default()
        };
        let drawn = draw(scene, options);
        assert_eq!(drawn.outcome.status, Status::Done);
        assert_eq!(drawn.seen.findings, []);
        drawn
    })
}

const OPAQUE_RED: [f32; 4] = [1.0, 0.0, 0.0, 1.0];

/// A red vertex at a position on the screen, with z from -1 to 1.
fn at(x: f32, y: f32, z: f32) -> Vertex {
    ([x / 32.0 - 1.0, y / 32.0 - 1.0, z, 1.0], OPAQUE_RED)
}

/// A strip of two triangles: everything left of column `x`.
fn left_of(x: f32) -> [Vertex; 4] {
    [
        at(0.0, 0.0, 0.0),
        at(x, 0.0, 0.0),
        at(0.0, 64.0, 0.0),
        at(x, 64.0, 0.0),
    ]
}

const STRIP: &str = "DRAW_PRIMITIVES type=TRIANGLE_STRIP, start=0, count=2";

#[test]
fn subpixel() {
    // Five 256ths right of the centres of column 32: less than half a sixteenth.
    let vertices = left_of(32.5 + 5.0 / 256.0);
    let scene = Scene {
        vertices: &vertices,
        draw: STRIP,
        ..Scene::default()
    };
    let [fine, coarse] = both(&scene, |q| q.subpixel = SubpixelBits::FOUR);
    assert_eq!(fine.pixel(31, 20), RED);
    assert_eq!(fine.pixel(32, 20), RED);
    assert_eq!(coarse.pixel(31, 20), RED);
    assert_eq!(coarse.pixel(32, 20), BLACK);
}

#[test]
fn fill() {
    // An edge through the centres of column 32.
    let vertices = left_of(32.5);
    let scene = Scene {
        vertices: &vertices,
        draw: STRIP,
        ..Scene::default()
    };
    let [left, right] = both(&scene, |q| {
        q.fill = FillRule {
            side: OwnedSide::Right,
            ..q.fill
        };
    });
    assert_eq!(left.pixel(31, 20), RED);
    assert_eq!(left.pixel(32, 20), BLACK);
    assert_eq!(right.pixel(32, 20), RED);
    assert_eq!(right.pixel(33, 20), BLACK);
}

#[test]
fn guard() {
    let vertices = [
        at(-500.0, -500.0, 0.0),
        at(500.0, -500.0, 0.0),
        at(32.0, 500.0, 0.0),
    ];
    let scene = Scene {
        vertices: &vertices,
        ..Scene::default()
    };
    let [wide, narrow] = both(&scene, |q| q.guard = 64.0);
    assert_eq!(wide.outcome.counters.get("primitives.drawn"), 1);
    assert!(narrow.outcome.counters.get("primitives.drawn") > 1);
    assert!(wide.words == narrow.words, "clipping changes no pixel here");
    assert_eq!(wide.pixel(32, 32), RED);
}

#[test]
fn line() {
    let scene = Scene {
        vertices: &[at(22.0, 22.0, 0.0), at(42.0, 42.0, 0.0)],
        draw: "DRAW_PRIMITIVES type=LINES, start=0, count=1",
        state: "LOAD_STATE PA.LINE_WIDTH 2.0",
        ..Scene::default()
    };
    let [gl, across] = both(&scene, |q| {
        q.line = LineRule {
            shape: LineShape::Perpendicular,
            ..q.line
        };
    });
    let column = |d: &Drawn| (0..SIZE).filter(|y| d.pixel(32, *y) == RED).count();
    // 4 pixels along y, or 4 pixels across a diagonal.
    assert_eq!(column(&gl), 4);
    assert!((5..=6).contains(&column(&across)), "{}", column(&across));
}

const POINT: &str = "DRAW_PRIMITIVES type=POINTS, start=0, count=1";

#[test]
fn point() {
    let scene = Scene {
        vertices: &[at(32.0, 32.0, 0.0)],
        draw: POINT,
        state: "LOAD_STATE PA.POINT_SIZE 8.0
            LOAD_STATE PA.CONFIG point_sprite_enable, shade_model=SMOOTH
            LOAD_STATE GL.VARYING_TOTAL_COMPONENTS num=2
            LOAD_STATE GL.VARYING_NUM_COMPONENTS var0=2
            LOAD_STATE GL.VARYING_COMPONENT_USE[0] comp0=POINTCOORD_X, comp1=POINTCOORD_Y",
        ..Scene::default()
    };
    let [smallest, largest] = both(&scene, |q| {
        q.point = PointRule {
            t_origin: TOrigin::LargestY,
            ..q.point
        };
    });
    for (row, mirrored) in [(24, 39), (30, 33)] {
        assert_ne!(smallest.pixel(32, row), smallest.pixel(32, mirrored));
        assert_eq!(smallest.pixel(32, row), largest.pixel(32, mirrored));
    }
}

#[test]
fn shader_point_size() {
    // The size is the first component of the other attribute.
    let scene = Scene {
        vertices: &[(at(32.0, 32.0, 0.0).0, [8.0, 0.0, 0.0, 1.0])],
        draw: POINT,
        state: "LOAD_STATE VS.OUTPUT_COUNT count=3
            LOAD_STATE VS.OUTPUT[0] o0=0, o1=1, o2=1
            LOAD_STATE PA.CONFIG point_size_enable, shade_model=SMOOTH",
        ..Scene::default()
    };
    let [whole, half] = both(&scene, |q| q.shader_point_size = PointSize::Half);
    let row = |d: &Drawn| (0..SIZE).filter(|x| d.pixel(*x, 32) == RED).count();
    assert_eq!((row(&whole), row(&half)), (8, 16));
}

#[test]
fn sample_set() {
    // The edge has 5 sixteenths of column 32 to its left.
    let vertices = left_of(32.0 + 5.0 / 16.0);
    let scene = Scene {
        samples: Samples::Four,
        vertices: &vertices,
        draw: STRIP,
        ..Scene::default()
    };
    // The first set has x of 6, 14, 2 and 10, the third has 2, 10, 2 and 10.
    let [one, two] = both(&scene, |q| q.sample_set = SampleSet::Third);
    assert_eq!((one.pixel(31, 20), two.pixel(31, 20)), (RED, RED));
    assert_eq!(one.pixel(32, 20), 0xff40_0000);
    assert_eq!(two.pixel(32, 20), 0xff80_0000);
    let [_, mirrored] = both(&scene, |q| q.sample_set = SampleSet::Second);
    assert_eq!(mirrored.pixel(32, 20), 0xff40_0000);
}

#[test]
fn interpolation() {
    // Red grows from 0 to 1 from the left to the right, which is at column 32.
    let mut vertices = left_of(32.0 + 5.0 / 16.0);
    for v in &mut vertices {
        v.1[0] = if v.0[0] < -0.5 { 0.0 } else { 1.0 };
    }
    let scene = Scene {
        samples: Samples::Four,
        vertices: &vertices,
        draw: STRIP,
        ..Scene::default()
    };
    let [centroid, centre] = both(&scene, |q| q.interpolation = Interpolation::Centre);
    // One sample of four, at (2, 10): its red is 32 + 2/16 of 32 + 5/16 parts. At
    // the centre of the pixel it is more than 1, the maximum.
    let quarter = |d: &Drawn| (d.pixel(32, 20) >> 16 & 0xff) * 4;
    assert!(
        (252..=256).contains(&quarter(&centroid)),
        "{}",
        quarter(&centroid)
    );
    assert_eq!(quarter(&centre), 256);
    assert_eq!(centroid.pixel(20, 20), centre.pixel(20, 20));
}

#[test]
fn query_counts() {
    let vertices = left_of(32.0);
    let query = format!(
        "LOAD_STATE GL.OCCLUSION_QUERY_ADDR @vertices + 0x2000\n{STRIP}\n\
         LOAD_STATE GL.OCCLUSION_QUERY_CONTROL 1"
    );
    let scene = Scene {
        samples: Samples::Four,
        vertices: &vertices,
        draw: &query,
        ..Scene::default()
    };
    let [samples, pixels] = both(&scene, |q| q.query_counts = QueryCounts::Pixels);
    assert_eq!(samples.counted, 4 * 32 * 64);
    // Both triangles have samples of the pixels between them, one in each row or two.
    let between = pixels.counted - 32 * 64;
    assert!((64..=96).contains(&between), "{between}");
}

#[test]
fn shader_depth() {
    // The shader writes a quarter, the plane is at one half.
    let vertices = left_of(64.0);
    let scene = Scene {
        vertices: &vertices,
        draw: STRIP,
        state: "LOAD_STATE PS.UNIFORMS[0] 0.25",
        pixel: "MOV t0.__z_, void, void, u0.xxxx",
        ..Scene::default()
    };
    let [written, plane] = both(&scene, |q| q.shader_depth = ShaderDepth::Rasteriser);
    assert_eq!(written.depth[0] >> 8, 0x40_0000);
    assert_eq!(plane.depth[0] >> 8, 0x80_0000);
}

#[test]
fn depth_bias() {
    // Mesa's value for 3 units, near 0, where floats resolve steps of 24 bits.
    let vertices = left_of(64.0).map(|([x, y, _, w], color)| ([x, y, -0.9, w], color));
    let scene = Scene {
        vertices: &vertices,
        draw: STRIP,
        state: "LOAD_STATE SE.DEPTH_BIAS 3.0 / 65535.0 * 2.0",
        ..Scene::default()
    };
    let without = Scene { state: "", ..scene };
    let plain = draw(&without, Options::default());
    let [depth, units] = both(&scene, |q| q.depth_bias = DepthBias::Units);
    let more = |d: &Drawn| (d.depth[0] >> 8).wrapping_sub(plain.depth[0] >> 8);
    // Of the smallest steps in a buffer of 24 bits, or of 2 / 65535 of the range.
    assert_eq!(more(&units), 3);
    assert!((1535..=1538).contains(&more(&depth)), "{}", more(&depth));
}

#[test]
fn scissor_hang() {
    // The only model known to have the bug.
    let chip = Box::leak(Box::new(chips::GC2000.clone()));
    chip.model = chips::GC600.model;
    let vertices = left_of(64.0);
    let scene = Scene {
        chip,
        vertices: &vertices,
        draw: STRIP,
        state: "LOAD_STATE fixp SE.SCISSOR_RIGHT 64.0 + 5.0 / 65536.0",
        ..Scene::default()
    };
    let hangs = |from: f32, below: f32| {
        let mut options = Options::of(scene.chip);
        options.quirks.scissor_hang = ScissorHang { from, below };
        match draw(&scene, options).outcome.status {
            Status::Fault(finding) => finding.rule.id == "VIV-DRAW-009",
            _ => false,
        }
    };
    let ScissorHang { from, below } = Quirks::default().scissor_hang;
    assert!(!hangs(from, below), "64 pixels are few");
    assert!(hangs(64.0, below));
    assert!(!hangs(64.0, 1.0 / 65536.0));
}

#[test]
fn power_on_state() {
    // ZCONVERT_BYPASS of PA.FLAGS, which the stream never writes.
    let vertices = left_of(64.0);
    let scene = Scene {
        vertices: &vertices,
        draw: STRIP,
        ..Scene::default()
    };
    let [converted, bypassed] = both(&scene, |q| q.power_on_state = 1 << 30);
    assert_eq!(converted.depth[0] >> 8, 0x80_0000);
    assert_eq!(bypassed.depth[0] >> 8, 0);
}
