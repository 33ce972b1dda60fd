//! Threads in the program's process.

use std::sync::OnceLock;

use rayon::prelude::*;
use tilescope_core::{Serial, Workers};

use crate::{gate, signals};

/// A pool of threads, started when first needed. In a forked child, which has
/// no pool threads, everything runs on the calling thread.
pub struct Pool {
    threads: usize,
    pool: OnceLock<Option<(i32, rayon::ThreadPool)>>,
}

impl Pool {
    /// A pool of `threads` threads.
    pub fn new(threads: usize) -> Pool {
        Pool {
            threads,
            pool: OnceLock::new(),
        }
    }

    fn pool(&self) -> Option<&rayon::ThreadPool> {
        if self.threads <= 1 {
            return None;
        }
        let (pid, pool) = self.pool.get_or_init(|| start(self.threads)).as_ref()?;
        (*pid == gate::process()).then_some(pool)
    }
}

fn start(threads: usize) -> Option<(i32, rayon::ThreadPool)> {
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .thread_name(|i| format!("tilescope {i}"));
    // Without threads, tasks run more slowly on the calling thread.
    let pool = signals::blocked(|| pool.build()).ok()?;
    Some((gate::process(), pool))
}

impl Workers for Pool {
    fn threads(&self) -> usize {
        self.pool()
            .map_or(1, rayon::ThreadPool::current_num_threads)
    }

    fn run(&self, count: usize, task: &(dyn Fn(usize) + Sync)) {
        match self.pool() {
            Some(pool) => {
                pool.install(|| (0..count).into_par_iter().with_max_len(1).for_each(task))
            }
            None => Serial.run(count, task),
        }
    }
}
