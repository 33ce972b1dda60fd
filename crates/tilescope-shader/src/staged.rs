//! Translation of instructions that all read the slots before any of them writes.

use crate::build::BlockBuilder;
use crate::isa::Isa;
use crate::op::{Slot, UnitOp};
use std::ops::Range;

/// A value during translation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operand {
    /// The content of a slot.
    Slot(Slot),
    /// A word that is the same in all lanes.
    Word(u32),
}

impl Operand {
    /// The words of up to four operands, if all of them are known; the rest is 0.
    pub fn words(operands: &[Operand]) -> Option<[u32; 4]> {
        let mut words = [0; 4];
        for (word, operand) in words.iter_mut().zip(operands) {
            match operand {
                Operand::Word(known) => *word = *known,
                Operand::Slot(_) => return None,
            }
        }
        Some(words)
    }
}

/// The operations of a stage: instructions that read the slots as they are before any of them
/// writes. `V` are the values of the instruction set.
#[derive(Debug)]
pub struct Staged<V> {
    /// The value that copies.
    copy: V,
    /// Slots that live until the stage ends, and those of values of a component.
    results: Range<Slot>,
    values: Range<Slot>,
    ops: Vec<(V, Slot, [Slot; 4])>,
    /// Slots that receive a value of another slot and of their content.
    writes: Vec<(V, Slot, Slot)>,
    /// Numbers of results and of values that are used.
    used: [u16; 2],
}

/// A slot of a range, of which so many are used.
fn take(range: &Range<Slot>, used: &mut u16) -> Slot {
    debug_assert!(*used < range.len() as u16, "too many slots of a stage");
    let slot = range.start + *used % (range.len() as u16).max(1);
    *used += 1;
    slot
}

impl<V: Copy + PartialEq> Staged<V> {
    /// An empty stage. `results` are slots that live until it ends, `values` slots for the
    /// values of a component.
    pub fn new(copy: V, results: Range<Slot>, values: Range<Slot>) -> Staged<V> {
        Staged {
            copy,
            results,
            values,
            ops: Vec::new(),
            writes: Vec::new(),
            used: [0; 2],
        }
    }

    /// A value of up to four slots, at least one, for the current component.
    pub fn value<const N: usize>(&mut self, v: V, s: [Slot; N]) -> Slot {
        let d = take(&self.values, &mut self.used[1]);
        let s = std::array::from_fn(|i| s[i.min(N - 1)]);
        self.ops.push((v, d, s));
        d
    }

    /// The values of the next component may take the place of the last one's.
    pub fn next_component(&mut self) {
        self.used[1] = 0;
    }

    /// A slot that lives until the stage ends.
    pub fn result(&mut self) -> Slot {
        take(&self.results, &mut self.used[0])
    }

    /// The content of a slot, in one that lives until the stage ends.
    pub fn hold(&mut self, slot: Slot) -> Slot {
        let result = self.result();
        match self.ops.last_mut() {
            Some((_, d, _)) if *d == slot && self.values.contains(&slot) => *d = result,
            _ => self.ops.push((self.copy, result, [slot; 4])),
        }
        result
    }

    /// Writes a value of a held slot and of the content of `to` when the stage ends.
    pub fn write(&mut self, v: V, to: Slot, from: Slot) {
        self.writes.push((v, to, from));
    }

    /// An access, after what was computed so far.
    pub fn unit<I: Isa<Value = V>>(&mut self, b: &mut BlockBuilder<'_, I>, unit: UnitOp<I::Unit>) {
        for (v, d, s) in self.ops.drain(..) {
            b.value(v, d, s);
        }
        b.unit(unit);
    }

    /// Ends the stage. Values are computed in place where no operation after them reads the
    /// slot. The results of the next stage have slots of their own, so that none is overwritten.
    pub fn end<I: Isa<Value = V>>(&mut self, b: &mut BlockBuilder<'_, I>) {
        let (mut ops, mut writes) = (
            std::mem::take(&mut self.ops),
            std::mem::take(&mut self.writes),
        );
        self.used[1] = 0;
        let mut i = 0;
        while let Some(&(v, to, from)) = writes.get(i) {
            let others = writes.iter().filter(|write| write.1 == to).count() > 1;
            let at = ops.iter().position(|(_, d, _)| *d == from);
            match at.filter(|_| v == self.copy && !others) {
                Some(at) if !ops[at + 1..].iter().any(|(_, _, s)| s.contains(&to)) => {
                    ops[at].1 = to;
                    writes.remove(i);
                }
                _ => i += 1,
            }
        }
        for (v, d, s) in ops {
            // A copy of a slot to itself.
            if v != self.copy || d != s[0] {
                b.value(v, d, s);
            }
        }
        for (v, to, from) in writes {
            b.value(v, to, [from, to, to, to]);
        }
    }
}
