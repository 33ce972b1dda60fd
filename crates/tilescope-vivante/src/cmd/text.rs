//! The text form of command streams.
//!
//! ```text
//! # One command per line; fields by name, in any order; omitted fields are 0.
//! LOAD_STATE PE.COLOR_FORMAT format=A8R8G8B8, components=0xf, overwrite
//! LOAD_STATE VS.UNIFORMS[0] 1.0, 0.0, 0.0, 0.0
//! LOAD_STATE fixp PA.VIEWPORT_SCALE_X 200.0, 120.0
//! LOAD_STATE PE.DEPTH_CONFIG {
//!   PE.DEPTH_CONFIG depth_format=D24S8, depth_func=LESS
//!   PE.DEPTH_NEAR 0.0, 1.0
//! }
//! LOAD_STATE VS.INST_MEM[0] { .code vs }
//! DRAW_PRIMITIVES type=TRIANGLE_STRIP, start=0, count=2
//! ```
//!
//! [`assemble`] reads it and [`disassemble`](super::listing::disassemble) writes
//! it. They round-trip: assembling a disassembly gives the same bytes, for any
//! bytes. `docs/vivante-commands.md` is the reference.

mod emit;
mod parse;

pub use tilescope_tables::list::Assembled;

use super::rows::CommandRow;
use tilescope_tables::list::{
    self, Emitter, Expr, Given, Language, Parsed, Parser, Span, Statement, Stop,
};
use tilescope_tables::packet::RegisterRow;
use tilescope_tables::text::TextError;

/// Assembles `source`.
///
/// `symbols` resolves `@name`, as in [`list::assemble`].
///
/// # Errors
/// The errors of the text, up to [`list::MAX_ERRORS`], each with its location.
pub fn assemble(
    source: &str,
    symbols: &dyn Fn(&str) -> Option<u64>,
) -> Result<Assembled, Vec<TextError>> {
    list::assemble::<CommandStreams>(source, symbols)
}

/// [`assemble`] with shaders, whose code `.code` inserts into the stream.
///
/// # Errors
/// As [`assemble`].
pub fn assemble_with(
    source: &str,
    symbols: &dyn Fn(&str) -> Option<u64>,
    shaders: list::Contents<'_>,
) -> Result<Assembled, Vec<TextError>> {
    list::assemble_with::<CommandStreams>(source, symbols, shaders)
}

/// Command streams as a language.
struct CommandStreams;

impl Language for CommandStreams {
    type Own<'a> = Own<'a>;
    type State = Inside;
    const STATEMENTS: &'static str = "a command, register";
    const DIRECTIVES: &'static [&'static str] = &[".code"];

    fn named<'a>(parser: &mut Parser<'_, 'a>, name: &'a str, span: Span) -> Parsed<Own<'a>> {
        parse::named(parser, name, span)
    }

    fn directive<'a>(parser: &mut Parser<'_, 'a>, name: &str) -> Option<Parsed<Own<'a>>> {
        (name == "code").then(|| parser.name("a shader").map(Own::Code))
    }

    fn emit(
        own: &Own<'_>,
        span: Span,
        to: &mut Emitter<'_>,
        inside: &mut Inside,
    ) -> Result<(), Stop> {
        emit::emit(own, span, to, inside)
    }
}

/// Indices in `fields` and values of the given fields.
type Fields<'a> = Vec<(usize, Given<'a>)>;

/// A statement of command streams.
enum Own<'a> {
    /// A command of fixed length.
    Command(&'static CommandRow, Fields<'a>),
    /// LOAD_STATE.
    Load {
        fixed_point: bool,
        padding: Option<Expr<'a>>,
        at: At<'a>,
        what: Loaded<'a>,
    },
    /// A register inside LOAD_STATE.
    Write(At<'a>, Written<'a>),
    /// DRAW_2D.
    Draw2d {
        fields: Fields<'a>,
        body: Vec<Statement<'a, CommandStreams>>,
    },
    /// A rectangle inside DRAW_2D.
    Rectangle(Fields<'a>),
    /// The instructions of a shader.
    Code(&'a str),
}

/// A reference to a state.
enum At<'a> {
    /// A register, with its indices.
    Register(&'static RegisterRow, Vec<Expr<'a>>, Span),
    /// Its byte offset.
    Offset(Expr<'a>),
}

impl At<'_> {
    fn span(&self) -> Span {
        match self {
            At::Register(_, _, span) => *span,
            At::Offset(expr) => expr.span,
        }
    }
}

/// The value of a register write.
enum Written<'a> {
    /// Its fields.
    Fields(Fields<'a>),
    /// Words, from the register on.
    Values(Vec<Given<'a>>),
}

/// The contents of a LOAD_STATE.
enum Loaded<'a> {
    One(Written<'a>),
    Block(Vec<Statement<'a, CommandStreams>>),
}

/// The command that contains a statement.
#[derive(Default)]
enum Inside {
    #[default]
    Nothing,
    /// LOAD_STATE: offset of its first word in the output, the first state, and
    /// whether words are fixed point.
    Load {
        first: usize,
        state: u32,
        fixed_point: bool,
    },
    /// DRAW_2D: offset of its first rectangle, and the number of rectangles so far.
    Draw2d { first: usize, rectangles: usize },
}
