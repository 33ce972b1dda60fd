//! Values as text, in the notation of Mesa's `cffdump`.

use super::types::{Field, Kind};
use half::f16;
use std::fmt::Write;
use tilescope_tables::packet::EnumTable;
use tilescope_tables::text::hex_digits;

/// Appends a number in decimal.
fn decimals(out: &mut String, mut value: u64) {
    let mut buffer = [0u8; 20];
    let mut from = buffer.len();
    while from > 0 {
        from -= 1;
        buffer[from] = b'0' + (value % 10) as u8;
        value /= 10;
        if value == 0 {
            break;
        }
    }
    push(out, &buffer[from..]);
}

/// Appends digits.
fn push(out: &mut String, digits: &[u8]) {
    // All are ASCII.
    out.push_str(std::str::from_utf8(digits).unwrap_or_default());
}

/// Appends a number in hexadecimal; zero without a prefix, as C prints it.
pub(super) fn hex(out: &mut String, value: u64) {
    if value == 0 {
        out.push('0');
        return;
    }
    let mut text = [0; 16];
    text[..8].copy_from_slice(&hex_digits((value >> 32) as u32));
    text[8..].copy_from_slice(&hex_digits(value as u32));
    out.push_str("0x");
    push(out, &text[(value.leading_zeros() / 4) as usize..]);
}

/// Appends words in hexadecimal, eight digits each.
pub(crate) fn write_words(out: &mut String, words: &[u32]) {
    for (i, word) in words.iter().enumerate() {
        if i > 0 {
            out.push(' ');
        }
        push(out, &hex_digits(*word));
    }
}

/// Appends a number with six decimals.
fn decimal(out: &mut String, value: f64) {
    let sixty_fourths = value * 64.0;
    if value.is_nan() {
        let sign = if value.is_sign_negative() { "-" } else { "" };
        out.push_str(sign);
        out.push_str("nan");
    } else if (1.0..1e12).contains(&sixty_fourths) && sixty_fourths.trunc() == sixty_fourths {
        // Numbers that have six decimals at most need no rounding.
        let n = sixty_fourths as u64;
        decimals(out, n >> 6);
        out.push('.');
        // With a digit before them, so that there are six.
        let start = out.len();
        decimals(out, 1_000_000 + (n & 63) * 15_625);
        out.remove(start);
    } else if value == 0.0 && value.is_sign_positive() {
        out.push_str("0.000000");
    } else {
        // Writing to a String cannot fail.
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
        out.push_str(" | ");
        hex(out, rest);
    }
}

/// The name of a value: most tables have the value n at the index n.
fn name_of(table: &EnumTable, value: u64) -> Option<&'static str> {
    let at = usize::try_from(value).ok()?;
    match table.values.get(at) {
        Some(&(number, name)) if number == value => Some(name),
        _ => table.name(value),
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
    match field.kind {
        Kind::Uint => decimals(out, value),
        Kind::Int => {
            out.push_str(sign);
            decimals(out, magnitude);
        }
        Kind::Bool => out.push_str(if value != 0 { "TRUE" } else { "FALSE" }),
        Kind::RegId => {
            out.push('r');
            decimals(out, value >> 2);
            out.push_str([".x", ".y", ".z", ".w"][(value & 3) as usize]);
        }
        Kind::Float if width == 32 => decimal(out, f64::from(f32::from_bits(value as u32))),
        Kind::Float if width == 16 => decimal(out, f64::from(f16::from_bits(value as u16))),
        Kind::Fixed(radix) => {
            out.push_str(sign);
            decimal(out, magnitude as f64 / (1u64 << radix) as f64);
        }
        Kind::Ufixed(radix) => decimal(out, value as f64 / (1u64 << radix) as f64),
        Kind::Enum(table) => match name_of(table, value) {
            Some(name) => out.push_str(name),
            None => hex(out, value),
        },
        Kind::Hex | Kind::Float | Kind::Address | Kind::Set(_) => hex(out, value),
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    /// The ways without rounding print what rounding would.
    #[test]
    fn numbers_have_the_digits_of_the_standard_library() {
        let mut seed = 1u64;
        for i in 0..20_000u64 {
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(i);
            let float = f64::from(f32::from_bits((seed >> 32) as u32));
            let fixed = (seed >> 40) as i32 as f64 / (1 << (seed & 15)) as f64;
            for value in [float, fixed, -fixed, i as f64, -0.0] {
                if !value.is_nan() {
                    let mut out = String::new();
                    decimal(&mut out, value);
                    assert_eq!(out, format!("{value:.6}"));
                }
            }
            let (mut tens, mut sixteens, mut words) = (String::new(), String::new(), String::new());
            let value = seed >> (i & 63);
            decimals(&mut tens, value);
            hex(&mut sixteens, value);
            assert_eq!(tens, value.to_string());
            // `{:#x}` of zero has a prefix.
            assert_eq!(sixteens, format!("{value:#x}").replace("0x0", "0"));
            write_words(&mut words, &[seed as u32, i as u32]);
            assert_eq!(words, format!("{:08x} {:08x}", seed as u32, i as u32));
        }
    }
}
