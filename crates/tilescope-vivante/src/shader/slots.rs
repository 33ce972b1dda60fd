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
/// Slots that live for one instruction.
pub const SCRATCHES: u16 = 43;
/// The largest number of slots of a program, with those of constants: uniforms and
/// words, with their modifiers applied.
pub const COUNT: usize = 1024;

/// The slot of a component of a temporary register.
pub const fn temp(reg: u16, component: u8) -> u16 {
    (reg % TEMPS) * COMPONENTS + (component & 3) as u16
}
