//! The interpreter and the functions built on it, checked against independent
//! arithmetic: the `half` crate, 64-bit floats and plain integers.

use proptest::prelude::*;
use tilescope_exec::{Exec, Interp, Lanes, Lanes16, Vectorised, float, half as h, vectorised};

type E1 = Interp<1>;
fn l(x: u32) -> Lanes<1> {
    Lanes([x])
}

/// All 65536 halves, against the `half` crate.
#[test]
fn every_half_widens_as_the_half_crate_says() {
    for x in 0..=u16::MAX {
        let ours = h::f32_from_f16(&mut E1::default(), l(x.into()))[0];
        let theirs = half::f16::from_bits(x).to_f32();
        assert_eq!(ours, theirs.to_bits(), "{x:#06x}");
    }
}

/// Bits that are on rounding boundaries more often than uniform ones.
fn float_bits() -> impl Strategy<Value = u32> {
    prop_oneof![
        any::<u32>(),
        prop::sample::select(vec![
            0,
            float::SIGN,
            0x3f80_0000,
            0x7f7f_ffff,
            0x0080_0000,
            0x007f_ffff,
            0x7f80_0000
        ]),
        (100u32..150, 0u32..1 << 23).prop_map(|(e, m)| e << 23 | m),
        (100u32..150, 0u32..1 << 10).prop_map(|(e, m)| e << 23 | m << 13 | 0x1000),
    ]
}

fn finite() -> impl Strategy<Value = u32> {
    float_bits().prop_filter("finite", |x| f32::from_bits(*x).is_finite())
}

/// Truncates the exact value `x` (given as f64 and the sign of the remainder)
/// to f32.
fn truncate(x: f64) -> f32 {
    let r = x as f32;
    if f64::from(r).abs() > x.abs() {
        f32::from_bits(r.to_bits() - 1)
    } else {
        r
    }
}

struct Products([Lanes16; 2]);

impl Vectorised for Products {
    type Output = Lanes16;

    #[inline(always)]
    fn run(self) -> Lanes16 {
        let [a, b] = self.0;
        Interp::<16>.fmul_toward_zero(a, b)
    }
}

/// Sixteen lanes to halves, with the instructions of this host.
struct Narrowed(Lanes16);

impl Vectorised for Narrowed {
    type Output = Lanes16;

