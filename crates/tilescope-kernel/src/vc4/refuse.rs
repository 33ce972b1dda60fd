//! Refusing what a client submits: an error number for it, a finding for whoever
//! watches.

use tilescope_core::{AddressSpace, Finding, Frame, Location, Region, Rule};

use super::submit::{Image, Input};
use crate::drm::errno::Errno;

/// Why something is refused.
#[derive(Clone, Debug, PartialEq)]
pub struct Refusal {
    /// What the client gets.
    pub errno: Errno,
    /// What the watcher gets.
    pub finding: Option<Box<Finding>>,
    /// What had been copied and checked by then.
    pub exec: Option<Box<Image>>,
}

impl Refusal {
    /// EINVAL because `rule` is broken at `at`.
    pub fn by(rule: &'static Rule, at: Location, message: impl Into<String>) -> Self {
        Refusal {
            errno: Errno::EINVAL,
            finding: Some(Box::new(Finding::new(rule, at, message))),
            exec: None,
        }
    }

    /// The same with what had been copied and checked by then.
    pub fn among(self, exec: Image) -> Self {
        Refusal {
            exec: Some(Box::new(exec)),
            ..self
        }
    }

    /// The memory that the finding is about. A packet is shown in the client's
    /// list, where those that the kernel takes out are still in it.
    pub fn memory(&self, input: &Input) -> AddressSpace {
        let frames = self.finding.iter().flat_map(|f| f.at.frames.iter());
        let list = frames.rev().find_map(|frame| match frame {
            Frame::Packet(_, address, offset) => address.checked_sub(*offset),
            _ => None,
        });
        match (list, &self.exec) {
            (Some(at), _) => shown("binning list", at, &input.bin_list),
            (None, Some(exec)) => shown("exec", exec.address.into(), &exec.bytes),
            (None, None) => AddressSpace::new(),
        }
    }
}

impl From<Errno> for Refusal {
    fn from(errno: Errno) -> Self {
        Refusal {
            errno,
            finding: None,
            exec: None,
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
