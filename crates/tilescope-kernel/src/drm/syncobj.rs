//! Synchronisation objects: a device without them.
//!
//! `GET_CAP` says that there are none, and so these calls answer as a kernel
//! does whose driver lacks the feature. Jobs are done when their submission
//! returns, so that drivers lose nothing; Mesa's vc4 driver then has no fence
//! descriptors.

use super::args::{Args, structs};
use super::errno::Errno;
use super::user::UserMemory;
use crate::kernel::{FileId, Kernel};

structs! {
    create 8 { HANDLE: u32 = 0, FLAGS: u32 = 4, }
    destroy 8 { HANDLE: u32 = 0, PAD: u32 = 4, }
    handle 16 { HANDLE: u32 = 0, FLAGS: u32 = 4, FD: i32 = 8, PAD: u32 = 12, }
    wait 32 { HANDLES: u64 = 0, TIMEOUT: i64 = 8, COUNT: u32 = 16, FLAGS: u32 = 20, FIRST: u32 = 24, PAD: u32 = 28, }
    array 16 { HANDLES: u64 = 0, COUNT: u32 = 8, PAD: u32 = 12, }
    timeline_wait 40 { }
    timeline_array 24 { }
    transfer 32 { }
}

/// The value of `DRM_CAP_SYNCOBJ`.
pub const SUPPORTED: u64 = 0;
/// The value of `DRM_CAP_SYNCOBJ_TIMELINE`. Source: Linux `vc4_drv.c` has no
/// `DRIVER_SYNCOBJ_TIMELINE`.
pub const TIMELINES: u64 = 0;

/// Any of the calls. Source of the error: Linux `drm_syncobj.c`, without `DRIVER_SYNCOBJ`.
pub fn absent(_: &Kernel, _: FileId, _: &mut Args, _: &dyn UserMemory) -> Result<(), Errno> {
    Err(Errno::EOPNOTSUPP)
}
