//! The trace of a program, from those of its processes.

use std::path::Path;

use tempfile::TempDir;
use tilescope_session::profile::parts;

use crate::exit::Failure;
use crate::output::Pending;
use crate::screen::stderr;

/// A trace whose parts are being written.
pub struct Profiled<'p> {
    path: &'p Path,
    file: Pending,
    parts: TempDir,
}

impl<'p> Profiled<'p> {
    /// A trace that will be written to `path`.
    ///
    /// # Errors
    /// The file cannot be written, or there is no temporary folder.
    pub fn start(path: &'p Path) -> Result<Profiled<'p>, Failure> {
        let file = Pending::start(path).map_err(|e| Failure::cannot_write(path, &e))?;
        let parts = TempDir::with_prefix("tilescope-profile-").map_err(|e| {
            let message = format!("cannot create a temporary folder: {e}");
            Failure::new(message, None)
        })?;
        Ok(Profiled { path, file, parts })
    }

    /// The folder for the parts.
    pub fn folder(&self) -> &Path {
        self.parts.path()
    }

    /// Writes the trace, when all processes have ended.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn finish(mut self) -> Result<(), Failure> {
        let joined = parts::join(self.parts.path(), &mut self.file);
        let written = joined.and_then(|processes| match processes {
            0 => {
                let path = self.path.display();
                let text = format!("tilescope: no process opened the GPU, {path} is not written\n");
                stderr(&text);
                Ok(())
            }
            _ => self.file.finish(),
        });
        written.map_err(|e| Failure::cannot_write(self.path, &e))
    }
}
