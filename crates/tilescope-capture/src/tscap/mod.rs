//! Captures (`.tscap`): what a program submitted, in one file.
//!
//! ```text
//!  Recorder, in each process of a run      pack, when the program has ended
//!    what changed in memory since the  -->   folder of spools -> zip with
//!    last submission; what came out          manifest.json and blobs/HASH
//!    v                                        v
//!  spool: records appended whole            Capture -> Replay -> memory and
//!                                           Submission, as the device had them
//! ```
//!
//! `docs/capture.md` describes the format; a test holds the two together.

mod archive;
mod error;
mod etdump;
mod folder;
pub mod manifest;
mod pack;
mod recorder;
mod replay;
mod spool;
mod validate;

pub use archive::{Capture, Limits};
pub use error::CaptureError;
pub use folder::{Folder, SPOOLS_ENDING};
pub use manifest::{Frames, Manifest};
pub use pack::{Packed, pack};
pub use recorder::{Recorder, Taken};
pub use replay::{Difference, Loaded, Replay};

/// Bytes of a page: the unit in which changes of memory are noticed.
pub const PAGE: u64 = 4096;
/// Bytes that one blob holds at most.
pub const MAX_BLOB: u64 = 1 << 20;
/// Bytes that the buffers of a capture may have at one time: the largest memory
/// that `tilescope exec --memory` takes.
pub const MAX_MEMORY: u64 = 3584 << 20;

/// The SHA-256 of some bytes in hexadecimal: the name of their blob.
pub(crate) fn digest(bytes: &[u8]) -> String {
    use sha2::{Digest, Sha256};
    hex(&Sha256::digest(bytes))
}

pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|b| format!("{b:02x}")).collect()
}
