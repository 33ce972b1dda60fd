//! From statements to bytes.

use super::expr::{Expr, Lookup, Scope, Trouble, Value};
use super::parse::{Action, Data, Given, ItemKind, Program, Statement};
use super::{MAX_BYTES, MAX_ERRORS, MAX_STATEMENTS, Span, nearest};
use crate::cmd::compressed::Encoder;
use crate::packets::Packet;
use std::collections::{HashMap, HashSet};
use tilescope_tables::packet::{Layout, Number};
use tilescope_tables::text::TextError;

/// What a pass came to.
pub(super) struct Emitted {
    pub out: Vec<u8>,
    pub labels: Vec<(String, u32)>,
    pub lines: Vec<(u32, u32)>,
    pub errors: Vec<TextError>,
}

/// Executes `program`. `labels` are those of the first pass.
pub(super) fn emit(
    program: &Program<'_>,
    symbols: &dyn Fn(&str) -> Option<u64>,
    labels: &[(String, u32)],
) -> Emitted {
    let labels: HashMap<&str, u32> = labels.iter().map(|l| (l.0.as_str(), l.1)).collect();
    let symbol = |name: &str| resolve(name, symbols, &labels);
    let mut emitter = Emitter {
        symbol: &symbol,
        variables: vec![Value::Int(0); program.slots],
        encoder: Encoder::default(),
        statements: 0,
        labelled: HashSet::new(),
        to: Emitted {
            out: Vec::new(),
            labels: Vec::new(),
            lines: Vec::new(),
            errors: Vec::new(),
        },
    };
    // Stopping early is already an error in the list.
    let _ = emitter.block(&program.statements);
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
                "the address of `@{name}` is not known, because that of this text is not"
            ))),
        };
    }
    symbols(name).ok_or_else(|| {
        let mut known: Vec<&str> = labels.keys().copied().take(1000).collect();
        known.sort_unstable();
        let near = nearest(name, known.into_iter());
        Trouble {
            help: near.map(|near| format!("did you mean `@{near}`?")),
            ..Trouble::new(format!("unknown address `@{name}`"))
        }
    })
}

/// A limit was reached; going on makes no sense.
struct Stop;

struct Emitter<'s> {
    symbol: &'s Lookup<'s>,
    variables: Vec<Value>,
    encoder: Encoder,
    statements: u64,
    labelled: HashSet<String>,
    to: Emitted,
}

