//! Slots that lanes keep while they wait.
//!
//! Lanes that wait at the start of a block need only what the program reads from there
//! on. Where others may see their slots, or where they wait inside a block, they keep all
//! that the program writes.

use crate::graph::{Exit, Graph};
use crate::group::Group;
use crate::isa::Isa;
use crate::mask::{self, Mask};
use crate::op::{Op, Relative, Slot, Tables};
use crate::program::Program;
use crate::slots::Slots;
use crate::solve::{self, Analysis, Direction, Paths};
use tilescope_exec::Lanes16;

/// Slots that lanes park, by where they wait.
#[derive(Clone, Debug, Default)]
pub(crate) struct Parking {
    /// All of them.
    pub all: Vec<Slot>,
    /// Numbers in `all`.
    every: Vec<u16>,
    /// Those at the start of each block; empty if it is every slot.
    blocks: Vec<Vec<u16>>,
    /// Slots that are read after each block; empty if that is not known.
    after: Vec<Slots>,
    /// Slots that are read from the start of each block on, and at the end of the program.
    before: Vec<Slots>,
}

impl Parking {
    /// Parking of `all`, with `outputs` read at the end.
    pub fn new<I: Isa>(
        graph: &Graph<I::Value>,
        tables: &Tables<I>,
        outputs: &Slots,
        all: Vec<Slot>,
    ) -> Parking {
        let every = (0..all.len() as u16).collect();
        let refreshes = |(op, _): &(Op<I::Value>, u32)| matches!(op, Op::Refresh);
        let mut ops = graph.blocks.iter().flat_map(|block| &block.ops);
        let blocks = tables.units.iter().any(|unit| unit.blocks);
        // Whole batches park nothing, and may continue elsewhere with all they have.
        if I::WHOLE_BATCHES || blocks || ops.any(refreshes) {
            return Parking {
                all,
                every,
                blocks: Vec::new(),
                after: Vec::new(),
                before: Vec::new(),
            };
        }
        let needed = Needed { tables, outputs };
        let solved = solve::slots::<I, _>(graph, &needed);
        let (mut blocks, mut ends) = (Vec::new(), Vec::new());
        let mut starts = Vec::new();
        for (block, after) in graph.blocks.iter().zip(solved) {
            // From where control does not go, or never ends, nothing is read.
            let mut slots = after.unwrap_or_else(|| Slots::none(I::SLOTS));
            needed.exit(block.exit, &mut slots);
            ends.push(slots.clone());
            for (op, _) in block.ops.iter().rev() {
                needed.transfer(op, &mut slots);
            }
            let kept = (0u16..).zip(&all).filter(|(_, slot)| slots.has(**slot));
            blocks.push(kept.map(|(number, _)| number).collect());
            starts.push(slots);
        }
        starts.push(outputs.clone());
        Parking {
            all,
            every,
            blocks,
            after: ends,
            before: starts,
        }
    }

    /// Numbers in `all` of the slots that lanes keep at the start of a block.
    #[inline]
    pub fn at_block(&self, block: u32) -> &[u16] {
        self.blocks.get(block as usize).unwrap_or(&self.every)
    }

    /// Slots that are read after the operations of a block, if that is known.
    pub fn after(&self, block: u32) -> Option<&Slots> {
        self.after.get(block as usize)
    }

    /// Slots that are read from the start of a block on, if that is known.
    pub fn before(&self, block: u32) -> Option<&Slots> {
        self.before.get(block as usize)
    }

    /// Numbers of all slots.
    #[inline]
    pub fn every(&self) -> &[u16] {
        &self.every
    }
}

/// Slots that are read before they are written.
struct Needed<'a, I: Isa> {
    tables: &'a Tables<I>,
    outputs: &'a Slots,
}

impl<I: Isa> Analysis<I> for Needed<'_, I> {
    const DIRECTION: Direction = Direction::Backward;
    const PATHS: Paths = Paths::Any;

    fn boundary(&self) -> Slots {
        self.outputs.clone()
    }

    fn transfer(&self, op: &Op<I::Value>, slots: &mut Slots) {
        self.tables.writes(op, |slot| {
            slots.remove(slot);
        });
        if let Op::RelativeRead { n, .. } = op {
            let range = self.tables.relative(*n).into_iter();
            let range = range.flat_map(Relative::slots);
            range.for_each(|slot| slots.insert(slot));
        }
        self.tables.reads(op, |slot| slots.insert(slot));
    }

    fn exit(&self, exit: Exit, slots: &mut Slots) {
        exit.reads().for_each(|slot| slots.insert(slot));
    }
}

/// Saves slots of some lanes, by their numbers among those that are parked.
#[inline(always)]
pub(crate) fn park<I: Isa, const B: usize>(
    g: &mut Group<I, B>,
    p: &Program<I>,
    lanes: &Mask<B>,
    numbers: &[u16],
) {
    if I::WHOLE_BATCHES {
        return;
    }
    let regs = &g.regs[..I::SLOTS];
    for (n, bits) in lanes.0.iter().enumerate().filter(|(_, bits)| **bits != 0) {
        let mask = mask::words(*bits);
        for &number in numbers {
            let number = usize::from(number);
            let slot = usize::from(p.parking.all[number]);
            let from = &regs[slot & (I::SLOTS - 1)][n];
            let to = &mut g.parked[number][n];
            *to = select(&mask, from, to);
        }
    }
}

/// Restores slots of some lanes, by their numbers among those that are parked.
#[inline(always)]
pub(crate) fn unpark<I: Isa, const B: usize>(
    g: &mut Group<I, B>,
    p: &Program<I>,
    lanes: &Mask<B>,
    numbers: &[u16],
) {
    if I::WHOLE_BATCHES {
        return;
    }
    let regs = &mut g.regs[..I::SLOTS];
    for (n, bits) in lanes.0.iter().enumerate().filter(|(_, bits)| **bits != 0) {
        let mask = mask::words(*bits);
        for &number in numbers {
            let number = usize::from(number);
            let slot = usize::from(p.parking.all[number]);
            let to = &mut regs[slot & (I::SLOTS - 1)][n];
            *to = select(&mask, &g.parked[number][n], to);
        }
    }
}

#[inline(always)]
fn select(mask: &Lanes16, yes: &Lanes16, no: &Lanes16) -> Lanes16 {
    // A loop, as closures may stay calls, and of bits, as choices may stay scalar.
    let mut r = *no;
    for i in 0..16 {
        r.0[i] ^= (yes.0[i] ^ no.0[i]) & mask.0[i];
    }
    r
}
