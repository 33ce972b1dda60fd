//! Render targets of jobs, and reading them from memory.

use tilescope_core::{GpuMemory, MemFault, Unit};
use tilescope_pixel::layouts;
use tilescope_pixel::{Layout, Surface};

/// A render target, written as `NAME.png`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    /// Its name.
    pub name: String,
    /// The buffer that holds it: an index into [`super::Job::buffers`].
    pub buffer: usize,
    /// GPU address of its first byte.
    pub address: u64,
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// Pixel format.
    pub format: TargetFormat,
    /// The layout of the pixels in memory.
    pub layout: TargetLayout,
    /// Bytes from one row of pixels (linear) or of tiles to the next.
    pub row_bytes: u64,
    /// Whether row 0 in memory is the top of the image.
    pub origin: Origin,
}

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
            | TargetFormat::Z24S8 => 4,
        }
    }

    /// The pixel `word` as red, green, blue, alpha. Narrow channels are widened
    /// by repeating their top bits; formats without alpha are opaque.
    pub fn rgba(self, word: u32) -> [u8; 4] {
        let [b0, b1, b2, b3] = word.to_le_bytes();
        let five = |v: u32| ((v & 31) << 3 | (v & 31) >> 2) as u8;
        let six = |v: u32| ((v & 63) << 2 | (v & 63) >> 4) as u8;
        match self {
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
            (TargetLayout::MultiTiled, 2) => &layouts::MULTI_TILED_2,
            (TargetLayout::MultiTiled, 4) => &layouts::MULTI_TILED_4,
            (TargetLayout::MultiSupertiled, 2) => &layouts::MULTI_SUPERTILED_2,
            (TargetLayout::MultiSupertiled, 4) => &layouts::MULTI_SUPERTILED_4,
            _ => return None,
        })
    }
}

/// The row of the image that is first in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// Row 0 in memory is the top row of the PNG.
    Top,
    /// Row 0 in memory is the bottom row of the PNG.
    Bottom,
}

impl Target {
    /// Calls `row` with the red, green, blue and alpha bytes of every row, from
    /// the top of the image down. Needs memory for one row of tiles.
    ///
    /// # Errors
    /// The fault of the first access outside every buffer, and the errors of
    /// `row`.
    pub fn for_each_row<E: From<MemFault>>(
        &self,
        memory: &dyn GpuMemory,
        mut row: impl FnMut(&[u8]) -> Result<(), E>,
    ) -> Result<(), E> {
        let unit = Unit("image");
        let bytes = self.format.bytes();
        // Loading has checked that every target has a layout.
        let Some(layout) = self.layout.row(bytes) else {
            return Ok(());
        };
        let (_, tile_height) = layout.tile_size();
        // One row of tiles at a time, as its own small surface. In T order the
        // direction of a row depends on whether it is odd, so it is computed
        // for the whole surface.
        let whole = Surface::with_row_bytes(layout, self.width, self.height, self.row_bytes);
        let chunk = match self.layout {
            TargetLayout::Linear => u64::from(self.width * bytes),
            _ => self.row_bytes,
        };
        // Layouts for two pixel pipes have half of every row in each of two banks.
        let banks = 1u64 << layout.banks_log2;
        let bank = self.row_bytes * u64::from(self.height.div_ceil(tile_height));
        let mut tiles = vec![0u8; (chunk * banks) as usize];
        let mut loaded = None;
        let mut line = vec![0u8; self.width as usize * 4];
        for i in 0..self.height {
            let y = match self.origin {
                Origin::Top => i,
                Origin::Bottom => self.height - 1 - i,
            };
            let ty = y / tile_height;
            let start = u64::from(ty) * self.row_bytes;
            if loaded != Some(ty) {
                for (i, part) in (0..).zip(tiles.chunks_mut(chunk as usize)) {
                    memory.read(self.address + i * bank + start, part, unit)?;
                }
                loaded = Some(ty);
            }
            for (x, out) in (0..self.width).zip(line.as_chunks_mut::<4>().0) {
                let offset = whole.offset(x, y);
                let at = (offset / bank * chunk + offset % bank - start) as usize;
                let mut word = [0; 4];
                word[..bytes as usize].copy_from_slice(&tiles[at..at + bytes as usize]);
                *out = self.format.rgba(u32::from_le_bytes(word));
            }
            row(&line)?;
        }
        Ok(())
    }

