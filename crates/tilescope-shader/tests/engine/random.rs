//! Random programs: groups of 16, 64 and 128 lanes against each lane alone, with and
//! without native code, and with accesses at their ends that are done outside.

use crate::plain::{Plain, Stopped};
use crate::programs::{Kinds, Recorder, code, looping, word};
use crate::toy::*;
use proptest::prelude::*;
use std::sync::Arc;
use tilescope_exec::{Interp, Lanes16};
use tilescope_shader::{
    Group, Isa, Loop, LoopBlock, LoopEnd, LoopSlot, Mask, Native, Op, Program, Ran, Stretch, Trap,
    Way, Why,
};

const FUEL: u64 = 300;

/// Native code, executed by the interpreter.
#[derive(Debug)]
struct Interpreted {
    stretches: Vec<Stretch>,
    ops: Vec<Vec<Op<Value>>>,
    heads: Vec<u32>,
    loops: Vec<OwnLoop>,
    batches: usize,
}

/// Operations, number of the record, instructions and end of each block, and the number of blocks
/// to leave to.
type OwnLoop = (Vec<(Vec<Op<Value>>, Option<usize>, u32, LoopEnd)>, usize);

impl Interpreted {
    /// Most stretches, and not always to their end.
    fn of(p: &Program<Toy>, seed: u32, batches: usize) -> Interpreted {
        let (mut stretches, mut all) = (Vec::new(), Vec::new());
        let mut add = |block, op, ops: &[Op<Value>]| {
            stretches.push(Stretch {
                block,
                op,
                ops: ops.len() as u32,
            });
            all.push(ops.to_vec());
        };
        for (i, (block, op, ops)) in p.stretches().enumerate() {
            assert!(ops.iter().all(computes));
            let half = ops.len().div_ceil(2);
            let len = match mix(&[seed, i as u32]) % 5 {
                0 => continue,
                1 | 2 => half,
                _ => ops.len(),
            };
            add(block, op, &ops[..len]);
            // In two parts, one after the other.
            if len < ops.len() && mix(&[seed, i as u32]) % 5 == 2 {
                add(block, op + len as u32, &ops[len..]);
            }
        }
        let own = |l: &Loop<'_, Value>| -> OwnLoop {
            let block =
                |b: &LoopBlock<'_, Value>| (b.ops.to_vec(), b.record, b.instructions, b.end);
            (l.blocks.iter().map(block).collect(), l.leaves.len())
        };
        let loops = p.loops();
        Interpreted {
            stretches,
            ops: all,
            heads: loops.iter().map(|l| l.head).collect(),
            loops: loops.iter().map(own).collect(),
            batches,
        }
    }

    fn number(&self, slot: usize, batch: u8) -> usize {
        slot * self.batches + usize::from(batch)
    }

    /// One lane goes round a loop.
    fn lane(&self, n: usize, registers: &mut [Lanes16], (batch, lane): (u8, usize), rounds: u64) {
        let (blocks, leaves) = &self.loops[n];
        let own = |slot: LoopSlot| self.number(Toy::SLOTS + slot.number(), batch);
        let (mut block, mut round) = (0, 0);
        while round < rounds {
            let (ops, record, instructions, end) = &blocks[block];
            if let Some(n) = record {
                registers[own(LoopSlot::Reached(*n))].0[lane] = u32::MAX;
            }
            for op in ops {
                let (v, d, s) = match *op {
                    Op::Value { v, d, s } => (v, d, s),
                    Op::Mark(_) => continue,
                    _ => panic!("{op:?} does not compute"),
                };
                let operands = s.map(|slot| registers[self.number(slot.into(), batch)]);
                let value = Toy::value(&mut Interp::<16>, &(), v, operands);
                registers[self.number(d.into(), batch)].0[lane] = value.0[lane];
            }
            registers[own(LoopSlot::Executed)].0[lane] += instructions;
            let way = match *end {
                LoopEnd::All(way) => way,
                LoopEnd::Either(slot, [yes, no]) => {
                    match registers[self.number(slot.into(), batch)].0[lane] {
                        0 => no,
                        _ => yes,
                    }
                }
            };
            match way {
                Way::Block(to) => {
                    assert!(to > block, "back to {to} from {block}");
                    block = to;
                }
                Way::Again => (block, round) = (0, round + 1),
                Way::Leave(to) => {
                    assert!(to < *leaves);
                    registers[own(LoopSlot::Running)].0[lane] = 0;
                    if to > 0 {
                        registers[own(LoopSlot::Left(to))].0[lane] = u32::MAX;
                    }
                    return;
                }
            }
        }
    }
}

