//! Buffers. Source of all answers: Linux `vc4_bo.c` and, for madvise, `vc4_gem.c`.

use std::fs::File;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::SeqCst};
use std::sync::{Arc, Mutex, PoisonError};

use tilescope_core::{AddressSpace, Finding, Location};
use tilescope_vc4::rules::kernel as rules;

use super::shader::{self, ShaderInfo};
use super::{Vc4Device, Vc4Driver};
use crate::drm::args::{Args, structs};
use crate::drm::device::State;
use crate::drm::errno::Errno;
use crate::drm::file::{Access, FileId};
use crate::drm::gem::{Gem, Object};
use crate::drm::memory::{Lease, Owner};
use crate::drm::pages::{PAGE, Sharing};
use crate::drm::refuse;
use crate::drm::user::{UserMemory, copy_in};

structs! {
    create_bo 16 { BYTES: u32 = 0, FLAGS: u32 = 4, HANDLE: u32 = 8, PAD: u32 = 12, }
    mmap_bo 16 { HANDLE: u32 = 0, FLAGS: u32 = 4, OFFSET: u64 = 8, }
    create_shader_bo 24 { BYTES: u32 = 0, FLAGS: u32 = 4, DATA: u64 = 8, HANDLE: u32 = 16, PAD: u32 = 20, }
    tiling 16 { HANDLE: u32 = 0, FLAGS: u32 = 4, MODIFIER: u64 = 8, }
    label_bo 16 { HANDLE: u32 = 0, LEN: u32 = 4, NAME: u64 = 8, }
    gem_madvise 16 { HANDLE: u32 = 0, MADV: u32 = 4, RETAINED: u32 = 8, PAD: u32 = 12, }
}

/// `DRM_FORMAT_MOD_LINEAR` and `DRM_FORMAT_MOD_BROADCOM_VC4_T_TILED`. Source:
/// Linux `drm_fourcc.h`: vendor 7 in the top byte.
const LINEAR: u64 = 0;
const T_TILED: u64 = 7 << 56 | 1;

/// Longest label, in bytes.
const MAX_LABEL: u64 = 4096;

/// The client's advice about the contents of a buffer (madvise).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Madvise {
    /// They are needed.
    WillNeed,
    /// They may be discarded when memory is short.
    DontNeed,
    /// They were discarded.
    Purged,
    /// A buffer of the kernel, which madvise does not accept.
    NotSupported,
}

/// The source of a buffer's pages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// From this kernel.
    Here,
    /// From an imported file.
    Elsewhere,
}

/// A buffer of a client.
pub type Buffer = Object<Bo>;

/// The driver's part of a buffer.
pub struct Bo {
    lease: Lease,
    /// The result of the check, if it is a shader.
    pub shader: Option<ShaderInfo>,
    origin: Origin,
    madvise: Mutex<Madvise>,
    /// The number of jobs and descriptors that keep it from being purged.
    users: AtomicU32,
    label: Mutex<String>,
    t_tiled: AtomicBool,
}

/// The address of a lease on V3D's bus, which has 32 bits: the window of its memory ends
/// below 4 GiB.
pub(super) fn bus_address(lease: &Lease) -> u32 {
    lease.address() as u32
}

impl Bo {
    fn new(lease: Lease, shader: Option<ShaderInfo>, origin: Origin) -> Self {
        Bo {
            lease,
            shader,
            origin,
            madvise: Mutex::new(Madvise::WillNeed),
            users: AtomicU32::new(0),
            label: Mutex::default(),
            t_tiled: AtomicBool::new(false),
        }
    }

    /// A buffer of the kernel, which clients may neither map nor use.
    pub fn of_kernel(lease: Lease) -> Self {
        let bo = Bo::new(lease, None, Origin::Here);
        *bo.madvise() = Madvise::NotSupported;
        bo
    }

    /// The GPU address of its first byte.
    pub fn address(&self) -> u32 {
        bus_address(&self.lease)
    }

