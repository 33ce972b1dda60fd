//! `.rd` recordings: the commands of a driver, and the buffers that they use.
//!
//! A recording is a sequence of sections: a type and a length in bytes, 32 bits each, and
//! the contents. A pair of words of ones may precede a section. Sections state an address
//! and a size, then the contents of the memory there, then the commands to decode.
//!
//! Source: Mesa 22.3.6, `src/freedreno/decode`. Recordings are often compressed with gzip;
//! this reader takes the uncompressed bytes.

mod write;

use std::collections::BTreeMap;
use std::ops::Range;

pub use write::{Writer, write};

/// Types of sections.
const CMD: u32 = 2;
const GPUADDR: u32 = 3;
const CMDSTREAM_ADDR: u32 = 6;
const BUFFER_CONTENTS: u32 = 12;
const GPU_ID: u32 = 13;
const CHIP_ID: u32 = 14;
/// The greatest type that is known.
const LAST: u32 = 14;

/// An error of a recording, at a byte offset.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("at byte {offset:#x}: {message}")]
pub struct RdError {
    /// The offset of the section.
    pub offset: usize,
    /// The problem.
    pub message: String,
}

/// A command stream: its address and its size in words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stream {
    /// The address of the first word.
    pub address: u64,
    /// The number of words.
    pub words: u32,
}

/// Streams that use the same memory.
#[derive(Clone, Debug, Default)]
pub struct Submission<'a> {
    /// The name of the process and other words about it.
    pub name: String,
    /// The streams, in order.
    pub streams: Vec<Stream>,
    buffers: BTreeMap<u64, &'a [u8]>,
}

/// A recording.
#[derive(Clone, Debug, Default)]
pub struct Recording<'a> {
    /// The number of the GPU, such as 630, if stated.
    pub gpu_id: Option<u32>,
    /// The chip id, if stated.
    pub chip_id: Option<u64>,
    /// The submissions.
    pub submissions: Vec<Submission<'a>>,
}

impl Submission<'_> {
    /// Reads words from `address` on, and returns how many there were.
    pub fn read(&self, address: u64, words: &mut [u32]) -> usize {
        let Some((&start, bytes)) = self.buffers.range(..=address).next_back() else {
            return 0;
        };
        let offset = usize::try_from(address - start).unwrap_or(usize::MAX);
        let bytes = bytes.get(offset..).unwrap_or_default();
        let mut read = 0;
        for (word, bytes) in words.iter_mut().zip(bytes.chunks_exact(4)) {
            *word = u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
            read += 1;
        }
        read
    }

    /// The addresses of the buffers.
    pub fn buffers(&self) -> impl Iterator<Item = Range<u64>> {
        let buffers = self.buffers.iter();
        buffers.map(|(&start, bytes)| start..start.saturating_add(bytes.len() as u64))
    }
}

struct Sections<'a> {
    bytes: &'a [u8],
    offset: usize,
}

struct Section<'a> {
    offset: usize,
    kind: u32,
    contents: &'a [u8],
}

impl Section<'_> {
    fn word(&self, n: usize) -> Option<u32> {
        let bytes = self.contents.get(n * 4..n * 4 + 4)?;
        Some(u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]))
    }

    fn refuse<T>(&self, message: &str) -> Result<T, RdError> {
        Err(RdError {
            offset: self.offset,
            message: message.to_string(),
        })
    }

    /// An address and a number of bytes or words.
    fn range(&self) -> Result<Stream, RdError> {
        match (self.word(0), self.word(1)) {
            (Some(low), Some(words)) => Ok(Stream {
                address: u64::from(self.word(2).unwrap_or(0)) << 32 | u64::from(low),
                words,
            }),
            _ => self.refuse("the section is too short for an address and a size"),
        }
    }
}

