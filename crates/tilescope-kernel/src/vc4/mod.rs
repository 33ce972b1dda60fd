//! The vc4 driver: ioctls of Linux `vc4_drm.h` into submissions for a
//! VideoCore IV.
//!
//! | file | what |
//! | --- | --- |
//! | [`bo`] | buffers: creating, mapping, labels, tiling, purging |
//! | [`shader`] | checks of shaders |
//! | [`submit`] | submissions: arguments, buffers, order |
//! | [`bin_list`], [`shader_record`], [`texture`] | checks and relocation |
//! | [`render_list`] | the rendering list that the kernel creates |
//! | [`gpu`] | running jobs, waiting for them, hang state |
//! | [`perfmon`] | performance monitors |

pub mod bin_list;
pub mod bo;
pub mod gpu;
mod outputs;
pub mod perfmon;
pub mod refuse;
pub mod render_list;
pub mod shader;
pub mod shader_record;
pub mod submit;
pub mod texture;

use std::fs::File;
use std::ops::Range;
use std::sync::Arc;

use tilescope_core::{ChipInfo, Context, Device, Outcome};
use tilescope_vc4::chips::{self, Chip};

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
    get_param 16 { PARAM: u32 = 0, PAD: u32 = 4, VALUE: u64 = 8, }
}

/// All ioctls of the driver.
pub(crate) static IOCTLS: [Row<Vc4Driver>; 15] = {
    use Direction::Both;
    use Permit::{Anyone, PrimaryRoot};
    const B: u8 = DRIVER_BASE;
    [
        row(
            "VC4_SUBMIT_CL",
            B,
            Both,
            submit::submit_cl::SIZE,
            Anyone,
            submit::submit,
        ),
        row(
            "VC4_WAIT_SEQNO",
            B + 1,
            Both,
            gpu::wait_seqno::SIZE,
            Anyone,
            gpu::wait_seqno,
        ),
        row(
            "VC4_WAIT_BO",
            B + 2,
            Both,
            gpu::wait_bo::SIZE,
            Anyone,
            gpu::wait_bo,
        ),
        row(
            "VC4_CREATE_BO",
            B + 3,
            Both,
            bo::create_bo::SIZE,
            Anyone,
            bo::create,
        ),
        row(
            "VC4_MMAP_BO",
            B + 4,
            Both,
            bo::mmap_bo::SIZE,
            Anyone,
            bo::mmap,
        ),
        row(
            "VC4_CREATE_SHADER_BO",
            B + 5,
            Both,
            bo::create_shader_bo::SIZE,
            Anyone,
            bo::create_shader,
        ),
        row(
            "VC4_GET_HANG_STATE",
            B + 6,
            Both,
            gpu::get_hang_state::SIZE,
            PrimaryRoot,
            gpu::hang_state,
        ),
        row("VC4_GET_PARAM", B + 7, Both, get_param::SIZE, Anyone, param),
        row(
            "VC4_SET_TILING",
            B + 8,
            Both,
            bo::tiling::SIZE,
            Anyone,
            bo::set_tiling,
        ),
        row(
            "VC4_GET_TILING",
            B + 9,
            Both,
            bo::tiling::SIZE,
            Anyone,
            bo::get_tiling,
        ),
        row(
            "VC4_LABEL_BO",
            B + 10,
            Both,
            bo::label_bo::SIZE,
            Anyone,
            bo::label,
        ),
        row(
            "VC4_GEM_MADVISE",
            B + 11,
            Both,
            bo::gem_madvise::SIZE,
            Anyone,
            bo::madvise,
        ),
        row(
            "VC4_PERFMON_CREATE",
            B + 12,
            Both,
            perfmon::create::SIZE,
            Anyone,
            perfmon::create,
        ),
        row(
            "VC4_PERFMON_DESTROY",
            B + 13,
            Both,
            perfmon::destroy::SIZE,
            Anyone,
            perfmon::destroy,
        ),
        row(
            "VC4_PERFMON_GET_VALUES",
            B + 14,
            Both,
            perfmon::get_values::SIZE,
            Anyone,
            perfmon::get_values,
        ),
    ]
};

/// The VideoCore IV of a Raspberry Pi. Source: the device tree of Linux
/// `bcm283x.dtsi` (the gpu node) and the fields that libdrm reads from uevent
/// files of platform devices (`OF_FULLNAME`, `OF_COMPATIBLE_N`, `OF_COMPATIBLE_0`);
/// of version, date and title: Linux `vc4_drv.c`.
static DESCRIPTION: Description = Description {
    driver: "vc4",
    unique: "soc:gpu",
    bus: "platform",
    uevent: "DRIVER=vc4-drm\nOF_NAME=gpu\nOF_FULLNAME=/soc/gpu\nOF_COMPATIBLE_0=brcm,bcm2835-vc4\nOF_COMPATIBLE_N=1\nMODALIAS=of:NgpuT(null)Cbrcm,bcm2835-vc4\n",
    version: [0, 0, 0],
    date: "20140616",
    title: "Broadcom VC4 graphics",
};

