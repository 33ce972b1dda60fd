//! Semaphores between units.

use crate::regs::enums::SyncRecipient;

/// The semaphores that are armed.
#[derive(Clone, Debug)]
pub(super) struct Semaphores {
    /// By who will wait and who is waited for: how often.
    armed: Box<[[u8; UNITS]; UNITS]>,
}

/// Encodings of units.
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

    /// `to` will raise the semaphore for `from`.
    pub(super) fn arm(&mut self, from: SyncRecipient, to: SyncRecipient) {
        let armed = self.at(from, to);
        *armed = armed.saturating_add(1);
    }

    /// `from` waits for `to`. Says whether anybody armed the semaphore.
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
