//! Cached tiles of a buffer.
//!
//! Pixels are read when a result depends on them, and stored when the area is
//! complete. Fully overwritten tiles are never read, and tiles that are contiguous
//! in memory are transferred together.

use tilescope_raster::Rect;

use super::AREA;
use crate::bus::{Bus, Port};
use crate::log::Log;
use crate::rules::mem;
use crate::stopped::{Stopped, at_memory};
use crate::surface::{Surface, Tiling};
use crate::ts::TileStatus;

/// Tiles of an area.
pub(super) const TILES: usize = (AREA as usize / 4) * (AREA as usize / 4);
/// Pixels of an area.
pub(super) const PIXELS: usize = TILES * 16;
/// Bytes of a tile with 64-bit pixels.
const WIDEST: usize = 128;
/// Largest transfer in bytes.
const MAX_TRANSFER: usize = 4096;
const NOWHERE: Rect = Rect {
    x0: 0,
    y0: 0,
    x1: 0,
    y1: 0,
};

/// Pixels of one buffer.
#[derive(Clone, Debug)]
pub(super) struct Pixels {
    pub words: Box<[u32]>,
    /// The high words of 64-bit pixels; empty until needed.
    pub high: Vec<u32>,
    /// Mask of the known pixels of each tile.
    known: [u16; TILES],
    /// Whether the tile must be stored.
    changed: [bool; TILES],
    /// Tiles with known pixels.
    touched: Vec<u8>,
    /// Rectangle in which further tiles will be needed, in pixels from the area's
    /// corner.
    likely: Rect,
    staging: Box<[u8]>,
    /// Scratch memory for sorting tiles by address.
    order: Vec<(u32, u8)>,
}

/// A run of tiles that are contiguous in memory.
struct Run {
    address: u32,
    len: usize,
}

impl Pixels {
    pub fn new() -> Pixels {
        Pixels {
            words: vec![0; PIXELS].into(),
            high: Vec::new(),
            known: [0; TILES],
            changed: [false; TILES],
            touched: Vec::with_capacity(TILES),
            likely: NOWHERE,
            staging: vec![0; MAX_TRANSFER].into(),
            order: Vec::with_capacity(TILES),
        }
    }

    /// Hint about where pixels will be drawn, from the area's corner.
    pub fn expect(&mut self, rect: Rect) {
        self.likely = rect;
    }

    /// Reads the tile unless all of it is known.
    #[inline(always)]
    pub fn need(&mut self, tile: usize, from: &mut Source<'_, '_>) -> Result<(), Stopped> {
        if self.known[tile & (TILES - 1)] != u16::MAX {
            self.fetch(tile, from)?;
        }
        Ok(())
    }

    /// Marks the pixels of the lanes in `mask` as changed. The four lanes of a quad
    /// are in one tile.
    #[inline(always)]
    pub fn change(&mut self, at: &[usize; 16], mask: u16) {
        let mut bits = [0u16; 16];
        for lane in 0..16 {
            bits[lane] = (mask >> lane & 1) << (at[lane] & 15);
        }
        for quad in 0..4 {
            let [a, b, c, d] = [0, 1, 2, 3].map(|i| bits[quad * 4 + i]);
            let bits = a | b | c | d;
            if bits != 0 {
                let tile = (at[quad * 4] / 16) & (TILES - 1);
                if self.known[tile] == 0 {
                    self.touched.push(tile as u8);
                }
                self.known[tile] |= bits;
                self.changed[tile] = true;
            }
        }
    }

    #[inline(never)]
    fn fetch(&mut self, tile: usize, from: &mut Source<'_, '_>) -> Result<(), Stopped> {
        self.fetch_likely(from);
        if self.known[tile] == u16::MAX {
            return Ok(());
        }
        let mut data = [0; WIDEST];
        let len = from.surface.tile_bytes() as usize;
        let data = &mut data[..len.min(WIDEST)];
        from.tile(tile, data)?;
        self.fill(tile, data);
        Ok(())
    }

