//! Formats and layouts of images: targets of jobs, surfaces of captures, textures.

use tilescope_pixel::{Layout, Surface, layouts};

/// Pixel formats of targets. Names are written from the most significant bits
/// of the little-endian word down, as in the kernel's DRM formats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TargetFormat {
    /// 32 bits: alpha, red, green, blue from the top; blue is byte 0.
    Argb8888,
    /// 32 bits: alpha, blue, green, red from the top; red is byte 0.
    Abgr8888,
    /// Like [`TargetFormat::Argb8888`], but opaque, as on a display.
    Xrgb8888,
    /// Like [`TargetFormat::Abgr8888`], but opaque, as on a display.
    Xbgr8888,
    /// 32 bits: alpha 2, red 10, green 10, blue 10 from the top.
    Argb2101010,
    /// 32 bits: alpha 2, blue 10, green 10, red 10 from the top.
    Abgr2101010,
    /// Like [`TargetFormat::Argb2101010`], but opaque.
    Xrgb2101010,
    /// Like [`TargetFormat::Abgr2101010`], but opaque.
    Xbgr2101010,
    /// 16 bits: red 5, green 6, blue 5 from the top.
    Rgb565,
    /// 16 bits: blue 5, green 6, red 5 from the top.
    Bgr565,
    /// 32 bits: depth 24 above stencil 8; the image shows depth as grey.
    Z24S8,
}

impl TargetFormat {
    /// Every format and its name in `job.toml`.
    pub const ALL: &'static [(&'static str, TargetFormat)] = &[
        ("argb8888", TargetFormat::Argb8888),
        ("abgr8888", TargetFormat::Abgr8888),
        ("xrgb8888", TargetFormat::Xrgb8888),
        ("xbgr8888", TargetFormat::Xbgr8888),
        ("argb2101010", TargetFormat::Argb2101010),
        ("abgr2101010", TargetFormat::Abgr2101010),
        ("xrgb2101010", TargetFormat::Xrgb2101010),
        ("xbgr2101010", TargetFormat::Xbgr2101010),
        ("rgb565", TargetFormat::Rgb565),
        ("bgr565", TargetFormat::Bgr565),
        ("z24s8", TargetFormat::Z24S8),
    ];

    /// Bytes of one pixel.
    pub fn bytes(self) -> u32 {
        match self {
            TargetFormat::Rgb565 | TargetFormat::Bgr565 => 2,
            TargetFormat::Argb8888
            | TargetFormat::Abgr8888
            | TargetFormat::Xrgb8888
            | TargetFormat::Xbgr8888
            | TargetFormat::Argb2101010
            | TargetFormat::Abgr2101010
            | TargetFormat::Xrgb2101010
            | TargetFormat::Xbgr2101010
            | TargetFormat::Z24S8 => 4,
        }
    }

    /// The pixel `word` as red, green, blue, alpha. Narrow channels are widened
    /// by repeating their top bits, wide ones lose their low bits; formats without alpha are
    /// opaque.
    pub fn rgba(self, word: u32) -> [u8; 4] {
        let [b0, b1, b2, b3] = word.to_le_bytes();
        let five = |v: u32| ((v & 31) << 3 | (v & 31) >> 2) as u8;
        let six = |v: u32| ((v & 63) << 2 | (v & 63) >> 4) as u8;
        let ten = |at: u32| (word >> (at + 2)) as u8;
        let two = (word >> 30) as u8 * 85;
        match self {
            TargetFormat::Argb2101010 => [ten(20), ten(10), ten(0), two],
            TargetFormat::Abgr2101010 => [ten(0), ten(10), ten(20), two],
            TargetFormat::Xrgb2101010 => [ten(20), ten(10), ten(0), 255],
            TargetFormat::Xbgr2101010 => [ten(0), ten(10), ten(20), 255],
            TargetFormat::Argb8888 => [b2, b1, b0, b3],
            TargetFormat::Abgr8888 => [b0, b1, b2, b3],
            TargetFormat::Xrgb8888 => [b2, b1, b0, 255],
            TargetFormat::Xbgr8888 => [b0, b1, b2, 255],
            TargetFormat::Rgb565 => [five(word >> 11), six(word >> 5), five(word), 255],
            TargetFormat::Bgr565 => [five(word), six(word >> 5), five(word >> 11), 255],
            TargetFormat::Z24S8 => [b3, b3, b3, 255],
        }
    }
}

/// Memory layouts of targets and texture images.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TargetLayout {
    /// Rows one after another.
    Linear,
    /// VideoCore's T format: 4 KiB tiles.
    T,
    /// VideoCore's LT format: rows of 64-byte micro-tiles.
    Lt,
    /// Vivante's tiles of 4 x 4 pixels.
    Tiled,
    /// Vivante's tiles of 64 x 64 pixels.
    Supertiled,
    /// Vivante's tiles of 64 x 64 pixels in the order of GC7000.
    SupertiledNew,
    /// Mali's tiles of 16 x 16 pixels, u-interleaved.
    UInterleaved,
    /// Vivante's tiles of 4 x 4 pixels, multi-tiled across two pixel pipes.
    MultiTiled,
    /// Vivante's tiles of 64 x 64 pixels, multi-tiled across two pixel pipes.
    MultiSupertiled,
}

