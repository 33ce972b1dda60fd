//! The effect of each quirk.

use super::scene::*;
use tilescope_core::{AddressSpace, GpuMemory, Unit};
use tilescope_exec::Lanes16;
use tilescope_texture::Precision;
use tilescope_vivante::chips;
use tilescope_vivante::regs::{nte, te};
use tilescope_vivante::shader::{Lod, Lookup, Stage};
use tilescope_vivante::surface::texture::Layers1d;
use tilescope_vivante::te::Quirks;
use tilescope_vivante::te::quirks::{Anisotropy, NoMip, NoType, Yuv};

const D: Quirks = Quirks::DEFAULT;

/// A field without a line here is a compile error, as is a line without a test.
#[test]
fn every_quirk_has_a_test() {
    let Quirks {
        precision: _,
        descriptor_lod_bits: _,
        no_mip: _,
        descriptor_no_mip: _,
        no_type: _,
        border: _,
        yuv: _,
        anisotropy: _,
        layers_1d: _,
    } = D;
    let _: [fn(); 9] = [
        precision,
        descriptor_lod_bits,
        no_mip,
        descriptor_no_mip,
        no_type,
        border,
        yuv,
        anisotropy,
        layers_1d,
    ];
}

/// Fills each level with one byte.
fn levels(bytes: &[u8]) -> AddressSpace {
    let memory = memory();
    for (at, byte) in (BASE..).step_by(LEVEL_BYTES as usize).zip(bytes) {
        let all = vec![*byte; LEVEL_BYTES as usize];
        memory.write(at.into(), &all, Unit("test")).unwrap();
    }
    memory
}

/// Red, green and blue of the first lane, by default and flipped.
fn both(scene: &Scene, memory: &AddressSpace, lookup: &Lookup, flipped: Quirks) -> [[f32; 3]; 2] {
    [D, flipped].map(|quirks| {
        let state = scene.state();
        let done = sample_by(&quirks, memory, scene.chip, &state, Stage::Pixel, lookup);
        let [r, g, b, _] = done.texels()[0];
        [r, g, b]
    })
}

#[test]
fn precision() {
    let scene = Scene {
        size: (4, 4, 1),
        min: LINEAR,
        mag: LINEAR,
        ..Scene::new(&chips::GC2000)
    };
    let memory = memory();
    // Black columns to the left of white ones.
    for y in 0..4 {
        let row = [[0; 4], [0xff; 4], [0xff; 4], [0xff; 4]].concat();
        let at = u64::from(BASE + 16 * y);
        memory.write(at, &row, Unit("test")).unwrap();
    }
    // At 0.3 from the first texel to the second.
    let lookup = lookup([0.2; 16], [0.5; 16], [0.0; 16], Lod::Implicit);
    let precision = Precision {
        fraction_bits: 2,
        ..D.precision
    };
    let [[fine, ..], [coarse, ..]] = both(&scene, &memory, &lookup, Quirks { precision, ..D });
    assert!((fine - 0.3).abs() < 0.006, "{fine}");
    assert!((coarse - 0.25).abs() < 0.004, "{coarse}");
}

#[test]
fn descriptor_lod_bits() {
    let (memory, mut state) = described([BASE, BASE + LEVEL_BYTES], 1 << 8);
    for (at, byte) in [(BASE, 0), (BASE + LEVEL_BYTES, 0xff)] {
        let all = [byte; 0x1000];
        memory.write(at.into(), &all, Unit("test")).unwrap();
    }
    let control = nte::descriptor_samp_ctrl0::AT;
    let mip = nte::descriptor_samp_ctrl0::MIP.with(state.word(control), LINEAR);
    state.write(control, mip);
    // From lane to lane by 2 to the power of 0.3 texels, of which there are 16.
    let step = 0.3f32.exp2() / 16.0;
    let s = std::array::from_fn(|lane| 0.25 + (lane & 1) as f32 * step);
    let look = lookup(s, [0.5; 16], [0.0; 16], Lod::Implicit);
    let flipped = Quirks {
        descriptor_lod_bits: 1,
        ..D
    };
    let [fine, coarse] = [D, flipped].map(|quirks| {
        let chip = &chips::GC7000L;
        let done = sample_by(&quirks, &memory, chip, &state, Stage::Pixel, &look);
        done.texels()[0][0]
    });
    assert!((fine - 0.3).abs() < 0.01, "{fine}");
    assert!(
        [0.0, 0.5].iter().any(|half| (coarse - half).abs() < 0.01),
        "{coarse}"
    );
}

