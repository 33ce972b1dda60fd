//! Jobs of VideoCore IV.

use std::path::PathBuf;

use tilescope_capture::Job;

use super::{area, bilinear, names, read_image, root, run, scratch};

fn example(name: &str) -> PathBuf {
    root().join("examples/vc4").join(name)
}

/// The bytes of a buffer of a job.
fn buffer(job: &str, name: &str) -> Vec<u8> {
    let job = Job::load(&example(job), tilescope_families::ALL).unwrap();
    let mut buffers = job.buffers.into_iter();
    buffers.find(|b| b.name == name).unwrap().bytes
}

fn words(bytes: &[u8]) -> Vec<u32> {
    let word = |b: &[u8]| u32::from_le_bytes(b.try_into().unwrap());
    bytes.chunks_exact(4).map(word).collect()
}

/// The order of tiles in the rendering list does not change the image.
#[test]
fn tile_order_changes_nothing() {
    let mut shuffled = 0;
    for name in names("vc4") {
        let from = example(&name);
        let Ok(list) = std::fs::read_to_string(from.join("render.cl")) else {
            continue;
        };
        let to = scratch();
        std::fs::create_dir_all(&to).unwrap();
        for e in std::fs::read_dir(&from).unwrap().flatten() {
            std::fs::copy(e.path(), to.join(e.file_name())).unwrap();
        }
        std::fs::write(to.join("render.cl"), shuffle(&list)).unwrap();
        let (straight, other) = (run(&from, &[]), run(&to, &[]));
        assert!(straight.files() == other.files(), "{name}");
        shuffled += 1;
    }
    assert!(shuffled >= 8, "{shuffled}");
}

/// A rendering list with its tiles in another order: rows from the last to the
/// first, and in each row with a stride of about three columns, modulo the
/// width.
fn shuffle(list: &str) -> String {
    let count = |axis: &str| -> u32 {
        let start = format!(".for {axis} in 0..");
        let rest = list.split_once(&start).expect("a loop over tiles").1;
        rest[..rest.find(' ').unwrap()].parse().unwrap()
    };
    let (w, h) = (count("x"), count("y"));
    let step = (2..w)
        .find(|s| w % s != 0 && (2..=*s).all(|d| w % d != 0 || s % d != 0))
        .unwrap_or(1);
    let swap = |text: String, from: String, to: String| {
        assert!(text.contains(&from), "{from} in\n{list}");
        text.replacen(&from, &to, 1)
    };
    let text = swap(
        list.to_owned(),
        format!(".for y in 0..{h} {{"),
        format!(".for j in 0..{h} {{ .set y = {h} - 1 - j"),
    );
    let text = swap(
        text,
        format!(".for x in 0..{w} {{"),
        format!(".for i in 0..{w} {{ .set x = ({w} - 1 - i) * {step} % {w}"),
    );
    // The first tile waits for the binner, unless the host has.
    let text = text.replacen(".if x + y == 0", ".if i + j == 0", 1);
    swap(
        text,
        format!(".if x == {} && y == {}", w - 1, h - 1),
        format!(".if i == {} && j == {}", w - 1, h - 1),
    )
}

/// Words of the shaders as in the seed document of this project; the fragment
/// shader's as in the demo asurati/x03 d51. Interrupts, memory and record are
/// as its author observed on a Raspberry Pi. source: hardware
mod gl_triangle {
    use super::*;

