//! The output merger of a draw: the renderer state and the framebuffer, decoded.

use std::sync::Arc;

use tilescope_draw::early::{ShaderEffects, TestOrder, rejecting, test_order};
use tilescope_output::{
    AlphaPrecision, AlphaTest, AlphaToCoverage, Blend, BlendEquation, BlendFactor, BlendPart,
    ColorConfig, ColorTarget, CompareFunc, DepthConfig, DepthRounding, DepthState, DepthStencil,
    DepthTest, Dither, IntegerRange, Merger, StencilFace, StencilOp as Op,
};

use super::framebuffer::{Framebuffer, RenderTarget};
use crate::descriptors::{
    BlendOperandA, BlendOperandB, BlendOperandC, DepthSource, Func, StencilOp,
};
use crate::device::Units;
use crate::log::Ctx;
use crate::shader::Stage;
use crate::state::{Blending, Equation, Face, Renderer, Target};
use crate::threads::Loaded;

/// The output merger of a draw.
#[derive(Clone, Debug)]
pub struct Merge {
    /// Tests and blending.
    pub merger: Merger,
    /// The tests before the shader, if they run twice.
    pub rejecting: Option<Merger>,
    /// When fragments are tested.
    pub order: TestOrder,
    /// The alpha test.
    pub alpha: Option<AlphaTest>,
    /// Alpha to coverage.
    pub coverage: Option<AlphaToCoverage>,
    /// Blend shaders of the targets; none if no target has one.
    pub(crate) shaders: Vec<Option<Arc<Loaded>>>,
    /// Blending uses the second colour, or a shader may.
    pub dual: bool,
    /// Depth comes from the shader.
    pub shader_depth: bool,
    /// The stencil reference comes from the shader.
    pub shader_stencil: bool,
    /// The shader writes memory.
    pub side_effects: bool,
    /// The shader reads pixels that other fragments write.
    pub reads_tile: bool,
}

