//! Visible effect of flipping each unknown of the fixed-function units: in pixels, in
//! words of memory, in addresses.
//!
//! Unknowns of the QPU: `tests/qpu/quirks.rs`.

mod frame;

use frame::*;
use tilescope_core::Status;
use tilescope_draw::Provoking;
use tilescope_raster::{FillRule, LineRule, LineShape, OwnedSide, PointRule, TOrigin};
use tilescope_texture::{Precision, Rounding};
use tilescope_vc4::quirks::{
    AttributeTail, DepthAlone, Etc1Rows, QuadWrites, Quirks, ReverseWrites, SampleZ, StoreRounding,
    ZRounding,
};

/// A field without a line here does not compile, and neither does a line without a test.
#[test]
fn every_quirk_has_a_test() {
    let Quirks {
        provoking_vertex: _,
        z_rounding: _,
        sample_z: _,
        sample_positions: _,
        fill_rule: _,
        line_rule: _,
        point_rule: _,
        guard_band: _,
        vpm_first: _,
        vpm_segment_rows: _,
        attribute_tail: _,
        texture_precision: _,
        etc1_unflipped: _,
        resolve_rounding: _,
        bgr565_rounding: _,
        dither: _,
        depth_alone: _,
        quad_writes: _,
        reverse_writes: _,
        poison: _,
        sublist_depth: _,
    } = Quirks::default();
    let _: [fn(); 21] = [
        provoking_vertex,
        z_rounding,
        sample_z,
        sample_positions,
        fill_rule,
        line_rule,
        point_rule,
        guard_band,
        vpm_first,
        vpm_segment_rows,
        attribute_tail,
        texture_precision,
        etc1_unflipped,
        resolve_rounding,
        bgr565_rounding,
        dither,
        depth_alone,
        quad_writes,
        reverse_writes,
        poison,
        sublist_depth,
    ];
}

/// Results of a scene by default and by `flip`; both must end without an error.
fn both(scene: &Scene<'_>, flip: impl FnOnce(&mut Quirks)) -> [Drawn; 2] {
    let mut quirks = Quirks::default();
    let default = draw(scene, quirks);
    flip(&mut quirks);
    let flipped = draw(scene, quirks);
    assert_eq!(default.outcome.status, Status::Done);
    assert_eq!(flipped.outcome.status, Status::Done);
    [default, flipped]
}

const BLACK: u32 = 0xff00_0000;
const RED_FULL: u32 = 0xffff_0000;

/// Two triangles that cover everything left of column `x`, in 1/16 pixel from the centre.
fn left_of(x: i16) -> [Vertex; 6] {
    let v = |x, y| Vertex([x, y], 0.5, 1.0);
    let (a, b) = (-512, 512);
    [v(a, a), v(x, a), v(x, b), v(a, a), v(x, b), v(a, b)]
}

#[test]
fn provoking_vertex() {
    let scene = Scene {
        vertices: &[
            Vertex([-400, -400], 0.5, 0.25),
            Vertex([400, -400], 0.5, 0.5),
            Vertex([0, 400], 0.5, 1.0),
        ],
        state: "FLAT_SHADE_FLAGS flags=1",
        ..Scene::default()
    };
    let [last, first] = both(&scene, |q| q.provoking_vertex = Provoking::First);
    assert_eq!(last.pixel(32, 32), RED_FULL);
    assert_eq!(first.pixel(32, 32), 0xff40_0000);
}

#[test]
fn z_rounding() {
    // 0.5 of the largest depth, 0xffffff, is 0x7fffff and a half.
    let scene = Scene {
        vertices: &left_of(512),
        fragment: "fmul r0, vary_rd, a15;\nnop\nsig_unlock_score mov tlb_color_all, rb15\n\
                   pe;;;",
        ..Scene::default()
    };
    let [truncated, nearest] = both(&scene, |q| q.z_rounding = ZRounding::Nearest);
    assert_eq!(truncated.pixel(32, 32), 0x7f_ffff);
    assert_eq!(nearest.pixel(32, 32), 0x80_0000);
}

