//! `manifest.json`: everything about a capture but the bytes.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use tilescope_core as core;

use crate::family::{Channels, find_chip};
use crate::job::{MAX_TARGET_SIZE, Origin, Target};

/// The version of the format. It rises when a field changes its meaning or
/// disappears; new fields do not raise it.
pub const VERSION: u32 = 1;
/// What [`Head::format`] says.
pub const FORMAT: &str = "tilescope-capture";
/// The name of the manifest in the zip.
pub const ENTRY: &str = "manifest.json";

/// The whole manifest.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Manifest {
    /// What all processes have in common.
    #[serde(flatten)]
    pub head: Head,
    /// The processes that submitted something, in the order of their first
    /// submissions.
    pub processes: Vec<Process>,
}

/// What all processes of a capture have in common.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Head {
    /// [`FORMAT`].
    pub format: String,
    /// [`VERSION`].
    pub version: u32,
    /// The version of Tilescope that recorded it.
    pub tilescope: String,
    /// The chip.
    pub chip: String,
    /// Bytes of memory that the GPU had.
    pub device_memory: u64,
    /// Whether submissions were executed. If not, nothing is known of what comes
    /// out of them.
    pub executed: bool,
    /// The words of the command.
    pub command: Vec<String>,
    /// Which frames were to be recorded; absent if all were.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub frames: Option<Frames>,
}

/// One process of the run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Process {
    /// Its number.
    pub process: u32,
    /// Its program.
    pub program: String,
    /// Whether it came to its end. If not it was killed, or crashed.
    pub ended: bool,
    /// Why recording ended before the process did; absent if it did not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stopped: Option<String>,
    /// The buffers that its submissions see.
    pub buffers: Vec<Buffer>,
    /// What it submitted, in the order of execution.
    pub submissions: Vec<Submission>,
}

/// A piece of GPU memory. Before the first submission that sees it, it is zero.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Buffer {
    /// What it is called.
    pub name: String,
    /// Its GPU address.
    pub address: Address,
    /// Its size in bytes.
    pub size: u64,
    /// What the GPU may do with it.
    pub access: Access,
    /// What is in it before a submission.
    pub contents: Contents,
}

/// What the GPU may do with a buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Access {
    /// Read and write it.
    ReadWrite,
    /// Only read it: it holds a shader.
    ReadOnly,
}

/// What is in a buffer before a submission.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Contents {
    /// What earlier submissions left, with the writes of this one.
    Kept,
    /// Nothing: reading it before something wrote it is a finding.
    Undefined,
}

/// What the kernel handed to the device in one go.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Submission {
    /// Its number in the process, as the driver knows it.
    pub seqno: u64,
    /// The open file that it came from, counted from 1.
    pub file: u64,
    /// A name for locations.
    pub label: String,
    /// The frame that it makes, counted from 1; absent if it has no targets.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub frame: Option<u64>,
    /// Registers written before it starts.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub registers: Vec<Register>,
    /// The work.
    pub work: Vec<Work>,
    /// Memory to hand out when the hardware asks for more.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub spare_memory: Vec<Spare>,
    /// The buffers that it sees: indices into [`Process::buffers`].
    pub buffers: Vec<usize>,
    /// What the program wrote since the last submission.
    pub writes: Vec<Write>,
    /// The surfaces that it draws.
    pub targets: Vec<Surface>,
    /// What came out; absent if it did not come to its end or was not executed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<Outcome>,
}

/// A register write.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Register {
    /// Its byte offset.
    pub offset: u32,
    /// What is written.
    pub value: u32,
}

/// One piece of work for one queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Work {
    /// A command list.
    List {
        /// The hardware queue or control thread.
        queue: u32,
        /// GPU address of the first byte.
        start: Address,
        /// GPU address after the last byte.
        end: Address,
    },
    /// A shader program started by itself.
    Program {
        /// GPU address of the first instruction.
        code: Address,
        /// GPU address of its uniforms.
        uniforms: Address,
        /// Bytes of uniforms; 0 if unknown.
        uniforms_size: u32,
    },
}

