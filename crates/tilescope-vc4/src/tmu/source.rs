//! Texels of a texture: fetches of blocks, and their cache.

use std::collections::HashSet;

use tilescope_core::Unit;
use tilescope_core::bus::Port as _;
use tilescope_pixel::{Format, Widen};
use tilescope_texture::{BlockCache, TexelSource};

use super::{Cached, Violation, note};
use crate::bus::{Bus, Port};
use crate::log::Log;
use crate::quirks::Etc1Rows;
use crate::rules::mem;
use crate::texture::Texture;

/// Bytes that the texture cache fetches at a time: a micro-tile.
const BLOCK: usize = 64;
/// Texels per block of the smallest filtered format.
const TEXELS: usize = 64;
/// Texels per block of 32-bit formats.
const WIDE_TEXELS: usize = 16;
/// Number of cached blocks of a texture, as a power of two: enough for the pixels of a
/// tile and their smaller levels, with a margin for rotated textures and overdraw.
const KEPT_LOG2: u32 = 9;
/// Texels per block of ETC1: eight blocks of 4x4.
const ETC1_TEXELS: usize = 128;

/// Addresses of the blocks of a texture that were read. Each counts once, and is checked once,
/// whichever blocks the cache has: so it makes no difference in which order threads read them.
pub(super) type Seen = HashSet<u64, foldhash::fast::RandomState>;

/// Cached blocks of a texture, depending on its format: colour words by position in the
/// block, or raw bytes.
#[derive(Debug)]
pub(super) enum Blocks {
    Texels(BlockCache<[u32; TEXELS]>),
    Wide(BlockCache<[u32; WIDE_TEXELS]>),
    Etc1(BlockCache<[u32; ETC1_TEXELS]>),
    Raw(BlockCache<[u8; BLOCK]>),
}

impl Blocks {
    /// An empty cache for texels of `format`.
    pub(super) fn new(format: Format) -> Self {
        let log2 = BLOCK.ilog2();
        match format {
            Format::Etc1Rgb8 => Blocks::Etc1(BlockCache::new(5, log2, [0; ETC1_TEXELS])),
            _ => match format.row().block_bits {
                32 => Blocks::Wide(BlockCache::new(KEPT_LOG2, log2, [0; WIDE_TEXELS])),
                8 | 16 => Blocks::Texels(BlockCache::new(KEPT_LOG2 - 1, log2, [0; TEXELS])),
                _ => Blocks::Raw(BlockCache::new(7, log2, [0; BLOCK])),
            },
        }
    }
}

