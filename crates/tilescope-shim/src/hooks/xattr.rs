//! Extended attributes: virtual files have none, as in sysfs.

use std::ffi::{c_char, c_int, c_void};

use libc::{size_t, ssize_t};

use super::{Target, c_string, is_missing, lookup};
use crate::real::{fail, next};
use crate::tree::{LastLink, Node};

/// # Safety
/// `path` meets the requirements of the C library.
unsafe fn of_path(
    path: *const c_char,
    last_link: LastLink,
    ours: impl Fn() -> ssize_t,
    real: impl Fn(*const c_char) -> ssize_t,
) -> ssize_t {
    // SAFETY: the caller's promise.
    match unsafe { lookup(libc::AT_FDCWD, path, last_link) } {
        Target::Foreign => real(path),
        Target::Elsewhere(path) => real(path.as_ptr()),
        Target::Refused(error) => fail(error) as ssize_t,
        Target::Node(_, node, at, pass) if *node == Node::Shared => {
            drop(pass);
            match real(c_string(&at).as_ptr()) {
                -1 if is_missing(crate::real::errno()) => ours(),
                result => result,
            }
        }
        Target::Node(..) => ours(),
    }
}

macro_rules! gets {
    ($($name:ident: $last_link:expr;)+) => {$(
        /// As in the C library.
        ///
        /// # Safety
        /// As in the C library.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name(
            path: *const c_char,
            name: *const c_char,
            value: *mut c_void,
            size: size_t,
        ) -> ssize_t {
            let real = |path: *const c_char| {
                next!($name: fn(*const c_char, *const c_char, *mut c_void, size_t) -> ssize_t,
                    else -1, (path, name, value, size))
            };
            let ours = || fail(libc::EOPNOTSUPP) as ssize_t;
            // SAFETY: the caller's promise.
            unsafe { of_path(path, $last_link, ours, real) }
        }
    )+};
}

gets! {
    getxattr: LastLink::Follow;
    lgetxattr: LastLink::Stay;
}

macro_rules! lists {
    ($($name:ident: $last_link:expr;)+) => {$(
        /// As in the C library.
        ///
        /// # Safety
        /// As in the C library.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name(
            path: *const c_char,
            list: *mut c_char,
            size: size_t,
        ) -> ssize_t {
            let real = |path: *const c_char| {
                next!($name: fn(*const c_char, *mut c_char, size_t) -> ssize_t, else -1,
                    (path, list, size))
            };
            // SAFETY: the caller's promise.
            unsafe { of_path(path, $last_link, || 0, real) }
        }
    )+};
}

lists! {
    listxattr: LastLink::Follow;
    llistxattr: LastLink::Stay;
}

/// As in the C library.
///
/// # Safety
/// As in the C library.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fgetxattr(
    fd: c_int,
    name: *const c_char,
    value: *mut c_void,
    size: size_t,
) -> ssize_t {
    if crate::device::of(fd).is_some() {
        return fail(libc::EOPNOTSUPP) as ssize_t;
    }
    next!(fgetxattr: fn(c_int, *const c_char, *mut c_void, size_t) -> ssize_t, else -1,
        (fd, name, value, size))
}
