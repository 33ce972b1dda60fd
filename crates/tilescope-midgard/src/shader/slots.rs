//! Storage of a group: a slot is one component of a register, for all lanes.

use super::quirks::TextureRegisters;

/// Components of a register.
const COMPONENTS: u16 = 4;

/// Registers that are state of a thread, in the order of their slots.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Register {
    /// A work register, 0 to 23. Those from 16 on exist only as uniforms.
    Work(u8),
    /// Pipeline registers r24 and r25, 0 or 1.
    Pipeline(u8),
    /// Load/store registers r26 and r27, 0 or 1.
    LoadStore(u8),
    /// Texture coordinates r28 and r29, 0 or 1.
    Coordinate(u8),
    /// Texture results r28 and r29, 0 or 1.
    Texel(u8),
    /// r30, of unknown meaning.
    Other,
    /// r31 as a destination: conditions.
    Condition,
    /// Program counter (xy, as it is not kept here, 0) and stack pointer (zw).
    Stack,
    /// Thread (xy) and workgroup (zw) storage.
    Storage,
    /// Invocation in its workgroup.
    LocalId,
    /// Workgroup.
    GroupId,
    /// Invocation.
    GlobalId,
}

impl Register {
    fn number(self) -> u16 {
        match self {
            Register::Work(n) => u16::from(n) % 24,
            Register::Pipeline(n) => 24 + u16::from(n & 1),
            Register::LoadStore(n) => 26 + u16::from(n & 1),
            Register::Coordinate(n) => 28 + u16::from(n & 1),
            Register::Texel(n) => 30 + u16::from(n & 1),
            Register::Other => 32,
            Register::Condition => 33,
            Register::Stack => 34,
            Register::Storage => 35,
            Register::LocalId => 36,
            Register::GroupId => 37,
            Register::GlobalId => 38,
        }
    }

    /// The slot of a component, 0 to 3.
    pub fn slot(self, component: u8) -> u16 {
        self.number() * COMPONENTS + u16::from(component & 3)
    }

    /// The same register on a chip where these are shared.
    pub fn on(self, texture: TextureRegisters) -> Register {
        match (texture, self) {
            (TextureRegisters::Shared, Register::Coordinate(n)) => Register::LoadStore(n),
            (TextureRegisters::Shared, Register::Texel(n)) => Register::Work(n),
            (_, register) => register,
        }
    }
}

/// Slots that belong to the thread.
pub const STATE: u16 = 39 * COMPONENTS;
/// Slots for constants beyond those that have a slot.
pub const SPILLS: u16 = 224;
/// Slots that live for one bundle, besides.
pub const TEMPS: u16 = 192;
/// The largest number of slots of a program, with those of constants.
pub const COUNT: usize = 1024;

/// The name of the register of a slot, and the component.
pub fn name(slot: u16) -> (&'static str, u8) {
    const SHORT: [&str; 34] = [
        "R0", "R1", "R2", "R3", "R4", "R5", "R6", "R7", "R8", "R9", "R10", "R11", "R12", "R13",
        "R14", "R15", "R16", "R17", "R18", "R19", "R20", "R21", "R22", "R23", "TMP0", "TMP1",
        "AL0", "AL1", "AT0", "AT1", "TA0", "TA1", "R30", "R31",
    ];
    const LONG: [&str; 5] = [
        "PC_SP",
        "LOCAL_STORAGE_PTR",
        "LOCAL_THREAD_ID",
        "GROUP_ID",
        "GLOBAL_THREAD_ID",
    ];
    let mut names = SHORT.iter().chain(&LONG);
    let name = names.nth(usize::from(slot / COMPONENTS)).copied();
    (name.unwrap_or("scratch"), (slot % COMPONENTS) as u8)
}
