//! Loops of a program: one round as operations without branches.
//!
//! Each block has a mask of the lanes that execute it. Lanes that have left take part in the
//! rounds of the others with any values: what they left with is kept beside. So no value waits for
//! the masks of its round, but where only some of the lanes in the loop compute it.

use crate::builder::{Builder, Mask, Value};
use crate::graph::Kind;
use crate::slots::{number, of_loop};
use crate::target::Target;
use iced_x86::Code;
use std::collections::{BTreeMap, BTreeSet};
use tilescope_exec::Exec;
use tilescope_shader::{Isa, Loop, LoopEnd, LoopSlot, Op, Program, Slot, Way};

/// Slots of a loop.
#[derive(Debug)]
pub(crate) struct LoopSlots {
    /// That of the lanes that run.
    pub running: Slot,
    /// Slots that are other ones in a round: each begins with the content of the second, which has
    /// that of the first at the end, in lanes that are in the loop then.
    pub inner: Vec<(Slot, Slot)>,
}

/// A round under construction.
struct Round<'b, 'g, 'p, I: Isa> {
    b: &'b mut Builder<'g>,
    l: &'p Loop<'p, I::Value>,
    /// Values of slots, of the lanes that have come to the block. Others may have any, but in
    /// slots that are `shared`.
    slots: BTreeMap<Slot, Value>,
    /// Values of slots of lanes that have left.
    left: BTreeMap<Slot, Value>,
    /// Other slots that have values in a round of those that lanes leave with.
    inner: BTreeMap<Slot, Slot>,
    /// Slots that have the values of all lanes, wherever they are, as there is no other.
    shared: BTreeSet<Slot>,
    /// Lanes of each block, and of the next round.
    blocks: Vec<Option<Mask>>,
    again: Option<Mask>,
    /// Instructions of lanes, where the same lanes execute several blocks in a row.
    executed: Option<(Mask, u32)>,
}

/// Emits a round of a loop. None if there is no code for it.
pub(crate) fn emit<I: Isa>(
    b: &mut Builder<'_>,
    p: &Program<I>,
    l: &Loop<'_, I::Value>,
) -> Option<LoopSlots> {
    let left: BTreeSet<Slot> = l.leaves.iter().flat_map(|l| &l.reads).copied().collect();
    let both = l.carried.iter().copied().filter(|slot| left.contains(slot));
    let spare = (0..LoopSlot::SPARE).map(|n| of_loop::<I>(LoopSlot::Spare(n)));
    let shared = both.clone().skip(LoopSlot::SPARE).collect();
    let lanes = b.lanes();
    let mut round = Round::<I> {
        b,
        l,
        slots: BTreeMap::new(),
        left: BTreeMap::new(),
        inner: both.zip(spare).collect(),
        shared,
        blocks: vec![None; l.blocks.len()],
        again: None,
        executed: None,
    };
    *round.blocks.first_mut()? = Some(lanes);
    for n in 0..l.blocks.len() {
        // If a lane comes to it.
        if let Some(mask) = round.blocks[n] {
            round.block(p, n, mask)?;
        }
    }
    round.count(None);
    let again = round.again?;
    for (slot, value) in &round.slots {
        let of_loop = usize::from(*slot) >= I::SLOTS;
        // Of others that lanes leave with, what they left with is stored.
        let carried = l.carried.contains(slot) && !left.contains(slot);
        match round.inner.get(slot) {
            Some(inner) => round.b.store(*inner, *value),
            None if of_loop || carried || round.shared.contains(slot) => {
                round.b.store(*slot, *value);
            }
            None => {}
        }
    }
    for (slot, value) in &round.left {
        round.b.store(*slot, *value);
    }
    round.b.set_lanes(lanes, again);
    (!round.b.refused()).then(|| LoopSlots {
        running: of_loop::<I>(LoopSlot::Running),
        inner: (round.inner.iter())
            .map(|(slot, inner)| (*inner, *slot))
            .collect(),
    })
}

