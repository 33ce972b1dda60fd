//! Buffers. Source of all answers: Linux `etnaviv_drv.c`, `etnaviv_gem.c` and, for
//! waiting until no job uses one, `etnaviv_gpu.c`.

use std::fs::File;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};

use tilescope_core::{AddressSpace, Finding, Location, Unimplemented};
use tilescope_vivante::rules::kernel as rules;

use super::EtnavivDevice;
use crate::drm::args::{Args, Field, structs};
use crate::drm::errno::Errno;
use crate::drm::fence::{Until, Use};
use crate::drm::file::FileId;
use crate::drm::gem::{Gem, Object};
use crate::drm::memory::{Lease, Owner};
use crate::drm::pages::{PAGE, Sharing};
use crate::drm::user::UserMemory;

structs! {
    gem_new 16 { BYTES: u64 = 0, FLAGS: u32 = 8, HANDLE: u32 = 12, }
    gem_info 16 { HANDLE: u32 = 0, PAD: u32 = 4, OFFSET: u64 = 8, }
    gem_cpu_prep 24 { HANDLE: u32 = 0, OP: u32 = 4, TIMEOUT: i64 = 8, }
    gem_cpu_fini 8 { HANDLE: u32 = 0, FLAGS: u32 = 4, }
    gem_userptr 24 { USER_PTR: u64 = 0, USER_SIZE: u64 = 8, FLAGS: u32 = 16, HANDLE: u32 = 20, }
    gem_wait 32 { PIPE: u32 = 0, HANDLE: u32 = 4, FLAGS: u32 = 8, PAD: u32 = 12, TIMEOUT: i64 = 16, }
}

/// `ETNA_BO_CACHED`, `ETNA_BO_WC` and `ETNA_BO_UNCACHED`: the CPU's caching of
/// the buffer. Exactly one is required.
const CACHE_MODES: [u32; 3] = [0x1_0000, 0x2_0000, 0x4_0000];
const CACHE_MASK: u32 = 0xf_0000;
/// `ETNA_BO_FORCE_MMU`.
const FORCE_MMU: u32 = 0x10_0000;

/// `ETNA_PREP_WRITE` and `ETNA_PREP_NOSYNC`.
const PREP_WRITE: u32 = 2;
const PREP_NOSYNC: u32 = 4;
const PREP_ALL: u32 = 7;

/// `ETNA_WAIT_NONBLOCK`.
pub(super) const NONBLOCK: u32 = 1;

/// `ETNA_USERPTR_READ` and `ETNA_USERPTR_WRITE`.
const USERPTR_ALL: u32 = 3;

/// The source of a buffer's pages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Origin {
    Here,
    Elsewhere,
}

/// A buffer of a client.
pub type Buffer = Object<Bo>;

/// The driver's part of a buffer.
pub struct Bo {
    lease: Lease,
    origin: Origin,
    /// Whether it is in the table of the first MMU.
    in_table: AtomicBool,
}

impl Bo {
    fn new(lease: Lease, origin: Origin) -> Bo {
        Bo {
            lease,
            origin,
            in_table: AtomicBool::new(false),
        }
    }

    /// Enters it into the first MMU's table; false if it was already there.
    pub fn enter_table(&self) -> bool {
        !self.in_table.swap(true, SeqCst)
    }

    /// Its address; with the first MMU the GPU address of its first byte.
    pub fn address(&self) -> u32 {
        // The window of the memory ends below 4 GiB, as the GPU's addresses do.
        self.lease.address() as u32
    }

    /// Whether its pages belong to another device or process.
    pub fn is_imported(&self) -> bool {
        self.origin == Origin::Elsewhere
    }
}

impl EtnavivDevice {
    fn object(&self, file: FileId, handle: u32) -> Result<Arc<Buffer>, Errno> {
        let mut state = self.state();
        let object = state.file(file)?.handles.get(handle).cloned();
        object.ok_or(Errno::ENOENT)
    }

    fn place(&self, len: u64, owner: Owner) -> Result<Lease, Errno> {
        let lease = || self.driver.memory.lease(len, owner);
        lease().or_else(|_| {
            // Memory held by queued jobs is freed as they complete.
            self.wait_idle();
            lease()
        })
    }

    /// Waits until a job is done or an absolute time of the monotonic clock,
    /// given as seconds and nanoseconds at `at`. Source of the error: Linux
    /// returns ETIMEDOUT here and ETIME elsewhere.
    pub(super) fn wait_by(&self, seqno: u64, a: &Args, at: Field<i64>) -> Result<(), Errno> {
        let seconds = a.get(at);
        let nanoseconds = a.get(at.moved(8));
        let time = seconds.saturating_mul(1_000_000_000);
        let until = self.until(time.saturating_add(nanoseconds));
        match self.wait(seqno, until) {
            Err(Errno::ETIME) => Err(Errno::ETIMEDOUT),
            result => result,
        }
    }

