//! The driver-specific parts of the core: the parts of [`DrmDevice`] that differ.

use std::fs::File;
use std::sync::Arc;

use tilescope_core::{ChipInfo, Context, Device, Outcome};

use super::device::DrmDevice;
use super::errno::Errno;
use super::fence::Fence;
use super::file::{Access, FileId};
use super::gem::{Gem, Object};
use super::ioctl::{DRIVER_END, Row};
use super::job::Built;
use super::memory::Memory;
use super::node::Description;
use super::plug::HangDump;

/// Features of a driver that the core implements. Source: Linux `drm_drv.h`,
/// `DRIVER_MODESET` and `DRIVER_SYNCOBJ`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Features {
    /// The largest framebuffer of its display, in pixels in each direction;
    /// `None` if it has no display.
    pub display: Option<u32>,
    /// Whether it has synchronisation objects.
    pub syncobjs: Syncobjs,
}

impl Features {
    /// The error of a core ioctl that needs a feature the driver lacks. Source:
    /// Linux `drm_syncobj.c`, `drm_mode_config.c` and others for missing
    /// features, `drm_dumb_buffers.c` for dumb buffers.
    pub fn refuses(self, nr: u8) -> Option<Errno> {
        let has_syncobjs = self.syncobjs != Syncobjs::Absent;
        let has_timelines = self.syncobjs == Syncobjs::Timelines;
        match nr {
            0xbf..=0xc5 => (!has_syncobjs).then_some(Errno::EOPNOTSUPP),
            0xca..=0xcd => (!has_timelines).then_some(Errno::EOPNOTSUPP),
            _ if self.display.is_some() => None,
            0xb2..=0xb4 => Some(Errno::ENOSYS),
            DRIVER_END.. => Some(Errno::EOPNOTSUPP),
            _ => None,
        }
    }
}

/// Whether a driver supports synchronisation objects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Syncobjs {
    /// Supported, in later versions of Linux with timelines:
    /// [`Timelines`](super::settings::Timelines).
    Timelines,
    /// Supported, without timelines.
    Supported,
    /// Not supported.
    Absent,
}

/// A driver. [`super::plug::DriverType`] makes it available to kernels.
pub(crate) trait Driver: Send + Sync + Sized + 'static {
    /// The description that clients see.
    const DESCRIPTION: &'static Description;
    /// The core's features for this driver.
    const FEATURES: Features;
    /// Name of its job queue's timeline.
    const TIMELINE: &'static str;
    /// The default size of GPU memory, in bytes.
    const MEMORY: u64;
    /// The way to the state of a hung job.
    const HANG_DUMP: HangDump;

    /// The driver's part of a buffer.
    type Bo: Send + Sync;
    /// The driver's part of an open file.
    type File: Default + Send;
    /// The driver's part of the device, apart from the hardware.
    type State: Default + Send;
    /// The driver's part of a job, held until the job is done.
    type Job: Send;

    /// The driver of `chip`, with `memory` bytes for clients; `None` if it is not for this chip.
    fn new(chip: &ChipInfo, memory: u64) -> Option<Self>;

    /// GPU memory of clients.
    fn memory(&self) -> &Memory;

    /// Its ioctls.
    fn ioctls() -> &'static [Row<Self>];

    /// Whether a client may map a buffer.
    fn may_map(bo: &Self::Bo, access: Access) -> Result<(), Errno>;

    /// Whether a client may get a descriptor of a buffer. If so, the buffer counts as shared.
    fn may_share(bo: &Self::Bo) -> Result<(), Errno>;

    /// Whether the pages of a buffer belong to another device or process.
    fn is_imported(bo: &Self::Bo) -> bool;

    /// Creates a buffer for an imported file.
    fn import(
        k: &DrmDevice<Self>,
        gem: &mut Gem<Self::Bo>,
        file: File,
    ) -> Result<Arc<Object<Self::Bo>>, Errno>;

    /// The handle of a new dumb buffer.
    fn create_dumb(k: &DrmDevice<Self>, file: FileId, bytes: u32) -> Result<u32, Errno>;

    /// Called when a job gets its number, for example to record the buffers
    /// that it uses. `state` is locked.
    fn number(
        k: &DrmDevice<Self>,
        state: &mut Self::State,
        job: &mut Built<Self>,
        fence: &Arc<Fence>,
    );

    /// Called right before a job runs.
    fn begin(k: &DrmDevice<Self>, job: &Self::Job, device: &mut dyn Device, ctx: &mut Context<'_>);

    /// Called right after a job has run.
    fn end(
        k: &DrmDevice<Self>,
        job: &Self::Job,
        device: &mut dyn Device,
        ctx: &mut Context<'_>,
        outcome: &Outcome,
    );

    /// Called when the hardware has stopped.
    fn recover(k: &DrmDevice<Self>, job: &mut Built<Self>, device: &mut dyn Device);
}
