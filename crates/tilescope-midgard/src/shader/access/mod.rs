//! Load/store and texture instructions, and branches: the accesses that they are, the values
//! that these read, and the registers that receive the results.
//!
//! Instructions are described once, over a [`Datapath`]: lowering makes operations of what
//! they do, and the reference does it at once.

mod branch;
mod fields;
mod ldst;
mod texture;

use super::code::{Bundles, Place};
use super::note::Problem;
use super::op::Code;
use super::quirks::ShaderQuirks;
use super::slots::Register;
use super::unit::Unit;
use tilescope_shader::Slot;

pub(super) use branch::branch;
pub(super) use fields::components;
pub(super) use ldst::load_store;
pub(super) use texture::{clamp, lookup_mode, texture};

/// The program and the bundle that an instruction is in.
#[derive(Clone, Copy)]
pub(super) struct Around<'p> {
    pub code: &'p Bundles,
    pub place: &'p Place,
}

/// Values of the lanes that execute an instruction.
pub(super) trait Values {
    /// A word of each lane.
    type Value: Copy;

    /// A word that is the same in all lanes.
    fn word(word: u32) -> Self::Value;

    /// The value of a code.
    fn apply<const N: usize>(&mut self, code: Code, operands: [Self::Value; N]) -> Self::Value;

    /// Reports behaviour that is not implemented.
    fn missing(&mut self, what: &'static str);
}

/// The registers of the lanes that execute an instruction.
///
/// All registers are read before any is written, but for those that a unit fills.
pub(super) trait Datapath: Values {
    /// A value that an access reads.
    type Held: Copy;

    fn around(&self) -> Around<'_>;

    fn quirks(&self) -> &ShaderQuirks;

    /// The value of a slot.
    fn read(&mut self, slot: Slot) -> Self::Value;

    /// A component of a uniform register, counted from r23 downward.
    fn uniform(&mut self, index: u8, component: u8) -> Self::Value;

    /// A component of r31 as a condition.
    fn condition(&mut self, component: u8) -> Self::Value {
        self.read(Register::Condition.slot(component))
    }

    /// A value for an access that follows at once.
    fn operand(&mut self, value: Self::Value) -> Self::Held;

    /// A value that outlives those of its component.
    fn hold(&mut self, value: Self::Value) -> Self::Held;

    /// A value that is held.
    fn held(held: Self::Held) -> Self::Value;

    /// A value that several components use.
    fn kept(&mut self, value: Self::Value) -> Self::Value {
        value
    }

    /// The values of the next component may take the place of the last one's.
    fn next_component(&mut self) {}

    /// A slot for the result of an access.
    fn temporary(&mut self) -> Slot;

    /// The slot in which an access puts what is for this slot.
    fn target(&mut self, slot: Slot) -> Slot {
        slot
    }

    /// Writes a slot.
    fn write(&mut self, to: Slot, value: Self::Value) {
        self.write_part(Code::Mov, to, value);
    }

    /// Writes a part of a slot: a code of the value and the content.
    fn write_part(&mut self, code: Code, to: Slot, value: Self::Value);

    /// Lanes at other instructions take part in what follows, for their neighbours.
    fn neighbours(&mut self) {}

    fn unit(&mut self, unit: Unit<Self::Held>);

    fn note(&mut self, problem: Problem);

    /// The slot of word `word` of a register that a unit writes, if there is one.
    fn written(&mut self, register: u8, word: u8) -> Option<Slot> {
        match self.around().code.file.destination(register) {
            Ok(to) => {
                self.used(to);
                Some(to.slot(word))
            }
            Err(problem) => {
                self.note(problem);
                None
            }
        }
    }

    /// Reports a work register that the program does not have.
    fn used(&mut self, register: Register) {
        if let Err(problem) = self.around().code.file.has(register) {
            self.note(problem);
        }
    }

    /// Word `word` of a register as the load/store unit reads it, by its number there.
    fn loaded(&mut self, register: u8, word: u8) -> Self::Value {
        let word = word & 3;
        let register = match register & 7 {
            n @ (0 | 1) => Register::LoadStore(n),
            2 if word < 2 => {
                return Self::word((self.around().place.after() >> (32 * word)) as u32);
            }
            2 => Register::Stack,
            3 => Register::Storage,
            4 => Register::LocalId,
            5 => Register::GroupId,
            6 => Register::GlobalId,
            _ => return Self::word(0),
        };
        self.read(register.slot(word))
    }
}
