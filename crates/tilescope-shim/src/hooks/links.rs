//! `readlink`, `realpath` and related functions.

use std::ffi::{c_char, c_int};

use libc::{size_t, ssize_t};

use super::{Target, c_string, is_missing, lookup};
use crate::real::{errno, fail, next};
use crate::tree::{LastLink, Node};

/// Copies a link's target, truncated to the size of the buffer, as the system
/// does.
///
/// # Safety
/// `to` has room for `room` bytes.
unsafe fn copy(target: &str, to: *mut c_char, room: size_t) -> ssize_t {
    if room == 0 {
        return fail(libc::EINVAL) as ssize_t;
    }
    let len = target.len().min(room);
    // SAFETY: the caller passes the size of the buffer.
    unsafe { std::ptr::copy_nonoverlapping(target.as_ptr(), to.cast(), len) };
    len as ssize_t
}

/// # Safety
/// `path` and `to` meet the requirements of the C library.
unsafe fn read_link(
    fd: c_int,
    path: *const c_char,
    to: *mut c_char,
    room: size_t,
    real: impl Fn(*const c_char) -> ssize_t,
) -> ssize_t {
    // SAFETY: the caller's promise.
    match unsafe { lookup(fd, path, LastLink::Stay) } {
        Target::Foreign => real(path),
        Target::Elsewhere(path) => real(path.as_ptr()),
        Target::Node(_, node, at, pass) => match &*node {
            // SAFETY: the caller's promise.
            Node::Link(target) => unsafe { copy(target, to, room) },
            Node::Shared => {
                drop(pass);
                match real(c_string(&at).as_ptr()) {
                    // It exists and is not a link.
                    -1 if is_missing(errno()) => fail(libc::EINVAL) as ssize_t,
                    result => result,
                }
            }
            Node::Folder | Node::Text(_) | Node::Device(_) => fail(libc::EINVAL) as ssize_t,
        },
        Target::Refused(error) => fail(error) as ssize_t,
    }
}

/// As in the C library.
///
/// # Safety
/// As in the C library.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn readlink(path: *const c_char, to: *mut c_char, room: size_t) -> ssize_t {
    // SAFETY: the caller's promise.
    unsafe {
        read_link(libc::AT_FDCWD, path, to, room, |path| {
            next!(readlink: fn(*const c_char, *mut c_char, size_t) -> ssize_t, else -1,
                (path, to, room))
        })
    }
}

/// As in the C library.
///
/// # Safety
/// As in the C library.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn readlinkat(
    fd: c_int,
    path: *const c_char,
    to: *mut c_char,
    room: size_t,
) -> ssize_t {
    // SAFETY: the caller's promise.
    unsafe {
        read_link(fd, path, to, room, |path| {
            next!(readlinkat: fn(c_int, *const c_char, *mut c_char, size_t) -> ssize_t, else -1,
                (fd, path, to, room))
        })
    }
}

/// As in the C library, for programs built with checks.
///
/// # Safety
/// As in the C library.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn __readlink_chk(
    path: *const c_char,
    to: *mut c_char,
    room: size_t,
    _size: size_t,
) -> ssize_t {
    // SAFETY: the caller's promise.
    unsafe { readlink(path, to, room) }
}

/// As in the C library, for programs built with checks.
///
/// # Safety
/// As in the C library.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn __readlinkat_chk(
    fd: c_int,
    path: *const c_char,
    to: *mut c_char,
    room: size_t,
    _size: size_t,
) -> ssize_t {
    // SAFETY: the caller's promise.
    unsafe { readlinkat(fd, path, to, room) }
}

/// # Safety
/// `path` meets the requirements of the C library; `to` is null or has room for
/// any path.
unsafe fn real_path(
    path: *const c_char,
    to: *mut c_char,
    real: impl Fn(*const c_char) -> *mut c_char,
) -> *mut c_char {
    let none = std::ptr::null_mut();
    // SAFETY: the caller's promise.
    let at = match unsafe { lookup(libc::AT_FDCWD, path, LastLink::Follow) } {
        Target::Foreign => return real(path),
        Target::Elsewhere(path) => return real(path.as_ptr()),
        Target::Refused(error) => {
            fail(error);
            return none;
        }
        Target::Node(_, _, at, _pass) => c_string(&at),
    };
    // SAFETY: the path of a node is far shorter than PATH_MAX; null gets new memory, which the
    // caller frees, as in the C library.
    unsafe {
        match to.is_null() {
            true => libc::strdup(at.as_ptr()),
            false => libc::strcpy(to, at.as_ptr()),
        }
    }
}

/// As in the C library.
///
/// # Safety
/// As in the C library.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn realpath(path: *const c_char, to: *mut c_char) -> *mut c_char {
    // SAFETY: the caller's promise.
    unsafe {
        real_path(path, to, |path| {
            next!(realpath: fn(*const c_char, *mut c_char) -> *mut c_char,
                else std::ptr::null_mut(), (path, to))
        })
    }
}

/// As in the C library, for programs built with checks.
///
/// # Safety
/// As in the C library.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn __realpath_chk(
    path: *const c_char,
    to: *mut c_char,
    _size: size_t,
) -> *mut c_char {
    // SAFETY: the caller's promise.
    unsafe { realpath(path, to) }
}

/// As in the C library.
///
/// # Safety
/// As in the C library.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn canonicalize_file_name(path: *const c_char) -> *mut c_char {
    // SAFETY: the caller's promise.
    unsafe { realpath(path, std::ptr::null_mut()) }
}