#[test]
fn no_mip() {
    let scene = Scene {
        levels: 3,
        ..Scene::new(&chips::GC2000)
    };
    let memory = levels(&[0, 0x80, 0xff]);
    let mut state = scene.state();
    state.write(te::sampler_lod_config::AT, 2 << 5 << 1);
    let lod = Lod::Explicit(Lanes16::from_f32([1.0; 16]));
    let look = lookup([0.5; 16], [0.5; 16], [0.0; 16], lod);
    let flipped = Quirks {
        no_mip: NoMip::FirstLevel,
        ..D
    };
    let [nearest, first] = [D, flipped].map(|quirks| {
        let done = sample_by(&quirks, &memory, scene.chip, &state, Stage::Pixel, &look);
        done.texels()[0][0]
    });
    assert_eq!((nearest, first), (128.0 / 255.0, 0.0));
}

#[test]
fn descriptor_no_mip() {
    let (memory, mut state) = described([BASE, BASE + LEVEL_BYTES], 1 << 8);
    for (at, byte) in [(BASE, 0), (BASE + LEVEL_BYTES, 0xff)] {
        let all = [byte; 0x1000];
        memory.write(at.into(), &all, Unit("test")).unwrap();
    }
    let control = nte::descriptor_samp_ctrl0::AT;
    let mip = nte::descriptor_samp_ctrl0::MIP.with(state.word(control), 0);
    state.write(control, mip);
    let lod = Lod::Explicit(Lanes16::from_f32([1.0; 16]));
    let look = lookup([0.5; 16], [0.5; 16], [0.0; 16], lod);
    let flipped = Quirks {
        descriptor_no_mip: NoMip::NearestLevel,
        ..D
    };
    let [first, nearest] = [D, flipped].map(|quirks| {
        let chip = &chips::GC7000L;
        let done = sample_by(&quirks, &memory, chip, &state, Stage::Pixel, &look);
        done.texels()[0][0]
    });
    assert_eq!((first, nearest), (0.0, 1.0));
}

#[test]
fn no_type() {
    let scene = Scene::new(&chips::GC2000);
    let memory = memory();
    let mut state = scene.state();
    state.write(te::sampler_config0::AT, 0);
    let look = lookup([0.5; 16], [0.5; 16], [0.0; 16], Lod::Implicit);
    let by = |quirks: &Quirks| sample_by(quirks, &memory, scene.chip, &state, Stage::Pixel, &look);
    assert_eq!(by(&D).texels()[0], [0.0, 0.0, 0.0, 1.0]);
    let hangs = Quirks {
        no_type: NoType::Hangs,
        ..D
    };
    assert!(by(&hangs).result.is_err());
    assert_eq!(by(&hangs).findings(), ["VIV-TE-002"]);
}

#[test]
fn border() {
    const TO_BORDER: u32 = 3;
    let scene = Scene {
        wrap: (TO_BORDER, TO_BORDER, TO_BORDER),
        ..Scene::new(&chips::GC2000)
    };
    let memory = levels(&[0x80]);
    let look = lookup([-0.5; 16], [0.5; 16], [0.0; 16], Lod::Implicit);
    let flipped = Quirks {
        border: u32::MAX,
        ..D
    };
    let [black, white] = both(&scene, &memory, &look, flipped);
    assert_eq!((black, white), ([0.0; 3], [1.0; 3]));
}

