//! `libtilescope_shim.so`: a preloaded library that shows a program virtual DRM
//! devices.
//!
//! ```text
//!  program, Mesa, libdrm
//!    | open, stat, readdir, readlink, ioctl, mmap, ...
//!    v
//!  hooks     functions that replace the C library's
//!    |  is it about the device?  tree (by path), device (by descriptor)
//!    |-- no ---> real      the C library's function
//!    '-- yes --> device    open files, mappings
//!                  '-----> tilescope-kernel (everything DRM)
//! ```
//!
//! It acts only if `TILESCOPE_GPU` is set; `tilescope exec` sets it. Its rules:
//!
//! - Calls that are not about the device go to the C library unchanged: other
//!   render nodes stay reachable, and shared folders show both.
//! - The device's descriptors are real ones. They can be copied, passed to
//!   children, polled and closed in any way; see [`identity`].
//! - A forked child has its own copy of the device; see [`gate`]. A program that is
//!   executed with files of the device open, or gets them over a socket, has them
//!   as if it had just opened them: handles went with the old program; see [`mark`].
//!   Buffers (PRIME) are files with the pages in them, and the same everywhere.
//! - Jobs run on a thread of their own; see [`worker`]. `exit` and `_exit` wait for
//!   those that are left; `exec` and signals that end the process lose them.
//! - Signal handlers of the program do not run inside the library; see [`signals`].
//! - Nothing is cleaned up at the end of a thread, and the library cannot be
//!   unloaded, so no order of ending things matters.
//!
//! Limits:
//!
//! - System calls made without the C library are not seen, nor are those that the C
//!   library makes for itself, as in `glob` and `nftw`.
//! - A symbolic link outside `/dev` and `/sys` to a virtual device leads nowhere.
//! - The library allocates with the program's allocator. A handler that interrupted
//!   the allocator must not open or use a device, and may close other files.
//! - A handler that was installed by a system call is not deferred: it does not see
//!   the device if it interrupted a call, and a child that it forks then does not
//!   either.

#[cfg(not(all(target_os = "linux", target_env = "gnu", target_pointer_width = "64")))]
compile_error!("the shim stands before glibc on 64-bit Linux and before nothing else");

mod device;
mod fds;
mod gate;
mod hooks;
mod identity;
mod mappings;
mod mark;
mod real;
mod signals;
mod tree;
mod user;
mod worker;
mod workers;
