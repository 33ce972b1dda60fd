//! Rules of shader programs.

use tilescope_core::rules;

rules! {
    REGISTERS_ARE_WRITTEN_FIRST = "VIV-SH-001", Undefined,
        "a component of a register is written before it is read",
        hardware: "The component holds what another thread left there.",
        help: "Write the component on every way to the instruction, or make it an input of the shader.",
        source: "Inferred: temporary registers are shared out among threads and not cleared.";
    TEMPS_ARE_ENOUGH = "VIV-SH-002", Hang,
        "NUM_TEMPS of TEMP_REGISTER_CONTROL covers every temporary register that the shader uses",
        hardware: "Registers from there on belong to other threads, which are overwritten, or the GPU hangs.",
        help: "Set NUM_TEMPS to the number of the highest register plus one, and no less than the inputs.",
        source: "etna_viv: wrong number of temporaries in PS; rules-ng, PS.TEMP_REGISTER_CONTROL";
    ONE_UNIFORM = "VIV-SH-003", Corrupt,
        "an instruction reads one uniform, though in as many sources as it likes",
        hardware: "All sources that are uniforms read the uniform of the last of them.",
        help: "Move all but one of the uniforms to temporary registers first.",
        source: "rules-ng, isa.xml, restrictions; Mesa, etnaviv_asm.c check_uniforms. Not with SH_NO_ONECONST_LIMIT.";
    UNIFORMS_ARE_LOADED = "VIV-SH-004", Undefined,
        "a uniform that is read is one of those of the shader",
        hardware: "The value is that of another shader, of an earlier draw, or random.",
        help: "Load the uniform, or keep the address register within the array.",
        source: "Inferred";
    BRANCHES_STAY_INSIDE = "VIV-SH-005", Hang,
        "a branch goes to an instruction of the program or to its end",
        hardware: "What lies there in the instruction memory is executed.",
        help: "Count targets in instructions from the start of the shader's code.",
        source: "Inferred; etna_viv: wrong length of shader hangs";
    PROGRAM_IS_LOADED = "VIV-SH-006", Hang,
        "start and end of a shader lie in its code, the end not before the start",
        hardware: "The GPU executes what was in the instruction memory before, or hangs.",
        help: "Set START_PC and END_PC, or the RANGE registers, to what was loaded.",
        source: "etna_viv: wrong length of shader; rules-ng, VS.END_PC";
    PROGRAMS_END = "VIV-SH-007", Hang,
        "a shader comes to its end",
        hardware: "The front end waits for the draw for ever; the kernel resets the GPU after half a second.",
        help: "Let every loop end in every pixel and vertex, with a limit on its count if need be.",
        source: "Linux, etnaviv_sched.c: timeout of 500 ms";
    CALLS_ARE_NOT_TOO_DEEP = "VIV-SH-008", Undefined,
        "calls are no deeper than the hardware can return from",
        hardware: "A return address is lost.",
        help: "Put the functions in line.",
        source: "Inferred; how deep it goes is not known: call_depth of the quirks";
    RETURNS_HAVE_CALLS = "VIV-SH-009", Undefined,
        "RET is reached by CALL only",
        hardware: "Control goes to an address that is random.",
        help: "End the main program by reaching END_PC, not by RET.",
        source: "Inferred";
    KILL_IN_PIXEL_SHADERS = "VIV-SH-010", Undefined,
        "TEXKILL is in pixel shaders only",
        hardware: "What it does in other shaders is not known.",
        help: "Leave it out, or move the vertex out of view instead.",
        source: "rules-ng, isa.xml, TEXKILL: can only be used in PS";
    PROGRAMS_FIT = "VIV-SH-011", Corrupt,
        "a shader has no more instructions than fit its part of the instruction memory",
        hardware: "Code of the other shader is overwritten, or states behind the memory.",
        help: "Shorten the shader, or run it from memory on chips with INSTRUCTION_CACHE.",
        source: "Mesa, etna_get_specs and etna_compile_check_limits; etna_viv: shader size on GC2000";
    TEMPS_ARE_THERE = "VIV-SH-012", Hang,
        "NUM_TEMPS of TEMP_REGISTER_CONTROL is no more than the temporary registers of the chip",
        hardware: "Not known; a wrong number of registers hangs the GPU.",
        help: "Use fewer registers.",
        source: "Mesa, etna_compile_check_limits; rules-ng, PS.TEMP_REGISTER_CONTROL";
    OPERATIONS_ARE_THERE = "VIV-SH-013", Undefined,
        "a shader has only operations of its chip",
        hardware: "The operation does nothing, or something else.",
        help: "Compute it from other operations, as Mesa does without the feature.",
        source: "rules-ng, isa.xml, features of operations; Mesa, etna_get_specs";
}
