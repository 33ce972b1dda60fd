//! Rows of the signals.

use super::source::documented as row;
use super::word::Signal;
use tilescope_tables::{Row, Slot};

// Names are those of Mesa's disassembler, including confusing ones:
// `sig_thread_switch` is the last thread switch.
#[rustfmt::skip]
static ROWS: &[Row<Signal>] = &[
    row(Signal::Breakpoint,       "0000", "sig_brk", &["bkpt"], "Software breakpoint."),
    row(Signal::None,             "0001", "", &[], "No signal."),
    row(Signal::ThreadSwitch,     "0010", "sig_switch", &["thrsw"], "Thread switch after two delay slots."),
    row(Signal::ProgEnd,          "0011", "sig_end", &["pe", "thrend", "exit"], "Program end after two delay slots."),
    row(Signal::WaitScoreboard,   "0100", "sig_wait_score", &["wsb", "sbwait"], "Wait for the scoreboard."),
    row(Signal::UnlockScoreboard, "0101", "sig_unlock_score", &["usb", "sbdone"], "Unlock the scoreboard."),
    row(Signal::LastThreadSwitch, "0110", "sig_thread_switch", &["lthrsw"], "Last thread switch after two delay slots."),
    row(Signal::CoverageLoad,     "0111", "sig_coverage_load", &["loadcv"], "Coverage from the tile buffer to r4."),
    row(Signal::ColorLoad,        "1000", "sig_color_load", &["loadc"], "Colour from the tile buffer to r4."),
    row(Signal::ColorLoadEnd,     "1001", "sig_color_load_end", &["ldcend"], "Colour from the tile buffer to r4, and program end."),
    row(Signal::LoadTmu0,         "1010", "load_tmu0", &["ldtmu0"], "Result of TMU 0 to r4."),
    row(Signal::LoadTmu1,         "1011", "load_tmu1", &["ldtmu1"], "Result of TMU 1 to r4."),
    row(Signal::AlphaMaskLoad,    "1100", "sig_alpha_mask_load", &["loadam"], "Alpha mask from the tile buffer to r4."),
    row(Signal::SmallImm,         "1101", "sig_small_imm", &[], "raddr_b is a small immediate or a rotation."),
    row(Signal::LoadImm,          "1110", "sig_load_imm", &[], "The word is a load-immediate or semaphore instruction."),
    row(Signal::Branch,           "1111", "sig_branch", &[], "The word is a branch."),
];

/// Bits \[63:60\] of every instruction.
pub static SIGNAL: Slot<Signal> = Slot {
    name: "signal",
    width: 4,
    rows: ROWS,
    reserved: &[],
};

/// Whether the signal is written before an ALU instruction. The other four are implied
/// by the rest of the text.
pub const fn is_prefix(signal: Signal) -> bool {
    !matches!(
        signal,
        Signal::None | Signal::SmallImm | Signal::LoadImm | Signal::Branch
    )
}
