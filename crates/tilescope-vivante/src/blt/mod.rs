//! The blit engine of chips that have no resolve engine: clears, copies, fills in
//! cleared tiles, copies bytes.
//!
//! ```text
//! COMMAND   CLEAR_IMAGE   pixels, or tile status with the same effect
//!           COPY_IMAGE    source, through its tile status -> transform -> destination
//!           COPY_BUFFER   bytes
//!           INPLACE       tile status -> the clear value over cleared tiles
//! ```
//!
//! Planes of luma and chroma and the generation of mipmaps are not implemented.
//!
//! Source: rnndb, BLT; Mesa etnaviv_blt.c.

mod clear;
mod copy;
mod image;
mod ranges;

pub use image::BlitImage;
pub(crate) use ranges::ranges;

use tilescope_core::{Frame, Fuel};

use crate::bus::{Bus, Port};
use crate::chips::Chip;
use crate::features::Feature;
use crate::log::{Log, Register, at_register, register_site, report};
use crate::regs::blt::{
    BltCommand, buffer_size, command, config, dest_addr, dest_ts, dest_ts_clear_value0,
    dest_ts_clear_value1, enable, inplace_tile_count, mipmap_config, set_command, src_addr,
};
use crate::rules::{blt as rules, mem};
use crate::state::State;
use crate::stopped::{Incomplete, Missing, Stopped, at_memory};
use crate::surface::copier::Engine;
use crate::ts::TileStatus;
use tilescope_pixel::transform::MeanRounding;

const COMMAND: Register = ("BLT.COMMAND", command::AT);
const SOURCE: Register = ("BLT.SRC_ADDR", src_addr::AT);
const RESULT: Register = ("BLT.DEST_ADDR", dest_addr::AT);

/// The treatment of partially covered tiles by a clear with tile status.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Edges {
    /// They are cleared entirely.
    #[default]
    WholeTiles,
    /// Their covered pixels are written.
    Pixels,
}

/// Undocumented behaviour of the blit engine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Quirks {
    /// Rounding of the mean of samples in a downscaling copy. Undocumented.
    pub mean: MeanRounding,
    /// The treatment of tiles at the edges of a clear. Mesa clears only the visible
    /// part of surfaces whose tile status was never written, which would fail if
    /// the status of the edge tiles were read.
    pub edges: Edges,
}

/// Executes the command started by a write of `word` to `BLT.COMMAND`.
pub fn kick(
    state: &State,
    chip: &Chip,
    word: u32,
    quirks: &Quirks,
    bus: Bus,
    log: &mut Log,
    fuel: &mut Fuel,
) -> Result<(), Stopped> {
    at_register(log, COMMAND, |log| {
        let engine = Engine {
            bus,
            log,
            fuel,
            port: Port::Blt,
        };
        let mut blit = Blit {
            state,
            chip,
            quirks,
            engine,
        };
        let done = blit.run(BltCommand::from_bits(command::COMMAND.of(word) as u8));
        Incomplete::report_missing(done, blit.engine.log)
    })
}

/// Reports a sequence that is unfinished at the end of a submission.
pub fn ended(state: &State, log: &mut Log) {
    if state.field(enable::AT, &enable::ENABLE) != 0 {
        let text = "ENABLE is 1 at the end of the submission".to_string();
        report(
            log,
            &rules::SPLIT_SEQUENCE,
            ("BLT.ENABLE", enable::AT),
            text,
        );
    }
}

/// A command being executed.
struct Blit<'a, 'b> {
    state: &'a State,
    chip: &'a Chip,
    quirks: &'a Quirks,
    engine: Engine<'b>,
}

