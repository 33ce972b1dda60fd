//! A thread pool for devices, which own no threads.

use rayon::prelude::*;
use tilescope_core::Workers;

use crate::exit::Failure;

/// A pool of threads.
pub struct Pool {
    pool: rayon::ThreadPool,
}

impl Pool {
    /// A pool of `threads` threads.
    pub fn new(threads: usize) -> Result<Pool, Failure> {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .thread_name(|i| format!("tile {i}"))
            .build();
        match pool {
            Ok(pool) => Ok(Pool { pool }),
            Err(e) => Err(Failure::new(
                format!("cannot start {threads} threads: {e}"),
                Some("--threads 1 starts no threads"),
            )),
        }
    }
}

impl Workers for Pool {
    fn threads(&self) -> usize {
        self.pool.current_num_threads()
    }

    fn run(&self, count: usize, task: &(dyn Fn(usize) + Sync)) {
        self.pool
            .install(|| (0..count).into_par_iter().with_max_len(1).for_each(task));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

    #[test]
    fn every_task_runs_once() {
        let pool = Pool::new(3).unwrap();
        assert_eq!(pool.threads(), 3);
        let seen: Vec<AtomicU32> = (0..1000).map(|_| AtomicU32::new(0)).collect();
        pool.run(seen.len(), &|i| {
            seen[i].fetch_add(1, Relaxed);
        });
        assert!(seen.iter().all(|s| s.load(Relaxed) == 1));
    }
}
