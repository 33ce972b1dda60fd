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
    /// The bundle is in memory without the right to execute it.
    NotExecutable {
        /// Its address.
        address: u64,
    },
    /// The bundle ends at or beyond a multiple of 16 MiB.
    AtLine {
        /// The address after it.
        end: u64,
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
            Problem::Unreadable { .. } | Problem::NotExecutable { .. } => &rules::CODE_IS_READABLE,
            Problem::AtLine { .. } => &rules::CODE_IS_BETWEEN_LINES,
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
            Problem::NotExecutable { address } => {
                write!(f, "the memory at {address:#010x} must not be executed")
            }
            Problem::AtLine { end } => {
                write!(
                    f,
                    "the bundle ends at or beyond a multiple of 16 MiB: {end:#010x}"
                )
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

impl tilescope_shader::Note for Note {
    fn repeats(&self, earlier: &Note) -> bool {
        self.ip == earlier.ip && std::ptr::eq(self.problem.rule(), earlier.problem.rule())
    }
}

/// Notes of the runs of a group.
pub type Notes = tilescope_shader::Notes<Note>;
