//! A progress line on terminals, for runs that take some time.

use std::io::{IsTerminal, Write};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// The delay before the line appears.
const PATIENCE: Duration = Duration::from_millis(500);
const TICK: Duration = Duration::from_millis(100);

struct Shared {
    done: AtomicBool,
    what: Mutex<String>,
}

/// The line, which is removed when this is dropped or finished.
pub struct Progress {
    shared: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
}

impl Progress {
    /// Starts the line, if standard error is a terminal.
    pub fn start() -> Progress {
        let shared = Arc::new(Shared {
            done: AtomicBool::new(false),
            what: Mutex::new(String::new()),
        });
        let thread = std::io::stderr().is_terminal().then(|| {
            let shared = shared.clone();
            std::thread::spawn(move || show(&shared))
        });
        Progress { shared, thread }
    }

    /// Changes the line.
    pub fn set(&self, what: impl FnOnce() -> String) {
        if self.thread.is_some()
            && let Ok(mut text) = self.shared.what.lock()
        {
            *text = what();
        }
    }

    /// Removes the line.
    pub fn finish(self) {
        self.shared.done.store(true, Relaxed);
        if let Some(thread) = self.thread {
            thread.thread().unpark();
            // The line is optional: if its thread failed, the run still counts.
            let _ = thread.join();
        }
    }
}

fn show(shared: &Shared) {
    let start = Instant::now();
    let mut shown = false;
    while !shared.done.load(Relaxed) {
        let elapsed = start.elapsed();
        if elapsed > PATIENCE
            && let Ok(what) = shared.what.lock()
        {
            shown = true;
            // Write errors of the terminal are ignored.
            let _ = write!(
                std::io::stderr(),
                "\r\x1b[K{what}, {}.{} s",
                elapsed.as_secs(),
                elapsed.subsec_millis() / 100
            );
        }
        std::thread::park_timeout(TICK);
    }
    if shown {
        let _ = write!(std::io::stderr(), "\r\x1b[K");
    }
}
