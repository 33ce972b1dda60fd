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
}

impl Merge {
    /// Decodes the state of a draw.
    pub(crate) fn new(
        renderer: &Renderer,
        framebuffer: &Framebuffer,
        units: &mut Units<'_>,
        c: &mut Ctx<'_>,
    ) -> Merge {
        let samples = framebuffer.buffers.samples;
        let mut colors = Vec::new();
        let mut shaders = Vec::new();
        for (state, target) in renderer.targets.iter().zip(&framebuffer.targets) {
            colors.push(color(state, target, c));
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
        }
    }
}

/// The dither matrix, which is undocumented: that of Bayer, for channels of less than 8
/// bits.
fn dither() -> Dither {
    Dither::of_sixteenths(&tilescope_pixel::Dither::BAYER.cells, 8)
}

fn color(state: &Target, target: &Internal, c: &mut Ctx<'_>) -> Option<ColorTarget> {
    if !state.enable {
        return None;
    }
    let mut config = ColorConfig {
        srgb: state.srgb,
        integers: IntegerRange::Wrap,
        ..ColorConfig::replacing(target.format)
    };
    if let Blending::Fixed {
        color,
        alpha,
        mask,
        constant,
    } = state.blending
    {
        config.components = mask;
        match (part(color), part(alpha)) {
            (Some(color), Some(alpha)) => {
                config.blend = (color != REPLACE || alpha != REPLACE).then_some(Blend {
                    color,
                    alpha,
                    constant: [constant; 4],
                });
            }
            _ => c
                .log
                .unimplemented("blend equations with a factor of more than one term"),
        }
    }
    ColorTarget::new(&config)
}

/// The new colour.
const REPLACE: BlendPart = BlendPart {
    new: BlendFactor::One,
    stored: BlendFactor::Zero,
    equation: BlendEquation::Add,
};

/// A factor, and 1 minus it.
fn factors((operand, inverted): (BlendOperandC, bool)) -> Option<(BlendFactor, BlendFactor)> {
    use BlendFactor as F;
    let (factor, inverse) = match operand {
        BlendOperandC::Zero => (F::Zero, F::One),
        BlendOperandC::Src => (F::NewColor, F::OneMinusNewColor),
        BlendOperandC::Dest => (F::StoredColor, F::OneMinusStoredColor),
        BlendOperandC::SrcAlpha => (F::NewAlpha, F::OneMinusNewAlpha),
        BlendOperandC::DestAlpha => (F::StoredAlpha, F::OneMinusStoredAlpha),
        BlendOperandC::Constant => (F::ConstantColor, F::OneMinusConstantColor),
        BlendOperandC::SrcX2 | BlendOperandC::Unknown(_) => return None,
    };
    Some(match inverted {
        true => (inverse, factor),
        false => (factor, inverse),
    })
}

/// A + B * C as a sum of the new and the stored colour, each times a factor; `None` if
/// it is not one.
///
/// A and B are multiples of the new and the stored colour, so that each colour has the factor
/// `a + b * C` with `a` and `b` of -1, 0 or 1.
fn part(e: Equation) -> Option<BlendPart> {
    use BlendEquation::{Add, ReverseSubtract, Subtract};
    use BlendFactor::{One, Zero};
    use BlendOperandA as A;
    use BlendOperandB as B;
    if e.c == (BlendOperandC::SrcX2, false) && e.b == (B::Dest, false) && e.a.0 == A::Zero {
        return Some(BlendPart {
            new: BlendFactor::StoredColor,
            stored: BlendFactor::NewColor,
            equation: Add,
        });
    }
    let (f, rest) = factors(e.c)?;
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
    let sign = |negated| if negated { -1 } else { 1 };
    // The factor, and the sign of the product; either sign for 0.
    let factor = |n: usize| match (sign(e.a.1) * a[n], sign(e.b.1) * b[n]) {
        (0, 0) => Some((Zero, 0)),
        (a, 0) => Some((One, a)),
        (a, _) if a != 0 && f == Zero => Some((One, a)),
        (0, b) => Some((f, b)),
        (a, b) => (a == -b).then_some((rest, a)),
    };
    let ((new, of_new), (stored, of_stored)) = (factor(0)?, factor(1)?);
    let equation = match (of_new, of_stored) {
        (0 | 1, 0 | 1) => Add,
        (0 | 1, _) => Subtract,
        (_, 0 | 1) => ReverseSubtract,
        _ => return None,
    };
    Some(BlendPart {
        new,
        stored,
        equation,
    })
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
