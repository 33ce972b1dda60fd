//! Jobs of Mali Midgard.

use std::path::PathBuf;

use super::{area, root, run};

fn example(name: &str) -> PathBuf {
    root().join("examples/midgard").join(name)
}

/// The clear colour of `triangle`, `modes` and `dependency`.
const BLUE: [u8; 4] = [32, 48, 80, 255];

#[test]
fn the_triangle_is_its_corners_between_them() {
    let image = run(&example("triangle"), &[]).image("frame");
    let [a, b, c] = [(200.0, 30.0), (50.0, 210.0), (350.0, 210.0)];
    let whole = area(a, b, c);
    let mut inside = 0;
    for y in 0..240 {
        for x in 0..400 {
            let found = image.pixel(x, y);
            let p = (f64::from(x) + 0.5, f64::from(y) + 0.5);
            let parts = [area(b, c, p), area(c, a, p), area(a, b, p)].map(|v| v / whole);
            if parts.iter().any(|v| *v < 0.0) {
                assert_eq!(found, BLUE, "({x}, {y}) is outside");
                continue;
            }
            inside += 1;
            for (found, part) in found.into_iter().zip(parts) {
                let off = f64::from(found) - 255.0 * part;
                assert!(off.abs() < 0.51, "({x}, {y}): {found}, {part}");
            }
        }
    }
    assert_eq!(inside, 27_000);
}

type Point = (f64, f64);

/// Whether a point is inside of a triangle of either winding.
fn inside([a, b, c]: [Point; 3], p: Point) -> bool {
    let areas = [area(a, b, p), area(b, c, p), area(c, a, p)];
    areas.iter().all(|v| *v > 0.0) || areas.iter().all(|v| *v < 0.0)
}

/// The positions after a label of `positions.txt`.
fn positions(job: &str, label: &str) -> Vec<Point> {
    let text = std::fs::read_to_string(example(job).join("positions.txt")).unwrap();
    let lines = text.lines().skip_while(|l| *l != format!("{label}:"));
    let lines = lines.skip(1).take_while(|l| l.starts_with("f32"));
    let numbers = |l: &str| -> Vec<f64> {
        let words = l.split(' ').skip(1);
        words.map(|w| w.parse().unwrap()).collect()
    };
    lines.map(numbers).map(|n| (n[0], n[1])).collect()
}

#[test]
fn each_mode_draws_its_shapes() {
    let image = run(&example("modes"), &[]).image("frame");
    let of = |label| positions("modes", label);
    let [points, lines, triangles, strip, fan] =
        ["points", "lines", "triangles", "strip", "fan"].map(of);
    let near = |p: Point, q: Point, x, y| (p.0 - q.0).abs() < x && (p.1 - q.1).abs() < y;
    let middle = |l: &[Point]| ((l[0].0 + l[1].0) / 2.0, (l[0].1 + l[1].1) / 2.0);
    let half = |l: &[Point]| ((l[1].0 - l[0].0) / 2.0, (l[1].1 - l[0].1) / 2.0);
    let mut counts = [0; 5];
    for y in 0..96 {
        for x in 0..160 {
            let p = (f64::from(x) + 0.5, f64::from(y) + 0.5);
            let on_line = |l: &[Point]| near(p, middle(l), half(l).0.max(2.0), half(l).1.max(2.0));
            let of = |i: usize, all: &[Point]| inside([all[i], all[i + 1], all[i + 2]], p);
            let around = |i: usize| inside([fan[0], fan[i], fan[i + 1]], p);
            let shapes = [
                points.iter().any(|q| near(p, *q, 4.0, 4.0)),
                lines.chunks(2).any(on_line),
                of(0, &triangles) || of(3, &triangles),
                (0..3).any(|i| of(i, &strip)),
                (1..4).any(around),
            ];
            let colours = [
                [255, 255, 0, 255],
                [255, 0, 255, 255],
                [255, 0, 0, 255],
                [0, 255, 0, 255],
                [0, 255, 255, 255],
            ];
            let expected = match shapes.iter().position(|s| *s) {
                Some(shape) => {
                    counts[shape] += 1;
                    colours[shape]
                }
                None => BLUE,
            };
            assert_eq!(image.pixel(x, y), expected, "({x}, {y})");
        }
    }
    assert_eq!(counts[..2], [192, 384]);
    assert!(counts[2..].iter().all(|n| *n > 700), "{counts:?}");
}

#[test]
fn a_pixel_is_the_mean_of_its_samples() {
    let image = run(&example("multisampling"), &[]).image("frame");
    let corners = positions("multisampling", "triangle");
    let mut counts = [0; 5];
    for y in 0..96 {
        for x in 0..128 {
            let samples = [(6, 2), (14, 6), (2, 10), (10, 14)];
            let place = |(i, j)| {
                let at = |n: u32, sixteenths: i32| f64::from(n) + f64::from(sixteenths) / 16.0;
                (at(x, i), at(y, j))
            };
            let of = |p| inside([corners[0], corners[1], corners[2]], p);
            let covered = samples.into_iter().filter(|s| of(place(*s))).count();
            counts[covered] += 1;
            let expected = 255.0 * covered as f64 / 4.0;
            let found = image.pixel(x, y)[0];
            assert!(
                (f64::from(found) - expected).abs() <= 0.5,
                "({x}, {y}): {found}"
            );
        }
    }
    assert!(counts.iter().all(|n| *n > 20), "{counts:?}");
}
