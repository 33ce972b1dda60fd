//! Rules of job chains, headers and the payloads of small jobs.

use tilescope_core::{Rule, rules};

use crate::exception::Exception;

rules! {
    TYPE = "MALI-JOB-001", Fault,
        "a job must have a type that the architecture has",
        hardware: "The job manager ends the chain with JOB_CONFIG_FAULT.",
        help: "Write a type of the table of job types: 1 to 5, 7 or 9.",
        source: "genxml, Job Type; Linux panfrost_device.h";
    NOT_STARTED = "MALI-JOB-002", Fault,
        "a submitted job must not have the type \"not started\"",
        hardware: "The job manager ends the chain with JOB_CONFIG_FAULT.",
        help: "Write the type of the job into the header; 1 is a job that does nothing.",
        source: "genxml, Job Type";
    UNALIGNED = "MALI-JOB-003", Fault,
        "a job must be aligned to 64 bytes",
        hardware: "The job manager ends the chain with JOB_CONFIG_FAULT.",
        help: "Place jobs at multiples of 64 bytes.",
        source: "genxml, alignment of the job aggregates";
    ENDLESS_CHAIN = "MALI-JOB-004", Hang,
        "a chain must not lead back to one of its jobs",
        hardware: "The job manager never reaches the end of the chain; the kernel resets the GPU after its timeout.",
        help: "Write 0 as the next job of the last one.",
        source: "Mesa pan_scoreboard.h: next jobs form a linked list";
    UNKNOWN_DEPENDENCY = "MALI-JOB-005", Hang,
        "a job must depend on earlier jobs of its chain only",
        hardware: "The job manager waits for a job that it does not know; the kernel resets the GPU after its timeout.",
        help: "Place the job that is waited for before this one in the chain, or write 0 for no dependency.",
        source: "Mesa pan_scoreboard.h: dependencies must appear earlier in the linked list";
    DUPLICATE_INDEX = "MALI-JOB-006", Undefined,
        "jobs of a chain must have different indices",
        hardware: "Jobs that depend on the index may start when either of both jobs is complete.",
        help: "Number the jobs of a chain from 1 on.",
        source: "Inferred from Mesa pan_scoreboard.h: the scoreboard is addressed by index";
    SLOT = "MALI-JOB-007", Fault,
        "fragment jobs must be in slot 0, other jobs in slot 1 or 2",
        hardware: "A slot without the feature ends the chain with JOB_CONFIG_FAULT.",
        help: "Submit fragment jobs in a chain of their own, with PANFROST_JD_REQ_FS.",
        source: "Linux panfrost_job.c, panfrost_job_get_slot";
    VALUE_TYPE = "MALI-JOB-008", Fault,
        "a write value job must have a type of value that the architecture has",
        hardware: "The job manager ends the chain with DATA_INVALID_FAULT.",
        help: "Write 1 (cycle counter), 2 (system timestamp) or 3 (zero).",
        source: "genxml, Write Value Type";
    VALUE_UNALIGNED = "MALI-JOB-009", Fault,
        "the address of a write value job must be a multiple of 8",
        hardware: "The job manager ends the chain with DATA_INVALID_FAULT.",
        help: "Align the value to 8 bytes.",
        source: "Inferred: values have 64 bits, and Mesa aligns polygon lists to more";
    RESERVED = "MALI-JOB-010", Undefined,
        "reserved bits of a job must be 0",
        hardware: "Undocumented; drivers write 0.",
        help: "Write 0 to the bits of the finding.",
        source: "genxml, Job Header";
    STATUS_SET = "MALI-JOB-011", Undefined,
        "the status of a job must be 0 when it is submitted",
        hardware: "The driver cannot tell whether this run has completed the job.",
        help: "Clear the first 16 bytes of the header before the chain is submitted.",
        source: "Mesa packs headers with the status 0, and decode.c checks it after the run";
    TIMEOUT = "MALI-JOB-012", Hang,
        "jobs must end within the time that the kernel allows",
        hardware: "The kernel stops the chain with TERMINATED after 500 ms, and resets the GPU.",
        help: "Divide the work into more submissions, or end the loop.",
        source: "Linux panfrost_job.c, JOB_TIMEOUT_MS";
    WORKGROUP = "MALI-JOB-013", Fault,
        "a workgroup must not have more than 128 threads",
        hardware: "The job ends with DATA_INVALID_FAULT.",
        help: "Use smaller workgroups.",
        source: "Mesa pan_screen.c, PIPE_COMPUTE_CAP_MAX_THREADS_PER_BLOCK; the chips have 256 threads of few registers";
    UNORDERED_READ = "MALI-JOB-014", Undefined,
        "a job must wait for the jobs of its chain that write what it reads",
        hardware: "Both jobs run at the same time; the job reads old or new contents.",
        help: "Write the index of the job that writes as a dependency, or set the barrier bit.",
        source: "Mesa pan_scoreboard.h: jobs run concurrently unless they depend on each other";
    UNORDERED_WRITE = "MALI-JOB-015", Undefined,
        "a job must wait for the jobs of its chain that write the same memory",
        hardware: "Both jobs run at the same time; either may write last.",
        help: "Write the index of the job that writes first as a dependency, or set the barrier bit.",
        source: "Mesa pan_scoreboard.h: jobs run concurrently unless they depend on each other";
    OVERWRITTEN_READ = "MALI-JOB-016", Undefined,
        "a job must wait for the jobs of its chain that read what it writes",
        hardware: "Both jobs run at the same time; the earlier job reads old or new contents.",
        help: "Write the index of the job that reads as a dependency, or set the barrier bit.",
        source: "Mesa pan_scoreboard.h: jobs run concurrently unless they depend on each other";
}

/// The exceptions of the rules that stop.
pub const EXCEPTIONS: &[(&Rule, Exception)] = &[
    (&TYPE, Exception::JobConfigFault),
    (&NOT_STARTED, Exception::JobConfigFault),
    (&UNALIGNED, Exception::JobConfigFault),
    (&SLOT, Exception::JobConfigFault),
    (&VALUE_TYPE, Exception::DataInvalidFault),
    (&VALUE_UNALIGNED, Exception::DataInvalidFault),
];
