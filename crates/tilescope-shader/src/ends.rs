//! Accesses at the two ends of a program, which a device can do itself before and after a run:
//! for all batches at once, without asking a unit.

use crate::graph::{Exit, Goto};
use crate::isa::Isa;
use crate::op::{Op, Slot};
use crate::program::Program;
use crate::slots::Slots;

impl<I: Isa> Program<I> {
    /// Calls `each` with the accesses whose results could as well be there when the program
    /// starts: every lane does them once, they read no slot, and nothing before them uses a slot
    /// that they write.
    pub fn first_accesses(&mut self, mut each: impl FnMut(&mut I::Unit)) {
        let repeats = |exit: Exit| matches!(exit.target(), Some(Goto::Block(0)));
        let Some(first) = self.runs.first().copied() else {
            return;
        };
        if first.entered || self.runs.iter().any(|run| repeats(run.exit)) {
            return;
        }
        // These are filled when a run starts.
        let filled = self.fill.iter().chain(&self.unwritten).copied();
        let mut used = Slots::of(I::SLOTS, filled);
        for at in first.ops.0..first.ops.1 {
            let Some(op) = self.ops.get(at as usize).copied() else {
                return;
            };
            match op {
                Op::RelativeRead { .. } | Op::RelativeWrite { .. } | Op::Refresh => return,
                Op::Unit(n) => {
                    if let Some(unit) = self.tables.units.get_mut(n as usize)
                        && unit.reads.is_empty()
                        && unit.unsure.is_empty()
                        && !unit.writes.iter().any(|slot| used.has(*slot))
                    {
                        each(&mut unit.unit);
                    }
                }
                _ => {}
            }
            self.tables.reads(&op, |slot| used.insert(slot));
            self.tables.writes(&op, |slot| used.insert(slot));
        }
    }

    /// Calls `each` with the accesses after which lanes do nothing more. If all lanes of a run come
    /// to one together, the slots that it reads still have their values after the run.
    pub fn last_accesses(&mut self, mut each: impl FnMut(&mut I::Unit)) {
        // Whether nothing follows from the start of each block on.
        let mut empty = vec![false; self.runs.len() + 1];
        empty[self.runs.len()] = true;
        for block in (0..self.runs.len()).rev() {
            let run = &self.runs[block];
            let ends = match run.exit {
                Exit::Next => empty[block + 1],
                Exit::Jump(Goto::Block(to)) if to as usize > block => empty[to as usize],
                _ => false,
            };
            let computes = |op: &&Op<I::Value>| !matches!(op, Op::Check(_) | Op::Mark(_));
            let last = self.ops_of(run).iter().rfind(computes).copied();
            empty[block] = ends && last.is_none();
            if let Some(Op::Unit(n)) = last.filter(|_| ends)
                && let Some(unit) = self.tables.units.get_mut(n as usize)
            {
                each(&mut unit.unit);
            }
        }
    }

    /// The accesses, each with the block and the number of its operation.
    pub fn accesses(&self) -> impl Iterator<Item = (u32, u32, &I::Unit)> {
        (0u32..).zip(&self.runs).flat_map(move |(block, run)| {
            let ops = (0u32..).zip(self.ops_of(run));
            ops.filter_map(move |(n, op)| match op {
                Op::Unit(unit) => Some((block, n, &self.tables.unit(*unit)?.unit)),
                _ => None,
            })
        })
    }

    /// The bits of a slot that anything may read after operation `op` of a block, as far as is
    /// known. `of` gives those of an operand of a value.
    pub fn bits_read(
        &self,
        block: u32,
        op: u32,
        slot: Slot,
        of: impl Fn(I::Value, usize) -> u32,
    ) -> u32 {
        let after = self.parking.after(block);
        let (Some(after), Some(run)) = (after, self.runs.get(block as usize)) else {
            return u32::MAX;
        };
        let mut bits = 0;
        for op in self.ops_of(run).iter().skip(op as usize + 1) {
            match *op {
                Op::Value { v, d, .. } => {
                    let operands = (0..).zip(op.operands::<I>());
                    let read = operands.filter(|(_, s)| **s == slot);
                    bits |= read.fold(0, |bits, (n, _)| bits | of(v, n));
                    if d == slot {
                        return bits;
                    }
                }
                Op::RelativeRead { .. } | Op::RelativeWrite { .. } | Op::Refresh => {
                    return u32::MAX;
                }
                _ => {
                    let (mut read, mut written) = (false, false);
                    self.tables.reads(op, |s| read |= s == slot);
                    self.tables.writes(op, |s| written |= s == slot);
                    if read {
                        return u32::MAX;
                    }
                    if written {
                        return bits;
                    }
                }
            }
        }
        match after.has(slot) || run.exit.reads().any(|s| s == slot) {
            true => u32::MAX,
            false => bits,
        }
    }
}
