//! Texels of one sampler, and the cache of decoded tiles.
//!
//! A tile is 4x4 texels of a face, slice or layer of a level, independent of the
//! memory layout. The cache is indexed by position instead of address, so that a
//! hit needs no address computation.

use tilescope_core::MemFault;
use tilescope_exec::transcendental::{exp2, log2};
use tilescope_pixel::{Format, Storage, Widen};
use tilescope_texture::{BlockCache, TexelSource, WideSource, is_in_tile, quad_of_tile};

use super::quirks::Yuv;
use super::sampler::Unit;
use crate::bus::{Bus, Port};
use crate::log::Log;
use crate::regs::enums::TextureCompareFunc;
use crate::rules::te as rules;
use crate::stopped::{Stopped, at_memory};
use crate::surface::texture::Texels;

/// Cached tiles of a texture of colour words, as a power of two: 32x32.
const WORDS_LOG2: u32 = 10;
/// Cached tiles of any other texture: 16x16.
const WIDE_LOG2: u32 = 8;
/// Bytes of the largest tile: 16 texels of 64 bits.
const TILE: usize = 128;

/// Decoded tiles of one sampler.
#[derive(Debug)]
pub(super) struct Tiles {
    words: Option<BlockCache<[u32; 16]>>,
    wide: Option<BlockCache<[[u32; 4]; 16]>>,
}

impl Tiles {
    pub(super) const EMPTY: Tiles = Tiles {
        words: None,
        wide: None,
    };

    pub(super) fn forget(&mut self) {
        if let Some(cache) = &mut self.words {
            cache.invalidate();
        }
        if let Some(cache) = &mut self.wide {
            cache.invalidate();
        }
    }

    pub(super) fn words(&mut self) -> &mut BlockCache<[u32; 16]> {
        self.words
            .get_or_insert_with(|| BlockCache::new(WORDS_LOG2, 1, [0; 16]))
    }

    pub(super) fn wide(&mut self) -> &mut BlockCache<[[u32; 4]; 16]> {
        self.wide
            .get_or_insert_with(|| BlockCache::new(WIDE_LOG2, 1, [[0; 4]; 16]))
    }
}

/// The position of a tile in its texture.
#[derive(Clone, Copy)]
struct Place {
    layer: u32,
    level: u32,
    x: u32,
    y: u32,
}

impl Place {
    /// A unique key for the cache: coordinates have up to 12 bits, levels 4, layers
    /// 14. Its low bits map the tiles of a square to distinct lines, and offset
    /// smaller levels.
    #[inline(always)]
    fn key(self, line_bits: u32) -> u64 {
        let (x, y) = (self.x >> 2, self.y >> 2);
        let side = line_bits / 2;
        let mask = (1 << side) - 1;
        let near = (x & mask | (y & mask) << side) ^ self.level << (line_bits - 3);
        let near = near & ((1 << line_bits) - 1);
        let far = x >> side | y >> side << 12;
        let far = u64::from(far) | u64::from(self.level & 15 | self.layer << 4) << 24;
        // Doubled, as blocks of the cache have at least two bytes. The cache folds
        // the higher bits into the line, which separates rows of squares.
        (far << line_bits | u64::from(near)) << 1
    }
}

/// Reads and decodes tiles.
pub(super) struct Fetcher<'a, 'l> {
    pub(super) unit: &'a Unit,
    pub(super) bus: Bus<'a>,
    pub(super) log: &'l mut Log,
    pub(super) stopped: Option<Stopped>,
}

impl Fetcher<'_, '_> {
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
                *word = rgb(*word);
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
                true => integers(format, both),
                false => self.decode(floats),
            };
        }
        Ok(())
    }

    fn decode(&self, [r, g, b, a]: [f32; 4]) -> [u32; 4] {
        let floats = match self.unit.srgb {
            true => [linear(r), linear(g), linear(b), a],
            false if self.unit.depth => [r, 0.0, 0.0, 1.0],
            false => [r, g, b, a],
        };
        floats.map(f32::to_bits)
    }
}

/// BT.601, narrow range, in 1/256.
fn rgb(yuv: u32) -> u32 {
    let [y, u, v, _] = yuv.to_le_bytes().map(i32::from);
    let (y, u, v) = (298 * (y - 16) + 128, u - 128, v - 128);
    let channel = |sum: i32| (sum >> 8).clamp(0, 255) as u8;
    u32::from_le_bytes([
        channel(y + 409 * v),
        channel(y - 100 * u - 208 * v),
        channel(y + 516 * u),
        255,
    ])
}

