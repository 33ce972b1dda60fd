//! Checks of rendering lists across records: their order, and agreement with the
//! binning and with each other.

use std::collections::BTreeMap;

use tilescope_core::{Location, Span};

use super::RenderThread;
use super::surfaces::Footprint;
use crate::bin_thread::Binned;
use crate::cle::At;
use crate::log::Log;
use crate::packets::rows::{
    branch_to_sub_list, configuration_bits, store_full_res_tile_buffer, tile_rendering_mode_config,
};
use crate::packets::{CompareFunc, ConfigBits, EarlyZDirection, RenderingConfig};
use crate::rules::{cl, tile_list, tlb};
use crate::tile::{Clears, Move};

/// Bytes of one plane of a full-resolution tile.
const PLANE: u32 = 0x4000;

/// Maximum number of surfaces to compare textures with; full-resolution stores have one
/// for each tile.
const MAX_TARGETS: usize = 16;

/// State seen so far.
#[derive(Default)]
pub(super) struct Seen {
    /// Notes that the semaphore was waited for.
    waited: bool,
    /// The first branch to a tile list before that.
    too_early: Option<(At, Location)>,
    /// The last store of this tile, if it does not clear everything.
    uncleared: Option<(At, Location)>,
    /// Whether this tile has a full-resolution load.
    full_res: bool,
    /// Tiles by the address of each plane that was stored in full resolution.
    planes: BTreeMap<u32, (u8, u8)>,
    /// Whether the two lists disagree about the size of the frame or of its tiles,
    /// which was reported once.
    wrong_size: bool,
    /// Memory that the frame renders to; each surface at most once.
    targets: Vec<Span>,
}

impl Seen {
    /// Memory that the frame renders to.
    pub(super) fn targets(&self) -> &[Span] {
        &self.targets
    }
}

impl RenderThread {
    /// Checks a configuration against that of the binning.
    pub(super) fn check_config(
        &mut self,
        at: At,
        config: &RenderingConfig,
        binned: Option<&Binned>,
        log: &mut Log,
    ) {
        self.seen.wrong_size |= binned.is_some_and(|b| b.wrong_size);
        let Some(b) = binned.filter(|b| b.config.ms_mode_4x != config.ms_mode_4x) else {
            return;
        };
        self.seen.wrong_size = true;
        let samples = |four| if four { 4 } else { 1 };
        let message = format!(
            "samples per pixel: {} in rendering, {} in binning",
            samples(config.ms_mode_4x),
            samples(b.config.ms_mode_4x)
        );
        let field = &tile_rendering_mode_config::MS_MODE_4X;
        self.cursor
            .find_in(&cl::MS_MODE_MISMATCH, at, field, message, log);
    }

    /// Checks configuration bits against the frame and the tile's loads.
    pub(super) fn check_config_bits(&self, at: At, bits: &ConfigBits, log: &mut Log) {
        let Some(config) = self.config.filter(|c| bits.early_z && !c.early_z_disable) else {
            return;
        };
        let field = &configuration_bits::EARLY_Z;
        if self.seen.full_res {
            let message = "early Z is on, but the tile was loaded at full resolution".to_owned();
            self.cursor
                .find_in(&cl::EARLY_Z_WITH_MS_LOAD, at, field, message, log);
        }
        use CompareFunc::{Gequal, Greater, Lequal, Less};
        let against = match config.early_z_direction {
            EarlyZDirection::Less => matches!(bits.depth_func, Greater | Gequal),
            EarlyZDirection::Greater => matches!(bits.depth_func, Less | Lequal),
            EarlyZDirection::Unknown(_) => false,
        };
        if against {
            let message = format!(
                "early Z is on with depth function {}, but the frame is configured for {}",
                bits.depth_func.name().unwrap_or("?"),
                config.early_z_direction.name().unwrap_or("?")
            );
            let field = &configuration_bits::DEPTH_FUNC;
            self.cursor
                .find_in(&cl::EARLY_Z_DIRECTION, at, field, message, log);
        }
    }

    /// Checks tile coordinates, which may be `outside` the frame.
    pub(super) fn check_tile(&mut self, at: At, outside: bool, message: String, log: &mut Log) {
        if outside && !std::mem::replace(&mut self.seen.wrong_size, true) {
            self.cursor.find(&cl::TILE_OUTSIDE_BIN, at, message, log);
        }
    }

