//! Memory that units wrote: the caches that hold the new contents, and those that may hold the old.
//!
//! The colour and depth caches (CCU) are written back by their own events. Shaders, textures, vertex
//! fetch and the source of copies share the unified cache (UCHE). The copy of a tile (`BLIT`) and the
//! command processor use none. Source: turnip of Mesa 22.3.6 and 25.0.7, `tu_cmd_buffer.h`,
//! `tu_cmd_access_mask`; `tu_flush_for_access`.

use std::collections::VecDeque;

/// The writes that are followed; the oldest are forgotten first.
const MAX_WRITES: usize = 256;

/// Comparisons for a submission, after which accesses are not checked: streams can have far more draws
/// and descriptors than a driver emits.
const COMPARISONS: u64 = 1 << 28;

/// The cost of reading a descriptor, in comparisons.
const DESCRIPTOR: u64 = 64;

/// Bytes of memory.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Range {
    pub start: u64,
    /// The first byte after it.
    pub end: u64,
}

impl Range {
    pub const fn new(start: u64, bytes: u64) -> Range {
        Range {
            start,
            end: start.saturating_add(bytes),
        }
    }

    const fn overlaps(self, other: Range) -> bool {
        self.start < other.end && other.start < self.end
    }

    const fn contains(self, other: Range) -> bool {
        self.start <= other.start && other.end <= self.end
    }
}

/// The bytes of a range that an access touches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Touched {
    /// All, or enough that writes to a part matter.
    All,
    /// Unknown ones: only writes to the whole range matter.
    Some,
}

/// A path to memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Through {
    /// The unified cache.
    Unified,
    /// The colour cache.
    Colour,
    /// The depth cache.
    Depth,
    /// Copies of tiles, past all caches.
    Copy,
    /// The command processor.
    Command,
}

impl Through {
    const fn bit(self) -> u8 {
        1 << self as u8
    }
}

/// The writer of memory, in words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Source {
    Target(u32),
    Depth,
    Stencil,
    Copy,
    Tile,
    Shader,
    Command,
}

impl std::fmt::Display for Source {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Source::Target(n) => write!(f, "colour target {n} of the draw"),
            Source::Depth => f.write_str("the depth buffer of the draw"),
            Source::Stencil => f.write_str("the stencil buffer of the draw"),
            Source::Copy => f.write_str("the destination of the copy"),
            Source::Tile => f.write_str("the destination of the tile's copy"),
            Source::Shader => f.write_str("what shaders may write by the draw or dispatch"),
            Source::Command => f.write_str("what the packet wrote"),
        }
    }
}

/// A write, and what has happened since.
#[derive(Clone, Copy, Debug)]
struct Write {
    range: Range,
    through: Through,
    source: Source,
    /// The packet.
    by: u64,
    /// The contents have been sent to memory.
    flushed: bool,
    /// The flush is complete.
    complete: bool,
    /// The caches that have forgotten the old contents since the flush.
    forgotten: u8,
    /// The prefetch parser has waited since the flush was complete.
    parsed: bool,
}

/// An event or packet that is missing between a write and an access.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Missing {
    /// A flush of the cache of this writer.
    Flush(Through),
    /// A wait for the flush, or for writes of the command processor.
    Wait(Through),
    /// An invalidation of this cache.
    Invalidate(Through),
    /// A wait of the prefetch parser.
    Parser,
}

/// An access to contents that are not in memory, or not in its cache.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hazard {
    pub missing: Missing,
    pub source: Source,
    /// The packet that wrote.
    pub by: u64,
}

/// The writes of a submission.
#[derive(Debug)]
pub(super) struct Contents {
    writes: VecDeque<Write>,
    /// Comparisons that are left.
    comparisons: u64,
}

impl Default for Contents {
    fn default() -> Self {
        Contents {
            writes: VecDeque::new(),
            comparisons: COMPARISONS,
        }
    }
}

impl Contents {
    /// Whether another descriptor may be read.
    pub fn descriptor(&mut self) -> bool {
        self.spend(DESCRIPTOR)
    }

    /// Takes comparisons. Without any left no write is known any more.
    fn spend(&mut self, comparisons: u64) -> bool {
        self.comparisons = self.comparisons.saturating_sub(comparisons);
        if self.comparisons == 0 {
            self.writes.clear();
        }
        self.comparisons > 0
    }

