//! The tile buffer: pixels before anything is drawn to them.

use tilescope_core::Stopped;
use tilescope_core::bus::Bus;
use tilescope_output::memory::{TILE, tile_place};
use tilescope_output::{Buffers, TileMemory};

use super::format::Stored;
use super::framebuffer::{DepthBuffer, DepthFields, Framebuffer, RenderTarget};
use super::surface::Memory;
use crate::log::Log;

/// The tile buffer of an area. Writes go through [`super::writeback`].
pub struct TileBuffer<'a, 'l> {
    /// The framebuffer.
    pub framebuffer: &'a Framebuffer,
    /// The first pixel of the area.
    pub origin: (u32, u32),
    /// Memory.
    pub bus: Bus<'a>,
    /// Findings.
    pub log: &'l mut Log,
}

impl Buffers for TileBuffer<'_, '_> {
    fn depth(&mut self) -> Option<impl TileMemory> {
        Some(DepthTiles {
            depth: &self.framebuffer.depth,
            origin: self.origin,
            memory: Memory {
                bus: self.bus,
                log: self.log,
            },
        })
    }

    fn color(&mut self, n: usize) -> Option<impl TileMemory> {
        Some(ColorTiles {
            target: self.framebuffer.targets.get(n)?,
            origin: self.origin,
            memory: Memory {
                bus: self.bus,
                log: self.log,
            },
        })
    }
}

/// The sample and the first pixel of a tile.
fn place(tile: u32, origin: (u32, u32)) -> (u32, u32, u32) {
    let (sample, x, y) = tile_place(tile);
    (sample, origin.0 + x, origin.1 + y)
}

struct ColorTiles<'a, 'l> {
    target: &'a RenderTarget,
    origin: (u32, u32),
    memory: Memory<'a, 'l>,
}

impl TileMemory for ColorTiles<'_, '_> {
    fn read(&mut self, tile: u32, out: &mut [u8]) -> Result<(), Stopped> {
        let RenderTarget {
            internal,
            clear,
            preload,
            ..
        } = self.target;
        let bytes = internal.bytes();
        let Some(preload) = preload else {
            let pixel = &clear[..bytes.min(clear.len())];
            for out in out.chunks_exact_mut(bytes.max(1)) {
                out.copy_from_slice(pixel);
            }
            return Ok(());
        };
        let (sample, x, y) = place(tile, self.origin);
        let mut row = [0; TILE as usize * 16];
        let row = &mut row[..TILE as usize * preload.surface.bytes];
        for (y, out) in (y..).zip(out.chunks_exact_mut((TILE as usize * bytes).max(1))) {
            preload
                .surface
                .read((x, y), sample, row, &mut self.memory)?;
            let pixels = row.chunks_exact(preload.surface.bytes.max(1));
            for (out, pixel) in out.chunks_exact_mut(bytes).zip(pixels) {
                match preload.stored {
                    Stored::Raw(_) => {
                        out.fill(0);
                        out.iter_mut().zip(pixel).for_each(|(o, p)| *o = *p);
                    }
                    stored @ Stored::Channels { .. } => {
                        let word = internal.pack(&stored.unpack(pixel)).to_le_bytes();
                        out.copy_from_slice(&word[..bytes.min(4)]);
                    }
                }
            }
        }
        Ok(())
    }

    fn write(&mut self, _: u32, _: &[u8]) -> Result<(), Stopped> {
        Ok(())
    }
}

struct DepthTiles<'a, 'l> {
    depth: &'a DepthBuffer,
    origin: (u32, u32),
    memory: Memory<'a, 'l>,
}

impl DepthBuffer {
    /// The pixel of a depth and a stencil value: 4 or 8 bytes.
    pub fn pixel(&self, depth: f32, stencil: u8) -> [u8; 8] {
        let mut out = [0; 8];
        if self.format.is_float() {
            out[..4].copy_from_slice(&depth.to_le_bytes());
            out[4] = stencil;
        } else {
            let scaled = f64::from(depth.clamp(0.0, 1.0)) * f64::from(self.largest);
            let word = ((scaled + 0.5) as u32) << 8 | u32::from(stencil);
            out[..4].copy_from_slice(&word.to_le_bytes());
        }
        out
    }

    /// Depth, from 0 to 1, and stencil of a pixel.
    pub fn values(&self, pixel: &[u8]) -> (f64, u8) {
        let word = |at: usize| {
            let bytes = pixel.get(at..at + 4).and_then(|b| b.try_into().ok());
            u32::from_le_bytes(bytes.unwrap_or_default())
        };
        match self.format.is_float() {
            true => (f32::from_bits(word(0)).into(), word(4) as u8),
            false => {
                let depth = f64::from(word(0) >> 8) / f64::from(self.largest);
                (depth, word(0) as u8)
            }
        }
    }
}

impl DepthFields {
    /// Depth, from 0 to 1, and stencil of a pixel in memory.
    fn unpack(&self, pixel: &[u8]) -> (f32, u8) {
        let word = (pixel.iter().rev()).fold(0u64, |word, byte| word << 8 | u64::from(*byte));
        let depth = match self.depth {
            Some((at, 32)) => f32::from_bits((word >> at) as u32),
            Some((at, bits)) => {
                let largest = (1u64 << bits) - 1;
                ((word >> at & largest) as f64 / largest as f64) as f32
            }
            None => 0.0,
        };
        (depth, self.stencil.map_or(0, |at| (word >> at) as u8))
    }

    /// The pixel in memory of depth, from 0 to 1, and stencil.
    pub fn pack(&self, depth: f64, stencil: u8, out: &mut [u8]) {
        let depth = match self.depth {
            Some((at, 32)) => u64::from((depth as f32).to_bits()) << at,
            Some((at, bits)) => {
                let largest = ((1u64 << bits) - 1) as f64;
                ((depth.clamp(0.0, 1.0) * largest + 0.5) as u64) << at
            }
            None => 0,
        };
        let word = depth | self.stencil.map_or(0, |at| u64::from(stencil) << at);
        for (out, byte) in out.iter_mut().zip(word.to_le_bytes()) {
            *out = byte;
        }
    }
}

impl TileMemory for DepthTiles<'_, '_> {
    fn read(&mut self, tile: u32, out: &mut [u8]) -> Result<(), Stopped> {
        let bytes = self.depth.format.bytes();
        let Some(preload) = &self.depth.preload else {
            let (depth, stencil) = self.depth.clear;
            let pixel = self.depth.pixel(depth, stencil);
            for out in out.chunks_exact_mut(bytes) {
                out.copy_from_slice(&pixel[..bytes]);
            }
            return Ok(());
        };
        let (sample, x, y) = place(tile, self.origin);
        let mut row = [0; TILE as usize * 8];
        let row = &mut row[..TILE as usize * preload.surface.bytes];
        for (y, out) in (y..).zip(out.chunks_exact_mut(TILE as usize * bytes)) {
            preload
                .surface
                .read((x, y), sample, row, &mut self.memory)?;
            let pixels = row.chunks_exact(preload.surface.bytes.max(1));
            for (out, pixel) in out.chunks_exact_mut(bytes).zip(pixels) {
                let (depth, stencil) = preload.fields.unpack(pixel);
                out.copy_from_slice(&self.depth.pixel(depth, stencil)[..bytes]);
            }
        }
        Ok(())
    }

    fn write(&mut self, _: u32, _: &[u8]) -> Result<(), Stopped> {
        Ok(())
    }
}
