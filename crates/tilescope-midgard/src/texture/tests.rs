//! Lookups through memory: descriptors as drivers write them, and texels of a pattern.

use tilescope_core::bus::Bus;
use tilescope_core::{AddressSpace, Fuel, Recorder, Region};
use tilescope_exec::Lanes16;
use tilescope_texture::Rounding;

use super::*;
use crate::descriptors::texture as fields;
use crate::isa::Dimension;
use crate::log::Log;
use crate::shader::{Lod, Lookup, LookupMode};
use tilescope_pixel::elements::{Elements, Order, Slice};

const TABLE: u64 = 0x1000;
const SAMPLERS: u64 = 0x2000;
const TEXTURE: u64 = 0x4000;
const TEXELS: u64 = 0x10_0000;
/// RGBA8UI, RGBA8 and R32F with identity swizzles.
const UINT: u32 = 155 << 12 | 0x688;
const UNORM: u32 = 187 << 12 | 0x688;
const SINGLE: u32 = 167 << 12 | 0x688;

/// A texture of 4-byte texels, whose texel in plane p of level l at (x, y) is
/// x, y, p, l + 1, and a sampler.
#[derive(Clone)]
struct Scene {
    descriptor: [u8; 32],
    sampler: [u8; 32],
    surfaces: Vec<u8>,
    texels: Vec<u8>,
    order: Order,
    size: [u32; 3],
}

impl Scene {
    fn new(dimension: u64, size: [u32; 3], format: u32, order: Order) -> Scene {
        let mut descriptor = [0; 32];
        let d = &mut descriptor;
        fields::texture::WIDTH.set(d, u64::from(size[0]) - 1);
        fields::texture::HEIGHT.set(d, u64::from(size[1]) - 1);
        fields::texture::DEPTH.set(d, u64::from(size[2]) - 1);
        fields::texture::FORMAT_SWIZZLE.set(d, u64::from(format & 0xfff));
        fields::texture::FORMAT_INDEX.set(d, u64::from(format >> 12 & 0xff));
        fields::texture::DIMENSION.set(d, dimension);
        let code = match order {
            Order::Interleaved => 1,
            Order::Linear => 2,
            Order::Afbc => 12,
        };
        fields::texture::TEXEL_ORDERING.set(d, code);
        fields::texture::SURFACE_POINTER_IS_64B.set(d, 1);
        fields::texture::MANUAL_STRIDE.set(d, 1);
        fields::texture::SWIZZLE.set(d, 0x688);
        let mut sampler = [0; 32];
        let s = &mut sampler;
        fields::sampler::MAGNIFY_NEAREST.set(s, 1);
        fields::sampler::MINIFY_NEAREST.set(s, 1);
        fields::sampler::NORMALIZED_COORDINATES.set(s, 1);
        fields::sampler::MAXIMUM_LOD.set(s, 16 * 256);
        for wrap in [
            &fields::sampler::WRAP_MODE_S,
            &fields::sampler::WRAP_MODE_T,
            &fields::sampler::WRAP_MODE_R,
        ] {
            wrap.set(s, 9);
        }
        Scene {
            descriptor,
            sampler,
            surfaces: Vec::new(),
            texels: Vec::new(),
            order,
            size,
        }
    }

    /// Adds the surfaces of these levels, in the order of `planes`: (plane, level).
    fn surfaces(mut self, planes: &[(u32, u32)]) -> Scene {
        let elements = Elements::texels(4);
        let volume = fields::texture::DIMENSION.get(&self.descriptor) == 3;
        for &(plane, level) in planes {
            let [w, h, d] = self.size.map(|v| (v >> level).max(1));
            let slice = Slice::packed(self.order, elements, (w, h));
            let slices = if volume { d } else { 1 };
            self.texels
                .resize(self.texels.len().next_multiple_of(64), 0);
            let start = self.texels.len();
            self.texels
                .resize(start + (slice.size * u64::from(slices)) as usize, 0);
            for z in 0..slices {
                for y in 0..h {
                    for x in 0..w {
                        let row = slice.row_stride as i64;
                        let offset = elements.offset(self.order, row, (x, y)) as usize;
                        let at = start + offset + (u64::from(z) * slice.size) as usize;
                        let p = if volume { z } else { plane };
                        let texel = [x as u8, y as u8, p as u8, level as u8 + 1];
                        self.texels[at..at + 4].copy_from_slice(&texel);
                    }
                }
            }
            let address = TEXELS + start as u64;
            self.surfaces.extend(address.to_le_bytes());
            self.surfaces
                .extend((slice.row_stride as u32).to_le_bytes());
            self.surfaces.extend((slice.size as u32).to_le_bytes());
        }
        self
    }

