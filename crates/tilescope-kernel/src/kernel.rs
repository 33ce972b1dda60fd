//! The kernel as its embedder sees it.

use std::collections::{BTreeMap, VecDeque};
use std::fs::File;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

use tilescope_core::{
    AddressSpace, Finding, Fuel, Observer, Outcome, Serial, Submission, Workers, Written,
};
use tilescope_vc4::chips::Chip;
use tilescope_vc4::device::Options;

use crate::drm::auth::{Client, Masters};
use crate::drm::errno::Errno;
use crate::drm::fds::Fds;
use crate::drm::fence::Fences;
use crate::drm::gem::{Gem, Handles};
use crate::drm::ioctl;
use crate::drm::node::{self, Description, Node, Privilege};
use crate::drm::pages::Source;
use crate::drm::syncobj::Syncobjs;
use crate::drm::user::UserMemory;
use crate::vc4::bo::Bo;
use crate::vc4::gpu::{Gpu, Queued};
use crate::vc4::memory::Memory;
use crate::vc4::{self, Vc4State};

/// An open file of the device. Descriptors that were duplicated share one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FileId(u64);

impl FileId {
    /// Its number, counted from 1 in each kernel.
    pub fn number(self) -> u64 {
        self.0
    }
}

/// How a client maps a buffer.
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
pub struct Hold(#[expect(dead_code, reason = "held, never looked at")] Arc<vc4::bo::Buffer>);

/// A surface that a job writes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Output {
    /// What it is: the submission's field, for example `color_write`.
    pub name: &'static str,
    /// GPU address of its first byte.
    pub address: u64,
    /// Width of the frame in pixels.
    pub width: u32,
    /// Height of the frame in pixels.
    pub height: u32,
    /// The field's `bits`: tiling and format, as the hardware takes them.
    pub bits: u16,
}

/// A job that is about to run or has run.
pub struct Job<'a> {
    /// Its number, counted from 1.
    pub seqno: u64,
    /// The file it came from.
    pub file: FileId,
    /// What the device gets.
    pub submission: &'a Submission,
    /// The memory that it can see.
    pub memory: &'a AddressSpace,
    /// What it writes.
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

    /// A job has run.
    fn after(&mut self, _job: &Job<'_>, _outcome: &Outcome) {}
}

/// What becomes of jobs that are taken.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Jobs {
    /// They run.
    #[default]
    Run,
    /// They count as done at once. What they would have written stays as it was.
    Skip,
}

/// Who runs jobs.
#[derive(Clone, Default)]
pub enum Execution {
    /// Who submits them, before the submission returns.
    #[default]
    Submitter,
    /// A thread of the embedder's that calls [`Kernel::work`]. Jobs run in the
    /// order of their numbers; what is seen and said is the same.
    Worker(Queue),
}

/// How jobs wait for their worker.
#[derive(Clone)]
pub struct Queue {
    /// How many may wait: who submits more waits for room.
    pub limit: usize,
    /// Called when a job was queued: a worker has to be there now.
    pub wake: Arc<dyn Fn() + Send + Sync>,
}

/// What a kernel is made of.
pub struct Config {
    /// The chip.
    pub chip: &'static Chip,
    /// How its device works.
    pub device: Options,
    /// How much memory clients may have on the GPU, in bytes: what does not fit
    /// is ENOMEM, like an exhausted CMA area. The default, 256 MiB, is what the
    /// firmware of a Raspberry Pi 3 sets for this driver (`vc4-kms-v3d`).
    pub memory: u64,
    /// What becomes of jobs that are taken.
    pub jobs: Jobs,
    /// Who runs them.
    pub execution: Execution,
    /// What it shares with the other kernels of the process.
    pub fences: Arc<Fences>,
    /// What one job may do.
    pub fuel: Fuel,
    /// Who runs independent parts of a job.
    pub workers: Arc<dyn Workers + Send + Sync>,
    /// How many buffers get a file of their own. Those behind it can be shared
    /// only before they are mapped; see [`crate::drm::pages`].
    pub own_files: usize,
}

