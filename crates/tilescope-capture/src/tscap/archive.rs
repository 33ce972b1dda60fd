//! Opening of captures.

use std::collections::VecDeque;
use std::fs::File;
use std::io::{self, Read, Seek};
use std::path::{Path, PathBuf};
use std::rc::Rc;

use serde::de::DeserializeOwned;
use serde_json::Deserializer;
use tilescope_families::{Chip, DumpFormat, Registry};

use super::container::{Container, Lines, next_line};
use super::dump;
use super::error::CaptureError;
use super::folder;
use super::manifest::{self, Blob, Manifest, Submission};
use super::pack::pack_unnamed;
use super::v1::ManifestV1;
use super::validate::{self, Checker, Problem};
use super::{CHUNK, MAX_BLOB, MAX_MEMORY, chunk_entry, digest, submissions_entry};

/// The resources that a capture may need.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of the manifest.
    pub manifest: u64,
    /// Bytes of the buffers in use at the same time. Pages take memory only
    /// once they are written.
    pub memory: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            manifest: 64 << 20,
            memory: MAX_MEMORY,
        }
    }
}

/// The number of inflated chunks that are cached.
const HELD_CHUNKS: usize = 8;

/// The largest size of a Linux dump, in bytes: the whole memory of a board.
const MAX_DUMP: u64 = 1 << 30;

/// An inflated piece of data: its process and number, and its bytes.
type Chunk = ((usize, u64), Rc<[u8]>);

/// An open capture.
pub struct Capture {
    container: Container,
    /// The manifest.
    pub manifest: Manifest,
    /// The chip it was recorded on.
    pub chip: Chip,
    /// The submissions of each process, if they came from a manifest of version
    /// 1.
    upgraded: Vec<Rc<[Submission]>>,
    /// Inflated chunks by process and number, most recently used last.
    chunks: VecDeque<Chunk>,
}

impl std::fmt::Debug for Capture {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Capture")
            .field("path", &self.path())
            .finish_non_exhaustive()
    }
}

/// The submissions of one process, in order, each read on request.
pub struct Submissions {
    path: PathBuf,
    process: usize,
    number: usize,
    from: Origin,
}

enum Origin {
    Lines(Lines),
    List(Rc<[Submission]>),
}

impl Iterator for Submissions {
    type Item = Result<Submission, CaptureError>;

    fn next(&mut self) -> Option<Self::Item> {
        let number = self.number;
        self.number += 1;
        let line = match &mut self.from {
            Origin::List(list) => return list.get(number).cloned().map(Ok),
            Origin::Lines(lines) => lines.next(),
        };
        let failed = |e: &dyn std::fmt::Display| {
            let place = format!("{}: line {}", submissions_entry(self.process), number + 1);
            Err(CaptureError::new(&self.path, place, e))
        };
        match line {
            Ok(line) => match serde_json::from_slice(&line?) {
                Ok(submission) => Some(Ok(submission)),
                Err(e) => Some(failed(&e)),
            },
            Err(e) => Some(failed(&e)),
        }
    }
}

/// Parses an entry called `name`, or a line of it.
fn parse<'a, T: DeserializeOwned>(
    path: &Path,
    name: &str,
    mut json: Deserializer<impl serde_json::de::Read<'a>>,
) -> Result<T, CaptureError> {
    let value = serde_path_to_error::deserialize(&mut json).map_err(|e| {
        let place = match e.path().to_string().as_str() {
            // The text itself is at fault; the message has line and column.
            "." | "?" => name.to_owned(),
            place => format!("{name}: {place}"),
        };
        CaptureError::new(path, place, e.inner())
    })?;
    json.end().map_err(|e| CaptureError::new(path, name, e))?;
    Ok(value)
}

/// Converts a dump to a capture.
fn packed_dump(path: &Path, file: File, format: DumpFormat) -> Result<File, CaptureError> {
    let failed = |e: io::Error| CaptureError::new(path, "", e);
    let mut bytes = Vec::new();
    // Reads one byte more than allowed, to detect larger files.
    let read = file.take(MAX_DUMP + 1).read_to_end(&mut bytes);
    if read.map_err(failed)? as u64 > MAX_DUMP {
        let message = format!("more than {MAX_DUMP} bytes");
        return Err(CaptureError::new(path, "", message));
    }
    dump::pack(path, &bytes, format)
}

/// Opens a file for random access. Opening a pipe would block until there is a
/// writer.
fn open_file(path: &Path) -> io::Result<File> {
    match std::fs::metadata(path)?.is_file() {
        true => File::open(path),
        false => Err(io::Error::other("it is not a regular file")),
    }
}

