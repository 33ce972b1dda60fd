//! Small integer expressions with symbols: `@texture + 0x40 | 1 << 4`.
//!
//! Precedence, loosest first: `|`, `+ -`, `<< >>`, `*`, unary minus. So address
//! arithmetic inside a descriptor word needs few parentheses.

use tilescope_tables::text::nearest;

use crate::symbols::Symbols;

/// An error and its bytes in the expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ExprError {
    pub span: std::ops::Range<usize>,
    pub message: String,
    pub help: Option<String>,
}

/// Nesting of parentheses and signs, which bounds the stack.
const MAX_DEPTH: u32 = 64;

struct Parser<'a> {
    text: &'a str,
    at: usize,
    depth: u32,
    symbols: &'a Symbols,
}

/// The value of `text`, computed in 128 bits so that overflows are detected.
pub(crate) fn evaluate(text: &str, symbols: &Symbols) -> Result<i128, ExprError> {
    let mut p = Parser {
        text,
        at: 0,
        depth: 0,
        symbols,
    };
    let value = p.or()?;
    p.space();
    match p.rest().chars().next() {
        None => Ok(value),
        Some(c) => Err(p.error(p.at..p.at + c.len_utf8(), format!("unexpected `{c}`"))),
    }
}

impl<'a> Parser<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn space(&mut self) {
        let trimmed = self.rest().trim_start();
        self.at = self.text.len() - trimmed.len();
    }

    fn eat(&mut self, token: &str) -> bool {
        self.space();
        let found = self.rest().starts_with(token);
        if found {
            self.at += token.len();
        }
        found
    }

    fn error(&self, span: std::ops::Range<usize>, message: impl Into<String>) -> ExprError {
        ExprError {
            span,
            message: message.into(),
            help: Some("an expression is numbers and @names joined by | + - << >> *".to_owned()),
        }
    }

    fn checked(&self, start: usize, value: Option<i128>) -> Result<i128, ExprError> {
        value.ok_or_else(|| self.error(start..self.at, "the value does not fit a word of any size"))
    }

    fn or(&mut self) -> Result<i128, ExprError> {
        let mut value = self.sum()?;
        while self.eat("|") {
            value |= self.sum()?;
        }
        Ok(value)
    }

    fn sum(&mut self) -> Result<i128, ExprError> {
        let start = self.at;
        let mut value = self.shift()?;
        loop {
            value = if self.eat("+") {
                let b = self.shift()?;
                self.checked(start, value.checked_add(b))?
            } else if self.eat("-") {
                let b = self.shift()?;
                self.checked(start, value.checked_sub(b))?
            } else {
                return Ok(value);
            }
        }
    }

    fn shift(&mut self) -> Result<i128, ExprError> {
        let start = self.at;
        let mut value = self.product()?;
        loop {
            let left = if self.eat("<<") {
                true
            } else if self.eat(">>") {
                false
            } else {
                return Ok(value);
            };
            let by = self.product()?;
            let by = (0..=63)
                .contains(&by)
                .then_some(by as u32)
                .ok_or_else(|| self.error(start..self.at, "a shift is by 0 to 63 bits"))?;
            value = if left {
                self.checked(start, value.checked_mul(1i128 << by))?
            } else {
                value >> by
            };
        }
    }

    fn product(&mut self) -> Result<i128, ExprError> {
        let start = self.at;
        let mut value = self.unary()?;
        while self.eat("*") {
            let b = self.unary()?;
            value = self.checked(start, value.checked_mul(b))?;
        }
        Ok(value)
    }

    fn unary(&mut self) -> Result<i128, ExprError> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(self.error(self.at..self.at, "nested too deep"));
        }
        let value = if self.eat("-") {
            let start = self.at;
            let v = self.unary()?;
            self.checked(start, v.checked_neg())
        } else if self.eat("(") {
            let v = self.or()?;
            if self.eat(")") {
                Ok(v)
            } else {
                Err(self.error(self.at..self.at, "a `)` is missing"))
            }
        } else if self.eat("@") {
            self.symbol()
        } else {
            self.number()
        };
        self.depth -= 1;
        value
    }

    fn word(&mut self) -> (usize, &'a str) {
        let start = self.at;
        let rest = self.rest();
        let len = rest
            .find(|c: char| !(c.is_ascii_alphanumeric() || c == '_' || c == '.'))
            .unwrap_or(rest.len());
        self.at += len;
        (start, &rest[..len])
    }

    fn symbol(&mut self) -> Result<i128, ExprError> {
        let (start, name) = self.word();
        match self.symbols.get(name) {
            Some(v) => Ok(v.into()),
            None => Err(ExprError {
                span: start - 1..self.at,
                message: format!("unknown name `@{name}`"),
                help: Some(match nearest(name, self.symbols.names()) {
                    Some(near) => format!("did you mean `@{near}`?"),
                    None => "names are those of the job's buffers, `@buffer.label`, \
                             `@buffer.size` and `@buffer.end`"
                        .to_owned(),
                }),
            }),
        }
    }

    fn number(&mut self) -> Result<i128, ExprError> {
        self.space();
        let (start, word) = self.word();
        let plain = word.replace('_', "");
        let (digits, radix) = match plain.get(..2) {
            Some("0x" | "0X") => (&plain[2..], 16),
            Some("0b" | "0B") => (&plain[2..], 2),
            _ => (plain.as_str(), 10),
        };
        match u64::from_str_radix(digits, radix) {
            Ok(v) => Ok(v.into()),
            Err(_) if word.is_empty() => {
                let end = self.rest().chars().next().map_or(0, char::len_utf8);
                Err(self.error(start..start + end, "a number or an @name is missing here"))
            }
            Err(_) => Err(self.error(start..self.at, format!("`{word}` is not a number"))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn symbols() -> Symbols {
        let mut s = Symbols::default();
        s.set("texture".into(), 0x1000);
        s.set("bin.start".into(), 0x2004);
        s
    }

    #[test]
    fn computes_with_the_documented_precedence() {
        for (text, want) in [
            ("1", 1),
            ("0x10 + 1", 17),
            ("-2 * 3", -6),
            ("@texture | 1 << 4", 0x1010),
            ("@texture + 0x40 | 3", 0x1043),
            ("(1 | 2) * 4", 12),
            ("@bin.start - 4 >> 1", 0x2002),
            ("1_000", 1000),
            ("0b101", 5),
        ] {
            assert_eq!(evaluate(text, &symbols()), Ok(want), "{text}");
        }
    }

    #[test]
    fn names_what_is_wrong() {
        let e = evaluate("1 + @textre", &symbols()).unwrap_err();
        assert_eq!(e.span, 4..11);
        assert_eq!(e.message, "unknown name `@textre`");
        assert_eq!(e.help.unwrap(), "did you mean `@texture`?");
        for (text, want) in [
            ("", "a number or an @name is missing here"),
            ("1 +", "a number or an @name is missing here"),
            ("1 2", "unexpected `2`"),
            ("(1", "a `)` is missing"),
            ("1 << 64", "a shift is by 0 to 63 bits"),
            ("12ab", "`12ab` is not a number"),
        ] {
            assert_eq!(
                evaluate(text, &symbols()).unwrap_err().message,
                want,
                "{text}"
            );
        }
    }

    #[test]
    fn hostile_nesting_ends() {
        let deep = "(".repeat(100_000);
        assert_eq!(
            evaluate(&deep, &symbols()).unwrap_err().message,
            "nested too deep"
        );
        let minus = "-".repeat(100_000);
        assert!(evaluate(&minus, &symbols()).is_err());
    }
}
