//! Scopes of Vulkan's barriers: stages and accesses, as the hardware has them.
//!
//! Bits are those of `VkPipelineStageFlags2` and `VkAccessFlags2`. Source of the translation:
//! turnip of Mesa 22.3.6, `tu_cmd_buffer.c` (`vk2tu_single_stage`, `vk2tu_access`), `tu_cmd_buffer.h`.

/// Bits of stages.
pub mod stage {
    /// Indirect parameters.
    pub const DRAW_INDIRECT: u64 = 1 << 1;
    /// Indices and vertices.
    pub const VERTEX_INPUT: u64 = 1 << 2;
    /// Fragment shaders.
    pub const FRAGMENT_SHADER: u64 = 1 << 7;
    /// Depth and stencil before shading.
    pub const EARLY_FRAGMENT_TESTS: u64 = 1 << 8;
    /// Depth and stencil after shading.
    pub const LATE_FRAGMENT_TESTS: u64 = 1 << 9;
    /// Colours.
    pub const COLOR_ATTACHMENT_OUTPUT: u64 = 1 << 10;
    /// Compute shaders.
    pub const COMPUTE_SHADER: u64 = 1 << 11;
    /// All transfers.
    pub const ALL_TRANSFER: u64 = 1 << 12;
    /// Nothing before, or everything after.
    pub const TOP_OF_PIPE: u64 = 1;
    /// Everything before, or nothing after.
    pub const BOTTOM_OF_PIPE: u64 = 1 << 13;
    /// The processor.
    pub const HOST: u64 = 1 << 14;
    /// All of graphics.
    pub const ALL_GRAPHICS: u64 = 1 << 15;
    /// Everything.
    pub const ALL_COMMANDS: u64 = 1 << 16;
    /// Predicates.
    pub const CONDITIONAL_RENDERING: u64 = 1 << 18;
    /// Transform feedback.
    pub const TRANSFORM_FEEDBACK: u64 = 1 << 24;
    /// Copies.
    pub const COPY: u64 = 1 << 32;
    /// Resolves.
    pub const RESOLVE: u64 = 1 << 33;
    /// Blits.
    pub const BLIT: u64 = 1 << 34;
    /// Clears.
    pub const CLEAR: u64 = 1 << 35;
    /// Indices.
    pub const INDEX_INPUT: u64 = 1 << 36;
    /// Vertices.
    pub const VERTEX_ATTRIBUTE_INPUT: u64 = 1 << 37;
    /// All shaders before rasterization.
    pub const PRE_RASTERIZATION_SHADERS: u64 = 1 << 38;
    /// All shaders: vertex, both of tessellation, geometry, fragment, compute.
    pub const SHADERS: u64 = 0x78 | FRAGMENT_SHADER | COMPUTE_SHADER | PRE_RASTERIZATION_SHADERS;
}

/// A unit of the hardware that a stage of Vulkan runs in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// The command processor.
    Cp,
    /// Vertex fetch and decode.
    Vfd,
    /// Shader processors: vertex shaders.
    SpVs,
    /// Shader processors: tessellation control shaders.
    SpHs,
    /// Shader processors: tessellation evaluation shaders.
    SpDs,
    /// Shader processors: geometry shaders.
    SpGs,
    /// Vertex parameter cache.
    Vpc,
    /// Rasterization.
    Gras,
    /// Shader processors: fragment shaders.
    SpFs,
    /// The render backend.
    Rb,
    /// Shader processors: compute shaders.
    SpCs,
    /// Several, by the engine that a transfer takes.
    Transfer,
    /// The processor.
    Host,
    /// Several: the stage stands for others.
    Several,
}

/// A stage of the pipeline in the order of the hardware, in which earlier stages run ahead.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Stage {
    /// The command processor.
    Cp,
    /// Indices, vertices, dispatch of vertex shaders.
    Fe,
    /// Vertex to geometry shaders.
    SpVs,
    /// Primitive assembly.
    PcVs,
    /// Rasterization.
    Gras,
    /// Fragment shaders, and compute shaders.
    SpPs,
    /// Tests and colours.
    Ps,
}

