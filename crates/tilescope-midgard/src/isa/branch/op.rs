//! Rows of the operations of branches, of their conditions and of calls.

use crate::isa::source::{MESA, UNLISTED};
use tilescope_tables::slot;

slot! {
    /// The operation of a branch.
    pub enum BranchOp;
    /// The encodings of [`BranchOp`].
    pub static BRANCH_OP = "branch operation", 3, MESA;
    Unconditional = "001", "uncond", [], "Branches.";
    Conditional = "010", "cond", [], "Branches if the condition in r31 holds.";
    Discard = "100", "discard", [], "Discards the fragment if the condition holds, and branches.";
    Tilebuffer = "110", "tilebuffer", [], "Branches while the tile buffer is not ready.";
    Write = "111", "write", [], "Writes r0 to the tile buffer and ends; if that fails, branches.";
    ? UNLISTED: "000", "011", "101";
}

slot! {
    /// The condition of a branch.
    pub enum Cond;
    /// The encodings of [`Cond`].
    pub static COND = "branch condition", 2, MESA;
    Write0 = "00", "write0", [], "Used by writes to the tile buffer; otherwise undocumented.";
    False = "01", "false", [], "The condition is false.";
    True = "10", "true", [], "The condition is true.";
    Always = "11", "always", [], "Always.";
}

slot! {
    /// Calls and returns.
    pub enum Call;
    /// The encodings of [`Call`].
    pub static CALL = "call mode", 2, MESA;
    Reserved = "00", "reserved", [], "Undocumented.";
    Default = "01", "default", [], "A branch.";
    Call = "10", "call", [], "A call.";
    Return = "11", "return", [], "A return.";
}
