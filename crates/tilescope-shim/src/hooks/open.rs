//! `open` and related functions, and `fopen`.

use std::ffi::{CStr, c_char, c_int};
use std::io::Write;
use std::os::fd::{FromRawFd, IntoRawFd, RawFd};

use libc::mode_t;
use tilescope_kernel::Errno;

use super::{Target, c_string, is_missing, lookup};
use crate::device::{self, Devices};
use crate::gate::Pass;
use crate::real::{errno, fail, next};
use crate::tree::{LastLink, Node};

/// Opens a virtual node.
fn open_node(devices: &Devices, node: &Node, path: &str, flags: c_int) -> c_int {
    const NEW: c_int = libc::O_CREAT | libc::O_EXCL;
    let read_only = flags & (libc::O_ACCMODE | libc::O_CREAT) == libc::O_RDONLY;
    let opened = match node {
        _ if flags & NEW == NEW => Err(Errno(libc::EEXIST)),
        Node::Device(_) | Node::Text(_) if flags & libc::O_DIRECTORY != 0 => {
            Err(Errno(libc::ENOTDIR))
        }
        Node::Device(node) => devices.open(*node, flags),
        Node::Text(_) if flags & libc::O_ACCMODE != libc::O_RDONLY => Err(Errno::EACCES),
        Node::Text(text) => open_text(text, flags).map_err(Errno),
        // Only reached with O_NOFOLLOW.
        Node::Link(_) => Err(Errno(libc::ELOOP)),
        Node::Folder | Node::Shared if !read_only => Err(Errno(libc::EISDIR)),
        Node::Folder | Node::Shared => devices.open_folder(path, flags),
    };
    opened.unwrap_or_else(|e| fail(e.0))
}

/// A file with a text, positioned at its beginning.
fn open_text(text: &str, flags: c_int) -> Result<RawFd, c_int> {
    let error = |e: std::io::Error| e.raw_os_error().unwrap_or(libc::EIO);
    let close = match flags & libc::O_CLOEXEC {
        0 => 0,
        _ => libc::MFD_CLOEXEC,
    };
    // SAFETY: the name ends in a zero byte.
    let fd = unsafe { libc::memfd_create(c"sysfs".as_ptr(), close) };
    if fd < 0 {
        return Err(crate::real::errno());
    }
    // SAFETY: it was just created, so it is ours.
    let mut file = unsafe { std::fs::File::from_raw_fd(fd) };
    file.write_all(text.as_bytes()).map_err(error)?;
    std::io::Seek::rewind(&mut file).map_err(error)?;
    Ok(file.into_raw_fd())
}

/// Opens a virtual node; a folder that the machine also has is opened there.
fn open_found(
    devices: &Devices,
    node: &Node,
    path: &str,
    pass: Pass,
    flags: c_int,
    real: impl Fn(*const c_char) -> c_int,
) -> c_int {
    if *node == Node::Shared {
        drop(pass);
        let fd = real(c_string(path).as_ptr());
        if fd >= 0 || !is_missing(errno()) {
            return fd;
        }
        return match device::get() {
            Some((devices, _pass)) => open_node(devices, node, path, flags),
            None => fd,
        };
    }
    open_node(devices, node, path, flags)
}

/// The treatment of links according to the flags of `open`: a file that must be new cannot be
/// reached through a link.
fn last_link(flags: c_int) -> LastLink {
    let is_new = flags & libc::O_CREAT != 0 && flags & libc::O_EXCL != 0;
    match flags & libc::O_NOFOLLOW != 0 || is_new {
        false => LastLink::Follow,
        true => LastLink::Stay,
    }
}

/// The error of opening a missing file in a virtual folder: as in sysfs, files cannot be created
/// there.
fn refused(error: c_int, flags: c_int) -> c_int {
    match (error, flags & libc::O_CREAT) {
        (libc::ENOENT, libc::O_CREAT) => fail(libc::EACCES),
        _ => fail(error),
    }
}

