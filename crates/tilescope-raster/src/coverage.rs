//! Coverage of samples by convex shapes, quad by quad.
//!
//! An edge function `E(x, y) = a*x + b*y + c` is positive inside. All
//! arithmetic is exact:
//!
//! * Vertices are at most 2^25 in magnitude (vertices of triangles at most
//!   2^24, corners of wide lines and points twice that), so `|a|, |b| <= 2^26`
//!   and every product fits `i64` with room.
//! * A sample is at `2^k * pixel + offset`. Its ownership bias and offset are
//!   folded into `c`, and then `E >= 0` is the same as
//!   `a*pixel_x + b*pixel_y + (c >> k) >= 0`: one integer per pixel step,
//!   nothing lost.
//! * An edge that neither misses nor contains an 8x8 block has values of at
//!   most `8 * (|a| + |b|) + 1 <= 2^30 + 1` inside it, so blocks run on `i32`.

use tilescope_exec::sixteen;

use crate::rules::{RasterRules, SamplePositions};
use crate::setup::Xy;

/// Half-open rectangle of pixels: `x0 <= x < x1`, `y0 <= y < y1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rect {
    /// First column.
    pub x0: i32,
    /// First row.
    pub y0: i32,
    /// One past the last column.
    pub x1: i32,
    /// One past the last row.
    pub y1: i32,
}

impl Rect {
    /// A rectangle from its corners; empty if either end is not past its start.
    #[inline]
    pub const fn new(x0: i32, y0: i32, x1: i32, y1: i32) -> Self {
        Self { x0, y0, x1, y1 }
    }

    /// The pixels whose centres are from the first edges (x, y) on, and before the others.
    /// Edges are limited to 65536 pixels from the origin.
    pub fn between([x0, y0, x1, y1]: [f32; 4]) -> Self {
        let first = |edge: f32| (edge - 0.5).ceil().clamp(-65536.0, 65536.0) as i32;
        Self::new(first(x0), first(y0), first(x1), first(y1))
    }

    /// Whether it holds no pixel.
    #[inline]
    pub const fn is_empty(&self) -> bool {
        self.x0 >= self.x1 || self.y0 >= self.y1
    }

    /// The pixels in both.
    #[inline]
    #[must_use]
    pub fn intersect(&self, other: &Self) -> Self {
        Self {
            x0: self.x0.max(other.x0),
            y0: self.y0.max(other.y0),
            x1: self.x1.min(other.x1),
            y1: self.y1.min(other.y1),
        }
    }
}

/// A 2x2 block of pixels with at least one covered sample.
///
/// Pixel `i` is at `(x + (i & 1), y + (i >> 1))`, the order of lanes in a
/// VideoCore IV fragment vector.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Quad {
    /// Left column; even.
    pub x: i32,
    /// First row; even.
    pub y: i32,
    /// Single sampled: bit `pixel`. Multisampled: bit `pixel * 4 + sample`.
    pub coverage: u16,
}

impl Quad {
    /// Bit per pixel: which pixels have any covered sample in a multisampled
    /// quad.
    pub const fn pixels_of_samples(coverage: u16) -> u16 {
        let any = coverage | coverage >> 1;
        let any = (any | any >> 2) & 0x1111;
        (any | any >> 3 | any >> 6 | any >> 9) & 0xf
    }
}

/// Receives the pixels that a shape covers, with one sample for each.
pub trait Cover {
    /// A quad with a covered sample.
    fn quad(&mut self, quad: Quad);

    /// A block of 8x8 pixels from (x, y) on, all of which are covered.
    fn block(&mut self, x: i32, y: i32);
}

/// A function for each quad.
struct EachQuad<F>(F);

impl<F: FnMut(Quad)> Cover for EachQuad<F> {
    #[inline(always)]
    fn quad(&mut self, quad: Quad) {
        (self.0)(quad);
    }

    #[inline(always)]
    fn block(&mut self, x: i32, y: i32) {
        for y in (y..y + BLOCK).step_by(2) {
            for x in (x..x + BLOCK).step_by(2) {
                self.quad(Quad { x, y, coverage: 15 });
            }
        }
    }
}

