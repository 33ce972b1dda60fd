//! What one thread of work has to say.

use crate::bus::Port;

pub use tilescope_core::log::Site;

/// Findings, events, counts and dumps of one thread of work.
pub type Log = tilescope_core::log::Log<Port>;
