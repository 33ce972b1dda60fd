//! Formats: names, sizes, the hardware's format for each use, and the order of components.
//!
//! Names are those of Mesa's `PIPE_FORMAT_*`. Source of all rows: Mesa 22.3.6,
//! `src/freedreno/fdl/fd6_format_table.c`; of depth formats: turnip, `tu_util.h`.

mod blocks;
mod large;
mod names;
mod small;
mod words;

use crate::regs::enums;
pub use names::{Component, Packing, components};

/// The order of components in memory, named from the most significant bit: X is red or
/// depth, Y green or stencil, Z blue, W alpha.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Swap {
    /// Alpha, blue, green, red.
    Wzyx,
    /// Alpha, red, green, blue.
    Wxyz,
    /// Blue, green, red, alpha.
    Zyxw,
    /// Red, green, blue, alpha.
    Xyzw,
}

const WZYX: Swap = Swap::Wzyx;
const WXYZ: Swap = Swap::Wxyz;
const ZYXW: Swap = Swap::Zyxw;
const XYZW: Swap = Swap::Xyzw;

impl Swap {
    /// The letters of all orders with their numbers in registers.
    pub const ALL: [Swap; 4] = [WZYX, WXYZ, ZYXW, XYZW];

    /// The number in registers.
    pub const fn number(self) -> u32 {
        match self {
            Swap::Wzyx => 0,
            Swap::Wxyz => 1,
            Swap::Zyxw => 2,
            Swap::Xyzw => 3,
        }
    }

    /// The letters, most significant component first.
    pub const fn letters(self) -> &'static str {
        match self {
            Swap::Wzyx => "WZYX",
            Swap::Wxyz => "WXYZ",
            Swap::Zyxw => "ZYXW",
            Swap::Xyzw => "XYZW",
        }
    }
}

/// Uses of a format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Use {
    /// Vertex attributes.
    Vertex,
    /// Textures.
    Texture,
    /// Render targets, and destinations of copies.
    Render,
}

/// Whether memory is tiled, which formats depend on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Tiling {
    /// Rows of pixels.
    Linear,
    /// Tiles (`TILE6_3`).
    Tiled,
}

/// A format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FormatRow {
    /// The name without `PIPE_FORMAT_`.
    pub name: &'static str,
    /// Bytes of a pixel, or of a block.
    pub bytes: u32,
    /// Components, those without a meaning included.
    pub components: u32,
    /// Width and height of a block in pixels.
    pub block: (u32, u32),
    vertex: Option<&'static str>,
    texture: Option<&'static str>,
    render: Option<&'static str>,
    /// The order of components.
    pub swap: Swap,
}

/// A row: the formats are for vertices, textures and targets.
const fn row(
    name: &'static str,
    bytes: u32,
    components: u32,
    formats: [Option<&'static str>; 3],
    swap: Swap,
) -> FormatRow {
    let [vertex, texture, render] = formats;
    FormatRow {
        name,
        bytes,
        components,
        block: (1, 1),
        vertex,
        texture,
        render,
        swap,
    }
}

/// All formats.
pub static TABLES: &[&[FormatRow]] = &[small::ROWS, words::ROWS, large::ROWS, blocks::ROWS];

/// The formats in the order of the tables.
pub fn all() -> impl Iterator<Item = &'static FormatRow> {
    TABLES.iter().flat_map(|rows| rows.iter())
}

/// The format of this name, with or without `PIPE_FORMAT_`.
pub fn named(name: &str) -> Option<&'static FormatRow> {
    let name = name.strip_prefix("PIPE_FORMAT_").unwrap_or(name);
    all().find(|row| row.name.eq_ignore_ascii_case(name))
}

/// Bytes of a pixel of one of the hardware's formats, by its number (`FMT6_...`). `None` for blocks,
/// and formats that no row has.
pub fn texel_bytes(format: u32) -> Option<u32> {
    let name = enums::A6XX_FORMAT.name(u64::from(format))?;
    let is_its = |row: &&FormatRow| [row.vertex, row.texture, row.render].contains(&Some(name));
    let row = all().find(is_its)?;
    (!row.is_block()).then_some(row.bytes)
}

