//! The embedder's interface to the kernel.

use std::sync::{Arc, RwLockWriteGuard};

use tilescope_core::{ChipInfo, Device, Fuel, Serial, Workers};

use crate::drm::calls::Calls;
use crate::drm::errno::Errno;
use crate::drm::fds::Fds;
use crate::drm::fence::Fences;
use crate::drm::file::{Access, FileId, MapTarget};
use crate::drm::node::{Description, Node, Privilege};
use crate::drm::pages::FileKey;
use crate::drm::plug::{DriverType, Parts};
use crate::drm::settings::{Execution, Jobs, Settings, Timelines};
use crate::drm::user::UserMemory;
use crate::drm::watcher::Watcher;

/// The configuration of a kernel.
pub struct Config {
    /// The driver.
    pub driver: &'static DriverType,
    /// The chip: one that the driver is for.
    pub chip: &'static ChipInfo,
    /// The device that executes jobs: one of this chip, after power-on.
    pub device: Box<dyn Device>,
    /// The size of GPU memory for clients, in bytes: allocations beyond it fail
    /// with ENOMEM. The default is [`DriverType::memory`].
    pub memory: u64,
    /// The treatment of accepted jobs.
    pub jobs: Jobs,
    /// The thread that runs them.
    pub execution: Execution,
    /// Timelines of synchronisation objects.
    pub timelines: Timelines,
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
    /// A kernel for `chip` with `driver`, executed by `device`, with default settings otherwise.
    pub fn new(
        driver: &'static DriverType,
        chip: &'static ChipInfo,
        device: Box<dyn Device>,
    ) -> Self {
        Config {
            driver,
            chip,
            device,
            memory: driver.memory(),
            jobs: Jobs::default(),
            execution: Execution::default(),
            timelines: Timelines::default(),
            fences: Arc::default(),
            fuel: Fuel::DEFAULT,
            workers: Arc::new(Serial),
            own_files: 256,
        }
    }
}

/// A virtual kernel with one device. It may be called from many threads; jobs
/// run one after another, see [`Execution`].
pub struct Kernel(Box<dyn Calls>);

/// Blocks all calls into a kernel; see [`Kernel::pause`].
pub struct Pause<'a>(#[expect(dead_code, reason = "held")] RwLockWriteGuard<'a, ()>);

impl Kernel {
    /// A kernel with a device in its initial state; `None` if the driver is not for the chip.
    pub fn new(config: Config, fds: Arc<dyn Fds>, watcher: Box<dyn Watcher>) -> Option<Self> {
        let settings = Settings {
            jobs: config.jobs,
            execution: config.execution,
            timelines: config.timelines,
            fences: config.fences,
            fuel: config.fuel,
            workers: config.workers,
            own_files: config.own_files,
        };
        let parts = Parts {
            gpu: config.device,
            fds,
            watcher,
        };
        let device = config
            .driver
            .device(config.chip, config.memory, settings, parts);
        device.map(Kernel)
    }

    /// Waits until no call is in progress and blocks new ones until the result
    /// is dropped. To be held across `fork`, so that the child has no locked
    /// locks that cannot be released there. A worker must be ended before.
    pub fn pause(&self) -> Pause<'_> {
        Pause(self.0.pause())
    }

    /// The description that clients read from `/sys`.
    pub fn description(&self) -> &'static Description {
        self.0.description()
    }

    /// Opens the device.
    pub fn open(&self, node: Node, privilege: Privilege) -> FileId {
        self.0.open(node, privilege)
    }

    /// Closes a file: its handles, and objects without other references. Jobs
    /// that it submitted run to completion.
    pub fn close(&self, file: FileId) -> Result<(), Errno> {
        self.0.close(file)
    }

    /// Makes the ioctl `request` with the argument `arg`.
    pub fn ioctl(
        &self,
        file: FileId,
        request: u64,
        arg: u64,
        user: &dyn UserMemory,
    ) -> Result<i32, Errno> {
        self.0.ioctl(file, request, arg, user)
    }

    /// The name of the ioctl `request`, if the device has it.
    pub fn ioctl_name(&self, request: u64) -> Option<&'static str> {
        self.0.ioctl_name(request)
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
        self.0.dma_buf_ioctl(key, request, arg, user)
    }

    /// The file and offset to map when a client maps `len` bytes of the device at `offset`.
    pub fn mmap(
        &self,
        file: FileId,
        offset: u64,
        len: u64,
        access: Access,
    ) -> Result<MapTarget, Errno> {
        self.0.mmap(file, offset, len, access)
    }

    /// The number of buffers with handles, and the bytes of GPU memory in use.
    pub fn usage(&self) -> (usize, u64) {
        self.0.usage()
    }

    /// The fences that this kernel shares with others.
    pub fn fences(&self) -> &Arc<Fences> {
        self.0.fences()
    }

    /// Runs jobs as they arrive, until [`Kernel::end_work`] is called and none
    /// is left. Must be called by one thread at a time.
    pub fn work(&self) {
        self.0.work()
    }

    /// Makes the worker end once no job is left.
    pub fn end_work(&self) {
        self.0.end_work()
    }
}
