//! A cursor over the characters of a line, with columns.

use super::{At, Parsed, refuse, unsigned};

/// The unread rest of a line. What is taken from it must be ASCII, so that bytes are
/// characters.
#[derive(Clone, Copy, Debug)]
pub struct Cursor<'a> {
    /// The text.
    pub text: &'a str,
    /// Column of its first character, counted from 1.
    pub column: u32,
}

/// Whether a name may contain the character.
pub fn is_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

impl<'a> Cursor<'a> {
    /// A whole line.
    pub fn new(text: &'a str) -> Cursor<'a> {
        Cursor { text, column: 1 }
    }

    /// Its place.
    pub fn at(&self) -> At {
        At {
            column: self.column,
            len: self.text.chars().count() as u32,
        }
    }

    /// Splits off the first `n` characters.
    pub fn split(&mut self, n: usize) -> Cursor<'a> {
        let head = Cursor {
            text: &self.text[..n],
            column: self.column,
        };
        self.text = &self.text[n..];
        self.column += n as u32;
        head
    }

    /// Splits off the characters before the first that is not `wanted`.
    pub fn take_while(&mut self, wanted: impl Fn(char) -> bool) -> Cursor<'a> {
        let n = self.text.find(|c| !wanted(c)).unwrap_or(self.text.len());
        self.split(n)
    }

    /// Splits off `c` if it is next.
    pub fn take(&mut self, c: char) -> bool {
        let hit = self.text.starts_with(c);
        if hit {
            self.split(1);
        }
        hit
    }

    /// Splits off spaces and tabs.
    pub fn skip_spaces(&mut self) {
        self.take_while(|c| c.is_ascii_whitespace());
    }

    /// Without spaces at both ends.
    #[must_use]
    pub fn trimmed(mut self) -> Cursor<'a> {
        self.skip_spaces();
        self.text = self.text.trim_end();
        self
    }

    /// Whether nothing is left.
    pub fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    /// An error that covers the whole piece.
    ///
    /// # Errors
    /// Always.
    pub fn refuse<T>(&self, message: impl Into<String>, help: &str) -> Parsed<T> {
        refuse(self.at(), message, help)
    }

    /// Splits at commas.
    pub fn by_commas(self) -> Vec<Cursor<'a>> {
        let mut out = Vec::new();
        let mut rest = self;
        loop {
            let piece = rest.take_while(|c| c != ',');
            out.push(piece.trimmed());
            if !rest.take(',') {
                return out;
            }
        }
    }

    /// The whole piece as an integer: decimal, `0x` or `0b`, `_` between digits.
    pub fn integer(&self) -> Option<i64> {
        let (negative, digits) = match self.text.trim_start_matches('_').strip_prefix('-') {
            Some(digits) => (true, digits),
            None => (false, self.text),
        };
        let value = i64::try_from(unsigned(digits)?).ok()?;
        Some(if negative { -value } else { value })
    }

    /// Splits off a name and the colon after it.
    pub(super) fn label(&mut self) -> Option<Cursor<'a>> {
        self.skip_spaces();
        let mut after = *self;
        let name = after.take_while(is_name);
        let letter = name.text.starts_with(|c: char| !c.is_ascii_digit());
        after.skip_spaces();
        if !(letter && after.take(':')) {
            return None;
        }
        *self = after;
        Some(name)
    }
}
