//! Buffers. Source of all answers: Linux `msm_drv.c` and `msm_gem.c`.

use std::fs::File;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tilescope_adreno::rules::kernel as rules;
use tilescope_core::{AddressSpace, Finding, Location};

use super::MsmDevice;
use super::queue::deadline;
use crate::drm::args::{Args, structs};
use crate::drm::errno::Errno;
use crate::drm::fence::{Until, Use};
use crate::drm::file::FileId;
use crate::drm::gem::{Gem, Object};
use crate::drm::memory::{Lease, Owner};
use crate::drm::pages::{PAGE, Sharing};
use crate::drm::user::UserMemory;

structs! {
    gem_new 16 { BYTES: u64 = 0, FLAGS: u32 = 8, HANDLE: u32 = 12, }
    gem_cpu_prep 24 { HANDLE: u32 = 0, OP: u32 = 4, TIMEOUT: i64 = 8, NANOSECONDS: i64 = 16, }
    gem_cpu_fini 4 { HANDLE: u32 = 0, }
    gem_madvise 12 { HANDLE: u32 = 0, MADV: u32 = 4, RETAINED: u32 = 8, }
}

/// `MSM_BO_SCANOUT` and `MSM_BO_GPU_READONLY`.
const SCANOUT: u32 = 1;
const READONLY: u32 = 2;
/// `MSM_BO_CACHED`, `MSM_BO_WC`, `MSM_BO_UNCACHED` and `MSM_BO_CACHED_COHERENT`: the CPU's caching
/// of the buffer.
const CACHED: u32 = 0x1_0000;
const WC: u32 = 0x2_0000;
const UNCACHED: u32 = 0x4_0000;
const COHERENT: u32 = 0x8_0000;
const CACHE_MASK: u32 = 0xf_0000;

/// `MSM_PREP_WRITE`, `MSM_PREP_NOSYNC`, and with `MSM_PREP_READ` and `MSM_PREP_BOOST`.
const PREP_WRITE: u32 = 2;
const PREP_NOSYNC: u32 = 4;
const PREP_ALL: u32 = 15;

/// The client's advice about the contents of a buffer (madvise).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Advice {
    /// They are needed.
    WillNeed,
    /// They may be discarded when memory is short.
    DontNeed,
    /// They were discarded.
    Purged,
}

/// A buffer of a client.
pub type Buffer = Object<Bo>;

/// The driver's part of a buffer.
pub struct Bo {
    /// Counts its memory; addresses are those of files.
    lease: Lease,
    flags: u32,
    is_imported: bool,
    advice: Mutex<Advice>,
    /// The name that the client gave it.
    pub(super) name: Mutex<Vec<u8>>,
    /// Bytes that clients keep with it.
    pub(super) metadata: Mutex<Vec<u8>>,
}

pub(super) fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Bo {
    fn new(lease: Lease, flags: u32, is_imported: bool) -> Bo {
        Bo {
            lease,
            flags,
            is_imported,
            advice: Mutex::new(Advice::WillNeed),
            name: Mutex::default(),
            metadata: Mutex::default(),
        }
    }

    /// Whether its pages belong to another device or process.
    pub fn is_imported(&self) -> bool {
        self.is_imported
    }

    /// The flags that it was created with.
    pub fn flags(&self) -> u32 {
        self.flags
    }

    /// Whether the GPU may only read it.
    pub fn is_read_only(&self) -> bool {
        self.flags & READONLY != 0
    }

    /// Whether the client needs its contents.
    pub fn is_needed(&self) -> bool {
        *locked(&self.advice) == Advice::WillNeed
    }

    /// Discards the contents if the client allows it. Idle buffers only.
    fn purge(&self) {
        let mut advice = locked(&self.advice);
        if *advice == Advice::DontNeed && !self.is_imported {
            *advice = Advice::Purged;
            self.lease.discharge();
        }
    }
}

impl MsmDevice {
    pub(super) fn object(&self, file: FileId, handle: u32) -> Result<Arc<Buffer>, Errno> {
        let mut state = self.state();
        let object = state.file(file)?.handles.get(handle).cloned();
        object.ok_or(Errno::ENOENT)
    }

