//! The memory of the client.

use super::errno::Errno;

/// The client passed an address that it has no access to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fault;

impl From<Fault> for Errno {
    fn from(_: Fault) -> Self {
        Errno::EFAULT
    }
}

/// The memory of the calling process. Every pointer in an ioctl goes through
/// this trait, so that a bad one is an error and never a crash.
pub trait UserMemory {
    /// Fills `out` from `address`.
    fn read(&self, address: u64, out: &mut [u8]) -> Result<(), Fault>;

    /// Writes `data` to `address`.
    fn write(&self, address: u64, data: &[u8]) -> Result<(), Fault>;
}

/// The largest copy from the client in one ioctl, in bytes: a real kernel
/// cannot allocate more for it either.
pub const MAX_COPY: u64 = 64 << 20;

/// Copies `len` bytes from `address`. Source of the error for unreasonable
/// sizes: `kvmalloc` fails.
pub fn copy_in(user: &dyn UserMemory, address: u64, len: u64) -> Result<Vec<u8>, Errno> {
    if len > MAX_COPY {
        return Err(Errno::ENOMEM);
    }
    let mut bytes = vec![0; len as usize];
    if !bytes.is_empty() {
        user.read(address, &mut bytes)?;
    }
    Ok(bytes)
}
