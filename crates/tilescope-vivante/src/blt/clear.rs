//! CLEAR_IMAGE.

use tilescope_pixel::{Pattern, Rect};

use super::{Blit, BlitImage, Edges};
use crate::regs::blt::{clear_bits0, clear_bits1, clear_color0, clear_color1, config, dest_stride};
use crate::stopped::{Incomplete, Stopped};
use crate::surface::copier::{Engine, Keeps};

/// An entry of tile status covers up to four tiles of a row and two rows, all of which must
/// be inside of a clear.
const UNIT: u32 = 16;

impl Blit<'_, '_> {
    /// Clears by tile status where all bits are cleared to the surface's clear
    /// value; otherwise writes pixels through tile status.
    pub(super) fn clear(&mut self) -> Result<(), Incomplete> {
        let both = |low, high| {
            let word = |at| u64::from(self.state.word(at));
            (word(high) << 32 | word(low)).to_le_bytes()
        };
        let pattern = Pattern {
            value: both(clear_color0::AT, clear_color1::AT),
            mask: both(clear_bits0::AT, clear_bits1::AT),
        };
        let bytes = self.state.field(config::AT, &config::CLEAR_BPP) + 1;
        let mut image = BlitImage::dest(self.state, self.chip, bytes, self.engine.log)?;
        let rect = image.rect;
        let register = ("BLT.DEST_STRIDE", dest_stride::AT);
        image.check_width(rect.x + rect.width, register, self.engine.log);
        let whole = pattern.mask == [0xff; 8];
        let fast = image
            .status
            .is_some_and(|s| whole && s.clear_value == pattern.value);
        let keeps = if whole { Keeps::Nothing } else { Keeps::Some };
        let dest = image.surface;
        let slow = |engine: &mut Engine, image: &mut BlitImage, rect| {
            engine.fill((dest, image.status.as_mut()), rect, keeps, |block, part| {
                let phase = part.x.wrapping_mul(dest.pixel_bytes) as usize;
                (0..part.height).for_each(|y| pattern.fill(block.row_mut(y), phase));
            })
        };
        if !fast {
            return Ok(slow(&mut self.engine, &mut image, rect)?);
        }
        let inner = match self.quirks.edges {
            Edges::WholeTiles => rect.outwards(4),
            Edges::Pixels => rect.inwards(UNIT),
        };
        self.mark(&image, inner)?;
        for edge in rect.around(inner) {
            slow(&mut self.engine, &mut image, edge)?;
        }
        Ok(())
    }

    /// Marks the tiles of `rect` as cleared.
    fn mark(&mut self, image: &BlitImage, rect: Rect) -> Result<(), Stopped> {
        let Some(status) = image.status else {
            return Ok(());
        };
        let Engine {
            bus,
            ref mut log,
            ref mut fuel,
            ..
        } = self.engine;
        let surface = &image.surface;
        surface
            .mover()
            .for_each_piece(rect, &mut |offset, len: usize| {
                fuel.take((len as u64).div_ceil(1024))?;
                status.mark_cleared(bus, log, surface.at(offset), len)
            })
    }
}
