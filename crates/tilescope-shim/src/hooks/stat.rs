//! `stat` and related functions, and `access`.

use std::ffi::{c_char, c_int, c_uint};

use libc::{stat as Stat, stat64 as Stat64, statx as Statx};

use super::{Target, c_string, is_missing, lookup};
use crate::device::{self, Devices, OpenFile};
use crate::real::{errno, fail, next};
use crate::tree::{LastLink, Node};

/// The attributes of a node.
struct Facts {
    mode: u32,
    inode: u64,
    size: i64,
    number: libc::dev_t,
}

/// The device number that the nodes report. File systems in memory have small
/// numbers.
const ON: libc::dev_t = 0x0f_ff00;

impl Facts {
    fn of(devices: &Devices, node: &Node, path: &str) -> Facts {
        let (mode, size) = match node {
            Node::Folder | Node::Shared => (libc::S_IFDIR | 0o755, 0),
            // As in sysfs: a page, whatever the text.
            Node::Text(_) => (libc::S_IFREG | 0o444, 4096),
            Node::Link(target) => (libc::S_IFLNK | 0o777, target.len() as i64),
            Node::Device(_) => (libc::S_IFCHR | 0o666, 0),
        };
        Facts {
            mode,
            inode: devices.tree.inode(path),
            size,
            number: match node {
                Node::Device(node) => device::number(*node),
                _ => 0,
            },
        }
    }

    /// Attributes of an open file; `None` if the system's are correct.
    fn of_open(devices: &Devices, file: &OpenFile) -> Option<Facts> {
        Some(match file {
            OpenFile::Device(node, _) => {
                let path = devices.tree.path_of(*node);
                Facts::of(devices, &Node::Device(*node), &path)
            }
            OpenFile::Folder(path) => Facts::of(devices, &Node::Folder, path),
            OpenFile::Event(_) => return None,
        })
    }
}

/// A structure that attributes can be written to.
trait Fill {
    /// # Safety
    /// `to` can be written to.
    unsafe fn fill(to: *mut Self, facts: &Facts);
}

macro_rules! fills {
    ($($ty:ty)+) => {$(
        impl Fill for $ty {
            unsafe fn fill(to: *mut Self, facts: &Facts) {
                // SAFETY: all zero bits are valid, and the caller guarantees
                // that the place can be written to.
                unsafe {
                    to.write_bytes(0, 1);
                    (*to).st_dev = ON;
                    (*to).st_ino = facts.inode;
                    (*to).st_mode = facts.mode;
                    (*to).st_nlink = 1;
                    (*to).st_rdev = facts.number;
                    (*to).st_size = facts.size;
                    (*to).st_blksize = 4096;
                }
            }
        }
    )+};
}

fills! { Stat Stat64 }

impl Fill for Statx {
    unsafe fn fill(to: *mut Self, facts: &Facts) {
        // SAFETY: as above.
        unsafe {
            to.write_bytes(0, 1);
            (*to).stx_mask = libc::STATX_BASIC_STATS;
            (*to).stx_mode = facts.mode as u16;
            (*to).stx_ino = facts.inode;
            (*to).stx_nlink = 1;
            (*to).stx_size = facts.size as u64;
            (*to).stx_blksize = 4096;
            (*to).stx_rdev_major = libc::major(facts.number);
            (*to).stx_rdev_minor = libc::minor(facts.number);
            (*to).stx_dev_major = libc::major(ON);
            (*to).stx_dev_minor = libc::minor(ON);
        }
    }
}

/// Attributes for a path; `real` calls the C library.
///
/// # Safety
/// `path` and `to` meet the requirements of the C library.
unsafe fn by_path<T: Fill>(
    fd: c_int,
    path: *const c_char,
    to: *mut T,
    last_link: LastLink,
    real: impl Fn(*const c_char) -> c_int,
) -> c_int {
    // SAFETY: promised by the caller.
    let (facts, node, at, pass) = match unsafe { lookup(fd, path, last_link) } {
        Target::Foreign => return real(path),
        Target::Elsewhere(path) => return real(path.as_ptr()),
        Target::Refused(error) => return fail(error),
        Target::Node(devices, node, at, pass) => (Facts::of(devices, &node, &at), node, at, pass),
    };
    drop(pass);
    if *node == Node::Shared {
        let result = real(c_string(&at).as_ptr());
        if result == 0 || !is_missing(errno()) {
            return result;
        }
    }
    // SAFETY: promised by the caller.
    unsafe { T::fill(to, &facts) };
    0
}

