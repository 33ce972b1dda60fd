//! Changes by each choice of `Quirks`; single threads give the same image as groups.

use tilescope_midgard::quirks::Centroid;
use tilescope_midgard::shader::ExecMode;
use tilescope_midgard::{Options, Quirks};
use tilescope_raster::{FillRule, LineRule, LineShape, PointRule, SubpixelBits};

use crate::draws::{RED, biased, covered, drawn_with, multisampled, pixel};
use crate::machine::Machine;

/// Values of the draw mode. Source: Mesa `v5.xml`.
const POINTS: u64 = 1;
const LINES: u64 = 2;
const TRIANGLES: u64 = 8;

fn at(x: f32, y: f32) -> ([f32; 4], [f32; 4]) {
    ([x, y, 0.5, 1.0], RED)
}

fn options(quirks: Quirks) -> Options {
    Options {
        quirks,
        ..Options::default()
    }
}

/// Fails to build when a field is added, so that it gets a test.
#[test]
fn every_choice_is_tested() {
    let Quirks {
        subpixel: _,
        fill: _,
        guard: _,
        bias_unit: _,
        line: _,
        point: _,
        centroid: _,
    } = Quirks::DEFAULT;
}

#[test]
fn subpixel_decides_whether_a_corner_near_a_centre_covers_it() {
    // The left side is 1/64 pixel to the right of centres; with four bits it is on them.
    let corners = [at(8.515625, 8.0), at(24.0, 8.0), at(8.515625, 24.0)];
    let with = |subpixel| {
        let quirks = Quirks {
            subpixel,
            ..Quirks::DEFAULT
        };
        drawn_with(options(quirks), TRIANGLES, &corners)
    };
    assert_eq!(pixel(&with(SubpixelBits::EIGHT), 8, 12), [0; 4]);
    assert_eq!(pixel(&with(SubpixelBits::FOUR), 8, 12), [255, 0, 0, 255]);
}

#[test]
fn fill_decides_who_owns_a_row_of_centres() {
    // The horizontal side goes through centres, and is the one of smallest y.
    let corners = [at(8.0, 8.5), at(24.0, 8.5), at(16.0, 24.0)];
    let with = |fill| {
        let quirks = Quirks {
            fill,
            ..Quirks::DEFAULT
        };
        drawn_with(options(quirks), TRIANGLES, &corners)
    };
    assert_eq!(pixel(&with(FillRule::TOP_LEFT_Y_UP), 16, 8), [0; 4]);
    let down = with(FillRule::TOP_LEFT_Y_DOWN);
    assert_eq!(pixel(&down, 16, 8), [255, 0, 0, 255]);
}

#[test]
fn guard_decides_what_is_clipped() {
    let corners = [at(-500.0, -500.0), at(500.0, -500.0), at(32.0, 500.0)];
    let with = |guard| {
        let quirks = Quirks {
            guard,
            ..Quirks::DEFAULT
        };
        drawn_with(options(quirks), TRIANGLES, &corners)
    };
    let [wide, narrow] = [with(32_000.0), with(64.0)];
    let drawn = |m: &Machine| m.counter("primitives.drawn");
    assert!(drawn(&narrow) > drawn(&wide), "a polygon of more corners");
    assert_eq!((covered(&wide), covered(&narrow)), (64 * 64, 64 * 64));
}

#[test]
fn bias_unit_decides_whether_a_bias_passes() {
    // At the depth of the clear, moved nearer by four units.
    let corners = [at(8.0, 8.0), at(24.0, 8.0), at(8.0, 24.0)];
    let with = |bias_unit| {
        let quirks = Quirks {
            bias_unit,
            ..Quirks::DEFAULT
        };
        covered(&biased(options(quirks), &corners))
    };
    assert_eq!(with(0.0), 0);
    assert!(with(1.0) > 100);
}

#[test]
fn line_decides_the_ends_of_a_diagonal() {
    let ends = [at(8.0, 8.0), at(40.0, 40.0)];
    let with = |shape| {
        let line = LineRule {
            shape,
            ..Quirks::DEFAULT.line
        };
        let quirks = Quirks {
            line,
            ..Quirks::DEFAULT
        };
        covered(&drawn_with(options(quirks), LINES, &ends))
    };
    // Four pixels of each column. Four across are 5.7 of a column: differences of -2 to 2.
    assert_eq!(with(LineShape::MinorAxis), 32 * 4);
    assert_eq!(with(LineShape::Perpendicular), 32 * 5);
}

#[test]
fn point_decides_the_least_size() {
    let with = |min_size| {
        let point = PointRule {
            min_size,
            ..Quirks::DEFAULT.point
        };
        let quirks = Quirks {
            point,
            ..Quirks::DEFAULT
        };
        covered(&drawn_with(options(quirks), POINTS, &[at(20.0, 20.0)]))
    };
    assert_eq!((with(1.0), with(8.0)), (16, 64));
}

#[test]
fn centroid_decides_where_a_pixel_covered_in_part_is_evaluated() {
    // The left side is in the middle of a pixel; red grows by a quarter for each pixel from it.
    let at = |x: f32, y| ([x, y, 0.5, 1.0], [(x - 8.5) / 4.0, 0.0, 0.0, 1.0]);
    let corners = [at(8.5, 0.0), at(40.5, 0.0), at(8.5, 64.0)];
    let with = |shader, centroid, mode| {
        let options = Options {
            quirks: Quirks {
                centroid,
                ..Quirks::DEFAULT
            },
            mode,
        };
        pixel(&multisampled(options, shader, &corners), 8, 12)
    };
    const PIXEL: &str = "0x10";
    const CENTROID: &str = "0x30";
    for mode in [ExecMode::Normal, ExecMode::Reference] {
        // Samples 1 and 3, at 14/16 and 10/16 of the pixel, are covered: half of the pixel's.
        assert_eq!(with(PIXEL, Centroid::Mean, mode), [0, 0, 0, 128]);
        assert_eq!(with(CENTROID, Centroid::Mean, mode), [8, 0, 0, 128]);
        assert_eq!(with(CENTROID, Centroid::First, mode), [12, 0, 0, 128]);
    }
}

/// Two quads are far fewer than a group takes.
#[test]
fn centroids_of_few_quads() {
    let at = |x: f32, y| ([x, y, 0.5, 1.0], [x / 4.0, 0.0, 0.0, 1.0]);
    let corners = [at(8.5, 8.0), at(12.5, 8.0), at(8.5, 12.0)];
    let shader = "0x30";
    let image = multisampled(options(Quirks::DEFAULT), shader, &corners);
    assert_ne!(pixel(&image, 8, 8), pixel(&image, 40, 40));
}

#[test]
fn single_threads_give_the_same_image() {
    let corners = [at(1.0, 2.0), at(60.0, 9.0), at(20.0, 63.0)];
    let fast = drawn_with(Options::default(), TRIANGLES, &corners);
    let reference = Options {
        mode: ExecMode::Reference,
        ..Options::default()
    };
    let slow = drawn_with(reference, TRIANGLES, &corners);
    assert!(covered(&fast) > 1000);
    for n in 0..64 * 64 {
        let (x, y) = (n % 64, n / 64);
        assert_eq!(pixel(&fast, x, y), pixel(&slow, x, y), "({x}, {y})");
    }
}
