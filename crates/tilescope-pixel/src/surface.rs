//! A layout with a size: offsets of elements, and conversion of whole images.

use std::ops::Range;

use thiserror::Error;

use crate::layout::{Layout, TileOrder};
use crate::rect::Rect;

/// Elements of one row that are contiguous in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Run {
    /// Column of the first one.
    pub x: u32,
    /// Row.
    pub y: u32,
    /// Their number.
    pub len: u32,
    /// Byte offset of the first one from the base of the surface.
    pub offset: u64,
}

/// A rectangle extends outside a surface, or a surface outside its bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Error)]
#[error("{what} needs {needed} {unit} but has {available}")]
pub struct OutOfBounds {
    /// The resource that is too small.
    pub what: &'static str,
    /// The unit: bytes, columns, rows.
    pub unit: &'static str,
    /// The number needed.
    pub needed: u64,
    /// The number available.
    pub available: u64,
}

/// A two-dimensional array of elements in memory.
#[derive(Clone, Copy, Debug)]
pub struct Surface {
    layout: &'static Layout,
    width: u32,
    height: u32,
    row_bytes: u64,
    tiles_across: u32,
    bank_stride: u64,
}

impl Surface {
    /// A surface of `width` x `height` elements whose rows of tiles are
    /// contiguous, padded to whole tiles.
    pub fn new(layout: &'static Layout, width: u32, height: u32) -> Surface {
        let across = width.div_ceil(1 << layout.tile_width_log2);
        Self::with_row_bytes(
            layout,
            width,
            height,
            u64::from(across) * u64::from(layout.derived.tile_bytes),
        )
    }

    /// A surface whose rows of tiles are `row_bytes` apart in each bank; for a linear layout this
    /// is the usual stride. The stride also determines the number of tiles in a serpentine row, so
    /// it may be larger or smaller than the width requires.
    pub fn with_row_bytes(
        layout: &'static Layout,
        width: u32,
        height: u32,
        row_bytes: u64,
    ) -> Surface {
        let down = u64::from(height.div_ceil(1 << layout.tile_height_log2));
        let tiles = row_bytes / u64::from(layout.derived.tile_bytes);
        Surface {
            layout,
            width,
            height,
            row_bytes,
            // No coordinate beyond 32 bits.
            tiles_across: tiles.min(u64::from(u32::MAX >> layout.tile_width_log2)) as u32,
            bank_stride: row_bytes.saturating_mul(down),
        }
    }

    /// The same surface with its banks `bytes` apart.
    pub fn with_bank_stride(mut self, bytes: u64) -> Surface {
        self.bank_stride = bytes;
        self
    }

    /// Bytes from one bank to the next.
    pub fn bank_stride(&self) -> u64 {
        self.bank_stride
    }

