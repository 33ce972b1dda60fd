//! Texels, and the cache of tiles of them.

use std::sync::Arc;

use tilescope_core::Stopped;
use tilescope_core::bus::Port as _;
use tilescope_output::tile_buffer::Superblocks;
use tilescope_pixel::afbc;
use tilescope_pixel::elements::Order;
use tilescope_pixel::fields::Moves;
use tilescope_pixel::packed::MAX_BYTES;
use tilescope_pixel::{TexelMemory, TexelPlane, astc_decoder, astc_tile};
use tilescope_texture::{TileAt, TileCache, TileSource, Wanted, place_in_tile};

use super::descriptor::{Plane, Surface, Texture};
use crate::formats::{Compression, Storage};
use crate::log::{Ctx, Port};
use crate::memory;
use crate::report::report;
use crate::rules::texture as rules;

/// 4x4 texels in raster order, swizzled: bits of floats, or integers.
type Tile = [[u32; 4]; 16];

/// Tiles of decoded texels of all textures of a job.
#[derive(Clone, Debug)]
pub struct Cache {
    tiles: TileCache<Tile>,
    /// Those of textures of colour words: 256 KiB, for 64x64 pixels with a few lookups each.
    words: TileCache<[u32; 16]>,
    /// Those whose place is known.
    squares: Squares,
    /// Whose texels these are: the [identity](super::Textures::identity) of the textures.
    of: Option<usize>,
    /// The ends of the buffers that the draws of these textures write; one for each list of draws.
    written: Arc<Vec<u64>>,
}

/// Squares of texels, each as the tile of its column and row.
type Squares = TileCache<Option<Square>>;

/// 16x16 texels: many tiles are near the last ones.
#[derive(Clone, Copy, Debug)]
struct Square {
    surface: Surface,
    /// Its texels, if they are not compressed; `None` if all are zero.
    texels: Option<TexelPlane>,
}

