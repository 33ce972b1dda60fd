//! Cache and synchronisation hazards: memory that is used while a cache is dirty or
//! work on it is in flight. Hardware shows them as flicker.
//!
//! Units here execute immediately and share memory, so that a stream without any
//! flush gives the right image. This module follows a stream and reports where
//! hardware would not:
//!
//! ```text
//! FLUSH_CACHE, TS.FLUSH_CACHE, SEMAPHORE_TOKEN, stalls --> sync: times of flushes and waits
//! draws, RS, BLT --> writes: dirty memory by cache, with time and command
//!                --> textures: stale memory in texture caches
//! ```
//!
//! Memory is tracked as ranges of addresses, a few for each draw and resolve; at
//! most 64 of a kind are kept, and the oldest are dropped first.
//!
//! Between submissions the kernel flushes PE, tile status and the 2D engine, and
//! waits for PE (Linux etnaviv_buffer.c, `etnaviv_buffer_queue`): reads of hosts
//! and later streams are safe. The kernel does not flush the texture cache: its
//! contents at the start of a submission are unknown. The vertex texture cache is
//! assumed to hold only memory that was read through it, because Mesa never flushes
//! it.
//!
//! # The hangs in etna_viv's notes, and the rules that find them
//!
//! | hardware.md says | rule |
//! | --- | --- |
//! | wrong number of inputs of the vertex shader | `VIV-DRAW-001` |
//! | wrong number of temporaries | `VIV-DRAW-008`, `VIV-SH-002` |
//! | 3D commands in the 2D pipe | `VIV-FE-033` |
//! | wrong length of a shader | `VIV-DRAW-006`, `VIV-SH-006`, `VIV-SH-011`, `VIV-SH-014` |
//! | sampling without setup | `VIV-TE-001`, `VIV-TE-003`, `VIV-TE-018` |
//! | the margin of SE.SCISSOR | `VIV-DRAW-009` |
//! | an invalid pattern in tile status, uncleared tile status | `VIV-TS-001`, `VIV-TS-002` |
//! | tile status is flushed before colour and depth are, and while PE is busy | `VIV-SYNC-005`, `VIV-SYNC-006` |
//! | TEXTUREVS is flushed, then something is drawn | `VIV-SYNC-014` |
//! | OVERWRITE changes while colour is in the cache | `VIV-SYNC-030` |
//! | depth is reconfigured without a semaphore and stall from RA to PE | `VIV-SYNC-031` |
//! | the pipe changes without a flush, or a semaphore and stall from FE to PE | `VIV-SYNC-034`, `VIV-FE-032` |
//! | a stall without an armed semaphore | `VIV-FE-030` |
//! | RS before the colour cache was flushed | `VIV-SYNC-001` to `VIV-SYNC-004` |
//! | sizes of RS: 16 by 4, 17 linear, 13 to linear | `VIV-RS-001` to `VIV-RS-003`, `VIV-RS-020` |
//! | the stale cache of vertex textures of `cubemap_sphere` after `displacement` | `VIV-SYNC-013` |
//! | requests that are not aligned to 16 bytes | `VIV-DRAW-011` |
//!
//! | Mesa and rnndb say | rule |
//! | --- | --- |
//! | clears of colour and depth without a flush between hang GC600 | `VIV-SYNC-036` |
//! | states of shaders and samplers are not self-synchronising from HALTI0 on | `VIV-SYNC-033` |
//! | RA writes depth and PE does too | `VIV-DRAW-010` |
//! | the prefetch count of LINK is wrong | `VIV-FE-020`, `VIV-FE-021` |
//! | BLT with one level of mipmaps | `VIV-BLT-007` |
//! | a sequence of BLT is split by the end of a buffer | `VIV-BLT-012` |
//! | SAMP_CTRL0 without UNK21 | `VIV-TE-015` |

mod accesses;
mod draws;
mod engines;
pub mod span;
mod states;
mod sync;
mod textures;
mod writes;

pub(crate) use accesses::Accesses;
pub(crate) use draws::{Target, Touched};

use crate::log::Log;
use crate::regs::enums::{PipeId, SyncRecipient};
use crate::rules::sync as rules;
use draws::Bound;
use states::Latched;
use sync::{Origin, Stage, SyncState, Time};
use textures::TextureCache;
use tilescope_core::{Rule, Span};
use writes::{Missing, Write, Writer, Writes};

/// A reader of memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reader {
    /// RS, its source or its destination.
    Resolve,
    /// BLT, its source or its destination.
    Blit,
    /// A texture of a pixel shader.
    Texture,
    /// A texture of a vertex shader.
    VertexTexture,
    /// Vertices and indices.
    Vertices,
    /// Code of shaders.
    Code,
    /// Loads of vertex shaders.
    VertexLoads,
    /// Loads of pixel shaders.
    PixelLoads,
    /// PE, its render targets.
    Pixels,
}

