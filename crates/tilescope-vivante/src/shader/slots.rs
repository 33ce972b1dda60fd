//! Storage of a group: a slot is one component of a register, for all lanes.

/// Components of a register.
const COMPONENTS: u16 = 4;
/// Temporary registers that an instruction can address.
pub const TEMPS: u16 = 128;
/// The first slot of the address register.
pub const ADDRESS: u16 = TEMPS * COMPONENTS;
/// i0.x: 1.0 for front faces, else 0.0.
pub const FRONT_FACING: u16 = ADDRESS + COMPONENTS;
/// Slots that belong to the thread: temporaries, address, front face.
pub const STATE: u16 = FRONT_FACING + 1;
/// The condition of a branch or kill: all ones or zero.
pub const CONDITION: u16 = STATE;
/// The first scratch slot; scratch slots live for one instruction.
pub const SCRATCH: u16 = 520;
/// The number of scratch slots.
pub const SCRATCHES: u16 = 40;
/// The first constant slot: uniforms and words, with their modifiers applied.
pub const CONSTANTS: u16 = SCRATCH + SCRATCHES;
/// The number of slots. A power of two, so that a mask bounds indices.
pub const COUNT: usize = 1024;

/// The slot of a component of a temporary register.
pub const fn temp(reg: u16, component: u8) -> u16 {
    (reg % TEMPS) * COMPONENTS + (component & 3) as u16
}

/// A set of slots.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slots([u64; COUNT / 64]);

impl Slots {
    /// No slot.
    pub const NONE: Slots = Slots([0; COUNT / 64]);

    /// All slots.
    pub const ALL: Slots = Slots([u64::MAX; COUNT / 64]);

    fn place(slot: u16) -> (usize, u32) {
        let slot = usize::from(slot) % COUNT;
        (slot / 64, (slot % 64) as u32)
    }

    /// Inserts a slot.
    pub fn insert(&mut self, slot: u16) {
        let (word, bit) = Self::place(slot);
        self.0[word] |= 1 << bit;
    }

    /// Removes a slot. Returns whether it was in the set.
    pub fn remove(&mut self, slot: u16) -> bool {
        let there = self.has(slot);
        let (word, bit) = Self::place(slot);
        self.0[word] &= !(1 << bit);
        there
    }

    /// Whether a slot is in the set.
    pub fn has(&self, slot: u16) -> bool {
        let (word, bit) = Self::place(slot);
        self.0[word] >> bit & 1 != 0
    }

    /// Keeps only slots that are also in `other`.
    pub fn intersect(&mut self, other: &Slots) {
        for (a, b) in self.0.iter_mut().zip(other.0) {
            *a &= b;
        }
    }

    /// Adds the slots of `other`.
    pub fn unite(&mut self, other: &Slots) {
        for (a, b) in self.0.iter_mut().zip(other.0) {
            *a |= b;
        }
    }

    /// The slots in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = u16> {
        (0..COUNT as u16).filter(|slot| self.has(*slot))
    }
}
