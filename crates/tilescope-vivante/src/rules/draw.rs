//! Rules of drawing: vertices, varyings, primitives.

use tilescope_core::rules;

rules! {
    INPUTS_ARE_ELEMENTS = "VIV-DRAW-001", Hang,
        "the vertex shader must have as many inputs as there are vertex elements",
        hardware: "The GPU hangs, even if the shader does not read the input.",
        help: "Set VS.INPUT_COUNT to the number of vertex elements; assign registers to unused elements, too.",
        source: "hardware.md, programming peculiarities; Mesa etnaviv_shader.c, etna_shader_update_vs_inputs";
    VARYINGS_ARE_OUTPUTS = "VIV-DRAW-002", Undefined,
        "the number of varyings must match the outputs of the vertex shader",
        hardware: "The other varyings are undefined.",
        help: "Set PA.ATTRIBUTE_ELEMENT_COUNT to VS.OUTPUT_COUNT less the position and the point size.",
        source: "Mesa etnaviv_shader.c, etna_link_shaders";
    PIXEL_INPUTS = "VIV-DRAW-003", Undefined,
        "the pixel shader must have an input for the position and for each varying",
        hardware: "Registers of varyings beyond the count keep their previous contents.",
        help: "Set PS.INPUT_COUNT to the number of varyings plus one, plus two with multisampling, and write it after GL.MULTI_SAMPLE_CONFIG.",
        source: "Mesa etnaviv_shader.c, etna_link_shaders; etnaviv_emit.c";
    VERTEX_NOT_WRITTEN = "VIV-DRAW-004", Undefined,
        "vertices must be written before they are drawn",
        hardware: "The shader reads the previous contents of the memory.",
        help: "Fill the vertex buffer up to the last vertex that the indices refer to.",
        source: "Inferred";
    TOO_MANY_VERTICES = "VIV-DRAW-005", Hang,
        "a draw must have no more than 2^24 vertices",
        hardware: "The draw runs until the kernel resets the GPU.",
        help: "Check the count of the draw command.",
        source: "Inferred; Linux gives a submission half a second";
    NOTHING_TO_RUN = "VIV-DRAW-006", Hang,
        "a draw must have a vertex and a pixel shader",
        hardware: "The GPU hangs when the length of a shader is wrong.",
        help: "Load the code and set the registers with its start and end before the draw.",
        source: "hardware.md, programming peculiarities";
    INPUT_COUNT_CLOBBERED = "VIV-DRAW-007", Undefined,
        "PS.INPUT_COUNT must be written again after GL.MULTI_SAMPLE_CONFIG",
        hardware: "The write to GL.MULTI_SAMPLE_CONFIG has changed it.",
        help: "Write GL.MULTI_SAMPLE_CONFIG before all other states of a draw.",
        source: "Mesa etnaviv_emit.c, etna_emit_state";
    TEMPS_HOLD_INPUTS = "VIV-DRAW-008", Hang,
        "a shader must have a register for each of its inputs",
        hardware: "The GPU hangs when the number of temporary registers is wrong.",
        help: "Set NUM_TEMPS to at least the number of inputs.",
        source: "hardware.md, programming peculiarities; Mesa etnaviv_shader.c";
    SCISSOR_MARGIN = "VIV-DRAW-009", Hang,
        "the scissor must not end slightly beyond a pixel on GC600",
        hardware: "The GPU hangs at large sizes, such as 1920x1080.",
        help: "Set SE.SCISSOR_RIGHT and SE.SCISSOR_BOTTOM to the size plus 0x1119/65536 and 0x1111/65536.",
        source: "hardware.md, programming peculiarities: (x<<16)|5; the margins are those of Mesa etnaviv_internal.h, which are the vendor's on GC2000";
    DEPTH_WRITTEN_TWICE = "VIV-DRAW-010", Hang,
        "PE must not test and write depth that RA writes",
        hardware: "The GPU hangs at the draw.",
        help: "Set DISABLE_ZS in PE.DEPTH_CONFIG, or WRITE_DISABLE in RA.EARLY_DEPTH.",
        source: "rnndb, PE.DEPTH_CONFIG.DISABLE_ZS; Mesa etnaviv_state.c, etna_update_zsa";
    REQUESTS_SPLIT = "VIV-DRAW-011", Slow,
        "attributes should not cross multiples of 16 bytes",
        hardware: "The cache handles requests of 16 bytes; an unaligned request is split into two.",
        help: "Align vertices, and attributes of more than 4 bytes in them, so that none crosses a multiple of 16.",
        source: "hardware.md, memory alignment";
    STATE_NEVER_WRITTEN = "VIV-DRAW-012", Undefined,
        "every state that a draw depends on must have been written",
        hardware: "The register has the value of an earlier program or of reset, which is undocumented.",
        help: "Write the registers before the first draw of a context; drivers write all of them at the start of each submission.",
        source: "Mesa etnaviv_context.c, etna_reset_gpu_state, and etnaviv_emit.c, etna_emit_state, write every one of them";
    SCISSOR_TOO_LARGE = "VIV-DRAW-013", Undefined,
        "the scissor must not exceed the largest render target of the chip",
        hardware: "The behaviour at coordinates beyond the largest target is undocumented.",
        help: "Limit SE.SCISSOR_RIGHT and SE.SCISSOR_BOTTOM to the size of the render target: at most 2048, or 8192 with RENDERTARGET_8K.",
        source: "Mesa etnaviv_screen.c, etna_get_specs: max_rendertarget_size; etnaviv_state.c, etna_update_clipping";
}
