//! Jobs of Vivante GC.

use std::path::PathBuf;

use super::{area, root, run};

fn example(name: &str) -> PathBuf {
    root().join("examples/vivante").join(name)
}

/// The clear colour of the surfaces, [32, 48, 80].
const BLUE: [u8; 4] = [32, 48, 80, 255];
/// The initial memory contents of `fast-clear`.
const PURPLE: [u8; 4] = [96, 32, 128, 255];

/// From clip space, w = 1, to the 128 x 128 pixels of these jobs.
fn on_screen(x: f64, y: f64) -> (f64, f64) {
    (64.0 + 64.0 * x, 64.0 - 64.0 * y)
}

#[test]
fn the_triangle_is_its_corners_between_them() {
    let ran = run(&example("triangle"), &[]);
    let image = ran.image("frame");
    let drawn = ran.image("color");
    let [a, b, c] = [(0.0, 0.75), (-0.75, -0.75), (0.75, -0.75)].map(|(x, y)| on_screen(x, y));
    let whole = area(a, b, c);
    let mut inside = 0;
    for y in 0..128 {
        for x in 0..128 {
            let found = image.pixel(x, y);
            assert_eq!(found, drawn.pixel(x, y), "({x}, {y}) before the resolve");
            let p = (f64::from(x) + 0.5, f64::from(y) + 0.5);
            let parts = [area(b, c, p), area(c, a, p), area(a, b, p)].map(|v| v / whole);
            let least = parts.into_iter().fold(f64::INFINITY, f64::min);
            if least < 0.0 {
                assert_eq!(found, BLUE, "({x}, {y}) is outside");
            } else if least > 0.0 {
                inside += 1;
                for (found, part) in found.into_iter().zip(parts) {
                    let off = f64::from(found) - 255.0 * part;
                    assert!(
                        off.abs() < 0.51,
                        "({x}, {y}): {found}, not {}",
                        255.0 * part
                    );
                }
            }
        }
    }
    assert!(inside > 4500, "{inside}");
}

/// Rows of the matrix of `textured-cube`.
const MATRIX: [[f64; 4]; 4] = [
    [1.80213, 0.0, -1.26187, 0.0],
    [-0.59241, 1.94248, -0.84605, 0.0],
    [-0.84406, -0.78245, -1.20545, 2.16667],
    [-0.50644, -0.46947, -0.72327, 4.5],
];

type Vector = [f64; 3];

/// The faces of the cube: the normal, the directions of s and up, the colour.
const FACES: [(Vector, Vector, Vector, Vector); 6] = [
    (
        [0.0, 0.0, 1.0],
        [1.0, 0.0, 0.0],
        [0.0, 1.0, 0.0],
        [255.0, 255.0, 255.0],
    ),
    (
        [1.0, 0.0, 0.0],
        [0.0, 0.0, -1.0],
        [0.0, 1.0, 0.0],
        [255.0, 192.0, 128.0],
    ),
    (
        [0.0, 0.0, -1.0],
        [-1.0, 0.0, 0.0],
        [0.0, 1.0, 0.0],
        [128.0, 255.0, 128.0],
    ),
    (
        [-1.0, 0.0, 0.0],
        [0.0, 0.0, 1.0],
        [0.0, 1.0, 0.0],
        [128.0, 192.0, 255.0],
    ),
    (
        [0.0, 1.0, 0.0],
        [1.0, 0.0, 0.0],
        [0.0, 0.0, -1.0],
        [255.0, 255.0, 96.0],
    ),
    (
        [0.0, -1.0, 0.0],
        [1.0, 0.0, 0.0],
        [0.0, 0.0, 1.0],
        [255.0, 96.0, 255.0],
    ),
];

/// The point where the ray through (x, y) of clip space meets the plane of a
/// face: the coordinates on the face, from -1 to 1, and the depth.
fn meet(face: usize, x: f64, y: f64) -> ([f64; 2], f64) {
    let (out, s, up, _) = FACES[face];
    let dot = |row: [f64; 4], v: [f64; 3]| row[0] * v[0] + row[1] * v[1] + row[2] * v[2];
    // Row 0 minus x times row 3 is zero on the ray; likewise y.
    let mut lines = [[0.0; 3]; 2];
    for (i, at) in [x, y].into_iter().enumerate() {
        let row: [f64; 4] = std::array::from_fn(|k| MATRIX[i][k] - at * MATRIX[3][k]);
        lines[i] = [dot(row, s), dot(row, up), dot(row, out) + row[3]];
    }
    let [[a, b, c], [d, e, f]] = lines;
    let det = a * e - b * d;
    let (u, v) = ((b * f - c * e) / det, (c * d - a * f) / det);
    let point: [f64; 3] = std::array::from_fn(|k| out[k] + u * s[k] + v * up[k]);
    let z = dot(MATRIX[2], point) + MATRIX[2][3];
    let w = dot(MATRIX[3], point) + MATRIX[3][3];
    ([u, v], (z / w + 1.0) / 2.0)
}

