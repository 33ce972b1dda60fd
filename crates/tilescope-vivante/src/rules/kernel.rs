//! Rules of the Linux driver, which rejects jobs that hardware would run.
//!
//! 001 to 019: arguments and buffers. 020 to 039: the command stream, which Linux
//! validates only for chips with the first MMU.

use tilescope_core::rules;

rules! {
    ARGUMENTS = "VIV-KERNEL-001", Fault,
        "Linux: the arguments of a submission must be defined and within their limits",
        hardware: "Linux refuses the job.",
        help: "Clear the structure first; whole words, at most 128 KiB of stream, 131072 relocations and buffers, 128 performance requests.",
        source: "Linux etnaviv_gem_submit.c, etnaviv_ioctl_gem_submit";
    BUFFER_HANDLE = "VIV-KERNEL-002", Fault,
        "Linux: a submission must list buffer handles that are open in the file",
        hardware: "Linux refuses the job. Hardware has no handles.",
        help: "Keep a buffer open until the last job that uses it has been submitted.",
        source: "Linux etnaviv_gem_submit.c, submit_lookup_objects";
    BUFFER_FLAGS = "VIV-KERNEL-003", Fault,
        "Linux: a buffer must be listed as read, written or both",
        hardware: "Linux refuses the job.",
        help: "Use ETNA_SUBMIT_BO_READ and ETNA_SUBMIT_BO_WRITE only.",
        source: "Linux etnaviv_gem_submit.c, submit_lookup_objects";
    BUFFER_TWICE = "VIV-KERNEL-004", Fault,
        "Linux: a submission must list a buffer once",
        hardware: "Linux refuses the job with EALREADY.",
        help: "List it once, with the flags of all its uses; two handles of the same buffer count as one.",
        source: "Linux etnaviv_gem_submit.c, submit_lock_objects";
    BUFFER_INDEX = "VIV-KERNEL-005", Fault,
        "Linux: a buffer must be referred to by its index in the submission",
        hardware: "Linux refuses the job. Hardware uses addresses only.",
        help: "Use indices into bos, not handles, in relocations and performance requests.",
        source: "Linux etnaviv_gem_submit.c, submit_bo";
    RELOCATION = "VIV-KERNEL-006", Fault,
        "Linux: a relocation must be of a whole word of the stream, in the order of the words, without flags",
        hardware: "Linux refuses the job.",
        help: "Sort relocations by submit_offset, a multiple of 4 inside the stream.",
        source: "Linux etnaviv_gem_submit.c, submit_reloc";
    RELOCATION_OUTSIDE = "VIV-KERNEL-007", Fault,
        "Linux: a relocation must refer to a word inside its buffer",
        hardware: "Hardware would access the memory after the buffer. Linux refuses the job.",
        help: "Keep reloc_offset at most the buffer's size less 4.",
        source: "Linux etnaviv_gem_submit.c, submit_reloc";
    SOFTPIN_ABSENT = "VIV-KERNEL-008", Fault,
        "Linux: client-chosen addresses need the second MMU",
        hardware: "With the first MMU, clients have no address space of their own. Linux refuses the job.",
        help: "Use relocations where ETNAVIV_PARAM_SOFTPIN_START_ADDR is all ones.",
        source: "Linux etnaviv_gem_submit.c, etnaviv_ioctl_gem_submit";
    SOFTPIN_ADDRESS = "VIV-KERNEL-009", Fault,
        "Linux: the address of a buffer must be a free page above the kernel's own, and never change",
        hardware: "Linux refuses the job.",
        help: "Choose whole pages from ETNAVIV_PARAM_SOFTPIN_START_ADDR on, one address for each buffer of a file, and none that a job still uses.",
        source: "Linux etnaviv_gem_submit.c, submit_lookup_objects and submit_pin_objects; etnaviv_mmu.c, etnaviv_iommu_insert_exact";
    SOFTPIN_RELOCATION = "VIV-KERNEL-010", Fault,
        "Linux: a submission with client-chosen addresses must have no relocations",
        hardware: "Linux refuses the job.",
        help: "Write the addresses into the stream.",
        source: "Linux etnaviv_gem_submit.c, submit_reloc";
    FENCE = "VIV-KERNEL-011", Fault,
        "Linux: the descriptor that a job waits for must be a fence",
        hardware: "Linux refuses the job.",
        help: "Pass a sync_file, and keep it open until the submission returns.",
        source: "Linux etnaviv_gem_submit.c, etnaviv_ioctl_gem_submit";
    PERFORMANCE_REQUEST = "VIV-KERNEL-012", Fault,
        "Linux: a performance request must name a signal that exists and a word after the first of its buffer",
        hardware: "Linux refuses the job.",
        help: "Query PM_QUERY_DOM and PM_QUERY_SIG for domains and signals; word 0 is for the sequence number.",
        source: "Linux etnaviv_gem_submit.c, submit_perfmon_validate";
    OUT_OF_MEMORY = "VIV-KERNEL-013", Fault,
        "the buffers of all clients must fit into memory and into the address space of the GPU",
        hardware: "Linux returns ENOMEM, or ENOSPC when addresses run out.",
        help: "Free buffers or render to smaller targets.",
        source: "Linux etnaviv_gem.c, etnaviv_gem_new_handle; etnaviv_mmu.c, etnaviv_iommu_find_iova";

    COMMAND = "VIV-KERNEL-020", Fault,
        "Linux: a stream must only contain commands that load state, draw, stall or do nothing",
        hardware: "Hardware follows links, calls and waits, and END stops it. Linux refuses the job.",
        help: "Use LOAD_STATE, DRAW_PRIMITIVES, DRAW_INDEXED_PRIMITIVES, DRAW_INSTANCED, DRAW_2D, STALL and NOP.",
        source: "Linux etnaviv_cmd_parser.c, etnaviv_cmd_validate_one";
    RELOCATION_MISSING = "VIV-KERNEL-021", Fault,
        "Linux: a state that holds an address must be loaded with a relocation",
        hardware: "Hardware uses any address. Linux refuses the job, because the address could be in memory of another client.",
        help: "Add a relocation for the word.",
        source: "Linux etnaviv_cmd_parser.c, etnaviv_validate_load_state";
    TRUNCATED = "VIV-KERNEL-022", Fault,
        "Linux: the last command must end within the stream",
        hardware: "Hardware would execute the following memory as the rest of the command. Linux refuses the job.",
        help: "Pad commands to whole pairs of words, and submit all of them.",
        source: "Linux etnaviv_cmd_parser.c, etnaviv_cmd_validate_one";
    RELOCATION_UNEXPECTED = "VIV-KERNEL-023", Undefined,
        "Linux: only states that hold addresses should be loaded with relocations",
        hardware: "The state is loaded with an address. Linux warns once.",
        help: "Check that submit_offset points to the word after the command's header.",
        source: "Linux etnaviv_cmd_parser.c, etnaviv_warn_if_non_sensitive";
}
