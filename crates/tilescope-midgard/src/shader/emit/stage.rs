//! Operations of a stage: all its instructions read the registers as they are before any
//! of them writes.

use super::{Lowering, Operand};
use crate::shader::compute;
use crate::shader::op::Code;
use crate::shader::slots;
use tilescope_shader::Slot;

/// Slots that results have until the stage ends.
const RESULTS: u16 = 96;
const FIRST: u16 = slots::STATE + slots::SPILLS;

/// A result of a stage.
#[derive(Clone, Copy, Debug)]
enum Write {
    /// A whole slot becomes the value in another.
    Whole { to: Slot, from: Slot },
    /// A part of a slot becomes a value.
    Part { code: Code, to: Slot, from: Slot },
}

/// Operations and results of a stage under translation.
#[derive(Debug, Default)]
pub(super) struct Pending {
    ops: Vec<(Code, Slot, [Slot; 4])>,
    writes: Vec<Write>,
    results: u16,
    temps: u16,
}

impl Lowering<'_, '_, '_> {
    /// A slot that lives for one component.
    fn temp(&mut self) -> Slot {
        let n = self.pending.temps;
        self.pending.temps += 1;
        debug_assert!(n < slots::TEMPS - RESULTS, "too many values of a component");
        FIRST + RESULTS + n % (slots::TEMPS - RESULTS)
    }

    /// A slot that lives for the bundle, outside stages.
    pub(super) fn b_scratch(&mut self) -> Slot {
        self.result()
    }

    fn result(&mut self) -> Slot {
        let n = self.pending.results;
        self.pending.results += 1;
        debug_assert!(n < RESULTS, "too many results of a bundle");
        FIRST + n % RESULTS
    }

    /// The values of the next component may use the slots of the last one's.
    pub(super) fn next_component(&mut self) {
        self.pending.temps = 0;
    }

    /// A code of operands, computed now if all of them are known.
    pub(super) fn apply<const N: usize>(&mut self, code: Code, operands: [Operand; N]) -> Operand {
        let mut words = [0; 4];
        let mut known = true;
        for (word, operand) in words.iter_mut().zip(operands) {
            match operand {
                Operand::Word(w) => *word = w,
                Operand::Slot(_) => known = false,
            }
        }
        if known {
            let word = compute::word(self.emit.q, code, words);
            return Operand::Word(compute::word(self.emit.q, canonical(code), [word; 4]));
        }
        let mut s = [0; 4];
        for i in 0..4 {
            s[i] = match operands.get(i) {
                Some(operand) => self.slot(*operand),
                None => s[i.saturating_sub(1)],
            };
        }
        let d = self.temp();
        self.pending.ops.push((code, d, s));
        Operand::Slot(d)
    }

    /// A slot with a value that lives until the stage ends.
    pub(super) fn kept(&mut self, value: Operand) -> Slot {
        let result = self.result();
        if let (Operand::Slot(slot), Some(last)) = (value, self.pending.ops.last_mut())
            && last.1 == slot
            && slot >= FIRST + RESULTS
        {
            last.1 = result;
            return result;
        }
        let from = self.slot(value);
        self.pending.ops.push((Code::Mov, result, [from; 4]));
        result
    }

    /// The stage writes a value to a slot.
    pub(super) fn write(&mut self, to: Slot, value: Operand) {
        let from = self.kept(value);
        self.pending.writes.push(Write::Whole { to, from });
    }

    /// The stage writes a value to a part of a slot: a code of the value and the slot's
    /// content.
    pub(super) fn write_part(&mut self, code: Code, to: Slot, value: Operand) {
        let from = self.kept(value);
        self.pending.writes.push(Write::Part { code, to, from });
    }

    /// Computes values; the stage writes them when it ends.
    pub(super) fn compute(&mut self) {
        for (code, d, s) in std::mem::take(&mut self.pending.ops) {
            self.b.value(code, d, s);
        }
    }

    /// Ends a stage. Values are computed in place where no operation after them reads
    /// the slot.
    pub(super) fn flush(&mut self) {
        let pending = std::mem::take(&mut self.pending);
        let Pending {
            mut ops,
            writes,
            results,
            ..
        } = pending;
        // Results of both stages have slots of their own, so that none is overwritten.
        self.pending.results = results;
        let mut moved = Vec::new();
        for (i, write) in writes.iter().enumerate() {
            let Write::Whole { to, from } = *write else {
                continue;
            };
            let others = writes.iter().enumerate().any(|(j, other)| {
                let (Write::Whole { to: t, .. } | Write::Part { to: t, .. }) = other;
                i != j && *t == to
            });
            let Some(at) = ops.iter().position(|(_, d, _)| *d == from) else {
                continue;
            };
            let read = ops[at + 1..].iter().any(|(_, _, s)| s.contains(&to));
            if !others && !read {
                ops[at].1 = to;
                moved.push(i);
            }
        }
        for (code, d, s) in ops {
            // A move of a register to itself.
            if code != Code::Mov || d != s[0] {
                self.b.value(code, d, s);
            }
        }
        for (i, write) in writes.into_iter().enumerate() {
            match write {
                Write::Whole { .. } if moved.contains(&i) => {}
                Write::Whole { to, from } => self.b.value(Code::Mov, to, [from; 4]),
                Write::Part { code, to, from } => self.b.value(code, to, [from, to, to, to]),
            }
        }
    }
}

/// The code that makes the NaN of a float result the chip's own.
fn canonical(code: Code) -> Code {
    match code {
        Code::Add | Code::Mul | Code::Div | Code::NarrowFloat => Code::Canonical,
        _ => Code::Mov,
    }
}
