//! Lowering: from instructions to a graph of blocks.

use crate::graph::{Block, Exit, Goto, Graph};
use crate::isa::Isa;
use crate::op::{Op, Relative, Slot, Tables, UnitOp};
use std::collections::HashMap;
use std::ops::Range;

/// A target of control.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// This instruction. The one after the last is the end of the program; others
    /// outside the program stop the lanes that go there.
    Instruction(u32),
    /// The instruction whose number is in this slot, in each lane; it has to be one that
    /// control [enters](Lower::enters), or the end.
    Register(Slot),
}

/// Control after an instruction. `H` is the form of a word of each lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End<H = Slot> {
    /// The next instruction follows.
    Next,
    /// The target follows.
    Jump(Target),
    /// The target follows in lanes whose condition is not 0.
    Branch {
        /// The condition.
        cond: H,
        /// The target.
        to: Target,
    },
    /// The target follows, and the next instruction after its return.
    Call(Target),
    /// The instruction after the call follows.
    Return,
    /// The program ends.
    Stop,
}

/// A family's lowering of instructions.
pub trait Lower<I: Isa> {
    /// Appends the operations of instruction `ip`.
    fn lower(&mut self, ip: u32, b: &mut BlockBuilder<'_, I>) -> End;

    /// Whether control may come to instruction `ip` through a [`Target::Register`].
    fn enters(&self, ip: u32) -> bool {
        let _ = ip;
        false
    }

    /// The constant that is [`Layout::undefined`]. Without it, slots that a merge keeps are
    /// filled before each run.
    fn undefined(&self) -> Option<I::Constant> {
        None
    }

    /// Sets properties of relative accesses that are known only when every instruction
    /// has been lowered.
    fn finish(&mut self, relatives: &mut [Relative]) {
        let _ = relatives;
    }
}

/// Properties of a program besides its instructions.
#[derive(Clone, Debug)]
pub struct Layout<'a> {
    /// Number of the first instruction.
    pub start: u32,
    /// Number of the instruction after the last.
    pub end: u32,
    /// Number of slots, from the first on, that are state of a thread.
    pub state: u16,
    /// Number of slots after these that live no longer than an instruction. An
    /// instruction takes no more of them.
    pub scratch: u16,
    /// Slots of the state that all lanes of a group share; they are never parked.
    pub shared: Range<Slot>,
    /// Slots that are written before a run.
    pub inputs: &'a [Slot],
    /// Slots that are read after a run.
    pub outputs: &'a [Slot],
    /// Content of slots that were never written.
    pub undefined: u32,
    /// Number of calls that can be inside one another.
    pub call_depth: u8,
}

impl Layout<'_> {
    /// The slot of the first constant.
    pub(crate) fn constants(&self) -> Slot {
        self.state.saturating_add(self.scratch)
    }
}

/// Operations of a program under construction.
#[derive(Debug)]
pub struct BlockBuilder<'l, I: Isa> {
    layout: &'l Layout<'l>,
    pub(crate) tables: Tables<I>,
    known: HashMap<I::Constant, u32>,
    /// Of the current instruction.
    ops: Vec<Op<I::Value>>,
    ip: u32,
    scratch: u16,
    /// Constants without a slot of their own, and where the current instruction has them.
    spilled: Vec<(u32, Slot)>,
}

impl<'l, I: Isa> BlockBuilder<'l, I> {
    fn new(layout: &'l Layout<'l>) -> BlockBuilder<'l, I> {
        BlockBuilder {
            layout,
            tables: Tables::default(),
            known: HashMap::new(),
            ops: Vec::new(),
            ip: layout.start,
            scratch: 0,
            spilled: Vec::new(),
        }
    }

    /// Number of the current instruction.
    pub fn ip(&self) -> u32 {
        self.ip
    }

    /// Appends an operation.
    pub fn push(&mut self, op: Op<I::Value>) {
        self.ops.push(op);
    }

    /// Appends `d` = a value of `s`.
    pub fn value(&mut self, v: I::Value, d: Slot, s: [Slot; 4]) {
        self.push(Op::Value { v, d, s });
    }

    /// Appends an access to a unit.
    pub fn unit(&mut self, unit: UnitOp<I::Unit>) {
        let n = self.tables.units.len() as u32;
        self.tables.units.push(unit);
        self.push(Op::Unit(n));
    }

    /// Appends `d` = the slot that `relative` is in each lane.
    pub fn relative_read(&mut self, d: Slot, relative: Relative) {
        let n = self.relative(relative);
        self.push(Op::RelativeRead { d, n });
    }

    /// Appends: the slot that `relative` is in each lane = `s`.
    pub fn relative_write(&mut self, relative: Relative, s: Slot) {
        let n = self.relative(relative);
        self.push(Op::RelativeWrite { s, n });
    }

    fn relative(&mut self, relative: Relative) -> u32 {
        self.tables.relatives.push(relative);
        (self.tables.relatives.len() - 1) as u32
    }

    /// Appends [`Op::Refresh`].
    pub fn refresh(&mut self) {
        self.push(Op::Refresh);
    }

    /// A slot that lives as long as this instruction.
    pub fn scratch(&mut self) -> Slot {
        debug_assert!(
            self.scratch < self.layout.scratch,
            "instruction {} takes more than {} slots",
            self.ip,
            self.layout.scratch
        );
        let slot = self.layout.state + self.scratch % self.layout.scratch.max(1);
        self.scratch += 1;
        slot
    }

    /// The slot of a constant.
    pub fn constant(&mut self, constant: I::Constant) -> Slot {
        let n = match self.known.get(&constant) {
            Some(n) => *n,
            None => {
                let n = self.tables.constants.len() as u32;
                self.tables.constants.push((constant, self.ip));
                self.known.insert(constant, n);
                n
            }
        };
        match u32::from(self.layout.constants()).checked_add(n) {
            Some(slot) if (slot as usize) < I::SLOTS => slot as Slot,
            _ => match self.spilled.iter().find(|(known, _)| *known == n) {
                Some((_, slot)) => *slot,
                None => {
                    let d = self.scratch();
                    self.push(Op::Constant { d, n });
                    self.spilled.push((n, d));
                    d
                }
            },
        }
    }
}

