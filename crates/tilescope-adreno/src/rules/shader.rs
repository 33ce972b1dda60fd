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
    REGISTERS_EXIST = "ADR-SH-007", Undefined,
        "registers must be r0 to r47, shared ones r48 to r55, or address and predicate registers",
        hardware: "It is not known what the register is.",
        help: "Check the number of the register, and that of a repeated instruction with its repetitions.",
        source: "Mesa, ir3.h: SHARED_REG_START, SHARED_REG_SIZE, REG_A0";
    ADDRESSES_TAKE_CYCLES = "ADR-SH-008", Undefined,
        "relative registers and constants must be read six cycles after a0.x is written",
        hardware: "The old value of the address register is used.",
        help: "Put other instructions, (nopN) or nop between them.",
        source: "Mesa, ir3_delay.c: ir3_delayslots";
    PREDICATES_TAKE_CYCLES = "ADR-SH-009", Undefined,
        "a branch must be six cycles after its predicate is written",
        hardware: "The old value of the predicate decides.",
        help: "Put other instructions, (nopN) or nop between them.",
        source: "Mesa, ir3_delay.c: ir3_delayslots";
    CONSTANTS_ARE_KEPT = "ADR-SH-010", Undefined,
        "a shader must not read constants after CONSTLEN of its stage",
        hardware: "The constants belong to another stage, or were never loaded.",
        help: "Set CONSTLEN of HLSQ_*_CNTL to the vectors that the shader reads, in units of four.",
        source: "Mesa, tu_pipeline.c: tu6_emit_xs_config; ir3_shader.h: constlen";
    REGISTERS_ARE_ALLOCATED = "ADR-SH-011", Corrupt,
        "a shader must not use registers after FULLREGFOOTPRINT of its stage",
        hardware: "Registers of other invocations are read and overwritten.",
        help: "Set FULLREGFOOTPRINT of SP_*_CTRL_REG0 to the largest register plus one.",
        source: "Mesa, tu_pipeline.c: tu6_emit_xs, fullregfootprint";
    INSTRUCTIONS_ARE_LOADED = "ADR-SH-012", Undefined,
        "a shader must end inside INSTRLEN of its stage",
        hardware: "Instructions after it are not loaded: others are executed.",
        help: "Set SP_*_INSTRLEN to the number of instructions in units of 16, rounded up.",
        source: "Mesa, tu_pipeline.c: tu6_emit_xs, instrlen; ir3_shader.h: instr_align";
    BRANCHES_HAVE_A_STACK = "ADR-SH-013", Hang,
        "a shader whose invocations may branch differently must have a branch stack",
        hardware: "Where invocations diverge, there is no place for those that wait.",
        help: "Set BRANCHSTACK of SP_*_CTRL_REG0 as ir3_shader_branchstack_hw does.",
        source: "Mesa, ir3_shader.h: ir3_shader_branchstack_hw";
}
