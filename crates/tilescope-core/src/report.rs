//! Findings about structures in memory.

use crate::bus::Port;
use crate::ctx::Ctx;
use crate::diag::{Frame, Location, Rule};
use crate::stopped::Stopped;

/// Reports a broken rule about the structure or element at `address`. `text` is called
/// for the first time at each address only.
pub fn report<P: Port>(
    c: &mut Ctx<'_, P>,
    rule: &'static Rule,
    address: u64,
    text: impl FnOnce() -> String,
) {
    let make = |at: &Location| (at.clone(), text());
    c.log.find(rule, (address, 0u32), make);
}

/// Reports a broken rule inside of a record, whose name and address are given. `site` tells
/// occurrences apart.
pub fn report_in<P: Port>(
    c: &mut Ctx<'_, P>,
    rule: &'static Rule,
    site: u64,
    (name, address): (&'static str, u64),
    text: impl FnOnce() -> String,
) {
    c.log.find(rule, (site, 0), |at| {
        (at.inside(Frame::Record(name, address)), text())
    });
}

/// The finding that ends work on a record.
pub fn refuse<P: Port>(
    c: &mut Ctx<'_, P>,
    rule: &'static Rule,
    site: u64,
    (name, address): (&'static str, u64),
    text: String,
) -> Stopped {
    let at = c.log.at.inside(Frame::Record(name, address));
    Stopped::by(rule, at, text, (site, 0), c.log)
}

/// Runs `f` with `frame` in the location of its findings.
pub fn inside<'a, P: Port, T>(
    c: &mut Ctx<'a, P>,
    frame: Frame,
    f: impl FnOnce(&mut Ctx<'a, P>) -> T,
) -> T {
    c.log.at.frames.push(frame);
    let depth = c.log.at.frames.len();
    let result = f(c);
    c.log.at.frames.truncate(depth.saturating_sub(1));
    result
}
