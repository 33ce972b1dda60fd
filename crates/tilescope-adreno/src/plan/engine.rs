//! Engines of clears, copies, resolves, and of loads and stores of tiles.
//!
//! Source: turnip of Mesa 22.3.6, `tu_clear_blit.c`.

use super::Reason;
use super::formats::FormatRow;
use crate::chips::Chip;

/// An engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Engine {
    /// The 2D engine (`CP_BLIT`).
    TwoD,
    /// A draw of a rectangle with a shader of the driver.
    Draw,
    /// The event `BLIT`, between tiles and memory.
    Event,
    /// The event `BLIT` in tiles, a draw in system memory, each under a condition.
    EventOrDraw,
}

/// The command buffer that an operation is written to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Commands {
    /// The one outside render passes.
    Main,
    /// The one of draws, which every tile repeats.
    Draws,
    /// The one of each tile, around the draws.
    Tile,
}

/// The filter of a blit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Filter {
    /// Nearest or linear.
    Simple,
    /// Cubic.
    Cubic,
}

/// The slices of a blit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Slices {
    /// One to one, forwards.
    Same,
    /// Scaled, or backwards.
    Scaled,
}

/// An operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    /// `vkCmdFillBuffer`.
    FillBuffer,
    /// `vkCmdUpdateBuffer`: the data is stored and copied like a buffer.
    UpdateBuffer,
    /// `vkCmdCopyBuffer`.
    CopyBuffer,
    /// `vkCmdClearColorImage`, `vkCmdClearDepthStencilImage`.
    ClearImage {
        /// Samples of the image.
        samples: u32,
    },
    /// `vkCmdResolveImage`.
    ResolveImage,
    /// `vkCmdCopyImage`.
    CopyImage {
        /// The format of the source.
        from: &'static FormatRow,
        /// The format of the destination.
        to: &'static FormatRow,
        /// Samples of the destination.
        samples: u32,
    },
    /// `vkCmdCopyImageToBuffer`, `vkCmdCopyBufferToImage`.
    CopyWithBuffer {
        /// The format of the image's plane.
        format: &'static FormatRow,
    },
    /// `vkCmdBlitImage`.
    BlitImage {
        /// The format of the source.
        from: &'static FormatRow,
        /// Samples of the destination.
        samples: u32,
        /// The filter.
        filter: Filter,
        /// The slices.
        slices: Slices,
    },
    /// The clear of low-resolution depth, at the beginning of a render pass.
    ClearLrz,
    /// The resolve of an attachment in system memory, at the end of a subpass.
    ResolveSysmem,
    /// The clear of an attachment in system memory, at the beginning of a render pass.
    ClearSysmem {
        /// Samples.
        samples: u32,
    },
    /// The clear of an attachment in tiles, at the beginning of each.
    ClearGmem,
    /// The load of an attachment into a tile.
    LoadGmem,
    /// `vkCmdClearAttachments`.
    ClearAttachments {
        /// The condition that decides about it.
        pass: ClearPass,
    },
}

/// The conditions that decide about `vkCmdClearAttachments`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClearPass {
    /// None of the below.
    Plain,
    /// A predicate is active.
    Predicated,
    /// A secondary command buffer, which does not know the places of attachments.
    Secondary,
    /// Loads or stores of an attachment are skipped in tiles without draws.
    SkippedTiles,
}

/// A reason for an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// The usual one.
    Usual,
    /// Several samples.
    Samples,
    /// The luminance plane of video, whose order of pixels the 2D engine does not know.
    Luminance,
    /// Alpha of the source must read as one, which needs a texture's swizzle.
    Bc1,
    /// The 2D engine has no cubic filter.
    Cubic,
    /// The 2D engine has no scaled slices.
    ScaledSlices,
    /// A draw respects the predicate.
    Predicate,
    /// A draw works wherever attachments are.
    UnknownPlaces,
    /// A draw counts as one when tiles are skipped.
    SkippedTiles,
    /// The place is aligned, and the event can copy or resolve the format.
    Aligned,
    /// The place is not aligned.
    Unaligned,
    /// The event cannot resolve the format.
    ResolveOfFormat,
    /// The event cannot pick stencil out of packed depth and stencil.
    StencilOfPacked,
}

impl Reason for Cause {
    fn text(&self) -> &'static str {
        match self {
            Cause::Usual => "the usual engine",
            Cause::Samples => "several samples",
            Cause::Luminance => "the luminance plane of video",
            Cause::Bc1 => "alpha of BC1 must read as one",
            Cause::Cubic => "the 2D engine has no cubic filter",
            Cause::ScaledSlices => "the 2D engine does not scale slices",
            Cause::Predicate => "a draw respects the predicate",
            Cause::UnknownPlaces => "a secondary command buffer does not know the places in tiles",
            Cause::SkippedTiles => "tiles without draws skip loads or stores",
            Cause::Aligned => "the area is aligned to the blocks of fast copies",
            Cause::Unaligned => "the area is not aligned to the blocks of fast copies",
            Cause::ResolveOfFormat => "the fast copy cannot resolve samples of the format",
            Cause::StencilOfPacked => "the fast copy cannot take stencil out of packed depth",
        }
    }
}

