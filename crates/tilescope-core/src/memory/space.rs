//! Buffers at fixed addresses.

use std::cell::Cell;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use thiserror::Error;

use super::words::{load, mark, marked, store};
use super::{GpuAddr, GpuMemory, MemFault, MemFaultKind, Region, Rights, Unit};

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
    /// The address of each, close together: every access searches them.
    bases: Vec<GpuAddr>,
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
        self.bases.insert(at, region.base);
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

    #[inline]
    fn find(&self, addr: GpuAddr) -> Option<&Region> {
        match self.bases.len() {
            0..=FEW => self.search(addr).map(|(_, r)| r),
            _ => self.recall(addr),
        }
    }

    /// The buffer at `addr`, and its number.
    #[inline]
    fn search(&self, addr: GpuAddr) -> Option<(usize, &Region)> {
        let at = self.bases.partition_point(|base| *base <= addr);
        let at = at.checked_sub(1)?;
        let r = self.regions.get(at)?;
        (addr - r.base < r.len).then_some((at, r))
    }

    /// The buffer at `addr`; the one that this thread found there last is tried first.
    fn recall(&self, addr: GpuAddr) -> Option<&Region> {
        LAST_FOUND.with(|last| {
            let last = &last[(addr >> 14) as usize % LAST];
            let recalled = self.regions.get(last.get());
            if let Some(r) = recalled.filter(|r| addr.wrapping_sub(r.base) < r.len) {
                return Some(r);
            }
            let (at, r) = self.search(addr)?;
            last.set(at);
            Some(r)
        })
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

/// Number of buffers up to which a search of them costs less than what a thread remembers.
const FEW: usize = 16;

/// Buffers that a thread remembers.
const LAST: usize = 32;

thread_local! {
    /// By bits of the address, the number of the buffer that a thread found last: a unit
    /// accesses the same few again and again. Any number is right, as it is only tried first.
    static LAST_FOUND: [Cell<usize>; LAST] = const { [const { Cell::new(0) }; LAST] };
}

impl GpuMemory for AddressSpace {
    fn read(&self, addr: GpuAddr, out: &mut [u8], unit: Unit) -> Result<(), MemFault> {
        let (r, offset) = self.access(addr, out.len(), unit)?;
        load(&r.words, offset, out);
        Ok(())
    }

    fn read_tracked(&self, addr: GpuAddr, out: &mut [u8], unit: Unit) -> Result<bool, MemFault> {
        let (r, offset) = self.access(addr, out.len(), unit)?;
        load(&r.words, offset, out);
        let init = r.init.as_ref();
        Ok(init.is_none_or(|init| marked(init, offset, out.len())))
    }

    fn write(&self, addr: GpuAddr, data: &[u8], unit: Unit) -> Result<(), MemFault> {
        let (r, offset) = self.access(addr, data.len(), unit)?;
        if r.rights == Rights::ReadOnly {
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

    fn executable(&self, addr: GpuAddr) -> bool {
        self.find(addr)
            .is_none_or(|r| r.rights != Rights::NoExecute)
    }

    fn gather(&self, addrs: &[GpuAddr], out: &mut [u32]) -> bool {
        let Some(region) = addrs.first().and_then(|&a| self.find(a)) else {
            return addrs.is_empty();
        };
        let words: &[AtomicU32] = &region.words;
        addrs.iter().zip(out).all(|(&addr, out)| {
            let Some(at) = region.holds(addr, 4).filter(|at| at % 4 == 0) else {
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