/// The chessboard of `textured-cube` between texels.
fn chessboard(s: f64, t: f64) -> [f64; 3] {
    let (u, v) = (s * 32.0 - 0.5, t * 32.0 - 0.5);
    let texel = |x: f64, y: f64| {
        let square = |v: f64| (v.clamp(0.0, 31.0) / 8.0) as u32;
        match square(x) + square(y) {
            0 => [255.0, 64.0, 64.0],
            n if n % 2 == 1 => [144.0; 3],
            _ => [255.0; 3],
        }
    };
    let (fx, fy) = (u - u.floor(), v - v.floor());
    let mut sum = [0.0; 3];
    for (dx, wx) in [(0.0, 1.0 - fx), (1.0, fx)] {
        for (dy, wy) in [(0.0, 1.0 - fy), (1.0, fy)] {
            let texel = texel(u.floor() + dx, v.floor() + dy);
            (0..3).for_each(|c| sum[c] += texel[c] * wx * wy);
        }
    }
    sum
}

/// Every pixel by a ray, without vertices, triangles or planes.
#[test]
fn the_cube_is_what_a_ray_finds() {
    let ran = run(&example("textured-cube"), &[]);
    let (image, depths) = (ran.image("frame"), ran.image("depth"));
    let mut seen = [0; 6];
    let mut worst = 0.0f64;
    for y in 0..128 {
        for x in 0..128 {
            let (nx, ny) = ((f64::from(x) - 63.5) / 64.0, -(f64::from(y) - 63.5) / 64.0);
            let met = [0, 1, 2, 3, 4, 5].map(|face| meet(face, nx, ny));
            let reach = |(at, _): &([f64; 2], f64)| at[0].abs().max(at[1].abs());
            // Corners are snapped to the grid of the rasteriser.
            if met.iter().any(|m| (reach(m) - 1.0).abs() < 0.01) {
                continue;
            }
            let on = met.iter().enumerate().filter(|(_, m)| reach(m) < 1.0);
            let nearest = on.min_by(|a, b| a.1.1.total_cmp(&b.1.1));
            let found = image.pixel(x, y);
            let Some((face, &([u, v], z))) = nearest else {
                assert_eq!(found, BLUE, "({x}, {y})");
                continue;
            };
            seen[face] += 1;
            let texel = chessboard((u + 1.0) / 2.0, (1.0 - v) / 2.0);
            for c in 0..3 {
                let expected = texel[c] * FACES[face].3[c] / 255.0;
                let off = (f64::from(found[c]) - expected).abs();
                worst = worst.max(off);
                assert!(
                    off < 2.0,
                    "({x}, {y}) is {found:?}, not {expected} in channel {c}"
                );
            }
            let grey = f64::from(depths.pixel(x, y)[0]);
            assert!(
                (grey - 255.0 * z).abs() < 1.0,
                "({x}, {y}): depth {grey}, {z}"
            );
        }
    }
    // Three faces are visible.
    let [front, right, back, left, top, bottom] = seen;
    assert!(front > 2000 && right > 1000 && top > 1000, "{seen:?}");
    assert_eq!([back, left, bottom], [0; 3]);
    // With a smaller tolerance the test could not distinguish linear filtering
    // from none.
    assert!(worst > 0.1, "{worst}");
}

/// Number of the 64 bytes that a tile of 4 x 4 pixels takes, of a surface of 128 x 128 pixels that
/// is split across two pipes: the table of multi-supertiles in etna_viv's doc/hardware.md, as bits
/// of column and row.
fn multi_supertiled(column: u32, row: u32) -> u32 {
    let (x, y) = (|n: u32| column >> n & 1, |n: u32| row >> n & 1);
    let pipe = x(1) ^ y(0);
    let in_supertile =
        x(0) | y(1) << 1 | y(2) << 2 | y(0) << 3 | x(2) << 4 | x(3) << 5 | y(3) << 6 | y(4) << 7;
    pipe << 9 | x(4) << 8 | in_supertile
}

