//! Caches and barriers: the flushes and waits that a driver emits between commands.
//!
//! A barrier notes what its first scope needs eventually (pending), and moves to what must come
//! next (due) what its second scope needs. Source: turnip of Mesa 22.3.6, `tu_cmd_buffer.c`
//! (`vk2tu_access`, `tu_flush_for_access`, `tu_flush_for_stage`, `tu6_emit_flushes`,
//! `tu_emit_cache_flush_ccu`), `tu_cmd_buffer.h`. Of 25.0.7, the functions of the same names in
//! `tu_cmd_buffer.cc`; what differs names the release.

mod access;

use super::scopes::{Coarse, Scope, Stage, WideStages, coarse_stage, hardware_stage, sanitized};
use crate::chips::{Chip, Feature, Release};
pub use access::{ACCESSES, AccessRow, Cache, Place, cache, vulkan};

/// Flushes, invalidations and waits, as bits.
pub mod bits {
    /// Depth cache: write back.
    pub const CCU_FLUSH_DEPTH: u16 = 1 << 0;
    /// Colour cache: write back.
    pub const CCU_FLUSH_COLOR: u16 = 1 << 1;
    /// Depth cache: forget.
    pub const CCU_INVALIDATE_DEPTH: u16 = 1 << 2;
    /// Colour cache: forget.
    pub const CCU_INVALIDATE_COLOR: u16 = 1 << 3;
    /// Unified cache: write back.
    pub const CACHE_FLUSH: u16 = 1 << 4;
    /// Unified cache: forget.
    pub const CACHE_INVALIDATE: u16 = 1 << 5;
    /// Wait until the command processor's own writes are in memory.
    pub const WAIT_MEM_WRITES: u16 = 1 << 6;
    /// Wait until the pipeline is empty.
    pub const WAIT_FOR_IDLE: u16 = 1 << 7;
    /// Wait until the part of the command processor that runs ahead is not ahead any more.
    pub const WAIT_FOR_ME: u16 = 1 << 8;
    /// Descriptors that were fetched: forget. Later releases only.
    pub const DESCRIPTOR_INVALIDATE: u16 = 1 << 9;
    /// The cache before the unified one: forget. A7xx has it; drivers of 25.0 count it for all.
    pub const CCHE_INVALIDATE: u16 = 1 << 10;
    /// All that make data available; the command processor counts as a cache.
    pub const ALL_FLUSH: u16 = CCU_FLUSH_DEPTH | CCU_FLUSH_COLOR | CACHE_FLUSH | WAIT_MEM_WRITES;
    /// All that make data visible.
    pub const ALL_INVALIDATE: u16 =
        CCU_INVALIDATE_DEPTH | CCU_INVALIDATE_COLOR | CACHE_INVALIDATE | WAIT_FOR_ME;
    /// Names in the order of bits.
    pub const NAMES: [&str; 11] = [
        "CCU_FLUSH_DEPTH",
        "CCU_FLUSH_COLOR",
        "CCU_INVALIDATE_DEPTH",
        "CCU_INVALIDATE_COLOR",
        "CACHE_FLUSH",
        "CACHE_INVALIDATE",
        "WAIT_MEM_WRITES",
        "WAIT_FOR_IDLE",
        "WAIT_FOR_ME",
        "DESCRIPTOR_INVALIDATE",
        "CCHE_INVALIDATE",
    ];
}

/// The names of set bits.
pub fn names(set: u16) -> impl Iterator<Item = &'static str> {
    let all = bits::NAMES.iter().enumerate();
    all.filter(move |(n, _)| set >> n & 1 != 0)
        .map(|(_, name)| *name)
}

/// The state of caches as a driver follows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Caches {
    /// Flushes due before some later access.
    pub pending: u16,
    /// Flushes due before the next command.
    pub due: u16,
}

impl Default for Caches {
    /// The state at the beginning of a command buffer: caches may hold anything.
    fn default() -> Self {
        Caches {
            pending: bits::ALL_INVALIDATE,
            due: 0,
        }
    }
}

/// A cache of its own: its accesses and what makes them available and visible.
struct Domain {
    read: u16,
    write: u16,
    flush: u16,
    invalidate: u16,
}

const COHERENT: [Domain; 3] = [
    Domain {
        read: cache::UCHE_READ,
        write: cache::UCHE_WRITE,
        flush: bits::CACHE_FLUSH,
        invalidate: bits::CACHE_INVALIDATE,
    },
    Domain {
        read: cache::CCU_COLOR_READ,
        write: cache::CCU_COLOR_WRITE,
        flush: bits::CCU_FLUSH_COLOR,
        invalidate: bits::CCU_INVALIDATE_COLOR,
    },
    Domain {
        read: cache::CCU_DEPTH_READ,
        write: cache::CCU_DEPTH_WRITE,
        flush: bits::CCU_FLUSH_DEPTH,
        invalidate: bits::CCU_INVALIDATE_DEPTH,
    },
];

