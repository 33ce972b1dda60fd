//! The encodings of sources: 16 bits in categories 2 and 4, 13 bits in category 3.

use super::fields::CONSTANTS;
use super::operand::{Operand, Reg, Value};

/// The two's complement number in the lowest `bits` bits.
const fn signed(raw: u64, bits: u32) -> i16 {
    let unused = 64 - bits;
    ((raw << unused) as i64 >> unused) as i16
}

/// A relative operand in 11 bits: the offset, and the file above it.
const fn relative(raw: u64) -> Value {
    let offset = signed(raw, 10);
    if raw >> 10 & 1 == 0 {
        Value::RelReg(offset)
    } else {
        Value::RelConst(offset)
    }
}

/// The 11 bits of a relative operand, or of a register or constant. `None` for others,
/// and for offsets that do not fit.
fn location(value: Value) -> Option<u64> {
    let offset = |n: i16| (-512..512).contains(&n).then_some(n as u64 & 0x3ff);
    match value {
        Value::Reg(reg) => Some(u64::from(reg.0)),
        Value::Const(c) => Some(u64::from(c) & 0x7ff),
        Value::RelReg(n) => offset(n),
        Value::RelConst(n) => Some(offset(n)? | 1 << 10),
        _ => None,
    }
}

/// The source in 16 bits, of which the upper two are modifiers; `half` is the precision
/// of the instruction. `None` if the bits have no meaning.
pub(super) fn read16(bits: u64, half: bool) -> Option<Operand> {
    let mut half = half;
    let value = match bits >> 11 & 7 {
        0b000 if bits >> 8 & 7 == 0 => Value::Reg(Reg(bits as u8)),
        // The uppermost bit does not matter.
        0b010 | 0b110 => Value::Const(bits as u16 & 0x7ff),
        0b001 => relative(bits),
        0b100 => Value::Int(i64::from(signed(bits, 11))),
        0b101 => {
            // Named numbers state their precision themselves.
            half = bits >> 10 & 1 != 0;
            CONSTANTS.name(bits & 0x3ff)?;
            Value::Named(bits as u8)
        }
        _ => return None,
    };
    Some(Operand {
        negate: bits >> 14 & 1 != 0,
        absolute: bits >> 15 & 1 != 0,
        ..Operand::plain(value, half)
    })
}

/// The 16 bits of a source; `None` if it has no encoding.
pub(super) fn encode16(o: &Operand) -> Option<u64> {
    let modifiers = u64::from(o.negate) << 14 | u64::from(o.absolute) << 15;
    let bits = match o.value {
        Value::Reg(_) => location(o.value)?,
        Value::Const(_) => location(o.value)? | 0b010 << 11,
        Value::RelReg(_) | Value::RelConst(_) => location(o.value)? | 0b001 << 11,
        Value::Int(n @ -1024..1024) => n as u64 & 0x7ff | 0b100 << 11,
        Value::Named(i) => u64::from(i) | u64::from(o.half) << 10 | 0b101 << 11,
        Value::Int(_) | Value::Float(_) => return None,
    };
    Some(bits | modifiers)
}

/// Source 1 or 3 of three, in 13 bits. `numbers`: the encoding of constants is that of
/// numbers instead. `None` if the bits have no meaning.
pub(super) fn read13(bits: u64, half: bool, numbers: bool) -> Option<Operand> {
    let value = match bits >> 11 & 3 {
        0b10 | 0b11 if numbers => {
            return Some(Operand::plain(Value::Int((bits & 0xfff) as i64), false));
        }
        0b00 if bits >> 8 & 7 == 0 => Value::Reg(Reg(bits as u8)),
        0b10 => Value::Const(bits as u16 & 0x7ff),
        0b01 => relative(bits),
        _ => return None,
    };
    Some(Operand::plain(value, half))
}

/// The 13 bits of source 1 or 3 of three; `None` if it has no encoding.
pub(super) fn encode13(o: &Operand, numbers: bool) -> Option<u64> {
    match o.value {
        Value::Reg(_) => location(o.value),
        Value::Const(_) if !numbers => Some(location(o.value)? | 0b10 << 11),
        Value::RelReg(_) | Value::RelConst(_) => Some(location(o.value)? | 0b01 << 11),
        Value::Int(n @ 0..4096) if numbers && !o.half => Some(n as u64 | 1 << 12),
        _ => None,
    }
}
