//! Reference execution of a program: each lane separately, directly from the decoded
//! bundles, on registers of sixteen bytes. Slow, for comparison with the fast path.
//!
//! Lanes interact only through derivatives, texture lookups and units.

mod access;
mod alu;
mod plain;

use super::access::{load_store, texture, writeout};
use super::code::{Goto, Jump};
use super::group::WATCHDOG;
use super::instruction::Instruction;
use super::io::ShaderIo;
use super::note::Notes;
use super::program::Program;
use super::slots::{self, Register};
use crate::isa::{Body, BranchOp, Call};
use alu::Bundle;
use tilescope_shader::{LaneSlots, Plain, Ran, Trap, Why, each_lane};

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
        let place = c.program.code.places.get(ip as usize);
        let Some((place, bundle)) = place.and_then(|p| Some((p, p.bundle.as_ref().ok()?))) else {
            return Err(Why::Refused);
        };
        self.0.go(mask, c.program.code.target(place.next));
        match &bundle.body {
            Body::Alu(alu) => {
                let stages = Instruction::stages(alu);
                let mut wrote = 0;
                for lane in each_lane(mask) {
                    let (lane, parts) = (&mut self.0.lanes[lane], (&stages, alu.constants));
                    wrote = Bundle::run(c, lane, ip, parts);
                }
                match Jump::of(alu) {
                    Some(jump) => self.jump(c, ip, mask, &jump, wrote),
                    None => Ok(()),
                }
            }
            Body::LoadStore(words) => self.access(c, (ip, mask), |reading| {
                words.iter().for_each(|word| load_store(reading, word));
            }),
            Body::Texture(t) => self.access(c, (ip, mask), |reading| texture(reading, t)),
            Body::Raw(_) => Ok(()),
        }
    }

    /// The lanes where the condition of a branch holds.
    fn holds<I>(&self, c: &mut Context<'_, I>, ip: u32, mask: u16, jump: &Jump) -> u16 {
        let table = match jump.cond {
            Some(3) => return mask,
            Some(table) => table,
            None => {
                c.notes.missing("branches on several conditions", ip);
                return 0;
            }
        };
        if table == 0 {
            return 0;
        }
        let slot = Register::Condition.slot(3);
        let mut holds = 0;
        for lane in each_lane(mask) {
            let condition = read(c, &self.0.lanes[lane], ip, slot) != 0;
            if table >> u8::from(condition) & 1 != 0 {
                holds |= 1 << lane;
            }
        }
        holds
    }

    fn jump<I: ShaderIo>(
        &mut self,
        c: &mut Context<'_, I>,
        ip: u32,
        mask: u16,
        jump: &Jump,
        wrote: u8,
    ) -> Result<(), Why> {
        let place = &c.program.code.places[ip as usize];
        let to = c.program.code.target(place.target);
        match (jump.op, jump.call) {
            (Some(BranchOp::Unconditional | BranchOp::Conditional), Call::Call) => {
                let depth = c.program.quirks().call_depth;
                return self.0.call(mask, [ip + 1, to], depth);
            }
            (Some(BranchOp::Unconditional | BranchOp::Conditional), Call::Return) => {
                return self.0.leave(mask);
            }
            (Some(BranchOp::Unconditional), _) => self.0.go(mask, to),
            (Some(BranchOp::Conditional), _) => {
                let taken = self.holds(c, ip, mask, jump);
                self.0.go(taken, to);
            }
            (Some(BranchOp::Discard), _) => {
                let killed = self.holds(c, ip, mask, jump);
                self.0.kill(killed);
                let adjacent = place.next == Goto::Bundle(ip + 1);
                if !c.program.code.needs_helpers && adjacent {
                    self.0.go(killed, c.program.code.target(Goto::End));
                }
            }
            (Some(BranchOp::Tilebuffer), _) => {}
            (Some(BranchOp::Write), _) => {
                return self.access(c, (ip, mask), |reading| writeout(reading, wrote));
            }
            (None, _) => {
                let what = "a branch operation without a documented meaning";
                c.notes.missing(what, ip);
            }
        }
        Ok(())
    }
}

/// A word of the state, reported if the lane has not written it.
fn read<I>(c: &mut Context<'_, I>, lane: &LaneSlots, ip: u32, slot: u16) -> u32 {
    if !lane.has_written(slot) && !c.program.lowered.dead_read(ip, slot) {
        c.notes.add(c.program.undefined(slot, ip));
    }
    lane.word(slot)
}
