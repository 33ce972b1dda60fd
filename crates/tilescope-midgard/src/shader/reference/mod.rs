//! Reference execution of a program: each lane separately, directly from the decoded
//! bundles, on registers of sixteen bytes. Slow, for comparison with the fast path.
//!
//! Lanes interact only through derivatives, texture lookups and units. For the same
//! results as [`Group`](super::Group), the lanes of a batch at the lowest bundle run
//! first.

mod access;
mod alu;
mod plain;
mod results;

use super::access::{load_store, texture, writeout};
use super::code::{Goto, Jump};
use super::compute;
use super::group::WATCHDOG;
use super::io::{Ran, ShaderIo, Trap, Why};
use super::note::{Notes, Problem};
use super::op::Code;
use super::program::Program;
use super::slots::{self, Register};
use crate::isa::{Body, BranchOp, Call};
use alu::Bundle;

/// Registers of a thread.
const REGISTERS: usize = (slots::STATE / 4) as usize;

/// One thread.
#[derive(Clone, Debug)]
struct Lane {
    /// Number of the bundle; at least the number of bundles for violations and the end.
    pc: usize,
    registers: [[u32; 4]; REGISTERS],
    /// The components that have been written: a bit each.
    defined: [u8; REGISTERS],
    returns: Vec<usize>,
    waits: bool,
    executed: u64,
}

/// Sixteen threads.
#[derive(Clone, Debug)]
pub(super) struct Threads {
    lanes: Vec<Lane>,
    live: u16,
    visible: u16,
    pub killed: u16,
    pub executed: u64,
}

/// The device, program and notes of a batch that runs.
struct Context<'a, I> {
    program: &'a Program,
    uniforms: &'a [[u32; 4]],
    notes: &'a mut Notes,
    io: &'a mut I,
    batch: usize,
}

impl Lane {
    fn new(program: &Program) -> Lane {
        Lane {
            pc: 0,
            registers: [[program.quirks().undefined; 4]; REGISTERS],
            defined: [0; REGISTERS],
            returns: Vec::new(),
            waits: false,
            executed: 0,
        }
    }

    fn word(&self, slot: u16) -> u32 {
        self.registers[usize::from(slot / 4)][usize::from(slot % 4)]
    }

    fn set(&mut self, slot: u16, word: u32) {
        self.registers[usize::from(slot / 4)][usize::from(slot % 4)] = word;
        self.defined[usize::from(slot / 4)] |= 1 << (slot % 4);
    }

    fn is_defined(&self, slot: u16) -> bool {
        self.defined[usize::from(slot / 4)] >> (slot % 4) & 1 != 0
    }
}

/// The numbers of the lanes of a mask.
fn lanes(mask: u16) -> impl Iterator<Item = usize> {
    (0..16).filter(move |lane| mask >> lane & 1 != 0)
}

impl Threads {
    /// Threads at the start of the program.
    pub fn new(program: &Program, live: u16, visible: u16) -> Threads {
        Threads {
            lanes: vec![Lane::new(program); 16],
            live,
            visible,
            killed: 0,
            executed: 0,
        }
    }

    /// Sets an input.
    pub fn set(&mut self, lane: usize, slot: u16, word: u32) {
        self.lanes[lane & 15].set(slot, word);
    }

    /// A register after the run.
    pub fn word(&self, lane: usize, slot: u16) -> u32 {
        self.lanes[lane & 15].word(slot)
    }

    /// Lets waiting lanes pass their barrier.
    pub fn release(&mut self, program: &Program) {
        for lane in &mut self.lanes {
            if std::mem::take(&mut lane.waits) {
                lane.pc = goto(program, program.places.get(lane.pc).map(|p| p.next));
            }
        }
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
        let end = program.places.len() + program.stops.len();
        let mut context = Context {
            program,
            uniforms,
            notes,
            io,
            batch,
        };
        loop {
            let ready = lanes(self.live).filter(|lane| {
                let lane = &self.lanes[*lane];
                !lane.waits && lane.pc < end
            });
            let Some(pc) = ready.map(|lane| self.lanes[lane].pc).min() else {
                let waits = self.lanes.iter().any(|lane| lane.waits);
                return Ok(if waits { Ran::Waiting } else { Ran::Ended });
            };
            let here = lanes(self.live).filter(|lane| {
                let lane = &self.lanes[*lane];
                lane.pc == pc && !lane.waits
            });
            let mask = here.fold(0u16, |mask, lane| mask | 1 << lane);
            self.step(&mut context, pc, mask, fuel)?;
        }
    }

