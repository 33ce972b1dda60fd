//! Files: the pages of buffers, and descriptors in the client's table; and the
//! clock that clients name times of.

use std::fs::File;
use std::io;

/// Whether a descriptor closes itself when the client executes another program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CloseOnExec {
    /// It closes.
    Yes,
    /// It stays.
    No,
}

/// The operating system, as the kernel needs it. Implemented by the embedder,
/// because it decides whose descriptor table a number belongs to.
pub trait Fds: Send + Sync {
    /// A new file of `len` zero bytes in memory (a memfd), which must keep its
    /// length for ever: sealed against shrinking. `name` is for `/proc`.
    fn memory(&self, name: &str, len: u64) -> io::Result<File>;

    /// A new descriptor in the client's table for `file`.
    fn export(&self, file: &File, close: CloseOnExec) -> io::Result<i32>;

    /// The file behind a descriptor that the client hands over as a buffer. The
    /// error is EBADF if there is no such descriptor and EINVAL if the file
    /// cannot be a buffer: anything but a memfd sealed against shrinking.
    fn import(&self, fd: i32) -> io::Result<File>;

    /// A new descriptor in the client's table of a new file, and the file. Nothing
    /// can be read from it until something is written to it, and it is told from
    /// all others by [`FileKey`](super::pages::FileKey).
    fn event(&self, close: CloseOnExec) -> io::Result<(i32, File)>;

    /// The file behind any descriptor of the client's.
    fn any(&self, fd: i32) -> io::Result<File>;

    /// The time of the monotonic clock in nanoseconds.
    fn monotonic(&self) -> u64;
}
