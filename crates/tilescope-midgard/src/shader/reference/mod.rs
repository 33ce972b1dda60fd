//! Reference execution of a program: directly from the decoded bundles, each lane with a
//! program counter of its own. Slow, for comparison with the fast path.
//!
//! Lanes interact only through derivatives, texture lookups and units.

mod access;
mod plain;

use super::access::{branch, load_store, texture};
use super::code::Goto;
use super::group::WATCHDOG;
use super::instruction::Instruction;
use super::io::ShaderIo;
use super::note::Notes;
use super::operation::Bundle;
use super::program::Program;
use super::slots;
use crate::isa::Body;
use tilescope_shader::{LaneSlots, Plain, Ran, Trap, Why};

/// Sixteen threads, at the numbers of bundles; beyond them are violations and the end.
#[derive(Clone, Debug)]
pub(super) struct Threads(Plain<LaneSlots>);

/// The device, program and notes of a batch that runs.
struct Context<'a, I> {
    program: &'a Program,
    uniforms: &'a [[u32; 4]],
    notes: &'a mut Notes,
    io: &'a mut I,
    batch: usize,
}

impl Threads {
    /// Threads at the start of the program.
    pub fn new(program: &Program, live: u16, visible: u16) -> Threads {
        let lane = LaneSlots::new(slots::STATE, program.quirks().undefined);
        Threads(Plain::new(lane, 0, live, visible))
    }

    /// Lets waiting lanes pass their barrier.
    pub fn release(&mut self, program: &Program) {
        self.0.unblock(|ip| {
            let place = program.code.places.get(ip as usize);
            program
                .code
                .target(place.map_or(Goto::End, |place| place.next))
        });
    }

    /// Runs until all lanes have ended or wait.
    pub fn run<I: ShaderIo>(
        &mut self,
        batch: usize,
        program: &Program,
        (uniforms, notes): (&[[u32; 4]], &mut Notes),
        io: &mut I,
        fuel: &mut u64,
    ) -> Result<Ran, Trap> {
        let mut context = Context {
            program,
            uniforms,
            notes,
            io,
            batch,
        };
        let end = program.code.target(Goto::End);
        while let Some((ip, mask)) = self.0.next(end, WATCHDOG, fuel)? {
            let done = self.step(&mut context, ip, mask);
            done.map_err(|why| Trap { ip, why })?;
        }
        Ok(match self.0.is_blocked() {
            true => Ran::Blocked,
            false => Ran::Ended,
        })
    }

    /// Executes a bundle for the lanes of a mask.
    fn step<I: ShaderIo>(&mut self, c: &mut Context<'_, I>, ip: u32, mask: u16) -> Result<(), Why> {
        let (place, bundle) = c.program.code.at(ip).ok_or(Why::Refused)?;
        self.0.go(mask, c.program.code.target(place.next));
        match &bundle.body {
            Body::Alu(alu) => {
                let mut own = Bundle::new(alu);
                for stage in Instruction::stages(alu) {
                    self.access(c, (ip, mask), |reading| own.execute(reading, &stage))?;
                }
                let end = self.access(c, (ip, mask), |reading| branch(reading, alu, ip, &own))?;
                let depth = c.program.quirks().call_depth;
                self.0.follow((ip, mask), &end, depth)
            }
            Body::LoadStore(words) => self.access(c, (ip, mask), |reading| {
                words.iter().for_each(|word| load_store(reading, word));
            }),
            Body::Texture(t) => self.access(c, (ip, mask), |reading| texture(reading, t)),
            Body::Raw(_) => Ok(()),
        }
    }
}

/// A word of the state, reported if the lane has not written it.
fn read<I>(c: &mut Context<'_, I>, lane: &LaneSlots, ip: u32, slot: u16) -> u32 {
    if !lane.has_written(slot) && !c.program.lowered.dead_read(ip, slot) {
        c.notes.add(c.program.undefined(slot, ip));
    }
    lane.word(slot)
}
