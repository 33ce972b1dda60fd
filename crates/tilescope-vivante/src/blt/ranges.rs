//! Memory that a command reads and writes, for [`crate::hazards`].

use tilescope_core::Span;

use super::BlitImage;
use super::image::format_of;
use crate::chips::Chip;
use crate::hazards::span::{of_pixels, of_status};
use crate::log::Log;
use crate::regs::blt::{
    BltCommand, buffer_size, command, config, dest_addr, dest_stride, dest_ts, inplace_tile_count,
    src_addr, src_stride,
};
use crate::state::State;
use crate::ts::TileStatus;

/// Memory that a command of BLT accesses.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ranges {
    /// Memory that it reads: pixels and tile status.
    pub(crate) read: Vec<Span>,
    /// Memory that it writes: pixels and tile status.
    pub(crate) written: Vec<Span>,
}

/// The memory accessed by the command in `word`; empty for unimplemented commands.
pub(crate) fn ranges(state: &State, chip: &Chip, word: u32) -> Ranges {
    // Errors are reported when the command runs.
    let log = &mut Log::default();
    let found = match BltCommand::from_bits(command::COMMAND.of(word) as u8) {
        BltCommand::ClearImage => {
            let bytes = state.field(config::AT, &config::CLEAR_BPP) + 1;
            let image = BlitImage::dest(state, chip, bytes, log).ok();
            image.map(|p| Ranges {
                read: Vec::new(),
                written: of_image(&p),
            })
        }
        BltCommand::CopyImage => copy(state, chip, log),
        BltCommand::CopyBuffer => {
            let bytes = u64::from(state.word(buffer_size::AT));
            let span = |at| vec![Span::new(state.word(at), bytes)];
            Some(Ranges {
                read: span(src_addr::AT),
                written: span(dest_addr::AT),
            })
        }
        BltCommand::Inplace => {
            let addresses = [state.word(dest_ts::AT), state.word(dest_addr::AT)];
            let mode = config::INPLACE_TS_MODE.of(state.word(config::AT));
            let register = ("BLT.DEST_TS", dest_ts::AT);
            let status = TileStatus::of_blt(chip, addresses, [0; 8], mode, register);
            let entries = u64::from(state.word(inplace_tile_count::AT));
            let span = Span::new(addresses[1], entries * u64::from(status.entry_bytes));
            Some(Ranges {
                read: vec![of_status(&status, &span)],
                written: vec![span],
            })
        }
        _ => None,
    };
    found.unwrap_or_default()
}

fn copy(state: &State, chip: &Chip, log: &mut Log) -> Option<Ranges> {
    let bytes = |field: u32, side, log: &mut Log| {
        Some(format_of(field, side, log).ok()?.bits_per_texel() / 8)
    };
    let from = src_stride::FORMAT.of(state.word(src_stride::AT));
    let to = dest_stride::FORMAT.of(state.word(dest_stride::AT));
    let source = BlitImage::source(state, chip, bytes(from, "source", log)?, log).ok()?;
    let mut dest = BlitImage::dest(state, chip, bytes(to, "destination", log)?, log).ok()?;
    dest.rect.width >>= src_stride::DOWNSAMPLE_X.of(state.word(src_stride::AT));
    dest.rect.height >>= src_stride::DOWNSAMPLE_Y.of(state.word(src_stride::AT));
    Some(Ranges {
        read: of_image(&source),
        written: of_image(&dest),
    })
}

fn of_image(image: &BlitImage) -> Vec<Span> {
    let pixels = of_pixels(&image.surface, image.rect);
    let status = image.status.iter();
    let status = status.flat_map(|t| pixels.iter().map(|s| of_status(t, s)));
    pixels.into_iter().chain(status).collect()
}
