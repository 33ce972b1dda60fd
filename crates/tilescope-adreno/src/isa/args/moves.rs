//! Operands of category 1: moves and conversions.

use super::{Arg, part, signed};
use crate::isa::fields::{
    CONSTANTS, DST, DST_REL, DST_TYPE, IMMED, ROUND, ROUNDING, SRC_KIND, SRC_TYPE, SRC1_R, TYPE,
    half_type,
};
use crate::isa::operand::{Operand, Reg, Value, single};
use crate::isa::parse::Parse;
use crate::isa::print::Print;
use half::f16;
use std::fmt::Write;
use tilescope_tables::Field;
use tilescope_tables::asm::{Cursor, Parsed};

const F16: u64 = 0;
const F32: u64 = 1;
const U16: u64 = 2;
const U32: u64 = 3;
const S16: u64 = 4;
const S32: u64 = 5;

/// Moves to the address registers, which have mnemonics: destination, type, name and
/// the name of the register there.
const ADDRESS: [(u64, u64, &str, &str); 2] = [
    (Reg::A0.0 as u64, S16, "mova", "a0.x"),
    (Reg::A0.0 as u64 + 1, U16, "mova1", "a1.x"),
];

/// The move to an address register that `word` is.
fn address(word: u64) -> Option<&'static (u64, u64, &'static str, &'static str)> {
    ADDRESS.iter().find(|a| {
        DST.get(word) == a.0
            && SRC_TYPE.get(word) == a.1
            && DST_TYPE.get(word) == a.1
            && DST_REL.get(word) == 0
    })
}

/// The mnemonic of a move, with its types.
pub(in crate::isa) fn move_name(p: &mut Print<'_>) {
    let (src, dst) = (p.take(SRC_TYPE), p.take(DST_TYPE));
    if let Some(a) = address(p.word) {
        p.out.push_str(a.2);
        return;
    }
    let name = if src == dst { "mov" } else { "cov" };
    let of = |ty| TYPE.name(ty).unwrap_or_default();
    let _ = write!(p.out, "{name}.{}{}", of(src), of(dst));
}

/// Parses the rest of the mnemonic `name`.
pub(in crate::isa) fn parse_move(
    p: &mut Parse<'_>,
    name: &str,
    rest: &mut Cursor<'_>,
) -> Parsed<()> {
    match ADDRESS.iter().find(|a| a.2 == name) {
        Some(a) => {
            p.set(SRC_TYPE, a.1);
            p.set(DST_TYPE, a.1);
        }
        None => {
            let whole = *rest;
            crate::isa::suffix::Suffix::Types.parse(p, rest)?;
            let same = SRC_TYPE.get(p.word) == DST_TYPE.get(p.word);
            if same != (name == "mov") {
                let other = if same { "mov" } else { "cov" };
                return whole.refuse(
                    "the types do not fit the mnemonic",
                    &format!("this is `{other}`"),
                );
            }
        }
    }
    Ok(())
}

fn rounding(p: &mut Print<'_>) {
    let round = p.take(ROUND);
    p.out.push_str(ROUNDING.name(round).unwrap_or_default());
}

fn parse_rounding(p: &mut Parse<'_>, at: &mut Cursor<'_>) {
    for &(raw, name) in ROUNDING.values {
        if at.take(name) {
            p.set(ROUND, raw);
        }
    }
}

fn relative_or_register(p: &mut Print<'_>) {
    let o = super::read_destination(&p.inst());
    p.take(DST);
    p.take(DST_REL);
    let _ = write!(p.out, "{o}");
}

fn with_type(p: &mut Print<'_>, ty: Field, field: Field) {
    let h = if half_type(ty.get(p.word)) { "h" } else { "" };
    let reg = Reg(p.take(field) as u8);
    let _ = write!(p.out, "{h}{reg}");
}

