//! Rules of memory accesses.

use tilescope_core::rules;

rules! {
    READ_OUTSIDE = "VIV-MEM-001", Fault,
        "units must only read mapped memory",
        hardware: "With an MMU the access raises an exception and the GPU waits until the kernel resets it; in the window of the first MMU it reads other memory.",
        help: "Check address, stride and size of what is read.",
        source: "Linux etnaviv_mmu.c, etnaviv_gpu.c: the interrupt of MMU exceptions";
    WRITE_OUTSIDE = "VIV-MEM-002", Fault,
        "units must only write mapped memory",
        hardware: "With an MMU the access raises an exception and the GPU waits until the kernel resets it; in the window of the first MMU it overwrites other memory.",
        help: "Check address, stride and size of what is written.",
        source: "Linux etnaviv_mmu.c, etnaviv_gpu.c: the interrupt of MMU exceptions";
    READ_ONLY = "VIV-MEM-003", Fault,
        "units must not write buffers that are mapped read-only",
        hardware: "The second MMU raises a write violation and the GPU waits until the kernel resets it.",
        help: "Map the buffer for writing.",
        source: "rnndb, MMU_EXCEPTION";
}