    /// The client's label; empty if it has none.
    pub fn label(&self) -> String {
        self.label
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    fn madvise(&self) -> std::sync::MutexGuard<'_, Madvise> {
        self.madvise.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether its pages belong to another device or process.
    pub fn is_imported(&self) -> bool {
        self.origin == Origin::Elsewhere
    }

    /// Whether a client may map it.
    pub fn may_map(&self, access: Access) -> Result<(), Errno> {
        let writes_code = self.shader.is_some() && access == Access::Write;
        if writes_code || *self.madvise() != Madvise::WillNeed {
            return Err(Errno::EINVAL);
        }
        Ok(())
    }

    /// Whether a client may get a descriptor of it. It cannot be purged from
    /// then on.
    pub fn may_share(&self) -> Result<(), Errno> {
        if self.shader.is_some() {
            return Err(Errno::EINVAL);
        }
        self.acquire()
    }

    /// Keeps it from being purged; fails if it may have been purged.
    pub fn acquire(&self) -> Result<(), Errno> {
        let madvise = self.madvise();
        if self.users.load(SeqCst) == 0 && *madvise != Madvise::WillNeed {
            return Err(Errno::EINVAL);
        }
        self.users.fetch_add(1, SeqCst);
        Ok(())
    }

    /// Undoes an [`acquire`](Self::acquire).
    pub fn release(&self) {
        self.users.fetch_sub(1, SeqCst);
    }

    fn purge(&self) {
        let mut madvise = self.madvise();
        if *madvise == Madvise::DontNeed && self.users.load(SeqCst) == 0 {
            *madvise = Madvise::Purged;
            self.lease.discharge();
        }
    }
}

impl Vc4Device {
    /// A range of GPU memory. Unneeded buffers are purged to make room.
    pub(super) fn place(&self, len: u64) -> Result<Lease, Errno> {
        let first = self.driver.memory.lease(len, Owner::Device);
        if first.is_ok() {
            return first;
        }
        // Memory held by queued jobs is freed as they complete.
        self.wait_idle();
        let then = self.driver.memory.lease(len, Owner::Device);
        if then.is_ok() {
            return then;
        }
        {
            let state = self.state();
            for object in state.gem.objects() {
                object.driver.purge();
            }
        }
        let second = self.driver.memory.lease(len, Owner::Device);
        if second.is_err() {
            let (used, limit) = (self.driver.memory.used(), self.driver.memory.limit());
            let message = format!("{len} bytes requested, {used} of {limit} in use");
            let rule = &rules::OUT_OF_MEMORY;
            let finding = Finding::new(rule, Location::new(), message);
            self.report(finding, &AddressSpace::new());
        }
        second
    }
}

impl State<Vc4Driver> {
    fn object(&mut self, file: FileId, handle: u32) -> Result<Option<Arc<Buffer>>, Errno> {
        Ok(self.file(file)?.handles.get(handle).cloned())
    }

