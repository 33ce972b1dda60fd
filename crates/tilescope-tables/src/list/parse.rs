//! Parsing of words into statements.

mod expr;

use super::expr::Expr;
use super::lex::{Token, Word, lex};
use super::{Language, MAX_ERRORS, Span, did_you_mean};
use crate::packet::{Kind, Layout};
use crate::text::TextError;

/// The nesting limit of blocks, which bounds the stack. Parentheses are bounded
/// by [`MAX_NODES`](super::expr::MAX_NODES).
const MAX_DEPTH: usize = 32;

/// The largest number of variables in scope, which bounds the time to find one.
const MAX_VARIABLES: usize = 256;

/// Width and meaning of a data directive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Data {
    U8,
    U16,
    U32,
    F32,
}

const DIRECTIVES: [&str; 10] = [
    ".u8", ".u16", ".u32", ".f32", ".align", ".zero", ".for", ".if", ".else", ".set",
];

/// A field or a word with its value, as in the source.
#[derive(Clone, Debug, PartialEq)]
pub struct Given<'a> {
    /// Its value.
    pub operand: Operand<'a>,
    /// Its place: for a field, the name and the value.
    pub span: Span,
}

/// The value of a field or a word.
#[derive(Clone, Debug, PartialEq)]
pub enum Operand<'a> {
    /// A number.
    Expr(Expr<'a>),
    /// An enum name or a bare flag: its encoding.
    Raw(u64),
}

