//! Squares of an area that leave it together: the tiles of a tile buffer.

use tilescope_core::Stopped;

use crate::area::{Area, Plane};
use crate::memory::{Buffers, TILE, TILES, TILES_ACROSS};

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
    /// The numbers of its tiles of 4x4 pixels in `sample`, with their places.
    fn tiles(self, sample: u32) -> impl Iterator<Item = (u32, u32, u32)> {
        let (x, y) = (self.at.0 / TILE, self.at.1 / TILE);
        let across = self.side / TILE;
        (0..across * across).map(move |n| {
            let (column, row) = (n % across, n / across);
            let within = (y + row) * TILES_ACROSS + x + column;
            (sample * TILES as u32 + within, column * TILE, row * TILE)
        })
    }

    /// Whether a pixel of it was drawn.
    pub fn is_drawn(self, area: &Area, plane: Plane) -> bool {
        (0..self.samples).any(|sample| {
            let mut tiles = self.tiles(sample);
            tiles.any(|(tile, _, _)| area.is_drawn(plane, tile))
        })
    }

    /// Reads its pixels, of `bytes` each, row by row; one sample after the other.
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
        let pixels = (self.side * self.side) as usize;
        out.clear();
        out.resize(pixels * bytes * self.samples as usize, 0);
        let mut tile_pixels = [0; 16 * 16];
        let tile_pixels = &mut tile_pixels[..16 * bytes.clamp(1, 16)];
        for sample in 0..self.samples {
            let from = pixels * bytes * sample as usize;
            for (tile, x, y) in self.tiles(sample) {
                area.read_out(plane, tile, buffers, tile_pixels)?;
                for (row, data) in (y..).zip(tile_pixels.chunks_exact(4 * bytes)) {
                    let at = from + (row * self.side + x) as usize * bytes;
                    if let Some(out) = out.get_mut(at..at + data.len()) {
                        out.copy_from_slice(data);
                    }
                }
            }
        }
        Ok(())
    }
}
