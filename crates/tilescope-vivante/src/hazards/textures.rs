//! Stale contents of texture caches.

use super::span::Span;
use super::sync::Origin;
use super::writes::Writer;

/// Spans that are kept; the oldest go first.
const CAPACITY: usize = 64;

/// A texture cache.
#[derive(Clone, Debug, Default)]
pub(super) struct TextureCache {
    /// It may hold anything: others ran since it was flushed.
    anything: bool,
    read: Vec<Span>,
    /// What was written after it was read, and by what.
    stale: Vec<(Span, Writer, Origin)>,
}

impl TextureCache {
    /// Somebody else may have used it.
    pub(super) fn share(&mut self) {
        self.anything = true;
    }

    pub(super) fn flush(&mut self) {
        *self = TextureCache::default();
    }

    /// Memory was written.
    pub(super) fn written(&mut self, span: &Span, by: Writer, origin: &Origin) {
        if !self.anything && !self.read.iter().any(|r| r.common(span).is_some()) {
            return;
        }
        let meets = |s: &Span| s.start <= span.end && span.start <= s.end;
        let mut before = self.stale.iter_mut();
        if let Some((s, _, last)) = before.find(|(s, b, _)| *b == by && meets(s)) {
            // Most draws draw where the last one did.
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

    /// Memory is read. Gives what of it is older in the cache than in memory, and
    /// who wrote it.
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