/// Accesses by render passes: another attachment may find the cache's lines under other places,
/// so they are flushed at once.
const INCOHERENT: [Domain; 2] = [
    Domain {
        read: cache::CCU_COLOR_INCOHERENT_READ,
        write: cache::CCU_COLOR_INCOHERENT_WRITE,
        flush: bits::CCU_FLUSH_COLOR,
        invalidate: bits::CCU_INVALIDATE_COLOR,
    },
    Domain {
        read: cache::CCU_DEPTH_INCOHERENT_READ,
        write: cache::CCU_DEPTH_INCOHERENT_WRITE,
        flush: bits::CCU_FLUSH_DEPTH,
        invalidate: bits::CCU_INVALIDATE_DEPTH,
    },
];

/// One side of a memory barrier, in Vulkan's bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Side {
    /// Stages.
    pub stages: u64,
    /// Accesses.
    pub accesses: u64,
}

/// A memory barrier.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Barrier {
    /// The accesses before it.
    pub first: Side,
    /// The accesses after it.
    pub second: Side,
    /// The resource it is about.
    pub about: About,
    /// The release of Mesa.
    pub release: Release,
}

/// The resource of a barrier.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum About {
    /// All memory, or a buffer.
    #[default]
    Memory,
    /// An image, whose layers transfers access alike.
    Image,
    /// A colour image whose contents do not matter: what is in the cache must not be written
    /// over it later.
    DiscardedColor,
    /// A depth image whose contents do not matter.
    DiscardedDepth,
}

impl Caches {
    /// Applies the accesses of a barrier: those before it and those after it.
    pub fn accesses(&mut self, first: u16, second: u16) {
        let mut due = 0;
        if first & cache::SYSMEM_WRITE != 0 {
            self.pending |= bits::ALL_INVALIDATE;
        }
        if first & cache::CP_WRITE != 0 {
            self.pending |= bits::WAIT_MEM_WRITES | bits::ALL_INVALIDATE;
        }
        for domain in COHERENT.iter().filter(|d| first & d.write != 0) {
            self.pending |= domain.flush | bits::ALL_INVALIDATE & !domain.invalidate;
        }
        for domain in INCOHERENT.iter().filter(|d| first & d.write != 0) {
            due |= domain.flush;
            self.pending |= bits::ALL_INVALIDATE & !domain.invalidate;
        }
        if second & (cache::SYSMEM_READ | cache::SYSMEM_WRITE) != 0 {
            due |= self.pending & bits::ALL_FLUSH;
        }
        let after = |d: &&Domain| second & (d.read | d.write) != 0;
        for domain in COHERENT.iter().filter(after) {
            due |= self.pending & (domain.invalidate | bits::ALL_FLUSH & !domain.flush);
        }
        for domain in INCOHERENT.iter().filter(after) {
            due |= domain.invalidate | self.pending & bits::ALL_FLUSH & !domain.flush;
        }
        if second & cache::DESCRIPTOR_READ != 0 {
            due |= bits::DESCRIPTOR_INVALIDATE;
        }
        if second & cache::CCHE_READ != 0 {
            due |= bits::CCHE_INVALIDATE;
        }
        self.due |= due;
        self.pending &= !due;
    }

    /// Applies the stages of a barrier.
    pub fn stages(&mut self, first: Stage, second: Stage) {
        // Flushes take place at the end of the pipeline.
        let flushes = self.due & (bits::ALL_FLUSH | bits::ALL_INVALIDATE) != 0;
        let first = if flushes { Stage::Ps } else { first };
        if first > second {
            self.due |= bits::WAIT_FOR_IDLE;
            if second == Stage::Cp {
                self.pending |= bits::WAIT_FOR_ME;
            }
        }
    }

    /// Applies the stages of a barrier as later releases do.
    pub fn coarse_stages(&mut self, first: Coarse, second: Coarse) {
        let forget = bits::ALL_INVALIDATE | bits::DESCRIPTOR_INVALIDATE | bits::CCHE_INVALIDATE;
        // What was written by the processor or the command processor is forgotten by the GPU.
        let first = match first {
            Coarse::Cp if self.due & forget != 0 => Coarse::Gpu,
            first => first,
        };
        if first >= second {
            self.due |= bits::WAIT_FOR_IDLE;
            if second == Coarse::Cp {
                self.pending |= bits::WAIT_FOR_ME;
            }
        }
    }

