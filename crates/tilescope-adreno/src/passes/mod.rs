//! Render passes of streams: packets by tile, and the registers that say how a framebuffer is divided
//! and where its attachments are.
//!
//! A [`Tracker`] sees what a [`Decoder`](crate::stream::Decoder) lists. It follows the mode of
//! rendering and the conditions that depend on it, and nothing else: of other conditions, both
//! outcomes count as taken.
//!
//! Sources: Mesa 22.3.6, `tu_cmd_buffer.c` (`tu6_tile_render_begin`, `tu6_render_tile`,
//! `tu6_sysmem_render_begin`), `fd6_gmem.c`.

mod register;
mod track;

use crate::chips::Size;
use crate::plan::formats::{Swap, components};
use crate::regs::enums;
pub use track::Tracker;

/// The number of passes after which more are only counted.
pub const MAX_PASSES: usize = 1 << 14;

/// The number of tiles of all passes after which more are only counted.
pub const MAX_TILES: usize = 1 << 18;

/// The number of copies outside passes after which more are only counted.
pub const MAX_COPIES: usize = 1 << 16;

/// Kinds of work that a tile lists, those after it left out.
const MAX_ACTIONS: usize = 16;

/// An operation of a tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// On-chip memory is cleared (event `BLIT`).
    Clear,
    /// On-chip memory is loaded (event `BLIT`).
    Load,
    /// A draw.
    Draw,
    /// On-chip memory is stored (event `BLIT`).
    Store,
    /// On-chip memory is stored by the 2D engine.
    StoreBy2d,
}

impl Action {
    const fn name(self) -> &'static str {
        match self {
            Action::Clear => "clear",
            Action::Load => "load",
            Action::Draw => "draw",
            Action::Store => "store",
            Action::StoreBy2d => "store by the 2D engine",
        }
    }
}

/// A tile of a pass.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tile {
    /// The number of its first packet.
    pub packet: u64,
    /// The first pixel.
    pub from: (u32, u32),
    /// The last pixel.
    pub to: (u32, u32),
    /// Its operations, and how often each follows itself.
    pub actions: Vec<(Action, u32)>,
}

impl Tile {
    /// `load, draw x3, store`.
    pub fn sequence(&self) -> String {
        let texts: Vec<String> = self
            .actions
            .iter()
            .map(|&(action, times)| match times {
                1 => action.name().to_string(),
                n => format!("{} x{n}", action.name()),
            })
            .collect();
        texts.join(", ")
    }
}

/// The memory that a pass is drawn in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DrawnTo {
    /// On-chip memory, tile by tile.
    Tiles,
    /// System memory.
    Sysmem,
}

/// The evidence for the size of a framebuffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SizeFrom {
    /// The scissor of the pass that sorts draws, or of a pass in system memory.
    Scissor,
    /// The area of copies, in blocks of 16x4 pixels.
    Copies,
    /// The end of the last tile, which may be after that of the framebuffer.
    Tiles,
}

impl SizeFrom {
    /// The evidence in words.
    pub const fn text(self) -> &'static str {
        match self {
            SizeFrom::Scissor => "the scissor of all draws",
            SizeFrom::Copies => "the area that is loaded and stored",
            SizeFrom::Tiles => "the end of the last tile",
        }
    }
}

/// The kind of an attachment, with the formats of registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A colour target: its number, `A6XX_FORMAT`, tile mode and swap.
    Color {
        /// The number of the target.
        index: u32,
        /// The format, a value of `A6XX_FORMAT`.
        format: u32,
    },
    /// Depth, with or without stencil: `A6XX_DEPTH_FORMAT`.
    Depth {
        /// The format, a value of `A6XX_DEPTH_FORMAT`.
        format: u32,
    },
    /// Stencil in a plane of its own.
    Stencil,
    /// The attachment of a pass without draws: cleared, loaded or stored at this place.
    Copied {
        /// The format of the copy, a value of `A6XX_FORMAT`.
        format: u32,
    },
}

/// Bytes of a pixel of a colour format (`A6XX_FORMAT`); `None` if they are not certain.
pub fn color_bytes(format: u32) -> Option<u32> {
    let name = enums::A6XX_FORMAT.name(u64::from(format))?;
    // Bits of no component, and components of different kinds.
    if name == "FMT6_8_8_8_X8_UNORM" || name.starts_with("FMT6_Z24_UNORM_S8_UINT") {
        return Some(4);
    }
    let components = components(name, Swap::Wzyx)?;
    let bits: u32 = components.iter().map(|c| c.bits).sum();
    bits.is_multiple_of(8).then_some(bits / 8)
}

/// Bytes of a pixel of a depth format (`A6XX_DEPTH_FORMAT`).
pub fn depth_bytes(format: u32) -> Option<u32> {
    match enums::A6XX_DEPTH_FORMAT.name(u64::from(format))? {
        "DEPTH6_16" => Some(2),
        "DEPTH6_24_8" | "DEPTH6_32" => Some(4),
        _ => None,
    }
}

