//! Parser of statements: one at a time, all three syntaxes.

mod alu;
mod flow;
mod names;

use crate::isa::flow::{LOAD_MODE, SEMAPHORE};
use crate::isa::regs::{READ_A, READ_B, WRITE_A, WRITE_B};
use crate::isa::stmt::{Override, Stmt};
use tilescope_tables::asm::lex::{Tok, Token};
use tilescope_tables::asm::{At, Names, Parsed, refuse};
use tilescope_tables::text::meant;
use tilescope_tables::{Field, Format};

const NO_VALUE: &str =
    "`.set` defines constants, symbols start with `@`, and labels are only valid in branches";

pub(super) struct Parser<'a, 'n> {
    tokens: &'a [Token<'a>],
    next: usize,
    /// One past the last character, for errors at the end.
    end: At,
    names: &'n Names<'n>,
}

impl<'a, 'n> Parser<'a, 'n> {
    pub fn new(tokens: &'a [Token<'a>], names: &'n Names<'n>) -> Self {
        let last = tokens.last().map_or(At::default(), |t| t.at);
        Parser {
            tokens,
            next: 0,
            end: At {
                column: last.column + last.len,
                len: 0,
            },
            names,
        }
    }

    fn peek(&self) -> Option<Tok<'a>> {
        self.tokens.get(self.next).map(|t| t.tok)
    }

    fn at(&self) -> At {
        self.tokens.get(self.next).map_or(self.end, |t| t.at)
    }

    fn previous(&self) -> At {
        match self.next {
            0 => self.at(),
            n => self.tokens[n - 1].at,
        }
    }

    fn take(&mut self, c: char) -> bool {
        let hit = self.peek() == Some(Tok::Punct(c));
        self.next += usize::from(hit);
        hit
    }

    fn expect(&mut self, c: char, what: &str) -> Parsed<()> {
        if self.take(c) {
            return Ok(());
        }
        refuse(
            self.at(),
            format!("expected `{c}` {what}, found {}", self.found()),
            "",
        )
    }

    fn found(&self) -> String {
        match self.peek() {
            None => "the end of the statement".into(),
            Some(Tok::Name(n)) => format!("`{n}`"),
            Some(Tok::Suffix(s)) => format!("`.{s}`"),
            Some(Tok::Int(i)) => format!("`{i}`"),
            Some(Tok::Float(x)) => format!("`{x:?}`"),
            Some(Tok::Punct(c)) => format!("`{c}`"),
        }
    }

    fn suffix(&mut self) -> Option<(&'a str, At)> {
        match self.tokens.get(self.next) {
            Some(Token {
                tok: Tok::Suffix(s),
                at,
                spaced: false,
                ..
            }) => {
                self.next += 1;
                Some((s, *at))
            }
            _ => None,
        }
    }

    pub fn done(&self) -> bool {
        self.next >= self.tokens.len()
    }

    /// Parses one statement. All tokens must belong to it.
    pub fn statement(&mut self) -> Parsed<Stmt> {
        let stmt = self.statement_body()?;
        if self.done() {
            Ok(stmt)
        } else {
            refuse(
                self.at(),
                format!("expected the end of the statement, found {}", self.found()),
                "",
            )
        }
    }

    fn statement_body(&mut self) -> Parsed<Stmt> {
        match self.peek() {
            Some(Tok::Suffix("word")) => self.word(),
            Some(Tok::Name(n)) => match n {
                "branch" | "b" | "bl" | "bra" | "brr" => self.branch(),
                _ if LOAD_MODE.named(n).is_some() && n != "sem" => self.load(),
                _ if SEMAPHORE.named(n).is_some() => self.load(),
                _ => self.alu(),
            },
            _ => refuse(
                self.at(),
                format!("expected an instruction, found {}", self.found()),
                "",
            ),
        }
    }

    /// `.word` with one number of 64 bits, or with two of 32, low half first.
    fn word(&mut self) -> Parsed<Stmt> {
        self.next += 1;
        let low = self.integer64()?;
        if !self.take(',') {
            return Ok(Stmt::Word(low as u64, ""));
        }
        let at = self.at();
        let high = self.integer64()?;
        match (u32::try_from(low), u32::try_from(high)) {
            (Ok(low), Ok(high)) => Ok(Stmt::Word(u64::from(high) << 32 | u64::from(low), "")),
            _ => refuse(at, "each half of a word has 32 bits", ""),
        }
    }

    fn integer64(&mut self) -> Parsed<i64> {
        let at = self.at();
        match self.peek() {
            Some(Tok::Int(i)) => {
                self.next += 1;
                Ok(i)
            }
            Some(Tok::Name(n)) => match (self.names)(n) {
                Some(v) => {
                    self.next += 1;
                    Ok(v)
                }
                None => refuse(at, format!("`{n}` is not defined"), NO_VALUE),
            },
            _ => refuse(at, format!("expected a number, found {}", self.found()), ""),
        }
    }

    /// The trailing group of fields that the rest does not determine.
    fn overrides(&mut self, format: &Format) -> Parsed<Vec<Override>> {
        let mut out = Vec::new();
        if !self.take('{') {
            return Ok(out);
        }
        loop {
            let at = self.at();
            let Some(Tok::Name(name)) = self.peek() else {
                return refuse(at, format!("expected a field, found {}", self.found()), "");
            };
            let Some(field) = format.field(name) else {
                return refuse(
                    at,
                    format!("the {} has no field `{name}`", format.name),
                    &meant(name, format.fields.iter().map(|f| f.name)),
                );
            };
            self.next += 1;
            self.expect('=', "and a number after the field")?;
            let value_at = self.at();
            let value = self.field_value(field)?;
            if value > field.max() {
                return refuse(
                    value_at,
                    format!(
                        "{value} does not fit in the {} bits of {name}",
                        field.width()
                    ),
                    "",
                );
            }
            if field.name == "sig" && value >= 14 {
                return refuse(
                    value_at,
                    "the signal would change the kind of the instruction",
                    "write a word as a number with `.word`",
                );
            }
            out.push(Override {
                field: *field,
                value,
            });
            if !self.take(',') {
                break;
            }
        }
        self.expect('}', "after the fields")?;
        Ok(out)
    }

    fn field_value(&mut self, field: &Field) -> Parsed<u64> {
        let named = match (field.name, self.peek()) {
            ("raddr_a", Some(Tok::Name(n))) => address(READ_A.named(n)),
            ("raddr_b", Some(Tok::Name(n))) => address(READ_B.named(n)),
            ("waddr_add" | "waddr_mul", Some(Tok::Name(n))) => {
                address(WRITE_A.named(n)).or(address(WRITE_B.named(n)))
            }
            _ => None,
        };
        match named {
            Some(v) => {
                self.next += 1;
                Ok(v)
            }
            None => self.integer64().map(|v| v as u64),
        }
    }
}

fn address<O>(row: Option<&tilescope_tables::Row<O>>) -> Option<u64> {
    row.map(|r| r.bits.value)
}