#[test]
fn sample_z() {
    let scene = Scene {
        vertices: &[
            Vertex([-512, -512], 0.0, 1.0),
            Vertex([512, -512], 1.0, 1.0),
            Vertex([0, 512], 0.5, 1.0),
        ],
        mode_flags: ", ms_mode_4x",
        config: "enable_prim_front, enable_prim_back, oversample=X4, depth_func=ALWAYS, z_update",
        fragment: "fmul r0, vary_rd, a15;\nnop\nmov tlb_z, rb15\nli tlb_clr_all, -, 0xff00ff00;\npe;;;",
        store: "STORE_FULL_RES_TILE_BUFFER address=0x4000000, disable_color, eof",
        ..Scene::default()
    };
    let [plane, written] = both(&scene, |q| q.sample_z = SampleZ::Written);
    // A quad of the dump: 4 pixels of sample 0, then of sample 1, 2, 3. This is
    // the quad at column 16 of row 0, which the triangle covers.
    let quad = |d: &Drawn| -> [u32; 4] { std::array::from_fn(|s| d.words[16 * 8 + s * 4]) };
    let z = quad(&written);
    assert!(z.iter().all(|w| *w == z[0]), "{z:08x?}");
    // Sample columns in 1/16 pixel: 6, 14, 2, 10.
    let z = quad(&plane);
    assert!(z[2] < z[0] && z[0] < z[3] && z[3] < z[1], "{z:08x?}");
}

#[test]
fn sample_positions() {
    // An edge a quarter of a pixel into column 16.
    let scene = Scene {
        vertices: &left_of(4 - 256),
        mode_flags: ", ms_mode_4x",
        config: "enable_prim_front, enable_prim_back, oversample=X4, depth_func=ALWAYS",
        ..Scene::default()
    };
    let [grid, centre] = both(&scene, |q| q.sample_positions = [(8, 8); 4]);
    assert_eq!(grid.pixel(15, 8), RED_FULL);
    assert_eq!(centre.pixel(15, 8), RED_FULL);
    // One of four samples, at 2/16.
    assert_eq!(grid.pixel(16, 8) >> 16, 0xff40);
    assert_eq!(centre.pixel(16, 8), BLACK);
}

#[test]
fn fill_rule() {
    // An edge through the centres of column 32.
    let vertices = left_of(8);
    let scene = Scene {
        vertices: &vertices,
        ..Scene::default()
    };
    let [left, right] = both(&scene, |q| {
        q.fill_rule = FillRule {
            side: OwnedSide::Right,
            ..q.fill_rule
        };
    });
    assert_eq!(left.pixel(31, 20), RED_FULL);
    assert_eq!(left.pixel(32, 20), BLACK);
    assert_eq!(right.pixel(32, 20), RED_FULL);
    assert_eq!(right.pixel(33, 20), BLACK);
}

#[test]
fn line_rule() {
    let scene = Scene {
        vertices: &[Vertex([-160, -160], 0.5, 1.0), Vertex([160, 160], 0.5, 1.0)],
        mode: "LINES",
        state: "LINE_WIDTH width=4",
        fragment: "fmul r0, vary_rd, a15;\nfmul r0, vary_rd, a15;\nli tlb_clr_all, -, 0xffff0000;\n\
                   pe;;;",
        ..Scene::default()
    };
    let [gl, across] = both(&scene, |q| {
        q.line_rule = LineRule {
            shape: LineShape::Perpendicular,
            ..q.line_rule
        };
    });
    let column = |d: &Drawn| (0..SIZE).filter(|y| d.pixel(32, *y) == RED_FULL).count();
    // 4 pixels along y, or 4 pixels across a diagonal.
    assert_eq!(column(&gl), 4);
    assert_eq!(column(&across), 5);
}

#[test]
fn point_rule() {
    let scene = Scene {
        vertices: &[Vertex([0, 0], 0.5, 1.0)],
        mode: "POINTS",
        state: "POINT_SIZE size=16",
        // The second of the two coordinates before the varyings.
        fragment: "fmul r1, vary_rd, a15;\nfmul r0, vary_rd, a15;\nfadd r0, r0, r5;\n\
                   fmul r1, vary_rd, a15;\nli r3, -, 0xff000000;\nfmuli r3, r0, 1f pm8c;\n\
                   or tlb_clr_all, r3, r3 usb;\npe;;;",
        ..Scene::default()
    };
    let [largest, smallest] = both(&scene, |q| {
        q.point_rule = PointRule {
            t_origin: TOrigin::SmallestY,
            ..q.point_rule
        };
    });
    for (row, mirrored) in [(24, 39), (30, 33)] {
        assert_ne!(largest.pixel(32, row), largest.pixel(32, mirrored));
        assert_eq!(largest.pixel(32, row), smallest.pixel(32, mirrored));
    }
}

