//! Surfaces that a tile buffer is read from and written to.

use tilescope_core::bus::Port;
use tilescope_core::{Stopped, UnitMemory};
use tilescope_pixel::afbc;
use tilescope_pixel::elements::{Elements, Order};
use tilescope_pixel::layouts::U_INTERLEAVED_1;
use tilescope_raster::Rect;

use super::superblocks::Superblocks;

/// Pixels on a side of a tile.
pub const SIDE: u32 = 16;

/// A surface.
#[derive(Clone, Copy, Debug)]
pub struct Surface {
    /// The address.
    pub base: u64,
    /// Bytes from a row of pixels to the next; of tiles, if they are tiled.
    pub row_stride: u32,
    /// Bytes from a sample to the next.
    pub surface_stride: u32,
    /// Bytes of a pixel.
    pub bytes: usize,
    /// The order of pixels.
    pub order: PixelOrder,
}

/// The order of the pixels of a surface.
#[derive(Clone, Copy, Debug)]
pub enum PixelOrder {
    /// Rows.
    Linear,
    /// Tiles of 16x16 pixels, whose pixels are in rows.
    Tiles,
    /// Tiles of 16x16 pixels in the order of [`U_INTERLEAVED_1`].
    Interleaved,
    /// Compressed: the superblocks, and the address of their bodies.
    Afbc(Superblocks, u64),
    /// Undefined: reads as 0 and is not written.
    Unknown,
}

impl Surface {
    /// The pixels between rows of the layout, and the bytes of a row of `width` pixels;
    /// `None` for compressed surfaces.
    pub fn row(&self, width: u32) -> Option<(u32, u64)> {
        let (rows, row) = match self.order {
            PixelOrder::Linear => (1, width),
            PixelOrder::Interleaved | PixelOrder::Tiles => (SIDE, width.next_multiple_of(SIDE)),
            PixelOrder::Afbc(..) | PixelOrder::Unknown => return None,
        };
        let bytes = u64::from(row) * u64::from(rows) * self.bytes as u64;
        Some((rows, bytes))
    }

    /// The address of the pixel at (x, y) of a sample; `None` for compressed surfaces.
    fn address(&self, (x, y): (u32, u32), sample: u32) -> Option<u64> {
        let pixels = Elements::texels(self.bytes as u32);
        let stride = i64::from(self.row_stride);
        let offset = match self.order {
            PixelOrder::Linear => pixels.offset(Order::Linear, stride, (x, y)),
            PixelOrder::Interleaved => pixels.offset(Order::Interleaved, stride, (x, y)),
            PixelOrder::Tiles => {
                let place = x / SIDE * SIDE * SIDE + y % SIDE * SIDE + x % SIDE;
                i64::from(y / SIDE) * stride + i64::from(place) * self.bytes as i64
            }
            PixelOrder::Afbc(..) | PixelOrder::Unknown => return None,
        };
        let sample = u64::from(sample) * u64::from(self.surface_stride);
        Some(self.base.wrapping_add(sample).wrapping_add(offset as u64))
    }

    /// Pixels of a row of a tile that follow each other, of `count`.
    fn run(&self, count: usize) -> usize {
        match self.order {
            PixelOrder::Linear | PixelOrder::Tiles => count.max(1),
            _ => 1,
        }
    }

    /// Reads `out.len()` bytes of pixels in a row of a tile, from (x, y) on.
    ///
    /// # Errors
    /// A fault, if they are not mapped.
    pub fn read<P: Port>(
        &self,
        (x, y): (u32, u32),
        sample: u32,
        out: &mut [u8],
        memory: &mut UnitMemory<'_, '_, P>,
    ) -> Result<(), Stopped> {
        let bytes = self.bytes.max(1);
        let step = self.run(out.len() / bytes) * bytes;
        for (n, part) in (0..).zip(out.chunks_mut(step)) {
            let at = (x + n, y);
            let address = match &self.order {
                PixelOrder::Afbc(superblocks, _) => superblocks.texel(at, memory)?,
                _ => self.address(at, sample),
            };
            match address {
                Some(address) => memory.read(address, part)?,
                None => part.fill(0),
            }
        }
        Ok(())
    }

