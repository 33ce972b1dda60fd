//! Rules of the pixel engine.

use tilescope_core::rules;

rules! {
    TARGET_UNALIGNED = "VIV-PE-001", Undefined,
        "render targets must be aligned to 64 bytes",
        hardware: "The low bits of the address are ignored.",
        help: "Align levels and layers of render targets to 64 bytes, for each pixel pipe.",
        source: "Mesa etnaviv_state.c, etna_set_framebuffer_state, which draws nothing then; that bits are ignored is inferred";
    STRIDE_UNALIGNED = "VIV-PE-002", Undefined,
        "rows of tiles of render targets must be multiples of 64 bytes",
        hardware: "The placement of the rows after the first is undocumented.",
        help: "Pad buffers to 16 pixels.",
        source: "Mesa etnaviv_state.c, etna_set_framebuffer_state, which draws nothing then";
    HALVES_OVERLAP = "VIV-PE-003", Corrupt,
        "the two pixel pipes must draw to different memory",
        hardware: "Tiles of one pipe overwrite those of the other.",
        help: "Give the second pipe the address of the buffer's second half, or set SINGLE_BUFFER on chips that have it.",
        source: "Mesa etnaviv_state.c, etna_set_framebuffer_state; etnaviv_rs.c, etna_compile_rs_state";
    SINGLE_BUFFER_ABSENT = "VIV-PE-004", Undefined,
        "PE.LOGIC_OP.SINGLE_BUFFER must be 0 on chips without the feature",
        hardware: "Each pixel pipe writes its half, and linear buffers are written as tiles.",
        help: "Check the features SINGLE_BUFFER, or LINEAR_PE for the value 1.",
        source: "rnndb, PE.LOGIC_OP.SINGLE_BUFFER; Mesa etnaviv_state.c, etna_set_framebuffer_state";
    STRIDE_NARROW = "VIV-PE-005", Corrupt,
        "a row of a render target must hold every pixel that is drawn",
        hardware: "Pixels beyond the stride are written over the next row.",
        help: "Set the stride to the padded width times the bytes of a pixel, or reduce SE.SCISSOR_RIGHT to the width of the target.",
        source: "Mesa etnaviv_state.c, etna_set_framebuffer_state: the stride of the padded level, the scissor of its width; that rows overlap is inferred";
}
