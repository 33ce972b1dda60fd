//! The current folder, if it exists only virtually.
//!
//! The system cannot have such a folder as the current one. Instead it gets an empty folder that is
//! deleted at once and whose name encodes the virtual one. Functions without a hook find an empty
//! folder in which nothing can be created; executed programs inherit it and decode the name again.

use std::ffi::{CStr, CString, c_char, c_int};
use std::os::fd::RawFd;
use std::sync::atomic::{AtomicBool, Ordering};

use libc::size_t;

use super::is_missing;
use super::lookup::{Target, c_string, lookup, real_folder};
use crate::device::{self, OpenFile};
use crate::real::{errno, fail, next, set_errno};
use crate::tree::{LastLink, Node};

/// Whether the current folder is a virtual one.
static VIRTUAL: AtomicBool = AtomicBool::new(false);

/// The prefix of the names of stand-ins.
const PREFIX: &str = "tilescope-cwd";
/// The replacement of `/` in them.
const SLASH: &str = "!";
/// The suffix of the path of a deleted folder.
const DELETED: &str = " (deleted)";

/// Whether relative paths are relative to a virtual folder.
pub fn is_virtual() -> bool {
    VIRTUAL.load(Ordering::Relaxed)
}

/// The virtual folder that is the current one.
pub fn path() -> Option<String> {
    if !is_virtual() {
        return None;
    }
    stands_for(&real_folder(libc::AT_FDCWD)?)
}

/// The virtual folder of a stand-in with this path.
fn stands_for(path: &str) -> Option<String> {
    let name = path.rsplit_once('/')?.1.strip_suffix(DELETED)?;
    let (folder, _unique) = name.strip_prefix(PREFIX)?.rsplit_once(SLASH)?;
    Some(folder.replace(SLASH, "/"))
}

/// Checks the current folder inherited from the previous program.
pub fn inherit() {
    let known = real_folder(libc::AT_FDCWD).is_some_and(|path| stands_for(&path).is_some());
    VIRTUAL.store(known, Ordering::Relaxed);
}

fn real_chdir(path: &CStr) -> c_int {
    next!(chdir: fn(*const c_char) -> c_int, else -1, (path.as_ptr()))
}

/// Records that the current folder is a real one.
fn left(result: c_int) -> c_int {
    if result == 0 {
        VIRTUAL.store(false, Ordering::Relaxed);
    }
    result
}

/// Makes a virtual folder the current one.
fn enter(folder: &str) -> c_int {
    for place in ["/tmp", "/dev/shm", "/var/tmp"] {
        let name = folder.replace('/', SLASH);
        let template = format!("{place}/{PREFIX}{name}{SLASH}XXXXXX");
        let Ok(template) = CString::new(template) else {
            continue;
        };
        let template = template.into_raw();
        // SAFETY: the template ends in a zero byte and can be written to, and it
        // becomes a string again.
        let (made, stand_in) = unsafe {
            let made = !libc::mkdtemp(template).is_null();
            (made, CString::from_raw(template))
        };
        if !made {
            continue;
        }
        let result = real_chdir(&stand_in);
        // SAFETY: the path ends in a zero byte.
        unsafe { libc::rmdir(stand_in.as_ptr()) };
        if result == 0 {
            VIRTUAL.store(true, Ordering::Relaxed);
        }
        return result;
    }
    fail(libc::EACCES)
}

/// As in the C library; virtual folders can be the current one.
///
/// # Safety
/// As in the C library.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn chdir(path: *const c_char) -> c_int {
    // SAFETY: the caller's promise.
    let (node, at, pass) = match unsafe { lookup(libc::AT_FDCWD, path, LastLink::Follow) } {
        Target::Foreign => {
            return left(next!(chdir: fn(*const c_char) -> c_int, else -1, (path)));
        }
        Target::Elsewhere(path) => return left(real_chdir(&path)),
        Target::Refused(error) => return fail(error),
        Target::Node(_, node, at, pass) => (node, at, pass),
    };
    drop(pass);
    match &*node {
        Node::Folder => enter(&at),
        Node::Shared => match left(real_chdir(&c_string(&at))) {
            -1 if is_missing(errno()) => enter(&at),
            result => result,
        },
        Node::Text(_) | Node::Link(_) | Node::Device(_) => fail(libc::ENOTDIR),
    }
}

/// As in the C library; virtual folders can be the current one.
///
/// # Safety
/// As in the C library.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fchdir(fd: RawFd) -> c_int {
    let folder = match device::of(fd) {
        Some((_, OpenFile::Folder(path), _pass)) => path,
        Some((_, OpenFile::Device(..), _pass)) => return fail(libc::ENOTDIR),
        Some((_, OpenFile::Event(_), _)) | None => {
            return left(next!(fchdir: fn(RawFd) -> c_int, else -1, (fd)));
        }
    };
    enter(&folder)
}

/// Copies the path of the current folder if it is virtual; `None` if it is not.
///
/// # Safety
/// As `getcwd` of the C library.
unsafe fn copy_path(to: *mut c_char, room: size_t) -> Option<*mut c_char> {
    let path = c_string(&path()?);
    let len = path.as_bytes_with_nul().len();
    // SAFETY: for null, new memory is returned, which the caller frees, as in
    // the C library; else the caller passes the size of the buffer.
    unsafe {
        if to.is_null() && room == 0 {
            return Some(libc::strdup(path.as_ptr()));
        }
        if room < len {
            set_errno(libc::ERANGE);
            return Some(std::ptr::null_mut());
        }
        let to = match to.is_null() {
            true => libc::malloc(room).cast(),
            false => to,
        };
        if !to.is_null() {
            std::ptr::copy_nonoverlapping(path.as_ptr(), to, len);
        }
        Some(to)
    }
}

/// As in the C library.
///
/// # Safety
/// As in the C library.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn getcwd(to: *mut c_char, room: size_t) -> *mut c_char {
    // SAFETY: the caller's promise.
    match unsafe { copy_path(to, room) } {
        Some(result) => result,
        None => next!(getcwd: fn(*mut c_char, size_t) -> *mut c_char, else std::ptr::null_mut(),
            (to, room)),
    }
}

/// As in the C library, for programs built with checks.
///
/// # Safety
/// As in the C library.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn __getcwd_chk(to: *mut c_char, room: size_t, _size: size_t) -> *mut c_char {
    // SAFETY: the caller's promise.
    unsafe { getcwd(to, room) }
}

/// As in the C library.
#[unsafe(no_mangle)]
pub extern "C" fn get_current_dir_name() -> *mut c_char {
    // SAFETY: new memory is requested.
    match unsafe { copy_path(std::ptr::null_mut(), 0) } {
        Some(result) => result,
        None => next!(get_current_dir_name: fn() -> *mut c_char, else std::ptr::null_mut(), ()),
    }
}
