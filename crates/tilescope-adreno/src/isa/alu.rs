//! Arithmetic instructions as destination and sources.

use super::args::{Arg, read_destination, read_move};
use super::fields::{MIDDLE, REPEAT2, SAT, SRC1_R, SRC2_R3, half_type};
use super::form::{DstPrecision, Inst, Precision, Prefix};
use super::operand::{Operand, Reg, Value};
use super::print::second_mark;
use super::sources::{read13, read16};

/// An instruction of categories 1 to 4.
#[derive(Clone, Debug, PartialEq)]
pub struct Alu {
    /// The destinations: more than one in parallel moves.
    pub destinations: Vec<Operand>,
    /// The sources, in order.
    pub sources: Vec<Operand>,
    /// Executions after the first.
    pub repeat: u8,
    /// Idle cycles after the instruction.
    pub nops: u8,
    /// Whether the result is clamped to 0..1.
    pub saturate: bool,
}

impl Inst {
    /// Whether the sources are in half precision.
    pub(super) fn half(&self) -> bool {
        match self.row.precision {
            Precision::Full => false,
            Precision::Half => true,
            Precision::Bit(field) => field.get(self.word) == 0,
        }
    }

    /// The number of idle cycles that the marks of repeated sources hold. Without repetitions they
    /// do in all of categories 2 and 3: in `bary.f` too, whose text has no `(nopN)`.
    pub(super) fn nops(&self) -> u8 {
        let repeats = |p: &Prefix| matches!(p, Prefix::Repeat(_) | Prefix::RepeatOrNop);
        let may = matches!(self.row.category(), 2 | 3);
        if !may || !self.row.form.prefixes.iter().any(repeats) || REPEAT2.get(self.word) != 0 {
            return 0;
        }
        (SRC1_R.get(self.word) | second_mark(self.row).get(self.word) << 1) as u8
    }

    /// Destination and sources, if it is an instruction of categories 1 to 4 whose
    /// bits all have a meaning.
    ///
    /// ```
    /// use tilescope_adreno::isa::{Reg, Value, decode};
    /// // (nop3) cmps.f.lt r1.x, (abs)r1.x, c16.x
    /// let alu = decode(0x40b8080410408004).unwrap().alu().unwrap();
    /// assert_eq!(alu.nops, 3);
    /// assert_eq!(alu.destinations[0].value, Value::Reg(Reg(4)));
    /// assert!(alu.sources[0].absolute);
    /// assert_eq!(alu.sources[1].value, Value::Const(64));
    /// ```
    pub fn alu(&self) -> Option<Alu> {
        let word = self.word;
        if !matches!(self.row.category(), 1..=4) {
            return None;
        }
        let prefixes = self.row.form.prefixes;
        let saturates = |p: &Prefix| matches!(p, Prefix::Flag(f, _) if *f == SAT);
        let repeats = |p: &Prefix| matches!(p, Prefix::Repeat(_) | Prefix::RepeatOrNop);
        let mut alu = Alu {
            destinations: Vec::new(),
            sources: Vec::new(),
            repeat: 0,
            nops: self.nops(),
            saturate: prefixes.iter().any(saturates) && SAT.get(word) != 0,
        };
        if prefixes.iter().any(repeats) {
            alu.repeat = REPEAT2.get(word) as u8;
        }
        let plain = |field: tilescope_tables::Field, half| {
            Operand::plain(Value::Reg(Reg(field.get(word) as u8)), half)
        };
        let DstPrecision::Typed(ty) = self.row.form.dst else {
            return self.arithmetic(alu);
        };
        let src_half = half_type(super::fields::SRC_TYPE.get(word));
        let dst_half = half_type(ty.get(word));
        for arg in self.row.form.args {
            match *arg {
                Arg::MoveDst => alu.destinations.push(read_destination(self)),
                Arg::MoveSrc => alu.sources.push(read_move(word)?),
                Arg::RoundedDst(f) | Arg::ParallelDst(f) => {
                    alu.destinations.push(plain(f, dst_half));
                }
                Arg::ParallelSrc(f) => alu.sources.push(plain(f, src_half)),
                _ => {}
            }
        }
        Some(alu)
    }

    fn arithmetic(&self, mut alu: Alu) -> Option<Alu> {
        let word = self.word;
        let half = self.half();
        let mark = |field: tilescope_tables::Field| alu.nops == 0 && field.get(word) != 0;
        let mut sources = Vec::new();
        for arg in self.row.form.args {
            match *arg {
                Arg::Dst | Arg::InputDst | Arg::MaskDst => {
                    alu.destinations.push(read_destination(self));
                }
                Arg::Source(lo, advance) => {
                    let mut o = read16(word >> lo & 0xffff, half)?;
                    o.advance = mark(advance);
                    sources.push(o);
                }
                Arg::Third(t) => {
                    let mut o = read13(word >> t.lo & 0x1fff, half, t.numbers)?;
                    o.negate = t.negate.is_some_and(|f| f.get(word) != 0);
                    o.advance = mark(t.advance);
                    sources.push(o);
                }
                Arg::Middle(negate) => {
                    let reg = Reg(MIDDLE.get(word) as u8);
                    let mut o = Operand::plain(Value::Reg(reg), half);
                    o.negate = negate.is_some_and(|f| f.get(word) != 0);
                    o.advance = mark(SRC2_R3);
                    sources.push(o);
                }
                _ => {}
            }
        }
        alu.sources = sources;
        Some(alu)
    }
}
