//! Operands in the text of instructions: each kind prints and parses its fields.

mod memory;
mod moves;
mod texture;

pub(super) use memory::{Address, Number, Offset};
pub(super) use moves::{move_name, parse_move};

use super::cursor::{Cursor, Parsed};
use super::fields::{COMP1, CONSTANTS, DST, DST_CONV, EI, IMMED, MIDDLE, SRC2_R3, half_type};
use super::form::DstPrecision;
use super::operand::{Operand, Reg, Value, offset};
use super::parse::Parse;
use super::print::Print;
use std::fmt::Write;
use tilescope_tables::Field;

/// An operand of an instruction.
#[derive(Clone, Copy, Debug)]
pub(super) enum Arg {
    /// The distance to a target, in instructions.
    Target,
    /// A predicate: the bit that inverts it, and its component.
    Predicate(Field, Field),
    /// The destination.
    Dst,
    /// The destination, with the mark that releases the varyings.
    InputDst,
    /// A source of 16 bits from the given bit, and its mark of repetition.
    Source(u8, Field),
    /// Source 1 or 3 of three.
    Third(Third),
    /// Source 2 of three, and the bit that negates it.
    Middle(Option<Field>),
    /// The destination of a move.
    MoveDst,
    /// The source of a move.
    MoveSrc,
    /// The first destination of parallel moves, with the rounding.
    RoundedDst(Field),
    /// A destination of parallel moves.
    ParallelDst(Field),
    /// A source of parallel moves.
    ParallelSrc(Field),
    /// The destination of the mask of fibers.
    MaskDst,
    /// The destination of a texture instruction, with type and mask.
    TexDst,
    /// The same without the type.
    UntypedTexDst,
    /// A source of a texture instruction.
    TexSrc(Field),
    /// A source that exists if the instruction has an offset.
    TexOffset(Field),
    /// Sampler and texture.
    SamplerAndTexture,
    /// A texture.
    Texture,
    /// No sampler and no texture, unless indirect.
    NoResource,
    /// A register.
    Reg(Field),
    /// A register whose precision is that of the type.
    TypedReg(Field),
    /// A number.
    Count(Field),
    /// Memory at a register and an offset.
    Memory(Address),
    /// Global memory at a register and an index: the fields of both.
    Indexed(Field, Field),
    /// A varying at an offset.
    Varying(Field),
    /// A constant, by number or from a1.x on.
    ConstAddress(Field),
    /// The constant at a1.x.
    ConstA1,
    /// A register or a number.
    RegOrNumber(Field, Number),
    /// The same in brackets after a letter.
    Bracketed(char, Field, Number),
}

/// Source 1 or 3 of three: 13 bits.
#[derive(Clone, Copy, Debug)]
pub(super) struct Third {
    /// Lowest bit.
    pub lo: u8,
    /// The bit that negates it.
    pub negate: Option<Field>,
    /// The bit that makes it advance.
    pub advance: Field,
    /// Whether it can be a number instead of a constant.
    pub numbers: bool,
}

/// `bits` bits from `lo` on.
pub(super) const fn part(lo: u8, bits: u8) -> Field {
    Field::new("SRC", lo + bits - 1, lo, "A source.")
}

/// The two's complement number in a field.
pub(super) fn signed(field: Field, raw: u64) -> i16 {
    let unused = 64 - field.width();
    ((raw << unused) as i64 >> unused) as i16
}

impl Arg {
    pub fn print(&self, p: &mut Print<'_>) {
        match *self {
            Arg::Target => {
                let distance = p.take(IMMED) as u32 as i32;
                let _ = match p.target {
                    Some(name) => write!(p.out, "#{name}"),
                    None => write!(p.out, "#{distance}"),
                };
            }
            Arg::Predicate(invert, component) => {
                if p.take(invert) != 0 {
                    p.out.push('!');
                }
                let reg = Reg(Reg::P0.0 | p.take(component) as u8);
                let _ = write!(p.out, "{reg}");
            }
            Arg::Dst => destination(p),
            Arg::InputDst => {
                if p.take(EI) != 0 {
                    p.out.push_str("(ei)");
                }
                destination(p);
            }
            Arg::Source(lo, advance) => source(p, lo, advance),
            Arg::Third(t) => third(p, &t),
            Arg::Middle(negate) => {
                if negate.is_some_and(|f| p.take(f) != 0) {
                    p.out.push_str("(neg)");
                }
                if !p.nops && p.take(SRC2_R3) != 0 {
                    p.out.push_str("(r)");
                }
                let reg = Reg(p.take(MIDDLE) as u8);
                register(p, reg);
            }
            Arg::MoveDst
            | Arg::MoveSrc
            | Arg::RoundedDst(_)
            | Arg::ParallelDst(_)
            | Arg::ParallelSrc(_)
            | Arg::MaskDst => moves::print(self, p),
            Arg::TexDst
            | Arg::UntypedTexDst
            | Arg::TexSrc(_)
            | Arg::TexOffset(_)
            | Arg::SamplerAndTexture
            | Arg::Texture
            | Arg::NoResource => texture::print(self, p),
            _ => memory::print(self, p),
        }
    }

