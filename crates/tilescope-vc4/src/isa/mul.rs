//! Rows of the mul ALU.

use super::source::GUIDE;
use tilescope_tables::slot;

slot! {
    /// Operations of the mul ALU.
    pub enum MulOp;
    /// Bits \[31:29\] of ALU instructions.
    pub static MUL = "mul operation", 3, GUIDE;
    Nop    = "000", "nop", ["mnop"], "No operation.";
    Fmul   = "001", "fmul", [], "Float a * b.";
    Mul24  = "010", "mul24", ["imul24"], "Low 32 bits of the product of the low 24 bits of a and b.";
    V8muld = "011", "v8muld", ["v8mul"], "Four unsigned bytes a * b / 255.";
    V8min  = "100", "v8min", [], "Lesser of four unsigned bytes; printed `mov` when both operands are the same.";
    V8max  = "101", "v8max", [], "Greater of four unsigned bytes.";
    V8adds = "110", "v8adds", ["v8as", "mv8adds"], "Four unsigned bytes a + b, saturated.";
    V8subs = "111", "v8subs", ["v8ss", "mv8subs"], "Four unsigned bytes a - b, saturated.";
}
