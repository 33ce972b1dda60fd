//! Limits: fuel, calls, targets outside, empty programs, constants without a slot,
//! shared slots.

use crate::programs::{Kinds, Recorder, instruction};
use crate::toy::*;
use proptest::prelude::*;
use tilescope_exec::Lanes16;
use tilescope_shader::{
    BlockBuilder, End, Group, Layout, Lower, Mask, Program, Ran, Slot, Trap, Why,
};

type Four = Group<Toy, 4>;

fn bound(p: &Program<Toy>) -> Four {
    let mut group = Group::new();
    group.bind(p, |constant, _| match constant {
        Constant::Word(word) => word,
        Constant::Uniform(n) => n.into(),
    });
    group
}

fn run(p: &Program<Toy>, group: &mut Four, live: Mask<4>, fuel: &mut u64) -> Result<Ran, Trap> {
    group.run(p, &live, &live, &mut Recorder::new(64, 0), fuel)
}

fn jump(to: u32) -> Inst {
    Inst::Branch {
        cond: None,
        to: To::Instruction(to),
    }
}

fn trap(ip: u32, why: Why) -> Result<Ran, Trap> {
    Err(Trap { ip, why })
}

#[test]
fn fuel_is_instructions_times_lanes() {
    let p = program(
        &[
            Inst::Unit {
                kind: UnitKind::Emit,
                d: 0,
                a: 0,
            },
            jump(0),
        ],
        6,
        &ALL,
    );
    let live = Mask([1, 0, 3, 0]);
    let mut fuel = 100;
    let ran = run(&p, &mut bound(&p), live, &mut fuel);
    assert_eq!((ran, fuel), (trap(0, Why::OutOfFuel), 0));
    let mut group = bound(&p);
    let mut fuel = u64::from(u32::MAX);
    // Nothing runs if no lane does.
    assert_eq!(run(&p, &mut group, Mask::NONE, &mut fuel), Ok(Ran::Ended));
    assert_eq!(fuel, u64::from(u32::MAX));
    assert_eq!(
        bound(&p).resume(&p, &mut Recorder::new(64, 0), &mut fuel),
        Ok(Ran::Ended)
    );
}

#[test]
fn control_that_leaves_the_program_traps() {
    let all = Mask::ALL;
    let mut fuel = 1000;
    let p = program(&[jump(7)], 6, &ALL);
    let outside = trap(0, Why::Outside { target: 7 });
    assert_eq!(run(&p, &mut bound(&p), all, &mut fuel), outside);
    assert_eq!(p.outside().collect::<Vec<_>>(), [(0, 7)]);
    let p = program(&[Inst::Return], 6, &ALL);
    let ran = run(&p, &mut bound(&p), all, &mut fuel);
    assert_eq!(ran, trap(0, Why::ReturnWithoutCall));
    let p = program(&[Inst::Call(To::Instruction(0))], 6, &ALL);
    assert_eq!(
        run(&p, &mut bound(&p), all, &mut fuel),
        trap(0, Why::CallTooDeep)
    );
    let p = program(&[Inst::Call(To::Register(0))], 6, &ALL);
    let mut group = bound(&p);
    *group.slot_mut(0) = [Lanes16::splat(1 << 31); 4];
    let outside = trap(0, Why::Outside { target: 1 << 31 });
    assert_eq!(run(&p, &mut group, all, &mut fuel), outside);
}

/// Functions whose addresses are in a register: every lane calls its own.
#[test]
fn calls_through_a_register() {
    let add = |d, word| Inst::Alu {
        op: Alu::Add,
        d,
        a: Src::Register(d),
        b: Src::Word(word),
        predicated: false,
    };
    let code = [
        Inst::Call(To::Register(0)),
        add(1, 1),
        Inst::Stop,
        add(1, 10),
        Inst::Return,
        add(1, 20),
        jump(3),
    ];
    let p = program(&code, 6, &ALL);
    let mut group = bound(&p);
    for batch in 0..4 {
        group.slot_mut(0)[batch] = Lanes16::from_fn(|i| if i % 3 == 0 { 5 } else { 3 });
        group.slot_mut(1)[batch] = Lanes16::ZERO;
    }
    let mut fuel = 10_000;
    assert_eq!(run(&p, &mut group, Mask::ALL, &mut fuel), Ok(Ran::Ended));
    let wanted = Lanes16::from_fn(|i| if i % 3 == 0 { 31 } else { 11 });
    assert_eq!(group.slot(1), &[wanted; 4]);
}

#[test]
fn an_empty_program_ends() {
    let p = program(&[], 6, &ALL);
    let mut fuel = 5;
    assert_eq!(
        run(&p, &mut bound(&p), Mask::ALL, &mut fuel),
        Ok(Ran::Ended)
    );
    assert_eq!(fuel, 5);
}

