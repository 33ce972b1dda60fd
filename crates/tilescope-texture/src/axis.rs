//! Conversion of a coordinate to texel numbers, along one axis.

use tilescope_exec::convert::{floor_small, truncated};

#[cfg(target_arch = "x86_64")]
use tilescope_exec::host::Host;

use crate::LANES;
use crate::sampler::Wrap;
#[cfg(target_arch = "x86_64")]
use crate::vectors;

/// The number of a texel outside the image: the border.
pub(crate) const OUTSIDE: i32 = -1;

/// `x` rounded down; [`fold`] leaves it far from overflow.
#[inline(always)]
fn floor(x: f32) -> i32 {
    let i = truncated(x);
    i.wrapping_sub(i32::from(i as f32 > x))
}

/// The size of a level in the units of its fractions, up to which [`floor_small`] takes every
/// number that [`fold`] leaves: from -1 to 2 of it, and a unit more.
const SMALL: u32 = 1 << 20;

/// The part of `x` after the point, from 0 to 1 inclusive (tiny negative
/// numbers round to 1). Numbers too large to have one, and NaN, give 0.
#[inline(always)]
fn fraction(x: f32) -> f32 {
    let f = x - truncated(x) as f32;
    let f = if f < 0.0 { f + 1.0 } else { f };
    if x.abs() < 16_777_216.0 { f } else { 0.0 }
}

/// Between `lo` and `hi`; NaN is 0.
#[inline(always)]
fn clamp(x: f32, lo: f32, hi: f32) -> f32 {
    let x = if x.is_nan() { 0.0 } else { x };
    x.max(lo).min(hi)
}

/// Brings a coordinate close enough to 0..1 for fixed point.
#[inline(always)]
fn fold(wrap: Wrap, s: f32) -> f32 {
    match wrap {
        Wrap::Repeat => fraction(s),
        Wrap::Clamp => clamp(s, 0.0, 1.0),
        Wrap::Mirror => {
            let f = fraction(s * 0.5) * 2.0;
            if f > 1.0 { 2.0 - f } else { f }
        }
        // One image further out, everything is border, whatever the filter.
        Wrap::Border => clamp(s, -1.0, 2.0),
        Wrap::HalfBorder => clamp(s, 0.0, 1.0),
        Wrap::MirrorClamp | Wrap::MirrorHalfBorder => clamp(s.abs(), 0.0, 1.0),
        Wrap::MirrorBorder => clamp(s.abs(), 0.0, 2.0),
    }
}

/// Brings a texel number back into an image of `size`.
#[inline(always)]
fn wrap_texel(wrap: Wrap, i: i32, size: i32) -> i32 {
    match wrap {
        Wrap::Repeat => {
            let i = if i < 0 { i + size } else { i };
            if i >= size { i - size } else { i }
        }
        // A mirror image begins with the texel at the edge.
        Wrap::Clamp | Wrap::Mirror | Wrap::MirrorClamp => i.min(size - 1).max(0),
        Wrap::MirrorHalfBorder | Wrap::MirrorBorder => {
            if i >= size {
                OUTSIDE
            } else {
                i.max(0)
            }
        }
        Wrap::Border | Wrap::HalfBorder => {
            if i < 0 || i >= size {
                OUTSIDE
            } else {
                i
            }
        }
    }
}

/// The texel that holds a coordinate.
#[inline(always)]
pub(crate) fn nearest(wrap: Wrap, s: f32, size: u32) -> i32 {
    nearest_by(floor, wrap, s, size)
}

/// [`nearest`], rounded by `floor`.
#[inline(always)]
fn nearest_by(floor: impl Fn(f32) -> i32, wrap: Wrap, s: f32, size: u32) -> i32 {
    let size = size as i32;
    // Without a filter, the last texel reaches up to the edge.
    let wrap = match wrap {
        Wrap::HalfBorder => Wrap::Clamp,
        Wrap::MirrorHalfBorder => Wrap::MirrorClamp,
        other => other,
    };
    wrap_texel(wrap, floor(fold(wrap, s) * size as f32), size)
}

