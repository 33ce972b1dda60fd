//! Errata of chips, by model and revision.

use super::Chip;
use crate::features::Feature;

tilescope_tables::named_enum! {
    /// A hardware bug, or a required workaround.
    pub enum Bug;
    /// A short name for listings.
    name:
    /// Filters do not cross the edges of a cube's faces, regardless of the feature
    /// bit.
    ///
    /// Source: Mesa `etna_get_specs`.
    NoSeamlessCubeMap = "no seamless cube maps";
    /// Surfaces of PE have their address in `PE.COLOR_ADDR`, not in
    /// `PE.PIPE.COLOR_ADDR`, despite HALTI0.
    ///
    /// Source: Mesa `etna_emit_state`.
    SinglePipeAddress = "single pipe address";
    /// The stride of any level of a linear texture replaces that of level 0.
    ///
    /// Source: etna_viv rnndb, state_3d.xml, `TE.SAMPLER.LINEAR_STRIDE`.
    OneLinearStride = "one linear stride";
    /// A scissor with a wrong margin hangs at large sizes.
    ///
    /// Source: etna_viv doc/hardware.md, programming peculiarities.
    ScissorMargin = "scissor margin";
    /// A clear of depth by RS after one of colour hangs without a flush between.
    ///
    /// Source: a comment in Mesa `etna_clear_rs`.
    ClearsNeedFlush = "clears need flush";
    /// Depth is written for all of a primitive, not only where stencil passes, when
    /// the stencil write mask is 0.
    ///
    /// Source: a comment in Mesa `etna_zsa_state_create`.
    StencilSpoilsDepth = "stencil spoils depth";
    /// The chip has one varying fewer than it reports, since the position takes
    /// two. [`Specs::varyings`](super::Specs::varyings) accounts for that.
    ///
    /// Source: Linux etnaviv_gpu.c, `etnaviv_hw_specs`.
    PositionTakesVarying = "position takes varying";
    /// The units' buses must be set apart: 1 for FE, 0 for TX.
    ///
    /// Source: Linux etnaviv_gpu.c, `etnaviv_gpu_hw_init`.
    BusConfig = "bus config";
    /// The clock of the texture unit must not stop.
    ///
    /// Source: Linux etnaviv_gpu.c, `etnaviv_gpu_enable_mlcg`.
    TextureClockGating = "texture clock gating";
    /// The clock of primitive assembly must not stop.
    ///
    /// Source: Linux etnaviv_gpu.c, `etnaviv_gpu_enable_mlcg`.
    AssemblyClockGating = "assembly clock gating";
    /// The clock of PE must not stop.
    ///
    /// Source: Linux etnaviv_gpu.c, `etnaviv_gpu_enable_mlcg`.
    PixelClockGating = "pixel clock gating";
    /// Tile status has no address translation, so that surfaces in the window of
    /// the first MMU cannot use fast clear.
    ///
    /// Source: Mesa `etna_get_specs`.
    TileStatusPassesWindow = "tile status passes window";
    /// Indexed triangle strips are drawn wrongly.
    ///
    /// Source: Mesa `etna_screen_get_param`, supported primitive modes with restart.
    IndexedStrips = "indexed strips";
}

impl Bug {
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
