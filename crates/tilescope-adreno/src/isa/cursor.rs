//! A cursor over the characters of a statement, with columns.

use tilescope_tables::TextError;

pub(super) type Parsed<T> = Result<T, TextError>;

/// The unread rest of a line. The text is ASCII, so bytes are characters.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cursor<'a> {
    pub text: &'a str,
    /// Column of its first character, counted from 1.
    pub column: u32,
}

impl<'a> Cursor<'a> {
    /// Splits off the first `n` characters.
    pub fn split(&mut self, n: usize) -> Cursor<'a> {
        let (head, rest) = self.text.split_at(n.min(self.text.len()));
        let head = Cursor {
            text: head,
            column: self.column,
        };
        self.text = rest;
        self.column += head.text.len() as u32;
        head
    }

    /// Splits off the characters before the first that is not `wanted`.
    pub fn take_while(&mut self, wanted: impl Fn(char) -> bool) -> Cursor<'a> {
        let n = self.text.find(|c| !wanted(c)).unwrap_or(self.text.len());
        self.split(n)
    }

    /// Takes `text` if it is next.
    pub fn take(&mut self, text: &str) -> bool {
        let hit = self.text.starts_with(text);
        if hit {
            self.split(text.len());
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

    /// An error that covers the whole piece; the line is filled in later.
    pub fn refuse<T>(&self, message: impl Into<String>, help: &str) -> Parsed<T> {
        Err(TextError {
            line: 0,
            column: self.column,
            len: self.text.len() as u32,
            message: message.into(),
            help: (!help.is_empty()).then(|| help.to_string()),
        })
    }

    /// Splits off what precedes the next comma, and the comma.
    pub fn operand(&mut self) -> Cursor<'a> {
        let head = self.take_while(|c| c != ',');
        self.take(",");
        head.trimmed()
    }

    /// Takes an integer, decimal or `0x`, with a sign.
    pub fn integer(&mut self) -> Option<i64> {
        let mut after = *self;
        let negative = after.take("-");
        if !negative {
            after.take("+");
        }
        let value = if after.take("0x") || after.take("0X") {
            let digits = after.take_while(|c| c.is_ascii_hexdigit());
            i64::from_str_radix(digits.text, 16).ok()?
        } else {
            let digits = after.take_while(|c| c.is_ascii_digit());
            digits.text.parse::<i64>().ok()?
        };
        *self = after;
        Some(if negative { -value } else { value })
    }

    /// The whole piece as an integer from `min` to `max`.
    pub fn number(&self, min: i64, max: i64) -> Parsed<i64> {
        let mut rest = *self;
        match rest.integer() {
            Some(n) if rest.text.is_empty() && (min..=max).contains(&n) => Ok(n),
            _ => self.refuse(format!("expected a number from {min} to {max}"), ""),
        }
    }
}
