//! The tile buffer: colour and depth/stencil of one tile, its loads, stores,
//! resolve and raw dump.
//!
//! Words are in the order of a full-resolution dump (Mesa
//! `vc4_nir_lower_txf_ms.c`): 2x2 quads row by row, inside a quad sample by
//! sample, inside a sample the four pixels with x in bit 0 and y in bit 1.

use tilescope_core::MemFault;
use tilescope_pixel::{Dither, Rect, Surface};

use crate::bus::{Bus, Port};
use crate::log::Log;
use crate::quirks::{DepthAlone, Quirks, StoreRounding};
use tilescope_pixel::pieces::{PIECE_BYTES, for_each_piece, generate_pieces, rows_of};

/// Words of colour, and of depth/stencil, in a tile.
pub const WORDS: usize = 64 * 64;

/// Samples per pixel; determines the number of pixels of a tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Samples {
    /// One sample; 64x64 pixels.
    #[default]
    One,
    /// Four samples; 32x32 pixels.
    Four,
}

impl Samples {
    /// Number of samples.
    #[inline]
    pub fn count(self) -> usize {
        match self {
            Samples::One => 1,
            Samples::Four => 4,
        }
    }

    /// Width and height of a tile in pixels.
    #[inline]
    pub fn tile_size(self) -> u32 {
        match self {
            Samples::One => 64,
            Samples::Four => 32,
        }
    }

    #[inline]
    fn index(self, x: u32, y: u32, sample: usize) -> usize {
        let quad = (y / 2 * (self.tile_size() / 2) + x / 2) as usize;
        (quad * self.count() + sample) * 4 + (y % 2 * 2 + x % 2) as usize
    }

    /// Sets `out` to sample 0 of the pixels of a piece, row by row from (x, y) on.
    #[inline(always)]
    fn rows<const BYTES: usize>(
        self,
        words: &[u32],
        (x, y, width): (u32, u32, u32),
        out: &mut [[u8; BYTES]],
        pixel: impl Fn(u32) -> [u8; BYTES],
    ) {
        let quads = self == Samples::One && (x | y) % 2 == 0;
        // Two by two quads: the blocks of most layouts.
        if let (true, 4, Ok(out)) = (quads, width, <&mut [_; 16]>::try_from(&mut *out)) {
            let first = self.index(x, y, 0);
            let below = self.index(x, y + 2, 0);
            for (first, to) in [first, below].into_iter().zip(out.as_chunks_mut::<8>().0) {
                if let Some([a, b, c, d, e, f, g, h]) = words.get(first..first + 8) {
                    *to = [a, b, e, f, c, d, g, h].map(|word| pixel(*word));
                }
            }
            return;
        }
        for (y, row) in (y..).zip(out.chunks_mut(width as usize)) {
            self.row(words, (x, y), row, &pixel);
        }
    }

    /// Sets `out` to sample 0 of consecutive pixels of a row of `words`, from (x, y) on.
    #[inline(always)]
    fn row<const BYTES: usize>(
        self,
        words: &[u32],
        (x, y): (u32, u32),
        out: &mut [[u8; BYTES]],
        pixel: impl Fn(u32) -> [u8; BYTES],
    ) {
        let first = self.index(x, y, 0);
        // Two pixels of a quad are next to each other.
        let (pairs, rest) = match x.is_multiple_of(2) {
            true => out.as_chunks_mut::<2>(),
            false => (&mut [][..], out),
        };
        let quads = words.get(first..).unwrap_or_default();
        for (to, quad) in pairs.iter_mut().zip(quads.chunks(self.count() * 4)) {
            if let [left, right, ..] = quad {
                *to = [pixel(*left), pixel(*right)];
            }
        }
        let done = pairs.len() as u32 * 2;
        for (x, to) in (x + done..).zip(rest) {
            *to = pixel(words[self.index(x, y, 0)]);
        }
    }
}

