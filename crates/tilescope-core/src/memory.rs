//! GPU-visible memory.
//!
//! Memory is volatile: a client may write it while a device reads it, and tiles
//! rendered by several threads store into it. It is therefore stored in relaxed
//! atomic words, and there is never a `&[u8]` into it.

mod space;
mod words;

use std::fmt;
use std::fs::File;
use std::io;
use std::sync::Arc;
use std::sync::atomic::AtomicU32;

use memmap2::{MmapMut, MmapOptions, MmapRaw};
use thiserror::Error;

pub use space::{AddressSpace, Overlap};
use words::{load, mark, store};

/// An address as seen by the GPU. Families with 32-bit buses use the low half.
pub type GpuAddr = u64;

/// The hardware unit that makes an access, under the hardware's own name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Unit(pub &'static str);

impl fmt::Display for Unit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

/// Why an access failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MemFaultKind {
    /// Part of the access is in no buffer.
    Unmapped,
    /// It writes a buffer that is read-only for the GPU.
    ReadOnly,
}

/// An access that the memory refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Error)]
#[error("{unit} accessed {len} bytes at {addr:#010x}, which {}", match kind {
    MemFaultKind::Unmapped => "are outside all buffers",
    MemFaultKind::ReadOnly => "are read-only",
})]
pub struct MemFault {
    /// First byte of the access.
    pub addr: GpuAddr,
    /// Length of the access in bytes.
    pub len: u64,
    /// Why it failed.
    pub kind: MemFaultKind,
    /// The unit that made it.
    pub unit: Unit,
}

/// The memory interface of a device. Recording, watching and fault injection
/// are wrappers that implement the same trait.
pub trait GpuMemory: Sync {
    /// Fills `out` from `addr`. On a fault `out` is unchanged.
    fn read(&self, addr: GpuAddr, out: &mut [u8], unit: Unit) -> Result<(), MemFault>;

    /// Writes `data` to `addr`. On a fault nothing is written.
    fn write(&self, addr: GpuAddr, data: &[u8], unit: Unit) -> Result<(), MemFault>;

    /// The number of bytes from `addr` on that are in the same buffer; 0 if `addr` is in
    /// none.
    fn mapped(&self, addr: GpuAddr) -> u64;

    /// Whether each of the `len` bytes at `addr` is initialised. True for memory that is
    /// not tracked.
    fn initialised(&self, _addr: GpuAddr, _len: u64) -> bool {
        true
    }

    /// Fills `out` from `addr`, and returns whether each of its bytes is initialised. On a fault
    /// `out` is unchanged.
    fn read_tracked(&self, addr: GpuAddr, out: &mut [u8], unit: Unit) -> Result<bool, MemFault> {
        self.read(addr, out, unit)?;
        Ok(self.initialised(addr, out.len() as u64))
    }

    /// Whether the byte at `addr` may be executed as code. True for memory without rights.
    fn executable(&self, _addr: GpuAddr) -> bool {
        true
    }

    /// Fills `out` with the little-endian words at `addrs`, if each is a whole word
    /// of the same buffer and initialised. Returns whether they are. If not, or if it
    /// is unknown, `out` may hold anything, and single reads report the fault.
    fn gather(&self, _addrs: &[GpuAddr], _out: &mut [u32]) -> bool {
        false
    }

    /// The buffer that holds `addr`: its name and the offset in it.
    fn locate(&self, _addr: GpuAddr) -> Option<(&str, u64)> {
        None
    }

    /// Reads a little-endian 32-bit word.
    fn read_u32(&self, addr: GpuAddr, unit: Unit) -> Result<u32, MemFault> {
        let mut b = [0; 4];
        self.read(addr, &mut b, unit)?;
        Ok(u32::from_le_bytes(b))
    }

    /// Reads a little-endian 64-bit word.
    fn read_u64(&self, addr: GpuAddr, unit: Unit) -> Result<u64, MemFault> {
        let mut b = [0; 8];
        self.read(addr, &mut b, unit)?;
        Ok(u64::from_le_bytes(b))
    }

