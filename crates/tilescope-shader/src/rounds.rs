//! Lanes that go round a loop in native code.

use crate::group::Group;
use crate::isa::Isa;
use crate::loops::LoopSlot;
use crate::mask::{self, Mask};
use crate::native::{Code, Round};
use tilescope_exec::Lanes16;

/// Batches go round a loop one after the other, each until its lanes have left or for as many
/// rounds as the fuel lasts for certain. Adds the blocks where lanes are then to the parts of
/// the group. False if there may not be fuel for a round.
#[inline(always)]
pub(crate) fn go<I: Isa, const B: usize>(
    g: &mut Group<I, B>,
    native: &Code,
    round: &Round,
    limit: u64,
) -> bool {
    // The instructions of the lanes of a batch together are counted in a word.
    let counted = u64::from(u32::MAX) / (16 * round.instructions);
    let rounds = ((limit - g.executed) / (round.instructions * g.count)).min(counted);
    if rounds == 0 {
        return false;
    }
    let register = |slot: LoopSlot| I::SLOTS + slot.number();
    let (running, executed) = (register(LoopSlot::Running), register(LoopSlot::Executed));
    g.regs[running] = g.words;
    g.regs[executed] = [Lanes16::ZERO; B];
    for n in 1..round.leaves.len() {
        g.regs[register(LoopSlot::Left(n))] = [Lanes16::ZERO; B];
    }
    for n in 0..round.records.len() {
        g.regs[register(LoopSlot::Reached(n))] = [Lanes16::ZERO; B];
    }
    native.go_round(round, g.regs.as_flattened_mut(), &g.batches, rounds);
    g.count_steps();
    let mut again = Mask::NONE;
    for i in 0..g.batches.len() {
        let batch = usize::from(g.batches[i]) & (B - 1);
        let (mut all, mut most) = (0, 0);
        for count in g.regs[executed][batch].0 {
            all += count;
            most = most.max(count);
        }
        g.executed += u64::from(all);
        g.taken[batch] += u64::from(most);
        again.0[batch] = mask::bits(&g.regs[running][batch]);
    }
    let mut first = g.running.without(&again);
    for n in 1..round.leaves.len() {
        let left = lanes(g, register(LoopSlot::Left(n)));
        first = first.without(&left);
        add(g, round.leaves[n], left);
    }
    if let Some(leaf) = round.leaves.first() {
        add(g, *leaf, first);
    }
    add(g, round.head, again);
    for (n, marks) in round.records.iter().enumerate() {
        let reached = lanes(g, register(LoopSlot::Reached(n)));
        for mark in marks {
            if let Some(defined) = g.defined.get_mut(usize::from(*mark)) {
                defined.unite(&reached);
            }
        }
    }
    true
}

/// Lanes of the batches that run whose word is not 0.
#[inline(always)]
fn lanes<I: Isa, const B: usize>(g: &Group<I, B>, register: usize) -> Mask<B> {
    let mut lanes = Mask::NONE;
    for &batch in &g.batches {
        let batch = usize::from(batch) & (B - 1);
        lanes.0[batch] = mask::bits(&g.regs[register][batch]);
    }
    lanes
}

#[inline(always)]
fn add<I: Isa, const B: usize>(g: &mut Group<I, B>, block: u32, lanes: Mask<B>) {
    if !lanes.is_empty() {
        g.parts.push((block, lanes));
    }
}
