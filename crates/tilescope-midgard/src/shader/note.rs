//! Problems of a program.

use crate::isa::Tag;
use crate::rules::shader as rules;
use std::fmt;
use tilescope_core::{Frame, Location, Rule};

/// A problem of a program, with its parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Problem {
    /// The bundle is not in memory that can be read.
    Unreadable {
        /// Its address.
        address: u64,
    },
    /// The quadwords are not a bundle.
    Invalid {
        /// The reason.
        reason: &'static str,
    },
    /// Control comes to a bundle by another tag than its own.
    TagMismatch {
        /// The tag by which control comes.
        expected: Tag,
        /// The tag of the bundle.
        found: Tag,
    },
    /// A tag that the chip does not accept.
    UpperTag {
        /// The tag.
        tag: Tag,
    },
    /// The program does not end.
    Endless,
    /// The program has more bundles than fit the instruction cache's lines of 16 MiB,
    /// as far as they are decoded here.
    TooLong {
        /// The number of bundles that are decoded.
        most: u32,
    },
    /// Read of a component of a register that was never written.
    Undefined {
        /// The name of the register.
        register: &'static str,
        /// Its component.
        component: u8,
    },
    /// Read of a pipeline register that the bundle has not written.
    Pipeline {
        /// The number of the register: 24 or 25.
        register: u8,
    },
    /// Write of a register that holds a uniform.
    UniformWritten {
        /// The number of the register.
        register: u8,
    },
    /// Use of a work register beyond the work register count.
    BeyondWork {
        /// The number of the register.
        register: u8,
        /// The work register count.
        count: u8,
    },
    /// Read of a uniform register beyond the uniform count.
    BeyondUniforms {
        /// The number of the register.
        register: u8,
        /// The uniform count.
        count: u8,
    },
    /// Read of embedded constants of a bundle that has none.
    NoConstants,
    /// Calls are nested too deeply.
    CallTooDeep {
        /// The largest depth.
        depth: u8,
    },
    /// A return without a call.
    ReturnWithoutCall,
}

impl Problem {
    /// The violated rule.
    pub fn rule(&self) -> &'static Rule {
        match self {
            Problem::Unreadable { .. } => &rules::CODE_IS_READABLE,
            Problem::Invalid { .. } => &rules::BUNDLES_ARE_VALID,
            Problem::TagMismatch { .. } => &rules::TAGS_AGREE,
            Problem::UpperTag { .. } => &rules::UPPER_TAGS,
            Problem::Endless | Problem::TooLong { .. } => &rules::PROGRAMS_END,
            Problem::Undefined { .. } => &rules::REGISTERS_ARE_WRITTEN_FIRST,
            Problem::Pipeline { .. } => &rules::PIPELINE_REGISTERS,
            Problem::UniformWritten { .. } => &rules::UNIFORMS_ARE_READ_ONLY,
            Problem::BeyondWork { .. } => &rules::WORK_REGISTERS_ARE_ENOUGH,
            Problem::BeyondUniforms { .. } => &rules::UNIFORMS_ARE_LOADED,
            Problem::NoConstants => &rules::CONSTANTS_ARE_EMBEDDED,
            Problem::CallTooDeep { .. } | Problem::ReturnWithoutCall => &rules::CALLS,
        }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Problem::Unreadable { address } => {
                write!(f, "no code can be read at {address:#010x}")
            }
            Problem::Invalid { reason } => write!(f, "invalid bundle: {reason}"),
            Problem::TagMismatch { expected, found } => write!(
                f,
                "control comes to this bundle by tag `{}`, but its tag is `{}`",
                expected.name(),
                found.name()
            ),
            Problem::UpperTag { tag } => {
                write!(f, "the chip does not accept the tag `{}`", tag.name())
            }
            Problem::Endless => {
                f.write_str("instruction limit reached before the end of the program")
            }
            Problem::TooLong { most } => {
                write!(f, "the program is longer than {most} bundles")
            }
            Problem::Undefined {
                register,
                component,
            } => {
                let letter = ["x", "y", "z", "w"][usize::from(component & 3)];
                write!(f, "read of uninitialised register {register}.{letter}")
            }
            Problem::Pipeline { register } => write!(
                f,
                "r{register} is read, but no instruction before it in this bundle writes it"
            ),
            Problem::UniformWritten { register } => {
                write!(f, "write to r{register}, which holds a uniform")
            }
            Problem::BeyondWork { register, count } => write!(
                f,
                "r{register} is used, but the program has {count} work registers"
            ),
            Problem::BeyondUniforms { register, count } => write!(
                f,
                "r{register} is read, but the program has {count} uniform registers"
            ),
            Problem::NoConstants => f.write_str("r26 is read, but the bundle embeds no constants"),
            Problem::CallTooDeep { depth } => write!(f, "calls are nested deeper than {depth}"),
            Problem::ReturnWithoutCall => f.write_str("a return without a call"),
        }
    }
}

/// A problem, and the bundle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Note {
    /// Number of the bundle in the program.
    pub ip: u32,
    /// The address of the bundle.
    pub address: u64,
    /// The problem.
    pub problem: Problem,
}

impl Note {
    /// Its location in the shader at `shader`.
    pub fn location(&self, shader: &Location) -> Location {
        shader.inside(Frame::Instruction(self.ip, self.address))
    }
}

/// The largest number of distinct notes that a run keeps; further ones are only
/// counted.
const MAX_NOTES: usize = 256;

/// Notes of a run in the order of first occurrence: for each rule the first case at
/// each bundle, and the number of cases.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Notes {
    found: Vec<(Note, u64)>,
    missing: Vec<(&'static str, u32, u64)>,
    dropped: u64,
}

impl Notes {
    /// Removes all notes.
    pub fn clear(&mut self) {
        self.found.clear();
        self.missing.clear();
        self.dropped = 0;
    }

    /// Adds an occurrence of a problem.
    pub fn add(&mut self, note: Note) {
        let same = |(n, _): &(Note, u64)| {
            n.ip == note.ip && std::ptr::eq(n.problem.rule(), note.problem.rule())
        };
        match self.found.iter().position(same) {
            Some(i) => self.found[i].1 += 1,
            None if self.found.len() < MAX_NOTES => self.found.push((note, 1)),
            None => self.dropped += 1,
        }
    }

    /// Adds a use of an unimplemented feature in a bundle.
    pub fn missing(&mut self, what: &'static str, ip: u32) {
        let same = |m: &&mut (&'static str, u32, u64)| m.0 == what;
        match self.missing.iter_mut().find(same) {
            Some((_, _, count)) => *count += 1,
            None => self.missing.push((what, ip, 1)),
        }
    }

    /// Problems with their numbers of occurrences.
    pub fn problems(&self) -> &[(Note, u64)] {
        &self.found
    }

    /// Unimplemented features, the first bundle that used each, and the number of uses.
    pub fn unimplemented(&self) -> &[(&'static str, u32, u64)] {
        &self.missing
    }

    /// The number of problems that were not kept.
    pub fn dropped(&self) -> u64 {
        self.dropped
    }
}
