//! The binner's list: nothing missing, nothing that does not overlap.

use crate::reference::{rules, scale, vertex, walked};
use proptest::prelude::*;
use tilescope_raster::{RasterRules, Rect, TileGrid, Triangle, Xy};

const GRID: TileGrid = TileGrid {
    tile_w: 8,
    tile_h: 4,
    columns: 7,
    rows: 9,
};
const ALL: Rect = Rect::new(0, 0, 1000, 1000);

/// Whether a triangle and the box of a tile, both with their borders, share no
/// point: some side of either separates them.
fn apart(rules: &RasterRules, v: &[Xy; 3], tile: Rect) -> bool {
    let unit = i64::from(rules.subpixel.unit());
    let [x0, y0, x1, y1] = [tile.x0, tile.y0, tile.x1, tile.y1].map(|c| i64::from(c) * unit);
    let corners = [(x0, y0), (x1, y0), (x1, y1), (x0, y1)];
    let points = v.map(|v| (i64::from(v.x), i64::from(v.y)));
    let beside = |f: &dyn Fn((i64, i64)) -> i64| {
        let range = |p: &[(i64, i64)]| {
            let all: Vec<i64> = p.iter().map(|p| f(*p)).collect();
            (*all.iter().min().unwrap(), *all.iter().max().unwrap())
        };
        let (a, b) = (range(&points), range(&corners));
        a.1 < b.0 || b.1 < a.0
    };
    beside(&|p| p.0)
        || beside(&|p| p.1)
        || (0..3).any(|i| {
            let (p, q) = (points[i], points[(i + 1) % 3]);
            beside(&|r| (q.0 - p.0) * (r.1 - p.1) - (q.1 - p.1) * (r.0 - p.0))
        })
}

proptest! {
    #[test]
    fn tiles_hold_all_coverage_and_overlap(rules in rules(), v in [vertex(70), vertex(70), vertex(70)]) {
        let v = v.map(|v| scale(&rules, v));
        if let Ok(t) = Triangle::new(&rules, v) {
            let listed: Vec<_> = t.shape().tiles_touched(GRID, ALL).collect();
            let mut in_order = listed.clone();
            in_order.sort_by_key(|(x, y)| (*y, *x));
            in_order.dedup();
            prop_assert_eq!(&listed, &in_order, "rows in order, each once");
            for y in 0..GRID.rows {
                for x in 0..GRID.columns {
                    let (px, py) = (i32::from(x * GRID.tile_w), i32::from(y * GRID.tile_h));
                    let tile = Rect::new(px, py, px + i32::from(GRID.tile_w), py + i32::from(GRID.tile_h));
                    let has = listed.contains(&(x, y));
                    if walked(t.shape(), tile).pixels() > 0 {
                        prop_assert!(has, "tile {x},{y} is covered");
                    }
                    if apart(&rules, &v, tile) {
                        prop_assert!(!has, "tile {x},{y} is nowhere near");
                    }
                }
            }
        }
    }

    #[test]
    fn clip_keeps_exactly_the_tiles_it_meets(
        v in [vertex(70), vertex(70), vertex(70)], x in 0..50i32, y in 0..30i32, w in 1..20i32, h in 1..20i32
    ) {
        let rules = RasterRules::S12_4;
        if let Ok(t) = Triangle::new(&rules, v) {
            let clip = Rect::new(x, y, x + w, y + h).intersect(&t.shape().bounds());
            let expected: Vec<_> = t.shape().tiles_touched(GRID, ALL)
                .filter(|(tx, ty)| {
                    let (px, py) = (i32::from(tx * GRID.tile_w), i32::from(ty * GRID.tile_h));
                    !Rect::new(px, py, px + i32::from(GRID.tile_w), py + i32::from(GRID.tile_h))
                        .intersect(&clip).is_empty()
                })
                .collect();
            prop_assert_eq!(t.shape().tiles_touched(GRID, clip).collect::<Vec<_>>(), expected);
        }
    }

    #[test]
    fn any_grid_is_safe(
        v in [vertex(70), vertex(70), vertex(70)],
        tile_w in any::<u16>(), tile_h in any::<u16>(), columns in any::<u16>(), rows in any::<u16>()
    ) {
        let grid = TileGrid { tile_w, tile_h, columns, rows };
        if let Ok(t) = Triangle::new(&RasterRules::S12_4, v) {
            for (x, y) in t.shape().tiles_touched(grid, ALL) {
                prop_assert!(x < columns && y < rows);
            }
        }
    }
}

#[test]
fn a_full_screen_triangle_is_in_every_tile_of_its_half() {
    let v = [
        Xy::new(0, 0),
        Xy::new(64 * 4 * 16, 0),
        Xy::new(0, 64 * 4 * 16),
    ];
    let t = Triangle::new(&RasterRules::S12_4, v).unwrap();
    let grid = TileGrid {
        tile_w: 64,
        tile_h: 64,
        columns: 4,
        rows: 4,
    };
    let listed: Vec<_> = t.shape().tiles_touched(grid, ALL).collect();
    let expected: Vec<_> = (0..4u16)
        .flat_map(|y| (0..4 - y).map(move |x| (x, y)))
        .collect();
    assert_eq!(listed, expected);
}
