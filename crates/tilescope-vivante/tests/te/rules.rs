//! A violation of every rule of the texture units.

use super::scene::*;
use tilescope_core::{GpuMemory, Unit};
use tilescope_vivante::chips::{self, Chip};
use tilescope_vivante::regs::{nte, te, ts};
use tilescope_vivante::shader::{Lod, Stage};
use tilescope_vivante::state::State;

/// The rules that a lookup violates, and whether the hardware continues.
fn broken(chip: &Chip, state: &State, stage: Stage, sampler: u32) -> (Vec<String>, bool) {
    let memory = memory();
    broken_in(&memory, chip, state, stage, sampler)
}

fn broken_in(
    memory: &tilescope_core::AddressSpace,
    chip: &Chip,
    state: &State,
    stage: Stage,
    sampler: u32,
) -> (Vec<String>, bool) {
    let mut lookup = lookup([0.3; 16], [0.6; 16], [0.0; 16], Lod::Implicit);
    lookup.sampler = sampler;
    let done = sample(memory, chip, state, stage, &lookup);
    let goes_on = done.result.is_ok();
    (done.findings(), goes_on)
}

#[track_caller]
fn breaks(scene: &Scene, rule: &str, change: impl Fn(&mut State)) {
    let mut state = scene.state();
    change(&mut state);
    let (rules, goes_on) = broken(scene.chip, &state, Stage::Pixel, scene.sampler);
    assert_eq!(rules, [rule]);
    let hangs = ["VIV-TE-001", "VIV-TE-003", "VIV-TE-007", "VIV-TS-001"];
    assert_eq!(goes_on, !hangs.contains(&rule));
}

fn flip(at: u32, bits: u32) -> impl Fn(&mut State) {
    move |state| {
        state.write(at, state.word(at) ^ bits);
    }
}

#[test]
fn registers_break_rules() {
    let scene = Scene::new(&chips::GC2000);
    let config0 = te::sampler_config0::AT;
    breaks(&scene, "VIV-TE-001", |s| *s = State::new());
    breaks(&scene, "VIV-TE-002", |s| {
        s.write(config0, 0);
    });
    breaks(&scene, "VIV-TE-003", flip(config0, 2 ^ 7));
    breaks(&scene, "VIV-TE-004", |s| {
        s.write(config0, D2 | 31 << 13);
    });
    breaks(&scene, "VIV-TE-005", |s| {
        s.write(te::sampler_size::AT, 16);
    });
    breaks(&scene, "VIV-TE-006", flip(te::sampler_lod_addr::AT, 16));
    breaks(&scene, "VIV-TE-007", |s| {
        s.write(te::sampler_lod_addr::AT, 0x4000_0000);
    });
    breaks(&scene, "VIV-TE-009", flip(te::sampler_config1::AT, 7 << 26));
    breaks(&scene, "VIV-TE-009", flip(te::sampler_config1::AT, 4 << 26));
    breaks(&scene, "VIV-TE-009", flip(config0, 1 << 20));
    breaks(&scene, "VIV-TE-016", flip(config0, 1 << 19));
    let levels = Scene {
        linear: true,
        mip: NEAREST,
        levels: 3,
        ..scene
    };
    breaks(&levels, "VIV-TE-008", |_| {});
    let large = Scene {
        size: (9000, 4, 1),
        ..scene
    };
    breaks(&large, "VIV-TE-005", |_| {});
    let odd = Scene {
        size: (12, 8, 1),
        ..Scene::new(&chips::GC600)
    };
    breaks(&odd, "VIV-TE-017", |_| {});
    let clamped = Scene {
        wrap: (CLAMP, CLAMP, 0),
        ..odd
    };
    assert!(
        broken(odd.chip, &clamped.state(), Stage::Pixel, 0)
            .0
            .is_empty()
    );
    // The longer list of formats exists from HALTI0 on, integers from HALTI2 on.
    let half = Scene {
        format: 0,
        ext: 23,
        ..scene
    };
    breaks(&half, "VIV-TE-004", |_| {});
}

#[test]
fn stages_have_their_samplers() {
    let of = |sampler, stage| {
        let scene = Scene {
            sampler,
            ..Scene::new(&chips::GC2000)
        };
        broken(scene.chip, &scene.state(), stage, sampler).0
    };
    assert!(of(7, Stage::Pixel).is_empty());
    assert!(of(8, Stage::Vertex).is_empty());
    assert_eq!(of(7, Stage::Vertex), ["VIV-TE-011"]);
    assert_eq!(of(8, Stage::Pixel), ["VIV-TE-012"]);
    let scene = Scene::new(&chips::GC2000);
    let (rules, goes_on) = broken(scene.chip, &scene.state(), Stage::Pixel, 31);
    assert_eq!(rules, ["VIV-TE-012", "VIV-TE-001"]);
    assert!(!goes_on);
}

