//! Write-back of the tile buffer: samples are averaged or written apart, and pixels are
//! converted to the formats of memory.

use tilescope_core::Stopped;
use tilescope_output::memory::{AREA, TILES, TILES_ACROSS};
use tilescope_output::{Area, Plane};
use tilescope_raster::Rect;

use super::format::Stored;
use super::framebuffer::{DepthSurface, Framebuffer, RenderTarget, Target};
use super::moves::Moves;
use super::surface::{Memory, Surface, TILE};
use super::tile::TileBuffer;
use crate::descriptors::Msaa;
use crate::log::Port;
use crate::memory::{Access, fault};

/// Pixels of a tile.
const PIXELS: usize = (TILE * TILE) as usize;
/// Tiles of the output merger on a side of a tile.
const PARTS: u32 = TILE / 4;

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
                place: (x - x0, y - y0),
                pixels: &mut pixels,
                stored: &mut stored,
            };
            for (n, target) in framebuffer.targets.iter().enumerate() {
                one.color(n, target)?;
            }
            one.depth(framebuffer)?;
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
    /// The first pixel in the area.
    place: (u32, u32),
    /// Pixels of a sample, row by row; one sample after the other.
    pixels: &'t mut Vec<u8>,
    /// Pixels of a sample as memory has them.
    stored: &'t mut Vec<u8>,
}

