//! A device: its files, its buffers, and the calls on them.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};
use std::time::{Duration, Instant};

use tilescope_core::{AddressSpace, Device, Finding};

use super::auth::{Client, Masters};
use super::driver::{Driver, Features, Syncobjs};
use super::errno::Errno;
use super::fds::Fds;
use super::fence::{Fences, Until};
use super::file::{Access, FileId, Hold, MapTarget};
use super::gem::{Gem, Handles};
use super::ioctl;
use super::job::Queue;
use super::node::{Node, Privilege};
use super::pages::Source;
use super::settings::{Settings, Timelines};
use super::syncobj;
use super::user::UserMemory;
use super::watcher::Watcher;

pub(crate) struct OpenFile<D: Driver> {
    pub client: Client,
    pub handles: Handles<D::Bo>,
    pub syncobjs: syncobj::Syncobjs,
    pub driver: D::File,
}

/// State that calls read and change; never locked while a job runs.
pub(crate) struct State<D: Driver> {
    pub files: BTreeMap<FileId, OpenFile<D>>,
    pub gem: Gem<D::Bo>,
    pub masters: Masters,
    pub queue: Queue<D>,
    pub driver: D::State,
    next_file: u64,
}

impl<D: Driver> State<D> {
    pub fn file(&mut self, id: FileId) -> Result<&mut OpenFile<D>, Errno> {
        self.files.get_mut(&id).ok_or(Errno::EBADF)
    }

    /// The file and the list of all buffers, to change both.
    pub fn with_gem(&mut self, id: FileId) -> Result<(&mut OpenFile<D>, &mut Gem<D::Bo>), Errno> {
        let file = self.files.get_mut(&id).ok_or(Errno::EBADF)?;
        Ok((file, &mut self.gem))
    }
}

/// A device and its driver. It may be called from many threads; jobs run one
/// after another, see [`Execution`](super::settings::Execution).
pub(crate) struct DrmDevice<D: Driver> {
    pub settings: Settings,
    pub driver: D,
    pub fds: Arc<dyn Fds>,
    pub pages: Source,
    pub gpu: Mutex<Box<dyn Device>>,
    pub state: Mutex<State<D>>,
    /// The fence context of its job queue.
    pub context: u64,
    watcher: Mutex<Box<dyn Watcher>>,
    /// Read-locked by every call, write-locked to keep calls out.
    calls: RwLock<()>,
}

impl<D: Driver> DrmDevice<D> {
    /// A device in its initial state.
    pub fn new(
        settings: Settings,
        driver: D,
        gpu: Box<dyn Device>,
        fds: Arc<dyn Fds>,
        watcher: Box<dyn Watcher>,
    ) -> Self {
        DrmDevice {
            pages: Source::new(fds.clone(), settings.own_files),
            gpu: Mutex::new(gpu),
            state: Mutex::new(State {
                files: BTreeMap::new(),
                gem: Gem::default(),
                masters: Masters::default(),
                queue: Queue::default(),
                driver: D::State::default(),
                next_file: 0,
            }),
            context: settings.fences.context(),
            watcher: Mutex::new(watcher),
            calls: RwLock::new(()),
            fds,
            driver,
            settings,
        }
    }

    /// Waits until no call is in progress and blocks new ones until the result
    /// is dropped.
    pub fn pause(&self) -> RwLockWriteGuard<'_, ()> {
        // Indefinite waits are interrupted; others end without help.
        self.fences().interrupt(true);
        let calls = self.calls.write().unwrap_or_else(PoisonError::into_inner);
        self.fences().interrupt(false);
        calls
    }

    pub fn call(&self) -> RwLockReadGuard<'_, ()> {
        self.calls.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// Opens the device.
    pub fn open(&self, node: Node, privilege: Privilege) -> FileId {
        let _call = self.call();
        let mut state = self.state();
        state.next_file += 1;
        let id = FileId::new(state.next_file);
        let file = OpenFile {
            client: state.masters.open(node, privilege),
            handles: Handles::default(),
            syncobjs: syncobj::Syncobjs::default(),
            driver: D::File::default(),
        };
        state.files.insert(id, file);
        id
    }

    /// Closes a file: its handles, and objects without other references. Jobs
    /// that it submitted run to completion.
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

    /// The file and offset to map when a client maps `len` bytes of the device at `offset`.
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
        D::may_map(&object.driver, access)?;
        object.note_mapped();
        let pages = object.pages();
        let (file, offset) = pages.file();
        Ok(MapTarget {
            file: file.clone(),
            offset,
            hold: Hold::new(object),
        })
    }

    /// The core's features for the driver, in the version of Linux that is set.
    pub fn features(&self) -> Features {
        match (D::FEATURES.syncobjs, self.settings.timelines) {
            (Syncobjs::Timelines, Timelines::Absent) => Features {
                syncobjs: Syncobjs::Supported,
                ..D::FEATURES
            },
            _ => D::FEATURES,
        }
    }

    /// The number of buffers that clients have handles of.
    pub fn buffers(&self) -> usize {
        self.state().gem.len()
    }

    /// The client of a file, and the current master.
    pub fn client(&self, file: FileId) -> Result<(Client, Option<u64>), Errno> {
        let mut state = self.state();
        let master = state.masters.current();
        Ok((state.file(file)?.client.clone(), master))
    }

    pub fn state(&self) -> MutexGuard<'_, State<D>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn watcher(&self) -> MutexGuard<'_, Box<dyn Watcher>> {
        self.watcher.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The fences that this device shares with others.
    pub fn fences(&self) -> &Arc<Fences> {
        &self.settings.fences
    }

    /// An absolute time of the monotonic clock, in nanoseconds; 0 and times in the past are now.
    pub fn until(&self, nanoseconds: i64) -> Until {
        let now = self.fds.monotonic();
        match u64::try_from(nanoseconds) {
            Ok(n) if n > now => match Instant::now().checked_add(Duration::from_nanos(n - now)) {
                Some(end) => Until::Time(end),
                None => Until::Done,
            },
            _ => Until::Now,
        }
    }

    /// Reports a refusal to the watcher, after its reports of earlier jobs.
    pub fn report(&self, finding: Finding, memory: &AddressSpace) {
        self.wait_idle();
        self.watcher().refused(finding, memory);
    }
}
