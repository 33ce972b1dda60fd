//! Marks on descriptors of device nodes, for programs that did not open them:
//! those that were executed with them open, or received them over a socket.
//!
//! A pipe has no room for a name. But every open file has the number of a
//! signal for asynchronous input (`F_SETSIG`), which has no effect unless that
//! is enabled, and stays with the file. Combined with a pipe of one page that
//! is open for both reading and writing, the mark is unique.

use std::os::fd::RawFd;

use tilescope_kernel::Node;

/// Source: Linux `asm-generic/fcntl.h`.
const F_SETSIG: i32 = 10;
const F_GETSIG: i32 = 11;

/// The first signal that represents a node. The C library does not use the last
/// signals itself.
const FIRST: i32 = 41;
/// The number of signals from there on: two for each device.
const COUNT: i32 = 24;

/// A pipe of one page.
const ROOM: i32 = 4096;

/// Marks a descriptor with its node. Devices beyond the available numbers
/// remain unmarked.
pub fn write(fd: RawFd, card: usize, kind: Node) {
    let second = i32::from(kind == Node::Render);
    let number = i32::try_from(card).unwrap_or(COUNT).saturating_mul(2) + second;
    if number < COUNT {
        // SAFETY: no memory is passed. Without the mark a program that receives
        // the descriptor sees a pipe.
        unsafe {
            libc::fcntl(fd, libc::F_SETPIPE_SZ, ROOM);
            libc::fcntl(fd, F_SETSIG, FIRST + number);
        }
    }
}

/// The device and the node of a marked descriptor.
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

/// Runs when the library is loaded: a program may start by checking the file
/// types of its descriptors.
#[used]
// SAFETY: the section holds pointers to functions without arguments that are used.
#[unsafe(link_section = ".init_array")]
static AT_START: extern "C" fn() = at_start;
