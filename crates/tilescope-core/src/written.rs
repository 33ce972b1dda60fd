//! Tracking of the pages that a device writes.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use crate::memory::{AddressSpace, GpuAddr, GpuMemory};
use crate::noting::Noting;

/// Memory that tracks which of its pages are written.
pub struct Written<'a> {
    memory: &'a AddressSpace,
    /// The start of each buffer and one bit for each of its pages, by address.
    pages: Vec<(GpuAddr, Box<[AtomicU64]>)>,
}

impl<'a> Written<'a> {
    /// Bytes of a page; the first page starts with the buffer.
    pub const PAGE: u64 = 4096;

    /// Tracks `memory`, of which no page is written yet.
    pub fn new(memory: &'a AddressSpace) -> Self {
        let bits = |len: u64| {
            let words = len.div_ceil(Self::PAGE).div_ceil(64);
            (0..words).map(|_| AtomicU64::new(0)).collect()
        };
        let regions = memory.regions().iter();
        Written {
            memory,
            pages: regions.map(|r| (r.base(), bits(r.len()))).collect(),
        }
    }

    /// The pages of the buffer at `base` that were written, in order: page 0 is
    /// its first.
    pub fn pages(&self, base: GpuAddr) -> Vec<u64> {
        let Ok(at) = self.pages.binary_search_by_key(&base, |p| p.0) else {
            return Vec::new();
        };
        let words = (0..).zip(self.pages[at].1.iter());
        let mut out = Vec::new();
        for (i, word) in words {
            let mut left = word.load(Relaxed);
            while left != 0 {
                out.push(i * 64 + u64::from(left.trailing_zeros()));
                left &= left - 1;
            }
        }
        out
    }
}

impl Noting for Written<'_> {
    fn below(&self) -> &dyn GpuMemory {
        self.memory
    }

    fn note_write(&self, addr: GpuAddr, len: u64) {
        let at = self.pages.partition_point(|p| p.0 <= addr);
        let Some((base, bits)) = at.checked_sub(1).map(|i| &self.pages[i]) else {
            return;
        };
        if len == 0 {
            return;
        }
        let (first, last) = (addr - base, addr - base + (len - 1));
        for page in first / Self::PAGE..=last / Self::PAGE {
            let bit = 1 << (page % 64);
            if let Some(word) = bits.get((page / 64) as usize)
                && word.load(Relaxed) & bit == 0
            {
                word.fetch_or(bit, Relaxed);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::memory::{Region, Unit};

    #[test]
    fn pages_are_those_that_were_written() {
        const T: Unit = Unit("test");
        let mut memory = AddressSpace::new();
        for (name, base, len) in [("a", 0x1000, 5000), ("b", 0x10_0000, 80 * 4096)] {
            memory.map(Region::zeroed(name, base, len)).unwrap();
        }
        let w = Written::new(&memory);
        w.write(0x1fff, &[1, 2], T).unwrap();
        w.write(0x10_0000 + 65 * 4096, &[1; 4096], T).unwrap();
        w.write(0x10_0000, &[], T).unwrap();
        assert!(w.write(0x2388, &[1], T).is_err());
        assert!(w.write(0, &[1], T).is_err());
        assert_eq!(w.pages(0x1000), [0, 1]);
        assert_eq!(w.pages(0x10_0000), [65]);
        assert!(w.pages(0x1001).is_empty());
        let mut out = [0; 2];
        w.read(0x1fff, &mut out, T).unwrap();
        assert_eq!(out, [1, 2]);
        assert_eq!(w.locate(0x1001), Some(("a", 1)));
        assert_eq!(w.mapped(0x1001), 4999);
    }
}
