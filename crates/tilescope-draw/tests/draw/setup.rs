//! Setup against homogeneous coordinates, which need no clipping: for each pixel, the
//! weights of the vertices where the ray through its centre meets the triangle.

use proptest::prelude::*;
use proptest::sample::select;
use tilescope_draw::{
    Attribute, Bias, ClipSource, Cull, Fill, Interpolation, Prim, PrimBlock, Primitive, Provoking,
    Screen, Setup, Shape, VertexLayout, Viewport,
};
use tilescope_raster::{
    ClipVolume, DepthRange, LineRule, PointRule, RasterRules, Rect, SubpixelBits,
};

const RULES: RasterRules = RasterRules {
    subpixel: SubpixelBits::EIGHT,
    ..RasterRules::S12_4
};

/// Half the width and height of a viewport, in pixels.
const HALF: f32 = 16.0;

/// Words of a vertex: clip coordinates, then these.
const SMOOTH: usize = 4;
const LINEAR: usize = 5;
const FLAT: usize = 6;
const CLIP: [usize; 2] = [7, 8];
const CULL: usize = 9;
const VIEWPORT: usize = 10;
const LAYER: usize = 11;
const STRIDE: usize = 12;

type Words = [f32; STRIDE];

/// Two viewports side by side; the second has depths from 1 to 0.
fn screen() -> Screen {
    let viewport = |x: f32, z: (f32, f32)| Viewport {
        volume: ClipVolume {
            guard_x: 2.0,
            guard_y: 1.0,
            depth: DepthRange::ZeroToOne,
            min_w: 1e-6,
        },
        scale: [HALF, HALF, z.1 - z.0],
        offset: [x, 20.0, z.0],
        scissor: Rect::new(x as i32 - 16, 4, x as i32 + 14, 36),
        clamp: None,
    };
    Screen {
        rules: RULES,
        more_samples: Vec::new(),
        viewports: vec![viewport(16.0, (0.0, 1.0)), viewport(60.0, (1.0, 0.0))],
        layers: 3,
        converts_z: false,
        cull: Cull::default(),
        fill: Fill::Solid,
        bias: None,
        line: LineRule::GL,
        line_width: 1.0,
        point: PointRule::VIDEOCORE_IV,
        point_size: 1.0,
        point_scale: 1.0,
    }
}

const USER_PLANE: [f32; 4] = [0.5, 0.25, -0.5, 0.75];

fn layout(provoking: Provoking) -> VertexLayout {
    let attribute = |word, from| Attribute { word, from };
    VertexLayout {
        attributes: vec![
            attribute(SMOOTH, Interpolation::Perspective),
            attribute(LINEAR, Interpolation::Linear),
            attribute(FLAT, Interpolation::Flat),
        ],
        clip: vec![
            ClipSource::Word(CLIP[0]),
            ClipSource::Plane(USER_PLANE),
            ClipSource::Word(CLIP[1]),
        ],
        cull: vec![CULL],
        viewport: Some(VIEWPORT),
        layer: Some(LAYER),
        ..VertexLayout::new(STRIDE, provoking)
    }
}

fn vertex() -> impl Strategy<Value = Words> {
    let w = prop_oneof![3 => 0.3f32..3.0, 1 => -3f32..3.0];
    let position = (-3f32..3.0, -3f32..3.0, -1f32..3.0, w);
    let distance = || prop_oneof![3 => 0f32..2.0, 1 => -2f32..2.0];
    let attributes = (-1f32..1.0, -1f32..1.0, -1f32..1.0);
    let numbers = (0..4u32, 0..5u32);
    let cull = prop_oneof![Just(1f32), Just(-1f32)];
    (position, attributes, distance(), distance(), cull, numbers).prop_map(
        |((x, y, z, w), (smooth, linear, flat), near, far, cull, (viewport, layer))| {
            let numbers = [viewport, layer].map(f32::from_bits);
            [
                x, y, z, w, smooth, linear, flat, near, far, cull, numbers[0], numbers[1],
            ]
        },
    )
}

/// The number in a word, if it is below `count`, else 0.
fn number(v: &Words, word: usize, count: u32) -> usize {
    match v[word].to_bits() {
        n if n < count => n as usize,
        _ => 0,
    }
}

