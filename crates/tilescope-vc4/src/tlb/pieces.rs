//! Parts of tiles that are consecutive in memory.

use tilescope_pixel::{Rect, Surface};

use super::SurfaceTile;

/// Maximum size of a piece in bytes.
pub(super) const PIECE: usize = 64 * 4;

/// Consecutive pixels in memory, row by row.
pub(super) struct Piece {
    /// The first one.
    pub x: u32,
    pub y: u32,
    /// Size of a row, and of all rows.
    pub width: u32,
    pub pixels: u32,
    /// Byte offset of the first one in the surface.
    pub offset: u64,
}

impl Piece {
    #[inline]
    pub fn positions(&self) -> impl Iterator<Item = (u32, u32)> {
        let (left, right) = (self.x, self.x + self.width);
        let rows = self.y..self.y + self.pixels / self.width;
        rows.flat_map(move |y| (left..right).map(move |x| (x, y)))
    }
}

/// Splits `rect` into pieces: whole blocks of the layout if the rectangle only has
/// such, otherwise parts of rows.
pub(super) fn for_each_piece(
    surface: &Surface,
    rect: Rect,
    bytes: usize,
    mut f: impl FnMut(&Piece),
) {
    let (width, height) = surface.layout().block_size();
    let pixels = width * height;
    let whole =
        |from: u32, len: u32, block: u32| from.is_multiple_of(block) && len.is_multiple_of(block);
    let blocks = pixels > 1
        && pixels as usize * bytes <= PIECE
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
pub(super) fn rows_of<const BYTES: usize>(
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
/// with their addresses, pieces without a gap together.
pub(super) fn each_piece<const BYTES: usize>(
    at: SurfaceTile<'_>,
    rect: Rect,
    rows: impl Fn((u32, u32), u32, &mut [[u8; BYTES]]),
    mut out: impl FnMut(u32, &[u8]),
) {
    let mut bytes = [0u8; 4 * PIECE];
    let (mut start, mut len) = (0, 0);
    // Pieces past the last address are at the first ones.
    let room = (1 << 32) - u64::from(at.base);
    for_each_piece(at.surface, rect, BYTES, |piece| {
        let size = piece.pixels as usize * BYTES;
        let end = piece.offset + size as u64;
        let follows = start + len as u64 == piece.offset && end <= room;
        if !follows || len + size > bytes.len() {
            if len > 0 {
                out(at.base.wrapping_add(start as u32), &bytes[..len]);
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
        out(at.base.wrapping_add(start as u32), &bytes[..len]);
    }
}