#[test]
fn tile_status_must_be_configured_and_supported() {
    let scene = Scene::new(&chips::GC3000);
    let config1 = nte::sampler_config1::AT;
    breaks(&scene, "VIV-TE-010", flip(config1, 1 << 30));
    let memory = memory();
    let status = BASE + 0x8_0000;
    memory
        .write(status.into(), &[0xff; 64], Unit("test"))
        .unwrap();
    let mut state = scene.state();
    state.write(config1, state.word(config1) | 1 << 30);
    state.write(ts::sampler_config::AT, 1);
    state.write(ts::sampler_status_base::AT, status);
    let (rules, goes_on) = broken_in(&memory, scene.chip, &state, Stage::Pixel, 0);
    assert_eq!(rules, ["VIV-TS-001"]);
    assert!(!goes_on);
}

#[test]
fn descriptors() {
    let (memory, state) = described([BASE - 64, BASE], 1 | 1 << 8);
    let of = |state: &State| broken_in(&memory, &chips::GC7000L, state, Stage::Pixel, 0);
    assert_eq!(of(&state), (vec![], true));
    let changed = |at: u32, value: u32| {
        let mut state = state.clone();
        state.write(at, value);
        of(&state)
    };
    let addr = nte::descriptor_addr::AT;
    assert_eq!(changed(addr, DESCRIPTOR + 16).0, ["VIV-TE-013"]);
    assert_eq!(
        changed(addr, 0x6000_0000),
        (vec!["VIV-TE-014".into()], false)
    );
    let ctrl0 = nte::descriptor_samp_ctrl0::AT;
    assert_eq!(changed(ctrl0, 0), (vec!["VIV-TE-015".into()], false));
    assert_eq!(of(&State::new()), (vec!["VIV-TE-001".to_string()], false));
    // The first level in use is level 1, at BASE.
    let look = lookup([0.01; 16], [0.01; 16], [0.0; 16], Lod::Implicit);
    let done = sample(&memory, &chips::GC7000L, &state, Stage::Pixel, &look);
    let want = bytes(&memory, BASE, 4);
    let got = done.texels()[0];
    for c in 0..4 {
        assert_eq!(got[c], f32::from(want[c]) / 255.0);
    }
}

mod any_bits {
    use super::*;
    use proptest::prelude::*;
    use tilescope_exec::Lanes16;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(300))]

        /// Any registers and coordinates: no panic.
        #[test]
        fn never_panic(
            chip in 0..5usize,
            words in prop::collection::vec(any::<u32>(), 12),
            at in prop::array::uniform4(prop::array::uniform16(any::<u32>())),
            kind in 0..4u32,
            lanes: u16,
        ) {
            let chip = chips::ALL[chip];
            let mut scene = Scene::new(chip);
            scene.size = (words[0] & 31, words[1] & 31, words[2] & 7);
            let mut state = scene.state();
            let registers = [
                te::sampler_config0::AT, te::sampler_config1::AT, te::sampler_log_size::AT,
                te::sampler_lod_config::AT, te::sampler_3d_config::AT,
                nte::sampler_config0::AT, nte::sampler_config1::AT, nte::sampler_log_size::AT,
                nte::sampler_lod_config::AT, nte::sampler_3d_config::AT, nte::sampler_baselod::AT,
                nte::descriptor_samp_ctrl0::AT,
            ];
            for (register, value) in registers.into_iter().zip(&words) {
                state.write(register, *value);
            }
            state.write(nte::descriptor_addr::AT, BASE + (words[3] & 0xf_ffff));
            let lanes16 = at.map(tilescope_exec::Lanes);
            let lod = match kind {
                0 => Lod::Implicit,
                1 => Lod::Bias(lanes16[3]),
                2 => Lod::Explicit(lanes16[3]),
                _ => Lod::Gradients(lanes16, lanes16),
            };
            let look = tilescope_vivante::shader::Lookup {
                sampler: 0, at: lanes16, lod, reference: Some(Lanes16::ZERO), lanes,
            };
            let memory = memory();
            let _ = sample(&memory, chip, &state, Stage::Pixel, &look);
        }
    }
}
