//! Findings, events and counters of one thread of work.

use tilescope_core::{Frame, Rule};

use crate::bus::Port;

pub use tilescope_core::log::Site;

/// A register, by name and byte offset.
pub type Register = (&'static str, u32);

/// Findings, events, counts and dumps of one thread of work.
pub type Log = tilescope_core::log::Log<Port>;

/// Reports a violation at a register, given by name and offset. Findings with
/// different messages are kept apart.
pub fn report(log: &mut Log, rule: &'static Rule, register: Register, text: String) {
    log.find(rule, register_site(register, &text), |at| {
        (at.inside(Frame::Register(register.0, register.1)), text)
    });
}

/// Runs `f` with the register in the location of its findings.
pub fn at_register<T>(log: &mut Log, register: Register, f: impl FnOnce(&mut Log) -> T) -> T {
    let inner = log.at.inside(Frame::Register(register.0, register.1));
    let outer = std::mem::replace(&mut log.at, inner);
    let result = f(log);
    log.at = outer;
    result
}

/// The site of a finding at a register.
pub fn register_site(register: Register, text: &str) -> Site {
    // FNV-1a: any hash of the message is suitable.
    let hash = text.bytes().fold(0x811c_9dc5, |hash: u32, b| {
        (hash ^ u32::from(b)).wrapping_mul(0x0100_0193)
    });
    (register.1, hash).into()
}
