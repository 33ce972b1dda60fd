//! The command processor as a device: it follows streams, and does what it does by itself.
//!
//! Writes of memory and registers by packets, events with time stamps, conditions and nested
//! buffers are executed. Nothing behind it is: draws, dispatches, copies and counters. Each of
//! these is counted as unimplemented, so that no report passes their targets off as results.
//! Numbers that the other units would count are zero: programs that wait for them go on.
//!
//! | file | what |
//! | --- | --- |
//! | [`walk`] | buffers, nesting, skipped words |
//! | [`packets`] | packets |
//! | [`events`] | events, and draws |

mod events;
mod packets;
mod walk;

use tilescope_core::{
    ChipInfo, Context, Counters, Device, Finding, Frame, Location, Outcome, Rule, Status,
    Submission, Unimplemented, Unit, Work,
};

use crate::chips::Chip;
use crate::regs;
use crate::rules::run;
use crate::stream::Groups;

const UNIT: Unit = Unit("CP");

/// `CP_ALWAYS_ON_COUNTER`, a register of 64 bits.
const ALWAYS_ON: u32 = 0x980;
/// `VSC_STATE`, for each of 32 pipes the tiles that have primitives.
const VSC_STATE: std::ops::Range<u32> = 0xc38..0xc58;

/// Registers and state, which stay from one submission to the next.
struct State {
    registers: Vec<u32>,
    scratch: [u32; 8],
    /// Bits that `CP_REG_TEST` sets.
    predicates: u32,
    /// Conditional rendering: packets of draws are executed.
    draws: bool,
    mode: u32,
    groups: Groups,
    /// The time: words that were followed.
    time: u64,
}

impl State {
    fn new() -> State {
        State {
            registers: vec![0; regs::SPACE as usize],
            scratch: [0; 8],
            predicates: 0,
            draws: true,
            mode: 0,
            groups: Groups::default(),
            time: 0,
        }
    }

    fn read(&self, number: u32) -> u32 {
        match number {
            ALWAYS_ON => self.time as u32,
            n if n == ALWAYS_ON + 1 => (self.time >> 32) as u32,
            // Tiles are not sorted: any of them may have primitives.
            n if VSC_STATE.contains(&n) => u32::MAX,
            n => self.registers.get(n as usize).copied().unwrap_or(0),
        }
    }

    fn write(&mut self, number: u32, value: u32) {
        if let Some(slot) = self.registers.get_mut(number as usize) {
            *slot = value;
        }
    }

    /// The address in two registers.
    fn address(&self, number: u32) -> u64 {
        u64::from(self.read(number + 1)) << 32 | u64::from(self.read(number))
    }
}

/// Why a submission ended early.
enum Stop {
    Hang(Box<Finding>),
    OutOfFuel(Box<Finding>),
}

/// A submission in the course of execution.
struct Run<'a, 'c> {
    state: &'a mut State,
    ctx: &'a mut Context<'c>,
    counters: Counters,
    missing: Vec<Unimplemented>,
    at: Location,
    depth: u8,
}

impl Run<'_, '_> {
    /// Counts a feature that is missing.
    fn missing(&mut self, what: &'static str) {
        match self.missing.iter_mut().find(|m| m.what == what) {
            Some(known) => known.count += 1,
            None => self.missing.push(Unimplemented {
                what,
                at: self.at.clone(),
                count: 1,
            }),
        }
    }

    fn stop<T>(&self, rule: &'static Rule, address: u64, message: String) -> Result<T, Stop> {
        let at = self.at.inside(Frame::Packet("packet", address, 0));
        Err(Stop::Hang(Box::new(Finding::new(rule, at, message))))
    }

    fn load(&self, address: u64, from: u64) -> Result<u32, Stop> {
        match self.ctx.memory.read_u32(address, UNIT) {
            Ok(word) => Ok(word),
            Err(fault) => self.stop(&run::MEMORY_IS_MAPPED, from, fault.to_string()),
        }
    }

    fn store(&mut self, address: u64, bytes: &[u8], from: u64) -> Result<(), Stop> {
        self.counters.add("cp.bytes_written", bytes.len() as u64);
        match self.ctx.memory.write(address, bytes, UNIT) {
            Ok(()) => Ok(()),
            Err(fault) => self.stop(&run::MEMORY_IS_MAPPED, from, fault.to_string()),
        }
    }
}

/// An Adreno 6xx of which only the command processor exists.
pub struct CommandProcessor {
    chip: &'static Chip,
    state: State,
    submissions: u32,
}

impl CommandProcessor {
    /// A chip after power-on.
    pub fn new(chip: &'static Chip) -> Self {
        CommandProcessor {
            chip,
            state: State::new(),
            submissions: 0,
        }
    }
}

impl Device for CommandProcessor {
    fn chip(&self) -> &'static ChipInfo {
        &self.chip.info
    }

    fn submit(&mut self, submission: &Submission, ctx: &mut Context<'_>) -> Outcome {
        let frame = Frame::Submission(self.submissions, submission.label.as_str().into());
        self.submissions += 1;
        let mut run = Run {
            state: &mut self.state,
            ctx,
            counters: Counters::default(),
            missing: Vec::new(),
            at: Location::new().inside(frame),
            depth: 0,
        };
        let result = submission.work.iter().try_for_each(|work| match *work {
            Work::List { start, end, .. } => {
                let outer = run.at.clone();
                run.at = outer.inside(Frame::List("command", start));
                let words = end.saturating_sub(start) / 4;
                let result = run.buffer(start, words, start);
                run.at = outer;
                result
            }
            Work::Program { .. } => {
                run.missing("programs without a command stream");
                Ok(())
            }
        });
        let Run {
            counters, missing, ..
        } = run;
        for missing in missing {
            ctx.observer.unimplemented(missing);
        }
        let status = match result {
            Ok(()) => Status::Done,
            Err(Stop::Hang(finding)) => {
                ctx.observer.finding((*finding).clone());
                Status::Fault(finding)
            }
            Err(Stop::OutOfFuel(finding)) => {
                ctx.observer.finding((*finding).clone());
                Status::OutOfFuel(finding)
            }
        };
        Outcome { status, counters }
    }

    /// Only time passes: a register is read after some of it.
    fn mmio_read(&mut self, offset: u32) -> u32 {
        let number = offset / 4;
        if number == ALWAYS_ON {
            self.state.time += 1;
        }
        self.state.read(number)
    }

    fn mmio_write(&mut self, offset: u32, value: u32, _: &mut Context<'_>) {
        self.state.write(offset / 4, value);
    }

    fn reset(&mut self) {
        // Time goes on.
        self.state = State {
            time: self.state.time,
            ..State::new()
        };
    }
}
