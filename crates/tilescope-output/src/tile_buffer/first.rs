//! The pixels of a tile buffer before anything is drawn to them.

use tilescope_core::bus::Port;
use tilescope_core::{Stopped, UnitMemory};

use super::TileBuffers;
use super::surface::Surface;
use crate::memory::{Buffers, TILE, TileMemory, tile_place};

/// The tile buffer of an area. Pixels leave it with [`TileBuffers::store`], never before.
pub struct TileBuffer<'a, 'l, P: Port> {
    /// The buffers.
    pub buffers: &'a TileBuffers,
    /// The first pixel of the area.
    pub origin: (u32, u32),
    /// Memory.
    pub memory: UnitMemory<'a, 'l, P>,
}

impl<P: Port> Buffers for TileBuffer<'_, '_, P> {
    fn depth(&mut self) -> Option<impl TileMemory> {
        let depth = &self.buffers.depth;
        let (pixels, preload) = (&depth.pixels, depth.preload.as_ref());
        let bytes = pixels.format.bytes();
        let mut clear = [0; 16];
        clear[..8].copy_from_slice(&pixels.pixel(depth.clear.0, depth.clear.1));
        let load = move |pixel: &[u8], out: &mut [u8]| {
            let (depth, stencil) = preload.map_or((0.0, 0), |from| from.stored.load(pixel));
            out.copy_from_slice(&pixels.pixel(depth, stencil)[..bytes]);
        };
        let surface = preload.map(|from| &from.surface);
        Some(self.first(surface, clear, bytes, load))
    }

    fn color(&mut self, n: usize) -> Option<impl TileMemory> {
        let target = self.buffers.colors.get(n)?;
        let (own, preload) = (&target.fields, target.preload.as_ref());
        let load = move |pixel: &[u8], out: &mut [u8]| {
            if let Some(from) = preload {
                from.stored.load(own, pixel, out);
            }
        };
        let surface = preload.map(|from| &from.surface);
        Some(self.first(surface, target.clear, own.bytes, load))
    }
}

impl<'a, P: Port> TileBuffer<'a, '_, P> {
    fn first<F>(
        &mut self,
        surface: Option<&'a Surface>,
        clear: [u8; 16],
        bytes: usize,
        load: F,
    ) -> First<'a, '_, P, F> {
        First {
            surface,
            clear,
            bytes: bytes.clamp(1, clear.len()),
            load,
            origin: self.origin,
            memory: UnitMemory {
                log: self.memory.log,
                ..self.memory
            },
        }
    }
}

/// The pixels of a plane before anything is drawn. They are written by the write-back, never
/// before.
struct First<'a, 'l, P: Port, F> {
    /// The surface that is read.
    surface: Option<&'a Surface>,
    /// The pixel where there is none.
    clear: [u8; 16],
    /// Bytes of a pixel in the tile buffer.
    bytes: usize,
    /// Converts a pixel of the surface.
    load: F,
    origin: (u32, u32),
    memory: UnitMemory<'a, 'l, P>,
}

impl<P: Port, F: Fn(&[u8], &mut [u8])> TileMemory for First<'_, '_, P, F> {
    fn read(&mut self, tile: u32, out: &mut [u8]) -> Result<(), Stopped> {
        let Some(surface) = self.surface else {
            match *self.clear.split_at(self.bytes).0 {
                // Copies of a length that is not known are calls.
                [a, b, c, d] => out.as_chunks_mut().0.fill([a, b, c, d]),
                ref pixel => {
                    let pixels = out.chunks_exact_mut(pixel.len());
                    pixels.for_each(|out| out.copy_from_slice(pixel));
                }
            }
            return Ok(());
        };
        let (sample, x, y) = tile_place(tile);
        let (x, y) = (self.origin.0 + x, self.origin.1 + y);
        let mut row = [0; TILE as usize * 16];
        let row = &mut row[..TILE as usize * surface.bytes];
        for (y, out) in (y..).zip(out.chunks_exact_mut(TILE as usize * self.bytes)) {
            surface.read((x, y), sample, row, &mut self.memory)?;
            let pixels = row.chunks_exact(surface.bytes.max(1));
            for (out, pixel) in out.chunks_exact_mut(self.bytes).zip(pixels) {
                (self.load)(pixel, out);
            }
        }
        Ok(())
    }

    fn write(&mut self, _: u32, _: &[u8]) -> Result<(), Stopped> {
        Ok(())
    }
}
