//! The pages of buffers.
//!
//! A buffer that can be shared has its own file, so that its descriptor is the
//! buffer, of the right length, in other processes too. But a client may have
//! more buffers than the descriptor limit allows: beyond a limit, and for
//! buffers that are never shared, pages come from pools.

use std::fs::File;
use std::os::unix::fs::MetadataExt;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, Weak};

use tilescope_core::{Mapping, Region};

use super::errno::Errno;
use super::fds::Fds;

/// Size of a page in bytes, here and on the boards.
pub const PAGE: u64 = 4096;
/// Bytes of a pool.
const POOL: u64 = 4 << 20;
const POOL_PAGES: usize = (POOL / PAGE) as usize;

/// The identity of a file: device and inode.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FileKey(u64, u64);

impl FileKey {
    /// The key of the file that has this device and inode.
    pub fn new(device: u64, inode: u64) -> Self {
        FileKey(device, inode)
    }

    /// The key of a file.
    pub fn of(file: &File) -> Result<Self, Errno> {
        let m = file.metadata()?;
        Ok(FileKey(m.dev(), m.ino()))
    }
}

/// Whether a buffer can be shared by a descriptor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sharing {
    /// It can be shared.
    Possible,
    /// It cannot: a buffer of the kernel, or of a kind that is never exported.
    Never,
}

/// The pages of one buffer, kept while there are references.
#[derive(Clone)]
pub struct Pages {
    mapping: Arc<Mapping>,
    file: Arc<File>,
    offset: u64,
    len: u64,
    /// Frees the range when the last reference is dropped.
    _place: Option<Arc<Place>>,
    own_file: Option<Arc<OwnFile>>,
}

impl Pages {
    /// The file to map and the offset in it.
    pub fn file(&self) -> (&Arc<File>, u64) {
        (&self.file, self.offset)
    }

    /// The file, if it holds nothing but these pages.
    pub fn whole_file(&self) -> Option<&Arc<File>> {
        self.own_file.is_some().then_some(&self.file)
    }

    /// Fills `out` from byte `at` on. Accesses outside the buffer are ignored.
    pub fn read(&self, at: u64, out: &mut [u8]) {
        if at.saturating_add(out.len() as u64) <= self.len {
            let _ = self.mapping.read((self.offset + at) as usize, out);
        }
    }

    /// Writes `data` to byte `at` on. Accesses outside the buffer are ignored.
    pub fn write(&self, at: u64, data: &[u8]) {
        if at.saturating_add(data.len() as u64) <= self.len {
            let _ = self.mapping.write((self.offset + at) as usize, data);
        }
    }

    /// The pages as a buffer at `base` in GPU memory.
    pub fn region(&self, name: String, base: u64) -> Option<Region> {
        let (offset, len) = (self.offset as usize, self.len as usize);
        Region::shared(name, base, self.mapping.clone(), offset, len)
    }
}

/// Counts files that belong to one buffer.
struct OwnFile(Arc<AtomicUsize>);

impl OwnFile {
    fn new(count: &Arc<AtomicUsize>) -> Self {
        count.fetch_add(1, Relaxed);
        OwnFile(count.clone())
    }
}

impl Drop for OwnFile {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Relaxed);
    }
}

/// A file that holds the pages of many buffers.
struct Pool {
    file: Arc<File>,
    mapping: Arc<Mapping>,
    used: Mutex<PoolUse>,
}

struct PoolUse {
    taken: Vec<bool>,
    /// Pages from here on were never used, and are zero.
    fresh: usize,
}

/// A run of pages in a pool.
struct Place {
    pool: Arc<Pool>,
    first: usize,
    count: usize,
}

impl Drop for Place {
    fn drop(&mut self) {
        if let Ok(mut used) = self.pool.used.lock() {
            used.taken[self.first..self.first + self.count].fill(false);
        }
    }
}

impl Pool {
    fn new(fds: &dyn Fds) -> Result<Self, Errno> {
        let file = fds.memory("tilescope-pool", POOL)?;
        let mapping = Mapping::new(&file, 0, POOL as usize)?;
        Ok(Pool {
            file: Arc::new(file),
            mapping: Arc::new(mapping),
            used: Mutex::new(PoolUse {
                taken: vec![false; POOL_PAGES],
                fresh: 0,
            }),
        })
    }