    /// Prefetches tiles that will be needed, up to the first error. Errors are
    /// reported only where the tile is really needed.
    fn fetch_likely(&mut self, from: &mut Source<'_, '_>) {
        let likely = std::mem::replace(&mut self.likely, NOWHERE);
        if from.surface.tiling == Tiling::Linear || likely.is_empty() {
            return;
        }
        let mut order = std::mem::take(&mut self.order);
        let side = AREA as i32 / 4;
        let tiles = |a: i32, b: i32| (a / 4).max(0)..((b + 3) / 4).min(side);
        for y in tiles(likely.y0, likely.y1) {
            for x in tiles(likely.x0, likely.x1) {
                let tile = (y * side + x) as usize;
                if self.known[tile] != u16::MAX {
                    order.push((from.address(tile), tile as u8));
                }
            }
        }
        let mut staging = std::mem::take(&mut self.staging);
        let len = from.surface.tile_bytes() as usize;
        let mut log = Log::default();
        let mut quiet = Source {
            log: &mut log,
            status: from.status,
            ..*from
        };
        for_each_run(&mut order, len, |run, tiles| {
            let data = &mut staging[..run.len];
            if quiet.read(run.address, data).is_err() || !quiet.log.is_silent() {
                return Err(());
            }
            for ((_, tile), data) in tiles.iter().zip(data.chunks_exact(len)) {
                self.fill(usize::from(*tile), data);
            }
            Ok(())
        })
        .ok();
        if log.is_silent() {
            from.log.append(log);
        }
        order.clear();
        self.order = order;
        self.staging = staging;
    }

    /// Fills the unknown pixels of a tile from memory.
    fn fill(&mut self, tile: usize, data: &[u8]) {
        let known = self.known[tile];
        if known == 0 {
            self.touched.push(tile as u8);
        }
        self.known[tile] = u16::MAX;
        let words = &mut self.words[tile * 16..][..16];
        match data.len() {
            32 => {
                let pixels = data.as_chunks::<2>().0.iter().copied();
                let pixels = pixels.map(u16::from_le_bytes).map(u32::from);
                put(words, known, pixels);
            }
            64 => {
                let pixels = data.as_chunks::<4>().0.iter().copied();
                put(words, known, pixels.map(u32::from_le_bytes));
            }
            128 => {
                let pixels = data.as_chunks::<8>().0;
                let low = |&[a, b, c, d, ..]: &[u8; 8]| u32::from_le_bytes([a, b, c, d]);
                let top = |&[.., a, b, c, d]: &[u8; 8]| u32::from_le_bytes([a, b, c, d]);
                put(words, known, pixels.iter().map(low));
                self.high.resize(PIXELS, 0);
                let high = &mut self.high[tile * 16..][..16];
                put(high, known, pixels.iter().map(top));
            }
            _ => put(words, known, data.iter().copied().map(u32::from)),
        }
    }

    /// Copies a tile into the bytes to be stored.
    fn copy_out(&self, tile: usize, data: &mut [u8]) {
        let words = &self.words[tile * 16..][..16];
        match data.len() {
            32 => {
                for (pixel, word) in data.as_chunks_mut::<2>().0.iter_mut().zip(words) {
                    *pixel = (*word as u16).to_le_bytes();
                }
            }
            64 => {
                for (pixel, word) in data.as_chunks_mut::<4>().0.iter_mut().zip(words) {
                    *pixel = word.to_le_bytes();
                }
            }
            128 => {
                let high = self.high.get(tile * 16..).unwrap_or(&[]);
                let pixels = data.as_chunks_mut::<8>().0.iter_mut();
                for (pixel, (low, high)) in pixels.zip(words.iter().zip(high)) {
                    let word = u64::from(*high) << 32 | u64::from(*low);
                    *pixel = word.to_le_bytes();
                }
            }
            _ => {
                for (pixel, word) in data.iter_mut().zip(words) {
                    *pixel = *word as u8;
                }
            }
        }
    }

    /// Discards all tiles.
    pub fn discard(&mut self) {
        for tile in std::mem::take(&mut self.touched) {
            self.known[usize::from(tile)] = 0;
            self.changed[usize::from(tile)] = false;
        }
        self.likely = NOWHERE;
    }

    /// Stores the changed tiles.
    pub fn store(&mut self, to: &mut Source<'_, '_>) -> Result<(), Stopped> {
        for n in 0..self.touched.len() {
            let tile = usize::from(self.touched[n]);
            if self.changed[tile] && self.known[tile] != u16::MAX {
                self.fetch(tile, to)?;
            }
        }
        let changed = self
            .touched
            .iter()
            .filter(|t| self.changed[usize::from(**t)]);
        let len = to.surface.tile_bytes() as usize;
        if to.surface.tiling == Tiling::Linear {
            let mut data = [0; WIDEST];
            let data = &mut data[..len.min(WIDEST)];
            for &tile in changed {
                self.copy_out(tile.into(), data);
                to.store_tile(tile.into(), data)?;
            }
            return Ok(());
        }
        let mut order = std::mem::take(&mut self.order);
        order.extend(changed.map(|&tile| (to.address(tile.into()), tile)));
        let mut staging = std::mem::take(&mut self.staging);
        let result = for_each_run(&mut order, len, |run, tiles| {
            let data = &mut staging[..run.len];
            for ((_, tile), data) in tiles.iter().zip(data.chunks_exact_mut(len)) {
                self.copy_out(usize::from(*tile), data);
            }
            to.store_run(run.address, data, len)
        });
        order.clear();
        self.order = order;
        self.staging = staging;
        result
    }
}

