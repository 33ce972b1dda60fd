//! Memory layouts: rows of tiles, and inside a tile a permutation of the bits of
//! x and y.

/// The order of the tiles of a row in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TileOrder {
    /// From left to right in every row.
    LeftToRight,
    /// From left to right in even rows, from right to left in odd ones.
    Serpentine,
}

/// Coordinate bits that may enter the offset within a tile.
const MAX_BITS: usize = 8;
const LUT: usize = 1 << MAX_BITS;

/// A memory layout for elements of one size. An element is a texel, or a
/// compressed block.
///
/// The surface is divided into tiles of a power of two of elements; tiles are stored in rows.
/// Inside a tile the offset is linear over bits: every set bit of the coordinates flips some bits
/// of it. Bits of coordinates *above* the tile may flip them too, which expresses bank swizzles and
/// alternating tile rows.
///
/// Rows are data; [`crate::layouts`] has the known ones. A row whose bits do not form a bijection
/// does not compile.
#[derive(Debug)]
pub struct Layout {
    /// Name, in the hardware's own terms, with the element size in bytes.
    pub name: &'static str,
    /// Bytes per element; a power of two unless tiles are a single element.
    pub element_bytes: u32,
    /// Width of a tile in elements, as a power of two.
    pub tile_width_log2: u32,
    /// Height of a tile in elements, as a power of two.
    pub tile_height_log2: u32,
    /// `x_bits[k]`: the bits of the byte offset within the tile that bit k of x
    /// flips.
    pub x_bits: &'static [u32],
    /// `y_bits[k]`: the bits of the byte offset within the tile that bit k of y
    /// flips.
    pub y_bits: &'static [u32],
    /// The order of tiles.
    pub order: TileOrder,
    /// Number of memory banks that a tile is split across, as a power of two:
    /// the top bits of its offset select one of as many equal parts of the
    /// surface, which may be apart.
    pub banks_log2: u32,
    /// The source of the fact.
    pub source: &'static str,
    pub(crate) derived: Derived,
}

/// Values derived from a row.
#[derive(Debug)]
pub(crate) struct Derived {
    x: [u32; LUT],
    y: [u32; LUT],
    x_mask: u32,
    y_mask: u32,
    /// Bytes of a tile in one bank.
    pub(crate) tile_bytes: u32,
    pub(crate) bank_shift: u32,
    /// Coordinates (x | y << 16) within the tile that flip only this offset
    /// bit.
    inverse: [u32; 32],
    pub(crate) block_width_log2: u32,
    pub(crate) block_height_log2: u32,
}

/// The columns of a row.
pub(crate) struct Row {
    pub name: &'static str,
    pub element_bytes: u32,
    /// Tile size in elements as powers of two: width, height.
    pub tile: (u32, u32),
    pub x_bits: &'static [u32],
    pub y_bits: &'static [u32],
    pub order: TileOrder,
    pub banks_log2: u32,
    pub source: &'static str,
}

const fn table(bits: &[u32]) -> [u32; LUT] {
    assert!(bits.len() <= MAX_BITS);
    let mut out = [0; LUT];
    let mut i = 0;
    while i < LUT {
        let mut k = 0;
        while k < bits.len() {
            if i >> k & 1 == 1 {
                out[i] ^= bits[k];
            }
            k += 1;
        }
        i += 1;
    }
    out
}

/// Gauss-Jordan over bits: for every offset bit the coordinates that flip it alone.
const fn invert(row: &Row, tile_bytes: u32) -> [u32; 32] {
    let mut value = [0u32; 32];
    let mut coord = [0u32; 32];
    let mut n = 0;
    let mut k = 0;
    while k < row.tile.0 {
        value[n] = row.x_bits[k as usize];
        coord[n] = 1 << k;
        n += 1;
        k += 1;
    }
    k = 0;
    while k < row.tile.1 {
        value[n] = row.y_bits[k as usize];
        coord[n] = 1 << (16 + k);
        n += 1;
        k += 1;
    }
    let mut inverse = [0u32; 32];
    if n == 0 {
        return inverse;
    }
    assert!(row.element_bytes.is_power_of_two());
    let mut done = 0;
    let mut bit = row.element_bytes.trailing_zeros();
    while 1 << bit < tile_bytes {
        let mut pivot = done;
        while pivot < n && value[pivot] >> bit & 1 == 0 {
            pivot += 1;
        }
        assert!(pivot < n, "the bits of a tile are not a bijection");
        let (v, c) = (value[pivot], coord[pivot]);
        value[pivot] = value[done];
        coord[pivot] = coord[done];
        value[done] = v;
        coord[done] = c;
        let mut i = 0;
        while i < n {
            if i != done && value[i] >> bit & 1 == 1 {
                value[i] ^= v;
                coord[i] ^= c;
            }
            i += 1;
        }
        done += 1;
        bit += 1;
    }
    assert!(done == n, "a tile has more coordinates than bytes");
    let mut i = 0;
    while i < n {
        assert!(value[i].is_power_of_two());
        inverse[value[i].trailing_zeros() as usize] = coord[i];
        i += 1;
    }
    inverse
}

