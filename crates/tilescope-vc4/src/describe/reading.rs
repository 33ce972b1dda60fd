//! The number formats of vertex attributes, as read by shaders: the hardware copies
//! bytes and has no formats.

use half::f16;
use tilescope_tables::draws::{Form, Word};

/// Interpretation of a word, or a part of it, by the instruction that reads it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Reading {
    /// A float.
    F32,
    /// A signed integer converted to a float.
    I32,
    /// Bits.
    U32,
    /// A half float: the low or the high one.
    F16(u8),
    /// A signed half.
    I16(u8),
    /// An unsigned half.
    U16(u8),
    /// A normalised byte.
    Unorm8(u8),
    /// A signed normalised byte.
    Snorm8(u8),
    /// A byte.
    U8(u8),
}

impl Reading {
    /// Reading of an operand with unpack mode `part`, if any.
    pub(super) fn of(part: Option<u8>, float: bool, flipped: bool) -> Reading {
        match (part, float) {
            (Some(mode @ 1..=2), true) => Reading::F16(mode - 1),
            (Some(mode @ 1..=2), false) => Reading::I16(mode - 1),
            (Some(mode @ 4..=7), true) if flipped => Reading::Snorm8(mode - 4),
            (Some(mode @ 4..=7), true) => Reading::Unorm8(mode - 4),
            (Some(mode @ 4..=7), false) => Reading::U8(mode - 4),
            (Some(3), true) => Reading::Unorm8(3),
            (Some(_), _) => Reading::U8(3),
            (None, true) => Reading::F32,
            (None, false) => Reading::U32,
        }
    }

    /// The name of the type, and the number of them in a word.
    fn scalar(self) -> (&'static str, u32) {
        match self {
            Reading::F32 => ("f32", 1),
            Reading::I32 => ("i32", 1),
            Reading::U32 => ("u32", 1),
            Reading::F16(_) => ("f16", 2),
            Reading::I16(_) => ("i16", 2),
            Reading::U16(_) => ("u16", 2),
            Reading::Unorm8(_) => ("unorm8", 4),
            Reading::Snorm8(_) => ("snorm8", 4),
            Reading::U8(_) => ("u8", 4),
        }
    }
}

/// The most specific reading of a word; bits if a word is only masked or compared.
fn main_reading(readings: &[Reading]) -> Option<Reading> {
    let rank = |r: &&Reading| match r {
        Reading::U32 => 0,
        Reading::U8(_) => 1,
        _ => 2,
    };
    readings.iter().rev().max_by_key(rank).copied()
}

/// The format of an attribute whose words have these readings; `f32x3`, `unorm8x4`.
/// `?` for words that the shader does not read.
pub(super) fn format_name(words: &[Vec<Reading>], bytes: u32) -> String {
    let mut pieces: Vec<(&'static str, u32)> = Vec::new();
    for (i, readings) in (0..).zip(words) {
        let (name, most) = main_reading(readings).map_or(("?", 1), Reading::scalar);
        let left = bytes.saturating_sub(4 * i).min(4);
        let count = (left * most / 4).max(1);
        match pieces.last_mut() {
            Some((last, n)) if *last == name => *n += count,
            _ => pieces.push((name, count)),
        }
    }
    let piece = |(name, n): &(&str, u32)| match n {
        1 => (*name).to_owned(),
        n => format!("{name}x{n}"),
    };
    pieces.iter().map(piece).collect::<Vec<_>>().join(", ")
}

/// The numbers in a word that holds `bytes` bytes of an attribute.
pub(super) fn numbers(word: u32, readings: &[Reading], bytes: u32) -> Vec<Word> {
    let b = word.to_le_bytes();
    let halves = [word as u16, (word >> 16) as u16];
    let some = |count: u32, of: &dyn Fn(usize) -> Word| -> Vec<Word> {
        (0..count as usize).map(of).collect()
    };
    let (n_bytes, n_halves) = (bytes.min(4), bytes.min(4).div_ceil(2));
    match main_reading(readings) {
        None => vec![Word::of(word, Form::Bits)],
        Some(Reading::F32) => vec![Word::of(word, Form::Float)],
        Some(Reading::I32) => vec![Word::of(word, Form::Signed)],
        Some(Reading::U32) => vec![Word::of(word, Form::Unsigned)],
        Some(Reading::F16(_)) => some(n_halves, &|i| {
            Word::float(f16::from_bits(halves[i]).to_f32())
        }),
        Some(Reading::I16(_)) => some(n_halves, &|i| {
            Word::of(i32::from(halves[i] as i16) as u32, Form::Signed)
        }),
        Some(Reading::U16(_)) => some(n_halves, &|i| Word::of(halves[i].into(), Form::Unsigned)),
        Some(Reading::Unorm8(_)) => some(n_bytes, &|i| Word::float(f32::from(b[i]) / 255.0)),
        Some(Reading::Snorm8(_)) => some(n_bytes, &|i| {
            Word::float((f32::from(b[i] as i8) / 127.0).max(-1.0))
        }),
        Some(Reading::U8(_)) => some(n_bytes, &|i| Word::of(b[i].into(), Form::Unsigned)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_are_named_by_what_is_read() {
        let f = vec![Reading::F32];
        assert_eq!(format_name(&[f.clone(), f.clone(), f.clone()], 12), "f32x3");
        let color = vec![Reading::U32, Reading::Unorm8(0), Reading::Unorm8(3)];
        assert_eq!(format_name(std::slice::from_ref(&color), 4), "unorm8x4");
        assert_eq!(format_name(&[vec![Reading::I16(0)]], 2), "i16");
        assert_eq!(format_name(&[f, vec![]], 8), "f32, ?");
        let shown: Vec<String> = numbers(0xff00_00ff, &color, 4)
            .iter()
            .map(Word::to_string)
            .collect();
        assert_eq!(shown, ["1.0", "0.0", "0.0", "1.0"]);
    }
}
