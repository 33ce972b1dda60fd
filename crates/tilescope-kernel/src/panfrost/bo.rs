//! Buffers. Source of all answers: Linux `panfrost_drv.c` and `panfrost_gem.c`.
//!
//! All files share one range of addresses here, so a buffer has the same address in each. Linux
//! has a range for every file, and addresses are private to it.

use std::fs::File;
use std::ops::Range;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tilescope_core::{AddressSpace, Finding, Location, Region, Rights, Scratch};
use tilescope_midgard::rules::kernel as rules;

use super::PanfrostDevice;
use crate::drm::args::{Args, structs};
use crate::drm::errno::Errno;
use crate::drm::fence::{Until, Use};
use crate::drm::file::FileId;
use crate::drm::gem::{Gem, Object};
use crate::drm::memory::{Lease, Owner};
use crate::drm::pages::{PAGE, Pages, Sharing};
use crate::drm::user::UserMemory;

structs! {
    create_bo 24 { BYTES: u32 = 0, FLAGS: u32 = 4, HANDLE: u32 = 8, PAD: u32 = 12, OFFSET: u64 = 16, }
    mmap_bo 16 { HANDLE: u32 = 0, FLAGS: u32 = 4, OFFSET: u64 = 8, }
    get_bo_offset 16 { HANDLE: u32 = 0, PAD: u32 = 4, OFFSET: u64 = 8, }
    wait_bo 16 { HANDLE: u32 = 0, PAD: u32 = 4, TIMEOUT: i64 = 8, }
    madvise 12 { HANDLE: u32 = 0, MADV: u32 = 4, RETAINED: u32 = 8, }
}

/// GPU addresses for buffers. Source: Linux `panfrost_mmu.c`, `drm_mm_init`.
pub(super) const ADDRESSES: Range<u64> = 32 << 20..4 << 30;

/// `PANFROST_BO_NOEXEC` and `PANFROST_BO_HEAP`.
const NOEXEC: u32 = 1;
const HEAP: u32 = 2;

/// `PANFROST_MADV_DONTNEED`.
const DONTNEED: u32 = 1;

/// Bytes by which a heap grows, and alignment of large buffers.
const LARGE: u64 = 2 << 20;
/// Addresses that program counters of a program have in common above 24 bits.
const CODE: u64 = 16 << 20;

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

/// The memory of a buffer.
enum Storage {
    /// Pages of its own.
    Pages,
    /// Pages of another device or process.
    Imported,
    /// Pages that exist as far as the GPU has touched them. Clients cannot map them.
    Heap(Scratch),
}

/// A buffer of a client.
pub type Buffer = Object<Bo>;

/// The driver's part of a buffer.
pub struct Bo {
    lease: Lease,
    storage: Storage,
    is_executable: bool,
    advice: Mutex<Advice>,
}

impl Bo {
    /// The GPU address of its first byte.
    pub fn address(&self) -> u64 {
        self.lease.address()
    }

    /// Whether its pages belong to another device or process.
    pub fn is_imported(&self) -> bool {
        matches!(self.storage, Storage::Imported)
    }

    fn is_heap(&self) -> bool {
        matches!(self.storage, Storage::Heap(_))
    }

    /// Whether a client may map it.
    pub fn may_map(&self) -> Result<(), Errno> {
        match self.is_heap() {
            true => Err(Errno::EINVAL),
            false => Ok(()),
        }
    }

    /// Whether a client may get a descriptor of it. Source: Linux `panfrost_gem.c`,
    /// `panfrost_gem_pin`, which refuses heaps when another device attaches.
    pub fn may_share(&self) -> Result<(), Errno> {
        self.may_map()
    }

    fn advice(&self) -> MutexGuard<'_, Advice> {
        self.advice.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Discards the contents if the client allows it. Idle buffers only.
    fn purge(&self) {
        let mut advice = self.advice();
        if *advice == Advice::DontNeed {
            *advice = Advice::Purged;
            self.lease.discharge();
        }
    }
}

/// A buffer in the address space of a job; `None` if its pages were discarded.
pub(super) fn region(object: &Buffer) -> Option<Region> {
    let bo = &object.driver;
    if *bo.advice() == Advice::Purged {
        return None;
    }
    let name = match (&bo.storage, bo.is_executable) {
        (Storage::Heap(_), _) => format!("heap {}", object.id),
        (_, true) => format!("code {}", object.id),
        (_, false) => format!("bo {}", object.id),
    };
    let region = match &bo.storage {
        Storage::Heap(scratch) => Region::scratch(name, bo.address(), scratch),
        Storage::Pages | Storage::Imported => object.pages().region(name, bo.address())?,
    };
    Some(match bo.is_executable {
        true => region,
        false => region.with(Rights::NoExecute),
    })
}

impl PanfrostDevice {
    fn object(&self, file: FileId, handle: u32) -> Result<Arc<Buffer>, Errno> {
        let mut state = self.state();
        let object = state.file(file)?.handles.get(handle).cloned();
        object.ok_or(Errno::ENOENT)
    }

