//! Fills: `CLEAR_CONTROL`, `FILL_VALUE`.

use tilescope_pixel::{Block, Pattern, Rect};

use super::{Fill, Resolve};
use crate::regs::enums::RsFormat;
use crate::regs::rs::ClearMode;
use crate::stopped::{Incomplete, Missing};
use crate::surface::copier::{Engine, Keeps};
use crate::surface::rs_component_bits;

/// The patterns of the four tiles over which they alternate.
struct Patterns([Pattern; 4]);

impl Fill {
    /// The patterns for pixels of a format.
    ///
    /// A value is a word of memory: 16-bit pixels are its halves in turn, as in
    /// Mesa's clear values. A 64-bit pixel is values 0 and 1, which Mesa writes
    /// with mode ENABLED1.
    fn patterns(&self, format: RsFormat, pixel_bytes: u32) -> Result<Patterns, Missing> {
        let wide = pixel_bytes == 8;
        let tile = |i: usize| match self.mode {
            ClearMode::Enabled4 => i,
            _ => 0,
        };
        match self.mode {
            ClearMode::Enabled1 => {}
            ClearMode::Enabled4 if !wide => {}
            ClearMode::Enabled4 => return Err(Missing("RS fills with two 64-bit values")),
            _ => return Err(Missing("RS fills with four values in the second order")),
        }
        let mut patterns = [Pattern::default(); 4];
        for (i, pattern) in patterns.iter_mut().enumerate() {
            let [low, high] = match wide {
                true => [self.values[0], self.values[1]],
                false => [self.values[tile(i)]; 2],
            };
            let bits = self.bits >> (4 * tile(i)) & 15;
            let mask = match (bits, rs_component_bits(format)) {
                (0, _) => 0,
                (15, _) => u64::MAX,
                (_, None) => return Err(Missing("RS fills with a component mask in this format")),
                (_, Some(components)) => {
                    let set = (0..4).filter(|k| bits >> k & 1 == 1);
                    let pixel: u32 = set.map(|k| components[k]).sum();
                    let word = match pixel_bytes {
                        2 => pixel << 16 | pixel,
                        _ => pixel,
                    };
                    u64::from(word) << 32 | u64::from(word)
                }
            };
            pattern.value = (u64::from(high) << 32 | u64::from(low)).to_le_bytes();
            pattern.mask = mask.to_le_bytes();
        }
        Ok(Patterns(patterns))
    }
}

impl Patterns {
    /// Fills `rect` of pixels with `pixel_bytes` bytes.
    fn draw(&self, block: &mut Block, rect: Rect, pixel_bytes: usize) {
        let [first, others @ ..] = &self.0;
        let alike = others.iter().all(|other| other == first);
        for y in 0..rect.height {
            let mut row = block.row_mut(y);
            if alike {
                first.fill(row, rect.x as usize * pixel_bytes);
                continue;
            }
            let mut x = rect.x as usize;
            while !row.is_empty() {
                // The rest of the tile's row.
                let n = ((4 - x % 4) * pixel_bytes).min(row.len());
                let (run, rest) = row.split_at_mut(n);
                self.0[x / 4 % 4].fill(run, x * pixel_bytes);
                x += 4 - x % 4;
                row = rest;
            }
        }
    }
}

impl Resolve {
    pub(super) fn fill(&self, fill: &Fill, engine: &mut Engine) -> Result<(), Incomplete> {
        let Some(dest) = self.dest.surface else {
            return Err(Missing("RS formats with this pixel size").into());
        };
        let patterns = fill.patterns(self.source.format, dest.pixel_bytes)?;
        let all = patterns.0.iter().all(|p| p.mask == [0xff; 8]);
        let keeps = if all { Keeps::Nothing } else { Keeps::Some };
        let mut drawn = None;
        for window in &self.windows {
            let rect = Rect {
                x: window.x,
                y: window.y,
                width: self.width,
                height: self.height,
            };
            engine.fill((dest, None), rect, keeps, |block, part| {
                // A filled block can be reused for the next one of the same size.
                let shape = (part.x % 16, part.y % 4, part.width, part.height);
                if all && drawn == Some(shape) {
                    return;
                }
                patterns.draw(block, part, dest.pixel_bytes as usize);
                drawn = Some(shape);
            })?;
            drawn = None;
        }
        Ok(())
    }
}
