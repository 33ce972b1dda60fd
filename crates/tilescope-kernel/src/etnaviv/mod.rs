//! The etnaviv driver: ioctls of Linux `etnaviv_drm.h` into submissions for a
//! Vivante GC.
//!
//! | file | what |
//! | --- | --- |
//! | [`bo`] | buffers: creating, mapping, waiting |
//! | [`dump`] | the dump of a job that hung |
//! | [`mmu`] | GPU addresses |
//! | [`submit`] | submissions: arguments, buffers, relocation, order |
//! | [`validate`] | validation of streams |
//! | [`outputs`] | the surfaces that a stream writes |
//! | [`stream`] | commands of the kernel around them |
//! | [`perfmon`] | performance counters |

pub mod bo;
pub mod dump;
pub mod mmu;
pub mod outputs;
pub mod perfmon;
pub mod refuse;
pub mod stream;
pub mod submit;
pub mod validate;

use std::fs::File;
use std::sync::Arc;

use tilescope_core::{ChipInfo, Context, Device, Outcome, Work};
use tilescope_vivante::chips::{self, Chip};

use crate::drm::args::{Args, structs};
use crate::drm::device::DrmDevice;
use crate::drm::driver::{Driver, Features, Syncobjs};
use crate::drm::errno::Errno;
use crate::drm::fence::{Fence, Use};
use crate::drm::file::{Access, FileId};
use crate::drm::gem::Gem;
use crate::drm::ioctl::{DRIVER_BASE, Direction, Permit, Row, row};
use crate::drm::job::{Built, Queue};
use crate::drm::memory::{Lease, Memory};
use crate::drm::node::Description;
use crate::drm::plug::{DriverType, HangDump};
use crate::drm::user::UserMemory;
use mmu::{Mmu, SOFTPIN_START, Space};
use perfmon::{Request, When};
use stream::{Copier, Pipe};

structs! {
    param 16 { PIPE: u32 = 0, PARAM: u32 = 4, VALUE: u64 = 8, }
    wait_fence 32 { PIPE: u32 = 0, FENCE: u32 = 4, FLAGS: u32 = 8, PAD: u32 = 12, TIMEOUT: i64 = 16, }
}

/// All of them. Number 1 is unassigned.
static IOCTLS: [Row<Etnaviv>; 11] = {
    use Direction::{Both, Write};
    use Permit::Anyone;
    const B: u8 = DRIVER_BASE;
    [
        row("ETNAVIV_GET_PARAM", B, Both, param::SIZE, Anyone, get_param),
        row(
            "ETNAVIV_GEM_NEW",
            B + 2,
            Both,
            bo::gem_new::SIZE,
            Anyone,
            bo::create,
        ),
        row(
            "ETNAVIV_GEM_INFO",
            B + 3,
            Both,
            bo::gem_info::SIZE,
            Anyone,
            bo::info,
        ),
        row(
            "ETNAVIV_GEM_CPU_PREP",
            B + 4,
            Write,
            bo::gem_cpu_prep::SIZE,
            Anyone,
            bo::cpu_prep,
        ),
        row(
            "ETNAVIV_GEM_CPU_FINI",
            B + 5,
            Write,
            bo::gem_cpu_fini::SIZE,
            Anyone,
            bo::cpu_fini,
        ),
        row(
            "ETNAVIV_GEM_SUBMIT",
            B + 6,
            Both,
            submit::gem_submit::SIZE,
            Anyone,
            submit::submit,
        ),
        row(
            "ETNAVIV_WAIT_FENCE",
            B + 7,
            Write,
            wait_fence::SIZE,
            Anyone,
            wait,
        ),
        row(
            "ETNAVIV_GEM_USERPTR",
            B + 8,
            Both,
            bo::gem_userptr::SIZE,
            Anyone,
            bo::userptr,
        ),
        row(
            "ETNAVIV_GEM_WAIT",
            B + 9,
            Write,
            bo::gem_wait::SIZE,
            Anyone,
            bo::wait,
        ),
        row(
            "ETNAVIV_PM_QUERY_DOM",
            B + 10,
            Both,
            perfmon::domain::SIZE,
            Anyone,
            perfmon::query_domain,
        ),
        row(
            "ETNAVIV_PM_QUERY_SIG",
            B + 11,
            Both,
            perfmon::signal::SIZE,
            Anyone,
            perfmon::query_signal,
        ),
    ]
};

/// The largest number of cores of a device. Source: Linux `etnaviv_drm.h`.
const MAX_CORES: u32 = 4;

