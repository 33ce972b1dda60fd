//! Lines and points against the counting rules of OpenGL and plain geometry.

use crate::reference::{Cover, vertex, walked};
use proptest::prelude::*;
use tilescope_raster::point::TOrigin;
use tilescope_raster::{
    COORD_LIMIT, Line, LineRule, LineShape, Point, PointRule, RasterRules, Rect, Rejected,
    SamplePositions, Xy,
};

const RULES: RasterRules = RasterRules::S12_4;
const BOX: Rect = Rect::new(-64, -64, 64, 64);
const PERPENDICULAR: LineRule = LineRule {
    shape: LineShape::Perpendicular,
    ..LineRule::GL
};

fn line(rule: &LineRule, ends: [Xy; 2], width: f32) -> Cover {
    walked(Line::new(&RULES, rule, ends, width).unwrap().shape(), BOX)
}

proptest! {
    /// OpenGL: a line nearer to horizontal makes one column of `width` pixels
    /// for every column whose centre it passes, end excluded.
    #[test]
    fn minor_axis_lines_have_width_pixels_in_each_step(p in vertex(30), q in vertex(30), width in 1..9i32) {
        prop_assume!(p != q);
        let mut cover = line(&LineRule::GL, [p, q], width as f32);
        let horizontal = (q.x - p.x).abs() >= (q.y - p.y).abs();
        let (from, to) = if horizontal { (p.x.min(q.x), p.x.max(q.x)) } else { (p.y.min(q.y), p.y.max(q.y)) };
        for step in -64..64 {
            let count = (-64..64).filter(|other| {
                let (x, y) = if horizontal { (step, *other) } else { (*other, step) };
                *cover.at(x, y) != 0
            }).count() as i32;
            let centre = step * 16 + 8;
            // At a centre on the very end, the fill rule of the sides takes part.
            if centre == from || centre == to {
                prop_assert!(count <= width);
            } else {
                prop_assert_eq!(count, if centre > from && centre < to { width } else { 0 });
            }
        }
    }

    #[test]
    fn direction_does_not_matter(p in vertex(30), q in vertex(30), width in 0.1f32..9.0, gl in any::<bool>()) {
        prop_assume!(p != q);
        let rule = if gl { LineRule::GL } else { PERPENDICULAR };
        prop_assert_eq!(line(&rule, [p, q], width), line(&rule, [q, p], width));
    }

    /// Straight strips share no pixel and leave none out.
    #[test]
    fn joined_segments_make_the_whole(p in vertex(10), d in vertex(4), a in 1..5i32, b in 1..5i32, gl in any::<bool>()) {
        prop_assume!(d != Xy::default());
        let rule = if gl { LineRule::GL } else { PERPENDICULAR };
        let at = |t: i32| Xy::new(p.x + d.x * t, p.y + d.y * t);
        let mut parts = line(&rule, [p, at(a)], 3.0);
        let second = line(&rule, [at(a), at(a + b)], 3.0);
        let whole = line(&rule, [p, at(a + b)], 3.0);
        parts.add(&second);
        prop_assert_eq!(parts, whole);
    }

    /// Centres well inside the true rectangle are in, centres well outside out.
    #[test]
    fn perpendicular_lines_are_rectangles(p in vertex(30), q in vertex(30), width in 0.5f64..9.0) {
        prop_assume!(p != q);
        let mut cover = line(&PERPENDICULAR, [p, q], width as f32);
        let (px, py) = (f64::from(p.x) / 16.0, f64::from(p.y) / 16.0);
        let (dx, dy) = (f64::from(q.x - p.x) / 16.0, f64::from(q.y - p.y) / 16.0);
        let length = dx.hypot(dy);
        // Corners are rounded to 1/16 pixel; on a line shorter than its width
        // that turns the sides.
        prop_assume!(length > 1.0);
        let slack = 0.15 + 0.1 * width / length;
        for y in -50..50 {
            for x in -50..50 {
                let (vx, vy) = (f64::from(x) + 0.5 - px, f64::from(y) + 0.5 - py);
                let along = (vx * dx + vy * dy) / length;
                let across = (vx * dy - vy * dx).abs() / length;
                let inside = along.min(length - along).min(width / 2.0 - across);
                if inside.abs() > slack {
                    prop_assert_eq!(*cover.at(x, y) != 0, inside > 0.0, "pixel {} {}", x, y);
                }
            }
        }
    }

    /// Attributes run from the first to the second vertex, and the implicit
    /// coordinate from 0 to 1 across.
    #[test]
    fn line_planes(p in vertex(30), q in vertex(30), width in 1..9i32, gl in any::<bool>()) {
        prop_assume!((q.x - p.x).abs().max((q.y - p.y).abs()) >= 32);
        let rule = if gl { LineRule::GL } else { PERPENDICULAR };
        let line = Line::new(&RULES, &rule, [p, q], width as f32).unwrap();
        let plane = line.gradients().linear([3.0, 7.0, f32::NAN]);
        let px = |v: Xy| (v.x as f32 / 16.0, v.y as f32 / 16.0);
        let (a, b) = (px(p), px(q));
        prop_assert_eq!(plane.at(a.0, a.1), 3.0);
        prop_assert!((plane.at(b.0, b.1) - 7.0).abs() < 1e-3);
        let across = line.coordinate();
        let level = (q.x - p.x).abs() >= (q.y - p.y).abs();
        if level || gl {
            let grows = if level { across.b } else { across.a };
            prop_assert!(grows > 0.0, "{:?}", across);
        }
        for end in [a, b] {
            let middle = line.coordinate().at(end.0, end.1);
            // Corners and halves are rounded to 1/16 pixel.
            prop_assert!((middle - 0.5).abs() < 0.08 / width as f32, "{}", middle);
        }
        line.shape().walk(BOX, |quad| for i in 0..4 {
            if quad.coverage >> i & 1 == 1 {
                let (x, y) = ((quad.x + (i & 1)) as f32 + 0.5, (quad.y + (i >> 1)) as f32 + 0.5);
                let across = line.coordinate().at(x, y);
                assert!((-1e-3..=1.001).contains(&across), "{across}");
                let along = line.gradients().linear([0.0, 1.0, 0.0]).at(x, y);
                // Rounded ends may turn a little.
                assert!((-0.1..=1.1).contains(&along), "{along}");
            }
        });
    }

    /// A square of n pixels covers n by n, wherever it lies.
    #[test]
    fn points_cover_their_area(at in vertex(30), size in 1..20i32, four in any::<bool>()) {
        let rules = if four { RULES.with_samples(SamplePositions::ROTATED_GRID_4) } else { RULES };
        let point = Point::new(&rules, &PointRule::VIDEOCORE_IV, at, size as f32).unwrap();
        let cover = walked(point.shape(), BOX);
        let samples: u32 = cover.masks.iter().map(|m| m.count_ones()).sum();
        prop_assert_eq!(samples, (size * size) as u32 * if four { 4 } else { 1 });
        let mut middle = cover.clone();
        if size >= 2 {
            prop_assert_ne!(*middle.at(at.x >> 4, at.y >> 4), 0);
        }
    }

    #[test]
    fn point_coordinates_span_the_square(at in vertex(30), size in 1..20i32) {
        for origin in [TOrigin::SmallestY, TOrigin::LargestY] {
            let rule = PointRule { t_origin: origin, ..PointRule::VIDEOCORE_IV };
            let point = Point::new(&RULES, &rule, at, size as f32).unwrap();
            let [s, t] = point.coordinates();
            let (x, y, half) = (at.x as f32 / 16.0, at.y as f32 / 16.0, size as f32 / 2.0);
            let near = |a: f32, b: f32| (a - b).abs() < 1e-4;
            prop_assert!(near(s.at(x - half, y), 0.0) && near(s.at(x + half, y), 1.0));
            let (low, high) = match origin {
                TOrigin::SmallestY => (0.0, 1.0),
                TOrigin::LargestY => (1.0, 0.0),
            };
            prop_assert!(near(t.at(x, y - half), low) && near(t.at(x, y + half), high));
            prop_assert_eq!(point.gradients().linear([4.0, f32::NAN, f32::INFINITY]).at(x + 3.0, y), 4.0);
        }
    }

    #[test]
    fn any_bits_are_safe(v in prop::array::uniform4(any::<i32>()), limits in prop::array::uniform3(any::<u32>())) {
        let edge = |v: i32| if v & 1 == 0 { v >> 7 } else { v };
        let (p, q) = (Xy::new(edge(v[0]), edge(v[1])), Xy::new(edge(v[2]), edge(v[3])));
        let [width, min, max] = limits.map(f32::from_bits);
        for shape in [LineShape::MinorAxis, LineShape::Perpendicular] {
            let rule = LineRule { shape, min_width: min, max_width: max };
            if let Ok(line) = Line::new(&RULES, &rule, [p, q], width) {
                line.shape().walk(BOX, |_| ());
            }
        }
        let rule = PointRule { min_size: min, max_size: max, t_origin: TOrigin::SmallestY };
        if let Ok(point) = Point::new(&RULES, &rule, p, width) {
            point.shape().walk(BOX, |_| ());
        }
    }
}

