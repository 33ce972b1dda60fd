//! Accesses: the caches that accesses of Vulkan go through.

use super::About;
use crate::chips::Release;
use crate::plan::scopes::stage;

/// Bits of accesses by cache.
pub mod cache {
    /// Reads through the unified cache.
    pub const UCHE_READ: u16 = 1 << 0;
    /// Writes through the unified cache.
    pub const UCHE_WRITE: u16 = 1 << 1;
    /// Reads through the colour cache; no access is one.
    pub const CCU_COLOR_READ: u16 = 1 << 2;
    /// Writes through the colour cache, of transfers to images.
    pub const CCU_COLOR_WRITE: u16 = 1 << 3;
    /// Reads through the depth cache; no access is one.
    pub const CCU_DEPTH_READ: u16 = 1 << 4;
    /// Writes through the depth cache; no access is one.
    pub const CCU_DEPTH_WRITE: u16 = 1 << 5;
    /// Reads through the colour cache by render passes.
    pub const CCU_COLOR_INCOHERENT_READ: u16 = 1 << 6;
    /// Writes through the colour cache by render passes and to buffers.
    pub const CCU_COLOR_INCOHERENT_WRITE: u16 = 1 << 7;
    /// Reads through the depth cache by render passes.
    pub const CCU_DEPTH_INCOHERENT_READ: u16 = 1 << 8;
    /// Writes through the depth cache by render passes.
    pub const CCU_DEPTH_INCOHERENT_WRITE: u16 = 1 << 9;
    /// Reads past all caches.
    pub const SYSMEM_READ: u16 = 1 << 10;
    /// Writes past all caches.
    pub const SYSMEM_WRITE: u16 = 1 << 11;
    /// Writes of the command processor, which take effect later.
    pub const CP_WRITE: u16 = 1 << 12;
    /// Reads of descriptors in buffers, of which some were fetched before.
    pub const DESCRIPTOR_READ: u16 = 1 << 13;
    /// Reads through the cache before the unified one, which A7xx has.
    pub const CCHE_READ: u16 = 1 << 14;
}

use cache::*;

/// The memory that attachments are in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// In system memory, or not known.
    Sysmem,
    /// In tiles, which are copied past the caches.
    Gmem,
}

/// The condition of a row on the kind of the barrier.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cache {
    /// This one.
    Always(u16),
    /// This one while drawing to system memory; memory itself while drawing to tiles.
    Attachment(u16),
    /// The colour cache, coherent between transfers to one image.
    Transfer,
}

/// Accesses of Vulkan that go through one cache.
#[derive(Clone, Copy, Debug)]
pub struct AccessRow {
    /// Bits of `VkAccessFlags2`, that for all reads or all writes included.
    pub accesses: u64,
    /// Bits of `VkPipelineStageFlags2`, those for all commands and all graphics included.
    pub stages: u64,
    /// The cache.
    pub cache: Cache,
    /// Whether it writes.
    pub writes: bool,
    /// The access in Vulkan's words.
    pub what: &'static str,
    /// Bits that only later releases know, and the caches that they add.
    pub later: Later,
}

/// Additions of later releases to a row.
#[derive(Clone, Copy, Debug)]
pub enum Later {
    /// Nothing.
    Same,
    /// Accesses that only `VkAccessFlags2` has, and caches.
    More(u64, u16),
    /// The row itself.
    Row,
}

const MEMORY_READ: u64 = 1 << 15;
const MEMORY_WRITE: u64 = 1 << 16;
/// Stages that every row of graphics has.
const GRAPHICS: u64 = stage::ALL_GRAPHICS | stage::ALL_COMMANDS;
const TESTS: u64 = stage::EARLY_FRAGMENT_TESTS | stage::LATE_FRAGMENT_TESTS;
const TRANSFERS: u64 = stage::COPY | stage::BLIT | stage::RESOLVE | stage::ALL_TRANSFER;

const fn read(what: &'static str, accesses: u64, stages: u64, cache: Cache) -> AccessRow {
    AccessRow {
        accesses: accesses | MEMORY_READ,
        stages,
        cache,
        writes: false,
        what,
        later: Later::Same,
    }
}

const fn write(what: &'static str, accesses: u64, stages: u64, cache: Cache) -> AccessRow {
    AccessRow {
        accesses: accesses | MEMORY_WRITE,
        stages,
        cache,
        writes: true,
        what,
        later: Later::Same,
    }
}

impl AccessRow {
    const fn later(mut self, later: Later) -> AccessRow {
        self.later = later;
        self
    }
}

/// Reads of sampled images, of storage, and of tables of shaders.
const SHADER_READS: u64 = 1 << 32 | 1 << 33 | 1 << 40;

