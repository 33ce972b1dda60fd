//! Rows of the conditions of writes and of branches.

use super::source::GUIDE;
use tilescope_tables::slot;

slot! {
    /// Per-lane conditions of ALU and load-immediate writes.
    pub enum Cond;
    /// Conditions of writes, bits \[51:49\] for the add ALU and \[48:46\] for the mul ALU.
    pub static COND = "condition", 3, GUIDE;
    Never  = "000", "never", [], "No lane is written.";
    Always = "001", "always", [], "Every lane is written; the default, not printed.";
    Zs     = "010", "zs", ["ifz", "z"], "Lanes with Z set.";
    Zc     = "011", "zc", ["ifnz", "nz"], "Lanes with Z clear.";
    Ns     = "100", "ns", ["ifn", "n"], "Lanes with N set.";
    Nc     = "101", "nc", ["ifnn", "nn"], "Lanes with N clear.";
    Cs     = "110", "cs", ["ifc", "c"], "Lanes with C set.";
    Cc     = "111", "cc", ["ifnc", "ifcc"], "Lanes with C clear.";
}

slot! {
    /// Branch conditions over all lanes. Encodings 12 to 14 are reserved.
    pub enum BranchCond;
    /// Conditions of branches, bits \[55:52\].
    pub static BRANCH_COND = "branch condition", 4, GUIDE;
    AllZs  = "0000", "all_zs", ["allz"], "Z set in every lane.";
    AllZc  = "0001", "all_zc", ["allnz"], "Z clear in every lane.";
    AnyZs  = "0010", "any_zs", ["anyz", "z"], "Z set in some lane.";
    AnyZc  = "0011", "any_zc", ["anynz"], "Z clear in some lane.";
    AllNs  = "0100", "all_ns", ["alln"], "N set in every lane.";
    AllNc  = "0101", "all_nc", ["allnn"], "N clear in every lane.";
    AnyNs  = "0110", "any_ns", ["anyn"], "N set in some lane.";
    AnyNc  = "0111", "any_nc", ["anynn"], "N clear in some lane.";
    AllCs  = "1000", "all_cs", ["allc"], "C set in every lane.";
    AllCc  = "1001", "all_cc", ["allnc"], "C clear in every lane.";
    AnyCs  = "1010", "any_cs", ["anyc"], "C set in some lane.";
    AnyCc  = "1011", "any_cc", ["anync"], "C clear in some lane.";
    Always = "1111", "always", [], "Always taken; the default, not printed.";
    ? "not in the guide": "110-", "1110";
}
