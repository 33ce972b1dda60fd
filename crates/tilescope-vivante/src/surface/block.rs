//! Transfers of rectangles between surfaces and blocks in raster order.
//!
//! Memory is accessed in runs as long as the layout allows: a row of a linear
//! surface, adjacent tiles, a whole supertile.

use tilescope_pixel::Rect;

use super::{Surface, Tiling};

/// The largest number of columns of a transfer: a supertile.
pub const BLOCK_WIDTH: u32 = 64;
/// The largest number of rows: a multi-supertile.
pub const BLOCK_HEIGHT: u32 = 128;

/// Additional columns and rows of a block, which complete the tiles on both sides.
const EDGES: usize = 8;

/// Pixels of a rectangle, row by row, in the format of the surface.
pub struct Block {
    bytes: Vec<u8>,
    pitch: usize,
    rows: usize,
    pixel_bytes: usize,
    /// Column and row of the rectangle's corner, after the pixels that complete its
    /// first tiles.
    skip: (usize, usize),
    width: usize,
}

impl Block {
    /// An empty block.
    pub fn new() -> Block {
        Block {
            bytes: Vec::new(),
            pitch: 1,
            rows: 1,
            pixel_bytes: 1,
            skip: (0, 0),
            width: 0,
        }
    }

    /// Makes room for the pixels of `rect` of `surface`.
    pub fn fit(&mut self, surface: &Surface, rect: Rect) {
        self.pixel_bytes = surface.pixel_bytes as usize;
        self.width = rect.width.min(BLOCK_WIDTH) as usize;
        self.pitch = (self.width + EDGES) * self.pixel_bytes;
        self.rows = rect.height.min(BLOCK_HEIGHT) as usize + EDGES;
        let needed = self.pitch * self.rows;
        if self.bytes.len() < needed {
            self.bytes.resize(needed, 0);
        }
        self.skip = match surface.tiling {
            Tiling::Linear => (0, 0),
            _ => (rect.x as usize & 3, rect.y as usize & 3),
        };
    }

    /// Whether its pixels are arranged as after [`Block::fit`] for `rect` of
    /// `surface`.
    pub fn fits(&self, surface: &Surface, rect: Rect) -> bool {
        let skip = match surface.tiling {
            Tiling::Linear => self.skip,
            _ => (rect.x as usize & 3, rect.y as usize & 3),
        };
        self.pixel_bytes == surface.pixel_bytes as usize && self.skip == skip
    }

