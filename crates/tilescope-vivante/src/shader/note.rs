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

impl tilescope_shader::Note for Note {
    fn repeats(&self, earlier: &Note) -> bool {
        self.ip == earlier.ip && std::ptr::eq(self.problem.rule(), earlier.problem.rule())
    }
}

/// Notes of the runs of a group.
pub type Notes = tilescope_shader::Notes<Note>;