    const COORDINATE: [u32; 46] = [
        0x00701a00, 0xe0020c67, 0x009e7000, 0x100009e7, 0x009e7000, 0x100009e7, 0x009e7000,
        0x100009e7, 0x15c00dc0, 0xd0020027, 0x15c00dc0, 0xd0020067, 0x15c00dc0, 0xd00200a7,
        0x15c00dc0, 0xd00200e7, 0x15c00dc0, 0xd0020127, 0x15c00dc0, 0xd0020167, 0x15c00dc0,
        0xd00201a7, 0x00001a00, 0xe0021c67, 0x15027d80, 0x10020c27, 0x15067d80, 0x10020c27,
        0x150a7d80, 0x10020c27, 0x150e7d80, 0x10020c27, 0x15127d80, 0x10020c27, 0x15167d80,
        0x10020c27, 0x151a7d80, 0x10020c27, 0x159c1fc0, 0xd00209a7, 0x009e7000, 0x300009e7,
        0x009e7000, 0x100009e7, 0x009e7000, 0x100009e7,
    ];
    const VERTEX: [u32; 42] = [
        0x00601a00, 0xe0020c67, 0x009e7000, 0x100009e7, 0x009e7000, 0x100009e7, 0x009e7000,
        0x100009e7, 0x15c00dc0, 0xd0020027, 0x15c00dc0, 0xd0020067, 0x15c00dc0, 0xd00200a7,
        0x15c00dc0, 0xd00200e7, 0x15c00dc0, 0xd0020127, 0x15c00dc0, 0xd0020167, 0x00001a00,
        0xe0021c67, 0x15027d80, 0x10020c27, 0x15067d80, 0x10020c27, 0x150a7d80, 0x10020c27,
        0x150e7d80, 0x10020c27, 0x15127d80, 0x10020c27, 0x15167d80, 0x10020c27, 0x159c1fc0,
        0xd00209a7, 0x009e7000, 0x300009e7, 0x009e7000, 0x100009e7, 0x009e7000, 0x100009e7,
    ];
    const FRAGMENT: [u32; 30] = [
        0x203e303e, 0x100049e0, 0x019e7140, 0x10020827, 0x203e303e, 0x100049e1, 0x019e7340,
        0x10020867, 0x203e303e, 0x100049e2, 0x019e7540, 0x100208a7, 0xff000000, 0xe00208e7,
        0x209e0007, 0xd16049e3, 0x209e000f, 0xd15049e3, 0x209e0017, 0xd14049e3, 0x159e76c0,
        0x50020ba7, 0x159c1fc0, 0xd00209a7, 0x009e7000, 0x300009e7, 0x009e7000, 0x100009e7,
        0x009e7000, 0x100009e7,
    ];
    const RECORD: [u8; 52] = [
        0x05, 0x00, 0x00, 0x03, 0xb0, 0x05, 0x41, 0x40, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02,
        0x18, 0x58, 0x07, 0x41, 0x40, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x01, 0x1c, 0x28, 0x06,
        0x41, 0x40, 0x00, 0x00, 0x00, 0x00, 0xe0, 0x06, 0x41, 0x40, 0x1b, 0x28, 0x00, 0x00, 0xf0,
        0x06, 0x41, 0x40, 0x17, 0x28, 0x00, 0x00,
    ];

    #[test]
    fn texts_become_the_published_words() {
        for (name, expected) in [
            ("cs", COORDINATE.as_slice()),
            ("vs", &VERTEX),
            ("fs", &FRAGMENT),
        ] {
            assert_eq!(words(&buffer("gl-triangle", name)), expected, "{name}");
        }
        assert_eq!(buffer("gl-triangle", "shader_record"), RECORD);
        // GL_SHADER_STATE: two attribute arrays in the low bits of the address.
        let bin = buffer("gl-triangle", "bin");
        let state = [0x40, 0x02, 0x15, 0x44, 0x40];
        assert!(bin.windows(5).any(|w| w == state), "{bin:02x?}");
    }