    fn set(mut self, field: &tilescope_tables::packet::Field, value: u64) -> Scene {
        field.set(&mut self.descriptor, value);
        self
    }

    fn sampler(mut self, field: &tilescope_tables::packet::Field, value: u64) -> Scene {
        field.set(&mut self.sampler, value);
        self
    }

    /// The result of a lookup, and the ids of findings.
    fn run(&self, lookup: &Lookup) -> (Option<[Lanes16; 4]>, Vec<&'static str>) {
        self.run_with(Quirks::default(), lookup)
    }

    fn run_with(
        &self,
        quirks: Quirks,
        lookup: &Lookup,
    ) -> (Option<[Lanes16; 4]>, Vec<&'static str>) {
        let mut space = AddressSpace::new();
        let texture = [&self.descriptor[..], &self.surfaces].concat();
        let table = TEXTURE.to_le_bytes();
        for (name, base, bytes) in [
            ("table", TABLE, &table[..]),
            ("samplers", SAMPLERS, &self.sampler),
            ("texture", TEXTURE, &texture),
            ("texels", TEXELS, &self.texels),
        ] {
            if !bytes.is_empty() {
                space.map(Region::from_bytes(name, base, bytes)).unwrap();
            }
        }
        let (mut log, mut fuel) = (Log::default(), Fuel::new(1000));
        let c = &mut Ctx::serial(Bus::new(&space), &mut log, &mut fuel);
        let tables = Tables {
            textures: TABLE,
            texture_count: 1,
            samplers: SAMPLERS,
            sampler_count: 1,
        };
        let chip = Chip::named("t860").unwrap();
        let mut textures = Textures::decode(tables, chip, c).unwrap();
        textures.quirks = quirks;
        let mut out = [Lanes16::ZERO; 4];
        let done = sample(&textures, &mut Cache::default(), lookup, c, &mut out);
        let result = done.ok().map(|()| out);
        let mut recorder = Recorder::default();
        log.deliver(&mut recorder);
        (
            result,
            recorder.findings.iter().map(|f| f.rule.id).collect(),
        )
    }

    /// The texel of lane 0, without findings.
    fn texel(&self, lookup: &Lookup) -> [u32; 4] {
        let (result, ids) = self.run(lookup);
        assert_eq!(ids, NONE);
        result.unwrap().map(|v| v[0])
    }
}

const NONE: [&str; 0] = [];

fn at<T: Into<f64> + Copy>(v: [T; 4]) -> [Lanes16; 4] {
    v.map(|v| Lanes16::splat((v.into() as f32).to_bits()))
}

/// A lookup in lane 0: position, and in the third and fourth component also the
/// reference or sample, and the layer.
fn lookup(coordinates: &[Lanes16; 4], dimension: Dimension, mode: LookupMode) -> Lookup {
    let [x, y, z, w] = *coordinates;
    Lookup {
        texture: 0,
        sampler: 0,
        mode,
        dimension,
        at: [x, y, z],
        extra: z,
        layer: w,
        lod: match mode {
            LookupMode::Fetch => Lod::Level(Lanes16::ZERO),
            _ => Lod::Explicit(Lanes16::ZERO),
        },
        offset: [0; 3],
        lanes: 1,
    }
}

fn flat(order: Order, format: u32) -> Scene {
    let size = [40, 24, 1];
    let scene = Scene::new(2, size, format, order).set(&fields::texture::LEVELS, 2);
    scene.surfaces(&[(0, 0), (0, 1), (0, 2)])
}

