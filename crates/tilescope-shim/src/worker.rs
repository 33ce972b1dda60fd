//! The thread that runs a device's jobs.

use std::sync::Mutex;
use std::thread::JoinHandle;

use tilescope_kernel::Kernel;

use crate::device::lock;
use crate::{gate, signals};

/// A thread that is there while there is work, and goes before the process forks:
/// a child has one thread, and no lock may be held that only another could release.
pub struct Worker(Mutex<Option<JoinHandle<()>>>);

impl Worker {
    /// None yet.
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
            gate::stay_within();
            kernel.work();
        };
        let name = std::thread::Builder::new().name("tilescope jobs".into());
        *thread = signals::blocked(|| name.spawn(work)).ok();
        if thread.is_none() {
            // Without threads it goes on more slowly.
            kernel.end_work();
            kernel.work();
        }
    }

    /// Waits until all jobs are done, and for the end of the thread.
    pub fn end(&self, kernel: &Kernel) {
        if let Some(thread) = lock(&self.0).take() {
            kernel.end_work();
            // A panic in it ended the process.
            let _ = thread.join();
        }
    }
}
