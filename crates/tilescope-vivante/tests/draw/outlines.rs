//! Triangles drawn as edges or corners, and quads.

use tilescope_vivante::chips::{self, GC880};
use tilescope_vivante::features::Feature;

use crate::scene::{Corner, Drawn, Scene};

const RED: [f32; 4] = [1.0, 0.0, 0.0, 1.0];
const GREEN: [f32; 4] = [0.0, 1.0, 0.0, 1.0];
const BLUE: [f32; 4] = [0.0, 0.0, 1.0, 1.0];

/// Clockwise with y downwards. Its edges go through pixel centres.
const TRIANGLE: [Corner; 3] = [
    ([4.5, 4.5, 0.5], RED),
    ([20.5, 4.5, 0.5], GREEN),
    ([4.5, 20.5, 0.5], BLUE),
];

fn scene(fill: &str) -> Scene {
    Scene::new(&GC880, &TRIANGLE).with(&format!(
        "LOAD_STATE PA.CONFIG cull_face_mode=OFF, fill_mode={fill}, shade_model=FLAT"
    ))
}

fn pixels(drawn: &Drawn) -> Vec<(u32, u32)> {
    let all = (0..64).flat_map(|y| (0..64).map(move |x| (x, y)));
    all.filter(|&(x, y)| drawn.color(x, y) != [0; 4]).collect()
}

#[test]
fn wireframe_is_three_lines() {
    let drawn = scene("WIREFRAME").drawn();
    for (x, y) in pixels(&drawn) {
        let diagonal = x + y == 24;
        assert!(x == 4 || y == 4 || diagonal, "{x} {y}");
    }
    for i in 5..20 {
        // The last vertex is the provoking vertex of a triangle, also for its
        // edges.
        assert_eq!(drawn.color(i, 4), [0, 0, 255, 255], "{i}");
        assert_eq!(drawn.color(4, i), [0, 0, 255, 255], "{i}");
        assert_eq!(drawn.color(i, 24 - i), [0, 0, 255, 255], "{i}");
    }
    assert_eq!(drawn.counters.get("primitives.drawn"), 3);
}

#[test]
fn points_are_three_corners() {
    let drawn = scene("POINT").drawn();
    assert_eq!(pixels(&drawn), [(4, 4), (20, 4), (4, 20)]);
    let large = scene("POINT").with("LOAD_STATE PA.POINT_SIZE 1.5").drawn();
    assert_eq!(pixels(&large).len(), 27);
}

#[test]
fn smooth_corners_have_their_own_colour() {
    let drawn = scene("POINT")
        .with("LOAD_STATE PA.CONFIG fill_mode=POINT, shade_model=SMOOTH")
        .drawn();
    assert_eq!(drawn.color(20, 4), [0, 255, 0, 255]);
}

/// Culled triangles have no outlines.
#[test]
fn outlines_are_culled_as_triangles() {
    for (cull, drawn) in [("CW", 0), ("CCW", 3)] {
        let state = format!("LOAD_STATE PA.CONFIG cull_face_mode={cull}, fill_mode=WIREFRAME");
        let counters = scene("SOLID").with(&state).drawn().counters;
        assert_eq!(counters.get("primitives.drawn"), drawn, "{cull}");
    }
}

/// A corner behind the viewer: its edges are clipped, and clipping adds no edge.
#[test]
fn outlines_are_clipped_edge_by_edge() {
    let mut corners = TRIANGLE;
    // Beyond the far plane from y of 12.5 on.
    corners[2].0[2] = 1.5;
    let drawn = Scene::new(&GC880, &corners)
        .with("LOAD_STATE PA.CONFIG fill_mode=WIREFRAME, shade_model=FLAT")
        .drawn();
    let rows = pixels(&drawn).into_iter().filter(|(x, _)| *x == 4);
    assert_eq!(rows.map(|(_, y)| y).max(), Some(12));
    let inside = pixels(&drawn)
        .into_iter()
        .filter(|&(x, y)| x != 4 && y != 4 && x + y != 24);
    assert_eq!(inside.count(), 0);
}

/// The offset is that of the triangle, by its slope, for edges and corners too.
#[test]
fn outlines_have_the_depth_offset_of_the_triangle() {
    let mut corners = TRIANGLE;
    // A slope of 1/64 a pixel towards larger x.
    corners[1].0[2] = 0.75;
    // A pixel, and its distance along the slope.
    for (fill, x, y, along) in [
        ("WIREFRAME", 4, 4, 0.0),
        ("POINT", 4, 4, 0.0),
        ("SOLID", 6, 6, 2.0),
    ] {
        let drawn = Scene::new(&GC880, &corners)
            .with(&format!("LOAD_STATE PA.CONFIG fill_mode={fill}"))
            .with("LOAD_STATE SE.DEPTH_SCALE 4.0, 0.0")
            .with("LOAD_STATE PE.DEPTH_CONFIG depth_mode=Z, depth_format=D24S8, depth_func=ALWAYS, write_enable")
            .drawn();
        let stored = drawn.pixel(1, 4, x, y) >> 8;
        // Four times the slope, which is 1/64.
        let depth = 0.5 + (4.0 + along) / 64.0;
        assert_eq!(stored, (depth * 16_777_215.0f64).round() as u64, "{fill}");
    }
}

/// Quads are for chips with the feature RECT_PRIMITIVE.
#[test]
fn quads_are_filled() {
    let corners: Vec<Corner> = [(4.0, 4.0), (12.0, 4.0), (12.0, 10.0), (4.0, 10.0)]
        .iter()
        .zip([RED, RED, RED, GREEN])
        .map(|(&(x, y), color)| ([x, y, 0.5], color))
        .collect();
    let chip = chips::ALL
        .iter()
        .copied()
        .find(|c| c.features.has(Feature::RectPrimitive) && c.derived().code.is_some())
        .expect("a chip has quads");
    let scene = Scene::new(chip, &corners)
        .with("LOAD_STATE PA.CONFIG shade_model=FLAT, fill_mode=SOLID")
        .primitives("QUADS", 1);
    let drawn = scene.drawn();
    assert_eq!(pixels(&drawn).len(), 8 * 6);
    // Both halves have the colour of the last vertex.
    for (x, y) in pixels(&drawn) {
        assert_eq!(drawn.color(x, y), [0, 255, 0, 255]);
    }
}
