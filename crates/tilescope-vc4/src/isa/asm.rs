//! Programs: statements, constants and directives.

use super::encode::encode;
use super::parse::Parser;
use super::places::{Place, places};
use super::stmt::Stmt;
use tilescope_tables::TextError;
use tilescope_tables::asm::lex::{Tok, Token, lex};
use tilescope_tables::asm::{self, At, Cursor, Labels, Language, Lines, Parsed, refuse};
use tilescope_tables::text::meant;

/// An assembled program.
pub type Assembled = asm::Assembled<u64>;

/// Interpretation of semicolons.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Syntax {
    /// A line that ends with a semicolon is [`Syntax::X03`], another [`Syntax::Paired`].
    #[default]
    Auto,
    /// A semicolon separates the add and the mul operation of one instruction.
    Paired,
    /// Every semicolon ends an instruction; one with nothing before it is a nop.
    X03,
}

/// The assembly of the QPU.
#[derive(Default)]
struct Qpu {
    syntax: Syntax,
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
    asm::assemble::<Qpu>(source, symbols)
}

impl Language for Qpu {
    type Statement<'a> = Stmt;
    type Word = u64;
    const BYTES: u32 = 8;
    const COMMENTS: &'static [&'static str] = &["#", "//"];

    fn duplicate(label: &str) -> String {
        format!("label `{label}` is defined twice")
    }

    fn line<'a>(&mut self, rest: Cursor<'a>, lines: &mut Lines<'a, '_, Stmt>) -> Parsed<()> {
        let tokens = lex(rest)?;
        match tokens.as_slice() {
            [] => return Ok(()),
            [
                Token {
                    tok: Tok::Suffix(directive),
                    at,
                    ..
                },
                rest @ ..,
            ] if *directive != "word" => return self.directive(directive, *at, rest, lines),
            _ => {}
        }
        let last = tokens.last().map(|t| t.tok);
        let x03 = match self.syntax {
            Syntax::Auto => last == Some(Tok::Punct(';')),
            Syntax::Paired => false,
            Syntax::X03 => true,
        };
        if !x03 {
            return statement(&tokens, lines);
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
                lines.push(Stmt::Word(super::word::Inst::NOP.0, ""), tokens[0].at);
            } else {
                statement(piece, lines)?;
            }
        }
        Ok(())
    }

    fn encode(stmt: &Stmt, index: u32, labels: &Labels<'_>) -> Parsed<Option<u64>> {
        let Stmt::Branch(branch) = stmt else {
            return encode(stmt).map(Some);
        };
        let Some(name) = &branch.value.label else {
            return encode(stmt).map(Some);
        };
        match labels.find(name) {
            Some(target) => {
                let mut branch = branch.clone();
                // Relative to the fourth instruction after the branch.
                let distance = i64::from(target) - i64::from(index) - 4;
                let number = &mut branch.value.number;
                *number = number.saturating_add(distance * i64::from(Self::BYTES));
                encode(&Stmt::Branch(branch)).map(Some)
            }
            None if labels.complete => refuse(
                branch.value.at,
                format!("label `{name}` is not defined"),
                &labels.meant(name),
            ),
            None => Ok(None),
        }
    }

    fn places(stmt: &Stmt, word: u64) -> Vec<((u32, u32), At)> {
        let place = |(field, at): Place| ((field.lo.into(), field.hi.into()), at);
        places(stmt, word).into_iter().map(place).collect()
    }
}

fn statement(tokens: &[Token<'_>], lines: &mut Lines<'_, '_, Stmt>) -> Parsed<()> {
    let stmt = Parser::new(tokens, &|name| lines.value(name)).statement()?;
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
    lines.push(stmt, at);
    Ok(())
}

impl Qpu {
    fn directive<'a>(
        &mut self,
        name: &str,
        at: At,
        rest: &[Token<'a>],
        lines: &mut Lines<'a, '_, Stmt>,
    ) -> Parsed<()> {
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
                let value = number(at, value, lines)?;
                lines.set(constant, value);
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
}

/// The number of a constant.
fn number(at: At, tokens: &[Token<'_>], lines: &Lines<'_, '_, Stmt>) -> Parsed<i64> {
    match tokens {
        [t] => match t.tok {
            Tok::Int(i) => Ok(i),
            Tok::Float(x) => Ok(i64::from(x.to_bits())),
            Tok::Name(n) => match lines.value(n) {
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
