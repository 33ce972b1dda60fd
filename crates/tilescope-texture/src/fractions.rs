//! Sampling of colour words, whose sums are floats: [`crate::sample16_wide`] for all lanes
//! at once.

use tilescope_exec::Aligned;

use crate::LANES;
use crate::axis;
use crate::blend;
use crate::image::{Image, Shape};
use crate::lod::Lod;
use crate::sample::{Quads, TexelSource, prepare};
use crate::sampler::{Filter, Sampler, Wrap};

/// Whether [`sample16_fractions`] takes this sampler and image: no texel is a border, none
/// is in another slice or face than the first, and no offset is added.
pub fn takes_fractions(sampler: &Sampler, image: &Image) -> bool {
    let inside = |wrap| {
        use Wrap::{Clamp, Mirror, MirrorClamp, Repeat};
        matches!(wrap, Clamp | Mirror | MirrorClamp | Repeat)
    };
    let planes = match image.shape() {
        Shape::Flat | Shape::Array => true,
        Shape::Cube => !sampler.seamless,
        Shape::Volume => false,
    };
    planes && inside(sampler.wrap_s) && inside(sampler.wrap_t) && sampler.offset == [0; 3]
}

/// Samples `image` for the lanes of `mask`, as [`crate::sample16_wide`] does if the texels are the
/// bytes of words, as fractions of 255. Bytes are summed up, which is exact within a level, and
/// fractions of sums taken, so that results may be the next numbers to those of fractions summed
/// up. The lanes outside `mask` give 0. [`takes_fractions`] must hold.
#[inline(always)]
pub fn sample16_fractions<S: TexelSource>(
    sampler: &Sampler,
    image: &Image,
    source: &mut S,
    [s, t, r]: [&[f32; LANES]; 3],
    lod: Lod<'_>,
    mask: u16,
) -> [[u32; LANES]; 4] {
    let mut sums = Aligned([[0.0; LANES]; 4]);
    if mask == 0 {
        return [[0; LANES]; 4];
    }
    let lanes = prepare(sampler, image, (s, t, r), lod);
    let at = (&lanes.face, &lanes.s, &lanes.t);
    let (bits, of_levels) = (
        sampler.precision.fraction(),
        sampler.precision.lod_fraction(),
    );
    let mut rest = mask;
    while rest != 0 {
        let (first, group, blended) = lanes.alike(rest);
        rest &= !group;
        // A loop, so that a level is inlined once.
        for n in 0..1 + u32::from(blended != 0) {
            let taken = [group, blended][n as usize & 1];
            let how = (first.level + n, first.filter, taken);
            let of_level = level(sampler, image, source, at, how);
            let weights = match n {
                0 => &[1 << of_levels; LANES],
                _ => &lanes.plans.weight,
            };
            blend::mix16(&mut sums, &of_level, (weights, of_levels), taken);
        }
    }
    blend::fractions16(&sums, 2 * bits)
}

/// The filtered bytes of a level for the lanes of a mask, in units of 2^-(2 * `fraction`); those of
/// others are unspecified.
#[inline(always)]
fn level<S: TexelSource>(
    sampler: &Sampler,
    image: &Image,
    source: &mut S,
    (face, s, t): (&[u32; LANES], &[f32; LANES], &[f32; LANES]),
    (level, filter, mask): (u32, Filter, u16),
) -> Aligned<[[u32; LANES]; 4]> {
    let (w, h) = image.size(level);
    let (bits, up) = (sampler.precision.fraction(), sampler.precision.up());
    match filter {
        Filter::Nearest => {
            let x = axis::nearest16(sampler.wrap_s, s, w);
            let y = axis::nearest16(sampler.wrap_t, t, h);
            let mut words = Aligned([[0; LANES]]);
            let found = source.quads(
                &Quads::at(face, (level, (w, h)), [&x, &y], mask),
                &mut words,
            );
            let [words] = &mut *words;
            for i in (0..LANES).filter(|i| !found && mask >> i & 1 == 1) {
                words[i] = source.texel(face[i], level, x[i] as u32, y[i] as u32);
            }
            let mut out = Aligned([[0; LANES]; 4]);
            for (out, shift) in out.iter_mut().zip([0, 8, 16, 24]) {
                for (out, word) in out.iter_mut().zip(&*words) {
                    *out = (word >> shift & 0xff) << (2 * bits);
                }
            }
            out
        }
        Filter::Linear => {
            let x = axis::linear16(sampler.wrap_s, s, w, bits, up);
            let y = axis::linear16(sampler.wrap_t, t, h, bits, up);
            let mut taps = Aligned([[0; LANES]; 4]);
            let quads = Quads::between(face, (level, (w, h)), [&x, &y], mask);
            let found = source.quads(&quads, &mut taps);
            for i in (0..LANES).filter(|i| !found && mask >> i & 1 == 1) {
                let across = [x.first[i] as u32, x.second[i] as u32];
                let down = [y.first[i] as u32, y.second[i] as u32];
                let quad = source.quad(face[i], level, across, down);
                for (tap, word) in taps.iter_mut().zip(quad) {
                    tap[i] = word;
                }
            }
            Aligned(blend::sums16(&taps, &x.weight, &y.weight, bits))
        }
    }
}
