//! `opendir`, `readdir`, `scandir` and related functions.
//!
//! A virtual folder is always read through a real `DIR`: that of the folder
//! itself if the machine has it, else that of `/`, whose entries are hidden. So
//! functions without a hook (`seekdir`) work on a valid `DIR`.

use std::ffi::{CStr, c_char, c_int};
use std::os::fd::RawFd;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use libc::{DIR, dirent, dirent64};

use super::lookup::{may_be_ours, real_folder};
use super::{Target, c_string, lookup};
use crate::device::{self, Devices, OpenFile};
use crate::gate;
use crate::real::{fail, next};
use crate::tree::{Found, LastLink, Node};

/// The owner of the entries of the `DIR`.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Behind {
    /// The folder itself.
    Folder,
    /// Another folder.
    StandIn,
}

/// A virtual folder that is being read.
struct Reading {
    /// The address of the `DIR`.
    dir: usize,
    /// Its descriptor.
    fd: RawFd,
    /// The folder.
    path: String,
    behind: Behind,
    /// The virtual entries. The list does not change, so their addresses are
    /// stable.
    entries: Vec<dirent64>,
    /// The number of entries read so far.
    read: usize,
}

static READING: Mutex<Vec<Reading>> = Mutex::new(Vec::new());
static COUNT: AtomicUsize = AtomicUsize::new(0);

fn reading() -> MutexGuard<'static, Vec<Reading>> {
    READING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The virtual folder of a real `DIR`'s descriptor.
pub fn path_of(fd: RawFd) -> Option<String> {
    if COUNT.load(Ordering::Relaxed) == 0 {
        return None;
    }
    let _pass = gate::enter()?;
    let reading = reading();
    let folder = reading.iter().find(|r| r.fd == fd)?;
    Some(folder.path.clone())
}

fn entry(name: &str, node: &Node, inode: u64) -> dirent64 {
    // SAFETY: all zero bits are a valid entry.
    let mut entry: dirent64 = unsafe { std::mem::zeroed() };
    entry.d_ino = inode;
    entry.d_reclen = size_of::<dirent64>() as u16;
    entry.d_type = match node {
        Node::Folder | Node::Shared => libc::DT_DIR,
        Node::Text(_) => libc::DT_REG,
        Node::Link(_) => libc::DT_LNK,
        Node::Device(_) => libc::DT_CHR,
    };
    // The last byte stays zero.
    let room = entry.d_name.len() - 1;
    for (to, from) in entry.d_name[..room].iter_mut().zip(name.bytes()) {
        *to = from as c_char;
    }
    entry
}

fn real_opendir(path: *const c_char) -> *mut DIR {
    next!(opendir: fn(*const c_char) -> *mut DIR, else std::ptr::null_mut(), (path))
}

/// As in the C library; virtual entries are included.
///
/// # Safety
/// As in the C library.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn opendir(path: *const c_char) -> *mut DIR {
    // SAFETY: the caller's promise.
    let (devices, node, at, _pass) = match unsafe { lookup(libc::AT_FDCWD, path, LastLink::Follow) }
    {
        Target::Foreign => return add_ours(real_opendir(path)),
        Target::Elsewhere(path) => return add_ours(real_opendir(path.as_ptr())),
        Target::Refused(error) => {
            fail(error);
            return std::ptr::null_mut();
        }
        Target::Node(devices, node, at, pass) => (devices, node, at, pass),
    };
    match &*node {
        Node::Shared => match real_opendir(c_string(&at).as_ptr()) {
            dir if dir.is_null() => open_stand_in(devices, at),
            dir => {
                // SAFETY: it was just opened.
                let fd = unsafe { libc::dirfd(dir) };
                list(devices, dir, fd, at, Behind::Folder);
                dir
            }
        },
        Node::Folder => open_stand_in(devices, at),
        Node::Text(_) | Node::Link(_) | Node::Device(_) => {
            fail(libc::ENOTDIR);
            std::ptr::null_mut()
        }
    }
}

/// Opens a folder that exists only virtually.
fn open_stand_in(devices: &Devices, path: String) -> *mut DIR {
    match devices.open_folder(&path, libc::O_CLOEXEC) {
        Err(e) => {
            fail(e.0);
            std::ptr::null_mut()
        }
        Ok(fd) => {
            let dir = stand_in(devices, fd, path);
            if dir.is_null() {
                // SAFETY: it is ours.
                unsafe { libc::close(fd) };
            }
            dir
        }
    }
}

