//! Vivante GC as jobs see it.

use tilescope_pixel::{Format, Surface, layouts};
use tilescope_tables::list::Assembled;
use tilescope_texture::{Image, Minify, Shape};
use tilescope_vivante::{chips, cmd, isa, regs};

use super::{Channels, Family, Layout};
use crate::job::{TargetFormat, TargetLayout};
use crate::texture::TextureLevel;
use crate::tscap::manifest::Surface as Described;

pub(super) const VIVANTE: Family = Family {
    name: "vivante",
    chips: || chips::ALL.iter().map(|c| &c.info).collect(),
    address_bits: 32,
    queues: &[("3d", 0), ("2d", 1)],
    assemble_list: cmd::text::assemble_with,
    assemble_shader: |source, symbols| {
        let a = isa::assemble(source, symbols)?;
        let bytes = a.words.iter().flat_map(|i| i.0).flat_map(u32::to_le_bytes);
        Ok(Assembled {
            bytes: bytes.collect(),
            labels: a.labels.into_iter().map(|(l, i)| (l, i * 16)).collect(),
            map: a.map,
        })
    },
    texture_formats: || FORMATS.to_vec(),
    texture_levels: levels,
    target,
    rules: || tilescope_vivante::rules::all().collect(),
    register: regs::find_host_by_name,
    register_names: || {
        let rows = regs::HOST.iter().copied().flatten();
        rows.map(|r| r.name()).collect()
    },
};

/// What RS copied: the virtual kernel's `rs_copy`, with the format of RS in bits
/// 4:0 and the layout in bits 5 to 7, as in `RS.CONFIG` and `RS.DEST_STRIDE`.
/// Strides of tiled surfaces are of a row of 4 x 4 tiles.
fn target(s: &Described, channels: Channels) -> Option<Layout> {
    use regs::enums::RsFormat;
    if s.name != "rs_copy" {
        return None;
    }
    let format = match RsFormat::from_bits((s.bits & 0x1f) as u8) {
        RsFormat::R5G6B5 => TargetFormat::Rgb565,
        RsFormat::X8R8G8B8 | RsFormat::A8R8G8B8 => channels.format(),
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
    let rows = if is(5) { 4 } else { 1 };
    let across = s.stride / (rows * format.bytes());
    if across < s.width {
        return None;
    }
    let row = layout.row(format.bytes())?;
    Some(Layout {
        format,
        layout,
        row_bytes: match layout {
            TargetLayout::Linear => s.stride.into(),
            _ => Surface::new(row, across, s.height).row_bytes(),
        },
    })
}

/// Names that TE has for formats which pictures can become, and their texels.
/// Names list channels from the top of the word down.
const FORMATS: [(&str, Format); 10] = [
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

/// Every level has an address of its own, in `TE.SAMPLER.LOD_ADDR`; here they
/// follow each other at multiples of 64, the largest first, in tiles of 4 x 4.
fn levels(format: &str, width: u32, height: u32, levels: u32) -> Vec<TextureLevel> {
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
