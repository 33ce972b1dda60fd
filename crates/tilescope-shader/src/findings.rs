//! Findings about programs and their runs.

use crate::notes::{Note, Notes};
use crate::problems::Problem;
use crate::unit::{Refused, Stop, Trap};
use tilescope_core::bus::Port;
use tilescope_core::log::Log;
use tilescope_core::{Frame, Location, OutOfFuel, Stopped};

/// A program as findings name it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Subject {
    /// The name of its stage.
    pub stage: &'static str,
    /// The address of its code.
    pub code: u64,
    /// The address from which those of its notes count.
    pub base: u64,
    /// The address by which findings tell programs apart.
    pub site: u64,
}

impl Subject {
    /// The location of its code inside `at`.
    pub fn location(&self, at: &Location) -> Location {
        at.inside(Frame::Shader(self.stage, self.code))
    }

    /// Reports a problem.
    pub fn report<P: Problem, L: Port>(&self, note: &Note<P>, log: &mut Log<L>) {
        log.find(note.problem.rule(), (self.site, note.ip), |at| {
            let at = note.location(&self.location(at), self.base);
            (at, note.problem.to_string())
        });
    }

    /// Reports what runs found.
    pub fn report_runs<P: Problem, L: Port>(&self, notes: &Notes<P>, log: &mut Log<L>) {
        for (note, _) in notes.problems() {
            self.report(note, log);
        }
        for (what, _, _) in notes.unimplemented() {
            log.unimplemented(what);
        }
    }

    /// Ends work whose threads did not reach the end of the program. `note` is a problem at an
    /// instruction, and `device` the reason for which the device stopped them.
    pub fn stopped<P: Problem, L: Port>(
        &self,
        trap: Trap<Stop<P>>,
        note: impl FnOnce(P, u32) -> Note<P>,
        device: Option<Stopped>,
        log: &mut Log<L>,
    ) -> Stopped {
        match trap.why {
            Stop::OutOfFuel => Stopped::Fuel(OutOfFuel),
            Stop::Device => device.unwrap_or(Stopped::Fuel(OutOfFuel)),
            Stop::Broken(problem) => {
                let note = note(problem, trap.ip);
                let at = note.location(&self.location(&log.at), self.base);
                let site = (self.site, trap.ip);
                Stopped::by(problem.rule(), at, problem.to_string(), site, log)
            }
        }
    }
}

/// Keeps the reason for which a device stopped its threads.
///
/// # Errors
/// `result` is one.
#[inline(always)]
pub fn allowed<T>(result: Result<T, Stopped>, kept: &mut Option<Stopped>) -> Result<T, Refused> {
    result.map_err(|stopped| {
        *kept = Some(stopped);
        Refused
    })
}
