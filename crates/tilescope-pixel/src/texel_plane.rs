//! Reads of single texels in memory, a tile of 4x4 at a time.

use crate::afbc;
use crate::elements::{Elements, Order};
use crate::layouts::U_INTERLEAVED_1;
use crate::packed::MAX_BYTES;

/// Memory with texels.
pub trait TexelMemory {
    /// Reason why memory is not read.
    type Error;

    /// Fills `out` from `address` if all of it is mapped. Returns whether all of it was written
    /// before.
    fn try_read(&mut self, address: u64, out: &mut [u8]) -> Option<bool>;

    /// Fills `out` from `address`.
    ///
    /// # Errors
    /// Part of it is not mapped.
    fn read(&mut self, address: u64, out: &mut [u8]) -> Result<(), Self::Error>;

    /// The texel that was asked for is `at`, at `address`.
    fn wanted(&mut self, at: (u32, u32), address: u64);
}

/// Texels or blocks of an image, or texels of a superblock of a compressed frame buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TexelPlane {
    /// Their order.
    pub order: Order,
    /// Their size.
    pub elements: Elements,
    /// Bytes from a row of elements, or of tiles, to the next.
    pub row_stride: i64,
    /// Width and height of the image in texels.
    pub size: (u32, u32),
    /// Address of the image, or of the superblock.
    pub base: u64,
}

/// Bytes of the largest texel whose tiles are read at once.
const MAX_WHOLE: usize = 16;

/// The raster number of each texel of an interleaved tile.
const INTERLEAVED: [u8; 16] = {
    let mut all = [0; 16];
    let mut n = 0;
    while n < 16 {
        // A bit of the column, which is that of the row too, and the bit of the row.
        let (x, y) = (n & 1 | n >> 1 & 2, n >> 1 & 1 | n >> 2 & 2);
        all[n] = ((x ^ y) | y << 2) as u8;
        n += 1;
    }
    all
};

impl TexelPlane {
    /// The address of an element.
    pub fn address(&self, (x, y): (u32, u32)) -> u64 {
        let offset = match self.order {
            Order::Afbc => afbc::number((x, y)) * u64::from(self.elements.bytes),
            order => self.elements.offset(order, self.row_stride, (x, y)) as u64,
        };
        self.base.wrapping_add(offset)
    }

    /// Reads the tile of a texel as words, if it has 16 texels of 32 bits that are contiguous.
    /// Returns whether each byte of it was written; `None` if it is not such a tile. `wanted` is the
    /// texel that was asked for.
    #[inline]
    pub fn words(
        &self,
        at: (u32, u32),
        wanted: impl FnOnce() -> (u32, u32),
        tile: &mut [u32; 16],
        memory: &mut impl TexelMemory,
    ) -> Option<bool> {
        let first = (at.0 & !3, at.1 & !3);
        let inside = first.0 + 4 <= self.size.0 && first.1 + 4 <= self.size.1;
        if self.elements.bytes != 4 || self.order == Order::Linear || !inside {
            return None;
        }
        let mut bytes = [0; 64];
        let written = memory.try_read(self.address(first), &mut bytes)?;
        if !written {
            let at = wanted();
            memory.wanted(at, self.address(at));
        }
        let (raw, _) = bytes.as_chunks::<4>();
        // A loop for each, so that the permutation is known.
        match self.order {
            Order::Interleaved => {
                for (raw, to) in raw.iter().zip(INTERLEAVED) {
                    tile[usize::from(to) & 15] = u32::from_le_bytes(*raw);
                }
            }
            Order::Linear | Order::Afbc => {
                for (raw, to) in raw.iter().zip(tile) {
                    *to = u32::from_le_bytes(*raw);
                }
            }
        }
        Some(written)
    }

    /// Reads the tile of a texel. Calls `put` with the number of each texel in it, in raster
    /// order, and its bytes.
    ///
    /// # Errors
    /// A texel is not mapped.
    #[inline]
    pub fn texels<M: TexelMemory>(
        &self,
        at: (u32, u32),
        memory: &mut M,
        mut put: impl FnMut(usize, &[u8]),
    ) -> Result<(), M::Error> {
        let size = (self.elements.bytes as usize).min(MAX_BYTES);
        let (x0, y0) = (at.0 & !3, at.1 & !3);
        // Most tiles are read at once, or in rows; single texels report what is not mapped.
        let mut whole = [0; 16 * MAX_WHOLE];
        let read = size <= MAX_WHOLE && self.read_tile((x0, y0), &mut whole, memory);
        let places = (y0..(y0 + 4).min(self.size.1))
            .flat_map(|y| (x0..(x0 + 4).min(self.size.0)).map(move |x| (x, y)));
        if read {
            memory.wanted(at, self.address(at));
            for (x, y) in places {
                let place = (x & 3 | (y & 3) << 2) as usize;
                let number = match self.order {
                    Order::Interleaved => U_INTERLEAVED_1.within_tile(x & 3, y & 3) as usize,
                    Order::Linear | Order::Afbc => place,
                };
                let raw = whole.get(number * size..(number + 1) * size).unwrap_or(&[]);
                put(place, raw);
            }
            return Ok(());
        }
        for (x, y) in places {
            let address = self.address((x, y));
            let mut raw = [0; MAX_BYTES];
            memory.read(address, &mut raw[..size])?;
            if (x, y) == at {
                memory.wanted(at, address);
            }
            put((x & 3 | (y & 3) << 2) as usize, &raw[..size]);
        }
        Ok(())
    }

    /// Reads the texels of the tile at `first`, by their number in a tile of 4x4 as memory
    /// has it. Returns whether all of them, and what is between them, are mapped.
    fn read_tile(
        &self,
        first: (u32, u32),
        out: &mut [u8; 16 * MAX_WHOLE],
        memory: &mut impl TexelMemory,
    ) -> bool {
        let size = self.elements.bytes as usize;
        if self.order != Order::Linear {
            // The sixteen texels of an aligned tile are contiguous.
            let out = &mut out[..16 * size];
            return memory.try_read(self.address(first), out).is_some();
        }
        let columns = (self.size.0 - first.0).min(4) as usize;
        let rows = (self.size.1 - first.1).min(4);
        (0..rows).all(|row| {
            let start = row as usize * 4 * size;
            let out = &mut out[start..start + columns * size];
            let address = self.address((first.0, first.1 + row));
            memory.try_read(address, out).is_some()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn interleaved_tiles_are_those_of_the_layout() {
        for (y, x) in (0..4u32).flat_map(|y| (0..4u32).map(move |x| (y, x))) {
            let number = U_INTERLEAVED_1.within_tile(x, y) as usize;
            assert_eq!(u32::from(INTERLEAVED[number]), y * 4 + x);
        }
    }
}
