//! Data as text: vertices, indices, uniforms and descriptors, one line per element.
//!
//! ```text
//! # position (clip space), then the packed screen position
//! first:  f32 0.0 -2.5 4.0 4.0
//!         s16 0 -200
//!         u32 @texture + 0x40 | 3     # a texture descriptor
//!         align 16
//!         zero 64
//! ```
//!
//! A line is an optional label, a type and its values. Values are separated by
//! spaces or commas; an integer expression that contains spaces ends at a comma
//! or at the end of the line, so lines with an `@` or an operator hold
//! comma-separated expressions.

use tilescope_tables::text::{TextError, nearest};

use crate::expr;
use crate::symbols::Symbols;
use tilescope_tables::Span;
use tilescope_tables::list::Assembled;

/// The largest result of one text, in bytes.
pub(crate) const MAX_BYTES: usize = 64 << 20;

/// The types a line may start with, and the bytes of one value.
const TYPES: &[(&str, usize)] = &[
    ("u8", 1),
    ("s8", 1),
    ("u16", 2),
    ("s16", 2),
    ("u32", 4),
    ("s32", 4),
    ("f16", 2),
    ("f32", 4),
    ("align", 0),
    ("zero", 0),
];

fn names() -> impl Iterator<Item = &'static str> {
    TYPES.iter().map(|t| t.0)
}

/// Assembles `source`.
pub(crate) fn assemble(source: &str, symbols: &Symbols) -> Result<Assembled, Vec<TextError>> {
    let mut out = Assembled::default();
    let mut errors = Vec::new();
    for (number, line) in source.lines().enumerate() {
        let column = |at: usize| line[..at.min(line.len())].chars().count() as u32;
        let place = |start: usize, end: usize| Span {
            line: number as u32 + 1,
            column: column(start) + 1,
            len: (column(end) - column(start)).max(1),
        };
        let mut report = |start: usize, end: usize, message: String, help: Option<String>| {
            errors.push(place(start, end).error(message, help));
        };
        let code = line.split('#').next().unwrap_or("");
        let mut at = code.len() - code.trim_start().len();
        let mut first = code[at..].split_whitespace().next().unwrap_or("");
        if let Some(label) = first.strip_suffix(':') {
            if out.labels.iter().any(|(l, _)| l == label) {
                report(
                    at,
                    at + first.len(),
                    format!("label `{label}` is defined twice"),
                    None,
                );
            } else if !is_name(label) {
                report(
                    at,
                    at + first.len(),
                    format!("`{label}` cannot be a label"),
                    Some("a label is letters, digits and _".to_owned()),
                );
            }
            out.labels.push((label.to_owned(), out.bytes.len() as u32));
            at += first.len();
            at += code[at..].len() - code[at..].trim_start().len();
            first = code[at..].split_whitespace().next().unwrap_or("");
        }
        if first.is_empty() {
            continue;
        }
        let Some(&(name, width)) = TYPES.iter().find(|t| t.0 == first) else {
            let help = match nearest(first, names()) {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!(
                    "a line starts with one of {}",
                    names().collect::<Vec<_>>().join(", ")
                ),
            };
            report(
                at,
                at + first.len(),
                format!("unknown type `{first}`"),
                Some(help),
            );
            continue;
        };
        let start = out.bytes.len() as u32;
        out.map.begin(start, place(at, code.trim_end().len()));
        let values = values(code, at + first.len());
        if values.is_empty() {
            report(at, at + first.len(), format!("`{name}` has no value"), None);
        }
        for (start, text) in values {
            let end = start + text.len();
            let before = out.bytes.len() as u32;
            if let Err(e) = put(&mut out.bytes, name, width, text, symbols) {
                report(
                    start + e.span.start.min(text.len()),
                    (start + e.span.end).min(end),
                    e.message,
                    e.help,
                );
            }
            let made = out.bytes.len() as u32 - before;
            if let Some(last) = (made * 8).checked_sub(1) {
                out.map.operand(before, (0, last), place(start, end));
            }
        }
    }
    if errors.is_empty() {
        Ok(out)
    } else {
        Err(errors)
    }
}

/// Whether `s` can name a buffer, a target or a label.
pub(crate) fn is_name(s: &str) -> bool {
    !s.is_empty()
        && s.len() <= 64
        && s.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
        && !s.starts_with(|c: char| c.is_ascii_digit())
}

/// The values on a line from byte `from` on, with their places.
fn values(code: &str, from: usize) -> Vec<(usize, &str)> {
    let rest = &code[from..];
    let expressions = rest.contains(['@', '(', '|', '<', '>', '*', '+']);
    let mut found = Vec::new();
    let mut at = from;
    let ends = |c: char| c == ',' || (!expressions && c.is_whitespace());
    for piece in rest.split(ends) {
        let trimmed = piece.trim();
        if !trimmed.is_empty() {
            found.push((at + piece.len() - piece.trim_start().len(), trimmed));
        }
        at += piece.len() + 1;
    }
    found
}