    /// Writes a little-endian 32-bit word.
    fn write_u32(&self, addr: GpuAddr, value: u32, unit: Unit) -> Result<(), MemFault> {
        self.write(addr, &value.to_le_bytes(), unit)
    }
}

/// The little-endian words of `bytes`; 0 after its end.
pub fn words<const N: usize>(bytes: &[u8]) -> [u32; N] {
    let mut out = [0; N];
    for (word, bytes) in out.iter_mut().zip(bytes.as_chunks().0) {
        *word = u32::from_le_bytes(*bytes);
    }
    out
}

/// Words of a vector.
const VECTOR: usize = 4;

/// Copies whole vectors out of atomic words, of which the compiler makes none. Returns the number of
/// words that it copied.
fn load_vectors(words: &[AtomicU32], out: &mut [[u8; 4]]) -> usize {
    let (from, to) = (
        words.as_chunks::<VECTOR>().0,
        out.as_chunks_mut::<VECTOR>().0,
    );
    let vectors = from.len().min(to.len());
    // SAFETY: Both have so many vectors.
    #[allow(unsafe_code)]
    unsafe {
        copy_vectors(from.as_ptr().cast(), to.as_mut_ptr().cast(), vectors)
    }
}

/// The same into atomic words.
fn store_vectors(words: &[AtomicU32], data: &[[u8; 4]]) -> usize {
    let (to, from) = (words.as_chunks::<VECTOR>().0, data.as_chunks::<VECTOR>().0);
    let vectors = from.len().min(to.len());
    // SAFETY: Both have so many vectors, and atomic words may be written through a shared reference.
    #[allow(unsafe_code)]
    unsafe {
        copy_vectors(from.as_ptr().cast(), to.as_ptr().cast_mut().cast(), vectors)
    }
}

/// Copies vectors from one place to another that does not overlap it. Returns the number of words
/// that it copied: none on hosts without such instructions.
///
/// # Safety
/// Both have so many vectors, of words that are aligned where other threads access them.
#[cfg_attr(
    not(target_arch = "x86_64"),
    expect(unused_variables, reason = "none are copied")
)]
#[allow(unsafe_code)]
unsafe fn copy_vectors(
    from: *const [u32; VECTOR],
    to: *mut [u32; VECTOR],
    vectors: usize,
) -> usize {
    #[cfg(target_arch = "x86_64")]
    for n in 0..vectors {
        // SAFETY: Vector n is in both. The processor accesses an aligned word of a vector at once,
        // as it does a single one, whatever other threads store.
        unsafe {
            std::arch::asm!(
                "movups {vector}, [{from}]",
                "movups [{to}], {vector}",
                from = in(reg) from.add(n),
                to = in(reg) to.add(n),
                vector = out(xmm_reg) _,
                options(nostack, preserves_flags),
            );
        }
    }
    match cfg!(target_arch = "x86_64") {
        true => VECTOR * vectors,
        false => 0,
    }
}

/// The GPU's rights to a buffer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Rights {
    /// Read, write and execute it.
    #[default]
    All,
    /// Read and execute it.
    ReadOnly,
    /// Read and write it.
    NoExecute,
}

/// A buffer at a fixed address of an [`AddressSpace`].
pub struct Region {
    name: String,
    base: GpuAddr,
    len: u64,
    rights: Rights,
    words: Words,
    /// One bit per byte: initialised. Absent if it is not tracked.
    init: Option<Words>,
    /// Whether it is part of a [`Scratch`].
    scratch: bool,
}

/// Zeros that take no memory until they are written.
fn zeroed(words: usize) -> Box<[AtomicU32]> {
    bytemuck::allocation::zeroed_slice_box(words)
}

/// Pages of a file, mapped shared: every other mapping of them sees each
/// change.
///
/// The file must keep its length while it is mapped: touching pages that were
/// cut off ends the process. A memfd sealed against shrinking does.
pub struct Mapping(MmapRaw);