impl Default for Cache {
    fn default() -> Self {
        Cache {
            tiles: TileCache::new(10, [[0; 4]; 16]),
            words: TileCache::new(12, [0; 16]),
            squares: TileCache::new(6, None),
            of: None,
            written: Arc::default(),
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

    /// Empties the cache for another area. What draws cannot write is still known.
    pub fn renew(&mut self) {
        self.tiles.invalidate();
        self.words.renew();
        self.squares.invalidate();
    }

    /// Keeps texels of these textures only, of draws that write buffers with these ends. Other
    /// memory has not changed since the last call with the same list of them, and textures that
    /// were known then are still the same.
    pub fn keep(&mut self, textures: usize, written: &Arc<Vec<u64>>) {
        if self.of != Some(textures) || !Arc::ptr_eq(&self.written, written) {
            self.forget();
            (self.of, self.written) = (Some(textures), written.clone());
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
        let tile = tiles.get(TileAt::of_texel(plane, at.x, at.y), |tile| {
            *tile = [[0; 4]; 16];
            in_square(squares, plane, texture, at, c, stopped, |square, c| {
                fill(texture, square, at, tile, c)
            })
            .map(|_| ())
        });
        tile.map_or([0; 4], |tile| tile[place_in_tile(at.x, at.y)])
    }
}

/// Texels of a texture of words, of its first layer.
pub(super) struct WordFetch<'f, 'a> {
    pub words: &'f Moves,
    pub fetch: Fetch<'f, 'a>,
}

impl WordFetch<'_, '_> {
    /// The place of a texel.
    #[inline(always)]
    fn place(&self, (face, level): (u32, u32), (x, y): (u32, u32)) -> Place {
        let number = face * self.fetch.texture.samples;
        let plane = Plane { level, number };
        Place { plane, x, y }
    }
}

impl TileSource for WordFetch<'_, '_> {
    #[inline(always)]
    fn plane(&self, face: u32, level: u32) -> u64 {
        self.place((face, level), (0, 0)).plane(self.fetch.number)
    }

    #[inline(always)]
    fn tiles(&mut self) -> &mut TileCache<[u32; 16]> {
        &mut self.fetch.cache.words
    }

    #[cold]
    #[inline(never)]
    fn fetch(
        &mut self,
        plane: (u32, u32),
        tile_at: TileAt,
        needed: &dyn Fn() -> (u32, u32),
    ) -> Option<&[u32; 16]> {
        let at = self.place(plane, (tile_at.column << 2, tile_at.row << 2));
        let (words, fetch) = (self.words, &mut self.fetch);
        let (texture, c, stopped) = (fetch.texture, &mut *fetch.c, &mut fetch.stopped);
        let plane = tile_at.plane;
        let Cache {
            words: tiles,
            squares,
            written,
            ..
        } = &mut *fetch.cache;
        let tile = tiles.get_known(tile_at, |wanted| {
            in_square(
                squares,
                plane,
                texture,
                at,
                c,
                stopped,
                |square, c| match wanted {
                    Wanted::Contents(tile) => {
                        *tile = [0; 16];
                        let bytes = fill_words(texture, words, (square, at, needed), tile, c)?;
                        let end = c.bus.end(square.surface.plane.base);
                        Ok(if written.contains(&end) { 0 } else { bytes })
                    }
                    Wanted::Known(bytes) => {
                        c.log.traffic.read[Port::Tex.index()] += u64::from(bytes);
                        Ok(bytes)
                    }
                },
            )
        });
        tile.ok()
    }
}

/// Reads with `read` the tile of a texel, unless something stopped before. Returns the bytes of a
/// tile that was written whole and can be read at once, else 0.
fn in_square<'a>(
    squares: &mut Squares,
    plane: u64,
    texture: &Texture,
    at: Place,
    c: &mut Ctx<'a>,
    stopped: &mut Option<Stopped>,
    read: impl FnOnce(&Square, &mut Ctx<'a>) -> Result<u32, Stopped>,
) -> Result<u32, ()> {
    if stopped.is_some() {
        return Err(());
    }
    let (column, row) = (at.x >> 4, at.y >> 4);
    let found = squares.get(TileAt { plane, column, row }, |place| {
        square(texture, at, c).map(|found| *place = found)
    });
    let done = found.and_then(|square| match square {
        Some(square) => read(square, c),
        None => Ok(0),
    });
    done.map_err(|by| *stopped = Some(by))
}

/// The square of a texel; `None` if the order of the texture is unknown.
fn square(texture: &Texture, at: Place, c: &mut Ctx<'_>) -> Result<Option<Square>, Stopped> {
    if texture.order.is_none() {
        return Ok(None);
    }
    let surface = texture.surface(at.plane, c)?;
    let plane = surface.plane;
    let compressed = matches!(texture.format.storage, Storage::Compressed(_));
    let base = match plane.order {
        Order::Afbc if !compressed => {
            let superblocks = Superblocks {
                headers: plane.base,
                across: plane.size.0.div_ceil(afbc::SIDE),
                texel_bytes: plane.elements.bytes,
                rule: &rules::AFBC_HEADER,
            };
            let superblock = (at.x / afbc::SIDE, at.y / afbc::SIDE);
            superblocks.body(superblock, &mut memory::of(c.bus, c.log, Port::Tex))?
        }
        _ => Some(plane.base),
    };
    Ok(Some(Square {
        surface,
        texels: base.map(|base| TexelPlane { base, ..plane }),
    }))
}

/// Decodes the tile of a texel.
fn fill(
    texture: &Texture,
    square: &Square,
    at: Place,
    tile: &mut Tile,
    c: &mut Ctx<'_>,
) -> Result<u32, Stopped> {
    let Surface { plane, depth } = &square.surface;
    match texture.format.storage {
        Storage::Compressed(Compression::Astc { hdr, .. }) if plane.order != Order::Afbc => {
            // sRGB has no high dynamic range.
            let decode = astc_decoder(texture.format.srgb, hdr);
            let (width, height) = plane.elements.block;
            let size = ([width, height, *depth], at.plane.number);
            let place = ((at.x, at.y), plane.size);
            astc_tile(decode, size, place, |n| block(plane, n, at, c), tile)?;
        }
        Storage::Compressed(compression) if plane.order != Order::Afbc => {
            let bytes = block(plane, (at.x / 4, at.y / 4), at, c)?;
            *tile = compression.floats(&bytes).unwrap_or_default();
        }
        Storage::Compressed(_) => c.log.unimplemented("compressed formats in AFBC textures"),
        storage => square.texels(at, c, |n, raw| tile[n & 15] = storage.load(raw))?,
    }
    let one = texture.format.one();
    for texel in tile {
        *texel = texture.swizzle.apply(texture.format.arranged(*texel), one);
    }
    Ok(0)
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
    (square, tile_at, needed): (&Square, Place, impl Fn() -> (u32, u32)),
    tile: &mut [u32; 16],
    c: &mut Ctx<'_>,
) -> Result<u32, Stopped> {
    let plane = &square.surface.plane;
    let mut bytes = 0;
    let at = || {
        let (x, y) = needed();
        Place { x, y, ..tile_at }
    };
    match texture.format.storage {
        Storage::Compressed(_) if plane.order == Order::Afbc => {
            c.log.unimplemented("compressed formats in AFBC textures");
        }
        Storage::Compressed(compression) => {
            let bytes = block(plane, (tile_at.x / 4, tile_at.y / 4), at(), c)?;
            *tile = compression.words(&bytes).unwrap_or_default();
        }
        _ => match square.texels.as_ref().and_then(|texels| {
            let memory = &mut square.memory(tile_at.plane, c);
            texels.words((tile_at.x, tile_at.y), &needed, tile, memory)
        }) {
            Some(written) => bytes = if written { size_of_val(tile) as u32 } else { 0 },
            None => square.texels(at(), c, |n, raw| {
                let mut bytes = [0; 4];
                bytes.iter_mut().zip(raw).for_each(|(b, raw)| *b = *raw);
                tile[n & 15] = u32::from_le_bytes(bytes);
            })?,
        },
    }
    if !words.is_identity() {
        for texel in tile {
            *texel = words.apply(*texel);
        }
    }
    Ok(bytes)
}

/// Memory as the texture unit reads the tile of a texel.
struct TextureMemory<'m, 'a> {
    c: &'m mut Ctx<'a>,
    plane: Plane,
    texel_bytes: u32,
}

impl TexelMemory for TextureMemory<'_, '_> {
    type Error = Stopped;

    fn try_read(&mut self, address: u64, out: &mut [u8]) -> Option<bool> {
        (self.c.bus)
            .read_tracked(self.c.log, Port::Tex, address, out)
            .ok()
    }

    fn read(&mut self, address: u64, out: &mut [u8]) -> Result<(), Stopped> {
        memory::read(self.c, Port::Tex, address, out)
    }

    fn wanted(&mut self, (x, y): (u32, u32), address: u64) {
        let plane = self.plane;
        check_written(address, self.texel_bytes, Place { plane, x, y }, self.c);
    }
}

impl Square {
    fn memory<'m, 'a>(&self, plane: Plane, c: &'m mut Ctx<'a>) -> TextureMemory<'m, 'a> {
        TextureMemory {
            c,
            plane,
            texel_bytes: self.surface.plane.elements.bytes,
        }
    }

    /// [`TexelPlane::texels`].
    fn texels(
        &self,
        at: Place,
        c: &mut Ctx<'_>,
        mut put: impl FnMut(usize, &[u8]),
    ) -> Result<(), Stopped> {
        match &self.texels {
            Some(texels) => texels.texels((at.x, at.y), &mut self.memory(at.plane, c), put),
            None => {
                (0..16).for_each(|n| put(n, &[0; MAX_BYTES]));
                Ok(())
            }
        }
    }
}

/// The bytes of a block, zeros after 8 if it has no more.
fn block(
    plane: &TexelPlane,
    place: (u32, u32),
    at: Place,
    c: &mut Ctx<'_>,
) -> Result<[u8; 16], Stopped> {
    let address = plane.address(place);
    let mut bytes = [0; 16];
    let size = plane.elements.bytes.min(16);
    memory::read(c, Port::Tex, address, &mut bytes[..size as usize])?;
    check_written(address, size, at, c);
    Ok(bytes)
}
