//! The kernel that was asked for.

use std::io::Write;
use std::sync::{Arc, Mutex, PoisonError};

use tilescope_capture::tscap::{Frames, Recorder};
use tilescope_core::Workers;
use tilescope_kernel::{Config, Description, Fds, Jobs, Kernel, Notes};

use crate::log;
use crate::options::{Execute, Options};
use crate::watch::{self, Seen, Watch};

/// One process of a run.
pub struct Session {
    options: Options,
    seen: Arc<Mutex<Seen>>,
    recorder: Option<Arc<Mutex<Recorder>>>,
}

impl Session {
    /// What the environment of this process asks for. None if that is nothing;
    /// a mistake is said on standard error, and counts as nothing.
    pub fn from_environment() -> Option<Session> {
        match Options::parse(|name| std::env::var(name).ok()) {
            Ok(options) => Some(Session::new(options?)),
            Err(mistake) => {
                say(&mistake);
                None
            }
        }
    }

    /// A session with these options.
    pub fn new(options: Options) -> Session {
        let file = options.log.as_ref().and_then(|path| {
            let opened = log::open(path);
            opened
                .map_err(|e| say(&format!("cannot write {}: {e}", path.display())))
                .ok()
        });
        let seen = Seen::new(options.lint, file);
        let frames = options.frames.unwrap_or(Frames::ALL);
        let recorder = options.record.as_ref().map(|folder| {
            let recorder = Recorder::new(folder, frames);
            Arc::new(Mutex::new(recorder))
        });
        Session {
            options,
            seen,
            recorder,
        }
    }

    /// What a client finds in `/sys`.
    pub fn description(&self) -> &'static Description {
        &tilescope_kernel::drm::node::VC4
    }

    /// How many threads should execute jobs.
    pub fn threads(&self) -> usize {
        let all = || std::thread::available_parallelism().map_or(1, |n| n.get());
        self.options.threads.unwrap_or_else(all)
    }

    /// The kernel.
    pub fn kernel(&self, fds: Arc<dyn Fds>, workers: Arc<dyn Workers + Send + Sync>) -> Kernel {
        let mut config = Config::new(self.options.chip);
        config.workers = workers;
        config.jobs = match self.options.execute {
            Execute::Yes => Jobs::Run,
            Execute::No => Jobs::Skip,
        };
        config.memory = self.options.memory_bytes();
        let notes = match (&self.recorder, self.options.execute) {
            (Some(_), Execute::Yes) => Notes::Writes,
            (_, _) => Notes::None,
        };
        let watch = Watch::new(self.seen.clone(), self.recorder.clone(), notes);
        Kernel::new(config, fds, Box::new(watch))
    }

    /// Says what the process did. To be called once, when it ends.
    pub fn finish(&self) {
        let program = std::env::args_os().next().unwrap_or_default();
        watch::lock(&self.seen).finish(&program.to_string_lossy());
        if let Some(recorder) = &self.recorder {
            let mut recorder = recorder.lock().unwrap_or_else(PoisonError::into_inner);
            recorder.finish();
        }
    }
}

pub(crate) fn say(text: &str) {
    // Nothing can be said about a standard error that is gone.
    let _ = writeln!(std::io::stderr(), "tilescope: {text}");
}
