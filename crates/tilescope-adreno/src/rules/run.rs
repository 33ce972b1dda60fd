//! Rules of execution.

use tilescope_core::rules;

rules! {
    MEMORY_IS_MAPPED = "ADR-RUN-001", Fault,
        "memory that the command processor reads or writes must be in a buffer of the submission",
        hardware: "The MMU faults, and the access has no effect.",
        help: "List the buffer in the submission, and check the address in the packet.",
        source: "Linux, msm_iommu.c: msm_fault_handler";
    STREAMS_END = "ADR-RUN-002", Hang,
        "a submission must end within the limit of a run",
        hardware: "Linux's hang check finds no progress, and resets the GPU.",
        help: "Check buffers that refer to each other; `--fuel` raises the limit.",
        source: "Linux, msm_gpu.c: hangcheck_handler";
}