    /// Checks whether a job is done; EBUSY if not.
    pub(super) fn check_done(&self, seqno: u64) -> Result<(), Errno> {
        match self.wait(seqno, Until::Now) {
            Err(Errno::ETIME) => Err(Errno::EBUSY),
            result => result,
        }
    }
}

pub(super) fn create(
    k: &EtnavivDevice,
    f: FileId,
    a: &mut Args,
    _: &dyn UserMemory,
) -> Result<(), Errno> {
    let flags = a.get(gem_new::FLAGS);
    if flags & !(CACHE_MASK | FORCE_MMU) != 0 || !CACHE_MODES.contains(&(flags & CACHE_MASK)) {
        return Err(Errno::EINVAL);
    }
    // Linux takes 32 bits of the size. It would create an empty buffer; here
    // that is refused, because there are no pages for it.
    let size = u64::from(a.get(gem_new::BYTES) as u32).next_multiple_of(PAGE);
    if size == 0 {
        return Err(Errno::EINVAL);
    }
    let lease = k.place(size, Owner::Device).inspect_err(|_| {
        let memory = &k.driver.memory;
        let (used, limit) = (memory.used(), memory.limit());
        let message = format!("{size} bytes requested, {used} of {limit} in use");
        let finding = Finding::new(&rules::OUT_OF_MEMORY, Location::new(), message);
        k.report(finding, &AddressSpace::new());
    })?;
    let pages = k.pages.allocate(size, Sharing::Possible)?;
    let mut state = k.state();
    let bo = Bo::new(lease, Origin::Here);
    let object = state.gem.object(size, pages, bo);
    let (file, gem) = state.with_gem(f)?;
    a.set(gem_new::HANDLE, file.handles.create(gem, &object)?);
    Ok(())
}

/// Creates a buffer for an imported file.
pub(super) fn import(
    k: &EtnavivDevice,
    gem: &mut Gem<Bo>,
    file: File,
) -> Result<Arc<Buffer>, Errno> {
    let (pages, size) = k.pages.import(file)?;
    let lease = k.driver.memory.lease(size, Owner::Foreign)?;
    let bo = Bo::new(lease, Origin::Elsewhere);
    Ok(gem.object(size, pages, bo))
}

pub(super) fn info(
    k: &EtnavivDevice,
    f: FileId,
    a: &mut Args,
    _: &dyn UserMemory,
) -> Result<(), Errno> {
    if a.get(gem_info::PAD) != 0 {
        return Err(Errno::EINVAL);
    }
    let object = k.object(f, a.get(gem_info::HANDLE))?;
    a.set(gem_info::OFFSET, object.mmap_offset);
    Ok(())
}

pub(super) fn cpu_prep(
    k: &EtnavivDevice,
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
    let seqno = object.reservation.seqno_before(with);
    match op & PREP_NOSYNC {
        0 => k.wait_by(seqno, a, gem_cpu_prep::TIMEOUT),
        _ => k.check_done(seqno),
    }
}

pub(super) fn cpu_fini(
    k: &EtnavivDevice,
    f: FileId,
    a: &mut Args,
    _: &dyn UserMemory,
) -> Result<(), Errno> {
    if a.get(gem_cpu_fini::FLAGS) != 0 {
        return Err(Errno::EINVAL);
    }
    k.object(f, a.get(gem_cpu_fini::HANDLE)).map(|_| ())
}

/// Client memory as a buffer. Buffers are pages of files here, and the client's
/// memory is not: the request is counted as unimplemented.
pub(super) fn userptr(
    k: &EtnavivDevice,
    _: FileId,
    a: &mut Args,
    _: &dyn UserMemory,
) -> Result<(), Errno> {
    let flags = a.get(gem_userptr::FLAGS);
    let (start, size) = (a.get(gem_userptr::USER_PTR), a.get(gem_userptr::USER_SIZE));
    if flags & !USERPTR_ALL != 0
        || flags == 0
        || !(start | size).is_multiple_of(PAGE)
        || u32::try_from(size).is_err()
    {
        return Err(Errno::EINVAL);
    }
    k.wait_idle();
    k.watcher().observer().unimplemented(Unimplemented {
        what: "client memory as a buffer (GEM_USERPTR)",
        at: Location::new(),
        count: 1,
    });
    Err(Errno::EOPNOTSUPP)
}

pub(super) fn wait(
    k: &EtnavivDevice,
    f: FileId,
    a: &mut Args,
    _: &dyn UserMemory,
) -> Result<(), Errno> {
    let flags = a.get(gem_wait::FLAGS);
    if flags & !NONBLOCK != 0 {
        return Err(Errno::EINVAL);
    }
    k.core(a.get(gem_wait::PIPE))?;
    let object = k.object(f, a.get(gem_wait::HANDLE))?;
    let seqno = object.reservation.seqno_before(Use::Write);
    match flags & NONBLOCK {
        0 => k.wait_by(seqno, a, gem_wait::TIMEOUT),
        _ => k.check_done(seqno),
    }
}
