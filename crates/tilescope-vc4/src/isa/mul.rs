//! Rows of the mul ALU.

use super::source::documented as row;
use super::word::MulOp;
use tilescope_tables::{Row, Slot};

#[rustfmt::skip]
static ROWS: &[Row<MulOp>] = &[
    row(MulOp::Nop,    "000", "nop",    &["mnop"], "No operation."),
    row(MulOp::Fmul,   "001", "fmul",   &[], "Float a * b."),
    row(MulOp::Mul24,  "010", "mul24",  &["imul24"], "Low 32 bits of the product of the low 24 bits of a and b."),
    row(MulOp::V8muld, "011", "v8muld", &["v8mul"], "Four unsigned bytes a * b / 255."),
    row(MulOp::V8min,  "100", "v8min",  &[], "Lesser of four unsigned bytes; printed `mov` when both operands are the same."),
    row(MulOp::V8max,  "101", "v8max",  &[], "Greater of four unsigned bytes."),
    row(MulOp::V8adds, "110", "v8adds", &["v8as", "mv8adds"], "Four unsigned bytes a + b, saturated."),
    row(MulOp::V8subs, "111", "v8subs", &["v8ss", "mv8subs"], "Four unsigned bytes a - b, saturated."),
];

/// Bits \[31:29\] of ALU instructions.
pub static MUL: Slot<MulOp> = Slot {
    name: "mul operation",
    width: 3,
    rows: ROWS,
    reserved: &[],
};