/// The two texels around a coordinate, and the weight of the second in units of
/// 2^-`bits`.
#[inline(always)]
pub(crate) fn linear(wrap: Wrap, s: f32, size: u32, bits: u32, up: f32) -> (i32, i32, u32) {
    linear_by(floor, wrap, s, size, (bits, up))
}

/// [`linear`], rounded by `floor`.
#[inline(always)]
fn linear_by(
    floor: impl Fn(f32) -> i32,
    wrap: Wrap,
    s: f32,
    size: u32,
    (bits, up): (u32, f32),
) -> (i32, i32, u32) {
    let (i, weight) = unwrapped_by(floor, wrap, s, size, (bits, up));
    let size = size as i32;
    (
        wrap_texel(wrap, i, size),
        wrap_texel(wrap, i + 1, size),
        weight,
    )
}

/// The first of the two texels around a coordinate, which may be one before the
/// first, and the weight of the second. `up` is added in units of 2^-`bits`.
#[inline(always)]
pub(crate) fn unwrapped(wrap: Wrap, s: f32, size: u32, bits: u32, up: f32) -> (i32, u32) {
    unwrapped_by(floor, wrap, s, size, (bits, up))
}

/// [`unwrapped`], rounded by `floor`.
#[inline(always)]
fn unwrapped_by(
    floor: impl Fn(f32) -> i32,
    wrap: Wrap,
    s: f32,
    size: u32,
    (bits, up): (u32, f32),
) -> (i32, u32) {
    let u = floor(fold(wrap, s) * (size << bits) as f32 + up) - (1 << (bits - 1));
    (u >> bits, (u & ((1 << bits) - 1)) as u32)
}

/// Largest number of texels that a coordinate with an offset is away from 0: with
/// fractions, far from overflow.
const FAR: f32 = 4_000_000.0;

/// Brings any texel number back into an image of `size`.
fn wrap_any(wrap: Wrap, i: i32, size: u32) -> i32 {
    let size = size as i32;
    let mirrored = if i < 0 { -1 - i } else { i };
    let inside = |i: i32| if (0..size).contains(&i) { i } else { OUTSIDE };
    match wrap {
        Wrap::Repeat => i.rem_euclid(size),
        Wrap::Clamp => i.clamp(0, size - 1),
        Wrap::Mirror => {
            let i = i.rem_euclid(2 * size);
            i.min(2 * size - 1 - i)
        }
        Wrap::HalfBorder | Wrap::Border => inside(i),
        Wrap::MirrorClamp => mirrored.min(size - 1),
        Wrap::MirrorHalfBorder | Wrap::MirrorBorder => inside(mirrored),
    }
}

/// [`nearest`], `offset` texels further.
#[inline(always)]
pub(crate) fn nearest_at(wrap: Wrap, s: f32, size: u32, offset: i32) -> i32 {
    if offset == 0 {
        return nearest(wrap, s, size);
    }
    let i = floor(clamp(s * size as f32, -FAR, FAR)).saturating_add(offset);
    let wrap = match wrap {
        Wrap::HalfBorder => Wrap::Clamp,
        Wrap::MirrorHalfBorder => Wrap::MirrorClamp,
        other => other,
    };
    wrap_any(wrap, i, size)
}

/// [`linear`], `offset` texels further.
#[inline(always)]
pub(crate) fn linear_at(
    wrap: Wrap,
    s: f32,
    size: u32,
    (bits, up): (u32, f32),
    offset: i32,
) -> (i32, i32, u32) {
    match offset {
        0 => linear(wrap, s, size, bits, up),
        _ => unfolded(wrap, s, size, (bits, up), offset),
    }
}

