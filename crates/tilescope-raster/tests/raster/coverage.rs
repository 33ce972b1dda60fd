//! The fast walk against the reference, bit for bit.

use crate::reference::{rect, reference, rules, scale, vertex, walked, walked_blocks};
use proptest::prelude::*;
use tilescope_raster::{
    COORD_LIMIT, Quad, RasterRules, Rect, Rejected, SamplePositions, Triangle, Winding, Xy,
};

fn check(rules: &RasterRules, vertices: [Xy; 3], rect: Rect) {
    let expected = reference(rules, &vertices, rect);
    match Triangle::new(rules, vertices) {
        Ok(t) => {
            assert_eq!(walked(t.shape(), rect), expected);
            if t.shape().samples() == 1 {
                assert_eq!(walked_blocks(t.shape(), rect), expected);
            }
        }
        Err(reason) => {
            assert_eq!(reason, Rejected::Degenerate);
            assert_eq!(expected.pixels(), 0);
        }
    }
}

proptest! {
    #[test]
    fn small_triangles(
        rules in rules(), v in [vertex(12), vertex(12), vertex(12)], rect in rect(14, 30)
    ) {
        check(&rules, v.map(|v| scale(&rules, v)), rect);
    }

    #[test]
    fn tiny_triangles(rules in rules(), at in vertex(6), v in [vertex(2), vertex(2), vertex(2)]) {
        let v = v.map(|v| scale(&rules, Xy::new(at.x + v.x, at.y + v.y)));
        check(&rules, v, Rect::new(-10, -10, 11, 9));
    }

    #[test]
    fn large_triangles(
        rules in rules(), v in [vertex(200), vertex(200), vertex(200)],
        x in -150..150i32, y in -150..150i32
    ) {
        // Beyond 64 pixels, so that blocks of blocks are used.
        check(&rules, v.map(|v| scale(&rules, v)), Rect::new(x, y, x + 90, y + 75));
    }

    #[test]
    fn slivers(rules in rules(), p in vertex(20), d in vertex(20), off in vertex(1)) {
        let v = [p, Xy::new(p.x + d.x, p.y + d.y), Xy::new(p.x + 2 * d.x + off.x / 16, p.y + 2 * d.y)];
        check(&rules, v.map(|v| scale(&rules, v)), Rect::new(-64, -64, 64, 64));
    }

    /// The documented ranges: built with overflow checks, so this is also the
    /// proof that nothing overflows at the limits.
    #[test]
    fn at_the_limits(
        rules in rules(),
        v in prop::array::uniform6(prop_oneof![
            Just(-COORD_LIMIT), Just(COORD_LIMIT), -COORD_LIMIT..=COORD_LIMIT, -4000..4000i32
        ]),
        x in prop_oneof![-40..20i32, Just(COORD_LIMIT >> 8), Just(-COORD_LIMIT >> 4)],
        y in prop_oneof![-40..20i32, Just(COORD_LIMIT >> 4), Just(-COORD_LIMIT >> 8)],
    ) {
        let v = [Xy::new(v[0], v[1]), Xy::new(v[2], v[3]), Xy::new(v[4], v[5])];
        check(&rules, v, Rect::new(x - 20, y - 20, x + 20, y + 20));
    }

    #[test]
    fn any_bits_are_safe(v in prop::array::uniform6(any::<i32>()), r in prop::array::uniform4(any::<i32>())) {
        let v = [Xy::new(v[0], v[1]), Xy::new(v[2], v[3]), Xy::new(v[4], v[5])];
        let small = Rect::new(r[0], r[1], r[0].saturating_add(50), r[1].saturating_add(50));
        if let Ok(t) = Triangle::new(&RasterRules::S12_4, v) {
            t.shape().walk(small, |_| ());
        }
    }

    #[test]
    fn rectangles_at_the_ends_of_the_plane(
        v in [vertex(30), vertex(30), vertex(30)], x0 in prop_oneof![Just(i32::MIN), -20..0i32],
        x1 in prop_oneof![Just(i32::MAX), 0..20i32]
    ) {
        let rules = RasterRules::S12_4;
        if let Ok(t) = Triangle::new(&rules, v) {
            let clipped = Rect::new(x0.max(-40), -40, x1.min(40), 40);
            let mut cover = crate::reference::Cover::empty(clipped);
            crate::reference::walk_into(
                t.shape(), Rect::new(x0, i32::MIN, x1, i32::MAX), &mut cover);
            prop_assert_eq!(cover, reference(&rules, &v, clipped));
        }
    }

    /// Axis-aligned rectangles on whole pixels cover all samples or none.
    #[test]
    fn multisampled_pixel_rectangles(
        x in -20..20i32, y in -20..20i32, w in 1..20i32, h in 1..20i32,
        samples in prop_oneof![
            Just(SamplePositions::ROTATED_GRID_4),
            [(0u8..16, 0u8..16), (0u8..16, 0u8..16), (0u8..16, 0u8..16), (0u8..16, 0u8..16)]
                .prop_map(SamplePositions::Four)
        ]
    ) {
        let rules = RasterRules::S12_4.with_samples(samples);
        let at = |x: i32, y: i32| Xy::new(x * 16, y * 16);
        let rect = Rect::new(-41, -41, 41, 41);
        let (a, b, c, d) = (at(x, y), at(x + w, y), at(x + w, y + h), at(x, y + h));
        let mut cover = walked(Triangle::new(&rules, [a, b, c]).unwrap().shape(), rect);
        cover.add(&walked(Triangle::new(&rules, [a, d, c]).unwrap().shape(), rect));
        for py in rect.y0..rect.y1 {
            for px in rect.x0..rect.x1 {
                let inside = px >= x && px < x + w && py >= y && py < y + h;
                prop_assert_eq!(*cover.at(px, py), if inside { 0xf } else { 0 });
            }
        }
    }

    #[test]
    fn winding_is_the_sign_of_the_area(v in [vertex(9), vertex(9), vertex(9)]) {
        let rules = RasterRules::S12_4;
        if let Ok(t) = Triangle::new(&rules, v) {
            let turned = Triangle::new(&rules, [v[1], v[2], v[0]]).unwrap();
            let swapped = Triangle::new(&rules, [v[1], v[0], v[2]]).unwrap();
            prop_assert_eq!(t.winding(), turned.winding());
            prop_assert_eq!(t.winding(), swapped.winding().flipped());
            prop_assert_eq!(t.area2(), -swapped.area2());
        }
    }

}

