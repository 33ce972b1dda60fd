//! Workers, each with scratch memory of its own.

use std::sync::{Mutex, PoisonError};

use tilescope_core::Workers;

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
    /// Runs `task` for each of `count` items, in any order. Returns the results in the
    /// order of the items.
    pub fn map<R: Send>(&self, count: usize, task: impl Fn(usize, &mut S) -> R + Sync) -> Vec<R> {
        if count <= 1 {
            return self.map_here(count, task);
        }
        let results: Vec<Mutex<Option<R>>> = (0..count).map(|_| Mutex::default()).collect();
        self.workers.run(count, &|i| {
            let result = self.scratch.with(|scratch| task(i, scratch));
            *results[i].lock().unwrap_or_else(PoisonError::into_inner) = Some(result);
        });
        let results = results.into_iter();
        let results = results.map(|r| r.into_inner().unwrap_or_else(PoisonError::into_inner));
        results.flatten().collect()
    }

    /// The same in the current thread, for small amounts of work.
    pub fn map_here<R>(&self, count: usize, task: impl Fn(usize, &mut S) -> R) -> Vec<R> {
        let one = |i| self.scratch.with(|scratch| task(i, scratch));
        (0..count).map(one).collect()
    }
}
