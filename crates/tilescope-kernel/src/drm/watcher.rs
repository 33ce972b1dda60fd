//! The receiver of client activity, and the jobs that it sees.

use tilescope_core::{AddressSpace, Finding, Observer, Outcome, Submission, Written};

use super::file::FileId;

/// A surface that a job writes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Output {
    /// Its name: the submission's field, for example `color_write`; `rs_copy` and `blt_copy` for
    /// copies by RS and BLT, `pe_color` for a colour buffer of PE, `color_writeback` for a target of
    /// a framebuffer descriptor.
    pub name: &'static str,
    /// GPU address of its first byte.
    pub address: u64,
    /// Width of the frame in pixels.
    pub width: u32,
    /// Height of the frame in pixels.
    pub height: u32,
    /// Tiling and format. vc4: the field's `bits`; etnaviv: the format of RS in bits 4:0, and
    /// whether it is tiled, supertiled, split across pixel pipes and in the newer order of
    /// supertiles in bits 5, 6, 7 and 8; panfrost: the format of the writeback in bits 4:0, the
    /// layout of blocks in bits 6:5, whether red and blue are swapped in bit 7, and whether alpha
    /// is a constant in bit 8.
    pub bits: u16,
    /// Bytes from one row to the next, rows of tiles if it is tiled; 0 if the kernel interface does
    /// not state it.
    pub stride: u32,
    /// GPU address of the surface it was copied from; `None` if it is not a
    /// copy.
    pub source: Option<u64>,
}

/// A job that is about to run or has run.
pub struct Job<'a> {
    /// Its number, counted from 1.
    pub seqno: u64,
    /// The file it came from.
    pub file: FileId,
    /// The submission that the device executes.
    pub submission: &'a Submission,
    /// The memory that it can see.
    pub memory: &'a AddressSpace,
    /// The surfaces that it writes.
    pub outputs: &'a [Output],
    /// The memory written by the device so far, if the watcher requested it.
    pub written: Option<&'a Written<'a>>,
}

/// Information that the kernel collects about a job for its watcher.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notes {
    /// Nothing that costs time.
    None,
    /// The memory that it writes: [`Job::written`].
    Writes,
}

/// The receiver of client activity. Calls are made one at a time.
pub trait Watcher: Send {
    /// The observer of the device and of findings about refused submissions.
    fn observer(&mut self) -> &mut dyn Observer;

    /// The information to collect about the next job.
    fn notes(&self) -> Notes {
        Notes::None
    }

    /// A submission was refused: `finding` gives the reason, and `memory` holds
    /// its subject, at the addresses that the finding names.
    fn refused(&mut self, finding: Finding, _memory: &AddressSpace) {
        self.observer().finding(finding);
    }

    /// A job was accepted and is about to run.
    fn before(&mut self, _job: &Job<'_>) {}

    /// Whether [`Self::dump`] is wanted: a dump takes time.
    fn wants_dump(&self) -> bool {
        false
    }

    /// The dump of the first job that stopped the hardware, in the driver's Linux format; only of
    /// drivers whose [`HangDump`](super::plug::HangDump) is a file.
    fn dump(&mut self, _dump: &[u8]) {}

    /// A job has run.
    fn after(&mut self, _job: &Job<'_>, _outcome: &Outcome) {}
}
