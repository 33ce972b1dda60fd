//! Branches, discards and writes to the tile buffer.
//!
//! ```text
//! op.rs       rows of operations, conditions and calls
//! word.rs     fields, decoded branches
//! text.rs     branches as text, and back
//! ```
//!
//! An offset counts quadwords from the bundle after the one of the branch.

mod op;
mod text;
mod word;

pub use op::{BRANCH_OP, BranchOp, CALL, COND, Call, Cond};
pub(super) use text::{Labels, read_tag};
pub(super) use word::Compact;
pub use word::{BRANCH, BRANCH_EXTENDED, BRANCH_UNCONDITIONAL, Branch};