fn put(
    bytes: &mut Vec<u8>,
    name: &str,
    width: usize,
    text: &str,
    symbols: &Symbols,
) -> Result<(), expr::ExprError> {
    let wrong = |message: String, help: String| expr::ExprError {
        span: 0..text.len(),
        message,
        help: Some(help),
    };
    let room = |bytes: &Vec<u8>, more: usize| {
        if bytes.len() + more > MAX_BYTES {
            return Err(wrong(
                "the data have more than 64 MiB".to_owned(),
                "give the buffer a `size` and `fill` instead".to_owned(),
            ));
        }
        Ok(())
    };
    if let "f32" | "f16" = name {
        let value: f32 = text.parse().map_err(|_| {
            wrong(
                format!("`{text}` is not a floating-point number"),
                "write, for example, 0.5, -1e3, inf or nan; write bits as u32".to_owned(),
            )
        })?;
        room(bytes, width)?;
        match name {
            "f32" => bytes.extend(value.to_le_bytes()),
            _ => bytes.extend(half::f16::from_f32(value).to_le_bytes()),
        }
        return Ok(());
    }
    let value = expr::evaluate(text, symbols)?;
    match name {
        "align" => {
            let to = usize::try_from(value)
                .ok()
                .filter(|v| v.is_power_of_two() && *v <= 1 << 20)
                .ok_or_else(|| {
                    wrong(
                        format!("cannot align to {value}"),
                        "expected a power of two up to 1048576".to_owned(),
                    )
                })?;
            let end = bytes.len().next_multiple_of(to);
            room(bytes, end - bytes.len())?;
            bytes.resize(end, 0);
        }
        "zero" => {
            let count = usize::try_from(value)
                .ok()
                .filter(|v| *v <= MAX_BYTES)
                .ok_or_else(|| {
                    wrong(
                        format!("`zero` cannot be {value}"),
                        format!("expected a count from 0 to {MAX_BYTES}"),
                    )
                })?;
            room(bytes, count)?;
            bytes.resize(bytes.len() + count, 0);
        }
        _ => {
            let bits = width as u32 * 8;
            let (min, max) = match name.starts_with('s') {
                true => (-(1i128 << (bits - 1)), (1i128 << (bits - 1)) - 1),
                false => (0, (1i128 << bits) - 1),
            };
            if !(min..=max).contains(&value) {
                return Err(wrong(
                    format!("{value} does not fit {name}"),
                    format!("{name} holds {min} to {max}"),
                ));
            }
            room(bytes, width)?;
            bytes.extend(&value.to_le_bytes()[..width]);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_type_becomes_its_bytes() {
        let mut symbols = Symbols::default();
        symbols.set("tex".into(), 0x1000);
        let source = "a: u8 1, 2 3\nalign 4\nb: s16 -2 0x10 # comment\n\nf32 1.0 -0.5\nf16 1\n\
                      s8 -1\nzero 1\nu32 @tex + 4 | 1, 7\n";
        let out = assemble(source, &symbols).unwrap();
        let mut want = vec![1u8, 2, 3, 0, 0xfe, 0xff, 0x10, 0];
        want.extend(1f32.to_le_bytes());
        want.extend((-0.5f32).to_le_bytes());
        want.extend([0x00, 0x3c, 0xff, 0]);
        want.extend(0x1005u32.to_le_bytes());
        want.extend(7u32.to_le_bytes());
        assert_eq!(out.bytes, want);
        assert_eq!(out.labels, [("a".to_owned(), 0), ("b".to_owned(), 4)]);
        assert_eq!(out.line_of(4), Some(3));
        let second = out.map.span_of_bits(6, (0, 15));
        assert_eq!(second.map(|s| (s.line, s.column, s.len)), Some((3, 11, 4)));
    }

    #[test]
    fn errors_stand_under_what_is_wrong() {
        let errors = assemble(
            "u8 1 300\n  flt 1.0\nu32 @nope\nf32 x\n",
            &Symbols::default(),
        );
        let got: Vec<_> = errors
            .unwrap_err()
            .into_iter()
            .map(|e| (e.line, e.column, e.len, e.message))
            .collect();
        let want = [
            (1, 6, 3, "300 does not fit u8".to_owned()),
            (2, 3, 3, "unknown type `flt`".to_owned()),
            (3, 5, 5, "unknown name `@nope`".to_owned()),
            (4, 5, 1, "`x` is not a floating-point number".to_owned()),
        ];
        assert_eq!(got, want);
    }

    #[test]
    fn growth_is_bounded() {
        let many = "zero 0x3000000\n".repeat(3);
        let errors = assemble(&many, &Symbols::default()).unwrap_err();
        assert_eq!(errors[0].message, "the data have more than 64 MiB");
    }
}
