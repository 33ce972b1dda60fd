//! The renderer state: a shader, and the fixed functions after it.

use tilescope_core::Stopped;
use tilescope_output::{
    AlphaPrecision, AlphaTest, CompareFunc, DepthStencil, DepthTest, StencilFace,
    StencilOp as Operation,
};
use tilescope_tables::packet::Field;
use tilescope_tables::typed;

use crate::descriptors::state::{
    blend, blend_as_equation, blend_equation, blend_function, stencil,
};
use crate::descriptors::v4::renderer_state as v4;
use crate::descriptors::v4::renderer_state_as_equation as v4_equation;
use crate::descriptors::v5::renderer_state as v5;
use crate::descriptors::{
    Arch, BlendOperandA, BlendOperandB, BlendOperandC, DepthSource, StencilOp,
};
use crate::log::Ctx;
use crate::memory;

/// Bytes of the state without targets.
const STATE: usize = 64;
/// Bytes of a blend descriptor.
const BLEND: usize = 16;
/// The most render targets of a framebuffer.
const MAX_TARGETS: usize = 8;

/// The renderer state.
#[derive(Clone, Debug, PartialEq)]
pub struct Renderer {
    /// The address of the shader; the low four bits are the tag of its first bundle.
    pub shader: u64,
    /// Samplers, textures, attributes and varyings.
    pub counts: Counts,
    /// Work registers.
    pub work_registers: u8,
    /// Uniform registers.
    pub uniform_registers: u8,
    /// Uniform buffers.
    pub uniform_buffers: u32,
    /// The source of depth.
    pub depth_source: DepthSource,
    /// The shader gives the stencil.
    pub stencil_from_shader: bool,
    /// Tests before the shader.
    pub force_early_z: bool,
    /// The shader can discard.
    pub discards: bool,
    /// The shader writes memory.
    pub side_effects: bool,
    /// Depth bias: constant, factor and limit.
    pub bias: (f32, f32, f32),
    /// Depth bias of front and of back faces.
    pub biased: (bool, bool),
    /// Samples that are written.
    pub sample_mask: u16,
    /// Multisampling.
    pub multisample: bool,
    /// The shader runs for each sample.
    pub per_sample: bool,
    /// Fragments before the near, and behind the far plane are discarded.
    pub depth_clip: (bool, bool),
    /// The tests of depth and stencil of front and of back faces.
    pub tests: [DepthStencil; 2],
    /// Alpha to coverage.
    pub alpha_to_coverage: bool,
    /// The alpha test.
    pub alpha: Option<AlphaTest>,
    /// Render targets.
    pub targets: Vec<Target>,
}

/// Numbers of resources.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counts {
    /// Samplers.
    pub samplers: u32,
    /// Textures.
    pub textures: u32,
    /// Attributes.
    pub attributes: u32,
    /// Varyings.
    pub varyings: u32,
}

/// State of a render target.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Target {
    /// The target is written.
    pub enable: bool,
    /// Alpha is replaced by 1.
    pub alpha_to_one: bool,
    /// Colours are converted to sRGB.
    pub srgb: bool,
    /// Colours are dithered.
    pub dithered: bool,
    /// Blending.
    pub blending: Blending,
}

/// Blending of a render target.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Blending {
    /// The address of a blend shader, with the tag of its first bundle.
    Shader(u64),
    /// An equation.
    Fixed {
        /// Of red, green and blue.
        color: Equation,
        /// Of alpha.
        alpha: Equation,
        /// Channels that are written, red lowest.
        mask: u32,
        /// The constant.
        constant: f32,
    },
}

typed! {
    /// Operands of A + B * C.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Equation: blend_function {
        /// A, and whether it is negated.
        pub a: (BlendOperandA, bool) = (A, NEGATE_A),
        /// B, and whether it is negated.
        pub b: (BlendOperandB, bool) = (B, NEGATE_B),
        /// C, and whether it is 1 - C.
        pub c: (BlendOperandC, bool) = (C, INVERT_C),
    }
}

