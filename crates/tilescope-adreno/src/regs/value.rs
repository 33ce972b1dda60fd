//! Values as text, in the notation of Mesa's `cffdump`.

use super::types::{Field, Kind};
use half::f16;

/// A number in hexadecimal; zero without a prefix, as C prints it.
fn hex(value: u64) -> String {
    if value == 0 {
        "0".to_string()
    } else {
        format!("{value:#x}")
    }
}

/// A number with six decimals.
fn decimal(value: f64) -> String {
    if value.is_nan() {
        let sign = if value.is_sign_negative() { "-" } else { "" };
        format!("{sign}nan")
    } else {
        format!("{value:.6}")
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
    let value = field.get(word);
    let inside = match field.kind {
        Kind::Set(fields) => return set(fields, value),
        kind => plain(field, kind, value),
    };
    match word & !field.mask() {
        0 => inside,
        rest => format!("{inside} | {rest:#x}"),
    }
}

fn plain(field: &Field, kind: Kind, value: u64) -> String {
    let width = u32::from(field.hi - field.lo) + 1;
    let negative = width < 64 && value >> (width - 1) & 1 != 0;
    // The two's complement, without its sign.
    let magnitude = if negative {
        (1u64 << width).wrapping_sub(value)
    } else {
        value
    };
    let sign = if negative { "-" } else { "" };
    match kind {
        Kind::Uint => value.to_string(),
        Kind::Int => format!("{sign}{magnitude}"),
        Kind::Bool => if value != 0 { "TRUE" } else { "FALSE" }.to_string(),
        Kind::RegId => {
            let component = ['x', 'y', 'z', 'w'][(value & 3) as usize];
            format!("r{}.{component}", value >> 2)
        }
        Kind::Float if width == 32 => decimal(f64::from(f32::from_bits(value as u32))),
        Kind::Float if width == 16 => decimal(f64::from(f16::from_bits(value as u16))),
        Kind::Fixed(radix) => {
            let number = magnitude as f64 / (1u64 << radix) as f64;
            format!("{sign}{}", decimal(number))
        }
        Kind::Ufixed(radix) => decimal(value as f64 / (1u64 << radix) as f64),
        Kind::Enum(table) => match table.name(value) {
            Some(name) => name.to_string(),
            None => hex(value),
        },
        Kind::Hex | Kind::Float | Kind::Address | Kind::Set(_) => hex(value),
    }
}

/// Fields as `{ A = 1 | B }`: bits that are on by name, others with values. Fields of
/// unknown meaning and bits without a field are left out if they are zero.
fn set(fields: &[Field], word: u64) -> String {
    let mut parts = Vec::new();
    let mut known = 0;
    for field in fields {
        let bits = word & field.mask();
        if bits == 0 && field.is_unknown() {
            continue;
        }
        known |= field.mask();
        if matches!(field.kind, Kind::Bool) {
            if bits != 0 {
                parts.push(field.name.to_string());
            }
            continue;
        }
        let value = if field.is_unknown() && !matches!(field.kind, Kind::RegId) {
            hex(field.get(bits))
        } else {
            text(field, bits)
        };
        parts.push(format!("{} = {value}", field.name));
    }
    if word & !known != 0 {
        parts.push(hex(word & !known));
    }
    if parts.is_empty() {
        parts.push("0".to_string());
    }
    format!("{{ {} }}", parts.join(" | "))
}