impl Reader {
    fn name(self) -> &'static str {
        match self {
            Reader::Resolve => "RS uses",
            Reader::Blit => "BLT uses",
            Reader::Texture => "the pixel shader samples",
            Reader::VertexTexture => "the vertex shader samples",
            Reader::Vertices => "the front end fetches",
            Reader::Code => "the shader runs from",
            Reader::VertexLoads => "the vertex shader loads",
            Reader::PixelLoads => "the pixel shader loads",
            Reader::Pixels => "PE draws to",
        }
    }

    fn stage(self) -> Stage {
        match self {
            Reader::Vertices | Reader::VertexTexture | Reader::Code | Reader::VertexLoads => {
                Stage::BeforeRasteriser
            }
            _ => Stage::FromRasteriser,
        }
    }

    /// The rule violated by a missing flush or stall; `None` where units are known
    /// to be ordered implicitly.
    fn rule(self, writer: Writer, missing: Missing) -> Option<&'static Rule> {
        use Missing::{Flush, Stall};
        use Reader::*;
        Some(match (self, writer, missing) {
            // The same pixel pipes execute both in order.
            (Resolve, Writer::Resolve, _) | (Blit, Writer::Blit, _) => return None,
            (Pixels, Writer::Blit, Stall(_)) => &rules::DRAW_WITHOUT_STALL,
            (Pixels, ..) => return None,
            // Mesa etnaviv_blt.c flushes before BLT, and never waits.
            (Blit, _, Stall(_)) => return None,
            (Vertices, _, Flush(_)) => &rules::VERTICES_DIRTY,
            (Vertices, _, Stall(_)) => &rules::VERTICES_WITHOUT_STALL,
            (Code, ..) => &rules::CODE_DIRTY,
            // The ordering of shaders among themselves is undocumented.
            (VertexLoads | PixelLoads, Writer::Shader, _) => return None,
            (VertexLoads | PixelLoads, ..) => &rules::LOADS_DIRTY,
            (_, Writer::ColorStatus | Writer::DepthStatus, _) => &rules::STATUS_DIRTY,
            (Resolve | Blit, _, Flush(_)) => &rules::RESOLVE_DIRTY,
            (Resolve, _, Stall(_)) => &rules::RESOLVE_WITHOUT_STALL,
            (Texture | VertexTexture, _, Flush(_)) => &rules::TEXTURE_DIRTY,
            (Texture | VertexTexture, _, Stall(_)) => &rules::TEXTURE_WITHOUT_STALL,
        })
    }
}

/// Tracks the contents of caches and the waits between units.
#[derive(Clone, Debug, Default)]
pub struct Hazards {
    sync: SyncState,
    writes: Writes,
    textures: TextureCache,
    vertex_textures: TextureCache,
    latched: Latched,
    color: Bound,
    depth: Bound,
    /// The last draw.
    drawn: Option<(Time, Origin)>,
    /// The last draw with tile status.
    drawn_with_status: Option<(Time, Origin)>,
    /// The last draw of the 2D engine that its cache may hold.
    drawn_2d: Option<Origin>,
    /// The last fill of RS.
    filled: Option<(Time, Origin)>,
    /// The last flush of TEXTUREVS while PE was busy.
    vertex_textures_flushed: Option<(Time, Origin)>,
    /// The time at which the submission started.
    began: Time,
}

impl Hazards {
    /// Starts a submission to `pipe`, after the kernel's flushes and waits between
    /// submissions.
    pub fn begin(&mut self, pipe: PipeId) {
        self.latched.pipe = pipe.bits().into();
        self.sync.idle();
        self.writes.clear();
        self.textures.share();
        self.drawn = None;
        self.drawn_with_status = None;
        self.drawn_2d = None;
        self.filled = None;
        self.vertex_textures_flushed = None;
        self.began = self.sync.tick();
    }

    /// Records a stall.
    pub fn stalled(&mut self, from: SyncRecipient, to: SyncRecipient) {
        self.sync.wait(from, to);
        self.writes.forget_visible(&self.sync);
    }

    /// The last draw, if PE may still be busy with it when units of `stage`
    /// continue.
    fn working(&self, last: &Option<(Time, Origin)>, stage: Stage) -> Option<Origin> {
        let waited = self.sync.waited(stage, SyncRecipient::Pe);
        let last = last.as_ref().filter(|(at, _)| waited <= *at);
        last.map(|(_, origin)| origin.clone())
    }

    /// Checks a use of memory: reports the first missing flush or wait.
    fn uses(&mut self, reader: Reader, span: &Span, log: &mut Log) {
        let broken = self.writes.iter().find_map(|write| {
            let both = write.span.common(span)?;
            let missing = write.missing(reader.stage(), &self.sync)?;
            let rule = reader.rule(write.by, missing)?;
            Some((rule, write, missing, both))
        });
        if let Some((rule, write, missing, both)) = broken {
            report(rule, reader, write, missing, both, log);
            self.recover();
        }
    }

    /// Continues after a finding as if the stream had flushed and waited, so that the
    /// same omission is not reported again by other rules and at later commands.
    fn recover(&mut self) {
        self.sync.recover();
        self.writes.forget_visible(&self.sync);
    }

    /// Records a write.
    fn written(&mut self, by: Writer, span: Span, status: Option<Span>, origin: &Origin) {
        if span.is_empty() {
            return;
        }
        let write = Write {
            span,
            by,
            at: self.sync.tick(),
            origin: origin.clone(),
            status,
        };
        self.textures.written(&span, by, origin);
        self.vertex_textures.written(&span, by, origin);
        self.writes.push(write, &self.sync);
    }
}

fn report(
    rule: &'static Rule,
    reader: Reader,
    write: &Write,
    missing: Missing,
    both: Span,
    log: &mut Log,
) {
    let (by, origin) = (write.by.name(), &write.origin);
    log.find(rule, (origin.address, reader as u32), |at| {
        let lacks = match missing {
            Missing::Flush(cache) => format!("no {} since", cache.flush()),
            Missing::Stall(unit) => {
                let unit = unit.name().unwrap_or("it");
                match reader.stage() {
                    Stage::BeforeRasteriser => format!("FE has not waited for {unit} since"),
                    Stage::FromRasteriser => {
                        format!("neither RA nor FE has waited for {unit} since")
                    }
                }
            }
        };
        let name = reader.name();
        let text = format!("{name} {both}, written by {by} at {origin}; {lacks}");
        (at.clone(), text)
    });
}