/// More constants than slots.
#[test]
fn constants_without_a_slot_are_the_same() {
    let add = |word| Inst::Alu {
        op: Alu::Add,
        d: 0,
        a: Src::Register(0),
        b: Src::Word(word),
        predicated: false,
    };
    let code: Vec<Inst> = (1..=20).map(add).collect();
    let p = program(&code, 6, &ALL);
    assert_eq!(p.constants().len(), 20);
    let mut group = bound(&p);
    *group.slot_mut(0) = [Lanes16::ZERO; 4];
    let mut fuel = 10_000;
    assert_eq!(run(&p, &mut group, Mask::ALL, &mut fuel), Ok(Ran::Ended));
    assert_eq!(group.slot(0), &[Lanes16::splat(210); 4]);
}

/// A register that all lanes share keeps the value that the last lanes wrote.
#[test]
fn shared_slots_are_not_parked() {
    struct Shared;
    impl Lower<Toy> for Shared {
        fn lower(&mut self, ip: u32, b: &mut BlockBuilder<'_, Toy>) -> End {
            let seven = b.constant(Constant::Word(7));
            let r = |slot| [slot, seven, slot, slot];
            match ip {
                // Lanes where r0 is 0 write r1, the others wait meanwhile.
                0 => {
                    return End::Branch {
                        cond: 0,
                        to: tilescope_shader::Target::Instruction(2),
                    };
                }
                1 => b.value(Value::Alu(Alu::Move), 1, r(seven)),
                _ => b.value(Value::Alu(Alu::Add), 2, r(1)),
            }
            End::Next
        }
    }
    let layout = Layout {
        start: 0,
        end: 3,
        state: STATE,
        scratch: 2,
        shared: 1..2,
        inputs: &[0, 1],
        outputs: &[2],
        undefined: UNDEFINED,
        call_depth: DEPTH,
    };
    let p = Program::new(&mut Shared, &layout, ());
    let mut group = bound(&p);
    *group.slot_mut(0) = [Lanes16::from_fn(|i| i as u32 & 1); 4];
    *group.slot_mut(1) = [Lanes16::ZERO; 4];
    let mut fuel = 10_000;
    assert_eq!(run(&p, &mut group, Mask::ALL, &mut fuel), Ok(Ran::Ended));
    assert_eq!(group.slot(2), &[Lanes16::splat(14); 4]);
}

fn alu(op: Alu, d: u8, a: Src, b: Src, predicated: bool) -> Inst {
    Inst::Alu {
        op,
        d,
        a,
        b,
        predicated,
    }
}

/// A lane that waits shows its neighbour the register that it had, not the one that the
/// lanes that run have written meanwhile.
#[test]
fn neighbours_that_wait_show_their_registers() {
    let (r0, r1) = (Src::Register(0), Src::Register(1));
    let code = [
        Inst::Branch {
            cond: Some(0),
            to: To::Instruction(3),
        },
        alu(Alu::Add, 1, r1, Src::Word(1), false),
        alu(Alu::Neighbour, 2, r1, r1, false),
        alu(Alu::Move, 3, r0, r0, false),
    ];
    let p = program(&code, 6, &ALL);
    let mut group = bound(&p);
    *group.slot_mut(0) = [Lanes16::from_fn(|i| i as u32 & 1); 4];
    *group.slot_mut(1) = [Lanes16::from_fn(|i| 10 + i as u32); 4];
    let mut fuel = 10_000;
    assert_eq!(run(&p, &mut group, Mask::ALL, &mut fuel), Ok(Ran::Ended));
    for i in (0..16).step_by(2) {
        assert_eq!(group.slot(2)[3].0[i], 11 + i as u32, "lane {i}");
    }
}

/// Operands are flushed where they may be denormal, and only there: half of the smallest
/// normal number twice is a normal number unless it is flushed.
#[test]
fn denormal_operands_are_flushed() {
    let r = Src::Register;
    let code = [
        alu(Alu::Move, 1, r(0), r(0), false),
        alu(Alu::AddFloat, 2, r(1), r(1), false),
        alu(Alu::AddFloat, 3, r(2), Src::Word(0x3f80_0000), false),
    ];
    let p = program(&code, 6, &ALL);
    let values = p.stretches().flat_map(|(_, _, ops)| ops);
    let adds: Vec<Value> = values
        .filter_map(|op| match op {
            tilescope_shader::Op::Value { v, .. } => Some(*v),
            _ => None,
        })
        .filter(|v| matches!(v, Value::Alu(Alu::AddFloat) | Value::AddNormal))
        .collect();
    assert_eq!(adds, [Value::Alu(Alu::AddFloat), Value::AddNormal]);
    let mut group = bound(&p);
    *group.slot_mut(0) = [Lanes16::splat(0x0040_0000); 4];
    let mut fuel = 10_000;
    let ran = run(&p, &mut group, Mask::ALL, &mut fuel);
    assert_eq!(ran, Ok(Ran::Ended));
    assert_eq!(group.slot(2), &[Lanes16::ZERO; 4]);
    assert_eq!(group.slot(3), &[Lanes16::splat(0x3f80_0000); 4]);
}

