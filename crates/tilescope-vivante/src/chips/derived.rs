//! Properties that drivers derive from a chip's features and sizes.

use super::Chip;
use crate::features::Feature;

/// The location at which drivers load a shader's code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Code {
    /// Byte offset of the vertex shader's code in the state.
    pub vertex: u32,
    /// Byte offset of the pixel shader's code in the state.
    pub pixel: u32,
    /// The largest number of instructions of each.
    pub instructions: u32,
}

/// Properties that drivers derive for a chip.
///
/// Source: Mesa `etna_get_specs` and its helpers, etnaviv_screen.c.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Derived {
    /// The HALTI level of the 3D architecture; `None` for chips before HALTI0.
    pub halti: Option<u8>,
    /// Surfaces can be supertiled.
    pub supertile: bool,
    /// Bits of tile status for a tile.
    pub ts_bits: u32,
    /// A word of the tile status of cleared tiles.
    pub ts_cleared: u32,
    /// Drivers use fast clear.
    pub fast_clear: bool,
    /// Pixel pipes can share one surface.
    pub single_buffer: bool,
    /// There is a depth test before the pixel shader.
    pub early_z: bool,
    /// The vertex shader must end with `z = (z + w) / 2`.
    pub vs_maps_z: bool,
    /// `VS.RANGE` and `PS.RANGE` exist.
    pub shader_ranges: bool,
    /// SIN, COS, LOG and DIV have two results and another scale.
    pub new_transcendentals: bool,
    /// An instruction may read more than one constant.
    pub many_constants: bool,
    /// Filters cross the edges of a cube's faces.
    pub seamless_cube_map: bool,
    /// The location of code; `None` if shaders only run from memory.
    pub code: Option<Code>,
    /// Shaders can run from memory.
    pub code_in_memory: bool,
    /// Vertex elements.
    pub vertex_elements: u32,
    /// Render targets.
    pub render_targets: u32,
    /// Constants of the vertex shader, vectors of four.
    pub vs_constants: u32,
    /// Constants of the pixel shader, vectors of four.
    pub ps_constants: u32,
    /// Shaders share one memory of constants.
    pub unified_constants: bool,
    /// Byte offset of the vertex shader's constants in the state.
    pub vs_constants_at: u32,
    /// Byte offset of the pixel shader's constants in the state.
    pub ps_constants_at: u32,
    /// Samplers of the pixel shader, from 0 on.
    pub ps_samplers: u32,
    /// Samplers of the vertex shader.
    pub vs_samplers: u32,
    /// The first sampler of the vertex shader.
    pub vs_samplers_from: u32,
    /// Outputs of the vertex shader.
    pub vs_outputs: u32,
    /// Varyings.
    pub varyings: u32,
    /// Texels on a side of a texture.
    pub texture_size: u32,
    /// Pixels on a side of a render target.
    pub target_size: u32,
    /// Textures can be ASTC.
    pub astc: bool,
    /// BLT replaces RS.
    pub blt: bool,
}

/// The largest number of varyings in Mesa.
const MESA_VARYINGS: u32 = 16;

impl Derived {
    /// The properties of `chip`.
    pub fn of(chip: &Chip) -> Derived {
        let has = |f| chip.features.has(f);
        let halti = chip.features.halti();
        let from = |level| halti >= Some(level);
        // Those of the newer half, and one that was introduced with them.
        let newer = chip.model >= 0x1000 || chip.model == 0x880;
        let ts_bits = match !has(Feature::TwoBitsPerTile) || has(Feature::Cache128b256bperline) {
            true => 4,
            false => 2,
        };
        let (vs_constants, ps_constants) = constants(chip);
        let (vs_constants_at, ps_constants_at) = match halti {
            Some(5..) => (0x34000, 0x36000 + vs_constants * 16),
            Some(1..) => (0x30000, 0x30000 + vs_constants * 16),
            _ => (0x5000, 0x7000),
        };
        let vs_outputs = if from(5) { 32 } else { 16 };
        Derived {
            halti,
            supertile: has(Feature::SuperTiled),
            ts_bits,
            ts_cleared: match ts_bits {
                _ if has(Feature::Dec400) => 0xffff_ffff,
                4 => 0x1111_1111,
                _ => 0x5555_5555,
            },
            fast_clear: has(Feature::FastClear) && (has(Feature::Mc20) || has(Feature::MmuVersion)),
            single_buffer: has(Feature::SingleBuffer),
            early_z: !has(Feature::NoEarlyZ),
            vs_maps_z: !newer,
            shader_ranges: newer,
            new_transcendentals: has(Feature::HasFastTranscendentals),
            many_constants: has(Feature::ShNoOneconstLimit),
            seamless_cube_map: chip.model != 0x880 && has(Feature::SeamlessCubeMap),
            code: code(chip),
            code_in_memory: from(5) || has(Feature::InstructionCache),
            vertex_elements: if from(0) { 16 } else { 10 },
            render_targets: match halti {
                Some(2..) => 8,
                Some(_) => 4,
                None => 1,
            },
            vs_constants,
            ps_constants,
            unified_constants: from(1),
            vs_constants_at,
            ps_constants_at,
            ps_samplers: if from(1) { 16 } else { 8 },
            vs_samplers: match (chip.model, from(1)) {
                (0x400, _) => 0,
                (_, true) => 16,
                (_, false) => 4,
            },
            vs_samplers_from: if from(1) { 16 } else { 8 },
            vs_outputs,
            // The position takes one output.
            varyings: chip.specs.varyings.min(vs_outputs - 1).min(MESA_VARYINGS),
            texture_size: side(has(Feature::Texture8k)),
            target_size: side(has(Feature::Rendertarget8k)),
            astc: has(Feature::TextureAstc) && !has(Feature::NoAstc),
            blt: has(Feature::BltEngine),
        }
    }
}

fn side(large: bool) -> u32 {
    if large { 8192 } else { 2048 }
}

/// Source: Mesa `etna_get_specs`.
fn code(chip: &Chip) -> Option<Code> {
    if chip.features.halti() >= Some(5) {
        return None;
    }
    let (vertex, pixel, instructions) = if chip.features.has(Feature::InstructionCache) {
        // The mirror window, to which the vendor's driver writes pixel shaders.
        (0xc000, 0x9000, 256)
    } else if chip.specs.instructions > 256 {
        (0xc000, 0xd000, 256)
    } else {
        (0x4000, 0x6000, chip.specs.instructions)
    };
    Some(Code {
        vertex,
        pixel,
        instructions,
    })
}

/// Constants of the vertex and of the pixel shader.
///
/// Source: Mesa `etna_determine_uniform_limits`.
fn constants(chip: &Chip) -> (u32, u32) {
    match (chip.model, chip.revision, chip.specs.constants) {
        (0x2000, 0x5118 | 0x5140, _) | (_, _, 320) | (0x1000, _, 257..) => (256, 64),
        (_, _, 256..) => (256, 256),
        _ => (168, 64),
    }
}
