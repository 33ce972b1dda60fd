//! Sampling of 16 lanes.

use tilescope_exec::{Aligned, sixteen};

use crate::LANES;
use crate::axis::{self, OUTSIDE, Taps};
use crate::blend;
use crate::cube;
use crate::image::{Image, Shape};
use crate::lod::{self, Lod, Plan, Plans};
use crate::sampler::{Filter, Sampler};

/// A source of texels. Coordinates are always inside the level.
pub trait TexelSource {
    /// The word of a texel: a colour word, if it is to be filtered.
    fn texel(&mut self, face: u32, level: u32, x: u32, y: u32) -> u32;

    /// Four texels: (x0, y0), (x1, y0), (x0, y1), (x1, y1). Sources may
    /// override it: neighbouring texels mostly share a block of memory, so that
    /// four at a time are faster.
    #[inline]
    fn quad(&mut self, face: u32, level: u32, x: [u32; 2], y: [u32; 2]) -> [u32; 4] {
        [
            self.texel(face, level, x[0], y[0]),
            self.texel(face, level, x[1], y[0]),
            self.texel(face, level, x[0], y[1]),
            self.texel(face, level, x[1], y[1]),
        ]
    }

    /// Stores the first `N` texels of the [`quad`](TexelSource::quad) of each lane of the mask, a
    /// corner in each array: one, or all four. Returns `false`, and stores nothing, if there is no faster way for these lanes than one
    /// at a time. Coordinates outside the level are negative; with one, it returns `false`.
    #[inline(always)]
    fn quads<const N: usize>(&mut self, _at: &Quads<'_>, _out: &mut [[u32; LANES]; N]) -> bool {
        false
    }
}

/// The texels between which lanes lie.
#[derive(Clone, Copy, Debug)]
pub struct Quads<'a> {
    /// Faces or layers.
    pub face: &'a [u32; LANES],
    /// The level.
    pub level: u32,
    /// Its width and height.
    pub size: (u32, u32),
    /// Left and right columns.
    pub x: [&'a [i32; LANES]; 2],
    /// Upper and lower rows.
    pub y: [&'a [i32; LANES]; 2],
    /// The lanes, at least one.
    pub mask: u16,
}

impl<'a> Quads<'a> {
    /// Texels, of which only the first of each four is asked for.
    #[inline(always)]
    pub(crate) fn at(
        face: &'a [u32; LANES],
        (level, size): (u32, (u32, u32)),
        [x, y]: [&'a [i32; LANES]; 2],
        mask: u16,
    ) -> Quads<'a> {
        Quads {
            face,
            level,
            size,
            x: [x; 2],
            y: [y; 2],
            mask,
        }
    }

    /// The texels of two axes.
    #[inline(always)]
    pub(crate) fn between(
        face: &'a [u32; LANES],
        (level, size): (u32, (u32, u32)),
        [x, y]: [&'a Taps; 2],
        mask: u16,
    ) -> Quads<'a> {
        Quads {
            face,
            level,
            size,
            x: [&x.first, &x.second],
            y: [&y.first, &y.second],
            mask,
        }
    }
}

/// The texel that nearest filtering selects for a lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Address {
    /// The border.
    Border,
    /// A texel.
    Texel {
        /// Face of a cube, else 0.
        face: u32,
        /// Level.
        level: u32,
        /// Column in the level.
        x: u32,
        /// Row in the level.
        y: u32,
    },
}

/// Coordinates on faces, and what to do with them.
#[repr(C, align(64))]
pub(crate) struct Lanes {
    pub(crate) face: [u32; LANES],
    pub(crate) s: [f32; LANES],
    pub(crate) t: [f32; LANES],
    pub(crate) plans: Plans,
}

impl Lanes {
    /// The first plan of the lanes in `rest`, which are some, the lanes with the same level
    /// and filter, and those of them that blend with the next level.
    #[inline(always)]
    pub(crate) fn alike(&self, rest: u16) -> (Plan, u16, u16) {
        let plans = &self.plans;
        let first = plans.lane(rest.trailing_zeros() as usize % LANES);
        let linear = u32::from(first.filter == Filter::Linear);
        let levels = sixteen::equal(&plans.level, &[first.level; LANES]);
        let group = rest & levels & sixteen::equal(&plans.linear, &[linear; LANES]);
        let blended = !sixteen::equal(&plans.next, &plans.level);
        (first, group, blended & group)
    }
}

