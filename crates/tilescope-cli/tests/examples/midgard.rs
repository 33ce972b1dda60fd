//! Jobs of Mali Midgard.

use std::path::PathBuf;

use super::{area, root, run, scratch};

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

/// A shader whose red and green are the low and the high byte of the mask of covered samples.
const MASK: &str = "
ldst
    LD_SPECIAL.u32 R0.x~~~, 0.x + 0x60 {swizzle=0x0}
alu
    vadd.LSR.i32 R0.y, R0.x, #8 {swizzle1=0x0}
    lut.MOV.i32 R0.zw, TMP0.xx, #0 {swizzle1=0x0}
alu
    sadd.AND.i32 R0.x, R0.x, CONST.x
    uconstants 0xff, 0x0, 0x0, 0x0
alu
    sadd.U2F.f32 R0.x, R0.x, #0
alu
    sadd.U2F.f32 R0.y, R0.y, #0
alu
    vmul.FMUL.f32 R0, R0, CONST.xxxx
    uconstants 0x3b808081, 0x0, 0x0, 0x0
aluw
    vmul.FMOV.f32 R0, TMP0.xxxx, R0
    vadd.ADD.i32 R1.w, PC_SP.x, #0
    brx.write.always +0 -> aluw/8
";

/// Mesa draws smooth lines like this: a shader counts the samples that are covered.
#[test]
fn pixels_are_covered_by_more_samples_than_are_stored() {
    let job = scratch();
    std::fs::create_dir_all(&job).unwrap();
    for file in std::fs::read_dir(example("multisampling")).unwrap() {
        let file = file.unwrap();
        std::fs::copy(file.path(), job.join(file.file_name())).unwrap();
    }
    let edit = |file: &str, edits: &[(&str, &str)]| {
        let mut text = std::fs::read_to_string(job.join(file)).unwrap();
        for (from, to) in edits {
            assert!(text.contains(from), "{file}: {from}");
            text = text.replace(from, to);
        }
        std::fs::write(job.join(file), text).unwrap();
    };
    let samples = "sample_count=1, sample_pattern=D3D_16X_GRID";
    edit(
        "framebuffer.jobs",
        &[
            ("sample_count=4, sample_pattern=ROTATED_4X_GRID", samples),
            ("writeback_msaa=AVERAGE", "writeback_msaa=SINGLE"),
        ],
    );
    edit("state.jobs", &[("@fs + 13", "@fs + 5")]);
    let description = std::fs::read_to_string(job.join("job.toml")).unwrap();
    // Without the image.
    let (before, _) = description.split_once("# Computed").unwrap();
    std::fs::write(job.join("job.toml"), before).unwrap();
    std::fs::write(job.join("fs.masm"), MASK).unwrap();
    let image = run(&job, &[]).image("frame");
    let corners = positions("multisampling", "triangle");
    // Mesa pan_samples.c, in sixteenths of a pixel from its centre.
    let grid = [
        (1, 1),
        (-1, -3),
        (-3, 2),
        (4, -1),
        (-5, -2),
        (2, 5),
        (5, 3),
        (3, -5),
        (-2, 6),
        (0, -7),
        (-4, -6),
        (-6, 4),
        (-8, 0),
        (7, -4),
        (6, 7),
        (-7, -8),
    ];
    let mut parts = 0;
    for y in 0..96 {
        for x in 0..128 {
            let at = |n: u32, sixteenths: i32| f64::from(n) + f64::from(8 + sixteenths) / 16.0;
            // Samples on an edge may be covered or not.
            let mask = |is: fn(f64) -> bool| {
                (0..).zip(grid).fold(0u16, |mask, (n, (i, j))| {
                    let p = (at(x, i), at(y, j));
                    let sides =
                        [(0, 1), (1, 2), (2, 0)].map(|(k, l)| area(corners[k], corners[l], p));
                    let turn = area(corners[0], corners[1], corners[2]).signum();
                    mask | u16::from(sides.iter().all(|side| is(side * turn))) << n
                })
            };
            let (mask, touched) = (mask(|side| side > 0.0), mask(|side| side >= 0.0));
            let [red, green, rest @ ..] = image.pixel(x, y);
            let found = match rest {
                [0, 255] => 0,
                _ => u16::from_le_bytes([red, green]),
            };
            parts += u32::from(!matches!(mask, 0 | 0xffff));
            assert_eq!(found & !touched, 0, "({x}, {y}): {found:#x}");
            assert_eq!(found & mask, mask, "({x}, {y}): {found:#x}");
        }
    }
    assert!(parts > 200, "{parts}");
}
