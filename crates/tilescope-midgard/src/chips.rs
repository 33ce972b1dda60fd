//! The chips, and their differences.
//!
//! Sources: Mesa 22.3.6 `src/panfrost/lib/pan_props.c` (product numbers, tiling, tile
//! buffer, threads), `genxml/gen_macros.h` (architectures),
//! `src/panfrost/midgard/midgard_quirks.h` (the other quirks) and
//! `src/gallium/drivers/panfrost/pan_screen.c` (render targets).

use tilescope_core::ChipInfo;

use crate::descriptors::Arch;

tilescope_tables::named_enum! {
    /// A property that some chips have.
    pub enum Quirk;
    /// The name in reference pages.
    name:
    /// The tiler has one level of bins, not a hierarchy.
    NoHierarchicalTiling = "no_hierarchical_tiling";
    /// Texture registers are not registers of their own: results go to r0 and r1,
    /// coordinates are in the load/store registers.
    InterpipeRegisterAliasing = "interpipe_register_aliasing";
    /// Blend shaders read the tile buffer with `LD_SPECIAL`, not `LD_TILEBUFFER`.
    OldBlend = "old_blend";
    /// Loads from the tile buffer that convert the format are broken.
    BrokenBlendLoads = "broken_blend_loads";
    /// Texture operations with a gradient ignore the bias and the limits of the
    /// level of detail in the sampler.
    BrokenLod = "broken_lod";
    /// Bundles with the tags `aluw/4` to `aluw/16` are invalid encodings.
    NoUpperAlu = "no_upper_alu";
    /// Texture instructions do not execute out of order.
    NoOutOfOrder = "no_out_of_order";
}

/// A chip.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chip {
    /// Names and boards.
    pub info: ChipInfo,
    /// The product number that the kernel reports.
    pub product: u16,
    /// The number of shader cores, from core 0 on, of the first board in `info`. Source:
    /// device trees of Linux, data sheets of the boards.
    pub cores: u32,
    /// The version of the structures in memory.
    pub arch: Arch,
    /// Its quirks.
    pub quirks: &'static [Quirk],
}

impl Chip {
    /// The size of the tile buffer in bytes. Drivers give half of it to a tile, so
    /// that two are in flight.
    pub const TILE_BUFFER: u32 = 8192;

    /// The greatest number of threads of a core.
    pub const THREADS: u32 = 256;

    /// Whether the chip has a quirk.
    pub fn has(&self, quirk: Quirk) -> bool {
        self.quirks.contains(&quirk)
    }

    /// The greatest number of render targets.
    pub fn render_targets(&self) -> u32 {
        match self.arch {
            Arch::V4 => 1,
            Arch::V5 => 8,
        }
    }

    /// Whether the architecture has compressed framebuffers. A chip may be built
    /// without them, which its AFBC_FEATURES register states.
    pub fn may_have_afbc(&self) -> bool {
        self.arch == Arch::V5
    }

    /// The chip of this name.
    pub fn named(name: &str) -> Option<&'static Chip> {
        CHIPS.iter().find(|c| c.info.name == name)
    }
}

const fn chip(
    name: &'static str,
    (title, boards): (&'static str, &'static str),
    (product, cores): (u16, u32),
    arch: Arch,
    quirks: &'static [Quirk],
) -> Chip {
    Chip {
        info: ChipInfo {
            name,
            family: "midgard",
            title,
            boards,
        },
        product,
        cores,
        arch,
        quirks,
    }
}

/// Every chip, by product number.
pub static CHIPS: &[Chip] = &[
    chip(
        "t620",
        ("Mali-T620", "Exynos 5420, 5422 (Odroid XU3, XU4)"),
        (0x620, 6),
        Arch::V4,
        &[
            Quirk::OldBlend,
            Quirk::BrokenBlendLoads,
            Quirk::BrokenLod,
            Quirk::NoUpperAlu,
            Quirk::NoOutOfOrder,
        ],
    ),
    chip(
        "t720",
        ("Mali-T720", "Allwinner H6 (Pine H64, Orange Pi 3)"),
        (0x720, 2),
        Arch::V4,
        &[
            Quirk::NoHierarchicalTiling,
            Quirk::InterpipeRegisterAliasing,
            Quirk::OldBlend,
            Quirk::BrokenLod,
            Quirk::NoUpperAlu,
            Quirk::NoOutOfOrder,
        ],
    ),
    chip(
        "t760",
        (
            "Mali-T760",
            "RK3288 (Chromebook C201, Tinker Board), Exynos 5433",
        ),
        (0x750, 4),
        Arch::V5,
        &[Quirk::NoUpperAlu],
    ),
    chip(
        "t820",
        ("Mali-T820", "Amlogic S912 (Khadas VIM2)"),
        (0x820, 3),
        Arch::V5,
        &[
            Quirk::NoHierarchicalTiling,
            Quirk::InterpipeRegisterAliasing,
        ],
    ),
    chip(
        "t830",
        ("Mali-T830", "Exynos 7870"),
        (0x830, 2),
        Arch::V5,
        &[
            Quirk::NoHierarchicalTiling,
            Quirk::InterpipeRegisterAliasing,
        ],
    ),
    chip(
        "t860",
        (
            "Mali-T860",
            "RK3399 (Chromebook Plus, RockPro64, Pinebook Pro)",
        ),
        (0x860, 4),
        Arch::V5,
        &[],
    ),
    chip(
        "t880",
        ("Mali-T880", "Exynos 8890, Kirin 950"),
        (0x880, 12),
        Arch::V5,
        &[],
    ),
];
