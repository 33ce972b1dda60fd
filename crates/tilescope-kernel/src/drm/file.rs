//! Open files, and mappings of buffers by clients.

use std::any::Any;
use std::fs::File;
use std::sync::Arc;

use super::gem::Object;

/// An open file of the device. Duplicated descriptors share one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FileId(u64);

impl FileId {
    pub(super) fn new(number: u64) -> Self {
        FileId(number)
    }

    /// Its number, counted from 1 in each kernel.
    pub fn number(self) -> u64 {
        self.0
    }
}

/// The access rights of a client's mapping.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// Read-only.
    Read,
    /// Read and write.
    Write,
}

/// The file that the embedder maps for the client in place of the device.
pub struct MapTarget {
    /// The file to map, shared.
    pub file: Arc<File>,
    /// The offset to map it at.
    pub offset: u64,
    /// A reference to the buffer. It is not freed while this is held, as in a
    /// real kernel: drop it after unmapping.
    pub hold: Hold,
}

/// Keeps a buffer alive.
#[derive(Clone)]
pub struct Hold(
    #[expect(dead_code, reason = "held only to keep the buffer alive")] Arc<dyn Any + Send + Sync>,
);

impl Hold {
    pub(super) fn new<B: Send + Sync + 'static>(buffer: Arc<Object<B>>) -> Self {
        Hold(buffer)
    }
}
