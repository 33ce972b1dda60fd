//! Rows of conversions.

use super::row;
use crate::isa::op::{Form, Group, Needs, Op, Opcode};
use crate::isa::source::{BLOB, MESA, UNVERIFIED};
use tilescope_tables::Row;

#[rustfmt::skip]
pub(super) const ROWS: [Row<Op>; 9] = [
    row(Op::new(Opcode::Swizzle, Group::Convert, Form::Alu, "yyy", Needs::OpenCl), "0101011", "swizzle", &[],
        "Permutes the 8 or 16-bit elements of src0 by src1; src2 enables them.", BLOB),
    row(Op::new(Opcode::I2i, Group::Convert, Form::Alu, "yyn", Needs::OpenCl), "0101100", "i2i", &[],
        "Integer of one size to another.", BLOB),
    row(Op::new(Opcode::I2f, Group::Convert, Form::Alu, "ynn", Needs::OpenCl), "0101101", "i2f", &[],
        "Integer src0 of the type to float.", MESA),
    row(Op::new(Opcode::F2i, Group::Convert, Form::Alu, "ynn", Needs::OpenCl), "0101110", "f2i", &[],
        "Float src0 to an integer of the type, towards zero.", MESA),
    row(Op::new(Opcode::F2irnd, Group::Convert, Form::Alu, "ynn", Needs::OpenCl), "0101111", "f2irnd", &[],
        "Float src0 to an integer of the type, rounded by the rounding mode.", BLOB),
    row(Op::new(Opcode::F2i7, Group::Convert, Form::Alu, "???", Needs::OpenCl), "0110000", "f2i7", &[],
        "Float to integer; the difference between the variants is unknown.", UNVERIFIED),
    row(Op::new(Opcode::Rgb2yuv, Group::Convert, Form::Alu, "???", Needs::Unknown), "1100011", "rgb2yuv", &[],
        "Converts colour to luma and chroma (inferred from the name).", UNVERIFIED),
    row(Op::new(Opcode::Pack, Group::Convert, Form::Alu, "???", Needs::OpenCl), "1110001", "pack", &[],
        "Packs components (inferred from the name).", UNVERIFIED),
    row(Op::new(Opcode::Conv, Group::Convert, Form::Alu, "yyn", Needs::OpenCl), "1110010", "conv", &[],
        "Converts src0; the immediate src1 selects the types.", BLOB),
];
