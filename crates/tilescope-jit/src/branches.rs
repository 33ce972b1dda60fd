//! Loops of programs whose batches branch as a whole: code for each block, with jumps.
//!
//! Slots that a loop writes have a register of the host in all of its blocks, as far as there are
//! enough. The others are in memory between blocks.

use crate::assemble::Instructions;
use crate::builder::Builder;
use crate::graph::{Graph, Id, Kind};
use crate::slots::{Slots, number, of_loop};
use crate::target::Target;
use iced_x86::{Code, IcedError, Register};
use std::collections::{BTreeMap, BTreeSet};
use tilescope_shader::{Isa, Loop, LoopBlock, LoopEnd, LoopSlot, Op, Program, Slot, Way};

/// The largest number of slots that have a register. The others are for values of a block.
const HOMES: usize = 16;

/// A loop whose batches branch.
#[derive(Debug)]
pub(crate) struct Branching {
    /// Slots with a register of their own.
    pub homes: Vec<(Slot, Register)>,
    pub blocks: Vec<Block>,
    /// Slots with a register that are of use at each block to which the loop is left, and, after
    /// those, at its start.
    pub leaves: Vec<Vec<(Slot, Register)>>,
    pub slots: ExitSlots,
}

/// Slots by which the group learns where batches are.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ExitSlots {
    pub running: Slot,
    pub executed: Slot,
    /// The first of those of blocks to which the loop is left, from the second block on.
    pub left: Slot,
}

/// A block.
#[derive(Debug)]
pub(crate) struct Block {
    pub code: Instructions,
    /// Number of instructions of the program.
    pub instructions: u32,
    pub end: End,
}

/// The end of a block.
#[derive(Clone, Copy, Debug)]
pub(crate) enum End {
    All(Way),
    /// The first way is taken as the mask says, else the second.
    Either(Taken, Register, [Way; 2]),
}

/// Lanes of a mask with which a branch is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Taken {
    /// The branch is taken if any lane is in it.
    IfAny,
    /// If none is.
    IfNone,
}

/// A block before its registers are known.
struct Draft {
    graph: Graph,
    taken: Taken,
    /// Slots that are of use after it.
    live: BTreeSet<Slot>,
}

/// A loop as graphs.
pub(crate) struct Drafts<'p, V> {
    l: Loop<'p, V>,
    drafts: Vec<Draft>,
    /// Slots that have registers.
    homes: Vec<Slot>,
    slots: ExitSlots,
}

/// Emits the blocks of a loop. None if there is no code for it.
pub(crate) fn emit<'p, I: Isa>(
    target: Target,
    p: &Program<I>,
    l: Loop<'p, I::Value>,
) -> Option<Drafts<'p, I::Value>> {
    // With AVX2 conditions would be in both halves of a batch, one after the other.
    if target == Target::Avx2 || l.blocks.iter().any(|block| block.record.is_some()) {
        return None;
    }
    let live = live::<I>(&l);
    let blocks = l.blocks.iter().zip(live);
    let drafts: Option<Vec<Draft>> = blocks
        .map(|(block, live)| draft(target, p, block, live))
        .collect();
    let mut drafts = drafts?;
    let homes = homes(&drafts);
    for draft in &mut drafts {
        let mut b = Builder {
            graph: &mut draft.graph,
        };
        for slot in &homes {
            let content = b.load(*slot);
            let stored = b.graph.stores.iter().any(|(stored, _)| stored == slot);
            if draft.live.contains(slot) && !stored {
                b.store(*slot, content);
            }
        }
    }
    Some(Drafts {
        slots: ExitSlots {
            running: of_loop::<I>(LoopSlot::Running),
            executed: of_loop::<I>(LoopSlot::Executed),
            left: of_loop::<I>(LoopSlot::Left(1)),
        },
        l,
        drafts,
        homes,
    })
}

impl<V> Drafts<'_, V> {
    /// Number of operations.
    pub fn operations(&self) -> usize {
        self.drafts
            .iter()
            .map(|draft| draft.graph.nodes.len())
            .sum()
    }

    /// One more than the highest slot that is accessed.
    pub fn extent(&self) -> usize {
        let blocks = self.drafts.iter().map(|draft| draft.graph.extent());
        let left = usize::from(self.slots.left) + self.l.leaves.len();
        let slots = [self.slots.running, self.slots.executed];
        let slots = slots.into_iter().map(|slot| usize::from(slot) + 1);
        blocks.chain(slots).fold(left, usize::max)
    }

    /// Gives values registers.
    pub fn allocate(&self) -> Result<Branching, IcedError> {
        let mut blocks = Vec::new();
        for (draft, block) in self.drafts.iter().zip(&self.l.blocks) {
            let (code, condition) = crate::allocate::allocate_block(&draft.graph, &self.homes)?;
            blocks.push(Block {
                code,
                instructions: block.instructions,
                end: match block.end {
                    LoopEnd::All(way) => End::All(way),
                    LoopEnd::Either(_, ways) => End::Either(draft.taken, condition, ways),
                },
            });
        }
        let homes = (0..).zip(&self.homes);
        let homes = homes.map(|(n, slot)| (*slot, Target::Avx512.vector(n)));
        let homes: Vec<(Slot, Register)> = homes.collect();
        let of_use = |slots: &[Slot]| {
            let homes = homes.iter().copied();
            homes.filter(|(slot, _)| slots.contains(slot)).collect()
        };
        let leaves = self.l.leaves.iter().map(|leave| of_use(&leave.reads));
        let leaves = leaves.chain([of_use(&self.l.carried)]).collect();
        Ok(Branching {
            leaves,
            homes,
            blocks,
            slots: self.slots,
        })
    }
}