/// Unimplemented features among the modes in records 112 and 113, as messages.
///
/// The guide's text was not available. Searched were Mesa 22.3.6 and Linux (whose
/// `vc4_validate.c` refuses both modes), `v3d_packet_v21.xml`, asurati/x03, and two
/// bare-metal headers that restate the guide's tables (`v3d32.s` of
/// JimmyKenMerchant/RaspberryPi, the VC4 header of a Windows driver).
///
/// * 64-bit colour. Known: tiles are 64x32; the clear colour is one RGBA16161616;
///   formats and decimation of stores do not apply. Unknown: whether a shader reads
///   and writes a pixel in one access or two, and which half first; the order of a
///   full dump; the tile size with four samples.
/// * Double-buffered tiles. Known: only without multisampling, and a bit of a store
///   disables the swap of the halves. Unknown: the tile size with half a buffer, and
///   the contents of a half that is reused without a clear.
pub fn unimplemented_modes(
    color_64bit: bool,
    double_buffered: bool,
) -> impl Iterator<Item = &'static str> {
    let color = color_64bit.then_some("64-bit colour in the tile buffer");
    let double = double_buffered.then_some("double-buffered tiles");
    color.into_iter().chain(double)
}

/// Values set by CLEAR_COLORS.
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
    /// Whether every colour word was cleared or loaded.
    pub color_defined: bool,
    /// Whether every depth/stencil word was cleared or loaded.
    pub zs_defined: bool,
}

/// The framebuffer format of colour in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColorFormat {
    /// The unchanged 32-bit word.
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

/// Resolve of four samples to one pixel in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Resolve {
    /// Sample 0.
    Sample0,
    /// The average of the four samples.
    Decimate4,
    /// The average of all samples of two by two pixels.
    Decimate16,
}

impl Resolve {
    /// Number of tile pixels, in each direction, per stored pixel.
    fn shrink(self) -> u32 {
        match self {
            Resolve::Sample0 | Resolve::Decimate4 => 1,
            Resolve::Decimate16 => 2,
        }
    }
}

/// Conversion of colour for memory.
#[derive(Clone, Copy, Debug)]
pub struct ColorStore<'a> {
    /// Pixel format in memory.
    pub format: ColorFormat,
    /// Resolve of samples to pixels.
    pub resolve: Resolve,
    /// Rounding of both.
    pub quirks: &'a Quirks,
}

/// A surface in memory, and a tile of it.
#[derive(Clone, Copy, Debug)]
pub struct SurfaceTile<'a> {
    /// GPU address of the surface.
    pub base: u32,
    /// Its layout.
    pub surface: &'a Surface,
    /// Column and row of the tile.
    pub tile: (u32, u32),
}

impl SurfaceTile<'_> {
    /// The part of the surface that the tile covers, in pixels, or `None` if it is
    /// outside. `size` is the width and height of a tile in pixels of the surface.
    pub fn rect(&self, size: u32) -> Option<Rect> {
        let (x, y) = (self.tile.0 * size, self.tile.1 * size);
        let width = self.surface.width().checked_sub(x)?.min(size);
        let height = self.surface.height().checked_sub(y)?.min(size);
        (width > 0 && height > 0).then_some(Rect {
            x,
            y,
            width,
            height,
        })
    }

    /// See [`generate_pieces`]. Pieces past the last address are at the first ones.
    fn generate<const BYTES: usize>(
        &self,
        rect: Rect,
        rows: impl Fn((u32, u32), u32, &mut [[u8; BYTES]]),
        out: &mut dyn FnMut(u32, &[u8]),
    ) {
        let room = (1 << 32) - u64::from(self.base);
        generate_pieces((self.surface, room), rect, rows, |offset, bytes| {
            out(self.base.wrapping_add(offset as u32), bytes);
        });
    }
}

impl TileBuffer {
    /// A tile buffer with undefined contents.
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
        self.samples.index(x, y, sample)
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

    /// The colour of pixel (x, y) of the surface, counted from the tile's corner.
    #[inline]
    fn resolved(&self, x: u32, y: u32, store: &ColorStore<'_>) -> u32 {
        if self.samples == Samples::One || store.resolve == Resolve::Sample0 {
            return self.color[self.index(x, y, 0)];
        }
        let shrink = store.resolve.shrink();
        let mut sum = [0u32; 4];
        for pixel in 0..shrink * shrink {
            let (x, y) = (x * shrink + pixel % shrink, y * shrink + pixel / shrink);
            for s in 0..4 {
                let w = self.color[self.index(x, y, s)].to_le_bytes();
                for (a, b) in sum.iter_mut().zip(w) {
                    *a += u32::from(b);
                }
            }
        }
        let n = shrink * shrink * 4;
        let half = match store.quirks.resolve_rounding {
            StoreRounding::Truncate => 0,
            StoreRounding::Nearest => n / 2,
        };
        u32::from_le_bytes(sum.map(|v| ((v + half) / n) as u8))
    }

