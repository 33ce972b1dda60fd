//! Transfers of rectangles between surfaces in memory and blocks in raster order.
//!
//! Memory is accessed in runs as long as the layout allows: a row of a linear surface,
//! adjacent microtiles, a whole tile. A *microtile* is the largest part of a tile that is
//! in raster order, [`Layout::block_size`].

use std::ops::Range;

use crate::layout::Layout;
use crate::rect::Rect;
use crate::surface::Surface;

/// The largest number of columns of a transfer: the widest tile of [`layouts`](crate::layouts).
pub const BLOCK_WIDTH: u32 = 64;
/// The largest number of rows: the highest tile.
pub const BLOCK_HEIGHT: u32 = 128;

/// Pixels of a rectangle, row by row, in the format of the surface.
#[derive(Default)]
pub struct Block {
    bytes: Vec<u8>,
    pitch: usize,
    rows: usize,
    pixel_bytes: usize,
    /// Column and row of the rectangle's corner, after the pixels that complete its
    /// first microtiles.
    skip: (usize, usize),
    width: usize,
}

/// The place of a rectangle's corner in its first microtile.
fn skip(layout: &Layout, rect: Rect) -> (usize, usize) {
    let (width, height) = layout.block_size();
    (
        (rect.x & (width - 1)) as usize,
        (rect.y & (height - 1)) as usize,
    )
}

impl Block {
    /// Makes room for the pixels of `rect` of a surface.
    pub fn fit(&mut self, layout: &Layout, rect: Rect) {
        // Microtiles are completed on both sides.
        let (across, down) = layout.block_size();
        self.pixel_bytes = layout.element_bytes as usize;
        self.width = rect.width.min(BLOCK_WIDTH) as usize;
        self.pitch = (self.width + 2 * across as usize) * self.pixel_bytes;
        self.rows = rect.height.min(BLOCK_HEIGHT) as usize + 2 * down as usize;
        let needed = self.pitch * self.rows;
        if self.bytes.len() < needed {
            self.bytes.resize(needed, 0);
        }
        self.skip = skip(layout, rect);
    }

    /// Whether its pixels are arranged as after [`Block::fit`] for `rect` of a surface.
    pub fn fits(&self, layout: &Layout, rect: Rect) -> bool {
        let placed = layout.is_linear() || self.skip == skip(layout, rect);
        self.pixel_bytes == layout.element_bytes as usize && placed
    }

    fn range(&self, y: u32) -> Range<usize> {
        let row = (y as usize + self.skip.1).min(self.rows.saturating_sub(1));
        let from = row * self.pitch + self.skip.0 * self.pixel_bytes;
        from..from + self.width * self.pixel_bytes
    }

    /// Row `y` of the rectangle.
    pub fn row(&self, y: u32) -> &[u8] {
        &self.bytes[self.range(y)]
    }

    /// Row `y` of the rectangle.
    pub fn row_mut(&mut self, y: u32) -> &mut [u8] {
        let range = self.range(y);
        &mut self.bytes[range]
    }
}

/// Transfers rectangles between a surface and blocks. Memory is at offsets from the base of
/// the surface, which may wrap around.
pub struct Mover {
    surface: Surface,
    /// Width and height of a microtile, as powers of two.
    micro_log2: (u32, u32),
    micro_bytes: usize,
    /// The position of each microtile of a tile in `staging`, row by row; empty if tiles
    /// are single microtiles, or arranged differently among themselves.
    order: Vec<u32>,
    /// Rows of microtiles of a tile that are contiguous in each bank.
    band: u32,
    staging: Vec<u8>,
}

/// A rectangle of whole microtiles, in microtiles.
#[derive(Clone, Copy)]
struct Micros {
    left: u32,
    top: u32,
    right: u32,
    bottom: u32,
}

/// A number of adjacent microtiles that are contiguous in memory, and the first of them.
#[derive(Clone, Copy)]
struct MicroRun {
    x: u32,
    y: u32,
    count: usize,
    offset: u64,
}