/// [`linear_at`] with the texels in the order of coordinates before wrapping: in a
/// mirrored image they descend.
pub(crate) fn unfolded(
    wrap: Wrap,
    s: f32,
    size: u32,
    (bits, up): (u32, f32),
    offset: i32,
) -> (i32, i32, u32) {
    let s = match wrap {
        Wrap::HalfBorder => clamp(s, 0.0, 1.0),
        Wrap::MirrorHalfBorder => clamp(s, -1.0, 1.0),
        _ => s,
    };
    let u = clamp(s * size as f32, -FAR, FAR) * (1 << bits) as f32;
    let u = floor(u + up) - (1 << (bits - 1));
    let i = (u >> bits).saturating_add(offset.clamp(-FAR as i32, FAR as i32));
    (
        wrap_any(wrap, i, size),
        wrap_any(wrap, i + 1, size),
        (u & ((1 << bits) - 1)) as u32,
    )
}

/// The number of a layer: that nearest to `r`, which counts layers.
#[inline(always)]
pub(crate) fn layer(r: f32, layers: u32) -> u32 {
    floor(clamp(r + 0.5, 0.0, layers.saturating_sub(1) as f32)) as u32
}

/// Both texels and the weight of the second, for all lanes.
#[derive(Debug, PartialEq, Eq)]
#[repr(C, align(64))]
pub(crate) struct Taps {
    pub(crate) first: [i32; LANES],
    pub(crate) second: [i32; LANES],
    pub(crate) weight: [u32; LANES],
}

/// `$body` with the wrap mode as a constant, so that its lane loop has no branches. Not
/// by a closure, which would be compiled for the baseline wherever it stays a call.
macro_rules! per_wrap {
    ($wrap:expr, |$w:ident| $body:expr) => {{
        match $wrap {
            Wrap::Repeat => {
                let $w = Wrap::Repeat;
                $body
            }
            Wrap::Clamp => {
                let $w = Wrap::Clamp;
                $body
            }
            Wrap::Mirror => {
                let $w = Wrap::Mirror;
                $body
            }
            Wrap::Border => {
                let $w = Wrap::Border;
                $body
            }
            $w => $body,
        }
    }};
}

/// [`nearest`] for all lanes.
#[inline(always)]
pub(crate) fn nearest16(wrap: Wrap, s: &[f32; LANES], size: u32) -> [i32; LANES] {
    #[cfg(target_arch = "x86_64")]
    if let Some(host) = Host::new() {
        return vectors::axis::nearest(host, wrap, s, size);
    }
    per_wrap!(wrap, |w| loops::nearest(w, s, size))
}

/// [`linear`] for all lanes.
#[inline(always)]
pub(crate) fn linear16(wrap: Wrap, s: &[f32; LANES], size: u32, bits: u32, up: f32) -> Taps {
    #[cfg(target_arch = "x86_64")]
    if let Some(host) = Host::new() {
        return vectors::axis::linear(host, wrap, s, size, (bits, up));
    }
    per_wrap!(wrap, |w| loops::linear(w, s, size, bits, up))
}

/// All lanes as loops, for hosts without AVX-512.
mod loops {
    use super::*;

    #[inline(always)]
    pub(super) fn nearest(wrap: Wrap, s: &[f32; LANES], size: u32) -> [i32; LANES] {
        let mut texels = [0; LANES];
        if size <= SMALL {
            for (texel, s) in texels.iter_mut().zip(s) {
                *texel = nearest_by(floor_small, wrap, *s, size);
            }
        } else {
            for (texel, s) in texels.iter_mut().zip(s) {
                *texel = super::nearest(wrap, *s, size);
            }
        }
        texels
    }

