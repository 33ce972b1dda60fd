//! Fills: `CLEAR_CONTROL`, `FILL_VALUE`.

use tilescope_pixel::Rect;

use super::{Fill, Resolve};
use crate::regs::enums::RsFormat;
use crate::regs::rs::ClearMode;
use crate::stopped::Incomplete;
use crate::surface::copier::{Engine, Keeps};
use crate::surface::transform::Missing;
use crate::surface::{Block, rs_component_bits};

/// Values and masks of the four tiles over which they alternate, as eight bytes of
/// memory each.
struct Pattern {
    values: [[u8; 8]; 4],
    masks: [[u8; 8]; 4],
}

impl Fill {
    /// The pattern for pixels of a format.
    ///
    /// A value is a word of memory: 16-bit pixels are its halves in turn, as in
    /// Mesa's clear values. A 64-bit pixel is values 0 and 1, which Mesa writes
    /// with mode ENABLED1.
    fn pattern(&self, format: RsFormat, pixel_bytes: u32) -> Result<Pattern, Missing> {
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
        let mut pattern = Pattern {
            values: [[0; 8]; 4],
            masks: [[0; 8]; 4],
        };
        for i in 0..4 {
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
            pattern.values[i] = (u64::from(high) << 32 | u64::from(low)).to_le_bytes();
            pattern.masks[i] = mask.to_le_bytes();
        }
        Ok(pattern)
    }
}

impl Pattern {
    /// Fills `rect` of pixels with `pixel_bytes` bytes.
    fn draw(&self, block: &mut Block, rect: Rect, pixel_bytes: usize) {
        let same = |all: &[[u8; 8]; 4]| all.iter().all(|v| *v == all[0]);
        let alike = same(&self.values) && same(&self.masks);
        for y in 0..rect.height {
            let mut row = block.row_mut(y);
            if alike {
                let phase = rect.x as usize * pixel_bytes % 8;
                blend(row, self.values[0], self.masks[0], phase);
                continue;
            }
            let mut x = rect.x as usize;
            while !row.is_empty() {
                // The rest of the tile's row.
                let n = ((4 - x % 4) * pixel_bytes).min(row.len());
                let (run, rest) = row.split_at_mut(n);
                let (tile, phase) = (x / 4 % 4, x * pixel_bytes % 8);
                blend(run, self.values[tile], self.masks[tile], phase);
                x += 4 - x % 4;
                row = rest;
            }
        }
    }
}

/// Replaces the bits of `mask` by those of `value`; the first byte is byte `phase`
/// of the pattern.
fn blend(bytes: &mut [u8], mut value: [u8; 8], mut mask: [u8; 8], phase: usize) {
    value.rotate_left(phase);
    mask.rotate_left(phase);
    let (words, rest) = bytes.as_chunks_mut::<8>();
    let (v, m) = (u64::from_le_bytes(value), u64::from_le_bytes(mask));
    for word in words {
        *word = (u64::from_le_bytes(*word) & !m | v & m).to_le_bytes();
    }
    for ((byte, v), m) in rest.iter_mut().zip(value).zip(mask) {
        *byte = *byte & !m | v & m;
    }
}

impl Resolve {
    pub(super) fn fill(&self, fill: &Fill, engine: &mut Engine) -> Result<(), Incomplete> {
        let Some(dest) = self.dest.surface else {
            return Err(Missing("RS formats with this pixel size").into());
        };
        let pattern = fill.pattern(self.source.format, dest.pixel_bytes)?;
        let all = pattern.masks == [[0xff; 8]; 4];
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
                pattern.draw(block, part, dest.pixel_bytes as usize);
                drawn = Some(shape);
            })?;
            drawn = None;
        }
        Ok(())
    }
}