    /// Applies a barrier. `place` is where attachments are.
    pub fn barrier(&mut self, barrier: &Barrier, place: Place) {
        let side = |side: Side, scope| {
            let stages = sanitized(side.stages, scope);
            vulkan(stages, side.accesses, barrier.about, place, barrier.release)
        };
        let discarded = match barrier.about {
            About::Memory | About::Image => 0,
            About::DiscardedColor => cache::CCU_COLOR_INCOHERENT_WRITE,
            About::DiscardedDepth => cache::CCU_DEPTH_INCOHERENT_WRITE,
        };
        let first = side(barrier.first, Scope::First) | discarded;
        self.accesses(first, side(barrier.second, Scope::Second));
        let (before, after) = (barrier.first.stages, barrier.second.stages);
        match barrier.release {
            Release::Mesa22_3 => {
                let of = |stages, scope| hardware_stage(stages, scope, WideStages::Dropped);
                self.stages(of(before, Scope::First), of(after, Scope::Second));
            }
            Release::Mesa25_0 => self.coarse_stages(
                coarse_stage(before, Scope::First),
                coarse_stage(after, Scope::Second),
            ),
        }
    }

    /// The packets of what is due, which is not due any more.
    pub fn emit(&mut self, chip: &Chip) -> Vec<Emitted> {
        emitted(std::mem::take(&mut self.due), chip)
    }

    /// The packets that change what the colour cache is used for, with those of what is due.
    pub fn change(&mut self, from: CcuState, to: CcuState, chip: &Chip) -> Vec<Emitted> {
        let mut due = std::mem::take(&mut self.due);
        if from == to {
            return emitted(due, chip);
        }
        let mut more =
            bits::CCU_INVALIDATE_COLOR | bits::CCU_INVALIDATE_DEPTH | bits::WAIT_FOR_IDLE;
        if from != CcuState::Gmem {
            more |= bits::CCU_FLUSH_COLOR | bits::CCU_FLUSH_DEPTH;
        }
        due |= more;
        self.pending &= !more;
        let mut all = emitted(due, chip);
        all.push(Emitted::CcuControl(to));
        all
    }
}

/// The use of the colour cache.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CcuState {
    /// System memory.
    Sysmem,
    /// Tiles.
    Gmem,
    /// Unknown: a command buffer begins.
    Unknown,
}

/// A packet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Emitted {
    /// `CP_EVENT_WRITE` with this event.
    Event(&'static str),
    /// A packet without words.
    Packet(&'static str),
    /// A write of `RB_CCU_CNTL`.
    CcuControl(CcuState),
    /// A write of `HLSQ_INVALIDATE_CMD` with all descriptor sets.
    Invalidate,
}

/// The packets of flushes, in order. A cache that is invalidated is written back before.
pub fn emitted(due: u16, chip: &Chip) -> Vec<Emitted> {
    use Emitted::{Event, Packet};
    use bits::*;
    let ccu_flush = CCU_FLUSH_COLOR | CCU_FLUSH_DEPTH;
    let bug = chip.has(Feature::CcuFlushBug) && chip.release == Release::Mesa22_3;
    let wait_after = if bug {
        WAIT_FOR_IDLE | ccu_flush
    } else {
        WAIT_FOR_IDLE
    };
    let rows = [
        (
            CCU_FLUSH_COLOR | CCU_INVALIDATE_COLOR,
            Event("PC_CCU_FLUSH_COLOR_TS"),
        ),
        (
            CCU_FLUSH_DEPTH | CCU_INVALIDATE_DEPTH,
            Event("PC_CCU_FLUSH_DEPTH_TS"),
        ),
        (CCU_INVALIDATE_COLOR, Event("PC_CCU_INVALIDATE_COLOR")),
        (CCU_INVALIDATE_DEPTH, Event("PC_CCU_INVALIDATE_DEPTH")),
        (CACHE_FLUSH, Event("CACHE_FLUSH_TS")),
        (CACHE_INVALIDATE, Event("CACHE_INVALIDATE")),
        (DESCRIPTOR_INVALIDATE, Emitted::Invalidate),
        (WAIT_MEM_WRITES, Packet("CP_WAIT_MEM_WRITES")),
        (wait_after, Packet("CP_WAIT_FOR_IDLE")),
        (WAIT_FOR_ME, Packet("CP_WAIT_FOR_ME")),
    ];
    let due = rows.into_iter().filter(|(bits, _)| due & bits != 0);
    due.map(|(_, packet)| packet).collect()
}
