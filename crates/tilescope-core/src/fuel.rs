//! Bounded execution: every run carries fuel.

use thiserror::Error;

/// The run used up its fuel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the run used up its fuel")]
pub struct OutOfFuel;

/// Units of work that a run may still do. One unit is about one shader
/// instruction on one thread (16 or 64 lanes), one packet, or one 2x2 quad.
///
/// Fuel does not depend on time: the same input runs out at the same place on
/// every host and with any number of threads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fuel(u64);

impl Fuel {
    /// Far more than any sane frame needs: a few seconds of one core, whatever
    /// the work is.
    pub const DEFAULT: Fuel = Fuel(2_000_000_000);

    /// A tank that holds `units`.
    pub const fn new(units: u64) -> Self {
        Fuel(units)
    }

    /// The remaining units.
    pub fn left(&self) -> u64 {
        self.0
    }

    /// Takes `units`. If fewer are left, empties the tank and fails.
    pub fn take(&mut self, units: u64) -> Result<(), OutOfFuel> {
        if self.0 < units {
            self.0 = 0;
            return Err(OutOfFuel);
        }
        self.0 -= units;
        Ok(())
    }
}

impl Default for Fuel {
    fn default() -> Self {
        Fuel::DEFAULT
    }
}
