//! Blocks of a program and the edges between them.

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

    /// Places that follow each place.
    pub fn successors(&self) -> Vec<Vec<usize>> {
        let (end, returned, anywhere) = (self.end(), self.end() + 1, self.end() + 2);
        let mut all = vec![Vec::new(); self.places()];
        let there = |to: Goto| match to {
            Goto::Block(block) => Some(block as usize),
            Goto::Outside(_) => None,
            Goto::Register(_) => Some(anywhere),
        };
        for (i, block) in self.blocks.iter().enumerate() {
            let next = i + 1;
            match block.exit {
                Exit::Next => all[i].push(next),
                Exit::Jump(to) => all[i].extend(there(to)),
                Exit::Branch(_, to) => all[i].extend(there(to).into_iter().chain([next])),
                Exit::Call(to) => {
                    all[i].extend(there(to));
                    all[returned].push(next);
                }
                Exit::Return => all[i].push(returned),
            }
            if block.entered {
                all[anywhere].push(i);
            }
        }
        all[anywhere].push(end);
        all
    }
}
