//! Dumps of hung machines.

use tilescope_core::{AddressSpace, ChipInfo, Submission};

/// The format of a file that Linux writes when a job hangs.
#[derive(Clone, Copy, Debug)]
pub struct DumpFormat {
    /// Its first bytes.
    pub magic: [u8; 4],
    /// Reads the bytes of a file.
    ///
    /// # Errors
    /// The reason, in one line.
    pub read: fn(&[u8]) -> Result<DumpedJob, String>,
}

/// The job in a dump.
pub struct DumpedJob {
    /// The chip of the machine.
    pub chip: &'static ChipInfo,
    /// Bytes of all objects in the dump.
    pub device_memory: u64,
    /// The memory that the job could see.
    pub memory: AddressSpace,
    /// The job.
    pub submission: Submission,
}