    /// A range of GPU memory. Unneeded buffers are purged to make room.
    fn place(&self, len: u64, align: u64, owner: Owner) -> Result<Lease, Errno> {
        let lease = || self.driver.memory.lease_aligned(len, align, owner);
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

/// Source of the alignment: Linux `panfrost_gem.c`, `panfrost_gem_open`. Linux aligns executable
/// buffers to their size; with the next power of two none crosses a line of 16 MiB.
fn alignment(size: u64, is_executable: bool) -> u64 {
    match (is_executable, size) {
        (true, _) => size.next_power_of_two().min(CODE),
        (false, LARGE..) => LARGE,
        (false, _) => PAGE,
    }
}

pub(super) fn create(
    k: &PanfrostDevice,
    f: FileId,
    a: &mut Args,
    _: &dyn UserMemory,
) -> Result<(), Errno> {
    let (bytes, flags) = (a.get(create_bo::BYTES), a.get(create_bo::FLAGS));
    let heap_with_code = flags & (HEAP | NOEXEC) == HEAP;
    if bytes == 0 || a.get(create_bo::PAD) != 0 || flags & !(NOEXEC | HEAP) != 0 || heap_with_code {
        return Err(Errno::EINVAL);
    }
    let is_executable = flags & NOEXEC == 0;
    let is_heap = flags & HEAP != 0;
    let unit = if is_heap { LARGE } else { PAGE };
    let size = u64::from(bytes).next_multiple_of(unit);
    // A heap takes memory as the GPU touches it.
    let owner = if is_heap {
        Owner::Foreign
    } else {
        Owner::Device
    };
    let lease = k.place(size, alignment(size, is_executable), owner)?;
    let address = lease.address();
    let (storage, pages) = storage(k, size, is_heap)?;
    let bo = Bo {
        lease,
        storage,
        is_executable,
        advice: Mutex::new(Advice::WillNeed),
    };
    let mut state = k.state();
    let object = state.gem.object(size, pages, bo);
    let (file, gem) = state.with_gem(f)?;
    a.set(create_bo::HANDLE, file.handles.create(gem, &object)?);
    a.set(create_bo::OFFSET, address);
    Ok(())
}

fn storage(k: &PanfrostDevice, size: u64, is_heap: bool) -> Result<(Storage, Pages), Errno> {
    Ok(match is_heap {
        false => (Storage::Pages, k.pages.allocate(size, Sharing::Possible)?),
        true => {
            let bytes = usize::try_from(size).map_err(|_| Errno::ENOMEM)?;
            // Clients never see the page that stands for it.
            let pages = k.pages.allocate(PAGE, Sharing::Never)?;
            (Storage::Heap(Scratch::new(bytes)?), pages)
        }
    })
}

/// Creates a buffer for an imported file. Source: Linux `panfrost_gem.c`,
/// `panfrost_gem_prime_import_sg_table`: it is not executable.
pub(super) fn import(
    k: &PanfrostDevice,
    gem: &mut Gem<Bo>,
    file: File,
) -> Result<Arc<Buffer>, Errno> {
    let (pages, size) = k.pages.import(file)?;
    let align = alignment(size, false);
    let memory = &k.driver.memory;
    let lease = memory.lease_aligned(size, align, Owner::Foreign)?;
    let bo = Bo {
        lease,
        storage: Storage::Imported,
        is_executable: false,
        advice: Mutex::new(Advice::WillNeed),
    };
    Ok(gem.object(size, pages, bo))
}

pub(super) fn mmap(
    k: &PanfrostDevice,
    f: FileId,
    a: &mut Args,
    _: &dyn UserMemory,
) -> Result<(), Errno> {
    if a.get(mmap_bo::FLAGS) != 0 {
        return Err(Errno::EINVAL);
    }
    let object = k.object(f, a.get(mmap_bo::HANDLE))?;
    object.driver.may_map()?;
    a.set(mmap_bo::OFFSET, object.mmap_offset);
    Ok(())
}

pub(super) fn offset(
    k: &PanfrostDevice,
    f: FileId,
    a: &mut Args,
    _: &dyn UserMemory,
) -> Result<(), Errno> {
    let object = k.object(f, a.get(get_bo_offset::HANDLE))?;
    a.set(get_bo_offset::OFFSET, object.driver.address());
    Ok(())
}

/// Source of the errors: Linux `panfrost_drv.c`, `panfrost_ioctl_wait_bo`.
pub(super) fn wait(
    k: &PanfrostDevice,
    f: FileId,
    a: &mut Args,
    _: &dyn UserMemory,
) -> Result<(), Errno> {
    if a.get(wait_bo::PAD) != 0 {
        return Err(Errno::EINVAL);
    }
    let object = k.object(f, a.get(wait_bo::HANDLE))?;
    let until = k.until(a.get(wait_bo::TIMEOUT));
    let late = match until {
        Until::Now => Errno::EBUSY,
        Until::Time(_) | Until::Done => Errno::ETIMEDOUT,
    };
    match k.wait(object.reservation.seqno_before(Use::Write), until) {
        Err(Errno::ETIME) => Err(late),
        result => result,
    }
}

/// Source: Linux `panfrost_drv.c`, `panfrost_ioctl_madvise`, and `drm_gem_shmem_helper.c`.
pub(super) fn advise(
    k: &PanfrostDevice,
    f: FileId,
    a: &mut Args,
    _: &dyn UserMemory,
) -> Result<(), Errno> {
    let object = k.object(f, a.get(madvise::HANDLE))?;
    let is_needed = a.get(madvise::MADV) != DONTNEED;
    if !is_needed {
        // Only the one file that has the buffer may give it up.
        let state = k.state();
        let mut files = state.files.values();
        if files
            .by_ref()
            .filter(|file| file.handles.of(object.id).is_some())
            .count()
            > 1
        {
            return Err(Errno::EINVAL);
        }
    }
    let mut advice = object.driver.advice();
    if *advice != Advice::Purged {
        // Imported pages and heaps are never purged, but remember the advice.
        *advice = match is_needed {
            true => Advice::WillNeed,
            false => Advice::DontNeed,
        };
    }
    a.set(madvise::RETAINED, (*advice != Advice::Purged).into());
    Ok(())
}
