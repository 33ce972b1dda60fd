//! The printer of one instruction.

use super::fields::{DST, DST_CONV, REPEAT2, SRC1_R, SRC2_R, SRC2_R3};
use super::form::{DstPrecision, Inst, OpRow, Precision, Prefix};
use super::op::Op;
use super::operand::Reg;
use std::fmt::Write;
use tilescope_tables::Field;

/// An instruction in the course of printing.
pub(super) struct Print<'a> {
    pub row: &'static OpRow,
    pub word: u64,
    pub out: String,
    /// The word that the text assembles to.
    pub canonical: u64,
    /// Whether a field has a value without a text.
    pub undefined: bool,
    /// Whether the sources are in half precision.
    pub half: bool,
    /// Whether the text shows the precision.
    pub shown_half: bool,
    /// Precision of the first source that is a named number.
    pub named_half: Option<bool>,
    /// Whether the marks of repeated sources are a number of nops.
    pub nops: bool,
    /// The name of a branch's target.
    pub target: Option<&'a str>,
}

/// The text of an instruction.
pub(super) struct Printed {
    pub text: String,
    /// The bits that differ in the word that the text assembles to.
    pub rest: u64,
}

impl Print<'_> {
    /// The value of a field that the text shows.
    pub fn take(&mut self, field: Field) -> u64 {
        let value = field.get(self.word);
        self.canonical = field.set(self.canonical, value);
        value
    }

    /// The instruction.
    pub fn inst(&self) -> Inst {
        Inst {
            row: self.row,
            word: self.word,
        }
    }

    /// The bit that marks a repeated source 2: category 3 has it elsewhere.
    fn second(&self) -> Field {
        second_mark(self.row)
    }

    fn prefix(&mut self, prefix: Prefix) {
        match prefix {
            Prefix::Flag(field, text) => {
                if self.take(field) != 0 {
                    self.out.push_str(text);
                }
            }
            Prefix::Repeat(field) => match self.take(field) {
                0 => {}
                // Mesa 22.3.6 names up to 5; 25.0 emits `(rpt6)nop` for the later chips.
                n => {
                    let _ = write!(self.out, "(rpt{n})");
                }
            },
            Prefix::RepeatOrNop => {
                let repeat = self.take(REPEAT2);
                if repeat != 0 {
                    let _ = write!(self.out, "(rpt{repeat})");
                    return;
                }
                let nops = SRC1_R.get(self.word) | self.second().get(self.word) << 1;
                if nops != 0 {
                    self.take(SRC1_R);
                    self.take(self.second());
                    self.nops = true;
                    let _ = write!(self.out, "(nop{nops}) ");
                }
            }
        }
    }

    /// The precision bit, if no operand showed it: assembling takes it from named
    /// numbers, or else chooses half.
    fn imply_precision(&mut self) {
        let Precision::Bit(field) = self.row.precision else {
            return;
        };
        if self.shown_half {
            self.take(field);
            return;
        }
        let half = self.named_half.unwrap_or(true);
        self.canonical = field.set(self.canonical, u64::from(!half));
        // The destination states its precision relative to the implied one.
        let reg = DST.get(self.word);
        let converted = DST_CONV.get(self.word) != 0;
        if matches!(self.row.form.dst, DstPrecision::Converted) && reg < u64::from(Reg::P0.0) {
            let dst_half = converted != self.half;
            let implied = u64::from(dst_half != half);
            self.canonical = DST_CONV.set(self.canonical, implied);
        }
    }
}

/// The bit that marks source 2 as advancing.
pub(super) fn second_mark(row: &OpRow) -> Field {
    if row.category() == 3 { SRC2_R3 } else { SRC2_R }
}

/// The text of an instruction; `None` if a field has a value that is not defined.
pub(super) fn print(inst: Inst, target: Option<&str>) -> Option<Printed> {
    let Inst { row, word } = inst;
    let half = inst.half();
    let mut p = Print {
        row,
        word,
        out: String::with_capacity(48),
        canonical: row.fixed.value,
        undefined: false,
        half,
        shown_half: false,
        named_half: None,
        nops: false,
        target,
    };
    for &prefix in row.form.prefixes {
        p.prefix(prefix);
    }
    if row.op == Op::Mov {
        super::args::move_name(&mut p);
    } else {
        p.out.push_str(row.name);
        for suffix in row.form.suffix {
            suffix.print(&mut p);
        }
    }
    let mut between = " ";
    for arg in row.form.args {
        let before = p.out.len();
        p.out.push_str(between);
        let start = p.out.len();
        arg.print(&mut p);
        if p.out.len() == start {
            p.out.truncate(before);
        } else {
            between = ", ";
        }
    }
    p.imply_precision();
    debug_assert!(row.matches(p.canonical));
    (!p.undefined).then_some(Printed {
        text: p.out,
        rest: p.canonical ^ word,
    })
}
