//! `opendir`, `readdir`, `scandir` and their kin.
//!
//! A folder of ours is always read through a real `DIR`: that of the folder
//! itself if the machine has it, else that of `/`, none of whose entries are
//! shown. So functions that have no hook here (`dirfd`, `seekdir`) meet nothing
//! they could trip over.

use std::ffi::{CStr, c_char, c_int};
use std::os::fd::RawFd;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use libc::{DIR, dirent, dirent64};

use super::{Target, lookup};
use crate::gate;
use crate::real::{fail, next};
use crate::tree::{LastLink, Node};

/// Whose entries the `DIR` has.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Behind {
    /// The folder's own.
    Folder,
    /// Another's.
    StandIn,
}

/// A folder of ours that is being read.
struct Reading {
    /// The address of the `DIR`.
    dir: usize,
    /// Its descriptor.
    fd: RawFd,
    /// The folder.
    path: String,
    behind: Behind,
    /// Our entries. The list does not change, so they stay where they are.
    entries: Vec<dirent64>,
    /// How many of them were read.
    read: usize,
}

static READING: Mutex<Vec<Reading>> = Mutex::new(Vec::new());
static COUNT: AtomicUsize = AtomicUsize::new(0);

fn reading() -> MutexGuard<'static, Vec<Reading>> {
    READING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The folder of ours that a descriptor is of.
pub fn path_of(fd: RawFd) -> Option<String> {
    if COUNT.load(Ordering::Relaxed) == 0 {
        return None;
    }
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
        Node::Device => libc::DT_CHR,
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

/// As in the C library; the folders that the device is in show it.
///
/// # Safety
/// As in the C library.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn opendir(path: *const c_char) -> *mut DIR {
    // SAFETY: the caller's promise.
    let (device, node, at, _pass) = match unsafe { lookup(libc::AT_FDCWD, path, LastLink::Follow) }
    {
        Target::Foreign => return real_opendir(path),
        Target::Elsewhere(path) => return real_opendir(path.as_ptr()),
        Target::Missing => {
            fail(libc::ENOENT);
            return std::ptr::null_mut();
        }
        Target::Node(device, node, at, pass) => (device, node, at, pass),
    };
    let (dir, behind) = match node {
        Node::Shared => match real_opendir(path) {
            dir if dir.is_null() => (real_opendir(c"/".as_ptr()), Behind::StandIn),
            dir => (dir, Behind::Folder),
        },
        Node::Folder => (real_opendir(c"/".as_ptr()), Behind::StandIn),
        Node::Text(_) | Node::Link(_) | Node::Device => {
            fail(libc::ENOTDIR);
            return std::ptr::null_mut();
        }
    };
    if dir.is_null() {
        return dir;
    }
    let mut entries = Vec::new();
    if behind == Behind::StandIn {
        for name in [".", ".."] {
            entries.push(entry(name, &Node::Folder, 1));
        }
    }
    for (name, node, inode) in device.tree.entries(&at) {
        entries.push(entry(&name, node, inode));
    }
    reading().push(Reading {
        dir: dir as usize,
        // SAFETY: it was just opened.
        fd: unsafe { libc::dirfd(dir) },
        path: at,
        behind,
        entries,
        read: 0,
    });
    COUNT.fetch_add(1, Ordering::Relaxed);
    dir
}

/// What `readdir` has to do.
enum Step {
    /// Give this entry.
    Ours(*mut dirent64),
    /// Read the real folder, and leave out what has one of these names.
    Real(Vec<[c_char; 256]>),
    /// There is no more.
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
                // An entry need not be as long as its structure.
                // SAFETY: its name is a string.
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
        reading.retain(|r| r.dir != dir as usize);
        COUNT.store(reading.len(), Ordering::Relaxed);
    }
    next!(closedir: fn(*mut DIR) -> c_int, else -1, (dir))
}

/// Whether a path is one of our folders, whose entries only our functions know.
unsafe fn is_ours(path: *const c_char) -> bool {
    // SAFETY: the caller's promise.
    match unsafe { lookup(libc::AT_FDCWD, path, LastLink::Follow) } {
        Target::Node(..) | Target::Missing | Target::Elsewhere(_) => true,
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
            // SAFETY: the caller's promise. Entries and their list are memory of the
            // C library, because the caller frees them.
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
