//! `manifest.json`: everything in a capture except the bytes.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use tilescope_core as core;
use tilescope_families::{Channels, Family, SurfaceInfo};

use super::{MAX_BUFFERS, MAX_PAGES, bounded};
use crate::job::{Origin, Target};

/// The version of the format. It rises when a field changes its meaning or
/// disappears; new fields do not raise it.
pub const VERSION: u32 = 2;
/// The oldest version that can be read.
pub const OLDEST_VERSION: u32 = 1;
/// The value of [`Head::format`].
pub const FORMAT: &str = "tilescope-capture";
/// The largest width and height of a surface that any chip draws.
pub const MAX_SURFACE_SIZE: u32 = 8192;
/// The name of the manifest in the zip.
pub const ENTRY: &str = "manifest.json";

/// The whole manifest.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(from = "Fields<Process>")]
pub struct Manifest {
    /// Common to all processes.
    #[serde(flatten)]
    pub head: Head,
    /// The processes that submitted something, in the order of their first
    /// submissions.
    pub processes: Vec<Process>,
}

/// The fields of a manifest, for parsing. `flatten` is not used: it would buffer unknown fields in
/// memory before dropping them.
#[derive(Deserialize)]
pub(super) struct Fields<P> {
    format: String,
    version: u32,
    tilescope: String,
    chip: String,
    device_memory: u64,
    executed: bool,
    command: Vec<String>,
    #[serde(default)]
    frames: Option<Frames>,
    processes: Vec<P>,
}

impl<P> Fields<P> {
    pub fn split(self) -> (Head, Vec<P>) {
        let head = Head {
            format: self.format,
            version: self.version,
            tilescope: self.tilescope,
            chip: self.chip,
            device_memory: self.device_memory,
            executed: self.executed,
            command: self.command,
            frames: self.frames,
        };
        (head, self.processes)
    }
}

impl From<Fields<Process>> for Manifest {
    fn from(fields: Fields<Process>) -> Self {
        let (head, processes) = fields.split();
        Manifest { head, processes }
    }
}

/// The part of a manifest that is common to all processes.
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
    /// The size of GPU memory in bytes.
    pub device_memory: u64,
    /// Whether submissions were executed. If not, there are no outcomes.
    pub executed: bool,
    /// The command line.
    pub command: Vec<String>,
    /// The frames to record; absent if all were.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub frames: Option<Frames>,
}

/// One process of the run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Process {
    /// Its process id.
    pub process: u32,
    /// Its program.
    pub program: String,
    /// Whether the process ended normally. If not, it was killed or crashed.
    pub ended: bool,
    /// The reason why recording stopped before the process ended; absent if it
    /// did not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stopped: Option<String>,
    /// The number of submissions in [`super::submissions_entry`].
    pub submissions: usize,
}

/// A GPU buffer. It is zero before the first submission that sees it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Buffer {
    /// Its name.
    pub name: String,
    /// Its GPU address.
    pub address: Address,
    /// Its size in bytes.
    pub size: u64,
    /// The GPU's access rights.
    pub access: Access,
    /// The source of its contents before a submission.
    pub contents: Contents,
}

impl Buffer {
    /// Whether it contains the byte at `address`.
    pub fn holds(&self, address: Address) -> bool {
        let offset = address.0.checked_sub(self.address.0);
        offset.is_some_and(|o| o < self.size)
    }
}

/// The GPU's access rights to a buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Access {
    /// Read and write.
    ReadWrite,
    /// Read only: the buffer holds a shader.
    ReadOnly,
    /// Read and write, but not execute.
    NoExecute,
}

/// The contents of a buffer before a submission.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Contents {
    /// Those left by earlier submissions, with the writes of this one.
    Kept,
    /// None: a read before a write is a finding.
    Undefined,
    /// None at first, then those that the GPU left in earlier submissions. No program maps it:
    /// the heap of a tiler.
    Device,
}

/// A submission as the kernel passed it to the device.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Submission {
    /// Its sequence number in the process, as known to the driver.
    pub seqno: u64,
    /// The open file that it came from, counted from 1.
    pub file: u64,
    /// A name for locations.
    pub label: String,
    /// The frame that it draws, counted from 1; absent if it has no targets.
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
    /// The buffers that no earlier submission of the process sees. Each takes the
    /// next index, from 0.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub new_buffers: Vec<Buffer>,
    /// The buffers that it sees, by index.
    #[serde(deserialize_with = "indices")]
    pub buffers: Vec<usize>,
    /// Those of [`Self::buffers`] that no later submission sees.
    #[serde(
        default,
        skip_serializing_if = "Vec::is_empty",
        deserialize_with = "indices"
    )]
    pub last_use: Vec<usize>,
    /// Bytes that the program wrote since the previous submission.
    pub writes: Vec<Write>,
    /// The surfaces that it draws.
    pub targets: Vec<Surface>,
    /// The outcome; absent if the submission did not end or was not executed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<Outcome>,
}

fn indices<'de, D: Deserializer<'de>>(d: D) -> Result<Vec<usize>, D::Error> {
    bounded::list::<D, usize, MAX_BUFFERS>(d)
}

/// A register write.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Register {
    /// Its byte offset.
    pub offset: u32,
    /// The value.
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
    /// A shader program started directly.
    Program {
        /// GPU address of the first instruction.
        code: Address,
        /// GPU address of its uniforms.
        uniforms: Address,
        /// Bytes of uniforms; 0 if unknown.
        uniforms_size: u64,
    },
}

