//! The assembler of command streams.

use super::{At, Fields, Inside, Loaded, Own, Written};
use crate::cmd::FETCH;
use crate::cmd::listing::FIXED_POINT;
use crate::cmd::rows::{self, CommandRow, draw_2d, load_state, rectangle};
use crate::regs::{self, STATE_WORDS};
use std::mem;
use tilescope_tables::list::{Emitter, Expr, Operand, Span, Statement, Stop};
use tilescope_tables::packet::{Kind, Number};

/// The most words of a LOAD_STATE.
const MAX_STATES: usize = 1024;
/// The most rectangles of a DRAW_2D.
const MAX_RECTANGLES: usize = 256;

pub(super) fn emit(
    own: &Own<'_>,
    span: Span,
    to: &mut Emitter<'_>,
    inside: &mut Inside,
) -> Result<(), Stop> {
    match own {
        Own::Write(at, written) => write_inside(at, written, span, to, inside),
        Own::Rectangle(given) => rectangle_inside(given, span, to, inside),
        Own::Code(name) => {
            if !to.contents(name) {
                to.error_with_help(
                    span,
                    format!("unknown shader `{name}`"),
                    "shaders are buffers of a job with the key `shader`",
                );
            }
        }
        Own::Command(..) | Own::Load { .. } | Own::Draw2d { .. }
            if !matches!(inside, Inside::Nothing) =>
        {
            let what = match inside {
                Inside::Load { .. } => rows::load_state::LAYOUT.name,
                _ => rows::draw_2d::LAYOUT.name,
            };
            to.error(span, format!("command inside {what}"));
        }
        Own::Command(row, given) => {
            let bytes = header(row, given, to);
            to.bytes().extend_from_slice(&bytes);
        }
        Own::Load {
            fixed_point,
            padding,
            at,
            what,
        } => {
            let start = to.bytes().len();
            let state = offset(at, to).unwrap_or(0);
            to.bytes().extend_from_slice(&[0; 4]);
            *inside = Inside::Load {
                first: start + 4,
                state,
                fixed_point: *fixed_point,
            };
            let done = match what {
                Loaded::One(written) => {
                    write_inside(at, written, span, to, inside);
                    Ok(())
                }
                Loaded::Block(body) => to.block(body, inside),
            };
            *inside = Inside::Nothing;
            done?;
            let words = whole_words(start + 4, span, to);
            if words == 0 || words > MAX_STATES {
                to.error(
                    span,
                    format!("{words} words, but LOAD_STATE has 1 to {MAX_STATES}"),
                );
            }
            if state as usize / 4 + words > STATE_WORDS {
                to.error(span, "these words go beyond the end of the state");
            }
            let count = (words % MAX_STATES) as u32;
            let word = load_state::OFFSET.with(0, state >> 2);
            let word = load_state::COUNT.with(word, count);
            let word = load_state::FIXP.with(word, u32::from(*fixed_point));
            patch(start, load_state::OP.with(word, 1), to);
            pad(padding.as_ref(), span, to, start);
        }
        Own::Draw2d { fields, body } => draw(fields, body, span, to, inside)?,
    }
    Ok(())
}

/// The fixed words of a command.
fn header(row: &CommandRow, given: &Fields<'_>, to: &mut Emitter<'_>) -> Vec<u8> {
    let mut bytes = to.fields(row.layout, given);
    if let Some(op) = row.layout.field("op") {
        op.set(&mut bytes, row.opcode.into());
    }
    bytes
}

/// The number of words from `first` on.
fn whole_words(first: usize, span: Span, to: &mut Emitter<'_>) -> usize {
    let len = to.bytes().len() - first;
    if !len.is_multiple_of(4) {
        to.error(span, format!("{len} bytes are not whole words"));
    }
    len / 4
}

fn patch(at: usize, word: u32, to: &mut Emitter<'_>) {
    if let Some(bytes) = to.bytes().get_mut(at..at + 4) {
        bytes.copy_from_slice(&word.to_le_bytes());
    }
}

/// Pads the command that starts at `start` to 64 bits.
fn pad(padding: Option<&Expr<'_>>, span: Span, to: &mut Emitter<'_>, start: usize) {
    let len = to.bytes().len() - start;
    let missing = len.next_multiple_of(FETCH) - len;
    if missing == 4 {
        let given = padding.and_then(|p| to.number(p).map(|n| (n, p.span)));
        let word = given.map_or(0, |(n, span)| number(n, span, to));
        to.bytes().extend_from_slice(&word.to_le_bytes());
    } else if padding.is_some() {
        to.error(span, "this command has no padding");
    }
}

