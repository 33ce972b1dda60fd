//! Command lists as text: the part shared by all command languages.
//!
//! A language has its own statements (packets, commands, loads of state) and
//! provides them through [`Language`]; labels, data, loops, conditions,
//! variables and expressions are here.
//!
//! ```text
//! label:
//! .set rows = 4
//! .for y in 0..rows {
//!   .if y > 0 { .u32 @label + y * 4, 0x10 } .else { .f32 1.0 }
//! }
//! .align 8
//! ```

mod emit;
mod expr;
mod lex;
mod parse;

pub use emit::{Emitter, Stop};
pub use expr::Expr;
pub use lex::{Token, Word};
pub use parse::{Broken, Given, Operand, Parsed, Parser, Statement};

pub use crate::source_map::Span;

use crate::source_map::SourceMap;
use crate::text::{TextError, nearest};

/// The largest number of statements that an assembly may execute, loops
/// unrolled.
pub const MAX_STATEMENTS: u64 = 1 << 20;
/// The largest number of bytes that an assembly may produce.
pub const MAX_BYTES: usize = 64 << 20;
/// The number of errors after which the rest is not reported.
pub const MAX_ERRORS: usize = 50;

/// The statements that a command language adds to the common text form.
pub trait Language {
    /// A statement of the language.
    type Own<'a>;
    /// State that its statements pass from one to the next during emission.
    type State: Default;
    /// The kinds of its statements, for messages: "a packet, record".
    const STATEMENTS: &'static str;
    /// The directives that it adds, with their dots.
    const DIRECTIVES: &'static [&'static str];

    /// Parses the statement whose first word, `name` at `span`, has been taken.
    ///
    /// # Errors
    /// [`Broken`] once the error is recorded in `parser`.
    fn named<'a>(parser: &mut Parser<'_, 'a>, name: &'a str, span: Span) -> Parsed<Self::Own<'a>>;

    /// Parses the directive `.name`, whose word has been taken; `None` if it is
    /// not a directive of the language.
    fn directive<'a>(parser: &mut Parser<'_, 'a>, name: &str) -> Option<Parsed<Self::Own<'a>>>;

    /// Emits the bytes of a statement, which begins at `span`.
    ///
    /// # Errors
    /// [`Stop`] if a limit was reached inside it.
    fn emit(
        own: &Self::Own<'_>,
        span: Span,
        to: &mut Emitter<'_>,
        state: &mut Self::State,
    ) -> Result<(), Stop>;
}

/// The result of an assembly.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Assembled {
    /// The bytes.
    pub bytes: Vec<u8>,
    /// Labels and their byte offsets, in the order of the text.
    pub labels: Vec<(String, u32)>,
    /// The statements that produced the bytes.
    pub map: SourceMap,
}

impl Assembled {
    /// The source line of the statement that produced the byte at `offset`.
    pub fn line_of(&self, offset: u32) -> Option<u32> {
        self.map.span(offset).map(|span| span.line)
    }
}

/// Assembles `source`, a text of the language `L`.
///
/// `symbols` resolves `@name`. A name that is a label of the text itself is
/// found there, and its address is its offset from `symbols(".")`, the address
/// of the text's first byte. Sizes and offsets never depend on addresses, so
/// assembling with `|_| Some(0)` gives the offsets of the labels.
///
/// # Errors
/// All errors in the text, up to [`MAX_ERRORS`], with their places.
pub fn assemble<L: Language>(
    source: &str,
    symbols: &dyn Fn(&str) -> Option<u64>,
) -> Result<Assembled, Vec<TextError>> {
    assemble_with::<L>(source, symbols, &|_| None)
}

/// Finds the bytes of another text by its name, for languages that embed them
/// ([`Emitter::contents`]).
pub type Contents<'s> = &'s dyn Fn(&str) -> Option<Vec<u8>>;

/// Like [`assemble`], with other texts, whose bytes are `contents`. Their length determines sizes,
/// so it must not depend on addresses.
///
/// # Errors
/// As [`assemble`].
pub fn assemble_with<L: Language>(
    source: &str,
    symbols: &dyn Fn(&str) -> Option<u64>,
    contents: Contents<'_>,
) -> Result<Assembled, Vec<TextError>> {
    let (program, errors) = parse::parse::<L>(source);
    if !errors.is_empty() {
        return Err(errors);
    }
    // The first pass finds the labels, whose addresses the second one needs.
    let labels = emit::emit(&program, &|_| Some(0), contents, &[]).labels;
    let second = emit::emit(&program, symbols, contents, &labels);
    if second.errors.is_empty() {
        Ok(Assembled {
            bytes: second.out,
            labels: second.labels,
            map: second.map,
        })
    } else {
        Err(second.errors)
    }
}

/// Advice for an unknown word: the nearest known one, or all if they are few.
pub fn did_you_mean<'a>(
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