#[test]
fn guard_band() {
    let scene = Scene {
        vertices: &[
            Vertex([-2000, -2000], 0.5, 1.0),
            Vertex([2000, -2000], 0.5, 1.0),
            Vertex([0, 2000], 0.5, 1.0),
        ],
        ..Scene::default()
    };
    let [wide, narrow] = both(&scene, |q| q.guard_band = 64.0);
    assert_eq!(wide.outcome.counters.get("primitives.clipped"), 0);
    assert_eq!(narrow.outcome.counters.get("primitives.clipped"), 1);
    assert!(wide.words == narrow.words, "clipping changes no pixel here");
}

#[test]
fn vpm_segment_rows() {
    let scene = Scene {
        vertices: &left_of(0),
        ..Scene::default()
    };
    let [sixteen, four] = both(&scene, |q| q.vpm_segment_rows = 4);
    let segment = |d: &Drawn| {
        let rows = d.seen.dumps[0].rows.iter();
        let labels: Vec<&str> = rows.map(|(label, _)| label.as_str()).collect();
        // 7 rows of input, then the output.
        (labels[0].to_owned(), labels[7].to_owned())
    };
    assert_eq!(segment(&four), ("[0x04]".into(), "[0x0c]".into()));
    assert_eq!(segment(&sixteen), ("[0x04]".into(), "[0x14]".into()));
}

#[test]
fn vpm_first() {
    let scene = Scene {
        vertices: &left_of(0),
        ..Scene::default()
    };
    let [moved, plain] = both(&scene, |q| q.vpm_first = (0, 0));
    let first = |d: &Drawn| d.seen.dumps[0].rows[0].clone();
    let ((moved_row, moved_words), (plain_row, plain_words)) = (first(&moved), first(&plain));
    assert_eq!((moved_row, plain_row), ("[0x04]".into(), "[0x00]".into()));
    assert_eq!(moved_words[4..10], plain_words[..6]);
    assert!(
        moved.words == plain.words,
        "where they are changes no pixel"
    );
}

#[test]
fn attribute_tail() {
    // The varying is the fourth row, but the record has three.
    let scene = Scene {
        vertices: &left_of(0),
        vs_attributes_size: 12,
        ..Scene::default()
    };
    let [dropped, fetched] = both(&scene, |q| q.attribute_tail = AttributeTail::Fetched);
    let whole = draw(
        &Scene {
            vs_attributes_size: 16,
            ..scene
        },
        Quirks::default(),
    );
    assert_eq!(fetched.words, whole.words);
    assert_ne!(dropped.words, whole.words);
}

#[test]
fn texture_precision() {
    let scene = Scene {
        vertices: &[
            Vertex([-512, -512], 0.5, 0.0),
            Vertex([512, -512], 0.5, 1.0),
            Vertex([0, 512], 0.5, 0.5),
        ],
        fragment: "fmul r0, vary_rd, a15;\nfadd r0, r0, r5;\nmov tmu0_t, r0\nmov tmu0_s, r0\n\
                   load_tmu0 nop\nsig_unlock_score mov tlb_color_all, r4\npe;;;",
        // 8x8, RGBA8888, bilinear.
        uniforms: &[TEXTURE as u32, 8 << 20 | 8 << 8],
        ..Scene::default()
    };
    let [nearest, truncated] = both(&scene, |q| {
        q.texture_precision = Precision {
            rounding: Rounding::Truncate,
            ..q.texture_precision
        };
    });
    let mut differ = 0;
    for (a, b) in nearest.words.iter().zip(&truncated.words) {
        let step = (a & 0xff).wrapping_sub(b & 0xff);
        assert!(step <= 1, "{a:08x} {b:08x}");
        differ += step;
    }
    assert!(differ > 100, "{differ}");
}

#[test]
fn etc1_unflipped() {
    let scene = Scene {
        vertices: &[
            Vertex([-512, -512], 0.5, 0.0),
            Vertex([512, -512], 0.5, 0.0),
            Vertex([0, 512], 0.5, 1.0),
        ],
        fragment: "fmul r0, vary_rd, a15;\nfadd r0, r0, r5;\nmov tmu0_t, r0\nmov tmu0_s, r0\n\
                   load_tmu0 nop\nsig_unlock_score mov tlb_color_all, r4\npe;;;",
        // 4x4, ETC1, nearest.
        uniforms: &[TEXTURE as u32 | 8 << 4, 4 << 20 | 4 << 8 | 1 << 7 | 1 << 4],
        ..Scene::default()
    };
    let [up, down] = both(&scene, |q| q.etc1_unflipped = Etc1Rows::Downwards);
    let flipped = draw(
        &Scene {
            uniforms: &[scene.uniforms[0], scene.uniforms[1] | 1 << 19],
            ..scene
        },
        Quirks::default(),
    );
    assert_eq!(down.words, flipped.words);
    assert_ne!(up.words, down.words);
}

