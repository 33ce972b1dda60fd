//! Emission of bytes from statements.

use super::expr::{Expr, Lookup, Scope, Trouble, Value};
use super::parse::{Action, Data, Given, Operand, Program, Statement};
use super::{Contents, Language, MAX_BYTES, MAX_ERRORS, MAX_STATEMENTS, Span};
use crate::packet::{Layout, Number};
use crate::source_map::SourceMap;
use crate::text::{TextError, nearest};
use std::collections::{HashMap, HashSet};

/// The result of a pass.
pub(super) struct Emitted {
    pub out: Vec<u8>,
    pub labels: Vec<(String, u32)>,
    pub map: SourceMap,
    pub errors: Vec<TextError>,
}

/// Executes `program`. `labels` are those of the first pass.
pub(super) fn emit<L: Language>(
    program: &Program<'_, L>,
    symbols: &dyn Fn(&str) -> Option<u64>,
    contents: Contents<'_>,
    labels: &[(String, u32)],
) -> Emitted {
    let labels: HashMap<&str, u32> = labels.iter().map(|l| (l.0.as_str(), l.1)).collect();
    let symbol = |name: &str| resolve(name, symbols, &labels);
    let mut emitter = Emitter {
        symbol: &symbol,
        contents,
        variables: vec![Value::Int(0); program.slots],
        statements: 0,
        labelled: HashSet::new(),
        to: Emitted {
            out: Vec::new(),
            labels: Vec::new(),
            map: SourceMap::default(),
            errors: Vec::new(),
        },
    };
    // Stopping early is already an error in the list.
    let _ = emitter.block(&program.statements, &mut L::State::default());
    emitter.to
}

fn resolve(
    name: &str,
    symbols: &dyn Fn(&str) -> Option<u64>,
    labels: &HashMap<&str, u32>,
) -> Result<u64, Trouble> {
    if let Some(&offset) = labels.get(name) {
        return match symbols(".") {
            Some(base) => Ok(base.wrapping_add(u64::from(offset))),
            None => Err(Trouble::new(format!(
                "the address of `@{name}` is unknown, because the address of this text is"
            ))),
        };
    }
    symbols(name).ok_or_else(|| {
        let mut known: Vec<&str> = labels.keys().copied().take(1000).collect();
        known.sort_unstable();
        let near = nearest(name, known);
        Trouble {
            help: near.map(|near| format!("did you mean `@{near}`?")),
            ..Trouble::new(format!("unknown address `@{name}`"))
        }
    })
}

/// A limit was reached; continuing is pointless.
#[derive(Clone, Copy, Debug)]
pub struct Stop;

/// Emits bytes for statements, and collects errors.
pub struct Emitter<'s> {
    symbol: &'s Lookup<'s>,
    contents: Contents<'s>,
    variables: Vec<Value>,
    statements: u64,
    labelled: HashSet<String>,
    to: Emitted,
}

