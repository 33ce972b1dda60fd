//! Rules of the texture units.

use tilescope_core::rules;

rules! {
    NOT_CONFIGURED = "VIV-TE-001", Hang,
        "a sampler must be configured before a shader reads it",
        hardware: "The GPU hangs at the first texture read.",
        help: "Write all registers of the sampler before the draw, or set its CONFIG0 to 0 and do not read it in a shader.",
        source: "hardware.md, programming peculiarities";
    NO_TYPE = "VIV-TE-002", Undefined,
        "a sampler that a shader reads must have a texture type",
        hardware: "The sampler returns black.",
        help: "Set a type in CONFIG0; a CONFIG0 of 0 disables the sampler.",
        source: "rnndb, TEXTURE_TYPE; Mesa etnaviv_texture_state.c";
    HANGING_TYPE = "VIV-TE-003", Hang,
        "the type of a texture must be one that the hardware supports",
        hardware: "Types 4, 6 and 7 hang the GPU.",
        help: "Use 1D, 2D, 3D or CUBE_MAP.",
        source: "rnndb, TEXTURE_TYPE";
    FORMAT = "VIV-TE-004", Undefined,
        "the chip must support the format of a texture",
        hardware: "Undefined formats read as zeros.",
        help: "Check the chip's features for the format, or convert the texture.",
        source: "rnndb, TEXTURE_FORMAT; Mesa etnaviv_screen.c, gpu_supports_texture_format";
    SIZE = "VIV-TE-005", Undefined,
        "the size of a texture must be at least 1 and at most the chip's limit",
        hardware: "The texels that are read are undefined.",
        help: "Keep width and height within 1 to 2048, or 8192 with TEXTURE_8K.",
        source: "Mesa etnaviv_screen.c, etna_get_specs";
    LEVEL_UNALIGNED = "VIV-TE-006", Undefined,
        "the address of a level must be a multiple of 64",
        hardware: "The low bits are ignored.",
        help: "Align each level to 64 bytes.",
        source: "Mesa etnaviv_resource.c, setup_miptree: ETNA_PE_ALIGNMENT; that bits are ignored is inferred";
    LEVEL_OUTSIDE = "VIV-TE-007", Fault,
        "the texels that a shader reads must be in mapped memory",
        hardware: "The MMU raises an exception and the GPU waits until the kernel resets it.",
        help: "Check the level's address, SIZE and the row alignment of the layout; limit LOD_CONFIG to existing levels.",
        source: "Linux etnaviv_gpu.c: the interrupt of MMU exceptions";
    LINEAR_LEVELS = "VIV-TE-008", Undefined,
        "a linear texture must have one level",
        hardware: "Only the stride of level 0 counts on GC880 and GC2000.",
        help: "Limit LOD_CONFIG to level 0, or use a tiled layout.",
        source: "rnndb, TE.SAMPLER.LINEAR_STRIDE; Mesa etnaviv_texture_state.c";
    LAYOUT = "VIV-TE-009", Undefined,
        "the chip must support the layout of a texture",
        hardware: "Texels are read from wrong addresses.",
        help: "Use tiles of 4x4; supertiles, split layouts and linear textures each need a feature of the chip.",
        source: "Mesa etnaviv_texture.c, etna_resource_sampler_compatible; etnaviv_resource.c";
    TILE_STATUS = "VIV-TE-010", Undefined,
        "the tile status of a texture must be configured in TS.SAMPLER, on a chip that can read it",
        hardware: "Cleared tiles read as the contents of the memory.",
        help: "Enable TS.SAMPLER for the sampler, one of the first eight, or resolve the surface in place before it is read.",
        source: "Mesa etnaviv_texture.c, etna_can_use_sampler_ts";
    VERTEX_SAMPLER = "VIV-TE-011", Undefined,
        "a vertex shader must read a sampler that vertex shaders have",
        hardware: "GC400 has none; elsewhere those of vertex shaders come after those of pixel shaders.",
        help: "Use samplers 8 to 11, or from 16 on with HALTI1, in vertex shaders.",
        source: "hardware.md, vertex texture fetch; Mesa etnaviv_screen.c, etna_get_specs";
    PIXEL_SAMPLER = "VIV-TE-012", Undefined,
        "a pixel shader must read a sampler that pixel shaders have",
        hardware: "Samplers of vertex shaders have a separate cache with its own flush.",
        help: "Use samplers 0 to 7, or 0 to 15 with HALTI1, in pixel shaders.",
        source: "hardware.md, vertex texture fetch";
    DESCRIPTOR_UNALIGNED = "VIV-TE-013", Undefined,
        "the address of a descriptor must be a multiple of 64",
        hardware: "The low bits are ignored.",
        help: "Align descriptors to 64 bytes.",
        source: "rnndb, NTE.DESCRIPTOR.ADDR; Mesa etnaviv_texture_desc.c; that bits are ignored is inferred";
    DESCRIPTOR_OUTSIDE = "VIV-TE-014", Fault,
        "the descriptor of a texture must be in mapped memory",
        hardware: "The MMU raises an exception and the GPU waits until the kernel resets it.",
        help: "Map the buffer of descriptors; point unused samplers to a descriptor of zeros.",
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
        "a texture whose size is not a power of two must be clamped to its edge",
        hardware: "Without the feature NON_POWER_OF_TWO other wrap modes do not work.",
        help: "Use CLAMP_TO_EDGE, or sizes that are powers of two.",
        source: "Mesa etnaviv_texture_state.c, etna_create_sampler_view_state";
    INCOMPLETE = "VIV-TE-018", Undefined,
        "every register of a sampler that a shader reads must have been written",
        hardware: "The sampler uses the previous value of the register: levels, sizes and component orders of another texture.",
        help: "Write CONFIG0, SIZE, LOG_SIZE, LOD_CONFIG, LOD_ADDR and, from HALTI0 on, CONFIG1 and 3D_CONFIG of the sampler before the draw.",
        source: "hardware.md, programming peculiarities: sampling without properly set up texture units; Mesa etnaviv_texture_state.c writes all of them";
}