impl<I: Isa> Round<'_, '_, '_, I> {
    fn slot(&mut self, slot: Slot) -> Value {
        let b = &mut *self.b;
        let from = *self.inner.get(&slot).unwrap_or(&slot);
        *self.slots.entry(slot).or_insert_with(|| b.load(from))
    }

    /// The lanes whose word is not 0.
    fn lanes(&mut self, words: Value) -> Mask {
        if self.b.target() == Target::Avx2 {
            let zero = self.b.splat(0);
            let not = self.b.eq(words, zero);
            return self.b.mask_not(not);
        }
        let graph = &self.b.graph;
        let is_word = |id| matches!(graph.kind(id), Kind::Word(word) if word != 0);
        let node = graph.nodes[words.0 as usize];
        let [a, b, _] = node.args;
        match node.kind {
            Kind::Plain(Code::EVEX_Vpmovm2d_zmm_kr, _) => Mask(a),
            Kind::Keep if is_word(a) => Mask(b),
            _ => self.b.test(words),
        }
    }

    fn block(&mut self, p: &Program<I>, n: usize, mask: Mask) -> Option<()> {
        let block = &self.l.blocks[n];
        self.count(Some((mask, block.instructions)));
        if let Some(n) = block.record {
            self.set(LoopSlot::Reached(n), mask);
        }
        // Of the lanes of this block.
        let mut written = BTreeMap::new();
        for op in block.ops {
            let (v, d, s) = match *op {
                Op::Value { v, d, s } => (v, d, s),
                // The group does so for the lanes that reached the block.
                Op::Mark(_) => continue,
                _ => return None,
            };
            let read = usize::from(I::shape(v).operands);
            let mut operands = [self.b.splat(0); 4];
            for (operand, slot) in operands.iter_mut().zip(s).take(read) {
                let slot = number::<I>(slot);
                *operand = match written.get(&slot) {
                    Some(value) => *value,
                    None => self.slot(slot),
                };
            }
            let value = I::value(self.b, p.quirks(), v, operands);
            if self.b.refused() {
                return None;
            }
            written.insert(number::<I>(d), value);
        }
        let condition = match block.end {
            LoopEnd::Either(slot, _) => {
                let slot = number::<I>(slot);
                let words = match written.get(&slot) {
                    Some(value) => *value,
                    None => self.slot(slot),
                };
                Some(self.lanes(words))
            }
            LoopEnd::All(_) => None,
        };
        self.merge(p, n, mask, written);
        match (block.end, condition) {
            (LoopEnd::Either(_, [yes, no]), Some(condition)) => {
                let taken = self.b.mask_and(mask, condition);
                let not = self.b.mask_not(condition);
                let not = self.b.mask_and(mask, not);
                self.go(yes, taken);
                self.go(no, not);
            }
            (LoopEnd::Either(..), None) => return None,
            (LoopEnd::All(way), _) => self.go(way, mask),
        }
        Some(())
    }

    /// Values that lanes of a block have written become the content of slots.
    fn merge(&mut self, p: &Program<I>, n: usize, mask: Mask, written: BTreeMap<Slot, Value>) {
        let number = self.l.head + n as u32;
        let last = self.l.blocks[n].ops.len().saturating_sub(1) as u32;
        // All lanes that have not left are here.
        let all = self.blocks[n + 1..].iter().all(Option::is_none);
        for (slot, value) in written {
            let carried = self.l.carried.contains(&slot);
            let leaves = || {
                self.l
                    .leaves
                    .iter()
                    .any(|leave| leave.reads.contains(&slot))
            };
            if !carried && !leaves() && !p.reads_later(number, last, slot) {
                continue;
            }
            let known = carried || self.slots.contains_key(&slot);
            let value = match known && (!all || self.shared.contains(&slot)) {
                true => {
                    let old = self.slot(slot);
                    self.b.select(mask, value, old)
                }
                false => value,
            };
            self.slots.insert(slot, value);
        }
    }

    /// Sets the words of lanes to all ones.
    fn set(&mut self, slot: LoopSlot, lanes: Mask) {
        let slot = of_loop::<I>(slot);
        let (old, ones) = (self.slot(slot), self.b.splat(u32::MAX));
        let all = self.b.select(lanes, ones, old);
        self.slots.insert(slot, all);
    }

    /// Lanes leave the loop with what they have.
    fn leave(&mut self, n: usize, lanes: Mask) {
        if n > 0 {
            self.set(LoopSlot::Left(n), lanes);
        }
        for slot in &self.l.leaves[n].reads {
            let carried = self.l.carried.contains(slot);
            if self.shared.contains(slot) || !(carried || self.slots.contains_key(slot)) {
                continue;
            }
            let value = self.slot(*slot);
            let b = &mut *self.b;
            let old = *self.left.entry(*slot).or_insert_with(|| b.load(*slot));
            let left = self.b.select(lanes, value, old);
            self.left.insert(*slot, left);
        }
    }

    fn go(&mut self, way: Way, lanes: Mask) {
        let to = match way {
            Way::Block(n) => &mut self.blocks[n],
            Way::Again => &mut self.again,
            Way::Leave(n) => return self.leave(n, lanes),
        };
        *to = Some(match *to {
            None => lanes,
            Some(others) => self.b.mask_or(others, lanes),
        });
    }

    /// Counts the instructions of earlier blocks, if other lanes execute the next ones.
    fn count(&mut self, next: Option<(Mask, u32)>) {
        self.executed = match (self.executed, next) {
            (Some((mask, sum)), Some((same, more))) if mask == same => Some((mask, sum + more)),
            (Some((mask, sum)), next) => {
                let slot = of_loop::<I>(LoopSlot::Executed);
                let (old, sum) = (self.slot(slot), self.b.splat(sum));
                let all = self.b.add(old, sum);
                let all = self.b.select(mask, all, old);
                self.slots.insert(slot, all);
                next
            }
            (None, next) => next,
        };
    }
}
