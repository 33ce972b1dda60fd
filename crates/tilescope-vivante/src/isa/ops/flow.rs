//! Rows of control flow.

use super::row;
use crate::isa::op::{Form, Group, Needs, Op, Opcode};
use crate::isa::source::{BLOB, MESA, UNVERIFIED};
use tilescope_tables::Row;

#[rustfmt::skip]
pub(super) const ROWS: [Row<Op>; 16] = [
    row(Op::new(Opcode::Nop, Group::Flow, Form::Plain, "nnn", Needs::Base), "0000000", "nop", &[],
        "Does nothing.", MESA),
    row(Op::new(Opcode::Call, Group::Flow, Form::Flow, "nn-", Needs::Base), "0010100", "call", &[],
        "Calls the function at the target.", BLOB),
    row(Op::new(Opcode::Ret, Group::Flow, Form::Plain, "nnn", Needs::Base), "0010101", "ret", &[],
        "Returns from a function.", BLOB),
    row(Op::new(Opcode::Branch, Group::Flow, Form::Flow, "mm-", Needs::Base), "0010110", "branch", &[],
        "Jumps to the target if src0 COND src1.", MESA),
    row(Op::new(Opcode::Texkill, Group::Flow, Form::Alu, "mmn", Needs::Base), "0010111", "texkill", &[],
        "Discards the fragment if src0 COND src1.", MESA),
    row(Op::new(Opcode::Rep, Group::Flow, Form::Alu, "???", Needs::Base), "0011101", "rep", &[],
        "Begins a repeated block (inferred from the name).", UNVERIFIED),
    row(Op::new(Opcode::Endrep, Group::Flow, Form::Alu, "???", Needs::Base), "0011110", "endrep", &[],
        "Ends a repeated block (inferred from the name).", UNVERIFIED),
    row(Op::new(Opcode::Loop, Group::Flow, Form::Alu, "???", Needs::Base), "0011111", "loop", &[],
        "Begins a loop (inferred from the name).", UNVERIFIED),
    row(Op::new(Opcode::Endloop, Group::Flow, Form::Alu, "???", Needs::Base), "0100000", "endloop", &[],
        "Ends a loop (inferred from the name).", UNVERIFIED),
    row(Op::new(Opcode::BranchAny, Group::Flow, Form::Flow, "yy-", Needs::OpenCl), "0100100", "branch_any", &["branch2"],
        "Jumps to the target if src0 COND src1 in any component.", BLOB),
    row(Op::new(Opcode::Barrier, Group::Flow, Form::Plain, "nnn", Needs::OpenCl), "0101010", "barrier", &[],
        "Waits for the other threads of the work-group.", BLOB),
    row(Op::new(Opcode::Restart, Group::Flow, Form::Alu, "???", Needs::Unknown), "1111011", "restart", &[],
        "Unknown.", UNVERIFIED),
    row(Op::new(Opcode::Nop7c, Group::Flow, Form::Alu, "???", Needs::Unknown), "1111100", "nop7c", &[],
        "Unknown.", UNVERIFIED),
    row(Op::new(Opcode::Nop7d, Group::Flow, Form::Alu, "???", Needs::Unknown), "1111101", "nop7d", &[],
        "Unknown.", UNVERIFIED),
    row(Op::new(Opcode::Nop7e, Group::Flow, Form::Alu, "???", Needs::Unknown), "1111110", "nop7e", &[],
        "Unknown.", UNVERIFIED),
    row(Op::new(Opcode::Extended, Group::Flow, Form::Alu, "mmy", Needs::OpenCl), "1111111", "ext", &["nop7f"],
        "An operation selected by the immediate src2, see the extended operations.", BLOB),
];
