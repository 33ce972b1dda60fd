//! ALU instructions.
//!
//! ```text
//! op.rs ops.rs     operations: one row each
//! modes.rs         rows of widths, swizzles of halves, modifiers
//! word.rs          fields, decoded instructions
//! swizzle.rs       components as letters
//! operand.rs       operands as text, and back
//! text.rs          instructions as text, and back
//! ```

mod modes;
mod op;
mod operand;
mod ops;
mod swizzle;
mod text;
mod word;

pub use modes::{
    EXPAND, Expand, INT_MODIFIER, IntModifier, OUTMOD_FLOAT, OUTMOD_INT, OutmodFloat, OutmodInt,
    REG_MODE, RegMode, SHRINK, Shrink,
};
pub use op::{Across, Alu, AluCode, Lane, Unit, Units};
pub(super) use operand::source_mask;
pub use ops::{ALU, AluOp};
pub(super) use swizzle::{COMPONENTS, Swizzle, letters};
pub use word::{
    REGS, Regs, SCALAR, SCALAR_SRC, Scalar, ScalarSrc, VECTOR, VECTOR_SRC, Vector, VectorSrc,
    scalar_component,
};
