//! The shader instruction set.
//!
//! ```text
//! tag.rs control.rs         tags, and the control word of ALU bundles
//! bundle.rs                 bundles: division into instructions, decoder and encoder
//! alu/ ldst/ texture/       instructions of the three pipelines: rows, fields, text
//! branch/                   branches, discards and tile buffer writes
//! regs.rs constants.rs      names of registers, values of embedded constants
//! values.rs                 values of the fields of words
//! disasm.rs asm.rs          programs as text, and back
//! ```
//!
//! A program is a sequence of bundles of one to four quadwords of 128 bits. The
//! low four bits of a bundle are its tag, the next four the tag of the next one.
//!
//! Every program has a text that assembles to the same bits. Instructions are
//! written as Mesa's disassembler writes them, except that
//! * integer operations that Mesa gives the same name show the sign in the type:
//!   `MIN.s32` and `MIN.u32`, and `ADD.x2.i32` shifts its first source;
//! * embedded constants are the register `CONST`;
//! * fields that this text does not show follow in braces: `{expand1=1}`. The
//!   disassembler finds them by assembling the text;
//! * instructions that have no text are `raw` and their bits.

mod alu;
mod asm;
mod branch;
mod bundle;
mod constants;
mod control;
mod disasm;
mod ldst;
mod regs;
mod source;
mod tag;
mod texture;
mod values;

pub use alu::{
    ALU, Across, Alu, AluCode, AluOp, EXPAND, Expand, INT_MODIFIER, IntModifier, Lane,
    OUTMOD_FLOAT, OUTMOD_INT, OutmodFloat, OutmodInt, REG_MODE, REGS, RegMode, Regs, SCALAR,
    SCALAR_SRC, SHRINK, Scalar, ScalarSrc, Shrink, Unit, Units, VECTOR, VECTOR_SRC, Vector,
    VectorSrc, scalar_component,
};
pub use asm::{Assembled, assemble};
pub use branch::{
    BRANCH, BRANCH_EXTENDED, BRANCH_OP, BRANCH_UNCONDITIONAL, Branch, BranchOp, CALL, COND, Call,
    Cond,
};
pub use bundle::{AluBundle, Body, Bundle, Quad, Raw, bundles, decode, encode, quads};
pub use constants::{scalar_constant, vector_constants};
pub use control::CONTROL;
pub use disasm::{Line, disassemble};
pub use ldst::{
    Form, INDEX_FORMAT, IndexFormat, LOAD_STORE, LOAD_STORE_OP, Ldst, LdstCode, LdstOp, LoadStore,
};
pub use regs::{ALU_READ, ALU_WRITE, LDST_READ, LDST_WRITE, RegisterName};
pub use tag::{TAG, Tag};
pub use texture::{
    DIMENSION, Dimension, EXECUTION, Execution, Half, SAMPLER_TYPE, SamplerType, TEXTURE,
    TEXTURE_HIGH, TEXTURE_LOW, TEXTURE_MODE, TexCode, TexOp, Texture, TextureMode,
};
pub use tilescope_tables::word::Word;