#[test]
fn texels_of_every_level_in_linear_and_tiled_images() {
    for order in [Order::Linear, Order::Interleaved] {
        let scene = flat(order, UINT);
        for (x, y) in [(0, 0), (17, 3), (39, 23), (15, 16)] {
            let position = at([
                (f64::from(x) + 0.5) / 40.0,
                (f64::from(y) + 0.5) / 24.0,
                0.0,
                0.0,
            ]);
            let mut near = lookup(&position, Dimension::D2, LookupMode::Colour);
            assert_eq!(scene.texel(&near), [x, y, 0, 1]);
            near.lod = Lod::Explicit(Lanes16::splat(1f32.to_bits()));
            assert_eq!(scene.texel(&near), [x / 2, y / 2, 0, 2]);
            let numbers = [x, y, 0, 0].map(Lanes16::splat);
            let mut fetch = lookup(&numbers, Dimension::D2, LookupMode::Fetch);
            assert_eq!(scene.texel(&fetch), [x, y, 0, 1]);
            fetch.offset = [-1, 1, 0];
            let inside = x > 0 && y < 23;
            let want = if inside { [x - 1, y + 1, 0, 1] } else { [0; 4] };
            assert_eq!(scene.texel(&fetch), want);
            (fetch.lod, fetch.offset) = (Lod::Level(Lanes16::splat(2)), [0; 3]);
            let inside = x < 10 && y < 6;
            let want = if inside { [x, y, 0, 3] } else { [0; 4] };
            assert_eq!(scene.texel(&fetch), want);
        }
    }
}

#[test]
fn levels_follow_derivatives_and_bias() {
    let scene = flat(Order::Linear, UINT);
    // Four texels a pixel: level 2, less the bias.
    let mut position = at([0.5, 0.5, 0.0, 0.0]);
    position[0] = Lanes16::from_fn(|i| ((i & 1) as f32 * 0.1).to_bits());
    for (bias, level) in [(0f32, 3), (-1.0, 2), (-2.0, 1)] {
        let mut implicit = lookup(&position, Dimension::D2, LookupMode::Colour);
        implicit.lod = Lod::Implicit(Lanes16::splat(bias.to_bits()));
        assert_eq!(scene.texel(&implicit)[3], level);
        let limited = scene.clone().sampler(&fields::sampler::MAXIMUM_LOD, 256);
        assert_eq!(limited.texel(&implicit)[3], level.min(2));
    }
}

#[test]
fn given_levels_are_biased_by_the_sampler() {
    let scene = flat(Order::Linear, UINT).sampler(&fields::sampler::LOD_BIAS, 256);
    let position = at([0.5, 0.5, 0.0, 0.0]);
    let first = lookup(&position, Dimension::D2, LookupMode::Colour);
    for (given_level, level) in [(GivenLevel::Biased, 2), (GivenLevel::Exact, 1)] {
        let quirks = Quirks {
            given_level,
            ..Quirks::default()
        };
        let (texels, _) = scene.run_with(quirks, &first);
        assert_eq!(texels.unwrap()[3][0], level);
    }
}

#[test]
fn positions_are_rounded_to_a_256th_of_a_texel() {
    let scene = flat(Order::Linear, UNORM).sampler(&fields::sampler::MAGNIFY_NEAREST, 0);
    // Half-way between columns 4 and 5, and three quarters of the last bit.
    let position = at([(5.0 + 0.75 / 256.0) / 40.0, 2.5 / 24.0, 0.0, 0.0]);
    let linear = lookup(&position, Dimension::D2, LookupMode::Colour);
    for (coordinates, weight) in [(Rounding::Nearest, 129.0), (Rounding::Truncate, 128.0)] {
        let quirks = Quirks {
            coordinates,
            ..Quirks::default()
        };
        let (texels, _) = scene.run_with(quirks, &linear);
        let column = f32::from_bits(texels.unwrap()[0][0]) * 255.0;
        assert!((column - 4.0 - weight / 256.0).abs() < 1e-4, "{column}");
    }
}

