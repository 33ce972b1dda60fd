//! Tells descriptors of our device nodes in a program that did not open them: one
//! that was executed with them open, or got them over a socket.
//!
//! A pipe has no room for a name. But every open file has the number of a signal
//! for asynchronous input (`F_SETSIG`), which means nothing unless that is
//! switched on, and goes wherever the file goes. Together with a pipe of one page
//! that is open for both reading and writing, nothing else looks like that.

use std::os::fd::RawFd;

use tilescope_kernel::Node;

/// Source: Linux `asm-generic/fcntl.h`.
const F_SETSIG: i32 = 10;
const F_GETSIG: i32 = 11;

/// The first signal that stands for a node. The C library uses none of the last
/// ones itself.
const FIRST: i32 = 41;
/// The number of signals from there on: two for each device.
const COUNT: i32 = 24;

/// A pipe of one page.
const ROOM: i32 = 4096;

/// Notes which node a descriptor is of. Devices beyond those that there are
/// numbers for stay without.
pub fn write(fd: RawFd, card: usize, kind: Node) {
    let second = i32::from(kind == Node::Render);
    let number = i32::try_from(card).unwrap_or(COUNT).saturating_mul(2) + second;
    if number < COUNT {
        // SAFETY: no memory is passed. Without the mark a program that gets the
        // descriptor sees a pipe.
        unsafe {
            libc::fcntl(fd, libc::F_SETPIPE_SZ, ROOM);
            libc::fcntl(fd, F_SETSIG, FIRST + number);
        }
    }
}

/// The device and the node that a descriptor is of.
pub fn read(fd: RawFd) -> Option<(usize, Node)> {
    // SAFETY: no memory is passed.
    let (signal, flags, room) = unsafe {
        (
            libc::fcntl(fd, F_GETSIG),
            libc::fcntl(fd, libc::F_GETFL),
            libc::fcntl(fd, libc::F_GETPIPE_SZ),
        )
    };
    let is_ours = room == ROOM && flags & libc::O_ACCMODE == libc::O_RDWR;
    if !is_ours || !(FIRST..FIRST + COUNT).contains(&signal) {
        return None;
    }
    let number = (signal - FIRST) as usize;
    let kind = match number % 2 {
        0 => Node::Primary,
        _ => Node::Render,
    };
    Some((number / 2, kind))
}

extern "C" fn at_start() {
    // SAFETY: the name ends in a zero byte, and nothing changes the environment
    // before the program runs.
    let wanted = unsafe { !libc::getenv(c"TILESCOPE_GPU".as_ptr()).is_null() };
    if wanted {
        crate::hooks::inherit();
        let all = crate::identity::descriptors().unwrap_or_default();
        all.into_iter().for_each(crate::device::adopt);
    }
}

/// Runs when the library is loaded: a program may begin by asking what kind of
/// file its descriptors are of.
#[used]
// SAFETY: the section holds pointers to functions without arguments that are used.
#[unsafe(link_section = ".init_array")]
static AT_START: extern "C" fn() = at_start;