/// A predicated write leaves the undefined word in a register that was never written, and
/// not what an earlier run left there.
#[test]
fn merges_leave_the_undefined_word() {
    let code = [
        alu(Alu::Move, PREDICATE, Src::Word(0), Src::Word(0), false),
        alu(Alu::Move, 4, Src::Register(0), Src::Word(0), true),
    ];
    let p = program(&code, 3, &[4]);
    assert_eq!(p.undefined_reads(), []);
    let mut group = bound(&p);
    *group.slot_mut(4) = [Lanes16::splat(0x1111_1111); 4];
    let mut fuel = 10_000;
    let ran = run(&p, &mut group, Mask::ALL, &mut fuel);
    assert_eq!(ran, Ok(Ran::Ended));
    assert_eq!(group.slot(4), &[Lanes16::splat(UNDEFINED); 4]);
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(500) })]

    /// Whatever the targets and registers are, a run ends, or is blocked, within its fuel;
    /// a group can be used again, with another program, after any of that.
    #[test]
    fn hostile_programs_end(
        codes in prop::collection::vec(prop::collection::vec(instruction(3, Kinds::Blocking), 0..9), 3),
        words in any::<[u32; 6]>(),
        fuel in 0u64..3000,
    ) {
        let mut group = Four::new();
        for code in codes {
            let p = program(&code, 6, &ALL);
            group.bind(&p, |_, n| n);
            for (r, word) in (0u16..).zip(words) {
                *group.slot_mut(r) = [Lanes16::splat(word); 4];
            }
            let (mut left, live) = (fuel, Mask([0x8421, 0, 0xffff, 1]));
            let mut units = Recorder::new(64, words[0]);
            let mut ran = group.run(&p, &live, &live, &mut units, &mut left);
            for _ in 0..3 {
                prop_assert!(group.executed() <= fuel && left <= fuel - group.executed());
                if ran != Ok(Ran::Blocked) {
                    break;
                }
                ran = group.resume(&p, &mut units, &mut left);
            }
            // After a trap too.
            let _ = group.resume(&p, &mut units, &mut left);
        }
    }
}

/// The numbers of the units that a device could do before a run of `code`, and of those that it
/// could do after it.
fn ends(code: &[Inst]) -> (Vec<Slot>, usize) {
    let mut p = program(code, 6, &[]);
    let (mut first, mut last) = (Vec::new(), 0);
    p.first_accesses(|unit| first.push(unit.d));
    p.last_accesses(|_| last += 1);
    (first, last)
}

#[test]
fn accesses_at_the_ends_of_a_program() {
    let unit = |kind, d, a| Inst::Unit { kind, d, a };
    let number = |d| unit(UnitKind::Number, d, 0);
    let add = |d, a| Inst::Alu {
        op: Alu::Add,
        d,
        a: Src::Register(a),
        b: Src::Word(1),
        predicated: false,
    };
    let emit = unit(UnitKind::Emit, 0, 1);
    assert_eq!(ends(&[number(1), number(2), emit]), (vec![1, 2], 1));
    // Registers that were used before keep their values until then.
    let used = [add(2, 1), number(1), number(2), number(3), add(3, 3)];
    assert_eq!(ends(&used), (vec![3], 0));
    // Lanes come back to the first block, or part before the end.
    let back = Inst::Branch {
        cond: Some(1),
        to: To::Instruction(0),
    };
    assert_eq!(ends(&[number(1), back, emit]), (vec![], 1));
    let over = Inst::Branch {
        cond: Some(1),
        to: To::Instruction(2),
    };
    assert_eq!(ends(&[number(1), over, emit]), (vec![1], 1));
    // Some lanes end without it, and then others do not come to it with all.
    let out = Inst::Branch {
        cond: Some(1),
        to: To::Instruction(3),
    };
    assert_eq!(ends(&[number(1), out, emit]), (vec![1], 1));
    let jump = Inst::Branch {
        cond: None,
        to: To::Instruction(2),
    };
    assert_eq!(ends(&[number(1), jump, emit]), (vec![1], 1));
}

#[test]
fn bits_of_a_result_that_are_read() {
    let number = Inst::Unit {
        kind: UnitKind::Number,
        d: 1,
        a: 0,
    };
    let add = |d, a| Inst::Alu {
        op: Alu::Add,
        d,
        a: Src::Register(a),
        b: Src::Word(1),
        predicated: false,
    };
    let emit = |a| Inst::Unit {
        kind: UnitKind::Emit,
        d: 0,
        a,
    };
    let read = |code: &[Inst], outputs: &[Slot]| {
        let p = program(code, 6, outputs);
        let (block, op, unit) = p.accesses().next().unwrap();
        p.bits_read(block, op, unit.d, |_, n| 0xff << (8 * n))
    };
    assert_eq!(read(&[number, add(2, 1), emit(2)], &[]), 0xff);
    assert_eq!(read(&[number, add(1, 1), emit(1)], &[]), 0xff);
    assert_eq!(read(&[number, add(2, 3), emit(2)], &[]), 0);
    // Units and whoever reads an output may depend on all.
    assert_eq!(read(&[number, add(2, 1), emit(1)], &[]), u32::MAX);
    assert_eq!(read(&[number, add(2, 1)], &[1]), u32::MAX);
}
