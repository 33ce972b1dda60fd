//! Arithmetic of halves, against exact values compared with every boundary between them.

use crate::words;
use std::cmp::Ordering;
use tilescope_exec::half::{self as h, Denormals, Rounding, Rules};
use tilescope_exec::{Interp, Lanes};

type L = Lanes<16>;

const ROUNDINGS: [Rounding; 4] = [
    Rounding::NearestEven,
    Rounding::TowardZero,
    Rounding::Up,
    Rounding::Down,
];

const fn rules(rounding: Rounding, denormals: Denormals) -> Rules {
    Rules {
        rounding,
        denormals,
    }
}

/// The magnitude of a half in units of 2^-24; that of infinity is the next step.
fn units(h: u16) -> i128 {
    let (exponent, mantissa) = (h >> 10 & 31, i128::from(h & 0x3ff));
    match exponent {
        0 => mantissa,
        e => (mantissa | 0x400) << (e - 1),
    }
}

fn value(h: u16) -> f64 {
    f64::from(half::f16::from_bits(h))
}

/// The half that a number is rounded to. `size` orders the number's magnitude against
/// multiples of 2^-25.
fn round(r: Rounding, negative: bool, size: impl Fn(i128) -> Ordering) -> u16 {
    let largest = 0x7bff;
    let (mut low, mut high) = (0u16, largest);
    while low < high {
        let middle = (low + high).div_ceil(2);
        match size(2 * units(middle)) {
            Ordering::Less => high = middle - 1,
            _ => low = middle,
        }
    }
    let up = match (r, size(2 * units(low))) {
        (_, Ordering::Equal) | (Rounding::TowardZero, _) => false,
        (Rounding::NearestEven, _) => match size(units(low) + units(low + 1)) {
            Ordering::Less => false,
            Ordering::Equal => low & 1 != 0,
            Ordering::Greater => true,
        },
        (Rounding::Up, _) => !negative,
        (Rounding::Down, _) => negative,
    };
    (low + u16::from(up)) | u16::from(negative) << 15
}

/// The half that `n` times 2^-48 is rounded to; `zero` is the sign of a zero.
fn round_integer(r: Rounding, n: i128, zero: bool) -> u16 {
    let negative = if n == 0 { zero } else { n < 0 };
    round(r, negative, |boundary| n.abs().cmp(&(boundary << 23)))
}

fn signed_units(x: u16) -> i128 {
    let size = units(x & 0x7fff);
    if x >> 15 != 0 { -size } else { size }
}

fn flushed(d: Denormals, x: u16) -> u16 {
    match d == Denormals::Flush && x & 0x7c00 == 0 {
        true => x & 0x8000,
        false => x,
    }
}

fn is_finite(x: u16) -> bool {
    x & 0x7c00 != 0x7c00
}

/// `a * b + c` of finite halves.
fn exact(rules: Rules, [a, b, c]: [u16; 3]) -> u16 {
    let [a, b, c] = [a, b, c].map(|x| flushed(rules.denormals, x));
    let sum = signed_units(a) * signed_units(b) + (signed_units(c) << 24);
    let zero = (a ^ b) >> 15 != 0 && c >> 15 != 0;
    flushed(rules.denormals, round_integer(rules.rounding, sum, zero))
}

/// Every half, in chunks of sixteen lanes.
fn all() -> impl Iterator<Item = (u16, L)> {
    (0..=u16::MAX)
        .step_by(16)
        .map(|first| (first, Lanes::from_fn(|i| u32::from(first) + i as u32)))
}

const ONE: u16 = 0x3c00;
/// Halves at which results change: denormals, ties, the largest.
const OPERANDS: [u16; 12] = [
    0x0000, 0x8000, 0x0001, 0x83ff, 0x0400, 0x3c01, 0x3e00, 0xbaaa, 0x7bff, 0xfbff, 0x5801, 0x1001,
];

