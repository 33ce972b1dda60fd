//! Quads in batches of sixteen lanes, and groups of batches that are shaded together.

use tilescope_core::profile::Lanes;
use tilescope_output::Fragments;
use tilescope_raster::Quad;
use tilescope_raster::interp::Positions;

use crate::prims::Prims;
use crate::samples::SampleQuad;
use crate::screen::Viewport;

/// Quads of a batch.
pub const QUADS: usize = 4;

/// The bits of a quad's coverage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Coverage {
    /// A sample for each pixel: bit `i` is pixel `i`.
    Pixels,
    /// Several: bit `16 * i + n` is sample `n` of pixel `i`.
    Samples,
}

/// A quad in a batch. Pixel `i` is at `(x + (i & 1), y + (i >> 1))`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BatchQuad {
    /// The number of its primitive.
    pub prim: u32,
    /// Left column; even.
    pub x: i32,
    /// First row; even.
    pub y: i32,
    /// The covered samples, as [`Coverage`] describes.
    pub coverage: u64,
}

impl BatchQuad {
    /// A quad of the rasteriser with one sample.
    #[inline(always)]
    pub(crate) fn of_pixels(prim: u32, quad: &Quad) -> BatchQuad {
        BatchQuad {
            prim,
            x: quad.x,
            y: quad.y,
            coverage: u64::from(quad.coverage & 15),
        }
    }

    /// A quad of the rasteriser with two or four samples.
    #[inline(always)]
    pub(crate) fn of_samples(prim: u32, quad: &Quad) -> BatchQuad {
        let c = u64::from(quad.coverage);
        let coverage = c & 15 | (c & 0xf0) << 12 | (c & 0xf00) << 24 | (c & 0xf000) << 36;
        let Quad { x, y, .. } = *quad;
        BatchQuad {
            prim,
            x,
            y,
            coverage,
        }
    }

    /// The covered pixels.
    #[inline(always)]
    pub fn pixels(&self, coverage: Coverage) -> u16 {
        match coverage {
            Coverage::Pixels => self.coverage as u16 & 15,
            Coverage::Samples => self.of_several().pixels(),
        }
    }

    /// The covered samples of pixel `i`, if there are several.
    #[inline(always)]
    pub fn samples(&self, i: u32) -> u16 {
        self.of_several().samples(i)
    }

    #[inline(always)]
    fn of_several(&self) -> SampleQuad {
        let BatchQuad { x, y, coverage, .. } = *self;
        SampleQuad { x, y, coverage }
    }
}

/// Up to `B` batches of four quads.
///
/// All batches are shaded at once and drawn one after the other, so that a pixel may be
/// in several batches, but only once in each.
#[derive(Clone, Debug)]
pub struct QuadGroup<const B: usize> {
    quads: [[BatchQuad; QUADS]; B],
    lens: [usize; B],
    /// The batch that is being filled.
    last: usize,
    /// Mask of the positions of its quads, among 8x8.
    places: u64,
    /// Each batch is a tile of 4x4 pixels of one primitive, all of which are covered.
    whole: bool,
}

impl<const B: usize> Default for QuadGroup<B> {
    fn default() -> Self {
        QuadGroup {
            quads: [[BatchQuad::default(); QUADS]; B],
            lens: [0; B],
            last: 0,
            places: 0,
            whole: false,
        }
    }
}

impl<const B: usize> QuadGroup<B> {
    /// The quads of a batch.
    #[inline(always)]
    pub fn batch(&self, n: usize) -> &[BatchQuad] {
        let n = n % B;
        &self.quads[n][..self.lens[n].min(QUADS)]
    }

    /// The number of batches with quads.
    pub fn batches(&self) -> usize {
        self.lens.iter().take_while(|len| **len != 0).count()
    }

    /// The number of quads.
    pub fn len(&self) -> usize {
        self.lens.iter().sum()
    }

    /// Whether there are no quads.
    pub fn is_empty(&self) -> bool {
        self.lens[0] == 0
    }

