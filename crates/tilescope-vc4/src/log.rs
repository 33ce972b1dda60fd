//! The log of one unit of work: findings, events and counts.

use crate::bus::Port;

pub use tilescope_core::log::Site;

/// Findings, events, counts and dumps of one unit of work.
pub type Log = tilescope_core::log::Log<Port>;
