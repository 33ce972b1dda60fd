//! Rules of the Linux driver, which refuses jobs that hardware would run.

use tilescope_core::rules;

rules! {
    ARGUMENTS = "MALI-KERNEL-001", Fault,
        "Linux: a submission must name a job and have no requirement but PANFROST_JD_REQ_FS",
        hardware: "Linux refuses the job with EINVAL.",
        help: "Set jc to the address of the first job of the chain, and requirements to 0 or PANFROST_JD_REQ_FS.",
        source: "Linux panfrost_drv.c, panfrost_ioctl_submit";
    OUT_SYNC = "MALI-KERNEL-002", Fault,
        "Linux: the synchronisation object that receives the fence of a job must exist",
        hardware: "Linux refuses the job with ENODEV.",
        help: "Create the object before the submission, or set out_sync to 0.",
        source: "Linux panfrost_drv.c, panfrost_ioctl_submit";
    IN_SYNC = "MALI-KERNEL-003", Fault,
        "Linux: the synchronisation objects that a job waits for must exist and have a fence",
        hardware: "Linux refuses the job: ENOENT if there is no object, EINVAL if it is empty.",
        help: "Submit the job that provides the fence first, or create the object signalled.",
        source: "Linux panfrost_drv.c, panfrost_copy_in_sync";
    BUFFER_HANDLE = "MALI-KERNEL-004", Fault,
        "Linux: a submission must list buffer handles that are open in the file",
        hardware: "Linux refuses the job with ENOENT. Hardware has no handles.",
        help: "Keep a buffer open until the last job that uses it has been submitted.",
        source: "Linux panfrost_drv.c, panfrost_lookup_bos";
    BUFFER_TWICE = "MALI-KERNEL-005", Fault,
        "Linux: a submission must list a buffer once",
        hardware: "Linux refuses the job with EALREADY.",
        help: "List each buffer once; two handles of the same buffer count as one.",
        source: "Linux drm_gem.c, drm_gem_lock_reservations";
    OUT_OF_MEMORY = "MALI-KERNEL-006", Fault,
        "the buffers of all clients must fit into memory and into the address space of the GPU",
        hardware: "Linux returns ENOMEM, or ENOSPC when addresses run out.",
        help: "Free buffers or render to smaller targets.",
        source: "Linux panfrost_gem.c, panfrost_gem_create and panfrost_gem_open";
    ATOM_CHAIN = "MALI-KERNEL-007", Fault,
        "kbase: an atom must have jc, unless it is for dependencies only",
        hardware: "Arm's driver ends the atom with JOB_INVALID; the GPU does not see it.",
        help: "Set jc to the address of the first job, or of what the soft job needs.",
        source: "Arm mali_kbase_jd.c, jd_submit_atom: Rejecting atom with jc = NULL";
    ATOM_SOFT_JOB = "MALI-KERNEL-008", Fault,
        "kbase: a soft job must be of a known kind",
        hardware: "Arm's driver ends the atom with JOB_INVALID.",
        help: "Add the number of a kind to BASE_JD_REQ_SOFT_JOB.",
        source: "Arm mali_base_jm_kernel.h, BASE_JD_REQ_SOFT_JOB and the kinds after it";
    ATOM_REQUIREMENTS = "MALI-KERNEL-009", Fault,
        "kbase: an atom with external resources must not coalesce its event",
        hardware: "Arm's driver ends the atom with JOB_INVALID.",
        help: "Clear BASE_JD_REQ_EVENT_COALESCE.",
        source: "Arm mali_base_jm_kernel.h, BASE_JD_REQ_EXTERNAL_RESOURCES";
    ATOM_RESOURCES = "MALI-KERNEL-010", Fault,
        "kbase: an atom with external resources must list at least one, and each must be memory of the GPU",
        hardware: "Arm's driver ends the atom with JOB_INVALID; the GPU does not see it.",
        help: "Write the address of the list and its length into the atom, and import the memory before.",
        source: "Arm mali_kbase_jd.c, kbase_jd_pre_external_resources";
}
