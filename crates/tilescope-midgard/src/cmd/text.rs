//! The assembler of jobs and descriptors.

use tilescope_tables::list::{
    self, Assembled, Emitter, Given, Language, Parsed, Parser, Span, Stop, did_you_mean,
};
use tilescope_tables::text::TextError;

use super::rows::{ROWS, Row};

/// Assembles `source`.
///
/// `symbols` resolves `@name`, as in [`list::assemble`].
///
/// # Errors
/// The errors of the text, up to [`list::MAX_ERRORS`], each with its location.
///
/// ```
/// use tilescope_midgard::cmd::assemble;
/// let text = "JOB_HEADER type=WRITE_VALUE, is_64b, next=0x40";
/// let bytes = assemble(text, &|_| None).unwrap().bytes;
/// assert_eq!((bytes.len(), bytes[16], bytes[24]), (32, 0x05, 0x40));
/// ```
pub fn assemble(
    source: &str,
    symbols: &dyn Fn(&str) -> Option<u64>,
) -> Result<Assembled, Vec<TextError>> {
    list::assemble::<Descriptors>(source, symbols)
}

/// [`assemble`] with shaders, whose code `.code` inserts.
///
/// # Errors
/// As [`assemble`].
pub fn assemble_with(
    source: &str,
    symbols: &dyn Fn(&str) -> Option<u64>,
    shaders: list::Contents<'_>,
) -> Result<Assembled, Vec<TextError>> {
    list::assemble_with::<Descriptors>(source, symbols, shaders)
}

/// Descriptors as a language.
struct Descriptors;

/// A statement.
enum Own<'a> {
    /// A descriptor, with indices in its fields and values.
    Descriptor(&'static Row, Vec<(usize, Given<'a>)>),
    /// The instructions of a shader.
    Code(&'a str),
    /// An address of 64 bits.
    Addresses(Vec<list::Expr<'a>>),
}

impl Language for Descriptors {
    type Own<'a> = Own<'a>;
    type State = ();
    const STATEMENTS: &'static str = "a job, descriptor";
    const DIRECTIVES: &'static [&'static str] = &[".code", ".u64"];

    fn named<'a>(parser: &mut Parser<'_, 'a>, name: &'a str, span: Span) -> Parsed<Own<'a>> {
        match ROWS.named(name) {
            Some(row) => Ok(Own::Descriptor(row, parser.fields(&row.layout, span)?)),
            None => {
                let help = did_you_mean(name, ROWS.names());
                parser.fail(span, format!("unknown statement `{name}`"), help)
            }
        }
    }

    fn directive<'a>(parser: &mut Parser<'_, 'a>, name: &str) -> Option<Parsed<Own<'a>>> {
        match name {
            "code" => Some(parser.name("a shader").map(Own::Code)),
            "u64" => Some(parser.list().map(Own::Addresses)),
            _ => None,
        }
    }

    fn emit(own: &Own<'_>, span: Span, to: &mut Emitter<'_>, (): &mut ()) -> Result<(), Stop> {
        match own {
            Own::Descriptor(row, given) => {
                let bytes = to.fields(&row.layout, given);
                to.bytes().extend_from_slice(&bytes);
            }
            Own::Code(name) => {
                if !to.contents(name) {
                    to.error(span, format!("there is no shader `{name}`"));
                }
            }
            Own::Addresses(values) => {
                for value in values {
                    let word = to.bits(value);
                    to.bytes().extend_from_slice(&word.to_le_bytes());
                }
            }
        }
        Ok(())
    }
}