impl Capture {
    /// Whether `path` looks like a capture, or like the folder of an incomplete
    /// recording, or like a dump of a chip of `families`.
    pub fn is_one(path: &Path, families: Registry) -> bool {
        if path.is_dir() {
            return folder::is_one(path);
        }
        let mut magic = [0; 4];
        let read = open_file(path).and_then(|mut f| f.read_exact(&mut magic));
        path.extension().is_some_and(|e| e == "tscap")
            || (read.is_ok()
                && (magic == *b"PK\x03\x04" || dump::format(families, &magic).is_some()))
    }

    /// Opens a capture, the folder of an incomplete recording, or a dump of
    /// Linux, of a chip of `families`.
    ///
    /// # Errors
    /// The first error, with its place in the zip and in the manifest.
    pub fn open(path: &Path, families: Registry) -> Result<Capture, CaptureError> {
        let failed = |e: io::Error| CaptureError::new(path, "", e);
        let file = match folder::is_one(path) {
            false => {
                let mut file = open_file(path).map_err(failed)?;
                let mut magic = [0; 4];
                let dump = match file.read_exact(&mut magic) {
                    Ok(()) => dump::format(families, &magic),
                    Err(_) => None,
                };
                file.rewind().map_err(failed)?;
                match dump {
                    None => file,
                    Some(format) => packed_dump(path, file, format)?,
                }
            }
            true => pack_unnamed(path, path)?,
        };
        Self::read(path, file, Limits::default(), families)
    }

    /// Reads a capture from any source. `path` is its name in errors.
    ///
    /// # Errors
    /// As [`Self::open`].
    pub fn read(
        path: &Path,
        source: impl Read + Seek + 'static,
        limits: Limits,
        families: Registry,
    ) -> Result<Capture, CaptureError> {
        let mut container = Container::open(path, source)?;
        let problem = |(place, message): Problem| {
            CaptureError::new(path, format!("{}: {place}", manifest::ENTRY), message)
        };
        // The meaning of the other fields depends on the version.
        let (version, _) = container.peek(manifest::ENTRY, limits.manifest, |read| {
            let kind: FileKind = parse(path, manifest::ENTRY, Deserializer::from_reader(read))?;
            validate::version(&kind.format, kind.version).map_err(problem)?;
            Ok(kind.version)
        })?;
        let mut upgraded = Vec::new();
        let manifest = container.text(manifest::ENTRY, limits.manifest, |read| {
            let json = Deserializer::from_reader(read);
            if version > 1 {
                return parse::<Manifest>(path, manifest::ENTRY, json);
            }
            let old: ManifestV1 = parse(path, manifest::ENTRY, json)?;
            let (head, old) = old.split();
            let mut processes = Vec::new();
            for (i, process) in old.into_iter().enumerate() {
                let (process, submissions) = process
                    .upgrade()
                    .map_err(|(place, message)| problem((in_process(i, &place), message)))?;
                processes.push(process);
                upgraded.push(submissions.into());
            }
            Ok(Manifest { head, processes })
        })?;
        let chip = validate::chip(&manifest.head, families).map_err(problem)?;
        let mut capture = Capture {
            container,
            manifest,
            chip,
            upgraded,
            chunks: VecDeque::new(),
        };
        for process in 0..capture.manifest.processes.len() {
            capture.check(process, limits)?;
        }
        Ok(capture)
    }

    /// Checks every submission of a process.
    fn check(&mut self, process: usize, limits: Limits) -> Result<(), CaptureError> {
        let path = self.path().to_owned();
        let count = self.manifest.processes[process].submissions;
        let data = self.data_size(process)?;
        let named = |name: &str| self.container.has(&blob_entry(name));
        if let Some(submissions) = self.upgraded.get(process) {
            let has = |blob: &Blob, _: u64| matches!(blob, Blob::Named(n) if named(n));
            let mut checker = Checker::new(self.chip.family, limits, &has);
            return submissions.iter().enumerate().try_for_each(|(i, s)| {
                checker.submission(s).map_err(|(place, message)| {
                    let place = match place.strip_prefix("new_") {
                        // Version 1 has a single list of them.
                        Some(buffers) => in_process(process, buffers),
                        None => in_process(process, &format!("submissions[{i}].{place}")),
                    };
                    CaptureError::new(&path, format!("{}: {place}", manifest::ENTRY), message)
                })
            });
        }
        let has = |blob: &Blob, size: u64| matches!(blob, Blob::At(at) if at.checked_add(size).is_some_and(|end| end <= data));
        let mut checker = Checker::new(self.chip.family, limits, &has);
        let name = submissions_entry(process);
        self.container.text(&name, u64::MAX - 1, |read| {
            let mut found = 0;
            let failed = |place: String, e: &dyn std::fmt::Display| {
                CaptureError::new(&path, format!("{name}: {place}"), e)
            };
            while let Some(line) =
                next_line(read).map_err(|e| failed(format!("line {}", found + 1), &e))?
            {
                found += 1;
                let place = format!("line {found}");
                let s: Submission = parse(
                    &path,
                    &format!("{name}: {place}"),
                    Deserializer::from_slice(&line),
                )?;
                checker
                    .submission(&s)
                    .map_err(|(at, message)| failed(format!("{place}: {at}"), &message))?;
            }
            match found == count {
                true => Ok(()),
                false => {
                    let message = format!("{found} submissions, and the manifest has {count}");
                    Err(CaptureError::new(&path, &name, message))
                }
            }
        })
    }

