//! The parser of the text form of command streams.

use super::{At, CommandStreams, Fields, Loaded, Own, Written};
use crate::cmd::rows::{self, COMMANDS, Tail, rectangle};
use crate::regs::{self, Place};
use tilescope_tables::list::{Given, Operand, Parsed, Parser, Span, Word, did_you_mean};
use tilescope_tables::packet::{Kind, Layout, RegisterRow};

pub(super) fn named<'a>(parser: &mut Parser<'_, 'a>, name: &'a str, span: Span) -> Parsed<Own<'a>> {
    if name.eq_ignore_ascii_case(rectangle::LAYOUT.name) {
        return Ok(Own::Rectangle(parser.fields(&rectangle::LAYOUT, span)?));
    }
    if name.contains('.') {
        let at = register(parser, name, span)?;
        let written = written(parser, &at, span)?;
        return Ok(Own::Write(at, written));
    }
    let Some(row) = rows::find_by_name(name) else {
        let known = COMMANDS.iter().map(|r| r.name());
        let help = did_you_mean(name, known.chain([rectangle::LAYOUT.name]));
        return parser.fail(span, format!("unknown command `{name}`"), help);
    };
    match row.tail {
        Tail::Nothing => Ok(Own::Command(row, fields(parser, row.layout, span)?)),
        Tail::States => load(parser, span),
        Tail::Rectangles => {
            let fields = counted_fields(parser, row.layout, span)?;
            let body = parser.braces::<CommandStreams>("around the rectangles")?;
            Ok(Own::Draw2d { fields, body })
        }
    }
}

/// Parses fields other than the opcode.
fn fields<'a>(
    parser: &mut Parser<'_, 'a>,
    layout: &'static Layout,
    span: Span,
) -> Parsed<Fields<'a>> {
    let given = parser.fields(layout, span)?;
    refuse(parser, layout, given, &["op"], span)
}

/// Parses fields other than the opcode and counts, which follow from the text.
fn counted_fields<'a>(
    parser: &mut Parser<'_, 'a>,
    layout: &'static Layout,
    span: Span,
) -> Parsed<Fields<'a>> {
    let given = parser.given(layout)?;
    refuse(parser, layout, given, &["op", "count", "data_count"], span)
}

fn refuse<'a>(
    parser: &mut Parser<'_, 'a>,
    layout: &'static Layout,
    given: Fields<'a>,
    names: &[&str],
    span: Span,
) -> Parsed<Fields<'a>> {
    let mut fields = given.iter().filter_map(|g| layout.fields.get(g.0));
    match fields.find(|f| names.contains(&f.name)) {
        Some(f) => parser.fail(
            span,
            format!("`{}` of {} cannot be given", f.name, layout.name),
            Some("it follows from the rest of the text".to_owned()),
        ),
        None => Ok(given),
    }
}

fn load<'a>(parser: &mut Parser<'_, 'a>, span: Span) -> Parsed<Own<'a>> {
    let (mut fixed_point, mut padding) = (false, None);
    loop {
        match parser.peek().word {
            Word::Name(name) if name.eq_ignore_ascii_case("fixp") => {
                parser.take();
                fixed_point = true;
            }
            Word::Name(name) if name.eq_ignore_ascii_case("padding") => {
                parser.take();
                parser.expect("=", "after `padding`")?;
                padding = Some(parser.expr()?);
            }
            _ => break,
        }
        parser.sign(",");
    }
    let at = match parser.peek().word {
        Word::Name(name) => {
            let span = parser.take().span;
            register(parser, name, span)?
        }
        _ => At::Offset(parser.constant()?),
    };
    let what = match parser.peek().word {
        Word::Sign("{") => Loaded::Block(parser.braces::<CommandStreams>("around the registers")?),
        _ => Loaded::One(written(parser, &at, span)?),
    };
    Ok(Own::Load {
        fixed_point,
        padding,
        at,
        what,
    })
}

/// Parses the indices of a register whose name was read.
fn register<'a>(parser: &mut Parser<'_, 'a>, name: &str, span: Span) -> Parsed<At<'a>> {
    let Some(place) = regs::find_by_name(name).and_then(regs::find) else {
        let known = regs::STATES
            .iter()
            .copied()
            .flatten()
            .map(RegisterRow::name);
        let help = did_you_mean(name, known);
        return parser.fail(span, format!("unknown register `{name}`"), help);
    };
    let mut indices = Vec::new();
    while parser.sign("[") {
        indices.push(parser.constant()?);
        parser.expect("]", "after the index")?;
    }
    let array = place.row.array.len();
    if !indices.is_empty() && indices.len() != array {
        return parser.fail(
            span,
            format!(
                "{} has {array} indices, not {}",
                place.row.name(),
                indices.len()
            ),
            None,
        );
    }
    Ok(At::Register(place.row, indices, span))
}

fn written<'a>(parser: &mut Parser<'_, 'a>, at: &At<'a>, span: Span) -> Parsed<Written<'a>> {
    if let At::Register(row, _, _) = at {
        let place = Place { row, index: 0 };
        let plain = place.number().is_some();
        let field = |word: &str| {
            let mut fields = row.layout.fields.iter();
            fields.any(|f| f.name.eq_ignore_ascii_case(word))
        };
        match parser.peek().word {
            Word::Name(word) if field(word) && !parser.is_variable(word) => {
                return Ok(Written::Fields(parser.fields(row.layout, span)?));
            }
            _ if !plain && parser.ends_statement() => return Ok(Written::Fields(Vec::new())),
            Word::Name(word) if !plain && !parser.is_variable(word) => {
                // Reports the error in the field's name.
                return Ok(Written::Fields(parser.fields(row.layout, span)?));
            }
            _ => {}
        }
    }
    let mut values = vec![value(parser, at)?];
    while parser.sign(",") {
        values.push(value(parser, at)?);
    }
    Ok(Written::Values(values))
}

/// Parses a word: a number, or a name of the register's enumeration.
fn value<'a>(parser: &mut Parser<'_, 'a>, at: &At<'a>) -> Parsed<Given<'a>> {
    if let (At::Register(row, _, _), Word::Name(word)) = (at, parser.peek().word)
        && let Some(field) = (Place { row, index: 0 }).number()
        && let Kind::Enum(table) = field.kind
        && !parser.is_variable(word)
    {
        let span = parser.take().span;
        return match table.value(word) {
            Some(raw) => Ok(Given {
                operand: Operand::Raw(raw),
                span,
            }),
            None => {
                let help = did_you_mean(word, table.values.iter().map(|v| v.1));
                parser.fail(span, format!("`{word}` is not a {}", table.what), help)
            }
        };
    }
    let value = parser.expr()?;
    Ok(Given {
        span: value.span,
        operand: Operand::Expr(value),
    })
}
