//! Files that the command writes.
//!
//! A file is written under a temporary name in the same folder and renamed when complete, so that
//! an older file survives if the disk is full. Symbolic links are not followed: the folder of
//! images may be writable by others.

use std::fs::{File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use tempfile::{NamedTempFile, TempPath};

/// Makes writes beyond the limit of file sizes (`RLIMIT_FSIZE`) fail with an error that is
/// reported, instead of ending the process with SIGXFSZ. Programs that are executed get the
/// default action.
pub fn report_size_limit() {
    // The flag is not read: a signal with a handler lets the write return. Without the handler the
    // process ends at the limit, which is the default and worse, but no reason to stop now.
    let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, Arc::default());
}

/// A file that is being written. An older one is left unchanged until [`Pending::finish`].
#[derive(Debug)]
pub struct Pending {
    out: BufWriter<File>,
    /// The temporary name and the final one; none of a stream.
    names: Option<(TempPath, PathBuf)>,
}

impl Pending {
    /// Begins the file `path`.
    ///
    /// # Errors
    /// Those of the file.
    pub fn start(path: &Path) -> io::Result<Pending> {
        if is_stream(path) {
            // There is nothing to keep, and a device must not be replaced by a
            // file.
            let stream = OpenOptions::new().write(true).open(path)?;
            return Ok(Pending {
                out: BufWriter::new(stream),
                names: None,
            });
        }
        if std::fs::symlink_metadata(path).is_ok_and(|m| m.is_symlink()) {
            return Err(io::Error::other(
                "it is a symbolic link, which is not followed",
            ));
        }
        let (file, name) = temporary(path)?.into_parts();
        Ok(Pending {
            out: BufWriter::new(file),
            names: Some((name, path.to_owned())),
        })
    }

    /// The file is complete.
    ///
    /// # Errors
    /// Those of the file.
    pub fn finish(mut self) -> io::Result<()> {
        self.out.flush()?;
        match self.names {
            Some((name, path)) => name.persist(path).map_err(|e| e.error),
            None => Ok(()),
        }
    }
}

impl Write for Pending {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// Writes the file `path` with `write`. On failure an older file is left
/// unchanged.
///
/// # Errors
/// Those of `write`, and those of the file.
pub fn create<E: From<io::Error>>(
    path: &Path,
    write: impl FnOnce(&mut Pending) -> Result<(), E>,
) -> Result<(), E> {
    let mut file = Pending::start(path)?;
    write(&mut file)?;
    Ok(file.finish()?)
}

/// Writes `bytes` as the file `path`. On failure an older file is left
/// unchanged.
///
/// # Errors
/// Those of the file.
pub fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    create(path, |file| file.write_all(bytes))
}

/// Whether two paths refer to the same file, which need not exist.
pub fn same_file(a: &Path, b: &Path) -> bool {
    let whole = |path: &Path| {
        let folder = match path.parent() {
            Some(folder) if folder != Path::new("") => folder,
            _ => Path::new("."),
        };
        let folder = folder.canonicalize().ok()?;
        let whole = folder.join(path.file_name()?);
        Some(whole.canonicalize().unwrap_or(whole))
    };
    a == b || whole(a).is_some_and(|a| whole(b) == Some(a))
}

/// Whether `path` is a device, a pipe or a socket, by whatever name.
fn is_stream(path: &Path) -> bool {
    std::fs::metadata(path).is_ok_and(|m| !m.is_file() && !m.is_dir())
}

fn temporary(path: &Path) -> io::Result<NamedTempFile> {
    use std::os::unix::fs::PermissionsExt;
    let parent = match path.parent() {
        Some(parent) if parent != Path::new("") => parent,
        _ => Path::new("."),
    };
    tempfile::Builder::new()
        .prefix(".tilescope-")
        .suffix(".part")
        // The mode of any new file; the umask is applied to it.
        .permissions(std::fs::Permissions::from_mode(0o666))
        .tempfile_in(parent)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn files(folder: &Path) -> Vec<String> {
        let entries = std::fs::read_dir(folder).unwrap();
        let mut names: Vec<String> = entries
            .map(|e| e.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }

    #[test]
    fn a_failed_write_keeps_the_older_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.png");
        write(&path, b"old").unwrap();
        let full = || io::Error::from(io::ErrorKind::StorageFull);
        let failed = create(&path, |file| {
            file.write_all(&[1; 100_000])?;
            Err::<(), _>(full())
        });
        assert_eq!(failed.unwrap_err().kind(), io::ErrorKind::StorageFull);
        assert_eq!(std::fs::read(&path).unwrap(), b"old");
        assert_eq!(files(folder.path()), ["a.png"]);
        write(&path, b"new").unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), b"new");
        assert_eq!(files(folder.path()), ["a.png"]);
    }

    #[test]
    fn symbolic_links_are_not_followed() {
        let folder = tempfile::tempdir().unwrap();
        let (target, link) = (folder.path().join("target"), folder.path().join("link"));
        std::fs::write(&target, "precious").unwrap();
        std::os::unix::fs::symlink(&target, &link).unwrap();
        let error = write(&link, b"new").unwrap_err();
        assert!(error.to_string().contains("symbolic link"), "{error}");
        assert_eq!(std::fs::read(&target).unwrap(), b"precious");
        // A dangling link would create a file.
        std::fs::remove_file(&target).unwrap();
        assert!(write(&link, b"new").is_err());
        assert!(!target.exists());
    }

    #[test]
    fn devices_are_written_and_not_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let link = folder.path().join("null");
        std::os::unix::fs::symlink("/dev/null", &link).unwrap();
        write(&link, b"gone").unwrap();
        assert!(link.is_symlink());
        assert!(write(Path::new("/dev/full"), b"x").is_err());
        assert!(is_stream(Path::new("/dev/full")));
    }
}