/// The hardware's format and the order of components for a use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Native {
    /// The name, `FMT6_...`.
    pub format: &'static str,
    /// The order.
    pub swap: Swap,
    /// Whether the choice is not the row's.
    pub exception: Option<Exception>,
}

/// A reason for a choice that differs from the row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exception {
    /// Tiles have one order of components: the colour cache ignores the swap.
    TiledOrder,
    /// Linear formats with alpha in the lowest bit have a format of their own for textures.
    LinearAlphaFirst,
    /// The luminance plane of video has its own format only if it is tiled.
    LinearLuminance,
    /// The stencil of packed depth and stencil is the last of four components.
    StencilOfPacked,
}

impl super::Reason for Exception {
    fn text(&self) -> &'static str {
        match self {
            Exception::TiledOrder => "tiles ignore the swap",
            Exception::LinearAlphaFirst => "linear textures with alpha in the lowest bit",
            Exception::LinearLuminance => "linear luminance planes are plain bytes",
            Exception::StencilOfPacked => "stencil is the last of four bytes",
        }
    }
}

impl FormatRow {
    const fn block(mut self, width: u32, height: u32) -> FormatRow {
        self.block = (width, height);
        self
    }

    /// Whether blocks of pixels are compressed, or share components.
    pub const fn is_block(&self) -> bool {
        self.block.0 > 1 || self.block.1 > 1
    }

    /// Whether it has depth or stencil.
    pub fn is_depth_or_stencil(&self) -> bool {
        let other = self.name.ends_with("_AS_R8G8B8A8");
        !other
            && (self.name.starts_with('Z')
                || self.name.starts_with("S8_")
                || self.name.starts_with("X24S8")
                || self.name.starts_with("X32_S8"))
    }

    /// Whether it has two components of one byte each.
    pub const fn is_r8g8(&self) -> bool {
        self.bytes == 2 && self.components == 2
    }

    /// Whether its components are signed fractions.
    pub fn is_snorm(&self) -> bool {
        self.name.ends_with("SNORM")
    }

    /// The format and order for a use; `None` if the hardware does not have the use.
    /// Vertices are linear.
    pub fn native(&self, of: Use, tiling: Tiling) -> Option<Native> {
        let linear = tiling == Tiling::Linear;
        let format = match of {
            Use::Vertex => self.vertex,
            Use::Texture => self.texture,
            Use::Render => self.render,
        }?;
        let native = |format, swap, exception| {
            Some(Native {
                format,
                swap,
                exception,
            })
        };
        match (of, self.name) {
            (Use::Vertex, _) => native(format, self.swap, None),
            (Use::Texture | Use::Render, "Y8_UNORM") if linear => {
                native("FMT6_8_UNORM", self.swap, Some(Exception::LinearLuminance))
            }
            (Use::Texture, "A1R5G5B5_UNORM") if linear => native(
                "FMT6_1_5_5_5_UNORM",
                WZYX,
                Some(Exception::LinearAlphaFirst),
            ),
            (Use::Texture, "A1B5G5R5_UNORM") if linear => native(
                "FMT6_1_5_5_5_UNORM",
                WXYZ,
                Some(Exception::LinearAlphaFirst),
            ),
            (Use::Texture, "X24S8_UINT") => native(format, XYZW, Some(Exception::StencilOfPacked)),
            _ if linear || self.swap == WZYX => native(format, self.swap, None),
            _ => native(format, WZYX, Some(Exception::TiledOrder)),
        }
    }

    /// The format of a depth buffer, `DEPTH6_...`. It has no swap.
    pub fn depth(&self) -> Option<&'static str> {
        match self.name {
            "Z16_UNORM" => Some("DEPTH6_16"),
            "Z24X8_UNORM" | "Z24_UNORM_S8_UINT" => Some("DEPTH6_24_8"),
            "Z32_FLOAT" | "Z32_FLOAT_S8X24_UINT" | "S8_UINT" => Some("DEPTH6_32"),
            _ => None,
        }
    }
}

impl Native {
    /// The number in registers.
    pub fn number(&self) -> Option<u64> {
        enums::A6XX_FORMAT.value(self.format)
    }
}