impl Mapping {
    /// Maps `len` bytes of `file`, from byte `offset` on. `len` must be a
    /// multiple of 4, `offset` of the page size.
    pub fn new(file: &File, offset: u64, len: usize) -> io::Result<Self> {
        let end = u64::try_from(len).ok().and_then(|n| n.checked_add(offset));
        if !len.is_multiple_of(4)
            || end.is_none_or(|end| file.metadata().is_ok_and(|m| m.len() < end))
        {
            return Err(io::ErrorKind::InvalidInput.into());
        }
        MmapOptions::new()
            .offset(offset)
            .len(len)
            .map_raw(file)
            .map(Mapping)
    }

    /// `len` private bytes of zeros.
    fn anonymous(len: usize) -> io::Result<Self> {
        MmapMut::map_anon(len).map(|pages| Mapping(pages.into()))
    }

    /// Its length in bytes.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether it has no bytes.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Fills `out` from byte `offset` on; `None` if part of that is outside.
    pub fn read(&self, offset: usize, out: &mut [u8]) -> Option<()> {
        let inside = offset.checked_add(out.len())? <= self.len();
        inside.then(|| load(self.words(), offset, out))
    }

    /// Writes `data` from byte `offset` on; `None` if part of that is outside.
    pub fn write(&self, offset: usize, data: &[u8]) -> Option<()> {
        let inside = offset.checked_add(data.len())? <= self.len();
        inside.then(|| store(self.words(), offset, data))
    }

    #[allow(unsafe_code)]
    fn words(&self) -> &[AtomicU32] {
        let pointer = self.0.as_ptr().cast::<AtomicU32>();
        // SAFETY: The pages are mapped readable and writable for as long as
        // `self` lives, start at a page boundary and hold `len` bytes: of
        // no file, or of one that `new` took only if it had them. Other processes and threads
        // may write them at any time; in this one they are only accessed as
        // atomics or by the client's own code, as with memory that real
        // hardware shares with it.
        unsafe { std::slice::from_raw_parts(pointer, self.len() / 4) }
    }
}

/// Memory of a device that no client maps: it starts uninitialised, and keeps its contents from
/// one address space to the next. Pages that are not written take no memory.
pub struct Scratch {
    bytes: Arc<Mapping>,
    /// One bit per byte: initialised.
    init: Arc<Mapping>,
    len: usize,
}

impl Scratch {
    /// `len` bytes.
    ///
    /// # Errors
    /// Those of the system if it has no addresses left.
    pub fn new(len: usize) -> io::Result<Self> {
        let words = |bits: usize| bits.div_ceil(4).max(1) * 4;
        Ok(Scratch {
            bytes: Arc::new(Mapping::anonymous(words(len))?),
            init: Arc::new(Mapping::anonymous(words(len.div_ceil(8)))?),
            len,
        })
    }
}

/// The storage of a buffer.
enum Words {
    Own(Box<[AtomicU32]>),
    /// Pages from the system, from this word on; they may be shared with a
    /// client.
    Shared(Arc<Mapping>, usize),
}

/// The number of words from which on memory comes from the system: an allocator would have to clear
/// it.
const LARGE: usize = (1 << 20) / 4;

impl Words {
    fn zeroed(words: usize) -> Words {
        let pages = match words >= LARGE {
            true => Mapping::anonymous(words * 4).ok(),
            false => None,
        };
        match pages {
            Some(pages) => Words::Shared(Arc::new(pages), 0),
            None => Words::Own(zeroed(words)),
        }
    }
}

impl std::ops::Deref for Words {
    type Target = [AtomicU32];

    #[inline]
    fn deref(&self) -> &[AtomicU32] {
        match self {
            Words::Own(words) => words,
            Words::Shared(mapping, first) => &mapping.words()[*first..],
        }
    }
}

impl Region {
    /// A buffer that holds `bytes`, all of them initialised.
    pub fn from_bytes(name: impl Into<String>, base: GpuAddr, bytes: &[u8]) -> Self {
        let r = Region {
            name: name.into(),
            base,
            len: bytes.len() as u64,
            rights: Rights::All,
            words: Words::Own(zeroed(bytes.len().div_ceil(4))),
            init: None,
            scratch: false,
        };
        store(&r.words, 0, bytes);
        r
    }

