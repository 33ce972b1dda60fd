//! Liveness: detection of dead reads.

use super::flow::{End, Graph};
use super::op::{Code, Op, Tables};
use super::slots::{self, Slots};

/// Reads whose value is never used: instructions and slots.
#[derive(Clone, Debug, Default)]
pub struct DeadReads(Vec<(u32, u16)>);

impl DeadReads {
    /// Whether the value that instruction `ip` reads from `slot` is unused.
    pub fn has(&self, ip: u32, slot: u16) -> bool {
        self.0.binary_search(&(ip, slot)).is_ok()
    }
}

impl Graph {
    /// The dead reads, if `outputs` are read at the end. Mesa writes whole
    /// registers where only some components are used, from sources with undefined
    /// other components.
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

/// Whether anything depends on the operation.
fn matters(op: &Op, tables: &Tables, live: &Slots) -> bool {
    use Code::*;
    match op.code {
        // Addresses can fault, and texture reads are counted.
        IndirectWrite | Texture | Load | Store | Kill => true,
        _ => {
            let mut used = false;
            tables.writes(op, |slot| used |= live.has(slot));
            used
        }
    }
}

/// Whether an operation that matters depends on this source. Of coordinates only
/// the first two are always used: the others are for volumes and cubes, and the
/// sampler's type is not known before the program runs.
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

/// Turns the slots that are live after an operation into those before it.
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