/// Lowers every instruction, and cuts the program where control enters it.
pub(crate) fn build<I: Isa, L: Lower<I>>(
    lower: &mut L,
    layout: &Layout<'_>,
) -> (Graph<I::Value>, Tables<I>) {
    assert!(
        usize::from(layout.state) + usize::from(layout.scratch) <= I::SLOTS,
        "state and scratch have slots"
    );
    let (start, end) = (layout.start, layout.end.max(layout.start));
    let count = (end - start) as usize;
    let mut b = BlockBuilder::new(layout);
    let mut each = Vec::with_capacity(count);
    let mut leads = vec![false; count];
    let mut lead = |i: Option<u32>| {
        if let Some(lead) = i.and_then(|i| leads.get_mut(i as usize)) {
            *lead = true;
        }
    };
    lead(Some(0));
    for ip in start..end {
        (b.ip, b.scratch) = (ip, 0);
        b.spilled.clear();
        let flow = lower.lower(ip, &mut b);
        if flow != End::Next {
            lead(Some(ip - start + 1));
        }
        if let End::Jump(to) | End::Branch { to, .. } | End::Call(to) = flow
            && let Target::Instruction(to) = to
        {
            lead(to.checked_sub(start));
        }
        if lower.enters(ip) {
            lead(Some(ip - start));
        }
        each.push((std::mem::take(&mut b.ops), flow));
    }
    let mut tables = b.tables;
    lower.finish(&mut tables.relatives);
    let entered = |ip| lower.enters(ip);
    let graph = cut(each, &leads, start, entered);
    (graph, tables)
}

fn cut<V>(
    each: Vec<(Vec<Op<V>>, End)>,
    leads: &[bool],
    start: u32,
    entered: impl Fn(u32) -> bool,
) -> Graph<V> {
    // The block that each instruction is in.
    let mut number = 0u32;
    let of: Vec<u32> = leads
        .iter()
        .map(|lead| {
            number += u32::from(*lead);
            number.saturating_sub(1)
        })
        .collect();
    let end = start + leads.len() as u32;
    let goto = |to: Target| match to {
        Target::Register(slot) => Goto::Register(slot),
        Target::Instruction(to) if to == end => Goto::Block(number),
        Target::Instruction(to) => match to.checked_sub(start).and_then(|i| of.get(i as usize)) {
            Some(block) => Goto::Block(*block),
            None => Goto::Outside(to),
        },
    };
    let mut blocks: Vec<Block<V>> = Vec::with_capacity(number as usize);
    for ((ip, (ops, flow)), lead) in (start..).zip(each).zip(leads) {
        if *lead {
            blocks.push(Block {
                ip,
                len: 0,
                ops: Vec::new(),
                exit: Exit::Next,
                entered: entered(ip),
            });
        }
        let Some(block) = blocks.last_mut() else {
            continue;
        };
        block.len += 1;
        block.ops.extend(ops.into_iter().map(|op| (op, ip)));
        block.exit = match flow {
            End::Next => Exit::Next,
            End::Jump(to) => Exit::Jump(goto(to)),
            End::Branch { cond, to } => Exit::Branch(cond, goto(to)),
            End::Call(to) => Exit::Call(goto(to)),
            End::Return => Exit::Return,
            End::Stop => Exit::Jump(Goto::Block(number)),
        };
    }
    Graph { blocks }
}
