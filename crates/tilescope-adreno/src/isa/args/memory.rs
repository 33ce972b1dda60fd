//! Operands of category 6: memory, buffers and images.

use super::{Arg, Reg, signed};
use crate::isa::fields::{
    A1, HAS_OFFSET, MODE, OFF2, OFFSET_HI, OFFSET_LO, SHIFT, TYPE6, half_type,
};
use crate::isa::parse::Parse;
use crate::isa::print::Print;
use std::fmt::Write;
use tilescope_tables::Field;
use tilescope_tables::asm::{Cursor, Parsed};

/// Memory at a register and an offset.
#[derive(Clone, Copy, Debug)]
pub(in crate::isa) struct Address {
    /// The letter of the address space.
    pub space: char,
    /// The register.
    pub base: Field,
    /// The offset.
    pub offset: Offset,
}

/// A signed offset of 13 bits.
#[derive(Clone, Copy, Debug)]
pub(in crate::isa) enum Offset {
    /// In one field.
    Whole(Field),
    /// In two, upper bits first.
    Split(Field, Field),
}

/// The condition under which a source is a number.
#[derive(Clone, Copy, Debug)]
pub(in crate::isa) enum Number {
    /// A bit.
    If(Field),
    /// The buffer's origin is `imm`.
    Direct,
}

/// 13 bits, for their sign.
const OFFSET: Field = Field::new("OFF", 12, 0, "An offset.");

impl Offset {
    fn take(self, p: &mut Print<'_>) -> i16 {
        let raw = match self {
            Offset::Whole(field) => p.take(field),
            Offset::Split(hi, lo) => p.take(hi) << 8 | p.take(lo),
        };
        signed(OFFSET, raw)
    }

    fn set(self, p: &mut Parse<'_>, n: i64) {
        match self {
            Offset::Whole(field) => p.set(field, n as u64),
            Offset::Split(hi, lo) => {
                p.set(hi, (n >> 8) as u64);
                p.set(lo, n as u64);
            }
        }
    }
}

impl Number {
    fn is_number(self, p: &mut Print<'_>) -> bool {
        match self {
            Number::If(field) => p.take(field) != 0,
            Number::Direct => MODE.get(p.word) == 0,
        }
    }
}

pub(super) fn print(arg: &Arg, p: &mut Print<'_>) {
    match *arg {
        Arg::Reg(field) => plain(p, field),
        Arg::OffsetReg(field) => {
            plain(p, field);
            if p.take(HAS_OFFSET) != 0 {
                let n = p.take(OFFSET_HI) << OFFSET_LO.width() | p.take(OFFSET_LO);
                let _ = write!(p.out, "+{n}");
            }
        }
        Arg::TypedReg(field) => {
            if half_type(TYPE6.get(p.word)) {
                p.out.push('h');
            }
            plain(p, field);
        }
        Arg::Count(field) => {
            let n = p.take(field);
            let _ = write!(p.out, "{n}");
        }
        Arg::Memory(a) => {
            let base = Reg(p.take(a.base) as u8);
            let n = a.offset.take(p);
            let _ = write!(p.out, "{}[{base}", a.space);
            if n != 0 {
                let _ = write!(p.out, "{n:+}");
            }
            p.out.push(']');
        }
        Arg::Indexed(base, index) => {
            let (base, index) = (Reg(p.take(base) as u8), Reg(p.take(index) as u8));
            let (n, shift) = (p.take(OFF2), p.take(SHIFT));
            let plus = if n == 0 {
                String::new()
            } else {
                format!("+{n}")
            };
            let by = shift + 2;
            let _ = match shift {
                0 => write!(p.out, "g[{base}+({index}{plus})<<{by}]"),
                _ => write!(p.out, "g[{base}+{index}<<{by}{plus}<<2]"),
            };
        }
        Arg::Varying(field) => {
            let n = p.take(field);
            let _ = write!(p.out, "l[{n}]");
        }
        Arg::ConstAddress(field) => {
            let n = p.take(field);
            let _ = match (p.take(A1), n) {
                (0, n) => write!(p.out, "c[{n}]"),
                (_, 0) => write!(p.out, "c[a1.x]"),
                (_, n) => write!(p.out, "c[a1.x+{n}]"),
            };
        }
        Arg::ConstA1 => p.out.push_str("c[a1.x]"),
        Arg::RegOrNumber(field, number) => register_or_number(p, field, number),
        Arg::Bracketed(letter, field, number) => {
            p.out.push(letter);
            p.out.push('[');
            register_or_number(p, field, number);
            p.out.push(']');
        }
        _ => {}
    }
}

fn plain(p: &mut Print<'_>, field: Field) {
    let reg = Reg(p.take(field) as u8);
    let _ = write!(p.out, "{reg}");
}

/// Here Mesa prints a0 and p0 as r61 and r62, and the assembler knows both.
fn register_or_number(p: &mut Print<'_>, field: Field, number: Number) {
    let is_number = number.is_number(p);
    let n = p.take(field);
    let reg = Reg(n as u8);
    let _ = if is_number {
        write!(p.out, "{n}")
    } else {
        write!(p.out, "r{}.{}", n >> 2, reg.component())
    };
}

