//! The tile buffer: colour and depth/stencil of one tile, its loads, stores,
//! resolve and raw dump.
//!
//! Words are kept in the order of a full-resolution dump (Mesa
//! `vc4_nir_lower_txf_ms.c`): 2x2 quads row by row, inside a quad sample by
//! sample, inside a sample the four pixels with x in bit 0 and y in bit 1.

use tilescope_core::MemFault;
use tilescope_pixel::{Dither, Rect, Surface};

use crate::bus::{Bus, Port};
use crate::log::Log;

/// Words of colour, and of depth/stencil, in a tile.
pub const WORDS: usize = 64 * 64;

/// Samples per pixel; decides how many pixels a tile has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Samples {
    /// One sample; 64x64 pixels.
    #[default]
    One,
    /// Four samples; 32x32 pixels.
    Four,
}

impl Samples {
    /// How many there are.
    pub fn count(self) -> usize {
        match self {
            Samples::One => 1,
            Samples::Four => 4,
        }
    }

    /// Width and height of a tile in pixels.
    pub fn tile_size(self) -> u32 {
        match self {
            Samples::One => 64,
            Samples::Four => 32,
        }
    }
}

/// What CLEAR_COLORS set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ClearValues {
    /// Colour of pixels in even and in odd columns.
    pub color: [u32; 2],
    /// Z in the upper 24 bits, stencil in the lower 8.
    pub zs: u32,
}

/// Colour and depth/stencil of one tile.
#[derive(Clone)]
pub struct TileBuffer {
    /// Samples per pixel.
    pub samples: Samples,
    /// Colour words.
    pub color: Vec<u32>,
    /// Depth/stencil words: Z << 8 | stencil.
    pub zs: Vec<u32>,
    /// Whether every colour word holds something that was cleared or loaded.
    pub color_defined: bool,
    /// Whether every depth/stencil word does.
    pub zs_defined: bool,
}

/// The framebuffer format of colour in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColorFormat {
    /// The 32-bit word as it is.
    Rgba8888,
    /// 16 bits, ordered dither.
    Bgr565Dithered,
    /// 16 bits, no dither.
    Bgr565,
}

impl ColorFormat {
    /// Bytes per pixel in memory.
    pub fn bytes(self) -> u32 {
        match self {
            ColorFormat::Rgba8888 => 4,
            ColorFormat::Bgr565Dithered | ColorFormat::Bgr565 => 2,
        }
    }
}

/// How four samples become one pixel in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Resolve {
    /// Sample 0.
    Sample0,
    /// The average of the four samples.
    Decimate4,
}

impl TileBuffer {
    /// A tile buffer in which nothing is defined.
    pub fn undefined(samples: Samples, poison: u32) -> Self {
        TileBuffer {
            samples,
            color: vec![poison; WORDS],
            zs: vec![poison; WORDS],
            color_defined: false,
            zs_defined: false,
        }
    }

    /// Index of a sample's word.
    #[inline(always)]
    pub fn index(&self, x: u32, y: u32, sample: usize) -> usize {
        let n = self.samples.count();
        let quads = self.samples.tile_size() / 2;
        let quad = (y / 2 * quads + x / 2) as usize;
        (quad * n + sample) * 4 + (y % 2 * 2 + x % 2) as usize
    }

    /// Sets every colour word to the clear colour of its column.
    pub fn clear_color(&mut self, clear: &ClearValues) {
        if clear.color[0] == clear.color[1] {
            self.color.fill(clear.color[0]);
        } else {
            for (i, w) in self.color.iter_mut().enumerate() {
                *w = clear.color[i % 2];
            }
        }
        self.color_defined = true;
    }

    /// Sets every depth/stencil word to the clear value.
    pub fn clear_zs(&mut self, clear: &ClearValues) {
        self.zs.fill(clear.zs);
        self.zs_defined = true;
    }

