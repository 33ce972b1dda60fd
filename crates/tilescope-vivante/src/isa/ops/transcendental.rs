//! Rows of reciprocals, roots, exponentials, sines.

use super::row;
use crate::isa::op::{Form, Group, Needs, Op, Opcode};
use crate::isa::source::{BLOB, MESA};
use tilescope_tables::Row;

#[rustfmt::skip]
pub(super) const ROWS: [Row<Op>; 8] = [
    row(Op::new(Opcode::Rcp, Group::Transcendental, Form::Alu, "nny", Needs::Base), "0001100", "rcp", &[],
        "1 / src2.", MESA),
    row(Op::new(Opcode::Rsq, Group::Transcendental, Form::Alu, "nny", Needs::Base), "0001101", "rsq", &[],
        "1 / sqrt(src2).", MESA),
    row(Op::new(Opcode::Exp, Group::Transcendental, Form::Alu, "nny", Needs::Base), "0010001", "exp", &[],
        "2 to the power of src2.x, to every enabled component.", MESA),
    row(Op::new(Opcode::Log, Group::Transcendental, Form::Alu, "nny", Needs::Base), "0010010", "log", &[],
        "Logarithm of src2.x to base 2; with rounding mode 1 the product of two results.", MESA),
    row(Op::new(Opcode::Sqrt, Group::Transcendental, Form::Alu, "nny", Needs::SqrtTrig), "0100001", "sqrt", &[],
        "Square root of src2.", MESA),
    row(Op::new(Opcode::Sin, Group::Transcendental, Form::Alu, "nny", Needs::SqrtTrig), "0100010", "sin", &[],
        "Sine of src2 * pi/2; with rounding mode 1 of src2 * pi, as the product of two results.", MESA),
    row(Op::new(Opcode::Cos, Group::Transcendental, Form::Alu, "nny", Needs::SqrtTrig), "0100011", "cos", &[],
        "Cosine of src2 * pi/2; with rounding mode 1 of src2 * pi, as the product of two results.", MESA),
    row(Op::new(Opcode::Div, Group::Transcendental, Form::Alu, "myy", Needs::NewTranscendentals), "1100100", "div", &[],
        "src1.x / src2.x as the product of two results, with rounding mode 1. Mesa 22.3.6 puts the operands in src0 and src1.", BLOB),
];
