//! Liveness: reads whose value is used.

use super::flow::{End, Graph};
use super::op::{Code, Op, Tables};
use super::slots::{self, Slots};

/// Slots that instructions read and whose value goes nowhere, by instruction.
#[derive(Clone, Debug, Default)]
pub struct DeadReads(Vec<(u32, u16)>);

impl DeadReads {
    /// Whether it makes no difference what instruction `ip` finds in `slot`.
    pub fn has(&self, ip: u32, slot: u16) -> bool {
        self.0.binary_search(&(ip, slot)).is_ok()
    }
}

impl Graph {
    /// The reads that make no difference, if `outputs` are what is read at the end.
    /// Mesa writes whole registers where only some components are used, of sources
    /// that have no more than these.
    pub fn dead_reads(&self, tables: &Tables, outputs: &Slots) -> DeadReads {
        let end = self.blocks.len();
        let mut before: Vec<Slots> = vec![Slots::NONE; end + 2];
        before[end] = *outputs;
        let mut changed = true;
        while changed {
            let after = self.after(end + 1, &before);
            changed = after != before[end + 1];
            before[end + 1] = after;
            for i in (0..end).rev() {
                let mut live = self.live_at_end(i, &before);
                for (op, _) in self.blocks[i].ops.iter().rev() {
                    pass(op, tables, &mut live);
                }
                changed |= live != before[i];
                before[i] = live;
            }
        }
        let (mut seen, mut dead_reads) = (Vec::new(), Vec::new());
        for i in 0..end {
            let mut live = self.live_at_end(i, &before);
            for (op, ip) in self.blocks[i].ops.iter().rev() {
                let used = matters(op, tables, &live);
                tables.reads(op, |slot| {
                    if slot < slots::STATE {
                        let counts = used && counts(op, tables, slot);
                        if counts { &mut seen } else { &mut dead_reads }.push((*ip, slot));
                    }
                });
                pass(op, tables, &mut live);
            }
        }
        seen.sort_unstable();
        dead_reads.retain(|read| seen.binary_search(read).is_err());
        dead_reads.sort_unstable();
        dead_reads.dedup();
        DeadReads(dead_reads)
    }

    fn live_at_end(&self, block: usize, before: &[Slots]) -> Slots {
        let mut live = self.after(block, before);
        if let Some(End::Branch(_)) = self.blocks.get(block).map(|b| b.end) {
            live.insert(slots::CONDITION);
        }
        live
    }
}

/// Whether anything depends on what the operation does.
fn matters(op: &Op, tables: &Tables, live: &Slots) -> bool {
    use Code::*;
    match op.code {
        // An address may be outside of all memory, and what is looked up is traffic.
        IndirectWrite | Texture | Load | Store | Kill => true,
        _ => {
            let mut used = false;
            tables.writes(op, |slot| used |= live.has(slot));
            used
        }
    }
}

/// Whether an operation that matters depends on that source of it. Of coordinates
/// only the first two do for sure: the others are for volumes and cubes, and what a
/// sampler has is known when the program runs.
fn counts(op: &Op, tables: &Tables, slot: u16) -> bool {
    let Some(t) = tables.textures.get(usize::from(op.imm)) else {
        return true;
    };
    if op.code != Code::Texture {
        return true;
    }
    let mut reads = 0;
    tables.reads(op, |s| reads += usize::from(s == slot));
    reads > t.at[2..].iter().filter(|s| **s == slot).count()
}

/// From what is live after an operation to what is before.
fn pass(op: &Op, tables: &Tables, live: &mut Slots) {
    if !matters(op, tables, live) {
        return;
    }
    tables.writes(op, |slot| {
        live.remove(slot);
    });
    if op.code == Code::IndirectTemp {
        *live = Slots::ALL;
    }
    tables.reads(op, |slot| {
        if counts(op, tables, slot) {
            live.insert(slot);
        }
    });
}
