//! The kernel as its embedder sees it.

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

/// An open file of the device. Descriptors that were duplicated share one.
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

/// The access of a client's mapping.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// For reading only.
    Read,
    /// For writing, too.
    Write,
}

/// What the embedder maps for the client instead of the device.
pub struct MapTarget {
    /// The file to map, shared.
    pub file: Arc<File>,
    /// The offset to map it at.
    pub offset: u64,
    /// The buffer. As long as this is held it is not freed, as a real kernel
    /// does not free a buffer that is mapped: to be dropped after unmapping.
    pub hold: Hold,
}

/// Keeps a buffer alive.
#[derive(Clone)]
pub struct Hold(#[expect(dead_code, reason = "held, never looked at")] Arc<dyn Any + Send + Sync>);

impl Hold {
    pub(crate) fn new<B: Send + Sync + 'static>(buffer: Arc<Object<B>>) -> Self {
        Hold(buffer)
    }
}

/// A surface that a job writes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Output {
    /// What it is: the submission's field, for example `color_write`; `rs_copy` and
    /// `blt_copy` of copies by RS and BLT, `pe_color` of a colour buffer of PE.
    pub name: &'static str,
    /// GPU address of its first byte.
    pub address: u64,
    /// Width of the frame in pixels.
    pub width: u32,
    /// Height of the frame in pixels.
    pub height: u32,
    /// Tiling and format: of vc4 the field's `bits`; of etnaviv the format of RS in
    /// bits 4:0, and whether it is tiled, supertiled, split among pixel pipes and in
    /// the newer order of supertiles in bits 5, 6, 7 and 8.
    pub bits: u16,
    /// Bytes from one row to the next, of tiles if it is tiled; 0 where the kernel
    /// interface does not say.
    pub stride: u32,
    /// GPU address of the surface that it is a copy of; none if it is not a copy.
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
    /// What the device has written so far, if the watcher asked for it.
    pub written: Option<&'a Written<'a>>,
}

/// What the kernel notes about a job for its watcher.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notes {
    /// Nothing that costs time.
    None,
    /// Which memory it writes: [`Job::written`].
    Writes,
}

/// Who is told what clients do. All calls are made one at a time.
pub trait Watcher: Send {
    /// Who listens to the device, and to findings about what is refused.
    fn observer(&mut self) -> &mut dyn Observer;

    /// What is to be noted about the next job.
    fn notes(&self) -> Notes {
        Notes::None
    }

    /// Something was refused: `finding` says why, and `memory` has what it is
    /// about, at the addresses that the finding names.
    fn refused(&mut self, finding: Finding, _memory: &AddressSpace) {
        self.observer().finding(finding);
    }

    /// A job was taken and will run now.
    fn before(&mut self, _job: &Job<'_>) {}

    /// Whether [`Self::dump`] is wanted: making one takes time.
    fn wants_dump(&self) -> bool {
        false
    }

    /// What is left of the first job that stopped the hardware, in the form that
    /// the driver's Linux has for it (etnaviv: [`tilescope_vivante::etdump`]). vc4
    /// gives it to clients only.
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
    /// They count as done at once. What they would have written stays as it was.
    Skip,
}

/// The thread that runs jobs.
#[derive(Clone, Default)]
pub enum Execution {
    /// Who submits them, before the submission returns.
    #[default]
    Submitter,
    /// A thread of the embedder's that calls [`Kernel::work`]. Jobs run in the
    /// order of their numbers; what is seen and said is the same.
    Worker(Queue),
}

/// The queue of jobs for a worker.
#[derive(Clone)]
pub struct Queue {
    /// How many may wait: who submits more waits for room.
    pub limit: usize,
    /// Called when a job was queued: a worker has to be there now.
    pub wake: Arc<dyn Fn() + Send + Sync>,
}

/// The configuration of a kernel.
pub struct Config {
    /// The chip: it says which driver there is.
    pub chip: Chip,
    /// What executes jobs: a device for the chip, after power-on.
    pub device: Box<dyn Device>,
    /// How much memory clients may have on the GPU, in bytes: what does not fit
    /// is ENOMEM. The default is [`Chip::memory`].
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
    /// How many buffers get a file of their own. Those behind it can be shared
    /// only before they are mapped; see [`crate::drm::pages`].
    pub own_files: usize,
}

impl Config {
    /// A kernel for `chip`, which `device` executes, with everything else as usual.
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
/// run one after the other, as [`Execution`] says.
pub struct Kernel(AnyDevice);

/// The device with one of the drivers that there are.
enum AnyDevice {
    Etnaviv(DrmDevice<Etnaviv>),
    Vc4(DrmDevice<Vc4Driver>),
}

/// Does the same with the device, whatever its driver.
macro_rules! with_device {
    ($kernel:expr, $k:ident => $do:expr) => {
        match &$kernel.0 {
            AnyDevice::Etnaviv($k) => $do,
            AnyDevice::Vc4($k) => $do,
        }
    };
}

/// Keeps all calls out of a kernel; see [`Kernel::pause`].
pub struct Pause<'a>(#[expect(dead_code, reason = "held")] RwLockWriteGuard<'a, ()>);

impl Kernel {
    /// A kernel whose device was just found.
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

    /// Waits until no call is under way and keeps others waiting until the
    /// result is dropped. To be held across `fork`, so that no lock is taken in
    /// the child that nobody there can release.
    /// A worker has to be ended before.
    pub fn pause(&self) -> Pause<'_> {
        Pause(with_device!(self, k => k.pause()))
    }

    /// The description that clients find in `/sys`.
    pub fn description(&self) -> &'static Description {
        with_device!(self, k => k.description())
    }

    /// Opens the device.
    pub fn open(&self, node: Node, privilege: Privilege) -> FileId {
        with_device!(self, k => k.open(node, privilege))
    }

    /// Closes a file: its handles, and what nobody else refers to. Jobs that it
    /// submitted run to their end.
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
    /// none if the file is not one.
    pub fn dma_buf_ioctl(
        &self,
        key: FileKey,
        request: u64,
        arg: u64,
        user: &dyn UserMemory,
    ) -> Option<Result<i32, Errno>> {
        with_device!(self, k => k.dma_buf_ioctl(key, request, arg, user))
    }

    /// The target to map where a client maps `len` bytes of the device at `offset`.
    pub fn mmap(
        &self,
        file: FileId,
        offset: u64,
        len: u64,
        access: Access,
    ) -> Result<MapTarget, Errno> {
        with_device!(self, k => k.mmap(file, offset, len, access))
    }

    /// How many buffers clients have handles of, and how many bytes of GPU
    /// memory are in use.
    pub fn usage(&self) -> (usize, u64) {
        with_device!(self, k => (k.buffers(), k.driver.memory.used()))
    }

    /// The fences that this kernel shares with others.
    pub fn fences(&self) -> &Arc<Fences> {
        with_device!(self, k => k.fences())
    }

    /// Runs jobs as they come, until [`Kernel::end_work`] is called and none is
    /// left. To be called by one thread at a time.
    pub fn work(&self) {
        with_device!(self, k => k.work());
    }

    /// Makes the worker end once no job is left.
    pub fn end_work(&self) {
        with_device!(self, k => k.end_work());
    }
}
