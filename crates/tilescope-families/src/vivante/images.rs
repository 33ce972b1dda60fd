//! Textures and render targets of Vivante GC.

use tilescope_pixel::{Format, Surface, layouts};
use tilescope_texture::{Image, Minify, Shape};

use crate::{Channels, ImageLayout, SurfaceInfo, TargetFormat, TargetLayout, TextureLevel};

/// A surface that RS or BLT copied to, or that PE drew: the RS format in bits 4:0, the layout in
/// bits 5 to 8. Strides of tiled surfaces are of a row of 4 x 4 tiles.
pub(super) fn target(s: &SurfaceInfo<'_>, channels: Channels) -> Option<ImageLayout> {
    use tilescope_vivante::regs::enums::RsFormat;
    let format = match RsFormat::from_bits((s.bits & 0x1f) as u8) {
        RsFormat::R5G6B5 => TargetFormat::Rgb565,
        RsFormat::X8R8G8B8 => channels.opaque(),
        RsFormat::A8R8G8B8 => channels.format(),
        _ => return None,
    };
    let is = |bit: u16| s.bits >> bit & 1 != 0;
    let layout = match (is(5), is(6), is(7)) {
        (false, ..) => TargetLayout::Linear,
        (true, false, false) => TargetLayout::Tiled,
        (true, true, false) => TargetLayout::Supertiled,
        (true, false, true) => TargetLayout::MultiTiled,
        (true, true, true) => TargetLayout::MultiSupertiled,
    };
    let layout = match (is(8), layout) {
        (false, layout) => layout,
        (true, TargetLayout::Supertiled) => TargetLayout::SupertiledNew,
        (true, _) => return None,
    };
    let rows = if is(5) { 4 } else { 1 };
    let across = s.stride / (rows * format.bytes());
    if across < s.width {
        return None;
    }
    let row = layout.row(format.bytes())?;
    Some(ImageLayout {
        format,
        layout,
        row_bytes: match layout {
            TargetLayout::Linear => s.stride.into(),
            _ => Surface::new(row, across, s.height).row_bytes(),
        },
    })
}

/// The names in TE of formats that images can be converted to, and their texels.
/// Names list channels from the top of the word down.
pub(super) const FORMATS: [(&str, Format); 10] = [
    ("A8R8G8B8", Format::B8G8R8A8Unorm),
    ("X8R8G8B8", Format::B8G8R8X8Unorm),
    ("A8B8G8R8", Format::R8G8B8A8Unorm),
    ("X8B8G8R8", Format::R8G8B8X8Unorm),
    ("R5G6B5", Format::B5G6R5Unorm),
    ("A4R4G4B4", Format::B4G4R4A4Unorm),
    ("A1R5G5B5", Format::B5G5R5A1Unorm),
    ("A8L8", Format::L8A8Unorm),
    ("A8", Format::A8Unorm),
    ("L8", Format::L8Unorm),
];

/// Every level has a separate address, in `TE.SAMPLER.LOD_ADDR`; here they
/// follow each other at multiples of 64, the largest first, in tiles of 4 x 4.
pub(super) fn levels(format: &str, width: u32, height: u32, levels: u32) -> Vec<TextureLevel> {
    let Some((_, texel)) = FORMATS.iter().find(|f| f.0.eq_ignore_ascii_case(format)) else {
        return Vec::new();
    };
    let layout = match texel.bits_per_texel() {
        8 => &layouts::TILED_1,
        16 => &layouts::TILED_2,
        _ => &layouts::TILED_4,
    };
    let image = Image::new(width, height, levels, Shape::Flat, Minify::Floor);
    let mut at = 0u64;
    (0..image.levels())
        .map(|i| {
            let (width, height) = image.size(i);
            let surface = Surface::new(layout, width, height);
            let offset = at;
            at += surface.size_bytes().next_multiple_of(64);
            TextureLevel {
                offset,
                width,
                height,
                surface,
            }
        })
        .collect()
}
