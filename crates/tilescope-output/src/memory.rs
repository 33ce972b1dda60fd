//! The memory behind an area: tiles that are read and written whole.

use tilescope_core::Stopped;

/// Pixels on a side of a tile.
pub const TILE: u32 = 4;
/// Pixels on a side of an area.
///
/// A multiple of the tiles of every family: supertiles of Vivante are 64x64 pixels, and
/// tiles of Midgard 16x16. Areas share no byte of such a surface.
pub const AREA: u32 = 64;
/// Tiles across an area.
pub const TILES_ACROSS: u32 = AREA / TILE;
/// Tiles of an area, for one sample.
pub const TILES: usize = (TILES_ACROSS * TILES_ACROSS) as usize;
/// Pixels of an area.
pub const PIXELS: usize = (AREA * AREA) as usize;
/// Pixels of a tile.
pub const TILE_PIXELS: usize = (TILE * TILE) as usize;
/// The most bytes of a tile: 16 for each pixel.
pub const TILE_BYTES: usize = 16 * TILE_PIXELS;

/// The sample of a tile, and its first column and row in the area.
pub const fn tile_place(tile: u32) -> (u32, u32, u32) {
    let (sample, tile) = (tile / TILES as u32, tile % TILES as u32);
    let (x, y) = (tile % TILES_ACROSS, tile / TILES_ACROSS);
    (sample, x * TILE, y * TILE)
}

/// Tiles whose bytes follow each other in memory.
#[derive(Clone, Copy, Debug)]
pub struct Run<'a> {
    /// Address of the first one.
    pub address: u64,
    /// Addresses and numbers of all of them.
    pub tiles: &'a [(u64, u32)],
    /// Bytes of each.
    pub tile_bytes: usize,
}

/// One buffer of an area, in tiles of 4x4 pixels of one sample.
///
/// Tile `sample * TILES + row * TILES_ACROSS + column` has the pixels of
/// [`tile_place`], row by row. The family implements it: for a surface with tile
/// status, for a tile buffer, for memory on the chip.
pub trait TileMemory {
    /// Reads a tile.
    ///
    /// # Errors
    /// If the hardware stops at the access.
    fn read(&mut self, tile: u32, out: &mut [u8]) -> Result<(), Stopped>;

    /// Writes a tile.
    ///
    /// # Errors
    /// If the hardware stops at the access.
    fn write(&mut self, tile: u32, data: &[u8]) -> Result<(), Stopped>;

    /// The address of a tile whose bytes follow each other. Tiles with addresses are
    /// moved together where they are neighbours.
    #[inline]
    fn address(&self, tile: u32) -> Option<u64> {
        let _ = tile;
        None
    }

    /// Reads tiles before they are needed. Returns whether it did. An access that would
    /// be reported is left undone, without a report.
    #[inline]
    fn read_ahead(&mut self, run: &Run<'_>, out: &mut [u8]) -> bool {
        let _ = (run, out);
        false
    }

    /// Writes tiles that follow each other.
    ///
    /// # Errors
    /// If the hardware stops at an access.
    fn write_run(&mut self, run: &Run<'_>, data: &[u8]) -> Result<(), Stopped> {
        let parts = data.chunks_exact(run.tile_bytes.max(1));
        for ((_, tile), part) in run.tiles.iter().zip(parts) {
            self.write(*tile, part)?;
        }
        Ok(())
    }
}

/// The buffers of an area. A missing buffer reads as 0 and is not written.
pub trait Buffers {
    /// The depth buffer.
    fn depth(&mut self) -> Option<impl TileMemory>;

    /// The stencil buffer, where it is separate.
    fn stencil(&mut self) -> Option<impl TileMemory> {
        None::<Absent>
    }

    /// Render target `n`.
    fn color(&mut self, n: usize) -> Option<impl TileMemory>;
}

/// A missing buffer: the default of [`Buffers::stencil`].
#[derive(Clone, Copy, Debug)]
pub struct Absent;

impl TileMemory for Absent {
    fn read(&mut self, _: u32, out: &mut [u8]) -> Result<(), Stopped> {
        out.fill(0);
        Ok(())
    }

    fn write(&mut self, _: u32, _: &[u8]) -> Result<(), Stopped> {
        Ok(())
    }
}
