//! The frame configuration, and tile coordinates, loads and stores of a rendering list.

use super::RenderThread;
use super::surfaces::Footprint;
use crate::bin_thread::{Pause, Units};
use crate::cle::{At, Stopped};
use crate::log::{Ctx, Log};
use crate::packets::{DecimateMode, RenderingConfig};
use crate::rules::{cl, tlb};
use crate::tile::{Clears, Move, TileOp};
use crate::tlb::{Samples, unimplemented_modes};

impl RenderThread {
    pub(super) fn configure(&mut self, at: At, config: RenderingConfig, log: &mut Log) {
        if config.tile_buffer_64bit || config.db_non_ms {
            for what in unimplemented_modes(config.tile_buffer_64bit, config.db_non_ms) {
                log.unimplemented(what);
            }
        }
        if !config.address.is_multiple_of(16) {
            let message = format!("the frame buffer is at {:#010x}", config.address);
            self.cursor.find(&tlb::ADDRESS_UNALIGNED, at, message, log);
        }
        if config.enable_vg_mask || config.coverage_mode {
            log.unimplemented("VG coverage and mask buffers");
        }
        match config.decimate_mode {
            DecimateMode::X4 => self.check_decimation(at, 4, config.ms_mode_4x, log),
            DecimateMode::X16 => self.check_decimation(at, 16, config.ms_mode_4x, log),
            DecimateMode::X1 | DecimateMode::Unknown(_) => {}
        }
        self.config = Some(config);
        self.ended = false;
    }

    pub(super) fn samples(&self) -> Samples {
        match self.config {
            Some(c) if c.ms_mode_4x => Samples::Four,
            _ => Samples::One,
        }
    }

    pub(super) fn coordinates(
        &mut self,
        at: At,
        x: u8,
        y: u8,
        units: &mut Units<'_>,
        c: &mut Ctx<'_>,
    ) -> Result<(), Stopped> {
        self.end_segment();
        if self.ended {
            self.cursor.find(
                &cl::WORK_AFTER_EOF,
                at,
                "a tile comes after the end of the frame".to_owned(),
                c.log,
            );
        }
        let Some(config) = self.config else {
            let message = "tile coordinates come before the rendering configuration".to_owned();
            self.cursor
                .find(&cl::NO_RENDERING_CONFIG, at, message, c.log);
            return Ok(());
        };
        // Width and height are those of the surface: they define the row length of
        // loads and stores (Mesa vc4_blit.c).
        let size = match config.decimate_mode {
            DecimateMode::X16 if config.ms_mode_4x => self.samples().tile_size() / 2,
            _ => self.samples().tile_size(),
        };
        let outside = u32::from(x) * size >= config.width.into()
            || u32::from(y) * size >= config.height.into();
        let message = format!(
            "tile ({x}, {y}) is outside the {}x{} frame",
            config.width, config.height
        );
        self.check_tile(at, outside, message, c.log);
        if self.loading.is_some() && !self.stored && self.tile.is_some() {
            let message = format!("tile {:?} was not stored before the next load", self.tile);
            self.cursor
                .find(&cl::TILE_COORDS_WITHOUT_STORE, at, message, c.log);
        }
        self.check_coordinates((x, y), c.log);
        let loading = self.loading.take();
        if let Some((_, _, what)) = &loading
            && let Some(f) = Footprint::of(what, (x, y))
            && self.stored_by_tile.iter().any(|s| s.clashes(&f))
        {
            // It reads back stores of the same tile.
            self.run_open(units, c)?;
        }
        self.tile = Some((x, y));
        self.stored = false;
        if let Some(TileOp::At(..)) = self.ops.last() {
            self.ops.pop();
        }
        self.ops.push(TileOp::At(x, y));
        if let Some((load_at, place, what)) = loading {
            self.ops.push(TileOp::Load(place, load_at.address, what));
        }
        Ok(())
    }

    pub(super) fn load(&mut self, at: At, what: Move, log: &mut Log) {
        self.end_segment();
        if self.loading.is_some() {
            self.cursor.find(
                &cl::TWO_LOADS,
                at,
                "a load is outstanding already".to_owned(),
                log,
            );
        }
        let place = self.cursor.locate(&log.at, at);
        self.loading = Some((at, place, what));
    }

    pub(super) fn store(
        &mut self,
        at: At,
        what: Move,
        clears: Clears,
        eof: bool,
        units: &mut Units<'_>,
        c: &mut Ctx<'_>,
    ) -> Result<(), Pause> {
        self.end_segment();
        let Some(tile) = self.tile else {
            let message = "a store comes before any tile coordinates".to_owned();
            self.cursor
                .find(&cl::STORE_WITHOUT_COORDS, at, message, c.log);
            return Ok(());
        };
        self.stored = true;
        self.check_store(at, &what, tile, clears, units.binned.as_ref(), c.log);
        let place = self.cursor.locate(&c.log.at, at);
        if let Some(f) = Footprint::of(&what, tile) {
            self.stores += 1;
            self.stored_by_tile.push(f);
        }
        self.ops
            .push(TileOp::Store(place, at.address, what, self.clear, clears));
        self.clear_at = None;
        if clears
            == (Clears {
                color: true,
                zs: true,
            })
        {
            self.close_tile(units, c)?;
        }
        if eof {
            self.run_open(units, c)?;
            self.ended = true;
            c.log.interrupt("rendering done", "TLB");
        }
        Ok(())
    }
}
