//! GPU addresses. Source: Linux `etnaviv_mmu.c`, `etnaviv_iommu.c`,
//! `etnaviv_iommu_v2.c`.
//!
//! The first MMU has one address space for all clients. Its lower half is a
//! window of memory, which must hold command streams; the upper half is
//! translated by a table and holds buffers, at addresses that the kernel
//! chooses. The second MMU has an address space for each client, which may
//! choose addresses above the first 4 MiB.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::{Arc, Weak};

use tilescope_vivante::chips::Chip;
use tilescope_vivante::features::Feature;

use super::bo::{Bo, Buffer};
use crate::drm::errno::Errno;
use crate::drm::fence::Use;
use crate::drm::gem::Object;
use crate::drm::pages::PAGE;

/// The MMU of a chip.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mmu {
    /// The first: one address space.
    V1,
    /// The second: an address space for each client.
    V2,
}

/// First address that clients may choose. Source: Linux `etnaviv_drv.h`,
/// `ETNAVIV_SOFTPIN_START_ADDRESS`.
pub const SOFTPIN_START: u64 = 4 << 20;

impl Mmu {
    /// The MMU of a chip. Source: Linux `etnaviv_mmu.c`, `etnaviv_iommu_global_init`.
    pub fn of(chip: &Chip) -> Mmu {
        match chip.features.has(Feature::MmuVersion) {
            true => Mmu::V2,
            false => Mmu::V1,
        }
    }

    /// The range of buffers: with the first MMU their GPU addresses, with the
    /// second the addresses that its tables would translate to.
    pub fn buffers(self) -> Range<u64> {
        match self {
            Mmu::V1 => 0x8000_0000..0x1_0000_0000,
            Mmu::V2 => 0x1000_0000..0x1_0000_0000,
        }
    }

    /// GPU address of the ring.
    pub fn ring(self) -> u64 {
        match self {
            Mmu::V1 => 0x0800_0000,
            Mmu::V2 => PAGE,
        }
    }

    /// GPU addresses for command streams: more than the queue can hold.
    pub fn streams(self) -> Range<u64> {
        match self {
            Mmu::V1 => 0x0800_1000..0x1000_0000,
            Mmu::V2 => 2 * PAGE..SOFTPIN_START,
        }
    }
}

/// The end of all addresses.
const END: u64 = 1 << 32;

struct Mapped {
    end: u64,
    id: u64,
    object: Weak<Object<Bo>>,
}

/// The address space of one client.
#[derive(Default)]
pub struct Space {
    /// By first address.
    mapped: BTreeMap<u64, Mapped>,
    /// First addresses, by buffer.
    by_id: BTreeMap<u64, u64>,
}

impl Space {
    /// Removes freed buffers. To be called from time to time.
    pub fn sweep(&mut self) {
        self.mapped.retain(|_, m| m.object.strong_count() > 0);
        let mapped = &self.mapped;
        self.by_id.retain(|_, at| mapped.contains_key(at));
    }

    fn remove(&mut self, at: u64) {
        if let Some(m) = self.mapped.remove(&at) {
            self.by_id.remove(&m.id);
        }
    }

    /// First addresses of the mappings that overlap a range.
    fn within(&self, range: &Range<u64>) -> Vec<u64> {
        let before = self.mapped.range(..range.end).rev();
        // Mappings do not overlap, so the first that ends before the range is the last to check.
        let in_the_way = before.take_while(|(_, m)| m.end > range.start);
        in_the_way.map(|(at, _)| *at).collect()
    }

    /// The address of a buffer, at `wanted` or anywhere. Jobs up to `finished` no longer use
    /// anything. The second result is whether it is new.
    ///
    /// # Errors
    /// EINVAL if it is already elsewhere or the address is not a page boundary,
    /// ENOSPC if there is no room.
    pub fn place(
        &mut self,
        object: &Arc<Buffer>,
        wanted: Option<u64>,
        finished: u64,
    ) -> Result<(u64, bool), Errno> {
        if let Some(&at) = self.by_id.get(&object.id) {
            return match wanted {
                Some(va) if va != at => Err(Errno::EINVAL),
                _ => Ok((at, false)),
            };
        }
        let at = match wanted {
            Some(va) => self.make_room(va, object.size, finished)?,
            None => self.room(object.size).ok_or(Errno::ENOSPC)?,
        };
        let mapped = Mapped {
            end: at + object.size,
            id: object.id,
            object: Arc::downgrade(object),
        };
        self.mapped.insert(at, mapped);
        self.by_id.insert(object.id, at);
        Ok((at, true))
    }

    /// Evicts idle buffers from the range of a new one.
    fn make_room(&mut self, va: u64, len: u64, finished: u64) -> Result<u64, Errno> {
        let range = va..va
            .checked_add(len)
            .filter(|e| *e <= END)
            .ok_or(Errno::ENOSPC)?;
        let in_the_way = self.within(&range);
        let busy = |at: &u64| {
            let object = self.mapped.get(at).and_then(|m| m.object.upgrade());
            object.is_some_and(|o| o.reservation.seqno_before(Use::Write) > finished)
        };
        if in_the_way.iter().any(busy) {
            return Err(Errno::ENOSPC);
        }
        if !va.is_multiple_of(PAGE) {
            return Err(Errno::EINVAL);
        }
        for at in in_the_way {
            self.remove(at);
        }
        Ok(va)
    }

    /// The lowest free range.
    fn room(&self, len: u64) -> Option<u64> {
        let mut at = SOFTPIN_START;
        for (first, m) in &self.mapped {
            if first.saturating_sub(at) >= len {
                break;
            }
            at = at.max(m.end);
        }
        (END.saturating_sub(at) >= len).then_some(at)
    }
}
