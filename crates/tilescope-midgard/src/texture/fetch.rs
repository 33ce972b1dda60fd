//! Texels, and the cache of tiles of them.

use tilescope_core::Stopped;
use tilescope_pixel::fields::Moves;
use tilescope_pixel::layouts::U_INTERLEAVED_1;
use tilescope_pixel::packed::MAX_BYTES;
use tilescope_pixel::{astc_decoder, astc_tile};
use tilescope_texture::{TileCache, TileSource, place_in_tile};

use super::descriptor::{Plane, Surface, Texture};
use crate::formats::{Compression, Storage};
use crate::layout::{Order, afbc};
use crate::log::{Ctx, Port};
use crate::memory;
use crate::report::report;
use crate::rules::texture as rules;

/// 4x4 texels in raster order, swizzled: bits of floats, or integers.
type Tile = [[u32; 4]; 16];

/// Tiles of decoded texels of all textures of a job.
#[derive(Clone, Debug)]
pub struct Cache {
    tiles: TileCache<Tile, 10>,
    /// Those of textures of colour words: 256 KiB, for 64x64 pixels with a few lookups each.
    words: TileCache<[u32; 16], 12>,
    /// Those whose place is known.
    squares: Squares,
    /// Whose texels these are: the [identity](super::Textures::identity) of the textures.
    of: Option<usize>,
}

/// Squares of texels, each as the tile of its column and row.
type Squares = TileCache<Option<Square>, 6>;

/// 16x16 texels: many tiles are near the last ones.
#[derive(Clone, Copy, Debug)]
struct Square {
    order: Order,
    surface: Surface,
    /// Address of its first texel if it is a superblock of AFBC, `None` if all are zero; else of
    /// the surface.
    base: Option<u64>,
}

impl Default for Cache {
    fn default() -> Self {
        Cache {
            tiles: TileCache::new([[0; 4]; 16]),
            words: TileCache::new([0; 16]),
            squares: TileCache::new(None),
            of: None,
        }
    }
}

impl Cache {
    /// Forgets all texels: memory, or the table of textures, may have changed.
    pub fn forget(&mut self) {
        self.tiles.invalidate();
        self.words.invalidate();
        self.squares.invalidate();
        self.of = None;
    }

    /// Keeps texels of these textures only. Memory has not changed since the last call, and
    /// textures that were known then are still the same.
    pub fn keep(&mut self, textures: usize) {
        if self.of != Some(textures) {
            self.forget();
            self.of = Some(textures);
        }
    }
}

/// The position of a texel.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub plane: Plane,
    pub x: u32,
    pub y: u32,
}

impl Place {
    /// The number of its plane in the cache: textures have 2^16 entries, levels and layers at
    /// most, 2^5 levels. The highest bits of the number of the texture are lost.
    #[inline(always)]
    fn plane(self, texture: u32) -> u64 {
        let Plane { level, number } = self.plane;
        u64::from(texture & 0x3fff) | u64::from(level & 31) << 14 | u64::from(number & 0xffff) << 19
    }
}

/// The texels of one texture.
pub(super) struct Fetch<'f, 'a> {
    pub texture: &'f Texture,
    /// Its number, for the cache.
    pub number: u32,
    pub cache: &'f mut Cache,
    pub c: &'f mut Ctx<'a>,
    /// The first fault; texels are zero from then on.
    pub stopped: Option<Stopped>,
}

impl Fetch<'_, '_> {
    /// A texel inside its level.
    #[inline(always)]
    pub fn texel(&mut self, at: Place) -> [u32; 4] {
        let (plane, texture, c) = (at.plane(self.number), self.texture, &mut *self.c);
        let Cache { tiles, squares, .. } = &mut *self.cache;
        let stopped = &mut self.stopped;
        let tile = tiles.get(plane, at.x, at.y, |tile| {
            *tile = [[0; 4]; 16];
            in_square(squares, plane, texture, at, c, stopped, |square, c| {
                fill(texture, square, at, tile, c)
            })
        });
        tile.map_or([0; 4], |tile| tile[place_in_tile(at.x, at.y)])
    }
}

