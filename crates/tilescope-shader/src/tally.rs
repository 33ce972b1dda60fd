//! Counts of a group's instructions, for a profile.
//!
//! Lanes of a block all execute its instructions, in native code too, so the counts of
//! instructions follow from those of the blocks.

use crate::group::Group;
use crate::isa::Isa;
use crate::program::Program;
use std::collections::BTreeMap;
use std::sync::Arc;
use tilescope_core::profile::{Clock, Lanes, Line, Moved, Profile, ShaderPlace, Slice, Stage};

/// Counts of the runs of one program.
#[derive(Clone, Debug)]
pub(crate) struct Tally {
    clock: Arc<dyn Clock>,
    /// Lanes that entered each block.
    blocks: Vec<Lanes>,
    /// Data that accesses of an instruction moved.
    moved: BTreeMap<u32, Moved>,
    /// Lanes of instructions that were executed by other means than the group.
    stepped: BTreeMap<u32, Lanes>,
    /// Start and end of compilations.
    compilations: Vec<(u64, u64)>,
}

impl Tally {
    /// Lanes enter a block.
    #[cold]
    pub fn enter(&mut self, block: u32, running: u64, batches: usize) {
        let block = block as usize;
        if self.blocks.len() <= block {
            self.blocks.resize(block + 1, Lanes::default());
        }
        self.blocks[block].add(Lanes {
            running,
            batches: batches as u64,
        });
    }

    /// An instruction moved data.
    #[cold]
    pub fn access(&mut self, ip: u32, moved: Moved) {
        if moved != Moved::default() {
            self.moved.entry(ip).or_default().add(moved);
        }
    }

    /// The time.
    pub fn now(&self) -> u64 {
        self.clock.now()
    }

    /// The program was compiled, from `start` until now.
    #[cold]
    pub fn compiled(&mut self, start: u64) {
        self.compilations.push((start, self.now()));
    }
}

impl<I: Isa, const B: usize> Group<I, B> {
    /// Counts instructions from now on if `profile` is one, and stops counting otherwise. Counts
    /// that were not reported are discarded.
    pub fn profile(&mut self, profile: Option<&Profile>) {
        self.tally = profile.map(|profile| {
            Box::new(Tally {
                clock: profile.clock().clone(),
                blocks: Vec::new(),
                moved: BTreeMap::new(),
                stepped: BTreeMap::new(),
                compilations: Vec::new(),
            })
        });
    }

    /// Counts an instruction that the lanes of the group execute by other means.
    #[inline]
    pub fn stepped(&mut self, instruction: u32) {
        if let Some(tally) = &mut self.tally {
            tally.stepped.entry(instruction).or_default().add(Lanes {
                running: Self::LANES as u64,
                batches: B as u64,
            });
        }
    }

    /// Moves the counts of [`Group::stepped`] to `profile`. `address` gives the address of an
    /// instruction.
    pub fn report_stepped(
        &mut self,
        shader: ShaderPlace,
        address: impl Fn(u32) -> u64,
        profile: &mut Profile,
    ) {
        let stepped = self.tally.as_mut().map(|tally| &mut tally.stepped);
        for (ip, lanes) in stepped.map(std::mem::take).into_iter().flatten() {
            let line = Line {
                address: address(ip),
                lanes,
                moved: Moved::default(),
            };
            profile.line(shader, ip, line);
        }
    }

    /// Moves the counts of the runs of `p` to `profile`. `instruction` gives the number that an
    /// instruction has there, and its address.
    pub fn report(
        &mut self,
        p: &Program<I>,
        shader: ShaderPlace,
        instruction: impl Fn(u32) -> (u32, u64),
        profile: &mut Profile,
    ) {
        let Some(tally) = &mut self.tally else {
            return;
        };
        let mut add = |ip: u32, lanes, moved| {
            let (number, address) = instruction(ip);
            let line = Line {
                address,
                lanes,
                moved,
            };
            profile.line(shader, number, line);
        };
        for (run, lanes) in p.runs.iter().zip(tally.blocks.drain(..)) {
            if lanes == Lanes::default() {
                continue;
            }
            for ip in run.ip..run.ip + run.len {
                add(ip, lanes, Moved::default());
            }
        }
        for (ip, moved) in std::mem::take(&mut tally.moved) {
            add(ip, Lanes::default(), moved);
        }
        let thread = profile.clock().thread();
        for times in tally.compilations.drain(..) {
            profile.push(Slice::of(Stage::Compilation.into(), thread, times));
        }
    }
}