impl Native for Interpreted {
    fn stretches(&self) -> &[Stretch] {
        &self.stretches
    }

    fn batches(&self) -> usize {
        self.batches
    }

    fn call(&self, n: usize, registers: &mut [Lanes16], batches: &[u8]) {
        for op in &self.ops[n] {
            let Op::Value { v, d, s } = *op else {
                panic!("{op:?} does not compute");
            };
            for &n in batches {
                let at = |slot: u16| usize::from(slot) * self.batches + usize::from(n);
                let operands = s.map(|slot| registers[at(slot)]);
                registers[at(d)] = Toy::value(&mut Interp::<16>, &(), v, operands);
            }
        }
    }

    fn loops(&self) -> &[u32] {
        &self.heads
    }

    fn go_round(&self, n: usize, registers: &mut [Lanes16], batches: &[u8], rounds: u64) {
        for &batch in batches {
            let running = self.number(Toy::SLOTS + LoopSlot::Running.number(), batch);
            let lanes = registers[running];
            for lane in (0..16).filter(|lane| lanes.0[*lane] != 0) {
                self.lane(n, registers, (batch, lane), rounds);
            }
        }
    }
}

struct Case<'c> {
    code: &'c [Inst],
    seed: u32,
    kinds: Kinds,
}

/// Registers that are written before the run.
fn inputs(seed: u32) -> usize {
    3 + seed as usize / 2 % 4
}

/// Whether the program ended and was compared.
fn compare<const B: usize>(case: &Case<'_>) -> Result<bool, TestCaseError> {
    let &Case { code, seed, kinds } = case;
    let inputs = inputs(seed);
    let mut p = program(code, inputs, &ALL);
    let mut first = Vec::new();
    if seed % 8 < 4 {
        p.first_accesses(|unit| {
            unit.outside = unit.kind == UnitKind::Number;
            first.extend(unit.outside.then_some(unit.d));
        });
        p.last_accesses(|unit| unit.outside |= unit.kind == UnitKind::Emit);
    }
    if seed.is_multiple_of(2) {
        let native = Interpreted::of(&p, seed, B);
        p.set_native(Arc::new(native));
    }
    let uniforms: Vec<u32> = (0..4).map(|n| word(&[seed, 900, n])).collect();
    let quads = kinds == Kinds::CrossLane;
    let mut live = Mask::<B>([0; B]);
    for (n, bits) in live.0.iter_mut().enumerate() {
        let masks = match quads {
            true => [0xffff, 0xfff0, 0, 0x0f0f],
            false => [0xffff, 0x1234, 0, 0x8001],
        };
        *bits = masks[mix(&[seed, n as u32]) as usize % 4];
    }
    let visible = Mask(live.0.map(|bits| bits & 0xfdfb));
    let mut plain = Plain::new(code, &p, &uniforms, inputs, B * 16);
    plain.live = live.lanes().collect();
    plain.visible = visible.lanes().collect();
    let mut group = Group::<Toy, B>::new();
    // Registers hold words of earlier runs.
    for r in 0..6 {
        *group.slot_mut(r) = [Lanes16::splat(0x1111_1111); B];
    }
    group.bind(&p, |constant, _| match constant {
        Constant::Word(word) => word,
        Constant::Uniform(n) => uniforms[usize::from(n)],
    });
    for lane in 0..B * 16 {
        // Whole batches alike, and all different.
        let who = match seed.is_multiple_of(3) {
            true => lane / 16,
            false => lane,
        };
        for r in 0..inputs {
            let w = word(&[seed, who as u32, r as u32]);
            plain.lanes[lane].regs[r] = w;
            group.slot_mut(r as u16)[lane / 16].0[lane % 16] = w;
        }
    }
    for slot in first {
        *group.slot_mut(slot) = std::array::from_fn(|n| Lanes16::from_fn(|i| number(n * 16 + i)));
    }
    let alone = plain.run(FUEL * B as u64 * 16);
    let mut units = Recorder::new(B * 16, seed);
    let mut fuel = FUEL * B as u64 * 16;
    let mut ran = group.run(&p, &live, &visible, &mut units, &mut fuel);
    let mut resumed = 0u64;
    while ran == Ok(Ran::Blocked) {
        let blocked = group.blocked(&p);
        prop_assert!(!blocked.is_empty());
        for (ip, _) in blocked {
            let gate = |inst: Option<&Inst>| {
                let kind = UnitKind::Gate;
                matches!(inst, Some(Inst::Unit { kind: k, .. }) if *k == kind)
            };
            prop_assert!(gate(code.get(ip as usize)), "blocked at {}", ip);
        }
        resumed += 1;
        prop_assert!(resumed < 4 * FUEL * B as u64 * 16, "blocked for ever");
        ran = group.resume(&p, &mut units, &mut fuel);
    }
    let all = FUEL * B as u64 * 16;
    prop_assert!(group.executed() <= all);
    match (ran, alone) {
        (
            Err(Trap {
                why: Why::OutOfFuel,
                ..
            }),
            _,
        ) => {
            prop_assert_eq!(fuel, 0);
            return Ok(false);
        }
        (_, Err(Stopped::OutOfFuel)) => return Ok(false),
        (Err(trap), Err(Stopped::Trap(ip))) => {
            if kinds != Kinds::Blocking {
                prop_assert_eq!(trap.ip, ip, "{:?}", trap);
            }
            return Ok(false);
        }
        (ran, alone) => {
            prop_assert_eq!(ran, Ok(Ran::Ended), "alone: {:?}", alone);
            prop_assert_eq!(alone, Ok(()));
        }
    }
    prop_assert_eq!(group.executed(), plain.executed);
    prop_assert_eq!(fuel, all - plain.executed);
    let mut effects = units.effects;
    if let Some((slot, ip)) = units.last {
        let killed = group.killed();
        for lane in visible.lanes().filter(|lane| !killed.has(*lane)) {
            let word = group.slot(slot)[lane / 16].0[lane % 16];
            effects.emitted.push((lane, ip, word));
        }
    }
    effects.emitted.sort_by_key(|(lane, ..)| *lane);
    plain.effects.emitted.sort_by_key(|(lane, ..)| *lane);
    prop_assert_eq!(&effects, &plain.effects);
    for lane in live.lanes() {
        for (r, word) in plain.lanes[lane].regs.iter().enumerate() {
            let ours = group.slot(r as u16)[lane / 16].0[lane % 16];
            prop_assert_eq!(ours, *word, "r{} of lane {}: {:08x}", r, lane, ours);
        }
        prop_assert_eq!(group.killed().has(lane), plain.lanes[lane].killed);
    }
    Ok(true)
}

