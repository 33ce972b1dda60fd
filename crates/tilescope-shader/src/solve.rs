//! The dataflow solver.
//!
//! An [`Analysis`] says what an operation does to a set of slots. The solver finds
//! the set at each place of the graph, over all paths that lead there. Sets only
//! shrink (all paths) or grow (any path), so that it ends; places are visited in
//! order of control, so that straight programs take one visit of each block.

use crate::graph::{Exit, Graph};
use crate::isa::Isa;
use crate::op::Op;
use crate::slots::Slots;
use std::collections::BTreeSet;

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

/// The set at the start of each place (forward) or after the operations of each
/// block (backward). `None` is never reached.
pub(crate) fn solve<I: Isa, A: Analysis<I>>(graph: &Graph<I::Value>, a: &A) -> Vec<Option<Slots>> {
    let forward = A::DIRECTION == Direction::Forward;
    let successors = graph.successors();
    let edges = match forward {
        true => successors,
        false => reversed(&successors),
    };
    let mut at: Vec<Option<Slots>> = vec![None; graph.places()];
    let mut work = BTreeSet::new();
    match forward {
        true => {
            at[0] = Some(a.boundary());
            work.insert(0);
        }
        false => {
            let boundary = a.boundary();
            let mut empty = boundary.clone();
            boundary.iter().for_each(|slot| {
                empty.remove(slot);
            });
            at.fill(Some(empty));
            at[graph.end()] = Some(boundary);
            work.extend(0..graph.places());
        }
    }
    let next = |work: &mut BTreeSet<usize>| match forward {
        true => work.pop_first(),
        false => work.pop_last(),
    };
    while let Some(place) = next(&mut work) {
        let Some(mut set) = at[place].clone() else {
            continue;
        };
        if let Some(block) = graph.blocks.get(place) {
            let ops = block.ops.iter().map(|(op, _)| op);
            match forward {
                true => ops.for_each(|op| a.transfer(op, &mut set)),
                false => {
                    a.exit(block.exit, &mut set);
                    ops.rev().for_each(|op| a.transfer(op, &mut set));
                }
            }
        }
        for &to in &edges[place] {
            let met = match &at[to] {
                None => set.clone(),
                Some(old) => {
                    let mut met = old.clone();
                    match A::PATHS {
                        Paths::All => met.intersect(&set),
                        Paths::Any => met.unite(&set),
                    }
                    met
                }
            };
            if at[to].as_ref() != Some(&met) {
                at[to] = Some(met);
                work.insert(to);
            }
        }
    }
    if !forward {
        for (block, set) in graph.blocks.iter().zip(&mut at) {
            set.iter_mut().for_each(|set| a.exit(block.exit, set));
        }
    }
    at
}

fn reversed(edges: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let mut back = vec![Vec::new(); edges.len()];
    for (from, all) in edges.iter().enumerate() {
        all.iter().for_each(|to| back[*to].push(from));
    }
    back
}
