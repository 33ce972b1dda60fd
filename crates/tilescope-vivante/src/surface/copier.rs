//! Copies and fills of rectangles for the resolve and the blit engine.

use tilescope_core::Fuel;
use tilescope_pixel::transform::Transform;
use tilescope_pixel::{BLOCK_HEIGHT, BLOCK_WIDTH, Block, Mover, Rect};

use super::{Surface, Tiling};
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
        (surface, mover): (&Surface, &mut Mover),
        status: Option<&TileStatus>,
        rect: Rect,
        block: &mut Block,
    ) -> Result<(), Stopped> {
        let (bus, port) = (self.bus, self.port);
        let log = &mut *self.log;
        mover.read(rect, block, &mut |offset, out: &mut [u8]| match status {
            Some(status) => status.read(bus, log, port, surface.at(offset), out),
            None => (bus.read(log, port, surface.at(offset), out))
                .map_err(|fault| at_memory(&mem::READ_OUTSIDE, surface.base_register, fault, log)),
        })
    }

    /// Writes a rectangle, through `status` where the surface has it.
    pub fn write(
        &mut self,
        (surface, mover): (&Surface, &mut Mover),
        status: Option<&mut TileStatus>,
        rect: Rect,
        block: &Block,
    ) -> Result<(), Stopped> {
        let (bus, port) = (self.bus, self.port);
        let log = &mut *self.log;
        match status {
            Some(status) => mover.write(rect, block, &mut |offset, bytes: &[u8]| {
                status.write(bus, log, port, surface.at(offset), bytes)
            }),
            None => mover.write(rect, block, &mut |offset, bytes: &[u8]| {
                (bus.write(log, port, surface.at(offset), bytes)).map_err(|fault| {
                    at_memory(&mem::WRITE_OUTSIDE, surface.base_register, fault, log)
                })
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
        let (mut reader, mut writer) = (source.mover(), dest.mover());
        let (mut pixels, mut result) = (Block::default(), Block::default());
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
        from.for_each_part(part_of(leads), origin, |part| {
            self.spend(part)?;
            self.read((&source, &mut reader), status, part, &mut pixels)?;
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
            if flip.is_none() && transform.changes_nothing() && pixels.fits(dest.layout(), to) {
                return self.write((&dest, &mut writer), None, to, &pixels);
            }
            result.fit(dest.layout(), to);
            for row in 0..height {
                let place = match flip {
                    Some(_) => height - 1 - row,
                    None => row,
                };
                let first = row << down;
                let rows = [pixels.row(first), pixels.row(first + down)];
                transform.row(rows, result.row_mut(place), left, to.y.wrapping_add(place));
            }
            self.write((&dest, &mut writer), None, to, &result)
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
        let (mut mover, mut block) = (dest.mover(), Block::default());
        rect.for_each_part(part_of(dest.tiling), (0, 0), |part| {
            self.spend(part)?;
            match keeps {
                Keeps::Some => {
                    self.read((&dest, &mut mover), status.as_deref(), part, &mut block)?
                }
                Keeps::Nothing => block.fit(dest.layout(), part),
            }
            make(&mut block, part);
            self.write((&dest, &mut mover), status.as_deref_mut(), part, &block)
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

/// The largest part of a transfer, which does not cross borders of supertiles.
fn part_of(tiling: Tiling) -> (u32, u32) {
    match tiling {
        Tiling::MultiSuperTiled => (BLOCK_WIDTH, BLOCK_HEIGHT),
        _ => (BLOCK_WIDTH, BLOCK_HEIGHT / 2),
    }
}