/// The device that represents all Vivante cores of a machine. Source: Linux
/// `etnaviv_drv.c`, where it is a platform device without a device tree node;
/// drivers find it by its MODALIAS.
static DESCRIPTION: Description = Description {
    driver: "etnaviv",
    unique: "etnaviv",
    bus: "platform",
    uevent: "DRIVER=etnaviv\nMODALIAS=platform:etnaviv\n",
    version: [1, 3, 0],
    date: "20151214",
    title: "etnaviv DRM",
};

/// The driver, for kernels.
pub static DRIVER: DriverType = DriverType::of::<Etnaviv>();

/// A device of this driver.
pub(crate) type EtnavivDevice = DrmDevice<Etnaviv>;

/// The driver of one device.
pub(crate) struct Etnaviv {
    chip: &'static Chip,
    mmu: Mmu,
    copier: Copier,
    pub memory: Memory,
    /// Addresses of command streams.
    streams: Memory,
}

/// The state of an open file.
#[derive(Default)]
pub(crate) struct FileState {
    /// Its addresses, with the second MMU.
    pub space: Space,
}

/// The driver's state of a device.
#[derive(Default)]
pub(crate) struct State {
    /// The engine that commands go to; none after power-on.
    pipe: Option<Pipe>,
    /// The file whose addresses the second MMU has.
    file: Option<FileId>,
    /// Whether a job has hung: Linux keeps the first dump only.
    is_dumped: bool,
}

/// Resources of a job, held until it is done.
pub(crate) struct OwnJob {
    file: FileId,
    pipe: Pipe,
    /// Whether it uses addresses that no job before it used.
    is_remapped: bool,
    requests: Vec<Request>,
    buffers: Vec<UsedBuffer>,
    /// The address of its stream.
    stream: Lease,
    /// Bytes of the stream without the commands executed after it.
    stream_len: usize,
}

/// A buffer of a job.
pub(crate) struct UsedBuffer {
    object: Arc<bo::Buffer>,
    with: Use,
    /// Its GPU address.
    address: u64,
}

impl EtnavivDevice {
    /// Checks the number of a core: there is one, for all engines of the chip.
    fn core(&self, number: u32) -> Result<(), Errno> {
        match number {
            0 => Ok(()),
            1..MAX_CORES => Err(Errno::ENXIO),
            _ => Err(Errno::EINVAL),
        }
    }
}

impl Driver for Etnaviv {
    const DESCRIPTION: &'static Description = &DESCRIPTION;
    /// Source: Linux `etnaviv_drv.c`, features of the driver.
    const FEATURES: Features = Features {
        display: None,
        syncobjs: Syncobjs::Absent,
    };
    /// Source: Linux `etnaviv_gpu.c`: the name of the core's device; here that
    /// of i.MX6, from the node in its device tree.
    const TIMELINE: &'static str = "130000.gpu";
    /// It uses any memory; this is the size of boards with i.MX6.
    const MEMORY: u64 = 1 << 30;
    const HANG_DUMP: HangDump = HangDump::File;

    type Bo = bo::Bo;
    type File = FileState;
    type State = State;
    type Job = OwnJob;

