//! Programs: lines, labels, constants and directives.

use super::encode::{Refused, encode, refuse};
use super::lex::{Tok, Token, code_of, lex};
use super::parse::Parser;
use super::places::places;
use super::stmt::{At, Stmt};
use std::collections::HashMap;
use tilescope_tables::text::{MAX_ERRORS, MAX_SUGGESTIONS, meant};
use tilescope_tables::{SourceMap, Span, TextError};

/// Bytes of an instruction.
const INSTRUCTION_BYTES: u32 = 8;

/// An assembled program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Assembled {
    /// The instruction words.
    pub words: Vec<u64>,
    /// The source statements of the words, by byte offset.
    pub map: SourceMap,
    /// Labels and the indices of the words after them, in source order.
    pub labels: Vec<(String, u32)>,
}

/// Interpretation of semicolons.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Syntax {
    /// A line that ends with a semicolon is [`Syntax::X03`], another [`Syntax::Paired`].
    Auto,
    /// A semicolon separates the add and the mul operation of one instruction.
    Paired,
    /// Every semicolon ends an instruction; one with nothing before it is a nop.
    X03,
}

struct Item {
    stmt: Stmt,
    /// From its first to its last character.
    at: At,
    line: u32,
}

impl Item {
    fn span(&self, at: At) -> Span {
        Span {
            line: self.line,
            column: at.column.max(1),
            len: at.len,
        }
    }
}

struct Program<'s> {
    syntax: Syntax,
    items: Vec<Item>,
    labels: Vec<(String, u32)>,
    by_label: HashMap<String, u32>,
    constants: HashMap<String, i64>,
    symbols: &'s dyn Fn(&str) -> Option<u64>,
    errors: Vec<TextError>,
}

/// Assembles a program. `symbols` gives values to names after `@`, without the
/// `@`. The syntax is described in `docs/qpu-assembly.md`.
///
/// # Errors
/// All errors in the source, in line order, at most 100.
///
/// ```
/// use tilescope_vc4::isa::assemble;
/// let program = assemble("load_imm r0, nop, 0x3f800000\nsig_end", &|_| None).unwrap();
/// assert_eq!(program.words, [0xe0020827_3f800000, 0x300009e7_009e7000]);
/// ```
pub fn assemble(
    source: &str,
    symbols: &dyn Fn(&str) -> Option<u64>,
) -> Result<Assembled, Vec<TextError>> {
    let mut p = Program {
        syntax: Syntax::Auto,
        items: Vec::new(),
        labels: Vec::new(),
        by_label: HashMap::new(),
        constants: HashMap::new(),
        symbols,
        errors: Vec::new(),
    };
    for (i, line) in source.lines().enumerate() {
        let number = i as u32 + 1;
        if let Err(e) = p.line(line, number) {
            p.errors.push(located(e, number));
        }
        if p.errors.len() >= MAX_ERRORS {
            break;
        }
    }
    p.finish()
}

fn located(e: Refused, line: u32) -> TextError {
    TextError {
        line,
        column: e.at.column.max(1),
        len: e.at.len,
        message: e.message,
        help: e.help,
    }
}