/// Edge length of the blocks that are walked with 32-bit edges.
pub const BLOCK: i32 = 8;
/// Edge length of the blocks by which large primitives are rejected and
/// accepted first; VideoCore IV's tile, so that a tile costs one test.
const SUPER: i32 = 64;

/// One half plane in units of whole pixels.
#[derive(Clone, Copy, Debug)]
struct Edge {
    /// Change per pixel to the right.
    a: i32,
    /// Change per pixel to the next row.
    b: i32,
    /// Value of each sample of pixel (0, 0), ownership included.
    c: [i64; 4],
    /// Smallest and largest of `c`.
    c_min: i64,
    c_max: i64,
}

impl Edge {
    const EVERYWHERE: Edge = Edge {
        a: 0,
        b: 0,
        c: [0; 4],
        c_min: 0,
        c_max: 0,
    };

    /// The half plane outside when walking `p` to `q` with the interior on
    /// the side of positive area.
    #[inline]
    fn new(rules: &RasterRules, offsets: &[(i32, i32); 4], p: Xy, q: Xy) -> Self {
        let (a, b) = (p.y - q.y, q.x - p.x);
        let (wide_a, wide_b) = (i64::from(a), i64::from(b));
        let bias = i64::from(!rules.fill.owns(wide_a, wide_b));
        let origin = -(wide_a * i64::from(p.x) + wide_b * i64::from(p.y)) - bias;
        let at = |(x, y): (i32, i32)| {
            (origin + wide_a * i64::from(x) + wide_b * i64::from(y)) >> rules.subpixel.bits()
        };
        let first = at(offsets[0]);
        if matches!(rules.samples, SamplePositions::One) {
            return Self {
                a,
                b,
                c: [first; 4],
                c_min: first,
                c_max: first,
            };
        }
        let c = [first, at(offsets[1]), at(offsets[2]), at(offsets[3])];
        Self {
            a,
            b,
            c,
            c_min: c[0].min(c[1]).min(c[2].min(c[3])),
            c_max: c[0].max(c[1]).max(c[2].max(c[3])),
        }
    }

    /// Classifies the `w` by `h` block of pixels whose first is (x, y) against this edge.
    #[inline(always)]
    fn classify(&self, x: i32, y: i32, w: i32, h: i32) -> Side {
        let (a, b) = (i64::from(self.a), i64::from(self.b));
        let base = a * i64::from(x) + b * i64::from(y);
        let (across, down) = (a * i64::from(w - 1), b * i64::from(h - 1));
        if base + self.c_max + across.max(0) + down.max(0) < 0 {
            Side::Outside
        } else if base + self.c_min + across.min(0) + down.min(0) >= 0 {
            Side::Inside
        } else {
            Side::Crossing(base)
        }
    }
}

enum Side {
    Outside,
    Inside,
    /// The edge crosses the block: value of `a*x + b*y` at the block's first
    /// pixel.
    Crossing(i64),
}

/// A convex polygon of `N` edges: the form every primitive takes to be walked.
#[derive(Clone, Copy, Debug)]
pub struct Convex<const N: usize> {
    edges: [Edge; N],
    bounds: Rect,
    samples: usize,
}

/// Lane order of a row of four quads: columns, rows.
const LANE_X: [i32; 16] = [0, 1, 0, 1, 2, 3, 2, 3, 4, 5, 4, 5, 6, 7, 6, 7];
const LANE_Y: [i32; 16] = [0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1, 1];
/// Lanes in columns `>= i`.
const COLUMNS_FROM: [u16; 9] = {
    let mut table = [0; 9];
    let mut from = 0;
    while from < 9 {
        let mut lane = 0;
        while lane < 16 {
            if LANE_X[lane] >= from as i32 {
                table[from] |= 1 << lane;
            }
            lane += 1;
        }
        from += 1;
    }
    table
};
/// Lanes of the first row of each quad.
const FIRST_ROW: u16 = 0x3333;
/// Four pixel bits at the places of sample 0 in a multisampled mask.
const SPREAD: [u16; 16] = {
    let mut table = [0; 16];
    let mut i = 0;
    while i < 16 {
        let n = i as u16;
        table[i] = (n & 1) | (n & 2) << 3 | (n & 4) << 6 | (n & 8) << 9;
        i += 1;
    }
    table
};

