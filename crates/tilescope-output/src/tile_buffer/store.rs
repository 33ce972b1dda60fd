//! Write-back of a tile buffer: samples are averaged or written apart, and pixels are
//! converted to the formats of memory.

use tilescope_core::Stopped;
use tilescope_core::bus::Port;
use tilescope_raster::Rect;

use super::surface::{SIDE, Surface};
use super::{ColorBuffer, DepthBuffer, StoredSamples, TileBuffer, TileBuffers};
use crate::area::{Area, Plane};
use crate::memory::AREA;
use crate::square::Square;

/// Pixels of a tile.
const PIXELS: usize = (SIDE * SIDE) as usize;

impl TileBuffers {
    /// The addresses of the buffers that are written.
    pub fn bases(&self) -> impl Iterator<Item = u64> {
        let colors = self.colors.iter().flat_map(|color| &color.writeback);
        let depths = [&self.depth.depth, &self.depth.stencil];
        let depths = depths.into_iter().flatten();
        (colors.map(|to| to.surface.base))
            .chain(depths.map(|to| to.surface.base))
            .chain(self.checksums.iter().map(|to| to.base))
    }

    /// Writes the tiles of an area that are in `rect`.
    ///
    /// # Errors
    /// A fault, if a surface is not mapped.
    pub fn store<P: Port>(
        &self,
        area: &mut Area,
        rect: Rect,
        tiles: &mut TileBuffer<'_, '_, P>,
    ) -> Result<(), Stopped> {
        let (x0, y0) = tiles.origin;
        let (mut pixels, mut stored) = (Vec::new(), Vec::new());
        for y in (y0..y0 + AREA).step_by(SIDE as usize) {
            for x in (x0..x0 + AREA).step_by(SIDE as usize) {
                let tile = Rect::new(x as i32, y as i32, (x + SIDE) as i32, (y + SIDE) as i32);
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
                        side: SIDE,
                        samples: self.samples,
                    },
                    pixels: &mut pixels,
                    stored: &mut stored,
                };
                for (n, target) in self.colors.iter().enumerate() {
                    one.color(n, target)?;
                }
                one.depth(&self.depth)?;
            }
        }
        Ok(())
    }
}

/// The write-back of a tile.
struct OneTile<'t, 'a, 'l, P: Port> {
    area: &'t mut Area,
    tiles: &'t mut TileBuffer<'a, 'l, P>,
    /// The pixels that are written.
    part: Rect,
    /// The tile in the area.
    square: Square,
    /// Pixels of the samples, in the order of [`Square::read`].
    pixels: &'t mut Vec<u8>,
    /// Pixels of a sample as memory has them.
    stored: &'t mut Vec<u8>,
}

impl<P: Port> OneTile<'_, '_, '_, P> {
    /// Collects the pixels of a plane, unless nothing was drawn to it.
    fn collect(&mut self, plane: Plane, bytes: usize, clean: bool) -> Result<bool, Stopped> {
        if !clean && !self.square.is_drawn(self.area, plane) {
            return Ok(false);
        }
        (self.square).read(self.area, (plane, bytes), self.tiles, self.pixels)?;
        Ok(true)
    }

    fn color(&mut self, n: usize, target: &ColorBuffer) -> Result<(), Stopped> {
        let Some(to) = &target.writeback else {
            return Ok(());
        };
        let (own, stored) = (&target.fields, &to.stored);
        if !self.collect(Plane::Color(n), own.bytes, target.writes_clean)?
            || n == 0 && self.is_unchanged()?
        {
            return Ok(());
        }
        let samples = self.square.samples as usize;
        match to.samples == StoredSamples::Mean && samples > 1 {
            true => self.write(&to.surface, 1, samples * own.bytes, |pixels, out| {
                stored.store_means(own, pixels, PIXELS, out);
            }),
            false => {
                let planes = self.planes(to.samples);
                self.write(&to.surface, planes, own.bytes, |pixels, out| {
                    stored.store(own, pixels, out);
                })
            }
        }
    }

    /// Whether the checksum of the collected pixels is in the buffer already. Stores it there.
    fn is_unchanged(&mut self) -> Result<bool, Stopped> {
        let sums = self.tiles.buffers.checksums;
        let Some(sums) = sums.filter(|s| s.reads || s.writes) else {
            return Ok(false);
        };
        let (column, row) = (self.part.x0 as u32 / SIDE, self.part.y0 as u32 / SIDE);
        let offset = u64::from(row) * u64::from(sums.row_stride) + u64::from(column) * 8;
        let address = sums.base.wrapping_add(offset);
        let new = checksum(self.pixels).to_le_bytes();
        let mut old = [0; 8];
        let memory = &mut self.tiles.memory;
        if sums.reads {
            memory.read(address, &mut old)?;
        }
        let unchanged = sums.reads && old == new;
        if sums.writes && !unchanged {
            memory.write(address, &new)?;
        }
        if unchanged {
            memory.log.counters.add("tiles.unchanged", 1);
        }
        Ok(unchanged)
    }

    /// The number of samples that are written.
    fn planes(&self, samples: StoredSamples) -> u32 {
        match samples {
            StoredSamples::All => self.square.samples,
            StoredSamples::First | StoredSamples::Mean => 1,
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
            to.write(self.part, sample, self.stored, &mut self.tiles.memory)?;
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
            let planes = self.planes(to.samples);
            self.write(&to.surface, planes, bytes, |pixels, out| {
                (to.stored).store(&depth.pixels, pixels, to.surface.bytes, out);
            })?;
        }
        Ok(())
    }
}

/// The checksum of a tile: FNV-1a over words of 64 bits, with the high bits folded in, of eight
/// interleaved sequences of words, whose checksums are its last words. No hardware has this
/// function.
fn checksum(pixels: &[u8]) -> u64 {
    const START: u64 = 0xcbf2_9ce4_8422_2325;
    let add = |hash: u64, word: u64| {
        let hash = (hash ^ word).wrapping_mul(0x0000_0100_0000_01b3);
        hash ^ hash >> 32
    };
    let (rows, rest) = pixels.as_chunks::<64>();
    let mut sums = [START; 8];
    for row in rows {
        for (sum, word) in sums.iter_mut().zip(row.as_chunks::<8>().0) {
            *sum = add(*sum, u64::from_le_bytes(*word));
        }
    }
    let rest = rest.iter().map(|byte| u64::from(*byte)).chain(sums);
    rest.fold(START, add)
}
