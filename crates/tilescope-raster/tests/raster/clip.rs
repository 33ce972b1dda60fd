//! Clipping against rasterising the triangle in homogeneous coordinates, which
//! needs no clipping.

use crate::reference::walked;
use proptest::prelude::*;
use tilescope_raster::clip::MAX_VERTICES;
use tilescope_raster::{
    ClipVertex, ClipVolume, Clipped, DepthRange, RasterRules, Rect, Triangle, Xy,
};

const VOLUME: ClipVolume = ClipVolume {
    guard_x: 1.0,
    guard_y: 1.0,
    depth: DepthRange::MinusOneToOne,
    min_w: 1e-6,
};

fn coordinate() -> impl Strategy<Value = f32> {
    prop_oneof![-3f32..3.0, Just(0.0), Just(1.0), Just(-1.0)]
}

fn position() -> impl Strategy<Value = [f32; 4]> {
    let w = prop_oneof![3 => 0.2f32..3.0, 1 => -3f32..3.0];
    (coordinate(), coordinate(), coordinate(), w).prop_map(|(x, y, z, w)| [x, y, z, w])
}

fn volume() -> impl Strategy<Value = ClipVolume> {
    let depth = prop_oneof![
        Just(DepthRange::MinusOneToOne),
        Just(DepthRange::ZeroToOne),
        Just(DepthRange::Unclipped)
    ];
    let guard = || prop_oneof![Just(1.0f32), 1f32..9.0, Just(f32::INFINITY)];
    (guard(), guard(), depth).prop_map(|(guard_x, guard_y, depth)| ClipVolume {
        guard_x,
        guard_y,
        depth,
        min_w: 1e-6,
    })
}

/// Distance inside the volume, negative outside; the nearest plane counts.
fn inside(volume: &ClipVolume, p: [f64; 4]) -> f64 {
    let [x, y, z, w] = p;
    let mut least = w - f64::from(volume.min_w);
    for (v, guard) in [(x, volume.guard_x), (y, volume.guard_y)] {
        if guard.is_finite() {
            least = least.min(f64::from(guard) * w - v.abs());
        }
    }
    match volume.depth {
        DepthRange::MinusOneToOne => least.min(w - z.abs()),
        DepthRange::ZeroToOne => least.min(z).min(w - z),
        DepthRange::Unclipped => least,
    }
}

fn wide(p: [f32; 4]) -> [f64; 4] {
    p.map(f64::from)
}

fn check_vertex(volume: &ClipVolume, v: &ClipVertex, source: &[[f32; 4]]) {
    assert!(inside(volume, wide(v.position)) > -1e-5, "{v:?} outside");
    let sum: f32 = v.weights.iter().sum();
    assert!((sum - 1.0).abs() < 1e-5, "{v:?}");
    for (i, w) in v.weights.iter().enumerate() {
        assert!((-1e-6..=1.0 + 1e-6).contains(w), "{v:?}");
        assert!(i < source.len() || *w == 0.0);
    }
    for axis in 0..4 {
        let values: [f32; 3] = std::array::from_fn(|i| source.get(i).map_or(f32::NAN, |p| p[axis]));
        let blended = v.blend(values);
        assert!(
            (blended - v.position[axis]).abs() < 1e-4,
            "axis {axis}: {blended} in {v:?}"
        );
    }
}

/// Weights of the triangle's vertices where the ray through NDC (x, y) meets
/// its plane, to scale, or nothing if it is seen edge on.
fn ray(p: &[[f64; 4]; 3], x: f64, y: f64) -> Option<[f64; 3]> {
    let xyw = p.map(|p| [p[0], p[1], p[3]]);
    let cross = |a: [f64; 3], b: [f64; 3]| {
        [
            a[1] * b[2] - a[2] * b[1],
            a[2] * b[0] - a[0] * b[2],
            a[0] * b[1] - a[1] * b[0],
        ]
    };
    let dot = |a: [f64; 3], b: [f64; 3]| a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
    let det = dot(xyw[0], cross(xyw[1], xyw[2]));
    (det.abs() > 1e-2).then(|| {
        [(1, 2), (2, 0), (0, 1)].map(|(j, k)| dot(cross(xyw[j], xyw[k]), [x, y, 1.0]) / det)
    })
}

const HALF: f64 = 16.0;

/// A pixel, and one side of the triangle or the volume.
#[derive(Debug)]
struct Bound {
    /// Not negative inside.
    depth: f64,
    /// By how much the depth changes when corners are rounded to 1/256 pixel.
    rounding: f64,
}

