//! Error numbers that ioctls return.

use std::fmt;
use std::io;

/// An error number of Linux, positive.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Errno(pub i32);

macro_rules! numbers {
    ($($name:ident = $value:literal, $doc:literal;)+) => {
        impl Errno {
            $(#[doc = $doc] pub const $name: Errno = Errno($value);)+

            /// Its name in `errno.h`, if this kernel returns it.
            pub fn name(self) -> Option<&'static str> {
                match self.0 { $($value => Some(stringify!($name)),)+ _ => None }
            }
        }
    };
}

// Source: Linux include/uapi/asm-generic/errno-base.h and errno.h.
numbers! {
    EPERM = 1, "Not permitted.";
    ENOENT = 2, "No such object.";
    ENXIO = 6, "No such device or address.";
    EBADF = 9, "Not a file descriptor.";
    ENOMEM = 12, "Out of memory.";
    EACCES = 13, "Permission denied.";
    EFAULT = 14, "Bad address.";
    EBUSY = 16, "Device or resource busy.";
    ENODEV = 19, "No such device.";
    EINVAL = 22, "Invalid argument.";
    EMFILE = 24, "Too many open files.";
    ENOTTY = 25, "Not an ioctl of this device.";
    ENOSPC = 28, "No space left.";
    ENOSYS = 38, "No such call.";
    ETIME = 62, "Timer expired.";
    EOVERFLOW = 75, "Too long.";
    ERESTART = 85, "Restart the call: never visible to clients.";
    EOPNOTSUPP = 95, "Not supported.";
    ETIMEDOUT = 110, "Timed out.";
    EALREADY = 114, "Already in progress.";
}

impl fmt::Display for Errno {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.name() {
            Some(name) => f.write_str(name),
            None => write!(f, "errno {}", self.0),
        }
    }
}

impl fmt::Debug for Errno {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl std::error::Error for Errno {}

impl From<io::Error> for Errno {
    /// The number of the system call that failed; ENOMEM if there was none.
    fn from(e: io::Error) -> Self {
        Errno(e.raw_os_error().unwrap_or(Errno::ENOMEM.0))
    }
}
