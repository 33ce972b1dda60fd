//! Wraps, filters, levels, cubes and volumes compared with a reference in binary64.

use super::scene::*;
use tilescope_core::AddressSpace;
use tilescope_core::bus::Port as _;
use tilescope_exec::Lanes16;
use tilescope_vivante::bus::Port;
use tilescope_vivante::chips;
use tilescope_vivante::regs::ts;
use tilescope_vivante::shader::{Lod, Stage};
use tilescope_vivante::surface::texture::Texture;

/// A texel of 32 bits, red in the lowest byte, as fractions.
fn texel(
    memory: &AddressSpace,
    texture: &Texture,
    level: u32,
    layer: u32,
    x: i64,
    y: i64,
) -> [f64; 4] {
    let l = &texture.levels[level as usize];
    let at = l.surface.address(x as u32, y as u32) + layer * l.layer_stride;
    let b = bytes(memory, at, 4);
    std::array::from_fn(|c| f64::from(b[c]) / 255.0)
}

fn wrapped(wrap: u32, i: i64, size: i64) -> i64 {
    match wrap {
        REPEAT => i.rem_euclid(size),
        MIRROR => {
            let m = i.rem_euclid(2 * size);
            if m < size { m } else { 2 * size - 1 - m }
        }
        _ => i.clamp(0, size - 1),
    }
}

fn mix(a: [f64; 4], b: [f64; 4], w: f64) -> [f64; 4] {
    std::array::from_fn(|c| a[c] * (1.0 - w) + b[c] * w)
}

/// One level: OpenGL ES 3.0, section 3.8.10.
fn level(
    memory: &AddressSpace,
    scene: &Scene,
    level: u32,
    filter: u32,
    at: [f64; 3],
    layer: u32,
) -> [f64; 4] {
    let texture = scene.texture();
    let l = &texture.levels[level as usize];
    let size = [l.width, l.height, l.layers].map(i64::from);
    let wraps = [scene.wrap.0, scene.wrap.1, scene.wrap.2];
    let volume = scene.kind == D3 && !scene.array;
    let fetch = |i: [i64; 3]| {
        let [x, y, z] = std::array::from_fn(|k| wrapped(wraps[k], i[k], size[k]));
        let layer = if volume { z as u32 } else { layer };
        texel(memory, &texture, level, layer, x, y)
    };
    let u: [f64; 3] = std::array::from_fn(|k| at[k] * size[k] as f64);
    if filter == NEAREST {
        return fetch(u.map(|u| u.floor() as i64));
    }
    let first = u.map(|u| (u - 0.5).floor() as i64);
    let w: [f64; 3] = std::array::from_fn(|k| u[k] - 0.5 - first[k] as f64);
    let line = |y, z| {
        let a = fetch([first[0], first[1] + y, first[2] + z]);
        mix(a, fetch([first[0] + 1, first[1] + y, first[2] + z]), w[0])
    };
    let plane = |z| mix(line(0, z), line(1, z), w[1]);
    match volume {
        true => mix(plane(0), plane(1), w[2]),
        false => plane(0),
    }
}

#[track_caller]
fn near(got: [f32; 4], want: [f64; 4], by: f64) {
    for (g, w) in got.into_iter().zip(want) {
        assert!((f64::from(g) - w).abs() < by, "{got:?} is not {want:?}");
    }
}

/// Coordinates that are not ties between texels of small sizes.
fn coordinates(k: u32) -> ([f32; 16], [f32; 16], [f32; 16]) {
    let of = |n: u32| std::array::from_fn(|i| ((i as u32 * n + k) % 97) as f32 / 31.7 - 1.1034);
    (of(29), of(41), of(67))
}

/// Steps of eight bits: of weights, twice, and of sums.
const STEP: f64 = 2.5 / 255.0;

#[test]
fn wraps_and_filters_in_every_layout() {
    let memory = memory();
    let (gc2000, gc3000) = (&chips::GC2000, &chips::GC3000);
    let layouts = [
        (gc2000, false, 0),
        (gc2000, true, 0),
        (gc3000, false, 1),
        (gc3000, false, 2),
        (gc3000, false, 3),
        (gc3000, false, 4),
    ];
    for (chip, linear, halign) in layouts {
        for wrap in [REPEAT, MIRROR, CLAMP] {
            for (filter, int_filter) in [(NEAREST, true), (LINEAR, true), (LINEAR, false)] {
                let scene = Scene {
                    size: (37, 21, 1),
                    linear,
                    halign,
                    wrap: (wrap, REPEAT, 0),
                    min: filter,
                    mag: filter,
                    int_filter,
                    ..Scene::new(chip)
                };
                for k in 0..8 {
                    let (s, t, r) = coordinates(k);
                    let lookup = lookup(s, t, r, Lod::Implicit);
                    let done = sample(&memory, chip, &scene.state(), Stage::Pixel, &lookup);
                    for (i, got) in done.texels().into_iter().enumerate() {
                        let at = [s[i], t[i], 0.0].map(f64::from);
                        let want = level(&memory, &scene, 0, filter, at, 0);
                        let steps = if filter == NEAREST { 1e-6 } else { STEP };
                        near(got, want, steps);
                    }
                    assert!(done.findings().is_empty());
                }
            }
        }
    }
}

