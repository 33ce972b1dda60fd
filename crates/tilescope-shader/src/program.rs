//! Programs, lowered once for all their runs.

use crate::build::{Layout, Lower, build};
use crate::definitions::{self, Definitions, UndefinedRead};
use crate::denormal;
use crate::graph::{Exit, Goto, Graph};
use crate::isa::Isa;
use crate::live::{self, DeadReads};
use crate::nan;
use crate::native::{Compile, Tiers};
use crate::op::{Op, Relative, Slot, Tables, UnitOp};
use crate::parking::Parking;
use crate::slots::Slots;
use crate::unwritten;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// A block of a program that can be run.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Run {
    /// The first operation, and the one after the last.
    pub ops: (u32, u32),
    /// Number of the first instruction.
    pub ip: u32,
    /// Number of instructions.
    pub len: u32,
    pub exit: Exit,
    /// Whether a target in a slot may be this block.
    pub entered: bool,
}

impl Run {
    /// Number of the last instruction.
    pub fn last(&self) -> u32 {
        self.ip + self.len.saturating_sub(1)
    }
}

/// A program.
#[derive(Clone, Debug)]
pub struct Program<I: Isa> {
    pub(crate) ops: Vec<Op<I::Value>>,
    /// The instruction of each operation.
    pub(crate) ips: Vec<u32>,
    pub(crate) runs: Vec<Run>,
    pub(crate) tables: Tables<I>,
    pub(crate) quirks: I::Quirks,
    pub(crate) end: u32,
    /// The slot of the first constant.
    pub(crate) constants: Slot,
    /// Slots of the state that it may write.
    written: Vec<Slot>,
    /// Slots that lanes park when they diverge.
    pub(crate) parking: Parking,
    /// Slots that it writes, and that hold the undefined word when it starts.
    pub(crate) fill: Vec<Slot>,
    /// Slots that it reads and never writes.
    pub(crate) unwritten: Vec<Slot>,
    pub(crate) undefined: u32,
    pub(crate) call_depth: u8,
    pub(crate) definitions: Definitions,
    pub(crate) compile: Option<Compile<I>>,
    /// Native code that was compiled; clones share it.
    pub(crate) tiers: Arc<Tiers>,
    /// Slots of no state that some block reads before it writes them.
    carried: Slots,
    /// The first slot that is not of the state.
    scratch: Slot,
    /// Slots of the state that nothing outside of blocks reads.
    inner: Slots,
    /// Number of the program in this process, from 1 on; clones have the same.
    pub(crate) identity: u64,
    dead: DeadReads,
    /// Slots whose value at the start has an effect.
    used: Option<Slots>,
}

/// The last identity of a program.
static PROGRAMS: AtomicU64 = AtomicU64::new(0);

impl<I: Isa> Program<I> {
    /// Lowers the instructions of `layout`.
    pub fn new<L: Lower<I>>(lower: &mut L, layout: &Layout<'_>, quirks: I::Quirks) -> Program<I> {
        let (mut graph, mut tables) = build(lower, layout);
        let inputs = Slots::of(I::SLOTS, layout.inputs.iter().copied());
        let outputs = Slots::of(I::SLOTS, layout.outputs.iter().copied());
        let constants = layout.constants();
        let dead = live::dead_reads(&graph, &tables, &outputs, layout.state);
        if let Some(undefined) = lower.undefined() {
            unwritten::settle(&mut graph, &mut tables, &inputs, constants, undefined);
        }
        let used = live::used(&graph, &tables, &outputs);
        let sets = [&inputs, &outputs];
        let definitions = definitions::check(&mut graph, &tables, sets, layout.state, &dead);
        nan::canonicalise(&mut graph, &tables, &outputs);
        denormal::unflush(&mut graph, &tables, constants);
        let written = written(&graph, &tables);
        let of_state = |slot: &Slot| *slot < layout.state;
        let blocks = tables.units.iter().any(|unit| unit.blocks);
        let parked = |slot: &Slot| {
            (blocks || of_state(slot)) && *slot < constants && !layout.shared.contains(slot)
        };
        let mut program = Program {
            parking: Parking::new(
                &graph,
                &tables,
                &outputs,
                written.iter().filter(parked).collect(),
            ),
            written: written.iter().filter(of_state).collect(),
            fill: Vec::new(),
            unwritten: Vec::new(),
            tables,
            quirks,
            end: layout.end.max(layout.start),
            constants,
            undefined: layout.undefined,
            call_depth: layout.call_depth,
            definitions,
            compile: None,
            tiers: Arc::default(),
            carried: Slots::none(I::SLOTS),
            scratch: layout.state,
            inner: Slots::none(I::SLOTS),
            identity: PROGRAMS.fetch_add(1, Ordering::Relaxed) + 1,
            dead,
            used,
            ops: Vec::new(),
            ips: Vec::new(),
            runs: Vec::new(),
        };
        program.flatten(&graph);
        let fill = program.filled(&inputs, &outputs).into_iter();
        (program.fill, program.unwritten) = fill.partition(|slot| written.has(*slot));
        program.carried = program.carried();
        program
    }

