//! The identity of a descriptor's open file.
//!
//! Descriptors are copied and closed in more ways than can be intercepted
//! (`dup`, `fcntl`, `close_range`, `posix_spawn`, messages on sockets, system
//! calls made directly), so a table of descriptor numbers cannot be reliable.
//! An open device is a pipe, whose inode is unique during its lifetime, and
//! every descriptor of it has that inode.

use std::os::fd::RawFd;

use tilescope_kernel::FileKey;

use crate::real::next;

/// Device and inode of an open file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Identity {
    device: u64,
    inode: u64,
}

impl Identity {
    /// The same for the virtual kernel.
    pub fn key(self) -> FileKey {
        FileKey::new(self.device, self.inode)
    }

    /// The identity of a descriptor's file; `None` if it is not open.
    pub fn of(fd: RawFd) -> Option<Identity> {
        if fd < 0 {
            return None;
        }
        let mut stat = std::mem::MaybeUninit::<libc::stat>::zeroed();
        // A direct system call: this library replaces the C library's function.
        // SAFETY: the buffer is as large as the kernel's structure, which on
        // the supported machines is the C library's.
        let done = unsafe { libc::syscall(libc::SYS_fstat, fd, stat.as_mut_ptr()) };
        if done != 0 {
            return None;
        }
        // SAFETY: all zero bits are a valid `stat`, and the kernel wrote over them.
        let stat = unsafe { stat.assume_init() };
        Some(Identity {
            device: stat.st_dev,
            inode: stat.st_ino,
        })
    }
}

/// The identities of all descriptors of the process, sorted. `None` without
/// `/proc`.
pub fn all() -> Option<Vec<Identity>> {
    let mut found: Vec<Identity> = descriptors()?
        .into_iter()
        .filter_map(Identity::of)
        .collect();
    found.sort_unstable();
    found.dedup();
    Some(found)
}

/// All descriptors of the process. Calls only functions without hooks, so it may be called while
/// holding locks that a hook takes.
pub fn descriptors() -> Option<Vec<RawFd>> {
    let folder = next!(opendir: fn(*const libc::c_char) -> *mut libc::DIR,
        else std::ptr::null_mut(), (c"/proc/self/fd".as_ptr()));
    if folder.is_null() {
        return None;
    }
    let mut found = Vec::new();
    loop {
        let entry = next!(readdir64: fn(*mut libc::DIR) -> *mut libc::dirent64,
            else std::ptr::null_mut(), (folder));
        if entry.is_null() {
            break;
        }
        // SAFETY: the entry is valid until the next one is read, and its name
        // ends in a zero byte.
        let name = unsafe { std::ffi::CStr::from_ptr((*entry).d_name.as_ptr()) };
        found.extend(name.to_str().ok().and_then(|n| n.parse::<RawFd>().ok()));
    }
    next!(closedir: fn(*mut libc::DIR) -> libc::c_int, else -1, (folder));
    Some(found)
}