/// A single colour.
const ONE_COLOUR: &str = "fmul r0, vary_rd, a15;\nnop\nli tlb_clr_all, -, 0xff07fe85;\npe;;;";

#[test]
fn resolve_rounding() {
    // An edge a quarter of a pixel into column 16: one of four samples.
    let scene = Scene {
        vertices: &left_of(4 - 256),
        fragment: ONE_COLOUR,
        mode_flags: ", ms_mode_4x",
        config: "enable_prim_front, enable_prim_back, oversample=X4, depth_func=ALWAYS",
        ..Scene::default()
    };
    let [nearest, truncated] = both(&scene, |q| q.resolve_rounding = StoreRounding::Truncate);
    // 0x07, 0xfe and 0x85 are 1.75, 63.5 and 33.25 quarters.
    assert_eq!(nearest.pixel(16, 8), 0xff02_4021);
    assert_eq!(truncated.pixel(16, 8), 0xff01_3f21);
}

/// The 16-bit pixel in column 8 of row 0.
fn half(d: &Drawn) -> u32 {
    d.words[4] & 0xffff
}

#[test]
fn bgr565_rounding() {
    let scene = Scene {
        vertices: &left_of(512),
        fragment: ONE_COLOUR,
        store: "STORE_TILE_BUFFER_GENERAL buffer=COLOR, pixel_format=BGR565, \
                address=0x4000000, eof",
        ..Scene::default()
    };
    let [truncated, nearest] = both(&scene, |q| q.bgr565_rounding = StoreRounding::Nearest);
    assert_eq!(half(&truncated), 16 << 11 | 63 << 5);
    assert_eq!(half(&nearest), 16 << 11 | 63 << 5 | 1);
}

#[test]
fn dither() {
    let scene = Scene {
        vertices: &left_of(512),
        fragment: ONE_COLOUR,
        store: "STORE_TILE_BUFFER_GENERAL buffer=COLOR, pixel_format=BGR565_DITHER, \
                address=0x4000000, eof",
        ..Scene::default()
    };
    let [bayer, none] = both(&scene, |q| q.dither.cells = [[0; 4]; 4]);
    let blue = |d: &Drawn| -> Vec<u32> { (0..4).map(|i| d.words[i] & 31).collect() };
    // Columns 0, 2, 4, 6 of a row: 0 and 2 sixteenths do not lift 7 of 8 to 8.
    assert_eq!(blue(&none), [0; 4]);
    let row = |d: &Drawn, y: usize| d.words[y * 32] & 31;
    let lifted: Vec<u32> = (0..4).map(|y| row(&bayer, y)).collect();
    assert!(lifted.contains(&1) && lifted.contains(&0), "{lifted:?}");
}

#[test]
fn depth_alone() {
    let scene = Scene {
        vertices: &left_of(512),
        // Stencil becomes 0x33 for both faces.
        fragment: "fmul r0, vary_rd, a15;\nli tlb_stencil_setup, -, 0xf28f33ff\nmov tlb_z, rb15\n\
                   li tlb_clr_all, -, 0xff00ff5a;\npe;;;",
        config: "enable_prim_front, enable_prim_back, depth_func=ALWAYS, z_update",
        // Colour is stored to the same address first.
        store: "STORE_TILE_BUFFER_GENERAL buffer=COLOR, address=0x4000000, \
                disable_color_clear, disable_zs_clear\n\
                STORE_TILE_BUFFER_GENERAL buffer=Z, address=0x4000000, eof",
        ..Scene::default()
    };
    let [zero, left] = both(&scene, |q| q.depth_alone = DepthAlone::StencilLeft);
    assert_eq!(zero.pixel(32, 32), 0x7fff_ff00);
    assert_eq!(left.pixel(32, 32), 0x7fff_ff5a);
    let both_planes = Scene {
        store: "STORE_TILE_BUFFER_GENERAL buffer=ZS, address=0x4000000, eof",
        ..scene
    };
    assert_eq!(
        draw(&both_planes, Quirks::default()).pixel(32, 32),
        0x7fff_ff33
    );
}