impl Mover {
    /// A mover of pixels of `surface`.
    pub fn new(surface: Surface) -> Mover {
        let layout = surface.layout();
        let (micro_width, micro_height) = layout.block_size();
        let (width, height) = layout.tile_size();
        let micro_bytes = (layout.element_bytes * micro_width * micro_height) as usize;
        // The longest run of microtiles, unless whole tiles are transferred.
        let mut staging = micro_bytes * (BLOCK_WIDTH / micro_width + 2) as usize;
        let mut order = Vec::new();
        if layout.tiles_are_alike() && (width, height) != (micro_width, micro_height) {
            staging = staging.max(layout.tile_bytes() as usize);
            let one = Surface::new(layout, width, height);
            for y in (0..height).step_by(micro_height as usize) {
                let row = (0..width).step_by(micro_width as usize);
                order.extend(row.map(|x| one.offset(x, y) as u32));
            }
        }
        Mover {
            surface,
            micro_log2: (micro_width.ilog2(), micro_height.ilog2()),
            micro_bytes,
            order,
            band: band(layout),
            staging: vec![0; staging],
        }
    }

    /// Reads the pixels of `rect`, at most [`BLOCK_WIDTH`] x [`BLOCK_HEIGHT`], with
    /// `fetch`, which fills bytes from an offset.
    ///
    /// # Errors
    /// The first of `fetch`.
    pub fn read<E>(
        &mut self,
        rect: Rect,
        block: &mut Block,
        fetch: &mut impl FnMut(u64, &mut [u8]) -> Result<(), E>,
    ) -> Result<(), E> {
        block.fit(self.surface.layout(), rect);
        if self.surface.layout().is_linear() {
            return (0..rect.height.min(BLOCK_HEIGHT)).try_for_each(|y| {
                let offset = self.surface.offset(rect.x, rect.y.wrapping_add(y));
                fetch(offset, block.row_mut(y))
            });
        }
        let all = self.micros_of(rect);
        self.for_each_part(all, |this, part, whole| {
            if whole {
                this.each_bank(part, |bytes, offset| fetch(offset, bytes))?;
                this.scatter(all, part, block);
                return Ok(());
            }
            this.for_each_run(part, |this, run| {
                let bytes = this.micro_bytes;
                fetch(run.offset, &mut this.staging[..run.count * bytes])?;
                for i in 0..run.count {
                    let at = this.place(all, block, run.x + i as u32, run.y);
                    let micro = &this.staging[i * bytes..][..bytes];
                    this.unpack(micro, &mut block.bytes[at..], block.pitch);
                }
                Ok(())
            })
        })
    }

    /// Writes the pixels of `rect` with `store`. Nothing outside is touched.
    ///
    /// # Errors
    /// The first of `store`.
    pub fn write<E>(
        &mut self,
        rect: Rect,
        block: &Block,
        store: &mut impl FnMut(u64, &[u8]) -> Result<(), E>,
    ) -> Result<(), E> {
        let (x, y) = self.micro_log2;
        let whole = (rect.x | rect.width).is_multiple_of(1 << x)
            && (rect.y | rect.height).is_multiple_of(1 << y);
        if self.surface.layout().is_linear() || !whole {
            return self.write_rows(rect, block, store);
        }
        let all = self.micros_of(rect);
        self.for_each_part(all, |this, part, whole| {
            if whole {
                this.gather(all, part, block);
                return this.each_bank(part, |bytes, offset| store(offset, bytes));
            }
            this.for_each_run(part, |this, run| {
                let bytes = this.micro_bytes;
                let mut staging = std::mem::take(&mut this.staging);
                for i in 0..run.count {
                    let at = this.place(all, block, run.x + i as u32, run.y);
                    let out = &mut staging[i * bytes..][..bytes];
                    this.pack(&block.bytes[at..], out, block.pitch);
                }
                this.staging = staging;
                store(run.offset, &this.staging[..run.count * bytes])
            })
        })
    }

    /// Calls `f` with offset and length of each contiguous range of memory with pixels of
    /// `rect`, or with the microtiles that it touches.
    ///
    /// # Errors
    /// The first of `f`.
    pub fn for_each_piece<E>(
        &mut self,
        rect: Rect,
        f: &mut impl FnMut(u64, usize) -> Result<(), E>,
    ) -> Result<(), E> {
        if self.surface.layout().is_linear() {
            let bytes = rect.width as usize * self.micro_bytes;
            return (0..rect.height)
                .try_for_each(|y| f(self.surface.offset(rect.x, rect.y.wrapping_add(y)), bytes));
        }
        let (x, y) = self.micro_log2;
        let all = Micros {
            left: rect.x >> x,
            top: rect.y >> y,
            right: rect.x.saturating_add(rect.width).div_ceil(1 << x),
            bottom: rect.y.saturating_add(rect.height).div_ceil(1 << y),
        };
        self.for_each_part(all, |this, part, whole| match whole {
            true => this.each_bank(part, |bytes, offset| f(offset, bytes.len())),
            false => this.for_each_run(part, |this, run| {
                f(run.offset, run.count * this.micro_bytes)
            }),
        })
    }