/// A piece of spare memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Spare {
    /// GPU address.
    pub address: Address,
    /// Bytes.
    pub size: u64,
}

/// Bytes that the program wrote to a buffer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Write {
    /// The index of the buffer.
    pub buffer: usize,
    /// The offset in the buffer.
    pub offset: u64,
    /// The number of bytes.
    pub size: u64,
    /// The place of the bytes.
    pub blob: Blob,
}

/// The place of stored bytes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Blob {
    /// An offset in the data of the process.
    At(u64),
    /// A SHA-256: the entry is `blobs/` and this. Version 1 only.
    Named(String),
}

/// A surface that a submission draws.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Surface {
    /// Its name in the kernel interface, or the unit that wrote it.
    pub name: String,
    /// GPU address of its first byte.
    pub address: Address,
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// Tiling and format, as in the kernel interface.
    pub bits: u16,
    /// Bytes from one row to the next, rows of tiles if it is tiled; absent if
    /// the kernel interface does not state it.
    #[serde(default, skip_serializing_if = "is_unknown")]
    pub stride: u32,
    /// GPU address of the surface it was copied from; absent if it is not a copy. Copies of
    /// different surfaces to the same place are different surfaces.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<Address>,
}

fn is_unknown(stride: &u32) -> bool {
    *stride == 0
}

/// The reason why a surface has no image.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoImage {
    /// Its name is not used by the kernel interfaces.
    #[error("its name is unknown")]
    Name,
    /// It holds all samples of every pixel.
    #[error("it is multisampled")]
    Multisampled,
    /// It is empty, or larger than any surface that a chip draws.
    #[error("its size is 0, or more than {MAX_SURFACE_SIZE}")]
    Size,
    /// Its format or layout is unknown, or does not fit its stride.
    #[error("its format or layout is unknown, or its stride is too small")]
    Layout,
}

impl Surface {
    /// The surface of a chip of `family` as an image called `name`.
    ///
    /// # Errors
    /// The reason why there is none.
    pub fn image(
        &self,
        family: &dyn Family,
        channels: Channels,
        name: String,
    ) -> Result<Target, NoImage> {
        if family.multisampled_targets().contains(&self.name.as_str()) {
            return Err(NoImage::Multisampled);
        }
        if !family.targets().contains(&self.name.as_str()) {
            return Err(NoImage::Name);
        }
        let sane = |n: u32| (1..=MAX_SURFACE_SIZE).contains(&n);
        if !sane(self.width) || !sane(self.height) {
            return Err(NoImage::Size);
        }
        let described = SurfaceInfo {
            name: &self.name,
            width: self.width,
            height: self.height,
            bits: self.bits,
            stride: self.stride,
        };
        let place = family.target(&described, channels).ok_or(NoImage::Layout)?;
        Ok(Target {
            name,
            // Captures do not have buffers of jobs.
            buffer: 0,
            address: self.address.0,
            width: self.width,
            height: self.height,
            format: place.format,
            layout: place.layout,
            row_bytes: place.row_bytes,
            origin: Origin::Top,
        })
    }
}

/// The outcome of a submission.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outcome {
    /// Its end.
    pub status: Status,
    /// Writes to buffers whose contents are kept.
    pub outputs: Vec<Output>,
}

/// The end of a submission.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    /// All work was done.
    Done,
    /// The hardware would have stopped, and the kernel would reset it.
    Fault,
    /// The hardware would have run for a very long time, and the kernel would
    /// reset it.
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

/// The writes of a submission to one buffer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Output {
    /// The index of the buffer.
    pub buffer: usize,
    /// The pages written, in order: first page and number of pages, counted
    /// from the start of the buffer in units of [`super::PAGE`].
    #[serde(deserialize_with = "runs")]
    pub pages: Vec<(u64, u64)>,
    /// SHA-256 of these pages, concatenated.
    pub sha256: String,
    /// The place of the 64-bit xxHash3 of each page, little-endian, for finding
    /// the page that differs.
    pub page_hashes: Blob,
}

fn runs<'de, D: Deserializer<'de>>(d: D) -> Result<Vec<(u64, u64)>, D::Error> {
    bounded::list::<D, (u64, u64), MAX_PAGES>(d)
}

impl Output {
    /// The number of pages.
    pub fn page_count(&self) -> u64 {
        self.pages.iter().fold(0, |n, p| n.saturating_add(p.1))
    }

    /// The size of [`Self::page_hashes`] in bytes.
    pub fn hashes_size(&self) -> u64 {
        self.page_count().saturating_mul(8)
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
                "{text:?} is not an address such as \"0x10000000\""
            ))),
        }
    }
}

/// A range of frames, counted from 1, inclusive. A frame is a submission that
/// draws a surface; one that draws none belongs to the frame that follows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Frames {
    /// The first.
    pub first: u64,
    /// The last; absent if they continue to the end.
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
            return Err(format!("{text:?} ends before it starts"));
        }
        Ok(Frames { first, last })
    }
}

impl Submission {
    /// The submission in the form that devices execute.
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
                arguments: uniforms.0,
                arguments_len: uniforms_size,
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
                arguments,
                arguments_len,
            } => Work::Program {
                code: Address(code),
                uniforms: Address(arguments),
                uniforms_size: arguments_len,
            },
        }
    }
}

#[cfg(test)]
mod tests;
