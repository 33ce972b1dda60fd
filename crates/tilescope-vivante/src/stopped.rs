//! Incomplete operations, and memory faults.

use tilescope_core::{Frame, MemFault, MemFaultKind, Rule};

use crate::log::{Log, Register};
use crate::rules::mem;

pub use tilescope_core::Stopped;

/// Reports a memory fault. `rule` applies to accesses outside mapped memory; `base`
/// is the register with the base address.
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

/// An unimplemented feature.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Missing(pub &'static str);

/// The reason why an operation was not completed.
#[derive(Debug)]
pub enum Incomplete {
    /// A violation, which is in the log.
    Refused,
    /// An unimplemented feature.
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
    /// Reports unimplemented features to the log. Returns an error only if the unit
    /// stopped.
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
