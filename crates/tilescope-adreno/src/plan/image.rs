//! Layouts of images: levels, layers, pitches, and the flags of compressed blocks (UBWC).
//!
//! Source: Mesa 22.3.6, `src/freedreno/fdl/fd6_layout.c`, `freedreno_layout.h`; turnip,
//! `tu_image.c` (`ubwc_possible`, `tu_image_init`). Of 25.0.7 the same files; what differs names the
//! release.

mod choice;

use super::formats::{FormatRow, Tiling};
use crate::chips::{Chip, Release};
pub use choice::{Choice, Flags, LinearCause, Mutable, PlainCause, Request, choose};

/// The largest number of levels.
pub const MAX_LEVELS: u32 = 15;

/// The size below which levels of tiled images are linear, unless all are tiled.
const MIN_TILED_WIDTH: u32 = 16;

/// The alignment of layers, and of levels with flags, in bytes.
const PAGE: u64 = 4096;

/// The dimensions of an image.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dimensions {
    /// A row of pixels, or an array of them.
    One,
    /// A plane, an array of planes, or faces of a cube.
    Two,
    /// A volume.
    Three,
}

/// An image.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Image {
    /// The format.
    pub format: &'static FormatRow,
    /// The dimensions.
    pub dimensions: Dimensions,
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// Slices of a volume; 1 otherwise.
    pub depth: u32,
    /// Samples of a pixel: 1, 2, 4 or 8.
    pub samples: u32,
    /// Levels of detail.
    pub levels: u32,
    /// Layers of an array.
    pub layers: u32,
}

impl Image {
    /// An image of one level, layer and sample.
    pub const fn plane(format: &'static FormatRow, width: u32, height: u32) -> Image {
        Image {
            format,
            dimensions: Dimensions::Two,
            width,
            height,
            depth: 1,
            samples: 1,
            levels: 1,
            layers: 1,
        }
    }
}

/// An image that cannot be laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the image has {what} {value}; it must be {range}")]
pub struct ImageError {
    what: &'static str,
    value: u32,
    range: &'static str,
}

impl Image {
    fn check(&self) -> Result<(), ImageError> {
        let power = self.samples.is_power_of_two();
        let rows = [
            (
                "width",
                self.width,
                (1..=16384).contains(&self.width),
                "1 to 16384",
            ),
            (
                "height",
                self.height,
                (1..=16384).contains(&self.height),
                "1 to 16384",
            ),
            (
                "depth",
                self.depth,
                (1..=2048).contains(&self.depth),
                "1 to 2048",
            ),
            (
                "samples",
                self.samples,
                power && self.samples <= 8,
                "1, 2, 4 or 8",
            ),
            (
                "levels",
                self.levels,
                (1..=MAX_LEVELS).contains(&self.levels),
                "1 to 15",
            ),
            (
                "layers",
                self.layers,
                (1..=2048).contains(&self.layers),
                "1 to 2048",
            ),
        ];
        let bad = rows.into_iter().find(|row| !row.2);
        match bad {
            Some((what, value, _, range)) => Err(ImageError { what, value, range }),
            None => Ok(()),
        }
    }
}

/// A level of detail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level {
    /// The offset of its first layer or slice in bytes.
    pub offset: u64,
    /// Bytes from one row of pixels or blocks to the next.
    pub pitch: u32,
    /// Bytes of one layer or slice.
    pub size: u64,
    /// Whether it is tiled.
    pub tiling: Tiling,
    /// Its flags, if it has any.
    pub flags: Option<LevelFlags>,
}

/// The flags of a level: one byte for each compressed block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LevelFlags {
    /// The offset in bytes.
    pub offset: u64,
    /// Bytes from one row of blocks to the next.
    pub pitch: u32,
    /// Bytes of one layer.
    pub size: u64,
}

/// The layout of an image. Flags of all layers come first, then the layers; a layer has all
/// levels, unless the image is a volume.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    /// Bytes of a pixel with all its samples.
    pub cpp: u32,
    /// Alignment of the address in bytes.
    pub align: u32,
    /// The levels.
    pub levels: Vec<Level>,
    /// Whether layers have all levels each. Levels of volumes have all slices each instead.
    pub layer_first: bool,
    /// Bytes from one layer to the next, if layers come first.
    pub layer_size: u64,
    /// Bytes of the flags of one layer.
    pub flags_layer_size: u64,
    /// Bytes in all.
    pub size: u64,
}

