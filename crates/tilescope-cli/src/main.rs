//! The command `tilescope`, with every family.

#![forbid(unsafe_code)]

use std::process::ExitCode;

fn main() -> ExitCode {
    tilescope_cli::main(tilescope_families::ALL)
}
