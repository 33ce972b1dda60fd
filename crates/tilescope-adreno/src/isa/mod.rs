//! ir3, the shader instruction set: 64-bit scalar instructions in eight categories.
//!
//! [`ROWS`] lists the instructions of the a6xx; [`decode`] finds the row of a word.
//! The [`Form`] of a row states its text once, as a sequence of pieces that both the
//! disassembler and the assembler follow. The text is that of Mesa's tools.
//!
//! Source of all rows: the instruction database of Mesa 22.3.6, `src/freedreno/isa`.

mod alu;
mod args;
mod asm;
mod disasm;
mod fields;
mod form;
mod forms;
mod op;
mod operand;
mod parse;
mod print;
mod resources;
mod sources;
mod suffix;

pub use alu::Alu;
pub use asm::{Assembled, assemble};
pub use disasm::{Line, disassemble, disassemble_program};
pub use form::{Form, Inst, OpRow, decode};
pub use op::{Op, ROWS};
pub use operand::{Operand, Reg, Value};
pub use resources::{Access, Resource};