impl TargetLayout {
    /// Every layout and its name in `job.toml`.
    pub const ALL: &'static [(&'static str, TargetLayout)] = &[
        ("linear", TargetLayout::Linear),
        ("t", TargetLayout::T),
        ("lt", TargetLayout::Lt),
        ("tiled", TargetLayout::Tiled),
        ("supertiled", TargetLayout::Supertiled),
        ("supertiled-new", TargetLayout::SupertiledNew),
        ("multi-tiled", TargetLayout::MultiTiled),
        ("multi-supertiled", TargetLayout::MultiSupertiled),
        ("u-interleaved", TargetLayout::UInterleaved),
    ];

    /// The table row for elements of `bytes` bytes, if there is one.
    pub fn row(self, bytes: u32) -> Option<&'static Layout> {
        Some(match (self, bytes) {
            (TargetLayout::Linear, 1) => &layouts::LINEAR_1,
            (TargetLayout::Linear, 2) => &layouts::LINEAR_2,
            (TargetLayout::Linear, 4) => &layouts::LINEAR_4,
            (TargetLayout::Linear, 8) => &layouts::LINEAR_8,
            (TargetLayout::T, 1) => &layouts::T_1,
            (TargetLayout::T, 2) => &layouts::T_2,
            (TargetLayout::T, 4) => &layouts::T_4,
            (TargetLayout::T, 8) => &layouts::T_8,
            (TargetLayout::Lt, 1) => &layouts::LT_1,
            (TargetLayout::Lt, 2) => &layouts::LT_2,
            (TargetLayout::Lt, 4) => &layouts::LT_4,
            (TargetLayout::Lt, 8) => &layouts::LT_8,
            (TargetLayout::Tiled, 2) => &layouts::TILED_2,
            (TargetLayout::Tiled, 4) => &layouts::TILED_4,
            (TargetLayout::Supertiled, 2) => &layouts::SUPERTILED_2,
            (TargetLayout::Supertiled, 4) => &layouts::SUPERTILED_4,
            (TargetLayout::SupertiledNew, 2) => &layouts::SUPERTILED_NEW_2,
            (TargetLayout::SupertiledNew, 4) => &layouts::SUPERTILED_NEW_4,
            (TargetLayout::UInterleaved, 1) => &layouts::U_INTERLEAVED_1,
            (TargetLayout::UInterleaved, 2) => &layouts::U_INTERLEAVED_2,
            (TargetLayout::UInterleaved, 4) => &layouts::U_INTERLEAVED_4,
            (TargetLayout::MultiTiled, 2) => &layouts::MULTI_TILED_2,
            (TargetLayout::MultiTiled, 4) => &layouts::MULTI_TILED_4,
            (TargetLayout::MultiSupertiled, 2) => &layouts::MULTI_SUPERTILED_2,
            (TargetLayout::MultiSupertiled, 4) => &layouts::MULTI_SUPERTILED_4,
            _ => return None,
        })
    }
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
    /// The format of 32-bit pixels in this order.
    pub fn format(self) -> TargetFormat {
        match self {
            Channels::Rgba => TargetFormat::Abgr8888,
            Channels::Bgra => TargetFormat::Argb8888,
        }
    }

    /// The format of pixels with ten bits a colour and two of alpha.
    pub fn tens(self) -> TargetFormat {
        match self {
            Channels::Rgba => TargetFormat::Abgr2101010,
            Channels::Bgra => TargetFormat::Argb2101010,
        }
    }

    /// The same without alpha.
    pub fn opaque_tens(self) -> TargetFormat {
        match self {
            Channels::Rgba => TargetFormat::Xbgr2101010,
            Channels::Bgra => TargetFormat::Xrgb2101010,
        }
    }

    /// The format of pixels whose alpha has no meaning.
    pub fn opaque(self) -> TargetFormat {
        match self {
            Channels::Rgba => TargetFormat::Xbgr8888,
            Channels::Bgra => TargetFormat::Xrgb8888,
        }
    }
}

/// The format and layout of a surface.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ImageLayout {
    /// Their format.
    pub format: TargetFormat,
    /// Their order.
    pub layout: TargetLayout,
    /// Bytes from one row of pixels (linear) or of tiles to the next.
    pub row_bytes: u64,
}

/// A surface that a submission draws, as the kernel interface describes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SurfaceInfo<'a> {
    /// Its name in the kernel interface, or the unit that wrote it.
    pub name: &'a str,
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// Tiling and format, as in the kernel interface.
    pub bits: u16,
    /// Bytes from one row to the next, rows of tiles if it is tiled; 0 if it is not stated.
    pub stride: u32,
}

/// One mipmap level of a texture.
#[derive(Clone, Copy, Debug)]
pub struct TextureLevel {
    /// Byte offset from the first byte of the buffer.
    pub offset: u64,
    /// Width in texels.
    pub width: u32,
    /// Height in texels.
    pub height: u32,
    /// The places of texels in the level.
    pub surface: Surface,
}
