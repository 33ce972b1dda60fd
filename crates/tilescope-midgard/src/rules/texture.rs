//! Rules of textures, samplers and their images.

use tilescope_core::{Rule, rules};

use crate::exception::Exception;

rules! {
    NO_TEXTURE = "MALI-TEX-001", Undefined,
        "a texture that a shader reads must have an address in the table of textures",
        hardware: "The descriptor is read from behind the table, or from address 0.",
        help: "Count the texture in the renderer state, and write the address of its descriptor.",
        source: "Mesa pan_cmdstream.c, panfrost_emit_texture_descriptors";
    NO_SAMPLER = "MALI-TEX-002", Undefined,
        "a sampler that a shader uses must be in the table of samplers",
        hardware: "The descriptor is read from behind the table.",
        help: "Count the sampler in the renderer state, and write its descriptor.",
        source: "Mesa pan_cmdstream.c, panfrost_emit_sampler_descriptors";
    UNALIGNED = "MALI-TEX-003", Undefined,
        "texture descriptors must be aligned to 64 bytes, and samplers to 32",
        hardware: "The low bits of the address are ignored.",
        help: "Allocate descriptors with their alignment.",
        source: "genxml, align; that bits are ignored is inferred";
    FORMAT = "MALI-TEX-004", Undefined,
        "a texture must have a format that can be sampled",
        hardware: "Undocumented; texels are 0, 0, 0, 1 in Tilescope.",
        help: "Use a format of Mesa's table that has the texture flag.",
        source: "Mesa pan_format.c, formats with PIPE_BIND_SAMPLER_VIEW";
    ORDER = "MALI-TEX-005", Undefined,
        "a texture must have a known memory layout",
        hardware: "Undocumented; texels are zero in Tilescope.",
        help: "Write TEXEL_ORDERING as tiled (1), linear (2) or, from v5 on, AFBC (12).",
        source: "genxml, Texture Layout";
    DIMENSION = "MALI-TEX-006", Undefined,
        "an instruction must name the dimension of the texture that it reads",
        hardware: "Undocumented; the instruction decides in Tilescope.",
        help: "Compile the shader for the kind of texture that is bound.",
        source: "Mesa midgard_compile.c, midgard_tex_format";
    LEVELS = "MALI-TEX-007", Undefined,
        "a texture must not have more levels than its size allows",
        hardware: "The levels that do not exist are read where their surfaces point.",
        help: "Count levels up to the one of a single texel.",
        source: "Mesa pan_texture.c, panfrost_new_texture";
    SURFACES = "MALI-TEX-008", Undefined,
        "the addresses of the images of a texture must have 64 bits",
        hardware: "Undocumented; drivers use no others.",
        help: "Set SURFACE_POINTER_IS_64B.",
        source: "genxml, Texture";
    SURFACE_UNALIGNED = "MALI-TEX-009", Undefined,
        "an image of a texture must be aligned to 64 bytes",
        hardware: "The low six bits are a tag: the size of blocks, or flags of the compression.",
        help: "Align each level and layer to 64 bytes.",
        source: "Mesa pan_layout.c, pan_image_layout_init; pan_texture.c, panfrost_compression_tag";
    STRIDE = "MALI-TEX-010", Undefined,
        "the distance of rows of an image must be at least a row",
        hardware: "Rows overlap in memory.",
        help: "Write the row stride of the layout, or clear MANUAL_STRIDE.",
        source: "Mesa pan_layout.c, pan_image_layout_init: explicit strides are refused if smaller";
    UNWRITTEN = "MALI-TEX-011", Undefined,
        "texels must be written before they are sampled",
        hardware: "The memory's old contents are read.",
        help: "Upload or draw the level before it is sampled, or limit the levels.",
        source: "definition";
    AFBC_HEADER = "MALI-TEX-012", Fault,
        "headers of compressed images must be those that the GPU wrote, or zero",
        hardware: "The job ends with DATA_INVALID_FAULT.",
        help: "Clear the headers of a new image; convert images that the CPU writes.",
        source: "Mesa pan_resource.c, panfrost_resource_init_afbc_headers and pan_resource_modifier_convert";
    AFBC_V4 = "MALI-TEX-013", Undefined,
        "compressed images must not be used before v5",
        hardware: "The layout does not exist; texels are read as if they were linear.",
        help: "Use tiled or linear images on T620 and T720.",
        source: "Mesa pan_texture.c, panfrost_emit_texture_payload";
    MIPMAP_MODE = "MALI-TEX-014", Undefined,
        "a sampler must have a known filter between levels",
        hardware: "Undocumented; the nearest level is read in Tilescope.",
        help: "Write 0 (nearest), 2 or 3 (trilinear).",
        source: "genxml, Mipmap Mode";
    WRAP = "MALI-TEX-015", Undefined,
        "a sampler must have known wrap modes",
        hardware: "Undocumented; coordinates repeat in Tilescope.",
        help: "Write modes from 8 to 15.",
        source: "genxml, Wrap Mode";
    LOD_RANGE = "MALI-TEX-016", Undefined,
        "the least level of detail of a sampler must not exceed the greatest",
        hardware: "One of both decides.",
        help: "Exchange MINIMUM_LOD and MAXIMUM_LOD.",
        source: "genxml, Sampler; the consequence is inferred";
    BIG_ENDIAN = "MALI-TEX-017", Undefined,
        "formats of textures must be little-endian",
        hardware: "Undocumented; no driver uses the other order.",
        help: "Clear the flag in the format word.",
        source: "genxml, Pixel Format";
    NOT_SQUARE = "MALI-TEX-018", Undefined,
        "a cube map must be square",
        hardware: "Undocumented; faces have the width and the height of the descriptor in Tilescope.",
        help: "Write the same width and height.",
        source: "OpenGL ES 3.1, 8.5.3";
    INTEGER_FILTER = "MALI-TEX-019", Undefined,
        "integers must not be sampled with linear filters or comparisons",
        hardware: "Undocumented; the nearest texel is read in Tilescope.",
        help: "Set MAGNIFY_NEAREST and MINIFY_NEAREST, and a mipmap mode of nearest.",
        source: "OpenGL ES 3.1, 8.17: such textures are incomplete";
}

/// The exceptions of the rules that stop.
pub const EXCEPTIONS: &[(&Rule, Exception)] = &[(&AFBC_HEADER, Exception::DataInvalidFault)];
