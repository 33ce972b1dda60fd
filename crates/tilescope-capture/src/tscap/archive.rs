//! Opens captures.

use std::fs::File;
use std::io::{self, BufReader, Read, Seek};
use std::path::{Path, PathBuf};

use zip::ZipArchive;

use super::error::CaptureError;
use super::etdump;
use super::folder;
use super::manifest::{self, Manifest};
use super::pack::pack;
use super::{MAX_BLOB, MAX_MEMORY, digest, validate};

/// What a capture may need.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of the manifest.
    pub manifest: u64,
    /// Bytes of buffers that are needed at one time. They take memory only where
    /// something is written.
    pub memory: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            manifest: 512 << 20,
            memory: MAX_MEMORY,
        }
    }
}

/// What a capture is read from.
trait Source: Read + Seek {}
impl<T: Read + Seek> Source for T {}

/// An open capture.
pub struct Capture {
    path: PathBuf,
    zip: ZipArchive<Box<dyn Source>>,
    /// What it says.
    pub manifest: Manifest,
}

impl std::fmt::Debug for Capture {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Capture")
            .field("path", &self.path)
            .finish_non_exhaustive()
    }
}

/// The most bytes that a dump of Linux may have: all memory of a board.
const MAX_DUMP: u64 = 1 << 30;

/// The capture of a dump.
fn packed_dump(path: &Path, file: File) -> Result<File, CaptureError> {
    let failed = |e: io::Error| CaptureError::new(path, "", e);
    let mut bytes = Vec::new();
    // One more than there may be, to see that there are too many.
    let read = file.take(MAX_DUMP + 1).read_to_end(&mut bytes);
    if read.map_err(failed)? as u64 > MAX_DUMP {
        let message = format!("it has more than {MAX_DUMP} bytes");
        return Err(CaptureError::new(path, "", message));
    }
    let place = tempfile::tempdir().map_err(failed)?;
    let packed = place.path().join("capture");
    etdump::pack(path, &bytes, &packed)?;
    // It stays readable when its name is gone.
    File::open(&packed).map_err(failed)
}

impl Capture {
    /// Whether `path` looks like a capture, or like the folder of a recording
    /// that was cut off.
    pub fn is_one(path: &Path) -> bool {
        if path.is_dir() {
            return folder::is_one(path);
        }
        let mut magic = [0; 4];
        let read = File::open(path).and_then(|mut f| f.read_exact(&mut magic));
        path.extension().is_some_and(|e| e == "tscap")
            || (read.is_ok() && (magic == *b"PK\x03\x04" || etdump::is_one(&magic)))
    }

    /// Opens a capture, what a recording left that was cut off, or a dump of
    /// Linux's etnaviv driver.
    ///
    /// # Errors
    /// The first thing that is wrong, with its place in the zip and in the
    /// manifest.
    pub fn open(path: &Path) -> Result<Capture, CaptureError> {
        let failed = |e: io::Error| CaptureError::new(path, "", e);
        let file = match folder::is_one(path) {
            false => {
                let mut file = File::open(path).map_err(failed)?;
                let mut magic = [0; 4];
                let is_dump = file.read_exact(&mut magic).is_ok() && etdump::is_one(&magic);
                file.rewind().map_err(failed)?;
                match is_dump {
                    false => file,
                    true => packed_dump(path, file)?,
                }
            }
            true => {
                let place = tempfile::tempdir().map_err(failed)?;
                let packed = place.path().join("capture");
                pack(path, &packed)?;
                // It stays readable when its name is gone.
                File::open(&packed).map_err(failed)?
            }
        };
        Self::read(path, BufReader::new(file), Limits::default())
    }

    /// Reads a capture from anything. `path` is what errors call it.
    ///
    /// # Errors
    /// As [`Self::open`].
    pub fn read(
        path: &Path,
        source: impl Read + Seek + 'static,
        limits: Limits,
    ) -> Result<Capture, CaptureError> {
        let source: Box<dyn Source> = Box::new(source);
        let mut zip = ZipArchive::new(source)
            .map_err(|e| CaptureError::new(path, "", format!("it is no zip, or cut off: {e}")))?;
        let text = entry(path, &mut zip, manifest::ENTRY, limits.manifest)?;
        let json = &mut serde_json::Deserializer::from_slice(&text);
        let manifest: Manifest = serde_path_to_error::deserialize(json).map_err(|e| {
            let place = match e.path().to_string().as_str() {
                // The text itself is at fault; the message has line and column.
                "." | "?" => manifest::ENTRY.to_owned(),
                place => format!("{}: {place}", manifest::ENTRY),
            };
            CaptureError::new(path, place, e.inner())
        })?;
        let has = |name: &str| zip.index_for_name(&format!("blobs/{name}")).is_some();
        validate::check(&manifest, limits, &has).map_err(|(place, message)| {
            CaptureError::new(path, format!("{}: {place}", manifest::ENTRY), message)
        })?;
        Ok(Capture {
            path: path.to_owned(),
            zip,
            manifest,
        })
    }

    /// The file that it was opened from.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The bytes of a blob.
    ///
    /// # Errors
    /// If it is not there, damaged, or too large.
    pub fn blob(&mut self, name: &str) -> Result<Vec<u8>, CaptureError> {
        let entry_name = format!("blobs/{name}");
        let bytes = entry(&self.path, &mut self.zip, &entry_name, MAX_BLOB)?;
        let found = digest(&bytes);
        match found == name {
            true => Ok(bytes),
            false => Err(CaptureError::new(
                &self.path,
                entry_name,
                format!("its bytes have the SHA-256 {found}"),
            )),
        }
    }
}

/// An entry of the zip, which may say what it likes about its size.
fn entry(
    path: &Path,
    zip: &mut ZipArchive<Box<dyn Source>>,
    name: &str,
    limit: u64,
) -> Result<Vec<u8>, CaptureError> {
    let failed = |message: String| CaptureError::new(path, name, message);
    let file = zip.by_name(name).map_err(|e| failed(e.to_string()))?;
    let mut bytes = Vec::new();
    let start = file.header_start();
    let read = file.take(limit + 1).read_to_end(&mut bytes);
    read.map_err(|e| {
        failed(format!(
            "it is damaged after {} bytes, in the entry at offset {start}: {e}",
            bytes.len()
        ))
    })?;
    match bytes.len() as u64 > limit {
        true => Err(failed(format!("it has more than {limit} bytes"))),
        false => Ok(bytes),
    }
}