#[test]
fn levels_are_chosen_and_blended() {
    let memory = memory();
    let scene = Scene {
        size: (32, 64, 1),
        levels: 7,
        min: LINEAR,
        mip: LINEAR,
        mag: LINEAR,
        ..Scene::new(&chips::GC2000)
    };
    let (s, t, r) = coordinates(3);
    for int_filter in [true, false] {
        let scene = Scene {
            int_filter,
            ..scene
        };
        let levels: [f32; 16] = std::array::from_fn(|i| i as f32 * 0.5 - 1.0);
        let lod = Lod::Explicit(Lanes16::from_f32(levels));
        let lookup = lookup(s, t, r, lod);
        let done = sample(&memory, scene.chip, &scene.state(), Stage::Pixel, &lookup);
        for (i, got) in done.texels().into_iter().enumerate() {
            let lambda = f64::from(levels[i]).clamp(0.0, 6.0);
            let at = [s[i], t[i], 0.0].map(f64::from);
            let one = |l: f64| level(&memory, &scene, l as u32, LINEAR, at, 0);
            let next = (lambda.floor() + 1.0).min(6.0);
            near(
                got,
                mix(one(lambda.floor()), one(next), lambda.fract()),
                STEP,
            );
        }
    }
}

#[test]
fn levels_follow_from_quads_biases_and_gradients() {
    let memory = memory();
    let scene = Scene {
        size: (64, 64, 1),
        levels: 7,
        mip: NEAREST,
        ..Scene::new(&chips::GC2000)
    };
    // Four texels to the next pixel: level 2.
    let step = 4.0 / 64.0;
    let s: [f32; 16] = std::array::from_fn(|i| 0.11 + (i & 1) as f32 * step + (i / 4) as f32 * 0.2);
    let t: [f32; 16] = std::array::from_fn(|i| 0.13 + (i >> 1 & 1) as f32 * step);
    let splat = |x: f32| Lanes16::from_f32([x; 16]);
    let gradients = |g: f32| {
        Lod::Gradients(
            [splat(g), splat(0.0), splat(0.0), splat(0.0)],
            [splat(0.0), splat(g / 2.0), splat(0.0), splat(0.0)],
        )
    };
    let cases = [
        (Lod::Implicit, 0.0, Stage::Pixel, 2),
        (Lod::Implicit, 1.0, Stage::Pixel, 3),
        (Lod::Implicit, -1.0, Stage::Pixel, 1),
        (Lod::Bias(splat(2.0)), 0.0, Stage::Pixel, 4),
        (gradients(16.0 / 64.0), 0.0, Stage::Pixel, 4),
        (Lod::Explicit(splat(5.0)), 0.0, Stage::Pixel, 5),
        (Lod::Explicit(splat(99.0)), 0.0, Stage::Pixel, 6),
    ];
    for (lod, lod_bias, stage, want) in cases {
        let scene = Scene { lod_bias, ..scene };
        let lookup = lookup(s, t, [0.0; 16], lod);
        let done = sample(&memory, scene.chip, &scene.state(), stage, &lookup);
        for (i, got) in done.texels().into_iter().enumerate() {
            let at = [s[i], t[i], 0.0].map(f64::from);
            let want = level(&memory, &scene, want, NEAREST, at, 0);
            near(got, want, 1e-6);
        }
    }
    // Vertices have no neighbouring pixels, so that the level is the first.
    let scene = Scene {
        sampler: 8,
        ..scene
    };
    let mut lookup = lookup(s, t, [0.0; 16], Lod::Implicit);
    lookup.sampler = 8;
    let done = sample(&memory, scene.chip, &scene.state(), Stage::Vertex, &lookup);
    for (i, got) in done.texels().into_iter().enumerate() {
        let at = [s[i], t[i], 0.0].map(f64::from);
        near(got, level(&memory, &scene, 0, NEAREST, at, 0), 1e-6);
    }
    assert!(done.findings().is_empty());
}

