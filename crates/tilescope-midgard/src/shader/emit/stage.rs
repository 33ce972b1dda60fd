//! Operations of a stage: all its instructions read the registers as they are before any
//! of them writes.

use super::{Lowering, Operand};
use crate::shader::access::{Around, Datapath, Values};
use crate::shader::compute;
use crate::shader::note::{Note, Problem};
use crate::shader::op::{Code, Constant};
use crate::shader::slots::{self, Register};
use crate::shader::unit::{Request, Unit};
use tilescope_shader::Slot;

/// Slots that results have until the stage ends.
const RESULTS: u16 = 96;
const FIRST: u16 = slots::STATE + slots::SPILLS;

/// Operations and results of a stage under translation.
#[derive(Debug, Default)]
pub(super) struct Pending {
    ops: Vec<(Code, Slot, [Slot; 4])>,
    /// Slots that receive a code of the value in another slot, and of their content.
    writes: Vec<(Code, Slot, Slot)>,
    results: u16,
    temps: u16,
}

impl Values for Lowering<'_, '_, '_> {
    type Value = Operand;

    fn word(word: u32) -> Operand {
        Operand::Word(word)
    }

    /// The value is computed now if all operands are known.
    fn apply<const N: usize>(&mut self, code: Code, operands: [Operand; N]) -> Operand {
        let mut words = [0; 4];
        let mut known = true;
        for (word, operand) in words.iter_mut().zip(operands) {
            match operand {
                Operand::Word(w) => *word = w,
                Operand::Slot(_) => known = false,
            }
        }
        if known {
            return Operand::Word(compute::word(self.emit.q, code, words));
        }
        let mut s = [0; 4];
        for i in 0..4 {
            s[i] = match operands.get(i) {
                Some(operand) => self.operand(*operand),
                None => s[i.saturating_sub(1)],
            };
        }
        let n = self.pending.temps;
        self.pending.temps += 1;
        debug_assert!(n < slots::TEMPS - RESULTS, "too many values of a component");
        let d = FIRST + RESULTS + n % (slots::TEMPS - RESULTS);
        self.pending.ops.push((code, d, s));
        Operand::Slot(d)
    }

    fn missing(&mut self, what: &'static str) {
        self.unit(Request::Missing(what).into());
    }
}

impl Datapath for Lowering<'_, '_, '_> {
    type Held = Slot;

    fn around(&self) -> Around<'_> {
        Around {
            file: self.emit.file,
            stage: self.emit.stage,
            place: self.place,
        }
    }

    fn read(&mut self, slot: Slot) -> Operand {
        Operand::Slot(slot)
    }

    fn hold(&mut self, value: Operand) -> Slot {
        let Operand::Slot(slot) = value else {
            return self.operand(value);
        };
        let result = self.temporary();
        match self.pending.ops.last_mut() {
            Some((_, d, _)) if *d == slot && slot >= FIRST + RESULTS => *d = result,
            _ => self.pending.ops.push((Code::Mov, result, [slot; 4])),
        }
        result
    }

    fn held(held: Slot) -> Operand {
        Operand::Slot(held)
    }

    fn next_component(&mut self) {
        self.pending.temps = 0;
    }

    fn temporary(&mut self) -> Slot {
        let n = self.pending.results;
        self.pending.results += 1;
        debug_assert!(n < RESULTS, "too many results of a bundle");
        FIRST + n % RESULTS
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
        self.pending.writes.push((code, to, from));
    }

    fn neighbours(&mut self) {
        self.b.refresh();
    }

    /// An access, after what was computed so far.
    fn unit(&mut self, unit: Unit) {
        for (code, d, s) in std::mem::take(&mut self.pending.ops) {
            self.b.value(code, d, s);
        }
        self.b.unit(unit.access());
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
            Operand::Word(word) => self.constant(Constant::Word(word)),
        }
    }
}

impl Lowering<'_, '_, '_> {
    /// Ends a stage. Values are computed in place where no operation after them reads
    /// the slot.
    pub(super) fn flush(&mut self) {
        let Pending {
            mut ops,
            mut writes,
            results,
            ..
        } = std::mem::take(&mut self.pending);
        // Results of both stages have slots of their own, so that none is overwritten.
        self.pending.results = results;
        let mut i = 0;
        while let Some(&(code, to, from)) = writes.get(i) {
            let others = writes.iter().filter(|write| write.1 == to).count() > 1;
            let at = ops.iter().position(|(_, d, _)| *d == from);
            match at.filter(|_| code == Code::Mov && !others) {
                Some(at) if !ops[at + 1..].iter().any(|(_, _, s)| s.contains(&to)) => {
                    ops[at].1 = to;
                    writes.remove(i);
                }
                _ => i += 1,
            }
        }
        for (code, d, s) in ops {
            // A move of a register to itself.
            if code != Code::Mov || d != s[0] {
                self.b.value(code, d, s);
            }
        }
        for (code, to, from) in writes {
            self.b.value(code, to, [from, to, to, to]);
        }
    }
}