    /// The first run of `count` free pages, zeroed.
    fn take(self: &Arc<Self>, count: usize) -> Option<Place> {
        let mut used = self.used.lock().ok()?;
        let mut run = 0;
        let at = used.taken.iter().position(|taken| {
            run = if *taken { 0 } else { run + 1 };
            run == count
        })?;
        let first = at + 1 - count;
        used.taken[first..=at].fill(true);
        let zeros = [0; PAGE as usize];
        for page in first..(at + 1).min(used.fresh) {
            self.mapping.write(page * PAGE as usize, &zeros)?;
        }
        used.fresh = used.fresh.max(at + 1);
        Some(Place {
            pool: self.clone(),
            first,
            count,
        })
    }
}

/// The allocator of pages.
pub struct Source {
    fds: Arc<dyn Fds>,
    pools: Mutex<Vec<Weak<Pool>>>,
    own_files: Arc<AtomicUsize>,
    max_own_files: usize,
}

impl Source {
    /// Pages from `fds`, with at most `max_own_files` files that belong to one
    /// buffer.
    pub fn new(fds: Arc<dyn Fds>, max_own_files: usize) -> Self {
        Source {
            fds,
            pools: Mutex::new(Vec::new()),
            own_files: Arc::new(AtomicUsize::new(0)),
            max_own_files,
        }
    }

    /// `len` bytes of zeroed pages; `len` is a multiple of [`PAGE`] and not 0.
    pub fn allocate(&self, len: u64, sharing: Sharing) -> Result<Pages, Errno> {
        let own = sharing == Sharing::Possible && self.own_files.load(Relaxed) < self.max_own_files;
        if own || len > POOL / 4 {
            self.own(len)
        } else {
            self.pooled(len)
        }
    }

    /// Pages in a separate file.
    pub fn own(&self, len: u64) -> Result<Pages, Errno> {
        let file = self.fds.memory("tilescope-bo", len)?;
        self.adopt(file, len)
    }

    /// The pages of a file that a client imports, and their size in bytes. Source of the error: Linux `dma-buf.c` and
    /// `drm_gem_object_init`, whose sizes are whole pages.
    pub fn import(&self, file: File) -> Result<(Pages, u64), Errno> {
        let size = file.metadata()?.len();
        if size == 0 || !size.is_multiple_of(PAGE) {
            return Err(Errno::EINVAL);
        }
        Ok((self.adopt(file, size)?, size))
    }

    /// All pages of a file whose length is fixed.
    fn adopt(&self, file: File, len: u64) -> Result<Pages, Errno> {
        let bytes = usize::try_from(len).map_err(|_| Errno::ENOMEM)?;
        let mapping = Mapping::new(&file, 0, bytes)?;
        Ok(Pages {
            mapping: Arc::new(mapping),
            file: Arc::new(file),
            offset: 0,
            len,
            _place: None,
            own_file: Some(Arc::new(OwnFile::new(&self.own_files))),
        })
    }

    fn pooled(&self, len: u64) -> Result<Pages, Errno> {
        let count = (len / PAGE) as usize;
        let mut pools = self.pools.lock().map_err(|_| Errno::ENOMEM)?;
        pools.retain(|p| p.strong_count() > 0);
        let found = pools.iter().filter_map(Weak::upgrade);
        let place = match found.into_iter().find_map(|pool| pool.take(count)) {
            Some(place) => place,
            None => {
                let pool = Arc::new(Pool::new(self.fds.as_ref())?);
                pools.push(Arc::downgrade(&pool));
                pool.take(count).ok_or(Errno::ENOMEM)?
            }
        };
        Ok(Pages {
            mapping: place.pool.mapping.clone(),
            file: place.pool.file.clone(),
            offset: place.first as u64 * PAGE,
            len,
            _place: Some(Arc::new(place)),
            own_file: None,
        })
    }
}
