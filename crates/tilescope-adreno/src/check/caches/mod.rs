//! Checks of caches: memory that one unit writes and another reads, with the flushes, waits and
//! invalidations between them.
//!
//! Nothing is executed: draws count as writing all rows of their targets inside the scissors, and as
//! reading the textures that their shaders sample by number.

mod contents;
mod resources;
mod surfaces;

use super::Checker;
use super::transfers::{transfers, wide};
use super::uses::{COMPUTE, GRAPHICS, enabled};
use crate::chips::Feature;
use crate::rules::cache;
use crate::stream::{Follow, Mode, ReadWords};
use contents::{Contents, Hazard, Missing, Range, Source, Through, Touched};
use std::collections::HashMap;

/// `VFD_CONTROL_0`, and the address and size of each buffer of vertices.
const VFD_CONTROL_0: u32 = 0xa000;
const VFD_FETCH: u32 = 0xa010;

/// The bytes that an indirect draw or dispatch has at least.
const PARAMETERS: u64 = 12;

/// The caches as the streams of a submission leave them.
#[derive(Debug, Default)]
pub(super) struct Caches {
    contents: Contents,
    /// The descriptors that shaders use, by address.
    shaders: HashMap<u64, resources::Resources>,
}

impl Caches {
    /// A submission begins.
    pub fn begin(&mut self) {
        self.contents = Contents::default();
    }
}

impl Checker {
    /// A packet that conditions do not leave out. `now` is the state before it.
    pub(super) fn caches(
        &mut self,
        now: &Follow,
        at: u64,
        (code, payload): (u8, &[u32]),
        read: ReadWords<'_>,
    ) {
        match (code, payload) {
            (0x24 | 0x28 | 0x29 | 0x2a | 0x38, _) => {
                self.parameters(at, code, payload);
                self.vertices(now, at, code, payload);
                self.targets(now, at, read);
            }
            (0x33 | 0x41, _) => {
                self.parameters(at, code, payload);
                self.shaders_access(now, at, &enabled(now, COMPUTE), read);
            }
            (0x2c, _) => self.blit(now, at),
            (0x46, &[event, ..]) => self.cache_event(now, at, event & 0xff),
            // Waits, polls of memory, and packets that wait by themselves: Mesa 25.0, tu_cmd_buffer.cc,
            // tu_dispatch.
            (0x26 | 0x3c | 0x14 | 0x21 | 0x4a, _) => self.caches.contents.wait(),
            (0x13, _) => self.caches.contents.wait_for_parser(),
            (0x12, _) => self.caches.contents.wait_for_command(),
            _ => self.command(at, code, payload),
        }
    }

    fn cache_event(&mut self, now: &Follow, at: u64, event: u32) {
        let contents = &mut self.caches.contents;
        match event {
            // CACHE_FLUSH_TS and CACHE_FLUSH
            0x04 | 0x06 => contents.flush(Through::Unified),
            // PC_CCU_FLUSH_DEPTH_TS
            0x1c => contents.flush(Through::Depth),
            // PC_CCU_FLUSH_COLOR_TS
            0x1d => contents.flush(Through::Colour),
            // PC_CCU_INVALIDATE_DEPTH
            0x18 => contents.invalidate(Through::Depth),
            // PC_CCU_INVALIDATE_COLOR
            0x19 => contents.invalidate(Through::Colour),
            // CACHE_INVALIDATE
            0x31 => contents.invalidate(Through::Unified),
            // BLIT
            0x1e => self.tile_copy(now, at),
            _ => {}
        }
    }

    /// The note about an access, if it is a hazard.
    fn hazard(&mut self, at: u64, hazard: Option<Hazard>, accessed: impl FnOnce() -> String) {
        let Some(Hazard {
            missing,
            source,
            by,
        }) = hazard
        else {
            return;
        };
        let (rule, wanted) = match missing {
            Missing::Flush(Through::Colour) => {
                (&cache::COLOURS_ARE_FLUSHED, "PC_CCU_FLUSH_COLOR_TS")
            }
            Missing::Flush(Through::Depth) => (&cache::DEPTH_IS_FLUSHED, "PC_CCU_FLUSH_DEPTH_TS"),
            Missing::Flush(Through::Unified) => (&cache::STORES_ARE_FLUSHED, "CACHE_FLUSH_TS"),
            Missing::Flush(_) => (&cache::WRITES_ARE_COMPLETE, "CP_WAIT_MEM_WRITES"),
            Missing::Wait(Through::Copy) => (&cache::WRITES_ARE_COMPLETE, "CP_WAIT_FOR_IDLE"),
            Missing::Wait(_) => (
                &cache::WRITES_ARE_COMPLETE,
                "CP_WAIT_FOR_IDLE after the flush",
            ),
            Missing::Invalidate(Through::Depth) => {
                (&cache::TARGETS_ARE_INVALIDATED, "PC_CCU_INVALIDATE_DEPTH")
            }
            Missing::Invalidate(Through::Colour) => {
                (&cache::TARGETS_ARE_INVALIDATED, "PC_CCU_INVALIDATE_COLOR")
            }
            Missing::Invalidate(_) => (
                &cache::READS_ARE_INVALIDATED,
                "CACHE_INVALIDATE after the flush",
            ),
            Missing::Parser => (&cache::PARAMETERS_ARE_PARSED_LATE, "CP_WAIT_FOR_ME"),
        };
        let accessed = accessed();
        let message = format!("{accessed} is {source} at {by:#x}: there is no {wanted} in between");
        self.note(rule, at, message);
    }

