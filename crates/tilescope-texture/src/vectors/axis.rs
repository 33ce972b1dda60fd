//! Coordinates of texels, as in `axis`.

use tilescope_exec::host::{Floats, Host, Words};

use crate::LANES;
use crate::axis::{OUTSIDE, Taps};
use crate::sampler::Wrap;

/// [`crate::axis::fraction`].
#[inline(always)]
fn fraction(x: Floats, one: Floats) -> Floats {
    let f = x.fract().only(x.ordered());
    f.with(f.negative(), f + one)
}

/// Between `lo` and `hi`; NaN is 0.
#[inline(always)]
fn clamp(host: Host, x: Floats, lo: f32, hi: f32) -> Floats {
    x.only(x.ordered())
        .max_or(host.float(lo))
        .min_or(host.float(hi))
}

/// Coordinates close enough to 0..1 for fixed point.
#[inline(always)]
fn fold(host: Host, wrap: Wrap, s: Floats) -> Floats {
    match wrap {
        Wrap::Repeat => fraction(s, host.float(1.0)),
        Wrap::Clamp | Wrap::HalfBorder => clamp(host, s, 0.0, 1.0),
        Wrap::Mirror => {
            let two = host.float(2.0);
            let f = fraction(s * host.float(0.5), host.float(1.0)) * two;
            f.min_or(two - f)
        }
        Wrap::Border => clamp(host, s, -1.0, 2.0),
        Wrap::MirrorClamp | Wrap::MirrorHalfBorder => clamp(host, s.abs(), 0.0, 1.0),
        Wrap::MirrorBorder => clamp(host, s.abs(), 0.0, 2.0),
    }
}

/// Texel numbers back in an image of `size`. Repeated ones are at most a size away.
#[inline(always)]
fn wrap_texel(host: Host, wrap: Wrap, i: Words, size: u32) -> Words {
    let (zero, size) = (host.word(0), host.word(size));
    match wrap {
        // As words, negative numbers are the largest.
        Wrap::Repeat => {
            let i = i.min(i + size);
            i.min(i - size)
        }
        Wrap::Clamp | Wrap::Mirror | Wrap::MirrorClamp => {
            i.min_signed(size - host.word(1)).max_signed(zero)
        }
        Wrap::MirrorHalfBorder | Wrap::MirrorBorder => {
            let inside = i.max_signed(zero);
            host.int(OUTSIDE).with(i.less_signed(size), inside)
        }
        Wrap::Border | Wrap::HalfBorder => host.int(OUTSIDE).with(i.less(size), i),
    }
}

/// [`crate::axis::nearest16`].
#[inline(always)]
pub(crate) fn nearest(host: Host, wrap: Wrap, s: &[f32; LANES], size: u32) -> [i32; LANES] {
    // Without a filter, the last texel reaches up to the edge.
    let wrap = match wrap {
        Wrap::HalfBorder => Wrap::Clamp,
        Wrap::MirrorHalfBorder => Wrap::MirrorClamp,
        other => other,
    };
    let texels = (fold(host, wrap, host.floats(s)) * host.float(size as f32)).floor();
    wrap_texel(host, wrap, texels, size).ints()
}

/// [`crate::axis::linear16`].
#[inline(always)]
pub(crate) fn linear(
    host: Host,
    wrap: Wrap,
    s: &[f32; LANES],
    size: u32,
    (bits, up): (u32, f32),
) -> Taps {
    let scaled = fold(host, wrap, host.floats(s)) * host.float((size << bits) as f32);
    let units = (scaled + host.float(up)).floor() - host.word(1 << (bits - 1));
    let first = units.shr_signed(bits);
    let second = first + host.word(1);
    Taps {
        first: wrap_texel(host, wrap, first, size).ints(),
        second: wrap_texel(host, wrap, second, size).ints(),
        weight: (units & host.word((1 << bits) - 1)).get(),
    }
}