impl<const N: usize> Convex<N> {
    /// The polygon of `corners`, which must be convex, of positive area in
    /// that order, without zero-length sides, and at most 2^25 in magnitude.
    #[inline(always)]
    pub(crate) fn new(rules: &RasterRules, corners: [Xy; N]) -> Self {
        let offsets = rules.sample_offsets();
        let mut low = corners[0];
        let mut high = corners[0];
        for v in &corners[1..] {
            low = Xy::new(low.x.min(v.x), low.y.min(v.y));
            high = Xy::new(high.x.max(v.x), high.y.max(v.y));
        }
        let (mut first, mut last) = (offsets[0], offsets[0]);
        for &(x, y) in &offsets[1..] {
            first = (first.0.min(x), first.1.min(y));
            last = (last.0.max(x), last.1.max(y));
        }
        let k = rules.subpixel.bits();
        let up = rules.subpixel.unit() - 1;
        let mut edges = [Edge::EVERYWHERE; N];
        for (i, edge) in edges.iter_mut().enumerate() {
            let next = if i + 1 == N { 0 } else { i + 1 };
            *edge = Edge::new(rules, &offsets, corners[i], corners[next]);
        }
        Self {
            edges,
            // Pixels that have a sample in the closed range of coordinates.
            bounds: Rect {
                x0: (low.x - last.0 + up) >> k,
                y0: (low.y - last.1 + up) >> k,
                x1: ((high.x - first.0) >> k) + 1,
                y1: ((high.y - first.1) >> k) + 1,
            },
            samples: rules.samples.count(),
        }
    }

    /// A rectangle of pixels outside which no sample is covered. May be empty.
    #[inline]
    pub const fn bounds(&self) -> Rect {
        self.bounds
    }

    /// Samples per pixel: 1, 2 or 4.
    #[inline]
    pub const fn samples(&self) -> usize {
        self.samples
    }

    /// Whether some edge has every sample of the block outside it.
    #[inline(always)]
    pub(crate) fn misses(&self, x: i32, y: i32, w: i32, h: i32) -> bool {
        self.edges
            .iter()
            .any(|e| matches!(e.classify(x, y, w, h), Side::Outside))
    }

    /// Calls `f` for every quad that has a covered sample inside `rect`.
    ///
    /// Coverage outside `rect` is masked off even within a quad. Each quad
    /// comes once. The order depends only on the shape and `rect`; it is block
    /// by block, and a caller that needs another must sort. Does not allocate;
    /// work is bounded by the area of `rect`.
    #[inline(always)]
    pub fn walk(&self, rect: Rect, f: impl FnMut(Quad)) {
        let mut quads = EachQuad(f);
        match self.samples {
            1 => self.walk_samples::<1>(rect, 2, &mut quads),
            2 => self.walk_samples::<2>(rect, 2, &mut quads),
            _ => self.walk_samples::<4>(rect, 2, &mut quads),
        }
    }

    /// [`walk`](Convex::walk) of a shape with one sample a pixel: blocks that are covered
    /// whole, and the quads of others.
    #[inline(always)]
    pub fn walk_blocks(&self, rect: Rect, cover: &mut impl Cover) {
        let Rect { x0, y0, x1, y1 } = self.bounds.intersect(&rect);
        // On the grid of blocks, small shapes would be in more of them.
        let least = 2 * BLOCK;
        let large = x1.saturating_sub(x0) >= least && y1.saturating_sub(y0) >= least;
        self.walk_samples::<1>(rect, if large { BLOCK } else { 2 }, cover);
    }

