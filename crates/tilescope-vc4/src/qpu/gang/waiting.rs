//! Threads that took a branch over arithmetic, and wait for the others.

use super::super::program::Program;
use super::{Gang, THREADS};

/// Threads that will wait when the delay slots are done.
#[derive(Clone, Copy, Debug)]
pub(super) struct Turning {
    /// By place.
    pub places: [bool; THREADS],
    /// The branch that they take.
    pub branch: u32,
    /// The address where it goes.
    pub target: u32,
}

/// Threads that wait for the others.
#[derive(Clone, Copy, Debug)]
pub(super) struct Waiting {
    /// By place.
    pub places: [bool; THREADS],
    /// The branch that they took.
    pub branch: u32,
    /// Their instruction.
    pub to: u32,
    /// Number of instructions executed before they arrived.
    pub since: u64,
}

impl Gang {
    /// The threads at `places` wait where the branch leads.
    pub(super) fn wait(&mut self, p: &Program, branch: u32, places: [bool; THREADS]) {
        let Some(skip) = p.skip(branch) else {
            return;
        };
        let registers = skip.written.iter();
        self.parked.clear();
        self.parked
            .extend(registers.map(|&slot| self.regs[usize::from(slot)]));
        self.waiting = Some(Waiting {
            places,
            branch,
            to: skip.to,
            since: self.executed,
        });
    }

    /// All continue together where some wait.
    pub(super) fn rejoin(&mut self, p: &Program) {
        let Some(w) = self.waiting.take() else {
            return;
        };
        self.ip = w.to;
        let Some(skip) = p.skip(w.branch) else {
            return;
        };
        for place in (0..THREADS).filter(|&n| w.places[n]) {
            for (&slot, parked) in skip.written.iter().zip(&self.parked) {
                self.regs[usize::from(slot)][place] = parked[place];
            }
            self.skipped[place] += self.executed - w.since;
        }
    }

    /// Whether the thread at a place is in the gang and waits for nothing.
    pub(super) fn goes(&self, place: usize) -> bool {
        self.live[place] && !self.waiting.is_some_and(|w| w.places[place])
    }
}
