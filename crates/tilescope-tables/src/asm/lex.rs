//! Tokens of one line of assembly.

use super::{At, Cursor, Parsed, is_name, refuse, unsigned};

/// A token.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Tok<'a> {
    /// A name: letters, digits and `_`, after `@` also dots.
    Name(&'a str),
    /// Text that follows a dot without a space: `sf` in `add.sf`.
    Suffix(&'a str),
    /// An integer.
    Int(i64),
    /// A float: with a point, an exponent or an `f` at the end.
    Float(f32),
    /// One of `, ; : { } = + - [ ] ( ) < >`.
    Punct(char),
}

/// A token and its place.
#[derive(Clone, Copy, Debug)]
pub struct Token<'a> {
    /// The token.
    pub tok: Tok<'a>,
    /// Its place.
    pub at: At,
    /// Whether a space precedes it.
    pub spaced: bool,
    /// Whether it is a number in hexadecimal.
    pub hexadecimal: bool,
}

/// Splits a piece of a line without comment into tokens.
///
/// # Errors
/// The first character that begins no token, or number that cannot be read.
pub fn lex(code: Cursor<'_>) -> Parsed<Vec<Token<'_>>> {
    let mut out: Vec<Token<'_>> = Vec::new();
    let (mut rest, mut column) = (code.text, code.column);
    let mut spaced = true;
    while let Some(c) = rest.chars().next() {
        if c.is_whitespace() {
            rest = &rest[c.len_utf8()..];
            column += 1;
            spaced = true;
            continue;
        }
        let after_name = !spaced
            && matches!(
                out.last().map(|t| t.tok),
                Some(Tok::Name(_) | Tok::Suffix(_))
            );
        let (tok, len) = match c {
            'A'..='Z' | 'a'..='z' | '_' => {
                let len = rest.find(|c| !is_name(c)).unwrap_or(rest.len());
                (Tok::Name(&rest[..len]), len)
            }
            '@' => {
                let body = &rest[1..];
                let len = body.find(|c| !is_name(c) && c != '.').unwrap_or(body.len()) + 1;
                (Tok::Name(&rest[..len]), len)
            }
            '.' if after_name || out.is_empty() || spaced => {
                let body = &rest[1..];
                let len = body.find(|c| !is_name(c)).unwrap_or(body.len()) + 1;
                (Tok::Suffix(&rest[1..len]), len)
            }
            '0'..='9' => number(rest, column)?,
            ',' | ';' | ':' | '{' | '}' | '=' | '+' | '-' | '[' | ']' | '(' | ')' | '<' | '>' => {
                (Tok::Punct(c), 1)
            }
            _ => {
                return refuse(
                    At { column, len: 1 },
                    format!("`{c}` is not valid here"),
                    "",
                );
            }
        };
        // Tokens are ASCII, so bytes are characters.
        out.push(Token {
            tok,
            at: At {
                column,
                len: len as u32,
            },
            spaced,
            hexadecimal: rest.starts_with("0x") || rest.starts_with("0X"),
        });
        rest = &rest[len..];
        column += len as u32;
        spaced = false;
    }
    Ok(out)
}

fn number(rest: &str, column: u32) -> Parsed<(Tok<'_>, usize)> {
    let mut len = 0;
    let bytes = rest.as_bytes();
    let hex = rest.starts_with("0x") || rest.starts_with("0X");
    while let Some(&b) = bytes.get(len) {
        let sign = !hex && matches!(b, b'+' | b'-') && matches!(bytes[len - 1], b'e' | b'E');
        let point = !hex && b == b'.' && bytes.get(len + 1).is_some_and(u8::is_ascii_digit);
        if !(b.is_ascii_alphanumeric() || b == b'_' || sign || point) {
            break;
        }
        len += 1;
    }
    let text = &rest[..len];
    if let Some(v) = unsigned(text) {
        // Words of 64 bits keep their bits; other users check the range.
        return Ok((Tok::Int(v as i64), len));
    }
    let plain = text.replace('_', "");
    let digits = plain.strip_suffix('f').unwrap_or(&plain);
    let float = plain.contains(['.', 'e', 'E', 'f']);
    match digits.parse::<f32>() {
        Ok(v) if float && v.is_finite() => Ok((Tok::Float(v), len)),
        _ => {
            let len = len as u32;
            refuse(
                At { column, len },
                format!("`{text}` is not a number that can be read"),
                "write 12, 0x0c, 0b1100, 0.5 or 0.5f; at most 64 bits",
            )
        }
    }
}