#[test]
fn every_half_times_and_plus_some_is_rounded_once() {
    let e = &mut Interp::<16>;
    let flush = rules(Rounding::NearestEven, Denormals::Flush);
    let keep = ROUNDINGS.map(|r| rules(r, Denormals::Keep));
    for r in keep.into_iter().chain([flush]) {
        for (first, a) in all().filter(|(first, _)| is_finite(*first)) {
            for b in OPERANDS {
                let other = L::splat(b.into());
                let sum = h::add(e, r, a, other);
                let product = h::mul(e, r, a, other);
                let c = OPERANDS[usize::from((first / 16) ^ b) % OPERANDS.len()];
                let fused = h::fma(e, r, [a, other, L::splat(c.into())]);
                for i in 0..16 {
                    let a = first + i as u16;
                    let expected = exact(r, [a, ONE, b]);
                    assert_eq!(sum[i], expected.into(), "{a:#x} + {b:#x}, {r:?}");
                    // A product of zero has the sign of a sum with a zero of that sign.
                    let expected = exact(r, [a, b, (a ^ b) & 0x8000]);
                    assert_eq!(product[i], expected.into(), "{a:#x} * {b:#x}, {r:?}");
                    let expected = exact(r, [a, b, c]);
                    assert_eq!(fused[i], expected.into(), "{a:#x} * {b:#x} + {c:#x}, {r:?}");
                }
            }
        }
    }
}

#[test]
fn random_halves_are_rounded_once() {
    let e = &mut Interp::<16>;
    let mut random = words(11).map(|w| w as u16).filter(|x| is_finite(*x));
    let mut next = move || random.next().unwrap_or(0);
    for i in 0..40_000 {
        let r = rules(
            ROUNDINGS[i % 4],
            [Denormals::Keep, Denormals::Flush][i / 4 % 2],
        );
        let abc = [next(), next(), next()];
        let ours = h::fma(e, r, abc.map(|x| L::splat(x.into())))[0];
        assert_eq!(ours, exact(r, abc).into(), "{abc:x?}, {r:?}");
    }
}

/// Each half, the boundary above it, and the numbers next to both.
#[test]
fn every_boundary_between_halves_is_where_it_should_be() {
    let e = &mut Interp::<16>;
    for low in 0..0x7c00u16 {
        let middle = (units(low) + units(low + 1)) as f64 / 2f64.powi(25);
        let exact = [value(low) as f32, middle as f32];
        for size in exact.into_iter().flat_map(|x| {
            let bits = x.to_bits();
            [bits.max(1) - 1, bits, bits + 1]
        }) {
            for bits in [size, size | 1 << 31] {
                let x = f64::from(f32::from_bits(bits));
                for r in ROUNDINGS {
                    let rules = rules(r, Denormals::Keep);
                    let ours = h::narrow(e, rules, L::splat(bits))[0];
                    let expected = round(r, bits >> 31 != 0, |boundary| {
                        x.abs().total_cmp(&(boundary as f64 / 2f64.powi(25)))
                    });
                    assert_eq!(ours, expected.into(), "{x:e}, {r:?}");
                }
            }
        }
    }
}

#[test]
fn infinities_and_nans_have_results() {
    let e = &mut Interp::<16>;
    for r in ROUNDINGS.map(|r| rules(r, Denormals::Keep)) {
        let narrow = |e: &mut Interp<16>, x: f32| h::narrow(e, r, L::splat(x.to_bits()))[0];
        assert_eq!(narrow(e, f32::INFINITY), 0x7c00);
        assert_eq!(narrow(e, f32::NEG_INFINITY), 0xfc00);
        assert_eq!(narrow(e, f32::NAN) & 0x7fff, 0x7e00);
        let nan = L::splat(0xffd2_3456);
        assert_eq!(h::narrow_canonical(e, r, nan)[0], 0x7e00);
        let large = [
            r.rounding == Rounding::Up,
            r.rounding == Rounding::NearestEven,
        ];
        let expected = if large.contains(&true) {
            0x7c00
        } else {
            0x7bff
        };
        assert_eq!(narrow(e, 1e30), expected);
        let [inf, minus] = [0x7c00u32, 0xfc00].map(L::splat);
        let nan = h::add(e, r, inf, minus)[0];
        assert_eq!(nan & 0x7fff, 0x7e00);
        assert_eq!(h::mul(e, r, inf, minus)[0], 0xfc00);
        assert_eq!(h::fma(e, r, [inf, inf, inf])[0], 0x7c00);
    }
}

#[test]
fn two_halves_fit_a_word() {
    let e = &mut Interp::<16>;
    let word = L::splat(0x1234_5678);
    let (low, high) = (h::low(e, word), h::high(e, word));
    assert_eq!((low[0], high[0]), (0x5678, 0x1234));
    assert_eq!(h::join(e, low, high), word);
}
