//! The resolve engine: copies and fills of rectangles, with tiling, untiling,
//! conversion, flipping and downscaling.
//!
//! ```text
//! KICKER          decode -> check -> copy or fill, for the window of each pixel pipe
//! KICKER_INPLACE  tile status -> the clear value over cleared tiles
//! ```
//!
//! A copy reads its source through tile status if `TS.MEM_CONFIG` enables that of
//! colour; a fill does not use it. Neither accesses the destination's tile status.
//!
//! Two pixel pipes divide the work into windows: each processes `WINDOW_SIZE` from
//! its `PIPE.OFFSET` on, in source and destination. Windows with the same offset
//! are processed once.
//!
//! Source: rnndb, RS; Mesa etnaviv_rs.c.

mod check;
mod decode;
mod fill;
mod quirks;

pub use decode::{Fill, Resolve, Side, Window};
pub use quirks::{FlipUnit, Quirks};

use tilescope_core::Fuel;
use tilescope_pixel::Rect;

use crate::bus::{Bus, Port};
use crate::chips::Chip;
use crate::log::{Log, Site, at_register};
use crate::regs::rs::{extra_config, kicker, kicker_inplace, source_stride};
use crate::rules::rs as rules;
use crate::state::State;
use crate::stopped::{Incomplete, Missing, Stopped};
use crate::surface::copier::{Engine, Flip};
use crate::surface::{CONVERSION, byte_swap, rs_format};
use crate::ts::TileStatus;
use tilescope_pixel::transform::{IDENTITY, SWAP_RB, Sampling, Transform, Wanted};

/// Executes the operation started by a write to `RS.KICKER`.
pub fn kick(
    state: &State,
    chip: &Chip,
    quirks: &Quirks,
    bus: Bus,
    log: &mut Log,
    fuel: &mut Fuel,
) -> Result<(), Stopped> {
    let resolve = Resolve::decode(state, chip);
    at_register(log, ("RS.KICKER", kicker::AT), |log| {
        resolve.run(chip, quirks, bus, log, fuel)
    })
}

/// Executes the operation started by a write of `tiles` to `RS.KICKER_INPLACE`:
/// fills cleared entries of tile status with the clear value. The status is
/// unchanged.
pub fn kick_in_place(
    state: &State,
    chip: &Chip,
    tiles: u32,
    bus: Bus,
    log: &mut Log,
    fuel: &mut Fuel,
) -> Result<(), Stopped> {
    let register = ("RS.KICKER_INPLACE", kicker_inplace::AT);
    at_register(log, register, |log| {
        in_place(state, chip, tiles, bus, log, fuel)
    })
}

fn in_place(
    state: &State,
    chip: &Chip,
    tiles: u32,
    bus: Bus,
    log: &mut Log,
    fuel: &mut Fuel,
) -> Result<(), Stopped> {
    if !chip.derived().single_buffer {
        log.find(&rules::IN_PLACE_UNKNOWN, Site::ANYWHERE, |at| {
            (
                at.clone(),
                format!("{} has no KICKER_INPLACE", chip.info.title),
            )
        });
        return Ok(());
    }
    // Two registers contain this bit; Mesa writes the one with the stride.
    let mode = state.field(source_stride::AT, &source_stride::TS_MODE)
        | state.field(extra_config::AT, &extra_config::TS_MODE);
    let Some(status) = TileStatus::resolved(state, chip, mode) else {
        log.find(&rules::IN_PLACE_WITHOUT_STATUS, Site::ANYWHERE, |at| {
            let text = "tile status of colour is off in TS.MEM_CONFIG".to_string();
            (at.clone(), text)
        });
        return Ok(());
    };
    status.check(log);
    status.fill_in(bus, log, Port::Rs, tiles, fuel)
}

impl Resolve {
    /// Executes the decoded operation.
    pub fn run(
        &self,
        chip: &Chip,
        quirks: &Quirks,
        bus: Bus,
        log: &mut Log,
        fuel: &mut Fuel,
    ) -> Result<(), Stopped> {
        if !self.check(chip, log)? {
            return Ok(());
        }
        let mut engine = Engine {
            bus,
            log,
            fuel,
            port: Port::Rs,
        };
        let done = match &self.fill {
            Some(fill) => self.fill(fill, &mut engine),
            None => self.copy(quirks, &mut engine),
        };
        Incomplete::report_missing(done, log)
    }

    fn copy(&self, quirks: &Quirks, engine: &mut Engine) -> Result<(), Incomplete> {
        if self.filter != 0 {
            return Err(Missing("the filter of RS.EXTRA_CONFIG.AA").into());
        }
        let (Some(source), Some(dest)) = (self.source.surface, self.dest.surface) else {
            return Err(Missing("RS formats with this pixel size").into());
        };
        let (Some(from), Some(to)) = (rs_format(self.source.format), rs_format(self.dest.format))
        else {
            return Ok(());
        };
        let transform = Transform::new(Wanted {
            from,
            to,
            swizzle: if self.swap_rb { SWAP_RB } else { IDENTITY },
            halve: self.halve,
            sampling: match self.one_sample {
                true => Sampling::First,
                false => Sampling::Mean(quirks.mean),
            },
            dither: self.dither,
            swap: byte_swap(self.endian)?,
        })
        .ok_or(CONVERSION)?;
        if let Some(status) = &self.status {
            status.check(engine.log);
        }
        let (across, down) = self.halve;
        for window in &self.windows {
            let rows = match quirks.flip {
                FlipUnit::Image => self.rows(),
                FlipUnit::Window => window.y..window.y + self.height,
            };
            let flip = self.flip.then_some(Flip {
                top: rows.start >> down,
                height: (rows.end - rows.start) >> down,
            });
            let from = Rect {
                x: window.x,
                y: window.y,
                width: self.width,
                height: self.height,
            };
            engine.copy(
                (source, self.status.as_ref()),
                from,
                dest,
                (window.x >> across, window.y >> down),
                &transform,
                flip,
            )?;
        }
        Ok(())
    }

    /// The rows of the source covered by all windows.
    fn rows(&self) -> std::ops::Range<u32> {
        let tops = || self.windows.iter().map(|w| w.y);
        let end = tops().max().unwrap_or(0) + self.height;
        tops().min().unwrap_or(0)..end
    }
}