    /// The part of `surface` that the tile at column `tx`, row `ty` covers, in
    /// pixels of the surface, or `None` if it lies outside.
    pub fn rect(samples: Samples, surface: &Surface, tx: u32, ty: u32) -> Option<Rect> {
        let size = samples.tile_size();
        let (x, y) = (tx * size, ty * size);
        let width = surface.width().checked_sub(x)?.min(size);
        let height = surface.height().checked_sub(y)?.min(size);
        (width > 0 && height > 0).then_some(Rect {
            x,
            y,
            width,
            height,
        })
    }

    fn resolved(&self, x: u32, y: u32, resolve: Resolve) -> u32 {
        match (self.samples, resolve) {
            (Samples::One, _) | (Samples::Four, Resolve::Sample0) => {
                self.color[self.index(x, y, 0)]
            }
            (Samples::Four, Resolve::Decimate4) => {
                let mut sum = [0u32; 4];
                for s in 0..4 {
                    let w = self.color[self.index(x, y, s)].to_le_bytes();
                    for (a, b) in sum.iter_mut().zip(w) {
                        *a += u32::from(b);
                    }
                }
                // Rounding of the average: nearest. Evidence: none.
                u32::from_le_bytes(sum.map(|v| ((v + 2) / 4) as u8))
            }
        }
    }

    /// Stores colour into `surface` at `base`.
    pub fn store_color(
        &self,
        base: u32,
        surface: &Surface,
        tile: (u32, u32),
        format: ColorFormat,
        resolve: Resolve,
        out: &mut dyn FnMut(u32, &[u8]),
    ) {
        let Some(rect) = Self::rect(self.samples, surface, tile.0, tile.1) else {
            return;
        };
        let bytes = format.bytes() as usize;
        each_piece(
            surface,
            rect,
            bytes,
            |x, y, to| {
                let word = self.resolved(x - rect.x, y - rect.y, resolve);
                match format {
                    ColorFormat::Rgba8888 => to.copy_from_slice(&word.to_le_bytes()),
                    ColorFormat::Bgr565 => to.copy_from_slice(&bgr565(word).to_le_bytes()),
                    ColorFormat::Bgr565Dithered => {
                        to.copy_from_slice(&bgr565_dithered(word, x, y).to_le_bytes())
                    }
                }
            },
            |offset, bytes| out(base.wrapping_add(offset as u32), bytes),
        );
    }

    /// Stores depth/stencil of sample 0 into `surface` at `base`.
    pub fn store_zs(
        &self,
        base: u32,
        surface: &Surface,
        tile: (u32, u32),
        out: &mut dyn FnMut(u32, &[u8]),
    ) {
        let Some(rect) = Self::rect(self.samples, surface, tile.0, tile.1) else {
            return;
        };
        each_piece(
            surface,
            rect,
            4,
            |x, y, to| {
                let at = self.index(x - rect.x, y - rect.y, 0);
                to.copy_from_slice(&self.zs[at].to_le_bytes());
            },
            |offset, bytes| out(base.wrapping_add(offset as u32), bytes),
        );
    }

    /// Loads colour from `surface` at `base` into all samples.
    pub fn load_color(
        &mut self,
        base: u32,
        surface: &Surface,
        tile: (u32, u32),
        format: ColorFormat,
        bus: &Bus<'_>,
        log: &mut Log,
    ) -> Result<(), MemFault> {
        let n = format.bytes() as usize;
        let decode = |px: &[u8]| match format {
            ColorFormat::Rgba8888 => u32::from_le_bytes([px[0], px[1], px[2], px[3]]),
            ColorFormat::Bgr565 | ColorFormat::Bgr565Dithered => {
                rgba8888(u16::from_le_bytes([px[0], px[1]]))
            }
        };
        let words = self.load(base, surface, tile, n, decode, Plane::Color, bus, log)?;
        if words {
            self.color_defined = true;
        }
        Ok(())
    }

    /// Loads depth/stencil from `surface` at `base` into all samples.
    pub fn load_zs(
        &mut self,
        base: u32,
        surface: &Surface,
        tile: (u32, u32),
        bus: &Bus<'_>,
        log: &mut Log,
    ) -> Result<(), MemFault> {
        let decode = |px: &[u8]| u32::from_le_bytes([px[0], px[1], px[2], px[3]]);
        let words = self.load(base, surface, tile, 4, decode, Plane::Zs, bus, log)?;
        if words {
            self.zs_defined = true;
        }
        Ok(())
    }

