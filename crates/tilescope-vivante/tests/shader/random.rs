//! Random programs: groups of lanes compared with separate lanes.

use crate::support::{ALL, Notebook, mix};
use proptest::prelude::*;
use std::collections::BTreeSet;
use tilescope_vivante::isa::{
    AddrMode, AluModes, Component, Comps, Cond, Decoded, Dst, File, Form, Imm, ImmKind, Inst,
    MemoryModes, Modes, Opcode, Reg, Rounding, Sampler, Src, Swizzle, Thread, Type, encode,
};
use tilescope_vivante::shader::quirks::*;
use tilescope_vivante::shader::reference::Threads;
use tilescope_vivante::shader::{
    BATCHES, Group, Problem, Program, Setup, ShaderQuirks, Stage, Why,
};

/// Operations, the frequent ones more often.
const OPS: &[Opcode] = {
    use Opcode::*;
    &[
        Add, Add, Mul, Mul, Mad, Mad, Dp2, Dp3, Dp4, Dsx, Dsy, Mov, Mov, Rcp, Rsq, Sqrt, Exp, Log,
        Sin, Cos, Div, Frc, Floor, Ceil, Sign, Select, Select, Set, Set, Cmp, Cmp, I2f, F2i, Iabs,
        Imullo0, Imadlo0, Lshift, Rshift, Rotate, Leadzero, Or, And, Xor, Not, Movar, Movaf,
        Branch, Branch, Branch, Branch, BranchAny, Call, Ret, Texkill, Texld, Texldb, Texldl,
        Texldd, Load, Store, Nop, Popcount,
    ]
};

fn any_of<T: Clone + std::fmt::Debug + 'static>(all: &'static [T]) -> impl Strategy<Value = T> {
    prop::sample::select(all)
}

fn address() -> impl Strategy<Value = AddrMode> {
    prop_oneof![
        14 => Just(AddrMode::Direct),
        1 => any_of(AddrMode::ALL),
    ]
}

fn src() -> impl Strategy<Value = Src> {
    let file = prop_oneof![
        8 => (Just(File::Temp), 0u16..9),
        4 => (Just(File::Uniform), 0u16..5),
        1 => (Just(File::Internal), Just(0)),
    ];
    let reg = (file, address(), any::<u8>(), any::<u8>()).prop_map(
        |((file, index), address, swizzle, modifiers)| {
            Src::Reg(Reg {
                file,
                index,
                address: if file == File::Internal {
                    AddrMode::Direct
                } else {
                    address
                },
                swizzle: Swizzle(if file == File::Internal { 0 } else { swizzle }),
                negate: modifiers % 4 == 0,
                absolute: modifiers % 7 == 0,
            })
        },
    );
    let imm =
        (any_of(ImmKind::ALL), 0u32..1 << 20).prop_map(|(kind, bits)| Src::Imm(Imm { kind, bits }));
    prop_oneof![12 => reg, 1 => imm]
}

pub fn instruction(len: u16) -> impl Strategy<Value = Inst> {
    let ty = prop_oneof![
        6 => Just(Type::F32),
        2 => Just(Type::S32),
        2 => Just(Type::U32),
        1 => any_of(Type::ALL),
    ];
    let rounding = prop_oneof![4 => Just(Rounding::Default), 1 => any_of(Rounding::ALL)];
    let target = prop_oneof![6 => 0..len + 1, 1 => len..len + 2];
    let operands = (src(), src(), src(), 0u8..9, address(), 0u8..16);
    (
        any_of(OPS),
        any_of(Cond::ALL),
        ty,
        operands,
        (rounding, target, 0u8..8),
        any::<u8>(),
    )
        .prop_map(
            |(op, cond, ty, (a, b, c, reg, address, comps), (rounding, target, shift), rare)| {
                let form = op.row().op.form;
                let comps = Comps(comps);
                let alu = Modes::Alu(AluModes {
                    rounding,
                    pack: false,
                    thread: Thread::Both,
                    full: false,
                    skip_helpers: false,
                });
                let takes = op.row().op.takes;
                let void = |i: usize, s: Src| {
                    use tilescope_vivante::isa::Takes;
                    match takes[i] {
                        Takes::Yes | Takes::Unknown => s,
                        Takes::May if rare % 3 != 0 => s,
                        _ => Src::Void,
                    }
                };
                let (dst, modes) = match form {
                    Form::Alu | Form::Plain => (
                        Dst::Temp {
                            reg,
                            address,
                            comps,
                        },
                        alu,
                    ),
                    Form::AddressMove => (Dst::Address { reg: 0, comps }, alu),
                    Form::Texture => {
                        let sampler = Sampler {
                            id: reg,
                            address,
                            swizzle: Swizzle(rare),
                        };
                        (
                            Dst::Temp {
                                reg,
                                address,
                                comps,
                            },
                            Modes::Texture(sampler),
                        )
                    }
                    Form::Memory | Form::MemoryStore => {
                        let memory = Modes::Memory(MemoryModes {
                            shift,
                            local: false,
                            denorm: false,
                            pack: false,
                            skip_helpers: false,
                        });
                        match form {
                            Form::Memory => (
                                Dst::Temp {
                                    reg,
                                    address,
                                    comps,
                                },
                                memory,
                            ),
                            _ => (Dst::Memory { comps }, memory),
                        }
                    }
                    Form::Flow => (Dst::Void, Modes::Flow { target }),
                };
                // Conditions and rounding modes of other operations would only
                // make them unknown.
                let plain = !matches!(
                    op,
                    Opcode::Select
                        | Opcode::Set
                        | Opcode::Cmp
                        | Opcode::Branch
                        | Opcode::BranchAny
                        | Opcode::Texkill
                );
                encode(&Decoded {
                    op,
                    cond: if plain { Cond::True } else { cond },
                    saturate: rare % 5 == 0,
                    ty,
                    dst,
                    src: [void(0, a), void(1, b), void(2, c)],
                    modes,
                    rest: Inst::default(),
                    reserved: None,
                })
            },
        )
}

