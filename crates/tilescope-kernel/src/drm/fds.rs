//! Files for the pages of buffers, descriptors in the client's table, and the
//! clock of the client's timeouts.

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

/// The operating system services that the kernel needs. Implemented by the
/// embedder, because it knows the descriptor table that a number belongs to.
pub trait Fds: Send + Sync {
    /// A new file of `len` zero bytes in memory (a memfd), sealed against
    /// shrinking. `name` is for `/proc`.
    fn memory(&self, name: &str, len: u64) -> io::Result<File>;

    /// A new descriptor in the client's table for `file`.
    fn export(&self, file: &File, close: CloseOnExec) -> io::Result<i32>;

    /// The file of a descriptor that the client passes as a buffer. The error
    /// is EBADF if there is no such descriptor and EINVAL if the file cannot be
    /// a buffer: anything but a memfd sealed against shrinking.
    fn import(&self, fd: i32) -> io::Result<File>;

    /// A new descriptor in the client's table of a new file, and the file. It is not readable until
    /// something is written to it, and it has a unique [`FileKey`](super::pages::FileKey).
    fn event(&self, close: CloseOnExec) -> io::Result<(i32, File)>;

    /// The file of any descriptor of the client.
    fn any(&self, fd: i32) -> io::Result<File>;

    /// The time of the monotonic clock in nanoseconds.
    fn monotonic(&self) -> u64;
}
