//! The log and the context of one unit of work.

use crate::bus::Port;

pub use tilescope_core::log::Site;

/// Findings, events, counts and dumps of one unit of work.
pub type Log = tilescope_core::log::Log<Port>;

/// Memory, log, fuel and workers of one unit of work.
pub type Ctx<'a> = tilescope_core::Ctx<'a, Port>;
