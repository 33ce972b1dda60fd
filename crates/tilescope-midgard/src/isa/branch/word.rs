//! Words of branches.

use super::op::{BranchOp, Call, Cond};
use crate::isa::tag::Tag;
use tilescope_tables::word::{Place, Value, Word};
use tilescope_tables::{Format, fields, word};

fields! {
    /// A compact unconditional branch.
    pub static BRANCH_UNCONDITIONAL = "compact unconditional branch", 16;
    "offset", 15, 9, "signed offset in quadwords";
    "call", 8, 7, "call mode";
    "dest_tag", 6, 3, "tag of the target";
    "op", 2, 0, "branch operation";
}

fields! {
    /// Every other compact branch.
    pub static BRANCH = "compact branch", 16;
    "cond", 15, 14, "branch condition";
    "offset", 13, 7, "signed offset in quadwords";
    "dest_tag", 6, 3, "tag of the target";
    "op", 2, 0, "branch operation";
}

fields! {
    /// An extended branch.
    pub static BRANCH_EXTENDED = "extended branch", 48;
    "cond", 47, 32, "a function of four conditions as a table of its 16 results; a branch condition eight times for one condition";
    "offset", 31, 9, "signed offset in quadwords";
    "call", 8, 7, "call mode";
    "dest_tag", 6, 3, "tag of the target";
    "op", 2, 0, "branch operation";
}

word! {
    /// A branch, as an extended branch encodes it.
    pub struct Branch: BRANCH_EXTENDED {
        /// The encoding of the operation.
        pub op: u8,
        /// The tag of the target.
        pub tag: Tag = "dest_tag",
        /// Branch, call or return. Compact branches have it if they are
        /// [`BranchOp::Unconditional`], and are [`Call::Default`] otherwise.
        pub call: Call,
        /// The offset, of 23 bits; of compact branches from -64 to 63.
        pub offset: i32,
        /// A table of 16 results. Compact branches have a condition unless they are
        /// [`BranchOp::Unconditional`], and are [`Cond::Always`] then.
        pub cond: u16,
    }
}

/// A compact branch.
#[derive(Clone, Copy, Debug)]
pub(in crate::isa) struct Compact(pub Branch);

pub(super) const UNCONDITIONAL: u8 = BranchOp::Unconditional as u8;

/// A condition eight times.
pub(super) fn repeated(cond: Cond) -> u16 {
    cond as u16 * 0x5555
}

const fn place(format: &Format, name: &str) -> Place {
    Place::named(&[format], name, name)
}

/// Fields of all compact branches, of unconditional ones, and of the others.
const OP: Place = place(&BRANCH, "op");
const DEST_TAG: Place = place(&BRANCH, "dest_tag");
const CALL_MODE: Place = place(&BRANCH_UNCONDITIONAL, "call");
const LONG_OFFSET: Place = place(&BRANCH_UNCONDITIONAL, "offset");
const CONDITION: Place = place(&BRANCH, "cond");
const OFFSET: Place = place(&BRANCH, "offset");

impl Word for Compact {
    const FORMATS: &'static [&'static Format] = &[&BRANCH];

    fn bits(&self) -> [u64; 2] {
        let branch = self.0;
        let mut words = [0; 2];
        branch.op.put(OP, &mut words);
        branch.tag.put(DEST_TAG, &mut words);
        if branch.op == UNCONDITIONAL {
            branch.call.put(CALL_MODE, &mut words);
            branch.offset.put(LONG_OFFSET, &mut words);
        } else {
            // All pairs of bits are the same.
            ((branch.cond & 3) as u8).put(CONDITION, &mut words);
            branch.offset.put(OFFSET, &mut words);
        }
        words
    }

    fn from_bits(words: [u64; 2]) -> Compact {
        let op = OP.get(words);
        let (call, cond, offset) = match op {
            UNCONDITIONAL => (CALL_MODE.get(words), Cond::Always, LONG_OFFSET),
            _ => (Call::Default, CONDITION.get(words), OFFSET),
        };
        Compact(Branch {
            op,
            tag: DEST_TAG.get(words),
            call,
            offset: offset.get(words),
            cond: repeated(cond),
        })
    }
}
