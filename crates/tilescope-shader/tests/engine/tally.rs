//! Counts of instructions.

use crate::programs::{Kinds, Recorder, code, word};
use crate::toy::*;
use proptest::prelude::*;
use std::sync::Arc;
use tilescope_core::Profile;
use tilescope_core::profile::{Clock, Lanes, Line};
use tilescope_exec::Lanes16;
use tilescope_shader::{Group, Mask, Program};

#[derive(Debug)]
struct Stopped;

impl Clock for Stopped {
    fn now(&self) -> u64 {
        7
    }

    fn thread(&self) -> u32 {
        1
    }
}

/// The place of the programs.
const SHADER: (&str, u64) = ("toy", 0x1000);

fn bound<const B: usize>(p: &Program<Toy>, profile: Option<&Profile>) -> Group<Toy, B> {
    let mut group = Group::new();
    group.profile(profile);
    group.bind(p, |constant, _| match constant {
        Constant::Word(word) => word,
        Constant::Uniform(n) => n.into(),
    });
    for lane in 0..B * 16 {
        for r in 0..6 {
            group.slot_mut(r)[lane / 16][lane % 16] = word(&[lane as u32, r.into()]);
        }
    }
    group
}

/// The counts of a run, by instruction, and instructions times lanes.
fn counted<const B: usize>(p: &Program<Toy>, live: Mask<B>, seed: u32) -> (Vec<(u32, Line)>, u64) {
    let mut profile = Profile::new(Arc::new(Stopped));
    let mut group = bound::<B>(p, Some(&profile));
    let (mut units, mut fuel) = (Recorder::new(B * 16, seed), 2000);
    let _ = group.run(p, &live, &live, &mut units, &mut fuel);
    let executed = group.executed();
    let place = |ip| (ip, SHADER.1 + 8 * u64::from(ip));
    group.report(p, SHADER, place, &mut profile);
    let lines = profile.shaders.remove(&SHADER).unwrap_or_default();
    // They are reported once.
    group.report(p, SHADER, place, &mut profile);
    assert!(profile.shaders.is_empty());
    (lines.into_iter().collect(), executed)
}

/// Lanes of the second batch skip the second instruction, and half of those of the first.
#[test]
fn lanes_that_branch_are_counted_where_they_run() {
    let add = |d, word| Inst::Alu {
        op: Alu::Add,
        d,
        a: Src::Register(d),
        b: Src::Word(word),
        predicated: false,
    };
    let skip = Inst::Branch {
        cond: Some(0),
        to: To::Instruction(2),
    };
    let p = program(&[skip, add(1, 1), add(2, 1)], 6, &ALL);
    let mut profile = Profile::new(Arc::new(Stopped));
    let mut group = bound::<2>(&p, Some(&profile));
    let half = Lanes16::from_fn(|lane| u32::from(lane % 2 == 0));
    *group.slot_mut(0) = [half, Lanes16::splat(1)];
    let (mut units, mut fuel) = (Recorder::new(32, 0), 1000);
    let ran = group.run(&p, &Mask::ALL, &Mask::ALL, &mut units, &mut fuel);
    assert!(ran.is_ok());
    group.report(&p, SHADER, |ip| (ip, 8 * u64::from(ip)), &mut profile);
    let lines: Vec<(u32, u64, Lanes)> = (profile.shaders[&SHADER].iter())
        .map(|(ip, line)| (*ip, line.address, line.lanes))
        .collect();
    let lanes = |running, batches| Lanes { running, batches };
    let wanted = [
        (0, 0, lanes(32, 2)),
        (1, 8, lanes(8, 1)),
        (2, 16, lanes(32, 2)),
    ];
    assert_eq!(lines, wanted);
}

#[test]
fn groups_without_a_profile_count_nothing() {
    let p = program(&[Inst::Stop], 6, &ALL);
    let mut profile = Profile::new(Arc::new(Stopped));
    let mut group = bound::<4>(&p, Some(&profile));
    group.profile(None);
    let mut units = Recorder::new(64, 0);
    let _ = group.run(&p, &Mask::ALL, &Mask::ALL, &mut units, &mut 100);
    group.report(&p, SHADER, |ip| (ip, 0), &mut profile);
    assert!(profile.shaders.is_empty());
}

proptest! {
    /// Lanes of all instructions are those that took fuel, also with units that block.
    #[test]
    fn counts_add_up(code in code(14, Kinds::Blocking), seed: u32, live: [u16; 4]) {
        let p = program(&code, 6, &ALL);
        let (lines, executed) = counted::<4>(&p, Mask(live), seed);
        let sum: u64 = lines.iter().map(|(_, line)| line.lanes.running).sum();
        prop_assert_eq!(sum, executed);
        for (ip, line) in lines {
            let Lanes { running, batches } = line.lanes;
            prop_assert!((ip as usize) < code.len());
            prop_assert!(running >= batches && running <= 16 * batches);
        }
    }
}