/// Weights of the vertices where the ray through (x, y) of clip space with w = 1 meets
/// the triangle; `None` if it is seen edge on.
fn ray(v: &[Words; 3], x: f64, y: f64) -> Option<[f64; 3]> {
    let p = v.map(|v| [v[0], v[1], v[3]].map(f64::from));
    let cross = |a: [f64; 3], b: [f64; 3]| {
        [
            a[1] * b[2] - a[2] * b[1],
            a[2] * b[0] - a[0] * b[2],
            a[0] * b[1] - a[1] * b[0],
        ]
    };
    let dot = |a: [f64; 3], b: [f64; 3]| a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
    let det = dot(p[0], cross(p[1], p[2]));
    let weights = [(1, 2), (2, 0), (0, 1)].map(|(j, k)| dot(cross(p[j], p[k]), [x, y, 1.0]) / det);
    (det.abs() > 2e-2).then_some(weights)
}

/// The model's view of a pixel centre.
struct Seen {
    /// Positive inside the triangle and all half spaces; near 0 rounding decides.
    deep: f64,
    z: f64,
    smooth: f64,
    linear: f64,
}

fn seen(v: &[Words; 3], viewport: &Viewport, x: f64, y: f64) -> Option<Seen> {
    let [ox, oy, _] = viewport.offset.map(f64::from);
    let l = ray(v, (x - ox) / f64::from(HALF), (y - oy) / f64::from(HALF))?;
    let sum = |of: &dyn Fn(&Words) -> f64| l.iter().zip(v).map(|(l, v)| l * of(v)).sum::<f64>();
    let word = |word: usize| sum(&move |v: &Words| f64::from(v[word]));
    let plane = sum(&|v: &Words| {
        (0..4)
            .map(|i| f64::from(v[i]) * f64::from(USER_PLANE[i]))
            .sum()
    });
    let z = word(2);
    let depths = [z, 1.0 - z, word(CLIP[0]), word(CLIP[1]), plane];
    let deep = l
        .iter()
        .chain(&depths)
        .copied()
        .fold(f64::INFINITY, f64::min);
    Some(Seen {
        deep,
        z,
        smooth: word(SMOOTH) / l.iter().sum::<f64>(),
        linear: sum(&|v: &Words| f64::from(v[LINEAR]) * f64::from(v[3])),
    })
}

fn set_up(
    screen: &Screen,
    layout: &VertexLayout,
    vertices: &[Words],
    primitive: Primitive,
) -> PrimBlock {
    let words: Vec<f32> = vertices.iter().flatten().copied().collect();
    let mut prims = PrimBlock::default();
    let setup = Setup {
        screen,
        layout,
        vertices: &words,
    };
    setup.primitive(primitive, &mut prims);
    prims
}

