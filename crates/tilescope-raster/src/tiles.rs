//! The tiles of a grid that a primitive may touch, for binning.

use crate::coverage::{Convex, Rect};

/// A grid of equal tiles whose first has its corner at pixel (0, 0).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TileGrid {
    /// Pixels across a tile; 0 is read as 1.
    pub tile_w: u16,
    /// Rows of a tile; 0 is read as 1.
    pub tile_h: u16,
    /// Tiles in a row.
    pub columns: u16,
    /// Rows of tiles.
    pub rows: u16,
}

/// The tiles of a grid that a shape overlaps, row by row. See
/// [`Convex::tiles_touched`].
#[derive(Clone, Debug)]
pub struct Tiles<'a, const N: usize> {
    shape: &'a Convex<N>,
    tile_w: i32,
    tile_h: i32,
    /// Range of tiles that the bounds overlap.
    range: Rect,
    x: i32,
    y: i32,
}

impl<const N: usize> Convex<N> {
    /// The tiles of `grid` in which a sample may be covered, as `(column,
    /// row)`, in row-major order.
    ///
    /// Conservative (no covered sample is in an omitted tile) and tight: a
    /// tile is given only if the bounds reach it and no single edge excludes
    /// all its samples. `clip` restricts the answer to tiles that overlap that
    /// rectangle of pixels, as a scissor does.
    #[inline]
    pub fn tiles_touched(&self, grid: TileGrid, clip: Rect) -> Tiles<'_, N> {
        let (tile_w, tile_h) = (i32::from(grid.tile_w.max(1)), i32::from(grid.tile_h.max(1)));
        let area = self.bounds().intersect(&clip).intersect(&Rect::new(
            0,
            0,
            // Below 2^32, but the bounds are below 2^23 pixels anyway.
            i32::from(grid.columns).saturating_mul(tile_w),
            i32::from(grid.rows).saturating_mul(tile_h),
        ));
        let range = if area.is_empty() {
            Rect::new(0, 0, 0, 0)
        } else {
            Rect::new(
                area.x0 / tile_w,
                area.y0 / tile_h,
                (area.x1 - 1) / tile_w + 1,
                (area.y1 - 1) / tile_h + 1,
            )
        };
        Tiles {
            shape: self,
            tile_w,
            tile_h,
            range,
            x: range.x0,
            y: range.y0,
        }
    }
}

impl<const N: usize> Iterator for Tiles<'_, N> {
    type Item = (u16, u16);

    #[inline(always)]
    fn next(&mut self) -> Option<(u16, u16)> {
        while self.y < self.range.y1 {
            while self.x < self.range.x1 {
                let (x, y) = (self.x, self.y);
                self.x += 1;
                if !self
                    .shape
                    .misses(x * self.tile_w, y * self.tile_h, self.tile_w, self.tile_h)
                {
                    return Some((x as u16, y as u16));
                }
            }
            self.x = self.range.x0;
            self.y += 1;
        }
        None
    }
}
