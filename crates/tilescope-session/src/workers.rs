//! A pool of threads for devices, which own none.

use std::io;
use std::sync::atomic::{AtomicUsize, Ordering};

use tilescope_core::{Serial, Workers};

/// Threads that share tasks with the thread that has them: it works as well, so that it
/// never waits for a sleeping thread while there is work.
pub struct Pool {
    /// The other threads; none if there is only one.
    others: Option<rayon::ThreadPool>,
}

impl Pool {
    /// A pool of `threads` threads, the caller's among them; the others are called `name` and a
    /// number.
    ///
    /// # Errors
    /// If the system starts no threads.
    pub fn new(threads: usize, name: &'static str) -> io::Result<Pool> {
        if threads <= 1 {
            return Ok(Pool { others: None });
        }
        let others = rayon::ThreadPoolBuilder::new()
            .num_threads(threads - 1)
            .thread_name(move |i| format!("{name} {i}"))
            .build();
        let others = others.map_err(io::Error::other)?;
        Ok(Pool {
            others: Some(others),
        })
    }
}

impl Workers for Pool {
    fn threads(&self) -> usize {
        let others = self.others.as_ref();
        1 + others.map_or(0, rayon::ThreadPool::current_num_threads)
    }

    fn run(&self, count: usize, task: &(dyn Fn(usize) + Sync)) {
        let Some(others) = self.others.as_ref().filter(|_| count > 1) else {
            return Serial.run(count, task);
        };
        let next = AtomicUsize::new(0);
        let work = || {
            // A task's effects reach the caller through the end of the scope.
            while let i = next.fetch_add(1, Ordering::Relaxed)
                && i < count
            {
                task(i);
            }
        };
        others.in_place_scope(|scope| {
            let helping = others.current_num_threads().min(count - 1);
            (0..helping).for_each(|_| scope.spawn(|_| work()));
            work();
        });
    }
}

/// Runs `work`, and ends the process if it panics: for threads for whose work others wait, which would
/// never end. The panic itself has been reported by then.
pub fn or_abort<T>(work: impl FnOnce() -> T) -> T {
    struct Abort;

    impl Drop for Abort {
        fn drop(&mut self) {
            if std::thread::panicking() {
                std::process::abort();
            }
        }
    }

    let _abort = Abort;
    work()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicU32;
    use std::sync::atomic::Ordering::Relaxed;

    #[test]
    fn every_task_runs_once() {
        for threads in [1, 2, 3] {
            let pool = Pool::new(threads, "test").unwrap();
            assert_eq!(pool.threads(), threads);
            for count in [0, 1, 2, 1000] {
                let seen: Vec<AtomicU32> = (0..count).map(|_| AtomicU32::new(0)).collect();
                pool.run(count, &|i| {
                    seen[i].fetch_add(1, Relaxed);
                });
                assert!(seen.iter().all(|s| s.load(Relaxed) == 1));
            }
        }
    }

    #[test]
    fn the_caller_and_another_thread_work_at_the_same_time() {
        let pool = Pool::new(2, "test").unwrap();
        let both = std::sync::Barrier::new(2);
        pool.run(2, &|_| {
            both.wait();
        });
    }

    /// Runs itself in a process of its own, which panics.
    #[test]
    fn a_panic_ends_the_process() {
        const PANICS: &str = "TILESCOPE_TEST_PANICS";
        if std::env::var_os(PANICS).is_some() {
            let thread = std::thread::spawn(|| or_abort(|| panic!("on purpose")));
            let _ = thread.join();
            std::process::exit(0);
        }
        let test = std::process::Command::new(std::env::current_exe().unwrap())
            .args([
                "--exact",
                "workers::tests::a_panic_ends_the_process",
                "--nocapture",
            ])
            .env(PANICS, "1")
            .output()
            .unwrap();
        assert!(!test.status.success());
        assert_eq!(test.status.code(), None, "{:?}", test.status);
        assert!(String::from_utf8_lossy(&test.stderr).contains("on purpose"));
        assert_eq!(or_abort(|| 5), 5);
    }
}