    /// Executes a bundle for the lanes of a mask.
    fn step<I: ShaderIo>(
        &mut self,
        c: &mut Context<'_, I>,
        pc: usize,
        mask: u16,
        fuel: &mut u64,
    ) -> Result<(), Trap> {
        let ip = pc as u32;
        let count = u64::from(mask.count_ones());
        if *fuel < count {
            *fuel = 0;
            return Err(Trap {
                ip,
                why: Why::OutOfFuel,
            });
        }
        *fuel -= count;
        self.executed += count;
        for lane in lanes(mask) {
            self.lanes[lane].executed += 1;
            if self.lanes[lane].executed > WATCHDOG {
                return Err(broken(c, Problem::Endless, ip));
            }
        }
        if let Some(problem) = c.program.stop_at(ip) {
            return Err(broken(c, problem, ip));
        }
        let Some(place) = c.program.places.get(pc) else {
            return Ok(());
        };
        let Ok(bundle) = &place.bundle else {
            return Ok(());
        };
        let next = goto(c.program, Some(place.next));
        for lane in lanes(mask) {
            self.lanes[lane].pc = next;
        }
        match &bundle.body {
            Body::Alu(alu) => {
                let mut wrote = 0;
                for lane in lanes(mask) {
                    wrote = Bundle::run(c, &mut self.lanes[lane], ip, alu);
                }
                match Jump::of(alu) {
                    Some(jump) => self.jump(c, pc, mask, &jump, wrote),
                    None => Ok(()),
                }
            }
            Body::LoadStore(words) => self.access(c, (pc, mask), |reading| {
                words.iter().for_each(|word| load_store(reading, word));
            }),
            Body::Texture(t) => self.access(c, (pc, mask), |reading| texture(reading, t)),
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
        for lane in lanes(mask) {
            let condition = read(c, &self.lanes[lane], ip, slot) != 0;
            if table >> u8::from(condition) & 1 != 0 {
                holds |= 1 << lane;
            }
        }
        holds
    }

    fn jump<I: ShaderIo>(
        &mut self,
        c: &mut Context<'_, I>,
        pc: usize,
        mask: u16,
        jump: &Jump,
        wrote: u8,
    ) -> Result<(), Trap> {
        let ip = pc as u32;
        let place = &c.program.places[pc];
        let to = goto(c.program, Some(place.target));
        match jump.op {
            Some(BranchOp::Unconditional | BranchOp::Conditional) => match jump.call {
                Call::Call => {
                    for lane in lanes(mask) {
                        let lane = &mut self.lanes[lane];
                        if lane.returns.len() >= c.program.quirks().call_depth.into() {
                            let depth = c.program.quirks().call_depth;
                            return Err(broken(c, Problem::CallTooDeep { depth }, ip));
                        }
                        lane.returns.push(pc + 1);
                        lane.pc = to;
                    }
                }
                Call::Return => {
                    for lane in lanes(mask) {
                        let Some(back) = self.lanes[lane].returns.pop() else {
                            return Err(broken(c, Problem::ReturnWithoutCall, ip));
                        };
                        self.lanes[lane].pc = back;
                    }
                }
                Call::Default | Call::Reserved => {
                    let taken = match jump.op {
                        Some(BranchOp::Unconditional) => mask,
                        _ => self.holds(c, ip, mask, jump),
                    };
                    for lane in lanes(taken) {
                        self.lanes[lane].pc = to;
                    }
                }
            },
            Some(BranchOp::Discard) => {
                let killed = self.holds(c, ip, mask, jump);
                self.killed |= killed;
                let adjacent = place.next == Goto::Bundle(ip + 1);
                if !c.program.needs_helpers && adjacent {
                    let end = c.program.places.len() + c.program.stops.len();
                    for lane in lanes(killed) {
                        self.lanes[lane].pc = end;
                    }
                }
            }
            Some(BranchOp::Tilebuffer) => {}
            Some(BranchOp::Write) => {
                return self.access(c, (pc, mask), |reading| writeout(reading, wrote));
            }
            None => c
                .notes
                .missing("a branch operation without a documented meaning", ip),
        }
        Ok(())
    }
}

/// The number that control goes to.
fn goto(program: &Program, to: Option<Goto>) -> usize {
    let places = program.places.len();
    match to {
        Some(Goto::Bundle(n)) => n as usize,
        Some(Goto::Stop(problem)) => {
            let n = program.stops.iter().position(|p| *p == problem);
            places + n.unwrap_or(program.stops.len())
        }
        Some(Goto::End) | None => places + program.stops.len(),
    }
}

fn broken<I>(c: &mut Context<'_, I>, problem: Problem, ip: u32) -> Trap {
    c.notes.add(c.program.note(problem, ip));
    Trap {
        ip,
        why: Why::Broken(problem),
    }
}

/// A word of the state, reported if the lane has not written it.
fn read<I>(c: &mut Context<'_, I>, lane: &Lane, ip: u32, slot: u16) -> u32 {
    if !lane.is_defined(slot) && !c.program.lowered.dead_read(ip, slot) {
        c.notes.add(c.program.undefined(slot, ip));
    }
    lane.word(slot)
}

/// The value of a code, with the chip's own NaN.
fn value(program: &Program, code: Code, operands: [u32; 4]) -> u32 {
    compute::word(program.quirks(), code, operands)
}
