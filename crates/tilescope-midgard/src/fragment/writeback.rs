//! Write-back of the tile buffer: samples are averaged or written apart, and pixels are
//! converted to the formats of memory.

use tilescope_core::Stopped;
use tilescope_output::{AREA, Area, Plane, Square};
use tilescope_raster::Rect;

use super::framebuffer::{DepthBuffer, RenderTarget};
use super::surface::{Memory, Surface, TILE};
use super::tile::TileBuffer;
use crate::descriptors::Msaa;
use crate::log::Port;
use crate::memory::{Access, fault};

/// Pixels of a tile.
const PIXELS: usize = (TILE * TILE) as usize;

/// Writes the tiles of an area that are in `rect`.
///
/// # Errors
/// A fault, if a surface is not mapped.
pub fn store(area: &mut Area, rect: Rect, tiles: &mut TileBuffer<'_, '_>) -> Result<(), Stopped> {
    let framebuffer = tiles.framebuffer;
    let (x0, y0) = tiles.origin;
    let (mut pixels, mut stored) = (Vec::new(), Vec::new());
    for y in (y0..y0 + AREA).step_by(TILE as usize) {
        for x in (x0..x0 + AREA).step_by(TILE as usize) {
            let tile = Rect::new(x as i32, y as i32, (x + TILE) as i32, (y + TILE) as i32);
            let part = tile.intersect(&rect);
            if part.is_empty() {
                continue;
            }
            let mut one = OneTile {
                area,
                tiles,
                part,
                square: Square {
                    at: (x - x0, y - y0),
                    side: TILE,
                    samples: framebuffer.sample_count(),
                },
                pixels: &mut pixels,
                stored: &mut stored,
            };
            for (n, target) in framebuffer.targets.iter().enumerate() {
                one.color(n, target)?;
            }
            one.depth(&framebuffer.depth)?;
        }
    }
    Ok(())
}

/// The write-back of a tile.
struct OneTile<'t, 'a, 'l> {
    area: &'t mut Area,
    tiles: &'t mut TileBuffer<'a, 'l>,
    /// The pixels that are written.
    part: Rect,
    /// The tile in the area.
    square: Square,
    /// Pixels of the samples, in the order of [`Square::read`].
    pixels: &'t mut Vec<u8>,
    /// Pixels of a sample as memory has them.
    stored: &'t mut Vec<u8>,
}

impl OneTile<'_, '_, '_> {
    /// Collects the pixels of a plane, unless nothing was drawn to it.
    fn collect(&mut self, plane: Plane, bytes: usize, clean: bool) -> Result<bool, Stopped> {
        if !clean && !self.square.is_drawn(self.area, plane) {
            return Ok(false);
        }
        (self.square).read(self.area, (plane, bytes), self.tiles, self.pixels)?;
        Ok(true)
    }

    fn color(&mut self, n: usize, target: &RenderTarget) -> Result<(), Stopped> {
        let Some(to) = &target.writeback else {
            return Ok(());
        };
        let bytes = target.internal.bytes();
        if !self.collect(Plane::Color(n), bytes, target.writes_clean)?
            || n == 0 && self.is_unchanged()?
        {
            return Ok(());
        }
        let (own, stored) = (&target.internal.fields, &to.stored);
        let samples = self.square.samples as usize;
        match to.msaa == Msaa::Average && samples > 1 {
            true => self.write(&to.surface, 1, samples * bytes, |pixels, out| {
                stored.store_means(own, pixels, PIXELS, out);
            }),
            false => self.write(&to.surface, self.planes(to.msaa), bytes, |pixels, out| {
                stored.store(own, pixels, out);
            }),
        }
    }

    /// Whether the checksum of the collected pixels is in the buffer already. Stores it there.
    fn is_unchanged(&mut self) -> Result<bool, Stopped> {
        let sums = self.tiles.framebuffer.checksums;
        let Some(sums) = sums.filter(|s| s.reads || s.writes) else {
            return Ok(false);
        };
        let (column, row) = (self.part.x0 as u64 / 16, self.part.y0 as u64 / 16);
        let address = sums.base + row * u64::from(sums.row_stride) + column * 8;
        let new = checksum(self.pixels).to_le_bytes();
        let mut old = [0; 8];
        let (bus, log) = (self.tiles.bus, &mut *self.tiles.log);
        if sums.reads {
            bus.read(log, Port::Tb, address, &mut old)
                .map_err(|f| fault(Access::Read, f, log))?;
        }
        let unchanged = sums.reads && old == new;
        if sums.writes && !unchanged {
            bus.write(log, Port::Tb, address, &new)
                .map_err(|f| fault(Access::Write, f, log))?;
        }
        if unchanged {
            log.counters.add("tiles.unchanged", 1);
        }
        Ok(unchanged)
    }

    /// The number of samples that are written.
    fn planes(&self, msaa: Msaa) -> u32 {
        match msaa {
            Msaa::Multiple | Msaa::Layered => self.square.samples,
            _ => 1,
        }
    }

    /// Writes `planes` samples, of `bytes` bytes for each pixel, as `convert` stores them.
    fn write(
        &mut self,
        to: &Surface,
        planes: u32,
        bytes: usize,
        convert: impl Fn(&[u8], &mut [u8]),
    ) -> Result<(), Stopped> {
        let samples = self.pixels.chunks_exact((PIXELS * bytes).max(1));
        for (sample, pixels) in (0..planes).zip(samples) {
            self.stored.clear();
            self.stored.resize(PIXELS * to.bytes, 0);
            convert(pixels, self.stored);
            let mut memory = Memory {
                bus: self.tiles.bus,
                log: self.tiles.log,
            };
            to.write(self.part, sample, self.stored, &mut memory)?;
        }
        Ok(())
    }

    fn depth(&mut self, depth: &DepthBuffer) -> Result<(), Stopped> {
        let bytes = depth.pixels.format.bytes();
        if depth.depth.is_none() && depth.stencil.is_none()
            || !self.collect(Plane::Depth, bytes, depth.writes_clean)?
        {
            return Ok(());
        }
        for to in [&depth.depth, &depth.stencil].into_iter().flatten() {
            let planes = self.planes(to.msaa);
            self.write(&to.surface, planes, bytes, |pixels, out| {
                (to.fields).store(&depth.pixels, pixels, to.surface.bytes, out);
            })?;
        }
        Ok(())
    }
}

/// The checksum of a tile: FNV-1a over words of 64 bits, with the high bits folded in. The
/// function is private to this device.
fn checksum(pixels: &[u8]) -> u64 {
    let (words, rest) = pixels.as_chunks::<8>();
    let words = words.iter().map(|word| u64::from_le_bytes(*word));
    let all = words.chain(rest.iter().map(|byte| u64::from(*byte)));
    all.fold(0xcbf2_9ce4_8422_2325, |hash: u64, word| {
        let hash = (hash ^ word).wrapping_mul(0x0000_0100_0000_01b3);
        hash ^ hash >> 32
    })
}
