//! The end of what a unit was doing, before its time.

use tilescope_core::{Finding, Location, OutOfFuel, Rule};

use crate::log::{Log, Site};

/// Why a unit stopped.
#[derive(Debug)]
pub enum Stopped {
    /// The hardware does not go on after this. The finding is in the log as well.
    By(Box<Finding>),
    /// The run used up its fuel.
    Fuel(OutOfFuel),
}

impl Stopped {
    /// Notes that `rule` was broken in a way that stops the hardware.
    pub fn by(
        rule: &'static Rule,
        at: Location,
        message: String,
        site: Site,
        log: &mut Log,
    ) -> Self {
        let finding = Finding::new(rule, at.clone(), message.clone());
        log.find(rule, site, |_| (at, message));
        Stopped::By(Box::new(finding))
    }
}

impl From<OutOfFuel> for Stopped {
    fn from(fuel: OutOfFuel) -> Self {
        Stopped::Fuel(fuel)
    }
}
