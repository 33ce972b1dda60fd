//! The trace of a program, from those of its processes.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

use tempfile::TempDir;
use tilescope_session::profile::parts;

use crate::exit::Failure;
use crate::screen::stderr;

/// A trace whose parts are being written.
pub struct Profiled<'p> {
    path: &'p Path,
    out: BufWriter<File>,
    parts: TempDir,
}

impl<'p> Profiled<'p> {
    /// A trace that will be written to `path`.
    ///
    /// # Errors
    /// The file cannot be written, or there is no temporary folder.
    pub fn start(path: &'p Path) -> Result<Profiled<'p>, Failure> {
        let out = File::create(path).map_err(|e| cannot_write(path, &e))?;
        let parts = TempDir::with_prefix("tilescope-profile-").map_err(|e| {
            let message = format!("cannot create a temporary folder: {e}");
            Failure::new(message, None)
        })?;
        Ok(Profiled {
            path,
            out: BufWriter::new(out),
            parts,
        })
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
        let joined = parts::join(self.parts.path(), &mut self.out);
        let joined = joined.and_then(|n| self.out.flush().map(|()| n));
        let processes = joined.map_err(|e| cannot_write(self.path, &e))?;
        if processes == 0 {
            let path = self.path.display();
            let text = format!("tilescope: {path} is empty: no process opened the GPU\n");
            stderr(&text);
        }
        Ok(())
    }
}

fn cannot_write(path: &Path, error: &io::Error) -> Failure {
    Failure::new(format!("cannot write {}: {error}", path.display()), None)
}