/// The centre of a pixel, and each side of the triangle and the volume; nothing
/// if the triangle is seen edge on. Depths are linear in x and y: along a ray, w is 1.
fn bounds(p: &[[f64; 4]; 3], [x, y]: [f64; 2]) -> Option<[Bound; 9]> {
    let depths = |x: f64, y: f64| {
        let [a, b, c] = ray(p, x / HALF, y / HALF)?;
        let z = a * p[0][2] + b * p[1][2] + c * p[2][2];
        let (x, y) = (x / HALF, y / HALF);
        let volume = [1.0 - z, 1.0 + z, 1.0 - x, 1.0 + x, 1.0 - y, 1.0 + y];
        let mut depths = [a, b, c, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0];
        depths[3..].copy_from_slice(&volume);
        Some(depths)
    };
    let (here, right, below) = (depths(x, y)?, depths(x + 1.0, y)?, depths(x, y + 1.0)?);
    Some(std::array::from_fn(|i| Bound {
        depth: here[i],
        // A little more than half a step along each axis, as arithmetic rounds too.
        rounding: ((right[i] - here[i]).abs() + (below[i] - here[i]).abs()) / 500.0 + 1e-6,
    }))
}

proptest! {
    #[test]
    fn vertices_are_inside_and_blended(volume in volume(), p in [position(), position(), position()]) {
        match volume.triangle(&p) {
            Clipped::Inside => for v in p {
                prop_assert!(inside(&volume, wide(v)) >= 0.0);
            },
            Clipped::Polygon(poly) => {
                prop_assert!((3..=MAX_VERTICES).contains(&poly.vertices().len()));
                prop_assert!(p.iter().any(|v| inside(&volume, wide(*v)) < 0.0));
                for v in poly.vertices() {
                    check_vertex(&volume, v, &p);
                }
                let fan = poly.triangles(|_| Xy::default()).count();
prop_assert_eq!(fan, poly.vertices().len() - 2);
            }
            Clipped::Outside => prop_assert!(p.iter().all(|v| inside(&volume, wide(*v)) < 0.0)),
            Clipped::NotFinite => prop_assert!(false),
        }
    }

    /// The clipped triangle covers what is inside both triangle and volume, and
    /// nothing else.
    #[test]
    fn coverage_is_that_of_the_unclipped(p in [position(), position(), position()]) {
        let rules = RasterRules { subpixel: tilescope_raster::SubpixelBits::EIGHT, ..RasterRules::S12_4 };
        let screen = Rect::new(-17, -17, 17, 17);
        let snap = |p: [f32; 4]| {
            let at = |v: f32| (f64::from(v) / f64::from(p[3]) * HALF * 256.0).round() as i32;
            Xy::new(at(p[0]), at(p[1]))
        };
        let mut count = vec![0u32; 34 * 34];
        let mut draw = |v: [Xy; 3]| if let Ok(t) = Triangle::new(&rules, v) {
            let cover = walked(t.shape(), screen);
            for (n, mask) in count.iter_mut().zip(&cover.masks) {
                *n += u32::from(*mask);
            }
        };
        match VOLUME.triangle(&p) {
            Clipped::Inside => draw(p.map(snap)),
            Clipped::Polygon(poly) => {
                let corner = |v: &ClipVertex| snap(v.position);
                poly.triangles(corner).for_each(|t| draw(t.map(|i| corner(&poly.vertices()[i]))));
            }
            Clipped::Outside | Clipped::NotFinite => {}
        }
        let exact = p.map(wide);
        for (i, n) in count.iter().enumerate() {
            let at = [(i % 34) as f64 - 17.0 + 0.5, (i / 34) as f64 - 17.0 + 0.5];
            let Some(bounds) = bounds(&exact, at) else { return Ok(()) };
            // Nearer, rounding of corners decides.
            if bounds.iter().any(|b| b.depth < -b.rounding) {
                prop_assert_eq!(*n, 0, "pixel {:?} is outside: {:?}", at, bounds);
            } else if bounds.iter().all(|b| b.depth > b.rounding) {
                prop_assert_eq!(*n, 1, "pixel {:?} is inside: {:?}", at, bounds);
            } else {
                prop_assert!(*n <= 1, "covered twice");
            }
        }
    }

    /// Two triangles on one edge cut it at the same places, to the bit.
    #[test]
    fn shared_edges_are_cut_alike(
        volume in volume(), a in position(), b in position(), c in position(), d in position(), turn in 0..3usize
    ) {
        let cuts = |clipped: &Clipped, apex: usize| -> Vec<[u32; 4]> {
            let Clipped::Polygon(poly) = clipped else { return vec![] };
            let mut cuts: Vec<_> = poly.vertices().iter()
                .filter(|v| v.weights[apex] == 0.0 && v.weights.iter().all(|w| *w != 1.0))
                .map(|v| v.position.map(f32::to_bits))
                .collect();
            cuts.sort_unstable();
            // A cut that lies on two planes comes once for each that moves
            // the other sides of the polygon.
            cuts.dedup();
            cuts
        };
        let mut one = [a, b, c];
        one.rotate_left(turn);
        let (one, two) = (volume.triangle(&one), volume.triangle(&[b, a, d]));
        let apex = (2 + 3 - turn) % 3;
        if matches!((&one, &two), (Clipped::Polygon(_), Clipped::Polygon(_))) {
            prop_assert_eq!(cuts(&one, apex), cuts(&two, 2));
        }
    }

    #[test]
    fn lines_stay_inside(volume in volume(), p in [position(), position()]) {
        match volume.line(&p) {
            Clipped::Inside => for v in p {
                prop_assert!(inside(&volume, wide(v)) >= 0.0);
            },
            Clipped::Polygon(poly) => {
                prop_assert_eq!(poly.vertices().len(), 2);
                for v in poly.vertices() {
                    check_vertex(&volume, v, &p);
                }
                let [a, b] = [0, 1].map(|i| poly.vertices()[i].weights[1]);
                prop_assert!(a <= b, "direction kept");
                prop_assert_eq!(poly.triangles(|_| Xy::default()).count(), 0);
            }
            Clipped::Outside => for i in 0..=32 {
                let t = f64::from(i) / 32.0;
                let at = std::array::from_fn(|k| wide(p[0])[k] * (1.0 - t) + wide(p[1])[k] * t);
                prop_assert!(inside(&volume, at) < 1e-9);
            },
            Clipped::NotFinite => prop_assert!(false),
        }
    }

    #[test]
    fn points_are_in_or_out(volume in volume(), p in position()) {
        let expected = if inside(&volume, wide(p)) >= 0.0 { Clipped::Inside } else { Clipped::Outside };
        prop_assert_eq!(volume.point(&p), expected);
    }

    /// Any bits at all: no panic, finite results, NaN and infinity told apart.
    #[test]
    fn any_bits_are_safe(
        bits in prop::array::uniform12(prop_oneof![
            any::<u32>(), Just(f32::MAX.to_bits()), Just(f32::MIN.to_bits()), Just(0),
            Just(f32::MIN_POSITIVE.to_bits()), Just(f32::NAN.to_bits()), 0x3f00_0000..0x4100_0000u32
        ]),
        volume in prop::array::uniform3(any::<u32>())
    ) {
        let f = bits.map(f32::from_bits);
        let p: [[f32; 4]; 3] = std::array::from_fn(|i| std::array::from_fn(|k| f[i * 4 + k]));
        let [guard_x, guard_y, min_w] = volume.map(f32::from_bits);
        let volume = ClipVolume { guard_x, guard_y, depth: DepthRange::MinusOneToOne, min_w };
        let finite = f.iter().all(|v| v.is_finite());
        let clipped = volume.triangle(&p);
        prop_assert_eq!(clipped == Clipped::NotFinite, !finite);
        let _ = volume.line(&[p[0], p[1]]);
        let _ = volume.point(&p[2]);
        if let Clipped::Polygon(poly) = clipped {
            for v in poly.vertices() {
                prop_assert!(v.position.iter().all(|v| v.is_finite()), "{v:?}");
                prop_assert!(v.position[3] >= f32::MIN_POSITIVE);
            }
        }
    }
}

