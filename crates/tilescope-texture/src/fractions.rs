//! Sampling of colour words, whose sums are floats: [`crate::sample16_wide`] for all lanes
//! at once.

use tilescope_exec::Aligned;
use tilescope_exec::convert::byte_fraction;

use crate::LANES;
use crate::axis;
use crate::image::{Image, Shape};
use crate::lod::Lod;
use crate::sample::{Quads, TexelSource, prepare};
use crate::sampler::{Filter, Sampler, Wrap};

/// A byte as a fraction of 255, rounded to nearest.
#[inline(always)]
fn fraction(byte: u32) -> f32 {
    byte_fraction(byte as i32 as f32)
}

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

/// Samples `image` for the lanes of `mask`, with the result of [`crate::sample16_wide`] if
/// the texels are the bytes of words, as fractions of 255. The lanes outside `mask` give
/// 0. [`takes_fractions`] must hold.
#[inline(always)]
pub fn sample16_fractions<S: TexelSource>(
    sampler: &Sampler,
    image: &Image,
    source: &mut S,
    [s, t, r]: [&[f32; LANES]; 3],
    lod: Lod<'_>,
    mask: u16,
) -> [[u32; LANES]; 4] {
    let mut out = Aligned([[0; LANES]; 4]);
    if mask == 0 {
        return out.0;
    }
    let lanes = prepare(sampler, image, (s, t, r), lod);
    let at = (&lanes.face, &lanes.s, &lanes.t);
    let bits = sampler.precision.lod_fraction();
    let scale = 1.0 / (1 << bits) as f32;
    let mut rest = mask;
    while rest != 0 {
        let (first, group, blended) = lanes.alike(rest);
        rest &= !group;
        // A loop, so that a level is inlined once.
        for n in 0..1 + u32::from(blended != 0) {
            let taken = [group, blended][n as usize & 1];
            let how = (first.level + n, first.filter, taken);
            let texels = level(sampler, image, source, at, how);
            for (out, texels) in out.iter_mut().zip(&*texels) {
                for i in 0..LANES {
                    let weight = lanes.plans.weight[i] as i32 as f32 * scale;
                    let sum = match n {
                        0 => texels[i],
                        _ => lerp(f32::from_bits(out[i]), texels[i], weight),
                    };
                    out[i] = match taken >> i & 1 {
                        0 => out[i],
                        _ => sum.to_bits(),
                    };
                }
            }
        }
    }
    out.0
}

#[inline(always)]
fn lerp(a: f32, b: f32, weight: f32) -> f32 {
    a * (1.0 - weight) + b * weight
}

/// The filtered texels of a level for the lanes of a mask; those of others are unspecified.
#[inline(always)]
fn level<S: TexelSource>(
    sampler: &Sampler,
    image: &Image,
    source: &mut S,
    (face, s, t): (&[u32; LANES], &[f32; LANES], &[f32; LANES]),
    (level, filter, mask): (u32, Filter, u16),
) -> Aligned<[[f32; LANES]; 4]> {
    let (w, h) = image.size(level);
    let mut out = Aligned([[0.0; LANES]; 4]);
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
            let single = if found { 0 } else { mask };
            for i in (0..LANES).filter(|i| single >> i & 1 == 1) {
                words[i] = source.texel(face[i], level, x[i] as u32, y[i] as u32);
            }
            for (out, shift) in out.iter_mut().zip([0, 8, 16, 24]) {
                for (out, word) in out.iter_mut().zip(&*words) {
                    *out = fraction(word >> shift & 0xff);
                }
            }
        }
        Filter::Linear => {
            let (bits, up) = (sampler.precision.fraction(), sampler.precision.up());
            let x = axis::linear16(sampler.wrap_s, s, w, bits, up);
            let y = axis::linear16(sampler.wrap_t, t, h, bits, up);
            let mut taps = Aligned([[0; LANES]; 4]);
            let quads = Quads::between(face, (level, (w, h)), [&x, &y], mask);
            let found = source.quads(&quads, &mut taps);
            let single = if found { 0 } else { mask };
            for i in (0..LANES).filter(|i| single >> i & 1 == 1) {
                let across = [x.first[i] as u32, x.second[i] as u32];
                let down = [y.first[i] as u32, y.second[i] as u32];
                let quad = source.quad(face[i], level, across, down);
                for (tap, word) in taps.iter_mut().zip(quad) {
                    tap[i] = word;
                }
            }
            // Exact, as it is a power of two.
            let unit = 1.0 / (1 << bits) as f32;
            let mut right = Aligned([0.0; LANES]);
            let mut bottom = Aligned([0.0; LANES]);
            for i in 0..LANES {
                right[i] = x.weight[i] as i32 as f32 * unit;
                bottom[i] = y.weight[i] as i32 as f32 * unit;
            }
            for (out, shift) in out.iter_mut().zip([0, 8, 16, 24]) {
                for i in 0..LANES {
                    let tap = |n: usize| fraction(taps[n][i] >> shift & 0xff);
                    let top = lerp(tap(0), tap(1), right[i]);
                    let low = lerp(tap(2), tap(3), right[i]);
                    out[i] = lerp(top, low, bottom[i]);
                }
            }
        }
    }
    out
}
