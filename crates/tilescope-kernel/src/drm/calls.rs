//! The calls on a device, for embedders that do not know its driver.

use std::sync::{Arc, RwLockWriteGuard};

use super::device::DrmDevice;
use super::driver::Driver;
use super::errno::Errno;
use super::fence::Fences;
use super::file::{Access, FileId, MapTarget};
use super::ioctl;
use super::node::{Description, Node, Privilege};
use super::pages::FileKey;
use super::user::UserMemory;

/// A device with any driver. [`crate::Kernel`] documents the calls.
pub trait Calls: Send + Sync {
    /// Blocks calls until the result is dropped.
    fn pause(&self) -> RwLockWriteGuard<'_, ()>;
    /// The description that clients see.
    fn description(&self) -> &'static Description;
    /// Opens the device.
    fn open(&self, node: Node, privilege: Privilege) -> FileId;
    /// Closes a file.
    fn close(&self, file: FileId) -> Result<(), Errno>;
    /// Makes an ioctl on a file.
    fn ioctl(
        &self,
        file: FileId,
        request: u64,
        arg: u64,
        user: &dyn UserMemory,
    ) -> Result<i32, Errno>;
    /// The name of an ioctl.
    fn ioctl_name(&self, request: u64) -> Option<&'static str>;
    /// Makes an ioctl on the descriptor of a buffer; `None` if it is not one of this device.
    fn dma_buf_ioctl(
        &self,
        key: FileKey,
        request: u64,
        arg: u64,
        user: &dyn UserMemory,
    ) -> Option<Result<i32, Errno>>;
    /// The file and offset to map.
    fn mmap(&self, file: FileId, offset: u64, len: u64, access: Access)
    -> Result<MapTarget, Errno>;
    /// The number of buffers with handles, and the bytes of GPU memory in use.
    fn usage(&self) -> (usize, u64);
    /// The fences that this device shares with others.
    fn fences(&self) -> &Arc<Fences>;
    /// Runs jobs as they arrive, until [`Calls::end_work`].
    fn work(&self);
    /// Makes the worker end once no job is left.
    fn end_work(&self);
}

impl<D: Driver> Calls for DrmDevice<D> {
    fn pause(&self) -> RwLockWriteGuard<'_, ()> {
        self.pause()
    }

    fn description(&self) -> &'static Description {
        D::DESCRIPTION
    }

    fn open(&self, node: Node, privilege: Privilege) -> FileId {
        self.open(node, privilege)
    }

    fn close(&self, file: FileId) -> Result<(), Errno> {
        self.close(file)
    }

    fn ioctl(
        &self,
        file: FileId,
        request: u64,
        arg: u64,
        user: &dyn UserMemory,
    ) -> Result<i32, Errno> {
        self.ioctl(file, request, arg, user)
    }

    fn ioctl_name(&self, request: u64) -> Option<&'static str> {
        ioctl::name::<D>(request)
    }

    fn dma_buf_ioctl(
        &self,
        key: FileKey,
        request: u64,
        arg: u64,
        user: &dyn UserMemory,
    ) -> Option<Result<i32, Errno>> {
        self.dma_buf_ioctl(key, request, arg, user)
    }

    fn mmap(
        &self,
        file: FileId,
        offset: u64,
        len: u64,
        access: Access,
    ) -> Result<MapTarget, Errno> {
        self.mmap(file, offset, len, access)
    }

    fn usage(&self) -> (usize, u64) {
        (self.buffers(), self.driver.memory().used())
    }

    fn fences(&self) -> &Arc<Fences> {
        self.fences()
    }

    fn work(&self) {
        self.work();
    }

    fn end_work(&self) {
        self.end_work();
    }
}