    /// Writes a rectangle that covers microtiles partially, one row at a time.
    fn write_rows<E>(
        &mut self,
        rect: Rect,
        block: &Block,
        store: &mut impl FnMut(u64, &[u8]) -> Result<(), E>,
    ) -> Result<(), E> {
        let pixel = block.pixel_bytes;
        for y in 0..rect.height.min(BLOCK_HEIGHT) {
            let row = block.row(y);
            let mut x = 0;
            while x < rect.width.min(BLOCK_WIDTH) {
                let at = rect.x.wrapping_add(x);
                let count = self.surface.contiguous(at).min(rect.width - x);
                let (from, bytes) = (x as usize * pixel, count as usize * pixel);
                let offset = self.surface.offset(at, rect.y.wrapping_add(y));
                store(offset, &row[from..from + bytes])?;
                x += count;
            }
        }
        Ok(())
    }

    /// Width and height of a tile in microtiles.
    fn tile(&self) -> (u32, u32) {
        let (width, height) = self.surface.layout().tile_size();
        let (x, y) = self.micro_log2;
        (width >> x, height >> y)
    }

    /// Splits `all` at the borders of tiles, and tells whether each part is contiguous, or
    /// contiguous in each bank.
    fn for_each_part<E>(
        &mut self,
        all: Micros,
        mut f: impl FnMut(&mut Self, Micros, bool) -> Result<(), E>,
    ) -> Result<(), E> {
        if self.order.is_empty() {
            return f(self, all, false);
        }
        let (width, height) = self.tile();
        let mut top = all.top;
        while top < all.bottom {
            let bottom = (top / height + 1).saturating_mul(height).min(all.bottom);
            let mut left = all.left;
            while left < all.right {
                let right = (left / width + 1).saturating_mul(width).min(all.right);
                let whole = right - left == width && (top | bottom).is_multiple_of(self.band);
                let part = Micros {
                    left,
                    top,
                    right,
                    bottom,
                };
                f(self, part, whole)?;
                left = right;
            }
            top = bottom;
        }
        Ok(())
    }

    /// Calls `f` with the bytes in `staging` of each bank's share of `part`, and their
    /// offset.
    fn each_bank<E>(
        &mut self,
        part: Micros,
        mut f: impl FnMut(&mut [u8], u64) -> Result<(), E>,
    ) -> Result<(), E> {
        let layout = self.surface.layout();
        let all = (layout.tile_bytes() >> layout.banks_log2) as usize;
        let rows = self.tile().1;
        let row = all / rows as usize;
        let (from, len) = (
            (part.top % rows) as usize * row,
            (part.bottom - part.top) as usize * row,
        );
        let (x, y) = self.micro_log2;
        let origin = (part.top - part.top % rows) << y;
        let first = self.surface.offset(part.left << x, origin);
        for bank in 0..1usize << layout.banks_log2 {
            let apart = self.surface.bank_stride().wrapping_mul(bank as u64);
            let offset = first.wrapping_add(apart).wrapping_add(from as u64);
            f(&mut self.staging[bank * all + from..][..len], offset)?;
        }
        Ok(())
    }

