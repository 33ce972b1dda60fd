//! Assemblers of instruction sets: the parts that do not depend on the set.
//!
//! ```text
//! braces    fields that the rest of an instruction's text does not show
//! cursor    characters of a line, with their columns
//! lex       tokens, for sets whose statements are read token by token
//! lines     labels, constants and symbols; statements in order; errors
//! numbers   shifts, displacements and hexadecimal operands
//! suffix    suffixes of mnemonics and operands, which stand for bits
//! syntax    texts that are written and read by one description
//! word      the same of whole words, with fields in braces where the description leaves them out
//! ```
//!
//! A set provides a [`Language`]: its comments, what a line without its labels means,
//! and the word of a statement once all labels are known.

mod braces;
mod cursor;
pub mod lex;
mod lines;
mod numbers;
mod suffix;
mod syntax;
pub mod word;

pub use braces::fields_in_braces;
pub use cursor::{Cursor, is_name};
pub use lines::{Assembled, Labels, Language, Lines, assemble, only_ascii, without_comment};
pub use numbers::signed;
pub use suffix::Suffix;
pub use syntax::Syntax;

use crate::source_map::Span;
use crate::text::TextError;

/// Values of names: constants, and external symbols after `@`.
pub type Names<'n> = dyn Fn(&str) -> Option<i64> + 'n;

/// A location in a line: column from 1, and length. Zero in decoded statements.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct At {
    /// The first character, counted from 1.
    pub column: u32,
    /// The number of characters.
    pub len: u32,
}

impl At {
    /// From the start of this location to the end of `other`.
    pub fn to(self, other: At) -> At {
        At {
            column: self.column,
            len: (other.column + other.len).saturating_sub(self.column),
        }
    }

    /// The location in a line of the source.
    pub fn span(self, line: u32) -> Span {
        Span {
            line,
            column: self.column.max(1),
            len: self.len,
        }
    }
}

/// An error in a line, and a fix.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    /// Its place.
    pub at: At,
    /// The problem.
    pub message: String,
    /// The fix.
    pub help: Option<String>,
}

impl Refused {
    /// The error of a line of the source.
    pub fn in_line(self, line: u32) -> TextError {
        TextError {
            line,
            column: self.at.column.max(1),
            len: self.at.len,
            message: self.message,
            help: self.help,
        }
    }
}

/// A part of a line, or its error.
pub type Parsed<T> = Result<T, Refused>;

/// An error; without a fix if `help` is empty.
///
/// # Errors
/// Always.
pub fn refuse<T>(at: At, message: impl Into<String>, help: &str) -> Parsed<T> {
    Err(Refused {
        at,
        message: message.into(),
        help: (!help.is_empty()).then(|| help.to_string()),
    })
}

/// The value of an unsigned number without a sign: decimal, `0x` or `0b`, with `_`
/// between digits.
pub fn unsigned(text: &str) -> Option<u64> {
    let plain = text.replace('_', "").to_ascii_lowercase();
    let (digits, radix) = match (plain.strip_prefix("0x"), plain.strip_prefix("0b")) {
        (Some(digits), _) => (digits, 16),
        (None, Some(digits)) => (digits, 2),
        (None, None) => (plain.as_str(), 10),
    };
    // The standard library also accepts a sign.
    let plain = digits.bytes().all(|b| b.is_ascii_alphanumeric());
    let value = u64::from_str_radix(digits, radix).ok()?;
    plain.then_some(value)
}