#[inline(always)]
pub(crate) fn prepare(
    sampler: &Sampler,
    image: &Image,
    (s, t, r): (&[f32; LANES], &[f32; LANES], &[f32; LANES]),
    lod: Lod<'_>,
) -> Lanes {
    let mut lanes = Lanes {
        face: [0; LANES],
        s: *s,
        t: *t,
        plans: Plans::largest(sampler.mag),
    };
    let matters = lod::matters(sampler, image);
    match image.shape() {
        Shape::Flat => {
            if matters {
                let lambda = lod::lambda16(sampler, image, s, t, lod);
                lanes.plans = lod::plan16(sampler, image, &lambda);
            }
        }
        Shape::Volume => {
            for (slice, r) in lanes.face.iter_mut().zip(r) {
                *slice = axis::nearest(sampler.wrap_r, *r, image.layers(0)).max(0) as u32;
            }
            if matters {
                let lambda = lod::lambda16_volume(sampler, image, [s, t, r], lod);
                lanes.plans = lod::plan16(sampler, image, &lambda);
            }
        }
        Shape::Array => {
            for (layer, r) in lanes.face.iter_mut().zip(r) {
                *layer = axis::layer(*r, image.layers(0));
            }
            if matters {
                let lambda = lod::lambda16(sampler, image, s, t, lod);
                lanes.plans = lod::plan16(sampler, image, &lambda);
            }
        }
        Shape::Cube => {
            for i in 0..LANES {
                lanes.face[i] = cube::cube_face(s[i], t[i], r[i]);
            }
            if matters {
                // Differences make sense only on one plane: that of a lane's own face. A
                // face that only a lane outside the triangle is on must not count:
                // piglit's `fbo-cubemap` passes on a Raspberry Pi 3.
                let one_face = lanes
                    .face
                    .chunks_exact(4)
                    .all(|q| q.iter().all(|f| *f == q[0]));
                let planes = if one_face { 1 } else { 4 };
                for plane in 0..planes {
                    let mut flat_s = [0.0; LANES];
                    let mut flat_t = [0.0; LANES];
                    for i in 0..LANES {
                        let face = lanes.face[(i & !3) + plane];
                        (flat_s[i], flat_t[i]) = cube::on_face(face, s[i], t[i], r[i]);
                    }
                    let flat = on_plane([s, t, r], [&flat_s, &flat_t], &lanes.face, lod);
                    let lod = match &flat {
                        Some([x, y]) => Lod::Gradients(x, y),
                        None => lod,
                    };
                    let lambda = lod::lambda16(sampler, image, &flat_s, &flat_t, lod);
                    let plans = lod::plan16(sampler, image, &lambda);
                    for i in (0..LANES).filter(|i| one_face || i & 3 == plane) {
                        lanes.plans.take(i, &plans);
                    }
                }
            }
            for i in 0..LANES {
                (lanes.s[i], lanes.t[i]) = cube::on_face(lanes.face[i], s[i], t[i], r[i]);
            }
        }
    }
    lanes
}

/// Gradients of a direction as those on the face of each lane.
fn on_plane(
    at: [&[f32; LANES]; 3],
    flat: [&[f32; LANES]; 2],
    face: &[u32; LANES],
    lod: Lod<'_>,
) -> Option<[[[f32; LANES]; 3]; 2]> {
    let Lod::Gradients(x, y) = lod else {
        return None;
    };
    Some([x, y].map(|d| {
        let mut out = [[0.0; LANES]; 3];
        for i in 0..LANES {
            let [s, t, r] = std::array::from_fn(|k| at[k][i] + d[k][i]);
            let (s, t) = cube::on_face(face[i], s, t, r);
            (out[0][i], out[1][i]) = (s - flat[0][i], t - flat[1][i]);
        }
        out
    }))
}

#[inline(always)]
fn nearest_word<S: TexelSource>(
    sampler: &Sampler,
    source: &mut S,
    face: u32,
    level: u32,
    x: i32,
    y: i32,
) -> u32 {
    // The numbers are inside or OUTSIDE, which is all ones.
    if x | y == OUTSIDE {
        sampler.border
    } else {
        source.texel(face, level, x as u32, y as u32)
    }
}