    /// The size of a process's data in bytes: chunks of [`CHUNK`] bytes, of which the last may be
    /// shorter.
    fn data_size(&mut self, process: usize) -> Result<u64, CaptureError> {
        let mut all = 0;
        for number in 0.. {
            let name = chunk_entry(process, number);
            match self.container.size(&name) {
                Some(CHUNK) => all += CHUNK,
                Some(size) if size < CHUNK => return Ok(all + size),
                Some(size) => {
                    let message = format!("{size} bytes, more than {CHUNK}");
                    return Err(CaptureError::new(self.path(), name, message));
                }
                None => break,
            }
        }
        Ok(all)
    }

    /// The path of the file.
    pub fn path(&self) -> &Path {
        self.container.path()
    }

    /// The place of a submission, or of a part of it, for messages.
    pub(super) fn place(&self, process: usize, submission: usize, of: &str) -> String {
        match self.upgraded.get(process) {
            Some(_) => {
                let place = in_process(process, &format!("submissions[{submission}].{of}"));
                format!("{}: {place}", manifest::ENTRY)
            }
            None => format!(
                "{}: line {}: {of}",
                submissions_entry(process),
                submission + 1
            ),
        }
    }

    /// The submissions of a process, from the first.
    ///
    /// # Errors
    /// If there is no such process.
    pub fn submissions(&mut self, process: usize) -> Result<Submissions, CaptureError> {
        let from = match self.upgraded.get(process) {
            Some(list) => Origin::List(list.clone()),
            None => Origin::Lines(self.container.lines(&submissions_entry(process))?),
        };
        Ok(Submissions {
            path: self.path().to_owned(),
            process,
            number: 0,
            from,
        })
    }

    /// The `size` bytes that are stored at `blob` for a process.
    ///
    /// # Errors
    /// If they are missing or damaged.
    pub fn blob(
        &mut self,
        process: usize,
        blob: &Blob,
        size: u64,
    ) -> Result<Vec<u8>, CaptureError> {
        let mut at = match blob {
            Blob::Named(name) => return self.named(name),
            Blob::At(at) => *at,
        };
        let mut bytes = Vec::new();
        let mut left = size;
        while left > 0 {
            let chunk = self.chunk(process, at / CHUNK)?;
            let start = (at % CHUNK) as usize;
            let end = (start as u64).saturating_add(left).min(CHUNK) as usize;
            let Some(piece) = chunk.get(start..end) else {
                let name = chunk_entry(process, at / CHUNK);
                let message = format!("{} bytes, which is too few", chunk.len());
                return Err(CaptureError::new(self.path(), name, message));
            };
            bytes.extend_from_slice(piece);
            at += piece.len() as u64;
            left -= piece.len() as u64;
        }
        Ok(bytes)
    }

    /// A chunk of the data of a process.
    fn chunk(&mut self, process: usize, number: u64) -> Result<Rc<[u8]>, CaptureError> {
        let key = (process, number);
        let held = self.chunks.iter().position(|c| c.0 == key);
        let chunk = match held.and_then(|at| self.chunks.remove(at)) {
            Some((_, chunk)) => chunk,
            None => {
                let name = chunk_entry(process, number);
                self.container.bytes(&name, CHUNK)?.into()
            }
        };
        if self.chunks.len() == HELD_CHUNKS {
            self.chunks.pop_front();
        }
        self.chunks.push_back((key, Rc::clone(&chunk)));
        Ok(chunk)
    }

    /// A blob of version 1.
    fn named(&mut self, name: &str) -> Result<Vec<u8>, CaptureError> {
        let entry = blob_entry(name);
        let bytes = self.container.bytes(&entry, MAX_BLOB)?;
        let found = digest(&bytes);
        match found == name {
            true => Ok(bytes),
            false => Err(CaptureError::new(
                self.path(),
                entry,
                format!("the SHA-256 of its bytes is {found}"),
            )),
        }
    }
}

/// The fields that are read before the version is known.
#[derive(serde::Deserialize)]
struct FileKind {
    format: String,
    version: u32,
}

/// The entry of a blob in version 1.
fn blob_entry(name: &str) -> String {
    format!("blobs/{name}")
}

/// The place of a process in the manifest.
fn in_process(process: usize, place: &str) -> String {
    format!("processes[{process}].{place}")
}
