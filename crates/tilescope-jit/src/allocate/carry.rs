//! Registers for loops.
//!
//! What a round leaves to the next stays in registers as far as there are enough: nodes with the
//! content of such slots are in theirs when a round begins, and what is stored there is moved into
//! them at the end. What is the same in all rounds is computed before the first.

use super::{Allocation, Home, steps};
use crate::assemble::{Instructions, Memory};
use crate::graph::{Class, Graph, Id, Kind, NONE};
use crate::target::Target;
use iced_x86::{IcedError, Register};

/// A loop for one batch.
#[derive(Debug)]
pub(crate) struct Rounds {
    /// Instructions before the first round.
    pub invariants: Instructions,
    /// Slots that are in registers from one round to the next.
    pub carried: Vec<(u16, Register)>,
    /// The register that has the lanes of the next round: a mask if the target has any.
    pub lanes: Register,
    /// Instructions of a round.
    pub body: Instructions,
}

/// The register of the lanes of a loop.
const LANES: usize = 0;

/// The instructions of a loop for one batch.
pub(crate) fn allocate_loop(graph: &Graph) -> Result<Rounds, IcedError> {
    let written = |(slot, id): &(u16, Id)| Some((*slot, *id, graph.content(*slot)?));
    let mut carried: Vec<(u16, Id, Id)> = graph.stores.iter().filter_map(written).collect();
    let (before, kept) = invariants(graph);
    let steps = steps(graph);
    let each = steps.iter().copied();
    let (first, rounds): (Vec<Id>, Vec<Id>) = each.partition(|id| before[*id as usize]);

    // Before the first round: what is kept is on the stack.
    let mut a = Allocation::new(graph, &first, &[]);
    a.code.reserve(kept.len() as u32);
    let store = graph.target.codes().store;
    for id in first {
        a.compute(id)?;
        if let Some(n) = kept.iter().position(|kept| *kept == id) {
            let register = a.ensure(id, [NONE; 3])?;
            a.code.store(store, Memory::Spill(n as u32), register)?;
            a.place(id).home = Home::Invariant(n as u32);
        }
    }
    let invariants = a.code;

    let lanes = graph.lanes.unwrap_or([NONE; 2]);
    let mut stores = graph.stores.clone();
    // It is of use at the end.
    stores.push((u16::MAX, lanes[1]));
    let mut a = Allocation::new(graph, &rounds, &stores);
    a.code.reserve(invariants.spills());
    for (n, id) in (0..).zip(&kept) {
        a.place(*id).home = Home::Invariant(n);
    }
    carried.sort_by_key(|(_, _, content)| {
        let (first, end) = a.places[*content as usize].uses;
        std::cmp::Reverse(end - first)
    });
    carried.truncate(graph.target.vectors() / 2);
    let own = match graph.target {
        Target::Avx512 => Class::Mask,
        Target::Avx2 => Class::Vector,
    };
    a.begin(lanes[0], LANES);
    // Of vectors, those after that of the lanes.
    let from = match own {
        Class::Mask => 0,
        Class::Vector => LANES + 1,
    };
    for (register, &(_, _, content)) in (from..).zip(&carried) {
        a.begin(content, register);
    }
    for id in rounds {
        a.compute(id)?;
    }
    for &(slot, id) in &graph.stores {
        if !carried.iter().any(|(carried, ..)| *carried == slot) {
            a.store(slot, id)?;
        }
    }
    let mut moves: Vec<(usize, Id)> = (from..)
        .zip(&carried)
        .map(|(register, (_, id, _))| (register, *id))
        .collect();
    match own {
        Class::Mask => a.settle_mask(lanes[1])?,
        Class::Vector => moves.push((LANES, lanes[1])),
    }
    a.settle(moves)?;
    let name = |register| graph.target.vector(register);
    let slots = carried.iter().map(|(slot, ..)| *slot);
    Ok(Rounds {
        invariants,
        carried: slots.zip((from..).map(name)).collect(),
        lanes: a.file(own).name(LANES),
        body: a.code,
    })
}

