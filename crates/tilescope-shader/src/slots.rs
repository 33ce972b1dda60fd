//! Sets of slots.

use crate::op::Slot;

/// A set of slots below a fixed number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Slots(Box<[u64]>);

impl Slots {
    /// No slot of those below `count`.
    pub fn none(count: usize) -> Slots {
        Slots(vec![0; count.div_ceil(64)].into())
    }

    /// These slots of those below `count`.
    pub fn of(count: usize, slots: impl IntoIterator<Item = Slot>) -> Slots {
        let mut set = Slots::none(count);
        slots.into_iter().for_each(|slot| set.insert(slot));
        set
    }

    fn place(slot: Slot) -> (usize, u32) {
        (usize::from(slot) / 64, u32::from(slot) % 64)
    }

    /// Adds a slot.
    pub fn insert(&mut self, slot: Slot) {
        let (word, bit) = Self::place(slot);
        if let Some(word) = self.0.get_mut(word) {
            *word |= 1 << bit;
        }
    }

    /// Removes a slot, and returns whether it was in the set.
    pub fn remove(&mut self, slot: Slot) -> bool {
        let had = self.has(slot);
        let (word, bit) = Self::place(slot);
        if let Some(word) = self.0.get_mut(word) {
            *word &= !(1 << bit);
        }
        had
    }

    /// Whether a slot is in the set.
    pub fn has(&self, slot: Slot) -> bool {
        let (word, bit) = Self::place(slot);
        self.0.get(word).is_some_and(|word| word >> bit & 1 != 0)
    }

    /// Keeps the slots that are in the other set too. Returns whether that made a difference.
    pub fn intersect(&mut self, other: &Slots) -> bool {
        let mut changed = false;
        for (a, b) in self.0.iter_mut().zip(&other.0) {
            let old = *a;
            *a &= b;
            changed |= *a != old;
        }
        changed
    }

    /// Adds the slots of the other set. Returns whether that made a difference.
    pub fn unite(&mut self, other: &Slots) -> bool {
        let mut changed = false;
        for (a, b) in self.0.iter_mut().zip(&other.0) {
            let old = *a;
            *a |= b;
            changed |= *a != old;
        }
        changed
    }

    /// The slots, ascending.
    pub fn iter(&self) -> impl Iterator<Item = Slot> {
        (0u16..).zip(&self.0).flat_map(|(i, word)| {
            let bits = (0u16..64).filter(move |bit| word >> bit & 1 != 0);
            bits.map(move |bit| i * 64 + bit)
        })
    }
}