#[test]
fn yuv() {
    const YUY2: u32 = 14;
    let scene = Scene {
        format: YUY2,
        ..Scene::new(&chips::GC2000)
    };
    let memory = memory();
    // White and black.
    let texels = [235, 128, 16, 128];
    memory.write(BASE.into(), &texels, Unit("test")).unwrap();
    let look = lookup([0.01; 16], [0.01; 16], [0.0; 16], Lod::Implicit);
    let [rgb, raw] = both(&scene, &memory, &look, Quirks { yuv: Yuv::Raw, ..D });
    assert_eq!(rgb, [1.0; 3]);
    assert_eq!(raw, [235.0, 128.0, 128.0].map(|byte| byte / 255.0));
}

#[test]
fn anisotropy() {
    // A pixel covers 8 texels by 2: four lookups of 2 texels each in level 1, or one of
    // 8 in level 3.
    let memory = levels(&[0, 80, 160, 240, 0]);
    let scene = Scene {
        size: (64, 64, 1),
        levels: 5,
        min: LINEAR,
        mip: LINEAR,
        mag: LINEAR,
        anisotropy: 16,
        ..Scene::new(&chips::GC2000)
    };
    let s = std::array::from_fn(|i| (i & 1) as f32 * 8.0 / 64.0);
    let t = std::array::from_fn(|i| (i >> 1 & 1) as f32 * 2.0 / 64.0);
    let implicit = lookup(s, t, [0.0; 16], Lod::Implicit);
    let one = Quirks {
        anisotropy: Anisotropy::One,
        ..D
    };
    let level = |n: f32| [80.0 * n / 255.0; 3];
    assert_eq!(
        both(&scene, &memory, &implicit, one),
        [level(1.0), level(3.0)]
    );
    // The sampler's limit is below the footprint: two lookups of 4.
    let two = Scene {
        anisotropy: 2,
        ..scene
    };
    assert_eq!(
        both(&two, &memory, &implicit, one),
        [level(2.0), level(3.0)]
    );
    // Logarithms of sizes other than powers of two are not exact. A uniform colour
    // is unaffected.
    let even = levels(&[200; 5]);
    for anisotropy in [3, 5, 6, 7, 12] {
        let other = Scene {
            anisotropy,
            ..scene
        };
        let done = both(&other, &even, &implicit, one);
        // Sums of floats differ in their last bits.
        let off = done
            .as_flattened()
            .iter()
            .map(|c| (c - 200.0 / 255.0).abs());
        assert!(off.into_iter().all(|d| d < 1e-6), "{anisotropy}: {done:?}");
    }
    // A shader with an explicit level has one lookup.
    let explicit = lookup(s, t, [0.0; 16], Lod::Explicit(Lanes16::from_f32([3.0; 16])));
    assert_eq!(both(&scene, &memory, &explicit, one), [level(3.0); 2]);
}

#[test]
fn layers_1d() {
    // Five layers of sixteen texels of a byte each: tiles of 4x4 texels, four in a row.
    let memory = memory();
    let image: Vec<u8> = (0..=255).cycle().take(4096).collect();
    memory.write(BASE.into(), &image, Unit("test")).unwrap();
    let images = Quirks {
        layers_1d: Layers1d::Images,
        ..D
    };
    for filter in [NEAREST, LINEAR] {
        let scene = Scene {
            size: (16, 5, 1),
            array: true,
            wrap: (CLAMP, CLAMP, CLAMP),
            min: filter,
            mag: filter,
            ..Scene::new(&chips::GC2000)
        };
        for (t, layer) in [(-3.0, 0), (0.4, 0), (0.6, 1), (3.0, 3), (4.4, 4), (90.0, 4)] {
            let s = [(6.0 + 0.5) / 16.0; 16];
            let look = lookup(s, [t; 16], [7.0; 16], Lod::Implicit);
            let red = |at: usize| f32::from(image[at]) / 255.0;
            // Column 6 is in the second tile. Four rows of tiles have 256 bytes.
            let row = (layer / 4) * 256 + 64 + (layer % 4) * 16 + 2 * 4;
            let image = layer * 256 + 64 + 2 * 4;
            let [rows, images] = both(&scene, &memory, &look, images);
            assert_eq!(
                (rows[0], images[0]),
                (red(row), red(image)),
                "layer {layer}"
            );
        }
    }
}