    #[inline(always)]
    pub(super) fn linear(wrap: Wrap, s: &[f32; LANES], size: u32, bits: u32, up: f32) -> Taps {
        let mut taps = Taps {
            first: [0; LANES],
            second: [0; LANES],
            weight: [0; LANES],
        };
        if size << bits <= SMALL {
            for (i, s) in s.iter().enumerate() {
                let of_lane = linear_by(floor_small, wrap, *s, size, (bits, up));
                (taps.first[i], taps.second[i], taps.weight[i]) = of_lane;
            }
        } else {
            for (i, s) in s.iter().enumerate() {
                let of_lane = super::linear(wrap, *s, size, bits, up);
                (taps.first[i], taps.second[i], taps.weight[i]) = of_lane;
            }
        }
        taps
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn repeat_and_mirror_number_texels_like_opengl() {
        // OpenGL ES 2.0, section 3.7.6: i mod n; mirror(i mod 2n).
        for size in [1u32, 2, 3, 5, 8] {
            for i in -40i32..40 {
                let s = (i as f32 + 0.5) / size as f32;
                let n = size as i32;
                assert_eq!(nearest(Wrap::Repeat, s, size), i.rem_euclid(n));
                let m = i.rem_euclid(2 * n);
                let want = if m < n { m } else { 2 * n - 1 - m };
                assert_eq!(nearest(Wrap::Mirror, s, size), want, "{i} of {size}");
                assert_eq!(nearest(Wrap::Clamp, s, size), i.clamp(0, n - 1));
                let want = if (0..n).contains(&i) { i } else { OUTSIDE };
                assert_eq!(nearest(Wrap::Border, s, size), want);
            }
        }
    }

    #[test]
    fn all_lanes_are_as_one() {
        use Wrap::*;
        let special = [
            f32::NAN,
            f32::INFINITY,
            -f32::INFINITY,
            1e9,
            -1e9,
            0.0,
            -0.0,
            1e-40,
        ];
        let wraps = [
            Repeat,
            Clamp,
            Mirror,
            Border,
            HalfBorder,
            MirrorClamp,
            MirrorBorder,
        ];
        for size in [1, 3, 64, 1000, 4096, 4097, 16384] {
            for n in 0..4096 {
                let s = std::array::from_fn(|i| match n {
                    0 => special[i % 8],
                    n => (n * 16 + i as i32 - 30_000) as f32 / 10_007.0,
                });
                for wrap in wraps {
                    let texels = nearest16(wrap, &s, size);
                    assert_eq!(
                        texels,
                        loops::nearest(wrap, &s, size),
                        "{wrap:?} {s:?} {size}"
                    );
                    let taps = linear16(wrap, &s, size, 8, 0.5);
                    let looped = loops::linear(wrap, &s, size, 8, 0.5);
                    assert_eq!(taps, looped, "{wrap:?} {s:?} {size}");
                    for (i, s) in s.into_iter().enumerate() {
                        assert_eq!(texels[i], nearest(wrap, s, size), "{wrap:?} {s} {size}");
                        let of_lane = (taps.first[i], taps.second[i], taps.weight[i]);
                        let want = linear(wrap, s, size, 8, 0.5);
                        assert_eq!(of_lane, want, "{wrap:?} {s} {size}");
                    }
                }
            }
        }
    }

    #[test]
    fn linear_takes_neighbours_over_the_edge() {
        assert_eq!(linear(Wrap::Repeat, 0.0, 4, 8, 0.0), (3, 0, 128));
        assert_eq!(linear(Wrap::Repeat, 1.0, 4, 8, 0.0), (3, 0, 128));
        assert_eq!(linear(Wrap::Clamp, 0.0, 4, 8, 0.0), (0, 0, 128));
        assert_eq!(linear(Wrap::Clamp, 9.0, 4, 8, 0.0), (3, 3, 128));
        assert_eq!(linear(Wrap::Mirror, 1.0, 4, 8, 0.0), (3, 3, 128));
        assert_eq!(linear(Wrap::Border, 0.0, 4, 8, 0.0), (OUTSIDE, 0, 128));
        assert_eq!(linear(Wrap::Border, -7.0, 1, 8, 0.0).0, OUTSIDE);
        assert_eq!(linear(Wrap::Border, -7.0, 1, 8, 0.0).1, OUTSIDE);
        assert_eq!(linear(Wrap::Border, 7.0, 1, 8, 0.0).0, OUTSIDE);
        assert_eq!(linear(Wrap::Repeat, 0.375, 4, 8, 0.0), (1, 2, 0));
        assert_eq!(linear(Wrap::Repeat, 0.5, 4, 8, 0.0), (1, 2, 128));
    }

    const WRAPS: [Wrap; 8] = [
        Wrap::Repeat,
        Wrap::Clamp,
        Wrap::Mirror,
        Wrap::Border,
        Wrap::HalfBorder,
        Wrap::MirrorClamp,
        Wrap::MirrorHalfBorder,
        Wrap::MirrorBorder,
    ];

    #[test]
    fn mirrored_once() {
        let (clamp, half, border) = (
            Wrap::MirrorClamp,
            Wrap::MirrorHalfBorder,
            Wrap::MirrorBorder,
        );
        for wrap in [clamp, half, border] {
            assert_eq!(nearest(wrap, -0.3, 4), 1);
            assert_eq!(nearest(wrap, 0.3, 4), 1);
            assert_eq!(linear(wrap, 0.0, 4, 8, 0.0), (0, 0, 128));
        }
        assert_eq!(nearest(clamp, -1.5, 4), 3);
        assert_eq!(nearest(half, -1.5, 4), 3);
        assert_eq!(nearest(border, -1.5, 4), OUTSIDE);
        assert_eq!(linear(clamp, 1.0, 4, 8, 0.0), (3, 3, 128));
        assert_eq!(linear(half, -7.0, 4, 8, 0.0), (3, OUTSIDE, 128));
        assert_eq!(linear(Wrap::HalfBorder, -7.0, 4, 8, 0.0), (OUTSIDE, 0, 128));
        assert_eq!(linear(Wrap::HalfBorder, 7.0, 4, 8, 0.0), (3, OUTSIDE, 128));
        assert_eq!(nearest(Wrap::HalfBorder, 7.0, 4), 3);
    }

    #[test]
    fn offsets_are_wrapped() {
        assert_eq!(nearest_at(Wrap::Repeat, 0.9, 4, 2), 1);
        assert_eq!(nearest_at(Wrap::Border, 0.9, 4, 1), OUTSIDE);
        assert_eq!(linear_at(Wrap::Clamp, 0.5, 4, (8, 0.0), -2), (0, 0, 128));
        assert_eq!(nearest_at(Wrap::Mirror, 0.9, 4, 1), 3);
        assert_eq!(nearest_at(Wrap::Mirror, 0.9, 4, 2), 2);
        assert_eq!(nearest_at(Wrap::Mirror, 0.1, 4, -2), 1);
    }

    proptest::proptest! {
        #[test]
        fn offsets_of_any_bits_stay_inside(bits: u32, size in 1u32..=16384, offset: i32, fraction in 1u32..=8) {
            let s = f32::from_bits(bits);
            for wrap in WRAPS {
                let inside = OUTSIDE..size as i32;
                let (a, b, f) = linear_at(wrap, s, size, (fraction, 0.0), offset);
                proptest::prop_assert!(inside.contains(&a) && inside.contains(&b));
                proptest::prop_assert!(f < 1 << fraction);
                proptest::prop_assert!(inside.contains(&nearest_at(wrap, s, size, offset)));
                let (a, b, _) = linear(wrap, s, size, fraction, 0.0);
                proptest::prop_assert!(inside.contains(&a) && inside.contains(&b));
                proptest::prop_assert!(inside.contains(&nearest(wrap, s, size)));
            }
        }

        #[test]
        fn any_bits_stay_inside(bits: u32, size in 1u32..=16384, fraction in 1u32..=8) {
            let s = f32::from_bits(bits);
            for wrap in [Wrap::Repeat, Wrap::Clamp, Wrap::Mirror, Wrap::Border] {
                let lo = if wrap == Wrap::Border { OUTSIDE } else { 0 };
                let inside = lo..size as i32;
                let (a, b, f) = linear(wrap, s, size, fraction, 0.0);
                proptest::prop_assert!(inside.contains(&a) && inside.contains(&b));
                proptest::prop_assert!(f < 1 << fraction);
                proptest::prop_assert!(inside.contains(&nearest(wrap, s, size)));
            }
        }
    }
}
