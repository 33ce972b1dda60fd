//! Texels of a texture: fetches of blocks, and their cache.

use std::collections::HashSet;

use tilescope_core::Unit;
use tilescope_core::bus::Port as _;
use tilescope_pixel::{Format, Widen};
use tilescope_texture::{
    BlockCache, TexelSource, TileAt, TileCache, TileSource, Wanted, place_in_tile,
};

use super::{Cached, Violation, note};
use crate::bus::{Bus, Port};
use crate::log::Log;
use crate::quirks::Etc1Rows;
use crate::rules::mem;
use crate::texture::{Texture, is_raster};

/// Bytes that the texture cache fetches at a time: a micro-tile.
const BLOCK: usize = 64;
/// Texels per block of 32-bit formats.
const WIDE_TEXELS: usize = 16;
/// Texels per block of 8-bit formats.
const TEXELS: usize = 64;
/// Number of cached blocks of a texture, as a power of two: enough for the pixels of a
/// tile and their smaller levels, with a margin for rotated textures and overdraw.
const KEPT_LOG2: u32 = 9;

/// Number of cached tiles of a texture, as a power of two: 256x256 texels, which tiles of a batch share.
const TILES_LOG2: u32 = 12;

/// Addresses of the blocks of a texture that were read. Each counts once, and is checked once,
/// whichever blocks the cache has: so it makes no difference in which order threads read them.
pub(super) type Seen = HashSet<u64, foldhash::fast::RandomState>;

/// Cached texels of a texture, depending on its format and layout.
#[derive(Debug)]
pub(super) enum Blocks {
    /// Colour words of 4x4 texels, which are in one block: of T and LT with up to 32 bits a texel,
    /// and of ETC1.
    Tiles(TileCache<[u32; 16]>),
    /// Colour words of blocks: of rows.
    Wide(BlockCache<[u32; WIDE_TEXELS]>),
    /// Bytes of blocks.
    Raw(BlockCache<[u8; BLOCK]>),
}

impl Blocks {
    /// An empty cache for texels of `format`, of a texture of this type.
    pub(super) fn new(format: Format, kind: u8) -> Self {
        let log2 = BLOCK.ilog2();
        match (format, format.row().block_bits) {
            (Format::Etc1Rgb8, _) | (_, 8 | 16 | 32) if !is_raster(kind) => {
                Blocks::Tiles(TileCache::new(TILES_LOG2, [0; 16]))
            }
            (_, 32) => Blocks::Wide(BlockCache::new(KEPT_LOG2, log2, [0; WIDE_TEXELS])),
            _ => Blocks::Raw(BlockCache::new(7, log2, [0; BLOCK])),
        }
    }
}

impl Cached {
    /// Forgets the block at `addr`. Returns the number of its bytes that are read.
    pub(super) fn forget(&mut self, addr: u64, bus: &Bus<'_>) -> u64 {
        match &mut self.blocks {
            Some(Blocks::Tiles(cache)) => cache.invalidate(),
            Some(Blocks::Wide(cache)) => cache.forget(addr),
            Some(Blocks::Raw(cache)) => cache.forget(addr),
            None => {}
        }
        self.seen.remove(&addr);
        bus.memory().mapped(addr).clamp(1, BLOCK as u64)
    }
}

/// Fetches blocks of one texture.
pub(super) struct Fetcher<'a, 'l> {
    pub format: Format,
    pub bus: &'a Bus<'a>,
    pub log: &'l mut Log,
    pub violations: &'l mut Vec<Violation>,
    /// Addresses of blocks that `violations` are about.
    pub reported: &'l mut Vec<u64>,
    /// See [`Seen`].
    pub seen: &'l mut Seen,
}

impl Fetcher<'_, '_> {
    /// The bytes of the block at `addr`; bytes past the end of its buffer are 0. With them, how many
    /// were read, or 0 if there is something to report about them.
    fn bytes(&mut self, addr: u64) -> Result<([u8; BLOCK], u32), ()> {
        let mut out = [0; BLOCK];
        let len = self.bus.memory().mapped(addr).clamp(1, BLOCK as u64) as usize;
        let read = &mut self.log.traffic.read[Port::Tmu as usize];
        let unit = Unit(Port::Tmu.name());
        if let Err(fault) = self.bus.memory().read(addr, &mut out[..len], unit) {
            *read += len as u64;
            self.reported.push(addr);
            note(self.violations, &mem::TEXTURE_READ, || {
                format!("{fault}; zeros were used")
            });
            return Err(());
        }
        let first = self.seen.insert(addr);
        if first {
            *read += len as u64;
        }
        if self.bus.initialised(addr as u32, len as u32) {
            return Ok((out, len as u32));
        }
        if first {
            self.reported.push(addr);
            note(self.violations, &mem::UNINITIALISED_TEXEL, || {
                format!("texels at {addr:#010x} were never written")
            });
        }
        Ok((out, 0))
    }