#[inline(always)]
fn linear_words<S: TexelSource>(
    sampler: &Sampler,
    source: &mut S,
    face: u32,
    level: u32,
    x: [i32; 2],
    y: [i32; 2],
) -> [u32; 4] {
    if x[0] | x[1] | y[0] | y[1] == OUTSIDE {
        let mut one = |x, y| nearest_word(sampler, source, face, level, x, y);
        [
            one(x[0], y[0]),
            one(x[1], y[0]),
            one(x[0], y[1]),
            one(x[1], y[1]),
        ]
    } else {
        source.quad(face, level, x.map(|x| x as u32), y.map(|y| y as u32))
    }
}

/// One lane, one level.
#[inline(always)]
fn sample_level<S: TexelSource>(
    sampler: &Sampler,
    image: &Image,
    source: &mut S,
    (face, s, t): (u32, f32, f32),
    level: u32,
    filter: Filter,
) -> u32 {
    let (w, h) = image.size(level);
    match filter {
        Filter::Nearest => {
            let x = axis::nearest(sampler.wrap_s, s, w);
            let y = axis::nearest(sampler.wrap_t, t, h);
            nearest_word(sampler, source, face, level, x, y)
        }
        Filter::Linear => {
            let (bits, up) = (sampler.precision.fraction(), sampler.precision.up());
            let (x0, x1, right) = axis::linear(sampler.wrap_s, s, w, bits, up);
            let (y0, y1, bottom) = axis::linear(sampler.wrap_t, t, h, bits, up);
            let q = linear_words(sampler, source, face, level, [x0, x1], [y0, y1]);
            blend::bilinear(q, right, bottom, bits, sampler.precision.rounding)
        }
    }
}

/// One lane.
#[inline(always)]
fn sample_lane<S: TexelSource>(
    sampler: &Sampler,
    image: &Image,
    source: &mut S,
    lanes: &Lanes,
    i: usize,
) -> u32 {
    let plan = lanes.plans.lane(i);
    let at = (lanes.face[i], lanes.s[i], lanes.t[i]);
    let word = sample_level(sampler, image, source, at, plan.level, plan.filter);
    if plan.next == plan.level {
        return word;
    }
    let next = sample_level(sampler, image, source, at, plan.next, plan.filter);
    let bits = sampler.precision.lod_fraction();
    blend::lerp(word, next, plan.weight, bits, sampler.precision.rounding)
}

/// The words of a level for the lanes of a mask; those of others are unspecified.
#[inline(always)]
fn sample_level16<S: TexelSource>(
    sampler: &Sampler,
    image: &Image,
    source: &mut S,
    (face, s, t): (&[u32; LANES], &[f32; LANES], &[f32; LANES]),
    (level, filter, mask): (u32, Filter, u16),
) -> [u32; LANES] {
    let (w, h) = image.size(level);
    match filter {
        Filter::Nearest => {
            let x = axis::nearest16(sampler.wrap_s, s, w);
            let y = axis::nearest16(sampler.wrap_t, t, h);
            let mut words = Aligned([[0; LANES]]);
            let found = source.quads(
                &Quads::at(face, (level, (w, h)), [&x, &y], mask),
                &mut words,
            );
            let [mut words] = words.0;
            if found {
                return words;
            }
            for (i, face) in face.iter().enumerate() {
                if mask >> i & 1 == 1 {
                    words[i] = nearest_word(sampler, source, *face, level, x[i], y[i]);
                }
            }
            words
        }
        Filter::Linear => {
            let (bits, up) = (sampler.precision.fraction(), sampler.precision.up());
            let x = axis::linear16(sampler.wrap_s, s, w, bits, up);
            let y = axis::linear16(sampler.wrap_t, t, h, bits, up);
            // Fetches before sums, so that the sums of all lanes are one step.
            let mut texels = Aligned([[0; LANES]; 4]);
            let quads = Quads::between(face, (level, (w, h)), [&x, &y], mask);
            let found = source.quads(&quads, &mut texels);
            for (i, face) in face.iter().enumerate() {
                if !found && mask >> i & 1 == 1 {
                    let across = [x.first[i], x.second[i]];
                    let down = [y.first[i], y.second[i]];
                    let q = linear_words(sampler, source, *face, level, across, down);
                    for (texels, q) in texels.iter_mut().zip(q) {
                        texels[i] = q;
                    }
                }
            }
            let rounding = sampler.precision.rounding;
            blend::bilinear16(&texels, &x.weight, &y.weight, bits, rounding)
        }
    }
}

