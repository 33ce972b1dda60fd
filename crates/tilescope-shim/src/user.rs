//! The memory of the program, which is this process, accessed through system
//! calls, so that a bad pointer is an error and not a crash.

use std::os::fd::{FromRawFd, OwnedFd};
use std::sync::OnceLock;

use tilescope_kernel::{Fault, UserMemory};

/// The memory of this process.
pub struct OwnMemory;

#[derive(Clone, Copy)]
enum Way {
    FromUser,
    ToUser,
}

impl UserMemory for OwnMemory {
    fn read(&self, address: u64, out: &mut [u8]) -> Result<(), Fault> {
        transfer(address, out.as_mut_ptr(), out.len(), Way::FromUser)
    }

    fn write(&self, address: u64, data: &[u8]) -> Result<(), Fault> {
        transfer(address, data.as_ptr().cast_mut(), data.len(), Way::ToUser)
    }
}

/// Moves `len` bytes between the client's `address` and `buffer`, which is only
/// read if the data goes to the client.
fn transfer(address: u64, buffer: *mut u8, len: usize, way: Way) -> Result<(), Fault> {
    if len == 0 {
        return Ok(());
    }
    let local = libc::iovec {
        iov_base: buffer.cast(),
        iov_len: len,
    };
    let remote = libc::iovec {
        iov_base: address as *mut libc::c_void,
        iov_len: len,
    };
    // SAFETY: `local` is a slice of the caller's that outlives the call, and
    // the system checks `remote`.
    let moved = unsafe {
        let pid = libc::getpid();
        match way {
            Way::FromUser => libc::process_vm_readv(pid, &local, 1, &remote, 1, 0),
            Way::ToUser => libc::process_vm_writev(pid, &local, 1, &remote, 1, 0),
        }
    };
    if moved == len as isize {
        return Ok(());
    }
    let forbidden = matches!(crate::real::errno(), libc::ENOSYS | libc::EPERM);
    match moved < 0 && forbidden {
        true => through_pipe(address, buffer, len, way),
        false => Err(Fault),
    }
}

/// A pipe within this process, for sandboxes that forbid the calls above: reads
/// and writes at a bad address fail there as well.
fn pipe() -> Option<&'static std::sync::Mutex<[OwnedFd; 2]>> {
    static PIPE: OnceLock<Option<std::sync::Mutex<[OwnedFd; 2]>>> = OnceLock::new();
    let make = || {
        let mut ends = [-1; 2];
        // SAFETY: room for two numbers.
        let made = unsafe { libc::pipe2(ends.as_mut_ptr(), libc::O_CLOEXEC) };
        // SAFETY: both are ours and open if the call succeeded.
        let own = |fd| unsafe { OwnedFd::from_raw_fd(fd) };
        (made == 0).then(|| std::sync::Mutex::new(ends.map(own)))
    };
    PIPE.get_or_init(make).as_ref()
}

fn through_pipe(address: u64, buffer: *mut u8, len: usize, way: Way) -> Result<(), Fault> {
    use std::os::fd::AsRawFd;
    let ends = pipe().ok_or(Fault)?;
    let ends = ends.lock().unwrap_or_else(|e| e.into_inner());
    let user = address as *mut u8;
    let (from, to) = match way {
        Way::FromUser => (user, buffer),
        Way::ToUser => (buffer, user),
    };
    // A pipe takes at least 4096 bytes without a reader.
    for at in (0..len).step_by(4096) {
        let piece = (len - at).min(4096);
        // SAFETY: the system checks both addresses; the one that is ours has room
        // for `len` bytes.
        let (put, got) = unsafe {
            let put = libc::write(ends[1].as_raw_fd(), from.wrapping_add(at).cast(), piece);
            let most = usize::try_from(put).unwrap_or(0);
            let got = match most {
                0 => 0,
                n => libc::read(ends[0].as_raw_fd(), to.wrapping_add(at).cast(), n),
            };
            (put, got)
        };
        if got < put && put > 0 {
            drain(ends[0].as_raw_fd(), put - got.max(0));
        }
        if put != piece as isize || got != put {
            return Err(Fault);
        }
    }
    Ok(())
}

/// Drains the data that a failed read left in the pipe.
fn drain(fd: i32, len: isize) {
    let mut rest = [0_u8; 4096];
    let len = usize::try_from(len).unwrap_or(0).min(rest.len());
    // SAFETY: room for `len` bytes.
    unsafe { libc::read(fd, rest.as_mut_ptr().cast(), len) };
}