    /// Stores colour into the surface at `at`.
    pub fn store_color(
        &self,
        at: SurfaceTile<'_>,
        store: &ColorStore<'_>,
        out: &mut dyn FnMut(u32, &[u8]),
    ) {
        let shrink = match self.samples {
            Samples::One => 1,
            Samples::Four => store.resolve.shrink(),
        };
        let size = self.samples.tile_size() / shrink;
        let Some(rect) = at.rect(size) else {
            return;
        };
        let word = |x, y| self.resolved(x - rect.x, y - rect.y, store);
        let whole = self.samples == Samples::One || store.resolve == Resolve::Sample0;
        let (quirks, place) = (store.quirks, at);
        match store.format {
            ColorFormat::Rgba8888 if whole => {
                let rows = |(x, y), width, to: &mut [[u8; 4]]| {
                    let at = (x - rect.x, y - rect.y, width);
                    (self.samples).rows(&self.color, at, to, u32::to_le_bytes);
                };
                place.generate(rect, rows, out);
            }
            ColorFormat::Rgba8888 => {
                let pixel = |x, y| word(x, y).to_le_bytes();
                place.generate(rect, rows_of(pixel), out);
            }
            ColorFormat::Bgr565 => {
                let pixel = |x, y| bgr565(word(x, y), quirks.bgr565_rounding).to_le_bytes();
                place.generate(rect, rows_of(pixel), out);
            }
            ColorFormat::Bgr565Dithered => {
                let pixel = |x, y| bgr565_dithered(word(x, y), x, y, &quirks.dither).to_le_bytes();
                place.generate(rect, rows_of(pixel), out);
            }
        }
    }

    /// Stores depth/stencil of sample 0 into the surface at `at`.
    pub fn store_zs(&self, at: SurfaceTile<'_>, out: &mut dyn FnMut(u32, &[u8])) {
        self.store_zs_words(at, |word| word, out);
    }

    /// Stores depth of sample 0, without stencil, into the surface at `at`.
    pub fn store_z(&self, at: SurfaceTile<'_>, alone: DepthAlone, out: &mut dyn FnMut(u32, &[u8])) {
        match alone {
            DepthAlone::StencilZero => {
                self.store_zs_words(at, |word| word & !0xff, out);
            }
            DepthAlone::StencilLeft => {
                let three = &mut |addr: u32, bytes: &[u8]| {
                    for (addr, word) in (addr..).step_by(4).zip(bytes.chunks_exact(4)) {
                        out(addr.wrapping_add(1), &word[1..]);
                    }
                };
                self.store_zs_words(at, |word| word, three);
            }
        }
    }

    fn store_zs_words(
        &self,
        at: SurfaceTile<'_>,
        word: impl Fn(u32) -> u32,
        out: &mut dyn FnMut(u32, &[u8]),
    ) {
        let Some(rect) = at.rect(self.samples.tile_size()) else {
            return;
        };
        let rows = |(x, y), width, to: &mut [[u8; 4]]| {
            let at = (x - rect.x, y - rect.y, width);
            (self.samples).rows(&self.zs, at, to, |w| word(w).to_le_bytes());
        };
        at.generate(rect, rows, out);
    }

    /// Loads colour from the surface at `at` into all samples.
    pub fn load_color(
        &mut self,
        at: SurfaceTile<'_>,
        format: ColorFormat,
        bus: &Bus<'_>,
        log: &mut Log,
    ) -> Result<(), MemFault> {
        let words = match format {
            ColorFormat::Rgba8888 => self.load(at, u32::from_le_bytes, Plane::Color, bus, log),
            ColorFormat::Bgr565 | ColorFormat::Bgr565Dithered => {
                let decode = |px| rgba8888(u16::from_le_bytes(px));
                self.load(at, decode, Plane::Color, bus, log)
            }
        }?;
        if words {
            self.color_defined = true;
        }
        Ok(())
    }