    /// The position of each microtile of `part` in `staging`.
    fn places(&self, part: Micros) -> impl Iterator<Item = (u32, u32, usize)> + use<'_> {
        let (across, rows) = self.tile();
        (part.top..part.bottom).flat_map(move |y| {
            let row = (y % rows * across) as usize;
            let order = self.order.get(row..row + across as usize).unwrap_or(&[]);
            (part.left..part.right)
                .zip(order)
                .map(move |(x, &at)| (x, y, at as usize))
        })
    }

    fn scatter(&self, all: Micros, part: Micros, block: &mut Block) {
        for (x, y, from) in self.places(part) {
            let at = self.place(all, block, x, y);
            let micro = &self.staging[from..][..self.micro_bytes];
            self.unpack(micro, &mut block.bytes[at..], block.pitch);
        }
    }

    fn gather(&mut self, all: Micros, part: Micros, block: &Block) {
        let mut staging = std::mem::take(&mut self.staging);
        for (x, y, to) in self.places(part) {
            let at = self.place(all, block, x, y);
            let out = &mut staging[to..][..self.micro_bytes];
            self.pack(&block.bytes[at..], out, block.pitch);
        }
        self.staging = staging;
    }

    /// Calls `f` with each run of adjacent microtiles that are contiguous in memory.
    fn for_each_run<E>(
        &mut self,
        part: Micros,
        mut f: impl FnMut(&mut Self, MicroRun) -> Result<(), E>,
    ) -> Result<(), E> {
        let (width, height) = self.micro_log2;
        let bytes = self.micro_bytes as u64;
        for y in part.top..part.bottom {
            let mut x = part.left;
            let mut offset = self.surface.offset(x << width, y << height);
            while x < part.right {
                let mut count = 1;
                let mut next = offset;
                while x + count < part.right {
                    next = self.surface.offset((x + count) << width, y << height);
                    if next != offset.wrapping_add(u64::from(count) * bytes) {
                        break;
                    }
                    count += 1;
                }
                let run = MicroRun {
                    x,
                    y,
                    count: count as usize,
                    offset,
                };
                f(self, run)?;
                x += count;
                offset = next;
            }
        }
        Ok(())
    }

    /// The microtiles that `rect` touches.
    fn micros_of(&self, rect: Rect) -> Micros {
        let (x, y) = self.micro_log2;
        let end = |from: u32, count: u32, log2: u32| {
            (from % (1 << log2) + count).div_ceil(1 << log2) + (from >> log2)
        };
        Micros {
            left: rect.x >> x,
            top: rect.y >> y,
            right: end(rect.x, rect.width.min(BLOCK_WIDTH), x),
            bottom: end(rect.y, rect.height.min(BLOCK_HEIGHT), y),
        }
    }

    /// Byte offset of the microtile at (x, y) in a block whose first one is that of `all`.
    fn place(&self, all: Micros, block: &Block, x: u32, y: u32) -> usize {
        let (width, height) = self.micro_log2;
        let (column, row) = ((x - all.left) << width, (y - all.top) << height);
        row as usize * block.pitch + column as usize * block.pixel_bytes
    }

    /// Copies a microtile to rows with a distance of `pitch`.
    fn unpack(&self, micro: &[u8], out: &mut [u8], pitch: usize) {
        // A copy of constant size compiles to a few loads and stores, one of variable
        // size to a call.
        match self.micro_bytes >> self.micro_log2.1 {
            4 => rows::<4>(micro, out, pitch),
            8 => rows::<8>(micro, out, pitch),
            16 => rows::<16>(micro, out, pitch),
            32 => rows::<32>(micro, out, pitch),
            bytes => {
                let rows = micro.chunks_exact(bytes.max(1));
                for (row, out) in rows.zip(out.chunks_mut(pitch.max(1))) {
                    out[..bytes].copy_from_slice(row);
                }
            }
        }
    }

    /// Copies rows with a distance of `pitch` to a microtile.
    fn pack(&self, bytes: &[u8], out: &mut [u8], pitch: usize) {
        match self.micro_bytes >> self.micro_log2.1 {
            4 => columns::<4>(bytes, out, pitch),
            8 => columns::<8>(bytes, out, pitch),
            16 => columns::<16>(bytes, out, pitch),
            32 => columns::<32>(bytes, out, pitch),
            count => {
                let rows = out.chunks_exact_mut(count.max(1));
                for (out, row) in rows.zip(bytes.chunks(pitch.max(1))) {
                    out.copy_from_slice(&row[..count]);
                }
            }
        }
    }
}

/// The smallest number of rows of microtiles whose multiples are contiguous in each bank
/// of a tile: their bits of y are above all others.
fn band(layout: &Layout) -> u32 {
    let bytes = layout.tile_bytes() >> layout.banks_log2;
    let micro = layout.block_size().1.ilog2();
    let mut highest = bytes / 2;
    let mut bits = layout.tile_height_log2;
    for &flips in layout.y_bits.iter().rev() {
        if flips & (bytes - 1) != highest || bits <= micro {
            break;
        }
        highest /= 2;
        bits -= 1;
    }
    1 << (bits.max(micro) - micro)
}

fn rows<const N: usize>(micro: &[u8], out: &mut [u8], pitch: usize) {
    // Chunks of variable length would need a division.
    for (i, row) in micro.as_chunks::<N>().0.iter().enumerate() {
        let rest = out.get_mut(i * pitch..);
        if let Some(out) = rest.and_then(|rest| rest.first_chunk_mut()) {
            *out = *row;
        }
    }
}

