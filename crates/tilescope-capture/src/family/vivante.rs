//! Vivante GC for jobs and captures.

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
    targets: &["rs_copy", "blt_copy", "pe_color"],
    multisampled_targets: &[],
    target,
    rules: || tilescope_vivante::rules::all().collect(),
    register: regs::find_host_by_name,
    register_names: || {
        let rows = regs::HOST.iter().copied().flatten();
        rows.map(|r| r.name()).collect()
    },
};

/// A surface that RS or BLT copied to, or that PE drew: the RS format in bits 4:0, the layout in
/// bits 5 to 8. Strides of tiled surfaces are of a row of 4 x 4 tiles.
fn target(s: &Described, channels: Channels) -> Option<Layout> {
    use regs::enums::RsFormat;
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
    Some(Layout {
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

/// Every level has a separate address, in `TE.SAMPLER.LOD_ADDR`; here they
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tscap::manifest::{Address, NoImage};

    fn surface(name: &str, bits: u16) -> Described {
        Described {
            name: name.to_owned(),
            address: Address(0x1000),
            width: 48,
            height: 32,
            bits,
            stride: if bits >> 5 & 1 == 0 { 256 } else { 1024 },
            source: None,
        }
    }

    #[test]
    fn formats_without_alpha_are_opaque() {
        let image = |bits| {
            let image = surface("rs_copy", bits).image("gc2000", Channels::Bgra, "a".into());
            image.unwrap()
        };
        assert_eq!(image(5).format, TargetFormat::Xrgb8888);
        assert_eq!(image(6).format, TargetFormat::Argb8888);
        assert_eq!(image(6 | 1 << 5).layout, TargetLayout::Tiled);
        let new = image(6 | 1 << 5 | 1 << 6 | 1 << 8);
        assert_eq!(new.layout, TargetLayout::SupertiledNew);
    }

    #[test]
    fn each_surface_without_an_image_has_a_reason() {
        let why = |s: Described| s.image("gc2000", Channels::Bgra, "a".into()).unwrap_err();
        assert_eq!(why(surface("../../x", 6)), NoImage::Name);
        assert_eq!(why(surface("rs_copy", 31)), NoImage::Layout);
        let mut large = surface("rs_copy", 6);
        large.width = 16384;
        assert_eq!(why(large), NoImage::Size);
        let mut narrow = surface("rs_copy", 6);
        narrow.stride = 64;
        assert_eq!(why(narrow), NoImage::Layout);
        let mut samples = surface("msaa_color_write", 0);
        samples.stride = 0;
        let why = samples.image("bcm2837", Channels::Bgra, "a".into());
        assert_eq!(why.unwrap_err(), NoImage::Multisampled);
    }
}
