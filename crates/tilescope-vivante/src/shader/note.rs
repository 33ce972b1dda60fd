//! Problems of a program.

use super::slots;
use crate::rules::shader as rules;
use std::fmt;
use tilescope_core::{Frame, Location, Rule};
use tilescope_shader::Slot;

/// Bytes of an instruction.
const INSTRUCTION_BYTES: u64 = 16;

/// A problem of a program, with its parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Problem {
    /// Read of an uninitialised component of a temporary register.
    Undefined {
        /// Number of the register.
        register: u8,
        /// Its component.
        component: u8,
    },
    /// Read of an uninitialised component of the address register.
    UndefinedAddress {
        /// Its component.
        component: u8,
    },
    /// Use of a temporary register that the thread does not have.
    BeyondTemps {
        /// Number of the register; with an address it can be any.
        register: i64,
        /// `NUM_TEMPS`.
        temps: u16,
    },
    /// Several uniforms in an instruction; the hardware reads only one.
    UniformConflict {
        /// The one that all sources read.
        read: u16,
        /// One of the others.
        lost: u16,
    },
    /// Read of a uniform beyond those that the shader has.
    UniformBeyond {
        /// Number of the uniform.
        index: i64,
        /// The number of loaded uniforms.
        loaded: u32,
    },
    /// Control leaves the program.
    BranchOutside {
        /// The target instruction.
        target: u32,
        /// The instruction after the last.
        end: u32,
    },
    /// The program's range in the registers contains no code.
    Range {
        /// The first instruction.
        start: u32,
        /// The instruction after the last.
        end: u32,
        /// The number of loaded instructions.
        loaded: u32,
    },
    /// The program does not end.
    Endless,
    /// Calls are nested too deeply.
    CallTooDeep {
        /// The largest depth.
        depth: u8,
    },
    /// A return without a call.
    ReturnWithoutCall,
    /// A vertex shader kills a fragment.
    KillInVertexShader,
    /// The program does not fit in the instruction memory.
    TooLong {
        /// Its length in instructions.
        length: u32,
        /// The number of instructions that fit.
        most: u32,
    },
    /// Instructions of the program were never loaded.
    NotLoaded {
        /// The instruction after the last of the program.
        end: u32,
    },
    /// The code that was loaded continues after the end of the program.
    Truncated {
        /// The instruction after the last of the program.
        end: u32,
        /// The number of loaded instructions.
        loaded: u32,
    },
    /// Read of a uniform that was never written.
    UniformNotLoaded {
        /// Number of the uniform.
        index: u16,
    },
    /// A source that the operation reads has no operand.
    OperandMissing {
        /// The operation.
        name: &'static str,
        /// Number of the source.
        source: u8,
    },
    /// A source that the operation does not read has an operand.
    OperandUnused {
        /// The operation.
        name: &'static str,
        /// Number of the source.
        source: u8,
    },
    /// The chip does not have the operation.
    NoSuchOperation {
        /// Its name.
        name: &'static str,
        /// The feature that it needs.
        needs: &'static str,
    },
}

impl Problem {
    /// The read of a slot of the state that was never written.
    pub(super) fn undefined(slot: Slot) -> Problem {
        match slot.checked_sub(slots::ADDRESS) {
            Some(component) => Problem::UndefinedAddress {
                component: component as u8,
            },
            None => Problem::Undefined {
                register: (slot / 4) as u8,
                component: (slot % 4) as u8,
            },
        }
    }