/// Every access. Reads and writes of storage and of sampled images that only `VkAccessFlags2`
/// tells apart are known to later releases only: turnip 22.3.6 does not know their bits.
#[rustfmt::skip]
pub static ACCESSES: &[AccessRow] = &[
    read(
        "indirect commands, predicates, counters of transform feedback, the processor",
        1 | 1 << 20 | 1 << 26 | 1 << 13,
        stage::DRAW_INDIRECT | stage::CONDITIONAL_RENDERING | stage::TRANSFORM_FEEDBACK | stage::HOST | GRAPHICS,
        Cache::Always(SYSMEM_READ),
    ),
    // The bit is that of reads of counters: a quirk of turnip 22.3.6, which therefore sees
    // writes of counters only as writes of all memory.
    write(
        "counters of transform feedback",
        1 << 26,
        stage::TRANSFORM_FEEDBACK | GRAPHICS,
        Cache::Always(CP_WRITE),
    ),
    write("the processor", 1 << 14, stage::HOST | GRAPHICS, Cache::Always(SYSMEM_WRITE)),
    read(
        "indices, vertices, uniforms, input attachments, shaders",
        1 << 1 | 1 << 2 | 1 << 3 | 1 << 4 | 1 << 5,
        stage::INDEX_INPUT | stage::VERTEX_INPUT | stage::VERTEX_ATTRIBUTE_INPUT | stage::SHADERS | GRAPHICS,
        Cache::Always(UCHE_READ),
    )
    .later(Later::More(SHADER_READS, CCHE_READ)),
    read(
        "descriptors in buffers",
        1 << 41,
        stage::SHADERS | GRAPHICS,
        Cache::Always(UCHE_READ | DESCRIPTOR_READ | CCHE_READ),
    )
    .later(Later::Row),
    write(
        "shaders, transform feedback",
        1 << 6 | 1 << 25,
        stage::TRANSFORM_FEEDBACK | stage::SHADERS | GRAPHICS,
        Cache::Always(UCHE_WRITE),
    )
    .later(Later::More(1 << 34, 0)),
    read(
        "colour attachments",
        1 << 7 | 1 << 19,
        stage::COLOR_ATTACHMENT_OUTPUT | GRAPHICS,
        Cache::Attachment(CCU_COLOR_INCOHERENT_READ),
    ),
    read(
        "depth and stencil attachments",
        1 << 9,
        TESTS | GRAPHICS,
        Cache::Attachment(CCU_DEPTH_INCOHERENT_READ),
    ),
    write(
        "colour attachments",
        1 << 8,
        stage::COLOR_ATTACHMENT_OUTPUT | GRAPHICS,
        Cache::Attachment(CCU_COLOR_INCOHERENT_WRITE),
    ),
    write(
        "depth and stencil attachments",
        1 << 10,
        TESTS | GRAPHICS,
        Cache::Attachment(CCU_DEPTH_INCOHERENT_WRITE),
    ),
    // Transfers are commands, but not graphics.
    write(
        "transfers",
        1 << 12,
        TRANSFERS | stage::CLEAR | stage::ALL_COMMANDS,
        Cache::Transfer,
    ),
    read("transfers", 1 << 11, TRANSFERS | stage::ALL_COMMANDS, Cache::Always(UCHE_READ))
        .later(Later::More(0, CCHE_READ)),
];

/// The accesses by cache of one side of a barrier.
pub fn vulkan(stages: u64, accesses: u64, about: About, place: Place, release: Release) -> u16 {
    let hit = |row: &&AccessRow| {
        let known = match (row.later, release) {
            (Later::Row, Release::Mesa22_3) => 0,
            (Later::More(more, _), Release::Mesa25_0) => row.accesses | more,
            _ => row.accesses,
        };
        known & accesses != 0 && row.stages & stages != 0
    };
    let rows = ACCESSES.iter().filter(hit);
    rows.fold(0, |mut all, row| {
        if let (Later::More(_, caches), Release::Mesa25_0) = (row.later, release) {
            all |= caches;
        }
        let direct = if row.writes {
            SYSMEM_WRITE
        } else {
            SYSMEM_READ
        };
        all | match (row.cache, place) {
            (Cache::Always(cache), _) | (Cache::Attachment(cache), Place::Sysmem) => cache,
            (Cache::Attachment(_) | Cache::Transfer, Place::Gmem) => direct,
            (Cache::Transfer, Place::Sysmem) if about == About::Memory => {
                CCU_COLOR_INCOHERENT_WRITE
            }
            (Cache::Transfer, Place::Sysmem) => CCU_COLOR_WRITE,
        }
    })
}