impl Renderer {
    /// Reads the renderer state at `address`, with `targets` blend descriptors after it
    /// (v5).
    ///
    /// # Errors
    /// A fault, if it is not mapped.
    pub fn read(
        arch: Arch,
        address: u64,
        targets: usize,
        c: &mut Ctx<'_>,
    ) -> Result<Renderer, Stopped> {
        let targets = match arch {
            Arch::V4 => 0,
            Arch::V5 => targets.min(MAX_TARGETS),
        };
        let mut bytes = [0; STATE + BLEND * MAX_TARGETS];
        let parts: [_; 1 + MAX_TARGETS] = std::array::from_fn(|n| match n.checked_sub(1) {
            None => ("renderer state", 0..STATE),
            Some(n) => (
                "blend descriptor",
                STATE + BLEND * n..STATE + BLEND * (n + 1),
            ),
        });
        let bytes = &mut bytes[..STATE + BLEND * targets];
        memory::descriptors(c, address, bytes, &parts[..=targets])?;
        let (state, blends) = bytes.split_at(STATE);
        let state = state.first_chunk().copied().unwrap_or([0; STATE]);
        let blends = blends.chunks_exact(BLEND);
        let targets = match arch {
            Arch::V4 => vec![V4_TARGET.decode(&state)],
            Arch::V5 => blends.map(|bytes| V5_TARGET.decode(bytes)).collect(),
        };
        Ok(decode(&state, targets))
    }
}

/// The fields that both architectures have at the same bits.
fn decode(bytes: &[u8; STATE], targets: Vec<Target>) -> Renderer {
    let get = |field: &Field| field.get(bytes);
    let is = |field: &Field| field.get(bytes) != 0;
    let float = |field: &Field| f32::from_bits(field.get(bytes) as u32);
    let func = |field: &Field| CompareFunc::from_bits(get(field) as u32);
    let func_of_depth = func(&v5::MULTISAMPLE_MISC_DEPTH_FUNCTION);
    let write = is(&v5::MULTISAMPLE_MISC_DEPTH_WRITE_MASK);
    let depth = (func_of_depth != CompareFunc::Always || write).then_some(DepthTest {
        func: func_of_depth,
        write,
    });
    // Of the first word of a face, and of the bits that it writes.
    let face = |first: &Field, write_mask: &Field| {
        let word = bytes[usize::from(first.lo / 8)..].first_chunk().copied();
        let word = u32::from_le_bytes(word.unwrap_or_default());
        let op = |field: &Field| operation(field.of(word) as u8);
        let stencil = StencilFace {
            reference: stencil::REFERENCE_VALUE.of(word) as u8,
            read_mask: stencil::MASK.of(word) as u8,
            write_mask: get(write_mask) as u8,
            func: CompareFunc::from_bits(stencil::COMPARE_FUNCTION.of(word)),
            fail: op(&stencil::STENCIL_FAIL),
            depth_fail: op(&stencil::DEPTH_FAIL),
            pass: op(&stencil::DEPTH_PASS),
        };
        DepthStencil {
            depth,
            stencil: is(&v5::STENCIL_MASK_MISC_STENCIL_ENABLE).then_some(stencil),
        }
    };
    let func_of_alpha = func(&v5::STENCIL_MASK_MISC_ALPHA_TEST_COMPARE_FUNCTION);
    Renderer {
        shader: get(&v5::SHADER_SHADER),
        counts: Counts {
            samplers: get(&v5::SHADER_SAMPLER_COUNT) as u32,
            textures: get(&v5::SHADER_TEXTURE_COUNT) as u32,
            attributes: get(&v5::SHADER_ATTRIBUTE_COUNT) as u32,
            varyings: get(&v5::SHADER_VARYING_COUNT) as u32,
        },
        work_registers: get(&v5::PROPERTIES_WORK_REGISTER_COUNT) as u8,
        uniform_registers: get(&v5::PROPERTIES_UNIFORM_COUNT) as u8,
        uniform_buffers: get(&v5::PROPERTIES_UNIFORM_BUFFER_COUNT) as u32,
        depth_source: DepthSource::from_bits(get(&v5::PROPERTIES_DEPTH_SOURCE) as u8),
        stencil_from_shader: is(&v5::PROPERTIES_STENCIL_FROM_SHADER),
        force_early_z: is(&v5::PROPERTIES_FORCE_EARLY_Z),
        discards: is(&v5::PROPERTIES_SHADER_CONTAINS_DISCARD),
        side_effects: is(&v5::PROPERTIES_SHADER_HAS_SIDE_EFFECTS),
        bias: (
            float(&v5::DEPTH_UNITS),
            float(&v5::DEPTH_FACTOR),
            float(&v5::DEPTH_BIAS_CLAMP),
        ),
        biased: (
            is(&v5::STENCIL_MASK_MISC_FRONT_FACING_DEPTH_BIAS),
            is(&v5::STENCIL_MASK_MISC_BACK_FACING_DEPTH_BIAS),
        ),
        sample_mask: get(&v5::MULTISAMPLE_MISC_SAMPLE_MASK) as u16,
        multisample: is(&v5::MULTISAMPLE_MISC_MULTISAMPLE_ENABLE),
        per_sample: is(&v5::MULTISAMPLE_MISC_EVALUATE_PER_SAMPLE),
        depth_clip: (
            is(&v5::MULTISAMPLE_MISC_FIXED_FUNCTION_NEAR_DISCARD),
            is(&v5::MULTISAMPLE_MISC_FIXED_FUNCTION_FAR_DISCARD),
        ),
        tests: [
            face(
                &v5::STENCIL_FRONT_REFERENCE_VALUE,
                &v5::STENCIL_MASK_MISC_STENCIL_MASK_FRONT,
            ),
            face(
                &v5::STENCIL_BACK_REFERENCE_VALUE,
                &v5::STENCIL_MASK_MISC_STENCIL_MASK_BACK,
            ),
        ],
        alpha_to_coverage: is(&v5::STENCIL_MASK_MISC_ALPHA_TO_COVERAGE),
        alpha: (func_of_alpha != CompareFunc::Always).then_some(AlphaTest {
            func: func_of_alpha,
            reference: float(&v4::ALPHA_REFERENCE),
            precision: AlphaPrecision::Single,
        }),
        targets,
    }
}

