//! The memory that a GPU sees: address allocation and the memory limit.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::errno::Errno;
use super::pages::PAGE;

/// The gap between two buffers, so that overruns are detected.
const GUARD: u64 = PAGE;

struct Ranges {
    /// The range of addresses for buffers.
    window: Range<u64>,
    /// Last address with guard, by first address.
    taken: BTreeMap<u64, u64>,
    /// The address after the last allocation.
    next: u64,
    used: u64,
    limit: u64,
}

impl Ranges {
    /// The first gap of `len` bytes between two addresses, at a multiple of `align`.
    fn room(&self, from: u64, to: u64, len: u64, align: u64) -> Option<u64> {
        let up = |at: u64| at.checked_next_multiple_of(align).unwrap_or(u64::MAX);
        let before = self.taken.range(..from).next_back();
        let mut at = up(before.map_or(from, |(_, end)| from.max(*end)));
        for (first, end) in self.taken.range(from..to) {
            if first.saturating_sub(at) >= len {
                break;
            }
            at = up(at.max(*end));
        }
        (to.saturating_sub(at) >= len).then_some(at)
    }
}

/// An allocator of GPU addresses, with a limit on the memory in use.
#[derive(Clone)]
pub struct Memory(Arc<Mutex<Ranges>>);

/// The owner of a buffer's memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owner {
    /// The device: counted.
    Device,
    /// Another device or process that shares it: not counted.
    Foreign,
}

/// A range of GPU memory, freed when dropped.
pub struct Lease {
    memory: Memory,
    address: u64,
    charge: Mutex<u64>,
}

impl Memory {
    /// `limit` bytes of memory, for buffers at addresses in `window`.
    pub fn new(window: Range<u64>, limit: u64) -> Self {
        Memory(Arc::new(Mutex::new(Ranges {
            taken: BTreeMap::new(),
            next: window.start,
            used: 0,
            limit,
            window,
        })))
    }

    fn ranges(&self) -> MutexGuard<'_, Ranges> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The number of bytes in use.
    pub fn used(&self) -> u64 {
        self.ranges().used
    }

    /// The number of bytes in all.
    pub fn limit(&self) -> u64 {
        self.ranges().limit
    }

    /// Whether the next range of `len` bytes is after the last one.
    pub fn has_room_behind(&self, len: u64) -> bool {
        let ranges = self.ranges();
        let need = len.saturating_add(PAGE + GUARD);
        ranges.window.end.saturating_sub(ranges.next) >= need
    }

    /// Allocates `len` bytes at a page boundary: the first free range after the
    /// last one, so that addresses do not depend on which submitted jobs are
    /// already done.
    pub fn lease(&self, len: u64, owner: Owner) -> Result<Lease, Errno> {
        self.lease_aligned(len, PAGE, owner)
    }

    /// Allocates `len` bytes like [`Self::lease`], at a multiple of `align`, which is one of the
    /// page size.
    pub fn lease_aligned(&self, len: u64, align: u64, owner: Owner) -> Result<Lease, Errno> {
        let charge = match owner {
            Owner::Device => len,
            Owner::Foreign => 0,
        };
        let mut ranges = self.ranges();
        if ranges.used.saturating_add(charge) > ranges.limit {
            return Err(Errno::ENOMEM);
        }
        let need = len.checked_next_multiple_of(PAGE).ok_or(Errno::ENOMEM)?;
        let whole = need.checked_add(GUARD).ok_or(Errno::ENOMEM)?;
        let at = ranges
            .room(ranges.next, ranges.window.end, whole, align)
            .or_else(|| ranges.room(ranges.window.start, ranges.window.end, whole, align))
            .ok_or(Errno::ENOMEM)?;
        ranges.taken.insert(at, at + whole);
        ranges.next = at + whole;
        ranges.used += charge;
        Ok(Lease {
            memory: self.clone(),
            address: at,
            charge: Mutex::new(charge),
        })
    }

    /// Takes the `len` bytes at `address`, which a client chose, without a gap after them; ENOSPC if
    /// they are not free, or not for buffers. They are not counted.
    pub fn lease_at(&self, address: u64, len: u64) -> Result<Lease, Errno> {
        let mut ranges = self.ranges();
        let end = address.checked_add(len).ok_or(Errno::ENOSPC)?;
        let before = ranges.taken.range(..end).next_back();
        let is_free = before.is_none_or(|(_, taken)| *taken <= address);
        if !is_free || len == 0 || address < ranges.window.start || end > ranges.window.end {
            return Err(Errno::ENOSPC);
        }
        ranges.taken.insert(address, end);
        Ok(Lease {
            memory: self.clone(),
            address,
            charge: Mutex::new(0),
        })
    }
}