    pub fn parse(&self, p: &mut Parse<'_>, rest: &mut Cursor<'_>) -> Parsed<()> {
        match *self {
            Arg::Target => {
                let mut at = rest.operand();
                if !at.take("#") {
                    return at.refuse("expected a target", "as in `#4` or `#label`");
                }
                let n = match p.label(at) {
                    Some(distance) => distance?,
                    None => at.number(i64::from(i32::MIN), i64::from(i32::MAX))?,
                };
                p.set(IMMED, n as u64);
            }
            Arg::Predicate(invert, component) => {
                let whole = rest.operand();
                let mut at = whole;
                p.set(invert, u64::from(at.take("!")));
                match Reg::parse(at.text) {
                    Some(reg) if reg.0 & !3 == Reg::P0.0 => {
                        p.set(component, u64::from(reg.0) & COMP1.max());
                    }
                    _ => return whole.refuse("expected a predicate", "as in `p0.x` or `!p0.x`"),
                }
            }
            Arg::Dst => p.destination(rest.operand())?,
            Arg::InputDst => {
                let mut at = rest.operand();
                p.set(EI, u64::from(at.take("(ei)")));
                p.destination(at)?;
            }
            Arg::Source(lo, advance) => {
                let at = rest.operand();
                parse_source(p, at, lo, advance)?;
            }
            Arg::Third(t) => {
                let at = rest.operand();
                parse_third(p, at, &t)?;
            }
            Arg::Middle(negate) => {
                let at = rest.operand();
                let o = Operand::parse(at)?;
                let Value::Reg(reg) = o.value else {
                    return at.refuse("source 2 must be a register", "");
                };
                p.modifiers(at, &o, negate, None, Some(SRC2_R3))?;
                p.half(at, o.half)?;
                p.set(MIDDLE, u64::from(reg.0));
            }
            Arg::MoveDst
            | Arg::MoveSrc
            | Arg::RoundedDst(_)
            | Arg::ParallelDst(_)
            | Arg::ParallelSrc(_)
            | Arg::MaskDst => moves::parse(self, p, rest)?,
            Arg::TexDst
            | Arg::UntypedTexDst
            | Arg::TexSrc(_)
            | Arg::TexOffset(_)
            | Arg::SamplerAndTexture
            | Arg::Texture
            | Arg::NoResource => texture::parse(self, p, rest)?,
            _ => memory::parse(self, p, rest)?,
        }
        Ok(())
    }
}

/// A register with the precision of the sources.
fn register(p: &mut Print<'_>, reg: Reg) {
    p.shown_half = true;
    let h = if p.half { "h" } else { "" };
    let _ = write!(p.out, "{h}{reg}");
}

fn destination(p: &mut Print<'_>) {
    let reg = Reg(p.take(DST) as u8);
    let half = match p.row.form.dst {
        DstPrecision::Full => false,
        DstPrecision::Typed(field) => half_type(field.get(p.word)),
        DstPrecision::Bit(field) => p.take(field) == 0,
        DstPrecision::Converted => {
            // Predicates have one precision: the bit does not matter.
            let predicate = reg.0 >= Reg::P0.0;
            !predicate && (p.take(DST_CONV) == 0) == p.half
        }
    };
    let h = if half { "h" } else { "" };
    let _ = write!(p.out, "{h}{reg}");
}

fn source(p: &mut Print<'_>, lo: u8, advance: Field) {
    let at = |from: u8, bits: u8| part(lo + from, bits);
    match p.take(at(14, 2)) {
        1 => p.out.push_str("(neg)"),
        2 => p.out.push_str("(abs)"),
        3 => p.out.push_str("(absneg)"),
        _ => {}
    }
    if !p.nops && p.take(advance) != 0 {
        p.out.push_str("(r)");
    }
    let h = if p.half { "h" } else { "" };
    let kind = at(11, 3).get(p.word);
    p.shown_half |= kind != 0b101;
    let _ = match kind {
        0b000 if at(8, 3).get(p.word) == 0 => {
            p.take(at(8, 6));
            let reg = Reg(p.take(at(0, 8)) as u8);
            write!(p.out, "{h}{reg}")
        }
        0b010 | 0b110 => {
            p.canonical = at(11, 3).set(p.canonical, 0b010);
            let c = p.take(at(0, 11));
            let component = Reg(c as u8).component();
            write!(p.out, "{h}c{}.{component}", c >> 2)
        }
        0b001 => {
            p.take(at(10, 4));
            let file = if at(10, 1).get(p.word) != 0 { 'c' } else { 'r' };
            let n = signed(at(0, 10), p.take(at(0, 10)));
            write!(p.out, "{h}{}", offset(file, n))
        }
        0b100 => {
            p.take(at(11, 3));
            let n = signed(at(0, 11), p.take(at(0, 11)));
            if p.half {
                write!(p.out, "h({n})")
            } else {
                write!(p.out, "{n}")
            }
        }
        0b101 => {
            p.take(at(11, 3));
            let half = p.take(at(10, 1)) != 0;
            p.named_half.get_or_insert(half);
            match CONSTANTS.name(p.take(at(0, 10))) {
                Some(name) => write!(p.out, "{}{name}", if half { "h" } else { "" }),
                None => {
                    p.undefined = true;
                    return;
                }
            }
        }
        _ => {
            p.undefined = true;
            return;
        }
    };
}

