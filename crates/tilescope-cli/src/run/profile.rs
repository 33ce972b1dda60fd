//! `--profile`: the trace of a run, and its tables.

use std::path::Path;
use std::sync::Arc;

use tilescope_capture::Job;
use tilescope_core::{Clock, GpuMemory, Profile};
use tilescope_families::Family;
use tilescope_session::profile::{HostClock, Tables, Trace};

use crate::exit::Failure;
use crate::output::{Pending, same_file};
use crate::place;

/// The profile of a run.
pub struct Profiling<'p> {
    path: &'p Path,
    trace: Trace<Pending>,
    tables: Tables,
    /// The first error of the trace.
    written: std::io::Result<()>,
}

/// Text and memory of code.
pub struct Code<'a> {
    /// The family that it is for.
    pub family: &'a dyn Family,
    /// The memory that it is in.
    pub memory: &'a dyn GpuMemory,
    /// The job that it was assembled for.
    pub job: Option<&'a Job>,
}

impl<'p> Profiling<'p> {
    /// A profile of a run of `job` whose trace is written to `path`.
    ///
    /// # Errors
    /// The file cannot be written, or is the job.
    pub fn start(path: &'p Path, job: &Path) -> Result<Profiling<'p>, Failure> {
        if same_file(path, job) {
            let message = format!("--profile would overwrite {}", job.display());
            return Err(Failure::new(message, None));
        }
        let trace = Pending::start(path)
            .and_then(|file| Trace::new(file, std::process::id(), "tilescope run"));
        Ok(Profiling {
            path,
            trace: trace.map_err(|e| Failure::cannot_write(path, &e))?,
            tables: Tables::default(),
            written: Ok(()),
        })
    }

    /// The clock of its devices.
    pub fn clock() -> Arc<dyn Clock> {
        Arc::new(HostClock)
    }

    /// Adds the profile of submission number `submission`.
    pub fn add(&mut self, submission: u64, profile: &Profile, code: &Code<'_>) {
        let source = |address: u64| {
            let job = code.job?;
            let source = job.source_of(address, None)?;
            let file = place::of_file(&job.folder, source.file);
            Some((file, source.span.line))
        };
        (self.tables).add(submission, profile, code.family, code.memory, &source);
        if self.written.is_ok() {
            self.written = self.trace.add(&profile.slices);
        }
    }

    /// Completes the trace. Returns the tables, and an error if it could not be written.
    pub fn finish(self) -> (Tables, Result<(), Failure>) {
        let written = self.written.and_then(|()| self.trace.into_inner().finish());
        let written = written.map_err(|e| Failure::cannot_write(self.path, &e));
        (self.tables, written)
    }
}
