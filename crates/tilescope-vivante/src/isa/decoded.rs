//! A decoded instruction, in closed enums.

use super::format::Place;
use super::modes::{Cond, Rounding, Thread, Type};
use super::op::Opcode;
use super::operand::{Dst, Sampler, Src};
use super::word::Inst;

/// An instruction taken apart. [`super::decode`] and [`super::encode`] are inverse
/// to each other for every 128-bit word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decoded {
    /// What is done.
    pub op: Opcode,
    /// The condition of comparisons, choices, branches and kills.
    pub cond: Cond,
    /// Whether the result is clamped to 0 .. 1.
    pub saturate: bool,
    /// What the components are.
    pub ty: Type,
    /// Where the result goes.
    pub dst: Dst,
    /// The three sources.
    pub src: [Src; 3],
    /// What only some kinds of instructions have.
    pub modes: Modes,
    /// The bits of the word that differ from what the rest says: bits without
    /// meaning for the operation, and fields with a [reserved](Self::reserved)
    /// value. Zero in what drivers emit, but for ignored bits.
    pub rest: Inst,
    /// A field whose value nobody knows; the others are decoded as if it was 0.
    /// Executing such an instruction would be guessing.
    pub reserved: Option<Place>,
}

/// Fields that only some kinds of instructions have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Modes {
    /// Of arithmetic.
    Alu(AluModes),
    /// Of texture reads.
    Texture(Sampler),
    /// Of instructions that read or write memory.
    Memory(MemoryModes),
    /// Of branches and calls: the instruction to go to, below 32768.
    Flow {
        /// Index of the instruction.
        target: u16,
    },
}

/// Fields of arithmetic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AluModes {
    /// How the result is rounded.
    pub rounding: Rounding,
    /// Whether 16-bit results are packed. Always true on GC2000, whose
    /// instructions do not have the bit.
    pub pack: bool,
    /// Which half of the 16-bit registers.
    pub thread: Thread,
    /// Whether the destination is in full precision, in dual-16 mode.
    pub full: bool,
    /// Whether helper pixels are skipped.
    pub skip_helpers: bool,
}

/// Fields of instructions that read or write memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MemoryModes {
    /// By how many bits the offset src1 is shifted left, below 8.
    pub shift: u8,
    /// Whether the memory is that of the work group.
    pub local: bool,
    /// Whether denormal numbers are kept.
    pub denorm: bool,
    /// Whether values are packed.
    pub pack: bool,
    /// Whether helper pixels are skipped.
    pub skip_helpers: bool,
}
