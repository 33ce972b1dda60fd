//! Rows of the non-ALU instructions: load-immediate, semaphores, branches.

use super::source::{ASSEMBLERS, GUIDE};
use tilescope_tables::slot;

slot! {
    /// Meaning of the mode bits \[59:57\] of a word with the load-immediate signal.
    pub enum LoadMode;
    /// Modes of load-immediate words.
    pub static LOAD_MODE = "load-immediate mode", 3, GUIDE;
    Imm32         = "000", "load_imm", ["li", "ldi"], "32 bits to every lane.";
    /// Bit i and bit 16 + i are lane i.
    SignedPairs   = "001", "load_imm.i2", ["lis", "ldipes"], "-2 to 1, one value for each lane.";
    /// Bit i and bit 16 + i are lane i.
    UnsignedPairs = "011", "load_imm.u2", ["liu", "ldipeu"], "0 to 3, one value for each lane.";
    /// Bits 3:0 are its number, bit 4 selects acquire.
    Semaphore     = "100", "sem", [], "`sem_acquire` and `sem_release`, see below.", ASSEMBLERS;
    ? "not in the guide": "010", "101", "11-";
}

/// The value of lane `lane`, 0 to 15, in the immediate of the two-bit forms;
/// zero-extended in the unsigned form, sign-extended in the signed form.
pub const fn lane_pair(mode: LoadMode, imm: u32, lane: u32) -> i32 {
    let low = (imm >> (lane & 15) & 1) as i32;
    let high = (imm >> (16 + (lane & 15)) & 1) as i32;
    match mode {
        LoadMode::SignedPairs => low - 2 * high,
        LoadMode::UnsignedPairs | LoadMode::Imm32 | LoadMode::Semaphore => low + 2 * high,
    }
}

slot! {
    /// Operation of a semaphore instruction.
    pub enum SemaphoreOp;
    /// Bit \[4\] of semaphore instructions.
    pub static SEMAPHORE = "semaphore operation", 1, ASSEMBLERS;
    Release = "0", "sem_release", ["srel"], "Increments a semaphore; waits while it is at its limit.";
    Acquire = "1", "sem_acquire", ["sacq"], "Decrements a semaphore; waits while it is 0.";
}

slot! {
    /// Components of a branch target.
    pub enum TargetBase;
    /// Bits \[51:50\] of branches.
    pub static TARGET_BASE = "branch target", 2, GUIDE;
    Absolute         = "00", "0x40", [], "The immediate alone.";
    Register         = "01", "ra31+0x40", [], "Lane 15 of a file-A register is added.";
    Relative         = "10", "pc+64", [], "The address of the fourth instruction after the branch is added.";
    RelativeRegister = "11", "pc+ra31+64", [], "Both are added.";
}
