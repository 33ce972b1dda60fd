//! Rows of the operations selected by the immediate of [`Opcode::Extended`].

use crate::isa::op::{Form, Group, Needs, Op, Opcode};
use crate::isa::source::{BLOB, value};
use tilescope_tables::{Pattern, Reserved, Row, Slot};

#[rustfmt::skip]
static ROWS: [Row<Op>; 2] = [
    value(Op::new(Opcode::BitFindlsb, Group::Bit, Form::Alu, "ynn", Needs::Halti5), "000001011", "bit_findlsb",
        "Index of the lowest set bit of src0.", BLOB),
    value(Op::new(Opcode::BitFindmsb, Group::Bit, Form::Alu, "ynn", Needs::Halti5), "000001100", "bit_findmsb",
        "Index of the highest set bit of src0.", BLOB),
];

const fn never_emitted(bits: &'static str) -> Reserved {
    Reserved {
        bits: Pattern::new(bits),
        doc: "never observed",
    }
}

/// Extended operations, by the low 9 bits of the immediate src2.
pub static EXTENDED: Slot<Op> = Slot {
    name: "extended operation",
    width: 9,
    rows: &ROWS,
    reserved: &RESERVED,
};

static RESERVED: [Reserved; 10] = [
    never_emitted("000000---"),
    never_emitted("00000100-"),
    never_emitted("000001010"),
    never_emitted("000001101"),
    never_emitted("00000111-"),
    never_emitted("00001----"),
    never_emitted("0001-----"),
    never_emitted("001------"),
    never_emitted("01-------"),
    never_emitted("1--------"),
];
