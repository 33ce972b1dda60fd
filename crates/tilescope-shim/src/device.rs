//! The device that the program sees, and its open files.

use std::ffi::CString;
use std::os::fd::RawFd;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use tilescope_kernel::drm::node::{FIRST_RENDER_MINOR, MAJOR};
use tilescope_kernel::kernel::Hold;
use tilescope_kernel::{Access, Errno, FileId, Kernel, Node as Opened, Privilege};
use tilescope_session::Session;

use crate::fds::OwnFds;
use crate::gate::{self, Pass};
use crate::identity::{self, Identity};
use crate::mappings::Mappings;
use crate::real::next;
use crate::tree::Tree;
use crate::user::OwnMemory;
use crate::workers::Pool;

/// How many render nodes of a real machine are stepped over.
const NODES: u32 = 64;

/// The device.
pub struct Device {
    /// The files that a program finds it by.
    pub tree: Tree,
    session: Session,
    kernel: OnceLock<Kernel>,
    files: Mutex<Vec<(Identity, FileId)>>,
    mappings: Mutex<Mappings<Hold>>,
}

static DEVICE: OnceLock<Option<Device>> = OnceLock::new();
/// How many files and mappings there are, so that programs without any pay
/// nothing for the question.
static FILES: AtomicUsize = AtomicUsize::new(0);
static MAPPED: AtomicUsize = AtomicUsize::new(0);

/// The device, made at the first call. None if this run has none, and in calls
/// that this library itself makes.
pub fn get() -> Option<(&'static Device, Pass)> {
    let pass = gate::enter()?;
    Some((DEVICE.get_or_init(Device::new).as_ref()?, pass))
}

/// The device if the program has files of it open.
fn open_files() -> Option<(&'static Device, Pass)> {
    if FILES.load(Ordering::Relaxed) == 0 {
        return None;
    }
    get()
}

/// The device, and the file that a descriptor belongs to; the common case, that
/// it belongs to something else, costs at most one system call.
pub fn of(fd: RawFd) -> Option<(&'static Device, FileId, Pass)> {
    let (device, pass) = open_files()?;
    let identity = Identity::of(fd)?;
    let files = lock(&device.files);
    let (_, id) = files.iter().find(|(i, _)| *i == identity)?;
    Some((device, *id, pass))
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // A panic ends the process before a poisoned lock could be seen.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Device {
    fn new() -> Option<Device> {
        let session = Session::from_environment()?;
        let free = |minor: &u32| !exists(&format!("/dev/dri/renderD{minor}"));
        let minor = (FIRST_RENDER_MINOR..FIRST_RENDER_MINOR + NODES).find(free)?;
        gate::prepare();
        // SAFETY: the function stays: the library cannot be unloaded.
        unsafe { libc::atexit(at_exit) };
        Some(Device {
            tree: Tree::new(session.description(), minor),
            session,
            kernel: OnceLock::new(),
            files: Mutex::default(),
            mappings: Mutex::new(Mappings::new()),
        })
    }

    /// The device number of its node.
    pub fn number(&self) -> libc::dev_t {
        libc::makedev(MAJOR, self.tree.minor())
    }

    fn kernel(&self) -> &Kernel {
        self.kernel.get_or_init(|| {
            let workers = Pool::new(self.session.threads());
            self.session
                .kernel(Arc::new(OwnFds::new()), Arc::new(workers))
        })
    }

    /// Opens the render node.
    pub fn open(&self, flags: libc::c_int) -> Result<RawFd, Errno> {
        let kernel = self.kernel();
        self.sweep(kernel);
        let fd = new_pipe(flags & (libc::O_CLOEXEC | libc::O_NONBLOCK))?;
        let identity = Identity::of(fd).ok_or(Errno::EBADF)?;
        // SAFETY: it cannot fail.
        let privilege = match unsafe { libc::geteuid() } {
            0 => Privilege::Root,
            _ => Privilege::User,
        };
        let id = kernel.open(Opened::Render, privilege);
        lock(&self.files).push((identity, id));
        FILES.fetch_add(1, Ordering::Relaxed);
        Ok(fd)
    }

    /// Makes an ioctl.
    pub fn ioctl(&self, file: FileId, request: u64, argument: u64) -> Result<i32, Errno> {
        let kernel = self.kernel();
        kernel.ioctl(file, request, argument, &OwnMemory)
    }

    /// Maps a buffer with `map`, which gets the descriptor and the offset to map
    /// instead, and returns the address.
    pub fn map(
        &self,
        file: FileId,
        offset: u64,
        len: usize,
        access: Access,
        map: impl FnOnce(RawFd, u64) -> *mut libc::c_void,
    ) -> Result<*mut libc::c_void, Errno> {
        use std::os::fd::AsRawFd;
        let kernel = self.kernel();
        let target = kernel.mmap(file, offset, len as u64, access)?;
        let at = map(target.file.as_raw_fd(), target.offset);
        if at != libc::MAP_FAILED {
            let gone = {
                let mut mappings = lock(&self.mappings);
                let gone = mappings.insert(at as usize, pages(len), target.hold);
                MAPPED.fetch_add(1, Ordering::Relaxed);
                gone
            };
            drop(gone);
        }
        Ok(at)
    }

    /// Forgets files that no descriptor belongs to any more.
    fn sweep(&self, kernel: &Kernel) {
        // In a child of `vfork` the descriptors are the child's and the rest is
        // the parent's.
        if FILES.load(Ordering::Relaxed) == 0 || !gate::is_owner() {
            return;
        }
        let gone: Vec<FileId> = {
            // Locked before looking, so that no file is newer than the look.
            let mut files = lock(&self.files);
            // Without /proc nothing can be known; files then stay open.
            let Some(open) = identity::all() else { return };
            let (stay, go): (Vec<_>, Vec<_>) = files
                .drain(..)
                .partition(|(i, _)| open.binary_search(i).is_ok());
            *files = stay;
            FILES.store(files.len(), Ordering::Relaxed);
            go.into_iter().map(|(_, id)| id).collect()
        };
        for id in gone {
            // The file is in the kernel's table as long as it is in ours.
            let _ = kernel.close(id);
        }
    }
}

