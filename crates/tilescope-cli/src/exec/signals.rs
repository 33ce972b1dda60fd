//! Waiting for a program, while signals that are meant for it are passed on.

use std::io;
use std::process::{Command, ExitStatus};

use rustix::process::{Pid, Signal, kill_process};
use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM};
use signal_hook::iterator::Signals;

/// Runs a program to its end. Signals that would end this process do not, because
/// the report is still to be printed. A terminal sends its own to both; others are
/// passed on.
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
    // It only passes on signals, and has ended with the handle.
    let _ = passing.join();
    status
}