    #[inline(always)]
    fn run(self) -> Lanes16 {
        h::f16_from_f32(&mut Interp::<16>, self.0)
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(20_000) })]

    #[test]
    fn halves_narrow_as_the_half_crate_says(x in float_bits()) {
        let ours = h::f16_from_f32(&mut E1::default(), l(x))[0];
        let theirs = half::f16::from_f32_const(f32::from_bits(x));
        if theirs.is_nan() {
            prop_assert_eq!(ours & 0x7fff, 0x7e00);
        } else {
            prop_assert_eq!(ours, u32::from(theirs.to_bits()));
        }
    }

    #[test]
    fn product_toward_zero(a in float_bits(), b in float_bits()) {
        let (x, y) = (f32::from_bits(a), f32::from_bits(b));
        let exact = f64::from(x) * f64::from(y);
        let mut e = E1::default();
        for ours in [e.fmul_toward_zero(l(a), l(b)), float::fmul_toward_zero(&mut e, l(a), l(b))] {
            let ours = f32::from_bits(ours[0]);
            let expected = match exact.abs() {
                size if size.is_nan() => {
                    prop_assert!(ours.is_nan());
                    continue;
                }
                size if size < f64::from(f32::MIN_POSITIVE) => 0f32.copysign(exact as f32),
                f64::INFINITY => exact as f32,
                _ => truncate(exact),
            };
            prop_assert_eq!(ours.to_bits(), expected.to_bits());
        }
    }

    /// Hosts may have an instruction for sixteen lanes.
    #[test]
    fn halves_of_many_lanes_are_those_of_one(a in prop::array::uniform16(float_bits())) {
        let many = vectorised(Narrowed(Lanes(a)));
        for (i, x) in a.into_iter().enumerate() {
            let one = h::f16_from_f32(&mut E1::default(), l(x))[0];
            prop_assert_eq!(many[i], one);
        }
    }

    /// Hosts may have an instruction for sixteen lanes.
    #[test]
    fn products_of_many_lanes_are_those_of_one(
        a in prop::array::uniform16(float_bits()),
        b in prop::array::uniform16(float_bits()),
    ) {
        let ours = vectorised(Products([Lanes(a), Lanes(b)]));
        for i in 0..16 {
            let one = E1::default().fmul_toward_zero(l(a[i]), l(b[i]))[0];
            let nan = f32::from_bits(one).is_nan();
            let same = ours[i] == one || nan && f32::from_bits(ours[i]).is_nan();
            prop_assert!(same, "{:08x} * {:08x}: {:08x}, {:08x}", a[i], b[i], ours[i], one);
        }
    }

    #[test]
    fn whole_numbers_wrap(a in any::<u32>()) {
        let x = f32::from_bits(a);
        // No finite number has more bits than an i128, which saturates beyond.
        let exact = if x.abs() < 2f32.powi(126) { x as i128 as u32 } else { 0 };
        prop_assert_eq!(float::wrapping_from_float(&mut E1::default(), l(a))[0], exact);
    }

    #[test]
    fn sum_toward_zero(a in finite(), d in 0u32..28, m in any::<u32>()) {
        // Exponents close enough for f64 to hold the exact sum.
        let e = (a >> 23 & 0xff).saturating_sub(d).max(1);
        let b = m & 0x807f_ffff | e << 23;
        if a & float::EXPONENT == 0 {
            return Ok(());
        }
        let exact = f64::from(f32::from_bits(a)) + f64::from(f32::from_bits(b));
        let ours = float::fadd_toward_zero(&mut E1::default(), l(a), l(b))[0];
        prop_assert_eq!(f32::from_bits(ours), truncate(exact));
    }

    #[test]
    fn bytes_saturate(a in any::<u32>(), b in any::<u32>()) {
        let mut e = E1::default();
        let per_byte = |f: fn(i32, i32) -> i32| {
            (0..4).fold(0u32, |r, i| {
                let (x, y) = ((a >> (8 * i)) as u8, (b >> (8 * i)) as u8);
                r | (f(x.into(), y.into()).clamp(0, 255) as u32) << (8 * i)
            })
        };
        prop_assert_eq!(e.add_sat_u8x4(l(a), l(b))[0], per_byte(|a, b| a + b));
        prop_assert_eq!(e.sub_sat_u8x4(l(a), l(b))[0], per_byte(|a, b| a - b));
        prop_assert_eq!(e.min_u8x4(l(a), l(b))[0], per_byte(i32::min));
        prop_assert_eq!(e.max_u8x4(l(a), l(b))[0], per_byte(i32::max));
    }

    #[test]
    fn keys_order_like_floats(a in finite(), b in finite()) {
        let mut e = E1::default();
        let (ka, kb) = (float::order_key(&mut e, l(a))[0] as i32, float::order_key(&mut e, l(b))[0] as i32);
        prop_assert_eq!(ka < kb, f32::from_bits(a) < f32::from_bits(b));
        prop_assert_eq!(ka == kb, f32::from_bits(a) == f32::from_bits(b));
    }
}

#[test]
fn floors_are_those_of_rust() {
    let spread = (0..0x7f80_0001u32).step_by(8191);
    let edges = [0x4b00_0000u32, 0x4aff_ffff, 0x3f80_0000, 1, 0x7f80_0000];
    let near = edges.into_iter().flat_map(|x| [x - 1, x, x + 1]);
    for bits in spread.chain(near) {
        for bits in [bits, bits | float::SIGN] {
            let x = f32::from_bits(bits);
            let ours = f32::from_bits(float::floor(&mut E1::default(), l(bits))[0]);
            if x.is_nan() {
                assert!(ours.is_nan());
            } else {
                assert_eq!(ours.to_bits(), x.floor().to_bits(), "{x}");
            }
        }
    }
}