/// To be called when descriptors were closed that may have been the last of a
/// file of the device.
pub fn closed() {
    if let Some((device, _pass)) = open_files() {
        device.sweep(device.kernel());
    }
}

/// To be called before `len` bytes at `start` are unmapped or mapped anew.
pub fn unmapped(start: usize, len: usize) {
    if MAPPED.load(Ordering::Relaxed) == 0 {
        return;
    }
    if let Some((device, _pass)) = get() {
        let gone = {
            let mut mappings = lock(&device.mappings);
            let gone = mappings.remove(start, pages(len));
            if mappings.is_empty() {
                MAPPED.store(0, Ordering::Relaxed);
            }
            gone
        };
        drop(gone);
    }
}

/// To be called after a mapping was moved or resized.
pub fn remapped(from: usize, old_len: usize, to: usize, new_len: usize) {
    if MAPPED.load(Ordering::Relaxed) == 0 {
        return;
    }
    if let Some((device, _pass)) = get() {
        let gone = {
            let mut mappings = lock(&device.mappings);
            let Some(hold) = mappings.at(from).cloned() else {
                return;
            };
            let mut gone = mappings.remove(from, pages(old_len));
            gone.extend(mappings.insert(to, pages(new_len), hold));
            gone
        };
        drop(gone);
    }
}

/// A length in whole pages.
fn pages(len: usize) -> usize {
    // SAFETY: no memory is passed.
    let page = usize::try_from(unsafe { libc::sysconf(libc::_SC_PAGESIZE) }).unwrap_or(4096);
    len.div_ceil(page.max(1)).saturating_mul(page)
}

fn exists(path: &str) -> bool {
    let Ok(path) = CString::new(path) else {
        return false;
    };
    let found = next!(access: fn(*const libc::c_char, libc::c_int) -> libc::c_int,
        else -1, (path.as_ptr(), libc::F_OK));
    found == 0
}

/// One descriptor for both ends of a new pipe: never readable, like a render node
/// that has no events, and with an inode of its own.
fn new_pipe(flags: libc::c_int) -> Result<RawFd, Errno> {
    let failed = || Errno(crate::real::errno());
    let mut ends = [-1; 2];
    // SAFETY: room for two numbers.
    if unsafe { libc::pipe2(ends.as_mut_ptr(), libc::O_CLOEXEC) } != 0 {
        return Err(failed());
    }
    let path = CString::new(format!("/proc/self/fd/{}", ends[0])).unwrap_or_default();
    // SAFETY: the path ends in a zero byte.
    let both = unsafe { libc::open(path.as_ptr(), libc::O_RDWR | flags) };
    let result = match both {
        0.. => Ok(both),
        _ => Err(failed()),
    };
    for end in ends {
        // SAFETY: both are ours, and closed once.
        unsafe { libc::close(end) };
    }
    result
}

extern "C" fn at_exit() {
    if let Some((device, _pass)) = get()
        && gate::is_owner()
        && device.kernel.get().is_some()
    {
        device.session.finish();
    }
}
