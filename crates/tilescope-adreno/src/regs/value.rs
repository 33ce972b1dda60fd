//! Values as text, in the notation of Mesa's `cffdump`.

use super::types::{Field, Kind};
use half::f16;
use std::fmt::Write;

/// Appends a number in hexadecimal; zero without a prefix, as C prints it.
fn hex(out: &mut String, value: u64) {
    // Writing to a String cannot fail.
    let _ = match value {
        0 => out.write_char('0'),
        _ => write!(out, "{value:#x}"),
    };
}

/// Appends a number with six decimals.
fn decimal(out: &mut String, value: f64) {
    if value.is_nan() {
        let sign = if value.is_sign_negative() { "-" } else { "" };
        out.push_str(sign);
        out.push_str("nan");
    } else {
        let _ = write!(out, "{value:.6}");
    }
}

/// The value of a field in `word` as text. Bits of `word` outside the field follow
/// in hexadecimal.
///
/// ```
/// use tilescope_adreno::regs;
/// let (register, ..) = regs::at(0x8004).unwrap();
/// assert_eq!(register.value.name, "GRAS_MAX_LAYER_INDEX");
/// assert_eq!(regs::text(&register.value, 7), "7");
/// assert_eq!(regs::text(&register.value, 0x1007), "7 | 0x1000");
/// ```
pub fn text(field: &Field, word: u64) -> String {
    let mut out = String::new();
    write_text(&mut out, field, word);
    out
}

/// Appends what [`text`] returns.
pub(crate) fn write_text(out: &mut String, field: &Field, word: u64) {
    let value = field.get(word);
    if let Kind::Set(fields) = field.kind {
        set(out, fields, value);
        return;
    }
    plain(out, field, value);
    let rest = word & !field.mask();
    if rest != 0 {
        let _ = write!(out, " | {rest:#x}");
    }
}

fn plain(out: &mut String, field: &Field, value: u64) {
    let width = u32::from(field.hi - field.lo) + 1;
    let negative = width < 64 && value >> (width - 1) & 1 != 0;
    // The two's complement, without its sign.
    let magnitude = if negative {
        (1u64 << width).wrapping_sub(value)
    } else {
        value
    };
    let sign = if negative { "-" } else { "" };
    let _ = match field.kind {
        Kind::Uint => write!(out, "{value}"),
        Kind::Int => write!(out, "{sign}{magnitude}"),
        Kind::Bool => out.write_str(if value != 0 { "TRUE" } else { "FALSE" }),
        Kind::RegId => {
            let component = ['x', 'y', 'z', 'w'][(value & 3) as usize];
            write!(out, "r{}.{component}", value >> 2)
        }
        Kind::Float if width == 32 => {
            decimal(out, f64::from(f32::from_bits(value as u32)));
            Ok(())
        }
        Kind::Float if width == 16 => {
            decimal(out, f64::from(f16::from_bits(value as u16)));
            Ok(())
        }
        Kind::Fixed(radix) => {
            out.push_str(sign);
            decimal(out, magnitude as f64 / (1u64 << radix) as f64);
            Ok(())
        }
        Kind::Ufixed(radix) => {
            decimal(out, value as f64 / (1u64 << radix) as f64);
            Ok(())
        }
        Kind::Enum(table) => match table.name(value) {
            Some(name) => out.write_str(name),
            None => {
                hex(out, value);
                Ok(())
            }
        },
        Kind::Hex | Kind::Float | Kind::Address | Kind::Set(_) => {
            hex(out, value);
            Ok(())
        }
    };
}

/// Appends fields as `{ A = 1 | B }`: bits that are on by name, others with values.
/// Fields of unknown meaning and bits without a field are left out if they are zero.
fn set(out: &mut String, fields: &[Field], word: u64) {
    let mut known = 0;
    let mut between = "{ ";
    for field in fields {
        let bits = word & field.mask();
        if bits == 0 && field.is_unknown() {
            continue;
        }
        known |= field.mask();
        let flag = matches!(field.kind, Kind::Bool);
        if flag && bits == 0 {
            continue;
        }
        out.push_str(between);
        between = " | ";
        out.push_str(field.name);
        if flag {
            continue;
        }
        out.push_str(" = ");
        if field.is_unknown() && !matches!(field.kind, Kind::RegId) {
            hex(out, field.get(bits));
        } else {
            write_text(out, field, bits);
        }
    }
    let rest = word & !known;
    if rest != 0 || between == "{ " {
        out.push_str(between);
        hex(out, rest);
    }
    out.push_str(" }");
}
