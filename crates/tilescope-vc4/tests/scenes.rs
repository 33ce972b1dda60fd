//! Random small frames: the image does not depend on the form of the lists or the
//! execution mode, and equals that of a simple renderer in double precision.

#[path = "properties/scene.rs"]
#[expect(dead_code, reason = "shared with the other properties")]
mod scene;
#[path = "properties/source.rs"]
#[expect(dead_code, reason = "shared with the other properties")]
mod source;

use scene::{Draw, Image, Lists, Order, Paint, Ran, Scene, Tame, Variant, Vertex, Windows, config};
use source::{Bytes, repeat};
use tilescope_core::{Fuel, Serial, Status, Workers};
use tilescope_vc4::packets::{CompareFunc, FrameFormat, MemoryFormat, PrimitiveMode};
use tilescope_vc4::qpu::ExecMode;

/// New threads for every call, tasks from the last to the first.
struct Threads(usize);

impl Workers for Threads {
    fn threads(&self) -> usize {
        self.0
    }

    fn run(&self, count: usize, task: &(dyn Fn(usize) + Sync)) {
        std::thread::scope(|s| {
            for t in 0..self.0 {
                s.spawn(move || (t..count).step_by(self.0).rev().for_each(task));
            }
        });
    }
}

fn run(image: &Image, mode: ExecMode, workers: &dyn Workers) -> Ran {
    image.run(mode, workers, Fuel::DEFAULT)
}

/// Frame, dump of every sample and status.
fn result_of(image: &Image, ran: &Ran) -> (Vec<u8>, Vec<u8>, Status) {
    (
        ran.bytes(image.buffer("frame")),
        ran.bytes(image.buffer("dump")),
        ran.outcome.status.clone(),
    )
}

fn same(a: &(Vec<u8>, Vec<u8>, Status), b: &(Vec<u8>, Vec<u8>, Status), what: &str, scene: &Scene) {
    let differs = a.1.iter().zip(&b.1).position(|(a, b)| a != b);
    assert_eq!(a.2, b.2, "{what}: {scene:?}");
    assert_eq!(differs, None, "dump, {what}: {scene:?}");
    assert!(a.0 == b.0, "frame, {what}: {scene:?}");
}

fn of(data: &[u8], tame: Tame) -> Scene {
    Scene::random(&mut Bytes::new(data), tame)
}

#[test]
fn modes_and_threads_give_identical_bytes() {
    // Valid: something was drawn.
    let drawn = repeat(24, 2000, |data| {
        let scene = of(data, Tame::No);
        let image = scene.image(&Variant::PLAIN);
        let normal = run(&image, ExecMode::Normal, &Serial);
        let a = result_of(&image, &normal);
        assert_eq!(a.2, Status::Done, "{scene:?}");
        let reference = run(&image, ExecMode::Reference, &Serial);
        same(&a, &result_of(&image, &reference), "reference", &scene);
        assert_eq!(normal.outcome.counters, reference.outcome.counters);
        assert_eq!(normal.observer.findings, reference.observer.findings);
        for n in [2, 4] {
            let threads = run(&image, ExecMode::Normal, &Threads(n));
            same(&a, &result_of(&image, &threads), "threads", &scene);
            assert_eq!(normal.outcome.counters, threads.outcome.counters);
            assert_eq!(normal.observer.findings, threads.observer.findings);
            assert_eq!(normal.fuel, threads.fuel);
        }
        normal.outcome.counters.get("fragments") > 0
    });
    drawn.assert_percent(66..=100);
}

