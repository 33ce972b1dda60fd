//! Slots of a program in registers of the host.

use crate::builder::{Builder, Value};
use std::collections::BTreeMap;
use tilescope_exec::Exec;
use tilescope_shader::{Isa, LoopSlot, Program, Slot};

/// A slot as the group numbers it.
pub(crate) fn number<I: Isa>(slot: Slot) -> Slot {
    slot & (I::SLOTS - 1) as Slot
}

/// A register of a group that is for loops.
pub(crate) fn of_loop<I: Isa>(slot: LoopSlot) -> Slot {
    (I::SLOTS + slot.number()) as Slot
}

/// Slots whose value is in registers of the host.
#[derive(Default)]
pub(crate) struct Slots {
    known: BTreeMap<Slot, (Value, Place)>,
}

/// The place of a slot's value.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    /// Also in memory.
    Memory,
    /// Only in registers.
    Registers,
}

impl Slots {
    pub fn read(&mut self, b: &mut Builder<'_>, slot: Slot) -> Value {
        let load = || (b.load(slot), Place::Memory);
        self.known.entry(slot).or_insert_with(load).0
    }

    /// A value of slots.
    pub fn value<I: Isa>(
        &mut self,
        b: &mut Builder<'_>,
        p: &Program<I>,
        v: I::Value,
        s: [Slot; 4],
    ) -> Value {
        let read = usize::from(I::shape(v).operands);
        let mut operands = [b.splat(0); 4];
        for (operand, slot) in operands.iter_mut().zip(s).take(read) {
            *operand = self.read(b, number::<I>(slot));
        }
        I::value(b, p.quirks(), v, operands)
    }

    pub fn write(&mut self, slot: Slot, value: Value) {
        self.known.insert(slot, (value, Place::Registers));
    }

    /// Stores the slots that were written and are of use.
    pub fn store(self, b: &mut Builder<'_>, of_use: impl Fn(Slot) -> bool) {
        for (slot, (value, place)) in self.known {
            if place == Place::Registers && of_use(slot) {
                b.store(slot, value);
            }
        }
    }
}