impl Program<'_> {
    fn value(&self, name: &str) -> Option<i64> {
        match name.strip_prefix('@') {
            Some(symbol) => (self.symbols)(symbol).map(|v| v as i64),
            None => self.constants.get(name).copied(),
        }
    }

    fn line(&mut self, line: &str, number: u32) -> Result<(), Refused> {
        let tokens = lex(code_of(line))?;
        let mut tokens = tokens.as_slice();
        while let [
            Token {
                tok: Tok::Name(name),
                at,
                ..
            },
            Token {
                tok: Tok::Punct(':'),
                ..
            },
            rest @ ..,
        ] = tokens
        {
            self.label(name, *at)?;
            tokens = rest;
        }
        match tokens {
            [] => return Ok(()),
            [
                Token {
                    tok: Tok::Suffix(directive),
                    at,
                    ..
                },
                rest @ ..,
            ] if *directive != "word" => return self.directive(directive, *at, rest),
            _ => {}
        }
        let last = tokens.last().map(|t| t.tok);
        let x03 = match self.syntax {
            Syntax::Auto => last == Some(Tok::Punct(';')),
            Syntax::Paired => false,
            Syntax::X03 => true,
        };
        if !x03 {
            return self.statement(tokens, number);
        }
        let mut pieces = tokens
            .split(|t| t.tok == Tok::Punct(';'))
            .collect::<Vec<_>>();
        match pieces.pop() {
            Some([]) | None => {}
            Some(open) => {
                let end = open[0].at.to(open[open.len() - 1].at);
                return refuse(end, "expected `;` after the instruction", "");
            }
        }
        for piece in pieces {
            if piece.is_empty() {
                self.items.push(Item {
                    stmt: Stmt::Word(super::word::Inst::NOP.0, ""),
                    at: tokens[0].at,
                    line: number,
                });
            } else {
                self.statement(piece, number)?;
            }
        }
        Ok(())
    }

    fn statement(&mut self, tokens: &[Token<'_>], line: u32) -> Result<(), Refused> {
        let names = |n: &str| self.value(n);
        let stmt = Parser::new(tokens, &names).statement()?;
        // Branches to labels are encoded when every label is known; their other errors
        // are reported then.
        if !matches!(&stmt, Stmt::Branch(b) if b.value.label.is_some()) {
            encode(&stmt)?;
        }
        let at = match tokens {
            [first, .., last] => first.at.to(last.at),
            [one] => one.at,
            [] => At::default(),
        };
        self.items.push(Item { stmt, at, line });
        Ok(())
    }

    fn label(&mut self, name: &str, at: At) -> Result<(), Refused> {
        let index = self.items.len() as u32;
        if self.by_label.insert(name.to_string(), index).is_some() {
            return refuse(at, format!("label `{name}` is defined twice"), "");
        }
        self.labels.push((name.to_string(), index));
        Ok(())
    }

    fn directive(&mut self, name: &str, at: At, rest: &[Token<'_>]) -> Result<(), Refused> {
        match (name, rest) {
            ("syntax", [t]) => {
                self.syntax = match t.tok {
                    Tok::Name("auto") => Syntax::Auto,
                    Tok::Name("paired") => Syntax::Paired,
                    Tok::Name("x03") => Syntax::X03,
                    _ => {
                        return refuse(
                            t.at,
                            "unknown syntax",
                            "`.syntax auto`, `.syntax paired` or `.syntax x03`",
                        );
                    }
                };
                Ok(())
            }
            (
                "set",
                [
                    Token {
                        tok: Tok::Name(constant),
                        ..
                    },
                    Token {
                        tok: Tok::Punct(','),
                        ..
                    },
                    value @ ..,
                ],
            ) => {
                let value = self.constant(at, value)?;
                self.constants.insert((*constant).to_string(), value);
                Ok(())
            }
            ("syntax", _) => refuse(at, "`.syntax` takes one name", "as in `.syntax x03`"),
            ("set", _) => refuse(at, "`.set` takes a name and a value", "as in `.set n, 12`"),
            _ => refuse(
                at,
                format!("unknown directive `.{name}`"),
                &meant(name, ["word", "set", "syntax"]),
            ),
        }
    }

    fn constant(&self, at: At, tokens: &[Token<'_>]) -> Result<i64, Refused> {
        match tokens {
            [t] => match t.tok {
                Tok::Int(i) => Ok(i),
                Tok::Float(x) => Ok(i64::from(x.to_bits())),
                Tok::Name(n) => match self.value(n) {
                    Some(v) => Ok(v),
                    None => refuse(t.at, format!("`{n}` is not defined"), ""),
                },
                _ => refuse(t.at, "expected a number", ""),
            },
            [minus, t] if minus.tok == Tok::Punct('-') => match t.tok {
                Tok::Int(i) => Ok(i.wrapping_neg()),
                Tok::Float(x) => Ok(i64::from((-x).to_bits())),
                _ => refuse(t.at, "expected a number", ""),
            },
            _ => refuse(
                at,
                "`.set` takes a name and one number",
                "as in `.set n, 12`",
            ),
        }
    }

    fn finish(mut self) -> Result<Assembled, Vec<TextError>> {
        let mut out = Assembled {
            labels: self.labels,
            ..Assembled::default()
        };
        // After an error in a line all later labels have moved, and labels of the line
        // are missing: errors about branches would be noise.
        let complete = self.errors.is_empty();
        for (i, item) in self.items.iter_mut().enumerate() {
            if self.errors.len() >= MAX_ERRORS {
                break;
            }
            if let Stmt::Branch(b) = &mut item.stmt
                && let Some(name) = &b.value.label
            {
                match self.by_label.get(name) {
                    Some(&target) => {
                        // Relative to the fourth instruction after the branch.
                        let distance = i64::from(target) - i as i64 - 4;
                        b.value.number = b.value.number.saturating_add(distance * 8);
                    }
                    None if complete => {
                        let labels = out.labels.iter().take(MAX_SUGGESTIONS);
                        let labels = labels.map(|(l, _)| l.as_str());
                        let help = meant(name, labels);
                        self.errors.push(TextError {
                            line: item.line,
                            column: b.value.at.column.max(1),
                            len: b.value.at.len,
                            message: format!("label `{name}` is not defined"),
                            help: (!help.is_empty()).then_some(help),
                        });
                        continue;
                    }
                    None => continue,
                }
            }
            match encode(&item.stmt) {
                Ok(word) => {
                    let offset = i as u32 * INSTRUCTION_BYTES;
                    out.words.push(word);
                    out.map.begin(offset, item.span(item.at));
                    for (field, at) in places(&item.stmt, word) {
                        let bits = (field.span().lo.into(), field.span().hi.into());
                        out.map.operand(offset, bits, item.span(at));
                    }
                }
                Err(e) => self.errors.push(located(e, item.line)),
            }
        }
        if self.errors.is_empty() {
            Ok(out)
        } else {
            self.errors.sort_by_key(|e| (e.line, e.column));
            Err(self.errors)
        }
    }
}
