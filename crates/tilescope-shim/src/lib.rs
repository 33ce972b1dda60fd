//! `libtilescope_shim.so`: preloaded into a program, it shows it DRM devices
//! that are not there.
//!
//! ```text
//!  program, Mesa, libdrm
//!    | open, stat, readdir, readlink, ioctl, mmap, ...
//!    v
//!  hooks     functions with the names of the C library's
//!    |  is it about the device?  tree (by path), device (by descriptor)
//!    |-- no ---> real      the C library's function
//!    '-- yes --> device    open files, mappings
//!                  '-----> tilescope-kernel (everything DRM)
//! ```
//!
//! It acts only if `TILESCOPE_GPU` is set; `tilescope exec` sets it. The rules it
//! keeps:
//!
//! - Whatever is not about the device goes to the C library unchanged: other
//!   render nodes stay reachable, and shared folders show both.
//! - The device's descriptors are real ones. They can be copied, passed to
//!   children, polled and closed in any way; see [`identity`].
//! - A forked child has its own copy of the device; see [`gate`]. A program that is
//!   executed with files of the device open, or gets them over a socket, has them
//!   as if it had just opened them: handles went with the old program; see [`mark`].
//!   Buffers (PRIME) are files with the pages in them, and the same everywhere.
//! - Jobs run on a thread of their own; see [`worker`]. Whoever leaves by `exit`
//!   waits for those that are left; `_exit`, `exec` and signals lose them.
//! - Nothing is cleaned up at the end of a thread, and the library cannot be
//!   unloaded, so no order of ending things matters.
//!
//! What it does not do: relative paths count only if they name the device itself
//! or a descriptor of its folders, such a folder cannot be the current one, and
//! system calls made without the C library are not seen.

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
