//! Rules of memory accesses.

use tilescope_core::{Rule, rules};

use crate::exception::Exception;

rules! {
    READ_OUTSIDE = "MALI-MMU-001", Fault,
        "units must only read mapped memory",
        hardware: "The MMU raises TRANSLATION_FAULT, and the job ends with JOB_READ_FAULT.",
        help: "Check address, stride and size of what is read.",
        source: "Linux panfrost_mmu.c, panfrost_device.h";
    WRITE_OUTSIDE = "MALI-MMU-002", Fault,
        "units must only write mapped memory",
        hardware: "The MMU raises TRANSLATION_FAULT, and the job ends with JOB_WRITE_FAULT.",
        help: "Check address, stride and size of what is written.",
        source: "Linux panfrost_mmu.c, panfrost_device.h";
    READ_ONLY = "MALI-MMU-003", Fault,
        "units must not write buffers that are mapped read-only",
        hardware: "The MMU raises PERMISSION_FAULT, and the job ends with JOB_WRITE_FAULT.",
        help: "Map the buffer for writing.",
        source: "Linux panfrost_mmu.c, panfrost_device.h";
    UNWRITTEN_DESCRIPTOR = "MALI-MMU-004", Undefined,
        "descriptors must be written before they are read",
        hardware: "The unit uses whatever the memory contains.",
        help: "Write every word of the descriptor, unused ones as 0.",
        source: "Inferred: memory of buffers is not cleared for the GPU's sake";
    UNWRITTEN_DATA = "MALI-MMU-005", Undefined,
        "memory must be written before a shader reads it",
        hardware: "The memory's old contents are read.",
        help: "Upload the data, or let the job depend on the job that writes it.",
        source: "Inferred: memory of buffers is not cleared for the GPU's sake";
    UNIFORM_OUTSIDE = "MALI-MMU-006", Undefined,
        "uniforms must be inside their buffer",
        hardware: "Undocumented; the uniform is 0 in Tilescope.",
        help: "Count the buffer in the renderer state, and check its number of entries.",
        source: "genxml, Uniform Buffer, Renderer Properties";
}

/// The exceptions of the rules that stop.
pub const EXCEPTIONS: &[(&Rule, Exception)] = &[
    (&READ_OUTSIDE, Exception::JobReadFault),
    (&WRITE_OUTSIDE, Exception::JobWriteFault),
    (&READ_ONLY, Exception::JobWriteFault),
];