impl Config {
    /// A kernel for `chip` with everything else as usual.
    pub fn new(chip: &'static Chip) -> Self {
        Config {
            chip,
            device: Options::default(),
            memory: 256 << 20,
            jobs: Jobs::default(),
            execution: Execution::default(),
            fences: Arc::default(),
            fuel: Fuel::DEFAULT,
            workers: Arc::new(Serial),
            own_files: 256,
        }
    }
}

pub(crate) struct OpenFile {
    pub client: Client,
    pub handles: Handles<Bo>,
    pub syncobjs: Syncobjs,
    pub vc4: vc4::FileState,
}

/// What calls look at and change; never locked while a job runs.
#[derive(Default)]
pub(crate) struct State {
    pub files: BTreeMap<FileId, OpenFile>,
    pub gem: Gem<Bo>,
    pub masters: Masters,
    pub vc4: Vc4State,
    pub queue: VecDeque<Queued>,
    /// Whether the worker runs a job.
    pub is_running: bool,
    /// Whether the worker has to end when nothing waits.
    pub is_ending: bool,
    next_file: u64,
}

impl State {
    pub fn file(&mut self, id: FileId) -> Result<&mut OpenFile, Errno> {
        self.files.get_mut(&id).ok_or(Errno::EBADF)
    }

    /// The file and the list of all buffers, to change both.
    pub fn with_gem(&mut self, id: FileId) -> Result<(&mut OpenFile, &mut Gem<Bo>), Errno> {
        let file = self.files.get_mut(&id).ok_or(Errno::EBADF)?;
        Ok((file, &mut self.gem))
    }
}

/// A virtual kernel with one device. It may be called from many threads; jobs
/// run one after the other, as [`Execution`] says.
pub struct Kernel {
    pub(crate) config: Config,
    pub(crate) fds: Arc<dyn Fds>,
    pub(crate) pages: Source,
    pub(crate) memory: Memory,
    pub(crate) gpu: Mutex<Gpu>,
    pub(crate) state: Mutex<State>,
    /// The number of its queue of jobs.
    pub(crate) context: u64,
    watcher: Mutex<Box<dyn Watcher>>,
    /// Read by every call, written to keep calls out.
    calls: RwLock<()>,
}

/// Keeps all calls out of a kernel; see [`Kernel::pause`].
pub struct Pause<'a>(#[expect(dead_code, reason = "held")] RwLockWriteGuard<'a, ()>);

impl Kernel {
    /// A kernel whose device was just found.
    pub fn new(config: Config, fds: Arc<dyn Fds>, watcher: Box<dyn Watcher>) -> Self {
        Kernel {
            pages: Source::new(fds.clone(), config.own_files),
            memory: Memory::new(config.memory),
            gpu: Mutex::new(Gpu::new(config.chip, config.device.clone())),
            state: Mutex::default(),
            context: config.fences.context(),
            watcher: Mutex::new(watcher),
            calls: RwLock::new(()),
            fds,
            config,
        }
    }

