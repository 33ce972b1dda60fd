//! Images of texels and of compressed blocks alike: rows, tiles of 16x16, and compressed frame
//! buffers.
//!
//! An *element* is a texel, or a block of a compressed format. Interleaved images are
//! rows of tiles of 16x16 elements, of 4x4 if the format is compressed; the elements of a
//! tile are in the order of [`U_INTERLEAVED_1`].
//!
//! Sources: Mesa 22.3.6 `src/panfrost/shared/pan_tiling.c`, `src/panfrost/lib/pan_layout.c`
//! and `docs/drivers/panfrost.rst`.

use crate::afbc;
use crate::layouts::U_INTERLEAVED_1;

/// The order of the elements of an image.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Order {
    /// Rows.
    Linear,
    /// Rows of tiles.
    Interleaved,
    /// Headers and bodies of superblocks of 16x16 texels.
    Afbc,
}

/// The elements of a format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Elements {
    /// Bytes of an element.
    pub bytes: u32,
    /// Texels of an element: width, height.
    pub block: (u32, u32),
}

impl Elements {
    /// Single texels of `bytes` bytes.
    pub const fn texels(bytes: u32) -> Elements {
        Elements {
            bytes,
            block: (1, 1),
        }
    }

    /// Width and height of an interleaved tile, as a power of two of elements.
    const fn tile_log2(&self) -> u32 {
        match self.block.0 {
            0 | 1 => 4,
            _ => 2,
        }
    }

    /// Columns and rows of elements of an image of this size in texels.
    pub const fn count(&self, (width, height): (u32, u32)) -> (u32, u32) {
        let (w, h) = self.block;
        let (w, h) = (if w == 0 { 1 } else { w }, if h == 0 { 1 } else { h });
        (width.div_ceil(w), height.div_ceil(h))
    }

    /// Offset of an element from the start of its image. `row_stride` is that of
    /// [`Slice`]. Compressed frame buffers have no such offsets: they count as linear.
    #[inline]
    pub fn offset(&self, order: Order, row_stride: i64, (x, y): (u32, u32)) -> i64 {
        let bytes = i64::from(self.bytes);
        match order {
            Order::Linear | Order::Afbc => i64::from(y)
                .wrapping_mul(row_stride)
                .wrapping_add(i64::from(x) * bytes),
            Order::Interleaved => {
                let log2 = self.tile_log2();
                let mask = (1 << log2) - 1;
                let tile = u64::from(x >> log2) << (2 * log2);
                let within = U_INTERLEAVED_1.within_tile(x & mask, y & mask);
                i64::from(y >> log2)
                    .wrapping_mul(row_stride)
                    .wrapping_add((tile + u64::from(within)) as i64 * bytes)
            }
        }
    }
}

/// The distances of one level of an image, as the hardware derives them if a texture has
/// no strides of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slice {
    /// Bytes from one row of elements to the next; interleaved, from one row of tiles;
    /// compressed, from one row of headers.
    pub row_stride: u64,
    /// Bytes of the image, compressed without headers.
    pub size: u64,
    /// Bytes of the headers of a compressed frame buffer.
    pub header_size: u64,
}

/// Bytes that headers of compressed frame buffers are padded to.
const HEADER_ALIGN: u64 = 64;

impl Slice {
    /// The slice of an image of this size in texels, without padding between rows.
    pub fn packed(order: Order, elements: Elements, size: (u32, u32)) -> Slice {
        let (across, down) = elements.count(size);
        let (across, down, bytes) = (
            u64::from(across),
            u64::from(down),
            u64::from(elements.bytes),
        );
        match order {
            Order::Linear => Slice {
                row_stride: across * bytes,
                size: across * bytes * down,
                header_size: 0,
            },
            Order::Interleaved => {
                let side = 1 << elements.tile_log2();
                let row_stride = across.next_multiple_of(side) * bytes * side;
                Slice {
                    row_stride,
                    size: row_stride * down.div_ceil(side),
                    header_size: 0,
                }
            }
            Order::Afbc => {
                let (across, down) = (across.div_ceil(16), down.div_ceil(16));
                let row_stride = across * afbc::HEADER_BYTES;
                Slice {
                    row_stride,
                    size: across * down * 256 * bytes,
                    header_size: (row_stride * down).next_multiple_of(HEADER_ALIGN),
                }
            }
        }
    }
}

#[cfg(test)]
mod tests;