impl Lease {
    /// The GPU address of its first byte.
    pub fn address(&self) -> u64 {
        self.address
    }

    /// Stops counting it, because its pages were purged.
    pub fn discharge(&self) {
        let mut charge = self.charge.lock().unwrap_or_else(PoisonError::into_inner);
        self.memory.ranges().used -= *charge;
        *charge = 0;
    }
}

impl Drop for Lease {
    fn drop(&mut self) {
        self.discharge();
        self.memory.ranges().taken.remove(&self.address);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BASE: u64 = 0x1000_0000;
    const END: u64 = 0xf000_0000;

    #[test]
    fn places_are_apart_and_come_back() {
        let m = Memory::new(BASE..END, 64 << 10);
        let a = m.lease(4096, Owner::Device).unwrap();
        let b = m.lease(8192, Owner::Device).unwrap();
        assert_eq!((a.address(), b.address()), (0x1000_0000, 0x1000_2000));
        assert_eq!(m.used(), 12288);
        drop(a);
        let c = m.lease(8192, Owner::Device).unwrap();
        assert_eq!(c.address(), 0x1000_5000, "behind the last");
        let d = m.lease(100, Owner::Foreign).unwrap();
        assert_eq!(d.address(), 0x1000_8000);
        assert_eq!(m.used(), 16384);
        assert_eq!(m.lease(64 << 10, Owner::Device).err(), Some(Errno::ENOMEM));
        assert_eq!(m.lease(u64::MAX, Owner::Foreign).err(), Some(Errno::ENOMEM));
        b.discharge();
        drop((b, c, d));
        assert_eq!(m.used(), 0);
    }

    #[test]
    fn alignment_leaves_gaps_that_smaller_ranges_fill() {
        let m = Memory::new(BASE..END, u64::MAX);
        let a = m.lease(PAGE, Owner::Device).unwrap();
        let b = m.lease_aligned(PAGE, 1 << 20, Owner::Device).unwrap();
        assert_eq!((a.address(), b.address()), (0x1000_0000, 0x1010_0000));
        let most = END - b.address() - PAGE - GUARD - 2 * PAGE;
        let c = m.lease_aligned(most, 1 << 20, Owner::Device);
        assert_eq!(c.err(), Some(Errno::ENOMEM), "not at a multiple");
        let d = m.lease(most, Owner::Device).unwrap();
        assert_eq!(d.address(), 0x1010_2000);
        let e = m.lease(4 * PAGE, Owner::Device).unwrap();
        assert_eq!(e.address(), 0x1000_2000, "between the first two");
    }

    #[test]
    fn clients_choose_free_ranges() {
        let m = Memory::new(BASE..END, u64::MAX);
        let a = m.lease_at(BASE + 2 * PAGE, 2 * PAGE).unwrap();
        let taken = |at, len| m.lease_at(at, len).err();
        assert_eq!(taken(BASE + PAGE, 2 * PAGE), Some(Errno::ENOSPC));
        assert_eq!(taken(BASE + 3 * PAGE, PAGE), Some(Errno::ENOSPC));
        assert_eq!(taken(BASE - PAGE, PAGE), Some(Errno::ENOSPC));
        assert_eq!(taken(END - PAGE, 2 * PAGE), Some(Errno::ENOSPC));
        assert_eq!(taken(u64::MAX, 2), Some(Errno::ENOSPC));
        assert_eq!(taken(BASE, 0), Some(Errno::ENOSPC));
        let beside = [
            m.lease_at(BASE + PAGE, PAGE),
            m.lease_at(BASE + 4 * PAGE, PAGE),
        ];
        assert!(beside.iter().all(Result::is_ok));
        let free = m.lease(PAGE, Owner::Device).unwrap();
        assert_eq!(
            free.address(),
            BASE + 5 * PAGE,
            "not before the chosen ones"
        );
        drop((a, beside));
        assert!(m.lease_at(BASE, 5 * PAGE).is_ok());
    }

    #[test]
    fn the_search_begins_anew_at_the_end() {
        let m = Memory::new(BASE..END, u64::MAX);
        let most = END - BASE - GUARD;
        let a = m.lease(PAGE, Owner::Device).unwrap();
        let b = m.lease(most - 4 * PAGE, Owner::Device).unwrap();
        drop(a);
        let c = m.lease(2 * PAGE, Owner::Device);
        assert_eq!(c.err(), Some(Errno::ENOMEM), "neither there nor here");
        let d = m.lease(PAGE, Owner::Device).unwrap();
        let e = m.lease(PAGE, Owner::Device).map(|l| l.address());
        assert_eq!((d.address(), e), (0xefff_e000, Ok(0x1000_0000)));
        drop((b, d));
        assert!(m.lease(most, Owner::Device).is_ok());
    }
}