    fn add(&mut self, file: FileId, object: &Arc<Buffer>) -> Result<u32, Errno> {
        let (file, gem) = self.with_gem(file)?;
        file.handles.create(gem, object)
    }
}

fn whole_pages(bytes: u32) -> u64 {
    u64::from(bytes).next_multiple_of(PAGE)
}

pub(super) fn create(
    k: &Vc4Device,
    f: FileId,
    a: &mut Args,
    _: &dyn UserMemory,
) -> Result<(), Errno> {
    a.set(
        create_bo::HANDLE,
        create_plain(k, f, a.get(create_bo::BYTES))?,
    );
    Ok(())
}

/// The handle of a new buffer for anything but shaders.
pub(crate) fn create_plain(k: &Vc4Device, f: FileId, bytes: u32) -> Result<u32, Errno> {
    let size = whole_pages(bytes);
    if size == 0 {
        return Err(Errno::EINVAL);
    }
    let lease = k.place(size)?;
    let pages = k.pages.allocate(size, Sharing::Possible)?;
    let mut state = k.state();
    let bo = Bo::new(lease, None, Origin::Here);
    let object = state.gem.object(size, pages, bo);
    state.add(f, &object)
}

pub(super) fn create_shader(
    k: &Vc4Device,
    f: FileId,
    a: &mut Args,
    user: &dyn UserMemory,
) -> Result<(), Errno> {
    let bytes = a.get(create_shader_bo::BYTES);
    if bytes == 0
        || !bytes.is_multiple_of(8)
        || a.get(create_shader_bo::FLAGS) != 0
        || a.get(create_shader_bo::PAD) != 0
    {
        return Err(Errno::EINVAL);
    }
    let size = whole_pages(bytes);
    let lease = k.place(size)?;
    let data = copy_in(user, a.get(create_shader_bo::DATA), bytes.into())?;
    // The check continues after the code, where the rest of the page is zero.
    let mut words: Vec<u64> = data
        .chunks_exact(8)
        .map(|c| u64::from_le_bytes([c[0], c[1], c[2], c[3], c[4], c[5], c[6], c[7]]))
        .collect();
    words.resize((size / 8) as usize, 0);
    let info = shader::validate(&words, bus_address(&lease)).map_err(|refusal| {
        if let Some(finding) = refusal.finding {
            let code = refuse::shown("shader", lease.address(), &data);
            k.report(*finding, &code);
        }
        refusal.errno
    })?;
    let pages = k.pages.allocate(size, Sharing::Never)?;
    pages.write(0, &data);
    let mut state = k.state();
    let bo = Bo::new(lease, Some(info), Origin::Here);
    let object = state.gem.object(size, pages, bo);
    a.set(create_shader_bo::HANDLE, state.add(f, &object)?);
    Ok(())
}

/// Creates a buffer for an imported file.
pub(crate) fn import(k: &Vc4Device, gem: &mut Gem<Bo>, file: File) -> Result<Arc<Buffer>, Errno> {
    let (pages, size) = k.pages.import(file)?;
    let lease = k.driver.memory.lease(size, Owner::Foreign)?;
    let bo = Bo::new(lease, None, Origin::Elsewhere);
    // An imported buffer is never purged.
    bo.acquire()?;
    Ok(gem.object(size, pages, bo))
}

pub(super) fn mmap(
    k: &Vc4Device,
    f: FileId,
    a: &mut Args,
    _: &dyn UserMemory,
) -> Result<(), Errno> {
    let object = k.state().object(f, a.get(mmap_bo::HANDLE))?;
    a.set(mmap_bo::OFFSET, object.ok_or(Errno::EINVAL)?.mmap_offset);
    Ok(())
}

pub(super) fn set_tiling(
    k: &Vc4Device,
    f: FileId,
    a: &mut Args,
    _: &dyn UserMemory,
) -> Result<(), Errno> {
    let t_tiled = match (a.get(tiling::FLAGS), a.get(tiling::MODIFIER)) {
        (0, LINEAR) => false,
        (0, T_TILED) => true,
        _ => return Err(Errno::EINVAL),
    };
    let object = k.state().object(f, a.get(tiling::HANDLE))?;
    let object = object.ok_or(Errno::ENOENT)?;
    object.driver.t_tiled.store(t_tiled, SeqCst);
    Ok(())
}

pub(super) fn get_tiling(
    k: &Vc4Device,
    f: FileId,
    a: &mut Args,
    _: &dyn UserMemory,
) -> Result<(), Errno> {
    if a.get(tiling::FLAGS) != 0 || a.get(tiling::MODIFIER) != 0 {
        return Err(Errno::EINVAL);
    }
    let object = k.state().object(f, a.get(tiling::HANDLE))?;
    let t_tiled = object.ok_or(Errno::ENOENT)?.driver.t_tiled.load(SeqCst);
    a.set(tiling::MODIFIER, if t_tiled { T_TILED } else { LINEAR });
    Ok(())
}

pub(super) fn label(
    k: &Vc4Device,
    f: FileId,
    a: &mut Args,
    user: &dyn UserMemory,
) -> Result<(), Errno> {
    let len = u64::from(a.get(label_bo::LEN));
    if len == 0 {
        return Err(Errno::EINVAL);
    }
    let text = text_in(user, a.get(label_bo::NAME), len + 1)?;
    let object = k.state().object(f, a.get(label_bo::HANDLE))?;
    let object = object.ok_or(Errno::ENOENT)?;
    let mut label = object
        .driver
        .label
        .lock()
        .unwrap_or_else(PoisonError::into_inner);
    *label = text;
    Ok(())
}

/// A zero-terminated string of at most `room` bytes, read byte by byte, because
/// the memory after it need not be readable.
fn text_in(user: &dyn UserMemory, address: u64, room: u64) -> Result<String, Errno> {
    let mut bytes = Vec::new();
    for i in 0..room.min(MAX_LABEL) {
        let mut byte = [0];
        let at = address.checked_add(i).ok_or(Errno::EFAULT)?;
        user.read(at, &mut byte)?;
        if byte[0] == 0 {
            return Ok(String::from_utf8_lossy(&bytes).into_owned());
        }
        bytes.push(byte[0]);
    }
    Err(Errno::EINVAL)
}

pub(super) fn madvise(
    k: &Vc4Device,
    f: FileId,
    a: &mut Args,
    _: &dyn UserMemory,
) -> Result<(), Errno> {
    let wanted = match a.get(gem_madvise::MADV) {
        0 => Madvise::WillNeed,
        1 => Madvise::DontNeed,
        _ => return Err(Errno::EINVAL),
    };
    if a.get(gem_madvise::PAD) != 0 {
        return Err(Errno::EINVAL);
    }
    let object = k.state().object(f, a.get(gem_madvise::HANDLE))?;
    let object = object.ok_or(Errno::ENOENT)?;
    if object.driver.is_imported() {
        return Err(Errno::EINVAL);
    }
    let mut now = object.driver.madvise();
    if *now == Madvise::NotSupported {
        return Err(Errno::EINVAL);
    }
    let retained = *now != Madvise::Purged;
    if retained {
        *now = wanted;
    }
    a.set(gem_madvise::RETAINED, retained.into());
    Ok(())
}
