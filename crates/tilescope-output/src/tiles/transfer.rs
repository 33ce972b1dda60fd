//! Transfers between the tiles of a buffer and its memory.

use tilescope_core::Stopped;

use super::{NOWHERE, STAGING, TILE_QUADS, Tiles};
use crate::memory::{Run, TILE_BYTES, TILE_PIXELS, TILES, TILES_ACROSS, TileMemory};

impl Tiles {
    /// Reads the tile with a quad.
    #[inline(never)]
    pub fn fetch<M: TileMemory>(
        &mut self,
        sample: usize,
        quad: usize,
        from: &mut M,
    ) -> Result<(), Stopped> {
        let tile = sample * TILES + quad / TILE_QUADS % TILES;
        self.fetch_likely(from);
        self.complete(tile, from)
    }

    /// Reads a tile unless all of it is known.
    fn complete<M: TileMemory>(&mut self, tile: usize, from: &mut M) -> Result<(), Stopped> {
        let layer = self.layers.get(tile / TILES);
        if layer.is_none_or(|layer| layer.known[tile % TILES] == u16::MAX) {
            return Ok(());
        }
        let mut data = [0; TILE_BYTES];
        let data = &mut data[..self.tile_bytes()];
        from.read(tile as u32, data)?;
        self.take(tile, data);
        Ok(())
    }

    fn tile_bytes(&self) -> usize {
        (self.bytes * TILE_PIXELS).min(TILE_BYTES)
    }

    /// Reads the tiles that are expected to be needed. Errors are reported when such a
    /// tile is needed.
    fn fetch_likely<M: TileMemory>(&mut self, from: &mut M) {
        let likely = std::mem::replace(&mut self.likely, NOWHERE);
        if likely.is_empty() {
            return;
        }
        let mut order = std::mem::take(&mut self.order);
        let side = TILES_ACROSS as i32;
        let tiles = |a: i32, b: i32| (a / 4).max(0)..(b.saturating_add(3) / 4).min(side);
        for (sample, layer) in self.layers.iter().enumerate() {
            for y in tiles(likely.y0, likely.y1) {
                for x in tiles(likely.x0, likely.x1) {
                    let within = (y * side + x) as usize;
                    let tile = (sample * TILES + within) as u32;
                    if layer.known[within] != u16::MAX
                        && let Some(address) = from.address(tile)
                    {
                        order.push((address, tile));
                    }
                }
            }
        }
        let mut staging = std::mem::take(&mut self.staging);
        let len = self.tile_bytes();
        for_runs(&mut order, len, |run| {
            let data = &mut staging[..run.tiles.len() * len];
            if !from.read_ahead(run, data) {
                return Err(());
            }
            for ((_, tile), data) in run.tiles.iter().zip(data.chunks_exact(len)) {
                self.take(*tile as usize, data);
            }
            Ok(())
        })
        .ok();
        order.clear();
        self.order = order;
        self.staging = staging;
    }

    /// Takes the bytes that memory has of a tile, where pixels are not known.
    fn take(&mut self, tile: usize, data: &[u8]) {
        let Some(layer) = self.layers.get_mut(tile / TILES) else {
            return;
        };
        let within = tile % TILES;
        let known = layer.known[within];
        if known == 0 {
            self.touched.push(tile as u16);
        }
        layer.known[within] = u16::MAX;
        for (word, plane) in layer.planes.iter_mut().enumerate() {
            let words = plane[within * TILE_QUADS..][..TILE_QUADS].as_flattened_mut();
            let mut row = [0; TILE_PIXELS];
            match self.bytes {
                1 => put(&mut row, data.iter().copied().map(u32::from)),
                2 => {
                    let pixels = data.as_chunks::<2>().0.iter().copied();
                    put(&mut row, pixels.map(u16::from_le_bytes).map(u32::from));
                }
                4 => {
                    let pixels = data.as_chunks::<4>().0.iter().copied();
                    put(&mut row, pixels.map(u32::from_le_bytes));
                }
                bytes => {
                    let all = data.as_chunks::<4>().0;
                    let pixels = all.iter().skip(word).step_by(bytes.div_ceil(4).max(1));
                    put(&mut row, pixels.copied().map(u32::from_le_bytes));
                }
            }
            for (i, (word, pixel)) in words.iter_mut().zip(reordered(&row)).enumerate() {
                *word = if known >> i & 1 != 0 { *word } else { pixel };
            }
            if 4 * (word + 1) >= self.bytes {
                break;
            }
        }
    }

