//! The parser of assembly, one statement at a time.
//!
//! ```text
//! cursor       characters of a statement, with their columns
//! mnemonic     operation and suffixes
//! operand      registers, immediates, samplers, targets
//! statement    the whole, and the fields in braces
//! ```

mod cursor;
mod mnemonic;
mod operand;
mod statement;

pub(super) use cursor::{Cursor, Parsed, is_name, refuse};
pub(super) use statement::{Statement, statement};

/// Values of names: `.set` constants, and external symbols after `@`.
pub(super) type Names<'n> = dyn Fn(&str) -> Option<i64> + 'n;
