//! Surfaces of framebuffers in memory.

use tilescope_core::{Frame, Stopped};

use crate::descriptors::BlockFormat;
use crate::log::{Ctx, Log, Port};
use crate::memory::{Access, fault};
use crate::rules::framebuffer as rules;
use tilescope_core::bus::Bus;

/// Pixels on a side of a tile.
pub const TILE: u32 = 16;

/// A surface.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
    pub block: BlockFormat,
}

/// Memory as it is seen by the tile buffer.
pub struct Memory<'a, 'l> {
    /// The bus.
    pub bus: Bus<'a>,
    /// Findings.
    pub log: &'l mut Log,
}

impl Surface {
    /// Reports a surface that does not fit pixels up to column `width`.
    pub fn check(&self, width: u32, framebuffer: u64, c: &mut Ctx<'_>) {
        let (rows, row) = match self.block {
            BlockFormat::Linear => (1, width),
            BlockFormat::TiledUInterleaved | BlockFormat::TiledLinear => {
                (TILE, width.next_multiple_of(TILE))
            }
            _ => return,
        };
        let least = u64::from(row) * u64::from(rows) * self.bytes as u64;
        if u64::from(self.row_stride) < least {
            c.log.find(&rules::ROW_STRIDE, (self.base, 0), |at| {
                let at = at.inside(Frame::Record("framebuffer", framebuffer));
                let text = format!(
                    "rows of the surface at {:#010x} have {least} bytes and a stride of {}",
                    self.base, self.row_stride
                );
                (at, text)
            });
        }
        if !self.base.is_multiple_of(64) {
            c.log.find(&rules::SURFACE_ALIGNMENT, (self.base, 0), |at| {
                let at = at.inside(Frame::Record("framebuffer", framebuffer));
                (at, format!("the surface is at {:#010x}", self.base))
            });
        }
    }

    /// The address of the pixel at (x, y) of a sample; `None` for compressed surfaces.
    pub fn address(&self, x: u32, y: u32, sample: u32) -> Option<u64> {
        let sample = u64::from(sample) * u64::from(self.surface_stride);
        let first = self.base.wrapping_add(sample);
        let pixel = self.bytes as u64;
        let offset = match self.block {
            BlockFormat::Linear => u64::from(y) * u64::from(self.row_stride) + u64::from(x) * pixel,
            BlockFormat::TiledUInterleaved => {
                let row = u64::from(y / TILE) * u64::from(self.row_stride);
                let place = u64::from(x / TILE * TILE * TILE + interleaved(x % TILE, y % TILE));
                row + place * pixel
            }
            BlockFormat::TiledLinear => {
                let row = u64::from(y / TILE) * u64::from(self.row_stride);
                let place = u64::from(x / TILE * TILE * TILE + y % TILE * TILE + x % TILE);
                row + place * pixel
            }
            BlockFormat::Afbc | BlockFormat::Unknown(_) => return None,
        };
        Some(first.wrapping_add(offset))
    }

    /// Whether pixels of a row follow each other.
    fn has_rows(&self) -> bool {
        self.block != BlockFormat::TiledUInterleaved
    }

    /// Reads `out.len()` bytes of pixels in a row of a tile, from (x, y) on.
    pub fn read(
        &self,
        (x, y): (u32, u32),
        sample: u32,
        out: &mut [u8],
        memory: &mut Memory<'_, '_>,
    ) -> Result<(), Stopped> {
        let step = match self.has_rows() {
            true => out.len(),
            false => self.bytes,
        };
        for (n, part) in (0..).zip(out.chunks_mut(step.max(1))) {
            let Some(address) = self.address(x + n, y, sample) else {
                memory.log.unimplemented("preload of compressed surfaces");
                return Ok(());
            };
            (memory.bus.read(memory.log, Port::Tb, address, part))
                .map_err(|f| fault(Access::Read, f, memory.log))?;
        }
        Ok(())
    }

    /// Writes the bytes of pixels in a row of a tile, from (x, y) on.
    pub fn write(
        &self,
        (x, y): (u32, u32),
        sample: u32,
        data: &[u8],
        memory: &mut Memory<'_, '_>,
    ) -> Result<(), Stopped> {
        let step = match self.has_rows() {
            true => data.len(),
            false => self.bytes,
        };
        for (n, part) in (0..).zip(data.chunks(step.max(1))) {
            let Some(address) = self.address(x + n, y, sample) else {
                memory
                    .log
                    .unimplemented("write-back of compressed surfaces");
                return Ok(());
            };
            (memory.bus.write(memory.log, Port::Tb, address, part))
                .map_err(|f| fault(Access::Write, f, memory.log))?;
        }
        Ok(())
    }
}

/// The place of a pixel in a tile of 16x16: bits y3, x3^y3, y2, x2^y2, y1, x1^y1, y0,
/// x0^y0 from the highest (Mesa, docs/drivers/panfrost.rst).
fn interleaved(x: u32, y: u32) -> u32 {
    let mixed = x ^ y;
    (0..4).fold(0, |place, bit| {
        place | (mixed >> bit & 1) << (2 * bit) | (y >> bit & 1) << (2 * bit + 1)
    })
}
