//! Operations that a unit does not complete, and accesses that memory refuses.

use tilescope_core::{Frame, MemFault, MemFaultKind, Rule};

use crate::log::{Log, Register};
use crate::rules::mem;
use crate::surface::transform::Missing;

pub use tilescope_core::Stopped;

/// Records an access that the memory refused. `rule` is the one that an access
/// outside of every buffer breaks, `base` the register that held the address of
/// what was accessed.
pub fn at_memory(
    rule: &'static Rule,
    base: Option<Register>,
    fault: MemFault,
    log: &mut Log,
) -> Stopped {
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