/// Takes the words of the lanes of `mask`.
#[inline(always)]
fn take(out: &mut [u32; LANES], words: &[u32; LANES], mask: u16) {
    *out = sixteen::with_lanes(out, words, mask);
}

/// With fewer lanes of a kind, computing addresses for all 16 is not worth it.
const FEW: u32 = 3;

/// Samples `image` at s, t and r for the lanes of `mask`; the others give 0. Coordinates
/// are normalised; those of lanes outside `mask` still count for differences within
/// quads. `r` is used for cubes, arrays and volumes; of a volume it picks the slice of
/// level 0, so that smaller levels and filters between slices need
/// [`crate::sample16_wide`].
///
/// Bit-equal to [`sample16_reference`].
#[inline(always)]
pub fn sample16<S: TexelSource>(
    sampler: &Sampler,
    image: &Image,
    source: &mut S,
    [s, t, r]: [&[f32; LANES]; 3],
    lod: Lod<'_>,
    mask: u16,
) -> [u32; LANES] {
    let mut out = Aligned([0; LANES]);
    if mask == 0 {
        return out.0;
    }
    if image.shape() == Shape::Flat && !lod::matters(sampler, image) {
        let how = (0, sampler.mag, mask);
        let words = sample_level16(sampler, image, source, (&[0; LANES], s, t), how);
        take(&mut out, &words, mask);
        return out.0;
    }
    let lanes = prepare(sampler, image, (s, t, r), lod);
    let at = (&lanes.face, &lanes.s, &lanes.t);
    let mut rest = mask;
    while rest != 0 {
        let (first, group, blended) = lanes.alike(rest);
        rest &= !group;
        if group.count_ones() < FEW {
            for (i, word) in out.iter_mut().enumerate() {
                if group >> i & 1 == 1 {
                    *word = sample_lane(sampler, image, source, &lanes, i);
                }
            }
            continue;
        }
        let how = (first.level, first.filter, group);
        let words = sample_level16(sampler, image, source, at, how);
        take(&mut out, &words, group);
        if blended != 0 {
            let bits = sampler.precision.lod_fraction();
            let how = (first.level + 1, first.filter, blended);
            let next = sample_level16(sampler, image, source, at, how);
            let (weight, rounding) = (&lanes.plans.weight, sampler.precision.rounding);
            let mixed = blend::lerp16(&out, &next, weight, bits, rounding);
            take(&mut out, &mixed, blended);
        }
    }
    out.0
}

/// [`sample16`] lane by lane, without fast paths.
pub fn sample16_reference<S: TexelSource>(
    sampler: &Sampler,
    image: &Image,
    source: &mut S,
    [s, t, r]: [&[f32; LANES]; 3],
    lod: Lod<'_>,
    mask: u16,
) -> [u32; LANES] {
    let lanes = prepare(sampler, image, (s, t, r), lod);
    std::array::from_fn(|i| {
        if mask >> i & 1 == 1 {
            sample_lane(sampler, image, source, &lanes, i)
        } else {
            0
        }
    })
}

/// The texel that nearest filtering selects for each lane, of the level that
/// minification without blending would take: for texels that are not one word, or
/// not to be filtered.
pub fn address16(
    sampler: &Sampler,
    image: &Image,
    [s, t, r]: [&[f32; LANES]; 3],
    lod: Lod<'_>,
) -> [Address; LANES] {
    let lanes = prepare(sampler, image, (s, t, r), lod);
    let half = 1 << (sampler.precision.lod_fraction() - 1);
    std::array::from_fn(|i| {
        let plan = lanes.plans.lane(i);
        let level = if plan.weight > half {
            plan.next
        } else {
            plan.level
        };
        let (w, h) = image.size(level);
        let x = axis::nearest(sampler.wrap_s, lanes.s[i], w);
        let y = axis::nearest(sampler.wrap_t, lanes.t[i], h);
        if x | y == OUTSIDE {
            Address::Border
        } else {
            Address::Texel {
                face: lanes.face[i],
                level,
                x: x as u32,
                y: y as u32,
            }
        }
    })
}
