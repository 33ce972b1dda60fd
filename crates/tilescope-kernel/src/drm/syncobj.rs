//! Synchronisation objects: places for fences, with handles. Source of all
//! answers: Linux `drm_syncobj.c`, for a driver without timelines, like vc4.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::args::{Args, structs};
use super::device::DrmDevice;
use super::driver::{self, Driver};
use super::errno::Errno;
use super::fence::{Fence, FenceSet, all_done};
use super::file::FileId;
use super::gem::Ids;
use super::pages::FileKey;
use super::sync_file;
use super::user::{UserMemory, copy_in};

structs! {
    create 8 { HANDLE: u32 = 0, FLAGS: u32 = 4, }
    destroy 8 { HANDLE: u32 = 0, PAD: u32 = 4, }
    handle 16 { HANDLE: u32 = 0, FLAGS: u32 = 4, FD: i32 = 8, PAD: u32 = 12, }
    wait 32 { HANDLES: u64 = 0, TIMEOUT: i64 = 8, COUNT: u32 = 16, FLAGS: u32 = 20, FIRST: u32 = 24, PAD: u32 = 28, }
    array 16 { HANDLES: u64 = 0, COUNT: u32 = 8, PAD: u32 = 12, }
    timeline_wait 40 { }
    timeline_array 24 { }
    transfer 32 { }
}

/// The value of `DRM_CAP_SYNCOBJ`.
pub(super) fn supported<D: Driver>() -> u64 {
    match D::FEATURES.syncobjs {
        driver::Syncobjs::Supported => 1,
        driver::Syncobjs::Absent => 0,
    }
}

/// The value of `DRM_CAP_SYNCOBJ_TIMELINE`. Source: Linux `vc4_drv.c` has no
/// `DRIVER_SYNCOBJ_TIMELINE`.
pub const TIMELINES: u64 = 0;

/// The flags of the calls, as in `drm.h`.
const CREATE_SIGNALED: u32 = 1;
const SYNC_FILE: u32 = 1;
const WAIT_ALL: u32 = 1;
const WAIT_FOR_SUBMIT: u32 = 2;

/// A place for a fence.
#[derive(Debug, Default)]
pub struct Syncobj(Mutex<Option<FenceSet>>);

impl Syncobj {
    fn place(&self) -> MutexGuard<'_, Option<FenceSet>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Its content.
    pub fn fences(&self) -> Option<FenceSet> {
        self.place().clone()
    }

    /// Replaces its content. The caller must wake the waiting threads.
    pub fn set(&self, fences: Option<FenceSet>) {
        *self.place() = fences;
    }
}

/// The objects of one file.
#[derive(Default)]
pub struct Syncobjs {
    ids: Ids,
    objects: BTreeMap<u32, Arc<Syncobj>>,
}

impl Syncobjs {
    /// The object of a handle.
    pub fn get(&self, handle: u32) -> Option<Arc<Syncobj>> {
        self.objects.get(&handle).cloned()
    }

    fn add(&mut self, object: Arc<Syncobj>) -> Result<u32, Errno> {
        let handle = self.ids.take()?;
        self.objects.insert(handle, object);
        Ok(handle)
    }
}

/// An ioctl of timelines. Source of the error: the driver lacks the feature.
pub(super) fn no_timelines<D: Driver>(
    _: &DrmDevice<D>,
    _: FileId,
    _: &mut Args,
    _: &dyn UserMemory,
) -> Result<(), Errno> {
    Err(Errno::EOPNOTSUPP)
}

impl<D: Driver> DrmDevice<D> {
    /// The fences in an object: ENOENT if there is no object, EINVAL if it is empty.
    pub(crate) fn fences_in(&self, f: FileId, handle: u32) -> Result<FenceSet, Errno> {
        let object = self.state().file(f)?.syncobjs.get(handle);
        object.ok_or(Errno::ENOENT)?.fences().ok_or(Errno::EINVAL)
    }
}

pub(super) fn create<D: Driver>(
    k: &DrmDevice<D>,
    f: FileId,
    a: &mut Args,
    _: &dyn UserMemory,
) -> Result<(), Errno> {
    let flags = a.get(create::FLAGS);
    if flags & !CREATE_SIGNALED != 0 {
        return Err(Errno::EINVAL);
    }
    let object = Syncobj::default();
    if flags & CREATE_SIGNALED != 0 {
        object.set(Some(Fence::stub(k.fds.monotonic())));
    }
    let mut state = k.state();
    let handle = state.file(f)?.syncobjs.add(Arc::new(object))?;
    a.set(create::HANDLE, handle);
    Ok(())
}

pub(super) fn destroy<D: Driver>(
    k: &DrmDevice<D>,
    f: FileId,
    a: &mut Args,
    _: &dyn UserMemory,
) -> Result<(), Errno> {
    if a.get(destroy::PAD) != 0 {
        return Err(Errno::EINVAL);
    }
    let mut state = k.state();
    let objects = &mut state.file(f)?.syncobjs;
    let handle = a.get(destroy::HANDLE);
    objects.objects.remove(&handle).ok_or(Errno::EINVAL)?;
    objects.ids.give(handle);
    Ok(())
}

