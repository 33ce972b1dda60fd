//! Threads in the program's process.

use std::mem::MaybeUninit;
use std::sync::OnceLock;

use rayon::prelude::*;
use tilescope_core::{Serial, Workers};

use crate::gate;

/// A pool of threads, started when first needed. In a forked child, which has
/// none of them, everything runs on the thread that asks.
pub struct Pool {
    threads: usize,
    pool: OnceLock<Option<(i32, rayon::ThreadPool)>>,
}

impl Pool {
    /// A pool of so many threads.
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

/// Starts threads that no signal is delivered to: handlers of the program expect
/// threads of the program.
fn start(threads: usize) -> Option<(i32, rayon::ThreadPool)> {
    let mut all = MaybeUninit::<libc::sigset_t>::uninit();
    let mut before = MaybeUninit::<libc::sigset_t>::uninit();
    // SAFETY: both sets are written before they are read; new threads start with
    // the mask of the thread that makes them.
    unsafe {
        libc::sigfillset(all.as_mut_ptr());
        libc::pthread_sigmask(libc::SIG_SETMASK, all.as_ptr(), before.as_mut_ptr());
    }
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .thread_name(|i| format!("tilescope {i}"))
        .build();
    // SAFETY: the mask was written above.
    unsafe { libc::pthread_sigmask(libc::SIG_SETMASK, before.as_ptr(), std::ptr::null_mut()) };
    // Without threads it goes on more slowly.
    Some((gate::process(), pool.ok()?))
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
