//! Rules of shader programs.

use tilescope_core::{Rule, rules};

use crate::exception::Exception;

rules! {
    CODE_IS_READABLE = "MALI-SH-001", Fault,
        "every bundle that control reaches must be in memory that the GPU may execute",
        hardware: "The job ends with INSTR_INVALID_PC, or with a fault of the MMU.",
        help: "Put the whole program in an executable buffer, and keep it there while the job runs.",
        source: "Linux, panfrost_device.h: DRM_PANFROST_EXCEPTION_INSTR_INVALID_PC";
    BUNDLES_ARE_VALID = "MALI-SH-002", Fault,
        "a bundle must have a tag and instructions that fill the quadwords the tag states",
        hardware: "The job ends with INSTR_INVALID_ENC.",
        help: "Check the address and the first tag of the program, and the sizes of its bundles.",
        source: "Mesa, disassemble.c and midgard_emit.c; Linux, DRM_PANFROST_EXCEPTION_INSTR_INVALID_ENC";
    TAGS_AGREE = "MALI-SH-003", Fault,
        "the tag by which control comes to a bundle must be the tag of the bundle",
        hardware: "The instruction was prefetched as one of another kind: INSTR_INVALID_ENC.",
        help: "Set the first tag in the renderer state, the next tag of the bundle before, and the tags of branches, to the tag of the bundle.",
        source: "Mesa, disassemble.c: tag mismatches are invalid; pan_shader.h: first_tag";
    UPPER_TAGS = "MALI-SH-004", Fault,
        "bundles must not have the tags aluw/4 to aluw/16 on chips with no_upper_alu",
        hardware: "The job ends with INSTR_INVALID_ENC.",
        help: "Use alu/4 to alu/16 for writes to the tile buffer too.",
        source: "Mesa, midgard_quirks.h: MIDGARD_NO_UPPER_ALU";
    PROGRAMS_END = "MALI-SH-005", Hang,
        "every path through a program must end",
        hardware: "The job does not complete; Linux stops it after half a second.",
        help: "Make every loop end for every thread, and give the last bundle the next tag break.",
        source: "Linux, panfrost_job.c: JOB_TIMEOUT_MS";
    REGISTERS_ARE_WRITTEN_FIRST = "MALI-SH-006", Undefined,
        "a register must be written before it is read",
        hardware: "It has a value left by another thread.",
        help: "Write the register on every path to the instruction.",
        source: "Inferred: registers are allocated to threads and not cleared";
    PIPELINE_REGISTERS = "MALI-SH-007", Undefined,
        "the registers r24 and r25 must be written in the same bundle before they are read",
        hardware: "They are paths between the two stages of a bundle, and hold nothing afterwards.",
        help: "Write the register in the first stage (vmul, sadd), or use a work register.",
        source: "Mesa, helpers.h: r24 and r25 only exist during the pipeline";
    UNIFORMS_ARE_READ_ONLY = "MALI-SH-008", Corrupt,
        "registers that hold uniforms must not be written",
        hardware: "Undocumented; the registers are shared by all threads.",
        help: "Write a work register, or lower the uniform count.",
        source: "Mesa, midgard_ra.c: max_work_registers; Inferred";
    WORK_REGISTERS_ARE_ENOUGH = "MALI-SH-009", Corrupt,
        "the work register count must cover every work register that the program uses",
        hardware: "Registers beyond the count belong to other threads.",
        help: "Set the work register count in the renderer state to the highest register plus one.",
        source: "Mesa, midgard_ra.c: work_reg_count limits the number of threads; Inferred";
    UNIFORMS_ARE_LOADED = "MALI-SH-010", Undefined,
        "the uniform count must cover every uniform register that is read",
        hardware: "Registers beyond the count are not loaded.",
        help: "Raise the uniform count, and provide as many words in uniform buffer 0.",
        source: "Mesa, midgard_compile.c: uniforms are mapped from r23 downward; Inferred";
    CONSTANTS_ARE_EMBEDDED = "MALI-SH-011", Undefined,
        "a bundle whose instructions read r26 must embed constants",
        hardware: "The value is undocumented.",
        help: "Use a tag with one quadword more, and put the constants in it.",
        source: "Mesa, midgard_schedule.c: has_embedded_constants; Inferred";
    CALLS = "MALI-SH-012", Fault,
        "a return must follow a call, and calls must not be nested deeper than the hardware supports",
        hardware: "Control goes to an undefined address; Tilescope ends the job with INSTR_INVALID_PC.",
        help: "Inline the functions.",
        source: "Inferred; no driver uses calls";
    CODE_IS_WRITTEN = "MALI-SH-013", Undefined,
        "every bundle that control reaches must be in memory that was written",
        hardware: "The shader core executes whatever the memory contains.",
        help: "Upload the program before the job that runs it is submitted.",
        source: "Inferred: memory of buffers is not cleared for the GPU's sake";
    CODE_IS_BETWEEN_LINES = "MALI-SH-014", Fault,
        "code must not end at a multiple of 16 MiB, nor cross one",
        hardware: "The next bundle is prefetched across the line: INSTR_INVALID_PC.",
        help: "Append 16 bytes to the program, and place its buffer between two lines.",
        source: "Mesa, midgard_compile.c: padding at the end; Linux, panfrost_drm_mm_color_adjust";
}

/// The exceptions that broken rules raise.
pub const EXCEPTIONS: &[(&Rule, Exception)] = &[
    (&CODE_IS_READABLE, Exception::InstrInvalidPc),
    (&CODE_IS_BETWEEN_LINES, Exception::InstrInvalidPc),
    (&BUNDLES_ARE_VALID, Exception::InstrInvalidEnc),
    (&TAGS_AGREE, Exception::InstrInvalidEnc),
    (&UPPER_TAGS, Exception::InstrInvalidEnc),
    (&CALLS, Exception::InstrInvalidPc),
];
