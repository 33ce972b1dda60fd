//! Copies and fills of rectangles for the resolve and the blit engine.

use tilescope_core::Fuel;
use tilescope_pixel::Rect;

use super::transform::Transform;
use super::{BLOCK_HEIGHT, BLOCK_WIDTH, Block, Mover, Surface, Tiling};
use crate::bus::{Bus, Port};
use crate::log::Log;
use crate::rules::mem;
use crate::stopped::{Stopped, at_memory};
use crate::ts::TileStatus;

/// The context of an engine.
pub struct Engine<'a> {
    /// Memory.
    pub bus: Bus<'a>,
    /// Findings and counters.
    pub log: &'a mut Log,
    /// Fuel: a unit for each tile of 4x4 pixels.
    pub fuel: &'a mut Fuel,
    /// The port of its traffic.
    pub port: Port,
}

/// A vertical flip of destination rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Flip {
    /// The first row.
    pub top: u32,
    /// The number of rows.
    pub height: u32,
}

impl Engine<'_> {
    fn spend(&mut self, rect: Rect) -> Result<(), Stopped> {
        let tiles = u64::from(rect.width.div_ceil(4)) * u64::from(rect.height.div_ceil(4));
        Ok(self.fuel.take(tiles)?)
    }

    /// Reads a rectangle, through `status` where the surface has it.
    pub fn read(
        &mut self,
        mover: &mut Mover,
        status: Option<&TileStatus>,
        rect: Rect,
        block: &mut Block,
    ) -> Result<(), Stopped> {
        let (bus, port) = (self.bus, self.port);
        let log = &mut *self.log;
        let base = mover.surface.base_register;
        mover.read(rect, block, &mut |address, out: &mut [u8]| match status {
            Some(status) => status.read(bus, log, port, address, out),
            None => bus
                .read(log, port, address, out)
                .map_err(|fault| at_memory(&mem::READ_OUTSIDE, base, fault, log)),
        })
    }

    /// Writes a rectangle, through `status` where the surface has it.
    pub fn write(
        &mut self,
        mover: &mut Mover,
        status: Option<&mut TileStatus>,
        rect: Rect,
        block: &Block,
    ) -> Result<(), Stopped> {
        let (bus, port) = (self.bus, self.port);
        let log = &mut *self.log;
        let base = mover.surface.base_register;
        match status {
            Some(status) => mover.write(rect, block, &mut |address, bytes: &[u8]| {
                status.write(bus, log, port, address, bytes)
            }),
            None => mover.write(rect, block, &mut |address, bytes: &[u8]| {
                bus.write(log, port, address, bytes)
                    .map_err(|fault| at_memory(&mem::WRITE_OUTSIDE, base, fault, log))
            }),
        }
    }

    /// Copies `from` of `source` to (x, y) of `dest`, through `transform`.
    pub fn copy(
        &mut self,
        (source, status): (Surface, Option<&TileStatus>),
        from: Rect,
        dest: Surface,
        (x, y): (u32, u32),
        transform: &Transform,
        flip: Option<Flip>,
    ) -> Result<(), Stopped> {
        let (mut reader, mut writer) = (Mover::new(source), Mover::new(dest));
        let (mut pixels, mut result) = (Block::new(), Block::new());
        let (across, down) = transform.halve();
        // Transfers are aligned to the larger tiles of the two sides.
        let leads = match source.tiling.is_super() {
            true => source.tiling,
            false => dest.tiling,
        };
        let origin = match source.tiling.is_super() {
            // Pixels that are averaged must be in the same block.
            _ if (across, down) != (0, 0) => (from.x.wrapping_neg(), from.y.wrapping_neg()),
            true => (0, 0),
            false => (x.wrapping_sub(from.x), y.wrapping_sub(from.y)),
        };
        for_each_block(leads, origin, from, |part| {
            self.spend(part)?;
            self.read(&mut reader, status, part, &mut pixels)?;
            let height = part.height >> down;
            let (dx, dy) = ((part.x - from.x) >> across, (part.y - from.y) >> down);
            let mut to = Rect {
                x: x.wrapping_add(dx),
                y: y.wrapping_add(dy),
                width: part.width >> across,
                height,
            };
            let (left, top) = (to.x, to.y);
            if let Some(flip) = flip {
                let row = top.wrapping_sub(flip.top).wrapping_add(height);
                to.y = flip.top.wrapping_add(flip.height).wrapping_sub(row);
            }
            if flip.is_none() && transform.changes_nothing() && pixels.fits(&dest, to) {
                return self.write(&mut writer, None, to, &pixels);
            }
            result.fit(&dest, to);
            for row in 0..height {
                let place = match flip {
                    Some(_) => height - 1 - row,
                    None => row,
                };
                let first = row << down;
                let rows = [pixels.row(first), pixels.row(first + down)];
                transform.row(rows, result.row_mut(place), left, to.y.wrapping_add(place));
            }
            self.write(&mut writer, None, to, &result)
        })
    }

    /// Fills `rect` of `dest` block by block. `make` is called with a block and its
    /// rectangle; the block holds the pixels of memory if some bits are preserved.
    pub fn fill(
        &mut self,
        (dest, mut status): (Surface, Option<&mut TileStatus>),
        rect: Rect,
        keeps: Keeps,
        mut make: impl FnMut(&mut Block, Rect),
    ) -> Result<(), Stopped> {
        let mut mover = Mover::new(dest);
        let mut block = Block::new();
        for_each_block(dest.tiling, (0, 0), rect, |part| {
            self.spend(part)?;
            match keeps {
                Keeps::Some => self.read(&mut mover, status.as_deref(), part, &mut block)?,
                Keeps::Nothing => block.fit(&dest, part),
            }
            make(&mut block, part);
            self.write(&mut mover, status.as_deref_mut(), part, &block)
        })
    }
}

/// The bits of existing pixels that a fill preserves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keeps {
    /// None: pixels are not read.
    Nothing,
    /// Some of their bits.
    Some,
}

/// Splits `rect` into parts of at most a block, at the borders of the supertiles of
/// `tiling`, and calls `f` with each. The first supertile is at minus `origin`.
fn for_each_block(
    tiling: Tiling,
    origin: (u32, u32),
    rect: Rect,
    mut f: impl FnMut(Rect) -> Result<(), Stopped>,
) -> Result<(), Stopped> {
    let rows = match tiling {
        Tiling::MultiSuperTiled => BLOCK_HEIGHT,
        _ => BLOCK_HEIGHT / 2,
    };
    let piece = |at: u32, origin: u32, left: u32, size: u32| {
        (size - at.wrapping_add(origin) % size).min(left)
    };
    let mut y = 0;
    while y < rect.height {
        let top = rect.y.wrapping_add(y);
        let height = piece(top, origin.1, rect.height - y, rows);
        let mut x = 0;
        while x < rect.width {
            let left = rect.x.wrapping_add(x);
            let width = piece(left, origin.0, rect.width - x, BLOCK_WIDTH);
            f(Rect {
                x: left,
                y: top,
                width,
                height,
            })?;
            x += width;
        }
        y += height;
    }
    Ok(())
}
