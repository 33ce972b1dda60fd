//! Sampling of texels that are four floats, lane by lane.

use crate::LANES;
use crate::axis::{self, OUTSIDE};
use crate::cube;
use crate::image::{Image, Shape};
use crate::lod::Lod;
use crate::sample::{Lanes, prepare};
use crate::sampler::{Filter, Sampler};
use tilescope_exec::{Vectorised, vectorised};

/// A source of texels. Coordinates are always inside the level.
pub trait WideSource {
    /// The bits of four floats; if filters are nearest, any four words. `lane` is who
    /// asks, for sources that compare.
    fn texel(&mut self, lane: usize, layer: u32, level: u32, x: u32, y: u32) -> [u32; 4];

    /// The border colour for a lane, as [`WideSource::texel`] returns texels. `word` is
    /// the sampler's.
    fn border(&mut self, _lane: usize, word: u32) -> [u32; 4] {
        word.to_le_bytes().map(|v| (f32::from(v) / 255.0).to_bits())
    }
}

/// [`sample16_wide`], compiled by itself for the vectors of the host.
#[inline(never)]
pub fn sample16_wide_alone<S: WideSource>(
    sampler: &Sampler,
    image: &Image,
    source: &mut S,
    at: [&[f32; LANES]; 3],
    lod: Lod<'_>,
    mask: u16,
) -> [[u32; LANES]; 4] {
    vectorised(Alone {
        sampler,
        image,
        source,
        at,
        lod,
        mask,
    })
}

struct Alone<'s, S> {
    sampler: &'s Sampler,
    image: &'s Image,
    source: &'s mut S,
    at: [&'s [f32; LANES]; 3],
    lod: Lod<'s>,
    mask: u16,
}

impl<S: WideSource> Vectorised for Alone<'_, S> {
    type Output = [[u32; LANES]; 4];

    #[inline(always)]
    fn run(self) -> Self::Output {
        sample16_wide(
            self.sampler,
            self.image,
            self.source,
            self.at,
            self.lod,
            self.mask,
        )
    }
}

/// Samples `image` for the lanes of `mask`, as [`crate::sample16`] does; the others
/// give 0. Weights have the sampler's precision; sums are floats.
#[inline(always)]
pub fn sample16_wide<S: WideSource>(
    sampler: &Sampler,
    image: &Image,
    source: &mut S,
    [s, t, r]: [&[f32; LANES]; 3],
    lod: Lod<'_>,
    mask: u16,
) -> [[u32; LANES]; 4] {
    let mut out = [[0; LANES]; 4];
    if mask == 0 {
        return out;
    }
    let lanes = prepare(sampler, image, (s, t, r), lod);
    let mut one = One {
        sampler,
        image,
        source,
        lanes: &lanes,
        r,
    };
    for lane in (0..LANES).filter(|l| mask >> l & 1 == 1) {
        let plan = lanes.plans.lane(lane);
        let mut texel = [0; 4];
        // A loop, so that a level is inlined once.
        for n in 0..1 + usize::from(plan.next != plan.level) {
            let level = [plan.level, plan.next][n];
            let of_level = one.level(lane, level, plan.filter);
            let bits = sampler.precision.lod_fraction();
            texel = match n {
                0 => of_level,
                _ => lerp(texel, of_level, plan.weight, bits),
            };
        }
        for (out, word) in out.iter_mut().zip(texel) {
            out[lane] = word;
        }
    }
    out
}

#[inline(always)]
fn lerp(a: [u32; 4], b: [u32; 4], weight: u32, bits: u32) -> [u32; 4] {
    if weight == 0 {
        return a;
    }
    let w = weight as f32 / (1 << bits) as f32;
    let mut out = [0; 4];
    for (out, (a, b)) in out.iter_mut().zip(a.into_iter().zip(b)) {
        *out = (f32::from_bits(a) * (1.0 - w) + f32::from_bits(b) * w).to_bits();
    }
    out
}