/// The 2 status bits of every tile agree with memory.
#[test]
fn fast_clear_leaves_memory_alone() {
    let ran = run(&example("fast-clear"), &[]);
    let [frame, memory, color, said] =
        ["frame", "memory", "color", "said"].map(|target| ran.image(target));
    let mut counts = [0; 2];
    for row in 0..32 {
        for column in 0..32 {
            let entry = multi_supertiled(column, row);
            let [r, g, b, a] = said.pixel(entry / 16 % 32, entry / 16 / 32);
            let word = u32::from_le_bytes([b, g, r, a]);
            let code = word >> (entry % 16 * 2) & 3;
            let mut tile = (0..16).map(|i| (column * 4 + i % 4, row * 4 + i / 4));
            let what = format!("tile ({column}, {row}) with code {code}");
            match code {
                0 => assert!(
                    tile.all(|(x, y)| memory.pixel(x, y) == frame.pixel(x, y)),
                    "{what}"
                ),
                1 => assert!(
                    tile.all(|(x, y)| (memory.pixel(x, y), frame.pixel(x, y)) == (PURPLE, BLUE)),
                    "{what}"
                ),
                _ => panic!("{what}"),
            }
            counts[code as usize] += 1;
        }
    }
    assert!(counts[0] > 200 && counts[1] > 600, "{counts:?}");
    // The resolve in place has filled the rest.
    let all = || (0..128).flat_map(|y| (0..128).map(move |x| (x, y)));
    assert!(all().all(|(x, y)| color.pixel(x, y) == frame.pixel(x, y)));
}

#[test]
fn every_layout_holds_the_image() {
    let ran = run(&example("layouts"), &[]);
    let expected = |x: u32, y: u32| {
        let red = if (x / 4 + y / 4) % 2 == 1 { 0x60 } else { 0 };
        // Nine bits of row and column, of which the highest is in the next channel.
        let word = y << 9 | x << 1 | red << 16;
        [(word >> 16) as u8, (word >> 8) as u8, word as u8, 255]
    };
    let all = || (0..128).flat_map(|y| (0..128).map(move |x| (x, y)));
    let mut sorted: Vec<_> = all().map(|(x, y)| expected(x, y)).collect();
    sorted.sort_unstable();
    for layout in [
        "tiled",
        "supertiled",
        "multi_tiled",
        "multi_supertiled",
        "result",
    ] {
        let image = ran.image(layout);
        for (x, y) in all() {
            assert_eq!(image.pixel(x, y), expected(x, y), "{layout} ({x}, {y})");
        }
        if layout == "result" {
            continue;
        }
        let memory = ran.image(&format!("{layout}_memory"));
        let mut pixels: Vec<_> = all().map(|(x, y)| memory.pixel(x, y)).collect();
        assert!(
            all().zip(&pixels).any(|((x, y), p)| *p != expected(x, y)),
            "{layout}"
        );
        pixels.sort_unstable();
        assert!(pixels == sorted, "{layout} has other pixels");
    }
}

/// Every sample is drawn where the registers say that it is, and pixels are their mean.
#[test]
fn multisampled_pixels_are_the_mean_of_four_samples() {
    let ran = run(&example("multisampling"), &[]);
    let (image, samples) = (ran.image("frame"), ran.image("samples"));
    let positions = [(6.0, 2.0), (14.0, 6.0), (2.0, 10.0), (10.0, 14.0)];
    // Corners are snapped to 1/256 pixel.
    let snap = |v: f64| (v * 256.0).round() / 256.0;
    let [a, b, c] = [(-0.1, 0.9), (-0.9, -0.7), (0.8, -0.3)].map(|(x, y)| {
        let (x, y) = on_screen(x, y);
        (snap(x), snap(y))
    });
    let whole = area(a, b, c);
    let mut levels = [0; 5];
    for y in 0..128 {
        for x in 0..128 {
            let mut covered = 0;
            for (i, (dx, dy)) in (0..).zip(positions) {
                let p = (f64::from(x) + dx / 16.0, f64::from(y) + dy / 16.0);
                let parts = [area(b, c, p), area(c, a, p), area(a, b, p)].map(|v| v / whole);
                let least = parts.into_iter().fold(f64::INFINITY, f64::min);
                let found = samples.pixel(2 * x + i % 2, 2 * y + i / 2);
                let white = found == [255; 4];
                assert!(
                    white || found == [0, 0, 0, 255],
                    "({x}, {y}) {i}: {found:?}"
                );
                assert!(
                    least == 0.0 || white == (least > 0.0),
                    "({x}, {y}) {i}: {least}"
                );
                covered += usize::from(white);
            }
            let level = (255.0 * covered as f64 / 4.0).round() as u8;
            assert_eq!(image.pixel(x, y), [level, level, level, 255], "({x}, {y})");
            levels[covered] += 1;
        }
    }
    assert!(levels.iter().all(|n| *n > 20), "{levels:?}");
}

