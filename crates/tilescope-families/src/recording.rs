//! Recordings of command streams by other tools: read and checked, and not executed.

use std::io;

use tilescope_core::{AddressSpace, ChipInfo, Rule, Work};
use tilescope_tables::draws::Visitor;

use crate::Explanation;

/// An open recording, or the first defect of the file with its place.
pub type Opened = Result<Box<dyn Recording>, String>;

/// A kind of file that holds recorded streams of a family.
#[derive(Clone, Copy, Debug)]
pub struct RecordingFormat {
    /// Its name with an article: `a dump of msm`.
    pub name: &'static str,
    /// Whether a file begins like one. The bytes are those of [`RECORDING_HEAD`], or fewer.
    pub is_one: fn(&[u8]) -> bool,
    /// Reads the bytes of a file.
    pub open: fn(Vec<u8>) -> Opened,
}

/// Bytes of a file by which its format is recognised.
pub const RECORDING_HEAD: usize = 4096;

/// A line of a listing of a recording.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecordedLine<'a> {
    /// A stream begins.
    Head(&'a str),
    /// A remark about the lines after it.
    Remark(&'a str),
    /// The word at an address, and the depth of its buffers.
    Word {
        /// The address.
        address: u64,
        /// Columns by which the text is indented.
        indent: usize,
        /// The text.
        text: &'a str,
    },
}

/// A place that breaks a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordedFinding {
    /// The rule.
    pub rule: &'static Rule,
    /// The diagnosis.
    pub message: String,
    /// The path to the stream.
    pub place: String,
    /// The address of the word or instruction.
    pub address: u64,
    /// The packet there, if it was listed.
    pub text: Option<String>,
    /// The number of times.
    pub count: u64,
}

/// The findings about a recording.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RecordingCheck {
    /// The first findings.
    pub findings: Vec<RecordedFinding>,
    /// Remarks that are needed to understand them.
    pub notes: Vec<String>,
}

/// Checks the submissions of one process by the rules that need no execution. State is carried from
/// one to the next.
pub trait StaticCheck {
    /// Checks the next submission. `place` is its name in findings.
    fn submission(&mut self, place: &str, work: &[Work], memory: &AddressSpace);

    /// The findings about all of them.
    fn finish(self: Box<Self>) -> RecordingCheck;
}

/// A writer of a recording that other tools read.
pub trait RecordingWriter {
    /// Adds a submission and the memory that it sees.
    ///
    /// # Errors
    /// Those of the output.
    fn submission(&mut self, label: &str, work: &[Work], memory: &AddressSpace) -> io::Result<()>;
}

/// An open recording.
pub trait Recording {
    /// The chip, if it is one of the family's.
    fn chip(&self) -> Option<&'static ChipInfo>;

    /// Facts about the whole file, one a line.
    fn about(&self) -> Vec<String>;

    /// Lists every packet, in order.
    ///
    /// # Errors
    /// Those of `out`.
    fn list(&self, out: &mut dyn FnMut(RecordedLine<'_>) -> io::Result<()>) -> io::Result<()>;

    /// Describes the draws that `visitor` asks for. `begin` receives the number and the label of
    /// each submission before its draws.
    fn draws(&self, visitor: &mut dyn Visitor, begin: &mut dyn FnMut(usize, &str));

    /// Plans the recorded render passes again as this version of their driver does, and compares.
    /// Recordings without passes have none.
    ///
    /// # Errors
    /// The version, if its decisions are not known.
    fn explain(&self, release: Option<&str>) -> Result<Explanation, String>;

    /// Checks the rules that need no execution.
    fn check(&self) -> RecordingCheck;
}