/// Face and coordinates of a direction: OpenGL ES 3.0, table 3.21.
fn face([s, t, r]: [f64; 3]) -> (u32, f64, f64) {
    let (face, sc, tc, ma) = match (s.abs(), t.abs(), r.abs()) {
        (a, b, c) if c >= a && c >= b => match r >= 0.0 {
            true => (4, s, -t, c),
            false => (5, -s, -t, c),
        },
        (a, b, _) if b >= a => match t >= 0.0 {
            true => (2, s, r, b),
            false => (3, s, -r, b),
        },
        (a, ..) => match s >= 0.0 {
            true => (0, -r, -t, a),
            false => (1, r, -t, a),
        },
    };
    (face, (sc / ma + 1.0) / 2.0, (tc / ma + 1.0) / 2.0)
}

#[test]
fn cubes_by_face() {
    let memory = memory();
    for filter in [NEAREST, LINEAR] {
        let scene = Scene {
            kind: CUBE,
            size: (16, 16, 1),
            wrap: (CLAMP, CLAMP, CLAMP),
            min: filter,
            mag: filter,
            ..Scene::new(&chips::GC2000)
        };
        for k in 0..8 {
            let (s, t, r) = coordinates(k * 11);
            let lookup = lookup(s, t, r, Lod::Implicit);
            let done = sample(&memory, scene.chip, &scene.state(), Stage::Pixel, &lookup);
            for (i, got) in done.texels().into_iter().enumerate() {
                let (face, u, v) = face([s[i], t[i], r[i]].map(f64::from));
                let want = level(&memory, &scene, 0, filter, [u, v, 0.0], face);
                near(got, want, STEP);
            }
        }
    }
}

/// Colours on both sides of an edge are nearly the same.
#[test]
fn seamless_cubes_have_no_edges() {
    let memory = memory();
    let scene = Scene {
        kind: CUBE,
        size: (8, 8, 1),
        min: LINEAR,
        mag: LINEAR,
        seamless: true,
        ..Scene::new(&chips::GC3000)
    };
    let mut differs = 0;
    for seamless in [true, false] {
        let scene = Scene { seamless, ..scene };
        for (axis, signs) in (0..3).flat_map(|a| (0..4).map(move |s| (a, s))) {
            let mut at = [[0.0f32; 16]; 3];
            let (a, b) = ((axis + 1) % 3, (axis + 2) % 3);
            at[axis] = std::array::from_fn(|i| (i / 2) as f32 * 0.23 - 0.8);
            at[a] = std::array::from_fn(|i| {
                let e = if i & 1 == 0 { 1e-5 } else { -1e-5 };
                if signs & 1 == 0 { 1.0 + e } else { -1.0 - e }
            });
            at[b] = [if signs & 2 == 0 { 1.0 } else { -1.0 }; 16];
            let lookup = lookup(at[0], at[1], at[2], Lod::Implicit);
            let done = sample(&memory, scene.chip, &scene.state(), Stage::Pixel, &lookup);
            for pair in done.texels().chunks(2) {
                let far = (0..4).any(|c| (pair[0][c] - pair[1][c]).abs() > 0.02);
                assert!(!(far && seamless), "{axis} {signs} {pair:?}");
                differs += u32::from(far);
            }
        }
    }
    assert!(differs > 50, "without the bit there are edges");
}

/// OpenGL ES 2.0, 3.7.5: a face is selected, and then filtered and wrapped like any
/// image. With repeat, opposite edges of a face have the same colour.
#[test]
fn faces_wrap_without_the_seamless_bit() {
    let memory = memory();
    for (wrap, repeats) in [(REPEAT, true), (CLAMP, false)] {
        let scene = Scene {
            kind: CUBE,
            size: (8, 8, 1),
            min: LINEAR,
            mag: LINEAR,
            wrap: (wrap, wrap, wrap),
            ..Scene::new(&chips::GC2000)
        };
        let side: [f32; 16] = std::array::from_fn(|i| if i & 1 == 0 { 0.9999 } else { -0.9999 });
        let along: [f32; 16] = std::array::from_fn(|i| (i / 2) as f32 * 0.2 - 0.7);
        let lookup = lookup(side, along, [1.0; 16], Lod::Explicit(Lanes16::ZERO));
        let done = sample(&memory, scene.chip, &scene.state(), Stage::Pixel, &lookup);
        let mut differ = 0;
        for pair in done.texels().chunks(2) {
            let far = (0..4).any(|c| (pair[0][c] - pair[1][c]).abs() > 0.02);
            differ += u32::from(far);
        }
        assert_eq!(differ == 0, repeats, "{differ} of 8 pairs differ");
    }
}