    fn flatten(&mut self, graph: &Graph<I::Value>) {
        for block in &graph.blocks {
            let from = self.ops.len() as u32;
            for (op, ip) in &block.ops {
                self.ops.push(*op);
                self.ips.push(*ip);
            }
            self.runs.push(Run {
                ops: (from, self.ops.len() as u32),
                ip: block.ip,
                len: block.len,
                exit: block.exit,
                entered: block.entered,
            });
        }
    }

    /// Slots that may be read before they are written, by any lane.
    fn filled(&self, inputs: &Slots, outputs: &Slots) -> Vec<Slot> {
        let undefined = &self.definitions;
        let undefined = undefined.tracked.iter().chain(&undefined.merged);
        let mut fill = Slots::of(I::SLOTS, undefined.copied());
        let mut refreshes = false;
        for op in &self.ops {
            match op {
                Op::Refresh => refreshes = true,
                // It may be any.
                Op::RelativeRead { n, .. } => {
                    let range = self.tables.relative(*n).into_iter();
                    range
                        .flat_map(Relative::slots)
                        .for_each(|slot| fill.insert(slot));
                }
                _ => {}
            }
        }
        let diverges = |r: &Run| {
            let register = matches!(r.exit.target(), Some(Goto::Register(_)));
            register || matches!(r.exit, Exit::Branch(..))
        };
        let blocks = self.tables.units.iter().any(|unit| unit.blocks);
        // A neighbour on another path may not have reached a write.
        if refreshes && (blocks || self.runs.iter().any(diverges)) {
            self.written.iter().for_each(|slot| fill.insert(*slot));
        }
        if !self.definitions.outputs.is_empty() {
            fill.unite(outputs);
        }
        fill.iter().filter(|slot| !inputs.has(*slot)).collect()
    }

    /// Slots that some block reads before it writes them, or that may be any of several.
    fn carried(&self) -> Slots {
        let mut carried = Slots::none(I::SLOTS);
        for run in &self.runs {
            let mut written = Slots::none(I::SLOTS);
            for op in self.ops_of(run) {
                self.tables.reads(op, |slot| {
                    if !written.has(slot) {
                        carried.insert(slot);
                    }
                });
                self.tables.writes(op, |slot| written.insert(slot));
            }
            let exit = run.exit.reads().filter(|slot| !written.has(*slot));
            exit.for_each(|slot| carried.insert(slot));
        }
        let ranges = self.tables.relatives.iter().flat_map(Relative::slots);
        ranges.for_each(|slot| carried.insert(slot));
        carried
    }

    /// Whether anything may read a slot after operation `op` of a block, as far as is
    /// known.
    pub fn reads_later(&self, block: u32, op: u32, slot: Slot) -> bool {
        let slot = slot & (I::SLOTS - 1) as Slot;
        let after = self.parking.after(block);
        if after.is_none() && self.may_be_read(slot) {
            return true;
        }
        let Some(run) = self.runs.get(block as usize) else {
            return true;
        };
        for op in self.ops_of(run).iter().skip(op as usize + 1) {
            // At an access lanes may go elsewhere with all they have.
            if after.is_none() && slot < self.scratch && !matches!(op, Op::Value { .. }) {
                return true;
            }
            let (mut read, mut written) = (false, false);
            self.tables.reads(op, |s| read |= s == slot);
            self.tables.writes(op, |s| written |= s == slot);
            if let Op::RelativeRead { n, .. } = op {
                let range = self.tables.relative(*n).into_iter();
                read |= range.flat_map(Relative::slots).any(|s| s == slot);
            }
            if read || written {
                return read;
            }
        }
        match after {
            Some(after) => after.has(slot),
            None => run.exit.reads().any(|s| s == slot),
        }
    }

    /// Whether anything may read a slot from the start of a block on, as far as is known.
    pub(crate) fn reads_from(&self, block: u32, slot: Slot) -> bool {
        match self.parking.before(block) {
            Some(before) => before.has(slot),
            None => self.may_be_read(slot),
        }
    }

    /// Whether anything may read a slot where a block begins, if that is not known for each.
    fn may_be_read(&self, slot: Slot) -> bool {
        slot < self.scratch && !self.inner.has(slot) || self.carried.has(slot)
    }

    /// The first and the last instruction of each block.
    pub fn blocks(&self) -> impl Iterator<Item = (u32, u32)> {
        self.runs.iter().map(|run| (run.ip, run.last()))
    }

    /// Only the program reads these slots of the state where lanes are between blocks, wherever
    /// they go from there.
    pub fn set_inner(&mut self, slots: impl IntoIterator<Item = Slot>) {
        self.inner = Slots::of(I::SLOTS, slots);
    }

