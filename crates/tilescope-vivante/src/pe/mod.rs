//! The pixel engine: what becomes of the pixels that the shader gives.
//!
//! ```text
//! alpha test -> stencil and depth test -> blend or logic operation -> dither, pack -> mask -> store
//! ```
//!
//! [`PixelEngine`] is what the registers say, decoded once per draw; [`Area`] is a
//! part of the buffers that is drawn to.

mod area;
mod blend;
mod color;
mod tests;

pub use area::{AREA, Area, Fragments};
pub use blend::Blend;
pub use color::{Dither, Encoding};
pub use tests::AlphaTest;

use tilescope_raster::DepthStencil;

use crate::chips::Chip;
use crate::features::Feature;
use crate::log::Log;
use crate::regs::enums::LogicOp;
use crate::regs::pe::{DepthFormat, depth_normalize};
use crate::regs::pe::{alpha_config, color_format, depth_config, depth_far, depth_near, logic_op};
use crate::regs::ra::early_depth;
use crate::state::State;
use crate::surface::{Surface, pe as surfaces, pe_format};
use crate::ts::TileStatus;

/// The colour buffer.
#[derive(Clone, Copy, Debug)]
pub struct ColorTarget {
    /// Where it is.
    pub surface: Surface,
    /// Its tile status.
    pub status: Option<TileStatus>,
    /// How colours become bits.
    pub encoding: Encoding,
    /// The bits that are stored.
    pub written: u32,
    /// The stored bits matter for what is stored.
    pub reads: bool,
}

/// The depth buffer.
#[derive(Clone, Copy, Debug)]
pub struct DepthTarget {
    /// Where it is.
    pub surface: Surface,
    /// Its tile status.
    pub status: Option<TileStatus>,
    /// What it holds.
    pub format: DepthFormat,
    /// The tests of faces that run clockwise, and of the others.
    pub tests: [DepthStencil; 2],
    /// Smallest and largest depth.
    pub range: (f32, f32),
    /// The largest stored depth.
    pub largest: f32,
}

/// What the registers of PE say.
#[derive(Clone, Debug)]
pub struct PixelEngine {
    /// The colour buffer, if anything is written to it.
    pub color: Option<ColorTarget>,
    /// The depth buffer, if it is tested against or written.
    pub depth: Option<DepthTarget>,
    /// The alpha test.
    pub alpha: Option<AlphaTest>,
    /// Blending.
    pub blend: Option<Blend>,
    /// The logic operation.
    pub logic: Option<LogicOp>,
    /// Dithering.
    pub dither: Option<Dither>,
}

impl PixelEngine {
    /// What the registers say. What is not done is noted in `log`.
    pub fn new(state: &State, chip: &Chip, log: &mut Log) -> PixelEngine {
        let word = state.word(alpha_config::AT);
        let blend = alpha_config::BLEND_ENABLE_COLOR.of(word) != 0;
        let op = LogicOp::from_bits(state.field(logic_op::AT, &logic_op::OP) as u8);
        let logic = (op != LogicOp::Copy && chip.features.has(Feature::LogicOp)).then_some(op);
        if state.field(logic_op::AT, &logic_op::SRGB) != 0 {
            log.unimplemented("conversion to sRGB by the pixel engine");
        }
        let blend = (blend && logic.is_none()).then(|| Blend::new(state, chip));
        let color = color_target(state, chip, blend.is_some() || logic.is_some(), log);
        PixelEngine {
            dither: color.and_then(|_| Dither::new(state)),
            color,
            depth: depth_target(state, chip),
            alpha: AlphaTest::new(state, chip),
            blend,
            logic,
        }
    }
}

fn color_target(state: &State, chip: &Chip, joins: bool, log: &mut Log) -> Option<ColorTarget> {
    let word = state.word(color_format::AT);
    let components = color_format::COMPONENTS.of(word);
    if components == 0 {
        return None;
    }
    let format = pe_format(surfaces::color_format_of(state));
    let encoding = format.and_then(Encoding::of);
    let (Some(surface), Some(encoding)) = (surfaces::color(state, chip), encoding) else {
        log.unimplemented("a format of the colour buffer");
        return None;
    };
    let overwrites = color_format::OVERWRITE.of(word) != 0;
    let whole = encoding.mask(0xf);
    let written = match overwrites {
        true => encoding.word_mask(),
        false => encoding.mask(components),
    };
    Some(ColorTarget {
        surface,
        status: TileStatus::color(state, chip),
        encoding,
        written,
        reads: joins || written & whole != whole,
    })
}

fn depth_target(state: &State, chip: &Chip) -> Option<DepthTarget> {
    let surface = surfaces::depth(state, chip)?;
    let word = state.word(depth_config::AT);
    let early = state.field(early_depth::AT, &early_depth::TEST_ENABLE) != 0;
    let late = depth_config::DISABLE_ZS.of(word) == 0;
    if !early && !late {
        return None;
    }
    let mut tests = tests::depth_stencil(state);
    if !late {
        // The rasteriser's test, which knows no stencil, is all there is. That it runs
        // before the shader cannot be seen: drivers leave it off where it could.
        tests.iter_mut().for_each(|test| test.stencil = None);
    }
    if tests.iter().all(|t| *t == DepthStencil::default()) {
        return None;
    }
    Some(DepthTarget {
        surface,
        status: TileStatus::depth(state, chip),
        format: DepthFormat::from_bits(depth_config::DEPTH_FORMAT.of(word) as u8),
        tests,
        range: (state.float(depth_near::AT), state.float(depth_far::AT)),
        largest: state.float(depth_normalize::AT),
    })
}