#[test]
fn the_largest_lines_and_points_do_not_overflow() {
    let wide = LineRule {
        max_width: f32::INFINITY,
        ..PERPENDICULAR
    };
    let corner = |x: i32, y: i32| Xy::new(x * COORD_LIMIT, y * COORD_LIMIT);
    for ends in [
        [corner(-1, -1), corner(1, 1)],
        [corner(1, -1), corner(-1, 1)],
        [corner(1, 1), corner(1, -1)],
        [corner(-1, 1), corner(1, 1)],
    ] {
        for rule in [
            wide,
            LineRule {
                max_width: f32::INFINITY,
                ..LineRule::GL
            },
        ] {
            let line = Line::new(&RULES, &rule, ends, f32::INFINITY).unwrap();
            line.shape().walk(BOX, |_| ());
        }
    }
    let huge = PointRule {
        max_size: f32::INFINITY,
        ..PointRule::VIDEOCORE_IV
    };
    let point = Point::new(&RULES, &huge, corner(1, -1), f32::INFINITY).unwrap();
    point.shape().walk(BOX, |_| ());
    let everywhere = Point::new(&RULES, &huge, corner(0, 0), f32::INFINITY).unwrap();
    assert_eq!(walked(everywhere.shape(), BOX).pixels(), 128 * 128);
}

#[test]
fn rejections_say_why() {
    let p = Xy::new(3, 4);
    assert_eq!(
        Line::new(&RULES, &LineRule::GL, [p, p], 1.0).err(),
        Some(Rejected::Degenerate)
    );
    let far = Xy::new(COORD_LIMIT + 1, 0);
    assert_eq!(
        Line::new(&RULES, &LineRule::GL, [p, far], 1.0).err(),
        Some(Rejected::OutOfRange)
    );
    assert_eq!(
        Point::new(&RULES, &PointRule::VIDEOCORE_IV, far, 1.0).err(),
        Some(Rejected::OutOfRange)
    );
}