macro_rules! opens {
    ($($name:ident, $real:ident;)+) => {$(
        /// As in the C library; the render node opens the virtual device.
        ///
        /// # Safety
        /// As in the C library.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name(path: *const c_char, flags: c_int, mode: mode_t) -> c_int {
            let real = |path: *const c_char| {
                next!($real: fn(*const c_char, c_int, mode_t) -> c_int, else -1, (path, flags, mode))
            };
            // SAFETY: the caller's arguments are those of the C library.
            match unsafe { lookup(libc::AT_FDCWD, path, last_link(flags)) } {
                Target::Foreign => real(path),
                Target::Elsewhere(path) => real(path.as_ptr()),
                Target::Node(devices, node, at, pass) => {
                    open_found(devices, &node, &at, pass, flags, real)
                }
                Target::Refused(error) => refused(error, flags),
            }
        }
    )+};
}

macro_rules! opens_at {
    ($($name:ident, $real:ident;)+) => {$(
        /// As in the C library; the render node opens the virtual device.
        ///
        /// # Safety
        /// As in the C library.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name(
            fd: c_int,
            path: *const c_char,
            flags: c_int,
            mode: mode_t,
        ) -> c_int {
            let real = |path: *const c_char| {
                next!($real: fn(c_int, *const c_char, c_int, mode_t) -> c_int, else -1,
                    (fd, path, flags, mode))
            };
            // SAFETY: the caller's arguments are those of the C library.
            match unsafe { lookup(fd, path, last_link(flags)) } {
                Target::Foreign => real(path),
                Target::Elsewhere(path) => real(path.as_ptr()),
                Target::Node(devices, node, at, pass) => {
                    open_found(devices, &node, &at, pass, flags, real)
                }
                Target::Refused(error) => refused(error, flags),
            }
        }
    )+};
}

// Programs built with checks (_FORTIFY_SOURCE) call the `_2` names; without a
// mode, they cannot use O_CREAT.
opens! {
    open, open;
    open64, open64;
}
opens_at! {
    openat, openat;
    openat64, openat64;
}

/// As in the C library.
///
/// # Safety
/// As in the C library.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn creat(path: *const c_char, mode: mode_t) -> c_int {
    // SAFETY: the same contract.
    unsafe { open(path, libc::O_CREAT | libc::O_WRONLY | libc::O_TRUNC, mode) }
}

macro_rules! checked_opens {
    ($($name:ident($($fd:ident)?), $plain:ident;)+) => {$(
        /// As in the C library.
        ///
        /// # Safety
        /// As in the C library.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name($($fd: c_int,)? path: *const c_char, flags: c_int) -> c_int {
            // SAFETY: the same contract.
            unsafe { $plain($($fd,)? path, flags, 0) }
        }
    )+};
}

checked_opens! {
    __open_2(), open;
    __open64_2(), open64;
    __openat_2(fd), openat;
    __openat64_2(fd), openat64;
}

macro_rules! fopens {
    ($($name:ident)+) => {$(
        /// As in the C library; text files of the device's `/sys` folder can be
        /// read.
        ///
        /// # Safety
        /// As in the C library.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name(path: *const c_char, mode: *const c_char) -> *mut libc::FILE {
            let none = std::ptr::null_mut();
            let real = |path: *const c_char| {
                next!($name: fn(*const c_char, *const c_char) -> *mut libc::FILE, else none,
                    (path, mode))
            };
            // SAFETY: the caller's arguments are those of the C library.
            let (devices, node, at) = match unsafe { lookup(libc::AT_FDCWD, path, LastLink::Follow) } {
                Target::Foreign => return real(path),
                Target::Elsewhere(path) => return real(path.as_ptr()),
                Target::Node(_, node, at, pass) if *node == Node::Shared => {
                    drop(pass);
                    return real(c_string(&at).as_ptr());
                }
                Target::Refused(error) => {
                    fail(error);
                    return none;
                }
                // The pass is returned first: the library's own functions
                // follow.
                Target::Node(devices, node, at, pass) => {
                    drop(pass);
                    (devices, node, at)
                }
            };
            // SAFETY: a mode is a string.
            let letters = unsafe { CStr::from_ptr(mode) }.to_bytes();
            let plain = letters.first() == Some(&b'r') && !letters.contains(&b'+');
            let close = if letters.contains(&b'e') { libc::O_CLOEXEC } else { 0 };
            let access = if plain { libc::O_RDONLY } else { libc::O_RDWR };
            match open_node(devices, &node, &at, access | close) {
                -1 => none,
                // SAFETY: the descriptor is new, and the mode is the caller's.
                fd => unsafe { libc::fdopen(fd, mode) },
            }
        }
    )+};
}

fopens! { fopen fopen64 }
