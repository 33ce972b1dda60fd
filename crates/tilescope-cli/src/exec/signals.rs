//! Waiting for a program, with forwarding of signals.

use std::io;
use std::process::{Command, ExitStatus};

use rustix::process::{Pid, Signal, kill_process};
use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM};
use signal_hook::iterator::Signals;

/// Runs a program to completion. Signals that would terminate this process do not, because the
/// report must still be printed. A terminal sends its signals to both processes; others are
/// forwarded.
pub fn wait(program: &mut Command) -> io::Result<ExitStatus> {
    let mut signals = Signals::new([SIGINT, SIGQUIT, SIGTERM, SIGHUP])?;
    let handle = signals.handle();
    let mut child = program.spawn()?;
    let pid = i32::try_from(child.id()).ok().and_then(Pid::from_raw);
    let passing = std::thread::spawn(move || {
        for signal in signals.forever() {
            let signal = match signal {
                SIGTERM => Signal::TERM,
                SIGHUP => Signal::HUP,
                _ => continue,
            };
            if let Some(pid) = pid {
                // It may have ended just now.
                let _ = kill_process(pid, signal);
            }
        }
    });
    let status = child.wait();
    handle.close();
    // The thread only forwards signals, and has ended with the handle.
    let _ = passing.join();
    status
}