pub(super) fn print(arg: &Arg, p: &mut Print<'_>) {
    match *arg {
        Arg::MoveDst => {
            rounding(p);
            if let Some(a) = address(p.word) {
                p.take(DST);
                p.out.push_str(a.3);
                return;
            }
            relative_or_register(p);
        }
        Arg::MaskDst => relative_or_register(p),
        Arg::MoveSrc => source(p),
        Arg::RoundedDst(field) => {
            rounding(p);
            with_type(p, DST_TYPE, field);
        }
        Arg::ParallelDst(field) => with_type(p, DST_TYPE, field),
        Arg::ParallelSrc(field) => with_type(p, SRC_TYPE, field),
        _ => {}
    }
}

/// The source of a move; `None` if its bits have no meaning.
pub(in crate::isa) fn read_move(word: u64) -> Option<Operand> {
    let ty = SRC_TYPE.get(word);
    let half = half_type(ty);
    let upper = part(11, 21).get(word);
    let value = match (SRC_KIND.get(word), upper) {
        (0b10, _) => return Some(read_immediate(ty, IMMED.get(word))),
        (0b01, 0) => Value::Const(part(0, 11).get(word) as u16),
        (0b00, 0) if part(8, 3).get(word) == 0 => Value::Reg(Reg(word as u8)),
        (0b00, 1) if part(10, 1).get(word) == 0 => Value::RelReg(signed(part(0, 10), word & 0x3ff)),
        (0b00, 1) => Value::RelConst(signed(part(0, 10), word & 0x3ff)),
        _ => return None,
    };
    let mut o = Operand::plain(value, half);
    o.advance = SRC1_R.get(word) != 0;
    Some(o)
}

/// A number of type `ty`.
fn read_immediate(ty: u64, raw: u64) -> Operand {
    let value = match ty {
        F16 => Value::Float(f16::from_bits(raw as u16).to_f64()),
        F32 => Value::Float(f64::from(f32::from_bits(raw as u32))),
        S16 => Value::Int(i64::from(raw as u16 as i16)),
        S32 => Value::Int(i64::from(raw as u32 as i32)),
        _ => Value::Int(raw as i64),
    };
    Operand::plain(value, half_type(ty))
}

fn source(p: &mut Print<'_>) {
    if p.take(SRC_KIND) == 0b10 {
        immediate(p);
        return;
    }
    match read_move(p.word) {
        Some(o) => {
            // The bits that are not of the source are zero then.
            p.take(SRC1_R);
            p.take(IMMED);
            let _ = write!(p.out, "{o}");
        }
        None => p.undefined = true,
    }
}

fn immediate(p: &mut Print<'_>) {
    let short = part(0, 16);
    let _ = match SRC_TYPE.get(p.word) {
        F16 => {
            let f = f16::from_bits(p.take(short) as u16);
            if f.is_nan() {
                write!(p.out, "h(0x{:04x})", f.to_bits())
            } else {
                let text = format!("{f:.6}");
                let exact = text.parse::<f32>().map(f16::from_f32) == Ok(f);
                if exact {
                    write!(p.out, "h({text})")
                } else {
                    write!(p.out, "h({:e})", f.to_f32())
                }
            }
        }
        F32 => {
            let bits = p.take(IMMED) as u32;
            write!(p.out, "({})", single(bits))
        }
        U32 if IMMED.get(p.word) > 0x1000 => {
            let n = p.take(IMMED);
            write!(p.out, "0x{n:x}")
        }
        S16 => {
            let n = p.take(short) as u16 as i16;
            write!(p.out, "{n}")
        }
        S32 => {
            let n = p.take(IMMED) as u32 as i32;
            write!(p.out, "{n}")
        }
        _ => {
            let n = p.take(IMMED);
            write!(p.out, "{n}")
        }
    };
}

