//! Accesses at the two ends of a program, which a device can do itself before and after a run:
//! for all batches at once, without asking a unit.

use crate::graph::{Exit, Goto};
use crate::isa::Isa;
use crate::op::Op;
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

    /// The access with which the program ends, if its lanes always stay together: the slots that
    /// it reads still have their values after a run.
    pub fn last_access(&mut self) -> Option<&mut I::Unit> {
        let mut last = None;
        let mut block = 0;
        while let Some(run) = self.runs.get(block) {
            let computes = |op: &&Op<I::Value>| !matches!(op, Op::Check(_) | Op::Mark(_));
            last = self.ops_of(run).iter().rfind(computes).or(last);
            block = match run.exit {
                Exit::Next => block + 1,
                Exit::Jump(Goto::Block(to)) if to as usize > block => to as usize,
                _ => return None,
            };
        }
        let Some(&Op::Unit(n)) = last else {
            return None;
        };
        Some(&mut self.tables.units.get_mut(n as usize)?.unit)
    }
}
