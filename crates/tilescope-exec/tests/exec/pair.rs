//! Integers of two words, against those of 64 bits.

use crate::{EDGES, words};
use tilescope_exec::pair::{self, Pair};
use tilescope_exec::{Interp, Lanes};

type P = Pair<Lanes<1>>;

fn split(x: u64) -> P {
    Pair {
        low: Lanes([x as u32]),
        high: Lanes([(x >> 32) as u32]),
    }
}

fn joined(p: P) -> u64 {
    u64::from(p.high[0]) << 32 | u64::from(p.low[0])
}

fn cases() -> impl Iterator<Item = (u64, u64)> {
    let pairs = EDGES.into_iter().flat_map(|a| EDGES.map(|b| (a, b)));
    let edges: Vec<u64> = pairs
        .map(|(a, b)| u64::from(a) << 32 | u64::from(b))
        .collect();
    let all = edges.clone().into_iter();
    let all = all.flat_map(move |a| edges.clone().into_iter().map(move |b| (a, b)));
    let mut random = words(3).map(u64::from);
    let mut next = move || random.next().unwrap_or(0) << 32 | random.next().unwrap_or(0);
    all.chain(std::iter::repeat_with(move || (next(), next())).take(10_000))
}

#[test]
fn sums_and_products_are_those_of_rust() {
    let e = &mut Interp::<1>;
    for (a, b) in cases() {
        let (x, y) = (split(a), split(b));
        assert_eq!(joined(pair::add(e, x, y)), a.wrapping_add(b));
        assert_eq!(joined(pair::sub(e, x, y)), a.wrapping_sub(b));
        assert_eq!(joined(pair::mul_low(e, x, y)), a.wrapping_mul(b));
        let (low_a, low_b) = (a as u32, b as u32);
        let unsigned = pair::product_unsigned(e, x.low, y.low);
        assert_eq!(joined(unsigned), u64::from(low_a) * u64::from(low_b));
        let signed = pair::product_signed(e, x.low, y.low);
        let exact = i64::from(low_a as i32) * i64::from(low_b as i32);
        assert_eq!(joined(signed), exact as u64);
        assert_eq!(joined(pair::from_unsigned(e, x.low)), u64::from(low_a));
        let signed = i64::from(low_a as i32) as u64;
        assert_eq!(joined(pair::from_signed(e, x.low)), signed);
    }
}

#[test]
fn comparisons_are_those_of_rust() {
    let e = &mut Interp::<1>;
    let word = |b: bool| if b { u32::MAX } else { 0 };
    for (a, b) in cases() {
        let (x, y) = (split(a), split(b));
        assert_eq!(pair::eq(e, x, y).words()[0], word(a == b));
        assert_eq!(pair::lt_unsigned(e, x, y).words()[0], word(a < b));
        let less = pair::lt_signed(e, x, y);
        assert_eq!(less.words()[0], word((a as i64) < (b as i64)));
        let least = pair::select(e, less, x, y);
        assert_eq!(joined(least), (a as i64).min(b as i64) as u64);
    }
}

#[test]
fn shifts_are_those_of_rust() {
    let e = &mut Interp::<1>;
    for (a, _) in cases().step_by(31) {
        for by in 0..130 {
            let (x, n) = (split(a), Lanes([by]));
            assert_eq!(joined(pair::shl(e, x, n)), a.wrapping_shl(by), "{by}");
            assert_eq!(joined(pair::shr(e, x, n)), a.wrapping_shr(by), "{by}");
            let signed = (a as i64).wrapping_shr(by) as u64;
            assert_eq!(joined(pair::asr(e, x, n)), signed, "{by}");
        }
    }
}

#[test]
fn saturated_integers_are_the_nearest() {
    let e = &mut Interp::<1>;
    for (a, _) in cases() {
        let x = a as i64;
        for bits in [1u32, 8, 16, 32] {
            let most = (1i64 << (bits - 1)) - 1;
            let signed = pair::saturated_signed(e, bits, split(a))[0];
            assert_eq!(signed, x.clamp(-most - 1, most) as u32);
            let most = (1i64 << bits) - 1;
            let unsigned = pair::saturated_unsigned(e, bits, split(a))[0];
            assert_eq!(unsigned, x.clamp(0, most) as u32);
        }
    }
}
