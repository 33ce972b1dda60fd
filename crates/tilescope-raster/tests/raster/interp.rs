//! Planes against interpolation written out in double precision.

use crate::reference::vertex;
use proptest::prelude::*;
use tilescope_raster::interp::Positions;
use tilescope_raster::{Gradients, Plane, Quad, RasterRules, Triangle, Xy};

const RULES: RasterRules = RasterRules::S12_4;

fn pixels(v: Xy) -> (f64, f64) {
    (f64::from(v.x) / 16.0, f64::from(v.y) / 16.0)
}

/// Barycentric weights by areas.
fn weights(v: &[Xy; 3], x: f64, y: f64) -> [f64; 3] {
    let p = v.map(pixels);
    let area = |a: (f64, f64), b: (f64, f64), c: (f64, f64)| {
        (b.0 - a.0) * (c.1 - a.1) - (b.1 - a.1) * (c.0 - a.0)
    };
    let whole = area(p[0], p[1], p[2]);
    [
        area((x, y), p[1], p[2]) / whole,
        area(p[0], (x, y), p[2]) / whole,
        area(p[0], p[1], (x, y)) / whole,
    ]
}

/// A point of the triangle, chosen by two numbers from 0 to 1.
fn point_inside(v: &[Xy; 3], part: [f64; 2]) -> (f32, f32) {
    let (a, b) = (part[0].min(part[1]), part[0].max(part[1]));
    let at = [a, b - a, 1.0 - b];
    let x: f64 = v.iter().zip(at).map(|(v, w)| pixels(*v).0 * w).sum();
    let y: f64 = v.iter().zip(at).map(|(v, w)| pixels(*v).1 * w).sum();
    (x as f32, y as f32)
}

fn close(got: f32, expected: f64, size: f64) -> bool {
    (f64::from(got) - expected).abs() <= 1e-5 * size.max(1e-3)
}

proptest! {
    #[test]
    fn linear_is_the_weighted_sum(
        v in [vertex(100), vertex(100), vertex(100)], values in [-9f32..9.0, -9f32..9.0, -9f32..9.0],
        w in [0.0..1.0f64, 0.0..1.0f64]
    ) {
        let Ok(t) = Triangle::new(&RULES, v) else { return Ok(()) };
        // Thin triangles lose digits in any f32 plane.
        prop_assume!(t.area2().abs() > 16 * 16 * 200);
        let plane = Gradients::triangle(&RULES, &t).linear(values);
        let (x, y) = point_inside(&v, w);
        let l = weights(&v, f64::from(x), f64::from(y));
        let expected: f64 = (0..3).map(|i| l[i] * f64::from(values[i])).sum();
        prop_assert!(close(plane.at(x, y), expected, 100.0), "{} {}", plane.at(x, y), expected);
        let (x0, y0) = pixels(v[0]);
        prop_assert_eq!(plane.at(x0 as f32, y0 as f32), values[0], "exact at the first vertex");
    }

    #[test]
    fn perspective_divides_after_interpolating(
        v in [vertex(60), vertex(60), vertex(60)], values in [-9f32..9.0, -9f32..9.0, -9f32..9.0],
        w in [0.5f32..8.0, 0.5f32..8.0, 0.5f32..8.0],
        part in [0.0..1.0f64, 0.0..1.0f64]
    ) {
        let Ok(t) = Triangle::new(&RULES, v) else { return Ok(()) };
        prop_assume!(t.area2().abs() > 16 * 16 * 200);
        let (x, y) = point_inside(&v, part);
        let l = weights(&v, f64::from(x), f64::from(y));
        let inv_w = w.map(|w| 1.0 / w);
        let gradients = Gradients::triangle(&RULES, &t);
        let w_here = 1.0 / gradients.linear(inv_w).at(x, y);
        let got = gradients.perspective(values, inv_w).perspective_at(x, y, w_here);
        let sum = |f: &dyn Fn(usize) -> f64| (0..3).map(|i| l[i] * f(i)).sum::<f64>();
        let expected = sum(&|i| f64::from(values[i]) / f64::from(w[i])) / sum(&|i| 1.0 / f64::from(w[i]));
        prop_assert!(close(got, expected, 100.0), "{got} {expected}");
    }

    /// The winding and a move by whole pixels do not change a plane's slopes.
    #[test]
    fn slopes_do_not_depend_on_place(
        v in [vertex(60), vertex(60), vertex(60)], values in [-9f32..9.0, -9f32..9.0, -9f32..9.0],
        dx in -500..500i32, dy in -500..500i32
    ) {
        let Ok(t) = Triangle::new(&RULES, v) else { return Ok(()) };
        let moved = Triangle::new(&RULES, v.map(|v| Xy::new(v.x + dx * 16, v.y + dy * 16))).unwrap();
        let here = Gradients::triangle(&RULES, &t).linear(values);
        let there = Gradients::triangle(&RULES, &moved).linear(values);
        prop_assert_eq!((here.a, here.b, here.c), (there.a, there.b, there.c));
    }

    #[test]
    fn lanes_are_scalars(
        a in any::<f32>(), b in any::<f32>(), c in any::<f32>(), x0 in -99f32..99.0, y0 in -99f32..99.0,
        qx in -100..100i32, qy in -100..100i32
    ) {
        let plane = Plane { a, b, c, x0, y0 };
        let quads = [0, 1, 2, 3].map(|i| Quad { x: (qx + i) * 2, y: (qy - i) * 2, coverage: 1 });
        let at = Positions::centres(&RULES, &quads);
        let (slope, full) = (plane.slope(&at), plane.eval(&at));
        for lane in 0..16 {
            let q = quads[lane / 4];
            let x = (q.x + (lane as i32 & 1)) as f32 + 0.5;
            let y = (q.y + (lane as i32 >> 1 & 1)) as f32 + 0.5;
            // Bits, so that NaN and the sign of zero count; the formula as documented.
            let expected = a * (x - x0) + b * (y - y0);
            prop_assert_eq!(slope[lane].to_bits(), expected.to_bits());
            prop_assert_eq!(full[lane].to_bits(), (expected + c).to_bits());
        }
    }

    #[test]
    fn any_values_are_safe(v in [vertex(60), vertex(60), vertex(60)], f in prop::array::uniform6(any::<u32>())) {
        let f = f.map(f32::from_bits);
        if let Ok(t) = Triangle::new(&RULES, v) {
            let g = Gradients::triangle(&RULES, &t);
            let _ = g.perspective([f[0], f[1], f[2]], [f[3], f[4], f[5]]).at(1.5, 2.5);
        }
    }
}

#[test]
fn centres_follow_the_rules_and_missing_quads_repeat() {
    let rules = RasterRules {
        pixel_centre: (0, 4),
        ..RULES
    };
    let one = Quad {
        x: 6,
        y: -2,
        coverage: 0xf,
    };
    let at = Positions::centres(&rules, &[one]);
    for quad in 0..4 {
        assert_eq!(at.x[quad * 4..][..4], [6.0, 7.0, 6.0, 7.0]);
        assert_eq!(at.y[quad * 4..][..4], [-1.75, -1.75, -0.75, -0.75]);
    }
    assert_eq!(Positions::centres(&rules, &[]), Positions::default());
}

#[test]
fn flat_is_flat() {
    assert_eq!(Plane::flat(2.5).at(-7.0, 1e6), 2.5);
}
