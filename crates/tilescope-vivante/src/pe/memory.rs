//! Access to the memory of colour and depth buffers.

use tilescope_output::memory::{TILE, tile_place};
use tilescope_output::{Buffers, Run, TileMemory};

use super::PixelEngine;
use crate::bus::{Bus, Port};
use crate::log::Log;
use crate::rules::mem;
use crate::stopped::{Stopped, at_memory};
use crate::surface::{Surface, Tiling};
use crate::ts::TileStatus;

/// The buffers of an area.
pub struct AreaBuffers<'a, 'l> {
    pe: &'a PixelEngine,
    /// The first pixel of the area.
    origin: (u32, u32),
    bus: Bus<'a>,
    log: &'l mut Log,
}

impl PixelEngine {
    /// The buffers of the area whose first pixel is `origin`.
    #[inline]
    pub fn area_buffers<'a, 'l>(
        &'a self,
        origin: (u32, u32),
        bus: Bus<'a>,
        log: &'l mut Log,
    ) -> AreaBuffers<'a, 'l> {
        AreaBuffers {
            pe: self,
            origin,
            bus,
            log,
        }
    }
}

impl AreaBuffers<'_, '_> {
    fn tiles<'s>(&'s mut self, surface: &'s Surface, status: Option<TileStatus>) -> Tiles<'s> {
        Tiles {
            surface,
            status,
            origin: self.origin,
            bus: self.bus,
            log: self.log,
        }
    }
}

impl Buffers for AreaBuffers<'_, '_> {
    fn depth(&mut self) -> Option<impl TileMemory> {
        let target = self.pe.depth.as_ref()?;
        Some(self.tiles(&target.surface, target.status))
    }

    fn color(&mut self, n: usize) -> Option<impl TileMemory> {
        let target = match n.checked_sub(1) {
            None => self.pe.color.as_ref()?,
            Some(n) => self.pe.more.get(n)?.as_ref()?,
        };
        Some(self.tiles(&target.surface, target.status))
    }
}

/// Access to the memory of one buffer.
struct Tiles<'a> {
    surface: &'a Surface,
    status: Option<TileStatus>,
    origin: (u32, u32),
    bus: Bus<'a>,
    log: &'a mut Log,
}

impl TileMemory for Tiles<'_> {
    fn read(&mut self, tile: u32, out: &mut [u8]) -> Result<(), Stopped> {
        let (x, y) = self.corner(tile);
        let row_bytes = out.len() / self.rows();
        for (row, part) in (y..).zip(out.chunks_exact_mut(row_bytes.max(1))) {
            self.read_bytes(self.surface.address(x, row), part)?;
        }
        Ok(())
    }

    fn write(&mut self, tile: u32, data: &[u8]) -> Result<(), Stopped> {
        let (x, y) = self.corner(tile);
        let row_bytes = data.len() / self.rows();
        for (row, part) in (y..).zip(data.chunks_exact(row_bytes.max(1))) {
            self.write_bytes(self.surface.address(x, row), part)?;
        }
        Ok(())
    }

    fn address(&self, tile: u32) -> Option<u64> {
        let (x, y) = self.corner(tile);
        let tiled = self.surface.tiling != Tiling::Linear;
        tiled.then(|| self.surface.address(x, y).into())
    }

    fn read_ahead(&mut self, run: &Run<'_>, out: &mut [u8]) -> bool {
        let mut log = Log::default();
        let mut quiet = Tiles {
            log: &mut log,
            ..*self
        };
        let done = quiet.read_bytes(run.address as u32, out).is_ok() && log.is_silent();
        if done {
            self.log.append(log);
        }
        done
    }

    /// Stores tiles up to the end of mapped memory.
    fn write_run(&mut self, run: &Run<'_>, data: &[u8]) -> Result<(), Stopped> {
        let address = run.address as u32;
        if self.bus.mapped(address) >= data.len() as u64 {
            return self.write_bytes(address, data);
        }
        let tiles = data.chunks_exact(run.tile_bytes.max(1));
        for ((address, _), tile) in run.tiles.iter().zip(tiles) {
            self.write_bytes(*address as u32, tile)?;
        }
        Ok(())
    }
}

impl Tiles<'_> {
    /// The first pixel of a tile. Samples are pixels of the surface.
    fn corner(&self, tile: u32) -> (u32, u32) {
        let (_, x, y) = tile_place(tile);
        (self.origin.0 + x, self.origin.1 + y)
    }

    /// The number of accesses for a tile.
    fn rows(&self) -> usize {
        match self.surface.tiling {
            Tiling::Linear => TILE as usize,
            _ => 1,
        }
    }

    fn read_bytes(&mut self, address: u32, out: &mut [u8]) -> Result<(), Stopped> {
        match &self.status {
            Some(status) => status.read(self.bus, self.log, Port::Pe, address, out),
            None => (self.bus.read(self.log, Port::Pe, address, out)).map_err(|fault| {
                let register = self.surface.base_register;
                at_memory(&mem::READ_OUTSIDE, register, fault, self.log)
            }),
        }
    }

    fn write_bytes(&mut self, address: u32, data: &[u8]) -> Result<(), Stopped> {
        match &mut self.status {
            Some(status) => status.write(self.bus, self.log, Port::Pe, address, data),
            None => (self.bus.write(self.log, Port::Pe, address, data)).map_err(|fault| {
                let register = self.surface.base_register;
                at_memory(&mem::WRITE_OUTSIDE, register, fault, self.log)
            }),
        }
    }
}