impl Kind {
    /// Bytes of a sample; `None` if they are not certain.
    pub fn bytes(self) -> Option<u32> {
        match self {
            Kind::Color { format, .. } | Kind::Copied { format } => color_bytes(format),
            Kind::Depth { format } => depth_bytes(format),
            Kind::Stencil => Some(1),
        }
    }
}

/// The driver that made a stream.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Driver {
    /// turnip, for Vulkan.
    #[default]
    Turnip,
    /// freedreno, for OpenGL.
    Freedreno,
}

impl Driver {
    /// The name.
    pub const fn name(self) -> &'static str {
        match self {
            Driver::Turnip => "turnip",
            Driver::Freedreno => "freedreno",
        }
    }
}

/// An attachment of a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Target {
    /// The kind.
    pub kind: Kind,
    /// The address in memory.
    pub address: u64,
    /// The offset in on-chip memory.
    pub gmem: u32,
}

/// Registers of the visibility streams.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sorting {
    /// `VSC_BIN_SIZE`.
    pub bin: (u32, u32),
    /// `VSC_BIN_COUNT`.
    pub count: (u32, u32),
    /// `VSC_PIPE_CONFIG`.
    pub pipes: [u32; 32],
}

/// A render pass.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RenderPass {
    /// The number of its first packet.
    pub packet: u64,
    /// The address of that packet.
    pub address: u64,
    /// The memory that it is drawn in.
    pub drawn_to: DrawnTo,
    /// The visibility streams, if draws are sorted by tile first.
    pub sorted: Option<Sorting>,
    /// Draws in system memory, or of the tile with the most.
    pub draws: u32,
    /// Size of a tile (`RB_BIN_CONTROL`); 0 in system memory.
    pub tile: Size,
    /// The first tiles, in the order in which they are drawn.
    pub tiles: Vec<Tile>,
    /// The number of further tiles.
    pub more_tiles: u64,
    /// The size of the framebuffer.
    pub size: Size,
    /// The evidence for it.
    pub size_from: SizeFrom,
    /// Samples of a pixel.
    pub samples: u32,
    /// The attachments.
    pub targets: Vec<Target>,
    /// The offset of the colour cache in on-chip memory (`RB_CCU_CNTL`).
    pub ccu_offset: u32,
}

impl RenderPass {
    /// `2160x1440 pixels, 4x1 tiles of 544x480, draws sorted by tile`.
    pub fn summary(&self) -> String {
        let Size { width, height } = self.size;
        let what = match self.drawn_to {
            DrawnTo::Sysmem => format!("{} draws to system memory", self.draws),
            DrawnTo::Tiles => {
                let grid = self.grid();
                let sorted = match self.sorted {
                    Some(_) => ", draws sorted by tile",
                    None => "",
                };
                format!(
                    "{}x{} tiles of {}x{}{sorted}",
                    grid.width, grid.height, self.tile.width, self.tile.height
                )
            }
        };
        format!("{width}x{height} pixels, {what}")
    }

    /// Columns and rows of tiles.
    pub fn grid(&self) -> Size {
        let distinct = |of: fn(&Tile) -> u32| {
            let all: std::collections::BTreeSet<u32> = self.tiles.iter().map(of).collect();
            all.len() as u32
        };
        Size {
            width: distinct(|t| t.from.0),
            height: distinct(|t| t.from.1),
        }
    }
}

/// A copy or clear by the 2D engine outside passes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Copy {
    /// The number of its packet.
    pub packet: u64,
    /// Whether it writes one colour.
    pub solid: bool,
    /// The address of the destination.
    pub to: u64,
}

/// The passes and copies of streams.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Passes {
    /// The first passes.
    pub passes: Vec<RenderPass>,
    /// The number of further passes.
    pub more_passes: u64,
    /// The first copies outside passes.
    pub copies: Vec<Copy>,
    /// The number of further copies.
    pub more_copies: u64,
    /// The driver: freedreno begins batches by forgetting caches, names visibility streams by
    /// `CP_SET_BIN_DATA5`, and if built for debugging writes markers to scratch registers
    /// (`CP_SCRATCH[6]`).
    pub driver: Driver,
}

/// A remark before a packet of a listing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// The number of the packet.
    pub packet: u64,
    /// The text.
    pub text: String,
}

impl Passes {
    /// The beginnings of passes, tiles and copies, in the order of packets.
    pub fn marks(&self) -> Vec<Mark> {
        let mut marks = Vec::new();
        let mut add = |packet, text| marks.push(Mark { packet, text });
        for (n, pass) in self.passes.iter().enumerate() {
            add(pass.packet, format!("render pass {n}: {}", pass.summary()));
            let of = pass.tiles.len() as u64 + pass.more_tiles;
            for (i, tile) in (1u64..).zip(&pass.tiles) {
                let (x, y) = tile.from;
                let sequence = tile.sequence();
                let text = format!("render pass {n}, tile {i} of {of} at {x},{y}: {sequence}");
                add(tile.packet, text);
            }
        }
        for copy in &self.copies {
            let what = if copy.solid { "clear" } else { "copy" };
            add(
                copy.packet,
                format!("{what} by the 2D engine to {:#x}", copy.to),
            );
        }
        // A pass is before its first tile: the sort is stable.
        marks.sort_by_key(|mark| mark.packet);
        marks
    }
}