fn columns<const N: usize>(bytes: &[u8], out: &mut [u8], pitch: usize) {
    for (i, out) in out.as_chunks_mut::<N>().0.iter_mut().enumerate() {
        let rest = bytes.get(i * pitch..);
        if let Some(row) = rest.and_then(|rest| rest.first_chunk()) {
            *out = *row;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layouts;
    use proptest::prelude::*;

    /// A surface of 256x256 elements, whose second bank follows the first.
    fn surface(layout: &'static Layout) -> Surface {
        Surface::new(layout, 256, 256)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(192))]

        /// Compared with transfers of single pixels.
        #[test]
        fn blocks_are_their_pixels(
            layout in 0..layouts::TABLE.len(),
            x in 0u32..192, y in 0u32..128,
            width in 1u32..=BLOCK_WIDTH, height in 1u32..=BLOCK_HEIGHT,
            whole: bool,
        ) {
            let layout = layouts::TABLE[layout];
            let s = surface(layout);
            let rect = match whole {
                true => Rect { x: x & !63, y: y & !31, width: 64, height: ((height | 31) + 1) & 0x60 },
                false => Rect { x, y, width, height },
            };
            let pixel = layout.element_bytes as usize;
            let mut memory: Vec<u8> =
                (0..s.size_bytes() as usize).map(|i| (i * 7 + i / 251) as u8).collect();
            let mut block = Block::default();
            let mut mover = Mover::new(s);
            let fetched = mover.read(rect, &mut block, &mut |offset, out: &mut [u8]| {
                let from = memory.get(offset as usize..).and_then(|m| m.get(..out.len()));
                out.copy_from_slice(from.ok_or(offset)?);
                Ok::<(), u64>(())
            });
            prop_assert_eq!(fetched, Ok(()));
            for dy in 0..rect.height {
                for dx in 0..rect.width {
                    let at = s.offset(rect.x + dx, rect.y + dy) as usize;
                    let got = &block.row(dy)[dx as usize * pixel..][..pixel];
                    prop_assert_eq!(got, &memory[at..at + pixel], "{} ({}, {})", layout.name, dx, dy);
                }
            }
            let mut want = memory.clone();
            for dy in 0..rect.height {
                block.row_mut(dy).iter_mut().for_each(|b| *b ^= 0xa5);
                for dx in 0..rect.width {
                    let at = s.offset(rect.x + dx, rect.y + dy) as usize;
                    want[at..at + pixel].iter_mut().for_each(|b| *b ^= 0xa5);
                }
            }
            mover.write(rect, &block, &mut |offset, bytes: &[u8]| {
                memory[offset as usize..][..bytes.len()].copy_from_slice(bytes);
                Ok::<(), u64>(())
            }).unwrap();
            prop_assert!(memory == want);
        }
    }

    #[test]
    fn memory_is_touched_in_long_runs() {
        let runs = |layout, rect| {
            let mut mover = Mover::new(surface(layout));
            let mut lengths = Vec::new();
            mover
                .read(rect, &mut Block::default(), &mut |_, out: &mut [u8]| {
                    lengths.push(out.len());
                    Ok::<(), ()>(())
                })
                .unwrap();
            lengths
        };
        let rect = Rect {
            x: 64,
            y: 0,
            width: 64,
            height: 128,
        };
        assert_eq!(runs(&layouts::LINEAR_4, rect), [256; 128]);
        assert_eq!(runs(&layouts::TILED_4, rect), [1024; 32]);
        assert_eq!(runs(&layouts::SUPERTILED_4, rect), [16384; 2]);
        assert_eq!(runs(&layouts::MULTI_SUPERTILED_4, rect), [16384; 2]);
        assert_eq!(runs(&layouts::U_INTERLEAVED_4, rect), [1024; 32]);
        let strip = Rect { height: 16, ..rect };
        assert_eq!(runs(&layouts::SUPERTILED_4, strip), [4096]);
        assert_eq!(runs(&layouts::MULTI_SUPERTILED_4, strip), [128; 32]);
        let half = Rect { height: 32, ..rect };
        assert_eq!(runs(&layouts::MULTI_SUPERTILED_4, half), [4096; 2]);
        assert_eq!(runs(&layouts::SUPERTILED_NEW_4, half), [8192]);
    }
}
