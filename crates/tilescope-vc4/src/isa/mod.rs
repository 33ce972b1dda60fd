//! The QPU instruction set.
//!
//! ```text
//! word.rs                          the 64-bit word
//! format.rs                        positions of the fields in each of three formats
//! add mul signal cond pack imm     the rows and closed enums: one for each slot of the word
//! regs flow
//! decode -> stmt -> Display        disassembler
//! parse -> stmt -> encode          assembler; tables::asm handles lines, asm.rs directives,
//!                                  places.rs the source positions of operands
//! ```
//!
//! Decoder, disassembler, assembler and encoder read the same rows. Every word
//! has a text that assembles to the same word.

mod add;
pub mod alu;
mod asm;
mod cond;
mod decode;
mod disasm;
mod encode;
mod flow;
mod format;
mod imm;
mod mul;
mod pack;
mod parse;
mod places;
mod regs;
mod signal;
mod source;
mod stmt;
pub mod word;

pub use add::{ADD, AddOp};
pub use asm::{Assembled, assemble};
pub use cond::{BRANCH_COND, BranchCond, COND, Cond};
pub use disasm::{Line, disassemble, disassemble_program};
pub use flow::{LOAD_MODE, LoadMode, SEMAPHORE, SemaphoreOp, TARGET_BASE, TargetBase, lane_pair};
pub use format::{ALU, BRANCH, LOAD_IMM, field_bits, format};
pub use imm::{Rotation, SMALL_IMM, SmallImm, rotation, small_imm, small_imm_code};
pub use mul::{MUL, MulOp};
pub use pack::{PACK_A, PACK_MUL, PackA, PackMul, UNPACK, Unpack};
pub use regs::{
    File, READ_A, READ_B, ReadReg, WRITE_A, WRITE_B, WriteReg, read_reg, reads, write_reg, writes,
};
pub use signal::{SIGNAL, Signal};
pub use word::{Inst, Mux};