pub(super) fn parse(arg: &Arg, p: &mut Parse<'_>, rest: &mut Cursor<'_>) -> Parsed<()> {
    let at = rest.piece();
    match *arg {
        Arg::Reg(field) => p.typed_register(at, field, false),
        Arg::OffsetReg(field) => {
            let mut offset = at;
            let base = offset.take_while(|c| c != '+');
            if offset.take("+") {
                let most = (1 << (OFFSET_HI.width() + OFFSET_LO.width())) - 1;
                let n = offset.integer_in(0..=most)? as u64;
                p.set(HAS_OFFSET, 1);
                p.set(OFFSET_HI, n >> OFFSET_LO.width());
                p.set(OFFSET_LO, n & OFFSET_LO.max());
            }
            p.typed_register(base, field, false)
        }
        Arg::TypedReg(field) => p.typed_register(at, field, half_type(TYPE6.get(p.word))),
        Arg::Count(field) => {
            let n = at.integer_in(0..=field.max() as i64)?;
            p.set(field, n as u64);
            Ok(())
        }
        Arg::Memory(a) => {
            let mut inside = brackets(at, a.space)?;
            let base = reg(&mut inside)?;
            p.set(a.base, u64::from(base.0));
            let n = if inside.text.is_empty() {
                0
            } else {
                inside.integer_in(-4096..=4095)?
            };
            a.offset.set(p, n);
            Ok(())
        }
        Arg::Indexed(base, index) => indexed(p, at, base, index),
        Arg::Varying(field) => {
            let n = brackets(at, 'l')?.integer_in(0..=field.max() as i64)?;
            p.set(field, n as u64);
            Ok(())
        }
        Arg::ConstAddress(field) => {
            let mut inside = brackets(at, 'c')?;
            let relative = inside.take("a1.x");
            p.set(A1, u64::from(relative));
            let n = if relative && inside.text.is_empty() {
                0
            } else {
                inside.integer_in(0..=field.max() as i64)?
            };
            p.set(field, n as u64);
            Ok(())
        }
        Arg::ConstA1 => match at.text {
            "c[a1.x]" => Ok(()),
            _ => at.refuse("expected `c[a1.x]`", ""),
        },
        Arg::RegOrNumber(field, number) => parse_register_or_number(p, at, field, number),
        Arg::Bracketed(letter, field, number) => {
            let inside = brackets(at, letter)?;
            parse_register_or_number(p, inside, field, number)
        }
        _ => Ok(()),
    }
}

/// The text between `letter[` and `]`.
fn brackets<'a>(at: Cursor<'a>, letter: char) -> Parsed<Cursor<'a>> {
    let mut inside = at;
    let open = [letter as u8, b'['];
    let open = std::str::from_utf8(&open).unwrap_or_default();
    match inside.text.strip_suffix(']') {
        Some(text) if inside.text.starts_with(open) => {
            inside.text = text;
            inside.split(open.len());
            Ok(inside)
        }
        _ => at.refuse(format!("expected `{open}...]`"), ""),
    }
}

/// Takes a register.
fn reg(at: &mut Cursor<'_>) -> Parsed<Reg> {
    let whole = at.take_while(|c| c.is_ascii_alphanumeric() || c == '.');
    match Reg::parse(whole.text) {
        Some(reg) => Ok(reg),
        None => whole.refuse("expected a register", "as in `r0.x`"),
    }
}

fn parse_register_or_number(
    p: &mut Parse<'_>,
    at: Cursor<'_>,
    field: Field,
    number: Number,
) -> Parsed<()> {
    let register = Reg::parse(at.text);
    match number {
        Number::If(bit) => p.set(bit, u64::from(register.is_none())),
        Number::Direct => {
            let direct = MODE.get(p.word) == 0;
            if direct == register.is_some() {
                let want = if direct { "number" } else { "register" };
                return at.refuse(format!("the buffer must be a {want} in this mode"), "");
            }
        }
    }
    let raw = match register {
        Some(reg) => u64::from(reg.0),
        None => at.integer_in(0..=field.max() as i64)? as u64,
    };
    p.set(field, raw);
    Ok(())
}

/// `g[r0.x+(r0.y+1)<<2]` or `g[r0.x+r0.y<<4+1<<2]`.
fn indexed(p: &mut Parse<'_>, at: Cursor<'_>, base: Field, index: Field) -> Parsed<()> {
    const HELP: &str = "as in `g[r0.x+(r0.y+1)<<2]` or `g[r0.x+r0.y<<4+1<<2]`";
    let mut inside = brackets(at, 'g')?;
    let first = reg(&mut inside)?;
    p.set(base, u64::from(first.0));
    if !inside.take("+") {
        return inside.refuse("expected `+`", HELP);
    }
    let grouped = inside.take("(");
    let second = reg(&mut inside)?;
    p.set(index, u64::from(second.0));
    let (shift, n) = if grouped {
        let n = offset(&mut inside)?;
        if !inside.take(")<<2") {
            return inside.refuse("expected `)<<2`", HELP);
        }
        (0, n)
    } else {
        if !inside.take("<<") {
            return inside.refuse("expected `<<`", HELP);
        }
        let digit = inside.split(1);
        let shift = digit.integer_in(3..=5)? - 2;
        let n = offset(&mut inside)?;
        if !inside.take("<<2") {
            return inside.refuse("expected `<<2`", HELP);
        }
        (shift, n)
    };
    if !inside.text.is_empty() {
        return inside.refuse("unexpected characters", HELP);
    }
    p.set(SHIFT, shift as u64);
    p.set(OFF2, n);
    Ok(())
}

/// `+N`, or nothing.
fn offset(at: &mut Cursor<'_>) -> Parsed<u64> {
    if !at.take("+") {
        return Ok(0);
    }
    let digits = at.take_while(|c| c.is_ascii_digit());
    Ok(digits.integer_in(0..=OFF2.max() as i64)? as u64)
}
