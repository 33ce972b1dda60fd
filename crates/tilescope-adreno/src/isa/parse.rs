//! The parser of one instruction.

use super::args::parse_move;
use super::fields::{DST, DST_CONV, REPEAT2, SRC1_R};
use super::form::{DstPrecision, OpRow, Precision, Prefix};
use super::op::{Op, ROWS};
use super::operand::{Operand, Reg, Value};
use super::print::second_mark;
use super::suffix::Descriptors;
use tilescope_tables::Field;
use tilescope_tables::asm::{Cursor, Parsed, Refused};
use tilescope_tables::text::meant;

/// Finds the distance to a label.
pub(super) type Labels<'l> = &'l dyn Fn(Cursor<'_>) -> Option<Parsed<i64>>;

/// An instruction in the course of parsing.
pub(super) struct Parse<'l> {
    pub row: &'static OpRow,
    /// The mnemonic without suffixes: a move has several.
    pub name: &'static str,
    pub word: u64,
    pub descriptors: Descriptors,
    /// Precision of the first source that is a named number.
    pub named_half: Option<bool>,
    source_half: Option<bool>,
    dst_half: bool,
    nops: bool,
    labels: Labels<'l>,
}

/// Mnemonics of moves.
const MOVES: [&str; 4] = ["mov", "cov", "mova", "mova1"];

/// Flags that precede a mnemonic.
#[derive(Clone, Copy, Debug)]
struct Flag<'a> {
    text: Cursor<'a>,
    number: u64,
}

/// Parses an instruction, without comments and spaces around it.
pub(super) fn instruction(whole: Cursor<'_>, labels: Labels<'_>) -> Parsed<u64> {
    let mut rest = whole;
    let mut flags = Vec::new();
    while rest.text.starts_with('(') {
        let mut text = rest;
        let end = rest.text.find(')').map_or(rest.text.len(), |n| n + 1);
        text = text.split(end);
        rest.split(end);
        rest.skip_spaces();
        let inside = text.text.trim_matches(['(', ')']);
        let letters = inside.trim_end_matches(|c: char| c.is_ascii_digit());
        let number = inside[letters.len()..].parse().unwrap_or(0);
        flags.push(Flag { text, number });
    }
    let mnemonic = rest.take_while(|c| !c.is_ascii_whitespace());
    rest.skip_spaces();
    let mut best: Option<Refused> = None;
    for (row, name) in candidates(mnemonic.text) {
        let mut p = Parse {
            row,
            name,
            word: row.fixed.value,
            descriptors: Descriptors::default(),
            named_half: None,
            source_half: None,
            dst_half: false,
            nops: false,
            labels,
        };
        match p.whole(&flags, mnemonic, rest) {
            Ok(()) => return Ok(p.word),
            // The row that fits longest is the one that was meant.
            Err(e) if best.as_ref().is_none_or(|b| b.at.column < e.at.column) => best = Some(e),
            Err(_) => {}
        }
    }
    match best {
        Some(e) => Err(e),
        None => {
            let names = ROWS.iter().map(|r| r.name).chain(MOVES);
            let help = meant(mnemonic.text, names);
            mnemonic.refuse(format!("unknown instruction `{}`", mnemonic.text), &help)
        }
    }
}

/// The rows whose names begin `mnemonic`, those with the longest name.
fn candidates(mnemonic: &str) -> Vec<(&'static OpRow, &'static str)> {
    let begins = |name: &str| {
        let rest = mnemonic.strip_prefix(name);
        rest.is_some_and(|r| r.is_empty() || r.starts_with('.'))
    };
    let names = |row: &'static OpRow| -> &'static [&'static str] {
        if row.op == Op::Mov {
            &MOVES
        } else {
            std::slice::from_ref(&row.name)
        }
    };
    let hits = || {
        ROWS.iter()
            .flat_map(|row| names(row).iter().map(move |&name| (row, name)))
            .filter(|(_, name)| begins(name))
    };
    let longest = hits().map(|(_, name)| name.len()).max().unwrap_or(0);
    hits().filter(|(_, name)| name.len() == longest).collect()
}