pub fn quirks() -> impl Strategy<Value = ShaderQuirks> {
    let d = ShaderQuirks::DEFAULT;
    let later = ShaderQuirks {
        integers: Components::Each,
        address_move: AddressMove::Integer,
        uniform_conflict: UniformConflict::Each,
        ..d
    };
    let odd = ShaderQuirks {
        rounding: FloatRounding::TowardZero,
        denormals: Denormals::FlushKeepSign,
        nan: NanResult::Word(0x7f80_0000),
        zero_times_infinity: ZeroTimesInfinity::Zero,
        comparison: FloatComparison::SignMagnitude,
        saturated_nan: SaturatedNan::One,
        sign_of_zero: SignOfZero::One,
        precision: Precision::FractionBits(12),
        functions: Components::Each,
        integers: Components::Each,
        products: Components::Each,
        integer_overflow: IntegerOverflow::Zero,
        uniform_conflict: UniformConflict::LastWins,
        address_move: AddressMove::Integer,
        address_rounding: AddressRounding::Nearest,
        beyond_temps: BeyondTemps::Wrap,
        derivatives: Derivatives::Coarse,
        call_depth: 2,
        undefined: Undefined::Word(0),
    };
    prop_oneof![4 => Just(d), 4 => Just(later), 1 => Just(odd)]
}

pub fn word(seed: u32, parts: &[u32]) -> u32 {
    let h = mix(&[&[seed], parts].concat());
    match h % 16 {
        0 => [0x7fc0_1234, 0xff80_0000, 0x7f80_0000, 0, 0x8000_0000, 1][h as usize / 16 % 6],
        1 => h / 16,
        2 | 3 => h / 16 % 16,
        _ => ((h / 16 % 4096) as f32 / 512.0 - 4.0).to_bits(),
    }
}

/// Problems and unimplemented features as a set, without those known only to the
/// translation.
pub fn said(notes: &tilescope_vivante::shader::Notes) -> BTreeSet<String> {
    let dynamic = |p: &Problem| !matches!(p, Problem::UniformBeyond { .. });
    let problems = notes.problems().iter().filter(|(n, _)| dynamic(&n.problem));
    let problems = problems.map(|(n, _)| format!("{} {}", n.ip, n.problem.rule().id));
    let missing = notes.unimplemented().iter().map(|m| m.0.to_string());
    problems.chain(missing).collect()
}

const FUEL: u64 = 40_000;

