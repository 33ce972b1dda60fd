//! Comparisons of doubles, and arithmetic with a rounding, against those of Rust.

use crate::word_pairs;
use tilescope_exec::half::Rounding;
use tilescope_exec::{Doubles, Exec, Interp, Lanes, cast, cube, double, float, functions};

fn f(x: f32) -> Lanes<1> {
    Lanes([x.to_bits()])
}

#[test]
fn comparisons_and_extremes_of_doubles_are_those_of_rust() {
    let e = &mut Interp::<1>;
    let word = |b: bool| if b { u32::MAX } else { 0 };
    let special = [
        0.0,
        -0.0,
        1.0,
        -1.5,
        f64::INFINITY,
        f64::NEG_INFINITY,
        f64::NAN,
        1e-310,
    ];
    let random = word_pairs().map(|(a, b)| f64::from_bits(u64::from(a) << 32 | u64::from(b)));
    let values: Vec<f64> = special.into_iter().chain(random.take(300)).collect();
    for (a, b) in values
        .iter()
        .flat_map(|a| values.iter().map(move |b| (*a, *b)))
    {
        let (x, y) = (Doubles([a]), Doubles([b]));
        let (eq, le, nan) = (
            double::eq(e, x, y),
            double::le(e, x, y),
            double::is_nan(e, x),
        );
        assert_eq!(e.mask_to_word(eq)[0], word(a == b), "{a} == {b}");
        assert_eq!(e.mask_to_word(le)[0], word(a <= b), "{a} <= {b}");
        assert_eq!(e.mask_to_word(nan)[0], word(a.is_nan()));
        let (min, max) = (double::min(e, x, y).0[0], double::max(e, x, y).0[0]);
        let same = |ours: f64, theirs: f64| ours == theirs || ours.is_nan() && theirs.is_nan();
        assert!(same(min, a.min(b)) && same(max, a.max(b)), "{a} and {b}");
    }
    let none = double::to_words(e, Doubles([-f64::NAN]));
    assert_eq!((none.low[0], none.high[0]), (0, 0x7ff8_0000));
}

#[test]
fn directed_sums_and_products_are_next_to_the_exact_ones() {
    let e = &mut Interp::<1>;
    let floats = word_pairs().map(|(a, b)| (f32::from_bits(a), f32::from_bits(b)));
    let moderate = |x: f32| x == 0.0 || (1e-12..1e12).contains(&x.abs());
    for (a, b) in floats.filter(|(a, b)| moderate(*a) && moderate(*b)) {
        let (x, y) = (f64::from(a), f64::from(b));
        for (rounding, down, up) in [
            (Rounding::Down, true, false),
            (Rounding::Up, false, true),
            (Rounding::TowardZero, true, true),
        ] {
            let product = f32::from_bits(cast::mul(e, rounding, f(a), f(b))[0]);
            // Exact in a double.
            let exact = x * y;
            let nearest = exact as f32;
            let below = if f64::from(nearest) > exact {
                nearest.next_down()
            } else {
                nearest
            };
            let above = if f64::from(nearest) < exact {
                nearest.next_up()
            } else {
                nearest
            };
            let want = match (down, up) {
                (true, false) => below,
                (false, true) => above,
                _ if exact < 0.0 => above,
                _ => below,
            };
            assert_eq!(product, want, "{a} * {b}, {rounding:?}");
            let one = cast::fma(e, rounding, [f(a), f(b), f(0.0)]);
            assert_eq!(f32::from_bits(one[0]), want, "{a} * {b} + 0, {rounding:?}");
        }
        let sum = cast::add(e, Rounding::NearestEven, f(a), f(b));
        assert_eq!(f32::from_bits(sum[0]), a + b);
    }
}

#[test]
fn floats_are_limited_and_scaled() {
    let e = &mut Interp::<1>;
    let mut clamp = |x: f32| f32::from_bits(float::clamp(e, [-1.0, 1.0], f(x))[0]);
    assert_eq!(
        [-3.0, -0.5, 0.25, 7.0].map(&mut clamp),
        [-1.0, -0.5, 0.25, 1.0]
    );
    assert_eq!(clamp(f32::NAN), -1.0);
    let high = float::clamp(e, [0.0, f32::INFINITY], f(1e30));
    assert_eq!(high, f(1e30));
    // 2^-3.
    let by = Lanes([0u32.wrapping_sub(3 << 23)]);
    let mut scaled = |x: f32| f32::from_bits(float::scaled(e, f(x), by)[0]);
    assert_eq!(
        [8.0, -1.0, 1e-38, 0.0].map(&mut scaled),
        [1.0, -0.125, 0.0, 0.0]
    );
    assert!(scaled(f32::NAN).is_nan());
    let [some, none] = [1.0, f32::NAN].map(|x| float::unless_nan(e, [f(x), f(2.0)], f(3.0)));
    assert_eq!((some, none[0]), (f(3.0), 0x7fc0_0000));
}

#[test]
fn directions_hit_the_faces_of_a_cube() {
    let e = &mut Interp::<1>;
    // By table 3.21 of OpenGL ES 2.0, worked by hand.
    let cases = [
        ([1.0, -0.5, -0.5], 0, [0.75, 0.75]),
        ([-1.0, 0.5, 0.0], 1, [0.5, 0.25]),
        ([0.5, 1.0, -0.5], 2, [0.75, 0.25]),
        ([0.0, -2.0, 1.0], 3, [0.5, 0.25]),
        ([0.0, 0.0, 1.0], 4, [0.5, 0.5]),
        ([1.0, 0.5, -2.0], 5, [0.25, 0.375]),
    ];
    for (direction, face, at) in cases {
        let on = cube::on_cube(e, direction.map(f));
        assert_eq!((on.face[0], on.at), (face, at.map(f)), "{direction:?}");
    }
}

#[test]
fn octants_have_the_angles_of_their_points() {
    let e = &mut Interp::<1>;
    for n in 0..64 {
        let exact = f64::from(n - 32) / 32.0 * std::f64::consts::PI * 0.999;
        let point = [exact.sin() as f32, exact.cos() as f32].map(f);
        let octant = functions::Octant::of(e, point);
        let ratio = functions::ratio(e, point);
        let angle = f32::from_bits(octant.angle(e, ratio)[0]);
        assert!((f64::from(angle) - exact).abs() < 1e-6, "{angle}, {exact}");
    }
    let [axis, diagonal] = [[0.0, 0.0], [f32::INFINITY; 2]].map(|p| functions::ratio(e, p.map(f)));
    assert_eq!((axis, diagonal), (f(0.0), f(1.0)));
}