impl<'a> Sections<'a> {
    fn next(&mut self) -> Result<Option<Section<'a>>, RdError> {
        let rest = &self.bytes[self.offset..];
        if rest.is_empty() {
            return Ok(None);
        }
        let offset = self.offset;
        let mut section = Section {
            offset,
            kind: 0,
            contents: rest,
        };
        let (Some(kind), Some(size)) = (section.word(0), section.word(1)) else {
            return section.refuse("the recording ends inside the head of a section");
        };
        if (kind, size) == (u32::MAX, u32::MAX) {
            self.offset += 8;
            section.contents = &[];
            section.kind = 0;
            return Ok(Some(section));
        }
        if kind > LAST {
            return section.refuse(&format!("section type {kind} does not exist"));
        }
        let Some(contents) = rest[8..].get(..size as usize) else {
            let message = format!(
                "the section has {size} bytes, of which {} follow",
                rest.len() - 8
            );
            return section.refuse(&message);
        };
        self.offset += 8 + contents.len();
        section.kind = kind;
        section.contents = contents;
        Ok(Some(section))
    }
}

/// Whether `bytes` begin like a recording: sections of known types, the first of which states the
/// program, the GPU or an address. The last may be cut.
///
/// ```
/// use tilescope_adreno::rd::is_recording;
/// assert!(is_recording(&[13, 0, 0, 0, 4, 0, 0, 0, 0x76, 2, 0, 0]));
/// assert!(!is_recording(&[13, 0, 0, 0, 5, 0, 0, 0, 0x76, 2, 0, 0]));
/// ```
pub fn is_recording(bytes: &[u8]) -> bool {
    let mut sections = Sections { bytes, offset: 0 };
    let mut first = sections.next().ok().flatten();
    // A pair of ones is no section.
    if first.as_ref().is_some_and(|s| s.kind == 0) {
        first = sections.next().ok().flatten();
    }
    let Some(first) = first else {
        return false;
    };
    let known = match first.kind {
        GPU_ID => first.contents.len() == 4,
        CHIP_ID => first.contents.len() == 8,
        GPUADDR => matches!(first.contents.len(), 8 | 12),
        1 | CMD => first.contents.iter().all(|&b| b == 0 || b >= 0x20),
        _ => false,
    };
    // The type of the next section, if there is one.
    let rest = bytes.get(sections.offset..).unwrap_or_default();
    let next = rest.first_chunk::<4>().map(|b| u32::from_le_bytes(*b));
    known && next.is_none_or(|kind| kind <= LAST || kind == u32::MAX)
}

/// Reads a recording. Buffers refer to `bytes`: nothing is copied.
///
/// # Errors
/// The first section that is incomplete or of an unknown type.
pub fn read(bytes: &[u8]) -> Result<Recording<'_>, RdError> {
    let mut sections = Sections { bytes, offset: 0 };
    let mut recording = Recording::default();
    let mut now = Submission::default();
    let mut range = None;
    while let Some(section) = sections.next()? {
        match section.kind {
            GPU_ID => recording.gpu_id = section.word(0),
            CHIP_ID => {
                let high = u64::from(section.word(1).unwrap_or(0));
                recording.chip_id = section.word(0).map(|low| high << 32 | u64::from(low));
            }
            CMD => {
                let name = section.contents.split(|&b| b == 0).next();
                let name = String::from_utf8_lossy(name.unwrap_or_default()).into_owned();
                finish(&mut recording, &mut now);
                now.name = name;
            }
            GPUADDR => {
                // Memory after commands belongs to the next submission.
                if !now.streams.is_empty() {
                    finish(&mut recording, &mut now);
                }
                range = Some(section.range()?);
            }
            BUFFER_CONTENTS => match range.take() {
                Some(at) => {
                    let size = section.contents.len().min(at.words as usize);
                    now.buffers.insert(at.address, &section.contents[..size]);
                }
                None => return section.refuse("contents without an address before them"),
            },
            CMDSTREAM_ADDR => {
                let stream = section.range()?;
                now.streams.push(stream);
            }
            _ => {}
        }
    }
    finish(&mut recording, &mut now);
    Ok(recording)
}

/// Ends a submission, unless it has no commands.
fn finish<'a>(recording: &mut Recording<'a>, now: &mut Submission<'a>) {
    if now.streams.is_empty() {
        return;
    }
    recording.submissions.push(std::mem::take(now));
}
