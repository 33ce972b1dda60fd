//! Squares of an area that leave it together: the tiles of a tile buffer.

use tilescope_core::Stopped;

use crate::area::{Area, Plane};
use crate::memory::{Buffers, TILE, TILE_PIXELS, TILES, TILES_ACROSS};

/// A square of pixels of an area, with its samples.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Square {
    /// The first pixel in the area.
    pub at: (u32, u32),
    /// Pixels on a side, a multiple of 4.
    pub side: u32,
    /// Samples of a pixel.
    pub samples: u32,
}

impl Square {
    /// The numbers of its tiles of 4x4 pixels: row by row, one sample after the other.
    fn tiles(self) -> impl Iterator<Item = u32> {
        let first = self.at.1 / TILE * TILES_ACROSS + self.at.0 / TILE;
        let across = self.side / TILE;
        (0..self.samples).flat_map(move |sample| {
            let first = sample * TILES as u32 + first;
            (0..across).flat_map(move |row| {
                let first = first + row * TILES_ACROSS;
                first..first + across
            })
        })
    }

    /// Whether a pixel of it was drawn.
    pub fn is_drawn(self, area: &Area, plane: Plane) -> bool {
        self.tiles().any(|tile| area.is_drawn(plane, tile))
    }

    /// Reads its pixels, of `bytes` each: one sample after the other, tiles of 4x4 pixels row
    /// by row, and their pixels row by row.
    ///
    /// # Errors
    /// That of the buffers.
    pub fn read<B: Buffers>(
        self,
        area: &mut Area,
        (plane, bytes): (Plane, usize),
        buffers: &mut B,
        out: &mut Vec<u8>,
    ) -> Result<(), Stopped> {
        let pixels = (self.side * self.side * self.samples) as usize;
        out.resize(pixels * bytes, 0);
        area.read_out(plane, self.tiles(), buffers, (TILE_PIXELS * bytes, out))
    }
}
