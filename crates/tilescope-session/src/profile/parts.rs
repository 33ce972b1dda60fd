//! Traces of the processes of a run, each in a file of a folder.

use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read};
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

/// Copies the parts in `folder` to one trace. Returns their number. The last packet of a process
/// that was killed may be incomplete, and is left out.
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
        let mut part = BufReader::new(File::open(path)?);
        while let Some(packet) = packet(&mut part)? {
            out.write_all(&packet)?;
        }
    }
    Ok(paths.len())
}

/// The next packet of a part, with its key and length.
fn packet(part: &mut impl Read) -> io::Result<Option<Vec<u8>>> {
    let mut packet = Vec::new();
    // The key is a byte, and the length has seven bits in each.
    let mut len = 0u64;
    for n in 0.. {
        if part.take(1).read_to_end(&mut packet)? == 0 {
            return Ok(None);
        }
        let byte = packet[n];
        if n > 0 {
            len |= u64::from(byte & 0x7f) << (7 * (n - 1)).min(63);
            if byte & 0x80 == 0 {
                break;
            }
        }
    }
    let read = part.take(len).read_to_end(&mut packet)?;
    Ok((read as u64 == len).then_some(packet))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::profile::wire::Message;

    #[test]
    fn incomplete_packets_are_left_out() {
        let name = format!("tilescope-parts-{}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&folder).unwrap();
        let of = |text: &str| Message::default().string(1, text).into_bytes();
        let (first, long) = (of("first"), of(&"long".repeat(100)));
        let whole = [first.clone(), long.clone()].concat();
        let cut = |n: usize| &whole[..whole.len() - n];
        for (n, part) in [cut(1), &whole, cut(402), &[]].into_iter().enumerate() {
            std::fs::write(folder.join(n.to_string()), part).unwrap();
        }
        let mut joined = Vec::new();
        assert_eq!(join(&folder, &mut joined).unwrap(), 4);
        let expected = [first.clone(), first.clone(), long, first].concat();
        assert!(joined == expected, "{joined:?}");
        let _ = std::fs::remove_dir_all(&folder);
    }
}