#[test]
fn layers_faces_slices_and_samples() {
    let planes: Vec<_> = (0..3).map(|p| (p, 0)).collect();
    let array = Scene::new(2, [8, 8, 1], UINT, Order::Linear)
        .set(&fields::texture::ARRAY_SIZE, 2)
        .surfaces(&planes);
    for (w, layer) in [(0.0, 0), (1.4, 1), (1.5, 2), (9.0, 2), (-3.0, 0)] {
        let position = at([0.5, 0.5, 0.0, w]);
        let texel = array.texel(&lookup(&position, Dimension::D2, LookupMode::Colour));
        assert_eq!(texel, [4, 4, layer, 1]);
    }
    let volume = Scene::new(3, [8, 8, 4], UINT, Order::Interleaved).surfaces(&[(0, 0)]);
    for z in 0..4 {
        let position = at([0.5, 0.5, (f64::from(z) + 0.5) / 4.0, 0.0]);
        let texel = volume.texel(&lookup(&position, Dimension::D3, LookupMode::Colour));
        assert_eq!(texel, [4, 4, z, 1]);
        let numbers = [1, 2, z, 0].map(Lanes16::splat);
        let texel = volume.texel(&lookup(&numbers, Dimension::D3, LookupMode::Fetch));
        assert_eq!(texel, [1, 2, z, 1]);
    }
    // Two layers of a cube.
    let planes: Vec<_> = (0..12).map(|p| (p, 0)).collect();
    let cube = Scene::new(0, [8, 8, 1], UINT, Order::Linear)
        .set(&fields::texture::ARRAY_SIZE, 1)
        .surfaces(&planes);
    for (direction, face) in [
        ([1.0f32, 0.1, 0.1], 0),
        ([0.1, -1.0, 0.1], 3),
        ([0.1, 0.1, -1.0], 5),
    ] {
        let [x, y, z] = direction;
        let position = at([x, y, z, 1.0]);
        let texel = cube.texel(&lookup(&position, Dimension::Cube, LookupMode::Colour));
        assert_eq!(texel[2], 6 + face);
    }
    let planes: Vec<_> = (0..4).map(|p| (p, 0)).collect();
    let samples = Scene::new(2, [8, 8, 4], UINT, Order::Linear).surfaces(&planes);
    let numbers = [3, 2, 2, 0].map(Lanes16::splat);
    let texel = samples.texel(&lookup(&numbers, Dimension::D2, LookupMode::Fetch));
    assert_eq!(texel, [3, 2, 2, 1]);
}

#[test]
fn filters_blend_and_borders_show() {
    let scene = flat(Order::Interleaved, UNORM)
        .sampler(&fields::sampler::MAGNIFY_NEAREST, 0)
        .sampler(&fields::sampler::WRAP_MODE_S, 11)
        .sampler(&fields::sampler::BORDER_COLOR_G, u64::from(2f32.to_bits()));
    // Half-way between columns 4 and 5.
    let position = at([5.0 / 40.0, 2.5 / 24.0, 0.0, 0.0]);
    let texel = scene.texel(&lookup(&position, Dimension::D2, LookupMode::Colour));
    assert!((f32::from_bits(texel[0]) - 4.5 / 255.0).abs() < 1e-6);
    let outside = at([-1.0, 0.5, 0.0, 0.0]);
    let texel = scene.texel(&lookup(&outside, Dimension::D2, LookupMode::Colour));
    assert_eq!(texel.map(f32::from_bits), [0.0, 2.0, 0.0, 0.0]);
    let near = lookup(&position, Dimension::D2, LookupMode::Gather(0));
    let (texels, _) = scene.run(&near);
    let columns = texels.unwrap().map(|v| f32::from_bits(v[0]) * 255.0);
    assert_eq!(columns.map(f32::round), [4.0, 5.0, 4.0, 5.0]);
}