/// Sets the words whose bit is not set in `known`.
#[inline(always)]
fn put(words: &mut [u32], known: u16, pixels: impl Iterator<Item = u32>) {
    for (i, (word, pixel)) in words.iter_mut().zip(pixels).enumerate() {
        *word = if known >> i & 1 != 0 { *word } else { pixel };
    }
}

/// Sorts tiles of `len` bytes by address and calls `each` with every contiguous run.
fn for_each_run<E>(
    order: &mut [(u32, u8)],
    len: usize,
    mut each: impl FnMut(Run, &[(u32, u8)]) -> Result<(), E>,
) -> Result<(), E> {
    order.sort_unstable();
    let follow = |a: &(u32, u8), b: &(u32, u8)| a.0.checked_add(len as u32) == Some(b.0);
    for run in order.chunk_by(follow) {
        for tiles in run.chunks((MAX_TRANSFER / len.max(1)).max(1)) {
            if let [(address, _), ..] = *tiles {
                let len = tiles.len() * len;
                each(Run { address, len }, tiles)?;
            }
        }
    }
    Ok(())
}

/// Access to the memory of a buffer.
pub(super) struct Source<'a, 'l> {
    pub surface: &'a Surface,
    pub status: Option<TileStatus>,
    pub origin: (u32, u32),
    pub bus: Bus<'a>,
    pub log: &'l mut Log,
}

impl Source<'_, '_> {
    /// The first pixel of a tile.
    fn corner(&self, tile: usize) -> (u32, u32) {
        let across = AREA as usize / 4;
        let (x, y) = (tile % across * 4, tile / across * 4);
        (self.origin.0 + x as u32, self.origin.1 + y as u32)
    }

    fn address(&self, tile: usize) -> u32 {
        let (x, y) = self.corner(tile);
        self.surface.address(x, y)
    }

    /// The number of accesses for a tile.
    fn rows(&self) -> usize {
        if self.surface.tiling == Tiling::Linear {
            4
        } else {
            1
        }
    }

    /// Reads a tile.
    fn tile(&mut self, tile: usize, data: &mut [u8]) -> Result<(), Stopped> {
        let (x, y) = self.corner(tile);
        let row_bytes = data.len() / self.rows();
        for (row, part) in (y..).zip(data.chunks_exact_mut(row_bytes.max(1))) {
            self.read(self.surface.address(x, row), part)?;
        }
        Ok(())
    }

    /// Stores a tile.
    fn store_tile(&mut self, tile: usize, data: &[u8]) -> Result<(), Stopped> {
        let (x, y) = self.corner(tile);
        let row_bytes = data.len() / self.rows();
        for (row, part) in (y..).zip(data.chunks_exact(row_bytes.max(1))) {
            self.write(self.surface.address(x, row), part)?;
        }
        Ok(())
    }

    /// Stores contiguous tiles of `len` bytes, up to the end of mapped memory.
    fn store_run(&mut self, address: u32, data: &[u8], len: usize) -> Result<(), Stopped> {
        if self.bus.mapped(address) >= data.len() as u64 {
            return self.write(address, data);
        }
        let tiles = data.chunks_exact(len);
        for (address, tile) in (address..).step_by(len).zip(tiles) {
            self.write(address, tile)?;
        }
        Ok(())
    }

    fn read(&mut self, address: u32, out: &mut [u8]) -> Result<(), Stopped> {
        match &self.status {
            Some(status) => status.read(self.bus, self.log, Port::Pe, address, out),
            None => (self.bus.read(self.log, Port::Pe, address, out)).map_err(|fault| {
                at_memory(
                    &mem::READ_OUTSIDE,
                    self.surface.base_register,
                    fault,
                    self.log,
                )
            }),
        }
    }

    fn write(&mut self, address: u32, data: &[u8]) -> Result<(), Stopped> {
        match &mut self.status {
            Some(status) => status.write(self.bus, self.log, Port::Pe, address, data),
            None => (self.bus.write(self.log, Port::Pe, address, data)).map_err(|fault| {
                at_memory(
                    &mem::WRITE_OUTSIDE,
                    self.surface.base_register,
                    fault,
                    self.log,
                )
            }),
        }
    }
}
