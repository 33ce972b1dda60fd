//! The zip of a capture, read with limits.

use std::cell::RefCell;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::rc::Rc;

use flate2::read::DeflateDecoder;
use zip::{CompressionMethod, ZipArchive};

use super::error::CaptureError;

/// The size of text that any capture may have, in bytes.
const MIN_TEXT: u64 = 64 << 20;
/// The ratio of text to file size that a capture may have beyond that. Submissions that repeat are
/// compressed by a factor of about 50, a zip bomb by up to 1032.
const MAX_RATIO: u64 = 256;

/// A source of a zip.
pub trait Source: Read + Seek {}
impl<T: Read + Seek> Source for T {}

/// A reader of a shared source with an independent position.
#[derive(Clone)]
struct Cursor {
    source: Rc<RefCell<Box<dyn Source>>>,
    at: u64,
}

impl Read for Cursor {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let mut source = self.source.borrow_mut();
        source.seek(SeekFrom::Start(self.at))?;
        let n = source.read(out)?;
        self.at += n as u64;
        Ok(n)
    }
}

impl Seek for Cursor {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let outside = || io::Error::from(io::ErrorKind::InvalidInput);
        self.at = match to {
            SeekFrom::Start(at) => at,
            SeekFrom::Current(by) => self.at.checked_add_signed(by).ok_or_else(outside)?,
            SeekFrom::End(_) => self.source.borrow_mut().seek(to)?,
        };
        Ok(self.at)
    }
}

/// An open zip.
pub struct Container {
    path: PathBuf,
    zip: ZipArchive<BufReader<Cursor>>,
    source: Cursor,
    /// Bytes of text that may still be read during checks.
    text: u64,
}

impl Container {
    /// Opens a zip. `path` is its name in errors.
    ///
    /// # Errors
    /// If it is not a zip.
    pub fn open(path: &Path, source: impl Read + Seek + 'static) -> Result<Self, CaptureError> {
        let failed = |e: &dyn std::fmt::Display| {
            CaptureError::new(path, "", format!("not a zip, or cut off: {e}"))
        };
        let source: Box<dyn Source> = Box::new(source);
        let mut source = Cursor {
            source: Rc::new(RefCell::new(source)),
            at: 0,
        };
        let size = source.seek(SeekFrom::End(0)).map_err(|e| failed(&e))?;
        source.at = 0;
        let zip = ZipArchive::new(BufReader::new(source.clone())).map_err(|e| failed(&e))?;
        Ok(Container {
            path: path.to_owned(),
            zip,
            source,
            text: MIN_TEXT.saturating_add(size.saturating_mul(MAX_RATIO)),
        })
    }

    /// The name of the zip in errors.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether there is an entry of this name.
    pub fn has(&self, name: &str) -> bool {
        self.zip.index_for_name(name).is_some()
    }

    /// The uncompressed size that an entry claims.
    pub fn size(&mut self, name: &str) -> Option<u64> {
        let index = self.zip.index_for_name(name)?;
        self.zip.by_index_raw(index).ok().map(|e| e.size())
    }

    /// The bytes of an entry, of at most `limit`.
    ///
    /// # Errors
    /// If it is missing, damaged or larger.
    pub fn bytes(&mut self, name: &str, limit: u64) -> Result<Vec<u8>, CaptureError> {
        let failed = |message: String| CaptureError::new(&self.path, name, message);
        let file = self.zip.by_name(name).map_err(|e| failed(e.to_string()))?;
        let mut bytes = Vec::new();
        let start = file.header_start();
        let read = file.take(limit + 1).read_to_end(&mut bytes);
        read.map_err(|e| {
            failed(format!(
                "damaged after {} bytes, in the entry at offset {start}: {e}",
                bytes.len()
            ))
        })?;
        match bytes.len() as u64 > limit {
            true => Err(failed(format!("more than {limit} bytes"))),
            false => Ok(bytes),
        }
    }

