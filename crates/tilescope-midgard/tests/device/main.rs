//! Jobs on the device, with memory compared.

#![allow(clippy::unwrap_used, reason = "tests")]

mod chains;
mod clears;
mod draws;
mod machine;
mod quirks;
