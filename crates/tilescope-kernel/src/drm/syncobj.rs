//! Synchronisation objects: places for fences, with handles. Source of all
//! answers: Linux `drm_syncobj.c`. Timelines are in [`super::timeline`].

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::args::{Args, structs};
use super::device::DrmDevice;
use super::driver::{self, Driver};
use super::errno::Errno;
use super::fence::{Fence, FenceSet};
use super::file::FileId;
use super::gem::Ids;
use super::pages::FileKey;
use super::sync_file;
use super::timeline::Content;
use super::user::{UserMemory, copy_in};

structs! {
    create 8 { HANDLE: u32 = 0, FLAGS: u32 = 4, }
    destroy 8 { HANDLE: u32 = 0, PAD: u32 = 4, }
    handle 16 { HANDLE: u32 = 0, FLAGS: u32 = 4, FD: i32 = 8, PAD: u32 = 12, }
    wait 32 { HANDLES: u64 = 0, TIMEOUT: i64 = 8, COUNT: u32 = 16, FLAGS: u32 = 20, FIRST: u32 = 24, PAD: u32 = 28, }
    array 16 { HANDLES: u64 = 0, COUNT: u32 = 8, PAD: u32 = 12, }
}

/// The value of `DRM_CAP_SYNCOBJ`.
pub(super) fn supported<D: Driver>() -> u64 {
    match D::FEATURES.syncobjs {
        driver::Syncobjs::Timelines | driver::Syncobjs::Supported => 1,
        driver::Syncobjs::Absent => 0,
    }
}

/// The value of `DRM_CAP_SYNCOBJ_TIMELINE`.
pub(super) fn timelines<D: Driver>(k: &DrmDevice<D>) -> u64 {
    u64::from(k.features().syncobjs == driver::Syncobjs::Timelines)
}

/// The flags of the calls, as in `drm.h`.
const CREATE_SIGNALED: u32 = 1;
const SYNC_FILE: u32 = 1;
pub(super) const WAIT_ALL: u32 = 1;
pub(super) const WAIT_FOR_SUBMIT: u32 = 2;

/// A place for fences.
#[derive(Debug, Default)]
pub struct Syncobj(Mutex<Option<Content>>);

impl Syncobj {
    fn place(&self) -> MutexGuard<'_, Option<Content>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Its content.
    pub(super) fn content(&self) -> Option<Content> {
        self.place().clone()
    }

    /// Its fences, those of all points if it is a timeline.
    pub fn fences(&self) -> Option<FenceSet> {
        self.content()?.at(0)
    }

    /// Replaces its content. The caller must wake the waiting threads.
    pub fn set(&self, fences: Option<FenceSet>) {
        *self.place() = fences.map(Content::Plain);
    }

    /// Adds a point of a timeline. The caller must wake the waiting threads.
    pub fn add(&self, point: u64, fences: FenceSet) {
        let mut place = self.place();
        *place = Some(Content::add(place.take(), point, fences));
    }
}

/// An object and a point of its timeline; 0 is the object as a whole.
#[derive(Clone, Debug)]
pub struct SyncPoint {
    /// The object.
    pub object: Arc<Syncobj>,
    /// The point.
    pub point: u64,
}

impl SyncPoint {
    /// An object without a point.
    pub fn whole(object: Arc<Syncobj>) -> Self {
        SyncPoint { object, point: 0 }
    }

    /// The fences to wait for; `None` if there are none yet.
    pub fn fences(&self) -> Option<FenceSet> {
        self.object.content()?.at(self.point)
    }

    /// Gives it the fence of a job. The caller must wake the waiting threads.
    pub fn put(&self, fences: FenceSet) {
        match self.point {
            0 => self.object.set(Some(fences)),
            point => self.object.add(point, fences),
        }
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
pub(super) fn listed<D: Driver>(
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
    let objects: Vec<SyncPoint> = objects.into_iter().map(SyncPoint::whole).collect();
    let first = k.wait_for_points(&objects, flags, a.get(wait::TIMEOUT))?;
    a.set(wait::FIRST, first);
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
