//! The parser of assembly, one statement at a time.
//!
//! ```text
//! mnemonic     operation and suffixes
//! operand      registers, immediates, samplers, targets
//! statement    the whole, and the fields in braces
//! ```

mod mnemonic;
mod operand;
mod statement;

pub(super) use statement::{Statement, statement};