/// Texels of a texture of words, of its first layer.
pub(super) struct WordFetch<'f, 'a> {
    pub words: &'f Moves,
    pub fetch: Fetch<'f, 'a>,
}

impl TileSource for WordFetch<'_, '_> {
    #[inline(always)]
    fn tile(
        &mut self,
        face: u32,
        level: u32,
        (x, y): (u32, u32),
        needed: impl FnOnce() -> (u32, u32),
    ) -> Option<&[u32; 16]> {
        let (words, fetch) = (self.words, &mut self.fetch);
        let (texture, c, stopped) = (fetch.texture, &mut *fetch.c, &mut fetch.stopped);
        let number = face * texture.samples;
        let plane = Plane { level, number };
        let place = |(x, y)| Place { plane, x, y };
        let plane = place((x, y)).plane(fetch.number);
        let Cache {
            words: tiles,
            squares,
            ..
        } = &mut *fetch.cache;
        let tile = tiles.get(plane, x, y, |tile| {
            *tile = [0; 16];
            let at = place(needed());
            in_square(squares, plane, texture, at, c, stopped, |square, c| {
                fill_words(texture, words, square, at, tile, c)
            })
        });
        tile.ok()
    }
}

/// Reads with `read` the tile of a texel, unless something stopped before.
fn in_square<'a>(
    squares: &mut Squares,
    plane: u64,
    texture: &Texture,
    at: Place,
    c: &mut Ctx<'a>,
    stopped: &mut Option<Stopped>,
    read: impl FnOnce(&Square, &mut Ctx<'a>) -> Result<(), Stopped>,
) -> Result<(), ()> {
    if stopped.is_some() {
        return Err(());
    }
    let (column, row) = (at.x >> 4, at.y >> 4);
    let found = squares.get(plane, column << 2, row << 2, |place| {
        square(texture, at, c).map(|found| *place = found)
    });
    let done = found.and_then(|square| match square {
        Some(square) => read(square, c),
        None => Ok(()),
    });
    done.map_err(|by| *stopped = Some(by))
}

/// The square of a texel; `None` if the order of the texture is unknown.
fn square(texture: &Texture, at: Place, c: &mut Ctx<'_>) -> Result<Option<Square>, Stopped> {
    let Some(order) = texture.order else {
        return Ok(None);
    };
    let surface = texture.surface(at.plane, c)?;
    let compressed = matches!(texture.format.storage, Storage::Compressed(_));
    let base = match order {
        Order::Afbc if !compressed => {
            let superblocks = afbc::Surface {
                headers: surface.address,
                across: surface.size.0.div_ceil(afbc::SIDE),
                texel_bytes: surface.elements.bytes,
                port: Port::Tex,
            };
            superblocks.body((at.x / afbc::SIDE, at.y / afbc::SIDE), c)?
        }
        _ => Some(surface.address),
    };
    Ok(Some(Square {
        order,
        surface,
        base,
    }))
}

/// Decodes the tile of a texel.
fn fill(
    texture: &Texture,
    square: &Square,
    at: Place,
    tile: &mut Tile,
    c: &mut Ctx<'_>,
) -> Result<(), Stopped> {
    let (order, surface) = (square.order, &square.surface);
    match texture.format.storage {
        Storage::Compressed(Compression::Astc { hdr, .. }) if order != Order::Afbc => {
            // sRGB has no high dynamic range.
            let decode = astc_decoder(texture.format.srgb, hdr);
            let (width, height) = surface.elements.block;
            let size = ([width, height, surface.depth], at.plane.number);
            let place = ((at.x, at.y), surface.size);
            astc_tile(
                decode,
                size,
                place,
                |n| block(order, surface, n, at, c),
                tile,
            )?;
        }
        Storage::Compressed(compression) if order != Order::Afbc => {
            let bytes = block(order, surface, (at.x / 4, at.y / 4), at, c)?;
            *tile = compression.floats(&bytes).unwrap_or_default();
        }
        Storage::Compressed(_) => c.log.unimplemented("compressed formats in AFBC textures"),
        _ => texels(square, at, c, |n, raw| {
            tile[n & 15] = texture.format.storage.load(raw);
        })?,
    }
    let one = texture.format.one();
    for texel in tile {
        *texel = texture.swizzle.apply(texture.format.arranged(*texel), one);
    }
    Ok(())
}