#[test]
fn volumes_and_arrays() {
    let memory = memory();
    for filter in [NEAREST, LINEAR] {
        let scene = Scene {
            kind: D3,
            size: (8, 16, 5),
            wrap: (REPEAT, MIRROR, CLAMP),
            min: filter,
            mag: filter,
            ..Scene::new(&chips::GC3000)
        };
        let array = Scene {
            array: true,
            ..scene
        };
        for k in 0..8 {
            let (s, t, r) = coordinates(k * 7);
            let look = lookup(s, t, r, Lod::Implicit);
            let done = sample(&memory, scene.chip, &scene.state(), Stage::Pixel, &look);
            let layers: [f32; 16] = std::array::from_fn(|i| i as f32 * 0.4 - 0.8);
            let look = lookup(s, t, layers, Lod::Implicit);
            let flat = sample(&memory, scene.chip, &array.state(), Stage::Pixel, &look);
            for i in 0..16 {
                let at = [s[i], t[i], r[i]].map(f64::from);
                near(
                    done.texels()[i],
                    level(&memory, &scene, 0, filter, at, 0),
                    STEP,
                );
                let layer = (layers[i] + 0.5).floor().clamp(0.0, 4.0) as u32;
                near(
                    flat.texels()[i],
                    level(&memory, &array, 0, filter, at, layer),
                    STEP,
                );
            }
        }
    }
}

#[test]
fn cleared_tiles_read_as_the_clear_value() {
    let memory = memory();
    let scene = Scene {
        size: (16, 16, 1),
        halign: 2,
        ..Scene::new(&chips::GC3000)
    };
    let mut state = scene.state();
    let status = BASE + 0x8_0000;
    // Tiles 0 and 2 of the surface are cleared, 2 bits for each.
    tilescope_core::GpuMemory::write(
        &memory,
        status.into(),
        &[0b01_0001, 0, 0, 0],
        tilescope_core::Unit("test"),
    )
    .unwrap();
    state.write(ts::sampler_config::AT, 1);
    state.write(ts::sampler_status_base::AT, status);
    state.write(ts::sampler_clear_value::AT, 0x8040_20ff);
    let config1 = tilescope_vivante::regs::nte::sampler_config1::AT;
    state.write(config1, state.word(config1) | 1 << 30);
    // The first pixels of the first 16 tiles, row by row.
    let s = std::array::from_fn(|i| ((i % 4) * 4) as f32 / 16.0 + 0.01);
    let t = std::array::from_fn(|i| ((i / 4) * 4) as f32 / 16.0 + 0.01);
    let lookup = lookup(s, t, [0.0; 16], Lod::Implicit);
    let done = sample(&memory, scene.chip, &state, Stage::Pixel, &lookup);
    let clear = [255.0, 32.0, 64.0, 128.0].map(|v: f64| v / 255.0);
    for (i, got) in done.texels().into_iter().enumerate() {
        // Supertiles: 0 1 / 2 3 in Z order.
        let want = match i {
            0 | 4 => clear,
            _ => {
                let (x, y) = ((i % 4 * 4) as i64, (i / 4 * 4) as i64);
                texel(&memory, &scene.texture(), 0, 0, x, y)
            }
        };
        near(got, want, 1e-6);
    }
    assert!(done.findings().is_empty());
}

#[test]
fn comparison_and_swizzle() {
    let memory = memory();
    let scene = Scene {
        size: (4, 4, 1),
        format: 16,
        compare: Some(0),
        swizzle: [0, 0, 4, 5],
        ..Scene::new(&chips::GC3000)
    };
    let s = std::array::from_fn(|i| (i % 4) as f32 / 4.0 + 0.1);
    let t = std::array::from_fn(|i| (i / 4) as f32 / 4.0 + 0.1);
    let mut lookup = lookup(s, t, [0.0; 16], Lod::Implicit);
    lookup.reference = Some(Lanes16::from_f32([0.5; 16]));
    lookup.lanes = 0x7fff;
    let done = sample(&memory, scene.chip, &scene.state(), Stage::Pixel, &lookup);
    let depths = bytes(&memory, BASE, 32);
    let mut passed = 0;
    for (i, got) in done.texels().into_iter().enumerate().take(15) {
        let depth = u16::from_le_bytes([depths[2 * i], depths[2 * i + 1]]);
        let want = if f32::from(depth) / 65535.0 >= 0.5 {
            1.0
        } else {
            0.0
        };
        passed += want as u32;
        assert_eq!(got, [want, want, 0.0, 1.0]);
    }
    assert!((1..15).contains(&passed));
    assert_eq!(done.texels()[15], [0.0; 4], "it does not take part");
}

/// A tile is read once for all lanes.
#[test]
fn traffic_is_that_of_tiles() {
    let memory = memory();
    let scene = Scene::new(&chips::GC2000);
    let s = std::array::from_fn(|i| i as f32 / 16.0 + 0.01);
    let lookup = lookup(s, [0.2; 16], [0.0; 16], Lod::Implicit);
    let done = sample(&memory, scene.chip, &scene.state(), Stage::Pixel, &lookup);
    assert_eq!(done.log.traffic.read[Port::Tx.index()], 4 * 64);
}