#[test]
fn comparisons_are_of_the_texel_with_the_reference() {
    let mut scene = Scene::new(2, [4, 4, 1], SINGLE, Order::Linear).surfaces(&[(0, 0)]);
    for texel in scene.texels.chunks_mut(4) {
        texel.copy_from_slice(&0.5f32.to_le_bytes());
    }
    // Less, equal, greater, as the hardware numbers them.
    for (func, passed) in [
        (1, [0, 0, 1]),
        (2, [0, 1, 0]),
        (4, [1, 0, 0]),
        (7, [1; 3]),
        (0, [0; 3]),
    ] {
        let scene = scene
            .clone()
            .sampler(&fields::sampler::COMPARE_FUNCTION, func);
        for (reference, passed) in [0.25, 0.5, 0.75].into_iter().zip(passed) {
            let position = at([0.5, 0.5, reference, 0.0]);
            let one = scene.texel(&lookup(&position, Dimension::D2, LookupMode::Shadow));
            assert_eq!(one, [(passed as f32).to_bits(); 4], "{func} {reference}");
            let four = scene.texel(&lookup(&position, Dimension::D2, LookupMode::GatherShadow));
            assert_eq!(four, one);
        }
    }
}

/// A block of one colour, without differences: table 0 and indices 0, plus 2.
#[test]
fn blocks_are_decoded() {
    let mut scene = Scene::new(2, [8, 8, 1], 1 << 12 | 0x688, Order::Linear);
    let mut block = [0x88, 0x44, 0x22, 0, 0, 0, 0, 0];
    for _ in 0..4 {
        scene.texels.extend(block);
        block[0] = 0x11;
    }
    scene.surfaces.extend(TEXELS.to_le_bytes());
    scene.surfaces.extend([16, 0, 0, 0, 32, 0, 0, 0]);
    let numbers = [1, 1, 0, 0].map(Lanes16::splat);
    let texel = scene.texel(&lookup(&numbers, Dimension::D2, LookupMode::Fetch));
    let bytes = texel.map(|v| (f32::from_bits(v) * 255.0).round());
    assert_eq!(bytes, [0x8a as f32, 0x46 as f32, 0x24 as f32, 255.0]);
    let numbers = [5, 1, 0, 0].map(Lanes16::splat);
    let texel = scene.texel(&lookup(&numbers, Dimension::D2, LookupMode::Fetch));
    assert_eq!((f32::from_bits(texel[0]) * 255.0).round(), 0x13 as f32);
}

#[test]
fn cleared_superblocks_are_zero() {
    let mut scene = Scene::new(2, [32, 16, 1], UNORM, Order::Afbc);
    scene.texels = vec![0; 64];
    scene.surfaces.extend(TEXELS.to_le_bytes());
    scene.surfaces.extend([0; 8]);
    let position = at([0.9, 0.9, 0.0, 0.0]);
    let near = lookup(&position, Dimension::D2, LookupMode::Colour);
    assert_eq!(scene.texel(&near), [0; 4]);
    scene.texels[16] = 1;
    let (result, ids) = scene.run(&near);
    assert_eq!((result, &ids[..]), (None, &["MALI-TEX-012"][..]));
}