/// Powers of two of the largest block in raster order: width and height.
const fn raster_block(row: &Row) -> (u32, u32) {
    let mut touched = 0;
    let mut k = 0;
    while k < row.x_bits.len() {
        touched |= if row.x_bits[k].is_power_of_two() {
            0
        } else {
            row.x_bits[k]
        };
        k += 1;
    }
    k = 0;
    while k < row.y_bits.len() {
        touched |= if row.y_bits[k].is_power_of_two() && k < row.tile.1 as usize {
            0
        } else {
            row.y_bits[k]
        };
        k += 1;
    }
    let mut next = row.element_bytes;
    let mut w = 0;
    while w < row.tile.0 && row.x_bits[w as usize] == next && touched & next == 0 {
        next <<= 1;
        w += 1;
    }
    let mut h = 0;
    while h < row.tile.1 && row.y_bits[h as usize] == next && touched & next == 0 {
        next <<= 1;
        h += 1;
    }
    (w, h)
}

impl Layout {
    pub(crate) const fn new(row: Row) -> Layout {
        assert!(row.tile.0 as usize <= row.x_bits.len());
        assert!(row.tile.1 as usize <= row.y_bits.len());
        let whole = row.element_bytes << (row.tile.0 + row.tile.1);
        let inverse = invert(&row, whole);
        let block = raster_block(&row);
        let tile_bytes = whole >> row.banks_log2;
        Layout {
            name: row.name,
            element_bytes: row.element_bytes,
            tile_width_log2: row.tile.0,
            tile_height_log2: row.tile.1,
            x_bits: row.x_bits,
            y_bits: row.y_bits,
            order: row.order,
            banks_log2: row.banks_log2,
            source: row.source,
            derived: Derived {
                x: table(row.x_bits),
                y: table(row.y_bits),
                x_mask: (1 << row.x_bits.len()) - 1,
                y_mask: (1 << row.y_bits.len()) - 1,
                tile_bytes,
                // A tile of one element is never split, and its size need not be
                // a power of two.
                bank_shift: if row.banks_log2 == 0 {
                    31
                } else {
                    tile_bytes.trailing_zeros()
                },
                inverse,
                block_width_log2: block.0,
                block_height_log2: block.1,
            },
        }
    }

    /// Size in elements of the largest block that is in memory in raster order
    /// without gaps; 1x1 if there is none. For the 64-byte microtiles of VideoCore
    /// IV layouts this is the microtile.
    pub const fn block_size(&self) -> (u32, u32) {
        (
            1 << self.derived.block_width_log2,
            1 << self.derived.block_height_log2,
        )
    }

    /// Whether elements follow one another row by row, without tiles.
    pub const fn is_linear(&self) -> bool {
        self.tile_width_log2 + self.tile_height_log2 == 0
    }

    /// Whether the elements of all tiles are in the same order.
    pub(crate) const fn tiles_are_alike(&self) -> bool {
        self.x_bits.len() == self.tile_width_log2 as usize
            && self.y_bits.len() == self.tile_height_log2 as usize
    }

    /// Size of a tile in elements.
    pub const fn tile_size(&self) -> (u32, u32) {
        (1 << self.tile_width_log2, 1 << self.tile_height_log2)
    }

    /// Bytes of a tile, in all banks.
    pub const fn tile_bytes(&self) -> u32 {
        self.derived.tile_bytes << self.banks_log2
    }

    /// Offset in bytes within the tile, the bank in its top bits.
    #[inline]
    pub fn within_tile(&self, x: u32, y: u32) -> u32 {
        let d = &self.derived;
        d.x[(x & d.x_mask) as usize % LUT] ^ d.y[(y & d.y_mask) as usize % LUT]
    }

    /// The element within the tile at an offset from which the contribution of
    /// higher coordinate bits was removed.
    pub(crate) fn invert_within_tile(&self, offset: u32) -> (u32, u32) {
        let mut c = 0;
        let mut rest = offset;
        while rest != 0 {
            c ^= self.derived.inverse[rest.trailing_zeros() as usize];
            rest &= rest - 1;
        }
        (c & 0xffff, c >> 16)
    }
}
