//! Pixels of depth and stencil in memory, of a buffer that keeps them in another format.

use tilescope_pixel::fields::Moves;

use crate::depth_state::DepthFormat;

/// The format of depth and stencil in an area.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DepthPixels {
    /// The format. Depth of integers is above stencil.
    pub format: DepthFormat,
    /// The integer that stands for depth 1.
    pub largest: f32,
}

impl DepthPixels {
    /// The smallest difference of depth; of floats, that below 1.
    pub fn smallest_step(&self) -> f32 {
        match self.format.is_float() {
            true => 1.0 / 16_777_216.0,
            false => 1.0 / self.largest,
        }
    }

    /// The pixel of a depth and a stencil.
    pub fn pixel(&self, depth: f32, stencil: u8) -> [u8; 8] {
        let mut out = [0; 8];
        if self.format.is_float() {
            out[..4].copy_from_slice(&depth.to_le_bytes());
            out[4] = stencil;
        } else {
            let scaled = f64::from(depth.clamp(0.0, 1.0)) * f64::from(self.largest);
            let word = ((scaled + 0.5) as u32) << 8 | u32::from(stencil);
            out[..4].copy_from_slice(&word.to_le_bytes());
        }
        out
    }

    /// The depth and the stencil of a pixel.
    pub fn values(&self, pixel: &[u8]) -> (f64, u8) {
        let word = |at: usize| {
            let bytes = pixel.get(at..at + 4).and_then(|b| b.try_into().ok());
            u32::from_le_bytes(bytes.unwrap_or_default())
        };
        match self.format.is_float() {
            true => (f32::from_bits(word(0)).into(), word(4) as u8),
            false => {
                let depth = f64::from(word(0) >> 8) / f64::from(self.largest);
                (depth, word(0) as u8)
            }
        }
    }
}

/// The places of depth and stencil in a pixel of memory, in bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DepthFields {
    /// Lowest bit and width of depth; a width of 32 is a float.
    pub depth: Option<(u32, u32)>,
    /// Lowest bit of stencil.
    pub stencil: Option<u32>,
}

impl DepthFields {
    /// The depth and the stencil of a pixel in memory.
    pub fn load(&self, pixel: &[u8]) -> (f32, u8) {
        let word = (pixel.iter().rev()).fold(0u64, |word, byte| word << 8 | u64::from(*byte));
        let depth = match self.depth {
            Some((at, 32)) => f32::from_bits((word >> at) as u32),
            Some((at, bits)) => {
                let largest = (1u64 << bits) - 1;
                ((word >> at & largest) as f64 / largest as f64) as f32
            }
            None => 0.0,
        };
        (depth, self.stencil.map_or(0, |at| (word >> at) as u8))
    }

    fn pack(&self, depth: f64, stencil: u8, out: &mut [u8]) {
        let depth = match self.depth {
            Some((at, 32)) => u64::from((depth as f32).to_bits()) << at,
            Some((at, bits)) => {
                let largest = ((1u64 << bits) - 1) as f64;
                ((depth.clamp(0.0, 1.0) * largest + 0.5) as u64) << at
            }
            None => 0,
        };
        let word = depth | self.stencil.map_or(0, |at| u64::from(stencil) << at);
        for (out, byte) in out.iter_mut().zip(word.to_le_bytes()) {
            *out = byte;
        }
    }

    /// Depth and stencil as they are in an area, at other places.
    fn moves(&self, own: &DepthPixels) -> Option<Moves> {
        const LARGEST: u32 = (1 << 24) - 1;
        let is_word = own.format.bytes() == 4 && !own.format.is_float();
        if !is_word || own.largest != LARGEST as f32 {
            return None;
        }
        let mut moves = Moves::default();
        match self.depth {
            Some((at @ 0..=8, 24)) => moves.fields[0] = (8, LARGEST, at),
            Some(_) => return None,
            None => {}
        }
        match self.stencil {
            Some(at @ 0..=24) => moves.fields[1] = (0, 0xff, at),
            Some(_) => return None,
            None => {}
        }
        Some(moves)
    }

    /// Stores pixels of an area as those of memory, of `bytes` bytes each.
    pub fn store(&self, own: &DepthPixels, pixels: &[u8], bytes: usize, out: &mut [u8]) {
        let own_bytes = own.format.bytes();
        match self.moves(own).filter(|_| bytes <= 4) {
            Some(moves) => moves.pixels(own_bytes, pixels, bytes, out),
            None => {
                let out = out.chunks_exact_mut(bytes.max(1));
                for (out, pixel) in out.zip(pixels.chunks_exact(own_bytes)) {
                    let (depth, stencil) = own.values(pixel);
                    self.pack(depth, stencil, out);
                }
            }
        }
    }
}
