//! Surfaces: the memory address of the pixel at (x, y).
//!
//! | tiling | padded to | bytes of a row of tiles |
//! | --- | --- | --- |
//! | linear | | |
//! | tiled | 4x4 pixels | 4 rows of pixels |
//! | supertiled, either order | 64x64 | 4 rows of pixels; 16 of those make a row of supertiles |
//! | multi-tiled | 8x8 | as tiled, in each pipe's half |
//! | multi-supertiled | 64x128 | as supertiled, in each pipe's half |
//!
//! Sources: etna_viv doc/hardware.md; Mesa etnaviv_rs.c, `etna_compile_rs_state`,
//! and etnaviv_resource.c, `etna_layout_multiple`.

pub mod copier;
mod formats;
pub mod pe;
pub mod texture;

pub use formats::{
    CONVERSION, TexelFormat, blt_format, byte_swap, pe_format, rs_component_bits, rs_format,
    te_format,
};

use std::ops::Range;

use tilescope_pixel::{Layout, Mover, Rect, layouts};

use crate::log::Register;

/// The memory layout of a surface.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Tiling {
    /// Row by row.
    Linear,
    /// Tiles of 4x4.
    Tiled,
    /// Tiles in supertiles of 64x64.
    SuperTiled,
    /// The same with tiles in the newer order, of chips with CACHE128B256BPERLINE.
    SuperTiledNew,
    /// Tiles distributed to two pixel pipes in a checkerboard pattern.
    MultiTiled,
    /// Supertiles whose tiles are distributed to two pixel pipes.
    MultiSuperTiled,
}

impl Tiling {
    /// The name for messages.
    pub fn name(self) -> &'static str {
        match self {
            Tiling::Linear => "linear",
            Tiling::Tiled => "tiled",
            Tiling::SuperTiled => "supertiled",
            Tiling::SuperTiledNew => "supertiled in the newer order",
            Tiling::MultiTiled => "multi-tiled",
            Tiling::MultiSuperTiled => "multi-supertiled",
        }
    }

    /// Whether pixels are in tiles of 4x4.
    pub fn is_tiled(self) -> bool {
        self != Tiling::Linear
    }

    /// Whether two pixel pipes share the surface.
    pub fn is_multi(self) -> bool {
        matches!(self, Tiling::MultiTiled | Tiling::MultiSuperTiled)
    }

    /// Whether tiles are in supertiles.
    pub fn is_super(self) -> bool {
        matches!(
            self,
            Tiling::SuperTiled | Tiling::SuperTiledNew | Tiling::MultiSuperTiled
        )
    }

    /// The layout for pixels of `pixel_bytes` bytes, if there is one.
    pub fn layout(self, pixel_bytes: u32) -> Option<&'static Layout> {
        use layouts::*;
        let rows: &[&'static Layout] = match self {
            Tiling::Linear => &[&LINEAR_1, &LINEAR_2, &LINEAR_4, &LINEAR_8, &LINEAR_16],
            Tiling::Tiled => &[&TILED_1, &TILED_2, &TILED_4, &TILED_8],
            Tiling::SuperTiled => &[&SUPERTILED_1, &SUPERTILED_2, &SUPERTILED_4, &SUPERTILED_8],
            Tiling::SuperTiledNew => &[
                &SUPERTILED_NEW_1,
                &SUPERTILED_NEW_2,
                &SUPERTILED_NEW_4,
                &SUPERTILED_NEW_8,
            ],
            Tiling::MultiTiled => &[
                &MULTI_TILED_1,
                &MULTI_TILED_2,
                &MULTI_TILED_4,
                &MULTI_TILED_8,
            ],
            Tiling::MultiSuperTiled => &[
                &MULTI_SUPERTILED_1,
                &MULTI_SUPERTILED_2,
                &MULTI_SUPERTILED_4,
                &MULTI_SUPERTILED_8,
            ],
        };
        let of_size = |l: &&&'static Layout| l.element_bytes == pixel_bytes;
        rows.iter().find(of_size).copied()
    }
}

