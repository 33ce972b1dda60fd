//! The job manager: chains of jobs, their headers, and small jobs.

mod chain;
mod header;
mod small;

pub use chain::{Slot, run};
pub use header::Header;
pub(crate) use small::write_value;
