//! Registers, constants and numbers as operands.

use super::fields::CONSTANTS;
use std::fmt;
use tilescope_tables::asm::{Cursor, Parsed};

/// A component of a register, as instructions encode it: the register number times
/// four plus the component.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Reg(pub u8);

impl Reg {
    /// The first component of the predicate registers, `p0.x`.
    pub const P0: Reg = Reg(62 << 2);
    /// The first register that all invocations of a wave share, `r48.x`.
    pub const SHARED: Reg = Reg(48 << 2);
    /// The first register after them, `r56.x`: those up to the address register do not exist.
    pub const GAP: Reg = Reg(56 << 2);
    /// The address register, `a0.x`.
    pub const A0: Reg = Reg(61 << 2);

    /// The letter of the component.
    pub const fn component(self) -> char {
        ['x', 'y', 'z', 'w'][(self.0 & 3) as usize]
    }

    pub(super) fn parse(text: &str) -> Option<Reg> {
        let (name, component) = text.split_once('.')?;
        let component = ["x", "y", "z", "w"].iter().position(|c| *c == component)?;
        let number = match name {
            "a0" => 61,
            "p0" => 62,
            _ => {
                let digits = name.strip_prefix('r')?;
                let number: u8 = digits.parse().ok()?;
                let plain = digits.bytes().all(|b| b.is_ascii_digit());
                (plain && number < 64).then_some(number)?
            }
        };
        Some(Reg(number << 2 | component as u8))
    }
}

impl fmt::Display for Reg {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 >> 2 {
            61 => write!(f, "a0.{}", self.component()),
            62 => write!(f, "p0.{}", self.component()),
            n => write!(f, "r{n}.{}", self.component()),
        }
    }
}

/// The value of an operand.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value {
    /// A register.
    Reg(Reg),
    /// A component of a constant: the number of the constant times four plus the component.
    Const(u16),
    /// A register at an offset, in components, from the address register.
    RelReg(i16),
    /// A constant at an offset, in components, from the address register.
    RelConst(i16),
    /// An integer.
    Int(i64),
    /// A number that the hardware names, by its index.
    Named(u8),
    /// A floating-point number.
    Float(f64),
}

/// An operand with its modifiers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Operand {
    /// The value.
    pub value: Value,
    /// Whether it has half precision.
    pub half: bool,
    /// Whether it is negated, or complemented.
    pub negate: bool,
    /// Whether its absolute value is taken.
    pub absolute: bool,
    /// Whether it advances with each repetition.
    pub advance: bool,
}

impl Operand {
    pub(super) const fn plain(value: Value, half: bool) -> Operand {
        Operand {
            value,
            half,
            negate: false,
            absolute: false,
            advance: false,
        }
    }

    /// Parses a whole operand.
    pub(super) fn parse(whole: Cursor<'_>) -> Parsed<Operand> {
        let mut o = Operand::plain(Value::Int(0), false);
        let mut rest = whole;
        loop {
            if rest.take("(neg)") {
                o.negate = true;
            } else if rest.take("(abs)") {
                o.absolute = true;
            } else if rest.take("(absneg)") {
                (o.negate, o.absolute) = (true, true);
            } else if rest.take("(r)") {
                o.advance = true;
            } else {
                break;
            }
        }
        o.half = rest.take("h");
        match value(rest) {
            Some(v) => {
                o.value = v;
                Ok(o)
            }
            None => whole.refuse(
                format!("`{}` is not an operand", whole.text),
                "as in `r0.x`, `hr0.x`, `c0.x`, `c<a0.x + 4>`, `1` or `(1.0)`",
            ),
        }
    }
}

fn value(mut rest: Cursor<'_>) -> Option<Value> {
    if let Some(index) = CONSTANTS.values.iter().find(|v| v.1 == rest.text) {
        return Some(Value::Named(index.0 as u8));
    }
    if let Some(inside) = rest
        .text
        .strip_prefix('(')
        .and_then(|t| t.strip_suffix(')'))
    {
        let mut number = Cursor {
            text: inside,
            column: 0,
        };
        if let Some(bits) = inside.strip_prefix("0x") {
            let bits = u32::from_str_radix(bits, 16).ok()?;
            return Some(Value::Float(f64::from(f32::from_bits(bits))));
        }
        return match number.take_integer() {
            Some(n) if number.text.is_empty() => Some(Value::Int(n)),
            _ => inside.parse().ok().map(Value::Float),
        };
    }
    if let Some(reg) = Reg::parse(rest.text) {
        return Some(Value::Reg(reg));
    }
    for constant in [false, true] {
        let file = if constant { "c<" } else { "r<" };
        if rest.take(file) {
            let offset = relative(rest.text.strip_suffix('>')?)?;
            return Some(if constant {
                Value::RelConst(offset)
            } else {
                Value::RelReg(offset)
            });
        }
    }
    if let Some(text) = rest.text.strip_prefix('c') {
        let (number, component) = text.split_once('.')?;
        let component = ["x", "y", "z", "w"].iter().position(|c| *c == component)?;
        let number: u16 = number.parse().ok()?;
        return (number < 512).then_some(Value::Const(number << 2 | component as u16));
    }
    let n = rest.take_integer()?;
    rest.text.is_empty().then_some(Value::Int(n))
}

/// `a0.x`, `a0.x + 4` or `a0.x - 4`.
fn relative(text: &str) -> Option<i16> {
    let rest = text.strip_prefix("a0.x")?.trim();
    if rest.is_empty() {
        return Some(0);
    }
    let (sign, rest) = match rest.strip_prefix('-') {
        Some(rest) => (-1, rest),
        None => (1, rest.strip_prefix('+')?),
    };
    Some(sign * rest.trim().parse::<i16>().ok()?)
}

impl fmt::Display for Operand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match (self.negate, self.absolute) {
            (false, false) => "",
            (true, false) => "(neg)",
            (false, true) => "(abs)",
            (true, true) => "(absneg)",
        })?;
        if self.advance {
            f.write_str("(r)")?;
        }
        let h = if self.half { "h" } else { "" };
        match self.value {
            Value::Reg(reg) => write!(f, "{h}{reg}"),
            Value::Const(c) => write!(f, "{h}c{}.{}", c >> 2, Reg(c as u8).component()),
            Value::RelReg(n) => write!(f, "{h}{}", offset('r', n)),
            Value::RelConst(n) => write!(f, "{h}{}", offset('c', n)),
            Value::Int(n) if self.half => write!(f, "h({n})"),
            Value::Int(n) => write!(f, "{n}"),
            Value::Named(i) => {
                let name = CONSTANTS.name(u64::from(i)).unwrap_or_default();
                write!(f, "{h}{name}")
            }
            Value::Float(n) => write!(f, "{h}({n:?})"),
        }
    }
}

/// The text of a single: six decimals as Mesa prints it if that is the number, more
/// if not, the bits in hexadecimal if it is not a number.
pub(super) fn single(bits: u32) -> String {
    let f = f32::from_bits(bits);
    let short = format!("{f:.6}");
    if short.parse::<f32>().is_ok_and(|g| g.to_bits() == bits) {
        short
    } else if f.is_nan() {
        format!("0x{bits:08x}")
    } else {
        format!("{f:e}")
    }
}

/// Offset from the address register, as a text.
pub(super) fn offset(file: char, offset: i16) -> String {
    if offset == 0 {
        format!("{file}<a0.x>")
    } else {
        format!("{file}<a0.x + {offset}>")
    }
}
