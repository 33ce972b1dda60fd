//! Rules of drawing: vertices, what shaders hand to each other, primitives.

use tilescope_core::rules;

rules! {
    INPUTS_ARE_ELEMENTS = "VIV-DRAW-001", Hang,
        "the vertex shader must have as many inputs as there are vertex elements",
        hardware: "The GPU hangs, whatever the shader reads.",
        help: "Set VS.INPUT_COUNT to the number of vertex elements; give those that no input needs a register of their own.",
        source: "hardware.md, programming peculiarities; Mesa etnaviv_shader.c, etna_shader_update_vs_inputs";
    VARYINGS_ARE_OUTPUTS = "VIV-DRAW-002", Undefined,
        "primitives must carry as many varyings as the vertex shader gives",
        hardware: "What becomes of the others is not known.",
        help: "Let PA.ATTRIBUTE_ELEMENT_COUNT be VS.OUTPUT_COUNT without the position and the point size.",
        source: "Mesa etnaviv_shader.c, etna_link_shaders";
    PIXEL_INPUTS = "VIV-DRAW-003", Undefined,
        "the pixel shader must have an input for the position and for each varying",
        hardware: "Registers of varyings beyond the count hold what was there before.",
        help: "Let PS.INPUT_COUNT be one more than the varyings, two more with multisampling, and write it after GL.MULTI_SAMPLE_CONFIG.",
        source: "Mesa etnaviv_shader.c, etna_link_shaders; etnaviv_emit.c";
    VERTEX_NOT_WRITTEN = "VIV-DRAW-004", Undefined,
        "vertices must be written before they are drawn",
        hardware: "The shader gets what the memory happens to hold.",
        help: "Fill the vertex buffer up to the last vertex that indices name.",
        source: "Inferred";
    TOO_MANY_VERTICES = "VIV-DRAW-005", Hang,
        "a draw must have a sane number of vertices",
        hardware: "It would run for so long that the kernel resets the GPU.",
        help: "Look at the count of the draw command.",
        source: "Inferred; Linux gives a submission half a second";
    NOTHING_TO_RUN = "VIV-DRAW-006", Hang,
        "a draw must have shaders",
        hardware: "The GPU hangs when the length of a shader is wrong.",
        help: "Load code, and set the registers that say where it begins and ends, before the draw.",
        source: "hardware.md, programming peculiarities";
    INPUT_COUNT_CLOBBERED = "VIV-DRAW-007", Undefined,
        "PS.INPUT_COUNT must be written again after GL.MULTI_SAMPLE_CONFIG",
        hardware: "The write to GL.MULTI_SAMPLE_CONFIG has changed it.",
        help: "Write GL.MULTI_SAMPLE_CONFIG first of all states of a draw.",
        source: "Mesa etnaviv_emit.c, etna_emit_state";
    TEMPS_HOLD_INPUTS = "VIV-DRAW-008", Hang,
        "a shader must have registers for all its inputs",
        hardware: "The GPU hangs when the number of temporary registers is wrong.",
        help: "Let NUM_TEMPS be at least the number of inputs.",
        source: "hardware.md, programming peculiarities; Mesa etnaviv_shader.c";
    SCISSOR_MARGIN = "VIV-DRAW-009", Hang,
        "the scissor must not end a little behind a pixel on GC600",
        hardware: "The GPU hangs at large sizes, such as 1920x1080.",
        help: "Let SE.SCISSOR_RIGHT and SE.SCISSOR_BOTTOM be 0x1119 and 0x1111 of 65536 more than the size.",
        source: "hardware.md, programming peculiarities: (x<<16)|5; the margins are those of Mesa etnaviv_internal.h, which are the vendor's on GC2000";
    DEPTH_WRITTEN_TWICE = "VIV-DRAW-010", Hang,
        "where RA writes depth, PE must not test and write it too",
        hardware: "The GPU hangs at the draw.",
        help: "Set DISABLE_ZS in PE.DEPTH_CONFIG, or WRITE_DISABLE in RA.EARLY_DEPTH.",
        source: "rnndb, PE.DEPTH_CONFIG.DISABLE_ZS; Mesa etnaviv_state.c, etna_update_zsa";
    REQUESTS_SPLIT = "VIV-DRAW-011", Slow,
        "attributes should not cross multiples of 16 bytes",
        hardware: "The cache takes requests of 16 bytes; one that is not aligned becomes two.",
        help: "Align vertices, and attributes of more than 4 bytes in them, so that none crosses a multiple of 16.",
        source: "hardware.md, memory alignment";
}
