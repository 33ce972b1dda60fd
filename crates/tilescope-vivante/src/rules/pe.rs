//! Rules of the pixel engine.

use tilescope_core::rules;

rules! {
    TARGET_UNALIGNED = "VIV-PE-001", Undefined,
        "buffers that PE draws to must be aligned to 64 bytes",
        hardware: "The low bits of the address are dropped.",
        help: "Align levels and layers of what is drawn to to 64 bytes, for each pixel pipe.",
        source: "Mesa etnaviv_state.c, etna_set_framebuffer_state, which draws nothing then; that bits are dropped is inferred";
    STRIDE_UNALIGNED = "VIV-PE-002", Undefined,
        "rows of tiles of buffers that PE draws to must be multiples of 64 bytes",
        hardware: "What becomes of the rows behind the first is not known.",
        help: "Pad buffers to 16 pixels.",
        source: "Mesa etnaviv_state.c, etna_set_framebuffer_state, which draws nothing then";
    HALVES_MEET = "VIV-PE-003", Corrupt,
        "the two pixel pipes must draw to different memory",
        hardware: "Tiles of one pipe overwrite those of the other.",
        help: "Give the second pipe the address of the buffer's second half, or set SINGLE_BUFFER on chips that have it.",
        source: "Mesa etnaviv_state.c, etna_set_framebuffer_state; etnaviv_rs.c, etna_compile_rs_state";
    SINGLE_BUFFER_ABSENT = "VIV-PE-004", Undefined,
        "PE.LOGIC_OP.SINGLE_BUFFER must be 0 on chips without the feature",
        hardware: "Pixel pipes keep to their halves, and linear buffers come out in tiles.",
        help: "Ask for SINGLE_BUFFER, or for LINEAR_PE where the value is 1.",
        source: "rnndb, PE.LOGIC_OP.SINGLE_BUFFER; Mesa etnaviv_state.c, etna_set_framebuffer_state";
}