/// Whether the call refers to a sync file instead of the object.
fn means_sync_file(a: &Args) -> Result<bool, Errno> {
    match (a.get(handle::PAD), a.get(handle::FLAGS)) {
        (0, 0) => Ok(false),
        (0, SYNC_FILE) => Ok(true),
        _ => Err(Errno::EINVAL),
    }
}

pub(super) fn handle_to_fd<D: Driver>(
    k: &DrmDevice<D>,
    f: FileId,
    a: &mut Args,
    _: &dyn UserMemory,
) -> Result<(), Errno> {
    let number = a.get(handle::HANDLE);
    if means_sync_file(a)? {
        let fences = k.fences_in(f, number)?;
        a.set(handle::FD, k.fences().export(k.fds.as_ref(), fences, None)?);
        return Ok(());
    }
    let object = k.state().file(f)?.syncobjs.get(number);
    let object = object.ok_or(Errno::EINVAL)?;
    let (fd, key, _) = sync_file::plain_descriptor(k.fds.as_ref())?;
    k.fences().state().syncobjs.insert(key, object);
    a.set(handle::FD, fd);
    Ok(())
}

pub(super) fn fd_to_handle<D: Driver>(
    k: &DrmDevice<D>,
    f: FileId,
    a: &mut Args,
    _: &dyn UserMemory,
) -> Result<(), Errno> {
    let fd = a.get(handle::FD);
    if means_sync_file(a)? {
        let fences = k.fences().import(k.fds.as_ref(), fd);
        let fences = fences.ok_or(Errno::EINVAL)?;
        let object = k.state().file(f)?.syncobjs.get(a.get(handle::HANDLE));
        object.ok_or(Errno::ENOENT)?.set(Some(fences));
        k.fences().wake();
        return Ok(());
    }
    let file = k.fds.any(fd).map_err(|_| Errno::EINVAL)?;
    let key = FileKey::of(&file)?;
    let object = k.fences().state().syncobjs.get(&key).cloned();
    let object = object.ok_or(Errno::EINVAL)?;
    a.set(handle::HANDLE, k.state().file(f)?.syncobjs.add(object)?);
    Ok(())
}

/// The objects of a list of handles.
fn listed<D: Driver>(
    k: &DrmDevice<D>,
    f: FileId,
    address: u64,
    count: u32,
    user: &dyn UserMemory,
) -> Result<Vec<Arc<Syncobj>>, Errno> {
    let bytes = copy_in(user, address, u64::from(count) * 4)?;
    let mut state = k.state();
    let objects = &state.file(f)?.syncobjs;
    let handles = bytes
        .chunks_exact(4)
        .map(|b| u32::from_le_bytes([b[0], b[1], b[2], b[3]]));
    handles
        .map(|h| objects.get(h).ok_or(Errno::ENOENT))
        .collect()
}

pub(super) fn wait<D: Driver>(
    k: &DrmDevice<D>,
    f: FileId,
    a: &mut Args,
    user: &dyn UserMemory,
) -> Result<(), Errno> {
    let (flags, count) = (a.get(wait::FLAGS), a.get(wait::COUNT));
    if flags & !(WAIT_ALL | WAIT_FOR_SUBMIT) != 0 || count == 0 {
        return Err(Errno::EINVAL);
    }
    let objects = listed(k, f, a.get(wait::HANDLES), count, user)?;
    // The wait covers the current fences; missing ones are waited for only if
    // the caller requests it.
    let mut fences: Vec<Option<FenceSet>> = objects.iter().map(|o| o.fences()).collect();
    if flags & WAIT_FOR_SUBMIT == 0 && fences.iter().any(Option::is_none) {
        return Err(Errno::EINVAL);
    }
    let until = k.until(a.get(wait::TIMEOUT));
    let first = k.fences().wait_until(until, || {
        for (fence, object) in fences.iter_mut().zip(&objects) {
            if fence.is_none() {
                *fence = object.fences();
            }
        }
        let mut done = fences
            .iter()
            .map(|f| f.as_ref().is_some_and(|set| all_done(set)));
        match flags & WAIT_ALL {
            0 => done.position(|d| d),
            _ => done.all(|d| d).then_some(0),
        }
    })?;
    a.set(wait::FIRST, first as u32);
    Ok(())
}

fn set_all<D: Driver>(
    k: &DrmDevice<D>,
    f: FileId,
    a: &Args,
    user: &dyn UserMemory,
    fences: Option<FenceSet>,
) -> Result<(), Errno> {
    let count = a.get(array::COUNT);
    if a.get(array::PAD) != 0 || count == 0 {
        return Err(Errno::EINVAL);
    }
    for object in listed(k, f, a.get(array::HANDLES), count, user)? {
        object.set(fences.clone());
    }
    k.fences().wake();
    Ok(())
}

pub(super) fn reset<D: Driver>(
    k: &DrmDevice<D>,
    f: FileId,
    a: &mut Args,
    user: &dyn UserMemory,
) -> Result<(), Errno> {
    set_all(k, f, a, user, None)
}

pub(super) fn signal<D: Driver>(
    k: &DrmDevice<D>,
    f: FileId,
    a: &mut Args,
    user: &dyn UserMemory,
) -> Result<(), Errno> {
    set_all(k, f, a, user, Some(Fence::stub(k.fds.monotonic())))
}