/// A `DIR` for a descriptor of a folder that exists only virtually.
fn stand_in(devices: &Devices, fd: RawFd, path: String) -> *mut DIR {
    let dir = real_opendir(c"/".as_ptr());
    if !dir.is_null() {
        list(devices, dir, fd, path, Behind::StandIn);
    }
    dir
}

/// Registers `dir`, whose descriptor is `fd` to the program, as a listing of
/// the virtual folder at `path`.
fn list(devices: &Devices, dir: *mut DIR, fd: RawFd, path: String, behind: Behind) {
    let mut entries = Vec::new();
    if behind == Behind::StandIn {
        let parent = path.rsplit_once('/').map_or("", |(parent, _)| parent);
        for (name, path) in [(".", path.as_str()), ("..", parent)] {
            entries.push(entry(name, &Node::Folder, devices.tree.inode(path)));
        }
    }
    for (name, node, inode) in devices.tree.entries(&path) {
        // Entries that the machine has are read from there.
        if *node != Node::Shared || !device::exists(&format!("{path}/{name}")) {
            entries.push(entry(&name, node, inode));
        }
    }
    reading().push(Reading {
        dir: dir as usize,
        fd,
        path,
        behind,
        entries,
        read: 0,
    });
    COUNT.fetch_add(1, Ordering::Relaxed);
}

/// The same `DIR`, registered if it is of a real folder that has virtual
/// entries.
fn add_ours(dir: *mut DIR) -> *mut DIR {
    if dir.is_null() {
        return dir;
    }
    // SAFETY: it was just opened.
    let fd = unsafe { libc::dirfd(dir) };
    if let Some(path) = real_folder(fd)
        && may_be_ours(path.as_bytes())
        && let Some((devices, _pass)) = device::get()
        && let Found::Node(Node::Shared, path) = devices.tree.find(&path, LastLink::Stay)
    {
        list(devices, dir, fd, path, Behind::Folder);
    }
    dir
}

/// As in the C library; descriptors of virtual folders can be read, too.
///
/// # Safety
/// As in the C library.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fdopendir(fd: c_int) -> *mut DIR {
    let real = || next!(fdopendir: fn(c_int) -> *mut DIR, else std::ptr::null_mut(), (fd));
    match device::of(fd) {
        Some((devices, OpenFile::Folder(path), _pass)) => stand_in(devices, fd, path.to_string()),
        Some((_, _, pass)) => {
            drop(pass);
            fail(libc::ENOTDIR);
            std::ptr::null_mut()
        }
        None => add_ours(real()),
    }
}

/// The next step of `readdir`.
enum Step {
    /// Return this entry.
    Ours(*mut dirent64),
    /// Read the real folder, and skip entries with these names.
    Real(Vec<[c_char; 256]>),
    /// There are no more entries.
    End,
}

fn step(dir: *mut DIR) -> Step {
    if COUNT.load(Ordering::Relaxed) == 0 {
        return Step::Real(Vec::new());
    }
    let Some(_pass) = gate::enter() else {
        return Step::Real(Vec::new());
    };
    let mut reading = reading();
    let Some(r) = reading.iter_mut().find(|r| r.dir == dir as usize) else {
        return Step::Real(Vec::new());
    };
    if let Some(entry) = r.entries.get_mut(r.read) {
        r.read += 1;
        return Step::Ours(entry);
    }
    match r.behind {
        Behind::StandIn => Step::End,
        Behind::Folder => Step::Real(r.entries.iter().map(|e| e.d_name).collect()),
    }
}

macro_rules! readdirs {
    ($($name:ident: $ty:ident;)+) => {$(
        /// As in the C library.
        ///
        /// # Safety
        /// As in the C library.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name(dir: *mut DIR) -> *mut $ty {
            let none = std::ptr::null_mut();
            let ours = match step(dir) {
                // On the supported machines the two structures are one.
                Step::Ours(entry) => return entry.cast(),
                Step::End => return none,
                Step::Real(ours) => ours,
            };
            loop {
                let entry = next!($name: fn(*mut DIR) -> *mut $ty, else none, (dir));
                // An entry may be shorter than its structure. SAFETY: its name
                // is a string.
                let shown = |name: &[c_char; 256]| {
                    let bytes = name.map(|c| c as u8);
                    let name = CStr::from_bytes_until_nul(&bytes).unwrap_or(c"");
                    let theirs = unsafe { CStr::from_ptr((&raw const (*entry).d_name).cast()) };
                    name == theirs
                };
                if entry.is_null() || !ours.iter().any(shown) {
                    return entry;
                }
            }
        }
    )+};
}

