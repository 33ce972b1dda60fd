//! Findings about structures in memory.

use tilescope_core::Rule;

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
