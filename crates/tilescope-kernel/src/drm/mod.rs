//! The core shared by all DRM drivers: nodes, arguments, buffers and their handles, and the ioctls
//! of the core.

pub mod args;
pub mod auth;
pub mod core;
pub(crate) mod device;
pub mod dma_buf;
pub mod driver;
pub mod errno;
pub mod fds;
pub mod fence;
pub mod gem;
pub mod ioctl;
pub(crate) mod job;
pub mod memory;
pub mod mode;
pub mod node;
pub mod pages;
pub mod refuse;
pub mod sync_file;
pub mod syncobj;
pub mod user;