    fn accesses(&mut self, at: u64, range: Range, through: Through, what: &str) {
        let hazard = self.caches.contents.access(range, Touched::All, through);
        self.hazard(at, hazard, || what.to_string());
    }

    /// A draw's shaders and targets.
    fn targets(&mut self, now: &Follow, at: u64, read: ReadWords<'_>) {
        let mut stages = enabled(now, GRAPHICS);
        // Sorting draws has no fragments: the registers may be of an earlier draw.
        stages.retain(|(stage, _)| now.mode != Mode::Binning || stage.name != "fragment");
        self.shaders_access(now, at, &stages, read);
        let surfaces = surfaces::targets(now);
        for surface in &surfaces {
            let what = match surface.source {
                Source::Target(n) => format!("colour target {n}"),
                Source::Depth => "the depth buffer".to_string(),
                _ => "the stencil buffer".to_string(),
            };
            self.accesses(at, surface.range, surface.through, &what);
        }
        for surface in surfaces.iter().filter(|s| s.writes) {
            let contents = &mut self.caches.contents;
            contents.write(surface.range, surface.through, surface.source, at);
        }
    }

    /// `CP_BLIT`.
    fn blit(&mut self, now: &Follow, at: u64) {
        let Some((to, from)) = surfaces::blit(now) else {
            return;
        };
        if let Some(from) = from {
            self.accesses(at, from, Through::Unified, "the source of the copy");
        }
        self.accesses(at, to, Through::Colour, "the destination of the copy");
        let contents = &mut self.caches.contents;
        contents.write(to, Through::Colour, Source::Copy, at);
    }

    /// The event `BLIT`.
    fn tile_copy(&mut self, now: &Follow, at: u64) {
        let Some((range, writes)) = surfaces::tile(now) else {
            return;
        };
        self.accesses(at, range, Through::Copy, "the surface of the tile's copy");
        if writes {
            let contents = &mut self.caches.contents;
            contents.write(range, Through::Copy, Source::Tile, at);
        }
    }

    /// Buffers of vertices and indices.
    fn vertices(&mut self, now: &Follow, at: u64, code: u8, payload: &[u32]) {
        if self.caches.contents.is_empty() {
            return;
        }
        let count = now.known(VFD_CONTROL_0).unwrap_or(0) & 0x3f;
        for n in 0..count.min(32) {
            let register = VFD_FETCH + n * 4;
            let Some(size) = now.known(register + 2) else {
                continue;
            };
            let range = Range::new(now.address(register), size.into());
            let contents = &mut self.caches.contents;
            let hazard = contents.access(range, Touched::Some, Through::Unified);
            self.hazard(at, hazard, || format!("buffer {n} of vertices"));
        }
        if let (0x38, &[first, _, count, start, low, high, _]) = (code, payload) {
            let bytes = 1u64 << (first >> 10 & 3).min(2);
            let start = wide(low, high).saturating_add(u64::from(start) * bytes);
            let range = Range::new(start, u64::from(count) * bytes);
            self.accesses(at, range, Through::Unified, "the buffer of indices");
        }
    }

    /// Parameters of indirect draws and dispatches, which the command processor reads.
    fn parameters(&mut self, at: u64, code: u8, payload: &[u32]) {
        let (from, bytes) = match (code, payload) {
            (0x28, &[_, low, high]) | (0x29, &[_, _, _, _, low, high]) => {
                (wide(low, high), PARAMETERS)
            }
            (0x41, &[_, low, high, ..]) => (wide(low, high), PARAMETERS),
            (0x2a, &[_, kind, draws, ref rest @ ..]) => match (kind & 0xf, rest) {
                (2, &[low, high, stride]) | (4, &[_, _, _, low, high, stride]) => {
                    (wide(low, high), u64::from(draws) * u64::from(stride))
                }
                // The number of draws is in memory too.
                (6, &[low, high, ..]) | (7, &[_, _, _, low, high, ..]) => {
                    (wide(low, high), PARAMETERS)
                }
                _ => return,
            },
            _ => return,
        };
        let range = Range::new(from, bytes);
        self.accesses(at, range, Through::Command, "the memory of the parameters");
        // Firmware waits before other indirect draws.
        if code == 0x2a && self.chip.has(Feature::IndirectDrawWfm) {
            let hazard = self.caches.contents.parse(range);
            self.hazard(at, hazard, || "the memory of the parameters".to_string());
        }
    }

    /// Other packets by which the command processor reads and writes memory.
    fn command(&mut self, at: u64, code: u8, payload: &[u32]) {
        let all = transfers(code, payload);
        if all.waits {
            self.caches.contents.wait_for_command();
        }
        for (from, words) in all.reads {
            let range = Range::new(from, words * 4);
            self.accesses(at, range, Through::Command, "what the packet reads");
        }
        if let Some((to, words)) = all.write {
            let range = Range::new(to, words * 4);
            let contents = &mut self.caches.contents;
            contents.write(range, Through::Command, Source::Command, at);
        }
    }
}
