//! Rows of the signals.

use super::source::GUIDE;
use tilescope_tables::slot;

// Names are those of Mesa's disassembler, including confusing ones:
// `sig_thread_switch` is the last thread switch.
slot! {
    /// Signals.
    pub enum Signal;
    /// Bits \[63:60\] of every instruction.
    pub static SIGNAL = "signal", 4, GUIDE;
    Breakpoint       = "0000", "sig_brk", ["bkpt"], "Software breakpoint.";
    None             = "0001", "", [], "No signal.";
    ThreadSwitch     = "0010", "sig_switch", ["thrsw"], "Thread switch after two delay slots.";
    ProgEnd          = "0011", "sig_end", ["pe", "thrend", "exit"], "Program end after two delay slots.";
    WaitScoreboard   = "0100", "sig_wait_score", ["wsb", "sbwait"], "Wait for the scoreboard.";
    UnlockScoreboard = "0101", "sig_unlock_score", ["usb", "sbdone"], "Unlock the scoreboard.";
    LastThreadSwitch = "0110", "sig_thread_switch", ["lthrsw"], "Last thread switch after two delay slots.";
    CoverageLoad     = "0111", "sig_coverage_load", ["loadcv"], "Coverage from the tile buffer to r4.";
    ColorLoad        = "1000", "sig_color_load", ["loadc"], "Colour from the tile buffer to r4.";
    ColorLoadEnd     = "1001", "sig_color_load_end", ["ldcend"], "Colour from the tile buffer to r4, and program end.";
    LoadTmu0         = "1010", "load_tmu0", ["ldtmu0"], "Result of TMU 0 to r4.";
    LoadTmu1         = "1011", "load_tmu1", ["ldtmu1"], "Result of TMU 1 to r4.";
    AlphaMaskLoad    = "1100", "sig_alpha_mask_load", ["loadam"], "Alpha mask from the tile buffer to r4.";
    SmallImm         = "1101", "sig_small_imm", [], "raddr_b is a small immediate or a rotation.";
    LoadImm          = "1110", "sig_load_imm", [], "The word is a load-immediate or semaphore instruction.";
    Branch           = "1111", "sig_branch", [], "The word is a branch.";
}

/// Whether the signal is written before an ALU instruction. The other four are implied
/// by the rest of the text.
pub const fn is_prefix(signal: Signal) -> bool {
    !matches!(
        signal,
        Signal::None | Signal::SmallImm | Signal::LoadImm | Signal::Branch
    )
}
