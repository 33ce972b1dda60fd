//! Resolution of paths that may lead to files of the virtual devices.

use std::borrow::Cow;
use std::ffi::{CStr, CString, c_char};
use std::os::fd::RawFd;

use super::{current, folders};
use crate::device::{self, Devices, OpenFile};
use crate::gate::{self, Pass};
use crate::real::next;
use crate::tree::{Found, LastLink, Node, Tree};

/// The destination of a path that a function was called with.
pub enum Target {
    /// Not a virtual file: call the C library with the same arguments.
    Foreign,
    /// Through virtual files to another path: call the C library with that.
    Elsewhere(CString),
    /// A virtual node at this absolute path without links.
    Node(&'static Devices, Cow<'static, Node>, String, Pass),
    /// Missing, in a virtual folder; the error number.
    Refused(i32),
}

/// A path for the C library.
pub fn c_string(path: &str) -> CString {
    // Paths of nodes have no zero byte.
    CString::new(path).unwrap_or_default()
}

/// The components of a path, without empty ones and `.`.
fn components(path: &[u8]) -> impl Iterator<Item = &[u8]> {
    let all = path.split(|b| *b == b'/');
    all.filter(|c| !c.is_empty() && *c != b".")
}

/// Whether a component may be the name of a virtual file, in any folder.
fn is_telling(component: &[u8]) -> bool {
    const PREFIXES: [&[u8]; 5] = [b"renderD", b"card", b"226:", b"tilescope.", b"platform-"];
    matches!(component, b"dri" | b"drm") || PREFIXES.iter().any(|p| component.starts_with(p))
}

/// Whether a path can be virtual at all. Called for every path of the program,
/// so it does not allocate or make system calls.
pub fn may_be_ours(path: &[u8]) -> bool {
    let goes_up = || components(path).any(|c| c == b"..");
    let tells = || components(path).any(is_telling);
    if !path.starts_with(b"/") {
        return current::is_virtual() || tells();
    }
    let mut parts = components(path);
    match (parts.next(), parts.next(), parts.next()) {
        (Some(b"sys"), _, _) => true,
        (Some(b"dev"), None | Some(b"dri" | b"fd"), _) => true,
        (Some(b"proc"), Some(_), Some(b"fd")) => true,
        _ => goes_up() && tells(),
    }
}

/// Looks up a path, relative to the folder `fd` if it is relative.
///
/// # Safety
/// `path` is null or a string, as for the functions of the C library.
pub unsafe fn lookup(fd: RawFd, path: *const c_char, last_link: LastLink) -> Target {
    if path.is_null() {
        return Target::Foreign;
    }
    // SAFETY: promised by the caller.
    let bytes = unsafe { CStr::from_ptr(path) }.to_bytes();
    let Ok(text) = std::str::from_utf8(bytes) else {
        return Target::Foreign;
    };
    let base = match text.starts_with('/') {
        true => None,
        false => own_folder(fd),
    };
    if text.is_empty() || base.is_none() && !may_be_ours(bytes) {
        return Target::Foreign;
    }
    // Whether the system would look in the wrong place.
    let is_virtual = base.is_some();
    let text = match base {
        Some(base) => format!("{base}/{text}"),
        None if text.starts_with('/') => text.to_owned(),
        None => match real_folder(fd) {
            Some(base) => format!("{base}/{text}"),
            None => return Target::Foreign,
        },
    };
    let is_folder = text.ends_with('/') || text.ends_with("/.");
    let last_link = match is_folder {
        true => LastLink::Follow,
        false => last_link,
    };
    if let Some((fd, rest)) = descriptor_in(&text) {
        return by_descriptor(fd, rest, last_link);
    }
    let Some((devices, pass)) = device::get() else {
        return Target::Foreign;
    };
    let Some((text, led)) = without_parents(&devices.tree, &text) else {
        return Target::Foreign;
    };
    match devices.tree.find(&text, last_link) {
        Found::Foreign if led || is_virtual => Target::Elsewhere(c_string(&text)),
        Found::Foreign => Target::Foreign,
        Found::Elsewhere(path) => Target::Elsewhere(c_string(&path)),
        Found::Node(Node::Text(_) | Node::Device(_), _) if is_folder => {
            Target::Refused(libc::ENOTDIR)
        }
        Found::Node(node, path) => Target::Node(devices, Cow::Borrowed(node), path, pass),
        Found::Missing => Target::Refused(libc::ENOENT),
        Found::NotFolder => Target::Refused(libc::ENOTDIR),
    }
}