impl OneTile<'_, '_, '_> {
    /// The numbers of its tiles of 4x4 pixels in `sample`, with their places.
    fn parts(&self, sample: u32) -> impl Iterator<Item = (u32, u32, u32)> + use<> {
        let (x, y) = (self.place.0 / 4, self.place.1 / 4);
        (0..PARTS * PARTS).map(move |n| {
            let (column, row) = (n % PARTS, n / PARTS);
            let within = (y + row) * TILES_ACROSS + x + column;
            (sample * TILES as u32 + within, column * 4, row * 4)
        })
    }

    fn is_drawn(&self, plane: Plane, samples: u32) -> bool {
        (0..samples).any(|sample| {
            let mut parts = self.parts(sample);
            parts.any(|(tile, _, _)| self.area.is_drawn(plane, tile))
        })
    }

    /// Reads the pixels of all samples, of `bytes` each.
    fn collect(&mut self, plane: Plane, bytes: usize, samples: u32) -> Result<(), Stopped> {
        self.pixels.clear();
        self.pixels.resize(PIXELS * bytes * samples as usize, 0);
        let mut tile_pixels = [0; 16 * 16];
        let tile_pixels = &mut tile_pixels[..16 * bytes];
        for sample in 0..samples {
            let from = PIXELS * bytes * sample as usize;
            for (tile, x, y) in self.parts(sample) {
                self.area.read_out(plane, tile, self.tiles, tile_pixels)?;
                for (row, data) in (y..).zip(tile_pixels.chunks_exact(4 * bytes)) {
                    let at = from + (row * TILE + x) as usize * bytes;
                    if let Some(out) = self.pixels.get_mut(at..at + data.len()) {
                        out.copy_from_slice(data);
                    }
                }
            }
        }
        Ok(())
    }

    fn color(&mut self, n: usize, target: &RenderTarget) -> Result<(), Stopped> {
        let samples = self.tiles.framebuffer.sample_count();
        let Some(to) = &target.writeback else {
            return Ok(());
        };
        if !target.writes_clean && !self.is_drawn(Plane::Color(n), samples) {
            return Ok(());
        }
        let bytes = target.internal.bytes();
        self.collect(Plane::Color(n), bytes, samples)?;
        if n == 0 && self.is_unchanged()? {
            return Ok(());
        }
        let averages = to.msaa == Msaa::Average && samples > 1;
        let planes = match to.msaa {
            Msaa::Multiple | Msaa::Layered => samples,
            _ => 1,
        };
        let moves = Moves::of_color(&target.internal, &to.stored).filter(|_| !averages);
        let stored_bytes = to.surface.bytes;
        for sample in 0..planes {
            self.stored.clear();
            self.stored.resize(PIXELS * stored_bytes, 0);
            let from = sample as usize * PIXELS * bytes;
            let pixels = self.pixels.get(from..).unwrap_or(&[]);
            match moves {
                Some(moves) => moves.pixels(bytes, pixels, stored_bytes, self.stored),
                None => {
                    let out = self.stored.chunks_exact_mut(stored_bytes.max(1));
                    for (within, out) in out.enumerate() {
                        let of = |sample: u32| {
                            let at = (sample as usize * PIXELS + within) * bytes;
                            self.pixels.get(at..at + bytes).unwrap_or(&[])
                        };
                        match averages {
                            true => averaged(target, to, (0..samples).map(of), out),
                            false => convert(target, to, of(sample), out),
                        }
                    }
                }
            }
            self.write(&to.surface, sample)?;
        }
        Ok(())
    }

    /// Whether the checksum of the collected pixels is in the buffer already. Stores it there.
    fn is_unchanged(&mut self) -> Result<bool, Stopped> {
        let Some(sums) = self
            .tiles
            .framebuffer
            .checksums
            .filter(|s| s.reads || s.writes)
        else {
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

    /// Writes the pixels of a sample.
    fn write(&mut self, to: &Surface, sample: u32) -> Result<(), Stopped> {
        let mut memory = Memory {
            bus: self.tiles.bus,
            log: self.tiles.log,
        };
        to.write(self.part, sample, self.stored, &mut memory)
    }

    fn depth(&mut self, framebuffer: &Framebuffer) -> Result<(), Stopped> {
        let depth = &framebuffer.depth;
        if depth.depth.is_none() && depth.stencil.is_none() {
            return Ok(());
        }
        let samples = framebuffer.sample_count();
        if !depth.writes_clean && !self.is_drawn(Plane::Depth, samples) {
            return Ok(());
        }
        let bytes = depth.format.bytes();
        self.collect(Plane::Depth, bytes, samples)?;
        for to in [&depth.depth, &depth.stencil].into_iter().flatten() {
            self.write_depth(framebuffer, to)?;
        }
        Ok(())
    }

    fn write_depth(&mut self, framebuffer: &Framebuffer, to: &DepthSurface) -> Result<(), Stopped> {
        let bytes = framebuffer.depth.format.bytes();
        let planes = match to.msaa {
            Msaa::Multiple | Msaa::Layered => framebuffer.sample_count(),
            _ => 1,
        };
        let moves = Moves::of_depth(&framebuffer.depth, &to.fields);
        let stored_bytes = to.surface.bytes;
        for sample in 0..planes {
            self.stored.clear();
            self.stored.resize(PIXELS * stored_bytes, 0);
            let from = sample as usize * PIXELS * bytes;
            let pixels = self.pixels.get(from..).unwrap_or(&[]);
            match moves.filter(|_| stored_bytes <= 4) {
                Some(moves) => moves.pixels(bytes, pixels, stored_bytes, self.stored),
                None => {
                    let out = self.stored.chunks_exact_mut(stored_bytes.max(1));
                    for (out, pixel) in out.zip(pixels.chunks_exact(bytes)) {
                        let (depth, stencil) = framebuffer.depth.values(pixel);
                        to.fields.pack(depth, stencil, out);
                    }
                }
            }
            self.write(&to.surface, sample)?;
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

/// The word of a pixel of up to 4 bytes.
fn word(pixel: &[u8]) -> u32 {
    (pixel.iter().take(4).rev()).fold(0, |word, byte| word << 8 | u32::from(*byte))
}

/// Converts a pixel.
fn convert(target: &RenderTarget, to: &Target, pixel: &[u8], out: &mut [u8]) {
    match to.stored {
        Stored::Raw(_) => out
            .iter_mut()
            .zip(pixel)
            .for_each(|(out, byte)| *out = *byte),
        stored @ Stored::Channels { .. } => {
            stored.pack(&target.internal.unpack(word(pixel)), out);
        }
    }
}

/// Converts the mean of samples. Raw formats have none: that is the first sample.
fn averaged<'p>(
    target: &RenderTarget,
    to: &Target,
    mut samples: impl Iterator<Item = &'p [u8]>,
    out: &mut [u8],
) {
    if target.internal.raw {
        return convert(target, to, samples.next().unwrap_or(&[]), out);
    }
    let (mut sums, mut count) = ([(0, 0); 4], 0);
    for sample in samples {
        let values = target.internal.unpack(word(sample));
        for (sum, value) in sums.iter_mut().zip(values) {
            *sum = (sum.0 + value.0, value.1);
        }
        count += 1;
    }
    let means = sums.map(|(sum, largest)| ((sum + count / 2) / count.max(1), largest));
    to.stored.pack(&means, out);
}