    /// Whether each batch is a tile of one primitive that is covered whole.
    #[inline(always)]
    pub(crate) fn is_whole(&self) -> bool {
        self.whole
    }

    /// Adds a quad. Returns whether there was room for it.
    #[inline(always)]
    pub fn push(&mut self, quad: BatchQuad, coverage: Coverage) -> bool {
        let place = 1 << ((quad.y >> 1 & 7) << 3 | quad.x >> 1 & 7);
        let len = self.lens[self.last % B];
        if len == QUADS || self.places & place != 0 && self.meets(&quad, coverage) {
            if self.last + 1 == B {
                return false;
            }
            self.last += 1;
            self.places = 0;
        }
        self.places |= place;
        let batch = self.last % B;
        let len = &mut self.lens[batch];
        self.quads[batch][*len % QUADS] = quad;
        *len += 1;
        true
    }

    /// Fills an empty group with tiles of [`Covered`](crate::covered::Covered).
    #[inline]
    pub(crate) fn fill_whole(&mut self, tiles: &[[BatchQuad; QUADS]; B]) {
        self.quads = *tiles;
        self.lens = [QUADS; B];
        self.last = B - 1;
        self.places = u64::MAX;
        self.whole = true;
    }

    /// Takes as many quads as there is room for into an empty group, if they fill it. They share
    /// no pixel. Returns the others.
    #[inline]
    pub(crate) fn fill<'q>(&mut self, quads: &'q [BatchQuad]) -> Option<&'q [BatchQuad]> {
        let (now, later) = quads.split_at_checked(QUADS * B)?;
        for (batch, quads) in self.quads.iter_mut().zip(now.as_chunks::<QUADS>().0) {
            *batch = *quads;
        }
        self.lens = [QUADS; B];
        self.last = B - 1;
        self.places = u64::MAX;
        Some(later)
    }

    /// Whether a pixel of `quad` is in the last batch.
    #[cold]
    fn meets(&self, quad: &BatchQuad, coverage: Coverage) -> bool {
        let covered = quad.pixels(coverage);
        let meets = |other: &BatchQuad| {
            (other.x, other.y) == (quad.x, quad.y) && other.pixels(coverage) & covered != 0
        };
        self.batch(self.last).iter().any(meets)
    }

    /// Lanes with covered pixels, and the batches that they are in.
    #[cold]
    pub(crate) fn covered(&self, coverage: Coverage) -> Lanes {
        let batches = self.batches();
        let quads = (0..batches).flat_map(|n| self.batch(n));
        let pixels = quads.map(|quad| u64::from(quad.pixels(coverage).count_ones()));
        Lanes {
            running: pixels.sum(),
            batches: batches as u64,
        }
    }

    /// Removes all quads.
    pub fn clear(&mut self) {
        self.lens = [0; B];
        self.last = 0;
        self.places = 0;
        self.whole = false;
    }

    /// Sets the pixels, the mask and the faces of the fragments of a batch. Returns the
    /// positions at which attributes are evaluated: `centre` of the covered samples of a
    /// pixel, in pixels from its corner. Lanes without a quad are at 0.
    #[inline(always)]
    pub fn place(
        &self,
        batch: usize,
        prims: &Prims,
        coverage: Coverage,
        centre: impl Fn(u16) -> (f32, f32),
        f: &mut Fragments,
    ) -> Positions {
        f.sample = 0;
        f.reference = None;
        f.tile = self.whole;
        if self.whole {
            return self.place_tile(batch, prims, centre(1), f);
        }
        let mut at = Positions::default();
        (f.mask, f.front) = (0, 0);
        let (mut last, mut clockwise) = (None, false);
        let quads = self.batch(batch);
        let (mut x, mut y) = ([0; 4 * QUADS], [0; 4 * QUADS]);
        for (k, quad) in quads.iter().enumerate() {
            x[4 * k..4 * k + 4].fill(quad.x);
            y[4 * k..4 * k + 4].fill(quad.y);
            f.mask |= quad.pixels(coverage) << (4 * k);
            // Most have the primitive of the quad before.
            if last != Some(quad.prim) {
                (last, clockwise) = (Some(quad.prim), prims.prim(quad.prim).clockwise);
            }
            if clockwise {
                f.front |= 15 << (4 * k);
            }
        }
        for lane in 0..4 * QUADS {
            x[lane] += lane as i32 & 1;
            y[lane] += lane as i32 >> 1 & 1;
            (f.x[lane], f.y[lane]) = (x[lane] as u32, y[lane] as u32);
        }
        match coverage {
            Coverage::Pixels => {
                let (dx, dy) = centre(1);
                for lane in 0..4 * QUADS {
                    at.x[lane] = x[lane] as f32 + dx;
                    at.y[lane] = y[lane] as f32 + dy;
                }
                let lanes = 4 * quads.len();
                at.x[lanes..].fill(0.0);
                at.y[lanes..].fill(0.0);
            }
            Coverage::Samples => {
                for (k, quad) in quads.iter().enumerate() {
                    for i in 0..4 {
                        let lane = 4 * k + i;
                        let (dx, dy) = centre(quad.samples(i as u32));
                        at.x[lane] = x[lane] as f32 + dx;
                        at.y[lane] = y[lane] as f32 + dy;
                    }
                }
            }
        }
        at
    }

    /// [`place`](QuadGroup::place) for a tile that is covered whole.
    #[inline(always)]
    fn place_tile(
        &self,
        batch: usize,
        prims: &Prims,
        (dx, dy): (f32, f32),
        f: &mut Fragments,
    ) -> Positions {
        let mut at = Positions::default();
        let [first, ..] = self.quads[batch % B];
        for lane in 0..4 * QUADS {
            let (quad, lane_x, lane_y) = (lane / 4, lane & 1, lane >> 1 & 1);
            let x = first.x + (quad % 2 * 2 + lane_x) as i32;
            let y = first.y + (quad / 2 * 2 + lane_y) as i32;
            (f.x[lane], f.y[lane]) = (x as u32, y as u32);
            at.x[lane] = x as f32 + dx;
            at.y[lane] = y as f32 + dy;
        }
        f.mask = u16::MAX;
        f.front = match prims.prim(first.prim).clockwise {
            true => u16::MAX,
            false => 0,
        };
        at
    }

    /// The lanes of a batch that have a quad, helper lanes included.
    #[inline(always)]
    pub fn lanes(&self, batch: usize) -> u16 {
        let quads = self.batch(batch).len() as u32;
        ((1u32 << (4 * quads)) - 1) as u16
    }
}

