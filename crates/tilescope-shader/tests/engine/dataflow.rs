//! Dataflow against every path: the states that paths can be in are enumerated from the
//! instructions, without blocks or a solver.

use crate::programs::{Kinds, code};
use crate::toy::*;
use proptest::prelude::*;
use std::collections::BTreeSet;
use tilescope_shader::Slot;

/// A set of the state's slots.
type Set = u8;

/// The slots that an instruction reads and whose definition matters, those it writes
/// certainly, and those it may write.
struct Effect {
    reads: Vec<Slot>,
    writes: Set,
    may_write: Set,
    /// Whether its reads matter by themselves.
    matters: bool,
    /// Slots that it reads besides, to compute what it writes.
    also: Set,
}

fn effect(inst: Inst) -> Effect {
    let bit = |r: u8| 1 << r;
    let mut e = Effect {
        reads: Vec::new(),
        writes: 0,
        may_write: 0,
        matters: false,
        also: 0,
    };
    let all = (1 << REGISTERS) - 1;
    let mut reads = Vec::new();
    match inst {
        Inst::Alu {
            op,
            d,
            a,
            b,
            predicated,
        } => {
            let operands = match op {
                Alu::Move | Alu::Neighbour => vec![a],
                _ => vec![a, b],
            };
            for src in operands {
                if let Src::Register(r) = src {
                    reads.push(r.into());
                }
            }
            if predicated {
                reads.push(PREDICATE.into());
                e.also = bit(d);
            }
            e.writes = bit(d);
        }
        Inst::Address(r) => {
            reads.push(r.into());
            e.writes = 1 << ADDRESS;
        }
        Inst::Read { d, .. } => {
            reads.push(ADDRESS);
            e.also = all;
            e.writes = bit(d);
        }
        Inst::Write { s, .. } => {
            reads.extend([ADDRESS, s.into()]);
            e.may_write = all;
            e.matters = true;
        }
        Inst::Branch { cond, to } => {
            reads.extend(cond.map(Slot::from));
            if let To::Register(r) = to {
                reads.push(r.into());
            }
            e.matters = true;
        }
        Inst::Call(to) => {
            if let To::Register(r) = to {
                reads.push(r.into());
            }
            e.matters = true;
        }
        Inst::Return | Inst::Stop => {}
        Inst::Unit { kind, d, a } => {
            if !matches!(kind, UnitKind::Ballot | UnitKind::Number) {
                reads.push(a.into());
            }
            if !matches!(kind, UnitKind::Emit | UnitKind::Kill) {
                e.writes = bit(d);
            }
            e.matters = !matches!(kind, UnitKind::Sample | UnitKind::Ballot | UnitKind::Number);
        }
    }
    e.reads = reads;
    e.may_write |= e.writes;
    e
}

/// Instructions that can follow one, the end being the one after the last.
fn successors(code: &[Inst], ip: usize) -> Vec<usize> {
    let inside = |to: To| match to {
        To::Instruction(to) => Some(to as usize)
            .filter(|to| *to <= code.len())
            .into_iter()
            .collect(),
        To::Register(_) => (0..=code.len()).collect::<Vec<_>>(),
    };
    match code[ip] {
        Inst::Branch { cond, to } => {
            let next = cond.map(|_| ip + 1);
            inside(to).into_iter().chain(next).collect()
        }
        Inst::Call(to) => inside(to),
        Inst::Return => {
            let calls = code.iter().enumerate();
            let calls = calls.filter(|(_, inst)| matches!(inst, Inst::Call(_)));
            calls.map(|(i, _)| i + 1).collect()
        }
        Inst::Stop => vec![code.len()],
        _ => vec![ip + 1],
    }
}

/// Every pair of an instruction and a set that some path comes there with.
fn states(
    code: &[Inst],
    from: impl IntoIterator<Item = (usize, Set)>,
    step: impl Fn(usize, Set) -> Set,
) -> BTreeSet<(usize, Set)> {
    let mut seen = BTreeSet::new();
    let mut work: Vec<(usize, Set)> = from.into_iter().collect();
    while let Some((ip, set)) = work.pop() {
        if !seen.insert((ip, set)) || ip >= code.len() {
            continue;
        }
        let after = step(ip, set);
        work.extend(successors(code, ip).into_iter().map(|to| (to, after)));
    }
    seen
}

/// Whether on some path the values that `ip` reads have an effect: the results that are
/// computed from them are followed.
fn lives(code: &[Inst], ip: usize, outputs: Set) -> bool {
    let first = effect(code[ip]);
    if first.matters {
        return true;
    }
    let to = successors(code, ip).into_iter();
    let start = to.map(|to| (to, first.writes)).collect();
    matters(code, start, outputs, effect)
}

