//! Expressions: small arithmetic over numbers, variables and addresses.

use super::Span;
use crate::packet::Number;

/// The number of operators and operands that one expression may have, which bounds the
/// stack that its evaluation takes.
pub(super) const MAX_NODES: usize = 256;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unary {
    Negate,
    Not,
    Invert,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Binary {
    Or,
    And,
    BitOr,
    BitXor,
    BitAnd,
    Equal,
    NotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    ShiftLeft,
    ShiftRight,
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
}

impl Binary {
    /// The operator of a sign, and how tightly it binds.
    pub(super) fn of(sign: &str) -> Option<(Binary, u8)> {
        Some(match sign {
            "||" => (Binary::Or, 1),
            "&&" => (Binary::And, 2),
            "|" => (Binary::BitOr, 3),
            "^" => (Binary::BitXor, 4),
            "&" => (Binary::BitAnd, 5),
            "==" => (Binary::Equal, 6),
            "!=" => (Binary::NotEqual, 6),
            "<" => (Binary::Less, 7),
            "<=" => (Binary::LessEqual, 7),
            ">" => (Binary::Greater, 7),
            ">=" => (Binary::GreaterEqual, 7),
            "<<" => (Binary::ShiftLeft, 8),
            ">>" => (Binary::ShiftRight, 8),
            "+" => (Binary::Add, 9),
            "-" => (Binary::Subtract, 9),
            "*" => (Binary::Multiply, 10),
            "/" => (Binary::Divide, 10),
            "%" => (Binary::Remainder, 10),
            _ => return None,
        })
    }
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Node<'a> {
    Int(i64),
    /// Written in hexadecimal: for float fields, the bits.
    Hex(u64),
    Float(f64),
    /// A variable by its slot.
    Variable(usize),
    Symbol(&'a str, Span),
    Unary(Unary, Box<Node<'a>>),
    Binary(Binary, Box<Node<'a>>, Box<Node<'a>>),
}

/// An expression and its place.
#[derive(Clone, Debug, PartialEq)]
pub struct Expr<'a> {
    pub(super) node: Node<'a>,
    /// Its place.
    pub span: Span,
    /// Whether it contains a symbol, so that its value is an address.
    pub(super) has_symbol: bool,
}

/// A value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Value {
    Int(i64),
    Float(f64),
}

impl Value {
    fn float(self) -> f64 {
        match self {
            Value::Int(n) => n as f64,
            Value::Float(n) => n,
        }
    }

    fn whole(self) -> Result<i64, Trouble> {
        match self {
            Value::Int(n) => Ok(n),
            Value::Float(n) => Err(Trouble::new(format!(
                "{n} has a fraction, but a whole number is needed"
            ))),
        }
    }
}

/// The reason why an expression has no value.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Trouble {
    pub message: String,
    pub help: Option<String>,
    /// The place of the error, if it is not the whole expression.
    pub span: Option<Span>,
}

impl Trouble {
    pub(super) fn new(message: impl Into<String>) -> Self {
        Trouble {
            message: message.into(),
            help: None,
            span: None,
        }
    }
}

/// Resolves the address of a symbol.
pub(super) type Lookup<'s> = dyn Fn(&str) -> Result<u64, Trouble> + 's;

/// The variables and symbols that expressions refer to.
pub(super) struct Scope<'s> {
    pub variables: &'s [Value],
    pub symbol: &'s Lookup<'s>,
}

impl Expr<'_> {
    /// The value as a number for a field. A lone hexadecimal number stays bits.
    pub(super) fn number(&self, scope: &Scope<'_>) -> Result<Number, Trouble> {
        if let Node::Hex(bits) = self.node {
            return Ok(Number::Bits(bits));
        }
        Ok(match value(&self.node, scope)? {
            Value::Int(n) => Number::Int(n),
            Value::Float(n) => Number::Float(n),
        })
    }

    /// The value.
    pub(super) fn value(&self, scope: &Scope<'_>) -> Result<Value, Trouble> {
        value(&self.node, scope)
    }

    /// The value as a whole number.
    pub(super) fn whole(&self, scope: &Scope<'_>) -> Result<i64, Trouble> {
        value(&self.node, scope)?.whole()
    }
}

