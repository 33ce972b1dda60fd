//! Rows of derivatives across the quad.

use super::row;
use crate::isa::op::{Form, Group, Needs, Op, Opcode};
use crate::isa::source::MESA;
use tilescope_tables::Row;

#[rustfmt::skip]
pub(super) const ROWS: [Row<Op>; 2] = [
    row(Op::new(Opcode::Dsx, Group::Derivative, Form::Alu, "ynm", Needs::Base), "0000111", "dsx", &[],
        "Derivative of src0 along x, from the 2x2 quad.", MESA),
    row(Op::new(Opcode::Dsy, Group::Derivative, Form::Alu, "ynm", Needs::Base), "0001000", "dsy", &[],
        "Derivative of src0 along y, from the 2x2 quad.", MESA),
];