#[test]
fn quad_writes() {
    // A point of two by two pixels at column 32, whose colour goes to column 6 and row 9.
    let scene = Scene {
        vertices: &[Vertex([16, 16], 0.5, 1.0)],
        mode: "POINTS",
        state: "POINT_SIZE size=2",
        fragment: "fmul r0, vary_rd, a15;\nfmul r0, vary_rd, a15;\nfmul r0, vary_rd, a15;\n\
                   li quad_x, -, 6\nli quad_y, -, 9\nori r0, x_coord, 0;\n\
                   li tlb_clr_all, -, 0xffff0000;\npe;;;",
        ..Scene::default()
    };
    let [moved, stayed] = both(&scene, |q| q.quad_writes = QuadWrites::ReadBack);
    let red = |d: &Drawn| -> Vec<(u32, u32)> {
        let all = (0..SIZE).flat_map(|y| (0..SIZE).map(move |x| (x, y)));
        all.filter(|(x, y)| d.pixel(*x, *y) == RED_FULL).collect()
    };
    assert_eq!(red(&stayed), [(32, 32), (33, 32), (32, 33), (33, 33)]);
    // A quad begins in an even row.
    assert_eq!(red(&moved), [(6, 8), (7, 8), (6, 9), (7, 9)]);
    assert!(moved.seen.unimplemented.is_empty());
}

#[test]
fn reverse_writes() {
    // Stencil of the front becomes 0x33, and of the back 0x55; the front is drawn, and
    // sets the reverse flag where the column is a multiple of 4.
    let scene = Scene {
        vertices: &left_of(512),
        fragment: "fmul r0, vary_rd, a15;\nli tlb_stencil_setup, -, 0x728f33ff\n\
                   li tlb_stencil_setup, -, 0xb28f55ff\nori r1, x_coord, 0;\n\
                   and.setf r1, r1, 3;\nli r2, -, 0\nli.ifz r2, -, 1\nmov rev_flag, r2\n\
                   mov tlb_z, rb15\nli tlb_clr_all, -, 0xff00ff5a;\npe;;;",
        config: "enable_prim_front, enable_prim_back, depth_func=ALWAYS, z_update",
        store: "STORE_TILE_BUFFER_GENERAL buffer=ZS, address=0x4000000, eof",
        ..Scene::default()
    };
    let [selects, read_back] = both(&scene, |q| q.reverse_writes = ReverseWrites::ReadBack);
    let stencil =
        |d: &Drawn| -> [u32; 5] { std::array::from_fn(|x| d.pixel(8 + x as u32, 8) & 0xff) };
    assert_eq!(stencil(&selects), [0x55, 0x33, 0x33, 0x33, 0x55]);
    assert_eq!(stencil(&read_back), [0x33; 5]);
}

#[test]
fn poison() {
    let scene = Scene {
        vertices: &left_of(0),
        // No store before the tile, so the tile buffer is not cleared.
        before: "",
        ..Scene::default()
    };
    let [default, flipped] = both(&scene, |q| q.poison = 0x1234_5678);
    assert_eq!(default.pixel(40, 8), 0xdead_beef);
    assert_eq!(flipped.pixel(40, 8), 0x1234_5678);
    assert_eq!(default.pixel(8, 8), flipped.pixel(8, 8));
}

#[test]
fn sublist_depth() {
    // The rendering list branches into `a`, that into `b`, that into `c`.
    let scene = Scene {
        vertices: &left_of(0),
        before: "TILE_COORDINATES\nSTORE_TILE_BUFFER_GENERAL\n\
                 BRANCH_TO_SUB_LIST address=@a\nBRANCH address=@go_on\n\
                 a:\nBRANCH_TO_SUB_LIST address=@b\nRETURN_FROM_SUB_LIST\n\
                 b:\nBRANCH_TO_SUB_LIST address=@c\nRETURN_FROM_SUB_LIST\n\
                 c:\nRETURN_FROM_SUB_LIST\n\
                 go_on:",
        ..Scene::default()
    };
    let mut quirks = Quirks::default();
    let two = draw(&scene, quirks);
    quirks.sublist_depth = 3;
    let three = draw(&scene, quirks);
    let Status::Fault(fault) = &two.outcome.status else {
        panic!("{:?}", two.outcome.status);
    };
    assert_eq!(
        fault.rule.title,
        tilescope_vc4::rules::cl::SUBLIST_NESTING.title
    );
    assert_eq!(three.outcome.status, Status::Done);
}