    #[expect(
        clippy::too_many_arguments,
        reason = "the two callers above are the interface"
    )]
    fn load(
        &mut self,
        base: u32,
        surface: &Surface,
        tile: (u32, u32),
        bytes: usize,
        decode: impl Fn(&[u8]) -> u32,
        plane: Plane,
        bus: &Bus<'_>,
        log: &mut Log,
    ) -> Result<bool, MemFault> {
        let Some(rect) = Self::rect(self.samples, surface, tile.0, tile.1) else {
            return Ok(false);
        };
        let mut line = [0u8; 64 * 4];
        let mut fault = None;
        surface.for_each_run(rect, |run| {
            let line = &mut line[..run.len as usize * bytes];
            let addr = base.wrapping_add(run.offset as u32);
            if fault.is_some() {
                return;
            }
            if let Err(e) = bus.read(log, Port::Tlb, addr, line) {
                fault = Some(e);
                return;
            }
            for (i, px) in line.chunks_exact(bytes).enumerate() {
                let word = decode(px);
                for s in 0..self.samples.count() {
                    let at = self.index(run.x + i as u32 - rect.x, run.y - rect.y, s);
                    match plane {
                        Plane::Color => self.color[at] = word,
                        Plane::Zs => self.zs[at] = word,
                    }
                }
            }
        });
        fault.map_or(Ok(true), Err)
    }
}

enum Plane {
    Color,
    Zs,
}

/// Makes the pixels of `rect`, `bytes` each, and hands them out in pieces that
/// follow each other in memory: whole blocks of the layout where the rectangle
/// has no others, stretches of rows elsewhere.
fn each_piece(
    surface: &Surface,
    rect: Rect,
    bytes: usize,
    pixel: impl Fn(u32, u32, &mut [u8]),
    mut out: impl FnMut(u64, &[u8]),
) {
    let mut piece = [0u8; 64 * 4];
    let (width, height) = surface.layout().block_size();
    let block = (width * height) as usize * bytes;
    let whole =
        |from: u32, len: u32, block: u32| from.is_multiple_of(block) && len.is_multiple_of(block);
    let blocks = width * height > 1
        && block <= piece.len()
        && whole(rect.x, rect.width, width)
        && whole(rect.y, rect.height, height);
    if blocks {
        surface.for_each_block(rect, |x, y, offset| {
            let piece = &mut piece[..block];
            for (i, to) in piece.chunks_exact_mut(bytes).enumerate() {
                let i = i as u32;
                pixel(x + i % width, y + i / width, to);
            }
            out(offset, piece);
        });
        return;
    }
    surface.for_each_run(rect, |run| {
        let piece = &mut piece[..run.len as usize * bytes];
        for (i, to) in piece.chunks_exact_mut(bytes).enumerate() {
            pixel(run.x + i as u32, run.y, to);
        }
        out(run.offset, piece);
    });
}

/// A tile-buffer word (red in byte 0) as BGR565: red in the upper five bits.
/// Channel order: Mesa `vc4_formats.c`, `B5G6R5_UNORM` with swizzle XYZ1.
pub fn bgr565(word: u32) -> u16 {
    let [r, g, b, _] = word.to_le_bytes().map(u16::from);
    (r >> 3) << 11 | (g >> 2) << 5 | b >> 3
}

fn bgr565_dithered(word: u32, x: u32, y: u32) -> u16 {
    let [r, g, b, _] = word.to_le_bytes();
    let n = |v, bits| Dither::BAYER.narrow(v, bits, x, y) as u16;
    n(r, 5) << 11 | n(g, 6) << 5 | n(b, 5)
}

/// BGR565 as a tile-buffer word, low bits filled by repeating the high ones.
pub fn rgba8888(px: u16) -> u32 {
    let (r, g, b) = (px >> 11, px >> 5 & 63, px & 31);
    let five = |v: u16| (v << 3 | v >> 2) as u8;
    let six = |v: u16| (v << 2 | v >> 4) as u8;
    u32::from_le_bytes([five(r), six(g), five(b), 0xff])
}
