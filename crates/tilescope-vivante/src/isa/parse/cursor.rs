//! A cursor over the characters of a statement, with columns.

use tilescope_tables::TextError;

pub(in crate::isa) type Parsed<T> = Result<T, TextError>;

/// The unread rest of a line. The text is ASCII, so bytes are characters.
#[derive(Clone, Copy, Debug)]
pub(in crate::isa) struct Cursor<'a> {
    pub text: &'a str,
    /// Column of its first character, counted from 1.
    pub column: u32,
}

/// An error at `len` characters from `column` on; the line is filled in later.
pub(in crate::isa) fn refuse<T>(
    column: u32,
    len: usize,
    message: impl Into<String>,
    help: &str,
) -> Parsed<T> {
    Err(TextError {
        line: 0,
        column,
        len: len as u32,
        message: message.into(),
        help: (!help.is_empty()).then(|| help.to_string()),
    })
}

pub(in crate::isa) fn is_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

impl<'a> Cursor<'a> {
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

    pub fn take(&mut self, c: char) -> bool {
        let hit = self.text.starts_with(c);
        if hit {
            self.split(1);
        }
        hit
    }

    pub fn skip_spaces(&mut self) {
        self.take_while(|c| c.is_ascii_whitespace());
    }

    /// Without spaces at both ends.
    pub fn trimmed(mut self) -> Cursor<'a> {
        self.skip_spaces();
        self.text = self.text.trim_end();
        self
    }

    pub fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    /// An error that covers the whole piece.
    pub fn refuse<T>(&self, message: impl Into<String>, help: &str) -> Parsed<T> {
        refuse(self.column, self.text.len(), message, help)
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
        let plain = self.text.replace('_', "");
        let (negative, digits) = match plain.strip_prefix('-') {
            Some(digits) => (true, digits),
            None => (false, plain.as_str()),
        };
        let lower = digits.to_ascii_lowercase();
        let value = if let Some(hex) = lower.strip_prefix("0x") {
            unsigned(hex, 16)
        } else if let Some(binary) = lower.strip_prefix("0b") {
            unsigned(binary, 2)
        } else {
            unsigned(&lower, 10)
        }?;
        Some(if negative { -value } else { value })
    }
}

/// Parses digits only: the standard library also accepts a sign.
fn unsigned(digits: &str, radix: u32) -> Option<i64> {
    let plain = digits.bytes().all(|b| b.is_ascii_alphanumeric());
    let value = i64::from_str_radix(digits, radix).ok()?;
    plain.then_some(value)
}
