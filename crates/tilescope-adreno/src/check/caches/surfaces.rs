//! The memory of render targets, copies and descriptors, as registers and words state it. Ranges are
//! rather too small than too large: neighbours of a surface are other surfaces.

use super::contents::{Range, Source, Through};
use crate::plan::formats::texel_bytes;
use crate::stream::{Follow, Mode, ReadWords};

/// Registers that matter here.
mod register {
    pub const GRAS_SC_SCREEN_SCISSOR_TL: u32 = 0x80b0;
    pub const GRAS_SC_WINDOW_SCISSOR_TL: u32 = 0x80f0;
    pub const GRAS_2D_SRC_TL_X: u32 = 0x8401;
    pub const GRAS_2D_DST_TL: u32 = 0x8405;
    pub const RB_BIN_CONTROL: u32 = 0x8800;
    pub const RB_FS_OUTPUT_CNTL1: u32 = 0x880c;
    pub const RB_RENDER_COMPONENTS: u32 = 0x880d;
    pub const RB_MRT_CONTROL: u32 = 0x8820;
    pub const RB_DEPTH_CNTL: u32 = 0x8871;
    pub const RB_DEPTH_BUFFER_INFO: u32 = 0x8872;
    pub const RB_STENCIL_CONTROL: u32 = 0x8880;
    pub const RB_STENCIL_INFO: u32 = 0x8881;
    pub const RB_STENCILWRMASK: u32 = 0x8889;
    pub const RB_BLIT_SCISSOR_TL: u32 = 0x88d1;
    pub const RB_BLIT_DST: u32 = 0x88d8;
    pub const RB_BLIT_INFO: u32 = 0x88e3;
    pub const RB_2D_BLIT_CNTL: u32 = 0x8c00;
    pub const RB_2D_DST_INFO: u32 = 0x8c17;
    pub const SP_PS_2D_SRC_INFO: u32 = 0xb4c0;
}
use register as reg;

/// A surface that a draw or a copy accesses.
#[derive(Clone, Copy, Debug)]
pub(super) struct Surface {
    pub range: Range,
    pub through: Through,
    pub source: Source,
    pub writes: bool,
}

/// Whether draws access targets in system memory, past tiles.
pub(super) fn is_sysmem(now: &Follow) -> bool {
    let location = now.known(reg::RB_BIN_CONTROL).map(|bin| bin >> 22 & 3);
    match now.mode {
        Mode::Binning => false,
        Mode::Sysmem => true,
        Mode::Tiles | Mode::Unknown => location == Some(3),
    }
}

/// The first row and the row after the last between two corners.
fn rows_of(top_left: u32, bottom_right: u32, mask: u32) -> (u64, u64) {
    let y = |word: u32| u64::from(word >> 16 & mask);
    (y(top_left), y(bottom_right) + 1)
}

/// The rows that draws can touch.
fn rows(now: &Follow) -> Option<(u64, u64)> {
    let first = now.known(reg::GRAS_SC_WINDOW_SCISSOR_TL)?;
    let last = now.known(reg::GRAS_SC_WINDOW_SCISSOR_TL + 1)?;
    let window = rows_of(first, last, 0x3fff);
    let first = now.known(reg::GRAS_SC_SCREEN_SCISSOR_TL);
    let last = now.known(reg::GRAS_SC_SCREEN_SCISSOR_TL + 1);
    let (Some(first), Some(last)) = (first, last) else {
        return Some(window);
    };
    let screen = rows_of(first, last, 0xffff);
    Some((window.0.max(screen.0), window.1.min(screen.1)))
}

/// Rows of a surface.
fn part(base: u64, pitch: u32, (first, end): (u64, u64)) -> Range {
    let pitch = u64::from(pitch);
    let start = base.saturating_add(first * pitch);
    Range::new(start, end.saturating_sub(first) * pitch)
}

/// Rows of the first layer of a target. Scissors may be larger than it: drivers leave them open where
/// vertices bound a draw. Without a layer's size only the first row is certain.
fn layer(base: u64, pitch: u32, size: u32, rows: (u64, u64)) -> Range {
    let size = u64::from(size.max(pitch));
    let mut range = part(base, pitch, rows);
    range.end = range.end.min(base.saturating_add(size));
    range
}

