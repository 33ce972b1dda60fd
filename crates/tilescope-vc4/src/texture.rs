//! Texture descriptors: the two to four uniforms of a texture request.
//!
//! Field positions: Mesa `kernel/vc4_packet.h` (VC4_TEX_P0 to P2); the place of
//! mipmaps and cube faces: Mesa `vc4_resource.c`.

use tilescope_pixel::{Format, Layout, Surface, layouts};
use tilescope_texture::{Filter, Image, MinFilter, Minify, Sampler, Shape, Wrap};

use crate::quirks::{Etc1Rows, Quirks};

/// Maximum number of parameters of a request.
pub const MAX_PARAMETERS: usize = 4;

/// Whether a level of detail in B is a bias or absolute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LodMode {
    /// Added to the computed level of detail.
    Bias,
    /// Used directly.
    Absolute,
}

/// One mipmap level in memory.
#[derive(Clone, Copy, Debug)]
pub struct Level {
    /// GPU address in the first face.
    pub base: u32,
    /// Layout of texels (or blocks) in it.
    pub surface: Surface,
}

/// A decoded texture.
#[derive(Clone, Debug)]
pub struct Texture {
    /// The parameters it was decoded from.
    pub parameters: [u32; MAX_PARAMETERS],
    /// Number of parameters.
    pub count: usize,
    /// Address of level 0.
    pub base: u32,
    /// The hardware's type number.
    pub kind: u8,
    /// Its texel format; `None` for reserved type numbers.
    pub format: Option<Format>,
    /// Sizes of levels.
    pub image: Image,
    /// Filters and wrapping; the border colour is not in it.
    pub sampler: Sampler,
    /// Levels, largest first.
    pub levels: Vec<Level>,
    /// Bytes between the faces of a cube.
    pub face_stride: u32,
    /// Meaning of B.
    pub lod: LodMode,
    /// Selection of texture cache lines by address: affects speed only, not the result of
    /// a lookup. The guide calls the field "cache swizzle", as bare-metal
    /// headers restate it (`CSWIZ`; Mesa only has the short name).
    pub cache_swizzle: u8,
    /// Whether T is flipped.
    pub flip_y: bool,
    /// Row of an ETC1 block that is first in T. "Flip ETC Y (per block)" in the
    /// guide; Mesa sets it for every ETC1 texture, whose first row is GL's.
    pub etc1_rows: Etc1Rows,
    /// The child image, if one is selected.
    pub child: Option<Child>,
    /// Number of times that a cube stride was given.
    pub strides: usize,
    /// Number of levels in the parameters, which may be more than the size allows.
    pub level_count: u32,
}

/// A part of a texture that is sampled like a separate texture, in texels.
/// Source: Mesa `kernel/vc4_packet.h`, setup words of types 2 and 3.
///
/// Decoded and checked, not sampled. Unknown are: whether 0 to 1 spans the child or the
/// parent, whether wrapping ends at the child's edge, and its position on smaller
/// levels. Searched: Mesa and Linux (whose validators only check cube strides), VC4CL,
/// and bare-metal headers that restate the guide; they only have the fields.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Child {
    /// First column.
    pub x: u32,
    /// First row.
    pub y: u32,
    /// Columns.
    pub width: u32,
    /// Rows.
    pub height: u32,
}

/// Texel formats by the hardware's type number.
const FORMATS: [Option<Format>; 18] = [
    Some(Format::R8G8B8A8Unorm),
    Some(Format::R8G8B8X8Unorm),
    Some(Format::A4B4G4R4Unorm),
    Some(Format::A1B5G5R5Unorm),
    Some(Format::B5G6R5Unorm),
    Some(Format::L8Unorm),
    Some(Format::A8Unorm),
    Some(Format::L8A8Unorm),
    Some(Format::Etc1Rgb8),
    Some(Format::R16Float),
    Some(Format::R8Uint),
    Some(Format::R16Uint),
    Some(Format::L1Unorm),
    Some(Format::A4Unorm),
    Some(Format::A1Unorm),
    Some(Format::R16G16B16A16Float),
    Some(Format::R8G8B8A8Unorm),
    Some(Format::Y8U8Y8V8),
];

/// Names of the types, by number. Source: Mesa `enum vc4_texture_data_type`.
pub const TYPE_NAMES: [&str; 18] = [
    "RGBA8888",
    "RGBX8888",
    "RGBA4444",
    "RGBA5551",
    "RGB565",
    "LUMINANCE",
    "ALPHA",
    "LUMALPHA",
    "ETC1",
    "S16F",
    "S8",
    "S16",
    "BW1",
    "A4",
    "A1",
    "RGBA64",
    "RGBA32R",
    "YUV422R",
];

/// The types that are sampled from rows of pixels instead of T or LT.
pub fn is_raster(kind: u8) -> bool {
    matches!(kind, 16 | 17)
}

/// The texel format of a type number.
pub fn format(kind: u8) -> Option<Format> {
    FORMATS.get(usize::from(kind)).copied().flatten()
}