fn variants_agree(
    cases: u64,
    tame: Tame,
    variants: impl Fn(&Scene) -> Vec<(&'static str, Variant)>,
) {
    repeat(cases, 2000, |data| {
        let scene = of(data, tame);
        let plain = scene.image(&Variant::PLAIN);
        let a = result_of(&plain, &run(&plain, ExecMode::Normal, &Serial));
        assert_eq!(a.2, Status::Done, "{scene:?}");
        for (what, v) in variants(&scene) {
            let image = scene.image(&v);
            let b = result_of(&image, &run(&image, ExecMode::Normal, &Serial));
            same(&a, &b, what, &scene);
        }
        true
    });
}

#[test]
fn tile_order_does_not_matter() {
    variants_agree(24, Tame::No, |_| {
        [Order::Reversed, Order::Shuffled]
            .map(|order| {
                let v = Variant {
                    order,
                    ..Variant::PLAIN
                };
                ("order", v)
            })
            .to_vec()
    });
}

#[test]
fn block_sizes_of_tile_lists_do_not_matter() {
    variants_agree(16, Tame::No, |_| {
        [(32, 32), (64, 32), (128, 64), (256, 256)]
            .map(|blocks| {
                let v = Variant {
                    blocks,
                    ..Variant::PLAIN
                };
                ("blocks", v)
            })
            .to_vec()
    });
}

#[test]
fn tile_lists_equal_direct_draws() {
    variants_agree(32, Tame::Yes, |_| {
        let v = Variant {
            lists: Lists::Direct,
            ..Variant::PLAIN
        };
        vec![("direct", v)]
    });
}

#[test]
fn splitting_the_clip_window_changes_nothing() {
    variants_agree(32, Tame::No, |scene| {
        [1, scene.width / 3 + 1, scene.width / 2 * 2, 64]
            .map(|at| {
                let v = Variant {
                    windows: Windows::Split(at),
                    ..Variant::PLAIN
                };
                ("split", v)
            })
            .to_vec()
    });
}

/// A frame of flat or perspective triangles, with or without depth.
fn simple(data: &[u8]) -> Scene {
    let bytes = &mut Bytes::new(data);
    let (width, height) = (1 + bytes.below(100) as u16, 1 + bytes.below(100) as u16);
    let mut config = config();
    config.z_update = true;
    config.depth_func = bytes.pick(&[CompareFunc::Less, CompareFunc::Gequal, CompareFunc::Always]);
    let flat = bytes.once_in(3);
    let count = 3 * (1 + bytes.below(6));
    let vertices = (0..count).map(|_| {
        let w = bytes.between(0.5, 6.0);
        Vertex {
            clip: [
                w * bytes.between(-1.5, 1.5),
                w * bytes.between(-1.5, 1.5),
                w * bytes.between(-0.9, 0.9),
                w,
            ],
            varyings: std::array::from_fn(|_| bytes.between(0.0, 1.0)),
        }
    });
    let draw = Draw {
        mode: PrimitiveMode::Triangles,
        vertices: vertices.collect(),
        indices: None,
        paint: Paint::Depth,
        config,
        flat: if flat { 7 } else { 0 },
        size: 1.0,
        offset: (0.0, 0.0),
        window: [0, 0, width, height],
        clipping: false,
        stencil: 0,
    };
    Scene {
        width,
        height,
        multisampled: false,
        format: FrameFormat::Rgba8888,
        layout: MemoryFormat::Raster,
        clear: 0xff00_0000,
        draws: vec![draw],
    }
}

/// Number of vertices of a draw that the device shades in several groups, and whose triangles
/// it places in several parts.
const MANY: usize = 3300;
/// Number of vertices of a draw that it shades in one.
const FEW: usize = 150;

#[test]
fn large_draws_equal_many_small_ones() {
    repeat(6, 2000, |data| {
        let mut scene = simple(data);
        let draw = scene.draws.remove(0);
        let vertex = |i: usize| {
            let mut v = draw.vertices[i % draw.vertices.len()];
            v.clip[0] += v.clip[3] * (i as f32 / MANY as f32 - 0.5);
            v.varyings[i % 3] = i as f32 / MANY as f32;
            v
        };
        let vertices: Vec<Vertex> = (0..MANY).map(vertex).collect();
        let of = |vertices: &[Vertex]| Draw {
            vertices: vertices.to_vec(),
            ..draw.clone()
        };
        let small = Scene {
            draws: vertices.chunks(FEW).map(of).collect(),
            ..scene.clone()
        };
        let large = Scene {
            draws: vec![of(&vertices)],
            ..scene
        };
        let image = small.image(&Variant::PLAIN);
        let a = result_of(&image, &run(&image, ExecMode::Normal, &Serial));
        assert_eq!(a.2, Status::Done, "{small:?}");
        let image = large.image(&Variant::PLAIN);
        let serial = run(&image, ExecMode::Normal, &Serial);
        same(&a, &result_of(&image, &serial), "large", &large);
        for n in [2, 4] {
            let threads = run(&image, ExecMode::Normal, &Threads(n));
            same(&a, &result_of(&image, &threads), "threads", &large);
            assert_eq!(serial.outcome.counters, threads.outcome.counters);
            assert_eq!(serial.observer.findings, threads.observer.findings);
            assert_eq!(serial.fuel, threads.fuel);
        }
        true
    });
}

/// A pixel of the simple renderer.
#[derive(Clone, Copy)]
struct Pixel {
    colour: [f64; 3],
    z: f64,
    /// Whether a sample is exactly on an edge, or a depth test is too close to decide.
    unsure: bool,
}

/// Draws `scene` pixel by pixel in double precision.
fn slow(scene: &Scene) -> Vec<Pixel> {
    let draw = &scene.draws[0];
    let empty = Pixel {
        colour: [0.0; 3],
        z: 1.0,
        unsure: false,
    };
    let (width, height) = (i64::from(scene.width), i64::from(scene.height));
    let mut pixels = vec![empty; (width * height) as usize];
    for t in draw.vertices.chunks_exact(3) {
        let p: Vec<_> = t.iter().map(|v| scene.project(v)).collect();
        let at = |i: usize| {
            let [x, y] = p[i].0;
            (i64::from(x) + width * 8, i64::from(y) + height * 8)
        };
        let (a, b, c) = (at(0), at(1), at(2));
        let area = (b.0 - a.0) * (c.1 - a.1) - (b.1 - a.1) * (c.0 - a.0);
        if area == 0 {
            continue;
        }
        for y in 0..height {
            for x in 0..width {
                let s = (x * 16 + 8, y * 16 + 8);
                let edge = |p: (i64, i64), q: (i64, i64)| {
                    ((q.0 - p.0) * (s.1 - p.1) - (q.1 - p.1) * (s.0 - p.0)) * area.signum()
                };
                let e = [edge(b, c), edge(c, a), edge(a, b)];
                if e.iter().any(|e| *e < 0) {
                    continue;
                }
                let pixel = &mut pixels[(y * width + x) as usize];
                let part = e.map(|e| e as f64 / area.abs() as f64);
                let mix = |v: [f64; 3]| v.iter().zip(part).map(|(v, p)| v * p).sum::<f64>();
                let z = mix([0, 1, 2].map(|i| f64::from(p[i].1)));
                let w = 1.0 / mix([0, 1, 2].map(|i| f64::from(p[i].2)));
                let near = (z - pixel.z).abs() < 1e-5;
                let passes = match draw.config.depth_func {
                    CompareFunc::Less => z < pixel.z,
                    CompareFunc::Gequal => z >= pixel.z,
                    _ => true,
                };
                let decided = draw.config.depth_func == CompareFunc::Always;
                pixel.unsure |= e.contains(&0) || near && !decided;
                if passes {
                    pixel.z = z;
                    pixel.colour = std::array::from_fn(|k| {
                        let of = |i: usize| f64::from(t[i].varyings[k]);
                        if draw.flat != 0 {
                            return of(2);
                        }
                        w * mix([0, 1, 2].map(|i| of(i) * f64::from(p[i].2)))
                    });
                }
            }
        }
    }
    pixels
}

#[test]
fn a_reference_renderer_agrees() {
    // Valid: there are pixels to compare.
    let covered = repeat(40, 400, |data| {
        let scene = simple(data);
        let image = scene.image(&Variant::PLAIN);
        let ran = run(&image, ExecMode::Normal, &Serial);
        let frame = ran.bytes(image.buffer("frame"));
        let mut covered = false;
        for (i, p) in slow(&scene).iter().enumerate().filter(|(_, p)| !p.unsure) {
            // Rows in memory are padded to 16 bytes.
            let width = usize::from(scene.width);
            let at = (i / width * width.next_multiple_of(4) + i % width) * 4;
            let got = &frame[at..at + 3];
            covered |= p.colour != [0.0; 3];
            for (k, c) in p.colour.iter().enumerate() {
                let want = (c * 255.0).clamp(0.0, 255.0);
                assert!(
                    (f64::from(got[k]) - want).abs() <= 1.0,
                    "pixel {i} is {got:?}, and {:?} is right: {scene:?}",
                    p.colour.map(|c| c * 255.0)
                );
            }
        }
        covered
    });
    covered.assert_percent(50..=100);
}