pub(super) enum Action<'a, L: Language> {
    Label(&'a str),
    Own(L::Own<'a>),
    Data(Data, Vec<Expr<'a>>),
    Align(Expr<'a>),
    Zero(Expr<'a>),
    Set(usize, Expr<'a>),
    For(usize, Expr<'a>, Expr<'a>, Vec<Statement<'a, L>>),
    If(Expr<'a>, Vec<Statement<'a, L>>, Vec<Statement<'a, L>>),
}

/// A statement of any kind and its place.
pub struct Statement<'a, L: Language> {
    pub(super) kind: Action<'a, L>,
    /// Its first word.
    pub(super) span: Span,
    /// From its first word to the last one of the same line.
    pub(super) whole: Span,
}

/// A text, parsed.
pub(super) struct Program<'a, L: Language> {
    pub statements: Vec<Statement<'a, L>>,
    /// The number of variables.
    pub slots: usize,
}

pub(super) fn parse<L: Language>(source: &str) -> (Program<'_, L>, Vec<TextError>) {
    let (tokens, errors) = lex(source);
    let mut parser = Parser {
        tokens: &tokens,
        at: 0,
        errors,
        scope: Vec::new(),
        slots: 0,
        depth: 0,
        given_up: false,
    };
    let mut statements = parser.block::<L>();
    while parser.sign("}") {
        let span = parser.tokens[parser.at - 1].span;
        parser.error(span, "`}` without a `{` before it", None);
        statements.extend(parser.block::<L>());
    }
    let slots = parser.slots;
    let mut errors = parser.errors;
    errors.sort_by_key(|e| (e.line, e.column));
    (Program { statements, slots }, errors)
}

/// The statement or expression cannot be read; the error is recorded.
#[derive(Clone, Copy, Debug)]
pub struct Broken;

/// The parsed item, unless it could not be parsed.
pub type Parsed<T> = Result<T, Broken>;

/// Reads a text word by word.
pub struct Parser<'t, 'a> {
    tokens: &'t [Token<'a>],
    at: usize,
    errors: Vec<TextError>,
    /// Names and slots of variables, innermost last.
    scope: Vec<(&'a str, usize)>,
    slots: usize,
    depth: usize,
    /// The rest is not parsed, so no further errors can be reported.
    given_up: bool,
}

impl<'a> Parser<'_, 'a> {
    /// The next word.
    pub fn peek(&self) -> Token<'a> {
        self.tokens[self.at.min(self.tokens.len() - 1)]
    }

    /// Takes the next word.
    pub fn take(&mut self) -> Token<'a> {
        let token = self.peek();
        if token.word != Word::End {
            self.at += 1;
        }
        token
    }

    /// Takes `sign` if it is next.
    pub fn sign(&mut self, sign: &str) -> bool {
        let found = matches!(self.peek().word, Word::Sign(s) if s == sign);
        if found {
            self.at += 1;
        }
        found
    }

    fn error(&mut self, span: Span, message: impl Into<String>, help: Option<String>) {
        if self.errors.len() < MAX_ERRORS && !self.given_up {
            self.errors.push(span.error(message, help));
        }
    }

    /// Records an error.
    ///
    /// # Errors
    /// Always.
    pub fn fail<T>(
        &mut self,
        span: Span,
        message: impl Into<String>,
        help: Option<String>,
    ) -> Parsed<T> {
        self.error(span, message, help);
        Err(Broken)
    }

    /// Takes `sign`, which is required because of `why`.
    ///
    /// # Errors
    /// If something else is next.
    pub fn expect(&mut self, sign: &'static str, why: &str) -> Parsed<()> {
        if self.sign(sign) {
            return Ok(());
        }
        let found = self.peek();
        self.fail(
            found.span,
            format!("`{sign}` expected {why}, found {}", show(found.word)),
            None,
        )
    }

    /// Whether a variable has this name here.
    pub fn is_variable(&self, name: &str) -> bool {
        self.scope.iter().any(|v| v.0 == name)
    }

    fn skip_newlines(&mut self) {
        while self.peek().word == Word::Newline {
            self.at += 1;
        }
    }

    /// Whether the statement ends before the next word.
    pub fn ends_statement(&self) -> bool {
        matches!(
            self.peek().word,
            Word::Newline | Word::End | Word::Sign(";" | "}")
        )
    }

    /// Statements up to `}` or the end, neither of which is taken.
    fn block<L: Language>(&mut self) -> Vec<Statement<'a, L>> {
        let scope = self.scope.len();
        let mut statements = Vec::new();
        loop {
            while self.peek().word == Word::Newline || matches!(self.peek().word, Word::Sign(";")) {
                self.at += 1;
            }
            if matches!(self.peek().word, Word::End | Word::Sign("}")) {
                break;
            }
            let start = self.at;
            match self.statement::<L>() {
                Ok(statement) => {
                    let label = matches!(statement.kind, Action::Label(_));
                    statements.push(statement);
                    if !label && !self.ends_statement() {
                        let found = self.peek();
                        self.error(
                            found.span,
                            format!("the statement should end here, found {}", show(found.word)),
                            Some(
                                "separate statements with a line break or `;`, and fields by `,`"
                                    .to_string(),
                            ),
                        );
                        self.recover();
                    }
                }
                Err(Broken) => self.recover(),
            }
            if self.at == start {
                // Every statement takes a word, which guarantees termination.
                self.at += 1;
            }
        }
        self.scope.truncate(scope);
        statements
    }

    /// Skips to the end of a statement that could not be read.
    fn recover(&mut self) {
        while !self.ends_statement() {
            self.at += 1;
        }
    }

    /// A block of statements in braces, which is required because of `why`.
    ///
    /// # Errors
    /// If there is none, or if blocks nest too deep.
    pub fn braces<L: Language>(&mut self, why: &str) -> Parsed<Vec<Statement<'a, L>>> {
        self.skip_newlines();
        let open = self.peek().span;
        self.expect("{", why)?;
        if self.depth >= MAX_DEPTH {
            return self.too_deep(open);
        }
        self.depth += 1;
        let body = self.block::<L>();
        self.depth -= 1;
        if !self.sign("}") {
            return self.fail(open, "this `{` is never closed", None);
        }
        Ok(body)
    }

    fn too_deep<T>(&mut self, span: Span) -> Parsed<T> {
        let broken = self.fail(span, format!("nested deeper than {MAX_DEPTH}"), None);
        // The end of the block is unknown from here on.
        self.at = self.tokens.len() - 1;
        self.given_up = true;
        broken
    }

    fn statement<L: Language>(&mut self) -> Parsed<Statement<'a, L>> {
        let first = self.take();
        let span = first.span;
        let kind = match first.word {
            Word::Name(name) if self.sign(":") => Action::Label(name),
            Word::Name(name) => Action::Own(L::named(self, name, span)?),
            Word::Directive(name) => self.directive::<L>(name, span)?,
            other => {
                return self.fail(
                    span,
                    format!(
                        "{}, label or directive expected, found {}",
                        L::STATEMENTS,
                        show(other)
                    ),
                    None,
                );
            }
        };
        let last = self.tokens[self.at - 1].span;
        let line = self.tokens[..self.at].iter().rev();
        let last = line
            .map(|token| token.span)
            .find(|s| s.line == span.line)
            .unwrap_or(last);
        let whole = span.to(last);
        Ok(Statement { kind, span, whole })
    }

    /// Exactly `count` constant values, optionally separated by commas.
    ///
    /// # Errors
    /// If there are more or fewer.
    pub fn values(&mut self, count: usize, name: &str, span: Span) -> Parsed<Vec<Expr<'a>>> {
        let mut values = Vec::new();
        while !self.ends_statement() && values.len() <= count {
            if !values.is_empty() {
                self.sign(",");
            }
            values.push(self.constant()?);
        }
        if values.len() != count {
            return self.fail(
                span,
                format!("{name} takes {count} numbers, found {}", values.len()),
                None,
            );
        }
        Ok(values)
    }

    /// The fields of `layout`, by name, up to the end of the statement: their
    /// indices in the layout and their values.
    ///
    /// # Errors
    /// If they cannot be parsed.
    pub fn fields(
        &mut self,
        layout: &'static Layout,
        span: Span,
    ) -> Parsed<Vec<(usize, Given<'a>)>> {
        let given = self.given(layout)?;
        for (place, field) in layout.fields.iter().enumerate() {
            if field.kind.must_be_written() && !given.iter().any(|g| g.0 == place) {
                return self.fail(
                    span,
                    format!("{} needs `{}`", layout.name, field.name),
                    Some(format!(
                        "if omitted, it would mean {}",
                        field.format_with_unit(0)
                    )),
                );
            }
        }
        Ok(given)
    }

    /// [`fields`](Self::fields) up to the end of the statement or a `{`, all of
    /// them optional.
    ///
    /// # Errors
    /// If they cannot be parsed.
    pub fn given(&mut self, layout: &'static Layout) -> Parsed<Vec<(usize, Given<'a>)>> {
        let mut given: Vec<(usize, Given<'a>)> = Vec::new();
        while !self.ends_statement() && self.peek().word != Word::Sign("{") {
            if !given.is_empty() {
                self.expect(",", "between fields")?;
            }
            let name = self.take();
            let Word::Name(word) = name.word else {
                return self.fail(
                    name.span,
                    format!(
                        "a field of {} expected, found {}",
                        layout.name,
                        show(name.word)
                    ),
                    None,
                );
            };
            let place = layout
                .fields
                .iter()
                .position(|f| f.name.eq_ignore_ascii_case(word));
            let Some(place) = place else {
                let help = if layout.fields.is_empty() {
                    Some(format!("{} has no fields", layout.name))
                } else {
                    did_you_mean(word, layout.fields.iter().map(|f| f.name))
                };
                return self.fail(
                    name.span,
                    format!("unknown field `{word}` of {}", layout.name),
                    help,
                );
            };
            if given.iter().any(|g| g.0 == place) {
                return self.fail(name.span, format!("`{word}` is given twice"), None);
            }
            let operand = self.field_value(layout, place, name.span)?;
            let last = self.tokens[self.at - 1].span;
            let span = name.span.to(last);
            given.push((place, Given { operand, span }));
        }
        Ok(given)
    }

    fn field_value(
        &mut self,
        layout: &'static Layout,
        place: usize,
        span: Span,
    ) -> Parsed<Operand<'a>> {
        let field = &layout.fields[place];
        if !self.sign("=") {
            if matches!(field.kind, Kind::Bool | Kind::Keeps(_)) {
                return Ok(Operand::Raw(1));
            }
            let help = format!("write `{}=...`", field.name);
            return self.fail(span, format!("`{}` needs a value", field.name), Some(help));
        }
        if let (Kind::Enum(table), Word::Name(word)) = (field.kind, self.peek().word) {
            let known = table.value(word);
            if let Some(raw) = known {
                self.at += 1;
                return Ok(Operand::Raw(raw));
            }
            if !self.is_variable(word) {
                let span = self.peek().span;
                let help = did_you_mean(word, table.values.iter().map(|v| v.1));
                return self.fail(span, format!("`{word}` is not a {}", table.what), help);
            }
        }
        Ok(Operand::Expr(self.expr()?))
    }

    fn directive<L: Language>(&mut self, name: &'a str, span: Span) -> Parsed<Action<'a, L>> {
        if let Some(own) = L::directive(self, name) {
            return own.map(Action::Own);
        }
        Ok(match name {
            "u8" => Action::Data(Data::U8, self.list()?),
            "u16" => Action::Data(Data::U16, self.list()?),
            "u32" => Action::Data(Data::U32, self.list()?),
            "f32" => Action::Data(Data::F32, self.list()?),
            "align" => Action::Align(self.constant()?),
            "zero" => Action::Zero(self.constant()?),
            "set" => {
                let name = self.name("a variable")?;
                self.expect("=", "after the variable")?;
                let value = self.constant()?;
                let known = self.scope.iter().rev().find(|v| v.0 == name);
                let slot = match known {
                    Some(v) => v.1,
                    None => self.declare(name, span)?,
                };
                Action::Set(slot, value)
            }
            "for" => self.for_loop()?,
            "if" => {
                let condition = self.constant()?;
                let then = self.braces("after the condition")?;
                let mark = self.at;
                self.skip_newlines();
                let otherwise = if self.peek().word == Word::Directive("else") {
                    self.at += 1;
                    self.braces("after `.else`")?
                } else {
                    self.at = mark;
                    Vec::new()
                };
                Action::If(condition, then, otherwise)
            }
            "else" => return self.fail(span, "`.else` without an `.if` before it", None),
            _ => {
                let name = format!(".{name}");
                let help = did_you_mean(&name, DIRECTIVES.iter().chain(L::DIRECTIVES).copied());
                return self.fail(span, format!("unknown directive `{name}`"), help);
            }
        })
    }

    fn for_loop<L: Language>(&mut self) -> Parsed<Action<'a, L>> {
        let name = self.name("a variable")?;
        let word = self.take();
        if word.word != Word::Name("in") {
            return self.fail(
                word.span,
                format!(
                    "`in` expected after the variable, found {}",
                    show(word.word)
                ),
                Some("write `.for x in 0..10 { ... }`".to_string()),
            );
        }
        let from = self.constant()?;
        self.expect("..", "between the bounds of a loop")?;
        let to = self.constant()?;
        let scope = self.scope.len();
        let slot = self.declare(name, word.span)?;
        let body = self.braces("after the bounds of a loop");
        self.scope.truncate(scope);
        Ok(Action::For(slot, from, to, body?))
    }

    fn declare(&mut self, name: &'a str, span: Span) -> Parsed<usize> {
        if self.scope.len() >= MAX_VARIABLES {
            return self.fail(span, format!("more than {MAX_VARIABLES} variables"), None);
        }
        let slot = self.slots;
        self.slots += 1;
        self.scope.push((name, slot));
        Ok(slot)
    }

    /// A name, which is `what`.
    ///
    /// # Errors
    /// If something else is next.
    pub fn name(&mut self, what: &str) -> Parsed<&'a str> {
        let token = self.take();
        match token.word {
            Word::Name(name) => Ok(name),
            other => self.fail(
                token.span,
                format!("{what} expected, found {}", show(other)),
                None,
            ),
        }
    }

    /// Comma-separated values.
    ///
    /// # Errors
    /// If one cannot be parsed.
    pub fn list(&mut self) -> Parsed<Vec<Expr<'a>>> {
        let mut list = vec![self.expr()?];
        while self.sign(",") {
            list.push(self.expr()?);
        }
        Ok(list)
    }
}

fn show(word: Word<'_>) -> String {
    match word {
        Word::Name(n) => format!("`{n}`"),
        Word::Directive(n) => format!("`.{n}`"),
        Word::Symbol(n) => format!("`@{n}`"),
        Word::Int(n) => format!("`{n}`"),
        Word::Hex(n) => format!("`{n:#x}`"),
        Word::Float(n) => format!("`{n:?}`"),
        Word::Sign(s) => format!("`{s}`"),
        Word::Newline => "the end of the line".to_string(),
        Word::End => "the end of the text".to_string(),
    }
}
