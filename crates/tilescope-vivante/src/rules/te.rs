//! Rules of the texture units.

use tilescope_core::rules;

rules! {
    NOT_CONFIGURED = "VIV-TE-001", Hang,
        "a sampler must be set up before a shader reads it",
        hardware: "The GPU hangs at the first read.",
        help: "Write all registers of the sampler before the draw, or set its CONFIG0 to 0 and let no shader read it.",
        source: "hardware.md, programming peculiarities";
    NO_TYPE = "VIV-TE-002", Undefined,
        "a sampler that a shader reads must have a texture",
        hardware: "It reads as black.",
        help: "Give CONFIG0 a type; a CONFIG0 of 0 turns the sampler off.",
        source: "rnndb, TEXTURE_TYPE; Mesa etnaviv_texture_state.c";
    HANGING_TYPE = "VIV-TE-003", Hang,
        "the type of a texture must be one that the hardware knows",
        hardware: "Types 4, 6 and 7 hang the GPU.",
        help: "Use 1D, 2D, 3D or CUBE_MAP.",
        source: "rnndb, TEXTURE_TYPE";
    FORMAT = "VIV-TE-004", Undefined,
        "the format of a texture must be one that the chip knows",
        hardware: "Formats without a meaning read as zeros.",
        help: "Ask the chip's features for the format, or convert the texture.",
        source: "rnndb, TEXTURE_FORMAT; Mesa etnaviv_screen.c, gpu_supports_texture_format";
    SIZE = "VIV-TE-005", Undefined,
        "a texture must have texels, and no more on a side than the chip can have",
        hardware: "What is read is not known.",
        help: "Keep sides within 1 to 2048, or 8192 with TEXTURE_8K.",
        source: "Mesa etnaviv_screen.c, etna_get_specs";
    LEVEL_UNALIGNED = "VIV-TE-006", Undefined,
        "the address of a level must be a multiple of 64",
        hardware: "The low bits are dropped.",
        help: "Align each level to 64 bytes.",
        source: "Mesa etnaviv_resource.c, setup_miptree: ETNA_PE_ALIGNMENT; that bits are dropped is inferred";
    LEVEL_OUTSIDE = "VIV-TE-007", Fault,
        "the texels that a shader reads must be in a buffer of the job",
        hardware: "The MMU raises an exception and the GPU waits until the kernel resets it.",
        help: "Check the level's address, SIZE and the alignment of rows that the layout has; let LOD_CONFIG allow only levels that there are.",
        source: "Linux etnaviv_gpu.c: the interrupt of MMU exceptions";
    LINEAR_LEVELS = "VIV-TE-008", Undefined,
        "a linear texture must have one level",
        hardware: "Only the stride of level 0 counts on GC880 and GC2000.",
        help: "Let LOD_CONFIG allow level 0 only, or use tiles.",
        source: "rnndb, TE.SAMPLER.LINEAR_STRIDE; Mesa etnaviv_texture_state.c";
    LAYOUT = "VIV-TE-009", Undefined,
        "the layout of a texture must be one that the chip can read",
        hardware: "Texels are taken from other places.",
        help: "Use tiles of 4x4; supertiles, split layouts and linear textures each need a feature of the chip.",
        source: "Mesa etnaviv_texture.c, etna_resource_sampler_compatible; etnaviv_resource.c";
    TILE_STATUS = "VIV-TE-010", Undefined,
        "a texture with tile status must be set up in TS.SAMPLER as well, on a chip that can read it",
        hardware: "Cleared tiles read as what the memory happens to hold.",
        help: "Enable TS.SAMPLER for the sampler, one of the first eight, or resolve the surface in place before it is read.",
        source: "Mesa etnaviv_texture.c, etna_can_use_sampler_ts";
    VERTEX_SAMPLER = "VIV-TE-011", Undefined,
        "a vertex shader must read a sampler that vertex shaders have",
        hardware: "GC400 has none; elsewhere those of vertex shaders come after those of pixel shaders.",
        help: "Use samplers 8 to 11, or from 16 on with HALTI1, in vertex shaders.",
        source: "hardware.md, vertex texture fetch; Mesa etnaviv_screen.c, etna_get_specs";
    PIXEL_SAMPLER = "VIV-TE-012", Undefined,
        "a pixel shader must read a sampler that pixel shaders have",
        hardware: "Samplers of vertex shaders have a cache of their own, which is flushed apart.",
        help: "Use samplers 0 to 7, or 0 to 15 with HALTI1, in pixel shaders.",
        source: "hardware.md, vertex texture fetch";
    DESCRIPTOR_UNALIGNED = "VIV-TE-013", Undefined,
        "the address of a descriptor must be a multiple of 64",
        hardware: "The low bits are dropped.",
        help: "Align descriptors to 64 bytes.",
        source: "rnndb, NTE.DESCRIPTOR.ADDR; Mesa etnaviv_texture_desc.c; that bits are dropped is inferred";
    DESCRIPTOR_OUTSIDE = "VIV-TE-014", Fault,
        "the descriptor of a texture must be in a buffer of the job",
        hardware: "The MMU raises an exception and the GPU waits until the kernel resets it.",
        help: "Give the buffer of descriptors to the job; point unused samplers to a descriptor of zeros.",
        source: "Mesa etnaviv_texture_desc.c; Linux etnaviv_gpu.c";
    SAMPLER_BITS = "VIV-TE-015", Fault,
        "SAMP_CTRL0 must have bit 21 set and bit 22 clear",
        hardware: "The MMU raises exceptions.",
        help: "Set UNK21, clear UNK22.",
        source: "rnndb, NTE.DESCRIPTOR.SAMP_CTRL0";
    ROUND_NEAREST = "VIV-TE-016", Undefined,
        "coordinates must not be rounded with nearest filters",
        hardware: "A neighbour of the texel is read.",
        help: "Set ROUND_UV only if both filters are linear.",
        source: "Mesa etnaviv_texture_state.c, etna_create_sampler_state_state";
    ODD_SIZE_WRAP = "VIV-TE-017", Undefined,
        "a texture whose size is no power of two must be clamped to its edge",
        hardware: "Without the feature NON_POWER_OF_TWO other wrap modes do not work.",
        help: "Use CLAMP_TO_EDGE, or sizes that are powers of two.",
        source: "Mesa etnaviv_texture_state.c, etna_create_sampler_view_state";
}