/// The scope of a barrier.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// The scope before it.
    First,
    /// The scope after it.
    Second,
}

/// A stage of Vulkan.
#[derive(Clone, Copy, Debug)]
pub struct StageRow {
    /// The bit.
    pub bit: u64,
    /// The name, without `VK_PIPELINE_STAGE_2_` and `_BIT`.
    pub name: &'static str,
    /// The unit that it runs in.
    pub unit: Unit,
    /// The stage of the hardware in the first and in the second scope. `None` where the stage
    /// is nothing there.
    pub stages: [Option<Stage>; 2],
}

const fn row(bit: u64, name: &'static str, unit: Unit, first: Stage, second: Stage) -> StageRow {
    StageRow {
        bit,
        name,
        unit,
        stages: [Some(first), Some(second)],
    }
}

const fn ends(bit: u64, name: &'static str, stages: [Option<Stage>; 2]) -> StageRow {
    StageRow {
        bit,
        name,
        unit: Unit::Several,
        stages,
    }
}

/// Every stage that turnip knows. Transfers read in one stage and write in a later one; the
/// processor is before everything and after everything.
#[rustfmt::skip]
pub static STAGES: &[StageRow] = &[
    // As the first scope nothing, as the second all commands; and the other way round.
    ends(stage::TOP_OF_PIPE, "TOP_OF_PIPE", [None, Some(Stage::Cp)]),
    row(stage::DRAW_INDIRECT, "DRAW_INDIRECT", Unit::Cp, Stage::Cp, Stage::Cp),
    row(stage::VERTEX_INPUT, "VERTEX_INPUT", Unit::Several, Stage::Fe, Stage::Fe),
    row(1 << 3, "VERTEX_SHADER", Unit::SpVs, Stage::SpVs, Stage::SpVs),
    row(1 << 4, "TESSELLATION_CONTROL_SHADER", Unit::SpHs, Stage::SpVs, Stage::SpVs),
    row(1 << 5, "TESSELLATION_EVALUATION_SHADER", Unit::SpDs, Stage::SpVs, Stage::SpVs),
    row(1 << 6, "GEOMETRY_SHADER", Unit::SpGs, Stage::SpVs, Stage::SpVs),
    row(stage::FRAGMENT_SHADER, "FRAGMENT_SHADER", Unit::SpFs, Stage::SpPs, Stage::SpPs),
    // Depth buffers are accessed at the end of the pipeline, early tests too.
    row(stage::EARLY_FRAGMENT_TESTS, "EARLY_FRAGMENT_TESTS", Unit::Gras, Stage::Ps, Stage::Ps),
    row(stage::LATE_FRAGMENT_TESTS, "LATE_FRAGMENT_TESTS", Unit::Rb, Stage::Ps, Stage::Ps),
    row(stage::COLOR_ATTACHMENT_OUTPUT, "COLOR_ATTACHMENT_OUTPUT", Unit::Rb, Stage::Ps, Stage::Ps),
    row(stage::COMPUTE_SHADER, "COMPUTE_SHADER", Unit::SpCs, Stage::SpPs, Stage::SpPs),
    row(stage::ALL_TRANSFER, "ALL_TRANSFER", Unit::Transfer, Stage::Ps, Stage::SpPs),
    ends(stage::BOTTOM_OF_PIPE, "BOTTOM_OF_PIPE", [Some(Stage::Ps), None]),
    row(stage::HOST, "HOST", Unit::Host, Stage::Cp, Stage::Ps),
    row(stage::ALL_GRAPHICS, "ALL_GRAPHICS", Unit::Several, Stage::Ps, Stage::Cp),
    row(stage::ALL_COMMANDS, "ALL_COMMANDS", Unit::Several, Stage::Ps, Stage::Cp),
    row(stage::CONDITIONAL_RENDERING, "CONDITIONAL_RENDERING", Unit::Cp, Stage::Cp, Stage::Cp),
    row(stage::TRANSFORM_FEEDBACK, "TRANSFORM_FEEDBACK", Unit::Vpc, Stage::Ps, Stage::Ps),
    row(stage::COPY, "COPY", Unit::Transfer, Stage::Ps, Stage::SpPs),
    row(stage::RESOLVE, "RESOLVE", Unit::Transfer, Stage::Ps, Stage::SpPs),
    row(stage::BLIT, "BLIT", Unit::Transfer, Stage::Ps, Stage::SpPs),
    row(stage::CLEAR, "CLEAR", Unit::Transfer, Stage::Ps, Stage::SpPs),
    row(stage::INDEX_INPUT, "INDEX_INPUT", Unit::Cp, Stage::Fe, Stage::Fe),
    row(stage::VERTEX_ATTRIBUTE_INPUT, "VERTEX_ATTRIBUTE_INPUT", Unit::Vfd, Stage::Fe, Stage::Fe),
    row(stage::PRE_RASTERIZATION_SHADERS, "PRE_RASTERIZATION_SHADERS", Unit::Several, Stage::SpVs, Stage::SpVs),
];

