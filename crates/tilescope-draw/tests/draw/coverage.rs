//! Coverage of up to sixteen samples against edges in whole numbers.

use proptest::prelude::*;
use proptest::sample::select;
use std::collections::BTreeMap;
use tilescope_draw::samples::SampleQuads;
use tilescope_draw::{SamplePattern, Shape};
use tilescope_raster::{RasterRules, Rect, SubpixelBits, Triangle, Xy};

const RULES: RasterRules = RasterRules {
    subpixel: SubpixelBits::EIGHT,
    ..RasterRules::S12_4
};

/// Whether the point is inside (1), outside (-1) or on an edge (0) of the triangle.
fn inside(v: &[(i64, i64); 3], (x, y): (i64, i64)) -> i64 {
    let cross = |a: (i64, i64), b: (i64, i64), c: (i64, i64)| {
        (b.0 - a.0) * (c.1 - a.1) - (b.1 - a.1) * (c.0 - a.0)
    };
    let turn = cross(v[0], v[1], v[2]).signum();
    let sides = [(0, 1), (1, 2), (2, 0)].map(|(i, j)| turn * cross(v[i], v[j], (x, y)).signum());
    *sides.iter().min().unwrap()
}

proptest! {
    #[test]
    fn samples_are_covered_one_by_one(
        corners in prop::array::uniform3((-900..5000i32, -900..5000i32)),
        count in select(vec![1usize, 2, 4, 8, 16]),
        positions in prop::collection::vec((0..16u8, 0..16u8), 16),
        (x0, y0, w, h) in (-3..20i32, -3..20i32, 0..18i32, 0..18i32)
    ) {
        let pattern = SamplePattern::new(&positions[..count]).unwrap();
        prop_assert_eq!(pattern.count(), count);
        prop_assert_eq!(pattern.positions(), &positions[..count]);
        let (rules, more) = pattern.rules(RULES);
        let at = corners.map(|(x, y)| Xy::new(x, y));
        let shape = |rules: &RasterRules| {
            Triangle::new(rules, at).ok().map(|t| Shape::Triangle(*t.shape()))
        };
        let more = more.iter().map(|samples| shape(&rules.with_samples(*samples)));
        let all: Option<Vec<Shape>> = std::iter::once(shape(&rules)).chain(more).collect();
        let Some(all) = all else { return Ok(()) };
        let rect = Rect::new(x0, y0, x0 + w, y0 + h);
        let mut covered = BTreeMap::new();
        let mut twice = false;
        let mut quads = SampleQuads::default();
        quads.walk(all.iter(), rect, |quad| {
            assert!(quad.coverage != 0 && quad.x % 2 == 0 && quad.y % 2 == 0);
            for i in 0..4 {
                let pixel = (quad.x + i % 2, quad.y + i / 2);
                twice |= covered.insert(pixel, quad.samples(i as u32)).is_some();
            }
        });
        prop_assert!(!twice, "a quad comes twice");
        let v = corners.map(|(x, y)| (i64::from(x), i64::from(y)));
        for (y, x) in (-6..40).flat_map(|y| (-6..40).map(move |x| (y, x))) {
            let samples = covered.get(&(x, y)).copied().unwrap_or(0);
            let visible = (x0..x0 + w).contains(&x) && (y0..y0 + h).contains(&y);
            for (n, (sx, sy)) in positions[..count].iter().enumerate() {
                let sample = |p: i32, s: u8| i64::from(p) * 256 + i64::from(s) * 16;
                let side = inside(&v, (sample(x, *sx), sample(y, *sy)));
                let bit = samples >> n & 1 != 0;
                match visible {
                    false => prop_assert!(!bit),
                    // On an edge the fill rule decides.
                    true if side == 0 => {}
                    true => prop_assert_eq!(bit, side > 0, "sample {} of {} {}", n, x, y),
                }
            }
            prop_assert_eq!(u32::from(samples) >> count, 0);
        }
    }
}

#[test]
fn other_numbers_of_samples_are_refused() {
    for count in [0, 3, 5, 17] {
        assert_eq!(SamplePattern::new(&vec![(0, 0); count]), None);
    }
}

/// The locations of Vulkan 1.3, section 26.3, of 2, 4 and 8 samples, and the last of 16.
#[test]
fn standard_patterns_are_those_of_vulkan() {
    let all = |count| {
        let pattern = SamplePattern::standard(count).unwrap();
        (0..pattern.count()).map(move |n| pattern.position(n))
    };
    let four = [
        (0.375, 0.125),
        (0.875, 0.375),
        (0.125, 0.625),
        (0.625, 0.875),
    ];
    let eight = [
        (0.5625, 0.3125),
        (0.4375, 0.6875),
        (0.8125, 0.5625),
        (0.3125, 0.1875),
        (0.1875, 0.8125),
        (0.0625, 0.4375),
        (0.6875, 0.9375),
        (0.9375, 0.0625),
    ];
    assert!(all(1).eq([(0.5, 0.5)]));
    assert!(all(2).eq([(0.75, 0.75), (0.25, 0.25)]));
    assert!(all(4).eq(four));
    assert!(all(8).eq(eight));
    assert_eq!(all(16).next_back(), Some((0.0625, 0.0)));
    assert_eq!(SamplePattern::standard(32), None);
}
