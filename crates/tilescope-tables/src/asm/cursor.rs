//! A cursor over the characters of a line, with columns.

use std::ops::RangeInclusive;

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

    /// Splits off the characters before the first `c`, and drops that `c`.
    pub fn until(&mut self, c: char) -> Cursor<'a> {
        let head = self.take_while(|x| x != c);
        if !self.is_empty() {
            self.split(1);
        }
        head
    }

    /// Drops `text` if it is next.
    pub fn take(&mut self, text: &str) -> bool {
        let hit = self.text.starts_with(text);
        if hit {
            self.split(text.len());
        }
        hit
    }

    /// Splits off the next word, which ends at a space.
    pub fn word(&mut self) -> Cursor<'a> {
        self.skip_spaces();
        self.take_while(|c| !c.is_ascii_whitespace())
    }

    /// Splits off what precedes the next comma, without spaces, and the comma.
    pub fn piece(&mut self) -> Cursor<'a> {
        self.until(',').trimmed()
    }

    /// The next operand: what precedes the next comma that is not inside `<>`.
    ///
    /// # Errors
    /// There is none.
    pub fn operand(&mut self, what: &str) -> Parsed<Cursor<'a>> {
        // `<1, 2, 3>` is one operand; `<<` is a shift.
        let mut inside = false;
        let mut last = ' ';
        let end = self.text.find(|c| {
            match c {
                '<' => inside = last != '<',
                '>' => inside = false,
                _ => {}
            }
            last = c;
            c == ',' && !inside
        });
        let piece = self.split(end.unwrap_or(self.text.len())).trimmed();
        self.take(",");
        match piece.is_empty() {
            true => refuse(piece.at(), format!("expected {what}"), ""),
            false => Ok(piece),
        }
    }

    /// Nothing is left but spaces.
    ///
    /// # Errors
    /// There is something.
    pub fn end(self) -> Parsed<()> {
        let rest = self.trimmed();
        match rest.is_empty() {
            true => Ok(()),
            false => rest.refuse(format!("unexpected `{}`", rest.text), ""),
        }
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
            if !rest.take(",") {
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

    /// The whole piece as an unsigned number of at most `bits` bits.
    ///
    /// # Errors
    /// It is not one.
    pub fn number(&self, bits: u32) -> Parsed<u64> {
        match unsigned(self.text) {
            Some(n) if n <= u64::MAX >> (64 - bits) => Ok(n),
            Some(_) => self.refuse(format!("{} does not fit in {bits} bits", self.text), ""),
            None => self.refuse(format!("`{}` is not a number", self.text), ""),
        }
    }

    /// Splits off an integer: decimal or `0x`, with a sign.
    pub fn take_integer(&mut self) -> Option<i64> {
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

    /// The whole piece as an integer in a range.
    ///
    /// # Errors
    /// It is not one.
    pub fn integer_in(&self, range: RangeInclusive<i64>) -> Parsed<i64> {
        let mut rest = *self;
        match rest.take_integer() {
            Some(n) if rest.text.is_empty() && range.contains(&n) => Ok(n),
            _ => {
                let (min, max) = range.into_inner();
                self.refuse(format!("expected a number from {min} to {max}"), "")
            }
        }
    }

    /// Splits off a name and the colon after it.
    pub fn label(&mut self) -> Option<Cursor<'a>> {
        self.skip_spaces();
        let mut after = *self;
        let name = after.take_while(is_name);
        let letter = name.text.starts_with(|c: char| !c.is_ascii_digit());
        after.skip_spaces();
        if !(letter && after.take(":")) {
            return None;
        }
        *self = after;
        Some(name)
    }
}