impl Layout {
    /// Bytes from one layer, or slice of a level, to the next.
    pub fn layer_stride(&self, level: usize) -> Option<u64> {
        let level = self.levels.get(level)?;
        let stride = if self.layer_first {
            self.layer_size
        } else {
            level.size
        };
        Some(stride)
    }

    /// The offset of a layer or slice of a level.
    pub fn offset(&self, level: usize, layer: u32) -> Option<u64> {
        let stride = self.layer_stride(level)?;
        Some(self.levels.get(level)?.offset + stride * u64::from(layer))
    }
}

/// Width and height of a compressed block in pixels; `None` if pixels are too large. `cpp` is with
/// all `samples`.
pub const fn flag_block(
    format: &FormatRow,
    cpp: u32,
    samples: u32,
    release: Release,
) -> Option<(u32, u32)> {
    if cpp == 2 && format.components == 2 {
        return Some((16, 8));
    }
    if let [b'Y', b'8', b'_', ..] = format.name.as_bytes() {
        return Some((32, 8));
    }
    if let (Release::Mesa25_0, 0..=2) = (release, cpp / samples) {
        match samples {
            2 => return Some((8, 4)),
            4 => return Some((4, 4)),
            8 => return Some((4, 2)),
            _ => {}
        }
    }
    match cpp.trailing_zeros() {
        0..=2 => Some((16, 4)),
        3 => Some((8, 4)),
        4 => Some((4, 4)),
        5 => Some((4, 2)),
        _ => None,
    }
}

const fn minify(value: u32, level: u32) -> u32 {
    let less = value >> level;
    if less == 0 { 1 } else { less }
}

const fn align(value: u64, to: u64) -> u64 {
    value.div_ceil(to) * to
}

/// Sizes that all levels share.
struct Shape {
    image: Image,
    tiling: Tiling,
    all_tiled: bool,
    cpp: u32,
    pitch0: u32,
    pitch_align: u32,
    /// Rows of a tiled level are a multiple.
    height_align: u32,
    /// Width and height of the flags of level 0 in blocks, and the alignment of the height.
    flags: Option<(u32, u32, u32)>,
    release: Release,
}

impl Shape {
    fn new(chip: &Chip, image: Image, tiling: Tiling, flags: Flags) -> Shape {
        let format = image.format;
        let cpp = format.bytes * image.samples;
        let later = chip.release == Release::Mesa25_0;
        let narrow = later && image.width < MIN_TILED_WIDTH;
        // Later releases compress volumes of one level.
        let flat = image.depth == 1 || later && image.levels == 1;
        let block = flag_block(format, cpp, image.samples, chip.release)
            .filter(|_| flags == Flags::Present && flat && !narrow);
        let tiling = match narrow && !format.is_depth_or_stencil() {
            true => Tiling::Linear,
            false => tiling,
        };
        let two_bytes = cpp == 2 && format.components == 2;
        let (shift, height_align) = match tiling {
            Tiling::Linear => (cpp.trailing_zeros(), 1),
            Tiling::Tiled if two_bytes || cpp == 1 => (1, 32),
            Tiling::Tiled if cpp == 2 => (2, 16),
            Tiling::Tiled => (cpp.trailing_zeros(), 16),
        };
        let pitch_align = 64 << shift;
        let columns = image.width.div_ceil(format.block.0);
        let flags = block.map(|(width, height)| {
            // Levels below the first halve sizes that are powers of two.
            let (w, h, tall) = if image.levels > 1 {
                let (w, h) = (
                    image.width.next_power_of_two(),
                    image.height.next_power_of_two(),
                );
                (w, h, 64)
            } else {
                (image.width, image.height, 16)
            };
            let w = w.div_ceil(width).next_multiple_of(64);
            (w, h.div_ceil(height).next_multiple_of(tall), tall)
        });
        Shape {
            image,
            tiling,
            all_tiled: flags.is_some() && !(later && chip.linear_levels)
                || format.is_depth_or_stencil(),
            cpp,
            pitch0: (columns * cpp).next_multiple_of(pitch_align),
            pitch_align,
            height_align,
            flags,
            release: chip.release,
        }
    }

    fn align(&self) -> u32 {
        let format = self.image.format;
        let page =
            self.release == Release::Mesa25_0 && (format.is_depth_or_stencil() || format.is_r8g8());
        match (self.tiling, self.flags.is_some() || page, self.cpp) {
            (Tiling::Linear, ..) => 64,
            (_, true, _) => 4096,
            (_, _, 1) => 64,
            (_, _, 2) => 128,
            _ => 256,
        }
    }

