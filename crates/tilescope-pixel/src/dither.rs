//! Ordered dithering.

/// A 4x4 ordered-dither matrix, tiled over the framebuffer.
///
/// A cell has a value of 0 to 15: the number of sixteenths of a step of the
/// narrow channel that are added to a channel before its low bits are dropped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Dither {
    /// Thresholds, `cells[y & 3][x & 3]`.
    pub cells: [[u8; 4]; 4],
}

impl Dither {
    /// The Bayer matrix of order 4.
    ///
    /// The matrix of the VideoCore IV tile buffer is undocumented (its packets only have "dithered"
    /// codes), so this one is used until it is measured on a board.
    pub const BAYER: Dither = Dither {
        cells: [[0, 8, 2, 10], [12, 4, 14, 6], [3, 11, 1, 9], [15, 7, 13, 5]],
    };

    /// Narrows the 8-bit channel `value` of the pixel at (x, y) to `bits` (1 to 8) bits.
    #[inline]
    pub const fn narrow(&self, value: u8, bits: u8, x: u32, y: u32) -> u32 {
        if bits == 0 {
            return 0;
        }
        if bits >= 8 {
            return value as u32;
        }
        let lost = 8 - bits;
        let cell = self.cells[(y & 3) as usize][(x & 3) as usize] as u32 & 15;
        let sum = value as u32 + ((cell << lost) >> 4);
        let max = (1 << bits) - 1;
        let narrow = sum >> lost;
        if narrow > max { max } else { narrow }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mean_over_the_matrix_follows_the_value() {
        for bits in [5u8, 6] {
            let lost = 8 - bits;
            for value in 0..=(255 - (1u32 << lost)) {
                let sum: u32 = (0..16)
                    .map(|i| Dither::BAYER.narrow(value as u8, bits, i % 4, i / 4))
                    .sum();
                let mean = sum as f64 / 16.0 * f64::from(1 << lost);
                assert!((mean - value as f64).abs() <= 1.0, "{bits} {value} {mean}");
            }
        }
    }

    #[test]
    fn ends_stay() {
        for i in 0..16 {
            assert_eq!(Dither::BAYER.narrow(0, 5, i % 4, i / 4), 0);
            assert_eq!(Dither::BAYER.narrow(255, 5, i % 4, i / 4), 31);
        }
    }

    #[test]
    fn matrix_is_a_permutation() {
        let mut seen = 0u32;
        for c in Dither::BAYER.cells.iter().flatten() {
            seen |= 1 << c;
        }
        assert_eq!(seen, 0xffff);
    }
}
