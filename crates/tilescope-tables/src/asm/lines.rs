//! The lines of a program: labels, constants, and statements in order.

use super::{At, Cursor, Parsed, refuse};
use crate::source_map::SourceMap;
use crate::text::{MAX_ERRORS, MAX_SUGGESTIONS, TextError, meant};
use std::collections::HashMap;

/// An assembled program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Assembled<W> {
    /// The instruction words.
    pub words: Vec<W>,
    /// The source statements of the words, by byte offset.
    pub map: SourceMap,
    /// Labels and the indices of the words after them, in source order.
    pub labels: Vec<(String, u32)>,
}

/// The assembly of an instruction set. Its value is the state that lines change.
pub trait Language: Default {
    /// A statement that becomes a word.
    type Statement<'a>;
    /// A word.
    type Word: Copy;
    /// Bytes of a word.
    const BYTES: u32;
    /// Texts that begin a comment.
    const COMMENTS: &'static [&'static str];

    /// Checks the characters of a line without its comment.
    ///
    /// # Errors
    /// The first that a line cannot have.
    fn characters(_code: &str) -> Parsed<()> {
        Ok(())
    }

    /// The message about a label that was defined before.
    fn duplicate(label: &str) -> String;

    /// Reads a line after its labels: statements and directives.
    ///
    /// # Errors
    /// The first in the line.
    fn line<'a>(
        &mut self,
        rest: Cursor<'a>,
        lines: &mut Lines<'a, '_, Self::Statement<'a>>,
    ) -> Parsed<()>;

    /// The word of the statement with this index; `None` if it depends on labels that
    /// are not known because of other errors.
    ///
    /// # Errors
    /// If there is no such word.
    fn encode(
        statement: &Self::Statement<'_>,
        index: u32,
        labels: &Labels<'_>,
    ) -> Parsed<Option<Self::Word>>;

    /// The bits of the word, counted from its first byte, that come from each operand.
    fn places(statement: &Self::Statement<'_>, word: Self::Word) -> Vec<((u32, u32), At)>;
}

/// The labels of a program.
#[derive(Clone, Debug, Default)]
pub struct Labels<'a> {
    by_name: HashMap<&'a str, u32>,
    in_order: Vec<(String, u32)>,
    /// Whether no line had an error, after which labels are missing or have moved.
    pub complete: bool,
}

impl<'a> Labels<'a> {
    /// Takes the labels at the beginning of a line, which stand before the statement with this
    /// index. `duplicate` is the message about a label that was defined before.
    ///
    /// # Errors
    /// A label was defined before.
    pub fn take(
        &mut self,
        rest: &mut Cursor<'a>,
        index: u32,
        duplicate: impl Fn(&str) -> String,
    ) -> Parsed<()> {
        while let Some(name) = rest.label() {
            if self.by_name.insert(name.text, index).is_some() {
                return name.refuse(duplicate(name.text), "");
            }
            self.in_order.push((name.text.to_string(), index));
        }
        Ok(())
    }

    /// The labels and the indices of the statements after them, in source order.
    pub fn in_order(&self) -> &[(String, u32)] {
        &self.in_order
    }

    /// The index of the statement after a label.
    pub fn find(&self, name: &str) -> Option<u32> {
        self.by_name.get(name).copied()
    }

    /// A suggestion for an unknown label, or an empty string.
    pub fn meant(&self, name: &str) -> String {
        let labels = self.in_order.iter().take(MAX_SUGGESTIONS);
        meant(name, labels.map(|(label, _)| label.as_str()))
    }
}

/// A statement and its place.
struct Item<S> {
    statement: S,
    at: At,
    line: u32,
}

/// The statements so far, and the values of names.
pub struct Lines<'a, 's, S> {
    items: Vec<Item<S>>,
    line: u32,
    constants: HashMap<&'a str, i64>,
    symbols: &'s dyn Fn(&str) -> Option<u64>,
}

impl<'a, S> Lines<'a, '_, S> {
    /// Appends a statement of the current line.
    pub fn push(&mut self, statement: S, at: At) {
        self.items.push(Item {
            statement,
            at,
            line: self.line,
        });
    }

    /// Defines a constant for the following lines.
    pub fn set(&mut self, name: &'a str, value: i64) {
        self.constants.insert(name, value);
    }

    /// The value of a constant, or of a symbol after `@`. The bits of large symbols are
    /// kept.
    pub fn value(&self, name: &str) -> Option<i64> {
        match name.strip_prefix('@') {
            Some(symbol) => (self.symbols)(symbol).map(|v| v as i64),
            None => self.constants.get(name).copied(),
        }
    }
}

/// The line without its comment, which begins with one of `comments`.
pub fn without_comment<'a>(line: &'a str, comments: &[&str]) -> &'a str {
    let starts = comments.iter().filter_map(|comment| line.find(comment));
    &line[..starts.min().unwrap_or(line.len())]
}

/// Checks that a line has ASCII characters only, and of control characters only tabs.
///
/// # Errors
/// The first other character.
pub fn only_ascii(code: &str) -> Parsed<()> {
    let other = |c: char| !c.is_ascii() || c.is_ascii_control() && c != '\t';
    match code.chars().zip(1..).find(|(c, _)| other(*c)) {
        Some((c, column)) => refuse(At { column, len: 1 }, format!("unexpected {c:?}"), ""),
        None => Ok(()),
    }
}

fn line<'a, L: Language>(
    text: &'a str,
    language: &mut L,
    labels: &mut Labels<'a>,
    lines: &mut Lines<'a, '_, L::Statement<'a>>,
) -> Parsed<()> {
    let code = without_comment(text, L::COMMENTS);
    L::characters(code)?;
    let mut rest = Cursor::new(code);
    labels.take(&mut rest, lines.items.len() as u32, L::duplicate)?;
    match rest.trimmed() {
        rest if rest.is_empty() => Ok(()),
        rest => language.line(rest, lines),
    }
}

/// Assembles a program. `symbols` gives values to names after `@`, without the `@`.
///
/// # Errors
/// The errors of the source in line order, up to [`MAX_ERRORS`].
pub fn assemble<L: Language>(
    source: &str,
    symbols: &dyn Fn(&str) -> Option<u64>,
) -> Result<Assembled<L::Word>, Vec<TextError>> {
    let mut language = L::default();
    let mut labels = Labels::default();
    let mut errors = Vec::new();
    let mut lines = Lines {
        items: Vec::new(),
        line: 0,
        constants: HashMap::new(),
        symbols,
    };
    for text in source.lines() {
        lines.line += 1;
        if let Err(e) = line(text, &mut language, &mut labels, &mut lines) {
            errors.push(e.in_line(lines.line));
        }
        if errors.len() >= MAX_ERRORS {
            break;
        }
    }
    labels.complete = errors.is_empty();
    let (mut words, mut map) = (Vec::new(), SourceMap::default());
    for (item, index) in lines.items.iter().zip(0..) {
        if errors.len() >= MAX_ERRORS {
            break;
        }
        match L::encode(&item.statement, index, &labels) {
            Ok(Some(word)) => {
                let offset = index * L::BYTES;
                words.push(word);
                map.begin(offset, item.at.span(item.line));
                for (bits, at) in L::places(&item.statement, word) {
                    map.operand(offset, bits, at.span(item.line));
                }
            }
            Ok(None) => {}
            Err(e) => errors.push(e.in_line(item.line)),
        }
    }
    if errors.is_empty() {
        return Ok(Assembled {
            words,
            map,
            labels: labels.in_order,
        });
    }
    errors.sort_by_key(|e| (e.line, e.column));
    Err(errors)
}
