//! The assembler of programs: lines, labels and words.

use super::parse::instruction;
use std::collections::HashMap;
use tilescope_tables::asm::{Cursor, Parsed};
use tilescope_tables::text::{MAX_ERRORS, MAX_SUGGESTIONS, meant};
use tilescope_tables::{SourceMap, Span, TextError};

/// An assembled program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Assembled {
    /// The instructions.
    pub words: Vec<u64>,
    /// The statements of the instructions, by byte offset.
    pub map: SourceMap,
    /// Labels and the indices of the instructions after them, in source order.
    pub labels: Vec<(String, u32)>,
}

/// The line without its comment, which starts at `;` or `//`.
fn code_of(line: &str) -> &str {
    let end = [line.find(';'), line.find("//")]
        .into_iter()
        .flatten()
        .min();
    &line[..end.unwrap_or(line.len())]
}

fn is_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

/// Parses a label before the rest of the line.
fn label<'a>(rest: &mut Cursor<'a>) -> Option<Cursor<'a>> {
    rest.skip_spaces();
    let mut after = *rest;
    let name = after.take_while(is_name);
    let letter = name.text.starts_with(|c: char| !c.is_ascii_digit());
    after.skip_spaces();
    if !(letter && after.take(":")) {
        return None;
    }
    *rest = after;
    Some(name)
}

/// Assembles a program. Each line has labels, an instruction or `.word`, and a comment
/// after `;` or `//`. Instructions are those of Mesa's disassembler; targets are
/// distances, `#4`, or labels, `#name`.
///
/// # Errors
/// The errors of the source in line order, up to 100.
///
/// ```
/// use tilescope_adreno::isa::assemble;
/// let program = assemble("here: nop\n br !p0.x, #here\n end").unwrap();
/// assert_eq!(program.words, [0, 0x00900000_ffffffff, 0x03000000_00000000]);
/// ```
pub fn assemble(source: &str) -> Result<Assembled, Vec<TextError>> {
    let mut out = Assembled::default();
    let mut errors = Vec::new();
    let mut statements = Vec::new();
    let mut by_name = HashMap::new();
    for (i, line) in source.lines().enumerate() {
        let number = i as u32 + 1;
        let read = read(line, |name| {
            let index = statements.len() as u32;
            if by_name.insert(name.text, index).is_some() {
                return name.refuse(format!("duplicate label `{}`", name.text), "");
            }
            out.labels.push((name.text.to_string(), index));
            Ok(())
        });
        match read {
            Ok(code) if code.text.is_empty() => {}
            Ok(code) => statements.push((number, code)),
            Err(e) => errors.push(e.in_line(number)),
        }
        if errors.len() >= MAX_ERRORS {
            return Err(errors);
        }
    }
    for (i, &(line, code)) in statements.iter().enumerate() {
        let labels = |at: Cursor<'_>| -> Option<Parsed<i64>> {
            if at.text.is_empty()
                || !at
                    .text
                    .starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
            {
                return None;
            }
            Some(match by_name.get(at.text) {
                Some(&to) => Ok(i64::from(to) - i as i64),
                None => {
                    let names = out.labels.iter().take(MAX_SUGGESTIONS);
                    let help = meant(at.text, names.map(|(l, _)| l.as_str()));
                    at.refuse(format!("unknown label `{}`", at.text), &help)
                }
            })
        };
        match statement(code, &labels) {
            Ok(word) => {
                let span = Span {
                    line,
                    column: code.column,
                    len: code.text.len() as u32,
                };
                out.map.begin((out.words.len() * 8) as u32, span);
                out.words.push(word);
            }
            Err(e) => errors.push(e.in_line(line)),
        }
        if errors.len() >= MAX_ERRORS {
            break;
        }
    }
    if errors.is_empty() {
        Ok(out)
    } else {
        errors.sort_by_key(|e| e.line);
        Err(errors)
    }
}

/// The statement of a line, after its labels.
fn read<'a>(line: &'a str, mut found: impl FnMut(Cursor<'a>) -> Parsed<()>) -> Parsed<Cursor<'a>> {
    let mut rest = Cursor {
        text: code_of(line),
        column: 1,
    };
    let text = rest.text;
    if let Some(i) = text.find(|c: char| !c.is_ascii() || c.is_ascii_control() && c != '\t') {
        let c = text[i..].chars().next().unwrap_or(' ');
        let at = Cursor {
            text: "?",
            column: text[..i].chars().count() as u32 + 1,
        };
        return at.refuse(format!("unexpected {c:?}"), "");
    }
    while let Some(name) = label(&mut rest) {
        found(name)?;
    }
    Ok(rest.trimmed())
}

/// An instruction or `.word`, and the bits to invert after `^`.
fn statement(code: Cursor<'_>, labels: &dyn Fn(Cursor<'_>) -> Option<Parsed<i64>>) -> Parsed<u64> {
    let mut rest = code;
    if rest.take(".word") {
        return hexadecimal(rest.trimmed());
    }
    let head = rest.take_while(|c| c != '^');
    let word = instruction(head.trimmed(), labels)?;
    if rest.take("^") {
        return Ok(word ^ hexadecimal(rest.trimmed())?);
    }
    Ok(word)
}

/// 64 bits in hexadecimal, `_` between digits.
fn hexadecimal(at: Cursor<'_>) -> Parsed<u64> {
    let digits = at.text.strip_prefix("0x").unwrap_or("").replace('_', "");
    let plain = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_hexdigit());
    match u64::from_str_radix(&digits, 16) {
        Ok(word) if plain => Ok(word),
        _ => at.refuse(
            "expected 64 bits in hexadecimal",
            "as in `0x0300000000000000`",
        ),
    }
}
