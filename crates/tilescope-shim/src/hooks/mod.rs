//! The functions that stand before the C library's, one file for each kind.
//!
//! Functions that C declares with `...` have fixed arguments here: on the
//! supported machines integers and pointers are passed in the same registers
//! either way, and one that was not passed is not used.

mod control;
mod descriptors;
mod folders;
mod links;
mod open;
mod stat;
mod xattr;

use std::borrow::Cow;
use std::ffi::{CStr, CString, c_char};
use std::os::fd::RawFd;

use crate::device::{self, Devices, OpenFile};
use crate::gate::Pass;
use crate::tree::{Found, LastLink, Node};

/// What a path that a function was called with leads to.
enum Target {
    /// To nothing of ours: call the C library with the same arguments.
    Foreign,
    /// Through our links to another path: call the C library with that.
    Elsewhere(CString),
    /// To a node of ours.
    Node(&'static Devices, &'static Node, String, Pass),
    /// To nothing, in a folder of ours.
    Missing,
}

/// Whether a path can be ours at all; for most paths of most programs, two
/// comparisons.
fn may_be_ours(path: &[u8]) -> bool {
    path.starts_with(b"/dev/dri") || path.starts_with(b"/sys/") || !path.starts_with(b"/")
}

/// Whether the system says that there is no such file; not a folder is what it
/// says of paths relative to a descriptor of ours.
fn is_missing(error: i32) -> bool {
    matches!(error, libc::ENOENT | libc::ENOTDIR)
}

/// Looks up a path, relative to the folder `fd` if it is relative.
///
/// # Safety
/// `path` is null or a string, as the C library's functions want it.
unsafe fn lookup(fd: RawFd, path: *const c_char, last_link: LastLink) -> Target {
    if path.is_null() {
        return Target::Foreign;
    }
    // SAFETY: promised by the caller.
    let bytes = unsafe { CStr::from_ptr(path) }.to_bytes();
    if !may_be_ours(bytes) {
        return Target::Foreign;
    }
    let Ok(text) = std::str::from_utf8(bytes) else {
        return Target::Foreign;
    };
    // Relative paths are common, and few of them are worth a look.
    let absolute = text.starts_with('/');
    let folder = if absolute { None } else { own_folder(fd) };
    let worth_it = absolute
        || folder.is_some()
        || ["renderD", "card", "226:"].iter().any(|n| text.contains(n));
    if !worth_it {
        return Target::Foreign;
    }
    let Some((device, pass)) = device::get() else {
        return Target::Foreign;
    };
    let text = match (absolute, folder) {
        (true, _) => Cow::Borrowed(text),
        (false, Some(folder)) => Cow::Owned(format!("{folder}/{text}")),
        (false, None) if !device.tree.names_us(text) => return Target::Foreign,
        (false, None) => match real_folder(fd) {
            Some(folder) => Cow::Owned(format!("{folder}/{text}")),
            None => return Target::Foreign,
        },
    };
    match device.tree.find(&text, last_link) {
        Found::Foreign => Target::Foreign,
        Found::Elsewhere(path) => match CString::new(path) {
            Ok(path) => Target::Elsewhere(path),
            Err(_) => Target::Missing,
        },
        Found::Node(node, path) => Target::Node(device, node, path, pass),
        Found::Missing => Target::Missing,
    }
}

/// The path of the folder of ours that a descriptor is of.
fn own_folder(fd: RawFd) -> Option<String> {
    if fd == libc::AT_FDCWD {
        return None;
    }
    if let Some((_, OpenFile::Folder(path), _pass)) = device::of(fd) {
        return Some(path.to_string());
    }
    folders::path_of(fd)
}

/// The path of the folder that a descriptor, or the current folder, is.
fn real_folder(fd: RawFd) -> Option<String> {
    let link = match fd {
        libc::AT_FDCWD => "/proc/self/cwd".to_owned(),
        fd => format!("/proc/self/fd/{fd}"),
    };
    let path = std::fs::read_link(link).ok()?;
    path.to_str().map(str::to_owned)
}
