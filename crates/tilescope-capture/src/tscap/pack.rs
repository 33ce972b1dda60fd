//! Packing of the recordings of a run's processes into one file.

use std::fs::File;
use std::io::{self, BufWriter, Seek, Write};
use std::path::{Path, PathBuf};

use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use super::buffers::LastUses;
use super::error::CaptureError;
use super::folder;
use super::manifest::{self, Head, Manifest, Process, Submission};
use super::spool::{Begin, Reader, Record};
use super::{CHUNK, chunk_entry, submissions_entry};

/// The result of packing a recording.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Packed {
    /// The capture.
    pub path: PathBuf,
    /// The number of processes.
    pub processes: usize,
    /// The number of submissions.
    pub submissions: usize,
    /// The number of submissions that draw something.
    pub frames: usize,
    /// Its size in bytes.
    pub bytes: u64,
    /// Processes that stopped recording before they ended, with the reason.
    pub stopped: Vec<(u32, String)>,
}

/// One process, read from its spool.
struct Stream {
    spool: PathBuf,
    since: u64,
    process: Process,
    frames: usize,
    last_uses: LastUses,
}

/// Packs the spools in `from` into the capture `to`, replacing an older one.
///
/// # Errors
/// Read and write errors; an older file is kept then.
pub fn pack(from: &Path, to: &Path) -> Result<Packed, CaptureError> {
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
        // The mode of any new file; the umask is applied to it.
        builder.permissions(std::fs::Permissions::from_mode(0o666));
    }
    let file = builder.tempfile_in(parent).map_err(failed)?;
    let streams = streams(from)?;
    write(&folder::head(from)?, &streams, file.as_file()).map_err(failed)?;
    file.as_file().sync_all().map_err(failed)?;
    let bytes = file.as_file().metadata().map_err(failed)?.len();
    file.persist(to).map_err(|e| failed(e.error))?;
    let sum = |of: fn(&Stream) -> usize| streams.iter().map(of).sum();
    Ok(Packed {
        path: to.to_owned(),
        processes: streams.len(),
        submissions: sum(|s| s.process.submissions),
        frames: sum(|s| s.frames),
        bytes,
        stopped: streams
            .iter()
            .filter_map(|s| Some((s.process.process, s.process.stopped.clone()?)))
            .collect(),
    })
}

/// Packs the spools in `from` into an unnamed file. `path` is the name in errors.
pub(super) fn pack_unnamed(path: &Path, from: &Path) -> Result<File, CaptureError> {
    let failed = |e: io::Error| CaptureError::new(path, "", e);
    let file = tempfile::tempfile().map_err(failed)?;
    write(&folder::head(from)?, &streams(from)?, &file).map_err(failed)?;
    Ok(file)
}

/// The processes in `from`, in the order of their first submissions.
fn streams(from: &Path) -> Result<Vec<Stream>, CaptureError> {
    let mut streams = Vec::new();
    for path in folder::spools(from)? {
        let stream = read(&path).map_err(|e| CaptureError::new(&path, "", e))?;
        streams.extend(stream);
    }
    streams.sort_by(|a, b| (a.since, &a.spool).cmp(&(b.since, &b.spool)));
    Ok(streams)
}

/// Reads a spool except for its data and submissions; `None` if it does not identify its process.
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
    let mut stream = Stream {
        spool: path.to_owned(),
        since,
        process: Process {
            process,
            program,
            ended: false,
            stopped: None,
            submissions: 0,
        },
        frames: 0,
        last_uses: LastUses::default(),
    };
    let process = &mut stream.process;
    let mut buffers = 0;
    while let Some(record) = reader.next()? {
        match record {
            Record::Begin(_) | Record::Blob(_) | Record::Outcome(_) => {}
            Record::Submit(s) => {
                buffers += s.new_buffers.len();
                if s.buffers.iter().any(|index| *index >= buffers) {
                    let message = "a submission sees a buffer that was not announced";
                    return Err(io::Error::new(io::ErrorKind::InvalidData, message));
                }
                stream.last_uses.note(process.submissions, &s.buffers);
                stream.frames += usize::from(s.frame.is_some());
                process.submissions += 1;
            }
            Record::Stopped(why) => process.stopped = Some(why),
            Record::End => process.ended = true,
        }
    }
    if reader.left() > 0 && process.stopped.is_none() {
        process.stopped = Some(format!(
            "the last {} bytes of the recording are damaged or cut off",
            reader.left()
        ));
    }
    Ok(Some(stream))
}

fn write(head: &Head, streams: &[Stream], file: &File) -> io::Result<()> {
    let mut zip = ZipWriter::new(BufWriter::with_capacity(1 << 20, file));
    let options = SimpleFileOptions::default().compression_method(CompressionMethod::Deflated);
    zip.start_file(manifest::ENTRY, options)?;
    let processes = streams.iter().map(|s| s.process.clone()).collect();
    let head = head.clone();
    serde_json::to_writer_pretty(&mut zip, &Manifest { head, processes })?;
    zip.write_all(b"\n")?;
    for (i, stream) in streams.iter().enumerate() {
        zip.start_file(submissions_entry(i), options.large_file(true))?;
        submissions(stream, &mut zip)?;
        data(stream, i, &mut zip, options)?;
    }
    zip.finish()?.into_inner().map_err(|e| e.into_error())?;
    Ok(())
}

/// Writes the submissions of a process with their outcomes, one per line.
fn submissions(stream: &Stream, to: &mut impl Write) -> io::Result<()> {
    let Some(mut reader) = Reader::open(&stream.spool)? else {
        return Ok(());
    };
    let mut line = |s: Box<Submission>| -> io::Result<()> {
        serde_json::to_writer(&mut *to, &s)?;
        to.write_all(b"\n")
    };
    let mut number = 0;
    let mut last: Option<Box<Submission>> = None;
    while let Some(record) = reader.next()? {
        match record {
            Record::Submit(mut s) => {
                last.take().map_or(Ok(()), &mut line)?;
                s.last_use = stream.last_uses.ending(number, &s.buffers);
                number += 1;
                last = Some(s);
            }
            Record::Outcome(outcome) => {
                if let Some(s) = &mut last {
                    s.result = Some(outcome);
                }
            }
            Record::Begin(_) | Record::Blob(_) | Record::Stopped(_) | Record::End => {}
        }
    }
    last.map_or(Ok(()), line)
}

/// Writes the data of process number `process` as chunks.
fn data<W: Write + Seek>(
    stream: &Stream,
    process: usize,
    zip: &mut ZipWriter<W>,
    options: SimpleFileOptions,
) -> io::Result<()> {
    let Some(mut reader) = Reader::open(&stream.spool)? else {
        return Ok(());
    };
    let mut number = 0;
    // Free bytes in the current chunk.
    let mut left = 0;
    while let Some(record) = reader.next()? {
        let Record::Blob(bytes) = record else {
            continue;
        };
        let mut rest = bytes.as_slice();
        while !rest.is_empty() {
            if left == 0 {
                zip.start_file(chunk_entry(process, number), options)?;
                (number, left) = (number + 1, CHUNK as usize);
            }
            let (now, later) = rest.split_at(left.min(rest.len()));
            zip.write_all(now)?;
            left -= now.len();
            rest = later;
        }
    }
    Ok(())
}
