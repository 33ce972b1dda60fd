//! Rules of the Linux driver, which refuses jobs that hardware would run.

use tilescope_core::rules;

rules! {
    ARGUMENTS = "ADR-KERNEL-001", Fault,
        "Linux: a submission must be for MSM_PIPE_3D0, with known flags and without padding",
        hardware: "Linux refuses the job with EINVAL.",
        help: "Set the lower half of flags to MSM_PIPE_3D0, leave out MSM_SUBMIT_SUDO, and clear pad.",
        source: "Linux, msm_gem_submit.c: msm_ioctl_gem_submit";
    QUEUE = "ADR-KERNEL-002", Fault,
        "Linux: a submission must name an open submit queue",
        hardware: "Linux refuses the job with ENOENT.",
        help: "Use a queue of MSM_SUBMITQUEUE_NEW that is not closed, or 0, the default queue.",
        source: "Linux, msm_submitqueue.c: msm_submitqueue_get";
    FENCE = "ADR-KERNEL-003", Fault,
        "Linux: the descriptor that a submission waits for must be a fence",
        hardware: "Linux refuses the job with EINVAL.",
        help: "Pass the descriptor of a sync file, or leave out MSM_SUBMIT_FENCE_FD_IN.",
        source: "Linux, msm_gem_submit.c: sync_file_get_fence";
    IN_SYNC = "ADR-KERNEL-004", Fault,
        "Linux: the synchronisation objects that a job waits for must exist, and have a fence at their point",
        hardware: "Linux refuses the job: ENOENT if there is no object, EINVAL if its point has no fence.",
        help: "Submit the job that provides the fence first, or wait until it is submitted.",
        source: "Linux, msm_syncobj.c: msm_syncobj_parse_deps";
    OUT_SYNC = "ADR-KERNEL-005", Fault,
        "Linux: the synchronisation objects that receive the fence of a job must exist",
        hardware: "Linux refuses the job with EINVAL.",
        help: "Create the objects before the submission, and clear their flags.",
        source: "Linux, msm_syncobj.c: msm_syncobj_parse_post_deps";
    BUFFER_FLAGS = "ADR-KERNEL-006", Fault,
        "Linux: a buffer of a submission must be for reading or writing, and have no unknown flags",
        hardware: "Linux refuses the job with EINVAL.",
        help: "Set MSM_SUBMIT_BO_READ, MSM_SUBMIT_BO_WRITE or both.",
        source: "Linux, msm_gem_submit.c: submit_lookup_objects";
    BUFFER_HANDLE = "ADR-KERNEL-007", Fault,
        "Linux: a submission must list buffer handles that are open in the file",
        hardware: "Linux refuses the job with EINVAL. Hardware has no handles.",
        help: "Keep a buffer open until the last job that uses it has been submitted.",
        source: "Linux, msm_gem_submit.c: submit_lookup_objects";
    BUFFER_TWICE = "ADR-KERNEL-008", Fault,
        "Linux: a submission must list a buffer once",
        hardware: "Linux refuses the job with EALREADY.",
        help: "List each buffer once; two handles of the same buffer count as one.",
        source: "Linux, msm_gem_submit.c: submit_lock_objects; drm_exec.c";
    COMMAND_TYPE = "ADR-KERNEL-009", Fault,
        "Linux: a command buffer must be of a known type",
        hardware: "Linux refuses the job with EINVAL.",
        help: "Set type to MSM_SUBMIT_CMD_BUF, or to the types of targets and context restores.",
        source: "Linux, msm_gem_submit.c: submit_lookup_cmds";
    COMMAND_SIZE = "ADR-KERNEL-010", Fault,
        "Linux: a command buffer must have words, and be inside its buffer",
        hardware: "Linux refuses the job with EINVAL.",
        help: "Set size to a multiple of 4 that is not 0, and check submit_offset.",
        source: "Linux, msm_gem_submit.c: submit_lookup_cmds, msm_ioctl_gem_submit";
    COMMAND_INDEX = "ADR-KERNEL-011", Fault,
        "Linux: the buffer of a command buffer must be in the list of the submission",
        hardware: "Linux refuses the job with EINVAL.",
        help: "Set submit_idx to the place of the buffer in bos.",
        source: "Linux, msm_gem_submit.c: submit_bo";
    RELOCATION = "ADR-KERNEL-012", Fault,
        "Linux: a submission for an Adreno 6xx must have no relocations",
        hardware: "Linux refuses the job with EINVAL.",
        help: "Write the addresses of MSM_INFO_GET_IOVA into the stream: they do not change.",
        source: "Linux, msm_gem_submit.c: allow_relocs; a6xx_gpu.c";
    FENCE_NUMBER = "ADR-KERNEL-013", Fault,
        "Linux: the fence number that a client chooses must be free in its queue, and not 0",
        hardware: "Linux refuses the job with EINVAL.",
        help: "Count up from 1 in each queue.",
        source: "Linux, msm_gem_submit.c: MSM_SUBMIT_FENCE_SN_IN";
    OUT_OF_MEMORY = "ADR-KERNEL-014", Fault,
        "the buffers of all clients must fit into memory, and those of a client into its addresses",
        hardware: "Linux returns ENOMEM, or ENOSPC when addresses run out.",
        help: "Free buffers or render to smaller targets.",
        source: "Linux, msm_gem.c: msm_gem_new; msm_gem_vma.c";
    ADDRESS = "ADR-KERNEL-015", Fault,
        "Linux: an address that a client chooses must be in its range, free, and at a page boundary",
        hardware: "Linux returns ENOSPC if the range is taken, and EBUSY if the buffer is elsewhere.",
        help: "Clear the old address with MSM_INFO_SET_IOVA 0 when no job uses the buffer any more.",
        source: "Linux, msm_gem.c: msm_gem_set_iova; msm_gem_vma.c: msm_gem_vma_init";
    NOT_NEEDED = "ADR-KERNEL-016", Fault,
        "Linux: a submission must list no buffer that the client does not need",
        hardware: "Linux refuses the job with EBUSY: the pages may be gone.",
        help: "Call MSM_GEM_MADVISE with MSM_MADV_WILLNEED first, and check retained.",
        source: "Linux, msm_gem.c: msm_gem_pin_vma_locked";
}
