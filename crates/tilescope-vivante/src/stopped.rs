//! The end of what a unit was doing, before its time.

use tilescope_core::{Finding, Frame, Location, MemFault, MemFaultKind, OutOfFuel, Rule};

use crate::log::{Log, Register, Site};
use crate::rules::mem;
use crate::surface::transform::Missing;

/// Why a unit stopped.
#[derive(Debug)]
pub enum Stopped {
    /// The hardware does not go on after this. The finding is in the log as well.
    By(Box<Finding>),
    /// The run used up its fuel.
    Fuel(OutOfFuel),
}

impl Stopped {
    /// Notes that `rule` was broken in a way that stops the hardware.
    pub fn by(
        rule: &'static Rule,
        at: Location,
        message: String,
        site: Site,
        log: &mut Log,
    ) -> Self {
        let finding = Finding::new(rule, at.clone(), message.clone());
        log.find(rule, site, |_| (at, message));
        Stopped::By(Box::new(finding))
    }

    /// The end of the work if a finding in `log` is one at which hardware stops.
    ///
    /// # Errors
    /// The first such finding.
    pub fn check(log: &Log) -> Result<(), Self> {
        match log.stopped() {
            Some(finding) => Err(Stopped::By(Box::new(finding.clone()))),
            None => Ok(()),
        }
    }

    /// Notes an access that the memory refused. `rule` is the one that an access
    /// outside of every buffer breaks, `base` the register that held the address of
    /// what was accessed.
    pub fn at_memory(
        rule: &'static Rule,
        base: Option<Register>,
        fault: MemFault,
        log: &mut Log,
    ) -> Self {
        let rule = match fault.kind {
            MemFaultKind::Unmapped => rule,
            MemFaultKind::ReadOnly => &mem::READ_ONLY,
        };
        let (at, text) = match base {
            Some((name, offset)) => (
                log.at.inside(Frame::Register(name, offset)),
                format!("{fault}; {name} holds the base address"),
            ),
            None => (log.at.clone(), fault.to_string()),
        };
        Stopped::by(rule, at, text, (fault.addr as u32, 0), log)
    }
}

impl From<OutOfFuel> for Stopped {
    fn from(fuel: OutOfFuel) -> Self {
        Stopped::Fuel(fuel)
    }
}

/// Why an operation was not done, or not whole.
#[derive(Debug)]
pub enum Incomplete {
    /// A rule says why; it is in the log.
    Refused,
    /// It needs something that is not done.
    Missing(Missing),
    /// The unit stopped.
    Stopped(Stopped),
}

impl From<Missing> for Incomplete {
    fn from(missing: Missing) -> Self {
        Incomplete::Missing(missing)
    }
}

impl From<Stopped> for Incomplete {
    fn from(stopped: Stopped) -> Self {
        Incomplete::Stopped(stopped)
    }
}

impl Incomplete {
    /// Notes what is missing. Only what stops the unit is left.
    pub fn report_missing(done: Result<(), Incomplete>, log: &mut Log) -> Result<(), Stopped> {
        match done {
            Ok(()) | Err(Incomplete::Refused) => Ok(()),
            Err(Incomplete::Missing(missing)) => {
                log.unimplemented(missing.0);
                Ok(())
            }
            Err(Incomplete::Stopped(stopped)) => Err(stopped),
        }
    }
}
