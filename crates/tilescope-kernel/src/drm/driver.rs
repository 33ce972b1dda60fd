//! The driver-specific parts of the core: the parts of [`DrmDevice`] that differ.

use std::fs::File;
use std::sync::Arc;

use tilescope_core::{Context, Device, Outcome};

use super::device::DrmDevice;
use super::errno::Errno;
use super::fence::Fence;
use super::gem::{Gem, Object};
use super::ioctl::{DRIVER_END, Row};
use super::job::Built;
use super::node::Description;
use crate::kernel::{Access, FileId};

/// What the core does for a driver. Source: Linux `drm_drv.h`, `DRIVER_MODESET`
/// and `DRIVER_SYNCOBJ`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Features {
    /// The largest picture of its display, in pixels each way; none if it has no
    /// display.
    pub display: Option<u32>,
    /// Whether it has synchronisation objects.
    pub syncobjs: Syncobjs,
}

impl Features {
    /// The error of a call of the core that needs what the driver has not.
    /// Source: Linux `drm_syncobj.c`, `drm_mode_config.c` and others for the one,
    /// `drm_dumb_buffers.c` for the other.
    pub fn refuses(self, nr: u8) -> Option<Errno> {
        let has_syncobjs = self.syncobjs == Syncobjs::Supported;
        match nr {
            0xbf..=0xc5 | 0xca..=0xcd => (!has_syncobjs).then_some(Errno::EOPNOTSUPP),
            _ if self.display.is_some() => None,
            0xb2..=0xb4 => Some(Errno::ENOSYS),
            DRIVER_END.. => Some(Errno::EOPNOTSUPP),
            _ => None,
        }
    }
}

/// Whether a driver has synchronisation objects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Syncobjs {
    /// It has.
    Supported,
    /// It has not.
    Absent,
}

/// A driver: [`crate::vc4`] or [`crate::etnaviv`].
pub(crate) trait Driver: Send + Sync + Sized + 'static {
    /// The description that clients see.
    const DESCRIPTION: &'static Description;
    /// What the core does for it.
    const FEATURES: Features;
    /// Name of its queue of jobs.
    const TIMELINE: &'static str;

    /// What it knows about a buffer.
    type Bo: Send + Sync;
    /// What it knows about an open file.
    type File: Default + Send;
    /// What belongs to the device and is not the hardware.
    type State: Default + Send;
    /// What a job keeps until it is done.
    type Job: Send;

    /// Its calls.
    fn ioctls() -> &'static [Row<Self>];

    /// Whether a client may map a buffer.
    fn may_map(bo: &Self::Bo, access: Access) -> Result<(), Errno>;

    /// Whether a client may get a descriptor for a buffer, and has it from then on.
    fn may_share(bo: &Self::Bo) -> Result<(), Errno>;

    /// Whether the pages of a buffer are those of somebody else.
    fn is_imported(bo: &Self::Bo) -> bool;

    /// A buffer for a file that came from elsewhere.
    fn import(
        k: &DrmDevice<Self>,
        gem: &mut Gem<Self::Bo>,
        file: File,
    ) -> Result<Arc<Object<Self::Bo>>, Errno>;

    /// The handle of a new buffer for a picture of the display.
    fn create_dumb(k: &DrmDevice<Self>, file: FileId, bytes: u32) -> Result<u32, Errno>;

    /// What is to be done when a job gets its number, among it to note which
    /// buffers it uses. `state` is locked.
    fn number(
        k: &DrmDevice<Self>,
        state: &mut Self::State,
        job: &mut Built<Self>,
        fence: &Arc<Fence>,
    );

    /// What is to be done right before a job runs.
    fn begin(k: &DrmDevice<Self>, job: &Self::Job, device: &mut dyn Device, ctx: &mut Context<'_>);

    /// What is to be done right after a job has run.
    fn end(
        k: &DrmDevice<Self>,
        job: &Self::Job,
        device: &mut dyn Device,
        ctx: &mut Context<'_>,
        outcome: &Outcome,
    );

    /// What is to be done when the hardware has stopped.
    fn recover(k: &DrmDevice<Self>, job: &mut Built<Self>, device: &mut dyn Device);
}