fn parse_source(p: &mut Parse<'_>, whole: Cursor<'_>, lo: u8, advance: Field) -> Parsed<()> {
    let at = |from: u8, bits: u8| part(lo + from, bits);
    let o = Operand::parse(whole)?;
    p.modifiers(whole, &o, Some(at(14, 1)), Some(at(15, 1)), Some(advance))?;
    match named(o.value) {
        Value::Named(index) => {
            p.named_half.get_or_insert(o.half);
            p.set(at(11, 3), 0b101);
            p.set(at(10, 1), u64::from(o.half));
            p.set(at(0, 10), u64::from(index));
            return Ok(());
        }
        Value::Reg(reg) => p.set(at(0, 8), u64::from(reg.0)),
        Value::Const(c) => {
            p.set(at(11, 3), 0b010);
            p.set(at(0, 11), u64::from(c));
        }
        Value::RelReg(n) => p.relative(whole, lo, n, 0b0010)?,
        Value::RelConst(n) => p.relative(whole, lo, n, 0b0011)?,
        Value::Int(n) => {
            if !(-1024..1024).contains(&n) {
                return whole.refuse("numbers are from -1024 to 1023", "");
            }
            p.set(at(11, 3), 0b100);
            p.set(at(0, 11), n as u64);
        }
        Value::Float(_) => {
            let help = super::suffix::names(&CONSTANTS);
            return whole.refuse("an instruction cannot contain this number", &help);
        }
    }
    p.half(whole, o.half)
}

/// A number that the hardware names, if it is one.
fn named(value: Value) -> Value {
    let Value::Float(f) = value else {
        return value;
    };
    let numeric = |text: &str| text.trim_matches(['(', ')']).parse::<f64>().ok();
    let hit = CONSTANTS.values.iter().find(|v| numeric(v.1) == Some(f));
    hit.map_or(value, |v| Value::Named(v.0 as u8))
}

fn third(p: &mut Print<'_>, t: &Third) {
    let at = |from: u8, bits: u8| part(t.lo + from, bits);
    if t.negate.is_some_and(|f| p.take(f) != 0) {
        p.out.push_str("(neg)");
    }
    if !p.nops && p.take(t.advance) != 0 {
        p.out.push_str("(r)");
    }
    let h = if p.half { "h" } else { "" };
    let number = t.numbers && at(12, 1).get(p.word) != 0;
    p.shown_half |= !number;
    let _ = match at(11, 2).get(p.word) {
        _ if number => {
            p.take(at(12, 1));
            let n = p.take(at(0, 12));
            write!(p.out, "{n}")
        }
        0b00 if at(8, 3).get(p.word) == 0 => {
            let reg = Reg(p.take(at(0, 8)) as u8);
            write!(p.out, "{h}{reg}")
        }
        0b10 => {
            p.take(at(11, 2));
            let c = p.take(at(0, 11));
            let component = Reg(c as u8).component();
            write!(p.out, "{h}c{}.{component}", c >> 2)
        }
        0b01 => {
            p.take(at(10, 3));
            let file = if at(10, 1).get(p.word) != 0 { 'c' } else { 'r' };
            let n = signed(at(0, 10), p.take(at(0, 10)));
            // Mesa prints an offset of zero here, unlike in other categories.
            write!(p.out, "{h}{file}<a0.x + {n}>")
        }
        _ => {
            p.undefined = true;
            return;
        }
    };
}

fn parse_third(p: &mut Parse<'_>, whole: Cursor<'_>, t: &Third) -> Parsed<()> {
    let at = |from: u8, bits: u8| part(t.lo + from, bits);
    let o = Operand::parse(whole)?;
    p.modifiers(whole, &o, t.negate, None, Some(t.advance))?;
    match o.value {
        Value::Reg(reg) => p.set(at(0, 8), u64::from(reg.0)),
        Value::Const(c) if !t.numbers => {
            p.set(at(11, 2), 0b10);
            p.set(at(0, 11), u64::from(c));
        }
        Value::RelReg(n) => p.relative(whole, t.lo, n, 0b10)?,
        Value::RelConst(n) => p.relative(whole, t.lo, n, 0b11)?,
        Value::Int(n) if t.numbers && !o.half => {
            if !(0..4096).contains(&n) {
                return whole.refuse("numbers are from 0 to 4095", "");
            }
            p.set(at(12, 1), 1);
            p.set(at(0, 12), n as u64);
            return Ok(());
        }
        _ if t.numbers => {
            return whole.refuse("expected a register, a relative operand or a number", "");
        }
        _ => return whole.refuse("expected a register or a constant", ""),
    }
    p.half(whole, o.half)
}