/// A piece of spare memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Spare {
    /// GPU address.
    pub address: Address,
    /// Bytes.
    pub size: u32,
}

/// Bytes that the program put into a buffer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Write {
    /// The buffer: an index into [`Process::buffers`].
    pub buffer: usize,
    /// Where in it.
    pub offset: u64,
    /// How many bytes.
    pub size: u64,
    /// Their blob: `blobs/` and this in the zip.
    pub blob: String,
}

/// A surface that a submission draws.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Surface {
    /// What it is, as the kernel interface calls it.
    pub name: String,
    /// GPU address of its first byte.
    pub address: Address,
    /// Pixels across.
    pub width: u32,
    /// Pixels down.
    pub height: u32,
    /// Tiling and format, as the kernel interface has them.
    pub bits: u16,
    /// Bytes from one row to the next, of tiles if it is tiled; absent if the
    /// kernel interface does not say.
    #[serde(default, skip_serializing_if = "is_unknown")]
    pub stride: u32,
}

fn is_unknown(stride: &u32) -> bool {
    *stride == 0
}

impl Surface {
    /// The surface as a picture called `name`; none if it is none.
    pub fn picture(&self, chip: &str, channels: Channels, name: String) -> Option<Target> {
        let (family, _) = find_chip(chip)?;
        let sane = |n: u32| (1..=MAX_TARGET_SIZE).contains(&n);
        if !sane(self.width) || !sane(self.height) {
            return None;
        }
        let lies = (family.target)(self, channels)?;
        Some(Target {
            name,
            // Captures have no buffers of jobs.
            buffer: 0,
            address: self.address.0,
            width: self.width,
            height: self.height,
            format: lies.format,
            layout: lies.layout,
            row_bytes: lies.row_bytes,
            origin: Origin::Top,
        })
    }
}

/// What came out of a submission.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outcome {
    /// How it ended.
    pub status: Status,
    /// What it wrote to buffers whose contents are kept.
    pub outputs: Vec<Output>,
}

/// How a submission ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    /// All work was done.
    Done,
    /// Hardware would have stopped. The kernel resets it then.
    Fault,
    /// It would have run on for very long. The kernel resets the hardware then.
    OutOfFuel,
}

impl Status {
    /// The word in manifests.
    pub fn name(self) -> &'static str {
        match self {
            Status::Done => "done",
            Status::Fault => "fault",
            Status::OutOfFuel => "out-of-fuel",
        }
    }
}

impl From<&core::Status> for Status {
    fn from(status: &core::Status) -> Self {
        match status {
            core::Status::Done => Status::Done,
            core::Status::Fault(_) => Status::Fault,
            core::Status::OutOfFuel(_) => Status::OutOfFuel,
        }
    }
}

/// What a submission wrote to one buffer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Output {
    /// The buffer: an index into [`Process::buffers`].
    pub buffer: usize,
    /// The pages written, in order: first page and how many, from the start of
    /// the buffer in units of [`super::PAGE`].
    pub pages: Vec<(u64, u64)>,
    /// SHA-256 of these pages, one after the other.
    pub sha256: String,
    /// A blob with the 64-bit xxHash3 of each page, little-endian, to find the
    /// page that differs.
    pub page_hashes: String,
}

impl Output {
    /// How many pages.
    pub fn page_count(&self) -> u64 {
        self.pages.iter().fold(0, |n, p| n.saturating_add(p.1))
    }
}

/// A GPU address; `"0x10000000"` in JSON.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Address(pub u64);

impl fmt::Debug for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:#010x}", self.0)
    }
}

impl Serialize for Address {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Address {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        let text = String::deserialize(d)?;
        let number = text.strip_prefix("0x").map(|h| u64::from_str_radix(h, 16));
        match number {
            Some(Ok(n)) => Ok(Address(n)),
            _ => Err(serde::de::Error::custom(format!(
                "{text:?} is no address such as \"0x10000000\""
            ))),
        }
    }
}

