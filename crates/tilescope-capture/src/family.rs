//! GPU families for jobs and captures: chips, assemblers, formats, registers.

mod vivante;

use tilescope_core::{ChipInfo, Rule};
use tilescope_pixel::{Format, Surface as PixelSurface};
use tilescope_tables::list::{Assembled, Contents};
use tilescope_tables::text::TextError;
use tilescope_texture::{Image, Minify, Shape};
use tilescope_vc4::texture;

use crate::job::{TargetFormat, TargetLayout};
use crate::texture::TextureLevel;
use crate::tscap::manifest::Surface;

/// Looks up the value of a symbol by its name. The name `.` is the address of
/// the first byte of the text itself.
pub type Lookup<'a> = &'a dyn Fn(&str) -> Option<u64>;

/// Assembles a text, or reports all errors in it.
pub type Assemble = fn(&str, Lookup<'_>) -> Result<Assembled, Vec<TextError>>;

/// Assembles a command list of a job with shaders.
pub type AssembleList = fn(&str, Lookup<'_>, Contents<'_>) -> Result<Assembled, Vec<TextError>>;

/// A GPU family, as needed by jobs and captures.
#[derive(Clone, Copy, Debug)]
pub struct Family {
    /// The family's name, as in [`ChipInfo::family`].
    pub name: &'static str,
    /// Its chips.
    pub chips: fn() -> Vec<&'static ChipInfo>,
    /// Bits of a GPU address.
    pub address_bits: u32,
    /// The keys of `[[submission]]` that name a command list, and their queues.
    pub queues: &'static [(&'static str, u32)],
    /// Assembles a command list.
    pub assemble_list: AssembleList,
    /// Assembles a shader.
    pub assemble_shader: Assemble,
    /// The texture formats that an image can be converted to, and their texels.
    pub texture_formats: fn() -> Vec<(&'static str, Format)>,
    /// The levels of a texture by format, width, height and number of levels. Level 0 is
    /// aligned as the hardware needs it.
    pub texture_levels: fn(&str, u32, u32, u32) -> Vec<TextureLevel>,
    /// The names of surfaces in the kernel interfaces.
    pub targets: &'static [&'static str],
    /// The names of those that hold all samples of every pixel.
    pub multisampled_targets: &'static [&'static str],
    /// The format and layout of a surface of a kernel interface; `None` if it has no image.
    pub target: fn(&Surface, Channels) -> Option<Layout>,
    /// Its rules.
    pub rules: fn() -> Vec<&'static Rule>,
    /// Offset of a register by name.
    pub register: fn(&str) -> Option<u32>,
    /// The names of all registers.
    pub register_names: fn() -> Vec<&'static str>,
}

/// Every family that jobs can be written for.
pub const FAMILIES: &[Family] = &[VC4, vivante::VIVANTE];

/// Every key of `[[submission]]` that names a command list, of any family.
pub fn queue_keys() -> impl Iterator<Item = &'static str> {
    FAMILIES.iter().flat_map(|f| f.queues).map(|q| q.0)
}

/// The chip called `name`, with its family.
pub fn find_chip(name: &str) -> Option<(&'static Family, &'static ChipInfo)> {
    FAMILIES.iter().find_map(|f| {
        let chip = (f.chips)().into_iter().find(|c| c.name == name)?;
        Some((f, chip))
    })
}

const VC4: Family = Family {
    name: "vc4",
    chips: || tilescope_vc4::chips::ALL.iter().map(|c| &c.info).collect(),
    address_bits: 32,
    queues: &[("bin", 0), ("render", 1)],
    assemble_list: |source, symbols, _| tilescope_vc4::cmd::text::assemble(source, symbols),
    assemble_shader: |source, symbols| {
        let a = tilescope_vc4::isa::assemble(source, symbols)?;
        Ok(Assembled {
            bytes: a.words.iter().flat_map(|w| w.to_le_bytes()).collect(),
            labels: a.labels.into_iter().map(|(l, i)| (l, i * 8)).collect(),
            map: a.map,
        })
    },
    texture_formats: || {
        vc4_formats()
            .map(|(_, name, format)| (name, format))
            .collect()
    },
    texture_levels: vc4_levels,
    targets: &["color_write", "zs_write"],
    multisampled_targets: &["msaa_color_write", "msaa_zs_write"],
    target: vc4_target,
    rules: || tilescope_vc4::rules::all().collect(),
    register: |name| tilescope_vc4::regs::find_by_name(name).map(|r| r.offset),
    register_names: || {
        let rows = tilescope_vc4::regs::REGISTERS.iter();
        rows.map(|r| r.name()).collect()
    },
};

/// Type number, name and texel of the formats that images can be converted to: those
/// of whole bytes that store colours as fractions.
fn vc4_formats() -> impl Iterator<Item = (u8, &'static str, Format)> {
    (0..).zip(texture::TYPE_NAMES).filter_map(|(kind, name)| {
        let format = texture::format(kind)?;
        let row = format.row();
        let plain = row.block == (1, 1) && row.block_bits >= 8 && row.block_bits <= 32;
        (plain && format.is_colour()).then_some((kind, name, format))
    })
}

/// The order of the channels of 32-bit pixels, from the lowest byte on. It is unknown
/// to the hardware: drivers swap channels in the shader.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Channels {
    /// Red, green, blue, alpha: textures and renderbuffers of GL.
    Rgba,
    /// Blue, green, red, alpha: displays, and therefore windows and pbuffers.
    Bgra,
}

impl Channels {
    fn format(self) -> TargetFormat {
        match self {
            Channels::Rgba => TargetFormat::Abgr8888,
            Channels::Bgra => TargetFormat::Argb8888,
        }
    }

    /// The format of pixels whose alpha has no meaning.
    fn opaque(self) -> TargetFormat {
        match self {
            Channels::Rgba => TargetFormat::Xbgr8888,
            Channels::Bgra => TargetFormat::Xrgb8888,
        }
    }
}

/// The format and layout of a surface.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    /// Their format.
    pub format: TargetFormat,
    /// Their order.
    pub layout: TargetLayout,
    /// Bytes from one row of pixels (linear) or of tiles to the next.
    pub row_bytes: u64,
}

/// A surface of `drm_vc4_submit_cl`. Its `bits` are those of the record that stores it:
/// TILE_RENDERING_MODE_CONFIG for colour, STORE_TILE_BUFFER_GENERAL for depth and stencil.
/// Multisampled surfaces are dumps of tiles without an image. Source: Linux `vc4_render_cl.c`,
/// `vc4_packet.h`; row sizes are those of `vc4_check_tex_size` in `vc4_validate.c`.
fn vc4_target(s: &Surface, channels: Channels) -> Option<Layout> {
    let (format, tiling) = match s.name.as_str() {
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
    let row_bytes = PixelSurface::new(layout.row(format.bytes())?, width, s.height).row_bytes();
    Some(Layout {
        format,
        layout,
        row_bytes,
    })
}

/// Smaller levels are at lower addresses; level 0 is at a multiple of 4096.
fn vc4_levels(format: &str, width: u32, height: u32, levels: u32) -> Vec<TextureLevel> {
    let kind = vc4_formats().find(|f| f.1.eq_ignore_ascii_case(format));
    let image = Image::new(width, height, levels, Shape::Flat, Minify::Floor);
    let stored = Image::new(width, height, levels, Shape::Flat, Minify::PowerOfTwo);
    let surfaces: Vec<(u32, u32, PixelSurface)> = (0..image.levels())
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
