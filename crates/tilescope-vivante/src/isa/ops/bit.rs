//! Rows of bit operations.

use super::row;
use crate::isa::op::{Form, Group, Needs, Op, Opcode};
use crate::isa::source::{BLOB, MESA, UNVERIFIED};
use tilescope_tables::Row;

#[rustfmt::skip]
pub(super) const ROWS: [Row<Op>; 12] = [
    row(Op::new(Opcode::Leadzero, Group::Bit, Form::Alu, "nny", Needs::OpenCl), "1011000", "leadzero", &[],
        "Leading zero bits of src2; 32 if it is 0.", BLOB),
    row(Op::new(Opcode::Lshift, Group::Bit, Form::Alu, "yny", Needs::OpenCl), "1011001", "lshift", &[],
        "src0 shifted left by src2 modulo 32.", MESA),
    row(Op::new(Opcode::Rshift, Group::Bit, Form::Alu, "yny", Needs::OpenCl), "1011010", "rshift", &[],
        "src0 shifted right by src2 modulo 32; arithmetic for signed types.", MESA),
    row(Op::new(Opcode::Rotate, Group::Bit, Form::Alu, "yny", Needs::OpenCl), "1011011", "rotate", &[],
        "src0 rotated left by src2 modulo 32.", BLOB),
    row(Op::new(Opcode::Or, Group::Bit, Form::Alu, "yny", Needs::OpenCl), "1011100", "or", &[],
        "Bitwise src0 or src2.", MESA),
    row(Op::new(Opcode::And, Group::Bit, Form::Alu, "yny", Needs::OpenCl), "1011101", "and", &[],
        "Bitwise src0 and src2.", MESA),
    row(Op::new(Opcode::Xor, Group::Bit, Form::Alu, "yny", Needs::OpenCl), "1011110", "xor", &[],
        "Bitwise src0 exclusive or src2.", MESA),
    row(Op::new(Opcode::Not, Group::Bit, Form::Alu, "nny", Needs::OpenCl), "1011111", "not", &[],
        "Bitwise not src2.", MESA),
    row(Op::new(Opcode::BitExtract, Group::Bit, Form::Alu, "yyy", Needs::OpenCl), "1100000", "bit_extract", &["bitselect"],
        "Bit field of src0, selected by src1 and src2.", BLOB),
    row(Op::new(Opcode::Popcount, Group::Bit, Form::Alu, "nny", Needs::Halti2), "1100001", "popcount", &[],
        "Number of set bits of src2.", BLOB),
    row(Op::new(Opcode::BitRev, Group::Bit, Form::Alu, "ynn", Needs::OpenCl), "1101101", "bit_rev", &[],
        "src0 with its bits reversed.", BLOB),
    row(Op::new(Opcode::ByteRev, Group::Bit, Form::Alu, "???", Needs::OpenCl), "1101110", "byte_rev", &[],
        "Bytes reversed (inferred from the name).", UNVERIFIED),
];