/// Reports the requested texel if its memory was never written.
fn check_written(address: u64, bytes: u32, at: Place, c: &mut Ctx<'_>) {
    if !c.bus.initialised(address, bytes) {
        report(c, &rules::UNWRITTEN, address & !0xfff, || {
            let (Place { plane, x, y }, level) = (at, at.plane.level);
            format!(
                "texel ({x}, {y}) of level {level}, image {}, at {address:#x}",
                plane.number
            )
        });
    }
}

/// Decodes the tile of a texel to words.
fn fill_words(
    texture: &Texture,
    words: &Moves,
    square: &Square,
    at: Place,
    tile: &mut [u32; 16],
    c: &mut Ctx<'_>,
) -> Result<(), Stopped> {
    let (order, surface) = (square.order, &square.surface);
    match texture.format.storage {
        Storage::Compressed(_) if order == Order::Afbc => {
            c.log.unimplemented("compressed formats in AFBC textures");
        }
        Storage::Compressed(compression) => {
            let bytes = block(order, surface, (at.x / 4, at.y / 4), at, c)?;
            *tile = compression.words(&bytes).unwrap_or_default();
        }
        _ if whole_words(square, at, tile, c) => {}
        _ => texels(square, at, c, |n, raw| {
            let mut bytes = [0; 4];
            bytes.iter_mut().zip(raw).for_each(|(b, raw)| *b = *raw);
            tile[n & 15] = u32::from_le_bytes(bytes);
        })?,
    }
    if !words.is_identity() {
        for texel in tile {
            *texel = words.apply(*texel);
        }
    }
    Ok(())
}

/// The raster number of each texel of an interleaved tile.
const INTERLEAVED: [u8; 16] = {
    let mut all = [0; 16];
    let mut n = 0;
    while n < 16 {
        // A bit of the column, which is that of the row too, and the bit of the row.
        let (x, y) = (n & 1 | n >> 1 & 2, n >> 1 & 1 | n >> 2 & 2);
        all[n] = ((x ^ y) | y << 2) as u8;
        n += 1;
    }
    all
};

/// Reads the tile of a texel whose texels are words, sixteen of which are contiguous. Returns
/// whether it did.
fn whole_words(square: &Square, at: Place, tile: &mut [u32; 16], c: &mut Ctx<'_>) -> bool {
    let Square {
        order,
        surface,
        base: Some(base),
    } = square
    else {
        return false;
    };
    let first = (at.x & !3, at.y & !3);
    let inside = first.0 + 4 <= surface.size.0 && first.1 + 4 <= surface.size.1;
    if surface.elements.bytes != 4 || *order == Order::Linear || !inside {
        return false;
    }
    let mut bytes = [0; 64];
    let start = base.wrapping_add(distance(*order, surface, first));
    if c.bus.read(c.log, Port::Tex, start, &mut bytes).is_err() {
        return false;
    }
    let address = base.wrapping_add(distance(*order, surface, (at.x, at.y)));
    check_written(address, 4, at, c);
    let (raw, _) = bytes.as_chunks::<4>();
    for (n, raw) in raw.iter().enumerate() {
        let to = match order {
            Order::Interleaved => INTERLEAVED[n & 15].into(),
            Order::Linear | Order::Afbc => n,
        };
        tile[to & 15] = u32::from_le_bytes(*raw);
    }
    true
}