#[test]
fn broken_descriptors_are_reported() {
    let position = at([0.1, 0.1, 0.0, 0.0]);
    let near = lookup(&position, Dimension::D2, LookupMode::Colour);
    let good = flat(Order::Linear, UINT);
    let ids = |scene: &Scene| scene.run(&near).1;
    assert_eq!(ids(&good), NONE);
    let with = |field, value| ids(&good.clone().set(field, value));
    use fields::texture as t;
    assert_eq!(with(&t::FORMAT_INDEX, 5), ["MALI-TEX-004"]);
    assert_eq!(with(&t::TEXEL_ORDERING, 3), ["MALI-TEX-005"]);
    assert_eq!(with(&t::DIMENSION, 3), ["MALI-TEX-006"]);
    assert_eq!(with(&t::LEVELS, 6), ["MALI-TEX-007"]);
    assert_eq!(with(&t::SURFACE_POINTER_IS_64B, 0), ["MALI-TEX-008"]);
    assert_eq!(with(&t::FORMAT_BIG_ENDIAN, 1), ["MALI-TEX-017"]);
    let mut tagged = good.clone();
    tagged.surfaces[0] |= 4;
    assert_eq!(ids(&tagged), ["MALI-TEX-009"]);
    let mut narrow = good.clone();
    narrow.surfaces[8] = 64;
    assert_eq!(ids(&narrow), ["MALI-TEX-010"]);
    let sampler = |field, value| ids(&good.clone().sampler(field, value));
    use fields::sampler as s;
    assert_eq!(sampler(&s::MIPMAP_MODE, 1), ["MALI-TEX-014"]);
    assert_eq!(sampler(&s::WRAP_MODE_T, 2), ["MALI-TEX-015"]);
    assert_eq!(sampler(&s::MINIMUM_LOD, 17 * 256), ["MALI-TEX-016"]);
    assert_eq!(sampler(&s::MAGNIFY_NEAREST, 0), ["MALI-TEX-019"]);
    let mut missing = near;
    missing.texture = 1;
    assert_eq!(good.run(&missing).1, ["MALI-TEX-001"]);
    (missing.texture, missing.sampler) = (0, 1);
    assert_eq!(good.run(&missing).1, ["MALI-TEX-002"]);
    let mut unmapped = good.clone();
    unmapped.surfaces[4] = 1;
    let (result, ids) = unmapped.run(&near);
    assert_eq!((result, &ids[..]), (None, &["MALI-MMU-001"][..]));
    let wide = Scene::new(0, [8, 4, 1], UINT, Order::Linear);
    let wide = wide.surfaces(&[(0, 0), (1, 0), (2, 0), (3, 0), (4, 0), (5, 0)]);
    let position = at([1.0, 0.0, 0.0, 0.0]);
    let near = lookup(&position, Dimension::Cube, LookupMode::Colour);
    assert_eq!(wide.run(&near).1, ["MALI-TEX-018"]);
}

#[test]
fn blocks_of_three_dimensions_have_the_size_in_the_address() {
    // ASTC_3D_HDR and ASTC_3D_LDR; two blocks of 3x3x3 in each direction, each of a single
    // colour of halves: the number of the block, and 8.
    const HDR: u32 = 21 << 12 | 0x688;
    let mut scene = Scene::new(3, [6, 6, 6], HDR, Order::Linear);
    scene.texels = vec![0; 8 * 16];
    for (n, block) in scene.texels.chunks_exact_mut(16).enumerate() {
        block[..8].copy_from_slice(&[0xfc, 0xff, 255, 255, 255, 255, 255, 255]);
        let number = half_of(n as f32);
        for (channel, half) in block[8..]
            .chunks_exact_mut(2)
            .zip([number, 0x4800, 0, 0x3c00])
        {
            channel.copy_from_slice(&half.to_le_bytes());
        }
    }
    // A side of 3 is code 3, in each of three pairs of bits.
    scene.surfaces.extend((TEXELS | 63).to_le_bytes());
    scene.surfaces.extend(32u32.to_le_bytes());
    scene.surfaces.extend(64u32.to_le_bytes());
    for [x, y, z] in [[0, 0, 0], [3, 2, 2], [2, 5, 0], [5, 5, 3], [1, 0, 5]] {
        let numbers = [x, y, z, 0].map(Lanes16::splat);
        let fetch = lookup(&numbers, Dimension::D3, LookupMode::Fetch);
        let number = x / 3 + y / 3 * 2 + z / 3 * 4;
        let want = [number as f32, 8.0, 0.0, 1.0].map(f32::to_bits);
        assert_eq!(scene.texel(&fetch), want, "({x}, {y}, {z})");
    }
    // Halves are not of low dynamic range: magenta.
    let low = scene.set(&fields::texture::FORMAT_INDEX, 20);
    let fetch = lookup(&[Lanes16::ZERO; 4], Dimension::D3, LookupMode::Fetch);
    assert_eq!(low.texel(&fetch), [1.0, 0.0, 1.0, 1.0].map(f32::to_bits));
}

/// The binary16 of a small integer.
fn half_of(v: f32) -> u16 {
    half::f16::from_f32(v).to_bits()
}
