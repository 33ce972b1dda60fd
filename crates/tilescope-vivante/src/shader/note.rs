//! Problems of a program.

use super::slots;
use crate::rules::shader as rules;
use tilescope_shader::{Slot, letter, problems};

/// Bytes of an instruction.
const INSTRUCTION_BYTES: u64 = 16;

problems! {
    /// A problem of a program, with its parameters.
    pub enum Problem;
    /// Read of an uninitialised component of a temporary register.
    Undefined {
        /// Number of the register.
        register: u8,
        /// Its component.
        component: u8,
    } => rules::REGISTERS_ARE_WRITTEN_FIRST,
        "read of uninitialised register t{register}.{}", letter(*component);
    /// Read of an uninitialised component of the address register.
    UndefinedAddress {
        /// Its component.
        component: u8,
    } => rules::REGISTERS_ARE_WRITTEN_FIRST,
        "read of uninitialised register a0.{}", letter(*component);
    /// Use of a temporary register that the thread does not have.
    BeyondTemps {
        /// Number of the register; with an address it can be any.
        register: i64,
        /// `NUM_TEMPS`.
        temps: u16,
    } => rules::TEMPS_ARE_ENOUGH,
        "t{register} is used, but the thread has {temps} temporary registers";
    /// Several uniforms in an instruction; the hardware reads only one.
    UniformConflict {
        /// The one that all sources read.
        read: u16,
        /// One of the others.
        lost: u16,
    } => rules::ONE_UNIFORM,
        "u{lost} and u{read} in one instruction: all uniform sources read u{read}";
    /// Read of a uniform beyond those that the shader has.
    UniformBeyond {
        /// Number of the uniform.
        index: i64,
        /// The number of loaded uniforms.
        loaded: u32,
    } => rules::UNIFORMS_ARE_LOADED, "u{index} is read, but the shader has {loaded} uniforms";
    /// Control leaves the program.
    BranchOutside {
        /// The target instruction.
        target: u32,
        /// The instruction after the last.
        end: u32,
    } => rules::BRANCHES_STAY_INSIDE,
        "branch to instruction {target}, but the program ends at {end}";
    /// The program's range in the registers contains no code.
    Range {
        /// The first instruction.
        start: u32,
        /// The instruction after the last.
        end: u32,
        /// The number of loaded instructions.
        loaded: u32,
    } => rules::PROGRAM_IS_LOADED,
        "the program is instructions {start} to {end}, but only {loaded} exist";
    /// The program does not end.
    Endless => rules::PROGRAMS_END, "instruction limit reached before the end of the program";
    /// Calls are nested too deeply.
    CallTooDeep {
        /// The largest depth.
        depth: u8,
    } => rules::CALLS_ARE_NOT_TOO_DEEP, "calls are nested deeper than {depth}";
    /// A return without a call.
    ReturnWithoutCall => rules::RETURNS_HAVE_CALLS, "a return without a call";
    /// A vertex shader kills a fragment.
    KillInVertexShader => rules::KILL_IN_PIXEL_SHADERS, "TEXKILL in a vertex shader";
    /// The program does not fit in the instruction memory.
    TooLong {
        /// Its length in instructions.
        length: u32,
        /// The number of instructions that fit.
        most: u32,
    } => rules::PROGRAMS_FIT, "the program has {length} instructions, but only {most} fit";
    /// Instructions of the program were never loaded.
    NotLoaded {
        /// The instruction after the last of the program.
        end: u32,
    } => rules::PROGRAM_IS_LOADED,
        "the program ends at instruction {end}, but this instruction was never loaded";
    /// The code that was loaded continues after the end of the program.
    Truncated {
        /// The instruction after the last of the program.
        end: u32,
        /// The number of loaded instructions.
        loaded: u32,
    } => rules::LENGTH, "{loaded} instructions were loaded, but the program ends at {end}";
    /// Read of a uniform that was never written.
    UniformNotLoaded {
        /// Number of the uniform.
        index: u16,
    } => rules::UNIFORMS_ARE_LOADED, "u{index} is read, but was never loaded";
    /// A source that the operation reads has no operand.
    OperandMissing {
        /// The operation.
        name: &'static str,
        /// Number of the source.
        source: u8,
    } => rules::OPERANDS, "{name} reads src{source}, which has no operand";
    /// A source that the operation does not read has an operand.
    OperandUnused {
        /// The operation.
        name: &'static str,
        /// Number of the source.
        source: u8,
    } => rules::OPERANDS, "the operand in src{source} is ignored: {name} does not read it";
    /// The chip does not have the operation.
    NoSuchOperation {
        /// Its name.
        name: &'static str,
        /// The feature that it needs.
        needs: &'static str,
    } => rules::OPERATIONS_ARE_THERE, "{name} needs a chip with {needs}";
}

impl Problem {
    /// The problem at instruction `ip`.
    pub const fn at(self, ip: u32) -> Note {
        Note {
            ip,
            address: ip as u64 * INSTRUCTION_BYTES,
            problem: self,
        }
    }

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
}

/// A problem, and the instruction, by its address in the program.
pub type Note = tilescope_shader::Note<Problem>;

/// Notes of the runs of a group.
pub type Notes = tilescope_shader::Notes<Problem>;
