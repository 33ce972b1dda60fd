//! Contents of findings about refused submissions.

use tilescope_core::{AddressSpace, Frame};

use super::submit::{Image, Input};
use crate::drm::refuse::{self, shown};

/// The reason for a refusal, with the data that had been copied and checked by
/// then.
pub type Refusal = refuse::Refusal<Image>;

impl Refusal {
    /// The memory that the finding refers to. A packet is shown in the client's
    /// list, which still holds the packets that the kernel removes.
    pub fn memory(&self, input: &Input) -> AddressSpace {
        let frames = self.finding.iter().flat_map(|f| f.at.frames.iter());
        let list = frames.rev().find_map(|frame| match frame {
            Frame::Packet(_, address, offset) => address.checked_sub(*offset),
            _ => None,
        });
        match (list, &self.among) {
            (Some(at), _) => shown("binning list", at, &input.bin_list),
            (None, Some(exec)) => shown("exec", exec.address.into(), &exec.bytes),
            (None, None) => AddressSpace::new(),
        }
    }
}
