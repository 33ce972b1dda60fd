//! Makes one file of what the processes of a run recorded.

use std::collections::HashSet;
use std::fmt::Write as _;
use std::fs::File;
use std::io::{self, BufWriter, Seek, Write};
use std::path::{Path, PathBuf};

use serde::Serialize;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use super::digest;
use super::error::CaptureError;
use super::folder;
use super::manifest::{self, Head, Process};
use super::spool::{Begin, Reader, Record};

/// What became of a recording.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Packed {
    /// The capture.
    pub path: PathBuf,
    /// How many processes are in it.
    pub processes: usize,
    /// How many submissions.
    pub submissions: usize,
    /// How many of them draw something.
    pub frames: usize,
    /// Its size in bytes.
    pub bytes: u64,
    /// Processes that stopped recording before they ended, and why.
    pub stopped: Vec<(u32, String)>,
}

/// One process, read from its spool.
struct Stream {
    path: PathBuf,
    since: u64,
    process: Process,
}

/// Makes a capture of the spools in `from`, in place of an older file `to`.
///
/// # Errors
/// What could not be read or written; an older file stays then.
pub fn pack(from: &Path, to: &Path) -> Result<Packed, CaptureError> {
    let head = folder::head(from)?;
    let mut streams = Vec::new();
    for path in folder::spools(from)? {
        let stream = read(&path).map_err(|e| CaptureError::new(&path, "", e))?;
        streams.extend(stream);
    }
    streams.sort_by(|a, b| (a.since, &a.path).cmp(&(b.since, &b.path)));
    let parent = match to.parent() {
        Some(parent) if parent != Path::new("") => parent,
        _ => Path::new("."),
    };
    let failed = |e: io::Error| CaptureError::new(to, "", e);
    let mut builder = tempfile::Builder::new();
    builder.prefix(".tilescope-").suffix(".part");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // As any file that a program makes; the umask takes away from it.
        builder.permissions(std::fs::Permissions::from_mode(0o666));
    }
    let file = builder.tempfile_in(parent).map_err(failed)?;
    write(&head, &streams, file.as_file()).map_err(failed)?;
    file.as_file().sync_all().map_err(failed)?;
    let bytes = file.as_file().metadata().map_err(failed)?.len();
    file.persist(to).map_err(|e| failed(e.error))?;
    let submissions = || streams.iter().flat_map(|s| &s.process.submissions);
    Ok(Packed {
        path: to.to_owned(),
        processes: streams.len(),
        submissions: submissions().count(),
        frames: submissions().filter(|s| s.frame.is_some()).count(),
        bytes,
        stopped: streams
            .iter()
            .filter_map(|s| Some((s.process.process, s.process.stopped.clone()?)))
            .collect(),
    })
}

/// What a spool says, without its blobs; none if it does not say whose it is.
fn read(path: &Path) -> io::Result<Option<Stream>> {
    let Some(mut reader) = Reader::open(path)? else {
        return Ok(None);
    };
    let Some(Record::Begin(Begin {
        process,
        program,
        since,
    })) = reader.next()?
    else {
        return Ok(None);
    };
    let mut process = Process {
        process,
        program,
        ended: false,
        stopped: None,
        buffers: Vec::new(),
        submissions: Vec::new(),
    };
    while let Some(record) = reader.next()? {
        match record {
            Record::Begin(_) | Record::Blob(_) => {}
            Record::Submit(s) => {
                process.buffers.extend(s.new_buffers);
                process.submissions.push(s.submission);
            }
            Record::Outcome(outcome) => {
                if let Some(last) = process.submissions.last_mut() {
                    last.result = Some(outcome);
                }
            }
            Record::Stopped(why) => process.stopped = Some(why),
            Record::End => process.ended = true,
        }
    }
    if reader.left() > 0 && process.stopped.is_none() {
        process.stopped = Some(format!(
            "the last {} bytes of what the process recorded are damaged or cut off",
            reader.left()
        ));
    }
    Ok(Some(Stream {
        path: path.to_owned(),
        since,
        process,
    }))
}

fn write(head: &Head, streams: &[Stream], file: &File) -> io::Result<()> {
    let mut zip = ZipWriter::new(BufWriter::with_capacity(1 << 20, file));
    let options = SimpleFileOptions::default().compression_method(CompressionMethod::Deflated);
    zip.start_file(manifest::ENTRY, options.large_file(true))?;
    zip.write_all(text(head, streams)?.as_bytes())?;
    let mut written = HashSet::new();
    for stream in streams {
        let outcomes = || stream.process.submissions.iter();
        let blobs = outcomes().flat_map(|s| s.writes.iter().map(|w| &w.blob));
        let outputs = outcomes().flat_map(|s| s.result.iter().flat_map(|r| &r.outputs));
        let needed: HashSet<&String> = blobs.chain(outputs.map(|o| &o.page_hashes)).collect();
        blobs_of(&stream.path, &needed, &mut written, &mut zip, options)?;
    }
    zip.finish()?.into_inner().map_err(|e| e.into_error())?;
    Ok(())
}

/// Copies the blobs of a spool that are needed and not yet there.
fn blobs_of<W: Write + Seek>(
    spool: &Path,
    needed: &HashSet<&String>,
    written: &mut HashSet<String>,
    zip: &mut ZipWriter<W>,
    options: SimpleFileOptions,
) -> io::Result<()> {
    let Some(mut reader) = Reader::open(spool)? else {
        return Ok(());
    };
    while let Some(record) = reader.next()? {
        let Record::Blob(bytes) = record else {
            continue;
        };
        let name = digest(&bytes);
        if needed.contains(&name) && !written.contains(&name) {
            zip.start_file(format!("blobs/{name}"), options)?;
            zip.write_all(&bytes)?;
            written.insert(name);
        }
    }
    Ok(())
}

/// The manifest, with one line for each buffer and each submission.
fn text(head: &Head, streams: &[Stream]) -> io::Result<String> {
    let head = serde_json::to_string_pretty(head)?;
    let mut out = head.strip_suffix("\n}").unwrap_or(&head).to_owned();
    out += ",\n  \"processes\": [";
    for (i, stream) in streams.iter().enumerate() {
        let p = &stream.process;
        // Writing to a String cannot fail, here and below.
        let _ = write!(out, "{}\n    {{\n", if i > 0 { "," } else { "" });
        let _ = writeln!(out, "      \"process\": {},", p.process);
        let _ = writeln!(out, "      \"program\": {},", json(&p.program)?);
        let _ = writeln!(out, "      \"ended\": {},", p.ended);
        if let Some(why) = &p.stopped {
            let _ = writeln!(out, "      \"stopped\": {},", json(why)?);
        }
        lines(&mut out, "buffers", &p.buffers)?;
        out += ",\n";
        lines(&mut out, "submissions", &p.submissions)?;
        out += "\n    }";
    }
    out += if streams.is_empty() {
        "]\n}\n"
    } else {
        "\n  ]\n}\n"
    };
    Ok(out)
}

fn lines<T: Serialize>(out: &mut String, name: &str, all: &[T]) -> io::Result<()> {
    let _ = write!(out, "      \"{name}\": [");
    for (i, one) in all.iter().enumerate() {
        let comma = if i > 0 { "," } else { "" };
        let _ = write!(out, "{comma}\n        {}", json(one)?);
    }
    *out += if all.is_empty() { "]" } else { "\n      ]" };
    Ok(())
}

fn json<T: Serialize + ?Sized>(value: &T) -> io::Result<String> {
    Ok(serde_json::to_string(value)?)
}