    /// Checks a branch to a sub-list, which the cursor has taken. A branch to an
    /// address other than the start of the tile's list is undone, because all later
    /// findings would be consequences.
    pub(super) fn check_branch(&mut self, at: At, to: u32, binned: Option<&Binned>, log: &mut Log) {
        let (Some(b), Some((x, y))) = (binned, self.tile) else {
            return;
        };
        let c = &b.config;
        if self.cursor.sublists() != 1 || to.wrapping_sub(c.alloc_address) >= c.alloc_size {
            return;
        }
        let field = &branch_to_sub_list::ADDRESS;
        let place = self
            .cursor
            .locate_in_list(&log.at, at)
            .at_bits(field.lo, field.hi());
        if !self.seen.waited && self.seen.too_early.is_none() {
            self.seen.too_early = Some((at, place.clone()));
        }
        let (rule, message) = if x >= c.width || y >= c.height {
            self.cursor.leave_sublist();
            (
                &cl::TILE_OUTSIDE_BIN,
                format!(
                    "tile ({x}, {y}) has no list: {}x{} tiles were binned",
                    c.width, c.height
                ),
            )
        } else {
            let n = u32::from(y) * u32::from(c.width) + u32::from(x);
            let own = c.alloc_address.wrapping_add(n * c.alloc_init_block_size);
            if to != own {
                self.cursor.leave_sublist();
                (
                    &cl::DIFFERENT_FRAME_SIZE,
                    format!("the list of tile ({x}, {y}) is at {own:#010x}, not at {to:#010x}"),
                )
            } else if !b.flushed {
                (
                    &tile_list::NOT_BINNED,
                    format!("the list of tile ({x}, {y}) was not flushed"),
                )
            } else {
                return;
            }
        };
        let size = !std::ptr::eq(rule, &tile_list::NOT_BINNED);
        if !(size && std::mem::replace(&mut self.seen.wrong_size, true)) {
            log.find(rule, (at.address, 0), |_| (place, message));
        }
    }

    /// Notes that the semaphore was waited for.
    pub(super) fn check_wait(&mut self, log: &mut Log) {
        self.seen.waited = true;
        if let Some((at, place)) = self.seen.too_early.take() {
            let message = "tile lists are used before the wait for the semaphore".to_owned();
            log.find(&cl::WAIT_AFTER_TILES, (at.address, 0), |_| (place, message));
        }
    }

    /// Checks new tile coordinates against the contents that the last tile left in the
    /// tile buffer.
    pub(super) fn check_coordinates(&mut self, (x, y): (u8, u8), log: &mut Log) {
        // The same tile continues with its contents.
        if self.tile == Some((x, y)) {
            return;
        }
        let left = self.seen.uncleared.take();
        if let Some((at, place)) = left.filter(|_| self.loading.is_none()) {
            let message = format!(
                "the store does not clear the tile buffer, and tile ({x}, {y}) does not load it"
            );
            log.find(&tlb::CLEAR_DISABLED, (at.address, 0), |_| (place, message));
        }
    }

    /// Notes a full-resolution load.
    pub(super) fn check_full_res_load(&mut self) {
        self.seen.full_res = true;
    }

    /// Checks a store of `what` for `tile`.
    pub(super) fn check_store(
        &mut self,
        at: At,
        what: &Move,
        tile: (u8, u8),
        clears: Clears,
        binned: Option<&Binned>,
        log: &mut Log,
    ) {
        self.seen.full_res = false;
        self.seen.uncleared =
            (!clears.color || !clears.zs).then(|| (at, self.cursor.locate(&log.at, at)));
        if let Move::Full { base, color, zs } = *what {
            for n in 0..u32::from(color) + u32::from(zs) {
                let plane = base.wrapping_add(n * PLANE);
                let near = plane.saturating_sub(PLANE - 1)..=plane.saturating_add(PLANE - 1);
                let other = self.seen.planes.range(near).find(|(_, t)| **t != tile);
                if let Some((there, (x, y))) = other {
                    let message = format!(
                        "tile {tile:?} goes to {plane:#010x}, which overlaps tile ({x}, {y}) at {there:#010x}"
                    );
                    let field = &store_full_res_tile_buffer::ADDRESS;
                    self.cursor
                        .find_in(&tlb::FULL_RES_ADDRESS, at, field, message, log);
                }
                self.seen.planes.insert(plane, tile);
            }
        }
        let footprint = Footprint::of(what, tile);
        if let Some(f) = footprint
            && self.seen.targets.len() < MAX_TARGETS
            && !self.seen.targets.contains(&f.span)
        {
            self.seen.targets.push(f.span);
        }
        if let (Some(b), Some(f)) = (binned, footprint) {
            let start = b.config.alloc_address;
            let lists = Span::new(start, b.config.alloc_size.into());
            if f.span.common(&lists).is_some() {
                let message =
                    format!("the surface overlaps tile allocation memory at {start:#010x}");
                self.cursor.find(&tile_list::OVERWRITTEN, at, message, log);
            }
        }
    }
}
