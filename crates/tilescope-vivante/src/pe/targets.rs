//! Colour buffers, decoded from registers.
//!
//! Targets from 1 on have their own layout, address and tile status from HALTI0 on,
//! and their own write masks and blending from HALTI5 on. On earlier chips they use
//! those of target 0: inferred, since there are no registers.

use tilescope_output::{Blend, ColorConfig, IntegerRange, LogicOp};
use tilescope_pixel::Format;

use super::blend;
use crate::chips::Chip;
use crate::features::Feature;
use crate::log::Log;
use crate::regs::enums::PeFormat;
use crate::regs::pe::{
    color_format, halti5_rt_alpha_op, halti5_rt_colormask, logic_op, rt_config_4, rt_config_8,
};
use crate::regs::ps;
use crate::state::State;
use crate::surface::{Surface, pe as surfaces, pe_format};
use crate::ts::TileStatus;

/// A colour buffer.
#[derive(Clone, Copy, Debug)]
pub struct ColorTarget {
    /// Its location.
    pub surface: Surface,
    /// Its tile status.
    pub status: Option<TileStatus>,
    /// The path of colours to its pixels.
    pub output: tilescope_output::ColorTarget,
}

/// State of the use of a target by a draw.
struct Use {
    components: u32,
    overwrites: bool,
    srgb: bool,
    /// The form of the shader's colour.
    mode: u32,
    /// Colours are clamped to [0, 1].
    saturates: bool,
    blend: Option<Blend>,
    logic: Option<LogicOp>,
}

/// The mode for colours that can be blended.
const NORMAL: u32 = 0;

impl Use {
    fn of(
        self,
        surface: Option<Surface>,
        status: Option<TileStatus>,
        format: PeFormat,
        log: &mut Log,
    ) -> Option<ColorTarget> {
        if self.components == 0 {
            return None;
        }
        let format = pe_format(format);
        let output = format.and_then(|format| self.output(format));
        let (Some(surface), Some(output)) = (surface, output) else {
            log.unimplemented("a format of a colour buffer");
            return None;
        };
        Some(ColorTarget {
            surface,
            status,
            output,
        })
    }

    fn output(&self, format: Format) -> Option<tilescope_output::ColorTarget> {
        let normal = self.mode == NORMAL;
        tilescope_output::ColorTarget::new(&ColorConfig {
            format,
            components: self.components,
            overwrites: self.overwrites,
            srgb: self.srgb,
            clamps: self.saturates && normal,
            integers: IntegerRange::Wrap,
            blend: self.blend.filter(|_| normal),
            // The effect on pixels of 64 bits is undocumented.
            logic: self.logic.filter(|_| format.row().block_bits <= 32),
        })
    }
}

/// The form of colours for target `n`.
fn mode(state: &State, n: u32) -> u32 {
    state.optional(ps::control_ext::AT) >> (4 * n) & 7
}

/// Whether colours for target `n` are clamped to [0, 1].
fn saturates(state: &State, n: u32) -> bool {
    let bit = match n {
        0..4 => state.word(ps::control::AT) >> (1 + n),
        _ => state.word(ps::output_reg2::AT) >> (8 * (n & 3) + 7),
    };
    bit & 1 != 0
}

/// Target 0.
pub(super) fn first(
    state: &State,
    chip: &Chip,
    logic: Option<LogicOp>,
    log: &mut Log,
) -> Option<ColorTarget> {
    let word = state.word(color_format::AT);
    let target = Use {
        components: color_format::COMPONENTS.of(word),
        overwrites: color_format::OVERWRITE.of(word) != 0,
        srgb: state.field(logic_op::AT, &logic_op::SRGB) != 0,
        mode: mode(state, 0),
        saturates: saturates(state, 0),
        blend: blend::of_all(state, chip, logic),
        logic,
    };
    let surface = surfaces::color(state, chip);
    let status = TileStatus::color(state, chip);
    target.of(surface, status, surfaces::color_format_of(state), log)
}

/// Targets from 1 on for which the pixel shader outputs colours.
pub(super) fn more(
    state: &State,
    chip: &Chip,
    logic: Option<LogicOp>,
    log: &mut Log,
) -> Vec<Option<ColorTarget>> {
    let targets = 1 + ps::control::RT_COUNT.of(state.word(ps::control::AT));
    if targets > chip.derived().render_targets {
        log.unimplemented("render targets that the chip does not have");
    }
    let each = chip.features.has(Feature::Halti5);
    let targets = targets.min(chip.derived().render_targets);
    let of = |n: u32| {
        let at = 4 * (n - 1);
        let config = match chip.derived().render_targets {
            8.. => state.word(rt_config_8::AT + at),
            _ => state.word(rt_config_4::AT + at),
        };
        let mask = state.word(match each {
            true => halti5_rt_colormask::AT + at,
            false => color_format::AT,
        });
        let (components, overwrites) = match each {
            true => (
                halti5_rt_colormask::COMPONENTS.of(mask),
                halti5_rt_colormask::OVERWRITE.of(mask),
            ),
            false => (
                color_format::COMPONENTS.of(mask),
                color_format::OVERWRITE.of(mask),
            ),
        };
        if each {
            let word = state.word(halti5_rt_alpha_op::AT + at);
            if halti5_rt_alpha_op::ALPHA_TEST.of(word) != 0 {
                log.unimplemented("the alpha test of a render target from 1 on");
            }
        }
        let target = Use {
            components,
            overwrites: overwrites != 0,
            srgb: rt_config_8::SRGB.of(config) != 0,
            mode: mode(state, n),
            saturates: saturates(state, n),
            blend: match each {
                true => blend::of_target(state, n, logic),
                false => blend::of_all(state, chip, logic),
            },
            logic,
        };
        let format = PeFormat::from_bits(rt_config_8::FORMAT.of(config) as u8);
        let surface = surfaces::target(state, chip, n);
        target.of(surface, TileStatus::target(state, chip, n), format, log)
    };
    (1..targets).map(of).collect()
}
