//! Dead reads: reads whose value has no effect.

use crate::graph::{Exit, Graph};
use crate::isa::Isa;
use crate::op::{Op, Slot, Tables};
use crate::slots::Slots;
use crate::solve::{self, Analysis, Direction, Paths};

/// Slots that instructions read without effect, by instruction.
#[derive(Clone, Debug, Default)]
pub(crate) struct DeadReads(Vec<(u32, Slot)>);

impl DeadReads {
    /// Whether it makes no difference what instruction `ip` reads in `slot`.
    pub fn has(&self, ip: u32, slot: Slot) -> bool {
        self.0.binary_search(&(ip, slot)).is_ok()
    }
}

/// Slots whose value has an effect later.
struct Live<'a, I: Isa> {
    tables: &'a Tables<I>,
    outputs: &'a Slots,
    reads: Reads,
}

/// Reads that count.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reads {
    /// Those that matter whatever the state is at run time.
    Sure,
    /// All that may matter.
    Possible,
}

impl<I: Isa> Live<'_, I> {
    /// Whether anything depends on the operation.
    fn matters(&self, op: &Op<I::Value>, live: &Slots) -> bool {
        let effect = match op {
            Op::Unit(n) => self.tables.unit(*n).is_some_and(|unit| unit.effect),
            Op::RelativeWrite { .. } => true,
            _ => false,
        };
        let mut used = effect;
        self.tables.writes(op, |slot| used |= live.has(slot));
        used
    }

    /// Whether a slot counts that an operation which matters reads.
    fn sure(&self, op: &Op<I::Value>, slot: Slot) -> bool {
        match op {
            Op::Unit(n) if self.reads == Reads::Sure => {
                let unit = self.tables.unit(*n);
                unit.is_some_and(|unit| unit.reads.contains(&slot))
            }
            _ => true,
        }
    }
}

impl<I: Isa> Analysis<I> for Live<'_, I> {
    const DIRECTION: Direction = Direction::Backward;
    const PATHS: Paths = Paths::Any;

    fn boundary(&self) -> Slots {
        self.outputs.clone()
    }

    fn transfer(&self, op: &Op<I::Value>, live: &mut Slots) {
        if !self.matters(op, live) {
            return;
        }
        self.tables.writes(op, |slot| {
            live.remove(slot);
        });
        if let Op::RelativeRead { n, .. } = op {
            let range = self.tables.relative(*n).into_iter();
            range
                .flat_map(|r| r.slots())
                .for_each(|slot| live.insert(slot));
        }
        self.tables.reads(op, |slot| {
            if self.sure(op, slot) {
                live.insert(slot);
            }
        });
    }

    fn exit(&self, exit: Exit, live: &mut Slots) {
        exit.reads().for_each(|slot| live.insert(slot));
    }
}

/// The slots whose value at the start may have an effect, if they are known and `outputs` are
/// read at the end.
pub(crate) fn used<I: Isa>(
    graph: &Graph<I::Value>,
    tables: &Tables<I>,
    outputs: &Slots,
) -> Option<Slots> {
    let analysis = Live {
        tables,
        outputs,
        reads: Reads::Possible,
    };
    let block = graph.blocks.first()?;
    let mut live = solve::slots::<I, _>(graph, &analysis)
        .into_iter()
        .next()??;
    for (op, _) in block.ops.iter().rev() {
        analysis.transfer(op, &mut live);
    }
    Some(live)
}

/// The dead reads of slots below `state`, if `outputs` are read at the end.
/// Compilers write whole vectors where only some components are used, from sources
/// that have no more than these.
pub(crate) fn dead_reads<I: Isa>(
    graph: &Graph<I::Value>,
    tables: &Tables<I>,
    outputs: &Slots,
    state: Slot,
) -> DeadReads {
    let analysis = Live {
        tables,
        outputs,
        reads: Reads::Sure,
    };
    let solved = solve::slots::<I, _>(graph, &analysis);
    let (mut seen, mut dead) = (Vec::new(), Vec::new());
    for (block, live) in graph.blocks.iter().zip(solved) {
        let Some(mut live) = live else { continue };
        seen.extend(block.exit.reads().map(|slot| (block.last(), slot)));
        for (op, ip) in block.ops.iter().rev() {
            let used = analysis.matters(op, &live);
            tables.reads(op, |slot| {
                if slot < state {
                    let sure = used && analysis.sure(op, slot);
                    if sure { &mut seen } else { &mut dead }.push((*ip, slot));
                }
            });
            analysis.transfer(op, &mut live);
        }
    }
    seen.sort_unstable();
    dead.retain(|read| seen.binary_search(read).is_err());
    dead.sort_unstable();
    dead.dedup();
    DeadReads(dead)
}