#[test]
fn other_roundings_are_those_of_rust() {
    type Ours = fn(&mut E1, Lanes<1>) -> Lanes<1>;
    type Theirs = fn(f32) -> f32;
    let pairs: [(Ours, Theirs); 4] = [
        (float::ceil, f32::ceil),
        (float::trunc, f32::trunc),
        (float::round_even, f32::round_ties_even),
        (float::round_away, f32::round),
    ];
    let spread = (0..0x7f80_0001u32).step_by(8191);
    let halves = (0..40).map(|i| (i as f32 * 0.5).to_bits());
    let edges = [0x4b00_0000u32, 0x4aff_ffff, 0x3f00_0000, 1, 0x7f80_0000];
    let near = edges
        .into_iter()
        .chain(halves)
        .flat_map(|x| [x.max(1) - 1, x, x + 1]);
    for bits in spread.chain(near).flat_map(|x| [x, x | float::SIGN]) {
        let x = f32::from_bits(bits);
        for (i, (ours, theirs)) in pairs.into_iter().enumerate() {
            let ours = f32::from_bits(ours(&mut E1::default(), l(bits))[0]);
            let theirs = theirs(x);
            let same = ours.to_bits() == theirs.to_bits() || ours.is_nan() && theirs.is_nan();
            assert!(same, "{i}: {x} gives {ours}, not {theirs}");
        }
    }
}

#[test]
fn conversions_of_unsigned_integers_are_those_of_rust() {
    let e = &mut E1::default();
    let special = [
        0u32,
        1,
        0x7fff_ffff,
        0x8000_0000,
        0x8000_0080,
        0xffff_ff7f,
        u32::MAX,
    ];
    for x in special.into_iter().chain((0..u32::MAX).step_by(99_991)) {
        let f = float::from_unsigned(e, l(x))[0];
        assert_eq!(f, (x as f32).to_bits(), "{x}");
        // As bits of a float.
        let back = float::to_unsigned(e, l(x))[0];
        assert_eq!(back, f32::from_bits(x) as u32, "{x:08x}");
    }
}

#[test]
fn the_lesser_and_the_greater_are_numbers() {
    let e = &mut E1::default();
    let sorted = [
        f32::NEG_INFINITY,
        -1.0,
        -1e-42,
        -0.0,
        0.0,
        1e-42,
        1.0,
        f32::INFINITY,
    ];
    let sorted = sorted.map(f32::to_bits);
    for (i, &a) in sorted.iter().enumerate() {
        for (k, &b) in sorted.iter().enumerate() {
            assert_eq!(float::fmin(e, l(a), l(b))[0], sorted[i.min(k)]);
            assert_eq!(float::fmax(e, l(a), l(b))[0], sorted[i.max(k)]);
            assert_eq!(float::fmin_nan(e, l(a), l(b))[0], sorted[i.min(k)]);
            assert_eq!(float::fmax_nan(e, l(a), l(b))[0], sorted[i.max(k)]);
        }
        for nan in [0x7fc0_0000, 0xff80_0001] {
            for r in [float::fmin(e, l(a), l(nan)), float::fmax(e, l(nan), l(a))] {
                assert_eq!(r[0], a);
            }
            let (less, greater) = (
                float::fmin_nan(e, l(a), l(nan)),
                float::fmax_nan(e, l(nan), l(a)),
            );
            assert_eq!([less[0], greater[0]], [0x7fc0_0000; 2]);
        }
    }
}

#[test]
fn float_comparisons_are_those_of_rust() {
    let values = [0.0, -0.0, 1.0, -1.0, 1e-42, f32::INFINITY, f32::NAN].map(f32::to_bits);
    for a in values {
        for b in values {
            let mut e = E1::default();
            let (x, y) = (f32::from_bits(a), f32::from_bits(b));
            let word = |m: bool| if m { u32::MAX } else { 0 };
            assert_eq!(e.flt(l(a), l(b)).words()[0], word(x < y));
            assert_eq!(e.fle(l(a), l(b)).words()[0], word(x <= y));
            assert_eq!(e.feq(l(a), l(b)).words()[0], word(x == y));
        }
    }
}

#[test]
fn a_huge_sum_far_apart_rounds_toward_zero() {
    // 1 - 2^-100 is just below 1: a 64-bit float could not represent it.
    let tiny = (-(2f32.powi(-100))).to_bits();
    let r = float::fadd_toward_zero(&mut E1::default(), l(1f32.to_bits()), l(tiny))[0];
    assert_eq!(r, 0x3f7f_ffff);
}

#[test]
fn overflow_toward_zero_is_the_largest_finite() {
    let big = f32::MAX.to_bits();
    let r = float::fadd_toward_zero(&mut E1::default(), l(big), l(big))[0];
    assert_eq!(r, big);
    let r = float::fmul_toward_zero(&mut E1::default(), l(big), l(big | float::SIGN))[0];
    assert_eq!(r, big | float::SIGN);
}
