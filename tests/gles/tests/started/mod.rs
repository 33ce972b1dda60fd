//! Running the programs of this crate on virtual GPUs.

#[path = "../../../started/mod.rs"]
mod shared;

#[allow(unused_imports, reason = "not every test needs all of it")]
pub use shared::{has, programs, ready, ready_with, requires_any, tilescope};

/// The programs of this crate.
#[allow(dead_code, reason = "not every test needs it")]
pub const GLES: &str = shared::PROGRAM;
