//! Rows of the add ALU.

use super::source::documented as row;
use super::word::AddOp;
use tilescope_tables::{Pattern, Reserved, Row, Slot};

#[rustfmt::skip]
static ROWS: &[Row<AddOp>] = &[
    row(AddOp::Nop,     "00000", "nop",     &["anop"], "No operation."),
    row(AddOp::Fadd,    "00001", "fadd",    &[], "Float a + b."),
    row(AddOp::Fsub,    "00010", "fsub",    &[], "Float a - b."),
    row(AddOp::Fmin,    "00011", "fmin",    &[], "Lesser float."),
    row(AddOp::Fmax,    "00100", "fmax",    &[], "Greater float."),
    row(AddOp::Fminabs, "00101", "fminabs", &[], "Lesser absolute value of two floats."),
    row(AddOp::Fmaxabs, "00110", "fmaxabs", &[], "Greater absolute value of two floats."),
    row(AddOp::Ftoi,    "00111", "ftoi",    &[], "Float a to signed integer, truncated."),
    row(AddOp::Itof,    "01000", "itof",    &[], "Signed integer a to float."),
    row(AddOp::Add,     "01100", "add",     &["iadd"], "Integer a + b."),
    row(AddOp::Sub,     "01101", "sub",     &["isub"], "Integer a - b."),
    row(AddOp::Shr,     "01110", "shr",     &[], "a shifted right by b modulo 32, zeros in."),
    row(AddOp::Asr,     "01111", "asr",     &[], "a shifted right by b modulo 32, sign in."),
    row(AddOp::Ror,     "10000", "ror",     &[], "a rotated right by b modulo 32."),
    row(AddOp::Shl,     "10001", "shl",     &[], "a shifted left by b modulo 32."),
    row(AddOp::Min,     "10010", "min",     &["imin"], "Lesser signed integer."),
    row(AddOp::Max,     "10011", "max",     &["imax"], "Greater signed integer."),
    row(AddOp::And,     "10100", "and",     &["band"], "Bitwise a and b."),
    row(AddOp::Or,      "10101", "or",      &["bor"], "Bitwise a or b; printed `mov` when both operands are the same."),
    row(AddOp::Xor,     "10110", "xor",     &["bxor"], "Bitwise a exclusive or b."),
    row(AddOp::Not,     "10111", "not",     &["bnot"], "Bitwise not a."),
    row(AddOp::Clz,     "11000", "clz",     &[], "Leading zeros of a."),
    row(AddOp::V8adds,  "11110", "v8adds",  &["av8adds"], "Four unsigned bytes a + b, saturated."),
    row(AddOp::V8subs,  "11111", "v8subs",  &["av8subs"], "Four unsigned bytes a - b, saturated."),
];

/// Bits \[28:24\] of ALU instructions.
pub static ADD: Slot<AddOp> = Slot {
    name: "add operation",
    width: 5,
    rows: ROWS,
    reserved: &RESERVED,
};

static RESERVED: [Reserved; 5] = [
    Reserved {
        bits: Pattern::new("01001"),
        doc: "not in the guide",
    },
    Reserved {
        bits: Pattern::new("0101-"),
        doc: "not in the guide",
    },
    Reserved {
        bits: Pattern::new("11001"),
        doc: "not in the guide",
    },
    Reserved {
        bits: Pattern::new("1101-"),
        doc: "not in the guide",
    },
    Reserved {
        bits: Pattern::new("1110-"),
        doc: "not in the guide",
    },
];