    /// Its layout.
    pub fn layout(&self) -> &'static Layout {
        self.layout
    }

    /// Width in elements, without padding.
    pub fn width(&self) -> u32 {
        self.width
    }

    /// Height in elements, without padding.
    pub fn height(&self) -> u32 {
        self.height
    }

    /// Width in elements up to the stride.
    pub fn padded_width(&self) -> u32 {
        self.tiles_across
            .saturating_mul(1 << self.layout.tile_width_log2)
    }

    /// Height in elements up to whole tiles.
    pub fn padded_height(&self) -> u32 {
        let tile = 1 << self.layout.tile_height_log2;
        self.height.div_ceil(tile).saturating_mul(tile)
    }

    /// Bytes from one row of tiles to the next.
    pub fn row_bytes(&self) -> u64 {
        self.row_bytes
    }

    /// Bytes from the base to the end of the padding, over all banks.
    pub fn size_bytes(&self) -> u64 {
        let down = u64::from(self.height.div_ceil(1 << self.layout.tile_height_log2));
        let banks = (1u64 << self.layout.banks_log2) - 1;
        self.bank_stride
            .saturating_mul(banks)
            .saturating_add(self.row_bytes.saturating_mul(down))
    }

    /// The bytes of each bank, from its start, with the elements of `rect`, which is not
    /// empty. Of the rows of tiles, only the first and the last are exact, and those of a
    /// serpentine are whole.
    pub fn extent(&self, rect: Rect) -> Range<u64> {
        let layout = self.layout;
        let (x, y) = (layout.tile_width_log2, layout.tile_height_log2);
        let end = |from: u32, len: u32| u64::from(from) + u64::from(len);
        let (right, bottom) = (end(rect.x, rect.width), end(rect.y, rect.height));
        let tile = u64::from(layout.derived.tile_bytes);
        let row = |n: u64| n.saturating_mul(self.row_bytes);
        let first = row(u64::from(rect.y) >> y);
        let last = row(bottom.saturating_sub(1) >> y);
        match layout.order {
            TileOrder::Serpentine => first..last.saturating_add(self.row_bytes),
            TileOrder::LeftToRight => {
                let left = first.saturating_add((u64::from(rect.x) >> x) * tile);
                left..last.saturating_add(right.div_ceil(1 << x) * tile)
            }
        }
    }

    /// Byte offset of the element at (x, y). Coordinates outside the padded
    /// surface also have an offset, as in the hardware's arithmetic.
    #[inline]
    pub fn offset(&self, x: u32, y: u32) -> u64 {
        let l = self.layout;
        let ty = y >> l.tile_height_log2;
        let within = l.within_tile(x, y);
        let bank = within.checked_shr(l.derived.bank_shift).unwrap_or(0);
        let within = within & ((1 << l.derived.bank_shift) - 1);
        u64::from(ty)
            .wrapping_mul(self.row_bytes)
            .wrapping_add(u64::from(bank).wrapping_mul(self.bank_stride))
            .wrapping_add(
                u64::from(self.tile_column(x, ty))
                    .wrapping_mul(u64::from(l.derived.tile_bytes))
                    .wrapping_add(u64::from(within)),
            )
    }

    /// [`Surface::offset`] of (x0, y0), (x1, y0), (x0, y1) and (x1, y1),
    /// sharing half of the work.
    #[inline(always)]
    pub fn corners(&self, x: [u32; 2], y: [u32; 2]) -> [u64; 4] {
        let l = self.layout;
        let across = [l.within_tile(x[0], 0), l.within_tile(x[1], 0)];
        let mask = (1 << l.derived.bank_shift) - 1;
        let mut out = [0u64; 4];
        for (pair, y) in out.chunks_exact_mut(2).zip(y) {
            let ty = y >> l.tile_height_log2;
            let down = l.within_tile(0, y);
            let row = u64::from(ty).wrapping_mul(self.row_bytes);
            for (out, (x, across)) in pair.iter_mut().zip(x.into_iter().zip(across)) {
                let within = across ^ down;
                let bank = within.checked_shr(l.derived.bank_shift).unwrap_or(0);
                *out = row
                    .wrapping_add(u64::from(bank).wrapping_mul(self.bank_stride))
                    .wrapping_add(
                        u64::from(self.tile_column(x, ty))
                            .wrapping_mul(u64::from(l.derived.tile_bytes))
                            .wrapping_add(u64::from(within & mask)),
                    );
            }
        }
        out
    }

    /// Place of the tile that holds column x in its row of tiles.
    #[inline]
    fn tile_column(&self, x: u32, ty: u32) -> u32 {
        let tx = x >> self.layout.tile_width_log2;
        match self.layout.order {
            TileOrder::Serpentine if ty & 1 == 1 => {
                self.tiles_across.wrapping_sub(1).wrapping_sub(tx)
            }
            _ => tx,
        }
    }

    /// The element that holds the byte at `offset`, if it is in the padded surface.
    pub fn position(&self, offset: u64) -> Option<(u32, u32)> {
        let l = self.layout;
        if self.bank_stride == 0 || self.row_bytes == 0 {
            return None;
        }
        let bank = offset / self.bank_stride;
        if bank >> l.banks_log2 != 0 {
            return None;
        }
        let offset = offset % self.bank_stride;
        let ty = u32::try_from(offset / self.row_bytes).ok()?;
        let in_row = offset % self.row_bytes;
        let tile_bytes = u64::from(l.derived.tile_bytes);
        let place = u32::try_from(in_row / tile_bytes).ok()?;
        if place >= self.tiles_across || ty >= self.height.div_ceil(1 << l.tile_height_log2) {
            return None;
        }
        let tx = match l.order {
            TileOrder::Serpentine if ty & 1 == 1 => self.tiles_across - 1 - place,
            _ => place,
        };
        let (x, y) = (tx << l.tile_width_log2, ty << l.tile_height_log2);
        if l.is_linear() {
            return Some((x, y));
        }
        let byte = (in_row % tile_bytes) as u32 & !(l.element_bytes - 1);
        let bank = (bank as u32).checked_shl(l.derived.bank_shift).unwrap_or(0);
        let (dx, dy) = l.invert_within_tile((byte | bank) ^ l.within_tile(x, y));
        Some((x + dx, y + dy))
    }

    /// A lower bound of the elements from (x, y) on that are contiguous in memory.
    #[inline]
    pub(crate) fn contiguous(&self, x: u32) -> u32 {
        let l = self.layout;
        if l.is_linear() {
            return u32::MAX;
        }
        let block = 1 << l.derived.block_width_log2;
        block - (x & (block - 1))
    }

    /// Calls `f` for all elements of `rect` in raster order, in runs that are
    /// contiguous in memory.
    #[inline]
    pub fn for_each_run(&self, rect: Rect, mut f: impl FnMut(Run)) {
        let end = rect.x.saturating_add(rect.width);
        for y in rect.y..rect.y.saturating_add(rect.height) {
            let mut x = rect.x;
            while x < end {
                let len = self.contiguous(x).min(end - x);
                let offset = self.offset(x, y);
                f(Run { x, y, len, offset });
                x += len;
            }
        }
    }

    /// Calls `f` with (x, y, offset) of the first element of every raster block
    /// ([`Layout::block_size`]) that `rect` touches. A linear layout has blocks of
    /// one element: use [`Surface::for_each_run`] for it.
    #[inline]
    pub fn for_each_block(&self, rect: Rect, mut f: impl FnMut(u32, u32, u64)) {
        let (bw, bh) = self.layout.block_size();
        let (x_end, y_end) = (
            rect.x.saturating_add(rect.width),
            rect.y.saturating_add(rect.height),
        );
        let mut y = rect.y & !(bh - 1);
        while y < y_end && rect.width > 0 {
            let mut x = rect.x & !(bw - 1);
            while x < x_end {
                f(x, y, self.offset(x, y));
                match x.checked_add(bw) {
                    Some(next) => x = next,
                    None => break,
                }
            }
            match y.checked_add(bh) {
                Some(next) => y = next,
                None => break,
            }
        }
    }

    fn check(&self, rect: Rect, bytes: usize, what: &'static str) -> Result<(), OutOfBounds> {
        let fail = |unit, needed: u64, available: u64| {
            if needed > available {
                Err(OutOfBounds {
                    what,
                    unit,
                    needed,
                    available,
                })
            } else {
                Ok(())
            }
        };
        let right = u64::from(rect.x) + u64::from(rect.width);
        let bottom = u64::from(rect.y) + u64::from(rect.height);
        fail("columns", right, self.padded_width().into())?;
        fail("rows", bottom, self.padded_height().into())?;
        fail("bytes", self.size_bytes(), bytes as u64)
    }

    /// Copies the elements of `rect` from `bytes`, which hold this surface, to
    /// (x, y) of `to`, which is in `out`. The elements of both layouts must
    /// have the same size.
    pub fn copy(
        &self,
        bytes: &[u8],
        rect: Rect,
        to: &Surface,
        (x, y): (u32, u32),
        out: &mut [u8],
    ) -> Result<(), OutOfBounds> {
        self.check(rect, bytes.len(), "source surface")?;
        to.check(Rect { x, y, ..rect }, out.len(), "target surface")?;
        let element = self.layout.element_bytes;
        if element != to.layout.element_bytes {
            return Err(OutOfBounds {
                what: "target element",
                unit: "bytes",
                needed: element.into(),
                available: to.layout.element_bytes.into(),
            });
        }
        for row in 0..rect.height {
            let mut column = 0;
            while column < rect.width {
                let (sx, dx) = (rect.x + column, x + column);
                let len = self
                    .contiguous(sx)
                    .min(to.contiguous(dx))
                    .min(rect.width - column);
                let s = self.offset(sx, rect.y + row) as usize;
                let d = to.offset(dx, y + row) as usize;
                let n = (len * element) as usize;
                // Most runs are a row of a microtile: a copy of constant size
                // is a load and a store, one of variable size a call.
                if n == 16 {
                    out[d..d + 16].copy_from_slice(&bytes[s..s + 16]);
                } else {
                    out[d..d + n].copy_from_slice(&bytes[s..s + n]);
                }
                column += len;
            }
        }
        Ok(())
    }
}
