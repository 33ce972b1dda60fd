//! The session of a process: its kernels, and their reports.

use std::io::Write;
use std::sync::{Arc, Mutex, PoisonError};

use tilescope_capture::tscap::{Frames, Recorder};
use tilescope_core::{Clock, Workers};
use tilescope_families::{ALL, Paths, set_native_use};
use tilescope_kernel::{Config, Description, Execution, Fds, Fences, Jobs, Kernel, Notes, Queue};

use crate::log;
use crate::options::{Execute, Options, Overlap};
use crate::profile::{HostClock, ProcessProfile};
use crate::show::escaped;
use crate::watch::{self, Seen, Watch};

/// The limit of queued jobs: enough for a frame of many passes. Their buffers are kept until they
/// are done.
const QUEUE: usize = 64;

/// The services of the process that a kernel uses.
pub struct Surroundings {
    /// Files and descriptors.
    pub fds: Arc<dyn Fds>,
    /// The threads that run parts of a job.
    pub workers: Arc<dyn Workers + Send + Sync>,
    /// Fences, shared by the kernels of all devices.
    pub fences: Arc<Fences>,
    /// Makes a thread call [`Kernel::work`].
    pub wake: Arc<dyn Fn() + Send + Sync>,
}

/// One process of a run.
pub struct Session {
    options: Options,
    seen: Arc<Mutex<Seen>>,
    recorder: Option<Arc<Mutex<Recorder>>>,
    profile: Option<Arc<Mutex<ProcessProfile>>>,
}

impl Session {
    /// The session requested by the environment of this process, if any. An error is reported on
    /// standard error, and there is no session.
    pub fn from_environment() -> Option<Session> {
        match Options::parse(ALL, |name| std::env::var(name).ok()) {
            Ok(options) => Some(Session::new(options?)),
            Err(mistake) => {
                warn(&mistake);
                None
            }
        }
    }

    /// A session with these options.
    pub fn new(options: Options) -> Session {
        set_native_use(options.jit);
        let file = options.log.as_ref().and_then(|path| {
            let opened = log::open(path);
            opened
                .map_err(|e| warn(&format!("cannot write {}: {e}", path.display())))
                .ok()
        });
        let seen = Seen::new(options.lint, options.color, file);
        let frames = options.frames.unwrap_or(Frames::ALL);
        let recorder = options.record.as_ref().map(|folder| {
            let recorder = Recorder::new(folder, frames);
            Arc::new(Mutex::new(recorder))
        });
        let profile = options.profile.clone().map(|folder| {
            let profile = ProcessProfile::new(folder);
            Arc::new(Mutex::new(profile))
        });
        Session {
            options,
            seen,
            recorder,
            profile,
        }
    }

    /// The entries of each device in `/sys`.
    pub fn descriptions(&self) -> Vec<&'static Description> {
        let drivers = self.options.chips.iter().filter_map(|chip| chip.driver());
        drivers.map(|driver| driver.description()).collect()
    }

    /// The number of threads that should execute jobs.
    pub fn threads(&self) -> usize {
        let all = || std::thread::available_parallelism().map_or(1, |n| n.get());
        self.options.threads.unwrap_or_else(all)
    }

    /// The kernel of a device; `None` if there are fewer devices with a driver.
    pub fn kernel(&self, device: usize, around: Surroundings) -> Option<Kernel> {
        let chip = *self.options.chips.get(device)?;
        let mut config = Config::new(chip.driver()?, chip.info, chip.device(Paths::Fast)?);
        config.workers = around.workers;
        config.fences = around.fences;
        config.execution = match self.options.overlap {
            Overlap::Yes => Execution::Worker(Queue {
                limit: QUEUE,
                wake: around.wake,
            }),
            Overlap::No => Execution::Submitter,
        };
        config.jobs = match self.options.execute {
            Execute::Yes => Jobs::Run,
            Execute::No => Jobs::Skip,
        };
        config.memory = self.options.memory_bytes();
        config.fuel = self.options.fuel();
        let notes = match (&self.recorder, self.options.execute) {
            (Some(_), Execute::Yes) => Notes::Writes,
            (_, _) => Notes::None,
        };
        let dump = self.options.dump.clone();
        let mut watch = Watch::new(chip.family, self.seen.clone(), notes);
        watch.recorder.clone_from(&self.recorder);
        watch.profile.clone_from(&self.profile);
        watch.dump = dump;
        Kernel::new(config, around.fds, Box::new(watch))
    }

    /// Makes a call of `kernel` that is ioctl `request`, and adds it to the profile.
    pub fn ioctl<T>(&self, kernel: &Kernel, request: u64, call: impl FnOnce() -> T) -> T {
        let Some(profile) = &self.profile else {
            return call();
        };
        let start = HostClock.now();
        let result = call();
        let name = kernel.ioctl_name(request).unwrap_or("unknown ioctl");
        let mut profile = profile.lock().unwrap_or_else(PoisonError::into_inner);
        watch::warn_of_profile(profile.call(name, start));
        result
    }

    /// Whether this process has something to report.
    pub fn has_work(&self) -> bool {
        watch::lock(&self.seen).has_work()
    }

    /// Reports the activity of the process. Called once, when it ends.
    pub fn finish(&self) {
        let program = std::env::args_os().next().unwrap_or_default();
        let tables = self.profile.as_ref().map(|profile| {
            let mut profile = profile.lock().unwrap_or_else(PoisonError::into_inner);
            let (tables, written) = profile.finish();
            watch::warn_of_profile(written);
            tables
        });
        watch::lock(&self.seen).finish(&program.to_string_lossy(), tables);
        if let Some(recorder) = &self.recorder {
            let mut recorder = recorder.lock().unwrap_or_else(PoisonError::into_inner);
            recorder.finish();
        }
    }
}

pub(crate) fn warn(text: &str) {
    // Errors of standard error cannot be reported.
    let _ = writeln!(std::io::stderr(), "tilescope: {}", escaped(text));
}
