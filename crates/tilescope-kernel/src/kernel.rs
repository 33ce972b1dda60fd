//! The embedder's interface to the kernel.

use std::any::Any;
use std::fs::File;
use std::sync::{Arc, RwLockWriteGuard};

use tilescope_core::{
    AddressSpace, Device, Finding, Fuel, Observer, Outcome, Serial, Submission, Workers, Written,
};

use crate::chip::Chip;
use crate::drm::device::{DrmDevice, Settings};
use crate::drm::errno::Errno;
use crate::drm::fds::Fds;
use crate::drm::fence::Fences;
use crate::drm::gem::Object;
use crate::drm::node::{Description, Node, Privilege};
use crate::drm::pages::FileKey;
use crate::drm::user::UserMemory;
use crate::etnaviv::Etnaviv;
use crate::vc4::Vc4Driver;

/// An open file of the device. Duplicated descriptors share one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FileId(u64);

impl FileId {
    pub(crate) fn new(number: u64) -> Self {
        FileId(number)
    }

    /// Its number, counted from 1 in each kernel.
    pub fn number(self) -> u64 {
        self.0
    }
}

/// The access rights of a client's mapping.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// Read-only.
    Read,
    /// Read and write.
    Write,
}

/// The file that the embedder maps for the client in place of the device.
pub struct MapTarget {
    /// The file to map, shared.
    pub file: Arc<File>,
    /// The offset to map it at.
    pub offset: u64,
    /// A reference to the buffer. It is not freed while this is held, as in a
    /// real kernel: drop it after unmapping.
    pub hold: Hold,
}

/// Keeps a buffer alive.
#[derive(Clone)]
pub struct Hold(
    #[expect(dead_code, reason = "held only to keep the buffer alive")] Arc<dyn Any + Send + Sync>,
);

impl Hold {
    pub(crate) fn new<B: Send + Sync + 'static>(buffer: Arc<Object<B>>) -> Self {
        Hold(buffer)
    }
}

/// A surface that a job writes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Output {
    /// Its name: the submission's field, for example `color_write`; `rs_copy` and `blt_copy` for
    /// copies by RS and BLT, `pe_color` for a colour buffer of PE.
    pub name: &'static str,
    /// GPU address of its first byte.
    pub address: u64,
    /// Width of the frame in pixels.
    pub width: u32,
    /// Height of the frame in pixels.
    pub height: u32,
    /// Tiling and format. vc4: the field's `bits`; etnaviv: the format of RS in bits 4:0, and
    /// whether it is tiled, supertiled, split across pixel pipes and in the newer order of
    /// supertiles in bits 5, 6, 7 and 8.
    pub bits: u16,
    /// Bytes from one row to the next, rows of tiles if it is tiled; 0 if the kernel interface does
    /// not state it.
    pub stride: u32,
    /// GPU address of the surface it was copied from; `None` if it is not a
    /// copy.
    pub source: Option<u64>,
}

/// A job that is about to run or has run.
pub struct Job<'a> {
    /// Its number, counted from 1.
    pub seqno: u64,
    /// The file it came from.
    pub file: FileId,
    /// The submission that the device executes.
    pub submission: &'a Submission,
    /// The memory that it can see.
    pub memory: &'a AddressSpace,
    /// The surfaces that it writes.
    pub outputs: &'a [Output],
    /// The memory written by the device so far, if the watcher requested it.
    pub written: Option<&'a Written<'a>>,
}

/// Information that the kernel collects about a job for its watcher.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notes {
    /// Nothing that costs time.
    None,
    /// The memory that it writes: [`Job::written`].
    Writes,
}

/// The receiver of client activity. Calls are made one at a time.
pub trait Watcher: Send {
    /// The observer of the device and of findings about refused submissions.
    fn observer(&mut self) -> &mut dyn Observer;

    /// The information to collect about the next job.
    fn notes(&self) -> Notes {
        Notes::None
    }

    /// A submission was refused: `finding` gives the reason, and `memory` holds
    /// its subject, at the addresses that the finding names.
    fn refused(&mut self, finding: Finding, _memory: &AddressSpace) {
        self.observer().finding(finding);
    }