    /// Reads an entry of text with `read`, as a stream of at most `limit` bytes, which
    /// count towards the text that the whole capture may have.
    ///
    /// # Errors
    /// If it is missing, damaged or larger, and those of `read`.
    pub fn text<T>(
        &mut self,
        name: &str,
        limit: u64,
        read: impl FnOnce(&mut dyn BufRead) -> Result<T, CaptureError>,
    ) -> Result<T, CaptureError> {
        let (result, count) = self.peek(name, limit, read)?;
        self.text -= count.min(self.text);
        Ok(result)
    }

    /// [`Self::text`] for an entry that will be read again: it does not count. Also returns the
    /// number of bytes.
    ///
    /// # Errors
    /// As [`Self::text`].
    pub fn peek<T>(
        &mut self,
        name: &str,
        limit: u64,
        read: impl FnOnce(&mut dyn BufRead) -> Result<T, CaptureError>,
    ) -> Result<(T, u64), CaptureError> {
        let path = self.path.clone();
        let failed = |message: String| CaptureError::new(&path, name, message);
        let file = self.zip.by_name(name).map_err(|e| failed(e.to_string()))?;
        let allowed = limit.min(self.text);
        let mut limited = BufReader::with_capacity(BUFFER, file.take(allowed + 1));
        let result = read(&mut limited);
        // The rest of the buffer was not parsed, but had to be inflated.
        let left = limited.into_inner().limit();
        if left == 0 {
            return Err(failed(match allowed == limit {
                true => format!("more than {limit} bytes"),
                false => format!(
                    "the capture has more text than a file of its size may, {MAX_RATIO} bytes for \
                     each byte"
                ),
            }));
        }
        result.map(|result| (result, allowed + 1 - left))
    }

    /// The lines of an entry; they can be read while other entries are.
    ///
    /// # Errors
    /// If it is missing.
    pub fn lines(&mut self, name: &str) -> Result<Lines, CaptureError> {
        let failed = |message: String| CaptureError::new(&self.path, name, message);
        let index = self.zip.index_for_name(name);
        let index = index.ok_or_else(|| failed("not in the zip".to_owned()))?;
        let entry = self.zip.by_index_raw(index);
        let entry = entry.map_err(|e| failed(e.to_string()))?;
        let start = entry.data_start().unwrap_or(0);
        let packed = Cursor {
            at: start,
            ..self.source.clone()
        };
        let packed = packed.take(entry.compressed_size());
        let read: Box<dyn Read> = match entry.compression() {
            CompressionMethod::Stored => Box::new(packed),
            CompressionMethod::Deflated => Box::new(DeflateDecoder::new(packed)),
            other => {
                return Err(failed(format!(
                    "compressed with {other} instead of deflate"
                )));
            }
        };
        Ok(Lines(Box::new(BufReader::with_capacity(BUFFER, read))))
    }
}

/// The size of the inflation buffer, in bytes.
const BUFFER: usize = 64 << 10;

/// The lines of a text.
pub struct Lines(Box<dyn BufRead>);

/// The largest line, in bytes.
const MAX_LINE: u64 = 16 << 20;

impl Lines {
    /// The next line, without its end; `None` after the last.
    ///
    /// # Errors
    /// If it cannot be read, or is too long.
    pub fn next(&mut self) -> io::Result<Option<Vec<u8>>> {
        next_line(&mut self.0)
    }
}

/// The next line of `read`, without its end; `None` after the last.
///
/// # Errors
/// If it cannot be read, or is too long.
pub fn next_line(read: &mut dyn BufRead) -> io::Result<Option<Vec<u8>>> {
    let mut line = Vec::new();
    read.take(MAX_LINE + 1).read_until(b'\n', &mut line)?;
    if line.is_empty() {
        return Ok(None);
    }
    if line.len() as u64 > MAX_LINE {
        let message = format!("a line has more than {MAX_LINE} bytes");
        return Err(io::Error::new(io::ErrorKind::InvalidData, message));
    }
    if line.last() == Some(&b'\n') {
        line.pop();
    }
    Ok(Some(line))
}
