//! Quads that a primitive covers, tiles of 4x4 pixels that are covered whole apart: their
//! batches need no masks, and their pixels are together in areas.

use tilescope_raster::coverage::{BLOCK, Cover};
use tilescope_raster::{Quad, Rect};

use crate::batch::{BatchQuad, QUADS};
use crate::prims::Prim;

/// Pixels on a side of the tile that a batch covers.
const TILE: i32 = 4;

/// Quads of a primitive, with one sample a pixel.
#[derive(Debug, Default)]
pub(crate) struct Covered {
    /// Tiles that are covered whole: their quads, two by two.
    pub tiles: Vec<[BatchQuad; QUADS]>,
    /// Others.
    pub quads: Vec<BatchQuad>,
}

impl Covered {
    /// Takes the quads of primitive `n` inside `rect`.
    #[inline(always)]
    pub fn take(&mut self, n: u32, prim: &Prim, rect: Rect) {
        self.tiles.clear();
        self.quads.clear();
        prim.shape.walk_blocks(rect, &mut Of { n, all: self });
    }
}

/// [`Covered`] that quads of primitive `n` are added to.
struct Of<'c> {
    n: u32,
    all: &'c mut Covered,
}

impl Of<'_> {
    /// A quad of which all pixels are covered.
    #[inline(always)]
    fn whole(&self, x: i32, y: i32) -> BatchQuad {
        BatchQuad::of_pixels(self.n, &Quad { x, y, coverage: 15 })
    }
}

impl Cover for Of<'_> {
    #[inline(always)]
    fn quad(&mut self, quad: Quad) {
        self.all.quads.push(BatchQuad::of_pixels(self.n, &quad));
    }

    #[inline(always)]
    fn block(&mut self, x: i32, y: i32) {
        let first = [(0, 0), (TILE, 0), (0, TILE), (TILE, TILE)];
        const _: () = assert!(BLOCK == 2 * TILE);
        for (dx, dy) in first {
            let (x, y) = (x + dx, y + dy);
            let tile = [(0, 0), (2, 0), (0, 2), (2, 2)];
            let mut quads = [BatchQuad::default(); QUADS];
            for (quad, (dx, dy)) in quads.iter_mut().zip(tile) {
                *quad = self.whole(x + dx, y + dy);
            }
            match (x | y) % TILE {
                0 => self.all.tiles.push(quads),
                _ => self.all.quads.extend_from_slice(&quads),
            }
        }
    }
}