/// The distance between rows, in the units' different encodings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stride {
    /// Bytes from one row of pixels to the next, that is, a quarter of the bytes of a
    /// row of tiles: PE, BLT and drivers.
    OfPixels(u32),
    /// Bytes from one row of tiles to the next; of pixels where the surface is
    /// linear: RS.
    OfTiles(u32),
}

/// A surface in memory.
#[derive(Clone, Copy, Debug)]
pub struct Surface {
    /// Address of the surface, and of the second pipe's half if two pipes share it.
    pub bases: [u32; 2],
    /// Its layout.
    pub tiling: Tiling,
    /// Bytes of a pixel: 1, 2, 4 or 8; of a compressed block 8 or 16, in linear
    /// surfaces only.
    pub pixel_bytes: u32,
    /// Bytes from one row of tiles to the next, or of pixels where it is linear.
    pub stride: u32,
    /// The register that holds the address.
    pub base_register: Option<Register>,
    pixels: tilescope_pixel::Surface,
}

/// The largest number of rows of a surface that registers can describe.
const ROWS: u32 = 1 << 16;

impl Surface {
    /// A surface; `None` if there is no such layout for the size of its pixels.
    pub fn new(
        tiling: Tiling,
        pixel_bytes: u32,
        bases: [u32; 2],
        stride: Stride,
    ) -> Option<Surface> {
        let layout = tiling.layout(pixel_bytes)?;
        let stride = match stride {
            Stride::OfPixels(bytes) if tiling.is_tiled() => bytes.wrapping_mul(4),
            Stride::OfPixels(bytes) | Stride::OfTiles(bytes) => bytes,
        };
        // Rows of tiles per row of the layout's tiles in each pipe's part.
        let rows = match tiling {
            Tiling::Linear => 1,
            _ => (layout.tile_size().1 / 4) >> layout.banks_log2,
        };
        let row_bytes = u64::from(stride) * u64::from(rows);
        let width = (stride / pixel_bytes).max(1);
        let apart = bases[1].wrapping_sub(bases[0]);
        let pixels = tilescope_pixel::Surface::with_row_bytes(layout, width, ROWS, row_bytes)
            .with_bank_stride(apart.into());
        Some(Surface {
            bases,
            tiling,
            pixel_bytes,
            stride,
            base_register: None,
            pixels,
        })
    }

    /// The same surface, with `register` as the source of its address.
    pub fn based_on(self, register: Register) -> Surface {
        Surface {
            base_register: Some(register),
            ..self
        }
    }

    /// Transfers of its pixels, at offsets: see [`Surface::at`].
    pub fn mover(&self) -> Mover {
        Mover::new(self.pixels)
    }

    /// The address at an offset of a [`Surface::mover`]. Addresses wrap around at 32 bits,
    /// as on the bus.
    #[inline]
    pub fn at(&self, offset: u64) -> u32 {
        self.bases[0].wrapping_add(offset as u32)
    }

    /// See [`tilescope_pixel::Surface::extent`].
    pub fn extent(&self, rect: Rect) -> Range<u64> {
        self.pixels.extent(rect)
    }

