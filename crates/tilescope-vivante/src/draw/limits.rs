//! What the registers of a draw must not say, whatever is drawn.

use tilescope_core::{Frame, Rule};

use super::fetch::Attributes;
use crate::chips::{Bug, Chip};
use crate::features::Feature;
use crate::log::{Log, tell};
use crate::pe::{PixelEngine, ra_writes_depth};
use crate::quirks::{Quirks, ScissorHang};
use crate::regs::pe::{
    color_addr, color_stride, depth_addr, depth_config, depth_stride, logic_op, pipe_color_addr,
    pipe_depth_addr,
};
use crate::regs::se;
use crate::rules::{draw as rules, pe as pe_rules};
use crate::state::State;
use crate::stopped::Stopped;
use crate::surface::{Surface, Tiling};

/// Split requests of one draw that are worth a word.
const MANY_REQUESTS: u64 = 4096;

/// Notes what is wrong, before anything is drawn.
///
/// # Errors
/// What hangs the hardware.
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
        let text = format!("it is {single} on {}", chip.info.title);
        let register = ("PE.LOGIC_OP", logic_op::AT);
        tell(log, &pe_rules::SINGLE_BUFFER_ABSENT, register, text);
    }
    let each = chip.features.halti().is_some() && !Bug::SinglePipeAddress.is_in(chip);
    let color = match each {
        true => ("PE.PIPE.COLOR_ADDR", pipe_color_addr::AT),
        false => ("PE.COLOR_ADDR", color_addr::AT),
    };
    let depth = match each {
        true => ("PE.PIPE.DEPTH_ADDR", pipe_depth_addr::AT),
        false => ("PE.DEPTH_ADDR", depth_addr::AT),
    };
    if let Some(target) = &pe.color {
        let stride = ("PE.COLOR_STRIDE", color_stride::AT);
        buffer(&target.surface, color, stride, log);
        target.status.iter().for_each(|s| s.check(log));
    }
    if let Some(target) = &pe.depth {
        let stride = ("PE.DEPTH_STRIDE", depth_stride::AT);
        buffer(&target.surface, depth, stride, log);
        target.status.iter().for_each(|s| s.check(log));
    }
    Ok(())
}

fn hang(
    rule: &'static Rule,
    (name, offset): (&'static str, u32),
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
    if !Bug::ScissorMargin.is_in(chip) {
        return Ok(());
    }
    let registers = [
        ("SE.SCISSOR_RIGHT", se::scissor_right::AT),
        ("SE.SCISSOR_BOTTOM", se::scissor_bottom::AT),
    ];
    for register in registers {
        let value = state.float(register.1);
        let margin = value.fract();
        if value >= hang_from && margin > 0.0 && margin < hang_below {
            let text = format!("it is {value}, {margin} beyond the last pixel");
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
        let text = "neither WRITE_DISABLE of RA.EARLY_DEPTH nor DISABLE_ZS is set".to_owned();
        return hang(&rules::DEPTH_WRITTEN_TWICE, register, text, log);
    }
    Ok(())
}

fn buffer(
    surface: &Surface,
    address: (&'static str, u32),
    stride: (&'static str, u32),
    log: &mut Log,
) {
    let halves = if surface.tiling.is_multi() { 2 } else { 1 };
    for base in surface.bases.into_iter().take(halves) {
        if !base.is_multiple_of(64) {
            let text = format!("the buffer is at {base:#010x}");
            tell(log, &pe_rules::TARGET_UNALIGNED, address, text);
        }
    }
    if surface.tiling != Tiling::Linear && !surface.stride.is_multiple_of(64) {
        let text = format!("a row of tiles has {} bytes", surface.stride);
        tell(log, &pe_rules::STRIDE_UNALIGNED, stride, text);
    }
    if halves == 2 && surface.bases[0] == surface.bases[1] {
        let text = format!("both are at {:#010x}", surface.bases[0]);
        tell(log, &pe_rules::HALVES_MEET, address, text);
    }
}

/// Notes what vertices cost whose attributes cross a multiple of 16 bytes.
pub(super) fn requests(attributes: &Attributes, vertices: &[u32], instances: u32, log: &mut Log) {
    let most = (vertices.len() * attributes.elements.len()) as u64 * u64::from(instances);
    if most < MANY_REQUESTS {
        return;
    }
    let (all, split) = attributes.requests(vertices);
    let (all, split) = [all, split].map(|n| n * u64::from(instances)).into();
    if split >= MANY_REQUESTS {
        log.find(&rules::REQUESTS_SPLIT, (0, 0), |at| {
            let text = format!("{split} of {all} requests for attributes become two");
            (at.clone(), text)
        });
    }
}
