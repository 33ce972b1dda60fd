//! Findings: what is wrong in a stream, which rule it breaks, and where.

use std::fmt;
use std::sync::Arc;

/// The consequence of a broken rule on real hardware.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// It runs, but costs time.
    Slow,
    /// The result is undefined: stale, random or uninitialised values.
    Undefined,
    /// Memory or the image is corrupted.
    Corrupt,
    /// The hardware raises an error, or its kernel driver refuses the work.
    Fault,
    /// The hardware stops and does not recover.
    Hang,
}

impl Severity {
    /// Whether the hardware stops where a rule of this severity is broken. A
    /// device stops there too, and the submission ends as
    /// [`Status::Fault`](crate::Status::Fault).
    pub const fn stops(self) -> bool {
        matches!(self, Severity::Fault | Severity::Hang)
    }

    /// The lower-case word used in listings, reports and rule tables.
    pub fn name(self) -> &'static str {
        match self {
            Severity::Slow => "slow",
            Severity::Undefined => "undefined",
            Severity::Corrupt => "corrupt",
            Severity::Fault => "fault",
            Severity::Hang => "hang",
        }
    }
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// One restriction of the hardware, as data. `tilescope explain ID` prints it.
#[derive(Debug, PartialEq, Eq)]
pub struct Rule {
    /// `FAMILY-UNIT-NNN`, for example `VC4-CL-012`. Never reused.
    pub id: &'static str,
    /// The consequence on real hardware.
    pub severity: Severity,
    /// The restriction in one line: a statement that must hold.
    pub title: &'static str,
    /// The behaviour of real hardware when it is broken.
    pub hardware: &'static str,
    /// The fix.
    pub help: &'static str,
    /// The source of the fact.
    pub source: &'static str,
}

/// One step on the path from a submission down to a bit.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Frame {
    /// The submission, counted from 0 in the run, and its label.
    Submission(u32, Arc<str>),
    /// A command list: its name and start address.
    List(&'static str, u64),
    /// A packet: its name, its GPU address and its byte offset in the list.
    Packet(&'static str, u64, u64),
    /// A draw, counted from 0 in the submission.
    Draw(u32),
    /// A tile: column and row.
    Tile(u32, u32),
    /// A descriptor or record in memory: what it is and its GPU address.
    Record(&'static str, u64),
    /// A shader program: its stage and GPU address.
    Shader(&'static str, u64),
    /// A shader instruction: its index in the program and its GPU address.
    Instruction(u32, u64),
    /// A lane of the instruction.
    Lane(u8),
    /// A register: its name and offset.
    Register(&'static str, u32),
}

impl Frame {
    /// The address of the step, if it has one.
    pub fn address(&self) -> Option<u64> {
        match self {
            Frame::Packet(_, address, _)
            | Frame::Record(_, address)
            | Frame::Instruction(_, address)
            | Frame::List(_, address)
            | Frame::Shader(_, address) => Some(*address),
            _ => None,
        }
    }
}

impl fmt::Display for Frame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Frame::Submission(i, label) if label.is_empty() => write!(f, "submission {i}"),
            Frame::Submission(i, label) => write!(f, "submission {i} ({label})"),
            Frame::List(name, addr) => write!(f, "{name} list {addr:#010x}"),
            // A branch may lead to before the list, where an offset has no meaning.
            Frame::Packet(name, addr, offset) if *offset > u64::from(u32::MAX / 2) => {
                write!(f, "{name} at {addr:#010x}")
            }
            Frame::Packet(name, _, offset) => write!(f, "{name} at +{offset:#x}"),
            Frame::Draw(i) => write!(f, "draw {i}"),
            Frame::Tile(x, y) => write!(f, "tile ({x}, {y})"),
            Frame::Record(name, addr) => write!(f, "{name} {addr:#010x}"),
            Frame::Shader(stage, addr) => write!(f, "{stage} shader {addr:#010x}"),
            Frame::Instruction(i, _) => write!(f, "instruction {i}"),
            Frame::Lane(i) => write!(f, "lane {i}"),
            Frame::Register(name, offset) => write!(f, "register {name} ({offset:#06x})"),
        }
    }
}

/// Bits `lo..=hi` of the word, packet payload or instruction at fault, counted
/// from its least significant bit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BitSpan {
    /// Lowest bit.
    pub lo: u16,
    /// Highest bit, at least `lo`.
    pub hi: u16,
}