fn compare(words: &[Inst], q: &ShaderQuirks, seed: u32) -> Result<bool, TestCaseError> {
    // Some inputs are missing.
    let inputs = &ALL[..5 + seed as usize % 4];
    let setup = Setup {
        stage: Stage::Pixel,
        start: 0,
        end: words.len() as u32,
        num_temps: 8,
        inputs,
        outputs: &ALL,
    };
    let p = Program::new(words, &setup, q);
    let uniforms: Vec<[u32; 4]> = (0..4u32)
        .map(|u| [0, 1, 2, 3].map(|c| word(seed, &[900, u, c])))
        .collect();
    let live: [u16; BATCHES] =
        std::array::from_fn(|n| [0xffff, 0xfff0, 0, 0x0f0f][mix(&[seed, n as u32]) as usize % 4]);
    let visible = live.map(|bits| bits & 0xfdfb);
    let mut group = Group::default();
    group.bind(&p, &uniforms);
    let (mut executed, mut ended) = (0, true);
    let mut whys = Vec::new();
    let (mut said_alone, mut stores) = (BTreeSet::new(), Vec::new());
    let mut alone = Vec::new();
    for n in 0..BATCHES {
        let mut threads = Threads::new(&p, &uniforms, live[n], visible[n]);
        for lane in 0..16 {
            // Uniform batches, and divergent ones.
            let who = if seed.is_multiple_of(3) {
                n
            } else {
                n * 16 + lane
            } as u32;
            for (r, _) in inputs {
                for c in Component::ALL {
                    let w = word(seed, &[who, (*r).into(), *c as u32]);
                    threads.set_temp(lane, *r, *c as usize, w);
                    group.temp_mut(*r, *c)[n].0[lane] = w;
                }
            }
            let front = if who.is_multiple_of(2) {
                1f32.to_bits()
            } else {
                0
            };
            threads.set_front_facing(lane, front);
            group.front_facing_mut()[n].0[lane] = front;
        }
        let mut io = Notebook::default();
        let mut fuel = FUEL;
        if let Err(trap) = threads.run(&mut io, &mut fuel) {
            ended = false;
            whys.push(trap.why);
        }
        executed += threads.executed();
        said_alone.extend(said(threads.notes()));
        stores.extend(
            io.stores
                .into_iter()
                .map(|(_, lane, at, w)| (n, lane, at, w)),
        );
        alone.push(threads);
    }
    let mut io = Notebook::default();
    let mut fuel = FUEL * BATCHES as u64;
    let result = group.run(&p, &live, &visible, &mut io, &mut fuel);
    if let Err(trap) = result {
        prop_assert!(!ended, "the group stopped: {:?}", trap);
        let same = |why: &Why| std::mem::discriminant(why) == std::mem::discriminant(&trap.why);
        prop_assert!(whys.iter().any(same), "{:?} and {:?}", trap, whys);
        return Ok(false);
    }
    if whys.contains(&Why::OutOfFuel) {
        return Ok(false);
    }
    prop_assert!(ended, "the group did not stop: {:?}", whys);
    prop_assert_eq!(group.executed(), executed);
    prop_assert_eq!(said(group.notes()), said_alone);
    io.stores.sort_unstable();
    stores.sort_unstable();
    prop_assert_eq!(io.stores, stores);
    for (n, threads) in alone.iter().enumerate() {
        prop_assert_eq!(group.killed()[n], threads.killed(), "killed, batch {}", n);
        for lane in (0..16).filter(|lane| live[n] >> lane & 1 != 0) {
            for r in 0..8 {
                for c in Component::ALL {
                    let ours = group.temp(r, *c)[n].0[lane];
                    let theirs = threads.temp(lane, r, *c as usize);
                    prop_assert_eq!(ours, theirs, "t{}.{} of batch {} lane {}", r, c, n, lane);
                }
            }
        }
    }
    Ok(true)
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, max_shrink_iters: 300, ..ProptestConfig::with_cases(tilescope_filetest::cases(500)) })]

    #[test]
    fn a_group_does_what_each_lane_does_alone(
        words in (1u16..40).prop_flat_map(|len| prop::collection::vec(instruction(len), usize::from(len))),
        q in quirks(),
        seed in any::<u32>(),
    ) {
        compare(&words, &q, seed)?;
    }

    /// Any words and any registers.
    #[test]
    fn any_words_are_run(
        words in prop::collection::vec(any::<[u32; 4]>(), 0..30),
        (start, end, temps) in (0u32..40, 0u32..40, any::<u8>()),
        q in quirks(),
    ) {
        let words: Vec<Inst> = words.into_iter().map(Inst).collect();
        let setup = Setup { stage: Stage::Vertex, start, end, num_temps: temps, inputs: &[], outputs: &ALL };
        let p = Program::new(&words, &setup, &q);
        let mut group = Group::default();
        group.bind(&p, &[[1, 2, 3, 4]]);
        let live = [0x1248; BATCHES];
        let mut fuel = 5000;
        let _ = group.run(&p, &live, &live, &mut Notebook::default(), &mut fuel);
    }
}

/// Most random programs end, so that results are compared.
#[test]
fn most_random_programs_are_compared() {
    use proptest::strategy::ValueTree;
    use proptest::test_runner::TestRunner;
    let mut runner = TestRunner::deterministic();
    let programs =
        (1u16..40).prop_flat_map(|len| prop::collection::vec(instruction(len), usize::from(len)));
    let mut compared = 0;
    for seed in 0..200 {
        let words = programs.new_tree(&mut runner).map(|t| t.current());
        let words = words.unwrap_or_default();
        compared += usize::from(matches!(
            compare(&words, &ShaderQuirks::DEFAULT, seed),
            Ok(true)
        ));
    }
    assert!(compared > 60, "{compared} of 200");
}
