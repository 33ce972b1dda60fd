//! Tiles of a buffer that were read, and what will be stored.

use super::AREA;
use crate::bus::{Bus, Port};
use crate::log::Log;
use crate::rules::mem;
use crate::stopped::Stopped;
use crate::surface::{Surface, Tiling};
use crate::ts::TileStatus;

/// Tiles of an area.
pub(super) const TILES: usize = (AREA as usize / 4) * (AREA as usize / 4);
/// Pixels of an area.
pub(super) const PIXELS: usize = TILES * 16;
/// Bytes of a tile, if its pixels have 64 bits.
const WIDEST: usize = 128;

/// What is known of a tile of 4x4 pixels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Held {
    /// Nothing.
    #[default]
    Not,
    /// Its pixels, as memory has them.
    Read,
    /// Its pixels, which memory must get.
    Changed,
}

/// Pixels of one buffer.
#[derive(Clone, Debug)]
pub(super) struct Pixels {
    pub words: Box<[u32]>,
    /// The high words of pixels of 64 bits; empty until there are any.
    pub high: Vec<u32>,
    pub held: [Held; TILES],
    /// Tiles that are not [`Held::Not`].
    touched: Vec<u8>,
}

impl Pixels {
    pub fn new() -> Pixels {
        Pixels {
            words: vec![0; PIXELS].into(),
            high: Vec::new(),
            held: [Held::Not; TILES],
            touched: Vec::with_capacity(TILES),
        }
    }

    /// Reads the tile unless it is there.
    #[inline(always)]
    pub fn need(&mut self, tile: usize, from: &mut Source<'_, '_>) -> Result<(), Stopped> {
        if self.held[tile] == Held::Not {
            self.fetch(tile, from)?;
        }
        Ok(())
    }

    #[inline(never)]
    fn fetch(&mut self, tile: usize, from: &mut Source<'_, '_>) -> Result<(), Stopped> {
        let (x, y) = from.corner(tile);
        let bytes = from.surface.pixel_bytes as usize;
        let mut data = [0; WIDEST];
        let rows = from.rows();
        for row in 0..rows {
            let address = from.surface.address(x, y + row as u32);
            let part = &mut data[row * 4 * bytes..][..16 * bytes / rows];
            from.read(address, part)?;
        }
        let words = &mut self.words[tile * 16..][..16];
        let low = bytes.min(4);
        for (word, pixel) in words.iter_mut().zip(data.chunks_exact(bytes)) {
            let mut four = [0; 4];
            four[..low].copy_from_slice(&pixel[..low]);
            *word = u32::from_le_bytes(four);
        }
        if bytes == 8 {
            self.high.resize(PIXELS, 0);
            let words = &mut self.high[tile * 16..][..16];
            let pixels = data.as_chunks::<8>().0;
            for (word, [.., a, b, c, d]) in words.iter_mut().zip(pixels) {
                *word = u32::from_le_bytes([*a, *b, *c, *d]);
            }
        }
        self.held[tile] = Held::Read;
        self.touched.push(tile as u8);
        Ok(())
    }

    /// Marks the pixel as one that memory must get.
    #[inline(always)]
    pub fn change(&mut self, at: usize) {
        self.held[(at / 16) & (TILES - 1)] = Held::Changed;
    }

    /// Forgets all, stored or not.
    pub fn forget(&mut self) {
        self.held = [Held::Not; TILES];
        self.touched.clear();
    }

    /// Stores what changed, and forgets all.
    pub fn store(&mut self, to: &mut Source<'_, '_>) -> Result<(), Stopped> {
        let bytes = to.surface.pixel_bytes as usize;
        for tile in std::mem::take(&mut self.touched) {
            let tile = usize::from(tile);
            if std::mem::take(&mut self.held[tile]) != Held::Changed {
                continue;
            }
            let mut data = [0; WIDEST];
            let words = &self.words[tile * 16..][..16];
            let low = bytes.min(4);
            for (word, pixel) in words.iter().zip(data.chunks_exact_mut(bytes)) {
                pixel[..low].copy_from_slice(&word.to_le_bytes()[..low]);
            }
            if bytes == 8 {
                let words = &self.high[tile * 16..][..16];
                let pixels = data.as_chunks_mut::<8>().0;
                for (word, [.., a, b, c, d]) in words.iter().zip(pixels) {
                    [*a, *b, *c, *d] = word.to_le_bytes();
                }
            }
            let (x, y) = to.corner(tile);
            let rows = to.rows();
            for row in 0..rows {
                let address = to.surface.address(x, y + row as u32);
                let part = &data[row * 4 * bytes..][..16 * bytes / rows];
                to.write(address, part)?;
            }
        }
        Ok(())
    }
}

/// Where the pixels of a buffer are.
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

    /// Accesses for a tile.
    fn rows(&self) -> usize {
        if self.surface.tiling == Tiling::Linear {
            4
        } else {
            1
        }
    }

    fn read(&mut self, address: u32, out: &mut [u8]) -> Result<(), Stopped> {
        match &self.status {
            Some(status) => status.read(self.bus, self.log, Port::Pe, address, out),
            None => (self.bus.read(self.log, Port::Pe, address, out))
                .map_err(|fault| Stopped::at_memory(&mem::READ_OUTSIDE, fault, self.log)),
        }
    }

    fn write(&mut self, address: u32, data: &[u8]) -> Result<(), Stopped> {
        match &mut self.status {
            Some(status) => status.write(self.bus, self.log, Port::Pe, address, data),
            None => (self.bus.write(self.log, Port::Pe, address, data))
                .map_err(|fault| Stopped::at_memory(&mem::WRITE_OUTSIDE, fault, self.log)),
        }
    }
}
