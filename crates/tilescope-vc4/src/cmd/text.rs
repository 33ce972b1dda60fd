//! The text form of control lists, records and what lies beside them.
//!
//! ```text
//! # One packet per line; fields by name, in any order; what is left out is 0.
//! CLIP_WINDOW width=640, height=480
//! CONFIGURATION_BITS enable_prim_front, cw_primitives, depth_func=ALWAYS
//! .for y in 0..8 {
//!   .for x in 0..10 {
//!     TILE_COORDINATES column=x, row=y
//!     BRANCH_TO_SUB_LIST address=@tile_alloc + (y * 10 + x) * 32
//!     STORE_MS_TILE_BUFFER
//!   }
//! }
//! ```
//!
//! [`assemble`] reads it, [`disassemble`] writes it, and assembling what was
//! written gives the same bytes for any bytes at all. `docs/control-lists.md`
//! is the reference.

mod emit;
mod expr;
mod lex;
mod parse;
mod print;

pub use print::{Addresses, FieldSpan, ListingLine, Options, disassemble, record_lines, to_source};
pub(in crate::cmd) use print::{Units, layout_line, lines};

use tilescope_tables::text::TextError;

/// How many statements an assembly may execute, loops unrolled.
pub const MAX_STATEMENTS: u64 = 1 << 20;
/// How many bytes an assembly may produce.
pub const MAX_BYTES: usize = 64 << 20;
/// How many errors are reported before the rest is left out.
pub const MAX_ERRORS: usize = 50;

/// What came out of a source text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AssembledList {
    /// The bytes.
    pub bytes: Vec<u8>,
    /// Labels and their byte offsets, in the order of the text.
    pub labels: Vec<(String, u32)>,
    /// Byte offset and source line (from 1) of every statement that produced
    /// bytes, in the order of the bytes.
    pub lines: Vec<(u32, u32)>,
}

impl AssembledList {
    /// The source line of the statement that produced the byte at `offset`.
    pub fn line_of(&self, offset: u32) -> Option<u32> {
        let after = self.lines.partition_point(|l| l.0 <= offset);
        self.lines.get(after.checked_sub(1)?).map(|l| l.1)
    }
}

/// Assembles `source`.
///
/// `symbols` resolves `@name`. A name that is a label of the text itself is
/// found there, and its address is its offset from `symbols(".")`, the address
/// of the text's first byte. Sizes and offsets never depend on addresses, so
/// assembling with `|_| Some(0)` tells where the labels are.
///
/// # Errors
/// Everything wrong with the text, up to [`MAX_ERRORS`], each with its place.
pub fn assemble(
    source: &str,
    symbols: &dyn Fn(&str) -> Option<u64>,
) -> Result<AssembledList, Vec<TextError>> {
    let (program, errors) = parse::parse(source);
    if !errors.is_empty() {
        return Err(errors);
    }
    // The first pass finds the labels, whose addresses the second one needs.
    let labels = emit::emit(&program, &|_| Some(0), &[]).labels;
    let second = emit::emit(&program, symbols, &labels);
    if second.errors.is_empty() {
        Ok(AssembledList {
            bytes: second.out,
            labels: second.labels,
            lines: second.lines,
        })
    } else {
        Err(second.errors)
    }
}

/// A place in the source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Span {
    line: u32,
    column: u32,
    len: u32,
}

impl Span {
    fn error(self, message: impl Into<String>, help: Option<String>) -> TextError {
        TextError {
            line: self.line,
            column: self.column,
            len: self.len,
            message: message.into(),
            help,
        }
    }

    /// From the start of `self` to the end of `last`, if both are in one line.
    fn to(self, last: Span) -> Span {
        if last.line == self.line && last.column >= self.column {
            Span {
                len: last.column + last.len - self.column,
                ..self
            }
        } else {
            self
        }
    }
}

/// The candidate that `word` is most likely a slip of.
fn nearest<'a>(word: &str, candidates: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    // Comparing against an endless word costs its length; nobody means that.
    if word.len() > 64 {
        return None;
    }
    let word = word.to_ascii_lowercase();
    candidates
        .map(|c| {
            (
                strsim::damerau_levenshtein(&word, &c.to_ascii_lowercase()),
                c,
            )
        })
        .filter(|(distance, c)| *distance <= (c.len() / 3).max(1) && *distance < c.len())
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, c)| c)
}

/// Advice for an unknown word: the nearest known one, or all if they are few.
fn did_you_mean<'a>(
    word: &str,
    candidates: impl Iterator<Item = &'a str> + Clone,
) -> Option<String> {
    if let Some(near) = nearest(word, candidates.clone()) {
        return Some(format!("did you mean `{near}`?"));
    }
    let all: Vec<&str> = candidates.take(17).collect();
    match all.len() {
        1..=16 => Some(format!("it can be {}", all.join(", "))),
        _ => None,
    }
}
