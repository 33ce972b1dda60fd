//! Rows of the conditions of writes and of branches.

use super::source::documented as row;
use super::word::{BranchCond, Cond};
use tilescope_tables::{Pattern, Reserved, Row, Slot};

#[rustfmt::skip]
static CONDS: &[Row<Cond>] = &[
    row(Cond::Never,  "000", "never",  &[], "No lane is written."),
    row(Cond::Always, "001", "always", &[], "Every lane is written; the default, not printed."),
    row(Cond::Zs,     "010", "zs", &["ifz", "z"], "Lanes with Z set."),
    row(Cond::Zc,     "011", "zc", &["ifnz", "nz"], "Lanes with Z clear."),
    row(Cond::Ns,     "100", "ns", &["ifn", "n"], "Lanes with N set."),
    row(Cond::Nc,     "101", "nc", &["ifnn", "nn"], "Lanes with N clear."),
    row(Cond::Cs,     "110", "cs", &["ifc", "c"], "Lanes with C set."),
    row(Cond::Cc,     "111", "cc", &["ifnc", "ifcc"], "Lanes with C clear."),
];

/// Conditions of writes, bits \[51:49\] for the add ALU and \[48:46\] for the mul ALU.
pub static COND: Slot<Cond> = Slot {
    name: "condition",
    width: 3,
    rows: CONDS,
    reserved: &[],
};

#[rustfmt::skip]
static BRANCH_CONDS: &[Row<BranchCond>] = &[
    row(BranchCond::AllZs,  "0000", "all_zs", &["allz"], "Z set in every lane."),
    row(BranchCond::AllZc,  "0001", "all_zc", &["allnz"], "Z clear in every lane."),
    row(BranchCond::AnyZs,  "0010", "any_zs", &["anyz", "z"], "Z set in some lane."),
    row(BranchCond::AnyZc,  "0011", "any_zc", &["anynz"], "Z clear in some lane."),
    row(BranchCond::AllNs,  "0100", "all_ns", &["alln"], "N set in every lane."),
    row(BranchCond::AllNc,  "0101", "all_nc", &["allnn"], "N clear in every lane."),
    row(BranchCond::AnyNs,  "0110", "any_ns", &["anyn"], "N set in some lane."),
    row(BranchCond::AnyNc,  "0111", "any_nc", &["anynn"], "N clear in some lane."),
    row(BranchCond::AllCs,  "1000", "all_cs", &["allc"], "C set in every lane."),
    row(BranchCond::AllCc,  "1001", "all_cc", &["allnc"], "C clear in every lane."),
    row(BranchCond::AnyCs,  "1010", "any_cs", &["anyc"], "C set in some lane."),
    row(BranchCond::AnyCc,  "1011", "any_cc", &["anync"], "C clear in some lane."),
    row(BranchCond::Always, "1111", "always", &[], "Always taken; the default, not printed."),
];

/// Conditions of branches, bits \[55:52\].
pub static BRANCH_COND: Slot<BranchCond> = Slot {
    name: "branch condition",
    width: 4,
    rows: BRANCH_CONDS,
    reserved: &BRANCH_RESERVED,
};

static BRANCH_RESERVED: [Reserved; 2] = [
    Reserved {
        bits: Pattern::new("110-"),
        doc: "not in the guide",
    },
    Reserved {
        bits: Pattern::new("1110"),
        doc: "not in the guide",
    },
];
