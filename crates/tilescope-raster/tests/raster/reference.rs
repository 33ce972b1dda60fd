//! A slow reference rasteriser for comparison, and generators.
//!
//! Ownership of edges is not decided by the kind of edge: every sample is moved
//! by a tiny amount along x and a far tinier one along y, in 128-bit integers
//! fine enough that the movement never reaches another edge, and then tested
//! for being strictly inside.

use proptest::prelude::*;
use tilescope_raster::rules::{OwnedEnd, OwnedSide};
use tilescope_raster::{
    Convex, FillRule, Quad, RasterRules, Rect, SamplePositions, SubpixelBits, Xy, coverage,
};

/// A bit per sample for every pixel of `rect`, row by row.
#[derive(Clone, PartialEq, Eq)]
pub struct Cover {
    pub rect: Rect,
    pub masks: Vec<u16>,
}

impl std::fmt::Debug for Cover {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        writeln!(f, "{:?}", self.rect)?;
        for row in self.masks.chunks((self.rect.x1 - self.rect.x0) as usize) {
            for mask in row {
                write!(f, "{mask:x}")?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

impl Cover {
    pub fn empty(rect: Rect) -> Self {
        let pixels = (rect.x1 - rect.x0).max(0) * (rect.y1 - rect.y0).max(0);
        Self {
            rect,
            masks: vec![0; pixels as usize],
        }
    }

    pub fn at(&mut self, x: i32, y: i32) -> &mut u16 {
        let r = self.rect;
        assert!(
            x >= r.x0 && x < r.x1 && y >= r.y0 && y < r.y1,
            "pixel {x},{y} outside {r:?}"
        );
        &mut self.masks[((y - r.y0) * (r.x1 - r.x0) + x - r.x0) as usize]
    }

    /// Adds samples, none of which may be there already.
    pub fn add(&mut self, other: &Self) {
        for (i, mask) in other.masks.iter().enumerate() {
            assert_eq!(self.masks[i] & mask, 0, "a sample covered twice");
            self.masks[i] |= mask;
        }
    }

    pub fn pixels(&self) -> usize {
        self.masks.iter().filter(|m| **m != 0).count()
    }
}

/// The coverage of `shape.walk`; checks that quads are aligned, not empty, and
/// appear once.
pub fn walked<const N: usize>(shape: &Convex<N>, rect: Rect) -> Cover {
    let mut cover = Cover::empty(rect);
    walk_into(shape, rect, &mut cover);
    cover
}

pub fn walk_into<const N: usize>(shape: &Convex<N>, rect: Rect, cover: &mut Cover) {
    let bits = if shape.samples() == 1 { 1 } else { 4 };
    shape.walk(rect, |q| {
        assert_eq!((q.x & 1, q.y & 1), (0, 0), "quad off the grid");
        assert_ne!(q.coverage, 0, "empty quad");
        for pixel in 0..4 {
            let mask = q.coverage >> (pixel * bits) & ((1 << bits) - 1);
            if mask != 0 {
                let at = cover.at(q.x + (pixel & 1), q.y + (pixel >> 1));
                assert_eq!(*at, 0, "pixel given twice");
                *at = mask;
            }
        }
    });
}

/// The coverage of `shape.walk_blocks`, with the same checks, and that blocks of large shapes
/// are on their grid.
pub fn walked_blocks<const N: usize>(shape: &Convex<N>, rect: Rect) -> Cover {
    struct Blocks {
        cover: Cover,
        grid: i32,
    }
    impl coverage::Cover for Blocks {
        fn quad(&mut self, q: Quad) {
            assert_eq!((q.x & 1, q.y & 1), (0, 0), "quad off the grid");
            assert_ne!(q.coverage, 0, "empty quad");
            for pixel in (0..4).filter(|pixel| q.coverage >> pixel & 1 != 0) {
                let at = self.cover.at(q.x + (pixel & 1), q.y + (pixel >> 1));
                assert_eq!(*at, 0, "pixel given twice");
                *at = 1;
            }
        }

        fn block(&mut self, x: i32, y: i32) {
            assert_eq!((x % self.grid, y % self.grid), (0, 0), "block off the grid");
            for at in 0..64 {
                let at = self.cover.at(x + at % 8, y + at / 8);
                assert_eq!(*at, 0, "pixel given twice");
                *at = 1;
            }
        }
    }
    let inside = shape.bounds().intersect(&rect);
    let large = inside.x1 - inside.x0 >= 16 && inside.y1 - inside.y0 >= 16;
    let mut blocks = Blocks {
        cover: Cover::empty(rect),
        grid: if large { 8 } else { 2 },
    };
    shape.walk_blocks(rect, &mut blocks);
    blocks.cover
}

/// Coverage of the convex polygon `corners` (any winding) from first
/// principles.
pub fn reference(rules: &RasterRules, corners: &[Xy], rect: Rect) -> Cover {
    const FINE: i128 = 1 << 60;
    const STEP: i128 = 1 << 29;
    let unit = i128::from(rules.subpixel.unit());
    let move_x = match rules.fill.side {
        OwnedSide::Left => STEP,
        OwnedSide::Right => -STEP,
    };
    let move_y = match rules.fill.end {
        OwnedEnd::SmallestY => 1,
        OwnedEnd::LargestY => -1,
    };
    let positions: Vec<(u8, u8)> = match rules.samples {
        SamplePositions::One => vec![rules.pixel_centre],
        SamplePositions::Two(p) => p.to_vec(),
        SamplePositions::Four(p) => p.to_vec(),
    };
    let fine = |v: Xy| (i128::from(v.x) * FINE, i128::from(v.y) * FINE);
    let mut cover = Cover::empty(rect);
    for y in rect.y0..rect.y1 {
        for x in rect.x0..rect.x1 {
            for (s, (sx, sy)) in positions.iter().enumerate() {
                let px = (i128::from(x) * unit + i128::from(*sx) * unit / 16) * FINE + move_x;
                let py = (i128::from(y) * unit + i128::from(*sy) * unit / 16) * FINE + move_y;
                let sides: Vec<i128> = (0..corners.len())
                    .map(|i| {
                        let (ax, ay) = fine(corners[i]);
                        let (bx, by) = fine(corners[(i + 1) % corners.len()]);
                        // One factor back at the coarse scale keeps it in range.
                        ((bx - ax) / FINE * (py - ay) - (by - ay) / FINE * (px - ax)).signum()
                    })
                    .collect();
                if sides.iter().all(|s| *s > 0) || sides.iter().all(|s| *s < 0) {
                    *cover.at(x, y) |= 1 << s;
                }
            }
        }
    }
    cover
}

pub fn rules() -> impl Strategy<Value = RasterRules> {
    let position = (0u8..16, 0u8..16);
    let samples = prop_oneof![
        3 => Just(SamplePositions::One),
        1 => [position.clone(), position.clone()].prop_map(SamplePositions::Two),
        2 => Just(SamplePositions::ROTATED_GRID_4),
        1 => [position.clone(), position.clone(), position.clone(), position.clone()]
            .prop_map(SamplePositions::Four),
    ];
    let fill = (
        prop_oneof![Just(OwnedSide::Left), Just(OwnedSide::Right)],
        prop_oneof![Just(OwnedEnd::SmallestY), Just(OwnedEnd::LargestY)],
    )
        .prop_map(|(side, end)| FillRule { side, end });
    (
        4u32..=8,
        fill,
        prop_oneof![Just((8, 8)), Just((0, 0)), position],
        samples,
    )
        .prop_map(|(bits, fill, pixel_centre, samples)| RasterRules {
            subpixel: SubpixelBits::new(bits).unwrap(),
            fill,
            pixel_centre,
            samples,
            ..RasterRules::S12_4
        })
}

/// Coordinates of up to `limit` pixels, in units of 1/16 pixel, often exactly
/// on pixel centres and corners.
pub fn coordinate(limit: i32) -> impl Strategy<Value = i32> {
    prop_oneof![
        -limit * 16..=limit * 16,
        (-limit * 2..=limit * 2).prop_map(|v| v * 8),
        (-limit..=limit).prop_map(|v| v * 16),
    ]
}

pub fn vertex(limit: i32) -> impl Strategy<Value = Xy> {
    (coordinate(limit), coordinate(limit)).prop_map(|(x, y)| Xy::new(x, y))
}

pub fn rect(limit: i32, size: i32) -> impl Strategy<Value = Rect> {
    (-limit..limit, -limit..limit, 0..size, 0..size)
        .prop_map(|(x, y, w, h)| Rect::new(x, y, x + w, y + h))
}

/// 1/16 pixel to the grid of `rules`.
pub fn scale(rules: &RasterRules, v: Xy) -> Xy {
    let by = rules.subpixel.unit() / 16;
    Xy::new(v.x * by, v.y * by)
}