fn draw(
    given: &Fields<'_>,
    body: &[Statement<'_, super::CommandStreams>],
    span: Span,
    to: &mut Emitter<'_>,
    inside: &mut Inside,
) -> Result<(), Stop> {
    let start = to.bytes().len();
    let row = &rows::draw_2d::LAYOUT;
    let mut head = to.fields(row, given);
    draw_2d::OP.set(&mut head, 4);
    to.bytes().extend_from_slice(&head);
    let first = start + head.len();
    *inside = Inside::Draw2d {
        first,
        rectangles: 0,
    };
    let done = to.block(body, inside);
    let Inside::Draw2d { rectangles, .. } = mem::take(inside) else {
        return done;
    };
    done?;
    let words = whole_words(first, span, to);
    let data = words.saturating_sub(rectangles * 2);
    if rectangles == 0 || rectangles > MAX_RECTANGLES {
        to.error(
            span,
            format!("{rectangles} rectangles, but DRAW_2D has 1 to {MAX_RECTANGLES}"),
        );
    }
    if data as u64 > draw_2d::DATA_COUNT.mask() {
        to.error(
            span,
            format!(
                "{data} words, but DRAW_2D has up to {}",
                draw_2d::DATA_COUNT.mask()
            ),
        );
    }
    let count = (rectangles % MAX_RECTANGLES) as u32;
    let word = head.first_chunk().map_or(0, |w| u32::from_le_bytes(*w));
    let word = draw_2d::COUNT.with(word, count);
    patch(start, draw_2d::DATA_COUNT.with(word, data as u32), to);
    pad(None, span, to, start);
    Ok(())
}

fn rectangle_inside(given: &Fields<'_>, span: Span, to: &mut Emitter<'_>, inside: &mut Inside) {
    let bytes = to.fields(&rectangle::LAYOUT, given);
    match inside {
        Inside::Draw2d { first, rectangles } => {
            if to.bytes().len() != *first + *rectangles * 8 {
                to.error(span, "rectangles come before data");
            }
            *rectangles += 1;
        }
        _ => to.error_with_help(
            span,
            "rectangle outside DRAW_2D",
            "write `DRAW_2D { RECTANGLE ... }`",
        ),
    }
    to.bytes().extend_from_slice(&bytes);
}

/// Byte offset of a state; reports an error and returns `None` if it is invalid.
fn offset(at: &At<'_>, to: &mut Emitter<'_>) -> Option<u32> {
    match at {
        At::Offset(expr) => {
            let n = to.whole(expr)?;
            let top = STATE_WORDS as i64 * 4;
            if (0..top).contains(&n) && n % 4 == 0 {
                return Some(n as u32);
            }
            to.error_with_help(
                expr.span,
                format!("{n:#x} is not the offset of a state"),
                format!("offsets are multiples of 4 below {top:#x}"),
            );
            None
        }
        At::Register(row, indices, _) => {
            let mut n = 0;
            for (expr, dimension) in indices.iter().zip(row.array) {
                let i = to.whole(expr)?;
                match u32::try_from(i).ok().filter(|&i| i < dimension.count) {
                    Some(i) => n = n * dimension.count + i,
                    None => {
                        to.error(
                            expr.span,
                            format!(
                                "{i} is not an index of {}, which has {}",
                                row.name(),
                                dimension.count
                            ),
                        );
                        return None;
                    }
                }
            }
            Some(row.at(n))
        }
    }
}

fn write_inside(
    at: &At<'_>,
    written: &Written<'_>,
    span: Span,
    to: &mut Emitter<'_>,
    inside: &mut Inside,
) {
    let Inside::Load {
        first,
        state,
        fixed_point,
    } = *inside
    else {
        to.error_with_help(
            span,
            "register outside LOAD_STATE",
            "write `LOAD_STATE REGISTER ...`",
        );
        return;
    };
    let here = state.wrapping_add((to.bytes().len() - first) as u32);
    if let Some(offset) = offset(at, to)
        && offset != here
    {
        let next = regs::find(here).map_or(String::new(), |p| format!(", {p}"));
        let text = format!(
            "this register is at {offset:#07x}, \
             but the next word is written to {here:#07x}{next}"
        );
        to.error_with_help(at.span(), text, "a LOAD_STATE loads consecutive states");
    }
    match (written, at) {
        (Written::Fields(given), At::Register(row, ..)) => {
            if fixed_point {
                to.error_with_help(
                    span,
                    "fixed-point loads take numbers, not fields",
                    "the words are converted to floats",
                );
            }
            let bytes = to.fields(row.layout, given);
            to.bytes().extend_from_slice(&bytes);
        }
        (Written::Fields(_), At::Offset(_)) => {}
        (Written::Values(values), _) => {
            for (i, value) in values.iter().enumerate() {
                let offset = here.wrapping_add(i as u32 * 4);
                let word = match &value.operand {
                    Operand::Raw(raw) => *raw as u32,
                    Operand::Expr(expr) => word(expr, offset, fixed_point, to),
                };
                to.operand((0, 31), value.span);
                to.bytes().extend_from_slice(&word.to_le_bytes());
            }
        }
    }
}

/// Converts a number to a word for the state at `offset`.
fn word(expr: &Expr<'_>, offset: u32, fixed_point: bool, to: &mut Emitter<'_>) -> u32 {
    let Some(n) = to.number(expr) else { return 0 };
    let field = match fixed_point {
        true => Some(&FIXED_POINT),
        false => regs::find(offset).and_then(|p| p.number()),
    };
    match field {
        Some(field) if !matches!(field.kind, Kind::Hex | Kind::Uint) => match field.encode(n) {
            Ok(raw) => raw as u32,
            Err(e) => {
                to.error(expr.span, e.message);
                0
            }
        },
        _ => number(n, expr.span, to),
    }
}

/// Converts a number to a word; numbers with a fraction become floats.
fn number(n: Number, span: Span, to: &mut Emitter<'_>) -> u32 {
    let whole = match n {
        Number::Float(n) => return (n as f32).to_bits(),
        Number::Int(n) => i128::from(n),
        Number::Bits(n) => i128::from(n),
    };
    if !(i128::from(i32::MIN)..=i128::from(u32::MAX)).contains(&whole) {
        to.error(span, format!("{whole} does not fit in 32 bits"));
    }
    whole as u32
}
