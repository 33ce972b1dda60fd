//! A forward dataflow solver over the control-flow graph.

use super::flow::{Entry, Graph, Node};

/// Facts that hold before an instruction.
pub(super) trait Facts: Clone {
    /// Merges the facts of another path. Returns whether anything changed.
    /// After many merges at one node `widening` requests less precision, so that counts
    /// in loops converge.
    fn join(&mut self, other: &Self, widening: Widening) -> bool;
}

/// Treatment of growing counts at a join.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Widening {
    Exact,
    ToUnbounded,
}

/// Merges at one node before counts are widened. Enough for loop nests; a count that
/// has not converged by then depends on the number of iterations.
const EXACT_JOINS: u8 = 6;

/// The facts before every node, `None` for unreachable nodes.
pub(super) fn solve<F: Facts>(
    graph: &Graph,
    start: &F,
    unknown: &F,
    mut step: impl FnMut(u32, &Node, &mut F),
) -> Vec<Option<F>> {
    let n = graph.nodes.len();
    let mut rank = vec![0u32; n];
    for (i, &id) in graph.order.iter().enumerate() {
        rank[id as usize] = i as u32;
    }
    let mut facts: Vec<Option<F>> = vec![None; n];
    let mut joins = vec![0u8; n];
    // Nodes to visit, by rank. Passes go forward; a pass skips clean nodes 64
    // at a time.
    let mut dirty = vec![0u64; n.div_ceil(64)];
    let mut merge = |facts: &mut Vec<Option<F>>, dirty: &mut Vec<u64>, id: u32, with: &F| {
        let changed = match &mut facts[id as usize] {
            Some(old) => {
                let count = &mut joins[id as usize];
                let widening = if *count < EXACT_JOINS {
                    Widening::Exact
                } else {
                    Widening::ToUnbounded
                };
                let changed = old.join(with, widening);
                if changed {
                    *count = count.saturating_add(1);
                }
                changed
            }
            empty => {
                *empty = Some(with.clone());
                true
            }
        };
        if changed {
            let rank = rank[id as usize] as usize;
            dirty[rank / 64] |= 1 << (rank % 64);
        }
    };
    for &(id, entry) in &graph.entries {
        let with = match entry {
            Entry::Start => start,
            Entry::Unknown => unknown,
        };
        merge(&mut facts, &mut dirty, id, with);
    }
    let mut again = true;
    while again {
        again = false;
        for word in 0..dirty.len() {
            while dirty[word] != 0 {
                let bit = dirty[word].trailing_zeros() as usize;
                dirty[word] &= !(1 << bit);
                again = true;
                let id = graph.order[word * 64 + bit];
                let node = &graph.nodes[id as usize];
                let Some(mut state) = facts[id as usize].clone() else {
                    continue;
                };
                step(id, node, &mut state);
                for next in node.successors() {
                    merge(&mut facts, &mut dirty, next, &state);
                }
            }
        }
    }
    facts
}
