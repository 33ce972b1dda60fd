//! The sixteen semaphores and the mutex that all QPUs share.

use crate::qpu::io::SemaphoreOp;

/// Largest value of a semaphore: four bits.
const MAX: u8 = 15;

/// Semaphores and mutex.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Semaphores {
    counts: [u8; 16],
    used: bool,
    holder: Option<u8>,
}

impl Semaphores {
    /// Performs `op` on semaphore `n`; false if it has to wait.
    pub fn semaphore(&mut self, n: u8, op: SemaphoreOp) -> bool {
        self.used = true;
        let count = &mut self.counts[usize::from(n & 15)];
        match op {
            SemaphoreOp::Acquire if *count > 0 => *count -= 1,
            SemaphoreOp::Release if *count < MAX => *count += 1,
            _ => return false,
        }
        true
    }

    /// Whether a semaphore was ever used.
    pub fn semaphores_used(&self) -> bool {
        self.used
    }

    /// The value of semaphore `n`.
    pub fn count(&self, n: u8) -> u8 {
        self.counts[usize::from(n & 15)]
    }

    /// Acquires the mutex for `qpu`; false if it has to wait.
    pub fn mutex_acquire(&mut self, qpu: u8) -> bool {
        if self.holder.is_some() {
            return false;
        }
        self.holder = Some(qpu);
        true
    }

    /// Releases the mutex; false, without effect, if `qpu` does not hold it.
    pub fn mutex_release(&mut self, qpu: u8) -> bool {
        let held = self.holder == Some(qpu);
        if held {
            self.holder = None;
        }
        held
    }

    /// Holder of the mutex.
    pub fn holder(&self) -> Option<u8> {
        self.holder
    }
}