    /// Red, green, blue and alpha of one pixel of the image.
    ///
    /// # Errors
    /// The fault, if the pixel is outside every buffer.
    pub fn pixel(&self, memory: &dyn GpuMemory, x: u32, y: u32) -> Result<[u8; 4], MemFault> {
        let bytes = self.format.bytes();
        let y = match self.origin {
            Origin::Top => y,
            Origin::Bottom => self.height.saturating_sub(1 + y),
        };
        let Some(layout) = self.layout.row(bytes) else {
            return Ok([0; 4]);
        };
        let whole = Surface::with_row_bytes(layout, self.width, self.height, self.row_bytes);
        let mut word = [0; 4];
        let at = self.address + whole.offset(x, y);
        memory.read(at, &mut word[..bytes as usize], Unit("image"))?;
        Ok(self.format.rgba(u32::from_le_bytes(word)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tilescope_core::{AddressSpace, Region};

    fn target(layout: TargetLayout, format: TargetFormat, origin: Origin) -> Target {
        let (width, height) = (40, 70);
        let row = layout.row(format.bytes()).unwrap();
        Target {
            name: "t".into(),
            buffer: 0,
            address: 0x1000,
            width,
            height,
            format,
            layout,
            row_bytes: Surface::new(row, width, height).row_bytes(),
            origin,
        }
    }

    #[test]
    fn rows_and_pixels_agree_in_every_layout() {
        for (_, layout) in TargetLayout::ALL {
            for (_, format) in TargetFormat::ALL {
                for origin in [Origin::Top, Origin::Bottom] {
                    let row = layout.row(format.bytes()).unwrap();
                    let t = target(*layout, *format, origin);
                    let size = Surface::new(row, t.width, t.height).size_bytes();
                    let bytes: Vec<u8> = (0..size).map(|i| (i * 7 + i / 251) as u8).collect();
                    let mut memory = AddressSpace::new();
                    memory.map(Region::from_bytes("t", 0x1000, &bytes)).unwrap();
                    let mut y = 0;
                    t.for_each_row::<MemFault>(&memory, |line| {
                        for (x, p) in line.as_chunks::<4>().0.iter().enumerate() {
                            assert_eq!(t.pixel(&memory, x as u32, y)?, *p, "{x} {y} {t:?}");
                        }
                        y += 1;
                        Ok(())
                    })
                    .unwrap();
                    assert_eq!(y, t.height);
                }
            }
        }
    }

    #[test]
    fn formats_name_their_bits_from_the_top() {
        let word = 0x1122_3344;
        for (format, want) in [
            (TargetFormat::Argb8888, [0x22, 0x33, 0x44, 0x11]),
            (TargetFormat::Abgr8888, [0x44, 0x33, 0x22, 0x11]),
            (TargetFormat::Xrgb8888, [0x22, 0x33, 0x44, 0xff]),
            (TargetFormat::Xbgr8888, [0x44, 0x33, 0x22, 0xff]),
            (TargetFormat::Z24S8, [0x11, 0x11, 0x11, 0xff]),
        ] {
            assert_eq!(format.rgba(word), want, "{format:?}");
        }
        assert_eq!(TargetFormat::Rgb565.rgba(0xf800), [255, 0, 0, 255]);
        assert_eq!(TargetFormat::Bgr565.rgba(0xf800), [0, 0, 255, 255]);
        assert_eq!(TargetFormat::Rgb565.rgba(0x07e0), [0, 255, 0, 255]);
    }
}