/// The descriptor in a path such as `/proc/self/fd/3/rest`, and the rest.
fn descriptor_in(path: &str) -> Option<(RawFd, &str)> {
    let mut rest = path;
    let mut next = || loop {
        let (part, after) = rest
            .trim_start_matches('/')
            .split_once('/')
            .unwrap_or((rest.trim_start_matches('/'), ""));
        rest = after;
        if part != "." || after.is_empty() {
            return part;
        }
    };
    match next() {
        "dev" => (next() == "fd").then_some(())?,
        "proc" => {
            let process = next();
            let is_own =
                matches!(process, "self" | "thread-self") || process.parse() == Ok(gate::process());
            (is_own && next() == "fd").then_some(())?;
        }
        _ => return None,
    }
    let fd = next().parse().ok()?;
    Some((fd, rest))
}

/// The destination of a path through a descriptor: Linux follows such links to the file itself,
/// which for a device opens it again.
fn by_descriptor(fd: RawFd, rest: &str, last_link: LastLink) -> Target {
    let Some((devices, file, pass)) = device::of(fd) else {
        return Target::Foreign;
    };
    let at = match file {
        OpenFile::Device(node, _) => devices.tree.path_of(node),
        OpenFile::Folder(path) => path.to_string(),
        OpenFile::Event(_) => return Target::Foreign,
    };
    if rest.is_empty() && last_link == LastLink::Stay {
        let link = format!("/proc/self/fd/{fd}");
        return Target::Node(devices, Cow::Owned(Node::Link(at)), link, pass);
    }
    match devices.tree.find(&format!("{at}/{rest}"), last_link) {
        Found::Node(node, path) => Target::Node(devices, Cow::Borrowed(node), path, pass),
        Found::Foreign => Target::Elsewhere(c_string(&format!("{at}/{rest}"))),
        Found::Elsewhere(path) => Target::Elsewhere(c_string(&path)),
        Found::Missing => Target::Refused(libc::ENOENT),
        Found::NotFolder => Target::Refused(libc::ENOTDIR),
    }
}

/// An absolute path with every `..` resolved after the links before it, as the
/// system does, and whether that led through a virtual folder. `None` if
/// something before a `..` does not exist.
fn without_parents(tree: &Tree, path: &str) -> Option<(String, bool)> {
    let (mut at, mut led) = (String::new(), false);
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                at = match tree.find(&at, LastLink::Follow) {
                    Found::Node(Node::Folder | Node::Shared, path) => {
                        led = true;
                        path
                    }
                    Found::Foreign => canonical(&at)?,
                    Found::Elsewhere(path) => canonical(&path)?,
                    Found::Node(..) | Found::Missing | Found::NotFolder => return None,
                };
                at.truncate(at.rfind('/').unwrap_or(0));
            }
            part => {
                at.push('/');
                at.push_str(part);
            }
        }
    }
    if at.is_empty() {
        at.push('/');
    }
    Some((at, led))
}

/// The path of an existing file of the machine, without links; empty for the root.
fn canonical(path: &str) -> Option<String> {
    if path.is_empty() {
        return Some(String::new());
    }
    let path = c_string(path);
    let mut room = [0_u8; libc::PATH_MAX as usize];
    let found = next!(realpath: fn(*const c_char, *mut c_char) -> *mut c_char,
        else std::ptr::null_mut(), (path.as_ptr(), room.as_mut_ptr().cast()));
    if found.is_null() {
        return None;
    }
    let text = CStr::from_bytes_until_nul(&room).ok()?.to_str().ok()?;
    Some(text.trim_end_matches('/').to_owned())
}

/// The path of a descriptor's virtual folder, or of the current folder if it is
/// virtual.
fn own_folder(fd: RawFd) -> Option<String> {
    if fd == libc::AT_FDCWD {
        return current::path();
    }
    if let Some((_, OpenFile::Folder(path), _pass)) = device::of(fd) {
        return Some(path.to_string());
    }
    folders::path_of(fd)
}

/// The path of a descriptor's folder, or of the current folder.
pub fn real_folder(fd: RawFd) -> Option<String> {
    let link = match fd {
        libc::AT_FDCWD => "/proc/self/cwd".to_owned(),
        fd => format!("/proc/self/fd/{fd}"),
    };
    let path = std::fs::read_link(link).ok()?;
    path.to_str().map(str::to_owned)
}
