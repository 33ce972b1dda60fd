//! Every format with a decoder, with nearest filters, compared with the decoders of
//! the shared crate.

use super::scene::*;
use tilescope_pixel::{Storage, Widen};
use tilescope_vivante::chips;
use tilescope_vivante::shader::{Lod, Stage};
use tilescope_vivante::surface::{TexelFormat, te_format};

#[test]
fn every_format_reads_its_texels() {
    let memory = memory();
    let formats = (1..32).map(|f| (f, 0)).chain((0..64).map(|e| (0, e)));
    let mut seen = 0;
    for (format, ext) in formats {
        let Some(bits) = te_format(TexelFormat::of(format, ext)) else {
            continue;
        };
        let row = bits.row();
        if matches!(row.storage, Storage::Yuyv | Storage::Uyvy) {
            // Those are converted: see below.
            continue;
        }
        seen += 1;
        let scene = Scene {
            format,
            ext,
            ..Scene::new(&chips::GC3000)
        };
        let integers = matches!(row.storage, Storage::Integer(_) | Storage::Integer10);
        let block = row.block.1 > 1;
        let len = usize::from(row.block_bits) * if block { 1 } else { 16 } / 8;
        let n = bits.words_per_texel();
        for tile in 0..8 {
            let mut words = [0; 32];
            let raw = bytes(&memory, BASE + (tile * len) as u32, len);
            bits.unpack(&raw, Widen::Replicate, &mut words);
            let place = |i: usize| ((tile % 4 * 4 + i % 4) as f32, (tile / 4 * 4 + i / 4) as f32);
            let s = std::array::from_fn(|i| (place(i).0 + 0.5) / 16.0);
            let t = std::array::from_fn(|i| (place(i).1 + 0.5) / 8.0);
            let lookup = lookup(s, t, [0.0; 16], Lod::Implicit);
            let done = sample(&memory, scene.chip, &scene.state(), Stage::Pixel, &lookup);
            let out = done.result.as_ref().unwrap();
            for (i, texel) in words.chunks(n).enumerate().take(16) {
                let second = texel.get(1).copied().unwrap_or(0);
                let floats = bits.to_floats([texel[0], second, 0, 0]);
                for (c, want) in floats.into_iter().enumerate() {
                    let got = out[c][i];
                    let same = match integers {
                        // Numbers representable as floats.
                        true => row.block_bits == 64 || got as f32 == want,
                        // Stencil is not read.
                        false if row.storage == Storage::DepthStencil && c == 1 => got == 0,
                        false => got == want.to_bits() || want.is_nan(),
                    };
                    assert!(same, "{bits:?} {i} {c}: {got:#x}, {want}");
                }
            }
            assert!(done.findings().is_empty(), "{bits:?}");
        }
    }
    assert!(seen > 40, "{seen}");
}

/// Colours of BT.601 in narrow range.
#[test]
fn yuv_becomes_rgb() {
    let memory = memory();
    let write = |at: u32, b: &[u8]| {
        let unit = tilescope_core::Unit("test");
        tilescope_core::GpuMemory::write(&memory, at.into(), b, unit).unwrap();
    };
    // White and black; two times pure red.
    write(BASE, &[235, 128, 16, 128, 81, 90, 81, 240]);
    let scene = Scene {
        format: 14,
        ..Scene::new(&chips::GC2000)
    };
    let s = std::array::from_fn(|i| (i % 4) as f32 / 16.0 + 0.01);
    let lookup = lookup(s, [0.01; 16], [0.0; 16], Lod::Implicit);
    let done = sample(&memory, scene.chip, &scene.state(), Stage::Pixel, &lookup);
    let want = [[1.0; 3], [0.0; 3], [1.0, 0.0, 0.0], [1.0, 0.0, 0.0]];
    for (got, want) in done.texels().iter().zip(want) {
        for c in 0..3 {
            assert!((got[c] - want[c]).abs() < 0.01, "{got:?} {want:?}");
        }
    }
}

#[test]
fn srgb_is_decoded_before_filters() {
    let memory = memory();
    let unit = tilescope_core::Unit("test");
    let texels = [0xff00_0000u32, 0xffff_ffff, 0xff00_0000, 0xffff_ffff];
    let row: Vec<u8> = texels.iter().flat_map(|t| t.to_le_bytes()).collect();
    for y in 0..4 {
        tilescope_core::GpuMemory::write(&memory, (BASE + 16 * y).into(), &row, unit).unwrap();
    }
    let scene = Scene {
        size: (4, 4, 1),
        min: LINEAR,
        mag: LINEAR,
        srgb: true,
        int_filter: false,
        ..Scene::new(&chips::GC3000)
    };
    let lookup = lookup([0.25; 16], [0.5; 16], [0.0; 16], Lod::Implicit);
    let done = sample(&memory, scene.chip, &scene.state(), Stage::Pixel, &lookup);
    assert_eq!(done.texels()[0], [0.5, 0.5, 0.5, 1.0]);
    let grey = Scene {
        min: NEAREST,
        mag: NEAREST,
        ..scene
    };
    tilescope_core::GpuMemory::write(&memory, BASE.into(), &[188; 4], unit).unwrap();
    let look = lookup_at(0.1);
    let done = sample(&memory, grey.chip, &grey.state(), Stage::Pixel, &look);
    let [r, .., a] = done.texels()[0];
    assert!((r - 0.502_886).abs() < 1e-4 && (a - 188.0 / 255.0).abs() < 1e-6);
}

fn lookup_at(x: f32) -> tilescope_vivante::shader::Lookup {
    lookup([x; 16], [x; 16], [0.0; 16], Lod::Implicit)
}
