//! The reason why a unit ended its work early.

use std::fmt;

use crate::bus::Port;
use crate::diag::{Finding, Location, Rule};
use crate::fuel::OutOfFuel;
use crate::log::{Log, Site};

/// The reason why a unit ended its work early.
#[derive(Debug)]
pub enum Stopped {
    /// The hardware stops here. The finding is in the log as well.
    By(Box<Finding>),
    /// The run used up its fuel.
    Fuel(OutOfFuel),
}

impl Stopped {
    /// Records that `rule` was broken in a way that stops the hardware.
    pub fn by<P: Port>(
        rule: &'static Rule,
        at: Location,
        message: String,
        site: impl Into<Site>,
        log: &mut Log<P>,
    ) -> Self {
        let finding = Finding::new(rule, at.clone(), message.clone());
        log.find(rule, site, |_| (at, message));
        Stopped::By(Box::new(finding))
    }

    /// The first finding in `log` that stops the hardware, if there is one.
    pub fn noted<P: Port>(log: &Log<P>) -> Option<Self> {
        log.stopped().map(|f| Stopped::By(Box::new(f.clone())))
    }

    /// Fails if `log` has a finding that stops the hardware.
    ///
    /// # Errors
    /// The first such finding.
    pub fn check<P: Port>(log: &Log<P>) -> Result<(), Self> {
        Self::noted(log).map_or(Ok(()), Err)
    }

    /// The finding that stopped the unit, or `out_of_fuel` if the fuel did.
    pub fn finding_or(self, out_of_fuel: impl FnOnce() -> Finding) -> Box<Finding> {
        match self {
            Stopped::By(finding) => finding,
            Stopped::Fuel(_) => Box::new(out_of_fuel()),
        }
    }
}

impl From<OutOfFuel> for Stopped {
    fn from(fuel: OutOfFuel) -> Self {
        Stopped::Fuel(fuel)
    }
}

impl fmt::Display for Stopped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Stopped::By(finding) => f.write_str(&finding.message),
            Stopped::Fuel(fuel) => fuel.fmt(f),
        }
    }
}
