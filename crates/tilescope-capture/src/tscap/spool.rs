//! Spools: recordings of single processes, as files of records.
//!
//! A record is its kind, its length and a checksum, then its bytes. If a
//! process is killed, its last record may be incomplete, but all earlier ones
//! are intact.

use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use twox_hash::XxHash3_64;

use super::manifest::{Outcome, Submission};

/// The first bytes of a spool.
const MAGIC: &[u8; 8] = b"tsspool2";
/// Size of a record's header: kind, length, checksum.
const HEAD: usize = 1 + 4 + 8;
/// The largest record, in bytes.
const MAX_RECORD: u32 = 16 << 20;
/// The number of bytes that are buffered before a write.
const COLLECTED: usize = 8 << 20;

/// One record.
#[derive(Debug)]
pub enum Record {
    /// The recorded process.
    Begin(Begin),
    /// A part of the data that submissions refer to by offset.
    Blob(Vec<u8>),
    /// A submission is about to be executed.
    Submit(Box<Submission>),
    /// The last submission was executed.
    Outcome(Outcome),
    /// Recording stopped before the process ended, with the reason.
    Stopped(String),
    /// The process ended.
    End,
}

/// The process of a spool.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Begin {
    /// The number of the process.
    pub process: u32,
    /// Its program.
    pub program: String,
    /// Its first submission in nanoseconds since 1970, to sort processes.
    pub since: u64,
}

impl Record {
    fn kind(&self) -> u8 {
        match self {
            Record::Begin(_) => b'H',
            Record::Blob(_) => b'B',
            Record::Submit(_) => b'S',
            Record::Outcome(_) => b'O',
            Record::Stopped(_) => b'F',
            Record::End => b'E',
        }
    }

    fn bytes(&self) -> io::Result<Vec<u8>> {
        Ok(match self {
            Record::Begin(b) => serde_json::to_vec(b)?,
            Record::Blob(bytes) => bytes.clone(),
            Record::Submit(s) => serde_json::to_vec(s)?,
            Record::Outcome(o) => serde_json::to_vec(o)?,
            Record::Stopped(why) => why.clone().into_bytes(),
            Record::End => Vec::new(),
        })
    }

    fn parse(kind: u8, bytes: Vec<u8>) -> Option<Record> {
        Some(match kind {
            b'H' => Record::Begin(serde_json::from_slice(&bytes).ok()?),
            b'B' => Record::Blob(bytes),
            b'S' => Record::Submit(Box::new(serde_json::from_slice(&bytes).ok()?)),
            b'O' => Record::Outcome(serde_json::from_slice(&bytes).ok()?),
            b'F' => Record::Stopped(String::from_utf8_lossy(&bytes).into_owned()),
            b'E' => Record::End,
            _ => return None,
        })
    }
}

/// Writer of a spool. The file is opened for every append and closed again: the writer runs in the
/// recorded program, which may close unknown descriptors and reuse their numbers.
#[derive(Debug)]
pub struct Spool {
    path: PathBuf,
    /// Size of the complete records, in bytes.
    len: u64,
    pending: Vec<u8>,
}

impl Spool {
    /// A new spool in `folder`, whose name begins with `name`.
    pub fn create(folder: &Path, name: &str, ending: &str) -> io::Result<Spool> {
        for n in 0..u32::MAX {
            let path = folder.join(format!("{name}-{n}.{ending}"));
            match OpenOptions::new().write(true).create_new(true).open(&path) {
                Ok(_) => {
                    return Ok(Spool {
                        path,
                        len: 0,
                        pending: MAGIC.to_vec(),
                    });
                }
                Err(e) if e.kind() == io::ErrorKind::AlreadyExists => {}
                Err(e) => return Err(e),
            }
        }
        Err(io::ErrorKind::AlreadyExists.into())
    }

    /// Its file.
    #[cfg(test)]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Adds a record; it is in the file after [`Self::flush`].
    pub fn add(&mut self, record: &Record) -> io::Result<()> {
        let bytes = record.bytes()?;
        let len = u32::try_from(bytes.len()).ok().filter(|n| *n <= MAX_RECORD);
        let len = len.ok_or_else(|| io::Error::other("a record is too large"))?;
        self.pending.push(record.kind());
        self.pending.extend_from_slice(&len.to_le_bytes());
        let sum = XxHash3_64::oneshot(&bytes);
        self.pending.extend_from_slice(&sum.to_le_bytes());
        self.pending.extend_from_slice(&bytes);
        match self.pending.len() > COLLECTED {
            true => self.flush(),
            false => Ok(()),
        }
    }

