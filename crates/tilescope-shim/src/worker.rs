//! The thread that runs a device's jobs.

use std::sync::Mutex;
use std::thread::JoinHandle;

use tilescope_kernel::Kernel;
use tilescope_session::workers;

use crate::device::lock;
use crate::{gate, signals};

/// A thread that exists while there is work, and ends before the process forks: a child has one
/// thread, and must not need a lock that only another thread could release.
pub struct Worker(Mutex<Option<JoinHandle<()>>>);

impl Worker {
    /// A worker without a thread.
    pub fn new() -> Worker {
        Worker(Mutex::new(None))
    }

    /// Starts the thread if there is none.
    pub fn start(&self, kernel: &'static Kernel) {
        let mut thread = lock(&self.0);
        if thread.is_some() {
            return;
        }
        let work = || {
            gate::mark_library_thread();
            // The program waits for its jobs.
            workers::or_abort(|| kernel.work());
        };
        let name = std::thread::Builder::new().name("tilescope jobs".into());
        *thread = signals::blocked(|| name.spawn(work)).ok();
        if thread.is_none() {
            // Without threads, jobs run more slowly on the calling thread.
            kernel.end_work();
            kernel.work();
        }
    }

    /// Waits until all jobs are done and the thread has ended.
    pub fn end(&self, kernel: &Kernel) {
        if let Some(thread) = lock(&self.0).take() {
            kernel.end_work();
            // A panic in it ends the process.
            let _ = thread.join();
        }
    }
}
