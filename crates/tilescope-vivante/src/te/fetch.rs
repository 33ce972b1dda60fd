//! Texels of one sampler, and the cache of decoded tiles.
//!
//! A tile is 4x4 texels of a face, slice or layer of a level, independent of the
//! memory layout. The cache is indexed by position instead of address, so that a
//! hit needs no address computation.

use tilescope_core::MemFault;
use tilescope_core::bus::Port as _;
use tilescope_pixel::format::rgb_of_bt601;
use tilescope_pixel::srgb::from_srgb;
use tilescope_pixel::{Format, Storage, Widen};
use tilescope_texture::{TileAt, TileCache, TileSource, Wanted, WideSource, place_in_tile};

use super::quirks::Yuv;
use super::sampler::Unit;
use crate::bus::{Bus, Port};
use crate::log::Log;
use crate::regs::enums::TextureCompareFunc;
use crate::rules::te as rules;
use crate::stopped::{Stopped, at_memory};
use crate::surface::texture::Texels;

/// Bytes of the largest tile: 16 texels of 64 bits.
const TILE: usize = 128;

/// Tiles of a texture of colour words: 64x64.
pub(super) type WordTiles = TileCache<[u32; 16]>;
/// Tiles of any other texture: 16x16.
pub(super) type WideTiles = TileCache<[[u32; 4]; 16]>;
/// Decoded tiles of one sampler.
pub(super) type Tiles = tilescope_texture::EitherTiles<12, 8>;

/// The position of a tile in its texture.
#[derive(Clone, Copy)]
struct Place {
    layer: u32,
    level: u32,
    x: u32,
    y: u32,
}

/// The number of a level of a layer in the cache: levels have 4 bits, layers 14.
#[inline(always)]
fn plane(layer: u32, level: u32) -> u64 {
    u64::from(level & 15 | layer << 4)
}

/// Reads and decodes tiles.
pub(super) struct Fetcher<'a, 'l> {
    pub(super) unit: &'a Unit,
    pub(super) bus: Bus<'a>,
    pub(super) log: &'l mut Log,
    pub(super) stopped: Option<Stopped>,
}

impl Fetcher<'_, '_> {
    /// Fills a tile with `read`, or counts what was read for it before. Returns the bytes of that.
    fn counted<T>(
        &mut self,
        wanted: Wanted<'_, T>,
        read: impl FnOnce(&mut Self, &mut T) -> Result<(), ()>,
    ) -> Result<u32, ()> {
        let port = Port::Tx.index();
        match wanted {
            Wanted::Contents(tile) => {
                let before = self.log.traffic.read[port];
                read(self, tile)?;
                Ok((self.log.traffic.read[port] - before) as u32)
            }
            Wanted::Known(bytes) => {
                self.log.traffic.read[port] += u64::from(bytes);
                Ok(bytes)
            }
        }
    }

    /// The bytes of a tile. Texels of linear textures beyond the edge are 0.
    fn bytes(&mut self, at: Place, out: &mut [u8; TILE]) -> Result<usize, ()> {
        let texture = &self.unit.texture;
        let Some(texels) = texture.texels(at.level, at.layer, at.x, at.y) else {
            return Ok(0);
        };
        match texels {
            Texels::Tile { address, bytes } => {
                let len = (bytes as usize).min(TILE);
                self.read(address, &mut out[..len])?;
                Ok(len)
            }
            Texels::Rows { addresses, bytes } => {
                let Some(level) = texture.levels.get(at.level as usize) else {
                    return Ok(0);
                };
                let row = bytes as usize / 4;
                let columns = level.width.saturating_sub(at.x & !3).min(4) as usize;
                // Pairs of texels share their bytes.
                let columns = columns.next_multiple_of(texture.format.row().block.0.into());
                let rows = level.height.saturating_sub(at.y & !3).min(4) as usize;
                for (i, address) in addresses.into_iter().enumerate().take(rows) {
                    let from = i * 4 * row;
                    self.read(address, &mut out[from..from + columns * row])?;
                }
                Ok(16 * row)
            }
        }
    }

    fn read(&mut self, address: u32, out: &mut [u8]) -> Result<(), ()> {
        let done = match &self.unit.status {
            Some(status) => status.read(self.bus, self.log, Port::Tx, address, out),
            None => self
                .bus
                .read(self.log, Port::Tx, address, out)
                .map_err(|fault: MemFault| at_memory(&rules::LEVEL_OUTSIDE, None, fault, self.log)),
        };
        done.map_err(|stopped| self.stopped = Some(stopped))
    }

