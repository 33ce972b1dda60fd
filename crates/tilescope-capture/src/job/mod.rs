//! Jobs: a folder with a `job.toml`, loaded and ready to run.

mod files;
mod lint;
mod load;
mod place;
mod schema;
mod target;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use tilescope_core::{AddressSpace, ChipInfo, Region, Rights, Submission};
use tilescope_families::{Family, Registry};

use crate::error::JobError;
pub use crate::reader::TableKeys;
pub use lint::{LintTable, SEVERITIES, Selector, has_prefix};
pub use schema::{TABLES, submission_keys};
pub use target::{Origin, Target};
pub use tilescope_families::{TargetFormat, TargetLayout};
use tilescope_tables::Span;
use tilescope_tables::list::Assembled;

/// The largest size of all buffers of a job together, in bytes.
pub const MAX_BUFFER_BYTES: u64 = 1 << 30;
/// The largest file of a job, in bytes.
pub const MAX_FILE_BYTES: u64 = 64 << 20;
/// The largest width and height of a target, in pixels.
pub const MAX_TARGET_SIZE: u32 = 16384;
/// The address of the first buffer without a given address.
pub const FIRST_ADDRESS: u64 = 0x1000_0000;

/// The kind of a buffer's contents, for listings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A command list.
    List,
    /// A shader program.
    Shader,
    /// Vertices, indices, uniforms, descriptors, textures.
    Data,
    /// Zeros.
    Zero,
    /// Uninitialised: a read before a write is a finding.
    Undefined,
}

/// A text of the job that was assembled into a buffer.
#[derive(Clone, Debug)]
pub struct Text {
    /// The file, relative to the job's folder.
    pub file: String,
    /// The whole text.
    pub source: Arc<str>,
    /// Labels and lines of the bytes.
    pub assembled: Assembled,
}

/// A location in a text of the job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Source<'j> {
    /// The file, relative to the job's folder.
    pub file: &'j str,
    /// The characters.
    pub span: Span,
    /// The whole line.
    pub line: &'j str,
}

/// A placed buffer.
#[derive(Clone, Debug)]
pub struct Buffer {
    /// Its name, `@name` in texts.
    pub name: String,
    /// Its GPU address.
    pub address: u64,
    /// Its size in bytes.
    pub size: u64,
    /// Its kind of contents.
    pub kind: Kind,
    /// Its first bytes; the rest, up to the size, is zero.
    pub bytes: Vec<u8>,
    /// The rights of the GPU.
    pub rights: Rights,
    /// The text it was assembled from, if it was.
    pub text: Option<Text>,
}

/// One access of a register script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MmioOp {
    /// Writes a register.
    Write {
        /// The register's name.
        register: String,
        /// Its byte offset.
        offset: u32,
        /// The value.
        value: u32,
    },
    /// Reads a register and shows its value in the report.
    Read {
        /// The register's name.
        register: String,
        /// Its byte offset.
        offset: u32,
    },
    /// Reads a register that must hold a value now.
    Expect {
        /// The register's name.
        register: String,
        /// Its byte offset.
        offset: u32,
        /// The bits that count.
        mask: u32,
        /// The value that those bits must have.
        value: u32,
    },
    /// Waits until a register holds a value. Devices finish the work of a write
    /// before the write returns, so a wait for a value that is not there yet is
    /// a hang.
    Wait {
        /// The register's name.
        register: String,
        /// Its byte offset.
        offset: u32,
        /// The bits that count.
        mask: u32,
        /// The value that those bits must get.
        value: u32,
    },
}

/// Register accesses in order, as in bare-metal code.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MmioScript {
    /// A name for locations; may be empty.
    pub label: String,
    /// The accesses.
    pub ops: Vec<MmioOp>,
}

/// A step of a job.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// A submission, as from a kernel.
    Submit(Submission),
    /// Register accesses, as in bare-metal code.
    Mmio(MmioScript),
}

impl Step {
    /// Its name; may be empty.
    pub fn label(&self) -> &str {
        match self {
            Step::Submit(s) => &s.label,
            Step::Mmio(m) => &m.label,
        }
    }
}

/// The expected end of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExpectedStatus {
    /// All work is done.
    Done,
    /// The hardware would hang or raise an error.
    Fault,
    /// The fuel runs out.
    OutOfFuel,
}

impl ExpectedStatus {
    /// Every status and its name in `job.toml`.
    pub const ALL: &'static [(&'static str, ExpectedStatus)] = &[
        ("done", ExpectedStatus::Done),
        ("fault", ExpectedStatus::Fault),
        ("out-of-fuel", ExpectedStatus::OutOfFuel),
    ];
}