    fn new(chip: &ChipInfo, memory: u64) -> Option<Self> {
        let chip = chips::find(chip.name)?;
        let mmu = Mmu::of(chip);
        Some(Etnaviv {
            chip,
            mmu,
            copier: match chip.derived().blt {
                true => Copier::Blt,
                false => Copier::Rs,
            },
            memory: Memory::new(mmu.buffers(), memory),
            streams: Memory::new(mmu.streams(), u64::MAX),
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

    fn import(
        k: &EtnavivDevice,
        gem: &mut Gem<bo::Bo>,
        file: File,
    ) -> Result<Arc<bo::Buffer>, Errno> {
        bo::import(k, gem, file)
    }

    fn create_dumb(_: &EtnavivDevice, _: FileId, _: u32) -> Result<u32, Errno> {
        Err(Errno::ENOSYS)
    }

    fn number(k: &EtnavivDevice, state: &mut State, job: &mut Built<Self>, fence: &Arc<Fence>) {
        let Built {
            submission,
            memory,
            own,
            ..
        } = job;
        for buffer in &own.buffers {
            buffer.object.reservation.used_by(fence, buffer.with);
        }
        let mmu = k.driver.mmu;
        let is_other = mmu == Mmu::V2 && state.file.replace(own.file) != Some(own.file);
        let remapped = (own.is_remapped || is_other).then_some(mmu);
        let words = stream::prologue(state.pipe.replace(own.pipe), own.pipe, remapped);
        let start = mmu.ring();
        let ring = memory.regions().iter().find(|r| r.base() == start);
        if let Some(ring) = ring.filter(|_| words.size() > 0) {
            // The ring is a page, and these are a few words.
            let _ = ring.fill(0, &words.bytes());
            let list = Work::List {
                queue: own.pipe.bits(),
                start,
                end: start + words.size(),
            };
            submission.work.insert(0, list);
        }
    }

    fn begin(k: &EtnavivDevice, job: &OwnJob, device: &mut dyn Device, ctx: &mut Context<'_>) {
        perfmon::sample(k.driver.chip, &job.requests, When::BEFORE, device, ctx);
    }

    fn end(
        k: &EtnavivDevice,
        job: &OwnJob,
        device: &mut dyn Device,
        ctx: &mut Context<'_>,
        _: &Outcome,
    ) {
        perfmon::sample(k.driver.chip, &job.requests, When::AFTER, device, ctx);
    }

    /// Recovers half a second after the hardware stopped, as Linux does: dumps its state, and
    /// resets it. The job counts as done.
    fn recover(k: &EtnavivDevice, job: &mut Built<Self>, device: &mut dyn Device) {
        let is_first = {
            let state = &mut k.state().driver;
            let is_first = !state.is_dumped;
            *state = State {
                is_dumped: true,
                ..State::default()
            };
            is_first
        };
        let mut watcher = k.watcher();
        if is_first && watcher.wants_dump() {
            watcher.dump(&dump::dump(k, job, device));
        }
        device.reset();
    }
}

/// The number that identifies a job to clients. Linux counts from 0, in 32
/// bits.
fn fence_id(seqno: u64) -> u32 {
    (seqno - 1) as u32
}

/// The job with a number, if it is one of the last 4 billion.
fn job_with(queue: &Queue<Etnaviv>, id: u32) -> Option<u64> {
    let last = queue.emitted.checked_sub(1)?;
    let back = u64::from((last as u32).wrapping_sub(id));
    queue.emitted.checked_sub(back).filter(|seqno| *seqno > 0)
}

/// Source: Linux `etnaviv_gpu.c`, `etnaviv_gpu_wait_fence_interruptible`: an unknown number counts
/// as a job that is done.
fn wait(k: &EtnavivDevice, _: FileId, a: &mut Args, _: &dyn UserMemory) -> Result<(), Errno> {
    let flags = a.get(wait_fence::FLAGS);
    if flags & !bo::NONBLOCK != 0 {
        return Err(Errno::EINVAL);
    }
    k.core(a.get(wait_fence::PIPE))?;
    let seqno = job_with(&k.state().queue, a.get(wait_fence::FENCE));
    match (seqno, flags & bo::NONBLOCK) {
        (None, _) => Ok(()),
        (Some(seqno), 0) => k.wait_by(seqno, a, wait_fence::TIMEOUT),
        (Some(seqno), _) => k.check_done(seqno),
    }
}

/// Source: Linux `etnaviv_gpu.c`, `etnaviv_gpu_get_param`, and `etnaviv_drm.h`
/// for the numbers.
fn get_param(k: &EtnavivDevice, _: FileId, a: &mut Args, _: &dyn UserMemory) -> Result<(), Errno> {
    k.core(a.get(param::PIPE))?;
    let chip = k.driver.chip;
    let specs = &chip.specs;
    let value = match a.get(param::PARAM) {
        0x01 => chip.model,
        0x02 => chip.revision,
        n @ 0x03..=0x0f => {
            let word = chip.features.0.get(n as usize - 3);
            word.copied().ok_or(Errno::EINVAL)?
        }
        0x10 => specs.streams,
        0x11 => specs.registers,
        0x12 => specs.threads,
        0x13 => specs.vertex_cache,
        0x14 => specs.shader_cores,
        0x15 => specs.pixel_pipes,
        0x16 => specs.output_buffer,
        0x17 => specs.buffer_size,
        0x18 => specs.instructions,
        0x19 => specs.constants,
        0x1a => specs.varyings,
        0x1b => {
            let start = match k.driver.mmu {
                Mmu::V1 => u64::MAX,
                Mmu::V2 => SOFTPIN_START,
            };
            a.set(param::VALUE, start);
            return Ok(());
        }
        // Product, customer and ECO numbers: the registers are undocumented for
        // these chips, and no driver reads them.
        0x1c..=0x1e => 0,
        _ => return Err(Errno::EINVAL),
    };
    a.set(param::VALUE, value.into());
    Ok(())
}