impl Merge {
    /// Decodes the state of a draw.
    pub(crate) fn new(
        renderer: &Renderer,
        framebuffer: &Framebuffer,
        units: &mut Units<'_>,
        c: &mut Ctx<'_>,
    ) -> Merge {
        let samples = framebuffer.sample_count();
        let mut colors = Vec::new();
        let mut shaders = Vec::new();
        for (state, target) in renderer.targets.iter().zip(&framebuffer.targets) {
            colors.push(color(state, target, c));
            shaders.push(match state.blending {
                Blending::Shader(pointer) if state.enable => {
                    // Blend shaders have the registers of the fragment shader.
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
        let depth = depth(renderer, framebuffer);
        let alpha = alpha(renderer);
        let shader_depth = renderer.depth_source == DepthSource::Shader;
        let effects = ShaderEffects {
            depth: shader_depth || renderer.stencil_from_shader,
            discards: renderer.discards || alpha.is_some() || renderer.alpha_to_coverage,
            memory: renderer.side_effects,
        };
        let order = match (&depth, renderer.force_early_z) {
            (None, _) => TestOrder::Late,
            (Some(_), true) => TestOrder::Early,
            (Some(depth), false) => test_order(effects, depth),
        };
        let merger = Merger {
            samples,
            colors,
            depth: depth.as_ref().map(DepthState::new),
            alpha: None,
            alpha_to_one: renderer.targets.iter().any(|t| t.alpha_to_one),
            dither: (renderer.targets.iter().any(|t| t.dithered)).then(dither),
        };
        let twice = depth.filter(|_| order == TestOrder::Twice);
        let rejecting = twice.map(|depth| Merger {
            depth: Some(DepthState::new(&rejecting(&depth))),
            ..merger.clone()
        });
        Merge {
            merger,
            rejecting,
            order,
            alpha,
            coverage: (renderer.alpha_to_coverage && samples > 1).then(|| AlphaToCoverage {
                samples: samples as u8,
                order: std::array::from_fn(|n| n as u8),
                dither: None,
            }),
            shaders,
            dual,
            shader_depth,
            shader_stencil: renderer.stencil_from_shader,
            side_effects: renderer.side_effects,
            reads_tile: renderer.reads_tile,
        }
    }
}

impl Merge {
    /// The tests before the shader.
    pub(super) fn before_shader(&self) -> Option<&Merger> {
        match self.order {
            TestOrder::Early => Some(&self.merger),
            TestOrder::Twice => self.rejecting.as_ref(),
            TestOrder::Late => None,
        }
    }
}

/// The dither matrix, which is undocumented: that of Bayer, for channels of less than 8
/// bits.
fn dither() -> Dither {
    Dither::of_sixteenths(&tilescope_pixel::Dither::BAYER.cells, 8)
}

fn color(state: &Target, target: &RenderTarget, c: &mut Ctx<'_>) -> Option<ColorTarget> {
    if !state.enable {
        return None;
    }
    let mut config = ColorConfig {
        srgb: state.srgb,
        integers: IntegerRange::Wrap,
        ..ColorConfig::replacing(target.internal.format)
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
fn factors(c: (BlendOperandC, bool)) -> Option<(BlendFactor, BlendFactor)> {
    use BlendFactor as F;
    let (factor, inverse) = match c.0 {
        BlendOperandC::Zero => (F::Zero, F::One),
        BlendOperandC::Src => (F::NewColor, F::OneMinusNewColor),
        BlendOperandC::Dest => (F::StoredColor, F::OneMinusStoredColor),
        BlendOperandC::SrcAlpha => (F::NewAlpha, F::OneMinusNewAlpha),
        BlendOperandC::DestAlpha => (F::StoredAlpha, F::OneMinusStoredAlpha),
        BlendOperandC::Constant => (F::ConstantColor, F::OneMinusConstantColor),
        BlendOperandC::SrcX2 | BlendOperandC::Unknown(_) => return None,
    };
    Some(match c.1 {
        true => (inverse, factor),
        false => (factor, inverse),
    })
}

/// A + B * C as a sum of the new and the stored colour, each times a factor; `None` if
/// it is not one.
fn part(e: Equation) -> Option<BlendPart> {
    use BlendEquation::{Add, ReverseSubtract, Subtract};
    use BlendFactor::{One, Zero};
    use BlendOperandA as A;
    use BlendOperandB as B;
    let of = |new, stored, equation| {
        Some(BlendPart {
            new,
            stored,
            equation,
        })
    };
    if e.c == (BlendOperandC::SrcX2, false) && e.b == (B::Dest, false) && e.a.0 == A::Zero {
        return of(BlendFactor::StoredColor, BlendFactor::NewColor, Add);
    }
    let (f, rest) = factors(e.c)?;
    // Negation of A, then of B.
    let (a, b) = (e.a.1, e.b.1);
    match (e.a.0, e.b.0) {
        (A::Zero, B::Src) => of(f, Zero, if b { ReverseSubtract } else { Add }),
        (A::Zero, B::Dest) => of(Zero, f, if b { Subtract } else { Add }),
        (A::Zero, B::SrcPlusDest) if !b => of(f, f, Add),
        (A::Zero, B::SrcMinusDest) => of(f, f, if b { ReverseSubtract } else { Subtract }),
        (A::Src, B::Dest) => match (a, b) {
            (false, false) => of(One, f, Add),
            (false, true) => of(One, f, Subtract),
            (true, false) => of(One, f, ReverseSubtract),
            (true, true) => None,
        },
        (A::Dest, B::Src) => match (a, b) {
            (false, false) => of(f, One, Add),
            (false, true) => of(f, One, ReverseSubtract),
            (true, false) => of(f, One, Subtract),
            (true, true) => None,
        },
        (A::Src, B::Src) => match (a, b) {
            (false, false) if f == Zero => of(One, Zero, Add),
            (false, true) => of(rest, Zero, Add),
            (true, false) => of(rest, Zero, ReverseSubtract),
            _ => None,
        },
        (A::Dest, B::Dest) => match (a, b) {
            (false, false) if f == Zero => of(Zero, One, Add),
            (false, true) => of(Zero, rest, Add),
            (true, false) => of(Zero, rest, Subtract),
            _ => None,
        },
        (A::Dest, B::SrcMinusDest) if !a && !b => of(f, rest, Add),
        (A::Dest, B::SrcPlusDest) if a != b => {
            of(f, rest, if a { Subtract } else { ReverseSubtract })
        }
        (A::Src, B::SrcMinusDest) if !a && b => of(rest, f, Add),
        (A::Src, B::SrcPlusDest) if a != b => {
            of(rest, f, if a { ReverseSubtract } else { Subtract })
        }
        _ => None,
    }
}

fn compare(func: Func) -> CompareFunc {
    CompareFunc::from_bits(func.bits().into())
}

fn stencil_op(op: StencilOp) -> Op {
    match op {
        StencilOp::Keep | StencilOp::Unknown(_) => Op::Keep,
        StencilOp::Replace => Op::Replace,
        StencilOp::Zero => Op::Zero,
        StencilOp::Invert => Op::Invert,
        StencilOp::IncrWrap => Op::IncrementWrap,
        StencilOp::DecrWrap => Op::DecrementWrap,
        StencilOp::IncrSat => Op::IncrementClamp,
        StencilOp::DecrSat => Op::DecrementClamp,
    }
}

fn depth(renderer: &Renderer, framebuffer: &Framebuffer) -> Option<DepthConfig> {
    let func = compare(renderer.depth_func);
    let write = renderer.depth_write;
    let depth = (func != CompareFunc::Always || write).then_some(DepthTest { func, write });
    let face = |face: &Face| DepthStencil {
        depth,
        stencil: renderer.stencil.then_some(StencilFace {
            func: compare(face.func),
            reference: face.reference,
            read_mask: face.mask,
            write_mask: face.write_mask,
            fail: stencil_op(face.ops[0]),
            depth_fail: stencil_op(face.ops[1]),
            pass: stencil_op(face.ops[2]),
        }),
    };
    if depth.is_none() && !renderer.stencil {
        return None;
    }
    Some(DepthConfig {
        format: framebuffer.depth.format,
        separate_stencil: false,
        tests: [face(&renderer.faces[0]), face(&renderer.faces[1])],
        range: (0.0, 1.0),
        largest: framebuffer.depth.largest,
        rounding: DepthRounding::Nearest,
        bounds: None,
    })
}

fn alpha(renderer: &Renderer) -> Option<AlphaTest> {
    let func = compare(renderer.alpha_func);
    (func != CompareFunc::Always).then_some(AlphaTest {
        func,
        reference: renderer.alpha_reference,
        precision: AlphaPrecision::Single,
    })
}