    fn words(&mut self, addr: u64, out: &mut [u32]) -> Result<(), ()> {
        let (bytes, _) = self.bytes(addr)?;
        self.format.unpack(&bytes, Widen::Replicate, out);
        Ok(())
    }
}

/// Texels of one texture, through its cache.
pub(super) struct Source<'a, 'l> {
    pub texture: &'a Texture,
    pub blocks: &'a mut Blocks,
    pub fetch: Fetcher<'a, 'l>,
}

/// Address of the element (texel, or block of texels) at (x, y).
#[inline]
fn address(texture: &Texture, face: u32, level: u32, (x, y): (u32, u32)) -> Option<u32> {
    let l = texture.levels.get(level as usize)?;
    let face = face.wrapping_mul(texture.face_stride);
    let at = l.surface.offset(x, y) as u32;
    Some(l.base.wrapping_add(face).wrapping_add(at))
}

/// Texels of one texture whose cache has tiles.
pub(super) struct Tiled<'a, 'l> {
    pub texture: &'a Texture,
    pub tiles: &'a mut TileCache<[u32; 16]>,
    pub fetch: Fetcher<'a, 'l>,
}

impl TileSource for Tiled<'_, '_> {
    #[inline(always)]
    fn plane(&self, face: u32, level: u32) -> u64 {
        plane(face, level)
    }

    #[inline(always)]
    fn tiles(&mut self) -> &mut TileCache<[u32; 16]> {
        self.tiles
    }

    #[cold]
    #[inline(never)]
    fn fetch(
        &mut self,
        plane: (u32, u32),
        at: TileAt,
        _: &dyn Fn() -> (u32, u32),
    ) -> Option<&[u32; 16]> {
        self.fetch.cached(self.texture, self.tiles, plane, at)
    }
}

/// The number of a level of a face in the cache.
#[inline(always)]
fn plane(face: u32, level: u32) -> u64 {
    u64::from(level & 15 | face << 4)
}

/// The column and row of the element with the texel (`x`, `y`).
fn element(format: Format, (x, y): (u32, u32)) -> (u32, u32) {
    let (columns, rows) = format.row().block;
    (x / u32::from(columns), y / u32::from(rows))
}

impl Fetcher<'_, '_> {
    /// A tile of a face and level; none if it cannot be read.
    #[inline(always)]
    fn cached<'c>(
        &mut self,
        texture: &Texture,
        tiles: &'c mut TileCache<[u32; 16]>,
        (face, level): (u32, u32),
        at: TileAt,
    ) -> Option<&'c [u32; 16]> {
        let first = (at.column << 2, at.row << 2);
        let read = |wanted: Wanted<'_, [u32; 16]>| match wanted {
            Wanted::Contents(tile) => self.tile(texture, face, level, first, tile),
            Wanted::Known(bytes) => {
                let at = address(texture, face, level, element(self.format, first));
                let at = at.map(|at| at & !(BLOCK as u32 - 1));
                if at.is_some_and(|at| self.seen.insert(at.into())) {
                    self.log.traffic.read[Port::Tmu as usize] += u64::from(bytes);
                }
                Ok(bytes)
            }
        };
        tiles.get_known(at, read).ok()
    }

    /// The tile of 4x4 texels whose first is at (`x`, `y`). Returns the bytes of its block, or 0 if
    /// there is something to report about them.
    fn tile(
        &mut self,
        texture: &Texture,
        face: u32,
        level: u32,
        (x, y): (u32, u32),
        out: &mut [u32; 16],
    ) -> Result<u32, ()> {
        let row = self.format.row();
        let format = self.format;
        let at = |x, y| address(texture, face, level, element(format, (x, y)));
        let Some(first) = at(x, y) else {
            *out = [0; 16];
            return Ok(0);
        };
        let block = first & !(BLOCK as u32 - 1);
        let (bytes, read) = self.bytes(block.into())?;
        let size = (usize::from(row.block_bits) / 8).max(1);
        if row.block.0 == 4 {
            let from = (first - block) as usize;
            let mut texels = [0; 16];
            let element = &bytes[from..(from + size).min(BLOCK)];
            self.format.unpack(element, Widen::Replicate, &mut texels);
            for (n, out) in (0..).zip(out.chunks_mut(4)) {
                let row = match texture.etc1_rows {
                    Etc1Rows::Downwards => n,
                    Etc1Rows::Upwards => 3 - n,
                };
                out.copy_from_slice(&texels[4 * row..4 * row + 4]);
            }
            return Ok(read);
        }
        if size == 4 {
            // The block is the tile.
            self.format.unpack(&bytes, Widen::Replicate, out);
            return Ok(read);
        }
        let mut texels = [0; TEXELS];
        let texels = &mut texels[..BLOCK / size];
        self.format.unpack(&bytes, Widen::Replicate, texels);
        for (n, out) in (0..).zip(out) {
            let at = at(x + n % 4, y + n / 4).unwrap_or(block);
            let place = at.wrapping_sub(block) as usize / size;
            *out = texels.get(place).copied().unwrap_or(0);
        }
        Ok(read)
    }
}