    #[test]
    fn it_matches_the_board() {
        let ran = run(&example("gl-triangle"), &["--dump", "vpm"]);
        let raised: Vec<_> = ran.report["interrupts"]
            .as_array()
            .unwrap()
            .iter()
            .map(|i| {
                let by = i["by"].as_str().unwrap();
                (
                    i["name"].as_str().unwrap(),
                    by.split(" on ").next().unwrap(),
                )
            })
            .collect();
        assert_eq!(
            raised,
            [
                ("host interrupt", "coordinate shader"),
                ("binning done", "PTB"),
                ("host interrupt", "vertex shader"),
                ("host interrupt", "fragment shader"),
                ("rendering done", "TLB"),
            ]
        );
        let dump = std::fs::read_to_string(ran.out.join("vpm.txt")).unwrap();
        let coordinate = dump.split("\n\n").next().unwrap();
        let rows: Vec<_> = coordinate
            .lines()
            .filter(|l| l.starts_with('['))
            .map(|l| l.split_whitespace().skip(1 + 4).take(3).collect::<Vec<_>>())
            .collect();
        let labels: Vec<_> = coordinate
            .lines()
            .filter(|l| l.starts_with('['))
            .filter_map(|l| l.split_whitespace().next())
            .collect();
        let published = (0x44..=0x4a).chain(0x54..=0x5a);
        let published: Vec<_> = published.map(|row| format!("[{row:#04x}]")).collect();
        assert_eq!(labels, published);
        let seven = [
            ["00000000", "c0200000", "40200000"],
            ["40555555", "c0555555", "c0555555"],
            ["40600000", "40600000", "40600000"],
            ["40800000", "40800000", "40800000"],
            ["f3870000", "0c79f385", "0c790c7b"],
            ["3f70a3d7", "3f70a3d7", "3f70a3d7"],
            ["3e800000", "3e800000", "3e800000"],
        ];
        assert_eq!(rows[..7], seven, "what came in");
        assert_eq!(rows[7..], seven, "what went out");

        let image = ran.image("framebuffer");
        assert_eq!((image.width, image.height), (640, 480));
        for (x, y) in [(0, 0), (639, 0), (0, 479), (639, 479)] {
            assert_eq!(image.pixel(x, y), [255, 255, 0, 255]);
        }
        let near = |x, y, color: [u8; 3], tolerance| {
            let p = image.pixel(x, y);
            let off = (0..3).map(|c| p[c].abs_diff(color[c])).max();
            assert!(off <= Some(tolerance), "({x}, {y}) is {p:?}");
        };
        near(320, 43, [255, 0, 0], 6);
        near(124, 437, [0, 255, 0], 8);
        near(515, 437, [0, 0, 255], 8);
        near(320, 240, [127, 64, 64], 2);
    }

    /// Three paths to the same vertices.
    #[test]
    fn its_image_equals_nv_triangle_and_matrix() {
        let gl = run(&example("gl-triangle"), &[]).files();
        for other in ["nv-triangle", "matrix"] {
            assert!(run(&example(other), &[]).files() == gl, "{other}");
        }
    }
}

#[test]
fn msaa_pixels_are_the_mean_of_four_samples() {
    let image = run(&example("msaa"), &[]).image("framebuffer");
    let positions = tilescope_vc4::quirks::Quirks::default().sample_positions;
    let corner = |x: i32, y: i32| (f64::from(x) / 16.0 + 80.0, f64::from(y) / 16.0 + 64.0);
    let [a, b, c] = [corner(-100, -700), corner(-900, 500), corner(1000, 680)];
    let whole = area(a, b, c);
    let mut levels = [0; 5];
    for y in 0..image.height {
        for x in 0..image.width {
            let (mut inside, mut edge) = (0, 0);
            for (sx, sy) in positions {
                let at = |v: u32, s: i32| f64::from(v) + f64::from(s) / 16.0;
                let p = (at(x, sx), at(y, sy));
                let sides = [area(a, b, p), area(b, c, p), area(c, a, p)].map(|s| s / whole);
                let least = sides.into_iter().fold(f64::INFINITY, f64::min);
                inside += usize::from(least > 0.0);
                edge += usize::from(least == 0.0);
            }
            let level = |n: usize| (255.0 * n as f64 / 4.0).round() as u8;
            let p = image.pixel(x, y);
            let n = (inside..=inside + edge).find(|n| p[..3] == [level(*n); 3]);
            let n = n.unwrap_or_else(|| panic!("({x}, {y}) is {p:?}, and {inside} samples are in"));
            levels[n] += 1;
        }
    }
    assert!(levels.iter().all(|n| *n > 30), "{levels:?}");
}

