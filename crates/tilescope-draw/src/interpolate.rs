//! Evaluation of the planes of primitives at the pixels of a batch.

use tilescope_raster::Plane;
use tilescope_raster::interp::Positions;

use crate::batch::{BatchQuad, QuadGroup};
use crate::prims::{NOTHING, Prims};
use crate::screen::Viewport;

/// Evaluation of planes at sixteen pixels, with the same operations for quads of
/// one or of several primitives.
#[derive(Clone, Copy, Debug)]
pub struct Interpolated<'a> {
    quads: &'a [BatchQuad],
    /// All quads are of the same primitive.
    one: bool,
    at: Positions,
}

impl<'a> Interpolated<'a> {
    /// Evaluation of the quads of a batch, of which there is at least one, at `at`.
    #[inline(always)]
    pub fn new<const B: usize>(
        group: &'a QuadGroup<B>,
        batch: usize,
        at: Positions,
    ) -> Interpolated<'a> {
        let quads = group.batch(batch);
        // Of tiles it is known.
        let one = group.is_whole() || quads.iter().all(|quad| quad.prim == quads[0].prim);
        Interpolated { quads, one, at }
    }

    /// The positions.
    #[inline(always)]
    pub fn positions(&self) -> &Positions {
        &self.at
    }

    /// The result of `of` for the primitive of each quad; called once if that is the same.
    #[inline(always)]
    pub fn each<T: Copy>(&self, of: impl Fn(u32) -> T) -> [T; 4] {
        let first = of(self.quads[0].prim);
        let mut all = [first; 4];
        if !self.one {
            for (one, quad) in all.iter_mut().zip(self.quads).skip(1) {
                *one = of(quad.prim);
            }
        }
        all
    }

    /// Plane `n` of the [`Prims::planes`] of each quad; 0 everywhere if it does not exist.
    #[inline(always)]
    pub fn nth<'p>(&self, planes: &[&'p [Plane]; 4], n: usize) -> [&'p Plane; 4] {
        let first = planes[0].get(n).unwrap_or(&NOTHING);
        let mut all = [first; 4];
        if !self.one {
            for (one, planes) in all.iter_mut().zip(planes).skip(1) {
                *one = planes.get(n).unwrap_or(&NOTHING);
            }
        }
        all
    }

    /// For each lane, the slope and the constant of its quad's plane.
    #[inline(always)]
    fn planes(&self, planes: [&Plane; 4]) -> ([f32; 16], [f32; 16]) {
        let (mut slope, mut c) = ([0.0; 16], [0.0; 16]);
        let Positions { x, y } = &self.at;
        if self.one {
            for (slope, (x, y)) in slope.iter_mut().zip(x.iter().zip(y)) {
                *slope = planes[0].slope_at(*x, *y);
            }
            c = [planes[0].c; 16];
        } else {
            for (k, plane) in planes.into_iter().enumerate().take(self.quads.len()) {
                for l in 4 * k..4 * k + 4 {
                    slope[l] = plane.slope_at(x[l], y[l]);
                    c[l] = plane.c;
                }
            }
        }
        (slope, c)
    }

    /// Values that are linear on the screen, from the plane of each quad.
    #[inline(always)]
    pub fn linear(&self, planes: [&Plane; 4]) -> [f32; 16] {
        let (mut out, c) = self.planes(planes);
        for (out, c) in out.iter_mut().zip(c) {
            *out += c;
        }
        out
    }

    /// Depths, clamped to the range of the viewport of each primitive.
    #[inline(always)]
    pub fn depth(&self, prims: &Prims, viewports: &[Viewport]) -> [f32; 16] {
        let mut z = self.linear(self.each(|n| &prims.prim(n).z));
        for (k, quad) in self.quads.iter().enumerate().take(4) {
            let prim = prims.prim(quad.prim);
            for z in &mut z[4 * k..4 * k + 4] {
                *z = prim.clamped(*z, viewports);
            }
        }
        z
    }

    /// Values with perspective, where `w` is the reciprocal of the interpolated 1/w.
    #[inline(always)]
    pub fn perspective(&self, planes: [&Plane; 4], w: &[f32; 16]) -> [f32; 16] {
        let (mut out, c) = self.planes(planes);
        for l in 0..16 {
            out[l] = out[l] * w[l] + c[l];
        }
        out
    }

    /// Values of flat attributes, bit by bit: integers too.
    #[inline(always)]
    pub fn flat(&self, planes: [&Plane; 4]) -> [u32; 16] {
        let mut out = [0; 16];
        for (k, plane) in planes.into_iter().enumerate() {
            out[4 * k..4 * k + 4].fill(plane.c.to_bits());
        }
        out
    }
}
