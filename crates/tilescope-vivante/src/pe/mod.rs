//! The pixel engine: tests, blending and storage of shaded pixels.
//!
//! ```text
//! alpha test -> stencil and depth test -> blend or logic operation -> dither, pack -> mask -> store
//! ```
//!
//! [`PixelEngine`] is the decoded state, once per draw; [`Area`] is the part of the
//! buffers being drawn to.

mod area;
mod blend;
mod buffers;
mod color;
mod targets;
mod tests;
mod tiles;

pub use area::{AREA, Area, Fragments};
pub use blend::Blend;
pub use color::{Dither, Encoding, HighWord};
pub use targets::{ColorTarget, Curve};
pub use tests::AlphaTest;

use tilescope_output::DepthStencil;

use crate::chips::Chip;
use crate::features::Feature;
use crate::log::Log;
use crate::regs::enums::LogicOp;
use crate::regs::pe::{
    DepthFormat, depth_config, depth_far, depth_near, depth_normalize, logic_op,
};
use crate::regs::ra::early_depth;
use crate::state::State;
use crate::surface::{Surface, pe as surfaces};
use crate::ts::TileStatus;

/// The depth buffer.
#[derive(Clone, Copy, Debug)]
pub struct DepthTarget {
    /// Its location.
    pub surface: Surface,
    /// Its tile status.
    pub status: Option<TileStatus>,
    /// Its format.
    pub format: DepthFormat,
    /// The tests of clockwise faces, and of the others.
    pub tests: [DepthStencil; 2],
    /// Smallest and largest depth.
    pub range: (f32, f32),
    /// The largest stored depth.
    pub largest: f32,
}

/// The decoded registers of PE.
#[derive(Clone, Debug)]
pub struct PixelEngine {
    /// The colour buffer, if it is written.
    pub color: Option<ColorTarget>,
    /// Render targets from 1 on; `None` for those that are not written.
    pub more: Vec<Option<ColorTarget>>,
    /// The depth buffer, if it is tested or written.
    pub depth: Option<DepthTarget>,
    /// The alpha test.
    pub alpha: Option<AlphaTest>,
    /// The logic operation.
    pub logic: Option<LogicOp>,
    /// Dithering.
    pub dither: Option<Dither>,
}

impl PixelEngine {
    /// Decodes the registers. Unimplemented features are reported to `log`.
    pub fn new(state: &State, chip: &Chip, log: &mut Log) -> PixelEngine {
        let op = LogicOp::from_bits(state.field(logic_op::AT, &logic_op::OP) as u8);
        let logic = (op != LogicOp::Copy && chip.features.has(Feature::LogicOp)).then_some(op);
        let depth = depth_target(state, chip);
        let word = state.word(depth_config::AT);
        let colors = depth_config::ONLY_DEPTH.of(word) == 0;
        let color = (colors.then(|| targets::first(state, chip, logic, log))).flatten();
        let more = match colors {
            true => targets::more(state, chip, logic, log),
            false => Vec::new(),
        };
        PixelEngine {
            dither: color.and_then(|_| Dither::new(state)),
            color,
            more,
            depth,
            alpha: AlphaTest::new(state, chip),
            logic,
        }
    }

    /// Whether drawing writes any buffer.
    pub fn writes(&self) -> bool {
        self.color.is_some() || self.depth.is_some() || self.more.iter().any(|t| t.is_some())
    }
}

/// Whether the rasteriser writes depth before the shader runs, with a test or without.
///
/// Source: Mesa etnaviv_state.c, `etna_update_zsa`.
pub(crate) fn ra_writes_depth(state: &State, chip: &Chip) -> bool {
    chip.features.has(Feature::RaWriteDepth)
        && state.field(early_depth::AT, &early_depth::WRITE_DISABLE) == 0
        && state.field(depth_config::AT, &depth_config::WRITE_ENABLE) != 0
}

fn depth_target(state: &State, chip: &Chip) -> Option<DepthTarget> {
    let surface = surfaces::depth(state, chip)?;
    let word = state.word(depth_config::AT);
    let control = state.word(early_depth::AT);
    let early = early_depth::TEST_ENABLE.of(control) != 0 || ra_writes_depth(state, chip);
    let late = depth_config::DISABLE_ZS.of(word) == 0;
    if !early && !late {
        return None;
    }
    let mut tests = tests::depth_stencil(state);
    if !late {
        // Only the rasteriser's test runs, which has no stencil. Its position
        // before the shader is not observable: drivers disable it where it would
        // be.
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
