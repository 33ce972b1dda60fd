//! The command `tilescope` with the family of the tests.

#![forbid(unsafe_code)]

use std::process::ExitCode;

fn main() -> ExitCode {
    tilescope_cli::main(tilescope_demo_family::DEMO)
}
