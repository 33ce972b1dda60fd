//! Tile buffers: their pixels before anything is drawn, and their way to memory.
//!
//! ```text
//! first.rs        clear values, and surfaces that are read first
//! store.rs        write-back: samples are averaged or written apart, and pixels are converted
//! surface.rs      surfaces in memory          superblocks.rs   those that are compressed
//! ```
//!
//! The tiles of a chip have 16x16 pixels; an area is several of them.

mod first;
mod store;
mod superblocks;
mod surface;
#[cfg(test)]
mod tests;

pub use first::TileBuffer;
pub use superblocks::Superblocks;
pub use surface::{PixelOrder, SIDE, Surface};

use tilescope_pixel::fields::{Fields, Stored};

use crate::depth_fields::{DepthFields, DepthPixels};
use crate::depth_state::{DepthBits, DepthFormat};

/// The buffers of a framebuffer.
#[derive(Clone, Debug)]
pub struct TileBuffers {
    /// Render targets.
    pub colors: Vec<ColorBuffer>,
    /// Depth and stencil.
    pub depth: DepthBuffer,
    /// Samples of a pixel.
    pub samples: u32,
    /// Checksums of the tiles of the first render target.
    pub checksums: Option<Checksums>,
}

/// A render target.
#[derive(Clone, Debug)]
pub struct ColorBuffer {
    /// The channels of a pixel in the tile buffer; none of pixels that are no fractions.
    pub fields: Fields,
    /// The pixel of the clear colour.
    pub clear: [u8; 16],
    /// The surface that is read before anything is drawn, instead of the clear colour.
    pub preload: Option<Target<Stored>>,
    /// The surface that is written.
    pub writeback: Option<Target<Stored>>,
    /// Pixels are written although nothing is drawn to their tile.
    pub writes_clean: bool,
}

/// Depth and stencil.
#[derive(Clone, Debug)]
pub struct DepthBuffer {
    /// The format in the tile buffer.
    pub pixels: DepthPixels,
    /// Clear values.
    pub clear: (f32, u8),
    /// The surface of depth, and of stencil if its format has any.
    pub depth: Option<Target<DepthFields>>,
    /// The surface of stencil.
    pub stencil: Option<Target<DepthFields>>,
    /// The surface that is read before anything is drawn.
    pub preload: Option<Target<DepthFields>>,
    /// Pixels are written although nothing is drawn to their tile.
    pub writes_clean: bool,
}

impl DepthBuffer {
    /// Depth of `bits` bits and stencil without surfaces.
    ///
    /// Depth of 16 bits is kept in 24, with another largest value, so that stencil has a
    /// place beside it.
    pub fn cleared(bits: u32, clear: (f32, u8)) -> DepthBuffer {
        let (format, largest) = match bits {
            16 => (DepthFormat::D24S8(DepthBits::High), 65_535.0),
            32 => (DepthFormat::D32FS8, 1.0),
            _ => (DepthFormat::D24S8(DepthBits::High), 16_777_215.0),
        };
        DepthBuffer {
            pixels: DepthPixels { format, largest },
            clear,
            depth: None,
            stencil: None,
            preload: None,
            writes_clean: false,
        }
    }
}

/// A surface of a buffer.
#[derive(Clone, Copy, Debug)]
pub struct Target<F> {
    /// The surface.
    pub surface: Surface,
    /// The format in memory.
    pub stored: F,
    /// The samples that are written.
    pub samples: StoredSamples,
}

/// The samples of a pixel that are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StoredSamples {
    /// The first.
    First,
    /// The mean of all, of colours; the first, of depth and stencil.
    Mean,
    /// All, apart.
    All,
}

/// Checksums of tiles (CRC), eight bytes each (Mesa `pan_layout.c`, `CHECKSUM_BYTES_PER_TILE`):
/// a tile whose checksum is already in the buffer is not written. The function of the hardware
/// is not public. Only the GPU reads the buffer, so that programs see only which tiles are
/// written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Checksums {
    /// The buffer.
    pub base: u64,
    /// Bytes from a row of tiles to the next.
    pub row_stride: u32,
    /// Tiles are compared with it.
    pub reads: bool,
    /// It gets the checksums of tiles.
    pub writes: bool,
}