/// The whole path to the subject of a finding, outermost first.
#[derive(Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Location {
    /// The steps, outermost first.
    pub frames: Vec<Frame>,
    /// The bits at fault inside the innermost step.
    pub bits: Option<BitSpan>,
}

impl Clone for Location {
    fn clone(&self) -> Self {
        Location {
            frames: self.frames.clone(),
            bits: self.bits,
        }
    }

    fn clone_from(&mut self, from: &Self) {
        // Reuses the allocation: draws set their locations one after the other.
        self.frames.clone_from(&from.frames);
        self.bits = from.bits;
    }
}

impl Location {
    /// A location with no steps yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// The same location with one more step inside.
    pub fn inside(&self, frame: Frame) -> Self {
        let mut l = self.clone();
        l.frames.push(frame);
        l
    }

    /// The same location, pointing at bits `lo..=hi` of the innermost step.
    pub fn at_bits(mut self, lo: u16, hi: u16) -> Self {
        self.bits = Some(BitSpan { lo, hi });
        self
    }

    /// The draw that it is in, if it names one.
    pub fn draw(&self) -> Option<u32> {
        self.frames.iter().rev().find_map(|frame| match frame {
            Frame::Draw(number) => Some(*number),
            _ => None,
        })
    }

    /// The address of the innermost step that has one.
    pub fn address(&self) -> Option<u64> {
        self.frames.iter().rev().find_map(Frame::address)
    }

    /// The location without the parts that differ from job to job: numbers of jobs, draws and
    /// tiles, and addresses. A driver that breaks a rule breaks it in every job, which is reported
    /// as one finding with a count.
    pub fn kind(&self) -> String {
        let mut place = String::new();
        for frame in &self.frames {
            let (name, index) = match frame {
                Frame::Submission(..) | Frame::Draw(_) | Frame::Tile(..) | Frame::Lane(_) => {
                    continue;
                }
                Frame::List(name, _) | Frame::Packet(name, _, _) => (*name, 0),
                Frame::Record(name, _) | Frame::Shader(name, _) => (*name, 0),
                Frame::Instruction(index, _) => ("instruction", *index),
                Frame::Register(name, offset) => (*name, *offset),
            };
            place += &format!("{name} {index} > ");
        }
        place
    }
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, frame) in self.frames.iter().enumerate() {
            if i > 0 {
                f.write_str(" > ")?;
            }
            write!(f, "{frame}")?;
        }
        Ok(())
    }
}

/// A rule that a stream broke.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The broken rule.
    pub rule: &'static Rule,
    /// The diagnosis, with the values of this case.
    pub message: String,
    /// The location.
    pub at: Location,
    /// Number of times the same rule was broken at the same place.
    pub count: u64,
}

impl Finding {
    /// One finding with a count of 1.
    pub fn new(rule: &'static Rule, at: Location, message: impl Into<String>) -> Self {
        Finding {
            rule,
            message: message.into(),
            at,
            count: 1,
        }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} [{}] {}: {}",
            self.rule.severity, self.rule.id, self.at, self.message
        )
    }
}

/// A hardware feature that Tilescope does not implement yet. Counted, listed in the
/// report, and never treated as success.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unimplemented {
    /// The missing feature, in the hardware's terms.
    pub what: &'static str,
    /// The location where it was needed first.
    pub at: Location,
    /// Number of times it was needed.
    pub count: u64,
}
