//! Whole statements.

use super::mnemonic::mnemonic;
use super::operand::{dst, sampler, src, target};
use crate::isa::decoded::{Decoded, Modes};
use crate::isa::encode::encode;
use crate::isa::format::{self, Place};
use crate::isa::modes::Thread;
use crate::isa::op::Form;
use crate::isa::word::Inst;
use tilescope_tables::asm::{At, Cursor, Names, Parsed, fields_in_braces, is_name, refuse};

/// One instruction, or the 128 bits of `.word`.
#[derive(Clone, Debug)]
pub(in crate::isa) struct Statement<'a> {
    decoded: Option<Decoded>,
    /// Fields in braces, or the words of `.word`.
    fields: Vec<(Place, u32)>,
    word: Inst,
    /// The name of the target, if it is a name.
    pub label: Option<Cursor<'a>>,
    /// The whole statement.
    pub whole: Cursor<'a>,
    operands: Operands<'a>,
}

/// The source text of the operands.
#[derive(Clone, Debug, Default)]
struct Operands<'a> {
    name: Option<Cursor<'a>>,
    dst: Option<Cursor<'a>>,
    sampler: Option<Cursor<'a>>,
    src: [Option<Cursor<'a>>; 3],
    target: Option<Cursor<'a>>,
}

impl Statement<'_> {
    /// Encodes the instruction; `target` is the index of the label.
    pub fn encode(&self, target: Option<u16>) -> Inst {
        let mut word = self.word;
        if let Some(mut decoded) = self.decoded {
            if let (Some(to), Modes::Flow { target }) = (target, &mut decoded.modes) {
                *target = to;
            }
            word = encode(&decoded);
        }
        let set = |word: Inst, (place, value): &(Place, u32)| place.set(word, *value);
        self.fields.iter().fold(word, set)
    }

    /// The operands with their fields.
    pub fn places(&self) -> Vec<(Place, Cursor<'_>)> {
        let o = &self.operands;
        let named = [
            (
                &[format::OPCODE, format::COND, format::SAT, format::OPCODE6][..],
                o.name,
            ),
            (&[format::TYPE01, format::TYPE2], o.name),
            (
                &[
                    format::DST_USE,
                    format::DST_AMODE,
                    format::DST_REG,
                    format::DST_COMPS,
                ],
                o.dst,
            ),
            (
                &[format::TEX_ID, format::TEX_AMODE, format::TEX_SWIZ],
                o.sampler,
            ),
            (&[format::TARGET], o.target),
        ];
        let mut all = Vec::new();
        for (places, at) in named {
            if let Some(at) = at {
                all.extend(places.iter().map(|place| (*place, at)));
            }
        }
        for (places, at) in format::SRC.iter().zip(o.src) {
            let places = [
                places.used,
                places.reg,
                places.swiz,
                places.neg,
                places.abs,
                places.amode,
                places.rgroup,
            ];
            all.extend(
                at.map(|at| places.map(|place| (place, at)))
                    .into_iter()
                    .flatten(),
            );
        }
        all
    }
}

/// Reads one statement.
pub(in crate::isa) fn statement<'a>(piece: Cursor<'a>, names: &Names<'_>) -> Parsed<Statement<'a>> {
    let whole = piece.trimmed();
    let mut rest = whole;
    let word = rest.take_while(|c| !c.is_ascii_whitespace());
    if word.text == ".word" {
        return words(whole, word, rest.trimmed(), names);
    }
    let (mut d, op) = mnemonic(word)?;
    prefixes(&mut rest, &mut d);
    let text = rest.take_while(|c| c != '{').trimmed();
    let fields = match rest.is_empty() {
        true => Vec::new(),
        false => braces(rest.trimmed(), op.form)?,
    };
    let mut operands = Operands {
        name: Some(word),
        ..Operands::default()
    };
    let label = if text.is_empty() {
        match op.form {
            Form::Flow => {
                return refuse(end_of(text), "expected a target", "a label or a number");
            }
            _ => None,
        }
    } else {
        read_operands(text, &mut d, op.form, names, &mut operands)?
    };
    Ok(Statement {
        decoded: Some(d),
        fields,
        word: Inst::default(),
        label,
        whole,
        operands,
    })
}