/// The way of an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Way {
    /// The engine.
    pub engine: Engine,
    /// The command buffer.
    pub commands: Commands,
    /// The reason for the engine.
    pub cause: Cause,
}

const fn two_d_unless(draw: Option<Cause>) -> (Engine, Cause) {
    match draw {
        Some(cause) => (Engine::Draw, cause),
        None => (Engine::TwoD, Cause::Usual),
    }
}

fn several(samples: u32) -> Option<Cause> {
    (samples > 1).then_some(Cause::Samples)
}

fn luminance(format: &FormatRow) -> Option<Cause> {
    (format.name == "Y8_UNORM").then_some(Cause::Luminance)
}

fn blit(from: &FormatRow, samples: u32, filter: Filter, slices: Slices) -> Option<Cause> {
    let bc1 = matches!(from.name, "DXT1_RGB" | "DXT1_SRGB");
    several(samples)
        .or(bc1.then_some(Cause::Bc1))
        .or((filter == Filter::Cubic).then_some(Cause::Cubic))
        .or((slices == Slices::Scaled).then_some(Cause::ScaledSlices))
}

/// The engine that an operation takes.
pub fn way(operation: Operation) -> Way {
    use Operation::*;
    let (engine, cause) = match operation {
        FillBuffer | UpdateBuffer | CopyBuffer | ResolveImage | ClearLrz | ResolveSysmem => {
            two_d_unless(None)
        }
        ClearImage { samples } | ClearSysmem { samples } => two_d_unless(several(samples)),
        CopyImage { from, to, samples } => {
            two_d_unless(several(samples).or(luminance(from)).or(luminance(to)))
        }
        CopyWithBuffer { format } => two_d_unless(luminance(format)),
        BlitImage {
            from,
            samples,
            filter,
            slices,
        } => two_d_unless(blit(from, samples, filter, slices)),
        ClearGmem | LoadGmem => (Engine::Event, Cause::Usual),
        ClearAttachments { pass } => match pass {
            ClearPass::Plain => (Engine::EventOrDraw, Cause::Usual),
            ClearPass::Predicated => (Engine::Draw, Cause::Predicate),
            ClearPass::Secondary => (Engine::Draw, Cause::UnknownPlaces),
            ClearPass::SkippedTiles => (Engine::Draw, Cause::SkippedTiles),
        },
    };
    let commands = match operation {
        ClearAttachments { .. } => Commands::Draws,
        ClearGmem | LoadGmem => Commands::Tile,
        _ => Commands::Main,
    };
    Way {
        engine,
        commands,
        cause,
    }
}

/// A store of a tile to an attachment, or a resolve to another one.
#[derive(Clone, Copy, Debug)]
pub struct Store {
    /// The format in the tile.
    pub from: &'static FormatRow,
    /// Samples in the tile.
    pub from_samples: u32,
    /// The format in memory.
    pub to: &'static FormatRow,
    /// Samples in memory.
    pub to_samples: u32,
    /// The rendered area: left, top, right, bottom.
    pub area: [u32; 4],
    /// Width and height of the view in memory.
    pub view: (u32, u32),
    /// Whether rows below the view may not be written: linear levels but the last.
    pub exact_height: bool,
}

/// Whether the area begins or ends inside a block of fast copies, where it may not.
pub const fn unaligned(chip: &Chip, store: &Store) -> bool {
    let [left, top, right, bottom] = store.area;
    let (width, height) = (chip.gmem_align.width, chip.gmem_align.height);
    let below = bottom != store.view.1 || store.exact_height;
    !left.is_multiple_of(width)
        || !right.is_multiple_of(width) && right != store.view.0
        || !top.is_multiple_of(height)
        || !bottom.is_multiple_of(height) && below
}

/// Whether the event can resolve samples of a format: it averages unsigned integers of up to 10
/// bits, or takes one sample.
pub fn event_resolves(format: &FormatRow) -> bool {
    let excluded = matches!(
        format.name,
        "R8G8_UNORM" | "R8G8_UINT" | "R8G8_SINT" | "Z24_UNORM_S8_UINT"
    );
    // Of packed floats the first component has 11 bits, of shared exponents 9.
    let first = format.layout().and_then(|all| all.first().map(|c| c.bits));
    let kind = format.is_snorm() || format.name.ends_with("SRGB");
    !excluded && !kind && first.is_some_and(|bits| bits <= 10)
}

/// The engine that a store takes.
pub fn store(chip: &Chip, store: &Store) -> Way {
    let resolves = store.from_samples > 1 && store.to_samples == 1;
    let stencil = store.from.name == "Z24_UNORM_S8_UINT" && store.to.name == "S8_UINT";
    let obstacle = if unaligned(chip, store) {
        Some(Cause::Unaligned)
    } else if stencil {
        Some(Cause::StencilOfPacked)
    } else if resolves && !event_resolves(store.to) {
        Some(Cause::ResolveOfFormat)
    } else {
        None
    };
    let (engine, cause) = match obstacle {
        None => (Engine::Event, Cause::Aligned),
        Some(cause) if store.to_samples > 1 => (Engine::Draw, cause),
        Some(cause) => (Engine::TwoD, cause),
    };
    Way {
        engine,
        commands: Commands::Tile,
        cause,
    }
}