    /// The violated rule.
    pub fn rule(&self) -> &'static Rule {
        match self {
            Problem::Undefined { .. } | Problem::UndefinedAddress { .. } => {
                &rules::REGISTERS_ARE_WRITTEN_FIRST
            }
            Problem::BeyondTemps { .. } => &rules::TEMPS_ARE_ENOUGH,
            Problem::UniformConflict { .. } => &rules::ONE_UNIFORM,
            Problem::UniformBeyond { .. } => &rules::UNIFORMS_ARE_LOADED,
            Problem::BranchOutside { .. } => &rules::BRANCHES_STAY_INSIDE,
            Problem::Range { .. } => &rules::PROGRAM_IS_LOADED,
            Problem::Endless => &rules::PROGRAMS_END,
            Problem::CallTooDeep { .. } => &rules::CALLS_ARE_NOT_TOO_DEEP,
            Problem::ReturnWithoutCall => &rules::RETURNS_HAVE_CALLS,
            Problem::KillInVertexShader => &rules::KILL_IN_PIXEL_SHADERS,
            Problem::TooLong { .. } => &rules::PROGRAMS_FIT,
            Problem::NotLoaded { .. } => &rules::PROGRAM_IS_LOADED,
            Problem::Truncated { .. } => &rules::LENGTH,
            Problem::UniformNotLoaded { .. } => &rules::UNIFORMS_ARE_LOADED,
            Problem::OperandMissing { .. } | Problem::OperandUnused { .. } => &rules::OPERANDS,
            Problem::NoSuchOperation { .. } => &rules::OPERATIONS_ARE_THERE,
        }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = |c: &u8| ["x", "y", "z", "w"][usize::from(c & 3)];
        match self {
            Problem::Undefined {
                register,
                component,
            } => write!(
                f,
                "read of uninitialised register t{register}.{}",
                letter(component)
            ),
            Problem::UndefinedAddress { component } => {
                write!(f, "read of uninitialised register a0.{}", letter(component))
            }
            Problem::BeyondTemps { register, temps } => write!(
                f,
                "t{register} is used, but the thread has {temps} temporary registers"
            ),
            Problem::UniformConflict { read, lost } => write!(
                f,
                "u{lost} and u{read} in one instruction: all uniform sources read u{read}"
            ),
            Problem::UniformBeyond { index, loaded } => {
                write!(f, "u{index} is read, but the shader has {loaded} uniforms")
            }
            Problem::BranchOutside { target, end } => {
                write!(
                    f,
                    "branch to instruction {target}, but the program ends at {end}"
                )
            }
            Problem::Range { start, end, loaded } => write!(
                f,
                "the program is instructions {start} to {end}, but only {loaded} exist"
            ),
            Problem::Endless => {
                f.write_str("instruction limit reached before the end of the program")
            }
            Problem::CallTooDeep { depth } => {
                write!(f, "calls are nested deeper than {depth}")
            }
            Problem::ReturnWithoutCall => f.write_str("a return without a call"),
            Problem::KillInVertexShader => f.write_str("TEXKILL in a vertex shader"),
            Problem::TooLong { length, most } => {
                write!(
                    f,
                    "the program has {length} instructions, but only {most} fit"
                )
            }
            Problem::NotLoaded { end } => write!(
                f,
                "the program ends at instruction {end}, but this instruction was never loaded"
            ),
            Problem::Truncated { end, loaded } => write!(
                f,
                "{loaded} instructions were loaded, but the program ends at {end}"
            ),
            Problem::UniformNotLoaded { index } => {
                write!(f, "u{index} is read, but was never loaded")
            }
            Problem::OperandMissing { name, source } => {
                write!(f, "{name} reads src{source}, which has no operand")
            }
            Problem::OperandUnused { name, source } => {
                write!(
                    f,
                    "the operand in src{source} is ignored: {name} does not read it"
                )
            }
            Problem::NoSuchOperation { name, needs } => {
                write!(f, "{name} needs a chip with {needs}")
            }
        }
    }
}

/// A problem, and the instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Note {
    /// Index of the instruction.
    pub ip: u32,
    /// The problem.
    pub problem: Problem,
}

impl Note {
    /// A note.
    pub fn new(problem: Problem, ip: u32) -> Note {
        Note { ip, problem }
    }

    /// Its location in the shader at `shader`, whose code is at byte `code` of
    /// memory or of the state.
    pub fn location(&self, shader: &Location, code: u64) -> Location {
        let bytes = u64::from(self.ip) * INSTRUCTION_BYTES;
        shader.inside(Frame::Instruction(self.ip, code.wrapping_add(bytes)))
    }
}

/// The largest number of distinct notes that a run keeps; further ones are only
/// counted.
const MAX_NOTES: usize = 256;

/// Notes of a run in the order of first occurrence: for each rule the first case at
/// each instruction, and the number of cases.
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

    /// Appends the notes of another run.
    pub fn append(&mut self, other: &Notes) {
        for (note, count) in &other.found {
            self.add(*note);
            if let Some(f) = self.found.iter_mut().find(|f| f.0 == *note) {
                f.1 += count - 1;
            }
        }
        for (what, ip, count) in &other.missing {
            self.missing(what, *ip);
            if let Some(m) = self.missing.iter_mut().find(|m| m.0 == *what) {
                m.2 += count - 1;
            }
        }
        self.dropped += other.dropped;
    }

    /// Adds a use of an unimplemented feature at an instruction.
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

    /// Unimplemented features, the first instruction that used each, and the number
    /// of uses.
    pub fn unimplemented(&self) -> &[(&'static str, u32, u64)] {
        &self.missing
    }

    /// The number of problems that were not kept.
    pub fn dropped(&self) -> u64 {
        self.dropped
    }
}
