//! Vivante GC as jobs see it.

use tilescope_pixel::{Format, Surface, layouts};
use tilescope_tables::list::Assembled;
use tilescope_texture::{Image, Minify, Shape};
use tilescope_vivante::{chips, cmd, isa, regs};

use super::Family;
use crate::texture::TextureLevel;

pub(super) const VIVANTE: Family = Family {
    name: "vivante",
    chips: || chips::ALL.iter().map(|c| &c.info).collect(),
    address_bits: 32,
    queues: &[("3d", 0), ("2d", 1)],
    assemble_list: cmd::text::assemble,
    assemble_shader: |source, symbols| {
        let a = isa::assemble(source, symbols)?;
        let bytes = a.words.iter().flat_map(|i| i.0).flat_map(u32::to_le_bytes);
        Ok(Assembled {
            bytes: bytes.collect(),
            labels: a.labels.into_iter().map(|(l, i)| (l, i * 16)).collect(),
            lines: (0..).step_by(16).zip(a.lines).collect(),
        })
    },
    texture_formats: || FORMATS.to_vec(),
    texture_levels: levels,
    // No kernel interface describes surfaces: RS writes what displays show.
    target: |_, _| None,
    register: regs::find_host_by_name,
    register_names: || {
        let rows = regs::HOST.iter().copied().flatten();
        rows.map(|r| r.name()).collect()
    },
};

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
