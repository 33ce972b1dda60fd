//! Suffixes of mnemonics: types, comparisons, sizes, modes.

use super::fields::{
    BASE_HI, BASE_LO, BASE6, BINDLESS, DESC_MODE, DST_TYPE, INDIRECT, SRC_TYPE, TYPE,
};
use super::parse::Parse;
use super::print::Print;
use std::fmt::Write;
use tilescope_tables::Field;
use tilescope_tables::asm::{Cursor, Parsed};
use tilescope_tables::packet::EnumTable;

/// A suffix, with its dot.
#[derive(Clone, Copy, Debug)]
pub(super) enum Suffix {
    /// Always the same text.
    Text(&'static str),
    /// A text if the bit is set.
    Flag(Field, &'static str),
    /// A text if the bit is not set.
    Unless(Field, &'static str),
    /// The name of a value.
    Named(Field, &'static EnumTable),
    /// A number between two texts.
    Number(Field, &'static str, &'static str, Scale),
    /// The types of source and destination.
    Types,
    /// The descriptor set of a buffer.
    Set,
    /// The origin of a texture's descriptors.
    Descriptors,
}

/// The number that an encoding stands for.
#[derive(Clone, Copy, Debug)]
pub(super) enum Scale {
    /// Itself.
    Plain,
    /// One more.
    PlusOne,
    /// A power of two, from 2 on.
    Power,
    /// Multiples of 32, from 32 on.
    Words,
}

impl Scale {
    fn number(self, raw: u64) -> u64 {
        match self {
            Scale::Plain => raw,
            Scale::PlusOne => raw + 1,
            Scale::Power => 2 << raw,
            Scale::Words => (raw + 1) * 32,
        }
    }
}

/// Modes of [`DESC_MODE`], with a register, a set, and a1.x.
pub(super) struct Mode {
    pub raw: u64,
    pub register: bool,
    pub uniform: bool,
    pub set: bool,
    pub a1: bool,
}

const fn mode(raw: u64, register: bool, uniform: bool, set: bool, a1: bool) -> Mode {
    Mode {
        raw,
        register,
        uniform,
        set,
        a1,
    }
}

/// Every mode, by encoding.
pub(super) static MODES: [Mode; 8] = [
    mode(0, true, true, false, false),
    mode(1, true, true, true, true),
    mode(2, true, false, true, false),
    mode(3, true, false, true, true),
    mode(4, true, false, false, false),
    mode(5, true, true, true, false),
    mode(6, false, false, true, false),
    mode(7, false, false, true, true),
];

/// The descriptor suffixes of a texture instruction in a text.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Descriptors {
    pub register: bool,
    pub uniform: bool,
    pub set: Option<u64>,
}

impl Suffix {
    pub fn print(&self, p: &mut Print<'_>) {
        match *self {
            Suffix::Text(text) => p.out.push_str(text),
            Suffix::Flag(field, text) => {
                if p.take(field) != 0 {
                    p.out.push_str(text);
                }
            }
            Suffix::Unless(field, text) => {
                if p.take(field) == 0 {
                    p.out.push_str(text);
                }
            }
            Suffix::Named(field, table) => match table.name(p.take(field)) {
                Some(name) => {
                    p.out.push('.');
                    p.out.push_str(name);
                }
                None => p.undefined = true,
            },
            Suffix::Number(field, before, after, scale) => {
                let n = scale.number(p.take(field));
                let _ = write!(p.out, "{before}{n}{after}");
            }
            Suffix::Types => {
                for field in [SRC_TYPE, DST_TYPE] {
                    if field == SRC_TYPE {
                        p.out.push('.');
                    }
                    let ty = p.take(field);
                    p.out.push_str(TYPE.name(ty).unwrap_or_default());
                }
            }
            Suffix::Set => {
                if p.take(BINDLESS) != 0 {
                    let set = p.take(BASE6);
                    let _ = write!(p.out, ".base{set}");
                }
            }
            Suffix::Descriptors => {
                if p.take(INDIRECT) == 0 {
                    return;
                }
                let mode = &MODES[p.take(DESC_MODE) as usize];
                if mode.register {
                    p.out.push_str(".s2en");
                    p.out.push_str(if mode.uniform {
                        ".uniform"
                    } else {
                        ".nonuniform"
                    });
                }
                if mode.set {
                    let set = p.take(BASE_HI) * 2 + p.take(BASE_LO);
                    let _ = write!(p.out, ".base{set}");
                }
            }
        }
    }

    pub fn parse(&self, p: &mut Parse<'_>, rest: &mut Cursor<'_>) -> Parsed<()> {
        match *self {
            Suffix::Text(text) => {
                if !take_word(rest, text) {
                    return rest.refuse(format!("expected `{text}`"), "");
                }
            }
            Suffix::Flag(field, text) => {
                if take_word(rest, text) {
                    p.set(field, 1);
                }
            }
            Suffix::Unless(field, text) => {
                if !take_word(rest, text) {
                    p.set(field, 1);
                }
            }
            Suffix::Named(field, table) => {
                let mut after = *rest;
                let word = word(&mut after);
                match table.value(word.text.get(1..).unwrap_or("")) {
                    Some(raw) => p.set(field, raw),
                    None => {
                        return rest.refuse(format!("expected a {}", table.what), &names(table));
                    }
                }
                *rest = after;
            }
            Suffix::Number(field, before, after, scale) => {
                let whole = word(rest);
                let digits = whole.text.strip_prefix(before);
                let digits = digits.and_then(|d| d.strip_suffix(after));
                let n = digits.and_then(|d| d.parse::<u64>().ok());
                let raw = (0..=field.max()).find(|&raw| Some(scale.number(raw)) == n);
                match raw {
                    Some(raw) => p.set(field, raw),
                    None => {
                        let (a, b) = (scale.number(0), scale.number(field.max()));
                        let help = format!("from `{before}{a}{after}` to `{before}{b}{after}`");
                        return whole.refuse(format!("expected `{before}N{after}`"), &help);
                    }
                }
            }
            Suffix::Types => {
                let whole = word(rest);
                let text = whole.text.get(1..).unwrap_or("");
                let pair = TYPE.values.iter().find_map(|&(raw, name)| {
                    let second = text.strip_prefix(name)?;
                    Some((raw, TYPE.value(second)?))
                });
                let Some((src, dst)) = pair else {
                    return whole
                        .refuse("expected the types of source and result", "as in `.f32f16`");
                };
                p.set(SRC_TYPE, src);
                p.set(DST_TYPE, dst);
            }
            Suffix::Set => {
                if let Some(set) = base(rest, BASE6.max())? {
                    p.set(BINDLESS, 1);
                    p.set(BASE6, set);
                }
            }
            Suffix::Descriptors => {
                let register = take_word(rest, ".s2en");
                let mut uniform = false;
                if register {
                    uniform = take_word(rest, ".uniform");
                    if !uniform && !take_word(rest, ".nonuniform") {
                        return rest.refuse("expected `.uniform` or `.nonuniform`", "");
                    }
                }
                let set = base(rest, 7)?;
                p.descriptors = Descriptors {
                    register,
                    uniform,
                    set,
                };
            }
        }
        Ok(())
    }
}

/// `.baseN`, if it is next.
fn base(rest: &mut Cursor<'_>, max: u64) -> Parsed<Option<u64>> {
    let mut after = *rest;
    let word = word(&mut after);
    let Some(digits) = word.text.strip_prefix(".base") else {
        return Ok(None);
    };
    match digits.parse::<u64>() {
        Ok(n) if n <= max => {
            *rest = after;
            Ok(Some(n))
        }
        _ => word.refuse(format!("expected a set from `.base0` to `.base{max}`"), ""),
    }
}

/// Splits off a dot and the characters before the next dot.
fn word<'a>(rest: &mut Cursor<'a>) -> Cursor<'a> {
    let end = rest.text.get(1..).and_then(|t| t.find('.')).map(|n| n + 1);
    rest.split(end.unwrap_or(rest.text.len()))
}

/// Takes a text that may contain dots, if it is next and ends where a word ends.
fn take_word(rest: &mut Cursor<'_>, text: &str) -> bool {
    let hit = rest
        .text
        .strip_prefix(text)
        .is_some_and(|after| after.is_empty() || after.starts_with('.'));
    if hit {
        rest.split(text.len());
    }
    hit
}

pub(super) fn names(table: &EnumTable) -> String {
    let names: Vec<&str> = table.values.iter().map(|v| v.1).collect();
    format!("one of {}", names.join(", "))
}
