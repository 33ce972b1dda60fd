//! The `tilescope` command.
#![forbid(unsafe_code)]

fn main() {}
