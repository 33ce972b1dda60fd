//! Captures (`.tscap`): the submissions of a program, in one file.
//!
//! ```text
//!  Recorder, in each process of a run      pack, when the program has ended
//!    what changed in memory since the  -->   folder of spools -> zip with manifest,
//!    last submission; what came out          submissions and data
//!    v                                        v
//!  spool: records appended whole            Capture -> Replay -> memory and
//!                                           Submission, as the device had them
//! ```
//!
//! Recording, packing and replaying take memory in proportion to the buffers of one submission,
//! however many submissions there are. `docs/capture.md` describes the format; a test compares the
//! two.

mod archive;
mod bounded;
mod buffers;
mod container;
mod dump;
mod error;
mod folder;
pub mod manifest;
mod pack;
mod recorder;
mod replay;
mod spool;
mod v1;
mod validate;

pub use archive::{Capture, Limits, Submissions};
pub use buffers::Buffers;
pub use error::CaptureError;
pub use folder::{Folder, SPOOLS_ENDING};
pub use manifest::{Frames, Manifest};
pub use pack::{Packed, pack};
pub use recorder::{Recorder, Taken};
pub use replay::{Difference, Loaded, Replay};

/// Bytes of a page: the granularity of change detection.
pub const PAGE: u64 = 4096;
/// The largest size of one write, in bytes.
pub const MAX_BLOB: u64 = 1 << 20;
/// Bytes of data in one entry of the zip.
pub const CHUNK: u64 = 1 << 20;
/// The largest total size of the buffers in use, in bytes: the largest memory
/// that `tilescope exec --memory` accepts.
pub const MAX_MEMORY: u64 = 3584 << 20;

/// The largest number of buffers of one submission.
const MAX_BUFFERS: usize = 1 << 16;
/// Pages of the largest memory.
const MAX_PAGES: usize = (MAX_MEMORY / PAGE) as usize;

/// The name of the entry with the submissions of a process, one per line.
pub fn submissions_entry(process: usize) -> String {
    format!("submissions/{process}.jsonl")
}

/// The name of the entry with a chunk of the data of a process.
pub fn chunk_entry(process: usize, number: u64) -> String {
    format!("data/{process}/{number:08}")
}

/// The SHA-256 of `bytes` in hexadecimal: the name of their blob.
pub(crate) fn digest(bytes: &[u8]) -> String {
    use sha2::{Digest, Sha256};
    hex(&Sha256::digest(bytes))
}

pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|b| format!("{b:02x}")).collect()
}
