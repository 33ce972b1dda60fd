//! Slots that hold neither a denormal nor minus zero: operands that need no flush.

use crate::graph::Graph;
use crate::isa::Isa;
use crate::op::{Op, Slot, Tables};
use crate::slots::Slots;
use crate::solve::{self, Analysis, Direction, Paths};

/// Slots that are normal on every path.
struct Normal<'a, I: Isa> {
    tables: &'a Tables<I>,
    /// Slot of constant 0.
    constants: Slot,
}

impl<I: Isa> Normal<'_, I> {
    fn operands(s: [Slot; 4], set: &Slots) -> [bool; 4] {
        s.map(|slot| set.has(slot))
    }
}

impl<I: Isa> Analysis<I> for Normal<'_, I> {
    const DIRECTION: Direction = Direction::Forward;
    const PATHS: Paths = Paths::All;

    fn boundary(&self) -> Slots {
        let constants = (self.constants..).zip(&self.tables.constants);
        let normal = constants.filter(|(_, (c, _))| I::normal_constant(*c));
        Slots::of(I::SLOTS, normal.map(|(slot, _)| slot))
    }

    fn transfer(&self, op: &Op<I::Value>, set: &mut Slots) {
        let normal = match *op {
            Op::Value { v, s, .. } => I::normal(v, Self::operands(s, set)),
            Op::Constant { n, .. } => {
                let constant = self.tables.constants.get(n as usize);
                constant.is_some_and(|(c, _)| I::normal_constant(*c))
            }
            _ => false,
        };
        self.tables.writes(op, |slot| match normal {
            true => set.insert(slot),
            false => {
                set.remove(slot);
            }
        });
        if let Op::RelativeWrite { s, n } = *op
            && !set.has(s)
        {
            let range = self.tables.relative(n).into_iter();
            range.flat_map(|r| r.slots()).for_each(|slot| {
                set.remove(slot);
            });
        }
    }
}

/// Replaces values by those that do not flush operands which need none.
pub(crate) fn unflush<I: Isa>(graph: &mut Graph<I::Value>, tables: &Tables<I>, constants: Slot) {
    if !I::FLUSHES {
        return;
    }
    let analysis = Normal { tables, constants };
    let solved = solve::slots::<I, _>(graph, &analysis);
    for (block, set) in graph.blocks.iter_mut().zip(solved) {
        let Some(mut set) = set else { continue };
        for (op, _) in &mut block.ops {
            let before = *op;
            if let Op::Value { v, s, .. } = op
                && let Some(cheaper) = I::unflushed(*v, Normal::<I>::operands(*s, &set))
            {
                *v = cheaper;
            }
            analysis.transfer(&before, &mut set);
        }
    }
}
