//! A cursor over the characters of a line, with columns.

use tilescope_tables::TextError;

pub(super) type Parsed<T> = Result<T, TextError>;

/// The unread rest of a line. The text is ASCII, so bytes are characters.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cursor<'a> {
    pub text: &'a str,
    /// Column of its first character, counted from 1.
    pub column: u32,
}

/// An error at `len` characters from `column` on; the line is filled in later.
pub(super) fn refuse<T>(
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

/// Whether `c` is part of a name.
pub(super) fn is_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

impl<'a> Cursor<'a> {
    pub fn new(text: &'a str) -> Cursor<'a> {
        Cursor { text, column: 1 }
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
        self.take(&c.to_string());
        head
    }

    pub fn take(&mut self, prefix: &str) -> bool {
        let hit = self.text.starts_with(prefix);
        if hit {
            self.split(prefix.len());
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

    /// Splits off the next word, which ends at a space.
    pub fn word(&mut self) -> Cursor<'a> {
        self.skip_spaces();
        self.take_while(|c| !c.is_ascii_whitespace())
    }

    /// The next operand: the trimmed text before the next comma that is not
    /// inside `<>`. An error if there is none.
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
            true => refuse(piece.column, 0, format!("expected {what}"), ""),
            false => Ok(piece),
        }
    }

    /// An error unless everything is read.
    pub fn end(self) -> Parsed<()> {
        let rest = self.trimmed();
        match rest.is_empty() {
            true => Ok(()),
            false => rest.refuse(format!("unexpected `{}`", rest.text), ""),
        }
    }

    /// The whole piece as an integer: decimal or `0x`.
    pub fn integer(&self) -> Option<i64> {
        let (negative, digits) = match self.text.strip_prefix('-') {
            Some(digits) => (true, digits),
            None => (false, self.text),
        };
        let value = match digits.strip_prefix("0x") {
            Some(hex) => unsigned(hex, 16),
            None => unsigned(digits, 10),
        }?;
        Some(if negative { -value } else { value })
    }

    /// The whole piece as an unsigned number of at most `bits` bits.
    pub fn number(&self, bits: u32) -> Parsed<u64> {
        // 64-bit numbers do not fit the integers that signs allow.
        let hex = self.text.strip_prefix("0x");
        let value = match hex.filter(|h| h.bytes().all(|b| b.is_ascii_hexdigit())) {
            Some(hex) => u64::from_str_radix(hex, 16).ok(),
            None => self.integer().and_then(|n| u64::try_from(n).ok()),
        };
        match value {
            Some(n) if n <= u64::MAX >> (64 - bits) => Ok(n),
            Some(_) => self.refuse(format!("{} does not fit in {bits} bits", self.text), ""),
            None => self.refuse(format!("`{}` is not a number", self.text), ""),
        }
    }
}

/// Parses digits only: the standard library also accepts a sign.
fn unsigned(digits: &str, radix: u32) -> Option<i64> {
    let plain = digits.bytes().all(|b| b.is_ascii_alphanumeric());
    let value = i64::from_str_radix(digits, radix).ok()?;
    plain.then_some(value)
}