/// The place of a piece, without its characters.
fn end_of(piece: Cursor<'_>) -> At {
    At {
        column: piece.column,
        len: 0,
    }
}

/// `SEL_0`, `SEL_1` and `DST_FULL`, which Mesa 22.3 writes before the operands.
fn prefixes(rest: &mut Cursor<'_>, d: &mut Decoded) {
    loop {
        rest.skip_spaces();
        let mut after = *rest;
        let word = after.take_while(is_name);
        let Modes::Alu(modes) = &mut d.modes else {
            return;
        };
        match word.text {
            "SEL_0" => modes.thread = Thread::Low,
            "SEL_1" => modes.thread = Thread::High,
            "DST_FULL" => modes.full = true,
            _ => return,
        }
        *rest = after;
    }
}

/// Parses the operands into `d`, and returns the name of the target if it is a
/// name. Trailing `void`s are optional, as are all operands before a target.
fn read_operands<'a>(
    text: Cursor<'a>,
    d: &mut Decoded,
    form: Form,
    names: &Names<'_>,
    places: &mut Operands<'a>,
) -> Parsed<Option<Cursor<'a>>> {
    let mut pieces = text.by_commas();
    let most = if form == Form::Texture { 5 } else { 4 };
    if let Some(extra) = pieces.get(most) {
        return extra.refuse(format!("too many operands: at most {most}"), "");
    }
    if let Some(empty) = pieces.iter().find(|p| p.is_empty()) {
        return refuse(
            At {
                column: empty.column,
                len: 1,
            },
            "an operand is missing",
            "write `void` for an unused operand",
        );
    }
    let mut label = None;
    if let Modes::Flow { target: to } = &mut d.modes {
        let last = pieces.pop();
        if let Some(last) = last {
            if !matches!(pieces.len(), 0 | 3) {
                return last.refuse(
                    "a target is alone or after three operands",
                    "as in `branch.gt void, t0.xxxx, t1.xxxx, label`",
                );
            }
            places.target = Some(last);
            match target(last, names)? {
                Ok(number) => *to = number,
                Err(name) => label = Some(name),
            }
        }
    }
    let mut pieces = pieces.into_iter();
    if let Some(piece) = pieces.next() {
        places.dst = Some(piece);
        d.dst = dst(piece, form)?;
    }
    if let Modes::Texture(texture) = &mut d.modes {
        match pieces.next() {
            Some(piece) => {
                places.sampler = Some(piece);
                *texture = sampler(piece)?;
            }
            None => return text.refuse("a sampler is missing", "as in `tex0.xyzw`"),
        }
    }
    for ((source, place), piece) in d.src.iter_mut().zip(&mut places.src).zip(pieces) {
        *place = Some(piece);
        *source = src(piece, names)?;
    }
    Ok(label)
}

/// `{field=value, ...}`.
fn braces(text: Cursor<'_>, form: Form) -> Parsed<Vec<(Place, u32)>> {
    let allowed = |p: &Place| ![format::OPCODE, format::OPCODE6].contains(p);
    let places = format::places(form).filter(allowed);
    let fields: Vec<_> = places.map(|p| (p, p.field)).collect();
    let found = fields_in_braces(text, &fields)?.into_iter();
    Ok(found.map(|(place, value)| (place, value as u32)).collect())
}

/// `.word a, b, c, d`.
fn words<'a>(
    whole: Cursor<'a>,
    at: Cursor<'_>,
    text: Cursor<'a>,
    names: &Names<'_>,
) -> Parsed<Statement<'a>> {
    let pieces = text.by_commas();
    let mut word = Inst::default();
    if pieces.len() != word.0.len() {
        return at.refuse("`.word` takes four 32-bit words", "");
    }
    for (w, piece) in word.0.iter_mut().zip(pieces) {
        let value = piece.integer().or_else(|| names(piece.text));
        *w = match value.map(u32::try_from) {
            Some(Ok(value)) => value,
            _ => return piece.refuse(format!("`{}` is not a 32-bit word", piece.text), ""),
        };
    }
    Ok(Statement {
        decoded: None,
        fields: Vec::new(),
        word,
        label: None,
        whole,
        operands: Operands::default(),
    })
}
