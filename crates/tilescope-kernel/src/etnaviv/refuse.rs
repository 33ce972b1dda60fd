//! Refusal of submissions.

use std::convert::Infallible;

use tilescope_core::Location;
use tilescope_vivante::rules::kernel as rules;

use crate::drm::refuse;

/// The reason for a refusal. Findings are about the client's stream, so no
/// other state is kept.
pub type Refusal = refuse::Refusal<Infallible>;

impl Refusal {
    /// EINVAL because of the arguments.
    pub fn argument(at: &Location, message: impl Into<String>) -> Self {
        Refusal::by(&rules::ARGUMENTS, at.clone(), message)
    }
}
