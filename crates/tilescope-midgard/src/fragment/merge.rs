//! The output merger of a draw: the renderer state and the framebuffer, decoded.

use std::sync::Arc;

use tilescope_draw::early::ShaderEffects;
use tilescope_output::{
    AlphaToCoverage, Blend, BlendEquation, BlendFactor, BlendPart, ColorConfig, ColorTarget,
    DepthConfig, DepthPixels, DepthRounding, DepthStencil, Dither, IntegerRange, Merger,
};

use super::format::Internal;
use super::framebuffer::Framebuffer;
use crate::descriptors::{BlendOperandA, BlendOperandB, BlendOperandC, DepthSource};
use crate::device::Units;
use crate::log::Ctx;
use crate::shader::Stage;
use crate::state::{Blending, Equation, Renderer, Target};
use crate::threads::Loaded;

/// The output merger of a draw, with blend shaders.
#[derive(Clone, Debug)]
pub struct Merge {
    /// Tests and blending.
    pub merge: tilescope_draw::Merge,
    /// Blend shaders of the targets; none if no target has one.
    pub(crate) shaders: Vec<Option<Arc<Loaded>>>,
    /// The shader writes memory.
    pub side_effects: bool,
    /// A target has a blend equation that is not implemented.
    missing: bool,
}

impl Merge {
    /// Whether decoding the same state again returns the same, and reports nothing.
    pub(crate) fn is_lasting(&self) -> bool {
        self.shaders.is_empty() && !self.missing
    }

    /// Decodes the state of a draw.
    pub(crate) fn new(
        renderer: &Renderer,
        framebuffer: &Framebuffer,
        units: &mut Units<'_>,
        c: &mut Ctx<'_>,
    ) -> Merge {
        let samples = framebuffer.buffers.samples;
        let count = renderer.targets.len().min(framebuffer.targets.len());
        let mut colors = Vec::with_capacity(count);
        let mut shaders = Vec::new();
        let mut missing = false;
        for (state, target) in renderer.targets.iter().zip(&framebuffer.targets) {
            let color = color(state, target).unwrap_or_else(|NoEquation| {
                missing = true;
                (c.log).unimplemented("blend equations with a factor of more than one term");
                ColorTarget::new(&replacing(state, target))
            });
            colors.push(color);
            shaders.push(match state.blending {
                Blending::Shader(pointer) if state.enable => {
                    let limits = (renderer.work_registers.max(8), 0);
                    let programs = &mut *units.programs;
                    let loaded = programs.load(Stage::Blend, pointer, limits, units.chip, c);
                    // Without fuel, the job ends before it draws.
                    let _ = c.fuel.take(loaded.fuel());
                    Some(loaded)
                }
                _ => None,
            });
        }
        if shaders.iter().all(Option::is_none) {
            shaders.clear();
        }
        let blends = colors.iter().flatten().filter_map(ColorTarget::blend);
        let dual = { blends }.any(Blend::uses_second) || !shaders.is_empty();
        let shader_depth = renderer.depth_source == DepthSource::Shader;
        let effects = ShaderEffects {
            depth: shader_depth || renderer.stencil_from_shader,
            discards: renderer.discards || renderer.alpha.is_some() || renderer.alpha_to_coverage,
            memory: renderer.side_effects,
        };
        let merger = Merger {
            samples,
            colors,
            alpha_to_one: renderer.targets.iter().any(|t| t.alpha_to_one),
            dither: (renderer.targets.iter().any(|t| t.dithered)).then(dither),
            ..Merger::default()
        };
        let depth = depth(renderer, framebuffer);
        let merge = tilescope_draw::Merge::new(merger, depth, effects, renderer.force_early_z);
        Merge {
            merge: tilescope_draw::Merge {
                alpha: renderer.alpha,
                coverage: (renderer.alpha_to_coverage && samples > 1).then(|| AlphaToCoverage {
                    samples: samples as u8,
                    order: std::array::from_fn(|n| n as u8),
                    dither: None,
                }),
                dual,
                shader_depth,
                shader_stencil: renderer.stencil_from_shader,
                ..merge
            },
            shaders,
            side_effects: renderer.side_effects,
            missing,
        }
    }
}

/// The dither matrix, which is undocumented: that of Bayer, for channels of less than 8
/// bits.
fn dither() -> Dither {
    Dither::of_sixteenths(&tilescope_pixel::Dither::BAYER.cells, 8)
}

/// A blend equation is not implemented.
struct NoEquation;

/// A target whose colours are replaced.
fn replacing(state: &Target, target: &Internal) -> ColorConfig {
    let mut config = ColorConfig {
        srgb: state.srgb,
        integers: IntegerRange::Wrap,
        ..ColorConfig::replacing(target.format)
    };
    if let Blending::Fixed { mask, .. } = state.blending {
        config.components = mask;
    }
    config
}

fn color(state: &Target, target: &Internal) -> Result<Option<ColorTarget>, NoEquation> {
    if !state.enable {
        return Ok(None);
    }
    let mut config = replacing(state, target);
    if let Blending::Fixed {
        color,
        alpha,
        constant,
        ..
    } = state.blending
    {
        let [color, alpha] = [color, alpha].map(|e| part(e).ok_or(NoEquation));
        let (color, alpha) = (color?, alpha?);
        let replaces = [color, alpha] == [BlendPart::REPLACE; 2];
        config.blend = (!replaces).then_some(Blend {
            color,
            alpha,
            constant: [constant; 4],
        });
    }
    Ok(ColorTarget::new(&config))
}

/// A + B * C; `None` if it is not a sum of the new and the stored colour, each times a factor.
fn part(e: Equation) -> Option<BlendPart> {
    use BlendFactor as F;
    use BlendOperandA as A;
    use BlendOperandB as B;
    use BlendOperandC as C;
    if e.c == (C::SrcX2, false) && e.b == (B::Dest, false) && e.a.0 == A::Zero {
        return Some(BlendPart {
            new: F::StoredColor,
            stored: F::NewColor,
            equation: BlendEquation::Add,
        });
    }
    let a = match e.a.0 {
        A::Zero => [0, 0],
        A::Src => [1, 0],
        A::Dest => [0, 1],
        A::Unknown(_) => return None,
    };
    let b = match e.b.0 {
        B::SrcMinusDest => [1, -1],
        B::SrcPlusDest => [1, 1],
        B::Src => [1, 0],
        B::Dest => [0, 1],
        B::Unknown(_) => return None,
    };
    let c = match e.c.0 {
        C::Zero => F::Zero,
        C::Src => F::NewColor,
        C::Dest => F::StoredColor,
        C::SrcAlpha => F::NewAlpha,
        C::DestAlpha => F::StoredAlpha,
        C::Constant => F::ConstantColor,
        C::SrcX2 | C::Unknown(_) => return None,
    };
    let signed = |negated: bool, v: [i32; 2]| if negated { v.map(|v| -v) } else { v };
    let factor = if e.c.1 { c.inverse()? } else { c };
    BlendPart::of_product(signed(e.a.1, a), signed(e.b.1, b), factor)
}

fn depth(renderer: &Renderer, framebuffer: &Framebuffer) -> Option<DepthConfig> {
    let DepthPixels { format, largest } = framebuffer.buffers.depth.pixels;
    let tests = renderer.tests;
    (tests != [DepthStencil::default(); 2]).then_some(DepthConfig {
        format,
        separate_stencil: false,
        tests,
        range: (0.0, 1.0),
        largest,
        rounding: DepthRounding::Nearest,
        bounds: None,
    })
}