    fn range(&self, y: u32) -> std::ops::Range<usize> {
        let row = (y as usize + self.skip.1).min(self.rows - 1);
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

impl Default for Block {
    fn default() -> Self {
        Self::new()
    }
}

/// Transfers rectangles between a surface and blocks.
pub struct Mover {
    /// The surface.
    pub surface: Surface,
    /// The position of each tile of a supertile in `staging`, row by row.
    order: Vec<u32>,
    /// Rows of tiles of a supertile that are contiguous in each pipe's part.
    band: u32,
    staging: Vec<u8>,
}

/// A rectangle of whole tiles, in tiles.
#[derive(Clone, Copy)]
struct Tiles {
    left: u32,
    top: u32,
    right: u32,
    bottom: u32,
}

impl Mover {
    /// A mover of pixels of `surface`.
    pub fn new(surface: Surface) -> Mover {
        let layout = surface.layout();
        let (w, h) = layout.tile_size();
        // The longest run of tiles, unless whole supertiles are transferred.
        let mut staging = (surface.tile_bytes() * (BLOCK_WIDTH / 4 + 2)) as usize;
        let mut order = Vec::new();
        if surface.tiling.is_super() {
            staging = layout.tile_bytes() as usize;
            let one = tilescope_pixel::Surface::new(layout, w, h);
            for y in (0..h).step_by(4) {
                order.extend((0..w).step_by(4).map(|x| one.offset(x, y) as u32));
            }
        }
        Mover {
            surface,
            order,
            band: band(&surface),
            staging: vec![0; staging],
        }
    }

    /// Reads the pixels of `rect`, at most [`BLOCK_WIDTH`] x [`BLOCK_HEIGHT`], with
    /// `fetch`, which fills bytes from an address.
    pub fn read<E>(
        &mut self,
        rect: Rect,
        block: &mut Block,
        fetch: &mut impl FnMut(u32, &mut [u8]) -> Result<(), E>,
    ) -> Result<(), E> {
        block.fit(&self.surface, rect);
        if self.surface.tiling == Tiling::Linear {
            return (0..rect.height.min(BLOCK_HEIGHT)).try_for_each(|y| {
                let address = self.surface.address(rect.x, rect.y.wrapping_add(y));
                fetch(address, block.row_mut(y))
            });
        }
        let all = tiles_of(rect);
        self.for_each_part(all, |this, part, whole| {
            if whole {
                this.each_bank(part, |bytes, address| fetch(address, bytes))?;
                this.scatter(all, part, block);
                return Ok(());
            }
            this.for_each_run(part, |this, x, y, n, address| {
                let bytes = this.surface.tile_bytes() as usize;
                fetch(address, &mut this.staging[..n * bytes])?;
                for i in 0..n {
                    let tile = &this.staging[i * bytes..][..bytes];
                    let at = place(all, block, x + i as u32, y);
                    untile(tile, &mut block.bytes[at..], block.pitch, block.pixel_bytes);
                }
                Ok(())
            })
        })
    }

    /// Writes the pixels of `rect` with `store`. Nothing outside is touched.
    pub fn write<E>(
        &mut self,
        rect: Rect,
        block: &Block,
        store: &mut impl FnMut(u32, &[u8]) -> Result<(), E>,
    ) -> Result<(), E> {
        if self.surface.tiling == Tiling::Linear {
            return (0..rect.height.min(BLOCK_HEIGHT)).try_for_each(|y| {
                let address = self.surface.address(rect.x, rect.y.wrapping_add(y));
                store(address, block.row(y))
            });
        }
        let whole_tiles = (rect.x | rect.y | rect.width | rect.height) & 3 == 0;
        if !whole_tiles {
            return self.write_rows(rect, block, store);
        }
        let all = tiles_of(rect);
        self.for_each_part(all, |this, part, whole| {
            if whole {
                this.gather(all, part, block);
                return this.each_bank(part, |bytes, address| store(address, bytes));
            }
            this.for_each_run(part, |this, x, y, n, address| {
                let bytes = this.surface.tile_bytes() as usize;
                for i in 0..n {
                    let at = place(all, block, x + i as u32, y);
                    let out = &mut this.staging[i * bytes..][..bytes];
                    tile(&block.bytes[at..], out, block.pitch, block.pixel_bytes);
                }
                store(address, &this.staging[..n * bytes])
            })
        })
    }

    /// Calls `f` with address and length of each contiguous range of memory with
    /// pixels of `rect`, or with the tiles that it touches.
    pub fn for_each_piece<E>(
        &mut self,
        rect: Rect,
        f: &mut impl FnMut(u32, usize) -> Result<(), E>,
    ) -> Result<(), E> {
        if self.surface.tiling == Tiling::Linear {
            let bytes = (rect.width * self.surface.pixel_bytes) as usize;
            return (0..rect.height)
                .try_for_each(|y| f(self.surface.address(rect.x, rect.y.wrapping_add(y)), bytes));
        }
        let all = Tiles {
            left: rect.x / 4,
            top: rect.y / 4,
            right: rect.x.saturating_add(rect.width).div_ceil(4),
            bottom: rect.y.saturating_add(rect.height).div_ceil(4),
        };
        self.for_each_part(all, |this, part, whole| match whole {
            true => this.each_bank(part, |bytes, address| f(address, bytes.len())),
            false => this.for_each_run(part, |this, _, _, n, address| {
                f(address, n * this.surface.tile_bytes() as usize)
            }),
        })
    }

    /// Writes a rectangle that covers tiles partially, one row of a tile at a time.
    fn write_rows<E>(
        &mut self,
        rect: Rect,
        block: &Block,
        store: &mut impl FnMut(u32, &[u8]) -> Result<(), E>,
    ) -> Result<(), E> {
        for y in 0..rect.height.min(BLOCK_HEIGHT) {
            let row = block.row(y);
            let mut x = 0;
            while x < rect.width.min(BLOCK_WIDTH) {
                let at = rect.x.wrapping_add(x);
                let n = self.surface.run(at).min(rect.width - x);
                let from = (x * self.surface.pixel_bytes) as usize;
                let bytes = (n * self.surface.pixel_bytes) as usize;
                let address = self.surface.address(at, rect.y.wrapping_add(y));
                store(address, &row[from..from + bytes])?;
                x += n;
            }
        }
        Ok(())
    }

    /// Splits `all` at the borders of supertiles, and tells whether each part is
    /// contiguous, or contiguous in each pipe's half.
    fn for_each_part<E>(
        &mut self,
        all: Tiles,
        mut f: impl FnMut(&mut Self, Tiles, bool) -> Result<(), E>,
    ) -> Result<(), E> {
        if self.order.is_empty() {
            return f(self, all, false);
        }
        let (w, h) = self.surface.layout().tile_size();
        let (w, h) = (w / 4, h / 4);
        let mut top = all.top;
        while top < all.bottom {
            let bottom = (top / h + 1).saturating_mul(h).min(all.bottom);
            let mut left = all.left;
            while left < all.right {
                let right = (left / w + 1).saturating_mul(w).min(all.right);
                let whole = right - left == w && (top | bottom).is_multiple_of(self.band);
                let part = Tiles {
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

    /// Calls `f` with the bytes in `staging` of each pipe's share of `part`, and
    /// its address.
    fn each_bank<E>(
        &mut self,
        part: Tiles,
        mut f: impl FnMut(&mut [u8], u32) -> Result<(), E>,
    ) -> Result<(), E> {
        let layout = self.surface.layout();
        let all = (layout.tile_bytes() >> layout.banks_log2) as usize;
        let rows = layout.tile_size().1 / 4;
        let row = all / rows as usize;
        let (from, len) = (
            (part.top % rows) as usize * row,
            (part.bottom - part.top) as usize * row,
        );
        let origin = (part.top - part.top % rows) * 4;
        let first = self.surface.address(part.left * 4, origin);
        let [base, other] = self.surface.bases;
        let banks = [base, other].into_iter().take(1 << layout.banks_log2);
        for (i, base_of_pipe) in banks.enumerate() {
            let address = first
                .wrapping_add(base_of_pipe.wrapping_sub(base))
                .wrapping_add(from as u32);
            f(&mut self.staging[i * all + from..][..len], address)?;
        }
        Ok(())
    }

    /// The position of each tile of `part` in `staging`.
    fn places(&self, part: Tiles) -> impl Iterator<Item = (u32, u32, usize)> + use<'_> {
        let (w, h) = self.surface.layout().tile_size();
        let (across, rows) = (w / 4, h / 4);
        (part.top..part.bottom).flat_map(move |y| {
            let row = (y % rows * across) as usize;
            let order = self.order.get(row..row + across as usize).unwrap_or(&[]);
            (part.left..part.right)
                .zip(order)
                .map(move |(x, &at)| (x, y, at as usize))
        })
    }

    fn scatter(&self, all: Tiles, part: Tiles, block: &mut Block) {
        let bytes = self.surface.tile_bytes() as usize;
        for (x, y, from) in self.places(part) {
            let at = place(all, block, x, y);
            let tile = &self.staging[from..][..bytes];
            untile(tile, &mut block.bytes[at..], block.pitch, block.pixel_bytes);
        }
    }

    fn gather(&mut self, all: Tiles, part: Tiles, block: &Block) {
        let bytes = self.surface.tile_bytes() as usize;
        let mut staging = std::mem::take(&mut self.staging);
        for (x, y, to) in self.places(part) {
            let at = place(all, block, x, y);
            let out = &mut staging[to..][..bytes];
            tile(&block.bytes[at..], out, block.pitch, block.pixel_bytes);
        }
        self.staging = staging;
    }

    /// Calls `f` with column and row of the first tile, number of tiles and address
    /// of each run of adjacent tiles that are contiguous in memory.
    fn for_each_run<E>(
        &mut self,
        part: Tiles,
        mut f: impl FnMut(&mut Self, u32, u32, usize, u32) -> Result<(), E>,
    ) -> Result<(), E> {
        let bytes = self.surface.tile_bytes();
        for y in part.top..part.bottom {
            let mut x = part.left;
            let mut address = self.surface.address(x.wrapping_mul(4), y.wrapping_mul(4));
            while x < part.right {
                let mut n = 1;
                let mut next = address;
                while x + n < part.right {
                    next = self
                        .surface
                        .address((x + n).wrapping_mul(4), y.wrapping_mul(4));
                    if next != address.wrapping_add(n * bytes) {
                        break;
                    }
                    n += 1;
                }
                f(self, x, y, n as usize, address)?;
                x += n;
                address = next;
            }
        }
        Ok(())
    }
}

/// The smallest number of rows of tiles whose multiples are contiguous in each
/// pipe's part of a supertile: their bits of y are above all others.
fn band(surface: &Surface) -> u32 {
    let layout = surface.layout();
    let bytes = layout.tile_bytes() >> layout.banks_log2;
    let mut highest = bytes / 2;
    let mut bits = layout.tile_height_log2;
    for &flips in layout.y_bits.iter().rev() {
        if flips & (bytes - 1) != highest || bits <= 2 {
            break;
        }
        highest /= 2;
        bits -= 1;
    }
    1 << (bits.max(2) - 2)
}

/// The tiles that `rect` touches.
fn tiles_of(rect: Rect) -> Tiles {
    let end = |from: u32, n: u32| (from % 4 + n).div_ceil(4) + from / 4;
    Tiles {
        left: rect.x / 4,
        top: rect.y / 4,
        right: end(rect.x, rect.width.min(BLOCK_WIDTH)),
        bottom: end(rect.y, rect.height.min(BLOCK_HEIGHT)),
    }
}

/// Byte offset of the tile at (x, y) in a block whose first tile is that of `all`.
fn place(all: Tiles, block: &Block, x: u32, y: u32) -> usize {
    let (column, row) = ((x - all.left) as usize * 4, (y - all.top) as usize * 4);
    row * block.pitch + column * block.pixel_bytes
}

/// Copies a tile to rows with a distance of `pitch`.
fn untile(tile: &[u8], out: &mut [u8], pitch: usize, pixel_bytes: usize) {
    // A copy of constant size compiles to a few loads and stores, one of variable
    // size to a call.
    match pixel_bytes {
        1 => rows::<4>(tile, out, pitch),
        2 => rows::<8>(tile, out, pitch),
        4 => rows::<16>(tile, out, pitch),
        _ => rows::<32>(tile, out, pitch),
    }
}

fn rows<const N: usize>(tile: &[u8], out: &mut [u8], pitch: usize) {
    // Chunks of variable length would need a division.
    for (i, row) in tile.as_chunks::<N>().0.iter().enumerate() {
        let rest = out.get_mut(i * pitch..);
        if let Some(out) = rest.and_then(|rest| rest.first_chunk_mut()) {
            *out = *row;
        }
    }
}

/// Copies rows with a distance of `pitch` to a tile.
fn tile(bytes: &[u8], out: &mut [u8], pitch: usize, pixel_bytes: usize) {
    match pixel_bytes {
        1 => columns::<4>(bytes, out, pitch),
        2 => columns::<8>(bytes, out, pitch),
        4 => columns::<16>(bytes, out, pitch),
        _ => columns::<32>(bytes, out, pitch),
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
    use crate::surface::Stride;
    use proptest::prelude::*;

    const TILINGS: [Tiling; 6] = [
        Tiling::Linear,
        Tiling::Tiled,
        Tiling::SuperTiled,
        Tiling::SuperTiledNew,
        Tiling::MultiTiled,
        Tiling::MultiSuperTiled,
    ];

    fn surface(tiling: Tiling, pixel_bytes: u32) -> Surface {
        let bases = [0x100, 0x100 + 256 * 256 * pixel_bytes / 2];
        Surface::new(
            tiling,
            pixel_bytes,
            bases,
            Stride::OfPixels(256 * pixel_bytes),
        )
        .unwrap()
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(96))]

        /// Compared with transfers of single pixels.
        #[test]
        fn blocks_are_their_pixels(
            tiling in 0..TILINGS.len(), log2 in 0u32..4,
            x in 0u32..192, y in 0u32..128,
            width in 1u32..=BLOCK_WIDTH, height in 1u32..=BLOCK_HEIGHT,
            whole: bool,
        ) {
            let s = surface(TILINGS[tiling], 1 << log2);
            // Whole supertiles are transferred only in supertiled layouts.
            let rect = match whole {
                true => Rect { x: x & !63, y: y & !31, width: 64, height: ((height | 31) + 1) & 0x60 },
                false => Rect { x, y, width, height },
            };
            let cpp = s.pixel_bytes as usize;
            let mut memory: Vec<u8> =
                (0..0x100 + 256 * 256 * cpp).map(|i| (i * 7 + i / 251) as u8).collect();
            let mut block = Block::new();
            let mut mover = Mover::new(s);
            let fetched = mover.read(rect, &mut block, &mut |address, out: &mut [u8]| {
                let from = memory.get(address as usize..).and_then(|m| m.get(..out.len()));
                out.copy_from_slice(from.ok_or(address)?);
                Ok::<(), u32>(())
            });
            prop_assert_eq!(fetched, Ok(()));
            for dy in 0..rect.height {
                for dx in 0..rect.width {
                    let at = s.address(rect.x + dx, rect.y + dy) as usize;
                    let got = &block.row(dy)[dx as usize * cpp..][..cpp];
                    prop_assert_eq!(got, &memory[at..at + cpp], "({}, {})", dx, dy);
                }
            }
            let mut want = memory.clone();
            for dy in 0..rect.height {
                block.row_mut(dy).iter_mut().for_each(|b| *b ^= 0xa5);
                for dx in 0..rect.width {
                    let at = s.address(rect.x + dx, rect.y + dy) as usize;
                    want[at..at + cpp].iter_mut().for_each(|b| *b ^= 0xa5);
                }
            }
            mover.write(rect, &block, &mut |address, bytes: &[u8]| {
                memory[address as usize..][..bytes.len()].copy_from_slice(bytes);
                Ok::<(), u32>(())
            }).unwrap();
            prop_assert!(memory == want);
        }
    }

    #[test]
    fn memory_is_touched_in_long_runs() {
        let runs = |tiling, rect| {
            let mut mover = Mover::new(surface(tiling, 4));
            let mut lengths = Vec::new();
            mover
                .read(rect, &mut Block::new(), &mut |_, out: &mut [u8]| {
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
        assert_eq!(runs(Tiling::Linear, rect), [256; 128]);
        assert_eq!(runs(Tiling::Tiled, rect), [1024; 32]);
        assert_eq!(runs(Tiling::SuperTiled, rect), [16384; 2]);
        assert_eq!(runs(Tiling::MultiSuperTiled, rect), [16384; 2]);
        let strip = Rect { height: 16, ..rect };
        assert_eq!(runs(Tiling::SuperTiled, strip), [4096]);
        assert_eq!(runs(Tiling::MultiSuperTiled, strip), [128; 32]);
        let half = Rect { height: 32, ..rect };
        assert_eq!(runs(Tiling::MultiSuperTiled, half), [4096; 2]);
        assert_eq!(runs(Tiling::SuperTiledNew, half), [8192]);
    }
}