/// The primitives that cover each pixel.
fn covering(prims: &PrimBlock) -> std::collections::HashMap<(i32, i32), Vec<&Prim>> {
    let mut all = std::collections::HashMap::new();
    for prim in &prims.list {
        prim.shape.walk(prim.bounds, |quad| {
            for i in (0..4).filter(|i| quad.coverage >> i & 1 != 0) {
                let pixel = (quad.x + (i & 1), quad.y + (i >> 1));
                all.entry(pixel).or_insert_with(Vec::new).push(prim);
            }
        });
    }
    all
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn triangles_are_those_of_homogeneous_coordinates(
        v in prop::array::uniform3(vertex()), provoking in select(vec![Provoking::First, Provoking::Last])
    ) {
        let screen = screen();
        let prims = set_up(&screen, &layout(provoking), &v, Primitive::Triangle([0, 1, 2]));
        prop_assert_eq!(prims.assembled, 1);
        let culled = v.iter().all(|v| v[CULL] < 0.0);
        let first = match provoking {
            Provoking::First => &v[0],
            Provoking::Last => &v[2],
        };
        let number = [number(first, VIEWPORT, 2), number(first, LAYER, 3)];
        let viewport = &screen.viewports[number[0]];
        let covering = covering(&prims);
        for prim in &prims.list {
            prop_assert_eq!([usize::from(prim.viewport), usize::from(prim.layer)], number);
            let whole = prim.bounds.intersect(&viewport.scissor);
            prop_assert_eq!(prim.bounds, whole);
        }
        for (x, y) in (0..90).flat_map(|x| (0..45).map(move |y| (x, y))) {
            let (px, py) = (f64::from(x) + 0.5, f64::from(y) + 0.5);
            let Some(here) = seen(&v, viewport, px, py) else { return Ok(()) };
            let s = viewport.scissor;
            let visible = (s.x0..s.x1).contains(&x) && (s.y0..s.y1).contains(&y);
            let drawn = covering.get(&(x, y)).map_or(&[][..], |all| &all[..]);
            prop_assert!(drawn.len() <= 1 || here.deep.abs() < 0.03, "covered twice");
            if !visible || culled {
                prop_assert!(drawn.is_empty());
                continue;
            }
            if here.deep.abs() < 0.03 {
                continue;
            }
            prop_assert_eq!(drawn.len(), usize::from(here.deep > 0.0), "{} {} {}", x, y, here.deep);
            let Some(prim) = drawn.first() else { continue };
            // Corners are rounded to 1/256 pixel: how far values change over a few.
            let near = [(0.02, 0.0), (-0.02, 0.0), (0.0, 0.02), (0.0, -0.02)]
                .map(|(dx, dy)| seen(&v, viewport, px + dx, py + dy));
            let within = |value: f64, of: &dyn Fn(&Seen) -> f64| {
                let change = near.iter().flatten().map(|n| (of(n) - of(&here)).abs());
                let allowed = 1e-3 + 2.0 * change.fold(0.0, f64::max);
                (value - of(&here)).abs() <= allowed
            };
            let (fx, fy) = (px as f32, py as f32);
            let scale = f64::from(viewport.scale[2]);
            let z = (f64::from(prim.z.at(fx, fy)) - f64::from(viewport.offset[2])) / scale;
            prop_assert!(within(z, &|s| s.z), "depth {} {}", z, here.z);
            let planes = &prims.planes[prim.planes as usize..];
            let w = 1.0 / prim.inv_w.at(fx, fy);
            let smooth = planes[0].perspective_at(fx, fy, w);
            prop_assert!(within(smooth.into(), &|s| s.smooth), "smooth {} {}", smooth, here.smooth);
            if v.iter().all(|v| v[3] > 0.0) {
                let linear = planes[1].at(fx, fy);
                prop_assert!(within(linear.into(), &|s| s.linear), "linear {} {}", linear, here.linear);
            }
            prop_assert_eq!(planes[2].c, first[FLAT]);
        }
    }

    /// Without clipping, exactly one of the two windings is culled by each cull mode.
    #[test]
    fn faces_are_culled_by_winding(
        at in prop::array::uniform3((-15i32..15, -15i32..15)), clockwise in any::<bool>(), counter_clockwise in any::<bool>()
    ) {
        let v = at.map(|(x, y)| {
            let mut v = [0.0; STRIDE];
            (v[0], v[1], v[2], v[3]) = (x as f32 / 16.0, y as f32 / 16.0, 0.5, 1.0);
            v
        });
        let screen = Screen { cull: Cull { clockwise, counter_clockwise }, ..screen() };
        let layout = VertexLayout::new(STRIDE, Provoking::First);
        let prims = set_up(&screen, &layout, &v, Primitive::Triangle([0, 1, 2]));
        let [a, b, c] = at;
        // With y downwards, a positive area is clockwise.
        let area = (b.0 - a.0) * (c.1 - a.1) - (b.1 - a.1) * (c.0 - a.0);
        let drawn = match area.signum() {
            1 => !clockwise,
            -1 => !counter_clockwise,
            _ => false,
        };
        prop_assert!(prims.list.len() <= usize::from(drawn));
        if drawn && covering(&prims).is_empty() {
            return Ok(());
        }
        prop_assert_eq!(prims.list.len(), usize::from(drawn));
        prop_assert!(prims.list.iter().all(|p| p.clockwise == (area > 0)));
    }

    /// Any words at all, and vertices that do not exist.
    #[test]
    fn hostile_vertices_do_not_panic(
        words in prop::collection::vec(any::<u32>(), 0..40),
        numbers in prop::array::uniform3(prop_oneof![0..4u32, any::<u32>()]),
        fill in select(vec![Fill::Solid, Fill::Lines, Fill::Points])
    ) {
        let words: Vec<f32> = words.into_iter().map(f32::from_bits).collect();
        let screen = Screen { fill, ..screen() };
        let layout = layout(Provoking::First);
        let setup = Setup { screen: &screen, layout: &layout, vertices: &words };
        let mut prims = PrimBlock::default();
        setup.primitive(Primitive::Triangle(numbers), &mut prims);
        setup.primitive(Primitive::Line([numbers[0], numbers[1]]), &mut prims);
        setup.primitive(Primitive::Point(numbers[2]), &mut prims);
        prop_assert_eq!(prims.assembled, 3);
        prop_assert_eq!(prims.planes.len(), 3 * prims.list.len());
    }
}

