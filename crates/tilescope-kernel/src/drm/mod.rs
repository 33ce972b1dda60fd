//! The core shared by all DRM drivers: nodes, arguments, buffers and their handles, jobs, and the
//! ioctls of the core.
//!
//! It uses no driver and nothing else of this crate: a driver implements [`driver::Driver`], and a
//! [`plug::DriverType`] makes it available to kernels. `cargo xtask tidy` checks this.

pub mod args;
pub mod auth;
pub mod calls;
pub mod core;
pub(crate) mod device;
pub mod dma_buf;
pub mod driver;
pub mod errno;
pub mod fds;
pub mod fence;
pub mod file;
pub mod gem;
pub mod ioctl;
pub(crate) mod job;
pub mod memory;
pub mod mode;
pub mod node;
pub mod pages;
pub mod plug;
pub mod refuse;
pub mod settings;
pub mod sync_file;
pub mod syncobj;
pub(crate) mod timeline;
pub mod user;
pub mod watcher;
