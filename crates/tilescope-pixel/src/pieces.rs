//! Parts of rectangles that are consecutive in memory.

use crate::rect::Rect;
use crate::surface::Surface;

/// Maximum size of a [`Piece`] in bytes, if rectangles are at most 64 pixels of 4 bytes wide.
pub const PIECE_BYTES: usize = 64 * 4;

/// Consecutive pixels in memory, row by row.
#[derive(Clone, Copy, Debug)]
pub struct Piece {
    /// Column of the first one.
    pub x: u32,
    /// Its row.
    pub y: u32,
    /// Pixels of a row.
    pub width: u32,
    /// Pixels of all rows.
    pub pixels: u32,
    /// Byte offset of the first one in the surface.
    pub offset: u64,
}

impl Piece {
    /// The columns and rows of its pixels.
    #[inline]
    pub fn positions(&self) -> impl Iterator<Item = (u32, u32)> {
        let (left, right) = (self.x, self.x + self.width);
        let rows = self.y..self.y + self.pixels / self.width;
        rows.flat_map(move |y| (left..right).map(move |x| (x, y)))
    }
}

/// Splits `rect` into pieces: whole blocks of the layout if the rectangle only has
/// such, otherwise parts of rows.
pub fn for_each_piece(surface: &Surface, rect: Rect, mut f: impl FnMut(&Piece)) {
    let layout = surface.layout();
    let (width, height) = layout.block_size();
    let pixels = width * height;
    let whole =
        |from: u32, len: u32, block: u32| from.is_multiple_of(block) && len.is_multiple_of(block);
    let blocks = pixels > 1
        && (pixels * layout.element_bytes) as usize <= PIECE_BYTES
        && whole(rect.x, rect.width, width)
        && whole(rect.y, rect.height, height);
    if blocks {
        surface.for_each_block(rect, |x, y, offset| {
            f(&Piece {
                x,
                y,
                width,
                pixels,
                offset,
            });
        });
        return;
    }
    surface.for_each_run(rect, |run| {
        f(&Piece {
            x: run.x,
            y: run.y,
            width: run.len,
            pixels: run.len,
            offset: run.offset,
        });
    });
}

/// A generator of rows of pixels from one of pixels.
pub fn rows_of<const BYTES: usize>(
    pixel: impl Fn(u32, u32) -> [u8; BYTES],
) -> impl Fn((u32, u32), u32, &mut [[u8; BYTES]]) {
    move |(x, y), width, rows| {
        for (y, row) in (y..).zip(rows.chunks_mut(width as usize)) {
            for (x, to) in (x..).zip(row) {
                *to = pixel(x, y);
            }
        }
    }
}

/// Generates the pixels of `rect`, from a position and with a width, and passes them on
/// with their offsets, pieces without a gap together, unless one is beyond offset `room`.
pub fn generate_pieces<const BYTES: usize>(
    (surface, room): (&Surface, u64),
    rect: Rect,
    rows: impl Fn((u32, u32), u32, &mut [[u8; BYTES]]),
    mut out: impl FnMut(u64, &[u8]),
) {
    let mut bytes = [0u8; 4 * PIECE_BYTES];
    let (mut start, mut len) = (0, 0);
    for_each_piece(surface, rect, |piece| {
        let size = piece.pixels as usize * BYTES;
        let end = piece.offset + size as u64;
        let follows = start + len as u64 == piece.offset && end <= room;
        if !follows || len + size > bytes.len() {
            if len > 0 {
                out(start, &bytes[..len]);
            }
            (start, len) = (piece.offset, 0);
        }
        let to = &mut bytes[len..len + size];
        rows(
            (piece.x, piece.y),
            piece.width,
            to.as_chunks_mut::<BYTES>().0,
        );
        len += size;
    });
    if len > 0 {
        out(start, &bytes[..len]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layouts;
    use proptest::prelude::*;

    proptest! {
        /// Compared with the offsets of single pixels, which lie in [`Surface::extent`].
        #[test]
        fn pieces_are_their_pixels(
            layout in 0..layouts::TABLE.len(),
            x in 0u32..100, y in 0u32..100, width in 1u32..64, height in 1u32..64, whole: bool,
        ) {
            let layout = layouts::TABLE[layout];
            let surface = Surface::new(layout, 256, 256);
            let rect = match whole {
                true => Rect { x, y, width, height }.outwards(64),
                false => Rect { x, y, width, height },
            };
            let extent = surface.extent(rect);
            let mut seen = std::collections::HashSet::new();
            let mut failed = None;
            for_each_piece(&surface, rect, |piece| {
                for (n, (x, y)) in (0u64..).zip(piece.positions()) {
                    let inside = x.wrapping_sub(rect.x) < rect.width && y.wrapping_sub(rect.y) < rect.height;
                    let offset = surface.offset(x, y);
                    let same = piece.offset + n * u64::from(layout.element_bytes) == offset;
                    let within = extent.contains(&(offset % surface.bank_stride()));
                    if !(inside && same && within && seen.insert((x, y))) {
                        failed = Some((x, y, inside, same, within));
                    }
                }
            });
            prop_assert_eq!(failed, None, "{}", layout.name);
            prop_assert_eq!(seen.len() as u32, rect.width * rect.height);
        }
    }
}
