//! Surfaces of framebuffers in memory.

use tilescope_core::bus::Bus;
use tilescope_core::{Fuel, Stopped};
use tilescope_pixel::layouts::U_INTERLEAVED_1;
use tilescope_raster::Rect;

use crate::descriptors::BlockFormat;
use crate::layout::afbc;
use crate::log::{Ctx, Log, Port};
use crate::memory::{Access, fault};
use crate::report::report_in;
use crate::rules::framebuffer as rules;

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
    /// Of compressed surfaces, whose headers are at `base`: the address of the body, and
    /// the superblocks of a row.
    pub body: (u64, u32),
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
    pub fn check(&self, width: u32, framebuffer: (&'static str, u64), c: &mut Ctx<'_>) {
        let Some((_, least)) = self.row(width) else {
            return;
        };
        if u64::from(self.row_stride) < least {
            let Surface {
                base, row_stride, ..
            } = self;
            report_in(c, &rules::ROW_STRIDE, *base, framebuffer, || {
                format!(
                    "rows of the surface at {base:#010x} have {least} bytes and a stride of \
                     {row_stride}"
                )
            });
        }
        if !self.base.is_multiple_of(64) {
            report_in(c, &rules::SURFACE_ALIGNMENT, self.base, framebuffer, || {
                format!("the surface is at {:#010x}", self.base)
            });
        }
    }

    /// Reports a surface whose samples overlap, where it has pixels up to `end`.
    pub fn check_samples(
        &self,
        end: (u32, u32),
        framebuffer: (&'static str, u64),
        c: &mut Ctx<'_>,
    ) {
        let Some((rows, row)) = self.row(end.0) else {
            return;
        };
        let above = u64::from(end.1.div_ceil(rows).saturating_sub(1));
        let sample = above * u64::from(self.row_stride) + row;
        if u64::from(self.surface_stride) < sample {
            report_in(c, &rules::SAMPLES_OVERLAP, self.base, framebuffer, || {
                format!(
                    "a sample of the surface at {:#010x} has {sample} bytes, and the next one \
                     follows after {}",
                    self.base, self.surface_stride
                )
            });
        }
    }

    /// The pixels between rows of the layout, and the bytes of a row of `width` pixels;
    /// `None` for compressed surfaces.
    fn row(&self, width: u32) -> Option<(u32, u64)> {
        let (rows, row) = match self.block {
            BlockFormat::Linear => (1, width),
            BlockFormat::TiledUInterleaved | BlockFormat::TiledLinear => {
                (TILE, width.next_multiple_of(TILE))
            }
            _ => return None,
        };
        let bytes = u64::from(row) * u64::from(rows) * self.bytes as u64;
        Some((rows, bytes))
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
                let place = u64::from(
                    x / TILE * TILE * TILE + U_INTERLEAVED_1.within_tile(x % TILE, y % TILE),
                );
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

    /// The headers of a compressed surface.
    fn compressed(&self) -> Option<afbc::Surface> {
        (self.block == BlockFormat::Afbc).then_some(afbc::Surface {
            headers: self.base,
            across: self.body.1,
            texel_bytes: self.bytes as u32,
            port: Port::Tb,
        })
    }

    /// Whether pixels of a row follow each other.
    fn has_rows(&self) -> bool {
        matches!(self.block, BlockFormat::Linear | BlockFormat::TiledLinear)
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
            let address = match self.compressed() {
                Some(surface) => memory.with(|c| surface.texel((x + n, y), c))?,
                None => self.address(x + n, y, sample),
            };
            match address {
                Some(address) => (memory.bus.read(memory.log, Port::Tb, address, part))
                    .map_err(|f| fault(Access::Read, f, memory.log))?,
                None => part.fill(0),
            }
        }
        Ok(())
    }

    /// Writes the pixels of `part`, which is in one tile. `pixels` are those of the tile, in the
    /// order of [`afbc::number`].
    pub fn write(
        &self,
        part: Rect,
        sample: u32,
        pixels: &[u8],
        memory: &mut Memory<'_, '_>,
    ) -> Result<(), Stopped> {
        let (x0, y0) = (part.x0 as u32, part.y0 as u32);
        if let Some(surface) = self.compressed() {
            let at = (x0 / TILE, y0 / TILE);
            return memory.with(|c| surface.store(at, self.body.0, pixels, c));
        }
        let mut write = |address: u64, data: &[u8]| {
            (memory.bus.write(memory.log, Port::Tb, address, data))
                .map_err(|f| fault(Access::Write, f, memory.log))
        };
        let (columns, rows) = (x0..part.x1 as u32, y0..part.y1 as u32);
        if self.block == BlockFormat::TiledUInterleaved
            && (columns.len(), rows.len()) == (TILE as usize, TILE as usize)
            && let Some(interleave) = interleaving(self.bytes)
            && let Some(address) = self.address(x0, y0, sample)
            && memory.bus.mapped(address) >= pixels.len() as u64
        {
            let mut tile = [0; (TILE * TILE) as usize * 16];
            interleave(pixels, &mut tile);
            return write(address, &tile[..pixels.len().min(tile.len())]);
        }
        let mut row = [0; TILE as usize * 16];
        for y in rows {
            let four = (4 * self.bytes).max(1);
            for (x, out) in (0..TILE).step_by(4).zip(row.chunks_exact_mut(four)) {
                let at = afbc::number((x, y)) as usize * self.bytes;
                if let Some(pixels) = pixels.get(at..at + four) {
                    out.copy_from_slice(pixels);
                }
            }
            let first = (x0 % TILE) as usize * self.bytes;
            let row = row.get(first..first + columns.len() * self.bytes);
            let row = row.unwrap_or(&[]);
            let step = match self.has_rows() {
                true => row.len(),
                false => self.bytes,
            };
            for (x, data) in columns.clone().zip(row.chunks(step.max(1))) {
                let Some(address) = self.address(x, y, sample) else {
                    let what = "undefined block formats of surfaces";
                    memory.log.unimplemented(what);
                    return Ok(());
                };
                write(address, data)?;
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

impl Memory<'_, '_> {
    /// Runs `f` with the context that other units take.
    fn with<T>(&mut self, f: impl FnOnce(&mut Ctx<'_>) -> T) -> T {
        let mut fuel = Fuel::new(u64::MAX);
        f(&mut Ctx::serial(self.bus, self.log, &mut fuel))
    }
}
