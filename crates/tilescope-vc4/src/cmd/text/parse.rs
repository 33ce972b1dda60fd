//! From words to statements.

use super::expr::{Binary, Expr, MAX_NODES, Node, Unary};
use super::lex::{Token, Word, lex};
use super::{MAX_ERRORS, Span, did_you_mean, nearest};
use crate::packets;
use crate::records;
use tilescope_tables::packet::{Kind, Layout};
use tilescope_tables::text::TextError;

/// How deep blocks may nest, which bounds the stack. Parentheses are bounded by
/// [`MAX_NODES`].
const MAX_DEPTH: usize = 32;

/// How many variables may be in scope, which bounds the time to find one.
const MAX_VARIABLES: usize = 256;

/// Width and meaning of a data directive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Data {
    U8,
    U16,
    U32,
    F32,
}

/// A compressed primitive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ItemKind {
    Point,
    Line,
    Triangle,
    Rht,
    End,
    Branch,
    /// `.item`: bytes as they are.
    Raw,
}

impl ItemKind {
    const NAMES: [(&'static str, ItemKind, usize); 6] = [
        ("POINT", ItemKind::Point, 1),
        ("LINE", ItemKind::Line, 2),
        ("TRIANGLE", ItemKind::Triangle, 3),
        ("RHT", ItemKind::Rht, 2),
        ("END", ItemKind::End, 0),
        ("LIST_BRANCH", ItemKind::Branch, 1),
    ];
}

const DIRECTIVES: [&str; 11] = [
    ".u8", ".u16", ".u32", ".f32", ".align", ".zero", ".item", ".for", ".if", ".else", ".set",
];

/// What a field is given.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Given<'a> {
    Expr(Expr<'a>),
    /// An enum name or a bare flag: its encoding.
    Raw(u64),
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Action<'a> {
    Label(&'a str),
    /// A packet or a record: opcode, layout, and place in `fields` and value of
    /// what is given.
    Fields(Option<u8>, &'static Layout, Vec<(usize, Given<'a>)>),
    Data(Data, Vec<Expr<'a>>),
    Align(Expr<'a>),
    Zero(Expr<'a>),
    Item(ItemKind, Vec<Expr<'a>>),
    Set(usize, Expr<'a>),
    For(usize, Expr<'a>, Expr<'a>, Vec<Statement<'a>>),
    If(Expr<'a>, Vec<Statement<'a>>, Vec<Statement<'a>>),
}

#[derive(Clone, Debug, PartialEq)]
pub(super) struct Statement<'a> {
    pub kind: Action<'a>,
    pub span: Span,
}

/// A text, parsed.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Program<'a> {
    pub statements: Vec<Statement<'a>>,
    /// How many variables it has.
    pub slots: usize,
}

pub(super) fn parse(source: &str) -> (Program<'_>, Vec<TextError>) {
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
    let mut statements = parser.block();
    while parser.sign("}") {
        let span = parser.tokens[parser.at - 1].span;
        parser.error(span, "`}` without a `{` before it", None);
        statements.extend(parser.block());
    }
    let slots = parser.slots;
    let mut errors = parser.errors;
    errors.sort_by_key(|e| (e.line, e.column));
    (Program { statements, slots }, errors)
}

/// The statement or expression cannot be read; the error is recorded.
struct Broken;

type Parsed<T> = Result<T, Broken>;

struct Parser<'t, 'a> {
    tokens: &'t [Token<'a>],
    at: usize,
    errors: Vec<TextError>,
    /// Names and slots of variables, innermost last.
    scope: Vec<(&'a str, usize)>,
    slots: usize,
    depth: usize,
    /// The rest is not read, so nothing more can be said about it.
    given_up: bool,
}

impl<'a> Parser<'_, 'a> {
    fn peek(&self) -> Token<'a> {
        self.tokens[self.at.min(self.tokens.len() - 1)]
    }

    fn next(&mut self) -> Token<'a> {
        let token = self.peek();
        if token.word != Word::End {
            self.at += 1;
        }
        token
    }

    /// Takes `sign` if it is next.
    fn sign(&mut self, sign: &str) -> bool {
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

    fn fail<T>(
        &mut self,
        span: Span,
        message: impl Into<String>,
        help: Option<String>,
    ) -> Parsed<T> {
        self.error(span, message, help);
        Err(Broken)
    }

    fn expect(&mut self, sign: &'static str, why: &str) -> Parsed<()> {
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

    fn skip_newlines(&mut self) {
        while self.peek().word == Word::Newline {
            self.at += 1;
        }
    }

    fn ends_statement(&self) -> bool {
        matches!(
            self.peek().word,
            Word::Newline | Word::End | Word::Sign(";" | "}")
        )
    }

    /// Statements up to `}` or the end, neither of which is taken.
    fn block(&mut self) -> Vec<Statement<'a>> {
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
            match self.statement() {
                Ok(statement) => {
                    let label = matches!(statement.kind, Action::Label(_));
                    statements.push(statement);
                    if !label && !self.ends_statement() {
                        let found = self.peek();
                        self.error(
                            found.span,
                            format!("the statement should end here, found {}", show(found.word)),
                            Some(
                                "separate statements by a line break or `;`, and fields by `,`"
                                    .to_string(),
                            ),
                        );
                        self.recover();
                    }
                }
                Err(Broken) => self.recover(),
            }
            if self.at == start {
                // Every statement takes a word; this is what guarantees an end.
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

    fn braces(&mut self, why: &str) -> Parsed<Vec<Statement<'a>>> {
        self.skip_newlines();
        let open = self.peek().span;
        self.expect("{", why)?;
        if self.depth >= MAX_DEPTH {
            return self.too_deep(open);
        }
        self.depth += 1;
        let body = self.block();
        self.depth -= 1;
        if !self.sign("}") {
            return self.fail(open, "this `{` is never closed", None);
        }
        Ok(body)
    }

    fn too_deep<T>(&mut self, span: Span) -> Parsed<T> {
        let broken = self.fail(span, format!("nested deeper than {MAX_DEPTH}"), None);
        // What follows cannot be told apart from the rest any more.
        self.at = self.tokens.len() - 1;
        self.given_up = true;
        broken
    }

    fn statement(&mut self) -> Parsed<Statement<'a>> {
        let first = self.next();
        let span = first.span;
        let kind = match first.word {
            Word::Name(name) if self.sign(":") => Action::Label(name),
            Word::Name(name) => self.named(name, span)?,
            Word::Directive(name) => self.directive(name, span)?,
            other => {
                return self.fail(
                    span,
                    format!(
                        "a packet, record, label or directive expected, found {}",
                        show(other)
                    ),
                    None,
                );
            }
        };
        Ok(Statement { kind, span })
    }

    fn named(&mut self, name: &'a str, span: Span) -> Parsed<Action<'a>> {
        let item = ItemKind::NAMES
            .iter()
            .find(|n| n.0.eq_ignore_ascii_case(name));
        if let Some(&(_, kind, count)) = item {
            let values = self.values(count, name, span)?;
            return Ok(Action::Item(kind, values));
        }
        if let Some(row) = packets::find_by_name(name) {
            let given = self.fields(row.payload, span)?;
            return Ok(Action::Fields(Some(row.opcode), row.payload, given));
        }
        if let Some(layout) = records::find_by_name(name) {
            let given = self.fields(layout, span)?;
            return Ok(Action::Fields(None, layout, given));
        }
        let known = packets::PACKETS
            .iter()
            .map(|r| r.name())
            .chain(records::RECORDS.iter().map(|r| r.name))
            .chain(ItemKind::NAMES.iter().map(|n| n.0));
        let help = did_you_mean(name, known);
        self.fail(span, format!("unknown packet `{name}`"), help)
    }

    /// Exactly `count` constant values, commas between them or not.
    fn values(&mut self, count: usize, name: &str, span: Span) -> Parsed<Vec<Expr<'a>>> {
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

    fn fields(&mut self, layout: &'static Layout, span: Span) -> Parsed<Vec<(usize, Given<'a>)>> {
        let mut given: Vec<(usize, Given<'a>)> = Vec::new();
        while !self.ends_statement() {
            if !given.is_empty() {
                self.expect(",", "between fields")?;
            }
            let name = self.next();
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
            let value = self.field_value(layout, place, name.span)?;
            given.push((place, value));
        }
        for (place, field) in layout.fields.iter().enumerate() {
            if field.kind.must_be_written() && !given.iter().any(|g| g.0 == place) {
                return self.fail(
                    span,
                    format!("{} needs `{}`", layout.name, field.name),
                    Some(format!(
                        "left out it would mean {}",
                        field.format_with_unit(0)
                    )),
                );
            }
        }
        Ok(given)
    }

    fn field_value(
        &mut self,
        layout: &'static Layout,
        place: usize,
        span: Span,
    ) -> Parsed<Given<'a>> {
        let field = &layout.fields[place];
        if !self.sign("=") {
            if field.kind == Kind::Bool {
                return Ok(Given::Raw(1));
            }
            let help = format!("write `{}=...`", field.name);
            return self.fail(span, format!("`{}` needs a value", field.name), Some(help));
        }
        if let (Kind::Enum(table), Word::Name(word)) = (field.kind, self.peek().word) {
            let known = table.value(word);
            if let Some(raw) = known {
                self.at += 1;
                return Ok(Given::Raw(raw));
            }
            if !self.scope.iter().any(|v| v.0 == word) {
                let span = self.peek().span;
                let help = did_you_mean(word, table.values.iter().map(|v| v.1));
                return self.fail(span, format!("`{word}` is not a {}", table.what), help);
            }
        }
        Ok(Given::Expr(self.expr()?))
    }

    fn directive(&mut self, name: &'a str, span: Span) -> Parsed<Action<'a>> {
        Ok(match name {
            "u8" => Action::Data(Data::U8, self.list()?),
            "u16" => Action::Data(Data::U16, self.list()?),
            "u32" => Action::Data(Data::U32, self.list()?),
            "f32" => Action::Data(Data::F32, self.list()?),
            "align" => Action::Align(self.constant()?),
            "zero" => Action::Zero(self.constant()?),
            "item" => {
                let bytes = self.list()?;
                for byte in &bytes {
                    self.must_be_constant(byte)?;
                }
                Action::Item(ItemKind::Raw, bytes)
            }
            "set" => {
                let name = self.name("a variable")?;
                self.expect("=", "behind the variable")?;
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
                let then = self.braces("behind the condition")?;
                let mark = self.at;
                self.skip_newlines();
                let otherwise = if self.peek().word == Word::Directive("else") {
                    self.at += 1;
                    self.braces("behind `.else`")?
                } else {
                    self.at = mark;
                    Vec::new()
                };
                Action::If(condition, then, otherwise)
            }
            "else" => return self.fail(span, "`.else` without an `.if` before it", None),
            _ => {
                let name = format!(".{name}");
                let help = did_you_mean(&name, DIRECTIVES.iter().copied());
                return self.fail(span, format!("unknown directive `{name}`"), help);
            }
        })
    }

    fn for_loop(&mut self) -> Parsed<Action<'a>> {
        let name = self.name("a variable")?;
        let word = self.next();
        if word.word != Word::Name("in") {
            return self.fail(
                word.span,
                format!(
                    "`in` expected behind the variable, found {}",
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
        let body = self.braces("behind the bounds of a loop");
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

    fn name(&mut self, what: &str) -> Parsed<&'a str> {
        let token = self.next();
        match token.word {
            Word::Name(name) => Ok(name),
            other => self.fail(
                token.span,
                format!("{what} expected, found {}", show(other)),
                None,
            ),
        }
    }

    fn list(&mut self) -> Parsed<Vec<Expr<'a>>> {
        let mut list = vec![self.expr()?];
        while self.sign(",") {
            list.push(self.expr()?);
        }
        Ok(list)
    }

    /// An expression without addresses: sizes are fixed before addresses are.
    fn constant(&mut self) -> Parsed<Expr<'a>> {
        let expr = self.expr()?;
        self.must_be_constant(&expr)?;
        Ok(expr)
    }

    fn must_be_constant(&mut self, expr: &Expr<'a>) -> Parsed<()> {
        if !expr.has_symbol {
            return Ok(());
        }
        self.fail(
            expr.span,
            "an address cannot be used here",
            Some("what decides about sizes must not depend on where things end up".to_string()),
        )
    }

    fn expr(&mut self) -> Parsed<Expr<'a>> {
        let start = self.at;
        let mut state = Nodes {
            count: 0,
            has_symbol: false,
        };
        let node = self.binary(0, &mut state)?;
        let first = self.tokens[start].span;
        let last = self.tokens[self.at - 1].span;
        Ok(Expr {
            node,
            span: first.to(last),
            has_symbol: state.has_symbol,
        })
    }

    fn binary(&mut self, floor: u8, state: &mut Nodes) -> Parsed<Node<'a>> {
        let mut left = self.unary(state)?;
        while let Word::Sign(sign) = self.peek().word {
            let Some((op, binds)) = Binary::of(sign).filter(|b| b.1 > floor) else {
                break;
            };
            self.at += 1;
            let right = self.binary(binds, state)?;
            left = Node::Binary(op, Box::new(left), Box::new(right));
        }
        Ok(left)
    }

    fn unary(&mut self, state: &mut Nodes) -> Parsed<Node<'a>> {
        let token = self.next();
        state.count += 1;
        if state.count > MAX_NODES {
            return self.fail(
                token.span,
                format!("an expression of more than {MAX_NODES} parts"),
                None,
            );
        }
        let op = match token.word {
            Word::Sign("-") => Some(Unary::Negate),
            Word::Sign("!") => Some(Unary::Not),
            Word::Sign("~") => Some(Unary::Invert),
            _ => None,
        };
        if let Some(op) = op {
            let inner = self.unary(state)?;
            // A negative literal is a literal, so that -0.0 and i64::MIN work.
            return Ok(match (op, inner) {
                (Unary::Negate, Node::Float(n)) => Node::Float(-n),
                (op, inner) => Node::Unary(op, Box::new(inner)),
            });
        }
        match token.word {
            Word::Int(n) => match i64::try_from(n) {
                Ok(n) => Ok(Node::Int(n)),
                Err(_) => self.fail(token.span, format!("{n} is too large"), None),
            },
            Word::Hex(n) => Ok(Node::Hex(n)),
            Word::Float(n) => Ok(Node::Float(n)),
            Word::Symbol(name) => {
                state.has_symbol = true;
                Ok(Node::Symbol(name, token.span))
            }
            Word::Name(name) => {
                if let Some(v) = self.scope.iter().rev().find(|v| v.0 == name) {
                    return Ok(Node::Variable(v.1));
                }
                let near = nearest(name, self.scope.iter().map(|v| v.0));
                let help = match near {
                    Some(near) => Some(format!("did you mean `{near}`?")),
                    None => Some(format!("an address is written `@{name}`")),
                };
                self.fail(token.span, format!("unknown variable `{name}`"), help)
            }
            Word::Sign("(") => {
                let inner = self.binary(0, state)?;
                self.expect(")", "to close the parenthesis")?;
                Ok(inner)
            }
            other => self.fail(
                token.span,
                format!("a number expected, found {}", show(other)),
                None,
            ),
        }
    }
}

/// What is known about an expression while it is read.
struct Nodes {
    count: usize,
    has_symbol: bool,
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
