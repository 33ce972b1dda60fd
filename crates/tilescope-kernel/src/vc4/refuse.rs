//! Refusing what a client submits: an error number for it, a finding for whoever
//! watches.

use tilescope_core::{Finding, Location, Rule};

use crate::drm::errno::Errno;

/// Why something is refused.
#[derive(Clone, Debug, PartialEq)]
pub struct Refusal {
    /// What the client gets.
    pub errno: Errno,
    /// What the watcher gets.
    pub finding: Option<Box<Finding>>,
}

impl Refusal {
    /// EINVAL because `rule` is broken at `at`.
    pub fn by(rule: &'static Rule, at: Location, message: impl Into<String>) -> Self {
        Refusal {
            errno: Errno::EINVAL,
            finding: Some(Box::new(Finding::new(rule, at, message))),
        }
    }
}

impl From<Errno> for Refusal {
    fn from(errno: Errno) -> Self {
        Refusal {
            errno,
            finding: None,
        }
    }
}