/// The slots that are of use after each block. Control goes back to the first block only, where it
/// is known what is of use.
fn live<I: Isa>(l: &Loop<'_, I::Value>) -> Vec<BTreeSet<Slot>> {
    let mut before: Vec<BTreeSet<Slot>> = vec![BTreeSet::new(); l.blocks.len()];
    let mut after = before.clone();
    for (n, block) in l.blocks.iter().enumerate().rev() {
        let at = |way: Way| match way {
            Way::Block(to) => before[to].clone(),
            Way::Again => l.carried.iter().copied().collect(),
            Way::Leave(to) => l.leaves[to].reads.iter().copied().collect(),
        };
        let mut live = match block.end {
            LoopEnd::All(way) => at(way),
            LoopEnd::Either(_, [yes, no]) => &at(yes) | &at(no),
        };
        after[n] = live.clone();
        if let LoopEnd::Either(slot, _) = block.end {
            live.insert(number::<I>(slot));
        }
        for op in block.ops.iter().rev() {
            if let Op::Value { d, .. } = op {
                live.remove(&number::<I>(*d));
            }
            live.extend(op.operands::<I>().iter().map(|slot| number::<I>(*slot)));
        }
        before[n] = live;
    }
    after
}

/// A block as a graph. None if there is no code for one of its operations.
fn draft<I: Isa>(
    target: Target,
    p: &Program<I>,
    block: &LoopBlock<'_, I::Value>,
    live: BTreeSet<Slot>,
) -> Option<Draft> {
    let mut graph = Graph::new(target);
    let b = &mut Builder { graph: &mut graph };
    let mut slots = Slots::default();
    for op in block.ops {
        let Op::Value { v, d, s } = *op else {
            return None;
        };
        let value = slots.value(b, p, v, s);
        slots.write(number::<I>(d), value);
    }
    let mut taken = Taken::IfAny;
    if let LoopEnd::Either(slot, _) = block.end {
        let words = slots.read(b, number::<I>(slot));
        let (condition, says) = match decided_by(b.graph, words.0) {
            Some(decided) => decided,
            None => (b.test(words).0, Taken::IfAny),
        };
        b.graph.condition = Some(condition);
        taken = says;
    }
    slots.store(b, |slot| live.contains(&slot));
    (!b.refused()).then_some(Draft { graph, taken, live })
}

/// The mask that decides whether words, which are the same in all lanes, are 0.
fn decided_by(graph: &Graph, words: Id) -> Option<(Id, Taken)> {
    let node = graph.nodes[words as usize];
    let [a, b, _] = node.args;
    let xor = Code::EVEX_Vpxord_zmm_k1z_zmm_zmmm512b32;
    match node.kind {
        Kind::Plain(code, _) if code == xor && graph.kind(b) == Kind::Word(u32::MAX) => {
            Some((united(graph, a)?, Taken::IfNone))
        }
        _ => Some((united(graph, words)?, Taken::IfAny)),
    }
}

/// The mask whose lanes the words unite, if they are all ones or zero for it: a value that is the
/// same in all lanes has seen every lane.
fn united(graph: &Graph, words: Id) -> Option<Id> {
    let node = graph.nodes[words as usize];
    let [a, b, _] = node.args;
    match node.kind {
        Kind::Plain(Code::EVEX_Vpmovm2d_zmm_kr, _) => Some(a),
        Kind::Plain(Code::EVEX_Vpord_zmm_k1z_zmm_zmmm512b32, _) => {
            let moved = |id: Id| {
                let node = graph.nodes[id as usize];
                match node.kind {
                    Kind::Plain(Code::EVEX_Vpermd_zmm_k1z_zmm_zmmm512b32, _) => Some(node.args[1]),
                    Kind::Immediate(Code::EVEX_Vpshufd_zmm_k1z_zmmm512b32_imm8, ..) => {
                        Some(node.args[0])
                    }
                    _ => None,
                }
            };
            match (moved(a), moved(b)) {
                (_, Some(from)) if from == a => united(graph, a),
                (Some(from), _) if from == b => united(graph, b),
                _ => None,
            }
        }
        _ => None,
    }
}

/// Slots that blocks write and that others read, those that the most blocks access first.
fn homes(drafts: &[Draft]) -> Vec<Slot> {
    let mut accessed: BTreeMap<Slot, usize> = BTreeMap::new();
    for (slot, _) in drafts.iter().flat_map(|draft| &draft.graph.stores) {
        *accessed.entry(*slot).or_default() += 1;
    }
    for (slot, count) in &mut accessed {
        let reads = |draft: &&Draft| draft.graph.content(*slot).is_some();
        *count += drafts.iter().filter(reads).count();
    }
    let mut homes: Vec<Slot> = accessed.keys().copied().collect();
    homes.sort_by_key(|slot| std::cmp::Reverse(accessed[slot]));
    homes.truncate(HOMES);
    homes
}
