//! Render targets of Mali Midgard.

use tilescope_midgard::descriptors::{BlockFormat, ColorFormatV5};

use crate::{Channels, ImageLayout, SurfaceInfo, TargetLayout};

/// A target of a framebuffer descriptor: the format in bits 4:0, the layout in bits 6:5, swapped
/// channels in bit 7, a constant alpha in bit 8. Both formats have the same numbers in v4.
/// Compressed targets have no image.
pub(super) fn target(s: &SurfaceInfo<'_>) -> Option<ImageLayout> {
    let channels = match s.bits >> 7 & 1 {
        0 => Channels::Rgba,
        _ => Channels::Bgra,
    };
    let format = match (ColorFormatV5::from_bits((s.bits & 0x1f) as u8), s.bits >> 8) {
        (ColorFormatV5::R8G8B8A8, 0) => channels.format(),
        (ColorFormatV5::R8G8B8A8, _) => channels.opaque(),
        (ColorFormatV5::R10G10B10A2, 0) => channels.tens(),
        (ColorFormatV5::R10G10B10A2, _) => channels.opaque_tens(),
        _ => return None,
    };
    let (layout, rows) = match BlockFormat::from_bits((s.bits >> 5 & 3) as u8) {
        BlockFormat::Linear => (TargetLayout::Linear, 1),
        BlockFormat::TiledUInterleaved => (TargetLayout::UInterleaved, 16),
        _ => return None,
    };
    if s.stride / (rows * format.bytes()) < s.width {
        return None;
    }
    Some(ImageLayout {
        format,
        layout,
        row_bytes: s.stride.into(),
    })
}