    /// Writes the added records. On failure the file is unchanged.
    pub fn flush(&mut self) -> io::Result<()> {
        let mut file = OpenOptions::new().write(true).open(&self.path)?;
        let written = file
            .seek(SeekFrom::Start(self.len))
            .and_then(|_| file.write_all(&self.pending));
        if let Err(e) = written {
            // A partial write would be read as an incomplete record.
            let _ = file.set_len(self.len);
            self.pending.clear();
            return Err(e);
        }
        self.len += self.pending.len() as u64;
        self.pending.clear();
        Ok(())
    }
}

/// Reader of a spool.
pub struct Reader {
    file: io::BufReader<File>,
    left: u64,
}

impl Reader {
    /// Opens a spool; `None` if it is not one.
    pub fn open(path: &Path) -> io::Result<Option<Reader>> {
        let file = File::open(path)?;
        let len = file.metadata()?.len();
        let mut file = io::BufReader::with_capacity(1 << 20, file);
        let mut magic = [0; 8];
        if len < magic.len() as u64 {
            return Ok(None);
        }
        file.read_exact(&mut magic)?;
        Ok((&magic == MAGIC).then_some(Reader {
            file,
            left: len - magic.len() as u64,
        }))
    }

    /// The next record; `None` at the end, and at an incomplete or damaged
    /// record.
    pub fn next(&mut self) -> io::Result<Option<Record>> {
        let mut head = [0; HEAD];
        if self.left < HEAD as u64 {
            return Ok(None);
        }
        self.file.read_exact(&mut head)?;
        let [kind, l0, l1, l2, l3, sum @ ..] = head;
        let len = u32::from_le_bytes([l0, l1, l2, l3]);
        if len > MAX_RECORD || u64::from(len) > self.left - HEAD as u64 {
            self.left = 0;
            return Ok(None);
        }
        let mut bytes = vec![0; len as usize];
        self.file.read_exact(&mut bytes)?;
        self.left -= HEAD as u64 + u64::from(len);
        if XxHash3_64::oneshot(&bytes) != u64::from_le_bytes(sum) {
            self.left = 0;
            return Ok(None);
        }
        let record = Record::parse(kind, bytes);
        if record.is_none() {
            self.left = 0;
        }
        Ok(record)
    }

    /// The number of unread bytes: after the end, those of damaged records.
    pub fn left(&self) -> u64 {
        self.left
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(path: &Path) -> String {
        let mut reader = Reader::open(path).unwrap().unwrap();
        let mut all = String::new();
        while let Some(record) = reader.next().unwrap() {
            all.push(record.kind().into());
        }
        all
    }

    #[test]
    fn a_truncated_record_costs_only_itself() {
        let dir = tempfile::tempdir().unwrap();
        let mut spool = Spool::create(dir.path(), "1", "spool").unwrap();
        spool.add(&Record::Blob(vec![1; 100])).unwrap();
        spool.add(&Record::Stopped("full".into())).unwrap();
        spool.flush().unwrap();
        spool.add(&Record::End).unwrap();
        spool.flush().unwrap();
        assert_eq!(kinds(spool.path()), "BFE");
        let whole = std::fs::read(spool.path()).unwrap();
        for (len, want) in [
            (whole.len() - 1, "BF"),
            (8 + 13 + 100 + 3, "B"),
            (8 + 13 + 99, ""),
            (9, ""),
        ] {
            std::fs::write(spool.path(), &whole[..len]).unwrap();
            assert_eq!(kinds(spool.path()), want, "{len}");
        }
        let mut damaged = whole.clone();
        damaged[8 + 13 + 50] ^= 1;
        std::fs::write(spool.path(), &damaged).unwrap();
        assert_eq!(kinds(spool.path()), "");
        std::fs::write(spool.path(), "other").unwrap();
        assert!(Reader::open(spool.path()).unwrap().is_none());
    }

    #[test]
    fn names_are_not_used_twice() {
        let dir = tempfile::tempdir().unwrap();
        let one = Spool::create(dir.path(), "1", "spool").unwrap();
        let two = Spool::create(dir.path(), "1", "spool").unwrap();
        assert_ne!(one.path(), two.path());
    }
}