/// Memory layout of a level of `width` x `height` texels.
pub fn level_surface(kind: u8, width: u32, height: u32) -> Option<Surface> {
    let format = format(kind)?;
    let row = format.row();
    let (block_w, block_h) = (u32::from(row.block.0), u32::from(row.block.1));
    let (w, h) = (width.div_ceil(block_w), height.div_ceil(block_h));
    let bits = u32::from(row.block_bits);
    if is_raster(kind) {
        return Some(Surface::new(&layouts::LINEAR_4, w, h));
    }
    let (lt, t): (&'static Layout, &'static Layout) = match bits {
        1 => (&layouts::LT_1BIT, &layouts::T_1BIT),
        4 | 8 => (&layouts::LT_1, &layouts::T_1),
        16 => (&layouts::LT_2, &layouts::T_2),
        32 => (&layouts::LT_4, &layouts::T_4),
        _ => (&layouts::LT_8, &layouts::T_8),
    };
    // Sub-byte formats: the layouts count bytes, so columns are bytes too.
    let w = if bits < 8 { w.div_ceil(8 / bits) } else { w };
    let (utile_w, utile_h) = lt.tile_size();
    let small = w <= 4 * utile_w || h <= 4 * utile_h;
    Some(Surface::new(if small { lt } else { t }, w, h))
}

fn wrap(code: u32) -> Wrap {
    [Wrap::Repeat, Wrap::Clamp, Wrap::Mirror, Wrap::Border][(code & 3) as usize]
}

impl Texture {
    /// Decodes the `count` parameters of a request.
    pub fn decode(parameters: [u32; MAX_PARAMETERS], count: usize, quirks: &Quirks) -> Texture {
        let [p0, p1, ..] = parameters;
        let bits = |w: u32, lo: u32, n: u32| w >> lo & ((1 << n) - 1);
        let base = p0 & 0xffff_f000;
        let kind = (bits(p0, 4, 4) | bits(p1, 31, 1) << 4) as u8;
        let or_2048 = |v: u32| if v == 0 { 2048 } else { v };
        let (width, height) = (or_2048(bits(p1, 8, 11)), or_2048(bits(p1, 20, 11)));
        let cube = bits(p0, 9, 1) != 0;
        let mut face_stride = 0;
        let mut strides = 0;
        let mut lod = LodMode::Bias;
        let mut child: Option<Child> = None;
        for p in parameters.iter().take(count).skip(2) {
            match bits(*p, 30, 2) {
                1 => {
                    face_stride = bits(*p, 12, 18) << 12;
                    strides += 1;
                    if bits(*p, 0, 1) != 0 {
                        lod = LodMode::Absolute;
                    }
                }
                2 => {
                    let c = child.get_or_insert_default();
                    (c.width, c.height) = (bits(*p, 0, 11), bits(*p, 12, 11));
                }
                3 => {
                    let c = child.get_or_insert_default();
                    (c.x, c.y) = (bits(*p, 0, 11), bits(*p, 12, 11));
                }
                _ => {}
            }
        }
        let shape = if cube { Shape::Cube } else { Shape::Flat };
        let level_count = bits(p0, 0, 4) + 1;
        // For coordinates, level sizes are halved and rounded down, as in GL and in
        // Mesa's uploads (u_minify of the width); in memory their rows are those of a
        // texture of the next powers of two (vc4_resource.c).
        let image = Image::new(width, height, level_count, shape, Minify::Floor);
        let stored = Image::new(width, height, level_count, shape, Minify::PowerOfTwo);
        let mut levels: Vec<Level> = Vec::with_capacity(image.levels() as usize);
        let mut at = base;
        for i in 0..image.levels() {
            let (w, h) = stored.size(i);
            let Some(surface) = level_surface(kind, w, h) else {
                break;
            };
            if i > 0 {
                // Each level ends where the next larger one starts.
                at = at.wrapping_sub(surface.size_bytes() as u32);
            }
            levels.push(Level { base: at, surface });
        }
        use MinFilter::*;
        let min = match bits(p1, 4, 3) {
            0 => Linear,
            1 => Nearest,
            2 => NearestMipNearest,
            3 => NearestMipLinear,
            4 => LinearMipNearest,
            _ => LinearMipLinear,
        };
        let sampler = Sampler {
            wrap_s: wrap(bits(p1, 0, 2)),
            wrap_t: wrap(bits(p1, 2, 2)),
            mag: if bits(p1, 7, 1) == 0 {
                Filter::Linear
            } else {
                Filter::Nearest
            },
            min,
            precision: quirks.texture_precision,
            ..Sampler::default()
        };
        Texture {
            parameters,
            count,
            base,
            kind,
            format: format(kind),
            image,
            sampler,
            levels,
            face_stride,
            lod,
            cache_swizzle: bits(p0, 10, 2) as u8,
            flip_y: bits(p0, 8, 1) != 0,
            etc1_rows: match bits(p1, 19, 1) {
                0 => quirks.etc1_unflipped,
                _ => Etc1Rows::Downwards,
            },
            child,
            strides,
            level_count,
        }
    }

    /// Whether it is a cube map.
    pub fn is_cube(&self) -> bool {
        self.image.shape() == Shape::Cube
    }

    /// Whether texels can be filtered; others are only sampled nearest.
    pub fn filterable(&self) -> bool {
        self.format.is_some_and(Format::is_colour) && self.words_per_texel() == 1
    }

    /// Number of words that a lookup puts into the result FIFO.
    pub fn words_per_texel(&self) -> usize {
        self.format.map_or(1, Format::words_per_texel)
    }
}