impl Source<'_, '_> {
    /// A texel of an unfiltered format, up to 64 bits.
    pub(super) fn wide(&mut self, face: u32, level: u32, x: u32, y: u32) -> u64 {
        let cache = match &mut self.blocks {
            Blocks::Raw(cache) => cache,
            Blocks::Wide(_) => return self.texel(face, level, x, y).into(),
            Blocks::Tiles(tiles) => {
                let at = TileAt::of_texel(plane(face, level), x, y);
                let tile = (self.fetch).cached(self.texture, tiles, (face, level), at);
                return tile.map_or(0, |tile| tile[place_in_tile(x, y)].into());
            }
        };
        let bits = u32::from(self.fetch.format.row().block_bits);
        let per_byte = if bits < 8 { 8 / bits } else { 1 };
        let bytes = (bits as usize).div_ceil(8);
        let Some(l) = self.texture.levels.get(level as usize) else {
            return 0;
        };
        let at = l
            .base
            .wrapping_add(face.wrapping_mul(self.texture.face_stride))
            .wrapping_add(l.surface.offset(x / per_byte, y) as u32);
        let fetch = &mut self.fetch;
        let Ok(block) = cache.get(at.into(), |addr, out| {
            fetch.bytes(addr).map(|(b, _)| *out = b)
        }) else {
            return 0;
        };
        let from = at as usize % BLOCK;
        let mut b = [0; 8];
        b[..bytes].copy_from_slice(&block[from..from + bytes]);
        let raw = u64::from_le_bytes(b);
        let texel = if bits < 8 {
            (raw >> (x % per_byte * bits)) & ((1 << bits) - 1)
        } else {
            raw
        };
        self.fetch.format.unpack_texel(texel, Widen::Replicate)
    }
}

impl TexelSource for Source<'_, '_> {
    fn texel(&mut self, face: u32, level: u32, x: u32, y: u32) -> u32 {
        match &mut self.blocks {
            Blocks::Wide(cache) => {
                let row = self.fetch.format.row();
                let element = (x / u32::from(row.block.0), y / u32::from(row.block.1));
                let Some(at) = address(self.texture, face, level, element) else {
                    return 0;
                };
                let fetch = &mut self.fetch;
                let block = cache.get(at.into(), |addr, out| fetch.words(addr, out));
                block.map_or(0, |b| b[at as usize / 4 % WIDE_TEXELS])
            }
            Blocks::Raw(_) | Blocks::Tiles(_) => self.wide(face, level, x, y) as u32,
        }
    }

    /// Four texels of a row or two are mostly in one block.
    #[inline(always)]
    fn quad(&mut self, face: u32, level: u32, x: [u32; 2], y: [u32; 2]) -> [u32; 4] {
        if self.fetch.format.row().block == (1, 1)
            && let Some(l) = self.texture.levels.get(level as usize)
            && let Blocks::Wide(cache) = &mut self.blocks
        {
            let face = face.wrapping_mul(self.texture.face_stride);
            let base = l.base.wrapping_add(face);
            let (mut texels, fetch) = ([0; 4], &mut self.fetch);
            for (texel, offset) in texels.iter_mut().zip(l.surface.corners(x, y)) {
                let at = base.wrapping_add(offset as u32);
                if let Ok(words) = cache.get(at.into(), |addr, out| fetch.words(addr, out)) {
                    *texel = words[at as usize / 4 % WIDE_TEXELS];
                }
            }
            return texels;
        }
        let places = [(x[0], y[0]), (x[1], y[0]), (x[0], y[1]), (x[1], y[1])];
        places.map(|(x, y)| self.texel(face, level, x, y))
    }
}