impl Cached {
    /// Forgets the block at `addr`. Returns the number of its bytes that are read.
    pub(super) fn forget(&mut self, addr: u64, bus: &Bus<'_>) -> u64 {
        match &mut self.blocks {
            Some(Blocks::Texels(cache)) => cache.forget(addr),
            Some(Blocks::Wide(cache)) => cache.forget(addr),
            Some(Blocks::Etc1(cache)) => cache.forget(addr),
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
    /// The bytes of the block at `addr`; bytes past the end of its buffer are 0.
    fn bytes(&mut self, addr: u64) -> Result<[u8; BLOCK], ()> {
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
        if !self.seen.insert(addr) {
            return Ok(out);
        }
        *read += len as u64;
        if !self.bus.initialised(addr as u32, len as u32) {
            self.reported.push(addr);
            note(self.violations, &mem::UNINITIALISED_TEXEL, || {
                format!("texels at {addr:#010x} were never written")
            });
        }
        Ok(out)
    }

    fn words(&mut self, addr: u64, out: &mut [u32]) -> Result<(), ()> {
        let bytes = self.bytes(addr)?;
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

impl Source<'_, '_> {
    /// Address of the element (texel, or block of texels) at (x, y).
    #[inline]
    fn address(&self, face: u32, level: u32, x: u32, y: u32) -> Option<u32> {
        let l = self.texture.levels.get(level as usize)?;
        let face = face.wrapping_mul(self.texture.face_stride);
        let at = l.surface.offset(x, y) as u32;
        Some(l.base.wrapping_add(face).wrapping_add(at))
    }

    /// A texel of an unfiltered format, up to 64 bits.
    pub(super) fn wide(&mut self, face: u32, level: u32, x: u32, y: u32) -> u64 {
        let Blocks::Raw(cache) = &mut self.blocks else {
            return self.texel(face, level, x, y).into();
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
        let Ok(block) = cache.get(at.into(), |addr, out| fetch.bytes(addr).map(|b| *out = b))
        else {
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
    #[inline]
    fn texel(&mut self, face: u32, level: u32, x: u32, y: u32) -> u32 {
        let row = self.fetch.format.row();
        let (bw, bh) = (u32::from(row.block.0), u32::from(row.block.1));
        let Some(at) = self.address(face, level, x / bw, y / bh) else {
            return 0;
        };
        let within = at as usize % BLOCK / (usize::from(row.block_bits) / 8).max(1);
        let fetch = &mut self.fetch;
        match &mut self.blocks {
            Blocks::Texels(cache) => {
                let i = within * bw as usize + (x % bw) as usize;
                let block = cache.get(at.into(), |addr, out| fetch.words(addr, out));
                block.map_or(0, |b| b[i % TEXELS])
            }
            Blocks::Wide(cache) => {
                let block = cache.get(at.into(), |addr, out| fetch.words(addr, out));
                block.map_or(0, |b| b[within % WIDE_TEXELS])
            }
            Blocks::Etc1(cache) => {
                let row = match self.texture.etc1_rows {
                    Etc1Rows::Downwards => y % 4,
                    Etc1Rows::Upwards => 3 - y % 4,
                };
                let i = within * 16 + (row * 4 + x % 4) as usize;
                let block = cache.get(at.into(), |addr, out| fetch.words(addr, out));
                block.map_or(0, |b| b[i % ETC1_TEXELS])
            }
            Blocks::Raw(_) => self.wide(face, level, x, y) as u32,
        }
    }

    #[inline(always)]
    fn quad(&mut self, face: u32, level: u32, x: [u32; 2], y: [u32; 2]) -> [u32; 4] {
        let row = self.fetch.format.row();
        if row.block == (1, 1)
            && let Some(l) = self.texture.levels.get(level as usize)
        {
            let base = l
                .base
                .wrapping_add(face.wrapping_mul(self.texture.face_stride));
            // Loops, because closures of array methods are not inlined.
            let mut at = [0; 4];
            for (at, offset) in at.iter_mut().zip(l.surface.corners(x, y)) {
                *at = base.wrapping_add(offset as u32);
            }
            let fetch = &mut self.fetch;
            match &mut self.blocks {
                Blocks::Wide(cache) => {
                    return four(cache, at, fetch, |a| a / 4 % WIDE_TEXELS);
                }
                Blocks::Texels(cache) => {
                    let shift = (row.block_bits / 8).ilog2();
                    return four(cache, at, fetch, |a| (a % BLOCK) >> shift & (TEXELS - 1));
                }
                Blocks::Etc1(_) | Blocks::Raw(_) => {}
            }
        }
        let places = [(x[0], y[0]), (x[1], y[0]), (x[0], y[1]), (x[1], y[1])];
        places.map(|(x, y)| self.texel(face, level, x, y))
    }
}

/// Four texels by address, which are mostly in one block. `within` is the position in
/// the block.
#[inline(always)]
fn four<const N: usize>(
    cache: &mut BlockCache<[u32; N]>,
    at: [u32; 4],
    fetch: &mut Fetcher<'_, '_>,
    within: impl Fn(usize) -> usize,
) -> [u32; 4] {
    let block = |a: u32| a / BLOCK as u32;
    let [first, ..] = at;
    let mut texels = [0; 4];
    if at.iter().all(|a| block(*a) == block(first)) {
        if let Ok(words) = cache.get(first.into(), |addr, out| fetch.words(addr, out)) {
            for (texel, at) in texels.iter_mut().zip(at) {
                *texel = words[within(at as usize)];
            }
        }
        return texels;
    }
    for (texel, at) in texels.iter_mut().zip(at) {
        if let Ok(words) = cache.get(at.into(), |addr, out| fetch.words(addr, out)) {
            *texel = words[within(at as usize)];
        }
    }
    texels
}
