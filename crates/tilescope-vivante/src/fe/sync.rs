//! Semaphores between units.

use crate::regs::enums::SyncRecipient;

/// The semaphores that are armed.
#[derive(Clone, Debug)]
pub(super) struct Semaphores {
    /// Counts by waiting unit and awaited unit.
    armed: Box<[[u8; UNITS]; UNITS]>,
}

/// The number of unit encodings.
const UNITS: usize = 32;

impl Default for Semaphores {
    fn default() -> Self {
        Semaphores {
            armed: Box::new([[0; UNITS]; UNITS]),
        }
    }
}

impl Semaphores {
    fn at(&mut self, from: SyncRecipient, to: SyncRecipient) -> &mut u8 {
        let index = |unit: SyncRecipient| usize::from(unit.bits()) % UNITS;
        &mut self.armed[index(from)][index(to)]
    }

    /// Arms the semaphore that `to` signals to `from`.
    pub(super) fn arm(&mut self, from: SyncRecipient, to: SyncRecipient) {
        let armed = self.at(from, to);
        *armed = armed.saturating_add(1);
    }

    /// Waits of `from` for `to`. Returns whether the semaphore was armed.
    pub(super) fn wait(&mut self, from: SyncRecipient, to: SyncRecipient) -> bool {
        let armed = self.at(from, to);
        let was = *armed > 0;
        *armed = armed.saturating_sub(1);
        was
    }
}

/// A unit as text.
pub(super) fn name(unit: SyncRecipient) -> String {
    match unit.name() {
        Some(name) => name.to_owned(),
        None => format!("unit {}", unit.bits()),
    }
}