fn corner(x: f32, y: f32, z: f32) -> Words {
    let mut v = [0.0; STRIDE];
    (v[0], v[1], v[2], v[3]) = (x, y, z, 1.0);
    v[CULL] = 1.0;
    v
}

#[test]
fn lines_and_points_are_clipped_by_distances() {
    let screen = screen();
    let layout = layout(Provoking::Last);
    let (mut a, mut b) = (corner(-0.9, 0.0, 0.1), corner(0.9, 0.0, 0.1));
    (a[CLIP[0]], b[CLIP[0]]) = (-1.0, 1.0);
    let prims = set_up(&screen, &layout, &[a, b], Primitive::Line([0, 1]));
    assert_eq!(prims.list.len(), 1);
    // Half of the line from column 1.6 to 30.4, where the distance is positive.
    let columns: Vec<i32> = {
        let covering = covering(&prims);
        let mut columns: Vec<i32> = covering.keys().map(|(x, _)| *x).collect();
        columns.sort_unstable();
        columns
    };
    assert_eq!(columns, (16..30).collect::<Vec<i32>>());
    for (distance, drawn) in [(-0.5, 0), (0.0, 1), (0.5, 1), (f32::NAN, 0)] {
        a[CLIP[0]] = distance;
        let prims = set_up(&screen, &layout, &[a], Primitive::Point(0));
        assert_eq!(prims.list.len(), drawn, "{distance}");
    }
}

#[test]
fn edges_and_corners_of_triangles_are_drawn() {
    let v = [
        corner(-0.5, -0.5, 0.1),
        corner(0.5, -0.5, 0.1),
        corner(-0.5, 0.5, 0.1),
    ];
    let layout = VertexLayout::new(STRIDE, Provoking::First);
    for (fill, count) in [(Fill::Solid, 1), (Fill::Lines, 3), (Fill::Points, 3)] {
        let screen = Screen { fill, ..screen() };
        let prims = set_up(&screen, &layout, &v, Primitive::Triangle([0, 1, 2]));
        assert_eq!(prims.list.len(), count);
        let quads = prims
            .list
            .iter()
            .filter(|p| matches!(p.shape, Shape::Quad(_)));
        assert_eq!(quads.count(), if fill == Fill::Solid { 0 } else { 3 });
    }
}

#[test]
fn depth_bias_is_limited() {
    let v = [
        corner(-0.5, -0.5, 0.0),
        corner(0.5, -0.5, 1.0),
        corner(-0.5, 0.5, 0.0),
    ];
    let layout = VertexLayout::new(STRIDE, Provoking::First);
    let depth = |bias: Option<Bias>| {
        let screen = Screen { bias, ..screen() };
        let prims = set_up(&screen, &layout, &v, Primitive::Triangle([0, 1, 2]));
        prims.list[0].z.at(10.0, 10.0)
    };
    let bias = |factor: f32, constant: f32, clamp: f32| {
        let by = depth(Some(Bias {
            factor,
            constant,
            clamp,
        })) - depth(None);
        (by * 1000.0).round() / 1000.0
    };
    // The slope is 1/16 per pixel.
    assert_eq!(bias(2.0, 0.25, 0.0), 0.375);
    assert_eq!(bias(2.0, 0.25, 0.3), 0.3);
    assert_eq!(bias(2.0, 0.25, -0.3), 0.375);
    assert_eq!(bias(-2.0, -0.25, -0.3), -0.3);
}
