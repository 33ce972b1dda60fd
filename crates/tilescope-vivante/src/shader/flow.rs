//! Basic blocks of a program, and static analyses over them.

use super::live::DeadReads;
use super::note::{Note, Problem};
use super::op::{Code, Op, Tables};
use super::slots::{self, Slots};

/// The target of a control transfer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// A block; the number after the last is the end of the program.
    Block(u32),
    /// An instruction outside the program.
    Outside(u32),
}

/// The terminator of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// Falls through to the next block.
    Next,
    /// Jumps to the target.
    Jump(Target),
    /// Goes to the target where [`slots::CONDITION`] is set, else to the next
    /// block.
    Branch(Target),
    /// Calls the target, then continues with the next block.
    Call(Target),
    /// Returns to the block after the call.
    Return,
}

/// A basic block: instructions entered only at the first.
#[derive(Clone, Debug)]
pub struct Block {
    /// Number of the first instruction.
    pub ip: u32,
    /// The number of instructions.
    pub len: u32,
    /// Operations, each with its instruction.
    pub ops: Vec<(Op, u32)>,
    pub end: End,
}

/// Blocks in order of their instructions.
#[derive(Clone, Debug)]
pub struct Graph {
    pub blocks: Vec<Block>,
}

impl Graph {
    /// The number of nodes: blocks, the end of the program, and a node between
    /// returns and their targets, which keeps the number of edges below that of
    /// instructions.
    fn places(&self) -> usize {
        self.blocks.len() + 2
    }

    /// Nodes to which control can go from `block`.
    fn successors(&self, block: usize) -> Vec<usize> {
        let next = block + 1;
        let returned = self.blocks.len() + 1;
        if block == returned {
            let calls = self.blocks.iter().enumerate();
            let calls = calls.filter(|(_, b)| matches!(b.end, End::Call(_)));
            return calls.map(|(i, _)| i + 1).collect();
        }
        let there = |t: Target| match t {
            Target::Block(b) => Some(b as usize),
            Target::Outside(_) => None,
        };
        match self.blocks.get(block).map(|b| b.end) {
            None => Vec::new(),
            Some(End::Next) => vec![next],
            Some(End::Jump(t) | End::Call(t)) => there(t).into_iter().collect(),
            Some(End::Branch(t)) => there(t).into_iter().chain([next]).collect(),
            Some(End::Return) => vec![returned],
        }
    }

    /// Slots of the thread's state that are definitely written before each block,
    /// and before the end. `None` for unreachable nodes.
    fn defined(&self, tables: &Tables, inputs: &Slots) -> Vec<Option<Slots>> {
        let mut before: Vec<Option<Slots>> = vec![None; self.places()];
        before[0] = Some(*inputs);
        let mut work = vec![0];
        while let Some(i) = work.pop() {
            let Some(mut set) = before[i] else { continue };
            for (op, _) in self.blocks.get(i).iter().flat_map(|b| &b.ops) {
                tables.writes(op, |slot| set.insert(slot));
            }
            for next in self.successors(i) {
                let Some(there) = before.get_mut(next) else {
                    continue;
                };
                let merged = match *there {
                    None => set,
                    Some(mut old) => {
                        old.intersect(&set);
                        old
                    }
                };
                if *there != Some(merged) {
                    *there = Some(merged);
                    work.push(next);
                }
            }
        }
        before
    }

    /// Inserts checks where a slot of the state may be read before it is written,
    /// unless the read is in `dead_reads`, and marks where those slots are written.
    /// Returns the slots. `outputs` are read at the end: those that may be
    /// unwritten by then are reported immediately.
    pub fn check_definitions(
        &mut self,
        tables: &Tables,
        inputs: &Slots,
        outputs: &Slots,
        dead_reads: &DeadReads,
        notes: &mut Vec<Note>,
    ) -> Vec<u16> {
        let before = self.defined(tables, inputs);
        let mut tracked = Slots::NONE;
        let mut checks: Vec<Vec<(usize, u16)>> = vec![Vec::new(); self.blocks.len()];
        for (i, block) in self.blocks.iter().enumerate() {
            let Some(mut set) = before[i] else { continue };
            for (at, (op, ip)) in block.ops.iter().enumerate() {
                tables.reads(op, |slot| {
                    if slot < slots::STATE && !set.has(slot) {
                        tracked.insert(slot);
                        if !dead_reads.has(*ip, slot) {
                            checks[i].push((at, slot));
                        }
                    }
                });
                tables.writes(op, |slot| set.insert(slot));
            }
        }
        if let Some(Some(at_end)) = before.get(self.blocks.len()) {
            let last = self.blocks.last().map_or(0, |b| b.ip + b.len);
            for slot in outputs.iter().filter(|slot| !at_end.has(*slot)) {
                notes.push(Note::new(undefined(slot), last));
            }
        }
        let numbers: Vec<u16> = tracked.iter().collect();
        let number = |slot: u16| numbers.binary_search(&slot).unwrap_or(0) as u16;
        for (block, checks) in self.blocks.iter_mut().zip(&checks) {
            let mut ops = Vec::with_capacity(block.ops.len() + checks.len());
            let mut checks = checks.iter().peekable();
            for (at, (op, ip)) in block.ops.iter().enumerate() {
                while let Some((_, slot)) = checks.next_if(|(i, _)| *i == at) {
                    let mut check = Op::unary(Code::Check, 0, *slot);
                    check.imm = number(*slot);
                    ops.push((check, *ip));
                }
                ops.push((*op, *ip));
                tables.writes(op, |slot| {
                    if tracked.has(slot) {
                        let mut mark = Op::unary(Code::Mark, 0, slot);
                        mark.imm = number(slot);
                        ops.push((mark, *ip));
                    }
                });
            }
            block.ops = ops;
        }
        numbers
    }