impl Blit<'_, '_> {
    fn run(&mut self, command: BltCommand) -> Result<(), Incomplete> {
        let log = &mut *self.engine.log;
        if !self.chip.features.has(Feature::BltEngine) {
            let text = format!("{} has no BLT_ENGINE", self.chip.info.title);
            report(log, &rules::NO_BLIT_ENGINE, COMMAND, text);
            return Err(Incomplete::Refused);
        }
        if self.state.field(enable::AT, &enable::ENABLE) == 0 {
            let text = "ENABLE is 0".to_string();
            report(log, &rules::NOT_ENABLED, COMMAND, text);
            return Err(Incomplete::Refused);
        }
        let set = self.state.word(set_command::AT);
        if set != 3 {
            let text = format!("SET_COMMAND is {set}");
            report(log, &rules::COMMAND_NOT_SET, COMMAND, text);
        }
        match command {
            BltCommand::ClearImage => self.clear(),
            BltCommand::CopyImage => self.copy(),
            BltCommand::CopyBuffer => self.copy_buffer(),
            BltCommand::Inplace => self.in_place(),
            BltCommand::YuvTile => Err(Missing("BLT command YUV_TILE").into()),
            BltCommand::GenMipmaps => self.mipmaps(),
            BltCommand::Unknown(bits) => {
                let text = format!("the command is {bits}");
                report(self.engine.log, &rules::UNKNOWN_COMMAND, COMMAND, text);
                Err(Incomplete::Refused)
            }
        }
    }

    fn copy_buffer(&mut self) -> Result<(), Incomplete> {
        const CHUNK: u32 = 4096;
        let (from, to) = (
            self.state.word(src_addr::AT),
            self.state.word(dest_addr::AT),
        );
        let size = self.state.word(buffer_size::AT);
        let Engine {
            bus,
            ref mut log,
            ref mut fuel,
            port,
        } = self.engine;
        let mut bytes = [0; CHUNK as usize];
        let mut done = 0;
        while done < size {
            let n = (size - done).min(CHUNK);
            fuel.take(n.div_ceil(64).into()).map_err(Stopped::from)?;
            let bytes = &mut bytes[..n as usize];
            bus.read(log, port, from.wrapping_add(done), bytes)
                .map_err(|fault| at_memory(&mem::READ_OUTSIDE, Some(SOURCE), fault, log))?;
            bus.write(log, port, to.wrapping_add(done), bytes)
                .map_err(|fault| at_memory(&mem::WRITE_OUTSIDE, Some(RESULT), fault, log))?;
            done += n;
        }
        Ok(())
    }

    fn in_place(&mut self) -> Result<(), Incomplete> {
        let word = self.state.word(config::AT);
        let low = self.state.word(dest_ts_clear_value0::AT);
        let high = match config::INPLACE_BOTH.of(word) {
            0 => low,
            _ => self.state.word(dest_ts_clear_value1::AT),
        };
        let status = TileStatus::of_blt(
            self.chip,
            [self.state.word(dest_ts::AT), self.state.word(dest_addr::AT)],
            (u64::from(high) << 32 | u64::from(low)).to_le_bytes(),
            config::INPLACE_TS_MODE.of(word),
            ("BLT.DEST_TS", dest_ts::AT),
        );
        let Engine {
            bus,
            ref mut log,
            ref mut fuel,
            port,
        } = self.engine;
        status.check(log);
        let entries = self.state.word(inplace_tile_count::AT);
        Ok(status.fill_in(bus, log, port, entries, fuel)?)
    }

    fn mipmaps(&mut self) -> Result<(), Incomplete> {
        let levels = self.state.field(mipmap_config::AT, &mipmap_config::NUM);
        if levels < 2 {
            let register = ("BLT.MIPMAP_CONFIG", mipmap_config::AT);
            let log = &mut *self.engine.log;
            let text = format!("MIPMAP_CONFIG.NUM is {levels}");
            let at = log.at.inside(Frame::Register(register.0, register.1));
            let site = register_site(register, &text);
            return Err(Stopped::by(&rules::TOO_FEW_LEVELS, at, text, site, log).into());
        }
        Err(Missing("BLT command GEN_MIPMAPS").into())
    }
}
