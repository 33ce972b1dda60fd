//! Buffers, their handles, their global names and their mmap offsets.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::sync::{Arc, Mutex, PoisonError};

use super::errno::Errno;
use super::fence::Reservation;
use super::pages::{FileKey, PAGE, Pages};

/// Allocates the smallest free number, from 1 on, like Linux's `idr`.
#[derive(Debug, Default)]
pub struct Ids {
    used: u32,
    free: BTreeSet<u32>,
}

impl Ids {
    /// Allocates a number.
    pub fn take(&mut self) -> Result<u32, Errno> {
        if let Some(id) = self.free.pop_first() {
            return Ok(id);
        }
        self.used = self.used.checked_add(1).ok_or(Errno::ENOSPC)?;
        Ok(self.used)
    }

    /// Frees a number.
    pub fn give(&mut self, id: u32) {
        self.free.insert(id);
    }
}

/// A buffer and the driver's part of it.
pub struct Object<B> {
    /// Identifies the buffer; never reused.
    pub id: u64,
    /// Its length in bytes, a multiple of the page size.
    pub size: u64,
    /// The offset to pass to `mmap`.
    pub mmap_offset: u64,
    /// The jobs that use it.
    pub reservation: Reservation,
    pages: Mutex<Pages>,
    mapped: AtomicBool,
    /// The driver's part.
    pub driver: B,
}

impl<B> Object<B> {
    /// Its pages.
    pub fn pages(&self) -> Pages {
        self.pages
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    /// Records that a client maps it.
    pub fn note_mapped(&self) {
        self.mapped.store(true, SeqCst);
    }

    /// Whether a client ever mapped it.
    pub fn was_mapped(&self) -> bool {
        self.mapped.load(SeqCst)
    }

    /// Replaces its pages.
    pub fn set_pages(&self, pages: Pages) {
        *self.pages.lock().unwrap_or_else(PoisonError::into_inner) = pages;
    }
}

struct Entry<B> {
    object: Arc<Object<B>>,
    handles: usize,
    name: Option<u32>,
    key: Option<FileKey>,
}

/// First offset that `mmap` may be given. Source: Linux `drm_vma_manager.h`,
/// `DRM_FILE_PAGE_OFFSET_START`, after all 32-bit offsets.
const FIRST_OFFSET: u64 = 1 << 32;

/// All buffers that have a handle in some file.
pub struct Gem<B> {
    entries: BTreeMap<u64, Entry<B>>,
    names: BTreeMap<u32, u64>,
    name_ids: Ids,
    shared: BTreeMap<FileKey, u64>,
    offsets: BTreeMap<u64, u64>,
    next_id: u64,
    next_offset: u64,
}

impl<B> Default for Gem<B> {
    fn default() -> Self {
        Gem {
            entries: BTreeMap::new(),
            names: BTreeMap::new(),
            name_ids: Ids::default(),
            shared: BTreeMap::new(),
            offsets: BTreeMap::new(),
            next_id: 1,
            next_offset: FIRST_OFFSET,
        }
    }
}

impl<B> Gem<B> {
    /// A new buffer. It is listed as soon as it has a handle.
    pub fn object(&mut self, size: u64, pages: Pages, driver: B) -> Arc<Object<B>> {
        let object = Object {
            id: self.next_id,
            size,
            mmap_offset: self.next_offset,
            reservation: Reservation::default(),
            pages: Mutex::new(pages),
            mapped: AtomicBool::new(false),
            driver,
        };
        self.next_id += 1;
        self.next_offset += size.next_multiple_of(PAGE);
        Arc::new(object)
    }

    /// The number of buffers that have handles.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether no buffer has a handle.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The buffers with handles, oldest first.
    pub fn objects(&self) -> impl Iterator<Item = &Arc<Object<B>>> {
        self.entries.values().map(|e| &e.object)
    }

    fn opened(&mut self, object: &Arc<Object<B>>) {
        self.offsets.insert(object.mmap_offset, object.id);
        let entry = self.entries.entry(object.id).or_insert_with(|| Entry {
            object: object.clone(),
            handles: 0,
            name: None,
            key: None,
        });
        entry.handles += 1;
    }

