//! Checks of restrictions on the registers of a draw.

use tilescope_core::{Frame, Rule};
use tilescope_raster::Rect;

use super::fetch::Attributes;
use super::prepared::Draw;
use super::screen::Screen;
use crate::chips::{Bug, Chip};
use crate::fe::DrawCommand;
use crate::features::Feature;
use crate::log::{Log, Register, Site, report};
use crate::pe::{PixelEngine, ra_writes_depth};
use crate::quirks::{Quirks, ScissorHang};
use crate::regs::fe::{index_stream_base_addr, index_stream_control};
use crate::regs::pe::{color_stride, depth_config, depth_stride, logic_op};
use crate::regs::{self, presence, se};
use crate::rules::{draw as rules, pe as pe_rules};
use crate::state::State;
use crate::stopped::Stopped;
use crate::surface::{Surface, Tiling};
use crate::ts::TileStatus;

/// The registers of the scissor's right and bottom edges.
const SCISSOR_ENDS: [Register; 2] = [
    ("SE.SCISSOR_RIGHT", se::scissor_right::AT),
    ("SE.SCISSOR_BOTTOM", se::scissor_bottom::AT),
];

/// Split requests of a draw from which they are reported.
const MANY_REQUESTS: u64 = 4096;

/// Reports violations before anything is drawn.
///
/// # Errors
/// The first violation that hangs the hardware.
pub(super) fn check(
    state: &State,
    chip: &Chip,
    quirks: &Quirks,
    pe: &PixelEngine,
    log: &mut Log,
) -> Result<(), Stopped> {
    scissor(state, chip, quirks, log)?;
    early_depth(state, chip, log)?;
    let single = state.field(logic_op::AT, &logic_op::SINGLE_BUFFER);
    let has = match single {
        0 => true,
        1 => chip.features.has(Feature::LinearPe),
        _ => chip.features.has(Feature::SingleBuffer),
    };
    if !has {
        let text = format!(
            "SINGLE_BUFFER is {single}, but {} lacks the feature",
            chip.info.title
        );
        let register = ("PE.LOGIC_OP", logic_op::AT);
        report(log, &pe_rules::SINGLE_BUFFER_ABSENT, register, text);
    }
    if let Some(target) = &pe.color {
        let stride = ("PE.COLOR_STRIDE", color_stride::AT);
        buffer(&target.surface, target.status.as_ref(), stride, log);
        target.status.iter().for_each(|s| s.check(log));
    }
    if let Some(target) = &pe.depth {
        let stride = ("PE.DEPTH_STRIDE", depth_stride::AT);
        buffer(&target.surface, target.status.as_ref(), stride, log);
        target.status.iter().for_each(|s| s.check(log));
    }
    Ok(())
}

fn hang(
    rule: &'static Rule,
    (name, offset): Register,
    text: String,
    log: &mut Log,
) -> Result<(), Stopped> {
    let at = log.at.inside(Frame::Register(name, offset));
    Err(Stopped::by(rule, at, text, (offset, 0), log))
}

fn scissor(state: &State, chip: &Chip, quirks: &Quirks, log: &mut Log) -> Result<(), Stopped> {
    let ScissorHang {
        from: hang_from,
        below: hang_below,
    } = quirks.scissor_hang;
    let largest = chip.derived().target_size;
    for register in SCISSOR_ENDS {
        let value = state.float(register.1);
        // Drivers add a margin below one pixel.
        if value >= largest as f32 + 1.0 {
            let text = format!(
                "the scissor ends at {value}, but render targets have at most {largest} pixels"
            );
            report(log, &rules::SCISSOR_TOO_LARGE, register, text);
        }
    }
    if !Bug::ScissorMargin.is_in(chip) {
        return Ok(());
    }
    for register in SCISSOR_ENDS {
        let value = state.float(register.1);
        let margin = value.fract();
        if value >= hang_from && margin > 0.0 && margin < hang_below {
            let text = format!("the scissor ends at {value}, {margin} beyond the last pixel");
            return hang(&rules::SCISSOR_MARGIN, register, text, log);
        }
    }
    Ok(())
}

