//! Parsing of expressions.

use super::super::expr::{Binary, Expr, MAX_NODES, Node, Unary};
use super::super::lex::Word;
use super::{Parsed, Parser, show};
use crate::text::nearest;

impl<'a> Parser<'_, 'a> {
    /// An expression without addresses: sizes are fixed before addresses are.
    ///
    /// # Errors
    /// If it cannot be parsed or contains an address.
    pub fn constant(&mut self) -> Parsed<Expr<'a>> {
        let expr = self.expr()?;
        self.must_be_constant(&expr)?;
        Ok(expr)
    }

    /// Refuses an expression that contains an address.
    ///
    /// # Errors
    /// If it contains one.
    pub fn must_be_constant(&mut self, expr: &Expr<'a>) -> Parsed<()> {
        if !expr.has_symbol {
            return Ok(());
        }
        self.fail(
            expr.span,
            "an address cannot be used here",
            Some("sizes must not depend on addresses".to_string()),
        )
    }

    /// An expression.
    ///
    /// # Errors
    /// If it cannot be parsed.
    pub fn expr(&mut self) -> Parsed<Expr<'a>> {
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
        let token = self.take();
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
                // Every one-letter name is close to every other.
                let long = self.scope.iter().filter(|v| v.0.len() > 1);
                let near = nearest(name, long.map(|v| v.0));
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

/// Properties of an expression while it is parsed.
struct Nodes {
    count: usize,
    has_symbol: bool,
}
