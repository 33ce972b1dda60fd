//! The tokens of the text form.

use super::Span;
use crate::asm::{is_name, unsigned};
use crate::text::TextError;

/// A word.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Word<'a> {
    /// A name, or names with single dots between them: `PE.COLOR_FORMAT`. It may
    /// begin with a digit if it is not a number.
    Name(&'a str),
    /// `.name`, without the dot.
    Directive(&'a str),
    /// `@name`, without the sign.
    Symbol(&'a str),
    /// A whole number in decimal or binary.
    Int(u64),
    /// A whole number in hexadecimal.
    Hex(u64),
    /// A number with a decimal point or an exponent.
    Float(f64),
    /// A sign.
    Sign(&'static str),
    /// The end of a line.
    Newline,
    /// The end of the text.
    End,
}

/// A word and its place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Token<'a> {
    /// The word.
    pub word: Word<'a>,
    /// Its place.
    pub span: Span,
}

/// Longer signs first, so that `<=` is not `<` and `=`.
const SIGNS: [&str; 32] = [
    "..", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "=", ",", ":", ";", "{", "}", "(", ")",
    "+", "-", "*", "/", "%", "&", "|", "^", "~", "!", "<", ">", ".", "[", "]",
];

/// Splits a text into words. Invalid characters are skipped with an error.
pub(super) fn lex(source: &str) -> (Vec<Token<'_>>, Vec<TextError>) {
    let mut tokens = Vec::new();
    let mut errors = Vec::new();
    let mut line_number = 0;
    for line in source.lines() {
        line_number += 1;
        lex_line(line, line_number, &mut tokens, &mut errors);
        let column = line.chars().count() as u32 + 1;
        tokens.push(Token {
            word: Word::Newline,
            span: Span {
                line: line_number,
                column,
                len: 1,
            },
        });
    }
    tokens.push(Token {
        word: Word::End,
        span: Span {
            line: line_number.max(1),
            column: 1,
            len: 1,
        },
    });
    (tokens, errors)
}

fn lex_line<'a>(
    line: &'a str,
    number: u32,
    tokens: &mut Vec<Token<'a>>,
    errors: &mut Vec<TextError>,
) {
    let mut rest = line;
    let mut column = 1u32;
    while let Some(first) = rest.chars().next() {
        if first == '#' {
            return;
        }
        if first.is_whitespace() {
            rest = &rest[first.len_utf8()..];
            column += 1;
            continue;
        }
        let (found, len) = word(rest, first);
        let span = Span {
            line: number,
            column,
            len: rest[..len].chars().count() as u32,
        };
        match found {
            Ok(word) => tokens.push(Token { word, span }),
            Err(message) if errors.len() < super::MAX_ERRORS => {
                errors.push(span.error(message, None));
            }
            Err(_) => {}
        }
        rest = &rest[len..];
        column += span.len;
    }
}

fn name_len(text: &str) -> usize {
    text.find(|c| !is_name(c)).unwrap_or(text.len())
}

/// Bytes of a name and of the names after single dots.
fn dotted_len(text: &str) -> usize {
    let mut len = name_len(text);
    while let Some(more) = text[len..].strip_prefix('.') {
        if !more.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '_') {
            break;
        }
        len += 1 + name_len(more);
    }
    len
}

/// The word that `rest`, which starts with `first`, starts with, and its bytes.
fn word(rest: &str, first: char) -> (Result<Word<'_>, String>, usize) {
    if first.is_ascii_alphabetic() || first == '_' {
        let len = dotted_len(rest);
        return (Ok(Word::Name(&rest[..len])), len);
    }
    if first.is_ascii_digit() {
        return lex_number(rest);
    }
    if first == '@' {
        let body = &rest[1..];
        let mut len = body
            .find(|c: char| !c.is_ascii_alphanumeric() && c != '_' && c != '.')
            .unwrap_or(body.len());
        if let Some(range) = body[..len].find("..") {
            len = range;
        }
        if len == 0 {
            return (Err("`@` without a name after it".to_string()), 1);
        }
        return (Ok(Word::Symbol(&body[..len])), len + 1);
    }
    if first == '.' {
        let len = name_len(&rest[1..]);
        if len > 0 && !rest.starts_with("..") {
            return (Ok(Word::Directive(&rest[1..=len])), len + 1);
        }
    }
    match SIGNS.iter().find(|s| rest.starts_with(**s)) {
        Some(sign) => (Ok(Word::Sign(sign)), sign.len()),
        None => (
            Err(format!("`{}` is unexpected here", first.escape_default())),
            first.len_utf8(),
        ),
    }
}

fn lex_number(rest: &str) -> (Result<Word<'_>, String>, usize) {
    let whole = name_len(rest);
    let digits = &rest[..whole];
    let begins = |prefix: [&str; 2]| prefix.iter().any(|p| digits.starts_with(p));
    if begins(["0x", "0X"]) {
        let value = unsigned(digits).map(Word::Hex);
        return (value.ok_or_else(|| not_a_number(digits)), whole);
    }
    if begins(["0b", "0B"]) {
        let value = unsigned(digits).map(Word::Int);
        return (value.ok_or_else(|| not_a_number(digits)), whole);
    }
    // A float continues after its point, unless that is the first of `..`, and after
    // the sign of its exponent.
    let mut len = whole;
    let tail = &rest[len..];
    if tail.starts_with('.') && !tail.starts_with("..") {
        len += 1 + name_len(&tail[1..]);
    }
    if rest[..len].ends_with(['e', 'E']) && rest[len..].starts_with(['+', '-']) {
        len += 1 + name_len(&rest[len + 1..]);
    }
    let text = &rest[..len];
    let plain = text.replace('_', "");
    if plain.bytes().all(|b| b.is_ascii_digit()) {
        let value = unsigned(text).map(Word::Int);
        return (value.ok_or_else(|| not_a_number(text)), len);
    }
    match plain.parse::<f64>() {
        Ok(value) if value.is_finite() => (Ok(Word::Float(value)), len),
        // `64bpp_format` is a hardware name.
        Err(_) if len == whole && digits.contains(|c: char| c.is_ascii_alphabetic()) => {
            (Ok(Word::Name(digits)), whole)
        }
        _ => (Err(not_a_number(text)), len),
    }
}

fn not_a_number(text: &str) -> String {
    let shown: String = text.chars().take(40).collect();
    format!("`{shown}` is not a number, or too large for one")
}
