//! Rules of shader programs.

use tilescope_core::rules;

rules! {
    REGISTERS_ARE_WRITTEN_FIRST = "VIV-SH-001", Undefined,
        "a component of a register must be written before it is read",
        hardware: "The component has a value left by another thread.",
        help: "Write the component on every path to the instruction, or make it an input of the shader.",
        source: "Inferred: temporary registers are allocated to threads and not cleared.";
    TEMPS_ARE_ENOUGH = "VIV-SH-002", Hang,
        "NUM_TEMPS of TEMP_REGISTER_CONTROL must cover every temporary register that the shader uses",
        hardware: "Registers beyond NUM_TEMPS belong to other threads: these are corrupted, or the GPU hangs.",
        help: "Set NUM_TEMPS to the number of the highest register plus one, and no less than the inputs.",
        source: "etna_viv: wrong number of temporaries in PS; rules-ng, PS.TEMP_REGISTER_CONTROL";
    ONE_UNIFORM = "VIV-SH-003", Corrupt,
        "an instruction must read at most one uniform, in any number of its sources",
        hardware: "All uniform sources read the uniform of the last one.",
        help: "Move all but one of the uniforms to temporary registers first.",
        source: "rules-ng, isa.xml, restrictions; Mesa, etnaviv_asm.c check_uniforms. Not with SH_NO_ONECONST_LIMIT.";
    UNIFORMS_ARE_LOADED = "VIV-SH-004", Undefined,
        "a uniform must be loaded before it is read",
        hardware: "The value is that of another shader, of an earlier draw, or undefined.",
        help: "Load the uniform, or keep the address register within the array.",
        source: "Inferred";
    BRANCHES_STAY_INSIDE = "VIV-SH-005", Hang,
        "a branch target must be an instruction of the program or its end",
        hardware: "The shader executes the contents of the instruction memory at the target.",
        help: "Count targets in instructions from the start of the shader's code.",
        source: "Inferred; etna_viv: wrong length of shader hangs";
    PROGRAM_IS_LOADED = "VIV-SH-006", Hang,
        "every instruction from the start to the end of a shader must be loaded",
        hardware: "The GPU executes the previous contents of the instruction memory, or hangs.",
        help: "Set START_PC and END_PC, and RANGE where the chip has it, to the code that was loaded.",
        source: "etna_viv: wrong length of shader hangs; rules-ng, VS.END_PC";
    PROGRAMS_END = "VIV-SH-007", Hang,
        "every path through a shader must end",
        hardware: "The front end waits for the draw forever; the kernel resets the GPU after half a second.",
        help: "Make every loop end for every pixel and vertex, with a limit on its count if necessary.",
        source: "Linux, etnaviv_sched.c: timeout of 500 ms";
    CALLS_ARE_NOT_TOO_DEEP = "VIV-SH-008", Undefined,
        "calls must not be nested deeper than the hardware supports",
        hardware: "A return address is lost.",
        help: "Inline the functions.",
        source: "Inferred; the depth is undocumented: quirk call_depth";
    RETURNS_HAVE_CALLS = "VIV-SH-009", Undefined,
        "RET must only be reached by CALL",
        hardware: "Control goes to an undefined address.",
        help: "End the main program by reaching END_PC, not by RET.",
        source: "Inferred";
    KILL_IN_PIXEL_SHADERS = "VIV-SH-010", Undefined,
        "TEXKILL must only be used in pixel shaders",
        hardware: "Its effect in other shaders is undocumented.",
        help: "Omit it, or move the vertex out of the viewport instead.",
        source: "rules-ng, isa.xml, TEXKILL: can only be used in PS";
    PROGRAMS_FIT = "VIV-SH-011", Corrupt,
        "a shader must fit in its part of the instruction memory",
        hardware: "Code of the other shader, or states after the instruction memory, are overwritten.",
        help: "Shorten the shader, or run it from memory on chips with INSTRUCTION_CACHE.",
        source: "Mesa, etna_get_specs and etna_compile_check_limits; etna_viv: shader size on GC2000";
    OPERATIONS_ARE_THERE = "VIV-SH-013", Undefined,
        "the chip must support every operation of a shader",
        hardware: "The operation does nothing, or executes as another operation.",
        help: "Use other operations, as Mesa does without the feature.",
        source: "rules-ng, isa.xml, features of operations; Mesa, etna_get_specs";
    LENGTH = "VIV-SH-014", Undefined,
        "END_PC must be the number of instructions that were loaded",
        hardware: "The instructions after END_PC are not executed; a wrong length is known to hang some chips.",
        help: "Set END_PC to the number of instructions of the shader.",
        source: "etna_viv: wrong length of shader; Mesa, etna_emit_state loads exactly the code and sets VS.END_PC and PS.END_PC to its length";
    OPERANDS = "VIV-SH-015", Undefined,
        "operands must be in the sources that the operation reads",
        hardware: "A source that is read but not enabled has an undocumented value; an operand in a source that is not read is ignored.",
        help: "Move the operand to the source in which the instruction set has it: mov, rcp and most operations of one operand read src2, add reads src0 and src2.",
        source: "rules-ng, isa.xml, operands of each operation";
}