struct One<'a, S> {
    sampler: &'a Sampler,
    image: &'a Image,
    source: &'a mut S,
    lanes: &'a Lanes,
    r: &'a [f32; LANES],
}

impl<S: WideSource> One<'_, S> {
    #[inline(always)]
    fn texel(&mut self, lane: usize, layer: i32, level: u32, x: i32, y: i32) -> [u32; 4] {
        // The numbers are inside or OUTSIDE, which is all ones.
        if layer | x | y == OUTSIDE {
            return self.source.border(lane, self.sampler.border);
        }
        self.source
            .texel(lane, layer as u32, level, x as u32, y as u32)
    }

    #[inline(always)]
    fn level(&mut self, lane: usize, level: u32, filter: Filter) -> [u32; 4] {
        let (w, h) = self.image.size(level);
        let (s, t) = (self.lanes.s[lane], self.lanes.t[lane]);
        let volume = self.image.shape() == Shape::Volume;
        let (sampler, slices, r) = (self.sampler, self.image.layers(level), self.r[lane]);
        let face = self.lanes.face[lane] as i32;
        match filter {
            Filter::Nearest => {
                let [dx, dy, dz] = sampler.offset;
                let x = axis::nearest_at(sampler.wrap_s, s, w, dx);
                let y = axis::nearest_at(sampler.wrap_t, t, h, dy);
                let layer = match volume {
                    true => axis::nearest_at(sampler.wrap_r, r, slices, dz),
                    false => face,
                };
                self.texel(lane, layer, level, x, y)
            }
            Filter::Linear => {
                let bits = sampler.precision.fraction();
                let up = sampler.precision.up();
                if self.image.shape() == Shape::Cube && sampler.seamless {
                    return self.seamless(lane, level, face as u32, (s, t));
                }
                let [dx, dy, dz] = sampler.offset;
                let (x0, x1, right) = axis::linear_at(sampler.wrap_s, s, w, (bits, up), dx);
                let (y0, y1, bottom) = axis::linear_at(sampler.wrap_t, t, h, (bits, up), dy);
                let (z0, z1, back) = match volume {
                    true => axis::linear_at(sampler.wrap_r, r, slices, (bits, up), dz),
                    false => (face, face, 0),
                };
                let mut planes = [[0; 4]; 2];
                for (plane, layer) in planes
                    .iter_mut()
                    .zip([z0, z1])
                    .take(1 + usize::from(volume))
                {
                    let mut taps = [[0; 4]; 4];
                    for (k, tap) in taps.iter_mut().enumerate() {
                        let (x, y) = ([x0, x1][k & 1], [y0, y1][k >> 1]);
                        *tap = self.texel(lane, layer, level, x, y);
                    }
                    let [a, b, c, d] = taps;
                    let (top, low) = (lerp(a, b, right, bits), lerp(c, d, right, bits));
                    *plane = lerp(top, low, bottom, bits);
                }
                match volume {
                    true => lerp(planes[0], planes[1], back, bits),
                    false => planes[0],
                }
            }
        }
    }

    /// Four texels of a cube, those beyond an edge from the next face. Beyond a corner
    /// there is none: the mean of the other three (OpenGL ES 3.0, 3.8.10).
    fn seamless(&mut self, lane: usize, level: u32, face: u32, (s, t): (f32, f32)) -> [u32; 4] {
        let bits = self.sampler.precision.fraction();
        let ([a, b, c, d], right, bottom) = self.seamless_taps(lane, level, face, (s, t));
        lerp(
            lerp(a, b, right, bits),
            lerp(c, d, right, bits),
            bottom,
            bits,
        )
    }

    /// The texels of [`One::seamless`], top left, top right, bottom left and bottom
    /// right, with the weights of the right and the bottom ones.
    fn seamless_taps(
        &mut self,
        lane: usize,
        level: u32,
        face: u32,
        (s, t): (f32, f32),
    ) -> ([[u32; 4]; 4], u32, u32) {
        let precision = self.sampler.precision;
        let (bits, up) = (precision.fraction(), precision.up());
        let (size, _) = self.image.size(level);
        let clamp = crate::Wrap::Clamp;
        let (x, right) = axis::unwrapped(clamp, s, size, bits, up);
        let (y, bottom) = axis::unwrapped(clamp, t, size, bits, up);
        let outside = |i: i32| i < 0 || i >= size as i32;
        let mut taps = [[0; 4]; 4];
        let mut corner = None;
        for (k, tap) in taps.iter_mut().enumerate() {
            let (x, y) = (x + (k & 1) as i32, y + (k >> 1) as i32);
            if outside(x) && outside(y) {
                corner = Some(k);
                continue;
            }
            let (mut face, mut place) = (face, (x, y));
            if outside(x) || outside(y) {
                let centre = |i: i32| (2 * i + 1) as f32 / size as f32 - 1.0;
                let [s, t, r] = cube::cube_direction(face, centre(x), centre(y));
                face = cube::cube_face(s, t, r);
                let (s, t) = cube::on_face(face, s, t, r);
                place = (axis::nearest(clamp, s, size), axis::nearest(clamp, t, size));
            }
            *tap = self.texel(lane, face as i32, level, place.0, place.1);
        }
        if let Some(k) = corner {
            taps[k] = std::array::from_fn(|c| {
                let others = (0..4).filter(|&i| i != k);
                let sum: f32 = others.map(|i| f32::from_bits(taps[i][c])).sum();
                (sum / 3.0).to_bits()
            });
        }
        (taps, right, bottom)
    }

    /// The texels that a linear filter weights at level 0 of the lane's plane, in the
    /// order of [`gather16`].
    fn gather(&mut self, lane: usize) -> [[u32; 4]; 4] {
        let (w, h) = self.image.size(0);
        let (s, t) = (self.lanes.s[lane], self.lanes.t[lane]);
        let (sampler, face) = (self.sampler, self.lanes.face[lane]);
        if self.image.shape() == Shape::Cube && sampler.seamless {
            let ([a, b, c, d], ..) = self.seamless_taps(lane, 0, face, (s, t));
            return [c, d, b, a];
        }
        let how = (sampler.precision.fraction(), sampler.precision.up());
        let [dx, dy, _] = sampler.offset;
        let (x0, x1, _) = axis::unfolded(sampler.wrap_s, s, w, how, dx);
        let (y0, y1, _) = axis::unfolded(sampler.wrap_t, t, h, how, dy);
        let face = face as i32;
        [(x0, y1), (x1, y1), (x1, y0), (x0, y0)].map(|(x, y)| self.texel(lane, face, 0, x, y))
    }
}

/// One component of the four texels that a linear filter weights at level 0, for the
/// lanes of `mask`: at the bottom left, bottom right, top right and top left (OpenGL ES
/// 3.1, 8.14, textureGather). Of a volume, the slice of level 0 is that of `r`.
pub fn gather16<S: WideSource>(
    sampler: &Sampler,
    image: &Image,
    source: &mut S,
    [s, t, r]: [&[f32; LANES]; 3],
    component: usize,
    mask: u16,
) -> [[u32; LANES]; 4] {
    let mut out = [[0; LANES]; 4];
    if mask == 0 {
        return out;
    }
    let lanes = prepare(sampler, image, (s, t, r), Lod::Absolute(&[0.0; LANES]));
    let mut one = One {
        sampler,
        image,
        source,
        lanes: &lanes,
        r,
    };
    for lane in (0..LANES).filter(|l| mask >> l & 1 == 1) {
        let texels = one.gather(lane);
        for (out, texel) in out.iter_mut().zip(texels) {
            out[lane] = texel[component & 3];
        }
    }
    out
}