    fn closed(&mut self, id: u64) {
        let Some(entry) = self.entries.get_mut(&id) else {
            return;
        };
        entry.handles -= 1;
        if entry.handles > 0 {
            return;
        }
        if let Some(entry) = self.entries.remove(&id) {
            self.offsets.remove(&entry.object.mmap_offset);
            if let Some(name) = entry.name {
                self.names.remove(&name);
                self.name_ids.give(name);
            }
            if let Some(key) = entry.key {
                self.shared.remove(&key);
            }
        }
    }

    /// The global name of a buffer with a handle; assigned if it has none.
    pub fn name(&mut self, id: u64) -> Result<u32, Errno> {
        let entry = self.entries.get_mut(&id).ok_or(Errno::ENOENT)?;
        if let Some(name) = entry.name {
            return Ok(name);
        }
        let name = self.name_ids.take()?;
        entry.name = Some(name);
        self.names.insert(name, id);
        Ok(name)
    }

    /// The buffer with a global name.
    pub fn named(&self, name: u32) -> Option<Arc<Object<B>>> {
        self.get(*self.names.get(&name)?)
    }

    /// Records `key` as the file of a buffer with a handle.
    pub fn share(&mut self, id: u64, key: FileKey) {
        if let Some(entry) = self.entries.get_mut(&id) {
            entry.key = Some(key);
            self.shared.insert(key, id);
        }
    }

    /// The buffer whose file is `key`.
    pub fn shared(&self, key: FileKey) -> Option<Arc<Object<B>>> {
        self.get(*self.shared.get(&key)?)
    }

    /// The buffer at mmap offset `offset`.
    pub fn at_offset(&self, offset: u64) -> Option<Arc<Object<B>>> {
        self.get(*self.offsets.get(&offset)?)
    }

    fn get(&self, id: u64) -> Option<Arc<Object<B>>> {
        Some(self.entries.get(&id)?.object.clone())
    }
}

/// The handles of one file.
pub struct Handles<B> {
    ids: Ids,
    objects: BTreeMap<u32, Arc<Object<B>>>,
    handles: BTreeMap<u64, BTreeSet<u32>>,
}

impl<B> Default for Handles<B> {
    fn default() -> Self {
        Handles {
            ids: Ids::default(),
            objects: BTreeMap::new(),
            handles: BTreeMap::new(),
        }
    }
}

impl<B> Handles<B> {
    /// A new handle for `object`.
    pub fn create(&mut self, gem: &mut Gem<B>, object: &Arc<Object<B>>) -> Result<u32, Errno> {
        let handle = self.ids.take()?;
        gem.opened(object);
        self.objects.insert(handle, object.clone());
        self.handles.entry(object.id).or_default().insert(handle);
        Ok(handle)
    }

    /// The buffer of `handle`.
    pub fn get(&self, handle: u32) -> Option<&Arc<Object<B>>> {
        self.objects.get(&handle)
    }

    /// The buffers, by handle: one with several handles more than once.
    pub fn objects(&self) -> impl Iterator<Item = &Arc<Object<B>>> {
        self.objects.values()
    }

    /// The first handle for a buffer, if the file has one.
    pub fn of(&self, id: u64) -> Option<u32> {
        self.handles.get(&id)?.first().copied()
    }

    /// Closes a handle.
    pub fn close(&mut self, gem: &mut Gem<B>, handle: u32) -> Option<Arc<Object<B>>> {
        let object = self.objects.remove(&handle)?;
        self.ids.give(handle);
        if let Some(handles) = self.handles.get_mut(&object.id) {
            handles.remove(&handle);
            if handles.is_empty() {
                self.handles.remove(&object.id);
            }
        }
        gem.closed(object.id);
        Some(object)
    }

    /// Closes all handles.
    pub fn close_all(&mut self, gem: &mut Gem<B>) {
        while let Some(handle) = self.objects.keys().next().copied() {
            self.close(gem, handle);
        }
    }
}