    /// Waits until no call is under way and keeps others waiting until the
    /// result is dropped. To be held across `fork`, so that no lock is taken in
    /// the child that nobody there can release.
    /// A worker has to be ended before.
    pub fn pause(&self) -> Pause<'_> {
        // Waits for what may never happen come back; others end by themselves.
        self.fences().interrupt(true);
        let calls = self.calls.write().unwrap_or_else(PoisonError::into_inner);
        self.fences().interrupt(false);
        Pause(calls)
    }

    fn call(&self) -> RwLockReadGuard<'_, ()> {
        self.calls.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// What a client finds in `/sys`.
    pub fn description(&self) -> &'static Description {
        &node::VC4
    }

    /// Opens the device.
    pub fn open(&self, node: Node, privilege: Privilege) -> FileId {
        let _call = self.call();
        let mut state = self.state();
        state.next_file += 1;
        let id = FileId(state.next_file);
        let file = OpenFile {
            client: state.masters.open(node, privilege),
            handles: Handles::default(),
            syncobjs: Syncobjs::default(),
            vc4: vc4::FileState::default(),
        };
        state.files.insert(id, file);
        id
    }

    /// Closes a file: its handles, and what nobody else refers to. Jobs that it
    /// submitted run to their end.
    pub fn close(&self, file: FileId) -> Result<(), Errno> {
        let _call = self.call();
        let mut state = self.state();
        let mut closed = state.files.remove(&file).ok_or(Errno::EBADF)?;
        closed.handles.close_all(&mut state.gem);
        state.masters.close(&closed.client);
        Ok(())
    }

    /// Makes the ioctl `request` with the argument `arg`.
    pub fn ioctl(
        &self,
        file: FileId,
        request: u64,
        arg: u64,
        user: &dyn UserMemory,
    ) -> Result<i32, Errno> {
        let _call = self.call();
        ioctl::dispatch(self, file, request, arg, user)
    }

    /// What to map where a client maps `len` bytes of the device at `offset`.
    pub fn mmap(
        &self,
        file: FileId,
        offset: u64,
        len: u64,
        access: Access,
    ) -> Result<MapTarget, Errno> {
        let _call = self.call();
        let mut state = self.state();
        let object = state.gem.at_offset(offset).ok_or(Errno::EINVAL)?;
        // Source: Linux drm_gem.c, drm_gem_mmap.
        if state.file(file)?.handles.of(object.id).is_none() {
            return Err(Errno::EACCES);
        }
        if len == 0 || len > object.size {
            return Err(Errno::EINVAL);
        }
        object.driver.may_map(access)?;
        object.driver.note_mapped();
        let pages = object.pages();
        let (file, offset) = pages.file();
        Ok(MapTarget {
            file: file.clone(),
            offset,
            hold: Hold(object),
        })
    }

    /// How many buffers clients have handles of, and how many bytes of GPU
    /// memory are in use.
    pub fn usage(&self) -> (usize, u64) {
        (self.state().gem.len(), self.memory.used())
    }

    /// Who a file belongs to, and the current master.
    pub(crate) fn client(&self, file: FileId) -> Result<(Client, Option<u64>), Errno> {
        let mut state = self.state();
        let master = state.masters.current();
        Ok((state.file(file)?.client.clone(), master))
    }

    pub(crate) fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn watcher(&self) -> MutexGuard<'_, Box<dyn Watcher>> {
        self.watcher.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What this kernel shares with others.
    pub fn fences(&self) -> &Arc<Fences> {
        &self.config.fences
    }

    /// Runs jobs as they come, until [`Kernel::end_work`] is called and none is
    /// left. To be called by one thread at a time.
    pub fn work(&self) {
        loop {
            let job = self.fences().wait(|| {
                let mut state = self.state();
                match state.queue.pop_front() {
                    Some(job) => {
                        state.is_running = true;
                        Some(Some(job))
                    }
                    None => state.is_ending.then_some(None),
                }
            });
            let Some(job) = job else {
                self.state().is_ending = false;
                return;
            };
            self.run(job);
            self.state().is_running = false;
            self.fences().wake();
        }
    }

    /// Makes the worker end once no job is left.
    pub fn end_work(&self) {
        self.state().is_ending = true;
        self.fences().wake();
    }

    /// Waits until no job waits or runs.
    pub(crate) fn settle(&self) {
        if let Execution::Worker(_) = self.config.execution {
            self.fences().wait(|| {
                let state = self.state();
                (state.queue.is_empty() && !state.is_running).then_some(())
            });
        }
    }

    /// Tells the watcher why something was refused: after what it has to hear of
    /// earlier jobs.
    pub(crate) fn report(&self, finding: Finding, memory: &AddressSpace) {
        self.settle();
        self.watcher().refused(finding, memory);
    }
}
