//! Dumps of hung machines as captures of one submission.

use std::fs::File;
use std::path::Path;

use tilescope_families::{DumpFormat, Registry};

use super::error::CaptureError;
use super::manifest::{self, Frames, Head};
use super::pack::pack_unnamed;
use super::{Folder, Recorder, Taken};

/// The format of a file that starts with `bytes`, if it is a dump.
pub(super) fn format(families: Registry, bytes: &[u8]) -> Option<DumpFormat> {
    let mut formats = families.families().filter_map(|f| f.dump_format());
    formats.find(|format| bytes.starts_with(&format.magic))
}

/// Creates a capture from the dump in `bytes`. `path` is its name in errors.
pub(super) fn pack(path: &Path, bytes: &[u8], format: DumpFormat) -> Result<File, CaptureError> {
    let failed = |why: String| CaptureError::new(path, "", why);
    let job = (format.read)(bytes).map_err(failed)?;
    let head = Head {
        format: manifest::FORMAT.to_owned(),
        version: manifest::VERSION,
        tilescope: env!("CARGO_PKG_VERSION").to_owned(),
        chip: job.chip.name.to_owned(),
        device_memory: job.device_memory,
        executed: false,
        command: vec![path.display().to_string()],
        frames: None,
    };
    let place = tempfile::tempdir().map_err(|e| failed(e.to_string()))?;
    let folder = Folder::create(&place.path().join("capture"), &head)?;
    let mut recorder = Recorder::new(folder.path(), Frames::ALL);
    let taken = Taken {
        seqno: 1,
        file: 1,
        submission: &job.submission,
        memory: &job.memory,
        targets: Vec::new(),
    };
    recorder.before(&taken).map_err(failed)?;
    recorder.finish();
    pack_unnamed(path, folder.path())
}
