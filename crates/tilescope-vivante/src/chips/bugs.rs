//! Errata of chips, by model and revision.

use super::Chip;
use crate::features::Feature;

/// A hardware bug, or a required workaround.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Bug {
    /// Filters do not cross the edges of a cube's faces, regardless of the feature
    /// bit.
    ///
    /// Source: Mesa `etna_get_specs`.
    NoSeamlessCubeMap,
    /// Surfaces of PE have their address in `PE.COLOR_ADDR`, not in
    /// `PE.PIPE.COLOR_ADDR`, despite HALTI0.
    ///
    /// Source: Mesa `etna_emit_state`.
    SinglePipeAddress,
    /// The stride of any level of a linear texture replaces that of level 0.
    ///
    /// Source: etna_viv rnndb, state_3d.xml, `TE.SAMPLER.LINEAR_STRIDE`.
    OneLinearStride,
    /// A scissor with a wrong margin hangs at large sizes.
    ///
    /// Source: etna_viv doc/hardware.md, programming peculiarities.
    ScissorMargin,
    /// A clear of depth by RS after one of colour hangs without a flush between.
    ///
    /// Source: a comment in Mesa `etna_clear_rs`.
    ClearsNeedFlush,
    /// Depth is written for all of a primitive, not only where stencil passes, when
    /// the stencil write mask is 0.
    ///
    /// Source: a comment in Mesa `etna_zsa_state_create`.
    StencilSpoilsDepth,
    /// The chip has one varying fewer than it reports, since the position takes
    /// two. [`Specs::varyings`](super::Specs::varyings) accounts for that.
    ///
    /// Source: Linux etnaviv_gpu.c, `etnaviv_hw_specs`.
    PositionTakesVarying,
    /// The units' buses must be set apart: 1 for FE, 0 for TX.
    ///
    /// Source: Linux etnaviv_gpu.c, `etnaviv_gpu_hw_init`.
    BusConfig,
    /// The clock of the texture unit must not stop.
    ///
    /// Source: Linux etnaviv_gpu.c, `etnaviv_gpu_enable_mlcg`.
    TextureClockGating,
    /// The clock of primitive assembly must not stop.
    ///
    /// Source: Linux etnaviv_gpu.c, `etnaviv_gpu_enable_mlcg`.
    AssemblyClockGating,
    /// The clock of PE must not stop.
    ///
    /// Source: Linux etnaviv_gpu.c, `etnaviv_gpu_enable_mlcg`.
    PixelClockGating,
    /// Tile status has no address translation, so that surfaces in the window of
    /// the first MMU cannot use fast clear.
    ///
    /// Source: Mesa `etna_get_specs`.
    TileStatusPassesWindow,
    /// Indexed triangle strips are drawn wrongly.
    ///
    /// Source: Mesa `etna_screen_get_param`, supported primitive modes with restart.
    IndexedStrips,
}

impl Bug {
    /// Every bug.
    pub const ALL: [Bug; 13] = [
        Bug::NoSeamlessCubeMap,
        Bug::SinglePipeAddress,
        Bug::OneLinearStride,
        Bug::ScissorMargin,
        Bug::ClearsNeedFlush,
        Bug::StencilSpoilsDepth,
        Bug::PositionTakesVarying,
        Bug::BusConfig,
        Bug::TextureClockGating,
        Bug::AssemblyClockGating,
        Bug::PixelClockGating,
        Bug::TileStatusPassesWindow,
        Bug::IndexedStrips,
    ];

    /// A short name for listings.
    pub fn name(self) -> &'static str {
        match self {
            Bug::NoSeamlessCubeMap => "no seamless cube maps",
            Bug::SinglePipeAddress => "single pipe address",
            Bug::OneLinearStride => "one linear stride",
            Bug::ScissorMargin => "scissor margin",
            Bug::ClearsNeedFlush => "clears need flush",
            Bug::StencilSpoilsDepth => "stencil spoils depth",
            Bug::PositionTakesVarying => "position takes varying",
            Bug::BusConfig => "bus config",
            Bug::TextureClockGating => "texture clock gating",
            Bug::AssemblyClockGating => "assembly clock gating",
            Bug::PixelClockGating => "pixel clock gating",
            Bug::TileStatusPassesWindow => "tile status passes window",
            Bug::IndexedStrips => "indexed strips",
        }
    }

    /// Whether `chip` has the bug.
    pub fn is_in(self, chip: &Chip) -> bool {
        let identity = (chip.model, chip.revision);
        let has = |f| chip.features.has(f);
        match self {
            Bug::NoSeamlessCubeMap | Bug::SinglePipeAddress => chip.model == 0x880,
            Bug::OneLinearStride => matches!(chip.model, 0x880 | 0x2000),
            Bug::ScissorMargin | Bug::ClearsNeedFlush => chip.model == 0x600,
            Bug::StencilSpoilsDepth => !has(Feature::CorrectStencil),
            Bug::PositionTakesVarying => matches!(
                identity,
                (0x5000, 0x5434)
                    | (0x4000, 0x5208 | 0x5222 | 0x5245)
                    | (0x3000, 0x5435)
                    | (0x2200, 0x5244)
                    | (0x2000 | 0x2100, 0x5108)
                    | (0x1500, 0x5246)
                    | (0x880, 0x5106 | 0x5107)
            ),
            Bug::BusConfig => identity == (0x2000, 0x5108),
            Bug::TextureClockGating => matches!(
                identity,
                (0x4000, 0x5222) | (0x2000, 0x5108) | (0x7000, 0x6202 | 0x6203)
            ),
            Bug::AssemblyClockGating => {
                chip.model >= 0x400 && chip.model != 0x420 && !has(Feature::BugFixes12)
            }
            Bug::PixelClockGating => {
                chip.revision < 0x5000 && has(Feature::Hz) && !has(Feature::DisablePeGating)
            }
            Bug::TileStatusPassesWindow => !has(Feature::Mc20) && !has(Feature::MmuVersion),
            Bug::IndexedStrips => !has(Feature::BugFixes8),
        }
    }
}
