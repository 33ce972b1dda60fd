//! Traces of the processes of a run, each in a file of a folder.

use std::fs::File;
use std::io::{self, BufWriter};
use std::path::{Path, PathBuf};

use super::Trace;

/// The trace of this process, as a part of that of a run.
pub type Part = Trace<BufWriter<File>>;

/// Begins the trace of this process in `folder`.
///
/// # Errors
/// Those of the file system.
pub fn begin(folder: &Path) -> io::Result<Part> {
    let process = std::process::id();
    // A number may be that of an earlier process, and a process that executes another program keeps
    // its own.
    let file = (0..).find_map(|n: u32| {
        let path = folder.join(format!("{process}-{n}.pftrace"));
        match File::create_new(path) {
            Err(e) if e.kind() == io::ErrorKind::AlreadyExists => None,
            file => Some(file),
        }
    });
    let file = file.unwrap_or_else(|| Err(io::ErrorKind::AlreadyExists.into()))?;
    let program = std::env::args_os().next().unwrap_or_default();
    Trace::new(BufWriter::new(file), process, &program.to_string_lossy())
}

/// Copies the parts in `folder` to one trace. Returns their number.
///
/// # Errors
/// Those of reading and writing.
pub fn join(folder: &Path, out: &mut impl io::Write) -> io::Result<usize> {
    let entries = std::fs::read_dir(folder)?;
    let mut paths: Vec<PathBuf> = entries
        .map(|entry| Ok(entry?.path()))
        .collect::<io::Result<_>>()?;
    paths.sort();
    for path in &paths {
        io::copy(&mut File::open(path)?, out)?;
    }
    Ok(paths.len())
}
