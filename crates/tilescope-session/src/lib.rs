//! One run of a program on a virtual GPU.
//!
//! `tilescope exec` and the library that it preloads are two programs; this crate is shared by
//! both. [`options`] are passed down in the environment, and [`log`] records come back in a file.
//! [`Session`] connects both with the kernel: it creates the requested kernels, and prints findings
//! about the program's submissions on standard error. [`show`] formats findings, here and in
//! reports. [`profile`] has traces and tables of profiles. [`builds`] lists the builds of Mesa in the cache;
//! [`workers`] has the threads of devices.

#![forbid(unsafe_code)]

pub mod builds;
pub mod log;
pub mod options;
pub mod profile;
mod session;
pub mod show;
mod watch;
pub mod workers;

pub use options::{Execute, Lint, Options, Overlap};
pub use session::{Session, Surroundings};