#[test]
fn right_then_down_is_clockwise_on_a_screen() {
    let v = [Xy::new(0, 0), Xy::new(16, 0), Xy::new(0, 16)];
    let t = Triangle::new(&RasterRules::S12_4, v).unwrap();
    assert_eq!(t.winding(), Winding::Clockwise);
    assert_eq!(t.area2(), 256);
}

#[test]
fn top_left_by_hand() {
    // A square with corners on pixel centres: the left column and the first row
    // are in, the right column and the last row out. Source: the rule's text.
    let rules = RasterRules::S12_4;
    let at = |x: i32, y: i32| Xy::new(x * 16 + 8, y * 16 + 8);
    let rect = Rect::new(0, 0, 6, 6);
    let mut cover = walked(
        Triangle::new(&rules, [at(1, 1), at(4, 1), at(1, 4)])
            .unwrap()
            .shape(),
        rect,
    );
    cover.add(&walked(
        Triangle::new(&rules, [at(4, 1), at(4, 4), at(1, 4)])
            .unwrap()
            .shape(),
        rect,
    ));
    let mut expected = crate::reference::Cover::empty(rect);
    for y in 1..4 {
        for x in 1..4 {
            *expected.at(x, y) = 1;
        }
    }
    assert_eq!(cover, expected);
}

#[test]
fn beyond_the_limit_is_rejected() {
    let v = [Xy::new(COORD_LIMIT + 1, 0), Xy::new(0, 0), Xy::new(0, 5)];
    assert_eq!(
        Triangle::new(&RasterRules::S12_4, v).err(),
        Some(Rejected::OutOfRange)
    );
}

#[test]
fn empty_rectangles_give_nothing() {
    let v = [Xy::new(0, 0), Xy::new(160, 0), Xy::new(0, 160)];
    let t = Triangle::new(&RasterRules::S12_4, v).unwrap();
    for rect in [
        Rect::new(3, 3, 3, 9),
        Rect::new(5, 0, 1, 9),
        Rect::new(0, 7, 9, 2),
    ] {
        t.shape().walk(rect, |q| panic!("{q:?} in {rect:?}"));
    }
}

#[test]
fn pixels_of_samples_is_any_sample() {
    for coverage in 0..=u16::MAX {
        let expected = (0..4).fold(0, |m, p| m | u16::from(coverage >> (4 * p) & 0xf != 0) << p);
        assert_eq!(Quad::pixels_of_samples(coverage), expected);
    }
}
