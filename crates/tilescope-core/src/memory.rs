//! GPU-visible memory.
//!
//! Memory is volatile: a client may write it while a device reads it, and tiles
//! rendered by several threads store into it. It is therefore stored in relaxed
//! atomic words, and there is never a `&[u8]` into it.

use std::fmt;
use std::fs::File;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use memmap2::{MmapMut, MmapOptions, MmapRaw};
use thiserror::Error;

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

    /// Fills `out` with the little-endian words at `addrs`, if each is a whole word
    /// of the same buffer and initialised. Returns whether they are. If not, or if it
    /// is unknown, `out` may hold anything, and single reads report the fault.
    fn gather(&self, _addrs: &[u32], _out: &mut [u32]) -> bool {
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

/// A buffer at a fixed address of an [`AddressSpace`].
pub struct Region {
    name: String,
    base: GpuAddr,
    len: u64,
    read_only: bool,
    words: Words,
    /// One bit per byte: initialised. Absent if it is not tracked.
    init: Option<Words>,
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
            read_only: false,
            words: Words::Own(zeroed(bytes.len().div_ceil(4))),
            init: None,
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
            read_only: false,
            words: Words::zeroed(len.div_ceil(4) as usize),
            init: Some(Words::zeroed(len.div_ceil(32) as usize)),
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
            read_only: false,
            words: Words::Shared(pages, offset / 4),
            init: None,
        })
    }

    /// A buffer of `len` zero bytes, all of them initialised. Pages that are not written
    /// take no memory.
    pub fn zeroed(name: impl Into<String>, base: GpuAddr, len: u64) -> Self {
        Region {
            init: None,
            ..Self::uninitialised(name, base, len)
        }
    }

    /// The same buffer, refusing writes by the GPU.
    pub fn read_only(mut self) -> Self {
        self.read_only = true;
        self
    }

    /// Whether the GPU may only read it.
    pub fn is_read_only(&self) -> bool {
        self.read_only
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

/// Copies out of atomic words, starting `offset` bytes in.
fn load(words: &[AtomicU32], offset: usize, out: &mut [u8]) {
    let mut word = offset / 4;
    let skip = offset % 4;
    if skip == 0 && out.len() == 4 {
        out.copy_from_slice(&words[word].load(Relaxed).to_le_bytes());
        return;
    }
    let head = if skip == 0 {
        0
    } else {
        (4 - skip).min(out.len())
    };
    let (first, rest) = out.split_at_mut(head);
    if head > 0 {
        first.copy_from_slice(&words[word].load(Relaxed).to_le_bytes()[skip..skip + head]);
        word += 1;
    }
    // With slices of the same length the compiler removes every check in the loop.
    let (chunks, tail) = rest.as_chunks_mut::<4>();
    let whole = &words[word..word + chunks.len()];
    for (chunk, w) in chunks.iter_mut().zip(whole) {
        *chunk = w.load(Relaxed).to_le_bytes();
    }
    word += chunks.len();
    if !tail.is_empty() {
        let n = tail.len();
        tail.copy_from_slice(&words[word].load(Relaxed).to_le_bytes()[..n]);
    }
}

/// Replaces the bits of `mask` in `word`; atomic with respect to other threads.
fn store_masked(word: &AtomicU32, value: u32, mask: u32) {
    let mut old = word.load(Relaxed);
    while let Err(now) =
        word.compare_exchange_weak(old, (old & !mask) | (value & mask), Relaxed, Relaxed)
    {
        old = now;
    }
}

/// Copies into atomic words, starting `offset` bytes in.
fn store(words: &[AtomicU32], offset: usize, data: &[u8]) {
    let mut word = offset / 4;
    let skip = offset % 4;
    let head = if skip == 0 {
        0
    } else {
        (4 - skip).min(data.len())
    };
    let (first, rest) = data.split_at(head);
    let partial = |w: &AtomicU32, bytes: &[u8], at: usize| {
        let mut v = [0u8; 4];
        let mut m = [0u8; 4];
        v[at..at + bytes.len()].copy_from_slice(bytes);
        m[at..at + bytes.len()].fill(0xff);
        store_masked(w, u32::from_le_bytes(v), u32::from_le_bytes(m));
    };
    if head > 0 {
        partial(&words[word], first, skip);
        word += 1;
    }
    let (chunks, tail) = rest.as_chunks::<4>();
    let whole = &words[word..word + chunks.len()];
    for (chunk, w) in chunks.iter().zip(whole) {
        w.store(u32::from_le_bytes(*chunk), Relaxed);
    }
    word += chunks.len();
    if !tail.is_empty() {
        partial(&words[word], tail, 0);
    }
}

fn mark(init: &[AtomicU32], offset: usize, len: usize) {
    let (mut at, end) = (offset, offset + len);
    while at < end {
        let bit = at % 32;
        let n = (32 - bit).min(end - at);
        let mask = if n == 32 {
            u32::MAX
        } else {
            ((1u32 << n) - 1) << bit
        };
        let w = &init[at / 32];
        if w.load(Relaxed) & mask != mask {
            w.fetch_or(mask, Relaxed);
        }
        at += n;
    }
}

fn marked(init: &[AtomicU32], offset: usize, len: usize) -> bool {
    let (mut at, end) = (offset, offset + len);
    while at < end {
        let bit = at % 32;
        let n = (32 - bit).min(end - at);
        let mask = if n == 32 {
            u32::MAX
        } else {
            ((1u32 << n) - 1) << bit
        };
        if init[at / 32].load(Relaxed) & mask != mask {
            return false;
        }
        at += n;
    }
    true
}

/// Two buffers overlap.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("buffer `{new}` overlaps buffer `{old}`, or wraps around the address space")]
pub struct Overlap {
    /// The buffer that could not be added.
    pub new: String,
    /// The buffer already there; the same as `new` if the new one wraps around.
    pub old: String,
}

/// A set of buffers at fixed addresses.
#[derive(Default)]
pub struct AddressSpace {
    regions: Vec<Region>,
}

impl AddressSpace {
    /// An address space without buffers.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a buffer.
    pub fn map(&mut self, region: Region) -> Result<(), Overlap> {
        let end = region.base.checked_add(region.len).ok_or_else(|| Overlap {
            new: region.name.clone(),
            old: region.name.clone(),
        })?;
        let at = self.regions.partition_point(|r| r.base < region.base);
        let before = at.checked_sub(1).map(|i| &self.regions[i]);
        let clash = before
            .filter(|r| r.base + r.len > region.base)
            .or_else(|| self.regions.get(at).filter(|r| r.base < end));
        if let Some(old) = clash {
            return Err(Overlap {
                new: region.name.clone(),
                old: old.name.clone(),
            });
        }
        self.regions.insert(at, region);
        Ok(())
    }

    /// All buffers, by address, taken out.
    pub fn into_regions(self) -> Vec<Region> {
        self.regions
    }

    /// All buffers, by address.
    pub fn regions(&self) -> &[Region] {
        &self.regions
    }

    /// The buffer called `name`.
    pub fn region(&self, name: &str) -> Option<&Region> {
        self.regions.iter().find(|r| r.name == name)
    }

    fn find(&self, addr: GpuAddr) -> Option<&Region> {
        let at = self.regions.partition_point(|r| r.base <= addr);
        let r = &self.regions[at.checked_sub(1)?];
        (addr - r.base < r.len).then_some(r)
    }

    fn access(&self, addr: GpuAddr, len: usize, unit: Unit) -> Result<(&Region, usize), MemFault> {
        self.find(addr)
            .and_then(|r| Some((r, r.holds(addr, len as u64)?)))
            .ok_or(MemFault {
                addr,
                len: len as u64,
                kind: MemFaultKind::Unmapped,
                unit,
            })
    }
}

impl GpuMemory for AddressSpace {
    fn read(&self, addr: GpuAddr, out: &mut [u8], unit: Unit) -> Result<(), MemFault> {
        let (r, offset) = self.access(addr, out.len(), unit)?;
        load(&r.words, offset, out);
        Ok(())
    }

    fn write(&self, addr: GpuAddr, data: &[u8], unit: Unit) -> Result<(), MemFault> {
        let (r, offset) = self.access(addr, data.len(), unit)?;
        if r.read_only {
            let len = data.len() as u64;
            return Err(MemFault {
                addr,
                len,
                kind: MemFaultKind::ReadOnly,
                unit,
            });
        }
        store(&r.words, offset, data);
        if let Some(init) = &r.init {
            mark(init, offset, data.len());
        }
        Ok(())
    }

    fn mapped(&self, addr: GpuAddr) -> u64 {
        self.find(addr).map_or(0, |r| r.base + r.len - addr)
    }

    fn initialised(&self, addr: GpuAddr, len: u64) -> bool {
        match self.find(addr) {
            Some(r) => match (&r.init, r.holds(addr, len)) {
                (Some(init), Some(offset)) => marked(init, offset, len as usize),
                _ => true,
            },
            None => true,
        }
    }

    fn gather(&self, addrs: &[u32], out: &mut [u32]) -> bool {
        let Some(region) = addrs.first().and_then(|&a| self.find(a.into())) else {
            return addrs.is_empty();
        };
        let words: &[AtomicU32] = &region.words;
        addrs.iter().zip(out).all(|(&addr, out)| {
            let Some(at) = region.holds(addr.into(), 4).filter(|at| at % 4 == 0) else {
                return false;
            };
            let init = region.init.as_ref();
            *out = words[at / 4].load(Relaxed);
            init.is_none_or(|init| init[at / 32].load(Relaxed) >> (at % 32) & 0xf == 0xf)
        })
    }

    fn locate(&self, addr: GpuAddr) -> Option<(&str, u64)> {
        self.find(addr).map(|r| (r.name.as_str(), addr - r.base))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const T: Unit = Unit("test");

    fn space() -> AddressSpace {
        let mut s = AddressSpace::new();
        s.map(Region::from_bytes(
            "a",
            0x1000,
            &(0..64).collect::<Vec<u8>>(),
        ))
        .unwrap();
        s.map(Region::uninitialised("b", 0x2000, 37)).unwrap();
        s
    }

    #[test]
    fn reads_any_alignment_and_length() {
        let s = space();
        for start in 0..20 {
            for len in 0..20 {
                let mut out = vec![0; len];
                s.read(0x1000 + start as u64, &mut out, T).unwrap();
                let want: Vec<u8> = (start as u8..(start + len) as u8).collect();
                assert_eq!(out, want, "{start} {len}");
            }
        }
    }

    #[test]
    fn writes_touch_only_their_bytes() {
        for start in 0..12usize {
            for len in 0..12usize {
                let s = space();
                s.write(0x1000 + start as u64, &vec![0xee; len], T).unwrap();
                let mut out = [0; 32];
                s.read(0x1000, &mut out, T).unwrap();
                for (i, b) in out.iter().enumerate() {
                    let want = if (start..start + len).contains(&i) {
                        0xee
                    } else {
                        i as u8
                    };
                    assert_eq!(*b, want);
                }
            }
        }
    }

    #[test]
    fn faults_name_access_and_unit() {
        let s = space();
        let e = s.read_u32(0x103e, T).unwrap_err();
        assert_eq!(
            e.to_string(),
            "test accessed 4 bytes at 0x0000103e, which are outside all buffers"
        );
        assert!(s.write(u64::MAX, &[0; 8], T).is_err());
        assert_eq!(s.mapped(0x2024), 1);
        assert_eq!(s.mapped(0x2025), 0);
    }

    #[test]
    fn tracks_initialisation_by_byte() {
        let s = space();
        assert!(s.initialised(0x1000, 64));
        assert!(!s.initialised(0x2000, 1));
        s.write(0x2003, &[1; 30], T).unwrap();
        assert!(s.initialised(0x2003, 30));
        assert!(!s.initialised(0x2002, 2));
        assert!(!s.initialised(0x2003, 31));
    }

    #[test]
    fn a_client_may_write_buffers_that_are_read_only_for_the_gpu() {
        let r = Region::zeroed("z", 0x3000, 37).read_only();
        assert!(r.is_read_only() && !r.is_tracked());
        assert_eq!(r.fill(30, &[1; 7]), Some(()));
        assert_eq!(r.fill(30, &[1; 8]), None);
        assert_eq!(r.fill(u64::MAX, &[1]), None);
        let mut out = [9; 8];
        assert_eq!(r.read(29, &mut out), Some(()));
        assert_eq!(out, [0, 1, 1, 1, 1, 1, 1, 1]);
        assert_eq!(r.read(30, &mut out), None);
        let u = Region::uninitialised("u", 0, 8);
        assert!(u.is_tracked());
        u.fill(0, &[1; 4]).unwrap();
        let mut s = AddressSpace::new();
        s.map(u).unwrap();
        assert!(s.initialised(0, 4) && !s.initialised(0, 5));
        assert_eq!(s.into_regions().len(), 1);
    }

    #[test]
    fn words_are_gathered_from_one_buffer_only() {
        let s = space();
        let mut out = [0; 3];
        assert!(s.gather(&[0x103c, 0x1000, 0x1004], &mut out));
        assert_eq!(out, [0x3f3e_3d3c, 0x0302_0100, 0x0706_0504]);
        for outside in [0xffc, 0x103d, 0x1040, 0x2000, u32::MAX] {
            assert!(!s.gather(&[0x1000, outside], &mut out), "{outside:#x}");
            assert!(!s.gather(&[outside, 0x1000], &mut out), "{outside:#x}");
        }
        s.write(0x2000, &[1, 2, 3], T).unwrap();
        assert!(!s.gather(&[0x2000], &mut out), "one byte is not written");
        s.write(0x2003, &[4], T).unwrap();
        assert!(s.gather(&[0x2000], &mut out));
        assert_eq!(out[0], 0x0403_0201);
        assert!(!s.gather(&[0x2000, 0x2004], &mut out));
        assert!(s.gather(&[], &mut out));
    }

    #[test]
    fn refuses_overlap() {
        let mut s = space();
        assert!(s.map(Region::uninitialised("c", 0x103f, 1)).is_err());
        assert!(s.map(Region::uninitialised("c", 0xff0, 0x11)).is_err());
        assert!(s.map(Region::uninitialised("c", 0x1040, 1)).is_ok());
    }

    #[test]
    fn shared_pages_are_seen_by_both_sides() {
        use std::io::{Read, Seek, Write};
        let mut file = tempfile::tempfile().unwrap();
        file.set_len(8192).unwrap();
        let pages = Arc::new(Mapping::new(&file, 0, 8192).unwrap());
        let region = |base, offset, len| Region::shared("s", base, pages.clone(), offset, len);
        let mut s = AddressSpace::new();
        s.map(region(0x1000, 4096, 4096).unwrap()).unwrap();
        s.map(region(0x3000, 0, 4096).unwrap().read_only()).unwrap();
        s.write(0x1001, &[1, 2, 3, 4, 5], T).unwrap();
        assert!(s.write(0x3000, &[1], T).is_err());
        assert!(s.write(0x1ffd, &[0; 4], T).is_err());
        file.seek(io::SeekFrom::Start(4096)).unwrap();
        let mut seen = [0; 8];
        file.read_exact(&mut seen).unwrap();
        assert_eq!(seen, [0, 1, 2, 3, 4, 5, 0, 0]);
        file.seek(io::SeekFrom::Start(4)).unwrap();
        file.write_all(&0x1234_5678u32.to_le_bytes()).unwrap();
        assert_eq!(s.read_u32(0x3004, T), Ok(0x1234_5678));
        assert_eq!(s.mapped(0x1004), 4092);
        assert_eq!(pages.write(8190, &[7, 8]), Some(()));
        assert_eq!(pages.write(8190, &[7, 8, 9]), None);
        let mut out = [0; 3];
        assert_eq!(pages.read(8189, &mut out), Some(()));
        assert_eq!(out, [0, 7, 8]);
        assert_eq!(pages.read(usize::MAX, &mut out), None);
        assert!(region(0, 4096, 4100).is_none());
        assert!(region(0, 2, 4).is_none());
        assert!(region(0, usize::MAX - 3, 8).is_none());
    }

    #[test]
    fn mappings_stay_inside_their_file() {
        let file = tempfile::tempfile().unwrap();
        file.set_len(4096).unwrap();
        assert!(Mapping::new(&file, 0, 4096).is_ok());
        assert!(Mapping::new(&file, 0, 8192).is_err());
        assert!(Mapping::new(&file, 4096, 4096).is_err());
        assert!(Mapping::new(&file, 0, 4095).is_err());
        assert!(Mapping::new(&file, u64::MAX, 4096).is_err());
    }
}
