//! Primitives next to each other: no sample lost, none covered twice.

use crate::reference::{Cover, rules, scale, vertex, walk_into, walked};
use proptest::prelude::*;
use tilescope_raster::{RasterRules, Rect, SamplePositions, Triangle, Xy};

fn cover(rules: &RasterRules, v: [Xy; 3], rect: Rect) -> Cover {
    match Triangle::new(rules, v) {
        Ok(t) => walked(t.shape(), rect),
        Err(_) => Cover::empty(rect),
    }
}

/// Turns a triangle's winding and starting vertex.
fn turned(v: [Xy; 3], how: u8) -> [Xy; 3] {
    let v = if how & 1 == 0 { v } else { [v[1], v[0], v[2]] };
    match how >> 1 & 3 {
        0 => v,
        1 => [v[1], v[2], v[0]],
        _ => [v[2], v[0], v[1]],
    }
}

const CELLS: i32 = 5;
/// Cell size in 1/16 pixel.
const CELL: i32 = 6 * 16;

proptest! {
    /// A rectangle of 5x5 jittered cells, each cut along a random diagonal with
    /// random windings, covers every sample in the rectangle exactly once.
    #[test]
    fn meshes_cover_once(
        rules in rules(),
        jitter in prop::collection::vec((-3..=3i32, -3..=3i32, 0..3u8), 36),
        cut in prop::collection::vec((any::<bool>(), any::<u8>(), any::<u8>()), 25),
    ) {
        let corner = |i: i32, j: i32| {
            let (dx, dy, grid) = jitter[(j * (CELLS + 1) + i) as usize];
            // Mostly whole pixels and centres, so that edges meet samples; less
            // than half a cell, so that quads stay convex enough to be cut
            // along either diagonal.
            let by = [8, 3, 8][usize::from(grid)];
            let move_x = if i == 0 || i == CELLS { 0 } else { dx * by };
            let move_y = if j == 0 || j == CELLS { 0 } else { dy * by };
            scale(&rules, Xy::new(i * CELL + move_x, j * CELL + move_y))
        };
        let rect = Rect::new(-3, -3, 34, 33);
        let mut total = Cover::empty(rect);
        for j in 0..CELLS {
            for i in 0..CELLS {
                let (diagonal, one, two) = cut[(j * CELLS + i) as usize];
                let (a, b) = (corner(i, j), corner(i + 1, j));
                let (c, d) = (corner(i + 1, j + 1), corner(i, j + 1));
                let (first, second) = if diagonal {
                    ([a, b, c], [a, c, d])
                } else {
                    ([a, b, d], [b, c, d])
                };
                total.add(&cover(&rules, turned(first, one), rect));
                total.add(&cover(&rules, turned(second, two), rect));
            }
        }
        let side = CELLS * CELL;
        let whole = [(0, 0), (side, 0), (side, side), (0, side)]
            .map(|(x, y)| scale(&rules, Xy::new(x, y)));
        prop_assert_eq!(total, crate::reference::reference(&rules, &whole, rect));
    }

    #[test]
    fn split_at_an_edge(
        rules in rules(), p in vertex(10), step in vertex(2), apex in vertex(14),
        k in 1..5i32, n in 1..5i32, how in any::<u8>()
    ) {
        let along = |t: i32| Xy::new(p.x + step.x * t, p.y + step.y * t);
        let (middle, end) = (along(k), along(k + n));
        let [p, middle, end, apex] = [p, middle, end, apex].map(|v| scale(&rules, v));
        let rect = Rect::new(-40, -40, 40, 40);
        let mut parts = cover(&rules, turned([p, middle, apex], how), rect);
        parts.add(&cover(&rules, [middle, end, apex], rect));
        prop_assert_eq!(parts, cover(&rules, [p, end, apex], rect));
    }

    #[test]
    fn split_inside(
        rules in rules(), v in [vertex(12), vertex(12), vertex(12)], w in [1..9i32, 1..9i32, 1..9i32]
    ) {
        let sum = w[0] + w[1] + w[2];
        let mean = |f: fn(Xy) -> i32| (f(v[0]) * w[0] + f(v[1]) * w[1] + f(v[2]) * w[2]) / sum;
        let middle = Xy::new(mean(|v| v.x), mean(|v| v.y));
        // Rounding may have put it outside: then the parts overlap, rightly.
        let turn = |a: Xy, b: Xy, c: Xy| ((b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)).signum();
        let turns = [turn(v[0], v[1], middle), turn(v[1], v[2], middle), turn(v[2], v[0], middle)];
        prop_assume!(turns.iter().all(|t| *t >= 0) || turns.iter().all(|t| *t <= 0));
        let [a, b, c, m] = [v[0], v[1], v[2], middle].map(|v| scale(&rules, v));
        let rect = Rect::new(-16, -16, 16, 16);
        let mut parts = cover(&rules, [a, b, m], rect);
        parts.add(&cover(&rules, [b, c, m], rect));
        parts.add(&cover(&rules, [c, a, m], rect));
        prop_assert_eq!(parts, cover(&rules, [a, b, c], rect));
    }

    #[test]
    fn moved_by_whole_pixels(
        rules in rules(), v in [vertex(12), vertex(12), vertex(12)], dx in -99..99i32, dy in -99..99i32
    ) {
        let unit = rules.subpixel.unit();
        let v = v.map(|v| scale(&rules, v));
        let moved = v.map(|v| Xy::new(v.x + dx * unit, v.y + dy * unit));
        let here = cover(&rules, v, Rect::new(-14, -14, 14, 14));
        let there = cover(&rules, moved, Rect::new(dx - 14, dy - 14, dx + 14, dy + 14));
        prop_assert_eq!(here.masks, there.masks);
    }

    #[test]
    fn tiles_make_the_whole(
        rules in rules(), v in [vertex(60), vertex(60), vertex(60)],
        cuts_x in prop::collection::vec(-64..64i32, 0..4), cuts_y in prop::collection::vec(-64..64i32, 0..4)
    ) {
        let v = v.map(|v| scale(&rules, v));
        let ends = |mut cuts: Vec<i32>| {
            cuts.extend([-64, 64]);
            cuts.sort_unstable();
            cuts
        };
        let (xs, ys) = (ends(cuts_x), ends(cuts_y));
        let whole = Rect::new(-64, -64, 64, 64);
        if let Ok(t) = Triangle::new(&rules, v) {
            let mut parts = Cover::empty(whole);
            for y in ys.windows(2) {
                for x in xs.windows(2) {
                    // Panics if a pixel comes twice.
                    walk_into(t.shape(), Rect::new(x[0], y[0], x[1], y[1]), &mut parts);
                }
            }
            prop_assert_eq!(parts, walked(t.shape(), whole));
        }
    }

    /// Vertex order changes nothing.
    #[test]
    fn order_of_vertices(rules in rules(), v in [vertex(12), vertex(12), vertex(12)], how in any::<u8>()) {
        let v = v.map(|v| scale(&rules, v));
        let rect = Rect::new(-13, -13, 13, 13);
        prop_assert_eq!(cover(&rules, v, rect), cover(&rules, turned(v, how), rect));
    }
}

/// 4x samples of a triangle scaled up 16 times hit what the 16x16 grid of single
/// samples says at those places.
#[test]
fn samples_are_where_the_table_says() {
    let SamplePositions::Four(table) = SamplePositions::ROTATED_GRID_4 else {
        unreachable!("a four-sample table")
    };
    let v = [Xy::new(5, 3), Xy::new(161, 40), Xy::new(70, 155)];
    let rules = RasterRules::S12_4.with_samples(SamplePositions::ROTATED_GRID_4);
    let mut cover = cover(&rules, v, Rect::new(0, 0, 12, 12));
    let fine_rules = RasterRules {
        pixel_centre: (0, 0),
        ..RasterRules::S12_4
    };
    let big = v.map(|v| Xy::new(v.x * 16, v.y * 16));
    let mut fine = self::cover(&fine_rules, big, Rect::new(0, 0, 192, 192));
    for y in 0..12 {
        for x in 0..12 {
            let expected = (0..4).fold(0, |m, s| {
                let (sx, sy) = table[s];
                m | *fine.at(x * 16 + i32::from(sx), y * 16 + i32::from(sy)) << s
            });
            assert_eq!(*cover.at(x, y), expected, "pixel {x},{y}");
        }
    }
}