pub(super) fn parse(arg: &Arg, p: &mut Parse<'_>, rest: &mut Cursor<'_>) -> Parsed<()> {
    let mut at = rest.piece();
    match *arg {
        Arg::MoveDst => {
            parse_rounding(p, &mut at);
            if let Some(a) = ADDRESS.iter().find(|a| a.2 == p.name) {
                if at.text != a.3 {
                    return at.refuse(format!("`{}` writes `{}`", a.2, a.3), "");
                }
                p.set(DST, a.0);
                return Ok(());
            }
            parse_destination(p, at, half_type(DST_TYPE.get(p.word)))?;
            if let Some(a) = address(p.word) {
                return at.refuse(format!("this move is `{}`", a.2), "");
            }
            Ok(())
        }
        Arg::MaskDst => parse_destination(p, at, false),
        Arg::MoveSrc => parse_move_source(p, at),
        Arg::RoundedDst(field) => {
            parse_rounding(p, &mut at);
            p.typed_register(at, field, half_type(DST_TYPE.get(p.word)))
        }
        Arg::ParallelDst(field) => p.typed_register(at, field, half_type(DST_TYPE.get(p.word))),
        Arg::ParallelSrc(field) => p.typed_register(at, field, half_type(SRC_TYPE.get(p.word))),
        _ => Ok(()),
    }
}

fn parse_destination(p: &mut Parse<'_>, at: Cursor<'_>, half: bool) -> Parsed<()> {
    let o = Operand::parse(at)?;
    p.precision(at, o.half, half)?;
    p.modifiers(at, &o, None, None, None)?;
    match o.value {
        Value::Reg(reg) => p.set(DST, u64::from(reg.0)),
        Value::RelReg(n @ 0..256) => {
            p.set(DST_REL, 1);
            p.set(DST, n as u64);
        }
        _ => return at.refuse("expected a register", "as in `r0.x` or `r<a0.x + 4>`"),
    }
    Ok(())
}

fn parse_move_source(p: &mut Parse<'_>, at: Cursor<'_>) -> Parsed<()> {
    let o = Operand::parse(at)?;
    let ty = SRC_TYPE.get(p.word);
    let number = matches!(o.value, Value::Int(_) | Value::Named(_) | Value::Float(_));
    if number {
        p.modifiers(at, &o, None, None, None)?;
        let bits = immediate_bits(ty, &o, at)?;
        p.set(SRC_KIND, 0b10);
        p.set(IMMED, bits);
        return Ok(());
    }
    p.precision(at, o.half, half_type(ty))?;
    p.modifiers(at, &o, None, None, Some(SRC1_R))?;
    match o.value {
        Value::Reg(reg) => p.set(part(0, 8), u64::from(reg.0)),
        Value::Const(c) => {
            p.set(SRC_KIND, 0b01);
            p.set(part(0, 11), u64::from(c));
        }
        Value::RelReg(n) => p.relative(at, 0, n, 0b10)?,
        Value::RelConst(n) => p.relative(at, 0, n, 0b11)?,
        _ => {}
    }
    Ok(())
}

/// The encoding of a number of type `ty`.
fn immediate_bits(ty: u64, o: &Operand, at: Cursor<'_>) -> Parsed<u64> {
    let real = match o.value {
        Value::Int(n) => n as f64,
        Value::Float(f) => f,
        Value::Named(i) => match numeric(i) {
            Some(f) => f,
            None => return at.refuse("moves need the number itself", "as in `(0.500000)`"),
        },
        _ => 0.0,
    };
    if matches!(ty, F16 | F32) {
        // Bits in hexadecimal hold what has no decimal form.
        let inside = at.text.trim_start_matches(['h', '(']);
        if let Some(hex) = inside.strip_prefix("0x") {
            let digits = hex.trim_end_matches(')');
            return match u32::from_str_radix(digits, 16) {
                Ok(bits) if ty == F32 || bits < 1 << 16 => Ok(u64::from(bits)),
                _ => at.refuse("the number does not fit the type", ""),
            };
        }
        return Ok(match ty {
            F16 => u64::from(f16::from_f64(real).to_bits()),
            _ => u64::from((real as f32).to_bits()),
        });
    }
    let (min, max) = match ty {
        S16 => (i64::from(i16::MIN), i64::from(i16::MAX)),
        S32 => (i64::from(i32::MIN), i64::from(i32::MAX)),
        _ => (0, i64::from(u32::MAX)),
    };
    let n = at.integer_in(min..=max)?;
    Ok(if ty == S16 {
        u64::from(n as u16)
    } else {
        u64::from(n as u32)
    })
}

fn numeric(index: u8) -> Option<f64> {
    let name = CONSTANTS.name(u64::from(index))?;
    name.trim_matches(['(', ')']).parse().ok()
}
