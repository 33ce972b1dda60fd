//! Functions that close descriptors. Those that duplicate them need no hook: a
//! duplicate belongs to the same file.

use std::ffi::{c_int, c_uint};

use crate::device;
use crate::real::next;

/// As in the C library; the last descriptor of a file of the device closes it.
///
/// # Safety
/// As in the C library.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn close(fd: c_int) -> c_int {
    let ours = device::of(fd).map(|(_, file, _pass)| file);
    let result = next!(close: fn(c_int) -> c_int, else -1, (fd));
    if let Some(file) = ours {
        device::closed_one_of(&file);
    }
    result
}

/// As in the C library.
///
/// # Safety
/// As in the C library.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn close_range(first: c_uint, last: c_uint, flags: c_int) -> c_int {
    let result = next!(close_range: fn(c_uint, c_uint, c_int) -> c_int, else -1,
        (first, last, flags));
    device::closed();
    result
}

/// As in the C library.
///
/// # Safety
/// As in the C library.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn closefrom(first: c_int) {
    next!(closefrom: fn(c_int) -> (), else (), (first));
    device::closed();
}

/// As in the C library; the previous file of `to` may have been a virtual one,
/// and this its last descriptor.
///
/// # Safety
/// As in the C library.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dup2(from: c_int, to: c_int) -> c_int {
    let ours = device::of(to).map(|(_, file, _pass)| file);
    let result = next!(dup2: fn(c_int, c_int) -> c_int, else -1, (from, to));
    if let Some(file) = ours {
        device::closed_one_of(&file);
    }
    result
}

/// As in the C library, like [`dup2`].
///
/// # Safety
/// As in the C library.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dup3(from: c_int, to: c_int, flags: c_int) -> c_int {
    let ours = device::of(to).map(|(_, file, _pass)| file);
    let result = next!(dup3: fn(c_int, c_int, c_int) -> c_int, else -1, (from, to, flags));
    if let Some(file) = ours {
        device::closed_one_of(&file);
    }
    result
}
