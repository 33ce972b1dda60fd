//! Ranges of addresses.

use std::fmt;

use crate::memory::GpuAddr;

/// A half-open range of addresses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Span {
    /// The first.
    pub start: GpuAddr,
    /// One after the last.
    pub end: GpuAddr,
}

impl fmt::Display for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:#010x} to {:#010x}", self.start, self.end)
    }
}

impl Span {
    /// `len` bytes from `start` on.
    #[inline]
    pub fn new(start: impl Into<GpuAddr>, len: u64) -> Span {
        let start = start.into();
        Span {
            start,
            end: start.saturating_add(len),
        }
    }

    /// Whether it is empty.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.start >= self.end
    }

    /// The intersection, if it is not empty.
    #[inline]
    pub fn common(&self, other: &Span) -> Option<Span> {
        let both = Span {
            start: self.start.max(other.start),
            end: self.end.min(other.end),
        };
        (!both.is_empty()).then_some(both)
    }

    /// Whether it contains all of `other`.
    #[inline]
    pub fn contains(&self, other: &Span) -> bool {
        self.start <= other.start && other.end <= self.end
    }

    /// The smallest span that contains both.
    #[inline]
    pub fn with(&self, other: &Span) -> Span {
        Span {
            start: self.start.min(other.start),
            end: self.end.max(other.end),
        }
    }
}

/// The largest number of spans of [`Spans`].
const CAPACITY: usize = 16;
/// Spans at most this far apart are merged.
const NEAR: u64 = 4096;

/// The memory of many accesses, as at most 16 spans. Spans within a page of each other are
/// merged, and others if there are more.
#[derive(Clone, Debug, Default)]
pub struct Spans(Vec<Span>);

impl Spans {
    /// Adds a span.
    pub fn insert(&mut self, new: Span) {
        let list = &mut self.0;
        let near = |s: &Span| new.start <= s.end + NEAR && s.start <= new.end + NEAR;
        let last = (list.len() == CAPACITY).then_some(CAPACITY - 1);
        match list.iter().position(near).or(last) {
            Some(i) => list[i] = list[i].with(&new),
            None => list.push(new),
        }
    }

    /// The spans in ascending order, whatever the order in which they were added.
    pub fn sorted(&self) -> Vec<Span> {
        let mut spans = self.0.clone();
        spans.sort_by_key(|s| s.start);
        spans
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_near_each_other_are_one() {
        let mut spans = Spans::default();
        for start in [0x10_0000u32, 0x1000, 0x1800, 0x10_0800] {
            spans.insert(Span::new(start, 4));
        }
        let first = Span::new(0x1000u32, 0x804);
        assert_eq!(spans.sorted(), [first, Span::new(0x10_0000u32, 0x804)]);
        (0..40u32).for_each(|i| spans.insert(Span::new(i << 16, 4)));
        assert_eq!(spans.sorted().len(), CAPACITY);
        let last = Span::new(39u32 << 16, 4);
        assert!(spans.sorted().iter().any(|s| s.contains(&last)));
    }

    #[test]
    fn intersections_and_unions() {
        let (a, b) = (Span::new(0u32, 8), Span::new(4u32, 8));
        assert_eq!(a.common(&b), Some(Span::new(4u32, 4)));
        assert_eq!(a.with(&b), Span::new(0u32, 12));
        assert_eq!(a.common(&Span::new(8u32, 1)), None);
        assert!(Span::default().is_empty() && !a.contains(&b));
        assert_eq!(Span::new(u64::MAX, 2).end, u64::MAX);
    }
}