impl Emitter<'_> {
    fn error(&mut self, span: Span, message: impl Into<String>, help: Option<String>) {
        // A loop repeats its errors; one per place is enough.
        let known = |e: &TextError| e.line == span.line && e.column == span.column;
        if self.to.errors.len() < MAX_ERRORS && !self.to.errors.iter().any(known) {
            self.to.errors.push(span.error(message, help));
        }
    }

    fn trouble(&mut self, span: Span, trouble: Trouble) {
        self.error(trouble.span.unwrap_or(span), trouble.message, trouble.help);
    }

    fn scope(&self) -> Scope<'_> {
        Scope {
            variables: &self.variables,
            symbol: self.symbol,
        }
    }

    fn whole(&mut self, expr: &Expr<'_>) -> Option<i64> {
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
                None,
            );
            return Err(Stop);
        }
        if self.to.out.len() > MAX_BYTES {
            self.error(span, format!("more than {MAX_BYTES} bytes"), None);
            return Err(Stop);
        }
        Ok(())
    }

    fn block(&mut self, statements: &[Statement<'_>]) -> Result<(), Stop> {
        for statement in statements {
            self.count(statement.span)?;
            let start = self.to.out.len();
            self.statement(statement)?;
            let nested = matches!(statement.kind, Action::For(..) | Action::If(..));
            if self.to.out.len() > start && !nested {
                self.to.lines.push((start as u32, statement.span.line));
            }
        }
        Ok(())
    }

    fn statement(&mut self, statement: &Statement<'_>) -> Result<(), Stop> {
        let span = statement.span;
        match &statement.kind {
            Action::Label(name) => {
                if !self.labelled.insert((*name).to_string()) {
                    self.error(
                        span,
                        format!("label `{name}` is there twice"),
                        Some("a label in a loop is there once per round".to_string()),
                    );
                } else {
                    let at = self.to.out.len() as u32;
                    self.to.labels.push(((*name).to_string(), at));
                }
            }
            Action::Fields(opcode, layout, given) => self.fields(*opcode, layout, given),
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
                            None,
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
                        None => self.error(
                            expr.span,
                            format!("{n} is not 0 to {MAX_BYTES} bytes"),
                            None,
                        ),
                    }
                }
            }
            Action::Item(kind, values) => self.item(*kind, values, span),
            Action::Set(slot, expr) => match expr.value(&self.scope()) {
                Ok(value) => self.variables[*slot] = value,
                Err(trouble) => self.trouble(expr.span, trouble),
            },
            Action::For(slot, from, to, body) => {
                let (Some(from), Some(to)) = (self.whole(from), self.whole(to)) else {
                    return Ok(());
                };
                for n in from..to {
                    self.count(span)?;
                    self.variables[*slot] = Value::Int(n);
                    self.block(body)?;
                }
            }
            Action::If(condition, then, otherwise) => match condition.value(&self.scope()) {
                Ok(Value::Int(0)) => self.block(otherwise)?,
                Ok(Value::Float(0.0)) => self.block(otherwise)?,
                Ok(_) => self.block(then)?,
                Err(trouble) => self.trouble(condition.span, trouble),
            },
        }
        Ok(())
    }

    fn fields(
        &mut self,
        opcode: Option<u8>,
        layout: &'static Layout,
        given: &[(usize, Given<'_>)],
    ) {
        let mut bytes = vec![0; usize::from(layout.size)];
        for (place, value) in given {
            let field = &layout.fields[*place];
            let raw = match value {
                Given::Raw(raw) => *raw,
                Given::Expr(expr) => match expr.number(&self.scope()) {
                    Ok(number) => match field.encode(number) {
                        Ok(raw) => raw,
                        Err(e) => {
                            self.error(expr.span, e.message, None);
                            continue;
                        }
                    },
                    Err(trouble) => {
                        self.trouble(expr.span, trouble);
                        continue;
                    }
                },
            };
            field.set(&mut bytes, raw);
        }
        if let Some(opcode) = opcode {
            self.to.out.push(opcode);
            if let Some(Packet::PrimitiveListFormat { data, prim }) = Packet::decode(opcode, &bytes)
            {
                self.encoder = Encoder::new(prim, data);
            }
        }
        self.to.out.extend_from_slice(&bytes);
    }

    fn data(&mut self, data: Data, expr: &Expr<'_>) {
        let number = match expr.number(&self.scope()) {
            Ok(number) => number,
            Err(trouble) => {
                self.trouble(expr.span, trouble);
                // The size does not depend on the value, so labels stay right.
                Number::Int(0)
            }
        };
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
                self.error(
                    expr.span,
                    format!("{n:?} has a fraction"),
                    Some("floats go behind `.f32`".to_string()),
                );
                0
            }
        };
        if !fitting(whole) {
            self.error(
                expr.span,
                format!("{whole} does not fit {width} bits"),
                None,
            );
        }
        let bytes = (whole as u32).to_le_bytes();
        self.to.out.extend_from_slice(&bytes[..width / 8]);
    }

    fn item(&mut self, kind: ItemKind, values: &[Expr<'_>], span: Span) {
        let most = match kind {
            ItemKind::Raw => 0..=0xff,
            ItemKind::Branch => -0x8000..=0x7fff,
            _ => 0..=0xffff,
        };
        let mut numbers = Vec::new();
        for expr in values {
            match self.whole(expr) {
                Some(n) if most.contains(&n) => numbers.push(n),
                Some(n) => self.error(
                    expr.span,
                    format!("{n} is not {} to {}", most.start(), most.end()),
                    None,
                ),
                None => {}
            }
        }
        if numbers.len() != values.len() {
            return;
        }
        let index = |i: usize| numbers.get(i).map_or(0, |&n| n as u16);
        let out = &mut self.to.out;
        let done = match kind {
            ItemKind::Point => self.encoder.point(index(0), out),
            ItemKind::Line | ItemKind::Rht
                if (self.encoder.primitive() == crate::packets::ListPrimitive::Rht)
                    != (kind == ItemKind::Rht) =>
            {
                false
            }
            ItemKind::Line | ItemKind::Rht => self.encoder.line([index(0), index(1)], out),
            ItemKind::Triangle => self.encoder.triangle([index(0), index(1), index(2)], out),
            ItemKind::End => {
                Encoder::end(out);
                true
            }
            ItemKind::Branch => {
                Encoder::branch(index(0) as i16, out);
                true
            }
            ItemKind::Raw => {
                let bytes: Vec<u8> = numbers.iter().map(|&n| n as u8).collect();
                self.encoder.raw(&bytes, out).is_some()
            }
        };
        if !done {
            let (message, help) = if kind == ItemKind::Raw {
                ("these bytes are not one item of the list", None)
            } else {
                (
                    "the list does not hold such primitives",
                    Some("PRIMITIVE_LIST_FORMAT says what it holds; without one it is triangles of 16-bit indices".to_string()),
                )
            };
            self.error(span, message, help);
        }
    }
}
