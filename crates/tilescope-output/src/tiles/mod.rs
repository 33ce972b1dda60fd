//! Tiles of a buffer that were read, and tiles to be stored.
//!
//! Pixels are read when something depends on the stored value, and stored when the area
//! is complete. A tile that is drawn over as a whole is never read, and tiles that
//! follow each other in memory move together.

mod transfer;

use tilescope_raster::Rect;

use crate::memory::{AREA, PIXELS, TILES, TILES_ACROSS};

/// Quads of a tile.
const TILE_QUADS: usize = 4;
/// Quads of an area.
const QUADS: usize = PIXELS / 4;

/// Bytes that are moved at once.
const STAGING: usize = 4096;
const NOWHERE: Rect = Rect {
    x0: 0,
    y0: 0,
    x1: 0,
    y1: 0,
};

/// A word of each pixel of an area, quad by quad: the lanes of a batch are moved four at a
/// time. The quads of a tile follow each other.
type Plane = Box<[[u32; 4]; QUADS]>;

/// The places of sixteen lanes in an area.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Quads {
    /// The numbers of four quads, as [`quad_number`] has them.
    Each([usize; 4]),
    /// A tile.
    Tile(usize),
}

impl Quads {
    /// The number of a quad.
    #[inline(always)]
    pub fn quad(&self, k: usize) -> usize {
        match self {
            Quads::Each(quads) => quads[k % 4],
            Quads::Tile(tile) => tile * TILE_QUADS + k % 4,
        }
    }
}

/// The pixels of one sample.
#[derive(Clone, Debug)]
struct Layer {
    /// The words of pixels, the lowest first.
    planes: Vec<Plane>,
    /// The pixels of each tile that are known, a bit each: four for each of its quads.
    known: [u16; TILES],
    /// Whether memory must get the tile.
    changed: [bool; TILES],
}

/// Pixels of one buffer.
#[derive(Clone, Debug)]
pub(crate) struct Tiles {
    layers: Vec<Layer>,
    /// Bytes of a pixel.
    bytes: usize,
    /// Tiles of which anything is known.
    touched: Vec<u16>,
    /// The region that is expected to need more tiles, in pixels from the area's corner.
    likely: Rect,
    staging: Vec<u8>,
    /// Addresses with their tiles, to put them in order.
    order: Vec<(u64, u32)>,
}

impl Default for Tiles {
    fn default() -> Self {
        Tiles {
            layers: Vec::new(),
            bytes: 0,
            touched: Vec::new(),
            likely: NOWHERE,
            staging: Vec::new(),
            order: Vec::new(),
        }
    }
}

fn plane() -> Plane {
    vec![[0; 4]; QUADS]
        .into_boxed_slice()
        .try_into()
        .unwrap_or_else(|_| Box::new([[0; 4]; QUADS]))
}

impl Tiles {
    /// Allocates what pixels of `bytes` and so many samples need. Done once per draw, so
    /// that no pixel allocates.
    pub fn prepare(&mut self, bytes: usize, samples: usize) {
        self.bytes = bytes;
        let words = bytes.div_ceil(4);
        let ready = |layer: &Layer| layer.planes.len() >= words;
        if self.layers.len() >= samples && self.layers.iter().take(samples).all(ready) {
            return;
        }
        let layer = || Layer {
            planes: Vec::new(),
            known: [0; TILES],
            changed: [false; TILES],
        };
        let samples = samples.max(self.layers.len());
        self.layers.resize_with(samples, layer);
        for layer in &mut self.layers {
            let words = words.max(layer.planes.len());
            layer.planes.resize_with(words, plane);
        }
        self.staging.resize(STAGING, 0);
        self.order.reserve(TILES * samples);
        self.touched.reserve(TILES * samples);
    }

    /// Notes where pixels will be drawn, counted from the area's corner.
    pub fn anticipate(&mut self, rect: Rect) {
        self.likely = rect;
    }

    /// Whether all pixels of the tile with this quad are known.
    #[inline(always)]
    pub fn knows(&self, sample: usize, quad: usize) -> bool {
        let tile = quad / TILE_QUADS % TILES;
        (self.layers.get(sample)).is_none_or(|layer| layer.known[tile] == u16::MAX)
    }

