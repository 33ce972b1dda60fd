//! Descriptors of fences. Source: Linux `sync_file.c`, and `sync_file.h` for the
//! structures.
//!
//! The descriptor is a file of the embedder that is not readable until a byte is written to it: so
//! `poll` is correct in every process that has it.

use std::fs::File;
use std::io::Write;
use std::sync::Arc;

use super::args::{Args, structs};
use super::errno::Errno;
use super::fds::{CloseOnExec, Fds};
use super::fence::{FenceSet, Fences, all_done, merge};
use super::ioctl::Request;
use super::pages::FileKey;
use super::user::UserMemory;

structs! {
    sync_merge_data 48 { FD2: i32 = 32, FENCE: i32 = 36, FLAGS: u32 = 40, PAD: u32 = 44, }
    sync_file_info 56 { STATUS: i32 = 32, FLAGS: u32 = 36, NUM_FENCES: u32 = 40, PAD: u32 = 44, FENCES: u64 = 48, }
    sync_fence_info 80 { STATUS: i32 = 64, FLAGS: u32 = 68, TIMESTAMP: u64 = 72, }
}

/// The type byte of these ioctls.
pub const TYPE: u8 = b'>';
const MERGE: u32 = 0xc030_3e03;
const FILE_INFO: u32 = 0xc038_3e04;
/// Bytes of a name.
const NAME: usize = 32;

/// The fences of a descriptor.
pub struct SyncFile {
    name: String,
    fences: FenceSet,
    /// The file to write to when all fences are signalled.
    file: Option<File>,
}

impl SyncFile {
    /// Makes the descriptor readable if all fences are signalled.
    pub(super) fn signal(&mut self) {
        if all_done(&self.fences)
            && let Some(mut file) = self.file.take()
        {
            // The file is new, so there is room for one byte.
            let _ = file.write_all(&[1]);
        }
    }
}

impl Fences {
    /// A new descriptor for fences.
    pub fn export(
        &self,
        fds: &dyn Fds,
        fences: FenceSet,
        name: Option<String>,
    ) -> Result<i32, Errno> {
        let (fd, file) = fds.event(CloseOnExec::Yes)?;
        let key = FileKey::of(&file)?;
        let first = fences.first().ok_or(Errno::EINVAL)?;
        let name = name.unwrap_or_else(|| {
            format!(
                "{}-{}{}-{}",
                first.driver, first.timeline, first.context, first.seqno
            )
        });
        let mut sync_file = SyncFile {
            name,
            fences,
            file: Some(file),
        };
        let mut state = self.state();
        // Under the lock, so that no fence is signalled in between.
        sync_file.signal();
        state.sync_files.insert(key, sync_file);
        Ok(fd)
    }

    /// The fences of a descriptor.
    pub fn import(&self, fds: &dyn Fds, fd: i32) -> Option<FenceSet> {
        let key = FileKey::of(&fds.any(fd).ok()?).ok()?;
        self.of(key)
    }

    fn of(&self, key: FileKey) -> Option<FenceSet> {
        Some(self.state().sync_files.get(&key)?.fences.clone())
    }

    /// Makes the ioctl `request` on the descriptor with this key.
    pub fn ioctl(
        &self,
        fds: &dyn Fds,
        key: FileKey,
        request: u64,
        arg: u64,
        user: &dyn UserMemory,
    ) -> Result<i32, Errno> {
        let size = usize::from(Request::parse(request).size);
        let call = match request as u32 {
            MERGE => merge_files,
            FILE_INFO => info,
            _ => return Err(Errno::ENOTTY),
        };
        let mut args = Args::zeroed(size);
        let fences = self.of(key).ok_or(Errno::ENOTTY)?;
        user.read(arg, args.bytes_mut())?;
        call(self, fds, (key, fences), &mut args, user)?;
        user.write(arg, args.bytes())?;
        Ok(0)
    }
}

type Of = (FileKey, FenceSet);

fn merge_files(
    all: &Fences,
    fds: &dyn Fds,
    (_, fences): Of,
    a: &mut Args,
    _: &dyn UserMemory,
) -> Result<(), Errno> {
    use sync_merge_data as m;
    if a.get(m::FLAGS) != 0 || a.get(m::PAD) != 0 {
        return Err(Errno::EINVAL);
    }
    let other = all.import(fds, a.get(m::FD2)).ok_or(Errno::ENOENT)?;
    let bytes: Vec<u8> = a.bytes()[..NAME - 1]
        .iter()
        .copied()
        .take_while(|b| *b != 0)
        .collect();
    let name = String::from_utf8_lossy(&bytes).into_owned();
    let fd = all.export(fds, merge(&fences, &other), Some(name))?;
    a.set(m::FENCE, fd);
    Ok(())
}

fn put_name(bytes: &mut [u8], name: &str) {
    let len = name.len().min(NAME - 1);
    bytes[..NAME].fill(0);
    bytes[..len].copy_from_slice(&name.as_bytes()[..len]);
}

fn info(
    all: &Fences,
    _: &dyn Fds,
    (key, fences): Of,
    a: &mut Args,
    user: &dyn UserMemory,
) -> Result<(), Errno> {
    use sync_file_info as i;
    if a.get(i::FLAGS) != 0 || a.get(i::PAD) != 0 {
        return Err(Errno::EINVAL);
    }
    let room = a.get(i::NUM_FENCES) as usize;
    if room > 0 {
        if room < fences.len() {
            return Err(Errno::EINVAL);
        }
        let mut rows = Vec::new();
        for fence in fences.iter() {
            let mut row = Args::zeroed(sync_fence_info::SIZE);
            put_name(&mut row.bytes_mut()[..NAME], fence.timeline);
            put_name(&mut row.bytes_mut()[NAME..], fence.driver);
            row.set(sync_fence_info::STATUS, fence.done().is_some().into());
            row.set(sync_fence_info::TIMESTAMP, fence.done().unwrap_or(0));
            rows.extend_from_slice(row.bytes());
        }
        user.write(a.get(i::FENCES), &rows)?;
    }
    let name = all
        .state()
        .sync_files
        .get(&key)
        .map_or_else(String::new, |f| f.name.clone());
    put_name(a.bytes_mut(), &name);
    a.set(i::STATUS, all_done(&fences).into());
    a.set(i::NUM_FENCES, fences.len() as u32);
    Ok(())
}

/// A descriptor that is never readable, for objects without a state to show.
pub(super) fn plain_descriptor(fds: &dyn Fds) -> Result<(i32, FileKey, Arc<File>), Errno> {
    let (fd, file) = fds.event(CloseOnExec::Yes)?;
    Ok((fd, FileKey::of(&file)?, Arc::new(file)))
}
