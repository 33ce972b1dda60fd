//! Exceptions: the status of a job, as the hardware writes it to the header.
//!
//! Source: Linux `drivers/gpu/drm/panfrost/panfrost_device.h` and `panfrost_device.c`.

use tilescope_core::Rule;

use crate::rules;

tilescope_tables::raw_enum! {
    pub enum Exception = "exception", "The status of a job.";
    Ok = 0x00, "OK", "Not started, or no exception.";
    Done = 0x01, "DONE", "The job is complete.";
    Interrupted = 0x02, "INTERRUPTED", "Interrupted between tasks.";
    Stopped = 0x03, "STOPPED", "Stopped by the driver.";
    Terminated = 0x04, "TERMINATED", "Terminated by the driver, for example after a timeout.";
    Active = 0x08, "ACTIVE", "The job runs.";
    JobConfigFault = 0x40, "JOB_CONFIG_FAULT", "The header is invalid for the job slot.";
    JobReadFault = 0x42, "JOB_READ_FAULT", "A read failed.";
    JobWriteFault = 0x43, "JOB_WRITE_FAULT", "A write failed.";
    InstrInvalidPc = 0x50, "INSTR_INVALID_PC", "The address of an instruction is invalid.";
    InstrInvalidEnc = 0x51, "INSTR_INVALID_ENC", "An instruction is invalid.";
    InstrTypeMismatch = 0x52, "INSTR_TYPE_MISMATCH", "A type of an instruction does not match.";
    InstrOperandFault = 0x53, "INSTR_OPERAND_FAULT", "An operand of an instruction is invalid.";
    InstrTlsFault = 0x54, "INSTR_TLS_FAULT", "An access beyond the memory of the thread.";
    InstrBarrierFault = 0x55, "INSTR_BARRIER_FAULT", "Threads of a workgroup disagree about a barrier.";
    InstrAlignFault = 0x56, "INSTR_ALIGN_FAULT", "A misaligned access.";
    DataInvalidFault = 0x58, "DATA_INVALID_FAULT", "A descriptor is invalid.";
    TileRangeFault = 0x59, "TILE_RANGE_FAULT", "A tile outside of the framebuffer.";
    AddrRangeFault = 0x5a, "ADDR_RANGE_FAULT", "An address outside of its range.";
    OutOfMemory = 0x60, "OUT_OF_MEMORY", "The tiler heap is full.";
}

impl Exception {
    /// The exception that a finding raises.
    pub fn of(rule: &Rule) -> Exception {
        let known = rules::EXCEPTIONS.iter().flat_map(|unit| unit.iter());
        let mut known = known.filter(|(r, _)| r.id == rule.id);
        known
            .next()
            .map_or(Exception::DataInvalidFault, |(_, exception)| *exception)
    }
}
