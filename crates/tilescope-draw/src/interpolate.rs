//! Evaluation of the planes of primitives at the pixels of a batch.

use tilescope_raster::Plane;
use tilescope_raster::interp::Positions;

use crate::batch::QuadGroup;
use crate::prims::{NOTHING, Prims};
use crate::screen::Viewport;

/// Evaluation of planes at sixteen pixels, with the same operations for quads of
/// one or of several primitives.
#[derive(Clone, Copy, Debug)]
pub struct Interpolated {
    /// The primitive of each quad; of the first one where there is no quad.
    prims: [u32; 4],
    /// They are all the same.
    one: bool,
    at: Positions,
}

impl Interpolated {
    /// Evaluation of the quads of a batch, of which there is at least one, at `at`. Lanes without a
    /// quad are evaluated too, so that loops are as long for all batches.
    #[inline(always)]
    pub fn new<const B: usize>(group: &QuadGroup<B>, batch: usize, at: Positions) -> Interpolated {
        let quads = group.batch(batch);
        let first = quads[0].prim;
        // Of tiles it is known.
        if group.is_whole() {
            let (prims, one) = ([first; 4], true);
            return Interpolated { prims, one, at };
        }
        let prims: [u32; 4] = std::array::from_fn(|k| quads.get(k).map_or(first, |quad| quad.prim));
        let one = prims == [first; 4];
        Interpolated { prims, one, at }
    }

    /// The positions.
    #[inline(always)]
    pub fn positions(&self) -> &Positions {
        &self.at
    }

    /// The result of `of` for the primitive of each quad; called once if that is the same.
    #[inline(always)]
    pub fn each<T: Copy>(&self, of: impl Fn(u32) -> T) -> [T; 4] {
        let [first, second, third, last] = self.prims;
        let one = of(first);
        match self.one {
            true => [one; 4],
            false => [one, of(second), of(third), of(last)],
        }
    }

    /// Plane `n` of the [`Prims::planes`] of each quad; 0 everywhere if it does not exist.
    #[inline(always)]
    pub fn nth<'p>(&self, planes: &[&'p [Plane]; 4], n: usize) -> [&'p Plane; 4] {
        let of = |planes: &'p [Plane]| planes.get(n).unwrap_or(&NOTHING);
        let [first, second, third, last] = *planes;
        let one = of(first);
        match self.one {
            true => [one; 4],
            false => [one, of(second), of(third), of(last)],
        }
    }

    /// For each lane, the slope and the constant of its quad's plane.
    #[inline(always)]
    fn planes(&self, planes: [&Plane; 4]) -> ([f32; 16], [f32; 16]) {
        let (mut slope, mut c) = ([0.0; 16], [0.0; 16]);
        let Positions { x, y } = &self.at;
        if self.one {
            slope = planes[0].slope(&self.at);
            c = [planes[0].c; 16];
        } else {
            for (k, plane) in planes.into_iter().enumerate() {
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
        for (k, prim) in self.prims.into_iter().enumerate() {
            let prim = prims.prim(prim);
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
