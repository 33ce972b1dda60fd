//! CLEAR_IMAGE.

use tilescope_pixel::Rect;

use super::{Blit, BlitImage, Edges};
use crate::regs::blt::{clear_bits0, clear_bits1, clear_color0, clear_color1, config, dest_stride};
use crate::stopped::{Incomplete, Stopped};
use crate::surface::copier::{Engine, Keeps};
use crate::surface::{Block, Mover};

/// The fill pattern: eight bytes of memory, and a mask of their bits.
#[derive(Clone, Copy)]
struct Pattern {
    value: [u8; 8],
    mask: [u8; 8],
}

impl Pattern {
    fn draw(&self, block: &mut Block, rect: Rect, pixel_bytes: u32) {
        for y in 0..rect.height {
            let first = (rect.x.wrapping_mul(pixel_bytes) % 8) as usize;
            for (byte, i) in block.row_mut(y).iter_mut().zip(first..) {
                let (value, mask) = (self.value[i % 8], self.mask[i % 8]);
                *byte = *byte & !mask | value & mask;
            }
        }
    }
}

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
                pattern.draw(block, part, dest.pixel_bytes);
            })
        };
        if !fast {
            return Ok(slow(&mut self.engine, &mut image, rect)?);
        }
        let inner = match self.quirks.edges {
            Edges::WholeTiles => outwards(rect),
            Edges::Pixels => inwards(rect),
        };
        self.mark(&image, inner)?;
        for edge in around(rect, inner) {
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
        let mut mover = Mover::new(image.surface);
        mover.for_each_piece(rect, &mut |address, len: usize| {
            fuel.take((len as u64).div_ceil(1024))?;
            status.mark_cleared(bus, log, address, len)
        })
    }
}

/// The tiles that `rect` touches.
fn outwards(rect: Rect) -> Rect {
    let (x, y) = (rect.x & !3, rect.y & !3);
    Rect {
        x,
        y,
        width: (rect.x + rect.width).next_multiple_of(4) - x,
        height: (rect.y + rect.height).next_multiple_of(4) - y,
    }
}

/// The tiles entirely inside `rect`. An entry of tile status covers up to four
/// tiles of a row and two rows, all of which must be inside.
fn inwards(rect: Rect) -> Rect {
    const UNIT: u32 = 16;
    let (x, y) = (rect.x.next_multiple_of(UNIT), rect.y.next_multiple_of(UNIT));
    let end = |from: u32, n: u32| (from + n) / UNIT * UNIT;
    Rect {
        x,
        y,
        width: end(rect.x, rect.width).saturating_sub(x),
        height: end(rect.y, rect.height).saturating_sub(y),
    }
}

/// The parts of `rect` outside `inner`.
fn around(rect: Rect, inner: Rect) -> Vec<Rect> {
    if inner.width == 0 || inner.height == 0 {
        return vec![rect];
    }
    let span = |from: u32, to: u32| to.saturating_sub(from);
    let (right, bottom) = (rect.x + rect.width, rect.y + rect.height);
    let (inner_right, inner_bottom) = (inner.x + inner.width, inner.y + inner.height);
    let middle = (inner.y.max(rect.y), inner_bottom.min(bottom));
    let rows = |y, to| Rect {
        y,
        height: span(y, to),
        ..rect
    };
    let columns = |x, to| Rect {
        x,
        y: middle.0,
        width: span(x, to),
        height: span(middle.0, middle.1),
    };
    [
        rows(rect.y, inner.y),
        columns(rect.x, inner.x),
        columns(inner_right, right),
        rows(inner_bottom, bottom),
    ]
    .into_iter()
    .filter(|r| r.width > 0 && r.height > 0)
    .collect()
}