/// The driver, for kernels.
pub static DRIVER: DriverType = DriverType::of::<Vc4Driver>();

/// A device of this driver.
pub(crate) type Vc4Device = DrmDevice<Vc4Driver>;

/// The driver of one device.
pub(crate) struct Vc4Driver {
    chip: &'static Chip,
    pub memory: Memory,
}

/// The range of buffers. The addresses of a null pointer and small offsets from
/// it are not mapped.
const WINDOW: Range<u64> = 0x1000_0000..0xf000_0000;

/// The state of an open file.
#[derive(Default)]
pub(crate) struct FileState {
    pub perfmons: perfmon::Monitors,
}

/// The driver's state of a device.
#[derive(Default)]
pub(crate) struct State {
    pub hang: Option<gpu::HangState>,
}

impl Driver for Vc4Driver {
    const DESCRIPTION: &'static Description = &DESCRIPTION;
    /// Source of the size: Linux `vc4_kms.c`.
    const FEATURES: Features = Features {
        display: Some(2048),
        syncobjs: Syncobjs::Supported,
    };
    /// Source: Linux `vc4_fence.c`.
    const TIMELINE: &'static str = "vc4-v3d";
    /// The CMA area that the firmware of a Raspberry Pi 3 sets up for the driver
    /// (`vc4-kms-v3d`).
    const MEMORY: u64 = 256 << 20;
    const HANG_DUMP: HangDump = HangDump::Ioctl("DRM_IOCTL_VC4_GET_HANG_STATE");

    type Bo = bo::Bo;
    type File = FileState;
    type State = State;
    type Job = gpu::OwnJob;

    fn new(chip: &ChipInfo, memory: u64) -> Option<Self> {
        Some(Vc4Driver {
            chip: chips::find(chip.name)?,
            memory: Memory::new(WINDOW, memory),
        })
    }

    fn memory(&self) -> &Memory {
        &self.memory
    }

    fn ioctls() -> &'static [Row<Self>] {
        &IOCTLS
    }

    fn may_map(bo: &bo::Bo, access: Access) -> Result<(), Errno> {
        bo.may_map(access)
    }

    fn may_share(bo: &bo::Bo) -> Result<(), Errno> {
        bo.may_share()
    }

    fn is_imported(bo: &bo::Bo) -> bool {
        bo.is_imported()
    }

    fn import(k: &Vc4Device, gem: &mut Gem<bo::Bo>, file: File) -> Result<Arc<bo::Buffer>, Errno> {
        bo::import(k, gem, file)
    }

    fn create_dumb(k: &Vc4Device, file: FileId, bytes: u32) -> Result<u32, Errno> {
        bo::create_plain(k, file, bytes)
    }

    fn number(_: &Vc4Device, _: &mut State, job: &mut Built<Self>, fence: &Arc<Fence>) {
        // The interface does not state which of them a job writes.
        for object in &job.own.pinned.0 {
            object.reservation.used_by(fence, Use::Write);
        }
    }

    fn begin(_: &Vc4Device, _: &gpu::OwnJob, _: &mut dyn Device, _: &mut Context<'_>) {}

    fn end(
        _: &Vc4Device,
        job: &gpu::OwnJob,
        _: &mut dyn Device,
        _: &mut Context<'_>,
        outcome: &Outcome,
    ) {
        if let Some(monitor) = &job.perfmon {
            monitor.add(&outcome.counters);
        }
    }

    fn recover(k: &Vc4Device, job: &mut Built<Self>, device: &mut dyn Device) {
        gpu::recover(k, job, device);
    }
}

/// Source: Linux `vc4_drv.c`, and `vc4_drm.h` for the numbers.
fn param(k: &Vc4Device, _: FileId, a: &mut Args, _: &dyn UserMemory) -> Result<(), Errno> {
    if a.get(get_param::PAD) != 0 {
        return Err(Errno::EINVAL);
    }
    let chip = k.driver.chip;
    let value = match a.get(get_param::PARAM) {
        0 => chip.ident0.into(),
        1 => chip.ident1.into(),
        2 => chip.ident2.into(),
        // Branches, ETC1, threaded fragment shaders, fixed order of the
        // rendering list, madvise and performance monitors.
        3..=8 => 1,
        _ => return Err(Errno::EINVAL),
    };
    a.set(get_param::VALUE, value);
    Ok(())
}