/// The number of crossings of a ray to the right with the outline decides, as
/// in the even-odd rule of any 2D renderer.
#[test]
fn stencil_fills_even_odd() {
    let image = run(&example("stencil"), &[]).image("framebuffer");
    let corner = |(x, y): (i32, i32)| (f64::from(x) / 16.0 + 64.0, f64::from(y) / 16.0 + 64.0);
    let star = [
        (0, -896),
        (527, 725),
        (-852, -277),
        (852, -277),
        (-527, 725),
    ]
    .map(corner);
    let mut filled = 0;
    for y in 0..image.height {
        for x in 0..image.width {
            let p = (f64::from(x) + 0.5, f64::from(y) + 0.5);
            let mut odd = false;
            for i in 0..5 {
                let (a, b) = (star[i], star[(i + 1) % 5]);
                let at = a.0 + (p.1 - a.1) / (b.1 - a.1) * (b.0 - a.0);
                if (a.1 > p.1) != (b.1 > p.1) && at > p.0 {
                    odd = !odd;
                }
            }
            let drawn = image.pixel(x, y) != [32, 48, 80, 255];
            assert_eq!(drawn, odd, "({x}, {y})");
            filled += u32::from(odd);
        }
    }
    assert!(filled > 2000, "{filled}");
}

/// The wall of `textured`, corner by corner: x, y, z of the eye, s and t.
const WALL: [[f64; 5]; 4] = [
    [-1.0, 0.8, -2.0, 0.0, 0.0],
    [-1.0, -0.8, -2.0, 0.0, 1.0],
    [2.25, 0.8, -5.0, 1.0, 0.0],
    [2.25, -0.8, -5.0, 1.0, 1.0],
];

/// The exact product of two binary32 as FMUL rounds it: towards zero, to 24 bits.
fn cut(product: f64) -> f64 {
    f64::from_bits(product.to_bits() & !0x1fff_ffff)
}

#[test]
fn textured_is_right_in_perspective() {
    let image = run(&example("textured"), &[]).image("framebuffer");
    let bricks = read_image(&example("textured").join("bricks.png"));
    // Screen positions are truncated to 1/16 pixel, as the shaders do, after products that
    // are rounded towards zero.
    let corners = WALL.map(|[x, y, z, s, t]| {
        let w = -z;
        let on_screen = |clip: f64, scale: f64| {
            let reciprocal = f64::from((1.0 / w) as f32);
            cut(cut(clip * reciprocal) * scale).trunc() / 16.0
        };
        let sx = on_screen(cut(x * 1.5), 2560.0) + 160.0;
        let sy = on_screen(cut(f64::from(y as f32) * 2.0), -1920.0) + 120.0;
        ((sx, sy), w, s, t)
    });
    let triangles = [[0, 1, 2], [2, 1, 3]];
    let (mut seen, mut worst) = (0, 0.0f64);
    for y in 0..image.height {
        for x in 0..image.width {
            let p = (f64::from(x) + 0.5, f64::from(y) + 0.5);
            let found = image.pixel(x, y);
            let mut inside = false;
            let mut edge = false;
            for t in triangles {
                let [a, b, c] = t.map(|i| corners[i]);
                let whole = area(a.0, b.0, c.0);
                let parts = [area(b.0, c.0, p), area(c.0, a.0, p), area(a.0, b.0, p)];
                let parts = parts.map(|v| v / whole);
                let least = parts.into_iter().fold(f64::INFINITY, f64::min);
                edge |= least.abs() < 1e-9;
                if least < 0.0 {
                    continue;
                }
                inside = true;
                let over_w = |v: [f64; 3]| -> f64 {
                    (0..3).map(|i| parts[i] * v[i] / [a.1, b.1, c.1][i]).sum()
                };
                let one = over_w([1.0; 3]);
                let (s, t) = (over_w([a.2, b.2, c.2]) / one, over_w([a.3, b.3, c.3]) / one);
                let expected = bilinear(&bricks, s, t);
                for c in 0..3 {
                    let off = (f64::from(found[c]) - expected[c]).abs();
                    worst = worst.max(off);
                    // Filter weights have eight bits: two roundings of up to
                    // 255/256 and the rounding of the result.
                    assert!(off < 2.0, "({x}, {y}) is {found:?}, not {expected:?}");
                }
                seen += 1;
                break;
            }
            if !inside && !edge {
                assert_eq!(found, [32, 48, 80, 255], "({x}, {y}) is outside the wall");
            }
        }
    }
    assert!(seen > 25_000, "{seen}");
    // With a smaller tolerance the test could not distinguish bilinear
    // filtering from none.
    assert!(worst > 0.1, "{worst}");
}
