//! Workers, each with scratch memory of its own.

use std::sync::{Mutex, PoisonError};

use tilescope_core::{Workers, fan_out};

/// Scratch memory of workers, kept between draws.
#[derive(Debug)]
pub struct ScratchMemory<S>(Mutex<Vec<Box<S>>>);

impl<S> Default for ScratchMemory<S> {
    fn default() -> Self {
        ScratchMemory(Mutex::default())
    }
}

impl<S: Default> ScratchMemory<S> {
    /// Runs `task` in the current thread.
    pub fn with<T>(&self, task: impl FnOnce(&mut S) -> T) -> T {
        let taken = self.0.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let mut scratch = taken.unwrap_or_default();
        let result = task(&mut scratch);
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.push(scratch);
        result
    }
}

/// Workers and their scratch memory.
pub struct Pool<'a, S> {
    /// The workers.
    pub workers: &'a dyn Workers,
    /// Their scratch memory.
    pub scratch: &'a ScratchMemory<S>,
}

impl<S: Default + Send> Pool<'_, S> {
    /// Runs `task` for each of `parts`, at the same time as far as the workers do so.
    /// Returns the results in the order of the parts.
    pub fn map<T: Sync, R: Send>(
        &self,
        parts: &[T],
        task: impl Fn(&T, &mut S) -> R + Sync,
    ) -> Vec<R> {
        let task = |_, part: &T| self.scratch.with(|scratch| task(part, scratch));
        fan_out(self.workers, parts, task)
    }

    /// The same in the current thread, for small amounts of work.
    pub fn map_here<T, R>(&self, parts: &[T], task: impl Fn(&T, &mut S) -> R) -> Vec<R> {
        let one = |part| self.scratch.with(|scratch| task(part, scratch));
        parts.iter().map(one).collect()
    }
}
