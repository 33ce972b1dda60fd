//! Threads in the program's process.

use std::sync::OnceLock;

use tilescope_core::{Serial, Workers};
use tilescope_session::workers;

use crate::{gate, signals};

/// A pool of threads, started when first needed. In a forked child, which has
/// no pool threads, everything runs on the calling thread.
pub struct Pool {
    threads: usize,
    pool: OnceLock<Option<(i32, workers::Pool)>>,
}

impl Pool {
    /// A pool of `threads` threads.
    pub fn new(threads: usize) -> Pool {
        Pool {
            threads,
            pool: OnceLock::new(),
        }
    }

    fn pool(&self) -> Option<&workers::Pool> {
        if self.threads <= 1 {
            return None;
        }
        let (pid, pool) = self.pool.get_or_init(|| start(self.threads)).as_ref()?;
        (*pid == gate::process()).then_some(pool)
    }
}

fn start(threads: usize) -> Option<(i32, workers::Pool)> {
    // Without threads, tasks run more slowly on the calling thread.
    let pool = signals::blocked(|| workers::Pool::new(threads, "tilescope")).ok()?;
    Some((gate::process(), pool))
}

impl Workers for Pool {
    fn threads(&self) -> usize {
        self.pool().map_or(1, Workers::threads)
    }

    fn run(&self, count: usize, task: &(dyn Fn(usize) + Sync)) {
        match self.pool() {
            Some(pool) => pool.run(count, task),
            None => Serial.run(count, task),
        }
    }
}