/// Attributes for a descriptor.
///
/// # Safety
/// `to` meets the requirements of the C library.
unsafe fn by_descriptor<T: Fill>(fd: c_int, to: *mut T, real: impl Fn() -> c_int) -> c_int {
    let known = device::of(fd);
    let facts = known.and_then(|(devices, file, _pass)| Facts::of_open(devices, &file));
    match facts {
        Some(facts) => {
            // SAFETY: promised by the caller.
            unsafe { T::fill(to, &facts) };
            0
        }
        None => real(),
    }
}

/// The treatment of links according to the flags of `fstatat` and `statx`.
fn last_link(flags: c_int) -> LastLink {
    match flags & libc::AT_SYMLINK_NOFOLLOW {
        0 => LastLink::Follow,
        _ => LastLink::Stay,
    }
}

/// Whether the call refers to the descriptor itself.
///
/// # Safety
/// `path` is null or a string.
unsafe fn is_itself(path: *const c_char, flags: c_int) -> bool {
    // SAFETY: promised by the caller; a string has at least its zero byte.
    flags & libc::AT_EMPTY_PATH != 0 && (path.is_null() || unsafe { *path } == 0)
}

macro_rules! stats {
    ($($ty:ident: $stat:ident $lstat:ident $fstat:ident $fstatat:ident
        $xstat:ident $lxstat:ident $fxstat:ident $fxstatat:ident;)+) => {$(
        stats!(@path $stat, $ty, LastLink::Follow);
        stats!(@path $lstat, $ty, LastLink::Stay);
        stats!(@xpath $xstat, $ty, LastLink::Follow);
        stats!(@xpath $lxstat, $ty, LastLink::Stay);

        /// As in the C library; virtual files have the attributes of real ones.
        ///
        /// # Safety
        /// As in the C library.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $fstat(fd: c_int, to: *mut $ty) -> c_int {
            // SAFETY: the caller's promise.
            unsafe {
                by_descriptor(fd, to, || {
                    next!($fstat: fn(c_int, *mut $ty) -> c_int, else -1, (fd, to))
                })
            }
        }

        /// As in the C library before 2.33.
        ///
        /// # Safety
        /// As in the C library.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $fxstat(version: c_int, fd: c_int, to: *mut $ty) -> c_int {
            // SAFETY: the caller's promise.
            unsafe {
                by_descriptor(fd, to, || {
                    next!($fxstat: fn(c_int, c_int, *mut $ty) -> c_int, else -1, (version, fd, to))
                })
            }
        }

        /// As in the C library.
        ///
        /// # Safety
        /// As in the C library.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $fstatat(
            fd: c_int,
            path: *const c_char,
            to: *mut $ty,
            flags: c_int,
        ) -> c_int {
            let real = |path: *const c_char| {
                next!($fstatat: fn(c_int, *const c_char, *mut $ty, c_int) -> c_int, else -1,
                    (fd, path, to, flags))
            };
            // SAFETY: the caller's promise.
            unsafe {
                match is_itself(path, flags) {
                    true => by_descriptor(fd, to, || real(path)),
                    false => by_path(fd, path, to, last_link(flags), real),
                }
            }
        }

        /// As in the C library before 2.33.
        ///
        /// # Safety
        /// As in the C library.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $fxstatat(
            version: c_int,
            fd: c_int,
            path: *const c_char,
            to: *mut $ty,
            flags: c_int,
        ) -> c_int {
            let real = |path: *const c_char| {
                next!($fxstatat: fn(c_int, c_int, *const c_char, *mut $ty, c_int) -> c_int,
                    else -1, (version, fd, path, to, flags))
            };
            // SAFETY: the caller's promise.
            unsafe {
                match is_itself(path, flags) {
                    true => by_descriptor(fd, to, || real(path)),
                    false => by_path(fd, path, to, last_link(flags), real),
                }
            }
        }
    )+};
    (@path $name:ident, $ty:ident, $last_link:expr) => {
        /// As in the C library; virtual files have the attributes of real ones.
        ///
        /// # Safety
        /// As in the C library.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name(path: *const c_char, to: *mut $ty) -> c_int {
            // SAFETY: the caller's promise.
            unsafe {
                by_path(libc::AT_FDCWD, path, to, $last_link, |path| {
                    next!($name: fn(*const c_char, *mut $ty) -> c_int, else -1, (path, to))
                })
            }
        }
    };
    (@xpath $name:ident, $ty:ident, $last_link:expr) => {
        /// As in the C library before 2.33.
        ///
        /// # Safety
        /// As in the C library.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name(version: c_int, path: *const c_char, to: *mut $ty) -> c_int {
            // SAFETY: the caller's promise.
            unsafe {
                by_path(libc::AT_FDCWD, path, to, $last_link, |path| {
                    next!($name: fn(c_int, *const c_char, *mut $ty) -> c_int, else -1,
                        (version, path, to))
                })
            }
        }
    };
}

