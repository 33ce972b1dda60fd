//! The panfrost driver: ioctls of Linux `panfrost_drm.h` into submissions for a
//! Mali Midgard.
//!
//! | file | what |
//! | --- | --- |
//! | [`bo`] | buffers: creating, mapping, waiting, purging |
//! | [`dump`] | the dump of a job that hung |
//! | [`outputs`] | the surfaces that a chain writes |
//! | [`pandump`] | the format of that dump |
//! | [`params`] | properties of the chip |
//! | [`submit`] | submissions: arguments, buffers, order |

pub mod bo;
pub mod dump;
pub mod outputs;
pub mod pandump;
pub mod params;
pub mod submit;

use std::fs::File;
use std::sync::Arc;

use tilescope_core::{ChipInfo, Context, Device, Outcome};
use tilescope_midgard::chips::Chip;

use crate::drm::args::{Args, structs};
use crate::drm::device::DrmDevice;
use crate::drm::driver::{Driver, Features, Syncobjs};
use crate::drm::errno::Errno;
use crate::drm::fence::{Fence, Use};
use crate::drm::file::{Access, FileId};
use crate::drm::gem::Gem;
use crate::drm::ioctl::{DRIVER_BASE, Direction, Permit, Row, row};
use crate::drm::job::Built;
use crate::drm::memory::Memory;
use crate::drm::node::Description;
use crate::drm::plug::{DriverType, HangDump};
use crate::drm::user::UserMemory;

structs! {
    perfcnt_enable 8 { ENABLE: u32 = 0, COUNTERSET: u32 = 4, }
    perfcnt_dump 8 { BUF_PTR: u64 = 0, }
}

/// All ioctls of the driver.
static IOCTLS: [Row<Panfrost>; 9] = {
    use Direction::{Both, Write};
    use Permit::Anyone;
    const B: u8 = DRIVER_BASE;
    [
        row(
            "PANFROST_SUBMIT",
            B,
            Write,
            submit::args::SIZE,
            Anyone,
            submit::submit,
        ),
        row(
            "PANFROST_WAIT_BO",
            B + 1,
            Write,
            bo::wait_bo::SIZE,
            Anyone,
            bo::wait,
        ),
        row(
            "PANFROST_CREATE_BO",
            B + 2,
            Both,
            bo::create_bo::SIZE,
            Anyone,
            bo::create,
        ),
        row(
            "PANFROST_MMAP_BO",
            B + 3,
            Both,
            bo::mmap_bo::SIZE,
            Anyone,
            bo::mmap,
        ),
        row(
            "PANFROST_GET_PARAM",
            B + 4,
            Both,
            params::get_param::SIZE,
            Anyone,
            params::get,
        ),
        row(
            "PANFROST_GET_BO_OFFSET",
            B + 5,
            Both,
            bo::get_bo_offset::SIZE,
            Anyone,
            bo::offset,
        ),
        row(
            "PANFROST_PERFCNT_ENABLE",
            B + 6,
            Write,
            perfcnt_enable::SIZE,
            Anyone,
            unstable,
        ),
        row(
            "PANFROST_PERFCNT_DUMP",
            B + 7,
            Write,
            perfcnt_dump::SIZE,
            Anyone,
            unstable,
        ),
        row(
            "PANFROST_MADVISE",
            B + 8,
            Both,
            bo::madvise::SIZE,
            Anyone,
            bo::advise,
        ),
    ]
};

/// The GPU of RK3399, from the node in its device tree. Mesa identifies the chip by
/// `PANFROST_GET_PARAM`, and the driver by its name.
static DESCRIPTION: Description = Description {
    driver: "panfrost",
    unique: "ff9a0000.gpu",
    bus: "platform",
    uevent: "DRIVER=panfrost\nOF_NAME=gpu\nOF_FULLNAME=/gpu@ff9a0000\n\
             OF_COMPATIBLE_0=rockchip,rk3399-mali\nOF_COMPATIBLE_1=arm,mali-t860\n\
             OF_COMPATIBLE_N=2\nMODALIAS=of:NgpuT(null)Crockchip,rk3399-maliCarm,mali-t860\n",
    version: [1, 2, 0],
    date: "20180908",
    title: "panfrost DRM",
};