    /// Takes a comparison for each write, and one more.
    fn spend_for_all(&mut self) -> bool {
        self.spend(1 + self.writes.len() as u64)
    }

    pub fn is_empty(&self) -> bool {
        self.writes.is_empty()
    }

    /// A packet writes memory.
    pub fn write(&mut self, range: Range, through: Through, source: Source, by: u64) {
        if range.start >= range.end || range.start == 0 || !self.spend_for_all() {
            return;
        }
        // Its contents replace those of earlier writes to no more than the same memory.
        self.writes.retain(|w| !range.contains(w.range));
        if self.writes.len() == MAX_WRITES {
            self.writes.pop_front();
        }
        self.writes.push_back(Write {
            range,
            through,
            source,
            by,
            flushed: through == Through::Copy,
            complete: false,
            forgotten: 0,
            parsed: false,
        });
    }

    /// An event writes a cache back.
    pub fn flush(&mut self, through: Through) {
        self.spend_for_all();
        for write in self.of(through).filter(|w| !w.flushed) {
            write.flushed = true;
        }
    }

    /// The GPU is idle.
    pub fn wait(&mut self) {
        self.spend_for_all();
        for write in &mut self.writes {
            write.flushed |= write.through == Through::Command;
            write.complete |= write.flushed;
        }
    }

    /// Writes of the command processor are complete.
    pub fn wait_for_command(&mut self) {
        self.spend_for_all();
        for write in self.of(Through::Command) {
            write.flushed = true;
            write.complete = true;
        }
    }

    /// The prefetch parser waits.
    pub fn wait_for_parser(&mut self) {
        self.spend_for_all();
        for write in &mut self.writes {
            write.parsed |= write.complete;
        }
    }

    /// A cache forgets what it holds. It may load it again before an unfinished flush.
    pub fn invalidate(&mut self, through: Through) {
        self.spend_for_all();
        let mut flushed = self.writes.iter_mut().filter(|w| w.flushed);
        flushed.by_ref().for_each(|w| w.forgotten |= through.bit());
        let all = Through::Unified.bit() | Through::Colour.bit() | Through::Depth.bit();
        let is_known = |w: &Write| w.complete && w.parsed && w.forgotten & all == all;
        self.writes.retain(|w| !is_known(w));
    }

    fn of(&mut self, through: Through) -> impl Iterator<Item = &mut Write> {
        let writes = self.writes.iter_mut();
        writes.filter(move |w| w.through == through)
    }

    /// An access: the first write whose contents it may miss. That write is forgotten: one cause is
    /// one hazard.
    pub fn access(&mut self, range: Range, touched: Touched, through: Through) -> Option<Hazard> {
        if !self.spend_for_all() {
            return None;
        }
        let hit = |w: &Write| match touched {
            Touched::All => w.range.overlaps(range),
            Touched::Some => w.range.contains(range),
        };
        let (at, missing) = self.writes.iter().enumerate().find_map(|(n, w)| {
            let missing = hit(w).then(|| w.missing(through)).flatten()?;
            Some((n, missing))
        })?;
        let write = self.writes.remove(at)?;
        Some(Hazard {
            missing,
            source: write.source,
            by: write.by,
        })
    }

    /// A read of the prefetch parser, which does not wait by itself.
    pub fn parse(&mut self, range: Range) -> Option<Hazard> {
        self.spend_for_all();
        let early = |w: &Write| w.range.overlaps(range) && w.complete && !w.parsed;
        let at = self.writes.iter().position(early)?;
        let write = self.writes.remove(at)?;
        Some(Hazard {
            missing: Missing::Parser,
            source: write.source,
            by: write.by,
        })
    }
}

impl Write {
    /// The missing event or packet before an access through another path, if there is one.
    fn missing(&self, through: Through) -> Option<Missing> {
        if through == self.through {
            return None;
        }
        if !self.flushed {
            return Some(Missing::Flush(self.through));
        }
        // Targets and copies of tiles are at the end of the pipeline, where flushes take place too.
        let is_early = matches!(through, Through::Unified | Through::Command);
        if is_early && !self.complete {
            return Some(Missing::Wait(self.through));
        }
        let has_cache = matches!(through, Through::Unified | Through::Colour | Through::Depth);
        (has_cache && self.forgotten & through.bit() == 0).then_some(Missing::Invalidate(through))
    }
}
