//! Tiles of a buffer that were read, and tiles to be stored.
//!
//! Pixels are read when something depends on the stored value, and stored when the area
//! is complete. A tile that is drawn over as a whole is never read, and tiles that
//! follow each other in memory move together.

mod transfer;

use tilescope_raster::Rect;

use crate::memory::{AREA, PIXELS, TILE_PIXELS, TILES, TILES_ACROSS};

/// Bytes that are moved at once.
const STAGING: usize = 4096;
const NOWHERE: Rect = Rect {
    x0: 0,
    y0: 0,
    x1: 0,
    y1: 0,
};

/// A word of each pixel of an area.
type Plane = Box<[u32; PIXELS]>;

/// The pixels of one sample.
#[derive(Clone, Debug)]
struct Layer {
    /// The words of pixels, the lowest first.
    planes: Vec<Plane>,
    /// The pixels of each tile that are known, a bit each.
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
    vec![0; PIXELS]
        .into_boxed_slice()
        .try_into()
        .unwrap_or_else(|_| Box::new([0; PIXELS]))
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

    /// Whether all pixels of the tile with this pixel are known.
    #[inline(always)]
    pub fn knows(&self, sample: usize, at: usize) -> bool {
        let tile = at / TILE_PIXELS % TILES;
        (self.layers.get(sample)).is_none_or(|layer| layer.known[tile] == u16::MAX)
    }

    /// A word of sixteen pixels.
    #[inline(always)]
    pub fn gather(&self, sample: usize, word: usize, at: &[usize; 16]) -> [u32; 16] {
        let mut out = [0; 16];
        if let Some(plane) = self.layers.get(sample).and_then(|l| l.planes.get(word)) {
            for (out, &at) in out.iter_mut().zip(at) {
                *out = plane[at % PIXELS];
            }
        }
        out
    }

    /// Sets a word of the pixels in `mask`.
    #[inline(always)]
    pub fn scatter(
        &mut self,
        sample: usize,
        word: usize,
        at: &[usize; 16],
        values: &[u32; 16],
        mask: u16,
    ) {
        let layer = self.layers.get_mut(sample);
        let Some(plane) = layer.and_then(|l| l.planes.get_mut(word)) else {
            return;
        };
        if mask == u16::MAX {
            // Most are inside of their primitives.
            for (&at, value) in at.iter().zip(values) {
                plane[at % PIXELS] = *value;
            }
            return;
        }
        for lane in 0..16 {
            if mask >> lane & 1 != 0 {
                plane[at[lane] % PIXELS] = values[lane];
            }
        }
    }

    /// Marks the pixels of the lanes in `mask` as ones that memory must get. The four
    /// lanes of a quad are in one tile.
    #[inline(always)]
    pub fn change(&mut self, sample: usize, at: &[usize; 16], mask: u16) {
        let Some(layer) = self.layers.get_mut(sample) else {
            return;
        };
        let mut bits = [0u16; 16];
        for lane in 0..16 {
            bits[lane] = (mask >> lane & 1) << (at[lane] % TILE_PIXELS);
        }
        for quad in 0..4 {
            let [a, b, c, d] = [0, 1, 2, 3].map(|i| bits[quad * 4 + i]);
            let bits = a | b | c | d;
            if bits != 0 {
                let tile = (at[quad * 4] / TILE_PIXELS) % TILES;
                if layer.known[tile] == 0 {
                    self.touched.push((sample * TILES + tile) as u16);
                }
                layer.known[tile] |= bits;
                layer.changed[tile] = true;
            }
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

/// The pixel of an area at (x, y): its tile, then its place in the tile.
#[inline(always)]
pub(crate) fn pixel_index(x: u32, y: u32) -> usize {
    let (x, y) = (x % AREA, y % AREA);
    let tile = (y / 4) * TILES_ACROSS + x / 4;
    (tile * TILE_PIXELS as u32 + y % 4 * 4 + x % 4) as usize
}
