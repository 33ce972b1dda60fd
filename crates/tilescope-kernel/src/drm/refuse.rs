//! Refusing what a client submits: an error number for it, a finding for whoever
//! watches.

use tilescope_core::{AddressSpace, Finding, Location, Region, Rule};

use super::errno::Errno;

/// Why something is refused.
#[derive(Clone, Debug, PartialEq)]
pub struct Refusal<X> {
    /// The error for the client.
    pub errno: Errno,
    /// The finding for the watcher.
    pub finding: Option<Box<Finding>>,
    /// What the driver had made by then and the finding is about.
    pub among: Option<Box<X>>,
}

impl<X> Refusal<X> {
    /// EINVAL because `rule` is broken at `at`.
    pub fn by(rule: &'static Rule, at: Location, message: impl Into<String>) -> Self {
        Refusal {
            errno: Errno::EINVAL,
            finding: Some(Box::new(Finding::new(rule, at, message))),
            among: None,
        }
    }

    /// The same with another error number.
    pub fn with(self, errno: Errno) -> Self {
        Refusal { errno, ..self }
    }

    /// The same with what had been made by then.
    pub fn among(self, what: X) -> Self {
        Refusal {
            among: Some(Box::new(what)),
            ..self
        }
    }
}

impl<X> From<Errno> for Refusal<X> {
    fn from(errno: Errno) -> Self {
        Refusal {
            errno,
            finding: None,
            among: None,
        }
    }
}

/// Memory with these bytes and nothing else.
pub fn shown(name: &str, at: u64, bytes: &[u8]) -> AddressSpace {
    let mut memory = AddressSpace::new();
    // Nothing else is there, so that only the end of the address space is in the
    // way; without the bytes there is no listing.
    let _ = memory.map(Region::from_bytes(name, at, bytes));
    memory
}
