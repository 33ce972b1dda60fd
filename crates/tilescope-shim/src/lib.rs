//! `libtilescope_shim.so`: a preloaded library that adds virtual DRM devices to
//! a program.
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
//! - Calls that do not concern the virtual devices go to the C library
//!   unchanged: other render nodes stay reachable, and shared folders have
//!   both.
//! - The device's descriptors are real ones. They can be copied, passed to
//!   children, polled and closed in any way; see [`identity`].
//! - A forked child has its own copy of the device; see [`gate`]. A program that is executed with
//!   files of the device open, or receives them over a socket, has them as if it had just opened
//!   them: handles end with the old program; see [`mark`]. Buffers (PRIME) are files that hold the
//!   pages, and the same in all processes.
//! - Jobs run on a separate thread; see [`worker`]. `exit` and `_exit` wait for remaining jobs;
//!   they are lost on `exec` and on signals that end the process.
//! - Signal handlers of the program do not run inside the library; see [`signals`].
//! - Nothing is cleaned up at the end of a thread, and the library cannot be
//!   unloaded, so the order of destruction does not matter.
//!
//! Limits:
//!
//! - System calls made without the C library are not intercepted, nor are those that the C library
//!   makes internally, as in `glob` and `nftw`.
//! - Symbolic links outside `/dev` and `/sys` to a virtual device do not
//!   resolve.
//! - The library allocates with the program's allocator. A handler that interrupted
//!   the allocator must not open or use a device, and may close other files.
//! - A handler that was installed by a direct system call is not deferred: if it interrupts a call,
//!   neither it nor a child that it forks sees the device.

#[cfg(not(all(target_os = "linux", target_env = "gnu", target_pointer_width = "64")))]
compile_error!("the shim supports only glibc on 64-bit Linux");

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
