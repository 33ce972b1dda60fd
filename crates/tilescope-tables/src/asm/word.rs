//! Complete texts of instruction words: fields that a text leaves out follow in braces.

use super::{Cursor, Parsed, Syntax, fields_in_braces};
use crate::word::Word;
use crate::{Field, Format};

/// The text of a kind of instruction.
pub trait Text: Word + Copy {
    /// The value from which reading starts: fields that the text leaves out have the values
    /// that are most common with the others.
    fn blank() -> Self;

    /// The text, which may leave fields out.
    fn text(&mut self, t: &mut Syntax<'_>) -> Parsed<()>;
}

/// The text of an instruction, without the fields that it does not show otherwise.
fn show<W: Text>(mut word: W) -> String {
    Syntax::write(|t| word.text(t))
}

/// Reads what [`show`] writes.
fn read_shown<W: Text>(text: Cursor<'_>) -> Parsed<W> {
    let mut word = W::blank();
    Syntax::read(text, |t| word.text(t))?;
    Ok(word)
}

/// The text of an instruction, with the fields that it would otherwise not show in
/// braces.
pub fn complete<W: Text>(word: &W) -> String {
    let bits = word.bits();
    let text = show(*word);
    let Ok(read) = read_shown::<W>(Cursor::new(&text)) else {
        return raw(word);
    };
    let parts = W::FORMATS.iter().zip(read.bits()).zip(bits);
    text + &in_braces(parts.flat_map(|((format, have), want)| {
        let hidden = move |field: &&Field| field.get(have) != field.get(want);
        let fields = format.fields.iter().filter(hidden);
        fields.map(move |field| (field, want))
    }))
}

/// Fields with their values in words, in braces; nothing if there are none.
pub fn in_braces<'f>(fields: impl Iterator<Item = (&'f Field, u64)>) -> String {
    let text = |(field, word): (&Field, u64)| format!("{}={:#x}", field.name, field.get(word));
    let parts: Vec<String> = fields.map(text).collect();
    match parts.is_empty() {
        true => String::new(),
        false => format!(" {{{}}}", parts.join(", ")),
    }
}

/// The bits of an instruction that has no text.
fn raw<W: Word>(word: &W) -> String {
    let parts: Vec<String> = word.bits()[..W::FORMATS.len()]
        .iter()
        .map(|b| format!("{b:#x}"))
        .collect();
    format!("raw {}", parts.join(", "))
}

/// Reads an instruction: its text, fields in braces, or `raw`.
pub fn read<W: Text>(text: Cursor<'_>) -> Parsed<W> {
    let mut text = text.trimmed();
    if text.take("raw ") {
        let mut bits = [0; 2];
        for (format, part) in W::FORMATS.iter().zip(&mut bits) {
            *part = text.operand("the bits")?.number(format.width)?;
        }
        text.end()?;
        return Ok(W::from_bits(bits));
    }
    let mut rest = text;
    let shown = rest.take_while(|c| c != '{');
    let mut bits = read_shown::<W>(shown.trimmed())?.bits();
    if !rest.is_empty() {
        braces(rest, W::FORMATS, &mut bits)?;
    }
    Ok(W::from_bits(bits))
}

/// Sets the fields in `{field=value, ...}`.
pub fn braces(text: Cursor<'_>, formats: &[&Format], bits: &mut [u64]) -> Parsed<()> {
    let parts = formats.iter().enumerate();
    let fields = parts.flat_map(|(i, f)| f.fields.iter().map(move |field| ((i, *field), *field)));
    let fields: Vec<_> = fields.collect();
    for ((i, field), value) in fields_in_braces(text, &fields)? {
        bits[i] = field.set(bits[i], value);
    }
    Ok(())
}
