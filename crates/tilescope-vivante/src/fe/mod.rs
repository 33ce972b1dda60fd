//! The front end: fetches commands, writes states, and hands work to the units.
//!
//! ```text
//! fetch (LINK, CALL, RETURN, END) --> command --> state ----> Units::wrote
//!                                            \--> draws ----> Units::draw, Units::draw_2d
//!                                             \-> sync -----> Units::stall
//! ```
//!
//! Units execute commands immediately, so stalls have nothing to wait for. The
//! front end only tracks whether hardware would have to wait.

mod commands;
mod draws;
mod fetch;
mod sync;

pub use draws::DrawCommand;

use std::mem;

use tilescope_core::{Frame, Fuel, Location, Rule};

use crate::bus::Bus;
use crate::chips::Chip;
use crate::cmd::Draw2d;
use crate::log::Log;
use crate::regs::enums::{PipeId, SyncRecipient};
use crate::regs::presence::Absent;
use crate::state::State;
use crate::stopped::Stopped;
use fetch::Fetch;
use sync::Semaphores;

/// The context shared by all units during a submission.
pub struct Work<'a, 'b> {
    /// The state.
    pub state: &'a mut State,
    /// The memory.
    pub bus: Bus<'b>,
    /// Findings and counters. Its location is that of the current command.
    pub log: &'a mut Log,
    /// The remaining fuel.
    pub fuel: &'a mut Fuel,
}

/// The units after the front end.
pub trait Units {
    /// Called before the command at `address` writes `count` words of state from
    /// byte `offset` on.
    fn loads(&mut self, _offset: u32, _count: u32, _address: u32) {}

    /// Called after a write to the state at byte `offset`, and starts the work that
    /// it triggers. `value` is the word of the command, converted if it was fixed
    /// point; [`Work::state`] has the stored word.
    ///
    /// # Errors
    /// [`Stopped`] if the hardware stops at it.
    fn wrote(&mut self, offset: u32, value: u32, work: &mut Work<'_, '_>) -> Result<(), Stopped>;

    /// Draws with the 3D engine.
    ///
    /// # Errors
    /// [`Stopped`] if the hardware stops at it.
    fn draw(&mut self, draw: &DrawCommand, work: &mut Work<'_, '_>) -> Result<(), Stopped>;

    /// Draws with the 2D engine.
    ///
    /// # Errors
    /// [`Stopped`] if the hardware stops at it.
    fn draw_2d(&mut self, draw: &Draw2d<'_>, work: &mut Work<'_, '_>) -> Result<(), Stopped>;

    /// Called before the front end fetches commands at the jump target `address`.
    /// Units complete pending stores to that memory.
    ///
    /// # Errors
    /// [`Stopped`] if the hardware stops at it.
    fn jumps(&mut self, address: u32, work: &mut Work<'_, '_>) -> Result<(), Stopped>;

    /// Called when `from` has waited for the work of `to` before the semaphore.
    fn stall(&mut self, from: SyncRecipient, to: SyncRecipient, work: &mut Work<'_, '_>);
}

/// The way in which a stream ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// At the end of the submission.
    Done,
    /// An END command stopped the front end.
    End,
}

/// Undocumented behaviour of the front end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Quirks {
    /// The largest depth of CALLs. CALL contains its return address, which a
    /// register must hold; more than one is undocumented, and no known driver nests
    /// calls.
    pub call_depth: usize,
}

impl Default for Quirks {
    fn default() -> Self {
        Quirks { call_depth: 1 }
    }
}

/// The front end of one chip.
#[derive(Debug)]
pub struct FrontEnd {
    chip: &'static Chip,
    quirks: Quirks,
    semaphores: Semaphores,
    /// Work was started since the front end last waited for PE.
    busy: bool,
    /// Mask of the chips that execute commands, of several that share a stream.
    chips: u16,
    /// Registers that this chip does not have.
    absent: Absent,
}

/// Fuel for a command: about its cost on a host, in shader instructions.
const FUEL_PER_COMMAND: u64 = 32;
/// Fuel for a word of state.
const FUEL_PER_STATE: u64 = 2;
/// Cycles of a WAIT per unit of fuel.
const CYCLES_PER_FUEL: u64 = 16;

/// The current command, for locations.
#[derive(Clone, Copy, Debug)]
struct Here {
    /// Address of the command.
    address: u32,
    /// Its name.
    name: &'static str,
}

impl FrontEnd {
    /// The front end of `chip` after power-on.
    pub fn new(chip: &'static Chip, quirks: Quirks) -> Self {
        FrontEnd {
            chip,
            quirks,
            semaphores: Semaphores::default(),
            busy: false,
            chips: 1,
            absent: Absent::new(chip),
        }
    }

    /// Executes the stream from `start` up to `end` or an END, in the pipe of its
    /// queue.
    ///
    /// # Errors
    /// [`Stopped`] if the hardware stops, or if the fuel runs out.
    pub fn run(
        &mut self,
        pipe: PipeId,
        start: u64,
        end: u64,
        units: &mut dyn Units,
        work: &mut Work<'_, '_>,
    ) -> Result<Ended, Stopped> {
        let outer = mem::take(&mut work.log.at);
        work.log.at = outer.inside(Frame::List("command", start));
        let result = self.stream(pipe, start, end, units, work);
        work.log.at = outer;
        result
    }

    fn stream(
        &mut self,
        pipe: PipeId,
        start: u64,
        end: u64,
        units: &mut dyn Units,
        work: &mut Work<'_, '_>,
    ) -> Result<Ended, Stopped> {
        let mut fetch = Fetch::new(start as u32, end);
        let mut selected = false;
        loop {
            let Some((bytes, here)) = fetch.command(work)? else {
                return Ok(Ended::Done);
            };
            let offset = u64::from(here.address).wrapping_sub(start);
            let frame = Frame::Packet(here.name, here.address.into(), offset);
            work.log.at.frames.push(frame);
            // Kernels select the pipe of a submission before its first command.
            let select = match std::mem::replace(&mut selected, true) {
                false => self.select(pipe, here, work),
                true => Ok(()),
            };
            let next = select.and_then(|()| self.command(&bytes, here, units, work));
            let next = next.and_then(|next| fetch.go(next, here, &self.quirks, units, work));
            let next = next.and_then(|next| Stopped::check(work.log).map(|()| next));
            work.log.at.frames.pop();
            fetch.give_back(bytes);
            if let Some(ended) = next? {
                return Ok(ended);
            }
        }
    }
}

impl Here {
    fn at(address: u32) -> Self {
        Here {
            address,
            name: "command",
        }
    }
}

/// Stops the hardware at the current command.
fn stop(rule: &'static Rule, here: Here, message: String, work: &mut Work<'_, '_>) -> Stopped {
    let at = work.log.at.clone();
    Stopped::by(rule, at, message, (here.address, 0), work.log)
}

/// Reports a violation by the current command.
fn find(
    rule: &'static Rule,
    here: Here,
    work: &mut Work<'_, '_>,
    make: impl FnOnce(&Location) -> (Location, String),
) {
    work.log.find(rule, (here.address, 0), make);
}
