//! The assembler of programs: lines, labels, constants and directives.

use super::parse::{Cursor, Parsed, Statement, is_name, refuse, statement};
use super::word::Inst;
use std::collections::HashMap;
use tilescope_tables::text::{MAX_ERRORS, MAX_SUGGESTIONS, meant};
use tilescope_tables::{SourceMap, Span, TextError};

/// An assembled program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Assembled {
    /// The instructions.
    pub words: Vec<Inst>,
    /// The statements of the instructions, by byte offset.
    pub map: SourceMap,
    /// Labels and the indices of the instructions after them, in source order.
    pub labels: Vec<(String, u32)>,
}

struct Program<'s> {
    items: Vec<(Statement<'s>, u32)>,
    labels: Vec<(String, u32)>,
    by_label: HashMap<&'s str, u32>,
    constants: HashMap<&'s str, i64>,
    symbols: &'s dyn Fn(&str) -> Option<u64>,
    errors: Vec<TextError>,
}

/// Assembles a program. `symbols` gives values to names after `@`, without the `@`.
/// The syntax is described in `docs/vivante-assembly.md`.
///
/// # Errors
/// The errors of the source in line order, up to 100.
///
/// ```
/// use tilescope_vivante::isa::{Inst, assemble};
/// let program = assemble("mul t0.x___, t1.xxxx, t0.xxxx, void", &|_| None).unwrap();
/// assert_eq!(program.words, [Inst([0x00801003, 0x00001804, 0x00000040, 0])]);
/// ```
pub fn assemble(
    source: &str,
    symbols: &dyn Fn(&str) -> Option<u64>,
) -> Result<Assembled, Vec<TextError>> {
    let mut p = Program {
        items: Vec::new(),
        labels: Vec::new(),
        by_label: HashMap::new(),
        constants: HashMap::new(),
        symbols,
        errors: Vec::new(),
    };
    for (i, line) in source.lines().enumerate() {
        let number = i as u32 + 1;
        if let Err(e) = p.line(line, number) {
            p.errors.push(TextError { line: number, ..e });
        }
        if p.errors.len() >= MAX_ERRORS {
            break;
        }
    }
    p.finish()
}

/// The line without its comment, which starts at `;`, `#` or `//`.
fn code_of(line: &str) -> &str {
    let end = [line.find([';', '#']), line.find("//")]
        .into_iter()
        .flatten()
        .min();
    &line[..end.unwrap_or(line.len())]
}

/// The span of a piece of a line.
fn span(line: u32, piece: &Cursor<'_>) -> Span {
    Span {
        line,
        column: piece.column,
        len: piece.text.chars().count() as u32,
    }
}

/// Parses a label before the rest of the line.
fn label<'a>(rest: &mut Cursor<'a>) -> Option<Cursor<'a>> {
    rest.skip_spaces();
    let mut after = *rest;
    let name = after.take_while(is_name);
    let letter = name.text.starts_with(|c: char| !c.is_ascii_digit());
    after.skip_spaces();
    if !(letter && after.take(':')) {
        return None;
    }
    *rest = after;
    Some(name)
}

fn value(
    constants: &HashMap<&str, i64>,
    symbols: &dyn Fn(&str) -> Option<u64>,
    name: &str,
) -> Option<i64> {
    match name.strip_prefix('@') {
        Some(symbol) => symbols(symbol).and_then(|v| i64::try_from(v).ok()),
        None => constants.get(name).copied(),
    }
}

impl<'s> Program<'s> {
    fn line(&mut self, line: &'s str, number: u32) -> Parsed<()> {
        let code = code_of(line);
        if let Some(i) = code.find(|c: char| !c.is_ascii() || c.is_ascii_control() && c != '\t') {
            let column = code[..i].chars().count() as u32 + 1;
            let c = code[i..].chars().next().unwrap_or(' ');
            return refuse(column, 1, format!("unexpected {c:?}"), "");
        }
        let mut rest = Cursor {
            text: code,
            column: 1,
        };
        while let Some(name) = label(&mut rest) {
            let index = self.items.len() as u32;
            if self.by_label.insert(name.text, index).is_some() {
                return name.refuse(format!("duplicate label `{}`", name.text), "");
            }
            self.labels.push((name.text.to_string(), index));
        }
        let rest = rest.trimmed();
        if rest.is_empty() {
            return Ok(());
        }
        if rest.text.starts_with('.') {
            let mut after = rest;
            let directive = after.take_while(|c| !c.is_ascii_whitespace());
            match directive.text {
                ".word" => {}
                ".set" => return self.set(directive, after.trimmed()),
                other => {
                    let help = meant(other, [".word", ".set"]);
                    return directive.refuse(format!("unknown directive `{other}`"), &help);
                }
            }
        }
        let names = |name: &str| value(&self.constants, self.symbols, name);
        let statement = statement(rest, &names)?;
        self.items.push((statement, number));
        Ok(())
    }

    /// `.set name, number`.
    fn set(&mut self, at: Cursor<'s>, rest: Cursor<'s>) -> Parsed<()> {
        let pieces = rest.by_commas();
        let [name, number] = pieces.as_slice() else {
            return at.refuse("`.set` takes a name and a number", "as in `.set n, 12`");
        };
        let letter = name.text.starts_with(|c: char| !c.is_ascii_digit());
        if !letter || !name.text.chars().all(is_name) {
            return name.refuse(format!("`{}` is not a name", name.text), "");
        }
        let known = value(&self.constants, self.symbols, number.text);
        let Some(v) = number.integer().or(known) else {
            return number.refuse(format!("`{}` is not an integer", number.text), "");
        };
        self.constants.insert(name.text, v);
        Ok(())
    }

    /// The index of a label, or an error.
    fn target(&self, name: Cursor<'_>) -> Parsed<u16> {
        match self.by_label.get(name.text) {
            Some(&i) => match u16::try_from(i) {
                Ok(i) if i < 1 << 15 => Ok(i),
                _ => name.refuse("the label is too far away: targets are below 32768", ""),
            },
            None => {
                let labels = self.labels.iter().take(MAX_SUGGESTIONS);
                let help = meant(name.text, labels.map(|(l, _)| l.as_str()));
                name.refuse(format!("unknown label `{}`", name.text), &help)
            }
        }
    }

    fn finish(mut self) -> Result<Assembled, Vec<TextError>> {
        let mut out = Assembled::default();
        // After an error, a label of that line may be missing: errors about
        // branches would be noise.
        let complete = self.errors.is_empty();
        let mut errors = std::mem::take(&mut self.errors);
        for (statement, line) in &self.items {
            if !complete || errors.len() >= MAX_ERRORS {
                break;
            }
            let target = statement.label.map(|name| self.target(name)).transpose();
            match target {
                Ok(target) => {
                    let offset = (out.words.len() * Inst::BYTES) as u32;
                    out.words.push(statement.encode(target));
                    out.map.begin(offset, span(*line, &statement.whole));
                    for (place, at) in statement.places() {
                        let first = place.word as u32 * u32::BITS;
                        let bits = place.field.span();
                        let bits = (first + u32::from(bits.lo), first + u32::from(bits.hi));
                        out.map.operand(offset, bits, span(*line, &at));
                    }
                }
                Err(e) => errors.push(TextError { line: *line, ..e }),
            }
        }
        out.labels = self.labels;
        if errors.is_empty() {
            Ok(out)
        } else {
            Err(errors)
        }
    }
}