/// The instructions of a block for one batch, with slots in registers: those of `homes` are in the
/// first ones, before it and after it. Returns the register of its condition too, or
/// [`Register::None`].
pub(crate) fn allocate_block(
    graph: &Graph,
    homes: &[u16],
) -> Result<(Instructions, Register), IcedError> {
    let steps = steps(graph);
    let mut stores = graph.stores.clone();
    // It is of use at the end.
    stores.extend(graph.condition.map(|condition| (u16::MAX, condition)));
    let mut a = Allocation::new(graph, &steps, &stores);
    for (register, slot) in homes.iter().enumerate() {
        if let Some(content) = graph.content(*slot)
            && a.next_use(content) != u32::MAX
        {
            a.begin(content, register);
        }
    }
    for id in steps {
        a.compute(id)?;
    }
    let mut moves = Vec::new();
    for &(slot, id) in &graph.stores {
        match homes.iter().position(|home| *home == slot) {
            Some(register) => moves.push((register, id)),
            None => a.store(slot, id)?,
        }
    }
    a.settle(moves)?;
    let condition = match graph.condition {
        Some(condition) => a.ensure(condition, [NONE; 3])?,
        None => Register::None,
    };
    Ok((a.code, condition))
}

/// Whether each node is the same in all rounds, and those whose values rounds use. A mask that a
/// round uses is computed in it.
fn invariants(graph: &Graph) -> (Vec<bool>, Vec<Id>) {
    let carried = |slot| graph.stores.iter().any(|(stored, _)| *stored == slot);
    let mut same = vec![false; graph.nodes.len()];
    for (n, node) in graph.nodes.iter().enumerate() {
        same[n] = match node.kind {
            Kind::Slot(slot) => !carried(slot),
            Kind::Lanes => false,
            _ => node.operands().all(|id| same[id as usize]),
        };
    }
    let used = graph.used();
    let mut kept = Vec::new();
    let mut keep = |id: Id, same: &mut [bool]| {
        let node = &graph.nodes[id as usize];
        if !same[id as usize] || node.is_leaf() {
            return;
        }
        match node.class {
            Class::Mask => same[id as usize] = false,
            Class::Vector if !kept.contains(&id) => kept.push(id),
            Class::Vector => {}
        }
    };
    for (_, id) in &graph.stores {
        keep(*id, &mut same);
    }
    for id in graph.lanes.into_iter().flatten() {
        keep(id, &mut same);
    }
    for n in (0..graph.nodes.len()).rev() {
        if used[n] && !same[n] {
            for id in graph.nodes[n].operands() {
                keep(id, &mut same);
            }
        }
    }
    (same, kept)
}

impl Allocation<'_> {
    /// A node is in a register when a round begins.
    fn begin(&mut self, id: Id, register: usize) {
        if id == NONE {
            return;
        }
        let class = self.class(id);
        self.file(class).owners[register] = id;
        let place = self.place(id);
        (place.register, place.home) = (Some(register), Home::Nowhere);
    }

    /// Moves a mask into the register of the lanes. Nothing else is of use.
    fn settle_mask(&mut self, id: Id) -> Result<(), IcedError> {
        let to = self.masks.name(LANES);
        match self.places[id as usize].register {
            Some(LANES) => Ok(()),
            Some(from) => {
                let from = self.masks.name(from);
                self.code.move_mask(to, from)
            }
            None => self.load(id, to),
        }
    }

    /// Moves values into registers, of which each is in one move. Nothing else is of use.
    fn settle(&mut self, mut moves: Vec<(usize, Id)>) -> Result<(), IcedError> {
        let target = self.graph.target;
        moves.retain(|(to, id)| self.places[*id as usize].register != Some(*to));
        while !moves.is_empty() {
            let register = |id: Id| self.places[id as usize].register;
            // To where no value is that has to go elsewhere.
            let free = |(to, _): &(usize, Id)| {
                !moves.iter().any(|(_, other)| register(*other) == Some(*to))
            };
            if let Some(n) = moves.iter().position(free) {
                let (to, id) = moves.swap_remove(n);
                match self.places[id as usize].register {
                    Some(from) => self.code.copy(target.vector(to), target.vector(from))?,
                    None => self.load(id, target.vector(to))?,
                }
                continue;
            }
            // Values change places: one of them waits in a register that no value has.
            let to = moves[0].0;
            let waits = target.vectors();
            self.code.copy(target.vector(waits), target.vector(to))?;
            for (_, id) in &moves {
                let place = &mut self.places[*id as usize];
                if place.register == Some(to) {
                    place.register = Some(waits);
                }
            }
        }
        Ok(())
    }
}
