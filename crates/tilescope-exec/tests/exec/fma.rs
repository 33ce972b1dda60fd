//! Fused multiply-add, against exact integers and against the host's own.

use crate::words;
use tilescope_exec::{Exec, Interp, Lanes, float};

fn l(x: f32) -> Lanes<1> {
    Lanes([x.to_bits()])
}

fn nearest(a: f32, b: f32, c: f32) -> f32 {
    f32::from_bits(Interp::<1>.fma(l(a), l(b), l(c))[0])
}

fn toward_zero(a: f32, b: f32, c: f32) -> f32 {
    f32::from_bits(float::fma_toward_zero(&mut Interp::<1>, l(a), l(b), l(c))[0])
}

/// Integers of 24 bits, of which the product and the sum are exact in 128 bits.
#[test]
fn sums_of_integers_are_rounded_once() {
    let mut random = words(5);
    let mut next = move || random.next().unwrap_or(0);
    for round in 0..200_000 {
        let mut integer = || {
            let x = (next() >> 8) as i128 >> (next() % 24);
            if next() % 2 == 0 { x } else { -x }
        };
        let (a, b, c) = (integer(), integer(), integer());
        // The addend above, inside and below the product.
        let shift = next() % 60;
        let (factor, addend) = match round % 2 {
            0 => (a, c << shift),
            _ => (a << shift, c),
        };
        let exact = factor * b + addend;
        let (x, y, z) = (factor as f32, b as f32, addend as f32);
        assert_eq!(nearest(x, y, z), exact as f32, "{factor} * {b} + {addend}");
        let size = exact.unsigned_abs();
        let drop = (128 - size.leading_zeros()).saturating_sub(24);
        let size = (size >> drop << drop) as f32;
        let cut = if exact < 0 { -size } else { size };
        assert_eq!(toward_zero(x, y, z), cut, "{factor} * {b} + {addend}");
    }
}

/// Any floats, against the fused operation of the host, which IEEE 754 defines.
#[test]
fn any_sums_are_those_of_the_host() {
    let mut random = words(7);
    let mut next = move || random.next().unwrap_or(0);
    for i in 0..300_000 {
        let a = f32::from_bits(next());
        let b = f32::from_bits(next());
        // Mostly close to the product.
        let c = match i % 3 {
            0 => f32::from_bits(next()),
            _ => f32::from_bits((a * b).to_bits() ^ 1 << 31 ^ next() >> (next() % 32)),
        };
        let (ours, theirs) = (nearest(a, b, c), a.mul_add(b, c));
        let same = ours.to_bits() == theirs.to_bits() || ours.is_nan() && theirs.is_nan();
        assert!(same, "{a:e} * {b:e} + {c:e} is {theirs:e}, not {ours:e}");
    }
}

#[test]
fn double_rounding_does_not_show() {
    // 1 + 2^-12 squared is 1 + 2^-11 + 2^-24: a tie, which 2^-80 decides.
    let a = 1.0 + 2f32.powi(-12);
    let tie = 1.0 + 2f32.powi(-11);
    let step = 2f32.powi(-23);
    assert_eq!(nearest(a, a, 0.0), tie);
    assert_eq!(nearest(a, a, 2f32.powi(-80)), tie + step);
    assert_eq!(nearest(a, a, -(2f32.powi(-80))), tie);
    assert_eq!(toward_zero(a, a, -(2f32.powi(-80))), tie);
    assert_eq!(toward_zero(a, a, -(2f32.powi(-23))), tie - step);
    assert_eq!(toward_zero(f32::MAX, f32::MAX, 1.0), f32::MAX);
    assert_eq!(nearest(f32::MAX, 2.0, f32::NEG_INFINITY), f32::NEG_INFINITY);
    // Denormal results are rounded once too.
    let tiny = f32::from_bits(3);
    assert_eq!(nearest(tiny, 0.5, 0.0).to_bits(), 2);
    assert_eq!(nearest(tiny, 0.5, -f32::from_bits(1)).to_bits(), 0);
    assert_eq!(toward_zero(tiny, 0.5, 0.0).to_bits(), 1);
}
