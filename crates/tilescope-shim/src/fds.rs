//! Files of buffers, in the descriptor table of this process.

use std::fs::File;
use std::io;
use std::os::fd::{AsRawFd, FromRawFd};

use tilescope_kernel::{CloseOnExec, Fds};

use crate::device;

/// The first number of buffer descriptors: every buffer is a file, and programs
/// expect small numbers for their own files (`select` supports no others).
const FIRST: i32 = 4096;

/// The requested limit of descriptors. A higher one would slow down programs
/// that close every possible number before they execute another.
const WANTED: u64 = 65_536;

/// The descriptor table of this process.
pub struct OwnFds(());

impl OwnFds {
    /// Raises the limit of open files, once, if it is lower than buffers may need: later changes by
    /// the program take precedence.
    pub fn new() -> OwnFds {
        static RAISED: std::sync::Once = std::sync::Once::new();
        RAISED.call_once(raise_limit);
        OwnFds(())
    }
}

fn raise_limit() {
    let mut limit = libc::rlimit {
        rlim_cur: 0,
        rlim_max: 0,
    };
    // SAFETY: the structure is valid for both calls. A failure leaves the lower
    // limit, which a client may then reach.
    unsafe {
        if libc::getrlimit(libc::RLIMIT_NOFILE, &mut limit) == 0 && limit.rlim_cur < WANTED {
            limit.rlim_cur = limit.rlim_max.min(WANTED);
            libc::setrlimit(libc::RLIMIT_NOFILE, &limit);
        }
    }
}

/// A file for a descriptor returned by a system call.
fn file(fd: i32) -> io::Result<File> {
    match fd {
        // SAFETY: the call created the descriptor, so it has no other owner.
        0.. => Ok(unsafe { File::from_raw_fd(fd) }),
        _ => Err(io::Error::last_os_error()),
    }
}

/// The same file under a high number, or under any if there is none.
fn high(low: File) -> io::Result<File> {
    // SAFETY: no memory is passed.
    let fd = unsafe { libc::fcntl(low.as_raw_fd(), libc::F_DUPFD_CLOEXEC, FIRST) };
    match fd {
        0.. => file(fd),
        _ => Ok(low),
    }
}

impl Fds for OwnFds {
    fn memory(&self, name: &str, len: u64) -> io::Result<File> {
        let name = std::ffi::CString::new(name).unwrap_or_default();
        let flags = libc::MFD_CLOEXEC | libc::MFD_ALLOW_SEALING;
        // SAFETY: the name ends in a zero byte.
        let memory = high(file(unsafe { libc::memfd_create(name.as_ptr(), flags) })?)?;
        memory.set_len(len)?;
        let seals = libc::F_SEAL_SHRINK | libc::F_SEAL_GROW | libc::F_SEAL_SEAL;
        // SAFETY: no memory is passed.
        match unsafe { libc::fcntl(memory.as_raw_fd(), libc::F_ADD_SEALS, seals) } {
            0 => Ok(memory),
            _ => Err(io::Error::last_os_error()),
        }
    }

    fn export(&self, file: &File, close: CloseOnExec) -> io::Result<i32> {
        let command = match close {
            CloseOnExec::Yes => libc::F_DUPFD_CLOEXEC,
            CloseOnExec::No => libc::F_DUPFD,
        };
        // SAFETY: no memory is passed.
        match unsafe { libc::fcntl(file.as_raw_fd(), command, 0) } {
            fd @ 0.. => Ok(fd),
            _ => Err(io::Error::last_os_error()),
        }
    }

    fn import(&self, fd: i32) -> io::Result<File> {
        // SAFETY: no memory is passed.
        let copy = file(unsafe { libc::fcntl(fd, libc::F_DUPFD_CLOEXEC, FIRST) })?;
        // SAFETY: no memory is passed.
        let seals = unsafe { libc::fcntl(copy.as_raw_fd(), libc::F_GET_SEALS) };
        match seals >= 0 && seals & libc::F_SEAL_SHRINK != 0 {
            true => Ok(copy),
            false => Err(io::Error::from_raw_os_error(libc::EINVAL)),
        }
    }

    fn event(&self, close: CloseOnExec) -> io::Result<(i32, File)> {
        let flags = match close {
            CloseOnExec::Yes => libc::O_CLOEXEC,
            CloseOnExec::No => 0,
        };
        let fd = device::open_event(flags).map_err(|e| io::Error::from_raw_os_error(e.0))?;
        Ok((fd, self.any(fd)?))
    }

    fn any(&self, fd: i32) -> io::Result<File> {
        // SAFETY: no memory is passed.
        file(unsafe { libc::fcntl(fd, libc::F_DUPFD_CLOEXEC, FIRST) })
    }

    fn monotonic(&self) -> u64 {
        let mut now = libc::timespec {
            tv_sec: 0,
            tv_nsec: 0,
        };
        // SAFETY: the structure is valid. Linux always has this clock.
        unsafe { libc::clock_gettime(libc::CLOCK_MONOTONIC, &mut now) };
        now.tv_sec as u64 * 1_000_000_000 + now.tv_nsec as u64
    }
}
