//! Ordered dithering.

/// The largest side of a matrix.
const SIDE: usize = 8;

/// Ordered dithering: a matrix of what is added to a channel, in steps of its largest
/// value, before the fraction of a step is cut off.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Dither {
    add: [[f32; SIDE]; SIDE],
    /// Channels of this many bits or more are rounded to the nearest.
    bits: u8,
}

impl Dither {
    /// A matrix of 4x4 numbers below 16, row by row: `(n + 1/2) / 16` is added. Channels
    /// of `bits` or more bits are rounded to the nearest instead.
    pub fn of_sixteenths(numbers: &[[u8; 4]; 4], bits: u8) -> Dither {
        Dither::new(bits, |x, y| (f32::from(numbers[y & 3][x & 3]) + 0.5) / 16.0)
    }

    /// The matrix whose entry at column x and row y is `add`, 0 to 1, with a period of
    /// 8 pixels or a divisor of it.
    pub fn new(bits: u8, add: impl Fn(usize, usize) -> f32) -> Dither {
        Dither {
            add: std::array::from_fn(|y| std::array::from_fn(|x| add(x, y).clamp(0.0, 1.0))),
            bits,
        }
    }

    /// The offset at (x, y).
    #[inline(always)]
    pub fn at(&self, x: u32, y: u32) -> f32 {
        self.add[y as usize % SIDE][x as usize % SIDE]
    }

    /// Whether channels up to `largest` are dithered.
    #[inline(always)]
    pub(crate) fn affects(&self, largest: u32) -> bool {
        u64::from(largest) + 1 < 1 << (self.bits & 31)
    }
}
