//! Stale contents of texture caches.

use super::sync::Origin;
use super::writes::Writer;
use tilescope_core::Span;

/// The largest number of spans; the oldest are dropped first.
const CAPACITY: usize = 64;

/// A texture cache.
#[derive(Clone, Debug, Default)]
pub(super) struct TextureCache {
    /// Its contents are unknown: other submissions ran since the last flush.
    anything: bool,
    read: Vec<Span>,
    /// Memory that was written after it was cached, with the writer.
    stale: Vec<(Span, Writer, Origin)>,
}

impl TextureCache {
    /// Records that other submissions may have used it.
    pub(super) fn share(&mut self) {
        self.anything = true;
    }

    pub(super) fn flush(&mut self) {
        *self = TextureCache::default();
    }

    /// Records a write.
    pub(super) fn written(&mut self, span: &Span, by: Writer, origin: &Origin) {
        if !self.anything && !self.read.iter().any(|r| r.common(span).is_some()) {
            return;
        }
        let meets = |s: &Span| s.start <= span.end && span.start <= s.end;
        let mut before = self.stale.iter_mut();
        if let Some((s, _, last)) = before.find(|(s, b, _)| *b == by && meets(s)) {
            // Most draws go to the same memory as the last one.
            *s = s.with(span);
            last.clone_from(origin);
            return;
        }
        self.stale.retain(|(s, ..)| !span.contains(s));
        if self.stale.len() >= CAPACITY {
            self.stale.remove(0);
        }
        self.stale.push((*span, by, origin.clone()));
    }

    /// Records a read. Returns the first stale span in it, with its writer.
    pub(super) fn read(&mut self, span: &Span) -> Option<(Span, &'static str, Origin)> {
        let old = self.stale.iter().find_map(|(stale, by, origin)| {
            let both = stale.common(span)?;
            Some((both, by.name(), origin.clone()))
        });
        if !self.read.iter().any(|r| r.contains(span)) {
            self.read.retain(|r| !span.contains(r));
            if self.read.len() >= CAPACITY {
                self.read.remove(0);
            }
            self.read.push(*span);
        }
        old
    }
}
