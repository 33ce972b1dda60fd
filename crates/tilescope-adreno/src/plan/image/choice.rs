//! The choice of tiles and compression for an image.

use super::{Dimensions, Image};
use crate::chips::{Chip, Feature, Release};
use crate::plan::Reason;
use crate::plan::formats::Tiling;

/// Whether an image has flags of compressed blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flags {
    /// None: pixels are stored as they are.
    Absent,
    /// One byte for each block.
    Present,
}

/// An application's wishes for an image.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Request {
    /// Rows of pixels (`VK_IMAGE_TILING_LINEAR`).
    pub linear: bool,
    /// Shaders store to it.
    pub storage: bool,
    /// Its stencil is sampled, or an input attachment.
    pub stencil_sampled: bool,
    /// Views may have other formats.
    pub mutable: Mutable,
    /// A setting turns compression off (`TU_DEBUG=noubwc`).
    pub compression_off: bool,
}

/// The formats of views.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mutable {
    /// That of the image.
    #[default]
    No,
    /// Listed ones whose blocks are compressed alike.
    SameCompression,
    /// Listed ones, in one order of components, all or none with two components of a byte.
    SameOrder,
    /// Any others.
    Any,
}

/// A reason for rows of pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LinearCause {
    /// The application asked for it.
    Requested,
    /// The format of video cannot be tiled.
    Format,
    /// The image has one dimension.
    OneDimension,
    /// Views have other orders of components, which tiles do not have.
    Views,
    /// Two components of a byte are tiled only if they are compressed.
    UncompressedR8G8,
    /// Later releases tile no image of less than 16 pixels across.
    Narrow,
}

impl Reason for LinearCause {
    fn text(&self) -> &'static str {
        match self {
            LinearCause::Requested => "linear tiling was requested",
            LinearCause::Format => "the format cannot be tiled",
            LinearCause::OneDimension => "an image of one dimension gains nothing from tiles",
            LinearCause::Views => "views may have formats that tiles hold differently",
            LinearCause::UncompressedR8G8 => "R8G8 is tiled only if it is compressed",
            LinearCause::Narrow => "it has less than 16 pixels across",
        }
    }
}

/// A reason against compression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlainCause {
    /// The image is linear.
    Linear,
    /// The format is compressed itself, has a shared exponent, or is stencil alone.
    Format,
    /// Copies treat signed fractions as unsigned, whose compression differs.
    Snorm,
    /// The chip does not compress formats of one byte.
    OneByte,
    /// The image is a volume.
    Volume,
    /// Shaders store to it.
    Storage,
    /// The stencil is sampled, for which the chip has no compressed format.
    StencilSampled,
    /// The chip has no compressed format for packed depth and stencil as integers, so that all
    /// images with several samples are plain.
    Multisampled,
    /// Views have formats that are compressed differently.
    Views,
    /// Later releases compress no image of less than 16 pixels across.
    Narrow,
    /// A setting turns it off.
    Off,
}

impl Reason for PlainCause {
    fn text(&self) -> &'static str {
        match self {
            PlainCause::Linear => "it is linear",
            PlainCause::Format => "the format is never compressed",
            PlainCause::Snorm => "signed fractions are copied as unsigned ones",
            PlainCause::OneByte => "the chip does not compress one byte a pixel",
            PlainCause::Volume => "it is a volume",
            PlainCause::Storage => "shaders store to it",
            PlainCause::StencilSampled => "its stencil is sampled",
            PlainCause::Multisampled => "it has several samples, and the chip is an early one",
            PlainCause::Views => "views may have formats that are compressed differently",
            PlainCause::Narrow => "it has less than 16 pixels across",
            PlainCause::Off => "compression is turned off",
        }
    }
}

/// Tiles and compression, each with the reason against it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The reason for rows of pixels, if they are not tiled.
    pub linear: Option<LinearCause>,
    /// The reason against compression, if there is none.
    pub plain: Option<PlainCause>,
}

impl Choice {
    /// The memory.
    pub const fn tiling(&self) -> Tiling {
        if self.linear.is_some() {
            Tiling::Linear
        } else {
            Tiling::Tiled
        }
    }

    /// The flags.
    pub const fn flags(&self) -> Flags {
        if self.plain.is_some() {
            Flags::Absent
        } else {
            Flags::Present
        }
    }
}

/// Formats of video that have tiles in name only.
const UNTILED: [&str; 3] = ["G8_B8_R8_420_UNORM", "R8G8_R8B8_UNORM", "G8R8_B8R8_UNORM"];

fn format_plain(chip: &Chip, image: &Image, request: &Request) -> Option<PlainCause> {
    let format = image.format;
    let later = chip.release == Release::Mesa25_0;
    // Video formats of two planes share a row of one byte, but are not blocks.
    if format.is_block() || matches!(format.name, "R9G9B9E5_FLOAT" | "S8_UINT") {
        Some(PlainCause::Format)
    } else if format.is_snorm() {
        Some(PlainCause::Snorm)
    } else if !chip.has(Feature::Ubwc8Bpp)
        && (format.name.starts_with("R8_") || later && format.bytes == 1)
    {
        Some(PlainCause::OneByte)
    } else if image.dimensions == Dimensions::Three && (!later || image.levels > 1) {
        Some(PlainCause::Volume)
    } else if request.storage {
        Some(PlainCause::Storage)
    } else if !chip.has(Feature::Z24UintS8Uint)
        && format.name == "Z24_UNORM_S8_UINT"
        && request.stencil_sampled
    {
        Some(PlainCause::StencilSampled)
    } else if !chip.has(Feature::Z24UintS8Uint)
        && image.samples > 1
        && (!later || matches!(format.name, "Z24_UNORM_S8_UINT" | "Z24X8_UNORM"))
    {
        Some(PlainCause::Multisampled)
    } else {
        None
    }
}

/// Chooses tiles and compression for the first plane of an image.
pub fn choose(chip: &Chip, image: &Image, request: &Request) -> Choice {
    let mut linear = if request.linear {
        Some(LinearCause::Requested)
    } else if UNTILED.contains(&image.format.name) {
        Some(LinearCause::Format)
    } else if image.dimensions == Dimensions::One {
        Some(LinearCause::OneDimension)
    } else {
        None
    };
    let mut plain = match linear {
        Some(_) => Some(PlainCause::Linear),
        None => format_plain(chip, image, request),
    };
    let reinterpreted = matches!(request.mutable, Mutable::SameOrder | Mutable::Any);
    if reinterpreted && !image.format.is_depth_or_stencil() {
        plain = plain.or(Some(PlainCause::Views));
        if request.mutable == Mutable::Any {
            linear = linear.or(Some(LinearCause::Views));
        }
    }
    if request.compression_off {
        plain = plain.or(Some(PlainCause::Off));
    }
    let narrow = image.width < super::MIN_TILED_WIDTH;
    if narrow && chip.release == Release::Mesa25_0 {
        plain = plain.or(Some(PlainCause::Narrow));
        if !image.format.is_depth_or_stencil() {
            linear = linear.or(Some(LinearCause::Narrow));
        }
    }
    // Later releases found no fault with tiles of two bytes.
    if image.format.is_r8g8() && plain.is_some() && chip.release == Release::Mesa22_3 {
        linear = linear.or(Some(LinearCause::UncompressedR8G8));
    }
    Choice { linear, plain }
}