fn operation(bits: u8) -> Operation {
    match StencilOp::from_bits(bits) {
        StencilOp::Keep | StencilOp::Unknown(_) => Operation::Keep,
        StencilOp::Replace => Operation::Replace,
        StencilOp::Zero => Operation::Zero,
        StencilOp::Invert => Operation::Invert,
        StencilOp::IncrWrap => Operation::IncrementWrap,
        StencilOp::DecrWrap => Operation::DecrementWrap,
        StencilOp::IncrSat => Operation::IncrementClamp,
        StencilOp::DecrSat => Operation::DecrementClamp,
    }
}

/// The fields of a target.
struct TargetFields {
    enable: Field,
    alpha_to_one: Field,
    srgb: Field,
    not_dithered: Field,
    has_shader: Field,
    /// The address of the shader, or the equation.
    blending: Field,
    constant: Field,
}

/// The target in the renderer state.
const V4_TARGET: TargetFields = TargetFields {
    enable: v4::STENCIL_MASK_MISC_WRITE_ENABLE,
    alpha_to_one: v4::STENCIL_MASK_MISC_ALPHA_TO_ONE,
    srgb: v4::STENCIL_MASK_MISC_SRGB,
    not_dithered: v4::STENCIL_MASK_MISC_DITHER_DISABLE,
    has_shader: v4::MULTISAMPLE_MISC_BLEND_SHADER,
    blending: v4::BLEND_SHADER,
    constant: v4_equation::BLEND_CONSTANT,
};

/// The target of a blend descriptor.
const V5_TARGET: TargetFields = TargetFields {
    enable: blend::ENABLE,
    alpha_to_one: blend::ALPHA_TO_ONE,
    srgb: blend::SRGB,
    not_dithered: blend::ROUND_TO_FB_PRECISION,
    has_shader: blend::BLEND_SHADER,
    blending: blend::SHADER_PC,
    constant: blend_as_equation::CONSTANT,
};

impl TargetFields {
    fn decode(&self, bytes: &[u8]) -> Target {
        let word = self.blending.get(bytes) as u32;
        let blending = match self.has_shader.is_set(bytes) {
            true => Blending::Shader(self.blending.get(bytes)),
            false => Blending::Fixed {
                color: Equation::from_bytes(&word.to_le_bytes()),
                alpha: Equation::from_bytes(&(word >> 12).to_le_bytes()),
                mask: blend_equation::COLOR_MASK.of(word),
                constant: f32::from_bits(self.constant.get(bytes) as u32),
            },
        };
        Target {
            enable: self.enable.is_set(bytes),
            alpha_to_one: self.alpha_to_one.is_set(bytes),
            srgb: self.srgb.is_set(bytes),
            dithered: !self.not_dithered.is_set(bytes),
            blending,
        }
    }
}
