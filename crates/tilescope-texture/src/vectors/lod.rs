//! Levels of detail, as in `lod`.

use tilescope_exec::host::{Floats, Host, Words};

use crate::LANES;
use crate::image::Image;
use crate::lod::{FINE, LOGARITHM, LOWEST, Plans, fixed, magnified_up_to};
use crate::sampler::{Derivative, Filter, Footprint, Precision, Sampler};

/// [`crate::lod::square`] of s and t.
#[inline(always)]
fn square([s, t]: [Floats; 2], precision: &Precision) -> Floats {
    match precision.footprint {
        Footprint::Euclid => s * s + t * t,
        Footprint::LargestComponent => {
            let largest = s.abs().max(t.abs());
            largest * largest
        }
    }
}

/// The squares of the scale factors of each lane: the larger one along both directions on the
/// screen.
#[inline(always)]
fn squares(host: Host, at: [&[f32; LANES]; 2], size: [f32; 2], precision: &Precision) -> Floats {
    let mut along = [[host.float(0.0); 2]; 2];
    for axis in 0..2 {
        let (at, size) = (host.floats(at[axis]), host.float(size[axis]));
        // In each quad: lanes on the right less those on the left, lower ones less upper ones.
        let (x, y) = match precision.derivative {
            Derivative::Fine => (
                at.in_quads::<0b11_11_01_01>() - at.in_quads::<0b10_10_00_00>(),
                at.in_quads::<0b11_10_11_10>() - at.in_quads::<0b01_00_01_00>(),
            ),
            Derivative::Coarse => {
                let first = at.in_quads::<0>();
                (
                    at.in_quads::<0b01_01_01_01>() - first,
                    at.in_quads::<0b10_10_10_10>() - first,
                )
            }
        };
        (along[0][axis], along[1][axis]) = (x * size, y * size);
    }
    square(along[0], precision).max(square(along[1], precision))
}

/// [`crate::lod::log2`].
#[inline(always)]
fn log2(host: Host, x: Floats) -> Words {
    let raw = x.to_bits();
    let exponent = (raw >> 23) - host.word(127);
    let f = (raw & host.word(0x7f_ffff)).to_floats() * host.float(1.0 / 8_388_608.0);
    let [a, b, c, d, e, g, h] = LOGARITHM;
    let [a, b, c, d, e, g, h] = [
        host.float(a),
        host.float(b),
        host.float(c),
        host.float(d),
        host.float(e),
        host.float(g),
        host.float(h),
    ];
    let f2 = f * f;
    let (low, high) = ((a + f * b) + f2 * (c + f * d), (e + f * g) + f2 * h);
    let p = f * (low + (f2 * f2) * high);
    let fraction = (p * host.float((1 << FINE) as f32)).floor();
    let log = (exponent << FINE) + fraction.min_signed(host.int((1 << FINE) - 1));
    let log = log.with(!x.less(host.float(f32::INFINITY)), host.int(-LOWEST));
    let small = host.float(f32::MIN_POSITIVE);
    log.with(!x.ordered() | x.less(small), host.int(LOWEST))
}

/// [`crate::lod::lambda16`] from the differences within quads.
#[inline(always)]
pub(crate) fn lambda(
    host: Host,
    sampler: &Sampler,
    image: &Image,
    at: [&[f32; LANES]; 2],
) -> [i32; LANES] {
    let (w, h) = image.size(0);
    let squares = squares(host, at, [w as f32, h as f32], &sampler.precision);
    // Half of it, as it is of the square.
    let levels = log2(host, squares).shr_signed(1) + host.int(fixed(sampler.lod_bias));
    let (lo, hi) = (fixed(sampler.lod_min), fixed(sampler.lod_max));
    levels
        .max_signed(host.int(lo))
        .min_signed(host.int(hi))
        .ints()
}

/// [`crate::lod::plan16`].
#[inline(always)]
pub(crate) fn plan(host: Host, sampler: &Sampler, image: &Image, lambda: &[i32; LANES]) -> Plans {
    let (lambda, zero) = (host.ints(lambda), host.word(0));
    let last = host.word(image.levels() - 1);
    let mut level = zero;
    let mut weight = zero;
    match sampler.min.between() {
        None => {}
        Some(Filter::Nearest) => {
            let up = host.int(sampler.precision.mip_tie.up());
            level = (lambda + up).shr_signed(FINE).min_signed(last);
        }
        Some(Filter::Linear) => {
            let bits = sampler.precision.lod_fraction();
            level = lambda.shr_signed(FINE).min_signed(last);
            let fraction = lambda & host.word((1 << FINE) - 1);
            weight = (fraction >> (FINE - bits)).only(!level.equal(last));
        }
    }
    let minified = host.int(magnified_up_to(sampler)).less_signed(lambda);
    let (level, weight) = (level.only(minified), weight.only(minified));
    let [mag, min] = [sampler.mag, sampler.min.within()].map(|f| u32::from(f == Filter::Linear));
    Plans {
        level: level.get(),
        next: level.with(!weight.equal(zero), level + host.word(1)).get(),
        weight: weight.get(),
        linear: host.word(mag).with(minified, host.word(min)).get(),
    }
}
