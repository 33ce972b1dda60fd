//! Rows of instructions, and the forms of their text.

use super::args::Arg;
use super::fields::{HAS_OFFSET, IMMED, OFFSET_HI, OFFSET_LO};
use super::op::{Op, ROWS};
use super::suffix::Suffix;
use std::sync::LazyLock;
use tilescope_tables::Field;

/// Bits with fixed values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Fixed {
    pub mask: u64,
    pub value: u64,
}

/// Bits `hi..=lo` fixed to `value`.
pub(super) const fn at(hi: u8, lo: u8, value: u64) -> Fixed {
    let f = Field::new("", hi, lo, "");
    assert!(value <= f.max());
    Fixed {
        mask: f.mask(),
        value: f.set(0, value),
    }
}

impl Fixed {
    pub const fn and(self, other: Fixed) -> Fixed {
        assert!(self.mask & other.mask == 0);
        Fixed {
            mask: self.mask | other.mask,
            value: self.value | other.value,
        }
    }
}

/// The precision of an instruction's sources, which decides between `r0.x` and `hr0.x`.
#[derive(Clone, Copy, Debug)]
pub(super) enum Precision {
    /// No prefix: full registers, or a type states the precision.
    Full,
    /// Always half registers.
    Half,
    /// Full if the bit is set.
    Bit(Field),
}

/// The precision of the destination.
#[derive(Clone, Copy, Debug)]
pub(super) enum DstPrecision {
    /// That of the sources, or the other one if DST_CONV is set.
    Converted,
    /// Full if the bit is set.
    Bit(Field),
    /// Half if the type in the field is.
    Typed(Field),
    /// No prefix.
    Full,
}

/// The text of an instruction: prefixes, suffixes of the mnemonic, operands.
#[derive(Debug)]
pub struct Form {
    /// The flags before the mnemonic, in the order of their text.
    pub(super) prefixes: &'static [Prefix],
    pub(super) suffix: &'static [Suffix],
    pub(super) args: &'static [Arg],
    pub(super) dst: DstPrecision,
}

/// A flag before the mnemonic.
#[derive(Clone, Copy, Debug)]
pub(super) enum Prefix {
    /// A bit and its text.
    Flag(Field, &'static str),
    /// `(rptN)`.
    Repeat(Field),
    /// `(rptN)`, or `(nopN)` in the bits that mark repeated sources.
    RepeatOrNop,
}

/// One instruction of the set.
#[derive(Debug)]
pub struct OpRow {
    /// The operation.
    pub op: Op,
    /// The mnemonic without suffixes.
    pub name: &'static str,
    /// The description, in one line.
    pub doc: &'static str,
    /// The text.
    pub form: &'static Form,
    pub(super) fixed: Fixed,
    pub(super) precision: Precision,
}

impl OpRow {
    /// Whether the fixed bits of the row are those of the word.
    pub const fn matches(&self, word: u64) -> bool {
        without_offset(word) & self.fixed.mask == self.fixed.value
    }

    /// Whether some word matches both rows.
    pub const fn overlaps(&self, other: &OpRow) -> bool {
        let both = self.fixed.mask & other.fixed.mask;
        self.fixed.value & both == other.fixed.value & both
    }

    /// The category: the upper three bits of the word.
    pub const fn category(&self) -> u8 {
        (self.fixed.value >> 61) as u8
    }
}

/// An instruction word with its row.
#[derive(Clone, Copy, Debug)]
pub struct Inst {
    /// The row.
    pub row: &'static OpRow,
    /// The word.
    pub word: u64,
}

impl Inst {
    /// The distance to the target of a branch, jump or call, in instructions.
    pub fn distance(&self) -> Option<i32> {
        let branches = self.row.form.args.iter().any(|a| matches!(a, Arg::Target));
        branches.then_some(IMMED.get(self.word) as u32 as i32)
    }
}

/// Upper bits of words that select candidates: category and opcode, in every category.
const KEY_BITS: u32 = 11;

/// The rows whose fixed bits agree with each value of the upper bits, so that decoding
/// a word tries few of them.
static CANDIDATES: LazyLock<Vec<Vec<&'static OpRow>>> = LazyLock::new(|| {
    let shift = 64 - KEY_BITS;
    let agrees = |row: &OpRow, key: u64| {
        (row.fixed.value ^ key << shift) & row.fixed.mask >> shift << shift == 0
    };
    let of = |key| ROWS.iter().filter(|row| agrees(row, key)).collect();
    (0..1 << KEY_BITS).map(of).collect()
});

/// Stores to a buffer or an image and loads from it, with an offset.
const AT_OFFSET: Fixed = at(63, 61, 6)
    .and(at(53, 52, 0b10))
    .and(at(40, 40, 0))
    .and(at(23, 20, 0b1110))
    .and(at(0, 0, 0));

/// `word` without the offset of an access to a buffer or an image. It is where other
/// instructions have their opcode, so such a word looks like two instructions, of which the
/// compiler emits this one. Source: Mesa 25.0, ir3-cat6.xml.
const fn without_offset(word: u64) -> u64 {
    let (store, load) = (0b01_1101, 0b00_0110);
    let opcode = word >> 14 & 0x3f;
    match word & AT_OFFSET.mask == AT_OFFSET.value && (opcode == store || opcode == load) {
        true => word & !(HAS_OFFSET.mask() | OFFSET_HI.mask() | OFFSET_LO.mask()),
        false => word,
    }
}

/// Finds the row of a word; `None` if the word is not an instruction of the a6xx.
///
/// ```
/// use tilescope_adreno::isa::{Op, decode};
/// assert_eq!(decode(0x0300000000000000).map(|i| i.row.op), Some(Op::End));
/// assert!(decode(0x0600000000000000).is_none());
/// ```
pub fn decode(word: u64) -> Option<Inst> {
    let key = without_offset(word) >> (64 - KEY_BITS);
    let candidates = &CANDIDATES[key as usize];
    let row = candidates.iter().find(|row| row.matches(word))?;
    Some(Inst { row, word })
}
