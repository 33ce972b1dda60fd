//! Writes that may not be visible to other units yet.

use super::sync::{Cache, Origin, Stage, SyncState, Time};
use crate::regs::enums::SyncRecipient;
use tilescope_core::Span;

/// The writer of memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Writer {
    /// PE, colour.
    Color,
    /// PE, depth and stencil.
    Depth,
    /// PE, tile status of colour.
    ColorStatus,
    /// PE, tile status of depth.
    DepthStatus,
    /// RS.
    Resolve,
    /// BLT.
    Blit,
    /// Stores of shaders.
    Shader,
}

impl Writer {
    pub(super) fn name(self) -> &'static str {
        match self {
            Writer::Color => "PE (colour)",
            Writer::Depth => "PE (depth)",
            Writer::ColorStatus => "PE (tile status of colour)",
            Writer::DepthStatus => "PE (tile status of depth)",
            Writer::Resolve => "RS",
            Writer::Blit => "BLT",
            Writer::Shader => "a shader",
        }
    }

    /// The writer of the tile status of the same pixels.
    pub(super) fn status(self) -> Writer {
        match self {
            Writer::Depth => Writer::DepthStatus,
            _ => Writer::ColorStatus,
        }
    }

    /// The cache that holds its writes; RS and BLT have none that drivers flush.
    pub(super) fn cache(self) -> Option<Cache> {
        match self {
            Writer::Color => Some(Cache::Color),
            Writer::Depth => Some(Cache::Depth),
            Writer::ColorStatus | Writer::DepthStatus => Some(Cache::Status),
            Writer::Shader => Some(Cache::Shader),
            Writer::Resolve | Writer::Blit => None,
        }
    }

    /// The unit to wait for. RS and PE share their pixel pipes.
    pub(super) fn unit(self) -> SyncRecipient {
        match self {
            Writer::Blit => SyncRecipient::Blt,
            _ => SyncRecipient::Pe,
        }
    }
}

/// Memory that was written.
#[derive(Clone, Debug)]
pub(super) struct Write {
    pub(super) span: Span,
    pub(super) by: Writer,
    pub(super) at: Time,
    pub(super) origin: Origin,
    /// Tile status of the pixels.
    pub(super) status: Option<Span>,
}

/// A step that is missing before other units may use written memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Missing {
    /// The cache is not flushed.
    Flush(Cache),
    /// No unit waited for the writer.
    Stall(SyncRecipient),
}

impl Write {
    pub(super) fn is_dirty(&self, sync: &SyncState) -> bool {
        self.by.cache().is_some_and(|c| sync.flushed(c) <= self.at)
    }

    /// The step that is missing before units of `stage` may use the memory. A wait
    /// must follow the flush, except for tile status: Mesa waits only before that
    /// flush.
    pub(super) fn missing(&self, stage: Stage, sync: &SyncState) -> Option<Missing> {
        let back = match self.by.cache() {
            Some(cache) if sync.flushed(cache) <= self.at => return Some(Missing::Flush(cache)),
            Some(Cache::Status) => return None,
            Some(cache) => sync.flushed(cache),
            None => self.at,
        };
        let unit = self.by.unit();
        (sync.waited(stage, unit) <= back).then_some(Missing::Stall(unit))
    }
}

/// The largest number of writes; the oldest are dropped first.
const CAPACITY: usize = 64;

/// Writes that are not known to be visible to all units.
#[derive(Clone, Debug, Default)]
pub(super) struct Writes {
    list: Vec<Write>,
}

impl Writes {
    pub(super) fn clear(&mut self) {
        self.list.clear();
    }

    pub(super) fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &Write> {
        self.list.iter()
    }

    /// Drops writes that are visible to all units.
    pub(super) fn forget_visible(&mut self, sync: &SyncState) {
        self.list
            .retain(|w| w.missing(Stage::BeforeRasteriser, sync).is_some());
    }

    /// Adds a write, merged with unflushed writes of the same unit to the same
    /// memory.
    pub(super) fn push(&mut self, mut new: Write, sync: &SyncState) {
        let ours = |old: &&mut Write| old.by == new.by && old.span.common(&new.span).is_some();
        let mut before = self.list.iter_mut().filter(ours);
        if let (Some(old), None) = (before.next(), before.next())
            && old.is_dirty(sync)
            && old.span.contains(&new.span)
        {
            // Most draws go to the same memory as the last one.
            (old.at, old.origin) = (new.at, new.origin);
            old.status = both(new.status, old.status);
            return;
        }
        self.list.retain(|old| {
            let flushed = old.by.cache().is_some() && !old.is_dirty(sync);
            if old.by != new.by || old.span.common(&new.span).is_none() {
                return true;
            }
            if new.span.contains(&old.span) || !flushed {
                new.span = new.span.with(&old.span);
                new.status = both(new.status, old.status);
                return false;
            }
            true
        });
        if self.list.len() >= CAPACITY {
            self.list.remove(0);
        }
        self.list.push(new);
    }
}

/// The smallest span that contains both.
fn both(a: Option<Span>, b: Option<Span>) -> Option<Span> {
    match (a, b) {
        (Some(a), Some(b)) => Some(a.with(&b)),
        (a, b) => a.or(b),
    }
}