/// Column, row, size; and whether it is a disc.
const POINTS: [(f64, f64, f64, bool); 12] = [
    (16.0, 16.0, 8.0, false),
    (40.0, 16.0, 8.0, false),
    (64.5, 16.5, 8.0, false),
    (8.0, 48.0, 1.0, false),
    (20.0, 48.0, 2.0, false),
    (32.5, 48.5, 5.0, false),
    (48.0, 48.0, 12.0, false),
    (72.0, 48.0, 20.0, false),
    (104.5, 48.5, 31.0, false),
    (24.0, 96.0, 40.0, true),
    (64.0, 96.0, 24.0, true),
    (104.0, 96.0, 45.0, true),
];

#[test]
fn points_are_squares_with_coordinates() {
    let image = run(&example("points"), &[]).image("frame");
    let mut seen = [0; 12];
    for y in 0..128 {
        for x in 0..128 {
            let found = image.pixel(x, y);
            let (px, py) = (f64::from(x) + 0.5, f64::from(y) + 0.5);
            let mut covered = None;
            let mut edge = false;
            for (n, &(cx, cy, size, disc)) in POINTS.iter().enumerate() {
                let (dx, dy) = ((px - cx) / size * 2.0, (py - cy) / size * 2.0);
                let far = dx.abs().max(dy.abs());
                let round = dx * dx + dy * dy;
                edge |= far == 1.0 || disc && (round - 1.0).abs() < 1e-5;
                if far < 1.0 && (!disc || round < 1.0) {
                    covered = Some((n, [dx, dy].map(|d| (d + 1.0) / 2.0 * 255.0)));
                }
            }
            match covered {
                _ if edge => {}
                None => assert_eq!(found, BLUE, "({x}, {y})"),
                Some((n, [s, t])) => {
                    seen[n] += 1;
                    let off = [(0, s), (1, t), (2, 63.75)].map(|(c, v)| f64::from(found[c]) - v);
                    assert!(
                        off.iter().all(|o| o.abs() < 0.51),
                        "({x}, {y}) {found:?} {s} {t}"
                    );
                }
            }
        }
    }
    for (n, (_, _, size, disc)) in POINTS.iter().enumerate() {
        let part = if *disc { 0.78 } else { 0.95 };
        let least = (part * size * size - 2.0 * size) as u32;
        assert!(seen[n] >= least, "point {n} has {} pixels", seen[n]);
    }
}

/// Each point is at the position given by its texel, with its colour.
#[test]
fn a_texture_moves_vertices() {
    let image = run(&example("vertex-texture"), &[]).image("frame");
    let mut seen = 0;
    for y in 0..128u32 {
        for x in 0..128u32 {
            let (px, py) = (f64::from(x) + 0.5, f64::from(y) + 0.5);
            // The column of points, and how far down its first one is.
            let column = x / 8;
            let wave = (column % 8).min(8 - column % 8);
            let down = py - (16.0 - 16.0 * f64::from(wave * 51) / 255.0);
            let across = px - f64::from(column * 8 + 4);
            let row = (down / 6.0).round();
            let found = image.pixel(x, y);
            if (down - row * 6.0).abs() > 2.99 {
                continue;
            }
            if across.abs() < 3.0 && (0.0..16.0).contains(&row) {
                seen += 1;
                let want = [wave as u8 * 51, row as u8 * 16, 64, 255];
                assert_eq!(found, want, "({x}, {y})");
            } else {
                assert_eq!(found, BLUE, "({x}, {y})");
            }
        }
    }
    assert!(seen > 8000, "{seen}");
}