/// A pixel that `run --check` compares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExpectedPixel {
    /// Index into [`Job::targets`].
    pub target: usize,
    /// Column and row in the PNG.
    pub at: [u32; 2],
    /// Red, green, blue, alpha.
    pub rgba: [u8; 4],
    /// The tolerance of each channel.
    pub tolerance: u8,
}

/// Words that `run --check` compares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExpectedWords {
    /// Index into [`Job::buffers`].
    pub buffer: usize,
    /// Byte offset of the first word.
    pub offset: u64,
    /// The words.
    pub words: Vec<u32>,
}

/// An image that `run --check` compares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExpectedImage {
    /// Index into [`Job::targets`].
    pub target: usize,
    /// The PNG, relative to the job's folder.
    pub png: String,
    /// The tolerance of each channel.
    pub tolerance: u8,
    /// The number of pixels that may be outside the tolerance.
    pub outliers: u32,
    /// The source of the image: hardware, mesa, spec or self.
    pub source: String,
}

/// The expectations of `run --check`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Expect {
    /// The end of every submission. Absent: not checked.
    pub status: Option<ExpectedStatus>,
    /// Exactly the rules that are broken. Absent: not checked.
    pub findings: Option<Vec<String>>,
    /// Counters and their values over the whole run.
    pub counters: Vec<(String, u64)>,
    /// Pixels.
    pub pixels: Vec<ExpectedPixel>,
    /// Words in buffers.
    pub words: Vec<ExpectedWords>,
    /// Whole images.
    pub images: Vec<ExpectedImage>,
}

impl Expect {
    /// The number of expectations.
    pub fn len(&self) -> usize {
        usize::from(self.status.is_some())
            + usize::from(self.findings.is_some())
            + self.counters.len()
            + self.pixels.len()
            + self.words.len()
            + self.images.len()
    }

    /// Whether there are no expectations.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// A job, loaded and assembled.
#[derive(Clone, Debug)]
pub struct Job {
    /// The folder.
    pub folder: PathBuf,
    /// The chip.
    pub chip: &'static ChipInfo,
    /// The family of the chip.
    pub family: &'static dyn Family,
    /// The title, one line.
    pub title: String,
    /// The description.
    pub description: String,
    /// The buffers, at their places, in the order of the file.
    pub buffers: Vec<Buffer>,
    /// The images.
    pub targets: Vec<Target>,
    /// The steps.
    pub steps: Vec<Step>,
    /// The expectations.
    pub expect: Expect,
    /// The levels of findings.
    pub lint: LintTable,
}

/// The memory of one run of a job.
pub struct Instance {
    /// The memory that the GPU sees, before the first step.
    pub memory: AddressSpace,
}

impl Job {
    /// Loads the job in the folder `path`, or the job whose `job.toml` is `path`, for a chip of
    /// `families`.
    ///
    /// # Errors
    /// All errors of the job, in the order of the files, each with its place in
    /// `job.toml` or in another text.
    pub fn load(path: &Path, families: Registry) -> Result<Job, Vec<JobError>> {
        load::load(path, families)
    }

    /// The bytes of a file of the job.
    ///
    /// # Errors
    /// If it is missing, too large, or outside the folder.
    pub fn read_file(&self, name: &str) -> Result<Vec<u8>, String> {
        files::read_file(&self.folder, name).map_err(|(message, _)| message)
    }

    /// New memory for one run: every buffer with its initial contents.
    pub fn instantiate(&self) -> Instance {
        let mut memory = AddressSpace::new();
        for b in &self.buffers {
            let region = if b.kind == Kind::Undefined {
                Region::uninitialised(&b.name, b.address, b.size)
            } else {
                let mut bytes = b.bytes.clone();
                bytes.resize(b.size as usize, 0);
                Region::from_bytes(&b.name, b.address, &bytes)
            };
            // Loading has placed all buffers without overlaps.
            let placed = memory.map(region.with(b.rights));
            debug_assert!(placed.is_ok(), "{placed:?}");
        }
        Instance { memory }
    }

    /// The buffer that holds `address`.
    pub fn buffer_at(&self, address: u64) -> Option<&Buffer> {
        self.buffers
            .iter()
            .find(|b| address.checked_sub(b.address).is_some_and(|o| o < b.size))
    }

    /// The location in a text that the bytes at `address` were assembled from:
    /// the operands of `bits`, or the whole statement.
    pub fn source_of(&self, address: u64, bits: Option<(u32, u32)>) -> Option<Source<'_>> {
        let b = self.buffer_at(address)?;
        let text = b.text.as_ref()?;
        let offset = (address - b.address) as u32;
        let span = match bits {
            Some(bits) => text.assembled.map.span_of_bits(offset, bits)?,
            None => text.assembled.map.span(offset)?,
        };
        let line = text
            .source
            .lines()
            .nth(span.line.checked_sub(1)? as usize)?;
        Some(Source {
            file: &text.file,
            span,
            line,
        })
    }
}