/// The effect of an instruction if all matters that might.
fn possible(inst: Inst) -> Effect {
    let mut e = effect(inst);
    if let Inst::Unit { kind, a, .. } = inst
        && kind == UnitKind::Ballot
    {
        e.reads.push(a.into());
    }
    e
}

/// Whether on some path from `start` the values in a set of slots have an effect.
fn matters(
    code: &[Inst],
    start: Vec<(usize, Set)>,
    outputs: Set,
    effect: fn(Inst) -> Effect,
) -> bool {
    let tainted = |set: Set, e: &Effect| {
        let reads = e.reads.iter().fold(e.also, |all, slot| all | 1 << slot);
        set & reads != 0
    };
    let step = |ip: usize, set: Set| {
        let e = effect(code[ip]);
        match tainted(set, &e) {
            true => set | e.writes,
            false => set & !e.writes,
        }
    };
    states(code, start, step)
        .into_iter()
        .any(|(ip, set)| match code.get(ip) {
            None => set & outputs != 0,
            Some(inst) => {
                let e = effect(*inst);
                e.matters && e.reads.iter().any(|slot| set >> slot & 1 != 0)
            }
        })
}

fn check(code: &[Inst], inputs: usize, outputs: &[Slot]) -> Result<(), TestCaseError> {
    let p = program(code, inputs, outputs);
    let output_set = outputs.iter().fold(0, |all, slot| all | 1 << slot);
    for (ip, inst) in code.iter().enumerate() {
        for slot in effect(*inst).reads {
            let dead = p.dead_read(ip as u32, slot);
            let lives = lives(code, ip, output_set);
            prop_assert_eq!(dead, !lives, "read of r{} at {}", slot, ip);
        }
    }
    for slot in 0..inputs {
        let used = matters(code, vec![(0, 1 << slot)], output_set, possible);
        prop_assert_eq!(p.uses_input(slot as Slot), used, "input r{}", slot);
    }
    let first: Set = (1 << inputs) - 1;
    let certain = states(code, [(0, first)], |ip, set| set | effect(code[ip]).writes);
    let possible = states(code, [(0, first)], |ip, set| {
        set | effect(code[ip]).may_write
    });
    let mut wanted = BTreeSet::new();
    for (ip, inst) in code.iter().enumerate() {
        for slot in effect(*inst).reads {
            let missing = |(at, set): &(usize, Set)| *at == ip && set >> slot & 1 == 0;
            let there = |(at, set): &(usize, Set)| *at == ip && set >> slot & 1 != 0;
            if certain.iter().any(missing) && !p.dead_read(ip as u32, slot) {
                wanted.insert((ip as u32, slot, !possible.iter().any(there)));
            }
        }
    }
    let found = p.undefined_reads().iter();
    let found: BTreeSet<_> = found.map(|r| (r.ip, r.slot, r.certain)).collect();
    prop_assert_eq!(found, wanted);
    let at_end = certain.iter().filter(|(ip, _)| *ip == code.len());
    let missing = at_end.fold(0, |all, (_, set)| all | (output_set & !set));
    let found = p
        .undefined_outputs()
        .iter()
        .fold(0, |all, slot| all | 1 << slot);
    prop_assert_eq!(missing, found, "outputs");
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, max_shrink_iters: 2000, ..ProptestConfig::with_cases(1500) })]

    #[test]
    fn reads_are_those_of_all_paths(code in code(12, Kinds::CrossLane), inputs in 0usize..4, outputs in 0usize..4) {
        check(&code, inputs, &ALL[..outputs])?;
    }

    #[test]
    fn reads_of_programs_that_block(code in code(12, Kinds::Blocking), inputs in 0usize..4) {
        check(&code, inputs, &ALL)?;
    }
}

/// The case that a walk over instructions in order misses: the write is behind the read,
/// inside a loop.
#[test]
fn reads_inside_loops_are_found() {
    let add = |d, a, b| Inst::Alu {
        op: Alu::Add,
        d,
        a: Src::Register(a),
        b,
        predicated: false,
    };
    let code = [
        add(1, 0, Src::Word(1)),
        // r2 is written at the end of the loop only.
        add(3, 2, Src::Word(1)),
        add(2, 3, Src::Word(1)),
        Inst::Branch {
            cond: Some(1),
            to: To::Instruction(1),
        },
    ];
    let p = program(&code, 1, &[3]);
    let found: Vec<_> = p
        .undefined_reads()
        .iter()
        .map(|r| (r.ip, r.slot, r.certain))
        .collect();
    assert_eq!(found, [(1, 2, false)]);
}