    /// Loads depth/stencil from the surface at `at` into all samples.
    pub fn load_zs(
        &mut self,
        at: SurfaceTile<'_>,
        bus: &Bus<'_>,
        log: &mut Log,
    ) -> Result<(), MemFault> {
        let decode = u32::from_le_bytes;
        let words = self.load(at, decode, Plane::Zs, bus, log)?;
        if words {
            self.zs_defined = true;
        }
        Ok(())
    }

    fn load<const BYTES: usize>(
        &mut self,
        at: SurfaceTile<'_>,
        decode: impl Fn([u8; BYTES]) -> u32,
        plane: Plane,
        bus: &Bus<'_>,
        log: &mut Log,
    ) -> Result<bool, MemFault> {
        let Some(rect) = at.rect(self.samples.tile_size()) else {
            return Ok(false);
        };
        let samples = self.samples;
        let words = match plane {
            Plane::Color => &mut self.color,
            Plane::Zs => &mut self.zs,
        };
        let mut pixels = [0u8; PIECE_BYTES];
        let mut fault = None;
        for_each_piece(at.surface, rect, |piece| {
            let pixels = &mut pixels[..piece.pixels as usize * BYTES];
            let addr = at.base.wrapping_add(piece.offset as u32);
            if fault.is_some() {
                return;
            }
            if let Err(e) = bus.read(log, Port::Tlb, addr, pixels) {
                fault = Some(e);
                return;
            }
            for ((x, y), px) in piece.positions().zip(pixels.as_chunks::<BYTES>().0) {
                let word = decode(*px);
                for s in 0..samples.count() {
                    words[samples.index(x - rect.x, y - rect.y, s)] = word;
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

/// Whether all of `rect` of the surface at `base` was written.
pub fn written(base: u32, surface: &Surface, rect: Rect, bus: &Bus<'_>) -> bool {
    let bytes = surface.layout().element_bytes;
    // Byte range of consecutive pieces without a gap.
    let mut stretch = 0..0;
    let check = |from: u64, to: u64| {
        let addr = base.wrapping_add(from as u32);
        from == to || bus.initialised(addr, (to - from) as u32)
    };
    let mut all = true;
    for_each_piece(surface, rect, |piece| {
        let end = piece.offset + u64::from(piece.pixels * bytes);
        if piece.offset == stretch.end {
            stretch.end = end;
        } else {
            all = all && check(stretch.start, stretch.end);
            stretch = piece.offset..end;
        }
    });
    all && check(stretch.start, stretch.end)
}

/// A tile-buffer word (red in byte 0) as BGR565: red in the upper five bits.
/// Channel order: Mesa `vc4_formats.c`, `B5G6R5_UNORM` with swizzle XYZ1.
pub fn bgr565(word: u32, rounding: StoreRounding) -> u16 {
    let [r, g, b, _] = word.to_le_bytes().map(u16::from);
    let n = |v: u16, bits: u32| match rounding {
        StoreRounding::Truncate => v >> (8 - bits),
        StoreRounding::Nearest => (v * ((1 << bits) - 1) + 127) / 255,
    };
    n(r, 5) << 11 | n(g, 6) << 5 | n(b, 5)
}

fn bgr565_dithered(word: u32, x: u32, y: u32, dither: &Dither) -> u16 {
    let [r, g, b, _] = word.to_le_bytes();
    let n = |v, bits| dither.narrow(v, bits, x, y) as u16;
    n(r, 5) << 11 | n(g, 6) << 5 | n(b, 5)
}

/// BGR565 as a tile-buffer word, low bits filled by repeating the high ones.
pub fn rgba8888(px: u16) -> u32 {
    let (r, g, b) = (px >> 11, px >> 5 & 63, px & 31);
    let five = |v: u16| (v << 3 | v >> 2) as u8;
    let six = |v: u16| (v << 2 | v >> 4) as u8;
    u32::from_le_bytes([five(r), six(g), five(b), 0xff])
}

#[cfg(test)]
mod tests;