/// The linear value of an sRGB component (IEC 61966-2-1).
fn linear(c: f32) -> f32 {
    match c <= 0.040_45 {
        true => c / 12.92,
        false => exp2(2.4 * log2((f64::from(c) + 0.055) / 1.055)) as f32,
    }
}

/// Channels of an integer format; missing ones are 0, missing alpha is 1.
fn integers(format: Format, [low, high]: [u32; 2]) -> [u32; 4] {
    let both = u64::from(high) << 32 | u64::from(low);
    let (channels, bits) = match format.row().storage {
        Storage::Integer(n) => (n, format.row().block_bits / n.max(1)),
        Storage::Integer10 => {
            return [low & 0x3ff, low >> 10 & 0x3ff, low >> 20 & 0x3ff, low >> 30];
        }
        _ => return [low, 0, 0, 1],
    };
    let mask = u32::MAX >> (32 - u32::from(bits).clamp(1, 32));
    let mut out = [0, 0, 0, 1];
    for (i, out) in out.iter_mut().enumerate().take(channels.into()) {
        *out = (both >> (u32::from(bits) * i as u32)) as u32 & mask;
    }
    out
}

/// Colour words.
pub(super) struct Words<'c, 'a, 'l> {
    pub(super) cache: &'c mut BlockCache<[u32; 16]>,
    pub(super) fetch: Fetcher<'a, 'l>,
}

impl Words<'_, '_, '_> {
    #[inline(always)]
    fn tile(&mut self, at: Place) -> Option<&[u32; 16]> {
        let fetch = &mut self.fetch;
        self.cache
            .get(at.key(WORDS_LOG2), |_, out| fetch.words(at, out))
            .ok()
    }
}

impl TexelSource for Words<'_, '_, '_> {
    #[inline(always)]
    fn texel(&mut self, layer: u32, level: u32, x: u32, y: u32) -> u32 {
        let at = Place { layer, level, x, y };
        self.tile(at)
            .map_or(0, |t| t[(x & 3 | (y & 3) << 2) as usize])
    }

    #[inline(always)]
    fn quad(&mut self, layer: u32, level: u32, x: [u32; 2], y: [u32; 2]) -> [u32; 4] {
        if !is_in_tile(x, y) {
            return [
                self.texel(layer, level, x[0], y[0]),
                self.texel(layer, level, x[1], y[0]),
                self.texel(layer, level, x[0], y[1]),
                self.texel(layer, level, x[1], y[1]),
            ];
        }
        let at = Place {
            layer,
            level,
            x: x[0],
            y: y[0],
        };
        self.tile(at)
            .map_or([0; 4], |tile| quad_of_tile(tile, x, y))
    }
}

/// Four words a texel.
pub(super) struct Wide<'c, 'a, 'l> {
    pub(super) cache: &'c mut BlockCache<[[u32; 4]; 16]>,
    pub(super) fetch: Fetcher<'a, 'l>,
    /// The reference value of the comparison.
    pub(super) reference: Option<[f32; 16]>,
}

impl WideSource for Wide<'_, '_, '_> {
    fn texel(&mut self, lane: usize, layer: u32, level: u32, x: u32, y: u32) -> [u32; 4] {
        let at = Place { layer, level, x, y };
        let fetch = &mut self.fetch;
        let found = self
            .cache
            .get(at.key(WIDE_LOG2), |_, out| fetch.wide(at, out));
        let texel = found.map_or([0; 4], |t| t[(x & 3 | (y & 3) << 2) as usize]);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_differ_and_squares_have_lines_of_their_own() {
        let mut keys = std::collections::HashSet::new();
        for level in 0..14 {
            for layer in [0, 1, 5, 2047] {
                for y in (0..16384).step_by(236) {
                    for x in (0..16384).step_by(332) {
                        let at = Place { layer, level, x, y };
                        assert!(keys.insert((at.key(WORDS_LOG2), x / 4, y / 4)));
                    }
                }
            }
        }
        let unique: std::collections::HashSet<u64> = keys.iter().map(|k| k.0).collect();
        assert_eq!(unique.len(), keys.len());
        let lines: std::collections::HashSet<u64> = (0..1024)
            .map(|i| {
                let (x, y) = (i % 32 * 4 + 64, i / 32 * 4 + 96);
                let (layer, level) = (0, 0);
                Place { layer, level, x, y }.key(WORDS_LOG2) >> 1 & 1023
            })
            .collect();
        assert_eq!(lines.len(), 1024);
    }
}
