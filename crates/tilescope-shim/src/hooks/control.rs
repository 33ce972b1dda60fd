//! `ioctl`, `mmap` and the functions that end mappings.

use std::ffi::{c_int, c_ulong, c_void};

use libc::off_t;
use tilescope_kernel::drm::{dma_buf, ioctl, sync_file};
use tilescope_kernel::{Access, Errno};

use crate::device::{self, Devices, OpenFile};
use crate::gate::Pass;
use crate::real::{fail, next, set_errno};
use crate::signals;

/// The type field of an ioctl number. Source: Linux `asm-generic/ioctl.h`.
fn kind(request: c_ulong) -> u8 {
    (request >> 8) as u8
}

/// The result of an ioctl on a virtual file; `None` for other files.
fn ours(fd: c_int, request: c_ulong, argument: u64) -> Option<Result<i32, Errno>> {
    // The kernel takes 32-bit numbers; programs that keep them in an `int`
    // sign-extend them.
    let request = request & 0xffff_ffff;
    match kind(request) {
        ioctl::TYPE => match device::of(fd).or_else(|| adopted(fd))? {
            (devices, OpenFile::Device(node, file), _pass) => {
                Some(devices.ioctl(node.card, file, request, argument))
            }
            _ => None,
        },
        sync_file::TYPE => match device::of(fd)? {
            (devices, OpenFile::Event(key), _pass) => {
                Some(devices.event_ioctl(key, request, argument))
            }
            _ => None,
        },
        dma_buf::TYPE => {
            let (devices, _pass) = device::open_files()?;
            devices.buffer_ioctl(fd, request, argument)
        }
        _ => None,
    }
}

/// A virtual file that this program got from another one.
fn adopted(fd: c_int) -> Option<(&'static Devices, OpenFile, Pass)> {
    device::adopt(fd);
    device::of(fd)
}

/// As in the C library; requests to the device, its fences and its buffers go
/// to the virtual kernel.
///
/// # Safety
/// As in the C library.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ioctl(fd: c_int, request: c_ulong, argument: *mut c_void) -> c_int {
    loop {
        match ours(fd, request, argument as u64) {
            // A handler of the program has run that requires EINTR.
            Some(Err(Errno::ERESTART)) if signals::take_interrupted() => return fail(libc::EINTR),
            // A handler with SA_RESTART has run, or another thread forks: the
            // call then waits at the gate.
            Some(Err(Errno::ERESTART)) => {}
            Some(result) => return result.unwrap_or_else(|e| fail(e.0)),
            None => break,
        }
    }
    next!(ioctl: fn(c_int, c_ulong, *mut c_void) -> c_int, else -1, (fd, request, argument))
}

/// Bytes of the largest buffer whose pages are all mapped with it. Drivers map the buffers of
/// their commands anew for each frame, and write all of them: a fault for each page took 3 % of
/// a frame of many draws.
const POPULATED: usize = 256 << 10;

fn map(
    address: *mut c_void,
    len: usize,
    protection: c_int,
    flags: c_int,
    fd: c_int,
    offset: off_t,
) -> *mut c_void {
    // A direct system call: memory allocators map without a file, and looking
    // up the C library's function may allocate.
    let real = |flags: c_int, fd: c_int, offset: off_t| {
        // SAFETY: the caller's arguments are those of the system call.
        let at =
            unsafe { libc::syscall(libc::SYS_mmap, address, len, protection, flags, fd, offset) };
        at as *mut c_void
    };
    if flags & libc::MAP_FIXED != 0 {
        device::unmapped(address as usize, len);
    }
    if flags & libc::MAP_ANONYMOUS != 0 || fd < 0 {
        return real(flags, fd, offset);
    }
    let Some((devices, OpenFile::Device(node, file), _pass)) = device::of(fd) else {
        return real(flags, fd, offset);
    };
    let access = match protection & libc::PROT_WRITE {
        0 => Access::Read,
        _ => Access::Write,
    };
    let flags = match len <= POPULATED {
        true => flags | libc::MAP_POPULATE,
        false => flags,
    };
    let result = devices.map(node.card, file, offset as u64, len, access, |fd, offset| {
        real(flags, fd, offset as off_t)
    });
    result.unwrap_or_else(|e| {
        set_errno(e.0);
        libc::MAP_FAILED
    })
}

macro_rules! maps {
    ($($name:ident)+) => {$(
        /// As in the C library; mappings of the device show buffers.
        ///
        /// # Safety
        /// As in the C library.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name(
            address: *mut c_void,
            len: usize,
            protection: c_int,
            flags: c_int,
            fd: c_int,
            offset: off_t,
        ) -> *mut c_void {
            map(address, len, protection, flags, fd, offset)
        }
    )+};
}

maps! { mmap mmap64 }

/// As in the C library.
///
/// # Safety
/// As in the C library.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn munmap(address: *mut c_void, len: usize) -> c_int {
    // First, because afterwards another thread may get the same addresses. The
    // system refuses addresses inside a page.
    if (address as usize).is_multiple_of(4096) {
        device::unmapped(address as usize, len);
    }
    // SAFETY: as `mmap`.
    unsafe { libc::syscall(libc::SYS_munmap, address, len) as c_int }
}

/// As in the C library.
///
/// # Safety
/// As in the C library.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mremap(
    address: *mut c_void,
    old_len: usize,
    new_len: usize,
    flags: c_int,
    new_address: *mut c_void,
) -> *mut c_void {
    // SAFETY: as `mmap`.
    let at = unsafe {
        libc::syscall(
            libc::SYS_mremap,
            address,
            old_len,
            new_len,
            flags,
            new_address,
        )
    } as *mut c_void;
    if at != libc::MAP_FAILED {
        device::remapped(address as usize, old_len, at as usize, new_len);
    }
    at
}
