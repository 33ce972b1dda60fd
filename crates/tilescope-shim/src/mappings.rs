//! Mappings of buffers in the address space.
//!
//! A mapped buffer is not freed, whatever happens to its handles and files; so
//! a reference is held until its addresses are unmapped or remapped.

use std::collections::BTreeMap;

/// Holders of buffers by address range. Ranges do not overlap.
pub struct Mappings<T> {
    /// By first address: the address after the last, and the holder.
    ranges: BTreeMap<usize, (usize, T)>,
}

impl<T: Clone> Mappings<T> {
    /// No mappings.
    pub const fn new() -> Self {
        Mappings {
            ranges: BTreeMap::new(),
        }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.ranges.is_empty()
    }

    /// Records that `len` bytes at `start` map the buffer of `holder`.
    pub fn insert(&mut self, start: usize, len: usize, holder: T) -> Vec<T> {
        let gone = self.remove(start, len);
        self.ranges
            .insert(start, (start.saturating_add(len), holder));
        gone
    }

    /// Removes `len` bytes at `start`. Returns the holders of affected ranges,
    /// to be dropped when no lock is held.
    pub fn remove(&mut self, start: usize, len: usize) -> Vec<T> {
        let end = start.saturating_add(len);
        // A range that begins before `start` may reach into it.
        let below = self.ranges.range(..start).next_back();
        let first = match below {
            Some((&s, &(e, _))) if e > start => s,
            _ => start,
        };
        let hit: Vec<usize> = self.ranges.range(first..end).map(|(&s, _)| s).collect();
        let mut gone = Vec::new();
        for s in hit {
            let Some((e, holder)) = self.ranges.remove(&s) else {
                continue;
            };
            if s < start {
                self.ranges.insert(s, (start, holder.clone()));
            }
            if e > end {
                self.ranges.insert(end, (e, holder.clone()));
            }
            gone.push(holder);
        }
        gone
    }

    /// The holder at `address`, for a second mapping.
    pub fn at(&self, address: usize) -> Option<&T> {
        let (_, (end, holder)) = self.ranges.range(..=address).next_back()?;
        (*end > address).then_some(holder)
    }
}
