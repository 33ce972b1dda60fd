//! The pixel engine: tests, blending and storage of shaded pixels.
//!
//! ```text
//! alpha test -> stencil and depth test -> blend or logic operation -> dither, pack -> mask -> store
//! ```
//!
//! [`PixelEngine`] is the decoded state, once per draw: the buffers, and the state of
//! the output merger (`tilescope-output`), which draws to them area by area.

mod blend;
mod buffers;
mod dither;
mod memory;
mod targets;
mod tests;

pub use memory::AreaBuffers;
pub use targets::ColorTarget;

use tilescope_output::depth::DepthRounding;
use tilescope_output::{DepthBits, DepthConfig, DepthState, DepthStencil, Merger};

use crate::chips::Chip;
use crate::features::Feature;
use crate::log::Log;
use crate::regs::pe::{DepthFormat, depth_config, depth_far, depth_near, depth_normalize};
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
    /// The state of the output merger.
    pub output: DepthState,
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
    /// The state of the output merger.
    pub merger: Merger,
}

impl PixelEngine {
    /// Decodes the registers. Unimplemented features are reported to `log`.
    pub fn new(state: &State, chip: &Chip, log: &mut Log) -> PixelEngine {
        let logic = blend::logic(state, chip);
        let depth = depth_target(state, chip);
        let word = state.word(depth_config::AT);
        let colors = depth_config::ONLY_DEPTH.of(word) == 0;
        let color = (colors.then(|| targets::first(state, chip, logic, log))).flatten();
        let more = match colors {
            true => targets::more(state, chip, logic, log),
            false => Vec::new(),
        };
        let all = std::iter::once(&color).chain(&more);
        let merger = Merger {
            // Samples are pixels of larger surfaces.
            samples: 1,
            colors: all.map(|t| t.as_ref().map(|t| t.output)).collect(),
            depth: depth.as_ref().map(|t| t.output),
            alpha: tests::alpha(state, chip),
            alpha_to_one: false,
            dither: color.and_then(|_| dither::decode(state)),
        };
        PixelEngine {
            color,
            more,
            depth,
            merger,
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
    let format = DepthFormat::from_bits(depth_config::DEPTH_FORMAT.of(word) as u8);
    let output = DepthState::new(&DepthConfig {
        format: match format {
            DepthFormat::D16 => tilescope_output::DepthFormat::D16,
            DepthFormat::D24S8 | DepthFormat::Unknown(_) => {
                tilescope_output::DepthFormat::D24S8(DepthBits::High)
            }
        },
        separate_stencil: false,
        tests,
        range: (state.float(depth_near::AT), state.float(depth_far::AT)),
        largest: state.float(depth_normalize::AT),
        rounding: DepthRounding::Nearest,
        bounds: None,
    });
    Some(DepthTarget {
        surface,
        status: TileStatus::depth(state, chip),
        format,
        tests,
        output,
    })
}