/// The source of the depths of samples.
#[derive(Clone, Copy, Debug)]
pub enum DepthSource<'a> {
    /// The planes of the primitives, at the position of the sample, clamped to the range
    /// of the viewport.
    Planes(&'a Prims, &'a [Viewport]),
    /// The shader, which gave one for each pixel.
    Shader,
}

/// The fragments of sample `n` of a batch whose pixels are those of `f`. The sample is at
/// `(dx, dy)` in the pixel.
#[inline(always)]
pub fn of_sample(
    f: &Fragments,
    quads: &[BatchQuad],
    n: u32,
    (dx, dy): (f32, f32),
    depth: DepthSource<'_>,
) -> Fragments {
    let mut part = Fragments {
        mask: 0,
        sample: n,
        ..*f
    };
    for (k, quad) in quads.iter().enumerate().take(QUADS) {
        for i in 0..4 {
            let lane = 4 * k + i;
            part.mask |= (quad.samples(i as u32) >> (n & 15) & 1) << lane;
            if let DepthSource::Planes(prims, viewports) = depth {
                let prim = prims.prim(quad.prim);
                let (x, y) = (f.x[lane] as f32 + dx, f.y[lane] as f32 + dy);
                part.z[lane] = prim.clamped(prim.z.at(x, y), viewports);
            }
        }
    }
    part.mask &= f.mask;
    part
}
