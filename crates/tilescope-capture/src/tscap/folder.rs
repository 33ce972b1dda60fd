//! The folder of a recording, next to the capture that it becomes.

use std::path::{Path, PathBuf};

use super::error::CaptureError;
use super::manifest::Head;
use super::pack::{Packed, pack};

/// The extension of the files that processes write.
pub const SPOOLS_ENDING: &str = "spool";
/// The file with the data common to all processes.
const HEAD: &str = "head.json";

/// A folder for the recordings of the processes of a run.
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
    target: PathBuf,
}

impl Folder {
    /// Creates a folder next to `target`, the capture that it will become.
    ///
    /// # Errors
    /// If `target` is not the name of a file, or the folder cannot be written.
    pub fn create(target: &Path, head: &Head) -> Result<Folder, CaptureError> {
        let failed = |e: std::io::Error| CaptureError::new(target, "", e);
        if target.is_dir() {
            return Err(CaptureError::new(target, "", "it is a folder"));
        }
        if std::fs::metadata(target).is_ok_and(|m| !m.is_file()) {
            // A device would be replaced.
            return Err(CaptureError::new(target, "", "it is not a regular file"));
        }
        let Some(name) = target.file_name() else {
            return Err(CaptureError::new(target, "", "it does not name a file"));
        };
        let parent = match target.parent() {
            Some(parent) if parent != Path::new("") => parent,
            _ => Path::new("."),
        };
        // Processes of the run may have other working directories.
        let parent = parent.canonicalize().map_err(failed)?;
        let target = parent.join(name);
        let mut prefix = name.to_owned();
        prefix.push(".recording-");
        let made = tempfile::Builder::new()
            .prefix(&prefix)
            .tempdir_in(&parent)
            .map_err(failed)?;
        let path = made.path().to_owned();
        let text = serde_json::to_vec_pretty(head).map_err(|e| failed(e.into()))?;
        std::fs::write(path.join(HEAD), text).map_err(failed)?;
        Ok(Folder {
            path: made.keep(),
            target,
        })
    }

    /// Its path, for [`super::Recorder::new`].
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Removes the recording, because nothing ran.
    pub fn discard(self) {
        // A folder that cannot be removed does no harm.
        let _ = std::fs::remove_dir_all(&self.path);
    }

    /// Packs the recording, replacing an older capture, and removes the folder.
    ///
    /// # Errors
    /// If something cannot be read or written. The folder and an older capture
    /// are kept then.
    pub fn finish(self) -> Result<Packed, CaptureError> {
        let packed = pack(&self.path, &self.target)?;
        let _ = std::fs::remove_dir_all(&self.path);
        Ok(packed)
    }
}

/// Whether `path` is such a folder: it remains if a run is interrupted.
pub(super) fn is_one(path: &Path) -> bool {
    path.join(HEAD).is_file()
}

/// Reads the data common to all processes.
pub(super) fn head(path: &Path) -> Result<Head, CaptureError> {
    let file = path.join(HEAD);
    let text = std::fs::read(&file).map_err(|e| CaptureError::new(&file, "", e))?;
    serde_json::from_slice(&text).map_err(|e| CaptureError::new(&file, "", e))
}

/// The files that processes wrote.
pub(super) fn spools(path: &Path) -> Result<Vec<PathBuf>, CaptureError> {
    let failed = |e: std::io::Error| CaptureError::new(path, "", e);
    let mut all = Vec::new();
    for entry in std::fs::read_dir(path).map_err(failed)? {
        let file = entry.map_err(failed)?.path();
        if file.extension().is_some_and(|e| e == SPOOLS_ENDING) {
            all.push(file);
        }
    }
    all.sort();
    Ok(all)
}