    /// A job was accepted and is about to run.
    fn before(&mut self, _job: &Job<'_>) {}

    /// Whether [`Self::dump`] is wanted: a dump takes time.
    fn wants_dump(&self) -> bool {
        false
    }

    /// The dump of the first job that stopped the hardware, in the driver's Linux format (etnaviv:
    /// [`tilescope_vivante::etdump`]). vc4 provides it to clients only.
    fn dump(&mut self, _dump: &[u8]) {}

    /// A job has run.
    fn after(&mut self, _job: &Job<'_>, _outcome: &Outcome) {}
}

/// The treatment of accepted jobs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Jobs {
    /// They run.
    #[default]
    Run,
    /// They count as done at once. Memory that they would have written is
    /// unchanged.
    Skip,
}

/// The thread that runs jobs.
#[derive(Clone, Default)]
pub enum Execution {
    /// The submitting thread, before the submission returns.
    #[default]
    Submitter,
    /// A thread of the embedder that calls [`Kernel::work`]. Jobs run in the
    /// order of their numbers; results and reports are the same.
    Worker(Queue),
}

/// The queue of jobs for a worker.
#[derive(Clone)]
pub struct Queue {
    /// The largest number of waiting jobs: further submissions block.
    pub limit: usize,
    /// Called when a job was queued: a worker must then be running.
    pub wake: Arc<dyn Fn() + Send + Sync>,
}

/// The configuration of a kernel.
pub struct Config {
    /// The chip: it determines the driver.
    pub chip: Chip,
    /// The device that executes jobs: one of this chip, after power-on.
    pub device: Box<dyn Device>,
    /// The size of GPU memory for clients, in bytes: allocations beyond it fail
    /// with ENOMEM. The default is [`Chip::memory`].
    pub memory: u64,
    /// The treatment of accepted jobs.
    pub jobs: Jobs,
    /// The thread that runs them.
    pub execution: Execution,
    /// Fences, shared with the other kernels of the process.
    pub fences: Arc<Fences>,
    /// The fuel of one job.
    pub fuel: Fuel,
    /// The workers for independent parts of a job.
    pub workers: Arc<dyn Workers + Send + Sync>,
    /// The number of buffers with a separate file. Buffers beyond it can be
    /// shared only before they are mapped; see [`crate::drm::pages`].
    pub own_files: usize,
}

impl Config {
    /// A kernel for `chip`, executed by `device`, with default settings otherwise.
    pub fn new(chip: impl Into<Chip>, device: Box<dyn Device>) -> Self {
        let chip = chip.into();
        Config {
            chip,
            device,
            memory: chip.memory(),
            jobs: Jobs::default(),
            execution: Execution::default(),
            fences: Arc::default(),
            fuel: Fuel::DEFAULT,
            workers: Arc::new(Serial),
            own_files: 256,
        }
    }
}

/// A virtual kernel with one device. It may be called from many threads; jobs
/// run one after another, see [`Execution`].
pub struct Kernel(AnyDevice);

/// The device with one of the drivers.
enum AnyDevice {
    Etnaviv(DrmDevice<Etnaviv>),
    Vc4(DrmDevice<Vc4Driver>),
}

/// Calls the same method of the device for each driver.
macro_rules! with_device {
    ($kernel:expr, $k:ident => $do:expr) => {
        match &$kernel.0 {
            AnyDevice::Etnaviv($k) => $do,
            AnyDevice::Vc4($k) => $do,
        }
    };
}

/// Blocks all calls into a kernel; see [`Kernel::pause`].
pub struct Pause<'a>(#[expect(dead_code, reason = "held")] RwLockWriteGuard<'a, ()>);

impl Kernel {
    /// A kernel with a device in its initial state.
    pub fn new(config: Config, fds: Arc<dyn Fds>, watcher: Box<dyn Watcher>) -> Self {
        let settings = Settings {
            jobs: config.jobs,
            execution: config.execution,
            fences: config.fences,
            fuel: config.fuel,
            workers: config.workers,
            own_files: config.own_files,
        };
        let gpu = config.device;
        Kernel(match config.chip {
            Chip::Vivante(chip) => {
                let driver = Etnaviv::new(chip, config.memory);
                AnyDevice::Etnaviv(DrmDevice::new(settings, driver, gpu, fds, watcher))
            }
            Chip::Vc4(chip) => {
                let driver = Vc4Driver::new(chip, config.memory);
                AnyDevice::Vc4(DrmDevice::new(settings, driver, gpu, fds, watcher))
            }
        })
    }

    /// Waits until no call is in progress and blocks new ones until the result
    /// is dropped. To be held across `fork`, so that the child has no locked
    /// locks that cannot be released there. A worker must be ended before.
    pub fn pause(&self) -> Pause<'_> {
        Pause(with_device!(self, k => k.pause()))
    }

    /// The description that clients read from `/sys`.
    pub fn description(&self) -> &'static Description {
        with_device!(self, k => k.description())
    }

    /// Opens the device.
    pub fn open(&self, node: Node, privilege: Privilege) -> FileId {
        with_device!(self, k => k.open(node, privilege))
    }

    /// Closes a file: its handles, and objects without other references. Jobs
    /// that it submitted run to completion.
    pub fn close(&self, file: FileId) -> Result<(), Errno> {
        with_device!(self, k => k.close(file))
    }

    /// Makes the ioctl `request` with the argument `arg`.
    pub fn ioctl(
        &self,
        file: FileId,
        request: u64,
        arg: u64,
        user: &dyn UserMemory,
    ) -> Result<i32, Errno> {
        with_device!(self, k => k.ioctl(file, request, arg, user))
    }

    /// Makes the ioctl `request` on the descriptor of a buffer of this device;
    /// `None` if the file is not a buffer.
    pub fn dma_buf_ioctl(
        &self,
        key: FileKey,
        request: u64,
        arg: u64,
        user: &dyn UserMemory,
    ) -> Option<Result<i32, Errno>> {
        with_device!(self, k => k.dma_buf_ioctl(key, request, arg, user))
    }

    /// The file and offset to map when a client maps `len` bytes of the device at `offset`.
    pub fn mmap(
        &self,
        file: FileId,
        offset: u64,
        len: u64,
        access: Access,
    ) -> Result<MapTarget, Errno> {
        with_device!(self, k => k.mmap(file, offset, len, access))
    }

    /// The number of buffers with handles, and the bytes of GPU memory in use.
    pub fn usage(&self) -> (usize, u64) {
        with_device!(self, k => (k.buffers(), k.driver.memory.used()))
    }

    /// The fences that this kernel shares with others.
    pub fn fences(&self) -> &Arc<Fences> {
        with_device!(self, k => k.fences())
    }

    /// Runs jobs as they arrive, until [`Kernel::end_work`] is called and none
    /// is left. Must be called by one thread at a time.
    pub fn work(&self) {
        with_device!(self, k => k.work());
    }

    /// Makes the worker end once no job is left.
    pub fn end_work(&self) {
        with_device!(self, k => k.end_work());
    }
}
