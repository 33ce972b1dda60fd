//! Rows of the add ALU.

use super::source::GUIDE;
use tilescope_tables::slot;

slot! {
    /// Operations of the add ALU. Encodings 9 to 11 and 25 to 29 are reserved.
    pub enum AddOp;
    /// Bits \[28:24\] of ALU instructions.
    pub static ADD = "add operation", 5, GUIDE;
    Nop     = "00000", "nop", ["anop"], "No operation.";
    Fadd    = "00001", "fadd", [], "Float a + b.";
    Fsub    = "00010", "fsub", [], "Float a - b.";
    Fmin    = "00011", "fmin", [], "Lesser float.";
    Fmax    = "00100", "fmax", [], "Greater float.";
    Fminabs = "00101", "fminabs", [], "Lesser absolute value of two floats.";
    Fmaxabs = "00110", "fmaxabs", [], "Greater absolute value of two floats.";
    Ftoi    = "00111", "ftoi", [], "Float a to signed integer, truncated.";
    Itof    = "01000", "itof", [], "Signed integer a to float.";
    Add     = "01100", "add", ["iadd"], "Integer a + b.";
    Sub     = "01101", "sub", ["isub"], "Integer a - b.";
    Shr     = "01110", "shr", [], "a shifted right by b modulo 32, zeros in.";
    Asr     = "01111", "asr", [], "a shifted right by b modulo 32, sign in.";
    Ror     = "10000", "ror", [], "a rotated right by b modulo 32.";
    Shl     = "10001", "shl", [], "a shifted left by b modulo 32.";
    Min     = "10010", "min", ["imin"], "Lesser signed integer.";
    Max     = "10011", "max", ["imax"], "Greater signed integer.";
    And     = "10100", "and", ["band"], "Bitwise a and b.";
    Or      = "10101", "or", ["bor"], "Bitwise a or b; printed `mov` when both operands are the same.";
    Xor     = "10110", "xor", ["bxor"], "Bitwise a exclusive or b.";
    Not     = "10111", "not", ["bnot"], "Bitwise not a.";
    Clz     = "11000", "clz", [], "Leading zeros of a.";
    V8adds  = "11110", "v8adds", ["av8adds"], "Four unsigned bytes a + b, saturated.";
    V8subs  = "11111", "v8subs", ["av8subs"], "Four unsigned bytes a - b, saturated.";
    ? "not in the guide": "01001", "0101-", "11001", "1101-", "1110-";
}