/// The surfaces of a draw in system memory.
pub(super) fn targets(now: &Follow) -> Vec<Surface> {
    let mut all = Vec::new();
    let Some(rows) = rows(now).filter(|_| is_sysmem(now)) else {
        return all;
    };
    let count = now.known(reg::RB_FS_OUTPUT_CNTL1).unwrap_or(0) & 0xf;
    let components = now.known(reg::RB_RENDER_COMPONENTS).unwrap_or(0);
    for n in 0..count.min(8) {
        let control = reg::RB_MRT_CONTROL + n * 8;
        let (Some(enabled), Some(info)) = (now.known(control), now.known(control + 2)) else {
            continue;
        };
        if enabled >> 7 & 0xf == 0 || components >> (n * 4) & 0xf == 0 || info & 0xff == 0 {
            continue;
        }
        let pitch = (now.read(control + 3) & 0xffff) << 6;
        let size = (now.read(control + 4) & 0x1fff_ffff) << 6;
        all.push(Surface {
            range: layer(now.address(control + 5), pitch, size, rows),
            through: Through::Colour,
            source: Source::Target(n),
            writes: true,
        });
    }
    let depth = now.known(reg::RB_DEPTH_CNTL).unwrap_or(0);
    let info = reg::RB_DEPTH_BUFFER_INFO;
    let has_depth = now.known(info).is_some_and(|info| info & 7 != 0);
    let stencil = now.known(reg::RB_STENCIL_CONTROL).unwrap_or(0) & 1 != 0;
    let masked = now.known(reg::RB_STENCILWRMASK).unwrap_or(0) & 0xff == 0;
    let separate = now.known(reg::RB_STENCIL_INFO).unwrap_or(0) & 1 != 0;
    let packed = stencil && !separate;
    // Format, pitch, size of a layer, address.
    let surface = |at: u32, source, writes| {
        let (pitch, size) = (now.read(at + 1) & 0x3fff, now.read(at + 2) & 0xfff_ffff);
        Surface {
            range: layer(now.address(at + 3), pitch << 6, size << 6, rows),
            through: Through::Depth,
            source,
            writes,
        }
    };
    if has_depth && (depth & 1 != 0 || packed) {
        let writes = depth & 3 == 3 || packed && !masked;
        all.push(surface(info, Source::Depth, writes));
    }
    if stencil && separate {
        all.push(surface(reg::RB_STENCIL_INFO, Source::Stencil, !masked));
    }
    all
}

/// Part of a surface of one row or of several, from coordinates that are part of it.
fn area(base: u64, pitch: u32, info: u32, (x0, x1): (u32, u32), (y0, y1): (u32, u32)) -> Range {
    let bytes = texel_bytes(info & 0xff).unwrap_or(1);
    if y0 == y1 && info >> 8 & 3 == 0 {
        let start = u64::from(y0) * u64::from(pitch) + u64::from(x0) * u64::from(bytes);
        let width = u64::from(x1.saturating_sub(x0) + 1) * u64::from(bytes);
        return Range::new(base.saturating_add(start), width);
    }
    part(base, pitch, (u64::from(y0), u64::from(y1) + 1))
}

/// Destination and source of `CP_BLIT`.
pub(super) fn blit(now: &Follow) -> Option<(Range, Option<Range>)> {
    let first = now.known(reg::GRAS_2D_DST_TL)?;
    let last = now.known(reg::GRAS_2D_DST_TL + 1)?;
    let info = now.known(reg::RB_2D_DST_INFO)?;
    let x = |word: u32| word & 0x3fff;
    let y = |word: u32| word >> 16 & 0x3fff;
    let pitch = (now.read(reg::RB_2D_DST_INFO + 3) & 0xffff) << 6;
    let base = now.address(reg::RB_2D_DST_INFO + 1);
    let to = area(base, pitch, info, (x(first), x(last)), (y(first), y(last)));
    let solid = now.known(reg::RB_2D_BLIT_CNTL)? >> 7 & 1 != 0;
    Some((to, source(now).filter(|_| !solid)))
}

