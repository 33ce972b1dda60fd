//! Version 1 of the format: buffers and submissions are in the manifest, and every
//! blob is an entry of the zip.

use serde::Deserialize;

use super::buffers::LastUses;
use super::manifest::{Buffer, Fields, Process, Submission};

/// A manifest of version 1.
pub type ManifestV1 = Fields<ProcessV1>;

/// A process of version 1.
#[derive(Deserialize)]
pub struct ProcessV1 {
    process: u32,
    program: String,
    ended: bool,
    #[serde(default)]
    stopped: Option<String>,
    /// The buffers of all submissions.
    buffers: Vec<Buffer>,
    submissions: Vec<Submission>,
}

impl ProcessV1 {
    /// The process and its submissions in the current version.
    ///
    /// # Errors
    /// The place and the reason, if a submission sees a buffer that is not listed.
    pub fn upgrade(self) -> Result<(Process, Vec<Submission>), (String, String)> {
        let mut submissions = self.submissions;
        let count = self.buffers.len();
        let mut last_uses = LastUses::default();
        for (i, s) in submissions.iter().enumerate() {
            if let Some((at, index)) = s.buffers.iter().enumerate().find(|b| *b.1 >= count) {
                let place = format!("submissions[{i}].buffers[{at}]");
                return Err((place, format!("{index}, and there are {count}")));
            }
            last_uses.note(i, &s.buffers);
        }
        for (i, s) in submissions.iter_mut().enumerate() {
            s.last_use = last_uses.ending(i, &s.buffers);
            s.new_buffers.clear();
        }
        // Buffers take memory only from the first submission that sees them, so all of them can be
        // announced at once.
        if let Some(first) = submissions.first_mut() {
            first.new_buffers = self.buffers;
        }
        let process = Process {
            process: self.process,
            program: self.program,
            ended: self.ended,
            stopped: self.stopped,
            submissions: submissions.len(),
        };
        Ok((process, submissions))
    }
}