impl Emitter<'_> {
    /// The bytes so far.
    pub fn bytes(&mut self) -> &mut Vec<u8> {
        &mut self.to.out
    }

    /// Appends the bytes of the text called `name`; returns whether it exists.
    pub fn contents(&mut self, name: &str) -> bool {
        let found = (self.contents)(name);
        self.to
            .out
            .extend_from_slice(found.as_deref().unwrap_or_default());
        found.is_some()
    }

    /// Records an error at `span`.
    pub fn error(&mut self, span: Span, message: impl Into<String>) {
        self.report(span, message, None);
    }

    /// The same, with advice.
    pub fn error_with_help(
        &mut self,
        span: Span,
        message: impl Into<String>,
        help: impl Into<String>,
    ) {
        self.report(span, message, Some(help.into()));
    }

    /// The same, with advice if there is any.
    pub fn report(&mut self, span: Span, message: impl Into<String>, help: Option<String>) {
        // A loop repeats its errors; one per place is enough.
        let known = |e: &TextError| e.line == span.line && e.column == span.column;
        if self.to.errors.len() < MAX_ERRORS && !self.to.errors.iter().any(known) {
            self.to.errors.push(span.error(message, help));
        }
    }

    fn trouble(&mut self, span: Span, trouble: Trouble) {
        self.report(trouble.span.unwrap_or(span), trouble.message, trouble.help);
    }

    fn scope(&self) -> Scope<'_> {
        Scope {
            variables: &self.variables,
            symbol: self.symbol,
        }
    }

    /// The value as an integer; `None`, with an error, if it is not one.
    pub fn whole(&mut self, expr: &Expr<'_>) -> Option<i64> {
        match expr.whole(&self.scope()) {
            Ok(n) => Some(n),
            Err(trouble) => {
                self.trouble(expr.span, trouble);
                None
            }
        }
    }

    fn count(&mut self, span: Span) -> Result<(), Stop> {
        self.statements += 1;
        if self.statements > MAX_STATEMENTS {
            self.error(
                span,
                format!("more than {MAX_STATEMENTS} statements once loops are unrolled"),
            );
            return Err(Stop);
        }
        if self.to.out.len() > MAX_BYTES {
            self.error(span, format!("more than {MAX_BYTES} bytes"));
            return Err(Stop);
        }
        Ok(())
    }

    /// The value as a number for a field; `None`, with an error, if it has
    /// none.
    pub fn number(&mut self, expr: &Expr<'_>) -> Option<Number> {
        match expr.number(&self.scope()) {
            Ok(number) => Some(number),
            Err(trouble) => {
                self.trouble(expr.span, trouble);
                None
            }
        }
    }

    /// The value as 64 bits; 0, with an error, if it has none.
    pub fn bits(&mut self, expr: &Expr<'_>) -> u64 {
        match self.number(expr) {
            Some(Number::Int(n)) => n as u64,
            Some(Number::Bits(n)) => n,
            Some(Number::Float(n)) => {
                self.error(expr.span, format!("{n:?} has a fraction"));
                0
            }
            None => 0,
        }
    }

    /// Emits the bytes of statements.
    ///
    /// # Errors
    /// [`Stop`] if a limit was reached.
    pub fn block<L: Language>(
        &mut self,
        statements: &[Statement<'_, L>],
        state: &mut L::State,
    ) -> Result<(), Stop> {
        for statement in statements {
            self.count(statement.span)?;
            let start = self.to.out.len();
            let nested = matches!(statement.kind, Action::For(..) | Action::If(..));
            let before = self.to.map.len();
            if !nested {
                // Labels come before the statements of the block.
                self.to.map.begin(start as u32, statement.whole);
            }
            self.statement(statement, state)?;
            if self.to.out.len() == start {
                self.to.map.truncate(before);
            }
        }
        Ok(())
    }

    fn statement<L: Language>(
        &mut self,
        statement: &Statement<'_, L>,
        state: &mut L::State,
    ) -> Result<(), Stop> {
        let span = statement.span;
        match &statement.kind {
            Action::Label(name) => {
                if !self.labelled.insert((*name).to_string()) {
                    self.error_with_help(
                        span,
                        format!("label `{name}` is defined twice"),
                        "a label in a loop is defined once per iteration",
                    );
                } else {
                    let at = self.to.out.len() as u32;
                    self.to.labels.push(((*name).to_string(), at));
                }
            }
            Action::Own(own) => L::emit(own, span, self, state)?,
            Action::Data(data, values) => {
                for value in values {
                    self.data(*data, value);
                }
            }
            Action::Align(expr) => {
                if let Some(n) = self.whole(expr) {
                    if !(1..=4096).contains(&n) || n & (n - 1) != 0 {
                        self.error(
                            expr.span,
                            format!("{n} is not a power of two from 1 to 4096"),
                        );
                    } else {
                        let to = self.to.out.len().next_multiple_of(n as usize);
                        self.to.out.resize(to, 0);
                    }
                }
            }
            Action::Zero(expr) => {
                if let Some(n) = self.whole(expr) {
                    match usize::try_from(n).ok().filter(|n| *n <= MAX_BYTES) {
                        Some(n) => self.to.out.resize(self.to.out.len() + n, 0),
                        None => self.error(expr.span, format!("{n} is not 0 to {MAX_BYTES} bytes")),
                    }
                }
            }
            Action::Set(slot, expr) => match expr.value(&self.scope()) {
                Ok(value) => self.variables[*slot] = value,
                Err(trouble) => self.trouble(expr.span, trouble),
            },
            Action::For(slot, from, to, body) => {
                let (Some(from), Some(to)) = (self.whole(from), self.whole(to)) else {
                    return Ok(());
                };
                // The statements of the body are counted. A loop without any would
                // not be bounded, and has no effect.
                let iterations = if body.is_empty() { 0..0 } else { from..to };
                for n in iterations {
                    self.variables[*slot] = Value::Int(n);
                    self.block(body, state)?;
                }
            }
            Action::If(condition, then, otherwise) => match condition.value(&self.scope()) {
                Ok(Value::Int(0)) => self.block(otherwise, state)?,
                Ok(Value::Float(0.0)) => self.block(otherwise, state)?,
                Ok(_) => self.block(then, state)?,
                Err(trouble) => self.trouble(condition.span, trouble),
            },
        }
        Ok(())
    }

    /// Records that `bits`, counted from the next byte, come from the operand at `span`.
    pub fn operand(&mut self, bits: (u32, u32), span: Span) {
        self.to.map.operand(self.to.out.len() as u32, bits, span);
    }

    /// The bytes of a layout whose fields are `given`, all others zero. To be appended to the bytes
    /// so far.
    pub fn fields(&mut self, layout: &'static Layout, given: &[(usize, Given<'_>)]) -> Vec<u8> {
        let mut bytes = vec![0; usize::from(layout.size)];
        for (place, given) in given {
            let field = &layout.fields[*place];
            self.operand((field.lo.into(), field.hi().into()), given.span);
            let raw = match &given.operand {
                Operand::Raw(raw) => *raw,
                Operand::Expr(expr) => {
                    let Some(number) = self.number(expr) else {
                        continue;
                    };
                    match field.encode(number) {
                        Ok(raw) => raw,
                        Err(e) => {
                            self.error(expr.span, e.message);
                            continue;
                        }
                    }
                }
            };
            field.set(&mut bytes, raw);
        }
        bytes
    }

    fn data(&mut self, data: Data, expr: &Expr<'_>) {
        // The size does not depend on the value, so labels stay correct.
        let number = self.number(expr).unwrap_or(Number::Int(0));
        let width = match data {
            Data::U8 => 8,
            Data::U16 => 16,
            Data::U32 | Data::F32 => 32,
        };
        let fitting = |n: i128| (-(1i128 << (width - 1))..1i128 << width).contains(&n);
        let whole = match (data, number) {
            (Data::F32, Number::Int(n)) => (n as f32).to_bits().into(),
            (Data::F32, Number::Float(n)) => (n as f32).to_bits().into(),
            (_, Number::Int(n)) => i128::from(n),
            (_, Number::Bits(n)) => i128::from(n),
            (_, Number::Float(n)) => {
                self.error_with_help(
                    expr.span,
                    format!("{n:?} has a fraction"),
                    "write floats after `.f32`",
                );
                0
            }
        };
        if !fitting(whole) {
            self.error(expr.span, format!("{whole} does not fit {width} bits"));
        }
        self.operand((0, width as u32 - 1), expr.span);
        let bytes = (whole as u32).to_le_bytes();
        self.to.out.extend_from_slice(&bytes[..width / 8]);
    }
}