    /// The layout of its pixels.
    pub fn layout(&self) -> &'static Layout {
        self.pixels.layout()
    }

    /// Address of the pixel at (x, y).
    #[inline]
    pub fn address(&self, x: u32, y: u32) -> u32 {
        self.at(self.pixels.offset(x, y))
    }

    /// Address of the tile of 4x4 pixels that contains (x, y), with its pixels row
    /// by row. For a linear surface, the address of the pixel.
    #[inline]
    pub fn tile(&self, x: u32, y: u32) -> u32 {
        match self.tiling {
            Tiling::Linear => self.address(x, y),
            _ => self.address(x & !3, y & !3),
        }
    }

    /// Bytes of a tile of 4x4 pixels.
    pub fn tile_bytes(&self) -> u32 {
        16 * self.pixel_bytes
    }

    /// The number of contiguous pixels from column `x` on in a row.
    #[inline]
    pub fn run(&self, x: u32) -> u32 {
        match self.tiling {
            Tiling::Linear => u32::MAX,
            _ => 4 - (x & 3),
        }
    }

    /// Pixels of a row up to the stride.
    pub fn width(&self) -> u32 {
        match self.tiling {
            Tiling::Linear => self.stride / self.pixel_bytes,
            _ => self.stride / self.tile_bytes() * 4,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Offsets computed by Mesa: `etna_compute_tileoffset` in etnaviv_rs.c, at
    /// corners of tiles and supertiles, with its stride of pixels.
    #[test]
    fn agrees_with_mesa_at_corners() {
        let (stride, cpp) = (832 * 4, 4);
        let surface = |tiling| {
            Surface::new(tiling, cpp, [0x1000, 0x80_1000], Stride::OfPixels(stride)).unwrap()
        };
        for (x, y) in [(0, 0), (64, 0), (0, 64), (128, 192), (768, 320)] {
            let offset = |s: &Surface| s.address(x, y) - 0x1000;
            assert_eq!(offset(&surface(Tiling::Linear)), y * stride + x * cpp);
            assert_eq!(offset(&surface(Tiling::Tiled)), y * stride + cpp * (x << 2));
            let sup = y * stride + cpp * (x << 6);
            assert_eq!(offset(&surface(Tiling::SuperTiled)), sup);
            assert_eq!(offset(&surface(Tiling::SuperTiledNew)), sup);
            // Each pipe's half contains every second row of tiles.
            let (y, half) = (2 * y, y);
            let offset = |s: &Surface| s.address(x, y) - 0x1000;
            let tiled = half * stride + cpp * (x << 2);
            assert_eq!(offset(&surface(Tiling::MultiTiled)), tiled);
            let sup = half * stride + cpp * (x << 6);
            assert_eq!(offset(&surface(Tiling::MultiSuperTiled)), sup);
        }
    }

    #[test]
    fn the_second_pipe_may_be_anywhere() {
        for tiling in [Tiling::MultiTiled, Tiling::MultiSuperTiled] {
            let at = |second| {
                let s = Surface::new(tiling, 4, [0x8000_0000, second], Stride::OfTiles(4096));
                s.unwrap()
            };
            let (low, high) = (at(0x1000), at(0xc000_0000));
            let mut in_second = 0;
            for y in 0..64 {
                for x in 0..64 {
                    let (a, b) = (low.address(x, y), high.address(x, y));
                    match a < 0x8000_0000 {
                        true => {
                            in_second += 1;
                            assert_eq!(a - 0x1000, b - 0xc000_0000);
                        }
                        false => assert_eq!(a, b),
                    }
                    assert_eq!(low.tile(x, y) + (y % 4 * 4 + x % 4) * 4, a);
                }
            }
            assert_eq!(in_second, 64 * 64 / 2);
        }
    }

    #[test]
    fn strides_of_tiles_and_of_pixels() {
        for tiling in [Tiling::Linear, Tiling::Tiled, Tiling::MultiSuperTiled] {
            let tiles = if tiling.is_tiled() { 4 } else { 1 };
            let a = Surface::new(tiling, 2, [0, 64], Stride::OfPixels(256)).unwrap();
            let b = Surface::new(tiling, 2, [0, 64], Stride::OfTiles(256 * tiles)).unwrap();
            assert_eq!(a.address(77, 99), b.address(77, 99));
            assert_eq!((a.width(), a.tile_bytes()), (128, 32));
        }
        assert!(Surface::new(Tiling::Tiled, 3, [0; 2], Stride::OfPixels(64)).is_none());
        assert!(Surface::new(Tiling::Tiled, 4, [0; 2], Stride::OfPixels(0)).is_some());
    }
}