    /// A buffer of `len` uninitialised bytes. It reads as zeros, and
    /// [`GpuMemory::initialised`] is false for bytes that were not written.
    pub fn uninitialised(name: impl Into<String>, base: GpuAddr, len: u64) -> Self {
        Region {
            name: name.into(),
            base,
            len,
            rights: Rights::All,
            words: Words::zeroed(len.div_ceil(4) as usize),
            init: Some(Words::zeroed(len.div_ceil(32) as usize)),
            scratch: false,
        }
    }

    /// A buffer whose bytes are the `len` bytes of `pages` from `offset` on, without a copy; `None`
    /// unless both are multiples of 4 and inside `pages`. Writes are not tracked.
    pub fn shared(
        name: impl Into<String>,
        base: GpuAddr,
        pages: Arc<Mapping>,
        offset: usize,
        len: usize,
    ) -> Option<Self> {
        let end = offset.checked_add(len)?;
        if !offset.is_multiple_of(4) || !len.is_multiple_of(4) || end > pages.len() {
            return None;
        }
        Some(Region {
            name: name.into(),
            base,
            len: len as u64,
            rights: Rights::All,
            words: Words::Shared(pages, offset / 4),
            init: None,
            scratch: false,
        })
    }

    /// A buffer whose bytes are those of `scratch`, without a copy.
    pub fn scratch(name: impl Into<String>, base: GpuAddr, scratch: &Scratch) -> Self {
        Region {
            name: name.into(),
            base,
            len: scratch.len as u64,
            rights: Rights::All,
            words: Words::Shared(scratch.bytes.clone(), 0),
            init: Some(Words::Shared(scratch.init.clone(), 0)),
            scratch: true,
        }
    }

    /// A buffer of `len` zero bytes, all of them initialised. Pages that are not written
    /// take no memory.
    pub fn zeroed(name: impl Into<String>, base: GpuAddr, len: u64) -> Self {
        Region {
            init: None,
            ..Self::uninitialised(name, base, len)
        }
    }

    /// The same buffer, with these rights of the GPU.
    pub fn with(self, rights: Rights) -> Self {
        Region { rights, ..self }
    }

    /// The rights of the GPU.
    pub fn rights(&self) -> Rights {
        self.rights
    }

    /// Whether it is [`Scratch`]: the next address space has its contents.
    pub fn is_scratch(&self) -> bool {
        self.scratch
    }

    /// Whether it tracks which of its bytes are initialised.
    pub fn is_tracked(&self) -> bool {
        self.init.is_some()
    }

    /// Fills `out` from byte `offset` on; `None` if part of that is outside.
    pub fn read(&self, offset: u64, out: &mut [u8]) -> Option<()> {
        let at = self.holds(self.base.checked_add(offset)?, out.len() as u64)?;
        load(&self.words, at, out);
        Some(())
    }

    /// Writes `data` from byte `offset` on, as the client does, even if the buffer is read-only for
    /// the GPU. `None` if part of that is outside.
    pub fn fill(&self, offset: u64, data: &[u8]) -> Option<()> {
        let at = self.holds(self.base.checked_add(offset)?, data.len() as u64)?;
        store(&self.words, at, data);
        if let Some(init) = &self.init {
            mark(init, at, data.len());
        }
        Some(())
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its GPU address.
    pub fn base(&self) -> GpuAddr {
        self.base
    }

    /// Its length in bytes.
    pub fn len(&self) -> u64 {
        self.len
    }

    /// Whether it has no bytes.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    fn holds(&self, addr: GpuAddr, len: u64) -> Option<usize> {
        let offset = addr.checked_sub(self.base)?;
        let end = offset.checked_add(len)?;
        (end <= self.len).then_some(offset as usize)
    }
}

#[cfg(test)]
mod tests;
