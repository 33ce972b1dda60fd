//! The msm driver: ioctls of Linux `msm_drm.h` into submissions for an Adreno 6xx.
//!
//! It is that of Linux 6.12, the kernel of Debian 13, with one ring, and without the display
//! that the driver of these boards also has.
//!
//! | file | what |
//! | --- | --- |
//! | [`bo`] | buffers: creating, waiting, purging |
//! | [`dump`] | the dump of a job that hung |
//! | [`info`] | addresses, names and metadata of buffers |
//! | [`params`] | properties of the chip |
//! | [`queue`] | submit queues and their fences |
//! | [`submit`] | submissions: arguments, buffers, order |

pub mod bo;
pub mod dump;
pub mod info;
pub mod params;
pub mod queue;
pub mod submit;

use std::fs::File;
use std::sync::Arc;

use tilescope_adreno::chips::{self, Chip};
use tilescope_core::{ChipInfo, Context, Device, Outcome, Work};

use crate::drm::device::DrmDevice;
use crate::drm::driver::{Driver, Features, Syncobjs};
use crate::drm::errno::Errno;
use crate::drm::fence::Fence;
use crate::drm::file::{Access, FileId};
use crate::drm::gem::Gem;
use crate::drm::ioctl::{DRIVER_BASE, Direction, Permit, Row, row};
use crate::drm::job::Built;
use crate::drm::memory::Memory;
use crate::drm::node::Description;
use crate::drm::plug::{DriverType, HangDump};
use params::Board;

/// All ioctls of the driver. Number 9 is unassigned.
static IOCTLS: [Row<Msm>; 12] = {
    use Direction::{Both, Write};
    use Permit::Anyone;
    const B: u8 = DRIVER_BASE;
    const PARAM: usize = params::param::SIZE;
    const ID: usize = queue::close::SIZE;
    [
        row("MSM_GET_PARAM", B, Both, PARAM, Anyone, params::get),
        row("MSM_SET_PARAM", B + 1, Write, PARAM, Anyone, params::set),
        row(
            "MSM_GEM_NEW",
            B + 2,
            Both,
            bo::gem_new::SIZE,
            Anyone,
            bo::create,
        ),
        row(
            "MSM_GEM_INFO",
            B + 3,
            Both,
            info::gem_info::SIZE,
            Anyone,
            info::info,
        ),
        row(
            "MSM_GEM_CPU_PREP",
            B + 4,
            Write,
            bo::gem_cpu_prep::SIZE,
            Anyone,
            bo::cpu_prep,
        ),
        row(
            "MSM_GEM_CPU_FINI",
            B + 5,
            Write,
            bo::gem_cpu_fini::SIZE,
            Anyone,
            bo::cpu_fini,
        ),
        row(
            "MSM_GEM_SUBMIT",
            B + 6,
            Both,
            submit::gem_submit::SIZE,
            Anyone,
            submit::submit,
        ),
        row(
            "MSM_WAIT_FENCE",
            B + 7,
            Write,
            queue::wait_fence::SIZE,
            Anyone,
            queue::wait,
        ),
        row(
            "MSM_GEM_MADVISE",
            B + 8,
            Both,
            bo::gem_madvise::SIZE,
            Anyone,
            bo::advise,
        ),
        row(
            "MSM_SUBMITQUEUE_NEW",
            B + 10,
            Both,
            queue::submitqueue::SIZE,
            Anyone,
            queue::create,
        ),
        row(
            "MSM_SUBMITQUEUE_CLOSE",
            B + 11,
            Write,
            ID,
            Anyone,
            queue::close_queue,
        ),
        row(
            "MSM_SUBMITQUEUE_QUERY",
            B + 12,
            Write,
            queue::query::SIZE,
            Anyone,
            queue::query_queue,
        ),
    ]
};

/// The GPU of SC7180, from the node in its device tree. Mesa identifies the chip by
/// `MSM_GET_PARAM`, and the driver by its name.
static DESCRIPTION: Description = Description {
    driver: "msm",
    unique: "5000000.gpu",
    bus: "platform",
    uevent: "DRIVER=msm_dpu\nOF_NAME=gpu\nOF_FULLNAME=/soc@0/gpu@5000000\n\
             OF_COMPATIBLE_0=qcom,adreno-618.0\nOF_COMPATIBLE_1=qcom,adreno\n\
             OF_COMPATIBLE_N=2\nMODALIAS=of:NgpuT(null)Cqcom,adreno-618.0Cqcom,adreno\n",
    version: [1, 12, 0],
    date: "20130625",
    title: "MSM Snapdragon DRM",
};

/// The driver, for kernels.
pub static DRIVER: DriverType = DriverType::of::<Msm>();

/// A device of this driver.
pub(crate) type MsmDevice = DrmDevice<Msm>;

