//! Textures and render targets of VideoCore IV.

use tilescope_pixel::{Format, Surface};
use tilescope_texture::{Image, Minify, Shape};
use tilescope_vc4::texture;

use crate::{Channels, ImageLayout, SurfaceInfo, TargetFormat, TargetLayout, TextureLevel};

/// Type number, name and texel of the formats that images can be converted to: those
/// of whole bytes that store colours as fractions.
pub(super) fn formats() -> impl Iterator<Item = (u8, &'static str, Format)> {
    (0..).zip(texture::TYPE_NAMES).filter_map(|(kind, name)| {
        let format = texture::format(kind)?;
        let row = format.row();
        let plain = row.block == (1, 1) && row.block_bits >= 8 && row.block_bits <= 32;
        (plain && format.is_colour()).then_some((kind, name, format))
    })
}

/// A surface of `drm_vc4_submit_cl`. Its `bits` are those of the record that stores it:
/// TILE_RENDERING_MODE_CONFIG for colour, STORE_TILE_BUFFER_GENERAL for depth and stencil.
/// Multisampled surfaces are dumps of tiles without an image. Source: Linux `vc4_render_cl.c`,
/// `vc4_packet.h`; row sizes are those of `vc4_check_tex_size` in `vc4_validate.c`.
pub(super) fn target(s: &SurfaceInfo<'_>, channels: Channels) -> Option<ImageLayout> {
    let (format, tiling) = match s.name {
        "color_write" => match s.bits >> 2 & 3 {
            0 | 2 => (TargetFormat::Rgb565, s.bits >> 6 & 3),
            1 => (channels.format(), s.bits >> 6 & 3),
            _ => return None,
        },
        "zs_write" => (TargetFormat::Z24S8, s.bits >> 4 & 3),
        _ => return None,
    };
    let layout = match tiling {
        0 => TargetLayout::Linear,
        1 => TargetLayout::T,
        2 => TargetLayout::Lt,
        _ => return None,
    };
    // A utile has 64 bytes: 4 x 4 or 8 x 4 pixels.
    let utile = if format.bytes() == 4 { 4 } else { 8 };
    let width = match layout {
        TargetLayout::Linear => s.width.next_multiple_of(utile),
        _ => s.width,
    };
    let row_bytes = Surface::new(layout.row(format.bytes())?, width, s.height).row_bytes();
    Some(ImageLayout {
        format,
        layout,
        row_bytes,
    })
}

/// Smaller levels are at lower addresses; level 0 is at a multiple of 4096.
pub(super) fn levels(format: &str, width: u32, height: u32, levels: u32) -> Vec<TextureLevel> {
    let kind = formats().find(|f| f.1.eq_ignore_ascii_case(format));
    let image = Image::new(width, height, levels, Shape::Flat, Minify::Floor);
    let stored = Image::new(width, height, levels, Shape::Flat, Minify::PowerOfTwo);
    let surfaces: Vec<(u32, u32, Surface)> = (0..image.levels())
        .filter_map(|i| {
            let (w, h) = image.size(i);
            let (stored_w, stored_h) = stored.size(i);
            Some((w, h, texture::level_surface(kind?.0, stored_w, stored_h)?))
        })
        .collect();
    let below: u64 = surfaces.iter().skip(1).map(|s| s.2.size_bytes()).sum();
    let mut at = below.next_multiple_of(4096);
    surfaces
        .into_iter()
        .enumerate()
        .map(|(i, (width, height, surface))| {
            if i > 0 {
                at -= surface.size_bytes();
            }
            TextureLevel {
                offset: at,
                width,
                height,
                surface,
            }
        })
        .collect()
}
