//! One run of a program on a virtual GPU.
//!
//! `tilescope exec` and the library that it preloads are two programs; this is
//! what they share. [`options`] go down in the environment, [`log`] records come
//! back in a file, and [`Session`] is what stands between the kernel and both: it
//! makes the kernel that was asked for, and says on standard error what is wrong
//! with what the program submits. [`show`] is how findings look, here and in reports.
//! [`builds`] are those of Mesa in the cache.

#![forbid(unsafe_code)]

pub mod builds;
pub mod log;
pub mod options;
mod session;
pub mod show;
mod watch;

pub use options::{Execute, Lint, Options, Overlap};
pub use session::{Session, Surroundings};
pub use tilescope_kernel::Chip;