fn overflow() -> Trouble {
    Trouble::new("the result does not fit 64 bits")
}

fn value(node: &Node<'_>, scope: &Scope<'_>) -> Result<Value, Trouble> {
    Ok(match node {
        Node::Int(n) => Value::Int(*n),
        Node::Hex(n) => Value::Int(i64::try_from(*n).map_err(|_| overflow())?),
        Node::Float(n) => Value::Float(*n),
        Node::Variable(slot) => scope.variables.get(*slot).copied().unwrap_or(Value::Int(0)),
        Node::Symbol(name, span) => {
            let address = (scope.symbol)(name).map_err(|trouble| Trouble {
                span: Some(*span),
                ..trouble
            })?;
            Value::Int(i64::try_from(address).map_err(|_| overflow())?)
        }
        Node::Unary(op, inner) => {
            let inner = value(inner, scope)?;
            match (op, inner) {
                (Unary::Negate, Value::Int(n)) => Value::Int(n.checked_neg().ok_or_else(overflow)?),
                (Unary::Negate, Value::Float(n)) => Value::Float(-n),
                (Unary::Not, n) => Value::Int(i64::from(n.float() == 0.0)),
                (Unary::Invert, n) => Value::Int(!n.whole()?),
            }
        }
        Node::Binary(op, left, right) => {
            let left = value(left, scope)?;
            // `||` and `&&` do not evaluate the right side if the left side
            // decides.
            match (op, left.float() != 0.0) {
                (Binary::Or, true) => return Ok(Value::Int(1)),
                (Binary::And, false) => return Ok(Value::Int(0)),
                _ => binary(*op, left, value(right, scope)?)?,
            }
        }
    })
}

fn binary(op: Binary, left: Value, right: Value) -> Result<Value, Trouble> {
    let truth = |b: bool| Ok(Value::Int(i64::from(b)));
    let (Value::Int(a), Value::Int(b)) = (left, right) else {
        let (a, b) = (left.float(), right.float());
        return match op {
            Binary::Add => Ok(Value::Float(a + b)),
            Binary::Subtract => Ok(Value::Float(a - b)),
            Binary::Multiply => Ok(Value::Float(a * b)),
            Binary::Divide if b == 0.0 => Err(Trouble::new("division by zero")),
            Binary::Divide => Ok(Value::Float(a / b)),
            Binary::Equal => truth(a == b),
            Binary::NotEqual => truth(a != b),
            Binary::Less => truth(a < b),
            Binary::LessEqual => truth(a <= b),
            Binary::Greater => truth(a > b),
            Binary::GreaterEqual => truth(a >= b),
            Binary::Or => truth(a != 0.0 || b != 0.0),
            Binary::And => truth(a != 0.0 && b != 0.0),
            Binary::Remainder
            | Binary::BitOr
            | Binary::BitXor
            | Binary::BitAnd
            | Binary::ShiftLeft
            | Binary::ShiftRight => Err(Trouble::new("this operator is for whole numbers only")),
        };
    };
    let shift = || u32::try_from(b).ok().filter(|&n| n < 64);
    let result = match op {
        Binary::Add => a.checked_add(b),
        Binary::Subtract => a.checked_sub(b),
        Binary::Multiply => a.checked_mul(b),
        Binary::Divide | Binary::Remainder if b == 0 => {
            return Err(Trouble::new("division by zero"));
        }
        Binary::Divide => a.checked_div(b),
        Binary::Remainder => a.checked_rem(b),
        Binary::ShiftLeft => shift().and_then(|n| a.checked_mul(1i64.checked_shl(n)?)),
        Binary::ShiftRight => shift().map(|n| a >> n),
        Binary::BitOr => Some(a | b),
        Binary::BitXor => Some(a ^ b),
        Binary::BitAnd => Some(a & b),
        Binary::Equal => return truth(a == b),
        Binary::NotEqual => return truth(a != b),
        Binary::Less => return truth(a < b),
        Binary::LessEqual => return truth(a <= b),
        Binary::Greater => return truth(a > b),
        Binary::GreaterEqual => return truth(a >= b),
        Binary::Or => return truth(a != 0 || b != 0),
        Binary::And => return truth(a != 0 && b != 0),
    };
    result.map(Value::Int).ok_or_else(overflow)
}
