//! The shader instruction set.
//!
//! ```text
//! word.rs format.rs              the 128-bit word and its fields
//! op.rs ops.rs                   operations: one row each
//! modes.rs                       rows of conditions, types, register groups, modes
//! operand.rs decoded.rs          decoded instructions, in closed enums
//! decode -> Decoded -> text      disassembler
//! parse -> Decoded -> encode     assembler; asm.rs does labels and directives
//! ```
//!
//! Decoder, disassembler, assembler and encoder read the same rows. Every word
//! has a text that assembles to the same word.

mod asm;
mod decode;
mod decoded;
mod disasm;
mod encode;
mod format;
mod modes;
mod op;
mod operand;
mod ops;
mod parse;
mod source;
mod text;
mod word;

pub use asm::{Assembled, assemble};
pub use decode::decode;
pub use decoded::{AluModes, Decoded, MemoryModes, Modes};
pub use disasm::{Line, disassemble, disassemble_program};
pub use encode::encode;
pub use format::{
    Place, WORD0, WORD1, WORD1_MEMORY, WORD1_TEXTURE, WORD2, WORD3, WORD3_FLOW, formats,
};
pub use modes::{
    ADDR_MODE, AddrMode, COMPONENT, COND, Component, Cond, IMM_KIND, ImmKind, REG_GROUP, ROUNDING,
    RegGroup, Rounding, THREAD, TYPE, Thread, Type,
};
pub use op::{Form, Group, Needs, Op, Takes};
pub use operand::{Comps, Dst, File, Imm, Reg, Sampler, Src, Swizzle};
pub use ops::{EXTENDED, OPCODE, Opcode};
pub use word::Inst;