    /// Counts GPU memory. Unneeded buffers are purged to make room.
    fn place(&self, len: u64) -> Result<Lease, Errno> {
        let lease = || self.driver.memory.lease(len, Owner::Device);
        lease()
            .or_else(|_| {
                // Memory held by queued jobs is freed as they complete.
                self.wait_idle();
                lease()
            })
            .or_else(|_| {
                for object in self.state().gem.objects() {
                    object.driver.purge();
                }
                lease()
            })
            .inspect_err(|_| {
                let memory = &self.driver.memory;
                let (used, limit) = (memory.used(), memory.limit());
                let message = format!("{len} bytes requested, {used} of {limit} in use");
                let finding = Finding::new(&rules::OUT_OF_MEMORY, Location::new(), message);
                self.report(finding, &AddressSpace::new());
            })
    }
}

pub(super) fn create(
    k: &MsmDevice,
    f: FileId,
    a: &mut Args,
    _: &dyn UserMemory,
) -> Result<(), Errno> {
    let mut flags = a.get(gem_new::FLAGS);
    if flags & !(SCANOUT | READONLY | CACHE_MASK) != 0 {
        return Err(Errno::EINVAL);
    }
    // Uncached mappings count as write-combined.
    if flags & UNCACHED != 0 {
        flags = flags & !UNCACHED | WC;
    }
    let bytes = a.get(gem_new::BYTES);
    let size = bytes.checked_next_multiple_of(PAGE).ok_or(Errno::EINVAL)?;
    let is_cacheable = match flags & CACHE_MASK {
        CACHED | WC => true,
        COHERENT => k.driver.board.has_cached_coherent,
        _ => false,
    };
    if size == 0 || !is_cacheable {
        return Err(Errno::EINVAL);
    }
    let lease = k.place(size)?;
    let pages = k.pages.allocate(size, Sharing::Possible)?;
    let mut state = k.state();
    let bo = Bo::new(lease, flags, false);
    let object = state.gem.object(size, pages, bo);
    let (file, gem) = state.with_gem(f)?;
    a.set(gem_new::HANDLE, file.handles.create(gem, &object)?);
    Ok(())
}

/// Creates a buffer for an imported file. Source: Linux `msm_gem.c`, `msm_gem_import`.
pub(super) fn import(k: &MsmDevice, gem: &mut Gem<Bo>, file: File) -> Result<Arc<Buffer>, Errno> {
    let (pages, size) = k.pages.import(file)?;
    let lease = k.driver.memory.lease(size, Owner::Foreign)?;
    Ok(gem.object(size, pages, Bo::new(lease, WC, true)))
}

pub(super) fn cpu_prep(
    k: &MsmDevice,
    f: FileId,
    a: &mut Args,
    _: &dyn UserMemory,
) -> Result<(), Errno> {
    let op = a.get(gem_cpu_prep::OP);
    if op & !PREP_ALL != 0 {
        return Err(Errno::EINVAL);
    }
    let object = k.object(f, a.get(gem_cpu_prep::HANDLE))?;
    let with = match op & PREP_WRITE {
        0 => Use::Read,
        _ => Use::Write,
    };
    let until = match op & PREP_NOSYNC {
        0 => deadline(k, a, gem_cpu_prep::TIMEOUT),
        _ => Until::Now,
    };
    // A deadline in the past is a wait without time: Linux tells the two apart by its ticks.
    let late = match until {
        Until::Now => Errno::EBUSY,
        Until::Time(_) | Until::Done => Errno::ETIMEDOUT,
    };
    match k.wait(object.reservation.seqno_before(with), until) {
        Err(Errno::ETIME) => Err(late),
        result => result,
    }
}

pub(super) fn cpu_fini(
    k: &MsmDevice,
    f: FileId,
    a: &mut Args,
    _: &dyn UserMemory,
) -> Result<(), Errno> {
    k.object(f, a.get(gem_cpu_fini::HANDLE)).map(|_| ())
}

/// Source: Linux `msm_drv.c`, `msm_ioctl_gem_madvise`: `MSM_MADV_WILLNEED` is 0, and
/// `MSM_MADV_DONTNEED` 1.
pub(super) fn advise(
    k: &MsmDevice,
    f: FileId,
    a: &mut Args,
    _: &dyn UserMemory,
) -> Result<(), Errno> {
    let wanted = match a.get(gem_madvise::MADV) {
        0 => Advice::WillNeed,
        1 => Advice::DontNeed,
        _ => return Err(Errno::EINVAL),
    };
    let object = k.object(f, a.get(gem_madvise::HANDLE))?;
    let mut advice = locked(&object.driver.advice);
    if *advice != Advice::Purged {
        *advice = wanted;
    }
    a.set(gem_madvise::RETAINED, (*advice != Advice::Purged).into());
    Ok(())
}
