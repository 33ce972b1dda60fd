//! Buffers of one area in plain memory, and what was moved.

use tilescope_core::{OutOfFuel, Stopped};
use tilescope_output::memory::{TILES, tile_place};
use tilescope_output::{Buffers, Run, TileMemory};

/// The order of tiles in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// Tiles have no address: rows of pixels, say.
    None,
    /// One after the other.
    Ascending,
    /// With gaps, and backwards in part.
    Mixed,
}

/// A buffer, tile by tile.
#[derive(Clone, Debug)]
pub struct Memory {
    pub bytes: Vec<u8>,
    pub pixel: usize,
    pub order: Order,
    /// Reads one by one, reads ahead, writes.
    pub reads: usize,
    pub ahead: usize,
    pub writes: usize,
    /// The tile at which hardware stops.
    pub stops_at: Option<u32>,
    /// Reading ahead fails.
    pub refuses_ahead: bool,
}

impl Memory {
    pub fn new(pixel: usize, samples: usize, order: Order) -> Memory {
        Memory {
            bytes: vec![0; 16 * pixel * TILES * samples],
            pixel,
            order,
            reads: 0,
            ahead: 0,
            writes: 0,
            stops_at: None,
            refuses_ahead: false,
        }
    }

    fn range(&self, tile: u32) -> std::ops::Range<usize> {
        let len = 16 * self.pixel;
        tile as usize * len..(tile as usize + 1) * len
    }

    fn check(&self, tile: u32) -> Result<(), Stopped> {
        match self.stops_at == Some(tile) {
            true => Err(Stopped::Fuel(OutOfFuel)),
            false => Ok(()),
        }
    }

    /// The byte offset of a pixel.
    pub fn offset(&self, sample: usize, x: u32, y: u32) -> usize {
        let tile = sample * TILES + (y / 4 * 16 + x / 4) as usize;
        assert_eq!(tile_place(tile as u32), (sample as u32, x & !3, y & !3));
        (tile * 16 + (y % 4 * 4 + x % 4) as usize) * self.pixel
    }

    /// The bits of a pixel.
    pub fn pixel(&self, sample: usize, x: u32, y: u32) -> u128 {
        let at = self.offset(sample, x, y);
        let mut bytes = [0; 16];
        bytes[..self.pixel].copy_from_slice(&self.bytes[at..at + self.pixel]);
        u128::from_le_bytes(bytes)
    }

    /// Fills it with bits that look random.
    pub fn fill(&mut self, seed: u64) {
        let mut state = seed | 1;
        for byte in &mut self.bytes {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            *byte = (state >> 56) as u8;
        }
    }
}

impl TileMemory for Memory {
    fn read(&mut self, tile: u32, out: &mut [u8]) -> Result<(), Stopped> {
        self.check(tile)?;
        self.reads += 1;
        out.copy_from_slice(&self.bytes[self.range(tile)]);
        Ok(())
    }

    fn write(&mut self, tile: u32, data: &[u8]) -> Result<(), Stopped> {
        self.check(tile)?;
        self.writes += 1;
        let range = self.range(tile);
        self.bytes[range].copy_from_slice(data);
        Ok(())
    }

    fn address(&self, tile: u32) -> Option<u64> {
        let len = 16 * self.pixel as u64;
        match self.order {
            Order::None => None,
            Order::Ascending => Some(0x1000 + u64::from(tile) * len),
            Order::Mixed => Some(u64::from(tile ^ 6) * len + u64::from(tile / 16) * 4),
        }
    }

    fn read_ahead(&mut self, run: &Run<'_>, out: &mut [u8]) -> bool {
        if self.refuses_ahead {
            return false;
        }
        let parts = out.chunks_exact_mut(run.tile_bytes);
        assert_eq!(parts.len(), run.tiles.len());
        for (i, ((address, tile), part)) in run.tiles.iter().zip(parts).enumerate() {
            assert_eq!(*address, run.address + (i * run.tile_bytes) as u64);
            assert_eq!(self.address(*tile), Some(*address));
            part.copy_from_slice(&self.bytes[self.range(*tile)]);
            self.ahead += 1;
        }
        true
    }
}

impl TileMemory for &mut Memory {
    fn read(&mut self, tile: u32, out: &mut [u8]) -> Result<(), Stopped> {
        (**self).read(tile, out)
    }

    fn write(&mut self, tile: u32, data: &[u8]) -> Result<(), Stopped> {
        (**self).write(tile, data)
    }

    fn address(&self, tile: u32) -> Option<u64> {
        (**self).address(tile)
    }

    fn read_ahead(&mut self, run: &Run<'_>, out: &mut [u8]) -> bool {
        (**self).read_ahead(run, out)
    }
}

/// All buffers of an area.
#[derive(Clone, Debug, Default)]
pub struct Frame {
    pub depth: Option<Memory>,
    pub stencil: Option<Memory>,
    pub colors: Vec<Memory>,
}

impl Buffers for Frame {
    fn depth(&mut self) -> Option<impl TileMemory> {
        self.depth.as_mut()
    }

    fn stencil(&mut self) -> Option<impl TileMemory> {
        self.stencil.as_mut()
    }

    fn color(&mut self, n: usize) -> Option<impl TileMemory> {
        self.colors.get_mut(n)
    }
}
