//! Rows of comparisons and selects.

use super::row;
use crate::isa::op::{Form, Group, Needs, Op, Opcode};
use crate::isa::source::{MESA, UNVERIFIED};
use tilescope_tables::Row;

#[rustfmt::skip]
pub(super) const ROWS: [Row<Op>; 4] = [
    row(Op::new(Opcode::Select, Group::Compare, Form::Alu, "yym", Needs::Base), "0001111", "select", &[],
        "Binary condition: src2 if src1 COND src0, else src1. Unary: src1 if COND src0, else src2.", MESA),
    row(Op::new(Opcode::Set, Group::Compare, Form::Alu, "yyn", Needs::Base), "0010000", "set", &[],
        "1.0 if src0 COND src1, else 0.0.", MESA),
    row(Op::new(Opcode::Cmp, Group::Compare, Form::Alu, "yyy", Needs::Halti2), "0110001", "cmp", &[],
        "src2 if src0 COND src1, else 0.", MESA),
    row(Op::new(Opcode::Nan, Group::Compare, Form::Alu, "???", Needs::OpenCl), "0110111", "nan", &[],
        "Test for, or generation of, a NaN (inferred from the name).", UNVERIFIED),
];