    /// Inserts the hardware's NaN where the bits of a NaN are observable: by
    /// integer operations, textures and memory, and in `outputs`.
    pub fn canonicalise_nans(&mut self, tables: &Tables, outputs: &Slots) {
        let mut seen: Vec<Slots> = vec![Slots::NONE; self.places()];
        let (end, returned) = (self.blocks.len(), self.blocks.len() + 1);
        seen[end] = *outputs;
        let mut changed = true;
        while changed {
            let after = self.after(returned, &seen);
            changed = after != seen[returned];
            seen[returned] = after;
            for i in (0..self.blocks.len()).rev() {
                let mut set = self.after(i, &seen);
                for (op, _) in self.blocks[i].ops.iter().rev() {
                    see_through(op, tables, &mut set);
                }
                if set != seen[i] {
                    seen[i] = set;
                    changed = true;
                }
            }
        }
        for i in 0..self.blocks.len() {
            let mut set = self.after(i, &seen);
            let mut ops = Vec::with_capacity(self.blocks[i].ops.len());
            for (op, ip) in self.blocks[i].ops.iter().rev() {
                if op.opens_nan() && set.has(op.d) {
                    ops.push((Op::unary(Code::Canonical, op.d, op.d), *ip));
                }
                see_through(op, tables, &mut set);
                ops.push((*op, *ip));
            }
            ops.reverse();
            self.blocks[i].ops = ops;
        }
    }

    /// The slots that are observed after a block.
    pub(super) fn after(&self, block: usize, seen: &[Slots]) -> Slots {
        let mut set = Slots::NONE;
        for next in self.successors(block) {
            if let Some(there) = seen.get(next) {
                set.unite(there);
            }
        }
        set
    }
}

/// Turns the slots whose bits are observed after an operation into those before it.
fn see_through(op: &Op, tables: &Tables, set: &mut Slots) {
    use Code::*;
    match op.code {
        Mov | Neg | Abs => {
            if set.remove(op.d) {
                set.insert(op.a);
            }
        }
        FloatGt | FloatGe | FloatEq | FloatNe => {
            if set.remove(op.d) {
                set.insert(op.c);
                set.insert(op.e);
            }
        }
        Add | Sub | Mul | MulNeg | MulAdd | MulSub | SubMul | NegMulSub | Canonical | Saturate
        | Fraction | Floor | Ceil | Reciprocal | ReciprocalRoot | Root | DerivativeX
        | DerivativeY => {
            set.remove(op.d);
        }
        // Any register may be read.
        IndirectTemp => *set = Slots::ALL,
        IndirectWrite => {
            set.insert(op.a);
            set.insert(op.b);
        }
        SignedGt | SignedGe | UnsignedGt | UnsignedGe | WordEq | WordNe | AddInt | And | Or
        | Xor | Not | Slow | Refresh | Constant | IndirectUniform | Texture | Load | Store
        | Kill | Check | Mark | Missing => {
            tables.writes(op, |slot| {
                set.remove(slot);
            });
            tables.reads(op, |slot| set.insert(slot));
        }
    }
}

/// The problem of reading a slot of the state.
pub fn undefined(slot: u16) -> Problem {
    match slot.checked_sub(slots::ADDRESS) {
        Some(component) => Problem::UndefinedAddress {
            component: component as u8,
        },
        None => Problem::Undefined {
            register: (slot / 4) as u8,
            component: (slot % 4) as u8,
        },
    }
}
