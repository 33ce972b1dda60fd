//! The dataflow solver.
//!
//! [`solve`] finds the facts before each node of any graph. For the blocks of a program
//! an [`Analysis`] says what an operation does to a set of slots. Sets only shrink (all
//! paths) or grow (any path), so that the search ends; nodes are visited in order of
//! control, so that straight programs take one visit of each.

use crate::edges::{Edges, Order};
use crate::graph::{Exit, Graph};
use crate::isa::Isa;
use crate::op::Op;
use crate::slots::Slots;

/// Direction in which facts travel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Direction {
    /// From the entry.
    Forward,
    /// From the end.
    Backward,
}

/// Paths on which a fact has to hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Paths {
    /// Every path.
    All,
    /// At least one.
    Any,
}

/// A dataflow problem.
pub(crate) trait Analysis<I: Isa> {
    const DIRECTION: Direction;
    const PATHS: Paths;

    /// The set at the entry, or at the end.
    fn boundary(&self) -> Slots;

    /// From the set on one side of an operation to that on the other side.
    fn transfer(&self, op: &Op<I::Value>, set: &mut Slots);

    /// The same for the end of a block; for backward problems only.
    fn exit(&self, exit: Exit, set: &mut Slots) {
        let _ = (exit, set);
    }
}

/// The facts before every node, over all paths from `entries`; `None` for nodes that are
/// not reached.
///
/// `order` is that of the edges from the entries. `step` goes past a node. `join` merges
/// the facts of another path into those before a node, and returns whether they changed.
/// It is passed how often they have, so that facts which could change forever are widened.
pub fn solve<F: Clone>(
    edges: &Edges,
    order: &Order,
    entries: impl IntoIterator<Item = (u32, F)>,
    mut step: impl FnMut(u32, &mut F),
    join: impl Fn(&mut F, &F, u32) -> bool,
) -> Vec<Option<F>> {
    let nodes = edges.nodes();
    let mut rank = vec![0; nodes];
    for (i, &node) in order.nodes.iter().enumerate() {
        rank[node as usize] = i;
    }
    let mut facts: Vec<Option<F>> = vec![None; nodes];
    let mut joins = vec![0u32; nodes];
    // Nodes to visit, by rank. Passes go forward; a pass skips clean nodes 64 at a time.
    let mut dirty = vec![0u64; nodes.div_ceil(64)];
    let mut merge = |facts: &mut [Option<F>], dirty: &mut [u64], node: u32, with: &F| {
        let node = node as usize;
        let changed = match &mut facts[node] {
            Some(old) => {
                let changed = join(old, with, joins[node]);
                joins[node] = joins[node].saturating_add(changed.into());
                changed
            }
            empty => {
                *empty = Some(with.clone());
                true
            }
        };
        if changed {
            dirty[rank[node] / 64] |= 1 << (rank[node] % 64);
        }
    };
    for (node, with) in entries {
        merge(&mut facts, &mut dirty, node, &with);
    }
    let mut again = true;
    while again {
        again = false;
        for word in 0..dirty.len() {
            while dirty[word] != 0 {
                let bit = dirty[word].trailing_zeros() as usize;
                dirty[word] &= !(1 << bit);
                again = true;
                let Some(&node) = order.nodes.get(word * 64 + bit) else {
                    continue;
                };
                let Some(mut state) = facts[node as usize].clone() else {
                    continue;
                };
                step(node, &mut state);
                for &next in edges.after(node) {
                    merge(&mut facts, &mut dirty, next, &state);
                }
            }
        }
    }
    facts
}

/// The set at the start of each place (forward) or after the operations of each
/// block (backward). `None` is never reached.
pub(crate) fn slots<I: Isa, A: Analysis<I>>(graph: &Graph<I::Value>, a: &A) -> Vec<Option<Slots>> {
    let forward = A::DIRECTION == Direction::Forward;
    let edges = graph.edges();
    let (edges, entries) = match forward {
        true => (edges, vec![(0, a.boundary())]),
        false => {
            let end = (graph.end() as u32, a.boundary());
            let others = (0..graph.places() as u32).map(|place| (place, Slots::none(I::SLOTS)));
            (edges.reversed(), [end].into_iter().chain(others).collect())
        }
    };
    let order = edges.order(entries.iter().map(|(place, _)| *place));
    let step = |place: u32, set: &mut Slots| {
        let Some(block) = graph.blocks.get(place as usize) else {
            return;
        };
        let ops = block.ops.iter().map(|(op, _)| op);
        match forward {
            true => ops.for_each(|op| a.transfer(op, set)),
            false => {
                a.exit(block.exit, set);
                ops.rev().for_each(|op| a.transfer(op, set));
            }
        }
    };
    let mut at = solve(
        &edges,
        &order,
        entries,
        step,
        |set, other, _| match A::PATHS {
            Paths::All => set.intersect(other),
            Paths::Any => set.unite(other),
        },
    );
    if !forward {
        for (block, set) in graph.blocks.iter().zip(&mut at) {
            set.iter_mut().for_each(|set| a.exit(block.exit, set));
        }
    }
    at
}
