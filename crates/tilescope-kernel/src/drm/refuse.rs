//! Refusal of submissions: an error number for the client, a finding for the
//! watcher.

use tilescope_core::{AddressSpace, Finding, Location, Region, Rule};

use super::errno::Errno;

/// The reason for a refusal.
#[derive(Clone, Debug, PartialEq)]
pub struct Refusal<X> {
    /// The error for the client.
    pub errno: Errno,
    /// The finding for the watcher.
    pub finding: Option<Box<Finding>>,
    /// State that the driver had created by then and that the finding refers
    /// to.
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

    /// The same with the state created by then.
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

/// Memory that holds these bytes and nothing else.
pub fn shown(name: &str, at: u64, bytes: &[u8]) -> AddressSpace {
    let mut memory = AddressSpace::new();
    // The bytes are all that is mapped, so only the end of the address space
    // can be in the way; without them there is no listing.
    let _ = memory.map(Region::from_bytes(name, at, bytes));
    memory
}
