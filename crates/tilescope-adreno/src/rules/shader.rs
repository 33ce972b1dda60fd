//! Rules of shaders.

use tilescope_core::rules;

rules! {
    WORDS_ARE_INSTRUCTIONS = "ADR-SH-001", Undefined,
        "every word of a shader up to its end must be an instruction of the a6xx",
        hardware: "It is not known what the word does.",
        help: "Check the address and length of the shader, and the generation it was compiled for.",
        source: "Mesa, src/freedreno/isa";
    SHADERS_END = "ADR-SH-002", Hang,
        "a shader must have an end that no branch passes",
        hardware: "Fetching continues in whatever follows.",
        help: "End the shader with end, or with chsh where the next stage continues.",
        source: "Mesa, ir3_compiler_nir.c: OPC_END, OPC_CHSH";
    BRANCHES_STAY_INSIDE = "ADR-SH-003", Undefined,
        "a branch must have its target inside the shader",
        hardware: "What is at the target is executed.",
        help: "Check the distance: it counts instructions from the branch.",
        source: "Inferred: shaders are found by their own ends";
    SS_BEFORE_RESULTS = "ADR-SH-004", Undefined,
        "an instruction that reads the result of a special function must wait for it with (ss)",
        hardware: "It reads the value from before.",
        help: "Set (ss) on the first instruction that reads the result, or on one before it.",
        source: "Mesa, ir3_legalize.c: needs_ss; ir3.h: is_ss_producer";
    SY_BEFORE_RESULTS = "ADR-SH-005", Undefined,
        "an instruction that reads the result of a texture must wait for it with (sy)",
        hardware: "It reads the value from before.",
        help: "Set (sy) on the first instruction that reads the result, or on one before it.",
        source: "Mesa, ir3_legalize.c: needs_sy; ir3.h: is_sy_producer";
    RESULTS_TAKE_CYCLES = "ADR-SH-006", Undefined,
        "a result of arithmetic must not be read before it is written: three cycles later, six for other units",
        hardware: "The value from before is read.",
        help: "Put other instructions, (nopN) or nop between them.",
        source: "Mesa, ir3_delay.c: ir3_delayslots";
}