    /// Walks blocks that begin at a multiple of `grid`.
    #[inline(always)]
    fn walk_samples<const S: usize>(&self, rect: Rect, grid: i32, cover: &mut impl Cover) {
        let area = self.bounds.intersect(&rect);
        if area.is_empty() {
            return;
        }
        let (x0, y0) = (area.x0 & -grid, area.y0 & -grid);
        let mut ramps = [[0; 16]; N];
        for (ramp, e) in ramps.iter_mut().zip(&self.edges) {
            for lane in 0..16 {
                ramp[lane] = e.a * LANE_X[lane] + e.b * LANE_Y[lane];
            }
        }
        let large = area.x1 - x0 > SUPER || area.y1 - y0 > SUPER;
        let mut sy = y0;
        while sy < area.y1 {
            let mut sx = x0;
            while sx < area.x1 {
                if !large || !self.misses(sx, sy, SUPER, SUPER) {
                    let mut y = sy;
                    while y < area.y1.min(sy + SUPER) {
                        let mut x = sx;
                        while x < area.x1.min(sx + SUPER) {
                            self.block::<S>(&ramps, x, y, &area, cover);
                            x += BLOCK;
                        }
                        y += BLOCK;
                    }
                }
                sx += SUPER;
            }
            sy += SUPER;
        }
    }

    /// Emits the quads of the 8x8 block at (x, y), a part of which is inside `area`.
    #[inline(always)]
    fn block<const S: usize>(
        &self,
        ramps: &[[i32; 16]; N],
        x: i32,
        y: i32,
        area: &Rect,
        cover: &mut impl Cover,
    ) {
        let mut start = [[0i32; S]; N];
        let mut crossing = [false; N];
        for (i, e) in self.edges.iter().enumerate() {
            match e.classify(x, y, BLOCK, BLOCK) {
                Side::Outside => return,
                Side::Inside => {}
                Side::Crossing(base) => {
                    crossing[i] = true;
                    for (value, c) in start[i].iter_mut().zip(&e.c) {
                        // In range: see the module documentation.
                        *value = (base + c) as i32;
                    }
                }
            }
        }
        let left = (area.x0 - x).clamp(0, BLOCK) as usize;
        let right = (area.x1 - x).clamp(0, BLOCK) as usize;
        let columns = COLUMNS_FROM[left] & !COLUMNS_FROM[right];
        let rows = (area.y1 - y).min(BLOCK);
        let mut row = (area.y0 - y).max(0) & !1;
        let whole = columns == u16::MAX && rows == BLOCK && y >= area.y0;
        if S == 1 && whole && !crossing.iter().any(|&c| c) {
            cover.block(x, y);
            return;
        }
        while row < rows {
            let mut allowed = columns;
            if y + row < area.y0 {
                allowed &= !FIRST_ROW;
            }
            if row + 1 >= rows {
                allowed &= FIRST_ROW;
            }
            let mut masks = [allowed; S];
            if crossing.iter().any(|&c| c) {
                for (s, mask) in masks.iter_mut().enumerate() {
                    let mut signs = [0i32; 16];
                    for i in 0..N {
                        if crossing[i] {
                            let value = start[i][s] + self.edges[i].b * row;
                            for lane in 0..16 {
                                signs[lane] |= value + ramps[i][lane];
                            }
                        }
                    }
                    *mask &= !sixteen::negative(&signs);
                }
            }
            let mut any = 0;
            for mask in masks {
                any |= mask;
            }
            let mut q = 0;
            while any >> (4 * q) != 0 {
                let coverage = if S == 1 {
                    masks[0] >> (4 * q) & 0xf
                } else {
                    let mut c = 0;
                    for (s, mask) in masks.iter().enumerate() {
                        c |= SPREAD[usize::from(mask >> (4 * q) & 0xf)] << s;
                    }
                    c
                };
                if coverage != 0 {
                    cover.quad(Quad {
                        x: x + 2 * q,
                        y: y + row,
                        coverage,
                    });
                }
                q += 1;
                if q == 4 {
                    break;
                }
            }
            row += 2;
        }
    }
}