/// A range of frames, counted from 1, both ends included. A frame is a
/// submission that draws a surface; one that draws none belongs to the frame
/// that follows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Frames {
    /// The first.
    pub first: u64,
    /// The last; absent if they go on to the end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last: Option<u64>,
}

impl Frames {
    /// Every frame.
    pub const ALL: Frames = Frames {
        first: 1,
        last: None,
    };

    /// Whether `frame` is one of them.
    pub fn contains(&self, frame: u64) -> bool {
        frame >= self.first && self.last.is_none_or(|last| frame <= last)
    }
}

impl fmt::Display for Frames {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.last {
            Some(last) => write!(f, "{}..{last}", self.first),
            None => write!(f, "{}..", self.first),
        }
    }
}

impl FromStr for Frames {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let number = |t: &str| match t.parse::<u64>() {
            Ok(n) if n > 0 => Ok(n),
            _ => Err(format!(
                "expected frames such as 3, 3..5, 3.. or ..5, counted from 1, not {text:?}"
            )),
        };
        let (first, last) = match text.split_once("..") {
            None => (number(text)?, Some(number(text)?)),
            Some(("", last)) => (1, Some(number(last)?)),
            Some((first, "")) => (number(first)?, None),
            Some((first, last)) => (number(first)?, Some(number(last)?)),
        };
        if last.is_some_and(|last| last < first) {
            return Err(format!("{text:?} ends before it begins"));
        }
        Ok(Frames { first, last })
    }
}

impl Submission {
    /// What the device gets.
    pub fn for_device(&self) -> core::Submission {
        let work = |w: &Work| match *w {
            Work::List { queue, start, end } => core::Work::List {
                queue,
                start: start.0,
                end: end.0,
            },
            Work::Program {
                code,
                uniforms,
                uniforms_size,
            } => core::Work::Program {
                code: code.0,
                uniforms: uniforms.0,
                uniforms_len: uniforms_size,
            },
        };
        core::Submission {
            label: self.label.clone(),
            registers: self.registers.iter().map(|r| (r.offset, r.value)).collect(),
            work: self.work.iter().map(work).collect(),
            spare_memory: self
                .spare_memory
                .iter()
                .map(|s| (s.address.0, s.size))
                .collect(),
        }
    }
}

impl From<&core::Work> for Work {
    fn from(work: &core::Work) -> Self {
        match *work {
            core::Work::List { queue, start, end } => Work::List {
                queue,
                start: Address(start),
                end: Address(end),
            },
            core::Work::Program {
                code,
                uniforms,
                uniforms_len,
            } => Work::Program {
                code: Address(code),
                uniforms: Address(uniforms),
                uniforms_size: uniforms_len,
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_of_frames_are_read_as_they_are_written() {
        for (text, first, last, shown) in [
            ("3", 3, Some(3), "3..3"),
            ("3..5", 3, Some(5), "3..5"),
            ("3..", 3, None, "3.."),
            ("..5", 1, Some(5), "1..5"),
        ] {
            let frames: Frames = text.parse().unwrap();
            assert_eq!((frames.first, frames.last), (first, last), "{text}");
            assert_eq!(frames.to_string(), shown);
            assert_eq!(shown.parse::<Frames>(), Ok(frames));
        }
        for bad in ["", "..", "0", "5..3", "x", "-1", "1...3"] {
            assert!(bad.parse::<Frames>().is_err(), "{bad}");
        }
        let f = Frames {
            first: 2,
            last: Some(3),
        };
        let inside: Vec<u64> = (0..6).filter(|n| f.contains(*n)).collect();
        assert_eq!(inside, [2, 3]);
    }

    #[test]
    fn addresses_are_hexadecimal_text() {
        let json = serde_json::to_string(&Address(0x1000)).unwrap();
        assert_eq!(json, "\"0x00001000\"");
        assert_eq!(
            serde_json::from_str::<Address>(&json).unwrap(),
            Address(0x1000)
        );
        let error = serde_json::from_str::<Address>("\"4096\"").unwrap_err();
        assert!(
            error.to_string().starts_with("\"4096\" is no address"),
            "{error}"
        );
    }
}