fn all_sizes(code: &[Inst], seed: u32, kinds: Kinds) -> Result<bool, TestCaseError> {
    let case = Case { code, seed, kinds };
    let one = compare::<1>(&case)?;
    let four = compare::<4>(&case)?;
    let eight = compare::<8>(&case)?;
    Ok(one && four && eight)
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, max_shrink_iters: 2000, ..ProptestConfig::with_cases(400) })]

    #[test]
    fn a_group_equals_lanes_alone(code in code(24, Kinds::CrossLane), seed in any::<u32>()) {
        all_sizes(&code, seed, Kinds::CrossLane)?;
    }

    #[test]
    fn a_group_with_units_that_block_equals_lanes_alone(code in code(24, Kinds::Blocking), seed in any::<u32>()) {
        all_sizes(&code, seed, Kinds::Blocking)?;
    }

    #[test]
    fn programs_with_loops(code in looping(12), seed in any::<u32>()) {
        all_sizes(&code, seed & !1, Kinds::Plain)?;
    }

    #[test]
    fn short_programs(code in code(6, Kinds::Plain), seed in any::<u32>()) {
        all_sizes(&code, seed, Kinds::Plain)?;
    }
}

/// Enough random programs have loops that native code goes round, and end.
#[test]
fn many_random_loops_are_compared() {
    use proptest::strategy::ValueTree;
    use proptest::test_runner::TestRunner;
    let mut runner = TestRunner::deterministic();
    let programs = looping(12);
    let mut compared = 0;
    for seed in 0..200 {
        let code = programs.new_tree(&mut runner).map(|t| t.current());
        let code = code.unwrap_or_default();
        let seed = 2 * seed;
        let loops = !program(&code, inputs(seed), &ALL).loops().is_empty();
        let same = all_sizes(&code, seed, Kinds::Plain);
        compared += u32::from(loops && matches!(same, Ok(true)));
    }
    assert!(compared > 40, "{compared} of 200");
}

/// Enough random programs end, so that something is compared.
#[test]
fn many_random_programs_are_compared() {
    use proptest::strategy::ValueTree;
    use proptest::test_runner::TestRunner;
    for kinds in [Kinds::CrossLane, Kinds::Blocking, Kinds::Plain] {
        let mut runner = TestRunner::deterministic();
        let programs = code(24, kinds);
        let mut compared = 0;
        for seed in 0..100 {
            let code = programs.new_tree(&mut runner).map(|t| t.current());
            let code = code.unwrap_or_default();
            compared += u32::from(matches!(all_sizes(&code, seed, kinds), Ok(true)));
        }
        assert!(compared > 20, "{kinds:?}: {compared} of 100");
    }
}