    /// Writes the pixels of `part`, which is in one tile. `pixels` are those of the tile, in the
    /// order of [`afbc::number`].
    ///
    /// # Errors
    /// A fault, if they are not mapped.
    pub fn write<P: Port>(
        &self,
        part: Rect,
        sample: u32,
        pixels: &[u8],
        memory: &mut UnitMemory<'_, '_, P>,
    ) -> Result<(), Stopped> {
        let (x0, y0) = (part.x0 as u32, part.y0 as u32);
        if let PixelOrder::Afbc(superblocks, body) = &self.order {
            let at = (x0 / SIDE, y0 / SIDE);
            return superblocks.store(at, *body, pixels, memory);
        }
        let (columns, rows) = (x0..part.x1 as u32, y0..part.y1 as u32);
        if matches!(self.order, PixelOrder::Interleaved)
            && (columns.len(), rows.len()) == (SIDE as usize, SIDE as usize)
            && let Some(interleave) = interleaving(self.bytes)
            && let Some(address) = self.address((x0, y0), sample)
            && memory.bus.mapped(address) >= pixels.len() as u64
        {
            let mut tile = [0; (SIDE * SIDE) as usize * 16];
            interleave(pixels, &mut tile);
            return memory.write(address, &tile[..pixels.len().min(tile.len())]);
        }
        let bytes = self.bytes.max(1);
        let mut row = [0; SIDE as usize * 16];
        for y in rows {
            for (x, out) in (0..SIDE).step_by(4).zip(row.chunks_exact_mut(4 * bytes)) {
                let at = afbc::number((x, y)) as usize * bytes;
                if let Some(pixels) = pixels.get(at..at + 4 * bytes) {
                    out.copy_from_slice(pixels);
                }
            }
            let first = (x0 % SIDE) as usize * bytes;
            let row = row.get(first..first + columns.len() * bytes);
            let step = self.run(columns.len()) * bytes;
            for (x, data) in columns.clone().zip(row.unwrap_or(&[]).chunks(step)) {
                let Some(address) = self.address((x, y), sample) else {
                    let missing = "undefined block formats of surfaces";
                    memory.log.unimplemented(missing);
                    return Ok(());
                };
                memory.write(address, data)?;
            }
        }
        Ok(())
    }
}

/// [`interleave`] for pixels of some size.
type Interleave = fn(&[u8], &mut [u8]);

/// [`interleave`] for pixels of so many bytes; those of other sizes are written one by one.
fn interleaving(bytes: usize) -> Option<Interleave> {
    Some(match bytes {
        1 => interleave::<1>,
        2 => interleave::<2>,
        4 => interleave::<4>,
        8 => interleave::<8>,
        16 => interleave::<16>,
        _ => return None,
    })
}

/// The pixels of a tile, of `N` bytes each and in the order of [`afbc::number`], in that of
/// interleaved tiles.
fn interleave<const N: usize>(pixels: &[u8], out: &mut [u8]) {
    // Both orders keep tiles of 4x4 pixels together.
    let place = |n: usize| U_INTERLEAVED_1.within_tile(n as u32 % 4, n as u32 / 4);
    let within: [usize; 16] = std::array::from_fn(|n| place(n) as usize % 16);
    let squares = pixels.as_chunks::<N>().0.as_chunks::<16>().0;
    for (n, square) in (0..).zip(squares) {
        let first = U_INTERLEAVED_1.within_tile(n % 4 * 4, n / 4 * 4) as usize;
        let out = out.as_chunks_mut::<N>().0.get_mut(first..);
        let Some(out) = out.and_then(|out| out.first_chunk_mut::<16>()) else {
            continue;
        };
        for (pixel, to) in square.iter().zip(within) {
            out[to] = *pixel;
        }
    }
}
