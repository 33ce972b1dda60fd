//! The QPU instruction set.

pub mod alu;
pub mod word;

pub use word::{AddOp, BranchCond, Cond, Inst, MulOp, Mux, Signal};