    fn words(&mut self, at: Place, out: &mut [u32; 16]) -> Result<(), ()> {
        let mut bytes = [0; TILE];
        let len = self.bytes(at, &mut bytes)?;
        let format = self.unit.texture.format;
        format.unpack(&bytes[..len], Widen::Replicate, out);
        if matches!(format.row().storage, Storage::Yuyv | Storage::Uyvy)
            && self.unit.yuv == Yuv::Bt601Narrow
        {
            for word in out {
                *word = rgb_of_bt601(*word);
            }
        }
        Ok(())
    }

    fn wide(&mut self, at: Place, out: &mut [[u32; 4]; 16]) -> Result<(), ()> {
        let format = self.unit.texture.format;
        if format.is_colour() {
            let mut words = [0; 16];
            self.words(at, &mut words)?;
            for (out, word) in out.iter_mut().zip(words) {
                *out = self.decode(Format::colour_to_floats(word));
            }
            return Ok(());
        }
        let mut bytes = [0; TILE];
        let len = self.bytes(at, &mut bytes)?;
        let n = format.words_per_texel();
        let mut words = [0; 32];
        format.unpack(&bytes[..len], Widen::Replicate, &mut words[..16 * n]);
        for (out, texel) in out.iter_mut().zip(words.chunks(n)) {
            let both = [texel[0], texel.get(1).copied().unwrap_or(0)];
            let floats = format.to_floats([both[0], both[1], 0, 0]);
            *out = match self.unit.integers {
                // Integers are not converted; 32-bit ones are not representable as
                // floats.
                true => format.to_integers(both),
                false => self.decode(floats),
            };
        }
        Ok(())
    }

    fn decode(&self, [r, g, b, a]: [f32; 4]) -> [u32; 4] {
        let floats = match self.unit.srgb {
            true => [from_srgb(r), from_srgb(g), from_srgb(b), a],
            false if self.unit.depth => [r, 0.0, 0.0, 1.0],
            false => [r, g, b, a],
        };
        floats.map(f32::to_bits)
    }
}

/// Colour words.
pub(super) struct Words<'c, 'a, 'l> {
    pub(super) cache: &'c mut WordTiles,
    pub(super) fetch: Fetcher<'a, 'l>,
}

impl TileSource for Words<'_, '_, '_> {
    #[inline(always)]
    fn plane(&self, layer: u32, level: u32) -> u64 {
        plane(layer, level)
    }

    #[inline(always)]
    fn tiles(&mut self) -> &mut WordTiles {
        self.cache
    }

    #[cold]
    #[inline(never)]
    fn fetch(
        &mut self,
        (layer, level): (u32, u32),
        at: TileAt,
        _: &dyn Fn() -> (u32, u32),
    ) -> Option<&[u32; 16]> {
        let place = Place {
            layer,
            level,
            x: at.column << 2,
            y: at.row << 2,
        };
        let fetch = &mut self.fetch;
        let words =
            |wanted: Wanted<'_, _>| fetch.counted(wanted, |fetch, out| fetch.words(place, out));
        self.cache.get_known(at, words).ok()
    }
}

/// Four words a texel.
pub(super) struct Wide<'c, 'a, 'l> {
    pub(super) cache: &'c mut WideTiles,
    pub(super) fetch: Fetcher<'a, 'l>,
    /// The reference value of the comparison.
    pub(super) reference: Option<[f32; 16]>,
}

impl WideSource for Wide<'_, '_, '_> {
    fn texel(&mut self, lane: usize, layer: u32, level: u32, x: u32, y: u32) -> [u32; 4] {
        let at = Place { layer, level, x, y };
        let fetch = &mut self.fetch;
        let wide = |wanted: Wanted<'_, _>| fetch.counted(wanted, |fetch, out| fetch.wide(at, out));
        let found = self
            .cache
            .get_known(TileAt::of_texel(plane(layer, level), x, y), wide);
        let texel = found.map_or([0; 4], |t| t[place_in_tile(x, y)]);
        match (self.fetch.unit.compare, &self.reference) {
            (Some(func), Some(reference)) => {
                let passed = compare(func, reference[lane & 15], f32::from_bits(texel[0]));
                let one = f32::from(u8::from(passed)).to_bits();
                [one, one, one, 1f32.to_bits()]
            }
            _ => texel,
        }
    }
}

fn compare(func: TextureCompareFunc, reference: f32, texel: f32) -> bool {
    match func {
        TextureCompareFunc::Lequal => reference <= texel,
        TextureCompareFunc::Gequal => reference >= texel,
        TextureCompareFunc::Less => reference < texel,
        TextureCompareFunc::Greater => reference > texel,
        TextureCompareFunc::Equal => reference == texel,
        TextureCompareFunc::Notequal => reference != texel,
        TextureCompareFunc::Always => true,
        TextureCompareFunc::Never | TextureCompareFunc::Unknown(_) => false,
    }
}