    /// The bytes that memory gets of a tile.
    fn give(&self, tile: usize, data: &mut [u8]) {
        let Some(layer) = self.layers.get(tile / TILES) else {
            return;
        };
        let words = |word: usize| {
            let mut own = [0; TILE_PIXELS];
            if let Some(plane) = layer.planes.get(word) {
                let quads = &plane[tile % TILES * TILE_QUADS..][..TILE_QUADS];
                put(&mut own, quads.as_flattened().iter().copied());
            }
            reordered(&own)
        };
        match self.bytes {
            1 => {
                for (pixel, word) in data.iter_mut().zip(words(0)) {
                    *pixel = word as u8;
                }
            }
            2 => {
                for (pixel, word) in data.as_chunks_mut::<2>().0.iter_mut().zip(words(0)) {
                    *pixel = (word as u16).to_le_bytes();
                }
            }
            4 => {
                for (pixel, word) in data.as_chunks_mut::<4>().0.iter_mut().zip(words(0)) {
                    *pixel = word.to_le_bytes();
                }
            }
            bytes => {
                let count = bytes.div_ceil(4).max(1);
                for word in 0..count {
                    let pixels = data.as_chunks_mut::<4>().0.iter_mut();
                    let pixels = pixels.skip(word).step_by(count);
                    for (pixel, word) in pixels.zip(words(word)) {
                        *pixel = word.to_le_bytes();
                    }
                }
            }
        }
    }

    /// The bytes of a tile: of pixels that are known, and those of `from` elsewhere.
    pub fn read_out<M: TileMemory>(
        &mut self,
        tile: usize,
        from: &mut M,
        out: &mut [u8],
    ) -> Result<(), Stopped> {
        let layer = self.layers.get(tile / TILES);
        let known = layer.map_or(0, |layer| layer.known[tile % TILES]);
        if known == 0 || out.len() != self.tile_bytes() {
            return from.read(tile as u32, out);
        }
        self.complete(tile, from)?;
        self.give(tile, out);
        Ok(())
    }

    /// Whether any pixel of a tile was drawn.
    pub fn is_drawn(&self, tile: usize) -> bool {
        self.is_tile_changed(tile)
    }

    /// Whether memory must get anything.
    pub fn is_changed(&self) -> bool {
        let mut touched = self.touched.iter().map(|t| usize::from(*t));
        touched.any(|tile| self.is_tile_changed(tile))
    }

    fn is_tile_changed(&self, tile: usize) -> bool {
        let layer = self.layers.get(tile / TILES);
        layer.is_some_and(|layer| layer.changed[tile % TILES])
    }

    /// Stores the tiles that changed.
    pub fn store<M: TileMemory>(&mut self, to: &mut M) -> Result<(), Stopped> {
        for n in 0..self.touched.len() {
            let tile = usize::from(self.touched[n]);
            if self.is_tile_changed(tile) {
                self.complete(tile, to)?;
            }
        }
        let len = self.tile_bytes();
        let mut order = std::mem::take(&mut self.order);
        let mut data = [0; TILE_BYTES];
        let data = &mut data[..len];
        for &tile in &self.touched {
            let tile = usize::from(tile);
            if !self.is_tile_changed(tile) {
                continue;
            }
            match to.address(tile as u32) {
                Some(address) => order.push((address, tile as u32)),
                None => {
                    self.give(tile, data);
                    to.write(tile as u32, data)?;
                }
            }
        }
        let mut staging = std::mem::take(&mut self.staging);
        let result = for_runs(&mut order, len, |run| {
            let data = &mut staging[..run.tiles.len() * len];
            for ((_, tile), data) in run.tiles.iter().zip(data.chunks_exact_mut(len)) {
                self.give(*tile as usize, data);
            }
            to.write_run(run, data)
        });
        order.clear();
        self.order = order;
        self.staging = staging;
        result
    }
}

/// Sets the words of pixels.
#[inline(always)]
fn put(words: &mut [u32; TILE_PIXELS], pixels: impl Iterator<Item = u32>) {
    for (word, pixel) in words.iter_mut().zip(pixels) {
        *word = pixel;
    }
}

/// The pixels of a tile: quad by quad of those row by row, and the reverse, which is the same.
#[inline(always)]
fn reordered(words: &[u32; TILE_PIXELS]) -> [u32; TILE_PIXELS] {
    // Pixels stay with their neighbours in the row, so pairs are moved.
    const PAIRS: [usize; TILE_PIXELS / 2] = [0, 2, 1, 3, 4, 6, 5, 7];
    let from = words.as_chunks::<2>().0;
    let mut out = [0; TILE_PIXELS];
    for (out, pair) in out.as_chunks_mut::<2>().0.iter_mut().zip(PAIRS) {
        *out = from[pair];
    }
    out
}

/// Sorts tiles of `len` bytes by address and passes on together those that follow each
/// other.
fn for_runs<E>(
    order: &mut [(u64, u32)],
    len: usize,
    mut each: impl FnMut(&Run<'_>) -> Result<(), E>,
) -> Result<(), E> {
    if len == 0 {
        return Ok(());
    }
    order.sort_unstable();
    let follow = |a: &(u64, u32), b: &(u64, u32)| a.0.checked_add(len as u64) == Some(b.0);
    for run in order.chunk_by(follow) {
        for tiles in run.chunks((STAGING / len).max(1)) {
            if let [(address, _), ..] = *tiles {
                each(&Run {
                    address,
                    tiles,
                    tile_bytes: len,
                })?;
            }
        }
    }
    Ok(())
}