/// The handling of stages that only `VkPipelineStageFlags2` has, whose bits are above 31.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum WideStages {
    /// Turnip 22.3.6 passes stages on in 32 bits, so that they count as nothing.
    #[default]
    Dropped,
    /// They count as their rows say.
    Kept,
}

/// A stage as later releases tell them apart: by what waits for the pipeline to be empty.
///
/// Source: turnip of Mesa 25.0.7, `tu_cmd_buffer.cc` (`vk2tu_single_stage`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Coarse {
    /// The command processor, which runs ahead.
    Cp,
    /// Everything else on the GPU.
    Gpu,
    /// Work that needs no wait on the GPU.
    Bottom,
}

/// The stage that a scope ends or begins with, as later releases tell them apart.
pub fn coarse_stage(stages: u64, scope: Scope) -> Coarse {
    let all = stage::ALL_GRAPHICS | stage::ALL_COMMANDS;
    let of = |bit: u64| match scope {
        _ if bit & (stage::DRAW_INDIRECT | stage::CONDITIONAL_RENDERING) != 0 => Coarse::Cp,
        Scope::First if bit == stage::HOST => Coarse::Cp,
        Scope::Second if bit == stage::HOST => Coarse::Bottom,
        Scope::Second if bit & all != 0 => Coarse::Cp,
        _ => Coarse::Gpu,
    };
    let stages = sanitized(stages, scope);
    let bits = (0..64).map(|n| 1u64 << n).filter(|bit| stages & bit != 0);
    match scope {
        Scope::First => bits.map(of).max().unwrap_or(Coarse::Cp),
        Scope::Second => bits.map(of).min().unwrap_or(Coarse::Bottom),
    }
}

/// The stages of a scope, with the ends of the pipeline replaced by what they stand for.
pub const fn sanitized(stages: u64, scope: Scope) -> u64 {
    let (everything, nothing) = match scope {
        Scope::First => (stage::BOTTOM_OF_PIPE, stage::TOP_OF_PIPE),
        Scope::Second => (stage::TOP_OF_PIPE, stage::BOTTOM_OF_PIPE),
    };
    if stages & everything != 0 {
        stage::ALL_COMMANDS
    } else {
        stages & !nothing
    }
}

/// The stage of the hardware that a scope ends with (the first) or begins with (the second).
///
/// ```
/// use tilescope_adreno::plan::scopes::{Scope, Stage, WideStages, hardware_stage, stage};
/// let transfer = |scope| hardware_stage(stage::ALL_TRANSFER, scope, WideStages::Dropped);
/// assert_eq!(transfer(Scope::First), Stage::Ps);
/// assert_eq!(transfer(Scope::Second), Stage::SpPs);
/// ```
pub fn hardware_stage(stages: u64, scope: Scope, wide: WideStages) -> Stage {
    let mut stages = sanitized(stages, scope);
    if wide == WideStages::Dropped {
        stages &= u64::from(u32::MAX);
    }
    let rows = STAGES.iter().filter(|row| row.bit & stages != 0);
    match scope {
        Scope::First => rows.filter_map(|r| r.stages[0]).max().unwrap_or(Stage::Cp),
        Scope::Second => rows.filter_map(|r| r.stages[1]).min().unwrap_or(Stage::Ps),
    }
}