    fn tiling(&self, level: u32) -> Tiling {
        if !self.all_tiled && minify(self.image.width, level) < MIN_TILED_WIDTH {
            return Tiling::Linear;
        }
        self.tiling
    }

    fn pitch(&self, level: u32) -> u32 {
        minify(self.pitch0, level).next_multiple_of(self.pitch_align)
    }

    /// Rows of pixels or blocks of a level, before alignment.
    fn rows(&self, level: u32) -> u32 {
        minify(self.image.height, level).div_ceil(self.image.format.block.1)
    }

    /// Bytes of a layer or slice, without what volumes add.
    fn bytes(&self, level: u32) -> u64 {
        let mut rows = self.rows(level);
        if self.tiling(level) == Tiling::Tiled {
            rows = rows.next_multiple_of(self.height_align);
        }
        // Copies of tiles access four rows at once.
        if level + 1 == self.image.levels {
            rows = rows.next_multiple_of(4);
        }
        u64::from(rows) * u64::from(self.pitch(level))
    }

    fn level_flags(&self, level: u32, offset: u64) -> Option<LevelFlags> {
        let (width, height, tall) = self.flags?;
        // Levels that are linear have none.
        if self.tiling(level) == Tiling::Linear {
            return None;
        }
        let pitch = minify(width, level).next_multiple_of(64);
        let rows = minify(height, level).next_multiple_of(tall);
        Some(LevelFlags {
            offset,
            pitch,
            size: align(u64::from(pitch) * u64::from(rows), PAGE),
        })
    }
}

/// Sizes of the slices of a volume: a quarter of the level above, until a level cannot
/// shrink any more; the levels below keep that size.
struct Slices {
    first: u64,
    least: Option<u64>,
}

impl Slices {
    fn size(&mut self, shape: &Shape, level: u32) -> u64 {
        let own = shape.bytes(level);
        if level == 0 {
            self.first = align(own, PAGE);
            return self.first;
        }
        if let Some(least) = self.least {
            return least;
        }
        let mut size = (self.first >> (2 * level)).max(1);
        let not_half = shape.pitch(level) != shape.pitch(level - 1) / 2;
        let short = match shape.release {
            Release::Mesa22_3 => {
                shape.tiling(level) == Tiling::Tiled && shape.rows(level) < shape.height_align
            }
            Release::Mesa25_0 => size < own,
        };
        if not_half || short {
            size = own;
            self.least = Some(size).filter(|&s| s != 0);
        }
        if !size.is_multiple_of(PAGE) {
            size = align(size, PAGE);
            self.least = Some(size);
        }
        size
    }
}

/// Lays out an image for a chip. Flags are left out where pixels are too large or the image is deep.
///
/// # Errors
/// A size out of range.
pub fn layout(
    chip: &Chip,
    image: Image,
    tiling: Tiling,
    flags: Flags,
) -> Result<Layout, ImageError> {
    image.check()?;
    let shape = Shape::new(chip, image, tiling, flags);
    let layer_first = image.dimensions != Dimensions::Three;
    let slices_of_level = |level| {
        let depth = u64::from(minify(image.depth, level));
        let layers = if layer_first { 1 } else { image.layers };
        depth * u64::from(layers)
    };
    let mut volume = Slices {
        first: 0,
        least: None,
    };
    let (mut size, mut flags_size) = (0u64, 0u64);
    let mut levels = Vec::new();
    for level in 0..image.levels {
        let offset = size;
        let bytes = if layer_first {
            shape.bytes(level)
        } else {
            volume.size(&shape, level)
        };
        size += bytes * slices_of_level(level);
        let flags = shape.level_flags(level, flags_size);
        if let Some(flags) = flags {
            size = align(size, PAGE);
            flags_size += flags.size;
        }
        levels.push(Level {
            offset,
            pitch: shape.pitch(level),
            size: bytes,
            tiling: shape.tiling(level),
            flags,
        });
    }
    let layer_size = align(size, PAGE);
    if layer_first {
        size = layer_size * u64::from(image.layers);
    }
    // Flags of a volume are those of all its slices.
    let all_flags = flags_size * u64::from(image.layers) * u64::from(image.depth);
    for level in &mut levels {
        level.offset += all_flags;
    }
    Ok(Layout {
        cpp: shape.cpp,
        align: shape.align(),
        levels,
        layer_first,
        layer_size: if layer_first { layer_size } else { 0 },
        flags_layer_size: flags_size,
        size: size + all_flags,
    })
}
