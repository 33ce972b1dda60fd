//! Dumps of state by devices, and dumps of hung machines.

use tilescope_core::{AddressSpace, ChipInfo, DumpKind, Submission};

/// Internal state that a device can dump.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StateDump {
    /// The kind, which has the name on the command line.
    pub kind: DumpKind,
    /// The contents, for help texts.
    pub help: &'static str,
    /// The units that have this state.
    pub units: &'static str,
}

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
