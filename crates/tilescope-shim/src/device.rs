//! The devices that the program sees, and their open files.

use std::ffi::CString;
use std::os::fd::RawFd;
use std::sync::atomic::{AtomicI32, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use tilescope_kernel::drm::node::{MAJOR, NODES};
use tilescope_kernel::{
    Access, Errno, Fences, FileId, FileKey, Hold, Kernel, Node as Opened, Privilege,
};
use tilescope_session::{Session, Surroundings};

use crate::fds::OwnFds;
use crate::gate::{self, Pass};
use crate::identity::{self, Identity};
use crate::mappings::Mappings;
use crate::mark;
use crate::real::next;
use crate::signals;
use crate::tree::{Card, DeviceNode, Tree};
use crate::user::OwnMemory;
use crate::worker::Worker;
use crate::workers::Pool;

/// All virtual devices.
pub struct Devices {
    /// The files by which programs find them.
    pub tree: Tree,
    session: Session,
    cards: Vec<OnceLock<Option<Running>>>,
    /// Fences, which the kernels share.
    fences: Arc<Fences>,
    files: Mutex<Vec<(Identity, OpenFile)>>,
    mappings: Mutex<Mappings<Hold>>,
}

/// A device that the program uses.
struct Running {
    kernel: Kernel,
    worker: Worker,
}

/// An open file of this library.
#[derive(Clone, Debug)]
pub enum OpenFile {
    /// A node of a device.
    Device(DeviceNode, FileId),
    /// A folder that exists only virtually.
    Folder(Arc<str>),
    /// A fence or a synchronisation object.
    Event(FileKey),
}

static DEVICES: OnceLock<Option<Devices>> = OnceLock::new();
/// The number of files and of mappings, so that the check costs nothing in
/// programs without any.
static FILES: AtomicUsize = AtomicUsize::new(0);
static MAPPED: AtomicUsize = AtomicUsize::new(0);

/// The devices, created at the first call. `None` if this run has none, and in
/// calls by this library itself.
pub fn get() -> Option<(&'static Devices, Pass)> {
    let pass = gate::enter()?;
    Some((DEVICES.get_or_init(Devices::new).as_ref()?, pass))
}

/// The devices if the program has virtual files open.
pub fn open_files() -> Option<(&'static Devices, Pass)> {
    if FILES.load(Ordering::Relaxed) == 0 {
        return None;
    }
    get()
}

/// The virtual file of a descriptor; for other descriptors, the common case,
/// this costs at most one system call.
pub fn of(fd: RawFd) -> Option<(&'static Devices, OpenFile, Pass)> {
    let (devices, pass) = open_files()?;
    let identity = Identity::of(fd)?;
    let files = lock(&devices.files);
    let (_, file) = files.iter().find(|(i, _)| *i == identity)?;
    Some((devices, file.clone(), pass))
}

pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // A panic ends the process before a poisoned lock could be observed.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Devices {
    fn new() -> Option<Devices> {
        let session = Session::from_environment()?;
        // Nodes of a real machine keep their numbers.
        let is_free = |index: &u32| {
            let name = |kind: Opened| format!("/dev/dri/{}", kind.name(*index));
            !exists(&name(Opened::Primary)) && !exists(&name(Opened::Render))
        };
        let free = (0..NODES).filter(is_free);
        let descriptions = session.descriptions().into_iter();
        let cards: Vec<Card> = descriptions
            .zip(free)
            .map(|(description, index)| Card { description, index })
            .collect();
        gate::prepare();
        // SAFETY: the function stays: the library cannot be unloaded.
        unsafe {
            libc::atexit(at_exit);
            at_quick_exit(at_exit);
        }
        let devices = Devices {
            tree: Tree::new(&cards),
            session,
            cards: cards.iter().map(|_| OnceLock::new()).collect(),
            fences: Arc::new(Fences::interruptible(signals::is_pending)),
            files: Mutex::default(),
            mappings: Mutex::new(Mappings::new()),
        };
        for fd in identity::descriptors().unwrap_or_default() {
            devices.adopt(fd);
        }
        Some(devices)
    }

    /// Opens a node for a descriptor that came from another program, if it is a
    /// virtual one. The state of that program is lost.
    fn adopt(&self, fd: RawFd) -> Option<()> {
        let (card, kind) = mark::read(fd)?;
        let node = self.tree.node_of(card, kind)?;
        let identity = Identity::of(fd)?;
        let is_known = lock(&self.files).iter().any(|(i, _)| *i == identity);
        if !is_known {
            let id = self.kernel(card).ok()?.open(kind, privilege());
            self.list(identity, OpenFile::Device(node, id));
        }
        Some(())
    }

    /// The kernel of a device.
    fn kernel(&self, card: usize) -> Result<&Kernel, Errno> {
        let place = self.cards.get(card).ok_or(Errno::ENODEV)?;
        let make = || {
            let surroundings = Surroundings {
                fds: Arc::new(OwnFds::new()),
                workers: Arc::new(Pool::new(self.session.threads())),
                fences: self.fences.clone(),
                wake: Arc::new(move || wake(card)),
            };
            Some(Running {
                kernel: self.session.kernel(card, surroundings)?,
                worker: Worker::new(),
            })
        };
        let running = place.get_or_init(make).as_ref();
        Ok(&running.ok_or(Errno::ENODEV)?.kernel)
    }

    /// The devices that the program uses.
    fn running(&self) -> impl Iterator<Item = &Running> {
        self.cards.iter().filter_map(|c| c.get()?.as_ref())
    }

    /// Waits for all jobs, and ends the worker threads until there are new jobs.
    fn end_work(&self) {
        for card in self.running() {
            card.worker.end(&card.kernel);
        }
    }

    /// Opens a node of a device.
    pub fn open(&self, node: DeviceNode, flags: libc::c_int) -> Result<RawFd, Errno> {
        let kernel = self.kernel(node.card)?;
        self.sweep();
        let (fd, identity) = new_file(flags)?;
        mark::write(fd, node.card, node.kind);
        let id = kernel.open(node.kind, privilege());
        self.list(identity, OpenFile::Device(node, id));
        Ok(fd)
    }

    /// Opens a folder that exists only virtually.
    pub fn open_folder(&self, path: &str, flags: libc::c_int) -> Result<RawFd, Errno> {
        self.sweep();
        let (fd, identity) = new_file(flags)?;
        self.list(identity, OpenFile::Folder(path.into()));
        Ok(fd)
    }

    fn list(&self, identity: Identity, file: OpenFile) {
        lock(&self.files).push((identity, file));
        FILES.fetch_add(1, Ordering::Relaxed);
    }

    /// Makes an ioctl of a device.
    pub fn ioctl(
        &self,
        card: usize,
        file: FileId,
        request: u64,
        argument: u64,
    ) -> Result<i32, Errno> {
        let kernel = self.kernel(card)?;
        // Jobs may run in this call, and be recorded.
        let call = || kernel.ioctl(file, request, argument, &OwnMemory);
        signals::without_size_signal(|| self.session.ioctl(kernel, request, call))
    }

    /// Makes an ioctl of a fence descriptor.
    pub fn event_ioctl(&self, key: FileKey, request: u64, argument: u64) -> Result<i32, Errno> {
        self.fences
            .ioctl(&OwnFds::new(), key, request, argument, &OwnMemory)
    }

    /// Makes an ioctl of a buffer descriptor; `None` if it is not a virtual
    /// one.
    pub fn buffer_ioctl(
        &self,
        fd: RawFd,
        request: u64,
        argument: u64,
    ) -> Option<Result<i32, Errno>> {
        let key = Identity::of(fd)?.key();
        let mut kernels = self.running().map(|r| &r.kernel);
        kernels.find_map(|k| k.dma_buf_ioctl(key, request, argument, &OwnMemory))
    }

    /// Maps a buffer with `map`, which receives the descriptor and the offset
    /// to map, and returns the address.
    pub fn map(
        &self,
        card: usize,
        file: FileId,
        offset: u64,
        len: usize,
        access: Access,
        map: impl FnOnce(RawFd, u64) -> *mut libc::c_void,
    ) -> Result<*mut libc::c_void, Errno> {
        use std::os::fd::AsRawFd;
        let kernel = self.kernel(card)?;
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

    /// Forgets files without descriptors.
    fn sweep(&self) {
        // In a child of `vfork` the descriptors are the child's and the rest is
        // the parent's.
        if FILES.load(Ordering::Relaxed) == 0 || !gate::is_owner() {
            return;
        }
        let gone: Vec<OpenFile> = {
            // Locked before the check, so that no file is newer than the check.
            let mut files = lock(&self.files);
            // Without /proc the descriptors are unknown; files then stay open.
            let Some(open) = identity::all() else { return };
            let (stay, go): (Vec<_>, Vec<_>) = files
                .drain(..)
                .partition(|(i, _)| open.binary_search(i).is_ok());
            *files = stay;
            FILES.store(files.len(), Ordering::Relaxed);
            let is_open = |key| files.iter().any(|(i, _)| i.key() == key);
            self.fences.retain(is_open);
            go.into_iter().map(|(_, file)| file).collect()
        };
        for file in gone {
            if let OpenFile::Device(node, id) = file
                && let Ok(kernel) = self.kernel(node.card)
            {
                // The file is in the kernel's table as long as it is in this
                // one.
                let _ = kernel.close(id);
            }
        }
    }
}

/// Makes sure that a worker runs the jobs of a device.
fn wake(card: usize) {
    let devices = DEVICES.get().and_then(Option::as_ref);
    if let Some(running) = devices.and_then(|d| d.cards.get(card)?.get()?.as_ref()) {
        running.worker.start(&running.kernel);
    }
}

/// A new descriptor that is not readable until something is written to it.
pub fn open_event(flags: libc::c_int) -> Result<RawFd, Errno> {
    let devices = DEVICES.get().and_then(Option::as_ref);
    let devices = devices.ok_or(Errno::ENODEV)?;
    let (fd, identity) = new_file(flags)?;
    devices.list(identity, OpenFile::Event(identity.key()));
    Ok(fd)
}

/// Called before a fork: ends indefinite waits of other threads.
pub fn interrupt(interrupted: bool) {
    if let Some(Some(devices)) = DEVICES.get() {
        devices.fences.interrupt(interrupted);
    }
}

/// Called before a fork, with no thread inside: no thread of this library may
/// hold a lock.
pub fn quiesce() {
    if let Some(Some(devices)) = DEVICES.get() {
        devices.end_work();
    }
}

/// The number of a device node.
pub fn number(node: DeviceNode) -> libc::dev_t {
    libc::makedev(MAJOR, node.minor)
}

/// Called after descriptors were closed, one of which may have been the last of
/// a virtual file.
pub fn closed() {
    if let Some((devices, _pass)) = open_files() {
        devices.sweep();
    }
}

/// Called after a descriptor of this file was closed. Checking all others takes
/// time, and an unreachable fence takes little memory, so many of them are
/// collected at once.
pub fn closed_one_of(file: &OpenFile) {
    const TOGETHER: usize = 64;
    static CLOSED: AtomicUsize = AtomicUsize::new(0);
    let is_event = matches!(file, OpenFile::Event(_));
    if is_event && !(CLOSED.fetch_add(1, Ordering::Relaxed) + 1).is_multiple_of(TOGETHER) {
        return;
    }
    closed();
}

/// Called before `len` bytes at `start` are unmapped or remapped.
pub fn unmapped(start: usize, len: usize) {
    if MAPPED.load(Ordering::Relaxed) == 0 {
        return;
    }
    if let Some((devices, _pass)) = get() {
        let gone = {
            let mut mappings = lock(&devices.mappings);
            let gone = mappings.remove(start, pages(len));
            if mappings.is_empty() {
                MAPPED.store(0, Ordering::Relaxed);
            }
            gone
        };
        drop(gone);
    }
}

/// Called after a mapping was moved or resized.
pub fn remapped(from: usize, old_len: usize, to: usize, new_len: usize) {
    if MAPPED.load(Ordering::Relaxed) == 0 {
        return;
    }
    if let Some((devices, _pass)) = get() {
        let gone = {
            let mut mappings = lock(&devices.mappings);
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

/// A length rounded up to whole pages.
fn pages(len: usize) -> usize {
    // SAFETY: no memory is passed.
    let page = usize::try_from(unsafe { libc::sysconf(libc::_SC_PAGESIZE) }).unwrap_or(4096);
    len.div_ceil(page.max(1)).saturating_mul(page)
}

/// The privilege of this process.
fn privilege() -> Privilege {
    // SAFETY: it cannot fail.
    match unsafe { libc::geteuid() } {
        0 => Privilege::Root,
        _ => Privilege::User,
    }
}

/// Adopts descriptors that another program left to this one or sent to it.
pub fn adopt(fd: RawFd) {
    if mark::read(fd).is_some()
        && let Some((devices, _pass)) = get()
    {
        devices.adopt(fd);
    }
}

/// Whether the machine has a file at this path.
pub fn exists(path: &str) -> bool {
    let Ok(path) = CString::new(path) else {
        return false;
    };
    let found = next!(access: fn(*const libc::c_char, libc::c_int) -> libc::c_int,
        else -1, (path.as_ptr(), libc::F_OK));
    found == 0
}

/// A new descriptor and its identity.
fn new_file(flags: libc::c_int) -> Result<(RawFd, Identity), Errno> {
    let fd = new_pipe(flags & (libc::O_CLOEXEC | libc::O_NONBLOCK))?;
    let identity = Identity::of(fd).ok_or(Errno::EBADF)?;
    Ok((fd, identity))
}

/// One descriptor for both ends of a new pipe: never readable, like a render
/// node without events, and with a unique inode.
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

unsafe extern "C" {
    /// As in the C library; missing in the `libc` crate.
    safe fn at_quick_exit(function: extern "C" fn()) -> libc::c_int;
}

/// The process that has written its report.
static FINISHED: AtomicI32 = AtomicI32::new(0);

impl Devices {
    /// Waits for all jobs and reports the activity of this process, once.
    fn finish(&self) {
        if FINISHED.swap(gate::process(), Ordering::SeqCst) != gate::process() {
            self.end_work();
            signals::without_size_signal(|| self.session.finish());
        }
    }
}

extern "C" fn at_exit() {
    if let Some((devices, _pass)) = get()
        && gate::is_owner()
        && devices.running().next().is_some()
    {
        devices.finish();
    }
}

/// Called before the process ends without exit handlers. A process that did not
/// use a device has nothing to report, and in a signal handler no report is
/// possible: memory must not be allocated there.
pub fn at_immediate_exit() {
    if let Some(Some(devices)) = DEVICES.get()
        && devices.running().next().is_some()
        && gate::is_owner()
        && !signals::may_be_in_handler()
        && let Some(_pass) = gate::enter()
    {
        devices.end_work();
        if devices.session.has_work() {
            devices.finish();
        }
    }
}