    /// A word of sixteen pixels.
    #[inline(always)]
    pub fn gather(&self, sample: usize, word: usize, at: &Quads) -> [u32; 16] {
        let Some(plane) = self.layers.get(sample).and_then(|l| l.planes.get(word)) else {
            return [0; 16];
        };
        match *at {
            Quads::Tile(tile) => {
                let words = &plane.as_chunks::<TILE_QUADS>().0[tile % TILES];
                *words.as_flattened().first_chunk().unwrap_or(&[0; 16])
            }
            Quads::Each(quads) => {
                let mut out = [0; 16];
                for (out, quad) in out.as_chunks_mut::<4>().0.iter_mut().zip(quads) {
                    *out = plane[quad % QUADS];
                }
                out
            }
        }
    }

    /// Sets a word of the pixels in `mask`.
    #[inline(always)]
    pub fn scatter(
        &mut self,
        sample: usize,
        word: usize,
        at: &Quads,
        values: &[u32; 16],
        mask: u16,
    ) {
        let layer = self.layers.get_mut(sample);
        let Some(plane) = layer.and_then(|l| l.planes.get_mut(word)) else {
            return;
        };
        match *at {
            Quads::Tile(tile) => {
                let words = &mut plane.as_chunks_mut::<TILE_QUADS>().0[tile % TILES];
                // Most are inside of their primitives.
                match mask {
                    u16::MAX => words.as_flattened_mut().copy_from_slice(values),
                    mask => put(words.as_flattened_mut(), values, mask),
                }
            }
            Quads::Each(quads) => {
                let parts = values.as_chunks::<4>().0.iter().zip(quads);
                if mask == u16::MAX {
                    parts.for_each(|(values, quad)| plane[quad % QUADS] = *values);
                    return;
                }
                for (k, (values, quad)) in parts.enumerate() {
                    put(&mut plane[quad % QUADS], values, mask >> (4 * k));
                }
            }
        }
    }

    /// Marks the pixels of the lanes in `mask` as ones that memory must get.
    #[inline(always)]
    pub fn change(&mut self, sample: usize, at: &Quads, mask: u16) {
        match *at {
            Quads::Tile(tile) => self.change_tile(sample, tile, mask),
            Quads::Each(quads) => {
                for (k, quad) in quads.into_iter().enumerate() {
                    let lanes = mask >> (4 * k) & 15;
                    let lanes = lanes << (4 * (quad % TILE_QUADS));
                    self.change_tile(sample, quad / TILE_QUADS, lanes);
                }
            }
        }
    }

    #[inline(always)]
    fn change_tile(&mut self, sample: usize, tile: usize, pixels: u16) {
        let tile = tile % TILES;
        if let Some(layer) = self.layers.get_mut(sample)
            && pixels != 0
        {
            if layer.known[tile] == 0 {
                self.touched.push((sample * TILES + tile) as u16);
            }
            layer.known[tile] |= pixels;
            layer.changed[tile] = true;
        }
    }

    /// Discards all pixels, stored or not.
    pub fn discard(&mut self) {
        for tile in self.touched.drain(..) {
            let (sample, tile) = (usize::from(tile) / TILES, usize::from(tile) % TILES);
            if let Some(layer) = self.layers.get_mut(sample) {
                layer.known[tile] = 0;
                layer.changed[tile] = false;
            }
        }
        self.likely = NOWHERE;
    }
}

/// Sets the words whose bit of `mask` is set.
#[inline(always)]
fn put(words: &mut [u32], values: &[u32], mask: u16) {
    for (i, (word, value)) in words.iter_mut().zip(values).enumerate() {
        *word = if mask >> i & 1 != 0 { *value } else { *word };
    }
}

/// The quad of an area whose first pixel is (x, y): four times its tile, and its place in the
/// tile.
#[inline(always)]
pub(crate) fn quad_number(x: u32, y: u32) -> usize {
    let (x, y) = (x % AREA / 2, y % AREA / 2);
    let tile = (y / 2) * TILES_ACROSS + x / 2;
    tile as usize * TILE_QUADS + (y % 2 * 2 + x % 2) as usize
}
