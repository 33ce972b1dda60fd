//! Fragments at random places, and numbers that look random.

use tilescope_output::{Colors, Fragments};

/// A linear congruential generator: the same numbers for the same seed.
pub struct Noise(u64);

impl Noise {
    pub fn new(seed: u64) -> Noise {
        Noise(seed ^ 0x9e37_79b9_7f4a_7c15)
    }

    pub fn bits(&mut self) -> u32 {
        self.0 = (self.0)
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 32) as u32
    }

    pub fn below(&mut self, n: u32) -> u32 {
        ((u64::from(self.bits()) * u64::from(n)) >> 32) as u32
    }

    /// A component of a colour: often one that matters, else between -1/2 and 3/2.
    pub fn component(&mut self) -> f32 {
        match self.below(8) {
            0 => 0.0,
            1 => 1.0,
            2 => 0.5,
            3 => self.below(256) as f32 / 255.0,
            _ => self.below(1 << 20) as f32 / (1 << 19) as f32 - 0.5,
        }
    }

    pub fn colors(&mut self) -> Colors {
        std::array::from_fn(|_| std::array::from_fn(|_| self.component()))
    }

    pub fn integers(&mut self) -> Colors {
        let mut word = || match self.below(4) {
            0 => self.below(512).wrapping_sub(256),
            1 => self.below(1 << 17).wrapping_sub(1 << 16),
            _ => self.bits(),
        };
        std::array::from_fn(|_| std::array::from_fn(|_| f32::from_bits(word())))
    }

    /// Four quads of an area that do not touch each other's pixels, or a tile.
    pub fn fragments(&mut self) -> Fragments {
        let mut f = Fragments {
            mask: match self.below(3) {
                0 => u16::MAX,
                _ => self.bits() as u16,
            },
            front: self.bits() as u16,
            ..Fragments::default()
        };
        f.tile = self.below(2) == 0;
        let corner = (4 * self.below(16), 4 * self.below(16));
        for quad in 0..4 {
            let (x, y) = match f.tile {
                true => (corner.0 + quad % 2 * 2, corner.1 + quad / 2 * 2),
                false => (16 * quad + 2 * self.below(8), 2 * self.below(32)),
            };
            for i in 0..4 {
                let lane = (4 * quad + i) as usize;
                (f.x[lane], f.y[lane]) = (x + (i & 1), y + (i >> 1));
            }
        }
        f
    }
}