fn source(now: &Follow) -> Option<Range> {
    let info = now.known(reg::SP_PS_2D_SRC_INFO)?;
    let pitch = (now.read(reg::SP_PS_2D_SRC_INFO + 4) >> 9 & 0x7fff) << 6;
    let base = now.address(reg::SP_PS_2D_SRC_INFO + 2);
    // Sign, 16 bits, and 8 bits of a fraction that is 0.
    let place = |n: u32| {
        let word = now.known(reg::GRAS_2D_SRC_TL_X + n)?;
        u32::try_from((word as i32) << 7 >> 15).ok()
    };
    let (x0, x1, y0, y1) = (place(0)?, place(1)?, place(2)?, place(3)?);
    let order = |a: u32, b: u32| (a.min(b), a.max(b));
    Some(area(base, pitch, info, order(x0, x1), order(y0, y1)))
}

/// The memory of the event `BLIT`, which copies a tile, and whether it is written.
pub(super) fn tile(now: &Follow) -> Option<(Range, bool)> {
    let info = now.known(reg::RB_BLIT_INFO)?;
    let (loads, clears) = (info >> 1 & 1 != 0, info >> 4 & 0xf != 0);
    if loads && clears {
        return None;
    }
    let first = now.known(reg::RB_BLIT_SCISSOR_TL)?;
    let last = now.known(reg::RB_BLIT_SCISSOR_TL + 1)?;
    let pitch = (now.read(reg::RB_BLIT_DST + 2) & 0xffff) << 6;
    let size = (now.read(reg::RB_BLIT_DST + 3) & 0x1fff_ffff) << 6;
    let base = now.address(reg::RB_BLIT_DST);
    let rows = rows_of(first, last, 0x3fff);
    Some((layer(base, pitch, size, rows), !loads))
}

/// The memory of a texture, an image or a buffer with a format.
#[derive(Clone, Copy, Debug)]
pub(super) struct Texels {
    /// The first layer.
    pub first: Range,
    /// Bytes from one layer to the next.
    pub stride: u64,
    /// The number of layers.
    pub layers: u64,
    /// Whether it is a buffer.
    pub is_buffer: bool,
}

/// Layers that are compared with writes.
const MAX_LAYERS: u64 = 64;

impl Texels {
    /// The memory of a descriptor: its first level.
    pub fn read(address: u64, read: ReadWords<'_>) -> Option<Texels> {
        let mut words = [0; 6];
        if read(address, &mut words) < words.len() {
            return None;
        }
        let low = u64::from(words[4] & !0x1f);
        let base = u64::from(words[5] & 0x1_ffff) << 32 | low;
        let (width, height) = (words[1] & 0x7fff, words[1] >> 15 & 0x7fff);
        let is_buffer = words[2] >> 29 == 4;
        if is_buffer {
            let bytes = texel_bytes(words[0] >> 22 & 0xff).unwrap_or(1);
            let count = u64::from(height << 15 | width);
            return Some(Texels {
                first: Range::new(base, count * u64::from(bytes)),
                stride: 0,
                layers: 1,
                is_buffer,
            });
        }
        let pitch = u64::from(words[2] >> 7 & 0x3f_ffff);
        let stride = u64::from(words[3] & 0x3fff) << 12;
        // Blocks have fewer rows than pixels: the stride bounds them.
        let size = pitch * u64::from(height.max(1));
        let size = if stride == 0 { size } else { size.min(stride) };
        let layers = u64::from(words[5] >> 17 & 0x1fff).clamp(1, MAX_LAYERS);
        Some(Texels {
            first: Range::new(base, size),
            stride,
            layers: if stride == 0 { 1 } else { layers },
            is_buffer,
        })
    }

    /// The ranges of its layers.
    pub fn ranges(self) -> impl Iterator<Item = Range> {
        let size = self.first.end.saturating_sub(self.first.start);
        (0..self.layers).map(move |n| Range::new(self.first.start + n * self.stride, size))
    }
}
