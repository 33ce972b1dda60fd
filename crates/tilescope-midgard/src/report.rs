//! Findings about structures in memory.

use tilescope_core::{Frame, Rule, Stopped};

use crate::log::Ctx;

/// Reports a broken rule about the structure or element at `address`. `text` is called
/// for the first time at each address only.
pub(crate) fn report(
    c: &mut Ctx<'_>,
    rule: &'static Rule,
    address: u64,
    text: impl FnOnce() -> String,
) {
    let make = |at: &tilescope_core::Location| (at.clone(), text());
    c.log.find(rule, (address, 0u32), make);
}

/// Reports a broken rule inside of a record, whose name and address are given. `site` tells
/// occurrences apart.
pub(crate) fn report_in(
    c: &mut Ctx<'_>,
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
pub(crate) fn refuse(
    c: &mut Ctx<'_>,
    rule: &'static Rule,
    site: u64,
    (name, address): (&'static str, u64),
    text: String,
) -> Stopped {
    let at = c.log.at.inside(Frame::Record(name, address));
    Stopped::by(rule, at, text, (site, 0), c.log)
}
