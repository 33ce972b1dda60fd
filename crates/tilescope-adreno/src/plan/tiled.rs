//! Addresses of pixels in tiled images (`TILE6_3`).
//!
//! Source: Mesa, `src/freedreno/fdl/fd6_tiled_memcpy.cc`, of later versions than 22.3.6, which
//! does not access tiled memory with the processor.

/// The number of memory channels that macrotiles are spread over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Macrotile {
    /// Four.
    Four,
    /// Eight.
    Eight,
}

/// The kernel's configuration of memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Banks {
    /// The highest bit of addresses that selects a bank: 12 to 24.
    pub highest_bit: u32,
    /// Levels of swizzling, as bits 0 to 2.
    pub levels: u32,
    /// The channels.
    pub macrotile: Macrotile,
}

/// Bytes of a block of pixels.
const BLOCK: u32 = 256;

/// The order of pixels in a tiled level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tiled {
    cpp: u32,
    block: (u32, u32),
    /// Bytes of four rows of blocks.
    pitch: u64,
    macrotile: Macrotile,
    /// Bits of the row of macrotiles that select banks.
    bank_mask: u32,
    bank_shift: u32,
}

impl Tiled {
    /// The order for pixels of `cpp` bytes with all samples: a power of two up to 64. Rows of
    /// pixels have `pitch` bytes, a multiple of four blocks. `None` otherwise. Pixels of two
    /// components of a byte have an order of their own, which is not known.
    pub fn new(cpp: u32, pitch: u32, banks: Banks) -> Option<Tiled> {
        let block = match cpp {
            1 => (32, 8),
            2 => (32, 4),
            4 => (16, 4),
            8 => (8, 4),
            16 => (4, 4),
            32 => (4, 2),
            64 => (2, 2),
            _ => return None,
        };
        let across = block.0 * 4 * cpp;
        if pitch == 0 || !pitch.is_multiple_of(across) || !(12..=24).contains(&banks.highest_bit) {
            return None;
        }
        let stride = pitch / across;
        // Rows of one byte a pixel need twice the alignment.
        let extra = u32::from(cpp == 1);
        let bank = |level: u32, alignment: u32, bit: u32| {
            let aligned = stride.is_multiple_of(1 << (alignment + extra));
            if banks.levels & level != 0 && aligned {
                bit
            } else {
                0
            }
        };
        let low = banks.highest_bit - 12;
        Some(Tiled {
            cpp,
            block,
            pitch: u64::from(stride) * 4096,
            macrotile: banks.macrotile,
            bank_mask: bank(2, low, 1) | bank(4, low + 1, 2) | bank(1, low + 2, 4),
            bank_shift: banks.highest_bit - 1,
        })
    }

    /// Width and height of a block of 256 bytes in pixels.
    pub const fn block(&self) -> (u32, u32) {
        self.block
    }

    /// The offset of a pixel in bytes.
    pub fn offset(&self, x: u32, y: u32) -> u64 {
        let (column, row) = (x / self.block.0, y / self.block.1);
        let inside = pixel(x % self.block.0, y % self.block.1) * self.cpp;
        let macrotile_row = row >> 2;
        let banks = u64::from(macrotile_row & self.bank_mask) << self.bank_shift;
        let blocks = (u64::from(self.column(column)) ^ u64::from(self.row(row))) * u64::from(BLOCK);
        u64::from(macrotile_row) * self.pitch + (blocks ^ banks) + u64::from(inside)
    }

    /// The number of a column of blocks in a row of macrotiles, before rows change it.
    fn column(&self, x: u32) -> u32 {
        let mut number = (x >> 1 << 3) ^ ((x & 1) * 0b111);
        if self.cpp < 16 {
            number ^= x & match self.macrotile {
                Macrotile::Four => 0b010,
                Macrotile::Eight => 0b110,
            };
        }
        number
    }

    fn row(&self, y: u32) -> u32 {
        let mut number = ((y & 1) * 0b110) ^ ((y >> 1 & 1) * 0b011);
        if self.cpp < 16 && self.macrotile == Macrotile::Eight {
            number ^= y & 0b100;
        }
        number
    }
}

/// The number of a pixel in its block: bits of x and y alternate, then x2 to x4, then y2.
const fn pixel(x: u32, y: u32) -> u32 {
    x & 1
        | (y & 1) << 1
        | (x >> 1 & 1) << 2
        | (y >> 1 & 1) << 3
        | (x >> 2 & 7) << 4
        | (y >> 2 & 1) << 7
}
