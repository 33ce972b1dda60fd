//! A decoded instruction, in closed enums.

use super::format::Place;
use super::modes::{Cond, Rounding, Thread, Type};
use super::operand::{Dst, Sampler, Src};
use super::ops::Opcode;
use super::word::Inst;

/// A decoded instruction. [`super::decode`] and [`super::encode`] are inverses for
/// every 128-bit word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decoded {
    /// The operation.
    pub op: Opcode,
    /// The condition of comparisons, selects, branches and kills.
    pub cond: Cond,
    /// Whether the result is clamped to [0, 1].
    pub saturate: bool,
    /// The type of the components.
    pub ty: Type,
    /// The destination.
    pub dst: Dst,
    /// The three sources.
    pub src: [Src; 3],
    /// The fields specific to the kind of instruction.
    pub modes: Modes,
    /// The bits of the word that the other fields do not represent: bits without
    /// meaning for the operation, and fields with a [reserved](Self::reserved)
    /// value. Drivers emit zeros except in ignored bits.
    pub rest: Inst,
    /// A field with a reserved value, decoded as 0. Such instructions are not
    /// executed.
    pub reserved: Option<Place>,
}

/// Fields specific to a kind of instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Modes {
    /// Arithmetic.
    Alu(AluModes),
    /// Texture reads.
    Texture(Sampler),
    /// Memory accesses.
    Memory(MemoryModes),
    /// Branches and calls.
    Flow {
        /// Index of the target instruction, below 32768.
        target: u16,
    },
}

/// Fields of arithmetic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AluModes {
    /// The rounding mode.
    pub rounding: Rounding,
    /// Whether 16-bit results are packed. Always true on GC2000, whose
    /// instructions do not have the bit.
    pub pack: bool,
    /// The half of the 16-bit registers in dual-16 mode.
    pub thread: Thread,
    /// Whether the destination is in full precision, in dual-16 mode.
    pub full: bool,
    /// Whether helper pixels are skipped.
    pub skip_helpers: bool,
}

/// Fields of memory accesses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MemoryModes {
    /// The left shift of the offset src1, below 8.
    pub shift: u8,
    /// Whether the access is to work-group local memory.
    pub local: bool,
    /// Whether denormals are preserved.
    pub denorm: bool,
    /// Whether values are packed.
    pub pack: bool,
    /// Whether helper pixels are skipped.
    pub skip_helpers: bool,
}