#[test]
fn a_corner_cut_by_hand() {
    // From (0,0) to beyond x = w: cut halfway. Source: arithmetic.
    let p = [
        [0.0, 0.0, 0.0, 1.0],
        [2.0, 0.0, 0.0, 1.0],
        [0.0, 1.0, 0.0, 1.0],
    ];
    let Clipped::Polygon(poly) = VOLUME.triangle(&p) else {
        panic!("must be cut")
    };
    let positions: Vec<_> = poly.vertices().iter().map(|v| v.position).collect();
    assert_eq!(
        positions,
        [
            [0.0, 0.0, 0.0, 1.0],
            [1.0, 0.0, 0.0, 1.0],
            [1.0, 0.5, 0.0, 1.0],
            [0.0, 1.0, 0.0, 1.0]
        ]
    );
    assert_eq!(poly.vertices()[1].weights, [0.5, 0.5, 0.0]);
    assert_eq!(poly.vertices()[2].weights, [0.0, 0.5, 0.5]);
}

#[test]
fn the_guard_is_where_coordinates_end() {
    let rules = RasterRules::S12_4;
    let half = 320.0;
    let scale = rules.guard_scale(half);
    // The farthest position kept still fits a signed 12.4 number.
    assert_eq!((scale * half * 16.0).round(), f32::from(i16::MAX));
    assert_eq!(rules.guard_scale(-half), scale, "a flipped viewport");
    assert_eq!(rules.guard_scale(0.0), f32::INFINITY);
}