fn early_depth(state: &State, chip: &Chip, log: &mut Log) -> Result<(), Stopped> {
    let word = state.word(depth_config::AT);
    let writes = ra_writes_depth(state, chip) && depth_config::DEPTH_MODE.of(word) != 0;
    if writes && depth_config::DISABLE_ZS.of(word) == 0 {
        let register = ("PE.DEPTH_CONFIG", depth_config::AT);
        let text =
            "neither RA.EARLY_DEPTH.WRITE_DISABLE nor PE.DEPTH_CONFIG.DISABLE_ZS is set".to_owned();
        return hang(&rules::DEPTH_WRITTEN_TWICE, register, text, log);
    }
    Ok(())
}

fn buffer(surface: &Surface, status: Option<&TileStatus>, stride: Register, log: &mut Log) {
    let address = surface.base_register.unwrap_or(stride);
    // With tile status, the rule of tile status is more specific.
    let reported = |base: u32| status.is_some_and(|s| s.surface_base == base);
    let halves = if surface.tiling.is_multi() { 2 } else { 1 };
    for base in surface.bases.into_iter().take(halves) {
        if !base.is_multiple_of(64) && !reported(base) {
            let text = format!("the buffer is at {base:#010x}");
            report(log, &pe_rules::TARGET_UNALIGNED, address, text);
        }
    }
    if surface.tiling != Tiling::Linear && !surface.stride.is_multiple_of(64) {
        let text = format!("a row of tiles has {} bytes", surface.stride);
        report(log, &pe_rules::STRIDE_UNALIGNED, stride, text);
    }
    if halves == 2 && surface.bases[0] == surface.bases[1] {
        let text = format!("both pixel pipes draw to {:#010x}", surface.bases[0]);
        report(log, &pe_rules::HALVES_OVERLAP, address, text);
    }
}

/// The number of registers that a finding names; further ones are counted.
const NAMED: usize = 8;

/// Reports registers that a draw depends on but that were never written.
pub(super) fn unwritten(
    command: &DrawCommand,
    screen: &Screen,
    state: &State,
    chip: &Chip,
    log: &mut Log,
) {
    if command.indexed {
        state.need(index_stream_base_addr::AT);
        state.need(index_stream_control::AT);
    }
    screen
        .needs(command.primitive)
        .for_each(|offset| state.need(offset));
    let places = state.take_unwritten().into_iter().filter_map(regs::find);
    let there = places.filter(|place| presence::unmet(place.row, chip).is_none());
    let names: Vec<String> = there.map(|place| place.to_string()).collect();
    if names.is_empty() {
        return;
    }
    let mut list = names[..names.len().min(NAMED)].join(", ");
    if names.len() > NAMED {
        list += &format!(" and {} more", names.len() - NAMED);
    }
    let text = match names.len() {
        1 => format!("{list} was never written"),
        _ => format!("{list} were never written"),
    };
    log.find(&rules::STATE_NEVER_WRITTEN, Site::ANYWHERE, |at| {
        (at.clone(), text)
    });
}

/// Reports render targets whose rows are too short for the pixels of a draw.
pub(super) fn rows(draw: &Draw<'_>, covered: Option<Rect>, log: &mut Log) {
    let Some(covered) = covered else {
        return;
    };
    let across = draw.screen.samples.as_ref().map_or(1, |s| s.scale().0);
    let end = covered.x1.max(0) as u32 * across;
    let color = draw.pe.color.iter().map(|t| &t.surface);
    let depth = draw.pe.depth.iter().map(|t| &t.surface);
    for (surface, register) in color
        .zip([("PE.COLOR_STRIDE", color_stride::AT)])
        .chain(depth.zip([("PE.DEPTH_STRIDE", depth_stride::AT)]))
    {
        if end > surface.width() {
            let text = format!(
                "pixels are drawn up to column {end}, but a row has {} pixels",
                surface.width()
            );
            report(log, &pe_rules::STRIDE_NARROW, register, text);
            // A scissor that is too wide is reported once, not for every target.
            return;
        }
    }
}

/// Reports the cost of attributes that cross a multiple of 16 bytes.
pub(super) fn requests(attributes: &Attributes, vertices: &[u32], instances: u32, log: &mut Log) {
    let most = (vertices.len() * attributes.elements.len()) as u64 * u64::from(instances);
    if most < MANY_REQUESTS {
        return;
    }
    let (all, split) = attributes.requests(vertices);
    let (all, split) = [all, split].map(|n| n * u64::from(instances)).into();
    if split >= MANY_REQUESTS {
        log.find(&rules::REQUESTS_SPLIT, Site::ANYWHERE, |at| {
            let text = format!("{split} of {all} attribute requests are split into two");
            (at.clone(), text)
        });
    }
}
