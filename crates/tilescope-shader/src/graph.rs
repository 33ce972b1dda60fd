//! Blocks of a program and the edges between them.

use crate::edges::Edges;
use crate::op::{Op, Slot};

/// A place that control can go to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Goto {
    /// A block; the one after the last is the end of the program.
    Block(u32),
    /// An instruction outside the program.
    Outside(u32),
    /// The instruction whose number is in this slot.
    Register(Slot),
}

/// End of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Exit {
    /// The next block follows.
    Next,
    /// The target follows.
    Jump(Goto),
    /// The target follows in lanes whose slot is not 0, else the next block.
    Branch(Slot, Goto),
    /// The target follows, and the next block after its return.
    Call(Goto),
    /// The block after the call follows.
    Return,
}

impl Exit {
    /// The target, if it is not only the next block or a caller.
    pub fn target(self) -> Option<Goto> {
        match self {
            Exit::Next | Exit::Return => None,
            Exit::Jump(to) | Exit::Branch(_, to) | Exit::Call(to) => Some(to),
        }
    }

    /// The slots that it reads: a condition, and an instruction's number.
    pub fn reads(self) -> impl Iterator<Item = Slot> {
        let condition = match self {
            Exit::Branch(slot, _) => Some(slot),
            _ => None,
        };
        let number = match self.target() {
            Some(Goto::Register(slot)) => Some(slot),
            _ => None,
        };
        condition.into_iter().chain(number)
    }
}

/// Instructions that are entered only at the first.
#[derive(Clone, Debug)]
pub(crate) struct Block<V> {
    /// Number of the first instruction.
    pub ip: u32,
    /// Number of instructions.
    pub len: u32,
    /// Operations, each with its instruction.
    pub ops: Vec<(Op<V>, u32)>,
    pub exit: Exit,
    /// Whether a target in a slot may be this block.
    pub entered: bool,
}

impl<V> Block<V> {
    /// Number of the last instruction.
    pub fn last(&self) -> u32 {
        self.ip + self.len.saturating_sub(1)
    }
}

/// Blocks in order of their instructions.
#[derive(Clone, Debug)]
pub(crate) struct Graph<V> {
    pub blocks: Vec<Block<V>>,
}

impl<V> Graph<V> {
    /// The place of the end of the program.
    pub fn end(&self) -> usize {
        self.blocks.len()
    }

    /// Number of places: blocks, the end, one between returns and the blocks after
    /// calls, and one between targets in slots and blocks. The last two keep the
    /// number of edges below a multiple of that of instructions.
    pub fn places(&self) -> usize {
        self.blocks.len() + 3
    }

    /// Edges from each place to those that follow it.
    pub fn edges(&self) -> Edges {
        let end = self.blocks.len() as u32;
        let (returned, anywhere) = (end + 1, end + 2);
        let there = |to: Goto| match to {
            Goto::Block(block) => Some(block),
            Goto::Outside(_) => None,
            Goto::Register(_) => Some(anywhere),
        };
        let blocks = (0..end).zip(&self.blocks).flat_map(|(i, block)| {
            let next = Some((i, i + 1));
            let target = block.exit.target().and_then(there).map(|to| (i, to));
            let pairs = match block.exit {
                Exit::Next => [next, None],
                Exit::Jump(_) => [target, None],
                Exit::Branch(..) => [target, next],
                Exit::Call(_) => [target, Some((returned, i + 1))],
                Exit::Return => [Some((i, returned)), None],
            };
            let entered = block.entered.then_some((anywhere, i));
            pairs.into_iter().chain([entered]).flatten()
        });
        Edges::new(self.places(), blocks.chain([(anywhere, end)]))
    }
}
