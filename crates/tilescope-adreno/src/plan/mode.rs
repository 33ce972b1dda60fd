//! The choice between tiles and system memory, and between sorted and unsorted draws.
//!
//! Source: turnip of Mesa 22.3.6, `tu_cmd_buffer.c` (`use_sysmem_rendering`, `use_hw_binning`),
//! `tu_autotune.c`.

use super::Reason;
use super::tiles::Binning;

/// Settings of drivers that tests use (`TU_DEBUG`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ForcedMode {
    /// None.
    #[default]
    Nothing,
    /// `sysmem`.
    Sysmem,
    /// `gmem`, which other reasons for system memory precede.
    Gmem,
}

/// The operations of a render pass.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PassUse {
    /// A setting.
    pub forced: ForcedMode,
    /// Pixels of the largest tile; 0 if attachments do not fit.
    pub pixels: u32,
    /// Layers of the framebuffer.
    pub layers: u32,
    /// Width and height of the rendered area.
    pub area: (u32, u32),
    /// The number of draws.
    pub draws: u32,
    /// Whether some subpass has several samples.
    pub multisampled: bool,
    /// Properties that restrict the choice.
    pub has: Has,
}

/// Properties of draws that restrict the choice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Has {
    /// A tessellation shader.
    pub tessellation: bool,
    /// A barrier whose stages are not all in framebuffer space, or not by region.
    pub whole_barrier: bool,
    /// Transform feedback.
    pub transform_feedback: bool,
    /// A query that counts generated primitives, in the pass or begun before it.
    pub primitives_query: bool,
    /// A loop from an attachment to itself that makes system memory slow.
    pub feedback_loop: bool,
}

/// The mode, and its reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Drawn to system memory.
    Sysmem(SysmemCause),
    /// Drawn tile by tile.
    Gmem(GmemCause),
}

/// A reason for system memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SysmemCause {
    /// A setting.
    Forced,
    /// The attachments do not fit.
    NoPixels,
    /// There is more than one layer.
    Layers,
    /// The rendered area is empty.
    EmptyArea,
    /// There is a tessellation shader.
    Tessellation,
    /// A barrier is not by region.
    Barrier,
    /// Transform feedback needs sorted draws, which are impossible.
    FeedbackWithoutBinning,
    /// A query of primitives needs sorted draws, which are impossible.
    QueryWithoutBinning,
    /// There are at most five draws, of one sample.
    FewDraws,
}

impl Reason for SysmemCause {
    fn text(&self) -> &'static str {
        match self {
            SysmemCause::Forced => "system memory is forced",
            SysmemCause::NoPixels => "the attachments do not fit into on-chip memory",
            SysmemCause::Layers => "the framebuffer has several layers",
            SysmemCause::EmptyArea => "the rendered area is empty",
            SysmemCause::Tessellation => "a draw has tessellation",
            SysmemCause::Barrier => "a barrier in the pass is not by region",
            SysmemCause::FeedbackWithoutBinning => {
                "transform feedback needs binning, which is impossible"
            }
            SysmemCause::QueryWithoutBinning => {
                "a query of primitives needs binning, which is impossible"
            }
            SysmemCause::FewDraws => "the pass has at most five draws, of one sample",
        }
    }
}

/// A reason for tiles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GmemCause {
    /// A setting.
    Forced,
    /// A loop from an attachment to itself.
    FeedbackLoop,
    /// There are more than five draws.
    ManyDraws,
    /// Pixels have several samples.
    Multisampled,
}

impl Reason for GmemCause {
    fn text(&self) -> &'static str {
        match self {
            GmemCause::Forced => "tiles are forced",
            GmemCause::FeedbackLoop => "a feedback loop makes system memory slow",
            GmemCause::ManyDraws => "the pass has more than five draws",
            GmemCause::Multisampled => "a subpass has several samples",
        }
    }
}

/// The mode of a render pass that has no history: with one, the driver compares the bandwidths
/// that it measured.
pub const fn mode(pass: &PassUse, binning: Binning) -> Mode {
    let has = &pass.has;
    if matches!(pass.forced, ForcedMode::Sysmem) {
        Mode::Sysmem(SysmemCause::Forced)
    } else if pass.pixels == 0 {
        Mode::Sysmem(SysmemCause::NoPixels)
    } else if pass.layers > 1 {
        Mode::Sysmem(SysmemCause::Layers)
    } else if pass.area.0 == 0 || pass.area.1 == 0 {
        Mode::Sysmem(SysmemCause::EmptyArea)
    } else if has.tessellation {
        Mode::Sysmem(SysmemCause::Tessellation)
    } else if has.whole_barrier {
        Mode::Sysmem(SysmemCause::Barrier)
    } else if has.transform_feedback && !binning.possible() {
        Mode::Sysmem(SysmemCause::FeedbackWithoutBinning)
    } else if has.primitives_query && !binning.possible() {
        Mode::Sysmem(SysmemCause::QueryWithoutBinning)
    } else if matches!(pass.forced, ForcedMode::Gmem) {
        Mode::Gmem(GmemCause::Forced)
    } else if has.feedback_loop {
        Mode::Gmem(GmemCause::FeedbackLoop)
    } else if pass.draws > 5 {
        Mode::Gmem(GmemCause::ManyDraws)
    } else if pass.multisampled {
        Mode::Gmem(GmemCause::Multisampled)
    } else {
        Mode::Sysmem(SysmemCause::FewDraws)
    }
}

/// Whether a pass drawn to tiles sorts its draws, and the reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sorting {
    /// Transform feedback is written once, while draws are sorted.
    TransformFeedback,
    /// A query counts primitives once, while draws are sorted.
    PrimitivesQuery,
    /// As the tiles decide.
    Tiles(Binning),
}

impl Sorting {
    /// Whether draws are sorted.
    pub const fn used(self) -> bool {
        match self {
            Sorting::TransformFeedback | Sorting::PrimitivesQuery => true,
            Sorting::Tiles(binning) => binning.used(),
        }
    }
}

impl Reason for Sorting {
    fn text(&self) -> &'static str {
        match self {
            Sorting::TransformFeedback => "transform feedback is written while binning",
            Sorting::PrimitivesQuery => "primitives are counted while binning",
            Sorting::Tiles(binning) => binning.text(),
        }
    }
}

/// Whether a pass drawn to tiles sorts its draws.
pub const fn sorting(has: &Has, binning: Binning) -> Sorting {
    if has.transform_feedback {
        Sorting::TransformFeedback
    } else if has.primitives_query {
        Sorting::PrimitivesQuery
    } else {
        Sorting::Tiles(binning)
    }
}
