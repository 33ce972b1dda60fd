//! The virtual DRM kernel between an unmodified user-space driver and a device.
//!
//! ```text
//!  client --ioctl--> drm (permissions, arguments, handles, PRIME, names)
//!                     |
//!                     v
//!                    vc4 (buffers; checks, relocation, rendering list)
//!                     |  Submission + the buffers it may see
//!                     v
//!                    Device, and a Watcher that sees all of it
//! ```
//!
//! It is logic only. Client memory, file descriptors and observers are behind
//! [`UserMemory`], [`Fds`] and [`Watcher`], which the embedder implements.
//! Buffers are pages of files that the client maps as well: nothing is copied.
//!
//! Numbers and error codes are those of Linux 6.1, the kernel of Debian 12,
//! unless noted otherwise.

#![forbid(unsafe_code)]

pub mod drm;
pub mod etnaviv;
pub mod kbase;
pub mod kernel;
pub mod msm;
pub mod panfrost;
pub mod vc4;

pub use drm::errno::Errno;
pub use drm::fds::{CloseOnExec, Fds};
pub use drm::fence::Fences;
pub use drm::file::{Access, FileId, Hold, MapTarget};
pub use drm::node::{Description, Node, Privilege};
pub use drm::pages::FileKey;
pub use drm::plug::{DriverType, HangDump};
pub use drm::settings::{Execution, Jobs, Queue, Timelines};
pub use drm::user::{Fault, UserMemory};
pub use drm::watcher::{Job, Notes, Output, Watcher};
pub use kernel::{Config, Kernel, Pause};
