//! Visible NaN: float arithmetic leaves open which NaN it returns, and the
//! hardware's own replaces it only where its bits are visible: to operations on
//! bits, to units, and in outputs.

use crate::graph::{Exit, Goto, Graph};
use crate::isa::{Isa, Nan};
use crate::op::{Op, Tables};
use crate::slots::Slots;
use crate::solve::{self, Analysis, Direction, Paths};

/// Slots whose bits are visible later.
struct Visible<'a, I: Isa> {
    tables: &'a Tables<I>,
    outputs: &'a Slots,
}

impl<I: Isa> Analysis<I> for Visible<'_, I> {
    const DIRECTION: Direction = Direction::Backward;
    const PATHS: Paths = Paths::Any;

    fn boundary(&self) -> Slots {
        self.outputs.clone()
    }

    fn transfer(&self, op: &Op<I::Value>, set: &mut Slots) {
        match *op {
            Op::Value { v, d, s } => match I::shape(v).nan {
                Nan::Bits => {
                    set.remove(d);
                    op.operands::<I>().iter().for_each(|slot| set.insert(*slot));
                }
                Nan::Canonical | Nan::Open => {
                    set.remove(d);
                }
                Nan::Passes(which) => {
                    if set.remove(d) {
                        let passed = s.iter().enumerate().filter(|(i, _)| which >> i & 1 != 0);
                        passed.for_each(|(_, slot)| set.insert(*slot));
                    }
                }
            },
            Op::RelativeRead { d, n } => {
                let Some(relative) = self.tables.relative(n) else {
                    return;
                };
                if set.remove(d) {
                    relative.slots().for_each(|slot| set.insert(slot));
                }
                set.insert(relative.address);
            }
            Op::RelativeWrite { s, n } => {
                let Some(relative) = self.tables.relative(n) else {
                    return;
                };
                if relative.slots().any(|slot| set.has(slot)) {
                    set.insert(s);
                }
                set.insert(relative.address);
            }
            Op::Unit(_) | Op::Constant { .. } | Op::Check(_) | Op::Mark(_) | Op::Refresh => {
                self.tables.writes(op, |slot| {
                    set.remove(slot);
                });
                self.tables.reads(op, |slot| set.insert(slot));
            }
        }
    }

    fn exit(&self, exit: Exit, set: &mut Slots) {
        if let Some(Goto::Register(slot)) = exit.target() {
            set.insert(slot);
        }
    }
}

/// Replaces NaNs by those of the hardware where their bits are visible.
pub(crate) fn canonicalise<I: Isa>(
    graph: &mut Graph<I::Value>,
    tables: &Tables<I>,
    outputs: &Slots,
) {
    let Some(canonical) = I::canonical() else {
        return;
    };
    let analysis = Visible { tables, outputs };
    let solved = solve::slots::<I, _>(graph, &analysis);
    for (block, set) in graph.blocks.iter_mut().zip(solved) {
        let Some(mut set) = set else { continue };
        let mut ops = Vec::with_capacity(block.ops.len());
        for (op, ip) in block.ops.iter().rev() {
            if let Op::Value { v, d, .. } = *op
                && I::shape(v).nan == Nan::Open
                && set.has(d)
            {
                let v = canonical;
                ops.push((Op::Value { v, d, s: [d; 4] }, *ip));
            }
            analysis.transfer(op, &mut set);
            ops.push((*op, *ip));
        }
        ops.reverse();
        block.ops = ops;
    }
}
