//! Merges into slots that no path has written.
//!
//! What such a merge keeps is the undefined word. As a constant it is there once for all runs of
//! a program, while the slot would have to be filled before each.

use crate::definitions::Possible;
use crate::graph::Graph;
use crate::isa::Isa;
use crate::op::{Op, Slot, Tables};
use crate::slots::Slots;
use crate::solve::{self, Analysis};

/// Takes what these merges keep from the slot of `undefined`, the undefined word. Slots of
/// constants begin with `constants`.
pub(crate) fn settle<I: Isa>(
    graph: &mut Graph<I::Value>,
    tables: &mut Tables<I>,
    inputs: &Slots,
    constants: Slot,
    undefined: I::Constant,
) {
    let merges: Vec<(usize, usize)> = {
        let possible = Possible::new(tables, inputs);
        let solved = solve::slots::<I, _>(graph, &possible);
        let mut found = Vec::new();
        for (n, (block, written)) in graph.blocks.iter().zip(solved).enumerate() {
            let Some(mut written) = written else { continue };
            for (at, (op, _)) in block.ops.iter().enumerate() {
                if let Op::Value { v, d, .. } = *op
                    && I::shape(v).merges
                    // Others keep a part of a value on its way.
                    && op.operands::<I>().last() == Some(&d)
                    && !written.has(d)
                {
                    found.push((n, at));
                }
                possible.transfer(op, &mut written);
            }
        }
        found
    };
    if merges.is_empty() {
        return;
    }
    let known = tables.constants.iter().position(|(c, _)| *c == undefined);
    let number = known.unwrap_or(tables.constants.len());
    let slot = usize::from(constants) + number;
    if slot >= I::SLOTS {
        return;
    }
    if known.is_none() {
        let ip = graph.blocks.first().map_or(0, |block| block.ip);
        tables.constants.push((undefined, ip));
    }
    for (n, at) in merges {
        if let Some((Op::Value { v, s, .. }, _)) = graph.blocks[n].ops.get_mut(at)
            && let Some(last) = usize::from(I::shape(*v).operands).checked_sub(1)
            && let Some(kept) = s.get_mut(last)
        {
            *kept = slot as Slot;
        }
    }
}
