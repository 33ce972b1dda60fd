//! Ioctls on descriptors of buffers. Source: Linux `dma-buf.c`, and `dma-buf.h`
//! for the numbers.

use super::args::{Args, structs};
use super::device::DrmDevice;
use super::driver::Driver;
use super::errno::Errno;
use super::fence::{Fence, FenceSet, Until, Use};
use super::pages::FileKey;
use super::user::UserMemory;

structs! {
    sync 8 { FLAGS: u64 = 0, }
    export_sync_file 8 { FLAGS: u32 = 0, FD: i32 = 4, }
}

/// The type byte of these ioctls.
pub const TYPE: u8 = b'b';
const SYNC: u32 = 0x4008_6200;
const SET_NAME: [u32; 2] = [0x4004_6201, 0x4008_6201];
const EXPORT_SYNC_FILE: u32 = 0xc008_6202;

/// Reading, writing or both.
const READ_WRITE: u64 = 3;
const WRITE: u64 = 2;
/// The access ends; without it, the access begins.
const END: u64 = 4;

fn access(flags: u64) -> Use {
    match flags & WRITE {
        0 => Use::Read,
        _ => Use::Write,
    }
}

impl<D: Driver> DrmDevice<D> {
    /// Makes the ioctl `request` on the descriptor of a buffer of this device;
    /// `None` if the file is not a buffer.
    pub fn dma_buf_ioctl(
        &self,
        key: FileKey,
        request: u64,
        arg: u64,
        user: &dyn UserMemory,
    ) -> Option<Result<i32, Errno>> {
        let object = self.state().gem.shared(key)?;
        let call = || match request as u32 {
            SYNC => {
                let mut args = Args::zeroed(sync::SIZE);
                user.read(arg, args.bytes_mut())?;
                let flags = args.get(sync::FLAGS);
                if flags & !(READ_WRITE | END) != 0 || flags & READ_WRITE == 0 {
                    return Err(Errno::EINVAL);
                }
                // CPU access begins when no job conflicts with it.
                if flags & END == 0 {
                    let seqno = object.reservation.seqno_before(access(flags));
                    self.wait(seqno, Until::Done)?;
                }
                Ok(0)
            }
            r if SET_NAME.contains(&r) => Ok(0),
            EXPORT_SYNC_FILE => {
                let mut args = Args::zeroed(export_sync_file::SIZE);
                user.read(arg, args.bytes_mut())?;
                let flags = u64::from(args.get(export_sync_file::FLAGS));
                if flags & !READ_WRITE != 0 || flags & READ_WRITE == 0 {
                    return Err(Errno::EINVAL);
                }
                let fences = match object.reservation.before(access(flags)) {
                    Some(fence) => FenceSet::from([fence]),
                    None => Fence::stub(self.fds.monotonic()),
                };
                let fd = self.fences().export(self.fds.as_ref(), fences, None)?;
                args.set(export_sync_file::FD, fd);
                user.write(arg, args.bytes())?;
                Ok(0)
            }
            _ => Err(Errno::ENOTTY),
        };
        Some(call())
    }
}
