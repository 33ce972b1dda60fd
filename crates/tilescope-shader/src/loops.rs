//! Loops in which lanes only compute: native code goes round them.
//!
//! A loop is blocks that follow each other. Control goes forward in them, back from the last to
//! the first, and away to blocks after them. So lanes in lockstep are all in the same round, and
//! those that left wait: what each lane does is the same if batches go round one after the other.

use crate::graph::{Exit, Goto};
use crate::isa::Isa;
use crate::op::{Op, Slot};
use crate::program::Program;

/// The largest number of blocks to which a loop is left.
const LEAVES: usize = 4;

/// The largest number of blocks of a loop that record what lanes have written.
const RECORDS: usize = 4;

/// Registers of a group after its slots, for loops of native code. Numbers are from
/// [`Isa::SLOTS`] on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LoopSlot {
    /// All ones in lanes that run; afterwards in those that are at the start of the loop again.
    Running,
    /// Instructions that each lane has executed in the loop, from 0 on.
    Executed,
    /// All ones in lanes that have left to the block of this number in [`Loop::leaves`], from 1
    /// on. All others have left to the first.
    Left(usize),
    /// All ones in lanes that have come to the block with this number in [`LoopBlock::record`];
    /// zero before.
    Reached(usize),
    /// Memory for native code, below [`LoopSlot::SPARE`].
    Spare(usize),
}

impl LoopSlot {
    /// Number of [`LoopSlot::Spare`] registers.
    pub const SPARE: usize = 16;

    /// Number of these registers.
    pub(crate) const COUNT: usize = 1 + LEAVES + RECORDS + Self::SPARE;

    /// The number after that of the last slot.
    pub fn number(self) -> usize {
        match self {
            LoopSlot::Running => 0,
            LoopSlot::Executed => 1,
            LoopSlot::Left(n) => 1 + n,
            LoopSlot::Reached(n) => 1 + LEAVES + n,
            LoopSlot::Spare(n) => 1 + LEAVES + RECORDS + n,
        }
    }
}

/// A loop without accesses to units, from its first block on.
#[derive(Clone, Debug)]
pub struct Loop<'p, V> {
    /// Number of its first block.
    pub head: u32,
    /// Its blocks. Control comes back from the last only.
    pub blocks: Vec<LoopBlock<'p, V>>,
    /// Blocks to which it is left.
    pub leaves: Vec<Leave>,
    /// Slots that it writes and that may be read in the next round.
    pub carried: Vec<Slot>,
}

/// A block to which a loop is left.
#[derive(Clone, Debug)]
pub struct Leave {
    /// Its number. It is after the loop.
    pub block: u32,
    /// Slots that the loop writes and that may be read from there on.
    pub reads: Vec<Slot>,
}

/// A block of a loop.
#[derive(Clone, Copy, Debug)]
pub struct LoopBlock<'p, V> {
    /// Operations: values, and what is recorded of lanes that come to the block ([`Op::Mark`]).
    pub ops: &'p [Op<V>],
    /// The number of the block among those that record anything.
    pub record: Option<usize>,
    /// Number of instructions.
    pub instructions: u32,
    /// The way that lanes go from here.
    pub end: LoopEnd,
}

/// End of a block of a loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LoopEnd {
    /// All lanes go there.
    All(Way),
    /// Lanes whose slot is not 0 go one way, the others another.
    Either(Slot, [Way; 2]),
}

/// A way that lanes go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// To a block of the loop, by its place in [`Loop::blocks`], after the one in which they are.
    Block(usize),
    /// To the start of the loop.
    Again,
    /// To a block outside, by its place in [`Loop::leaves`].
    Leave(usize),
}

impl<I: Isa> Program<I> {
    /// Its innermost loops without accesses, each with another first block.
    pub fn loops(&self) -> Vec<Loop<'_, I::Value>> {
        let mut loops: Vec<Loop<'_, I::Value>> = Vec::new();
        for (last, run) in (0u32..).zip(&self.runs) {
            let Some(Goto::Block(head)) = run.exit.target() else {
                continue;
            };
            if head <= last
                && loops.iter().all(|l| l.head != head)
                && let Some(found) = self.loop_of(head, last)
            {
                loops.push(found);
            }
        }
        loops
    }

    fn loop_of(&self, head: u32, last: u32) -> Option<Loop<'_, I::Value>> {
        let mut found = Loop {
            head,
            blocks: Vec::new(),
            leaves: Vec::new(),
            carried: Vec::new(),
        };
        for number in head..=last {
            let run = self.runs.get(number as usize)?;
            let ops = self.ops_of(run);
            let computes = |op: &Op<I::Value>| match op {
                Op::Value { v, .. } => I::over_exec(*v),
                Op::Mark(_) => true,
                _ => false,
            };
            if !ops.iter().all(computes) {
                return None;
            }
            let records = ops.iter().any(|op| matches!(op, Op::Mark(_)));
            let earlier = found.blocks.iter().filter_map(|block| block.record).count();
            if records && earlier == RECORDS {
                return None;
            }
            let mut way = |to: Goto| match to {
                Goto::Block(to) if to == head && number == last => Some(Way::Again),
                Goto::Block(to) if to > last => found.leave(to).map(Way::Leave),
                Goto::Block(to) if to > number => Some(Way::Block((to - head) as usize)),
                _ => None,
            };
            let next = Goto::Block(number + 1);
            let end = match run.exit {
                Exit::Next => LoopEnd::All(way(next)?),
                Exit::Jump(to) => LoopEnd::All(way(to)?),
                Exit::Branch(cond, to) => LoopEnd::Either(cond, [way(to)?, way(next)?]),
                Exit::Call(_) | Exit::Return => return None,
            };
            found.blocks.push(LoopBlock {
                ops,
                record: records.then_some(earlier),
                instructions: run.len,
                end,
            });
        }
        let mut written = Vec::new();
        for op in found.blocks.iter().flat_map(|block| block.ops) {
            self.tables.writes(op, |slot| {
                written.push(slot & (I::SLOTS - 1) as Slot);
            });
        }
        written.sort_unstable();
        written.dedup();
        let read_from = |block| {
            let read = |slot: &Slot| self.reads_from(block, *slot);
            written.iter().copied().filter(read).collect()
        };
        found.carried = read_from(head);
        for leave in &mut found.leaves {
            leave.reads = read_from(leave.block);
        }
        Some(found)
    }
}

impl<V> Loop<'_, V> {
    /// Instructions of a round in which each block is executed once.
    pub fn instructions(&self) -> u64 {
        let blocks = self.blocks.iter();
        blocks.map(|block| u64::from(block.instructions)).sum()
    }

    /// The number of a block outside.
    fn leave(&mut self, block: u32) -> Option<usize> {
        if let Some(n) = self.leaves.iter().position(|leave| leave.block == block) {
            return Some(n);
        }
        self.leaves.push(Leave {
            block,
            reads: Vec::new(),
        });
        (self.leaves.len() <= LEAVES).then_some(self.leaves.len() - 1)
    }
}