stats! {
    Stat: stat lstat fstat fstatat __xstat __lxstat __fxstat __fxstatat;
    Stat64: stat64 lstat64 fstat64 fstatat64 __xstat64 __lxstat64 __fxstat64 __fxstatat64;
}

/// As in the C library.
///
/// # Safety
/// As in the C library.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn statx(
    fd: c_int,
    path: *const c_char,
    flags: c_int,
    mask: c_uint,
    to: *mut Statx,
) -> c_int {
    let real = |path: *const c_char| {
        next!(statx: fn(c_int, *const c_char, c_int, c_uint, *mut Statx) -> c_int, else -1,
            (fd, path, flags, mask, to))
    };
    // SAFETY: the caller's promise.
    unsafe {
        match is_itself(path, flags) {
            true => by_descriptor(fd, to, || real(path)),
            false => by_path(fd, path, to, last_link(flags), real),
        }
    }
}

/// Whether a virtual node allows the access requested from `access`.
unsafe fn allowed(
    fd: c_int,
    path: *const c_char,
    mode: c_int,
    last_link: LastLink,
    real: impl Fn(*const c_char) -> c_int,
) -> c_int {
    // SAFETY: the caller's promise.
    let (node, at, pass) = match unsafe { lookup(fd, path, last_link) } {
        Target::Foreign => return real(path),
        Target::Elsewhere(path) => return real(path.as_ptr()),
        Target::Refused(error) => return fail(error),
        Target::Node(_, node, at, pass) => (node, at, pass),
    };
    drop(pass);
    let refused = match &*node {
        Node::Device(_) => libc::X_OK,
        Node::Text(_) => libc::W_OK | libc::X_OK,
        Node::Folder | Node::Link(_) => libc::W_OK,
        Node::Shared => {
            let result = real(c_string(&at).as_ptr());
            if result == 0 || !is_missing(errno()) {
                return result;
            }
            libc::W_OK
        }
    };
    match mode & refused {
        0 => 0,
        _ => fail(libc::EACCES),
    }
}

macro_rules! accesses {
    ($($name:ident)+) => {$(
        /// As in the C library.
        ///
        /// # Safety
        /// As in the C library.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name(path: *const c_char, mode: c_int) -> c_int {
            // SAFETY: the caller's promise.
            unsafe {
                allowed(libc::AT_FDCWD, path, mode, LastLink::Follow, |path| {
                    next!($name: fn(*const c_char, c_int) -> c_int, else -1, (path, mode))
                })
            }
        }
    )+};
}

accesses! { access eaccess euidaccess }

/// As in the C library.
///
/// # Safety
/// As in the C library.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn faccessat(
    fd: c_int,
    path: *const c_char,
    mode: c_int,
    flags: c_int,
) -> c_int {
    // SAFETY: the caller's promise.
    unsafe {
        allowed(fd, path, mode, last_link(flags), |path| {
            next!(faccessat: fn(c_int, *const c_char, c_int, c_int) -> c_int, else -1,
                (fd, path, mode, flags))
        })
    }
}
