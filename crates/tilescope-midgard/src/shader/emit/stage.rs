//! Operations of a stage: all its instructions read the registers as they are before any
//! of them writes.

use super::Lowering;
use crate::shader::access::{Around, Datapath, Values};
use crate::shader::compute;
use crate::shader::note::{Note, Problem};
use crate::shader::op::{Code, Constant};
use crate::shader::quirks::ShaderQuirks;
use crate::shader::slots::{self, Register};
use crate::shader::unit::{Request, Unit};
use tilescope_shader::{Operand, Slot, Staged};

/// Slots of results of a bundle, of those that live for one bundle.
const RESULTS: u16 = 96;

/// A stage without instructions.
pub(super) fn stage() -> Staged<Code> {
    let first = slots::STATE + slots::SPILLS;
    let values = first + RESULTS;
    Staged::new(Code::Mov, first..values, values..first + slots::TEMPS)
}

impl Values for Lowering<'_, '_, '_> {
    type Value = Operand;

    fn word(word: u32) -> Operand {
        Operand::Word(word)
    }

    /// The value is computed now if all operands are known.
    fn apply<const N: usize>(&mut self, code: Code, operands: [Operand; N]) -> Operand {
        if let Some(words) = Operand::words(&operands) {
            return Operand::Word(compute::word(self.emit.q, code, words));
        }
        let slots = operands.map(|operand| self.operand(operand));
        Operand::Slot(self.pending.value(code, slots))
    }

    fn missing(&mut self, what: &'static str) {
        self.unit(Request::Missing(what).into());
    }
}

impl Datapath for Lowering<'_, '_, '_> {
    type Held = Slot;

    fn around(&self) -> Around<'_> {
        Around {
            code: self.emit.code,
            place: self.place,
        }
    }

    fn quirks(&self) -> &ShaderQuirks {
        self.emit.q
    }

    fn read(&mut self, slot: Slot) -> Operand {
        Operand::Slot(slot)
    }

    fn uniform(&mut self, index: u8, component: u8) -> Operand {
        Operand::Slot(self.b.constant(Constant::Uniform { index, component }))
    }

    fn hold(&mut self, value: Operand) -> Slot {
        match value {
            Operand::Slot(slot) => self.pending.hold(slot),
            Operand::Word(_) => self.operand(value),
        }
    }

    fn held(held: Slot) -> Operand {
        Operand::Slot(held)
    }

    fn kept(&mut self, value: Operand) -> Operand {
        match value {
            Operand::Slot(_) => Operand::Slot(self.hold(value)),
            Operand::Word(_) => value,
        }
    }

    fn next_component(&mut self) {
        self.pending.next_component();
    }

    fn temporary(&mut self) -> Slot {
        self.pending.result()
    }

    /// Both instructions of a load/store bundle read registers before either writes them:
    /// what the second could read is written later.
    fn target(&mut self, slot: Slot) -> Slot {
        let first = Register::LoadStore(0).slot(0);
        if !self.defers || !(first..first + 8).contains(&slot) {
            return slot;
        }
        let to = self.temporary();
        self.later.push((to, slot));
        to
    }

    fn write_part(&mut self, code: Code, to: Slot, value: Operand) {
        let from = self.hold(value);
        self.pending.write(code, to, from);
    }

    fn neighbours(&mut self) {
        self.b.refresh();
    }

    /// An access, after what was computed so far.
    fn unit(&mut self, unit: Unit) {
        self.pending.unit(self.b, unit.access());
    }

    fn note(&mut self, problem: Problem) {
        let note = Note {
            ip: self.ip,
            address: self.place.address,
            problem,
        };
        if !self.emit.notes.contains(&note) {
            self.emit.notes.push(note);
        }
    }

    fn operand(&mut self, value: Operand) -> Slot {
        match value {
            Operand::Slot(slot) => slot,
            Operand::Word(word) => self.b.constant(Constant::Word(word)),
        }
    }
}
