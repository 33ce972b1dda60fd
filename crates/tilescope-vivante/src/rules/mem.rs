//! Rules of memory accesses.

use tilescope_core::rules;

rules! {
    READ_OUTSIDE = "VIV-MEM-001", Fault,
        "units must read memory that a buffer of the job has",
        hardware: "With an MMU the access raises an exception and the GPU waits until the kernel resets it; in the window of the first MMU it reads something else.",
        help: "Check address, stride and size of what is read.",
        source: "Linux etnaviv_mmu.c, etnaviv_gpu.c: the interrupt of MMU exceptions";
    WRITE_OUTSIDE = "VIV-MEM-002", Fault,
        "units must write memory that a buffer of the job has",
        hardware: "With an MMU the access raises an exception and the GPU waits until the kernel resets it; in the window of the first MMU it overwrites something else.",
        help: "Check address, stride and size of what is written.",
        source: "Linux etnaviv_mmu.c, etnaviv_gpu.c: the interrupt of MMU exceptions";
    READ_ONLY = "VIV-MEM-003", Fault,
        "units must not write buffers that are mapped for reading only",
        hardware: "The second MMU raises a write violation and the GPU waits until the kernel resets it.",
        help: "Give the buffer to the job for writing.",
        source: "rnndb, MMU_EXCEPTION";
}