/// The driver of one device.
pub(crate) struct Msm {
    chip: &'static Chip,
    board: &'static Board,
    memory: Memory,
}

/// The state of an open file.
#[derive(Default)]
pub(crate) struct FileState {
    addresses: info::Addresses,
    queues: queue::Queues,
    /// Jobs of the file that have hung.
    faults: u64,
}

/// The driver's state of a device.
#[derive(Default)]
pub(crate) struct State {
    /// The file whose job was last.
    file: Option<FileId>,
    /// Jobs that were numbered.
    jobs: u32,
    /// Whether a job has hung: Linux keeps the first dump only.
    is_dumped: bool,
}

/// Resources of a job, held until it is done.
pub(crate) struct OwnJob {
    file: FileId,
    queue: u32,
    buffers: Vec<submit::Listed>,
    /// The places of command buffers that run only if another file's job was last.
    restores: Vec<usize>,
    /// The number of the job, from 1; 0 before it has one.
    number: u32,
}

impl Driver for Msm {
    const DESCRIPTION: &'static Description = &DESCRIPTION;
    /// Source: Linux `msm_drv.c`, features of the driver; without a display it has no
    /// `DRIVER_MODESET`. `DRIVER_SYNCOBJ_TIMELINE` came after 6.12 (Mesa 25.0.7,
    /// `tu_knl_drm_msm.cc`), and turnip 22.3.6 passes no points with it: it would wait for ever.
    const FEATURES: Features = Features {
        display: None,
        syncobjs: Syncobjs::Timelines,
    };
    /// Source: Linux `msm_ringbuffer.c`, name of the first ring.
    const TIMELINE: &'static str = "gpu-ring-0";
    /// It uses any memory; this is a common size of boards with SC7180.
    const MEMORY: u64 = 4 << 30;
    const HANG_DUMP: HangDump = HangDump::File;

    type Bo = bo::Bo;
    type File = FileState;
    type State = State;
    type Job = OwnJob;

    fn new(chip: &ChipInfo, memory: u64) -> Option<Self> {
        Some(Msm {
            chip: chips::named(chip.name)?,
            board: params::board(chip.name)?,
            // Addresses are those of files; this counts.
            memory: Memory::new(0..u64::MAX, memory),
        })
    }

    fn memory(&self) -> &Memory {
        &self.memory
    }

    fn ioctls() -> &'static [Row<Self>] {
        &IOCTLS
    }

    fn may_map(_: &bo::Bo, _: Access) -> Result<(), Errno> {
        Ok(())
    }

    fn may_share(_: &bo::Bo) -> Result<(), Errno> {
        Ok(())
    }

    fn is_imported(bo: &bo::Bo) -> bool {
        bo.is_imported()
    }

    fn import(k: &MsmDevice, gem: &mut Gem<bo::Bo>, file: File) -> Result<Arc<bo::Buffer>, Errno> {
        bo::import(k, gem, file)
    }

    fn create_dumb(_: &MsmDevice, _: FileId, _: u32) -> Result<u32, Errno> {
        Err(Errno::ENOSYS)
    }

    /// Source: Linux `msm_gem_submit.c`, `submit_attach_object_fences`, and `a6xx_gpu.c`,
    /// `a6xx_submit`, for command buffers that restore a context.
    fn number(_: &MsmDevice, state: &mut State, job: &mut Built<Self>, fence: &Arc<Fence>) {
        for listed in &job.own.buffers {
            listed.object.reservation.used_by(fence, listed.with);
        }
        state.jobs += 1;
        job.own.number = state.jobs;
        if state.file.replace(job.own.file) == Some(job.own.file) {
            let mut place = 0;
            job.submission.work.retain(|_: &Work| {
                place += 1;
                !job.own.restores.contains(&(place - 1))
            });
        }
    }

    fn begin(_: &MsmDevice, _: &OwnJob, _: &mut dyn Device, _: &mut Context<'_>) {}

    fn end(_: &MsmDevice, _: &OwnJob, _: &mut dyn Device, _: &mut Context<'_>, _: &Outcome) {}

    /// Source: Linux `msm_gpu.c`, `recover_worker`: the fault counts for the file and the queue, and
    /// the hardware is reset after a dump. The job counts as done.
    fn recover(k: &MsmDevice, job: &mut Built<Self>, device: &mut dyn Device) {
        if let Ok(file) = k.state().file(job.own.file) {
            file.driver.faults += 1;
            file.driver.queues.fault(job.own.queue);
        }
        let is_first = !std::mem::replace(&mut k.state().driver.is_dumped, true);
        let mut watcher = k.watcher();
        if is_first && watcher.wants_dump() {
            watcher.dump(&dump::dump(k.driver.chip, job, job.own.number));
        }
        device.reset();
    }
}