    /// Stretches: operations that only compute, with the block and the number of the
    /// first of them in it. Native code replaces a stretch or its beginning.
    pub fn stretches(&self) -> impl Iterator<Item = (u32, u32, &[Op<I::Value>])> {
        let computes = |op: &Op<I::Value>| match op {
            Op::Value { v, .. } => I::over_exec(*v),
            _ => false,
        };
        (0u32..).zip(&self.runs).flat_map(move |(block, run)| {
            let ops = self.ops_of(run);
            let mut at = 0;
            ops.chunk_by(move |a, b| computes(a) && computes(b))
                .filter_map(move |stretch| {
                    let first = at;
                    at += stretch.len() as u32;
                    computes(stretch.first()?).then_some((block, first, stretch))
                })
        })
    }

    pub(crate) fn ops_of(&self, run: &Run) -> &[Op<I::Value>] {
        let (from, to) = (run.ops.0 as usize, run.ops.1 as usize);
        self.ops.get(from..to).unwrap_or_default()
    }

    /// Jumps, branches and calls to instructions outside the program: the instruction
    /// and the target.
    pub fn outside(&self) -> impl Iterator<Item = (u32, u32)> {
        self.runs.iter().filter_map(|run| match run.exit.target() {
            Some(Goto::Outside(target)) => Some((run.last(), target)),
            _ => None,
        })
    }

    /// Reads that have an effect, of slots that may not have been written.
    pub fn undefined_reads(&self) -> &[UndefinedRead] {
        &self.definitions.reads
    }

    /// Outputs that some path to the end does not write.
    pub fn undefined_outputs(&self) -> &[Slot] {
        &self.definitions.outputs
    }

    /// Whether anything may depend on the value of a slot when the program starts.
    pub fn uses_input(&self, slot: Slot) -> bool {
        self.used.as_ref().is_none_or(|used| used.has(slot))
    }

    /// Whether it makes no difference what instruction `ip` reads in a slot of the
    /// state.
    pub fn dead_read(&self, ip: u32, slot: Slot) -> bool {
        self.dead.has(ip, slot)
    }

    /// Slots of the state that it may write, ascending.
    pub fn written(&self) -> &[Slot] {
        &self.written
    }

    /// Accesses to units.
    pub fn units(&self) -> impl Iterator<Item = &I::Unit> {
        self.tables.units.iter().map(|unit| &unit.unit)
    }

    /// Constants, each with the first instruction that uses it.
    pub fn constants(&self) -> &[(I::Constant, u32)] {
        &self.tables.constants
    }

    /// Number of operations.
    pub fn operations(&self) -> usize {
        self.ops.len()
    }

    /// Number of slots that it uses: state, scratch, and constants with a slot.
    pub fn slots(&self) -> usize {
        let all = usize::from(self.constants) + self.tables.constants.len();
        all.min(I::SLOTS)
    }

    /// The choices that it was lowered with.
    pub fn quirks(&self) -> &I::Quirks {
        &self.quirks
    }

    /// Whether a block begins with instruction `ip`.
    pub fn begins_block(&self, ip: u32) -> bool {
        self.block_of(ip).is_some()
    }

    /// Number of instructions from `ip` to the end of its block: those that lanes have
    /// paid for when they are at it.
    pub fn left_in_block(&self, ip: u32) -> u32 {
        let next = self.runs.partition_point(|run| run.ip <= ip);
        let run = next.checked_sub(1).and_then(|i| self.runs.get(i));
        run.map_or(0, |run| (run.ip + run.len).saturating_sub(ip))
    }

    /// The block that begins with instruction `ip`.
    pub(crate) fn block_of(&self, ip: u32) -> Option<u32> {
        let i = self.runs.binary_search_by_key(&ip, |run| run.ip).ok()?;
        Some(i as u32)
    }

    /// The block that a target in a slot is, if control may go there.
    pub(crate) fn block_at(&self, ip: u32) -> Option<u32> {
        if ip == self.end {
            return Some(self.runs.len() as u32);
        }
        let i = self.runs.binary_search_by_key(&ip, |run| run.ip).ok()?;
        self.runs[i].entered.then_some(i as u32)
    }
}

/// Slots that operations may write.
fn written<I: Isa>(graph: &Graph<I::Value>, tables: &Tables<I>) -> Slots {
    let mut written = Slots::none(I::SLOTS);
    for (op, _) in graph.blocks.iter().flat_map(|block| &block.ops) {
        tables.writes(op, |slot| written.insert(slot));
        if let Op::RelativeWrite { n, .. } = op {
            let range = tables.relative(*n).into_iter();
            range
                .flat_map(Relative::slots)
                .for_each(|slot| written.insert(slot));
        }
    }
    written
}

impl<I: Isa> Program<I> {
    pub(crate) fn unit(&self, n: u32) -> Option<&UnitOp<I::Unit>> {
        self.tables.unit(n)
    }
}