readdirs! {
    readdir: dirent;
    readdir64: dirent64;
}

/// As in the C library.
///
/// # Safety
/// As in the C library.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rewinddir(dir: *mut DIR) {
    if COUNT.load(Ordering::Relaxed) > 0
        && let Some(_pass) = gate::enter()
        && let Some(r) = reading().iter_mut().find(|r| r.dir == dir as usize)
    {
        r.read = 0;
    }
    next!(rewinddir: fn(*mut DIR) -> (), else (), (dir));
}

/// As in the C library.
///
/// # Safety
/// As in the C library.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn closedir(dir: *mut DIR) -> c_int {
    if COUNT.load(Ordering::Relaxed) > 0
        && let Some(_pass) = gate::enter()
    {
        let mut reading = reading();
        let at = reading.iter().position(|r| r.dir == dir as usize);
        if let Some(closed) = at.map(|at| reading.swap_remove(at))
            && closed.behind == Behind::StandIn
        {
            // SAFETY: closing the `DIR` closes its descriptor.
            unsafe { libc::close(closed.fd) };
        }
        COUNT.store(reading.len(), Ordering::Relaxed);
    }
    next!(closedir: fn(*mut DIR) -> c_int, else -1, (dir))
}

/// As in the C library; for a virtual folder, the descriptor is virtual as
/// well.
///
/// # Safety
/// As in the C library.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dirfd(dir: *mut DIR) -> c_int {
    if COUNT.load(Ordering::Relaxed) > 0
        && let Some(_pass) = gate::enter()
        && let Some(r) = reading().iter().find(|r| r.dir == dir as usize)
    {
        return r.fd;
    }
    next!(dirfd: fn(*mut DIR) -> c_int, else -1, (dir))
}

/// Whether a path is a virtual folder, whose entries are visible only through
/// this library.
unsafe fn is_ours(path: *const c_char) -> bool {
    // SAFETY: the caller's promise.
    match unsafe { lookup(libc::AT_FDCWD, path, LastLink::Follow) } {
        Target::Node(..) | Target::Refused(_) | Target::Elsewhere(_) => true,
        Target::Foreign => false,
    }
}

type Filter<T> = Option<unsafe extern "C" fn(*const T) -> c_int>;
type Compare<T> = Option<unsafe extern "C" fn(*mut *const T, *mut *const T) -> c_int>;

macro_rules! scandirs {
    ($($name:ident: $ty:ident, $read:ident;)+) => {$(
        /// As in the C library.
        ///
        /// # Safety
        /// As in the C library.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name(
            path: *const c_char,
            list: *mut *mut *mut $ty,
            filter: Filter<$ty>,
            compare: Compare<$ty>,
        ) -> c_int {
            // SAFETY: the caller's promise.
            if !unsafe { is_ours(path) } {
                return next!($name: fn(*const c_char, *mut *mut *mut $ty, Filter<$ty>,
                    Compare<$ty>) -> c_int, else -1, (path, list, filter, compare));
            }
            // SAFETY: the caller's promise. Entries and their list are memory of the C library,
            // because the caller frees them.
            unsafe {
                let dir = opendir(path);
                if dir.is_null() {
                    return -1;
                }
                let mut found: Vec<*mut $ty> = Vec::new();
                loop {
                    let entry = $read(dir);
                    if entry.is_null() {
                        break;
                    }
                    if filter.is_some_and(|f| f(entry) == 0) {
                        continue;
                    }
                    let len = usize::from((*entry).d_reclen);
                    let copy = libc::malloc(len).cast::<$ty>();
                    if copy.is_null() {
                        break;
                    }
                    std::ptr::copy_nonoverlapping(entry.cast::<u8>(), copy.cast(), len);
                    found.push(copy);
                }
                closedir(dir);
                if let Some(compare) = compare {
                    found.sort_by(|a, b| {
                        let (mut a, mut b) = (a.cast_const(), b.cast_const());
                        compare(&mut a, &mut b).cmp(&0)
                    });
                }
                let room = size_of::<*mut $ty>() * found.len().max(1);
                let array = libc::malloc(room).cast::<*mut $ty>();
                if array.is_null() {
                    found.iter().for_each(|e| libc::free(e.cast()));
                    return fail(libc::ENOMEM);
                }
                std::ptr::copy_nonoverlapping(found.as_ptr(), array, found.len());
                *list = array;
                found.len() as c_int
            }
        }
    )+};
}

scandirs! {
    scandir: dirent, readdir;
    scandir64: dirent64, readdir64;
}