/// Texels that are not compressed. Calls `put` with the number of each in its tile, and
/// its bytes.
fn texels(
    square: &Square,
    at: Place,
    c: &mut Ctx<'_>,
    mut put: impl FnMut(usize, &[u8]),
) -> Result<(), Stopped> {
    let Square {
        order,
        surface,
        base,
    } = square;
    let (order, bytes) = (*order, surface.elements.bytes);
    let size = (bytes as usize).min(MAX_BYTES);
    let (x0, y0) = (at.x & !3, at.y & !3);
    let Some(base) = *base else {
        (0..16).for_each(|n| put(n, &[0; MAX_BYTES]));
        return Ok(());
    };
    // Most tiles are read at once, or in rows; single texels report what is not mapped.
    let mut whole = [0; 16 * MAX_WHOLE];
    let read = size <= MAX_WHOLE && read_tile(order, surface, base, (x0, y0), &mut whole, c);
    let address = |at| base.wrapping_add(distance(order, surface, at));
    let places = (y0..(y0 + 4).min(surface.size.1))
        .flat_map(|y| (x0..(x0 + 4).min(surface.size.0)).map(move |x| (x, y)));
    if read {
        check_written(address((at.x, at.y)), bytes, at, c);
        for (x, y) in places {
            let place = place_in_tile(x, y);
            let number = match order {
                Order::Interleaved => U_INTERLEAVED_1.within_tile(x & 3, y & 3) as usize,
                Order::Linear | Order::Afbc => place,
            };
            let raw = whole.get(number * size..(number + 1) * size).unwrap_or(&[]);
            put(place, raw);
        }
        return Ok(());
    }
    for (x, y) in places {
        let address = address((x, y));
        let mut raw = [0; MAX_BYTES];
        memory::read(c, Port::Tex, address, &mut raw[..size])?;
        if (x, y) == (at.x, at.y) {
            check_written(address, bytes, at, c);
        }
        put(place_in_tile(x, y), &raw[..size]);
    }
    Ok(())
}

/// Bytes of the largest texel whose tiles are read at once.
const MAX_WHOLE: usize = 16;

/// Offset of a texel from the start of the surface, or of its superblock.
fn distance(order: Order, surface: &Surface, (x, y): (u32, u32)) -> u64 {
    match order {
        Order::Afbc => afbc::number((x, y)) * u64::from(surface.elements.bytes),
        _ => {
            let offset = surface.elements.offset(order, surface.row_stride, (x, y));
            offset as u64
        }
    }
}

/// Reads the texels of the tile at `first`, by their number in a tile of 4x4 as memory
/// has it. Returns whether all of them, and what is between them, are mapped.
fn read_tile(
    order: Order,
    surface: &Surface,
    base: u64,
    first: (u32, u32),
    out: &mut [u8; 16 * MAX_WHOLE],
    c: &mut Ctx<'_>,
) -> bool {
    let size = surface.elements.bytes as usize;
    let mut read = |at: (u32, u32), out: &mut [u8]| {
        let address = base.wrapping_add(distance(order, surface, at));
        c.bus.read(c.log, Port::Tex, address, out).is_ok()
    };
    if order != Order::Linear {
        // The sixteen texels of an aligned tile are contiguous.
        return read(first, &mut out[..16 * size]);
    }
    let columns = (surface.size.0 - first.0).min(4) as usize;
    let rows = (surface.size.1 - first.1).min(4);
    (0..rows).all(|row| {
        let start = row as usize * 4 * size;
        let out = &mut out[start..start + columns * size];
        read((first.0, first.1 + row), out)
    })
}

/// The bytes of a block, zeros after 8 if it has no more.
fn block(
    order: Order,
    surface: &Surface,
    place: (u32, u32),
    at: Place,
    c: &mut Ctx<'_>,
) -> Result<[u8; 16], Stopped> {
    let offset = surface.elements.offset(order, surface.row_stride, place);
    let address = surface.address.wrapping_add(offset as u64);
    let mut bytes = [0; 16];
    let size = surface.elements.bytes.min(16);
    memory::read(c, Port::Tex, address, &mut bytes[..size as usize])?;
    check_written(address, size, at, c);
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn interleaved_tiles_are_those_of_the_layout() {
        for (y, x) in (0..4u32).flat_map(|y| (0..4u32).map(move |x| (y, x))) {
            let number = U_INTERLEAVED_1.within_tile(x, y) as usize;
            assert_eq!(u32::from(INTERLEAVED[number]), y * 4 + x);
        }
    }
}
