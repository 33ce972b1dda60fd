//! Definitions: reads of slots that may not have been written.
//!
//! The static answer is "no", "on every path" or "on some paths". Reads that are
//! not certainly defined are checked when the program runs: [`Op::Check`] reports
//! lanes that have not written a slot, [`Op::Mark`] records those that have.

use crate::graph::Graph;
use crate::isa::Isa;
use crate::live::DeadReads;
use crate::op::{Op, Slot, Tables};
use crate::slots::Slots;
use crate::solve::{self, Analysis, Direction, Paths};

/// A read of a slot that may not have been written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct UndefinedRead {
    /// Number of the instruction.
    pub ip: u32,
    /// The slot.
    pub slot: Slot,
    /// Whether no path to the instruction writes it. If not, some do.
    pub certain: bool,
}

/// Results of the analysis.
#[derive(Clone, Debug, Default)]
pub(crate) struct Definitions {
    /// Reads that have an effect, by instruction.
    pub reads: Vec<UndefinedRead>,
    /// Outputs that some path to the end does not write.
    pub outputs: Vec<Slot>,
    /// Slots whose definition is tracked at run time.
    pub tracked: Vec<Slot>,
    /// Slots that a merge may leave in place without a definition.
    pub merged: Vec<Slot>,
}

/// Slots that are written on every path.
struct Certain<'a, I: Isa> {
    tables: &'a Tables<I>,
    inputs: &'a Slots,
}

impl<I: Isa> Analysis<I> for Certain<'_, I> {
    const DIRECTION: Direction = Direction::Forward;
    const PATHS: Paths = Paths::All;

    fn boundary(&self) -> Slots {
        self.inputs.clone()
    }

    fn transfer(&self, op: &Op<I::Value>, set: &mut Slots) {
        self.tables.writes(op, |slot| set.insert(slot));
    }
}

/// Slots that are written on some path.
pub(crate) struct Possible<'a, I: Isa>(Certain<'a, I>);

impl<'a, I: Isa> Possible<'a, I> {
    pub fn new(tables: &'a Tables<I>, inputs: &'a Slots) -> Self {
        Possible(Certain { tables, inputs })
    }
}

impl<I: Isa> Analysis<I> for Possible<'_, I> {
    const DIRECTION: Direction = Direction::Forward;
    const PATHS: Paths = Paths::Any;

    fn boundary(&self) -> Slots {
        self.0.boundary()
    }

    fn transfer(&self, op: &Op<I::Value>, set: &mut Slots) {
        self.0.transfer(op, set);
        if let Op::RelativeWrite { n, .. } = op {
            let range = self.0.tables.relative(*n).into_iter();
            range
                .flat_map(|r| r.slots())
                .for_each(|slot| set.insert(slot));
        }
    }
}

/// The operands whose definition is checked: not what a merge leaves in place.
fn sources<I: Isa>(tables: &Tables<I>, op: &Op<I::Value>, mut f: impl FnMut(Slot)) {
    match op {
        Op::Value { v, .. } if I::shape(*v).merges => {
            if let Some((_, sources)) = op.operands::<I>().split_last() {
                sources.iter().copied().for_each(f);
            }
        }
        op => tables.reads(op, &mut f),
    }
}

/// Finds reads of slots below `state` that may not have been written, and inserts
/// checks and marks.
pub(crate) fn check<I: Isa>(
    graph: &mut Graph<I::Value>,
    tables: &Tables<I>,
    [inputs, outputs]: [&Slots; 2],
    state: Slot,
    dead: &DeadReads,
) -> Definitions {
    let certain = Certain { tables, inputs };
    let before = solve::slots::<I, _>(graph, &certain);
    let possible = Possible::new(tables, inputs);
    let may = solve::slots::<I, _>(graph, &possible);
    let mut found = Definitions::default();
    let mut tracked = Slots::none(I::SLOTS);
    let mut checks: Vec<Vec<(usize, Slot)>> = vec![Vec::new(); graph.blocks.len()];
    for (i, block) in graph.blocks.iter().enumerate() {
        let (Some(mut set), Some(mut some)) = (before[i].clone(), may[i].clone()) else {
            continue;
        };
        let (reads, checks) = (&mut found.reads, &mut checks[i]);
        let mut read = |at: usize, ip: u32, slot: Slot, set: &Slots, some: &Slots| {
            if slot >= state || set.has(slot) {
                return;
            }
            tracked.insert(slot);
            if !dead.has(ip, slot) {
                checks.push((at, slot));
                reads.push(UndefinedRead {
                    ip,
                    slot,
                    certain: !some.has(slot),
                });
            }
        };
        for (at, (op, ip)) in block.ops.iter().enumerate() {
            sources(tables, op, |slot| read(at, *ip, slot, &set, &some));
            if let Op::Value { v, d, .. } = *op
                && I::shape(v).merges
                && op.operands::<I>().last() == Some(&d)
                && !set.has(d)
            {
                found.merged.push(d);
            }
            certain.transfer(op, &mut set);
            possible.transfer(op, &mut some);
        }
        for slot in block.exit.reads() {
            read(block.ops.len(), block.last(), slot, &set, &some);
        }
    }
    found.reads.sort_unstable();
    // An instruction of several operations may read a slot more than once.
    found.reads.dedup_by_key(|read| (read.ip, read.slot));
    if let Some(at_end) = &before[graph.end()] {
        found.outputs = outputs.iter().filter(|slot| !at_end.has(*slot)).collect();
    }
    found.tracked = tracked.iter().collect();
    insert(graph, tables, &found.tracked, &checks);
    found
}

/// Inserts checks before operations, and marks after writes of tracked slots.
fn insert<I: Isa>(
    graph: &mut Graph<I::Value>,
    tables: &Tables<I>,
    tracked: &[Slot],
    checks: &[Vec<(usize, Slot)>],
) {
    let number = |slot: &Slot| tracked.binary_search(slot).ok().map(|n| n as u16);
    for (block, checks) in graph.blocks.iter_mut().zip(checks) {
        let mut ops = Vec::with_capacity(block.ops.len() + checks.len());
        let mut checks = checks.iter().peekable();
        let last = block.last();
        for (at, (op, ip)) in block.ops.iter().enumerate() {
            while let Some((_, slot)) = checks.next_if(|(i, _)| *i == at) {
                ops.extend(number(slot).map(|n| (Op::Check(n), *ip)));
            }
            ops.push((*op, *ip));
            tables.writes(op, |slot| {
                ops.extend(number(&slot).map(|n| (Op::Mark(n), *ip)));
            });
        }
        ops.extend(checks.filter_map(|(_, slot)| Some((Op::Check(number(slot)?), last))));
        block.ops = ops;
    }
}
