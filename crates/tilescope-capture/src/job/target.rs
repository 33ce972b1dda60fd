//! Render targets of jobs, and reading them from memory.

use tilescope_core::{GpuMemory, MemFault, Unit};
use tilescope_families::{TargetFormat, TargetLayout};
use tilescope_pixel::Surface;

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
            (TargetFormat::Argb2101010, [0x44, 0x23, 0xd1, 0x00]),
            (TargetFormat::Xbgr2101010, [0xd1, 0x23, 0x44, 0xff]),
            (TargetFormat::Z24S8, [0x11, 0x11, 0x11, 0xff]),
        ] {
            assert_eq!(format.rgba(word), want, "{format:?}");
        }
        assert_eq!(TargetFormat::Rgb565.rgba(0xf800), [255, 0, 0, 255]);
        assert_eq!(TargetFormat::Bgr565.rgba(0xf800), [0, 0, 255, 255]);
        assert_eq!(TargetFormat::Rgb565.rgba(0x07e0), [0, 255, 0, 255]);
    }
}