impl Parse<'_> {
    /// Sets a field, to the low bits of `value`.
    pub fn set(&mut self, field: Field, value: u64) {
        self.word = field.set(self.word, value);
    }

    /// The distance to the label that `at` names.
    pub fn label(&self, at: Cursor<'_>) -> Option<Parsed<i64>> {
        (self.labels)(at)
    }

    fn whole(&mut self, flags: &[Flag<'_>], mnemonic: Cursor<'_>, rest: Cursor<'_>) -> Parsed<()> {
        for flag in flags {
            self.flag(*flag)?;
        }
        let mut suffixes = mnemonic;
        suffixes.split(self.name.len());
        if self.row.op == Op::Mov {
            parse_move(self, self.name, &mut suffixes)?;
        } else {
            for suffix in self.row.form.suffix {
                suffix.parse(self, &mut suffixes)?;
            }
        }
        if !suffixes.text.is_empty() {
            return suffixes.refuse(format!("unexpected `{}`", suffixes.text), "");
        }
        let mut rest = rest;
        for arg in self.row.form.args {
            arg.parse(self, &mut rest)?;
        }
        if !rest.text.is_empty() {
            return rest.refuse("unexpected operand", "");
        }
        self.precisions();
        Ok(())
    }

    fn flag(&mut self, flag: Flag<'_>) -> Parsed<()> {
        let text = flag.text.text;
        for prefix in self.row.form.prefixes {
            match *prefix {
                Prefix::Flag(field, name) if name == text => {
                    self.set(field, 1);
                    return Ok(());
                }
                Prefix::Repeat(field) if text == format!("(rpt{})", flag.number) => {
                    if !(1..=field.max()).contains(&flag.number) {
                        return flag.text.refuse("too many repetitions", "");
                    }
                    self.set(field, flag.number);
                    return Ok(());
                }
                Prefix::RepeatOrNop if text == format!("(rpt{})", flag.number) => {
                    if !(1..=3).contains(&flag.number) || self.nops {
                        return flag
                            .text
                            .refuse("expected 1 to 3 repetitions, without nops", "");
                    }
                    self.set(REPEAT2, flag.number);
                    return Ok(());
                }
                Prefix::RepeatOrNop if text == format!("(nop{})", flag.number) => {
                    if !(1..=3).contains(&flag.number) || REPEAT2.get(self.word) != 0 {
                        return flag
                            .text
                            .refuse("expected 1 to 3 nops, without repetitions", "");
                    }
                    self.nops = true;
                    self.set(SRC1_R, flag.number);
                    self.set(second_mark(self.row), flag.number >> 1);
                    return Ok(());
                }
                _ => {}
            }
        }
        let message = format!("`{}` does not take `{text}`", self.row.name);
        flag.text.refuse(message, "")
    }

    /// Sets the bits of an operand's modifiers, or refuses those that it cannot have.
    pub fn modifiers(
        &mut self,
        at: Cursor<'_>,
        o: &Operand,
        negate: Option<Field>,
        absolute: Option<Field>,
        advance: Option<Field>,
    ) -> Parsed<()> {
        // The bits that mark repeated sources are taken by the number of nops.
        let advance = advance.filter(|_| !self.nops);
        for (set, field, text) in [
            (o.negate, negate, "(neg)"),
            (o.absolute, absolute, "(abs)"),
            (o.advance, advance, "(r)"),
        ] {
            match field {
                Some(field) if set => self.set(field, 1),
                None if set => {
                    return at.refuse(format!("this operand does not take `{text}`"), "");
                }
                _ => {}
            }
        }
        let shared = advance.is_some_and(|f| f == SRC1_R || f == second_mark(self.row));
        if o.advance && REPEAT2.get(self.word) == 0 && shared && self.marks_nops() {
            return at.refuse(
                "`(r)` needs `(rptN)`",
                "without it the bit is a number of nops",
            );
        }
        Ok(())
    }

    /// Whether marks of repeated sources without a repetition are nops.
    fn marks_nops(&self) -> bool {
        let prefixes = self.row.form.prefixes;
        prefixes.iter().any(|p| matches!(p, Prefix::RepeatOrNop))
    }

    /// Refuses a precision other than the expected one.
    pub fn precision(&self, at: Cursor<'_>, half: bool, expected: bool) -> Parsed<()> {
        if half == expected {
            return Ok(());
        }
        let want = if expected { "half" } else { "full" };
        at.refuse(
            format!("expected a {want} register"),
            "half registers are `hr0.x`",
        )
    }

    /// Notes the precision of a source: all have the same.
    pub fn half(&mut self, at: Cursor<'_>, half: bool) -> Parsed<()> {
        let expected = match self.row.precision {
            Precision::Full => Some(false),
            Precision::Half => Some(true),
            _ => self.source_half,
        };
        if let Some(expected) = expected {
            self.precision(at, half, expected)?;
        }
        self.source_half = Some(half);
        Ok(())
    }

    /// A register of a known precision.
    pub fn typed_register(&mut self, at: Cursor<'_>, field: Field, half: bool) -> Parsed<()> {
        let o = Operand::parse(at)?;
        let Value::Reg(reg) = o.value else {
            return at.refuse("expected a register", "as in `r0.x`");
        };
        self.modifiers(at, &o, None, None, None)?;
        self.precision(at, o.half, half)?;
        self.set(field, u64::from(reg.0));
        Ok(())
    }

    /// The destination of an arithmetic instruction.
    pub fn destination(&mut self, at: Cursor<'_>) -> Parsed<()> {
        let o = Operand::parse(at)?;
        let Value::Reg(reg) = o.value else {
            return at.refuse("expected a register", "as in `r0.x` or `p0.x`");
        };
        self.modifiers(at, &o, None, None, None)?;
        if matches!(self.row.form.dst, DstPrecision::Full) {
            self.precision(at, o.half, false)?;
        }
        if o.half && reg.0 >= Reg::P0.0 && matches!(self.row.form.dst, DstPrecision::Converted) {
            return at.refuse("predicates have no precision", "");
        }
        self.dst_half = o.half;
        self.set(DST, u64::from(reg.0));
        Ok(())
    }

    /// A relative operand: its offset, and the bits from bit 10 that select the file.
    pub fn relative(&mut self, at: Cursor<'_>, lo: u8, offset: i16, file: u64) -> Parsed<()> {
        if !(-512..512).contains(&offset) {
            return at.refuse("offsets are from -512 to 511", "");
        }
        self.set(
            Field::new("OFFSET", lo + 9, lo, "An offset."),
            offset as u64,
        );
        self.set(Field::new("FILE", lo + 11, lo + 10, "The file."), file & 3);
        Ok(())
    }

    /// Sets the bits of precision, which depend on several operands.
    fn precisions(&mut self) {
        let half = match self.row.precision {
            Precision::Full => false,
            Precision::Half => true,
            _ => self.source_half.or(self.named_half).unwrap_or(true),
        };
        if let Precision::Bit(field) = self.row.precision {
            self.set(field, u64::from(!half));
        }
        match self.row.form.dst {
            DstPrecision::Converted => {
                let predicate = DST.get(self.word) >= u64::from(Reg::P0.0);
                let converted = !predicate && half != self.dst_half;
                self.set(DST_CONV, u64::from(converted));
            }
            DstPrecision::Bit(field) => self.set(field, u64::from(!self.dst_half)),
            DstPrecision::Typed(_) | DstPrecision::Full => {}
        }
    }
}