/// The driver, for kernels.
pub static DRIVER: DriverType = DriverType::of::<Panfrost>();

/// A device of this driver.
pub(crate) type PanfrostDevice = DrmDevice<Panfrost>;

/// The driver of one device.
pub(crate) struct Panfrost {
    chip: &'static Chip,
    memory: Memory,
}

/// The driver's state of a device.
#[derive(Default)]
pub(crate) struct State {
    /// Whether a job has hung: Linux keeps the first dump only.
    is_dumped: bool,
}

/// Resources of a job, held until it is done.
pub(crate) struct OwnJob {
    /// The buffers that the submission lists.
    listed: submit::Listed,
    /// All other buffers that the file had open: they are in its address space.
    _others: Vec<Arc<bo::Buffer>>,
}

impl Driver for Panfrost {
    const DESCRIPTION: &'static Description = &DESCRIPTION;
    /// Source: Linux `panfrost_drv.c`, features of the driver.
    const FEATURES: Features = Features {
        display: None,
        syncobjs: Syncobjs::Supported,
    };
    /// Source: Linux `panfrost_job.c`, name of the schedulers of all slots.
    const TIMELINE: &'static str = "pan_js";
    /// It uses any memory; this is a common size of boards with RK3399.
    const MEMORY: u64 = 2 << 30;
    const HANG_DUMP: HangDump = HangDump::File;

    type Bo = bo::Bo;
    type File = ();
    type State = State;
    type Job = OwnJob;

    fn new(chip: &ChipInfo, memory: u64) -> Option<Self> {
        Some(Panfrost {
            chip: Chip::named(chip.name)?,
            memory: Memory::new(bo::ADDRESSES, memory),
        })
    }

    fn memory(&self) -> &Memory {
        &self.memory
    }

    fn ioctls() -> &'static [Row<Self>] {
        &IOCTLS
    }

    fn may_map(bo: &bo::Bo, _: Access) -> Result<(), Errno> {
        bo.may_map()
    }

    fn may_share(bo: &bo::Bo) -> Result<(), Errno> {
        bo.may_share()
    }

    fn is_imported(bo: &bo::Bo) -> bool {
        bo.is_imported()
    }

    fn import(
        k: &PanfrostDevice,
        gem: &mut Gem<bo::Bo>,
        file: File,
    ) -> Result<Arc<bo::Buffer>, Errno> {
        bo::import(k, gem, file)
    }

    fn create_dumb(_: &PanfrostDevice, _: FileId, _: u32) -> Result<u32, Errno> {
        Err(Errno::ENOSYS)
    }

    /// Source: Linux `panfrost_job.c`, `panfrost_attach_object_fences`: a job may write all
    /// buffers that it lists.
    fn number(_: &PanfrostDevice, _: &mut State, job: &mut Built<Self>, fence: &Arc<Fence>) {
        for object in job.own.listed.buffers() {
            object.reservation.used_by(fence, Use::Write);
        }
    }

    fn begin(_: &PanfrostDevice, _: &OwnJob, _: &mut dyn Device, _: &mut Context<'_>) {}

    fn end(_: &PanfrostDevice, _: &OwnJob, _: &mut dyn Device, _: &mut Context<'_>, _: &Outcome) {}

    /// Source: Linux `panfrost_job.c`, `panfrost_job_timedout`: dumps the job and resets the
    /// hardware. The job counts as done.
    fn recover(k: &PanfrostDevice, job: &mut Built<Self>, device: &mut dyn Device) {
        let is_first = !std::mem::replace(&mut k.state().driver.is_dumped, true);
        let mut watcher = k.watcher();
        if is_first && watcher.wants_dump() {
            watcher.dump(&dump::dump(k.driver.chip, job));
        }
        device.reset();
    }
}

/// Source: Linux `panfrost_drv.c`, `panfrost_unstable_ioctl_check`: without the module's
/// parameter `unstable_ioctls`, performance counters are not offered.
fn unstable(_: &PanfrostDevice, _: FileId, _: &mut Args, _: &dyn UserMemory) -> Result<(), Errno> {
    Err(Errno::ENOSYS)
}
