//! Operands in the text of instructions: each kind prints and parses its fields.

mod memory;
mod moves;
mod texture;

pub(super) use memory::{Address, Number, Offset};
pub(super) use moves::{move_name, parse_move, read_move};

use super::fields::{
    COMP1, CONSTANTS, DST, DST_CONV, DST_REL, EI, IMMED, MIDDLE, SRC2_R3, half_type,
};
use super::form::{DstPrecision, Inst};
use super::operand::{Operand, Reg, Value};
use super::parse::Parse;
use super::print::Print;
use super::sources::{encode13, encode16, read13, read16};
use std::fmt::Write;
use tilescope_tables::Field;
use tilescope_tables::asm::{Cursor, Parsed};

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
    /// Coordinates of a texel, to which a number may be added.
    TexelSrc(Field),
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
    /// A register to which a number may be added.
    OffsetReg(Field),
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
            | Arg::TexelSrc(_)
            | Arg::SamplerAndTexture
            | Arg::Texture
            | Arg::NoResource => texture::print(self, p),
            _ => memory::print(self, p),
        }
    }

    pub fn parse(&self, p: &mut Parse<'_>, rest: &mut Cursor<'_>) -> Parsed<()> {
        match *self {
            Arg::Target => {
                let mut at = rest.piece();
                if !at.take("#") {
                    return at.refuse("expected a target", "as in `#4` or `#label`");
                }
                let n = match p.label(at) {
                    Some(distance) => distance?,
                    None => at.integer_in(i64::from(i32::MIN)..=i64::from(i32::MAX))?,
                };
                p.set(IMMED, n as u64);
            }
            Arg::Predicate(invert, component) => {
                let whole = rest.piece();
                let mut at = whole;
                p.set(invert, u64::from(at.take("!")));
                match Reg::parse(at.text) {
                    Some(reg) if reg.0 & !3 == Reg::P0.0 => {
                        p.set(component, u64::from(reg.0) & COMP1.max());
                    }
                    _ => return whole.refuse("expected a predicate", "as in `p0.x` or `!p0.x`"),
                }
            }
            Arg::Dst => p.destination(rest.piece())?,
            Arg::InputDst => {
                let mut at = rest.piece();
                p.set(EI, u64::from(at.take("(ei)")));
                p.destination(at)?;
            }
            Arg::Source(lo, advance) => {
                let at = rest.piece();
                parse_source(p, at, lo, advance)?;
            }
            Arg::Third(t) => {
                let at = rest.piece();
                parse_third(p, at, &t)?;
            }
            Arg::Middle(negate) => {
                let at = rest.piece();
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
            | Arg::TexelSrc(_)
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

/// The destination of an instruction of categories 1 to 4.
pub(super) fn read_destination(inst: &Inst) -> Operand {
    let word = inst.word;
    let raw = DST.get(word) as u8;
    let reg = Reg(raw);
    let half = match inst.row.form.dst {
        DstPrecision::Full => false,
        DstPrecision::Typed(field) => half_type(field.get(word)),
        DstPrecision::Bit(field) => field.get(word) == 0,
        // Predicates have one precision: the bit does not matter.
        DstPrecision::Converted if reg >= Reg::P0 => false,
        DstPrecision::Converted => (DST_CONV.get(word) == 0) == inst.half(),
    };
    let moves = inst.row.form.args.iter();
    let relative = moves
        .clone()
        .any(|a| matches!(a, Arg::MoveDst | Arg::MaskDst));
    if relative && DST_REL.get(word) != 0 {
        return Operand::plain(Value::RelReg(i16::from(raw)), half);
    }
    Operand::plain(Value::Reg(reg), half)
}

fn destination(p: &mut Print<'_>) {
    let o = read_destination(&p.inst());
    p.take(DST);
    match p.row.form.dst {
        DstPrecision::Bit(field) => {
            p.take(field);
        }
        DstPrecision::Converted if DST.get(p.word) < u64::from(Reg::P0.0) => {
            p.take(DST_CONV);
        }
        _ => {}
    }
    let _ = write!(p.out, "{o}");
}

/// Shows a source that was read from bits `lo..` with the given bits as its encoding.
fn show(p: &mut Print<'_>, o: &Operand, field: Field, bits: Option<u64>) {
    match bits {
        Some(bits) => p.canonical = field.set(p.canonical, bits),
        None => p.undefined = true,
    }
    let _ = write!(p.out, "{o}");
}

fn source(p: &mut Print<'_>, lo: u8, advance: Field) {
    let field = part(lo, 16);
    let Some(mut o) = read16(field.get(p.word), p.half) else {
        p.undefined = true;
        return;
    };
    o.advance = !p.nops && p.take(advance) != 0;
    if matches!(o.value, Value::Named(_)) {
        p.named_half.get_or_insert(o.half);
    } else {
        p.shown_half = true;
    }
    show(p, &o, field, encode16(&o));
}

fn parse_source(p: &mut Parse<'_>, whole: Cursor<'_>, lo: u8, advance: Field) -> Parsed<()> {
    let mut o = Operand::parse(whole)?;
    o.value = named(o.value);
    let negate = part(lo + 14, 1);
    let absolute = part(lo + 15, 1);
    p.modifiers(whole, &o, Some(negate), Some(absolute), Some(advance))?;
    let Some(bits) = encode16(&o) else {
        return match o.value {
            Value::Int(_) => whole.refuse("numbers are from -1024 to 1023", ""),
            Value::Float(_) => {
                let help = super::suffix::names(&CONSTANTS);
                whole.refuse("an instruction cannot contain this number", &help)
            }
            _ => whole.refuse("offsets are from -512 to 511", ""),
        };
    };
    p.set(part(lo, 16), bits);
    if matches!(o.value, Value::Named(_)) {
        p.named_half.get_or_insert(o.half);
        return Ok(());
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
    let field = part(t.lo, 13);
    let Some(mut o) = read13(field.get(p.word), p.half, t.numbers) else {
        p.undefined = true;
        return;
    };
    o.negate = t.negate.is_some_and(|f| p.take(f) != 0);
    o.advance = !p.nops && p.take(t.advance) != 0;
    p.shown_half |= !matches!(o.value, Value::Int(_));
    let before = p.out.len();
    show(p, &o, field, encode13(&o, t.numbers));
    if matches!(o.value, Value::RelReg(0) | Value::RelConst(0)) {
        // Mesa prints an offset of zero here, unlike in other categories.
        let text = p.out.split_off(before);
        p.out.push_str(&text.replace("<a0.x>", "<a0.x + 0>"));
    }
}

fn parse_third(p: &mut Parse<'_>, whole: Cursor<'_>, t: &Third) -> Parsed<()> {
    let o = Operand::parse(whole)?;
    p.modifiers(whole, &o, t.negate, None, Some(t.advance))?;
    let Some(bits) = encode13(&o, t.numbers) else {
        return match o.value {
            Value::RelReg(_) | Value::RelConst(_) => {
                whole.refuse("offsets are from -512 to 511", "")
            }
            Value::Int(_) if t.numbers => whole.refuse("numbers are from 0 to 4095", ""),
            _ if t.numbers => {
                whole.refuse("expected a register, a relative operand or a number", "")
            }
            _ => whole.refuse("expected a register or a constant", ""),
        };
    };
    p.set(part(t.lo, 13), bits);
    if matches!(o.value, Value::Int(_)) {
        return Ok(());
    }
    p.half(whole, o.half)
}
