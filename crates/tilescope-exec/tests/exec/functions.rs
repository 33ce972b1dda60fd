//! Functions against the host's library, which is accurate enough to be a judge: results
//! are the nearest binary32, or the other one close to a tie.

use crate::words;
use tilescope_exec::{Exec, Interp, Lanes, double, functions};

type L = Lanes<1>;
type E1 = Interp<1>;

/// Fails unless `ours` is the binary32 nearest to `exact`, to a thousandth of a step.
fn nearest(ours: f32, exact: f64, what: &str) {
    if exact.is_nan() {
        assert!(ours.is_nan(), "{what} is {ours:e}, not NaN");
        return;
    }
    let rounded = exact as f32;
    if ours.to_bits() == rounded.to_bits() || ours == 0.0 && rounded == 0.0 {
        return;
    }
    let step = f64::from(f32::from_bits(rounded.abs().to_bits() + 1)) - f64::from(rounded.abs());
    let error = (f64::from(ours) - exact).abs() / step;
    assert!(
        error < 0.501,
        "{what} is {ours:e}, not {exact:e}: {error} steps"
    );
}

/// Floats of every exponent, all halves, and edges.
fn floats() -> impl Iterator<Item = f32> {
    let halves = (0..=u16::MAX).map(|h| half::f16::from_bits(h).to_f32());
    let edges = [
        0.0,
        -0.0,
        1.0,
        f32::MAX,
        f32::MIN_POSITIVE,
        1e-45,
        f32::INFINITY,
    ];
    halves
        .chain(edges)
        .chain(words(13).map(f32::from_bits).take(60_000))
}

fn check(name: &str, ours: fn(&mut E1, L) -> L, exact: impl Fn(f64) -> f64) {
    for x in floats() {
        let result = f32::from_bits(ours(&mut Interp::<1>, Lanes([x.to_bits()]))[0]);
        nearest(result, exact(x.into()), &format!("{name} {x:e}"));
    }
}

#[test]
fn roots_and_reciprocals() {
    check("1 /", functions::rcp, |x| 1.0 / x);
    check("1 / sqrt", functions::rsqrt, |x| 1.0 / x.sqrt());
}

#[test]
fn powers_and_logarithms_of_two() {
    check("exp2", functions::exp2, f64::exp2);
    check("log2", functions::log2, f64::log2);
}

#[test]
fn sines_of_radians() {
    // Beyond, the distance to multiples of pi is below what they are accurate to.
    for (name, ours, exact) in [
        (
            "sin",
            functions::sin as fn(&mut E1, L) -> L,
            f64::sin as fn(f64) -> f64,
        ),
        ("cos", functions::cos, f64::cos),
    ] {
        for x in floats().filter(|x| x.abs() < 65_536.0 || !x.is_finite()) {
            let result = f32::from_bits(ours(&mut Interp::<1>, Lanes([x.to_bits()]))[0]);
            nearest(result, exact(x.into()), &format!("{name} {x:e}"));
        }
        for x in floats().filter(|x| x.abs() < 2f32.powi(48)) {
            let result = f32::from_bits(ours(&mut Interp::<1>, Lanes([x.to_bits()]))[0]);
            let error = (f64::from(result) - exact(x.into())).abs();
            assert!(error < 6.1e-8, "{name} {x:e}: {error:e}");
        }
    }
}

#[test]
fn sines_of_half_turns() {
    let e = &mut Interp::<1>;
    for i in -4000..4000i32 {
        let x = i as f32 / 64.0;
        let bits = Lanes([x.to_bits()]);
        let (sin, cos) = (functions::sin_pi(e, bits)[0], functions::cos_pi(e, bits)[0]);
        // Reduced exactly, so that zeros are zeros.
        let turn = f64::from(i.rem_euclid(128)) / 64.0;
        let quarter = |k: i32| [0.0, 1.0, 0.0, -1.0][k.rem_euclid(4) as usize];
        let (s, c) = match i % 32 {
            0 => (quarter(i / 32), quarter(i / 32 + 1)),
            _ => (turn * std::f64::consts::PI).sin_cos(),
        };
        nearest(f32::from_bits(sin), s, &format!("sin pi {x}"));
        nearest(f32::from_bits(cos), c, &format!("cos pi {x}"));
    }
    let infinite = Lanes([f32::INFINITY.to_bits()]);
    assert!(f32::from_bits(functions::sin_pi(e, infinite)[0]).is_nan());
    assert!(f32::from_bits(functions::cos_pi(e, infinite)[0]).is_nan());
}

#[test]
fn angles() {
    let all = floats().filter(|x| (0.0..=1.0).contains(x));
    for x in all.map(f64::from).chain([1.0 / 3.0, 0.1, 0.9]) {
        let e = &mut Interp::<1>;
        let wide = e.double(x);
        let ours = double::atan(e, wide).0[0];
        let error = (ours - x.atan()).abs() / x.atan().max(f64::MIN_POSITIVE);
        assert!(error < 1e-15, "atan {x:e} is {ours:e}");
    }
}

#[test]
fn powers() {
    let e = &mut Interp::<1>;
    let mut random = words(17);
    let mut next = move || random.next().unwrap_or(0);
    for _ in 0..60_000 {
        let a = f32::from_bits(next() >> 1);
        let b = (next() as i32 >> (next() % 31)) as f32 / 65_536.0;
        if !a.is_finite() || a == 0.0 {
            continue;
        }
        let ours = functions::pow(e, Lanes([a.to_bits()]), Lanes([b.to_bits()]))[0];
        let exact = f64::from(a).powf(b.into());
        nearest(
            f32::from_bits(ours),
            exact,
            &format!("{a:e} to the power of {b:e}"),
        );
    }
    let pow = |e: &mut E1, a: f32, b: f32| {
        f32::from_bits(functions::pow(e, Lanes([a.to_bits()]), Lanes([b.to_bits()]))[0])
    };
    assert_eq!(pow(e, 0.0, 2.0), 0.0);
    assert_eq!(pow(e, 0.0, -2.0), f32::INFINITY);
    assert_eq!(pow(e, 3.0, 0.0), 1.0);
    assert_eq!(pow(e, 2.0, 10.0), 1024.0);
    assert!(pow(e, 0.0, 0.0).is_nan() && pow(e, -8.0, 2.0).is_nan());
}

/// Known bits, the same on every host. They are those of arithmetic with 200 bits.
#[test]
fn bits_are_known() {
    let e = &mut Interp::<1>;
    let one = Lanes([0x3f80_0000]);
    let third = Lanes([0x3eaa_aaab]);
    let known = [
        (functions::exp2(e, third), 0x3fa1_4518),
        (functions::log2(e, third), 0xbfca_e00d),
        (functions::sin(e, one), 0x3f57_6aa4),
        (functions::cos(e, one), 0x3f0a_5140),
        (functions::rsqrt(e, third), 0x3fdd_b3d7),
        (functions::pow(e, third, third), 0x3f31_8020),
    ];
    for (i, (ours, bits)) in known.into_iter().enumerate() {
        assert_eq!(ours[0], bits, "{i}: {:08x}", ours[0]);
    }
}
